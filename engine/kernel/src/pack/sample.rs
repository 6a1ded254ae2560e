//! A sound value made from a JSON Schema: what a reader puts in the place of one that is wrong.

use serde_json::{Map, Value};

use super::reader::Schema;

/// How deep a sample may be nested.
const DEEPEST: usize = 12;

/// A value that a schema allows, as small as can be: its default, its first example, or the least of its kind; nothing
/// where none is found. A text with a `pattern` needs an `examples` in its schema.
pub(super) fn sample(schema: Schema<'_>) -> Option<Value> {
    of(schema, DEEPEST)
}

fn of(schema: Schema<'_>, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let schema = schema.resolved();
    let written = [
        schema.get("default").cloned(),
        first(schema.get("examples")),
        schema.get("const").cloned(),
        first(schema.get("enum")),
    ];
    if let Some(written) = written.into_iter().flatten().next() {
        return Some(written);
    }
    if let Some(branches) = schema.branches() {
        let (nothing, others): (Vec<_>, Vec<_>) =
            branches.into_iter().partition(|branch| branch.allows("null"));
        return nothing
            .into_iter()
            .chain(others)
            .find_map(|branch| of(branch, depth));
    }
    match schema.types().first().copied()? {
        "null" => Some(Value::Null),
        "boolean" => Some(Value::Bool(false)),
        "integer" | "number" => Some(number(schema)),
        "string" => Some(Value::String("x".repeat(schema.size("minLength").unwrap_or(0)))),
        "array" => (0..schema.size("minItems").unwrap_or(0))
            .map(|place| of(schema.item(place)?, depth))
            .collect::<Option<Vec<_>>>()
            .map(Value::Array),
        "object" => schema
            .required()
            .map(|name| Some((name.to_owned(), of(schema.property(name)?, depth)?)))
            .collect::<Option<Map<_, _>>>()
            .map(Value::Object),
        _ => None,
    }
}

fn first(list: Option<&Value>) -> Option<Value> {
    list?.as_array()?.first().cloned()
}

/// Zero, or the bound that is nearest to it.
fn number(schema: Schema<'_>) -> Value {
    let bound = |name: &str| schema.get(name).filter(|bound| bound.is_number()).cloned();
    match (bound("minimum"), bound("maximum")) {
        (Some(least), _) if least.as_f64().is_some_and(|least| least > 0.0) => least,
        (_, Some(most)) if most.as_f64().is_some_and(|most| most < 0.0) => most,
        _ => Value::from(0),
    }
}
