//! Packs: charts, maps and battles as JSON, checked whole before use. `PACKS.md` shows how an owner writes one.

#[cfg(test)]
mod forged;
pub mod form;
mod meaning;
pub mod setups;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use hindsight_kernel::pack::{Faults, PackReader, hash};
use hindsight_kernel::{PackFault, PackInfo, Packs, wire};
use serde_json::Value;

use self::form::Pack;
use crate::MenOfIron;
use crate::data::Battle;

/// The embedded sample pack.
pub const SAMPLE: &str = include_str!("../../packs/sample.json");

/// The JSON Schema of a pack.
const SCHEMA: &str = include_str!("../../packs/schema.json");
/// The JSON Schema of a battle as a game keeps it.
const BATTLE_SCHEMA: &str = include_str!("../../packs/battle-schema.json");

static PACK: LazyLock<PackReader<Pack>> =
    LazyLock::new(|| PackReader::by_schema(wire::checked_in_schema(SCHEMA)));
static BATTLE: LazyLock<PackReader<Battle>> =
    LazyLock::new(|| PackReader::by_schema(wire::checked_in_schema(BATTLE_SCHEMA)));

/// A sound pack with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundPack {
    /// What it holds.
    pub pack: Pack,
    /// What it is.
    pub info: PackInfo,
}

impl SoundPack {
    /// A battle as a game keeps it.
    pub fn battle(&self, id: &str) -> Option<Battle> {
        let battle = self.pack.battles.iter().find(|battle| battle.id == id)?;
        battle.battle(&self.pack, &self.info.hash)
    }
}

/// Checks a pack wholly and reads it.
///
/// # Errors
/// Every fault with the JSON pointer of its place; those of the meaning once the form is right.
pub fn read_pack(value: &Value) -> Result<SoundPack, Vec<PackFault>> {
    let mut faults = Faults::default();
    let pack = PACK.read(value, &mut faults);
    let hash = hash(value);
    // What stands in the place of a fault would be at fault with the rest.
    if let Some(pack) = pack.as_ref().filter(|_| faults.is_empty()) {
        meaning::pack(pack, &hash, &mut faults);
    }
    match pack {
        Some(pack) if faults.is_empty() => {
            let info = PackInfo {
                system: pack.system.clone(),
                id: pack.id.clone(),
                name: pack.title.clone(),
                version: pack.version.clone(),
                hash,
            };
            Ok(SoundPack { pack, info })
        }
        Some(_) | None => Err(faults.into_list()),
    }
}

/// Every fault of a battle that came with a position instead of a pack.
pub fn battle_faults(battle: &Battle) -> Vec<PackFault> {
    let mut faults = Faults::default();
    let form = serde_json::to_value(battle).unwrap_or(Value::Null);
    BATTLE.read(&form, &mut faults);
    if faults.is_empty() {
        meaning::battle(battle, "", &mut faults);
    }
    faults.into_list()
}

impl Packs for MenOfIron {
    fn sample_packs() -> Vec<Value> {
        vec![serde_json::from_str(SAMPLE).expect("the sample pack is checked by its test")]
    }

    fn check_pack(pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        read_pack(pack).map(|sound| sound.info)
    }

    fn pack_schema() -> Value {
        wire::checked_in_schema(SCHEMA)
    }
}
