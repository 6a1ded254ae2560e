//! Packs: reading and checking, the sample pack, the import of public unit data.
//!
//! The kernel's [`PackReader`] reads a pack leniently, then `meaning` looks at what it says, so that an owner sees all faults at
//! once, each with its place.

mod import;
mod meaning;
mod setup;

use std::sync::{Arc, LazyLock};

use hindsight_kernel::pack::{Faults, PackReader, hash};
use hindsight_kernel::{
    ImportFault, ImportFile, ImportedPack, PackFault, PackImport, PackInfo, PackTitle, Packs, Rulebook,
    Rules, wire,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cards::{
    Attachment, Cards, Faction, Name, Ncu, PackRef, ReadyArmy, SharedCards, TacticsCard, TerrainCard,
    TraySizes, UnitCard,
};

use crate::IceAndFire;

pub use self::import::{ASOIAF_TMG_DATA, import_asoiaf_tmg_data};
pub use self::setup::{Options, ReadyNames, SampleArmies, SetupRequest, usual_victory};

/// The id of the system in packs.
const SYSTEM: &str = "ice-and-fire";

/// The embedded sample pack.
pub const SAMPLE: &str = include_str!("../../packs/sample.json");
/// The JSON Schema of a pack as it is checked in.
const SCHEMA: &str = include_str!("../../packs/schema.json");

/// The reader of packs.
static READER: LazyLock<PackReader<Pack>> =
    LazyLock::new(|| PackReader::by_schema(wire::checked_in_schema(SCHEMA)));

/// A data pack: everything the sheet leaves to its cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// `ice-and-fire`.
    pub system: String,
    /// Lower-case words and hyphens.
    pub id: Name,
    /// What people call it.
    pub name: String,
    /// The pack's own version.
    pub version: String,
    /// Trays other than those of rule `IF-GEO-03`.
    #[serde(default, skip_serializing_if = "crate::cards::is_default")]
    pub trays: TraySizes,
    /// The factions.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub factions: Vec<Faction>,
    /// Combat unit cards.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub units: Vec<UnitCard>,
    /// Attachments, commanders included.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub attachments: Vec<Attachment>,
    /// NCUs.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub ncus: Vec<Ncu>,
    /// Designs of tactics cards.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub tactics: Vec<TacticsCard>,
    /// Terrain pieces; the table of rule `IF-TERR-14` where none is given.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub terrain: Vec<TerrainCard>,
    /// Armies ready to play.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub armies: Vec<ReadyArmy>,
}

impl Pack {
    /// The cards of this pack as a game keeps them.
    pub fn cards(&self, hash: &str) -> Cards {
        Cards {
            packs: vec![PackRef {
                id: self.id,
                hash: hash.to_owned(),
            }],
            trays: self.trays,
            factions: self.factions.clone(),
            units: self.units.clone(),
            attachments: self.attachments.clone(),
            ncus: self.ncus.clone(),
            tactics: self.tactics.clone(),
            terrain: if self.terrain.is_empty() {
                usual_terrain()
            } else {
                self.terrain.clone()
            },
        }
    }

    /// A ready army by its id.
    pub fn army(&self, id: &str) -> Option<&ReadyArmy> {
        self.armies.iter().find(|army| army.id.as_str() == id)
    }
}

/// A sound pack with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundPack {
    /// What it holds.
    pub pack: Pack,
    /// What it is.
    pub info: PackInfo,
}

impl SoundPack {
    /// The cards of this pack as a game keeps them.
    pub fn cards(&self) -> SharedCards {
        Arc::new(self.pack.cards(&self.info.hash))
    }
}

/// Reads a pack.
///
/// # Errors
/// All its faults, each with the JSON pointer of its place and what would be right.
pub fn read_pack(value: &Value) -> Result<SoundPack, Vec<PackFault>> {
    let pack = READER.read_checked(value, meaning::check)?;
    let info = PackInfo {
        system: pack.system.clone(),
        id: pack.id.to_string(),
        name: pack.name.clone(),
        version: pack.version.clone(),
        hash: hash(value),
    };
    Ok(SoundPack { pack, info })
}

/// The sample pack, read.
pub fn sample() -> SoundPack {
    let value = serde_json::from_str(SAMPLE).expect("the sample pack is checked by its test");
    read_pack(&value).expect("the sample pack is checked by its test")
}

/// The terrain pieces of the sample pack: those of rule `IF-TERR-14` with sizes of our own.
pub fn usual_terrain() -> Vec<TerrainCard> {
    sample().pack.terrain
}

/// The compact list of the rules.
pub fn rulebook() -> &'static Rulebook {
    static BOOK: std::sync::OnceLock<Rulebook> = std::sync::OnceLock::new();
    BOOK.get_or_init(|| {
        Rulebook::parse(include_str!("../../rules.toml")).expect("rules.toml is checked by its test")
    })
}

/// Every fault of cards that came with a game or a position: they may be fewer than a pack must have.
pub(crate) fn card_faults(cards: &Cards) -> Vec<PackFault> {
    let mut faults = Faults::default();
    meaning::check_cards(cards, &mut faults);
    faults.into_list()
}

impl Packs for IceAndFire {
    fn sample_packs() -> Vec<Value> {
        vec![serde_json::from_str(SAMPLE).expect("the sample pack is checked by its test")]
    }

    fn check_pack(pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        read_pack(pack).map(|sound| sound.info)
    }

    fn pack_schema() -> Value {
        wire::checked_in_schema(SCHEMA)
    }

    fn pack_imports() -> Vec<PackImport> {
        vec![ASOIAF_TMG_DATA]
    }

    fn import_pack(
        form: &str,
        files: &[ImportFile],
        named: &PackTitle,
    ) -> Result<ImportedPack, Vec<ImportFault>> {
        if form != ASOIAF_TMG_DATA.id {
            return Err(vec![ImportFault::of_form(form, Self::TITLE, &[ASOIAF_TMG_DATA])]);
        }
        import_asoiaf_tmg_data(files, named)
    }
}

#[cfg(test)]
mod tests;
