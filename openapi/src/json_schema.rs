//! JSON Schemas of the wire types as `utoipa` takes them.
//!
//! Where `utoipa` has a field for a keyword the keyword goes there; the others (`const`, `patternProperties` ...) stand among
//! the schema's extensions under their own names, so nothing is lost: a schema read back as JSON is the one that was put in.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{
    AdditionalProperties, AllOf, AnyOf, Array, ArrayItems, Object, OneOf, Schema, SchemaType,
};
use utoipa::openapi::{Ref, RefOr};

/// A JSON Schema as `utoipa` has it.
pub(crate) fn schema(value: &Value) -> RefOr<Schema> {
    match value {
        // Anything at all.
        Value::Object(map) if map.is_empty() => verbatim(map),
        Value::Object(map) => known(map).unwrap_or_else(|| verbatim(map)),
        // Anything; `utoipa` has no room for a bare `true`, so it is the empty schema, which says the same.
        Value::Bool(true) => verbatim(&Map::new()),
        // Nothing.
        _ => verbatim(&Map::from_iter([("not".to_owned(), json!({}))])),
    }
}

/// A schema all of whose keywords stand among its extensions.
fn verbatim(map: &Map<String, Value>) -> RefOr<Schema> {
    let mut object = Object::default();
    object.schema_type = SchemaType::AnyValue;
    object.extensions = Some(map.clone().into_iter().collect());
    RefOr::T(Schema::Object(object))
}

/// A schema by the kind of its keywords; `None` if what `utoipa` makes of it would read otherwise.
fn known(map: &Map<String, Value>) -> Option<RefOr<Schema>> {
    if map.contains_key("$ref") {
        // With other keywords beside it a reference is a schema like any other.
        let (reference, more) = read::<Ref>(map)?;
        return more.is_none().then_some(RefOr::Ref(reference));
    }
    let mut rest = map.clone();
    let list = |rest: &mut Map<String, Value>, keyword| match rest.remove(keyword)? {
        Value::Array(items) => Some(items.iter().map(schema).collect::<Vec<_>>()),
        _ => None,
    };
    let empty = || Value::Array(Vec::new());
    if map.contains_key("oneOf") {
        let items = list(&mut rest, "oneOf")?;
        let (mut node, more) = read_with::<OneOf>(&rest, "oneOf", empty())?;
        (node.items, node.extensions) = (items, more);
        return Some(RefOr::T(Schema::OneOf(node)));
    }
    if map.contains_key("anyOf") {
        let items = list(&mut rest, "anyOf")?;
        let (mut node, more) = read_with::<AnyOf>(&rest, "anyOf", empty())?;
        (node.items, node.extensions) = (items, more);
        return Some(RefOr::T(Schema::AnyOf(node)));
    }
    if map.contains_key("allOf") {
        let items = list(&mut rest, "allOf")?;
        let (mut node, more) = read_with::<AllOf>(&rest, "allOf", empty())?;
        (node.items, node.extensions) = (items, more);
        return Some(RefOr::T(Schema::AllOf(node)));
    }
    let is_schema = |items: &Value| items.is_object() || *items == json!(true);
    if map.get("type") == Some(&json!("array")) && map.get("items").is_some_and(is_schema) {
        let items = schema(&rest.remove("items")?);
        let (mut node, more) = read_with::<Array>(&rest, "items", json!({ "type": "object" }))?;
        node.items = ArrayItems::RefOrSchema(Box::new(items));
        node.extensions = more;
        return Some(RefOr::T(Schema::Array(node)));
    }
    object(rest).map(|object| RefOr::T(Schema::Object(object)))
}

fn object(mut rest: Map<String, Value>) -> Option<Object> {
    let properties = match rest.remove("properties") {
        None => Map::new(),
        Some(Value::Object(properties)) if !properties.is_empty() => properties,
        Some(_) => return None,
    };
    let additional = match rest.remove("additionalProperties") {
        None => None,
        Some(Value::Bool(any)) => Some(AdditionalProperties::FreeForm(any)),
        Some(other) => Some(AdditionalProperties::RefOr(schema(&other))),
    };
    // `utoipa` wants a type; a schema without one has none again afterwards.
    let (mut node, more) = if rest.contains_key("type") {
        read::<Object>(&rest)?
    } else {
        let (mut node, more) = read_with::<Object>(&rest, "type", json!("object"))?;
        node.schema_type = SchemaType::AnyValue;
        (node, more)
    };
    node.properties = properties
        .iter()
        .map(|(name, value)| (name.clone(), schema(value)))
        .collect();
    node.additional_properties = additional.map(Box::new);
    node.extensions = more;
    Some(node)
}

