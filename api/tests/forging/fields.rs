//! Forged JSON: every field of a value left out, written twice, named otherwise, and of every kind that it is not.

use std::rc::Rc;

use serde_json::Value;

/// Stands where the text of a forged value comes.
const HERE: &str = "\u{1}here\u{1}";

/// What is done at a place of a value.
#[derive(Clone)]
enum How {
    LeftOut,
    /// This text instead.
    Instead(Wrong),
    /// The field again, with this text.
    Again(&'static str),
    NamedOtherwise,
    /// A field more.
    OneMore,
}

/// One change of a JSON value.
#[derive(Clone)]
pub(crate) struct Field {
    /// What is changed.
    pub(crate) what: String,
    pointer: String,
    how: How,
}

/// A text in the place of a value.
#[derive(Clone)]
struct Wrong {
    name: Rc<str>,
    text: Rc<str>,
    /// It is JSON, if not what is expected.
    is_json: bool,
}

impl Wrong {
    fn new(name: &str, text: &str) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            is_json: serde_json::from_str::<Value>(text).is_ok(),
        }
    }
}

/// Texts that are a value of another kind, no value at all, or one beyond all measure.
fn wrong() -> Vec<Wrong> {
    let mut all: Vec<Wrong> = [
        "null",
        "true",
        "0",
        "1",
        "-1",
        "7",
        "0.5",
        "-1e9",
        "1e300",
        "1e999",
        "2147483648",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "NaN",
        "\"\"",
        "\"x\"",
        "\" \\u0000\\n\"",
        "\"\\ud800\"",
        "\"../../etc\"",
        "\"<b>&amp;\\u202e\"",
        "[]",
        "{}",
        "[[]]",
        "[null]",
        "{\"\":{}}",
        "",
    ]
    .into_iter()
    .map(|text| Wrong::new(text, text))
    .collect();
    all.extend([
        Wrong::new("a text of 70,000 letters", &format!("\"{}\"", "y".repeat(70_000))),
        Wrong::new("a number of 400 digits", &"9".repeat(400)),
        Wrong::new("a list of 5,000 numbers", &format!("[0{}]", ",0".repeat(5_000))),
        Wrong::new("100 lists in each other", &nested(100)),
        Wrong::new("127 lists in each other", &nested(127)),
        Wrong::new("50,000 lists in each other", &nested(50_000)),
    ]);
    all
}

fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

/// All changes of a value: at its first field of each way, the places in lists left out.
pub(crate) fn changes(value: &Value) -> Vec<Field> {
    let mut sites = Vec::new();
    walk(value, &mut String::new(), &mut String::new(), &mut sites);
    let mut known = std::collections::BTreeSet::new();
    sites.retain(|(_, way)| known.insert(way.clone()));
    let wrong = wrong();
    let mut all = Vec::new();
    for (pointer, _) in sites {
        let mut push = |what: String, how: How| {
            all.push(Field {
                what: format!("{pointer:?} {what}"),
                pointer: pointer.clone(),
                how,
            });
        };
        if !pointer.is_empty() {
            push("left out".to_owned(), How::LeftOut);
            push("named otherwise".to_owned(), How::NamedOtherwise);
            push("twice, then null".to_owned(), How::Again("null"));
            push("twice, then 1".to_owned(), How::Again("1"));
        }
        if value.pointer(&pointer).is_some_and(Value::is_object) {
            push("with a field more".to_owned(), How::OneMore);
        }
        for wrong in &wrong {
            push(format!("= {}", wrong.name), How::Instead(wrong.clone()));
        }
    }
    all
}

fn walk(value: &Value, pointer: &mut String, way: &mut String, sites: &mut Vec<(String, String)>) {
    sites.push((pointer.clone(), way.clone()));
    let (before, walked) = (pointer.len(), way.len());
    let mut step = |name: &str, in_way: &str, item: &Value| {
        pointer.push('/');
        pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
        way.push('/');
        way.push_str(in_way);
        walk(item, pointer, way, sites);
        pointer.truncate(before);
        way.truncate(walked);
    };
    match value {
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                step(&place.to_string(), "*", item);
            }
        }
        Value::Object(fields) => {
            for (name, item) in fields {
                step(name, name, item);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

impl Field {
    /// Whether what it makes is JSON without a field twice, so that it can be written in another form too.
    pub(crate) fn is_json(&self) -> bool {
        match &self.how {
            How::Instead(wrong) => wrong.is_json,
            How::Again(_) => false,
            How::LeftOut | How::NamedOtherwise | How::OneMore => true,
        }
    }

    /// The text of a value like the one that it was made for, changed.
    pub(crate) fn text(&self, good: &Value) -> String {
        let mut value = good.clone();
        let here = Value::from(HERE);
        let instead = match &self.how {
            How::Instead(wrong) => {
                put(&mut value, &self.pointer, here);
                wrong.text.to_string()
            }
            How::OneMore => {
                if let Some(Value::Object(fields)) = value.pointer_mut(&self.pointer) {
                    fields.insert("beyond".to_owned(), here);
                }
                "{}".to_owned()
            }
            How::LeftOut => {
                taken(&mut value, &self.pointer);
                String::new()
            }
            How::NamedOtherwise => {
                if let Some((name, item, Value::Object(fields))) = taken(&mut value, &self.pointer) {
                    fields.insert(format!("{name}x"), item);
                }
                String::new()
            }
            How::Again(text) => {
                let (before, name) = self.pointer.rsplit_once('/').unwrap_or_default();
                let name = Value::from(name.replace("~1", "/").replace("~0", "~"));
                let old = value.pointer(&self.pointer).cloned().unwrap_or_default();
                let in_object = value.pointer(before).is_some_and(Value::is_object);
                put(&mut value, &self.pointer, here);
                if in_object {
                    format!("{old},{name}:{text}")
                } else {
                    format!("{old},{text}")
                }
            }
        };
        in_order(&value).replace(&Value::from(HERE).to_string(), &instead)
    }
}

fn put(value: &mut Value, pointer: &str, new: Value) {
    if let Some(place) = value.pointer_mut(pointer) {
        *place = new;
    }
}

/// Takes a field or an item out: its name, what it was, and what it was in.
fn taken<'v>(value: &'v mut Value, pointer: &str) -> Option<(String, Value, &'v mut Value)> {
    let (before, name) = pointer.rsplit_once('/')?;
    let name = name.replace("~1", "/").replace("~0", "~");
    let within = value.pointer_mut(before)?;
    let item = match within {
        Value::Object(fields) => fields.remove(&name)?,
        Value::Array(items) => items.remove(name.parse().ok()?),
        _ => return None,
    };
    Some((name, item, within))
}

/// As text; the field by which a header is known comes first, as in the files.
fn in_order(value: &Value) -> String {
    let Value::Object(fields) = value else {
        return value.to_string();
    };
    let mut names: Vec<&String> = fields.keys().collect();
    names.sort_by_key(|name| name.as_str() != "hindsight");
    let fields: Vec<String> = names
        .into_iter()
        .map(|name| format!("{}:{}", Value::from(name.as_str()), fields[name]))
        .collect();
    format!("{{{}}}", fields.join(","))
}
