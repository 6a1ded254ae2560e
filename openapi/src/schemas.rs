//! One set of component schemas for the whole document, made from the types themselves.

use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// How a schema is asked from a generator.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type, as a reference into the components.
pub(crate) fn schema_of<T: JsonSchema>() -> SchemaOf {
    SchemaGenerator::subschema_for::<T>
}

/// The components of what the server takes and of what it gives.
pub(crate) struct Components {
    taken: SchemaGenerator,
    given: SchemaGenerator,
}

fn generator(contract: Contract) -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    settings.contract = contract;
    settings.into_generator()
}

impl Components {
    pub(crate) fn new() -> Self {
        Self {
            taken: generator(Contract::Deserialize),
            given: generator(Contract::Serialize),
        }
    }

    /// The schema of a request body. Its references are marked until [`Components::finish`].
    pub(crate) fn taken(&mut self, schema: SchemaOf) -> Value {
        let mut value = schema(&mut self.taken).to_value();
        rename(&mut value, &|name| Some(format!("{TAKEN}{name}")));
        value
    }

    /// The schema of an answer.
    pub(crate) fn given(&mut self, schema: SchemaOf) -> Value {
        schema(&mut self.given).to_value()
    }

    /// All components, and the document with its marked references put right: a type that looks the same in both
    /// directions has one component, else the request's has the suffix `Input`.
    pub(crate) fn finish(mut self, document: &mut Value) -> Map<String, Value> {
        let mut all = self.given.take_definitions(true);
        let taken = self.taken.take_definitions(true);
        let differs: Vec<String> = taken
            .iter()
            .filter(|(name, schema)| all.get(*name).is_some_and(|given| given != *schema))
            .map(|(name, _)| name.clone())
            .collect();
        // What refers to a type with two forms has two forms itself.
        let mut two_forms: std::collections::BTreeSet<String> = differs.into_iter().collect();
        loop {
            let more: Vec<String> = taken
                .iter()
                .filter(|(name, schema)| {
                    !two_forms.contains(*name) && all.contains_key(*name) && refers(schema, &two_forms)
                })
                .map(|(name, _)| name.clone())
                .collect();
            if more.is_empty() {
                break;
            }
            two_forms.extend(more);
        }
        let right = |name: &str| {
            if two_forms.contains(name) {
                format!("{name}Input")
            } else {
                name.to_owned()
            }
        };
        for (name, mut schema) in taken {
            rename(&mut schema, &|name| Some(right(name)));
            all.entry(right(&name)).or_insert(schema);
        }
        rename(document, &|name| name.strip_prefix(TAKEN).map(&right));
        for system in hindsight_engine::systems() {
            add_system(&mut all, *system);
        }
        all
    }
}

const TAKEN: &str = "taken:";
const REFERENCE: &str = "#/components/schemas/";

fn refers(schema: &Value, names: &std::collections::BTreeSet<String>) -> bool {
    match schema {
        Value::Object(map) => map.iter().any(|(key, value)| match value {
            Value::String(text) if key == "$ref" => text
                .strip_prefix(REFERENCE)
                .is_some_and(|name| names.contains(name)),
            other => refers(other, names),
        }),
        Value::Array(list) => list.iter().any(|value| refers(value, names)),
        _ => false,
    }
}

/// Gives references new names, where `to` has one.
fn rename(value: &mut Value, to: &dyn Fn(&str) -> Option<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                if key == "$ref"
                    && let Value::String(text) = value
                    && let Some(new) = text.strip_prefix(REFERENCE).and_then(to)
                {
                    *text = format!("{REFERENCE}{new}");
                } else {
                    rename(value, to);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| rename(value, to)),
        _ => {}
    }
}

/// A system's own schemas, their definitions put beside them under the system's name.
fn add_system(all: &mut Map<String, Value>, system: &dyn hindsight_engine::System) {
    let schemas = system.schemas();
    let parts = [
        ("Setup", schemas.setup),
        ("Command", schemas.command),
        ("Event", schemas.event),
        ("State", schemas.state),
        ("Patch", schemas.patch),
        ("Pack", schemas.pack),
        ("Sketch", schemas.sketch),
    ];
    for (part, mut schema) in parts {
        let name = format!("{}.{part}", system.id());
        let definitions = schema.as_object_mut().and_then(|root| {
            root.remove("$schema");
            root.remove("$defs")
        });
        let prefix = format!("{name}.");
        localise(&mut schema, &name, &prefix);
        all.insert(name.clone(), schema);
        if let Some(Value::Object(definitions)) = definitions {
            for (inner, mut schema) in definitions {
                localise(&mut schema, &name, &prefix);
                all.insert(format!("{prefix}{inner}"), schema);
            }
        }
    }
}

fn localise(value: &mut Value, root: &str, prefix: &str) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value {
                    Value::String(text) if key == "$ref" => {
                        if let Some(inner) = text.strip_prefix("#/$defs/") {
                            *text = format!("{REFERENCE}{prefix}{inner}");
                        } else if text == "#" {
                            *text = format!("{REFERENCE}{root}");
                        }
                    }
                    other => localise(other, root, prefix),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| localise(value, root, prefix)),
        _ => {}
    }
}

macro_rules! of_any_system {
    ($($(#[$doc:meta])* $name:ident $part:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let options: Vec<Value> = hindsight_engine::systems()
                    .iter()
                    .map(|system| json!({ "$ref": format!("{REFERENCE}{}.{}", system.id(), $part) }))
                    .collect();
                Schema::try_from(json!({ "anyOf": options })).unwrap_or_default()
            }
        }
    )*};
}

of_any_system! {
    /// The schema of a setup request of one of the systems.
    SystemSetup "Setup";
    /// The schema of a command of one of the systems.
    SystemCommand "Command";
    /// The schema of a position of one of the systems.
    SystemState "State";
    /// The schema of what a ruling may change in one of the systems.
    SystemPatch "Patch";
    /// The schema of a pack of one of the systems.
    SystemPack "Pack";
    /// The schema of a position drawn by hand of one of the systems.
    SystemSketch "Sketch";
}
