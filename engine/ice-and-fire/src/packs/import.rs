//! The import of public unit data: JSON files with units, NCUs, attachments and tactics cards of a faction, and one with
//! the texts of abilities. Text in, pack and report out; nothing is read or written here.
//!
//! What the effect vocabulary can say is made live; everything else is kept as text that the players read at its trigger
//! and settle by a ruling ([`Effect::ByRuling`]). The report tells how much of each, and of every card that was left out or
//! changed the file, the field and the reason.

mod cards;
mod phrases;
mod report;

use std::collections::BTreeMap;

use hindsight_kernel::{ImportFault, ImportFile, ImportedPack, PackImport, PackTitle};
use serde_json::{Map, Value};

use self::report::Report;
use super::{Pack, SYSTEM, read_pack};
use crate::cards::{Faction, Name, TraySizes};

/// The form of the public repository `Pf2eTools/asoiaf-tmg-data`.
pub const ASOIAF_TMG_DATA: PackImport = PackImport {
    id: "asoiaf-tmg-data",
    name: "asoiaf-tmg-data",
    about: "The files of data/en of the public repository Pf2eTools/asoiaf-tmg-data: one a faction, and abilities.json.",
    folder: "data/en",
};

/// The most files of one pack.
const MOST_FILES: usize = 100;
/// The most bytes of all of them together.
const MOST_BYTES: usize = 32 << 20;

/// A file that was read.
struct DataFile {
    name: String,
    fields: Map<String, Value>,
}

fn fault(file: &str, path: &str, reason: impl Into<String>) -> ImportFault {
    ImportFault {
        file: file.chars().take(100).collect(),
        path: path.to_owned(),
        reason: reason.into(),
    }
}

/// Turns the files of a folder of `Pf2eTools/asoiaf-tmg-data` (`data/en/*.json`) into a pack.
///
/// # Errors
/// A file is no JSON object, nothing is in them, there are too many, or the pack would have faults.
pub fn import_asoiaf_tmg_data(
    files: &[ImportFile],
    named: &PackTitle,
) -> Result<ImportedPack, Vec<ImportFault>> {
    let id: Name = named
        .id
        .parse()
        .map_err(|why| vec![fault("", "", format!("the pack's id: {why}"))])?;
    let parsed = parsed(files)?;
    let mut report = Report::default();
    let mut pack = Pack {
        system: SYSTEM.to_owned(),
        id,
        name: named.name.clone(),
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
    for file in &parsed {
        cards::units(file, &texts, &mut pack, &mut report);
        cards::attachments(file, &texts, &mut pack, &mut report);
        cards::ncus(file, &mut pack, &mut report);
    }
    // Commanders of all files are known before their cards are read.
    for file in &parsed {
        cards::tactics(file, &mut pack, &mut report);
    }
    if pack.units.is_empty() {
        let mut faults = vec![fault(
            "",
            "",
            "no file holds combat units: a file has the lists units, ncus, attachments and tactics",
        )];
        faults.extend(report.into_parts().1);
        return Err(faults);
    }
    pack.factions = factions(&pack);
    let value = serde_json::to_value(&pack).unwrap_or(Value::Null);
    match read_pack(&value) {
        Ok(_) => {
            let (taken, notes) = report.into_parts();
            Ok(ImportedPack {
                pack: value,
                taken,
                notes,
            })
        }
        Err(faults) => Err(faults
            .into_iter()
            .map(|found| fault("the pack that came out", &found.path, found.reason))
            .collect()),
    }
}

/// The files as JSON objects, or all that are none.
fn parsed(files: &[ImportFile]) -> Result<Vec<DataFile>, Vec<ImportFault>> {
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    if files.len() > MOST_FILES || bytes > MOST_BYTES {
        let why = format!(
            "a pack is made of at most {MOST_FILES} files with {} MiB together",
            MOST_BYTES >> 20
        );
        return Err(vec![fault("", "", why)]);
    }
    let mut faults = Vec::new();
    let mut parsed = Vec::with_capacity(files.len());
    for ImportFile { name, text } in files {
        match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(fields)) => parsed.push(DataFile {
                name: name.chars().take(100).collect(),
                fields,
            }),
            Ok(_) => faults.push(fault(name, "", "a JSON object is expected")),
            Err(error) => faults.push(fault(name, "", format!("no JSON: {error}"))),
        }
    }
    if faults.is_empty() {
        Ok(parsed)
    } else {
        Err(faults)
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

/// What names of abilities and attacks are compared by: the data write an apostrophe in two ways.
fn key(name: &str) -> String {
    name.trim().to_uppercase().replace('’', "'")
}

/// Texts of abilities by their name, from files that hold nothing else.
fn ability_texts(parsed: &[DataFile]) -> BTreeMap<String, AbilityText> {
    let mut texts = BTreeMap::new();
    for (name, value) in parsed.iter().flat_map(|file| &file.fields) {
        if value.get("effect").is_some() {
            texts.insert(key(name), ability_text(value));
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
