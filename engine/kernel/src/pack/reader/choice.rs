//! Values of which the schema allows several kinds: variants of an enum, or something or nothing.

use serde_json::Value;

use super::Schema;
use super::walk::{Walk, expected, one_of, word};
use crate::Argument;
use crate::pack::pointer;
use crate::pack::sample::sample;

impl Walk<'_> {
    /// A value as one of several schemas allows it: the one it was meant for, as far as that can be told.
    pub(super) fn choice(&mut self, path: &str, value: &Value, branches: &[Schema<'_>]) -> Value {
        let fitting: Vec<Schema<'_>> = branches
            .iter()
            .copied()
            .filter(|branch| fits(value, *branch))
            .collect();
        match fitting[..] {
            [] => self.no_choice(path, value, branches),
            [one] => self.value(path, value, one),
            _ => self.nearest(path, value, &fitting),
        }
    }

    /// The reading with the fewest faults.
    fn nearest(&mut self, path: &str, value: &Value, branches: &[Schema<'_>]) -> Value {
        let mut best: Option<(Value, Walk<'_>)> = None;
        for branch in branches {
            let mut walk = self.fresh();
            let read = walk.value(path, value, *branch);
            let sound = walk.faults.is_empty();
            if best
                .as_ref()
                .is_none_or(|(_, least)| walk.faults.len() < least.faults.len())
            {
                best = Some((read, walk));
            }
            if sound {
                break;
            }
        }
        let Some((read, walk)) = best else {
            return Value::Null;
        };
        for fault in walk.faults {
            self.fault(&fault.path, fault.reason);
        }
        read
    }

    /// A value that none of the schemas was made for.
    fn no_choice(&mut self, path: &str, value: &Value, branches: &[Schema<'_>]) -> Value {
        let some: Vec<Schema<'_>> = branches
            .iter()
            .copied()
            .filter(|branch| branch.types() != ["null"])
            .collect();
        if let [only] = some[..] {
            return self.value(path, value, only);
        }
        let place = match (value, tag(&some)) {
            (Value::Object(_), Some(tag)) => format!("{path}/{}", pointer(tag)),
            _ => path.to_owned(),
        };
        let written = match (value, tag(&some)) {
            (Value::Object(fields), Some(tag)) => fields.get(tag).unwrap_or(&Value::Null),
            _ => value,
        };
        let mut names: Vec<Argument> = Vec::new();
        let mut seen = Vec::new();
        for name in some.iter().flat_map(|branch| names_of(*branch)) {
            let words = name.to_string();
            if !seen.contains(&words) {
                seen.push(words);
                names.push(name);
            }
        }
        self.fault(&place, one_of(names, written));
        if some.len() < branches.len() {
            return Value::Null;
        }
        some.into_iter().find_map(sample).unwrap_or(Value::Null)
    }
}

/// The field that tells variants apart, where each of them has its own constant there.
fn tag<'s>(branches: &[Schema<'s>]) -> Option<&'s str> {
    let first = branches.first()?;
    first
        .properties()
        .map(|(name, _)| name)
        .find(|name| branches.iter().all(|branch| constant(*branch, name).is_some()))
}

/// The only value that a field may have.
fn constant<'s>(schema: Schema<'s>, name: &str) -> Option<&'s Value> {
    schema.property(name)?.resolved().get("const")
}

/// The name of a variant that is written as `{"name": ...}`.
fn variant(schema: Schema<'_>) -> Option<&str> {
    let mut fields = schema.properties().map(|(name, _)| name);
    let (only, none) = (fields.next()?, fields.next());
    (none.is_none() && schema.required().eq([only])).then_some(only)
}

/// Whether a value was meant for a schema.
fn fits(value: &Value, schema: Schema<'_>) -> bool {
    if let Some(branches) = schema.branches() {
        return branches.into_iter().any(|branch| fits(value, branch));
    }
    if let Some(only) = schema.get("const") {
        return value == only;
    }
    if let Some(Value::Array(words)) = schema.get("enum") {
        return words.contains(value);
    }
    let kinds = schema.types();
    let named = match value {
        Value::Null => kinds.contains(&"null"),
        Value::Bool(_) => kinds.contains(&"boolean"),
        Value::Number(_) => kinds.contains(&"integer") || kinds.contains(&"number"),
        Value::String(_) => kinds.contains(&"string"),
        Value::Array(_) => kinds.contains(&"array"),
        Value::Object(_) => kinds.contains(&"object"),
    };
    let Value::Object(fields) = value else {
        return named || kinds.is_empty();
    };
    let constants = schema
        .properties()
        .filter_map(|(name, _)| Some((name, constant(schema, name)?)));
    named
        && variant(schema).is_none_or(|name| fields.contains_key(name))
        && constants
            .into_iter()
            .all(|(name, only)| fields.get(name) == Some(only))
}

/// What people write to choose a schema.
fn names_of(schema: Schema<'_>) -> Vec<Argument> {
    if let Some(branches) = schema.branches() {
        return branches.into_iter().flat_map(names_of).collect();
    }
    if let Some(only) = schema.get("const") {
        return vec![word(only).into()];
    }
    if let Some(Value::Array(words)) = schema.get("enum") {
        return words.iter().map(|only| word(only).into()).collect();
    }
    let tagged = schema
        .properties()
        .find_map(|(name, _)| constant(schema, name))
        .map(word);
    match (tagged, variant(schema)) {
        (Some(tag), _) => vec![tag.into()],
        (None, Some(name)) => vec![name.to_owned().into()],
        (None, None) => vec![expected(schema)],
    }
}