/// Reads a part of a schema: what the type takes, and what it leaves. `None` if it would write something else.
fn read<T: DeserializeOwned + Serialize>(part: &Map<String, Value>) -> Option<(T, Option<Extensions>)> {
    /// Keywords with schemas of their own, for which `utoipa` has less room than JSON Schema.
    const LEFT: [&str; 3] = ["propertyNames", "contentSchema", "prefixItems"];
    let taken: Map<String, Value> = part
        .iter()
        .filter(|(key, _)| !LEFT.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let node: T = serde_json::from_value(Value::Object(taken)).ok()?;
    let Ok(Value::Object(told)) = serde_json::to_value(&node) else {
        return None;
    };
    if told.iter().any(|(key, value)| part.get(key) != Some(value)) {
        return None;
    }
    let more: Map<String, Value> = part
        .iter()
        .filter(|(key, _)| !told.contains_key(*key))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    Some((node, (!more.is_empty()).then(|| more.into_iter().collect())))
}

/// As [`read`], with a keyword that the type cannot be read without.
fn read_with<T: DeserializeOwned + Serialize>(
    part: &Map<String, Value>,
    keyword: &str,
    value: Value,
) -> Option<(T, Option<Extensions>)> {
    let mut part = part.clone();
    part.insert(keyword.to_owned(), value);
    read(&part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_reads_back_as_it_was_put_in() {
        for value in [
            json!({}),
            json!({ "$ref": "#/components/schemas/Seat" }),
            json!({ "$ref": "#/components/schemas/Seat", "default": "A" }),
            json!({ "$ref": "#/x", "type": "object", "properties": { "a": { "const": "b" } }, "required": ["a"] }),
            json!({ "type": "string", "const": "said", "description": "A word." }),
            json!({ "type": ["string", "null"], "default": null }),
            json!({ "type": "integer", "format": "uint32", "minimum": 0, "maximum": 4_294_967_295_u32 }),
            json!({ "type": "number", "minimum": 0.5, "multipleOf": 0.25 }),
            json!({ "const": 4 }),
            json!({ "enum": ["a", 1, null] }),
            json!({ "type": "array", "items": { "const": "x" }, "minItems": 1, "maxItems": 2, "uniqueItems": true }),
            json!({ "type": "array", "items": {} }),
            json!({ "type": "array", "prefixItems": [{ "type": "string" }], "items": false, "minItems": 1 }),
            json!({ "type": "object", "additionalProperties": false, "properties": {
                "a": { "anyOf": [{ "$ref": "#/x" }, { "type": "null" }], "default": null },
                "b": { "type": "object", "additionalProperties": { "type": "integer" } }
            }, "required": ["a"] }),
            json!({ "type": "object", "patternProperties": { "^[AB]$": { "type": "string" } } }),
            json!({ "type": "object", "propertyNames": { "$ref": "#/x" }, "properties": {} }),
            json!({ "oneOf": [{ "type": "object", "properties": { "type": { "const": "a" } } }],
                    "type": "object", "properties": { "also": { "type": "boolean" } } }),
            json!({ "allOf": [{ "title": "one" }], "unevaluatedProperties": false }),
            json!({ "not": { "type": "null" }, "if": { "const": 1 }, "then": { "type": "integer" } }),
        ] {
            let told = serde_json::to_value(schema(&value)).unwrap();
            assert_eq!(told, value);
        }
        // The two schemas that are no objects, as objects that say the same: generators of clients refuse a bare `true`.
        assert_eq!(
            serde_json::to_value(schema(&json!({ "type": "array", "items": true }))).unwrap(),
            json!({ "type": "array", "items": {} })
        );
        assert_eq!(serde_json::to_value(schema(&json!(true))).unwrap(), json!({}));
        assert_eq!(
            serde_json::to_value(schema(&json!(false))).unwrap(),
            json!({ "not": {} })
        );
    }
}
