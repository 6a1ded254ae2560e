//! The way through a value beside its schema: every fault is noted and what is wrong replaced.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use super::Schema;
use crate::pack::sample::sample;
use crate::pack::{MOST_FAULTS, pointer};
use crate::plain_text::{unfit_in_text, unfit_reason, unfit_within};
use crate::{Argument, MESSAGES, Message, PackFault, joined, message};

/// The most letters of a value that a fault repeats.
const MOST_REPEATED: usize = 60;

/// A walk through one value.
pub(super) struct Walk<'r> {
    /// What the type itself refused in an earlier reading, by place.
    refused: &'r BTreeMap<String, Message>,
    /// What was found so far.
    pub(super) faults: Vec<PackFault>,
}

impl<'r> Walk<'r> {
    pub(super) const fn new(refused: &'r BTreeMap<String, Message>) -> Self {
        Self {
            refused,
            faults: Vec::new(),
        }
    }

    /// Another walk from the same place, with no faults yet.
    pub(super) const fn fresh(&self) -> Self {
        Self::new(self.refused)
    }

    pub(super) fn fault(&mut self, path: &str, reason: Message) {
        // One more than are listed, so that a pack with so many is still not taken for sound.
        if self.faults.len() <= MOST_FAULTS {
            self.faults.push(PackFault {
                path: path.to_owned(),
                reason,
            });
        }
    }

    /// A value as its schema allows it.
    pub(super) fn value(&mut self, path: &str, value: &Value, schema: Schema<'_>) -> Value {
        if let Some(reason) = self.refused.get(path) {
            self.fault(path, reason.clone());
            return sample(schema).unwrap_or(Value::Null);
        }
        let schema = schema.resolved();
        if schema.is_never() {
            self.fault(path, message!(MESSAGES, "form-nothing-expected"));
            return Value::Null;
        }
        if let Some(branches) = schema.branches() {
            return self.choice(path, value, &branches);
        }
        if let Some(only) = schema.get("const") {
            if value != only {
                self.fault(path, form_expected(Argument::text(only), value));
            }
            return only.clone();
        }
        if let Some(Value::Array(words)) = schema.get("enum") {
            if words.contains(value) {
                return value.clone();
            }
            self.fault(path, one_of(words.iter().map(|only| word(only).into()), value));
            return sample(schema).unwrap_or(Value::Null);
        }
        if schema.types().is_empty() {
            return self.any(path, value);
        }
        match value {
            Value::Object(fields) if schema.allows("object") => {
                Value::Object(self.object(path, fields, schema))
            }
            Value::Array(entries) if schema.allows("array") => Value::Array(self.list(path, entries, schema)),
            Value::String(text) if schema.allows("string") => self.text(path, text, schema),
            Value::Number(number) if is_number(number, schema) => self.number(path, number, schema),
            Value::Bool(_) if schema.allows("boolean") => value.clone(),
            Value::Null if schema.allows("null") => Value::Null,
            _ => {
                let expected = expected(schema);
                self.fault(path, form_expected(expected, value));
                sample(schema).unwrap_or(Value::Null)
            }
        }
    }

    /// A value of any form: only its texts are looked at.
    fn any(&mut self, path: &str, value: &Value) -> Value {
        match unfit_within(value) {
            Some((place, unfit)) => {
                self.fault(&format!("{path}{place}"), unfit_reason(unfit));
                Value::Null
            }
            None => value.clone(),
        }
    }

    fn object(&mut self, path: &str, fields: &Map<String, Value>, schema: Schema<'_>) -> Map<String, Value> {
        let mut read = Map::new();
        for (name, field) in schema.properties() {
            if let Some(value) = fields.get(name) {
                let place = format!("{path}/{}", pointer(name));
                read.insert(name.to_owned(), self.value(&place, value, field));
            }
        }
        for name in schema.required().filter(|name| !fields.contains_key(*name)) {
            self.fault(
                &format!("{path}/{}", pointer(name)),
                message!(MESSAGES, "form-field-missing"),
            );
            let usual = schema.property(name).and_then(sample).unwrap_or(Value::Null);
            read.insert(name.to_owned(), usual);
        }
        for (name, value) in fields {
            if schema.property(name).is_some() {
                continue;
            }
            if let Some(unfit) = unfit_in_text(name) {
                self.fault(path, unfit_reason(unfit));
                continue;
            }
            let place = format!("{path}/{}", pointer(name));
            match schema.additional() {
                Some(other) if other.is_never() => {
                    let known: Vec<&str> = schema.properties().map(|(name, _)| name).collect();
                    let known = known.join(", ");
                    self.fault(&place, message!(MESSAGES, "form-no-such-field", known));
                }
                Some(other) => {
                    read.insert(name.clone(), self.value(&place, value, other));
                }
                None => {
                    read.insert(name.clone(), self.any(&place, value));
                }
            }
        }
        read
    }

    fn list(&mut self, path: &str, entries: &[Value], schema: Schema<'_>) -> Vec<Value> {
        let least = schema.size("minItems").unwrap_or(0);
        let most = schema.size("maxItems").unwrap_or(usize::MAX);
        let count = entries.len();
        if !(least..=most).contains(&count) {
            let wanted = between(least, most, "entries");
            self.fault(path, message!(MESSAGES, "form-list-size", wanted, count));
        }
        let mut read: Vec<Value> = entries
            .iter()
            .take(most)
            .enumerate()
            .map(|(place, entry)| match schema.item(place) {
                Some(item) => self.value(&format!("{path}/{place}"), entry, item),
                None => self.any(&format!("{path}/{place}"), entry),
            })
            .collect();
        for place in count..least {
            read.push(schema.item(place).and_then(sample).unwrap_or(Value::Null));
        }
        read
    }

