//! Schemas of parts that each system has its own of: a choice among those of all systems, by reference into the components of
//! the API's document.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

/// The place of the schemas of the systems in the document, as `{id}.{part}`.
pub const COMPONENTS: &str = "#/components/schemas/";

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
                let options: Vec<Value> = crate::systems()
                    .iter()
                    .map(|system| json!({ "$ref": format!("{COMPONENTS}{}.{}", system.id(), $part) }))
                    .collect();
                // ERR: an object is a schema.
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
