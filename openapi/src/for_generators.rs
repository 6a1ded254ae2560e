//! Schemas in the forms that common client generators read, saying what they said before.
//!
//! The generators that `tests/clients` runs take three forms of `schemars` for something else: names with a description each,
//! constants without a type, and fields beside alternatives.

use serde_json::{Map, Value, json};

/// Brings a schema and all schemas inside it into those forms.
pub(crate) fn adapt(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            names_as_enum(map);
            type_of_constant(map);
            fields_into_alternatives(map);
            for (keyword, inner) in map.iter_mut() {
                if !["default", "example", "examples", "enum", "const"].contains(&keyword.as_str()) {
                    adapt(inner);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(adapt),
        _ => {}
    }
}

/// The names that an alternative is, if it is nothing else: `{"const": "a"}` or `{"enum": ["a", "b"]}`.
fn names(alternative: &Value) -> Option<Vec<&str>> {
    let map = alternative.as_object()?;
    let known = ["const", "enum", "type", "description"];
    if !map.keys().all(|keyword| known.contains(&keyword.as_str())) {
        return None;
    }
    match (map.get("const"), map.get("enum")) {
        (Some(name), None) => Some(vec![name.as_str()?]),
        (None, Some(names)) => names.as_array()?.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

/// Alternatives that are names alone become one `enum`; what is said of each stands in the description.
fn names_as_enum(map: &mut Map<String, Value>) {
    let Some(alternatives) = map.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let Some(each) = alternatives.iter().map(names).collect::<Option<Vec<_>>>() else {
        return;
    };
    let all: Vec<&str> = each.iter().flatten().copied().collect();
    if all.is_empty() || map.contains_key("enum") {
        return;
    }
    let said: Vec<String> = alternatives
        .iter()
        .zip(&each)
        .filter_map(|(alternative, names)| Some((alternative.get("description")?.as_str()?, names)))
        .flat_map(|(said, names)| names.iter().map(move |name| format!("- `{name}`: {said}")))
        .collect();
    let mut description = map
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    if !said.is_empty() {
        if !description.is_empty() {
            description.push_str("\n\n");
        }
        description.push_str(&said.join("\n"));
    }
    let all = json!(all);
    map.remove("oneOf");
    map.insert("type".to_owned(), json!("string"));
    map.insert("enum".to_owned(), all);
    if !description.is_empty() {
        map.insert("description".to_owned(), json!(description));
    }
}

/// A constant text says that it is a text.
fn type_of_constant(map: &mut Map<String, Value>) {
    if map.get("const").is_some_and(Value::is_string) && !map.contains_key("type") {
        map.insert("type".to_owned(), json!("string"));
    }
}

/// Fields that stand beside alternatives stand in each of them instead.
fn fields_into_alternatives(map: &mut Map<String, Value>) {
    let all_have_fields = map
        .get("oneOf")
        .and_then(Value::as_array)
        .is_some_and(|alternatives| {
            alternatives
                .iter()
                .all(|alternative| alternative["properties"].is_object())
        });
    if !all_have_fields {
        return;
    }
    let Some(Value::Object(fields)) = map.remove("properties") else {
        return;
    };
    let required = map.remove("required");
    map.remove("type");
    let alternatives = map
        .get_mut("oneOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten();
    for alternative in alternatives.filter_map(Value::as_object_mut) {
        if let Some(Value::Object(own)) = alternative.get_mut("properties") {
            for (name, field) in &fields {
                own.entry(name).or_insert_with(|| field.clone());
            }
        }
        if let Some(Value::Array(outer)) = &required {
            let own = alternative.entry("required").or_insert_with(|| json!([]));
            if let Value::Array(own) = own {
                own.extend(outer.iter().cloned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapted(mut schema: Value) -> Value {
        adapt(&mut schema);
        schema
    }

    #[test]
    fn names_with_a_description_each_become_one_enum() {
        let given = json!({ "description": "Which way.", "oneOf": [
            { "type": "string", "const": "left", "description": "To the left." },
            { "type": "string", "enum": ["right", "about"] },
        ] });
        let expected = json!({ "type": "string", "enum": ["left", "right", "about"],
            "description": "Which way.\n\n- `left`: To the left." });
        assert_eq!(
            adapted(json!({ "properties": { "way": given } })),
            json!({ "properties": { "way": expected } })
        );
    }

    #[test]
    fn alternatives_that_are_more_than_names_stay() {
        let given = json!({ "oneOf": [{ "const": "all", "type": "string" }, { "type": "object" }] });
        assert_eq!(adapted(given.clone()), given);
    }

    #[test]
    fn a_constant_text_says_that_it_is_a_text_and_examples_stay_as_they_are() {
        let given = json!({ "properties": { "type": { "const": "moved" } }, "examples": [{ "const": "x" }] });
        let expected = json!({ "properties": { "type": { "const": "moved", "type": "string" } }, "examples": [{ "const": "x" }] });
        assert_eq!(adapted(given), expected);
        let number = json!({ "const": 4 });
        assert_eq!(adapted(number.clone()), number);
    }

    #[test]
    fn fields_beside_alternatives_stand_in_each_of_them() {
        let given = json!({ "type": "object", "properties": { "seat": {}, "dice": {} }, "required": ["seat"], "oneOf": [
            { "type": "object", "properties": { "to": {} }, "required": ["to"] },
            { "type": "object", "properties": { "dice": { "type": "array" } } },
        ] });
        let expected = json!({ "oneOf": [
            { "type": "object", "properties": { "to": {}, "seat": {}, "dice": {} }, "required": ["to", "seat"] },
            { "type": "object", "properties": { "dice": { "type": "array" }, "seat": {} }, "required": ["seat"] },
        ] });
        assert_eq!(adapted(given), expected);
    }
}