    fn text(&mut self, path: &str, text: &str, schema: Schema<'_>) -> Value {
        let least = schema.size("minLength").unwrap_or(0);
        let most = schema.size("maxLength").unwrap_or(usize::MAX);
        let letters = text.chars().count();
        if let Some(unfit) = unfit_in_text(text) {
            self.fault(path, unfit_reason(unfit));
            return Value::String(text.replace(|c| unfit_in_text(&String::from(c)).is_some(), " "));
        }
        if (least..=most).contains(&letters) {
            return Value::String(text.to_owned());
        }
        let wanted = between(least, most, "characters");
        self.fault(path, message!(MESSAGES, "form-text-size", wanted, letters));
        if letters > most {
            Value::String(text.chars().take(most).collect())
        } else {
            sample(schema).unwrap_or(Value::Null)
        }
    }

    fn number(&mut self, path: &str, number: &Number, schema: Schema<'_>) -> Value {
        let (least, most) = (schema.get("minimum"), schema.get("maximum"));
        let beyond = |bound: Option<&Value>, is: fn(f64, f64) -> bool| {
            number
                .as_f64()
                .zip(bound.and_then(Value::as_f64))
                .is_some_and(|(number, bound)| is(number, bound))
        };
        let low = beyond(least, |number, bound| number < bound);
        let high = beyond(most, |number, bound| number > bound);
        if !low && !high {
            return Value::Number(number.clone());
        }
        let wanted = range(schema, "");
        self.fault(path, form_expected(wanted, &Value::Number(number.clone())));
        if low { least } else { most }.cloned().unwrap_or(Value::Null)
    }
}

/// Whether a number is of the kind that a schema names.
fn is_number(number: &Number, schema: Schema<'_>) -> bool {
    schema.allows("number") || (schema.allows("integer") && !number.is_f64())
}

/// `1 to 6`, `at least 1`, `6`, or `a whole number from 1 to 6`: a number in its range.
fn range(schema: Schema<'_>, kind: &'static str) -> Argument {
    let (least, most) = (schema.get("minimum"), schema.get("maximum"));
    match (least.map(Argument::text), most.map(Argument::text)) {
        (Some(only), Some(_)) if least == most => only,
        (Some(least), Some(most)) => message!(MESSAGES, "number-between", kind, least, most).into(),
        (Some(least), None) => message!(MESSAGES, "number-at-least", kind, least).into(),
        (None, Some(most)) => message!(MESSAGES, "number-at-most", kind, most).into(),
        (None, None) => message!(MESSAGES, "number-any", kind).into(),
    }
}

/// `6 entries`, `at most 6 entries`, `1 to 6 entries`.
fn between(least: usize, most: usize, what: &'static str) -> Message {
    match (least, most) {
        (least, most) if least == most => message!(MESSAGES, "size-exactly", what, count = least),
        (0, most) => message!(MESSAGES, "size-at-most", what, count = most),
        (least, usize::MAX) => message!(MESSAGES, "size-at-least", what, count = least),
        (least, most) => message!(MESSAGES, "size-between", what, least, most),
    }
}

/// The kind of value that a schema expects.
pub(super) fn expected(schema: Schema<'_>) -> Argument {
    let kinds: Vec<Argument> = schema
        .types()
        .iter()
        .filter(|kind| **kind != "null")
        .map(|kind| match *kind {
            "object" => message!(MESSAGES, "value-object").into(),
            "array" => message!(MESSAGES, "value-list").into(),
            "string" => message!(MESSAGES, "value-text").into(),
            "integer" => range(schema, "whole"),
            "number" => range(schema, "any"),
            "boolean" => message!(MESSAGES, "value-flag").into(),
            other => other.to_owned().into(),
        })
        .collect();
    if kinds.is_empty() {
        message!(MESSAGES, "value-nothing").into()
    } else {
        joined!(MESSAGES, "value-or", kinds)
    }
}

/// One thing was expected, another found.
fn form_expected(expected: Argument, found: &Value) -> Message {
    message!(MESSAGES, "form-expected", expected, found = repeated(found))
}

/// A word of a schema as people write it, without quotes.
pub(super) fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// One of some words was expected.
pub(super) fn one_of(words: impl IntoIterator<Item = Argument>, value: &Value) -> Message {
    let mut words: Vec<Argument> = words.into_iter().collect();
    if words.len() == 1
        && let Some(only) = words.pop()
    {
        return form_expected(only, value);
    }
    message!(
        MESSAGES,
        "form-one-of",
        words = joined!(MESSAGES, "list-comma", words),
        found = repeated(value)
    )
}

/// A value as a fault repeats it: short.
pub(super) fn repeated(value: &Value) -> Argument {
    match value {
        Value::Object(fields) if fields.len() == 1 => {
            let name = fields.keys().next().map_or("", String::as_str);
            message!(MESSAGES, "value-object-with", name = shortened(name)).into()
        }
        Value::Object(_) => message!(MESSAGES, "value-object").into(),
        Value::Array(_) => message!(MESSAGES, "value-list").into(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Argument::text(value),
        Value::String(text) => {
            let text = Argument::quoted(shortened(text));
            message!(MESSAGES, "value-quoted", text).into()
        }
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MOST_REPEATED {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(MOST_REPEATED).collect();
    short.push_str("...");
    short
}
