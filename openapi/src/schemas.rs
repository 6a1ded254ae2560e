//! One set of component schemas for the whole document, made from the types themselves.

use std::collections::BTreeSet;

use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

use hindsight_engine::COMPONENTS;

use crate::describe::SchemaOf;
use crate::for_generators::adapt;

/// The component schemas of the document: a type that looks the same in requests and in answers has one, else the
/// request's has the suffix `Input`.
pub(crate) struct Components {
    taken: SchemaGenerator,
    given: SchemaGenerator,
    /// Types whose requests look otherwise than their answers, and what refers to such a type.
    two_forms: BTreeSet<String>,
    all: Map<String, Value>,
}

fn generator(contract: Contract) -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    settings.contract = contract;
    settings.into_generator()
}

impl Components {
    /// The components of what the server takes (request bodies) and of what it gives (answers).
    pub(crate) fn new(
        taken_types: impl IntoIterator<Item = SchemaOf>,
        given_types: impl IntoIterator<Item = SchemaOf>,
    ) -> Self {
        let (mut taken, mut given) = (generator(Contract::Deserialize), generator(Contract::Serialize));
        for schema in taken_types {
            (schema.ask)(&mut taken);
        }
        for schema in given_types {
            (schema.ask)(&mut given);
        }
        let mut all = given.clone().take_definitions(true);
        let requests = taken.clone().take_definitions(true);
        let mut two_forms: BTreeSet<String> = requests
            .iter()
            .filter(|(name, schema)| all.get(*name).is_some_and(|given| given != *schema))
            .map(|(name, _)| name.clone())
            .collect();
        loop {
            let more: Vec<String> = requests
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
        for (name, mut schema) in requests {
            rename(&mut schema, &|name| Some(request_name(&two_forms, name)));
            all.entry(request_name(&two_forms, &name)).or_insert(schema);
        }
        for system in hindsight_engine::systems() {
            add_system(&mut all, *system);
        }
        Self {
            taken,
            given,
            two_forms,
            all,
        }
    }

    /// The schema of a request body, as a reference where the type has a component.
    pub(crate) fn request(&mut self, schema: SchemaOf) -> Value {
        let mut value = (schema.ask)(&mut self.taken).to_value();
        rename(&mut value, &|name| Some(request_name(&self.two_forms, name)));
        adapt(&mut value);
        value
    }

    /// The schema of an answer, as a reference where the type has a component.
    pub(crate) fn answer(&mut self, schema: SchemaOf) -> Value {
        let mut value = (schema.ask)(&mut self.given).to_value();
        adapt(&mut value);
        value
    }

    /// All of them by name.
    pub(crate) fn into_schemas(mut self) -> Map<String, Value> {
        self.all.values_mut().for_each(adapt);
        self.all
    }
}

/// The component of a type in requests.
fn request_name(two_forms: &BTreeSet<String>, name: &str) -> String {
    if two_forms.contains(name) {
        format!("{name}Input")
    } else {
        name.to_owned()
    }
}

fn refers(schema: &Value, names: &BTreeSet<String>) -> bool {
    match schema {
        Value::Object(map) => map.iter().any(|(key, value)| match value {
            Value::String(text) if key == "$ref" => text
                .strip_prefix(COMPONENTS)
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
                    && let Some(new) = text.strip_prefix(COMPONENTS).and_then(to)
                {
                    *text = format!("{COMPONENTS}{new}");
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
                            *text = format!("{COMPONENTS}{prefix}{inner}");
                        } else if text == "#" {
                            *text = format!("{COMPONENTS}{root}");
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
