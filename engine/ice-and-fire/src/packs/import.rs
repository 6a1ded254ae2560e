//! The import of public unit data: JSON files with units, NCUs, attachments and tactics cards of a faction, and one with
//! the texts of abilities. Text in, pack and report out; nothing is read or written here.
//!
//! What the effect vocabulary can say is made live; everything else is kept as text that the players read at its trigger
//! and settle by a ruling ([`Effect::ByRuling`]). The [`ImportReport`] tells how much of each.

mod cards;
mod phrases;

use std::collections::BTreeMap;

use hindsight_kernel::PackFault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Pack, SYSTEM, read_pack};
use crate::cards::{Effect, Faction, Name, TraySizes};

/// A file of the data: its name and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    /// The name, for messages: `stark.json`.
    pub name: String,
    /// The JSON text.
    pub text: String,
}

/// How much of the texts of one kind of card became live.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// Cards or abilities of this kind.
    pub all: u32,
    /// Those whose whole text is live.
    pub live: u32,
    /// Those of which a part is live and the rest is kept as text.
    pub partly: u32,
    /// Those kept as text.
    pub text: u32,
}

impl Share {
    /// Counts one more with these effects.
    fn count(&mut self, effects: &[Effect]) {
        self.all += 1;
        let by_ruling = effects.contains(&Effect::ByRuling);
        match (by_ruling, effects.len()) {
            (false, _) => self.live += 1,
            (true, 1) => self.text += 1,
            (true, _) => self.partly += 1,
        }
    }
}

/// What became of the data.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportReport {
    /// Combat units that were taken over.
    pub units: u32,
    /// Attachments that were taken over.
    pub attachments: u32,
    /// Abilities of units and attachments.
    pub abilities: Share,
    /// Orders of units and attachments.
    pub orders: Share,
    /// NCUs.
    pub ncus: Share,
    /// Tactics cards.
    pub tactics: Share,
    /// What was left out or changed, each with its reason.
    pub notes: Vec<String>,
}

/// The most notes that are kept.
const MOST_NOTES: usize = 500;

impl ImportReport {
    fn note(&mut self, text: String) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(text);
        }
    }
}

/// Data that became a pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The pack, sound, as JSON.
    pub pack: Value,
    /// What became of the data.
    pub report: ImportReport,
}

/// Why data cannot become a pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A file is no JSON object.
    #[error("{file}: {reason}")]
    NoJson {
        /// Its name.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// No file holds a combat unit.
    #[error("no file holds combat units: a file has a list `units`, `ncus`, `attachments` and `tactics`")]
    NoUnits,
    /// The pack that came out has faults: the data say something that no pack may say.
    #[error("the pack that came out has {} faults", faults.len())]
    Faulty {
        /// The faults.
        faults: Vec<PackFault>,
    },
}

/// Turns the files of a folder of `Pf2eTools/asoiaf-tmg-data` (`data/en/*.json`) into a pack with this id and name.
///
/// # Errors
/// A file is no JSON, nothing is in them, or the pack would have faults.
pub fn import_asoiaf_tmg_data(files: &[DataFile], id: Name, name: &str) -> Result<Imported, ImportError> {
    let mut report = ImportReport::default();
    let mut parsed: Vec<(String, Map<String, Value>)> = Vec::new();
    for file in files {
        match serde_json::from_str::<Value>(&file.text) {
            Ok(Value::Object(fields)) => parsed.push((file.name.clone(), fields)),
            Ok(_) => report.note(format!("{}: left out, it is no JSON object", file.name)),
            Err(error) => {
                return Err(ImportError::NoJson {
                    file: file.name.clone(),
                    reason: error.to_string(),
                });
            }
        }
    }
    let mut pack = Pack {
        system: SYSTEM.to_owned(),
        id,
        name: name.chars().take(80).collect(),
        version: "1".to_owned(),
        trays: TraySizes::default(),
        factions: Vec::new(),
        units: Vec::new(),
        attachments: Vec::new(),
        ncus: Vec::new(),
        tactics: Vec::new(),
        terrain: Vec::new(),
        armies: Vec::new(),
    };
    let texts = ability_texts(&parsed);
    for (file, fields) in &parsed {
        cards::units(file, fields, &texts, &mut pack, &mut report);
        cards::attachments(file, fields, &texts, &mut pack, &mut report);
        cards::ncus(file, fields, &mut pack, &mut report);
    }
    // Commanders of all files are known before their cards are read.
    for (file, fields) in &parsed {
        cards::tactics(file, fields, &mut pack, &mut report);
    }
    if pack.units.is_empty() {
        return Err(ImportError::NoUnits);
    }
    pack.factions = factions(&pack);
    let value = serde_json::to_value(&pack).unwrap_or(Value::Null);
    match read_pack(&value) {
        Ok(_) => Ok(Imported { pack: value, report }),
        Err(faults) => Err(ImportError::Faulty { faults }),
    }
}

/// The factions that cards belong to; neutral cards may stand in every army.
fn factions(pack: &Pack) -> Vec<Faction> {
    let mut ids: Vec<Name> = Vec::new();
    let named = pack
        .units
        .iter()
        .map(|card| card.faction)
        .chain(pack.attachments.iter().map(|card| card.faction))
        .chain(pack.ncus.iter().map(|card| card.faction))
        .chain(pack.tactics.iter().filter_map(|card| match card.owner {
            crate::cards::CardOwner::Faction(id) => Some(id),
            crate::cards::CardOwner::Commander(_) => None,
        }));
    for id in named {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let neutral = ids.iter().copied().find(|id| id.as_str() == "neutral");
    ids.into_iter()
        .map(|id| Faction {
            id,
            name: title(id.as_str()),
            allies: neutral.filter(|other| *other != id).into_iter().collect(),
        })
        .collect()
}

/// `nightswatch` as `Nightswatch`.
fn title(id: &str) -> String {
    let mut letters = id.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text of an ability: a trigger, if it is an Order, and its lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct AbilityText {
    trigger: Option<String>,
    lines: Vec<String>,
}

/// Texts of abilities by their name in capitals, from files that hold nothing else.
fn ability_texts(parsed: &[(String, Map<String, Value>)]) -> BTreeMap<String, AbilityText> {
    let mut texts = BTreeMap::new();
    for (_, fields) in parsed {
        for (name, value) in fields {
            if value.get("effect").is_some() {
                texts.insert(name.to_uppercase(), ability_text(value));
            }
        }
    }
    texts
}

fn ability_text(value: &Value) -> AbilityText {
    AbilityText {
        trigger: value
            .get("trigger")
            .and_then(Value::as_str)
            .map(ToOwned::to_owned),
        lines: lines(value.get("effect")),
    }
}

/// A text or a list of texts, line by line.
fn lines(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(line)) => vec![line.clone()],
        Some(Value::Array(all)) => all
            .iter()
            .filter_map(Value::as_str)
            .map(ToOwned::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
