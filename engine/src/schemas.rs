//! The JSON Schemas of a system: made from its types, or read from where they are checked in.
//!
//! A program that makes schemas carries the code for it, of every type that is stored or sent. The systems of this release
//! are read instead; the test below makes their schemas and compares.

use hindsight_kernel::{RuleSet, wire};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The JSON Schemas of a system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schemas {
    /// A setup request.
    pub setup: Value,
    /// A command of the system.
    pub command: Value,
    /// An event of the system.
    pub event: Value,
    /// A position.
    pub state: Value,
    /// What a ruling may change.
    pub patch: Value,
    /// A pack.
    pub pack: Value,
    /// A position drawn by hand.
    pub sketch: Value,
}

/// Where the schemas of a system come from.
pub(crate) trait SchemaSource: 'static {
    /// The schemas of a system.
    fn schemas<R: RuleSet>() -> Schemas;
}

/// Made from the types: of a system that a program adds.
pub(crate) struct Generated;

impl SchemaSource for Generated {
    fn schemas<R: RuleSet>() -> Schemas {
        Schemas {
            setup: R::setup_schema(),
            command: wire::tagged_schema::<R::Command>(),
            event: wire::tagged_schema::<R::Event>(),
            state: wire::schema::<R::State>(),
            patch: wire::tagged_schema::<R::Patch>(),
            pack: R::pack_schema(),
            sketch: R::sketch_schema(),
        }
    }
}

/// Read from `engine/schemas`; that of a pack is the game's own, which it reads packs by.
pub(crate) struct CheckedIn;

macro_rules! packed {
    ($($system:literal),* $(,)?) => {
        [$(($system, include_bytes!(concat!(env!("OUT_DIR"), "/", $system)).as_slice())),*]
    };
}

static PACKED: [(&str, &[u8]); 5] = packed![
    "battleground-3",
    "battleground-4",
    "before-battle",
    "ice-and-fire",
    "men-of-iron",
];

impl SchemaSource for CheckedIn {
    fn schemas<R: RuleSet>() -> Schemas {
        checked_in(R::ID, R::pack_schema())
    }
}

fn checked_in(id: &str, pack: Value) -> Schemas {
    let packed = PACKED.iter().find(|(system, _)| *system == id);
    let (_, packed) = packed.expect("every system of this release is in the list");
    let text = hindsight_packed_text::unpack(packed);
    let mut parts: Value = serde_json::from_str(&text).expect("the checked-in schemas are JSON");
    parts["pack"] = pack;
    serde_json::from_value(parts).expect("the checked-in schemas are all there")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the checked-in schemas when `UPDATE=1`; otherwise they must be what the types say.
    fn are_checked_in<R: RuleSet>() {
        let made = Generated::schemas::<R>();
        let mut parts = serde_json::to_value(&made).unwrap();
        parts.as_object_mut().unwrap().remove("pack");
        let now = format!("{parts:#}\n");
        let file = format!("{}/schemas/{}.json", env!("CARGO_MANIFEST_DIR"), R::ID);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(file, now).unwrap();
            return;
        }
        let why = "is out of date: UPDATE=1 cargo test -p hindsight-engine the_checked_in_schemas";
        assert!(std::fs::read_to_string(&file).unwrap() == now, "{file} {why}");
        // To the byte: the answer of the server is tagged by them.
        let carried = serde_json::to_string(&CheckedIn::schemas::<R>()).unwrap();
        assert!(
            serde_json::to_string(&made).unwrap() == carried,
            "{} {why}",
            R::ID
        );
    }

    #[test]
    fn the_checked_in_schemas_are_the_present_ones() {
        are_checked_in::<before_battle::BeforeBattle>();
        are_checked_in::<battleground::Battleground>();
        are_checked_in::<battleground::Battleground3>();
        are_checked_in::<ice_and_fire::IceAndFire>();
        are_checked_in::<men_of_iron::MenOfIron>();
    }
}
