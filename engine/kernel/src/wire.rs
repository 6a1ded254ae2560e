//! Two forms of one type: externally tagged in the store (fast), internally tagged with `type` on the wire (read
//! by people).
//!
//! Types derive serde's default external tagging. Their outermost enum is turned here into
//! `{"type": "unit_moved", ...}` and back, so no second copy of a type exists.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::message;
use crate::parsed_value::ParsedValue;
use crate::placed_value::{Place, PlacedValue};
use crate::written_value;
use crate::{MESSAGES, Message, Refusal};

/// The wire form of an enum whose variants are units or have named fields.
pub fn to_value<T: Serialize>(value: &T) -> Value {
    tag(plain(value))
}

/// The JSON of a value as serde has it: its enums are tagged from outside.
pub fn plain<T: Serialize>(value: &T) -> Value {
    written_value::json_tree(value).unwrap_or(Value::Null)
}

/// Turns `{"Variant": {..}}` and `"Variant"` into `{"type": "variant", ..}`; leaves everything else alone.
pub fn tag(external: Value) -> Value {
    match external {
        Value::String(name) => Value::Object(Map::from_iter([("type".to_owned(), Value::String(name))])),
        Value::Object(map) if map.len() == 1 => {
            let mut entries = map.into_iter();
            match entries.next() {
                Some((name, Value::Object(fields))) => {
                    let mut tagged = Map::with_capacity(fields.len() + 1);
                    tagged.insert("type".to_owned(), Value::String(name));
                    tagged.extend(fields);
                    Value::Object(tagged)
                }
                Some((name, other)) => Value::Object(Map::from_iter([(name, other)])),
                None => Value::Object(Map::new()),
            }
        }
        other => other,
    }
}

/// A fault of a value on the wire: where and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct Malformed {
    /// A JSON pointer to the place; empty for the whole value.
    pub path: String,
    /// The fault and, where known, what would be right.
    pub reason: Message,
}

impl Malformed {
    /// The fault with its place.
    pub fn message(&self) -> Message {
        message!(
            MESSAGES,
            "fault-at",
            path = &self.path,
            reason = self.reason.clone()
        )
    }
}

/// Reads the wire form of an enum.
///
/// # Errors
/// [`Malformed`] with the place: no `type`, an unknown type, a missing, unknown or mistyped field.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Malformed> {
    let Value::Object(mut fields) = value else {
        return Err(Malformed {
            path: String::new(),
            reason: message!(MESSAGES, "form-type-expected"),
        });
    };
    let name = match fields.remove("type") {
        Some(Value::String(name)) => name,
        Some(other) => {
            return Err(Malformed {
                path: "/type".to_owned(),
                reason: message!(MESSAGES, "form-name-expected", found = other.to_string()),
            });
        }
        None => {
            return Err(Malformed {
                path: "/type".to_owned(),
                reason: message!(MESSAGES, "form-type-missing"),
            });
        }
    };
    if fields.is_empty() {
        // A variant without fields is stored as its bare name; one with defaults only accepts an empty map.
        match read::<T>(&Value::String(name.clone())) {
            Ok(unit) => return Ok(unit),
            Err(Malformed { reason, .. }) if reason.contains("unknown variant") => {
                return Err(Malformed {
                    path: "/type".to_owned(),
                    reason,
                });
            }
            Err(_) => {}
        }
    }
    let external = Value::Object(Map::from_iter([(name.clone(), Value::Object(fields))]));
    read(&external).map_err(|Malformed { path, reason }| {
        let inner = path.strip_prefix(&format!("/{name}")).unwrap_or(&path).to_owned();
        let path = if reason.contains("unknown variant") && inner.is_empty() {
            "/type".to_owned()
        } else {
            inner
        };
        Malformed { path, reason }
    })
}

/// Reads any value with the place of the first fault.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Malformed> {
    let place = Place::tracked();
    T::deserialize(PlacedValue::new(ParsedValue::from(value), &place)).map_err(|error| Malformed {
        path: place.pointer(),
        reason: message!(MESSAGES, "form-refused", reason = error.to_string()),
    })
}

/// Reads a form that somebody filled in; `what` names it to them, as in "the setup". Refused with the place of the first
/// fault as `path`. Rule `HS-FORM-01`.
pub fn read_form<T: DeserializeOwned>(what: &str, form: &Value) -> Result<T, Refusal> {
    read(form).map_err(|malformed| {
        Refusal::new(
            "HS-FORM-01",
            message!(
                MESSAGES,
                "form-unread",
                what = what.to_owned(),
                fault = malformed.message()
            ),
        )
        .with("path", malformed.path)
    })
}

/// The JSON Schema of a type as serde writes it, in the draft of 2020-12.
pub fn schema<T: schemars::JsonSchema>() -> Value {
    schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// A JSON Schema as it is checked in.
///
/// # Panics
/// The text is no JSON: a test compares it with what the type says.
pub fn checked_in_schema(text: &str) -> Value {
    serde_json::from_str(text).expect("a checked-in schema is JSON")
}

/// The JSON Schema of the wire form, made from the schema of the external form.
pub fn tagged_schema<T: schemars::JsonSchema>() -> Value {
    let mut schema = schema::<T>();
    if let Some(object) = schema.as_object_mut() {
        for list in ["oneOf", "anyOf"] {
            if let Some(Value::Array(variants)) = object.remove(list) {
                let variants = variants.into_iter().flat_map(tag_variant).collect();
                object.insert("oneOf".to_owned(), Value::Array(variants));
            }
        }
    }
    schema
}

fn tag_variant(variant: Value) -> Vec<Value> {
    let Value::Object(mut map) = variant else {
        return vec![variant];
    };
    let description = map.remove("description");
    let describe = |mut object: Map<String, Value>| {
        if let Some(text) = &description {
            object.entry("description").or_insert_with(|| text.clone());
        }
        Value::Object(object)
    };
    if let Some(name) = map.get("const").cloned() {
        return vec![describe(unit_schema(&name))];
    }
    if let Some(Value::Array(names)) = map.get("enum").cloned() {
        return names
            .into_iter()
            .map(|name| describe(unit_schema(&name)))
            .collect();
    }
    let inner = map
        .get("properties")
        .and_then(Value::as_object)
        .and_then(|properties| properties.iter().next())
        .map(|(name, schema)| (name.clone(), schema.clone()));
    match inner {
        Some((name, Value::Object(mut fields))) if fields.contains_key("properties") => {
            if let Some(Value::Object(properties)) = fields.get_mut("properties") {
                properties.insert("type".to_owned(), serde_json::json!({ "const": name }));
            }
            let required = fields
                .entry("required")
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(required) = required {
                required.insert(0, Value::String("type".to_owned()));
            }
            vec![describe(fields)]
        }
        Some((name, _)) => vec![describe(unit_schema(&Value::String(name)))],
        None => vec![describe(map)],
    }
}

fn unit_schema(name: &Value) -> Map<String, Value> {
    let schema = serde_json::json!({
        "type": "object",
        "properties": { "type": { "const": name } },
        "required": ["type"],
        "additionalProperties": false
    });
    match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
