//! The import of public unit data: JSON files with units, NCUs, attachments and tactics cards of a faction, and one with
//! the texts of abilities. Text in, pack and report out; nothing is read or written here.
//!
//! What the effect vocabulary can say is made live; everything else is kept as text that the players read at its trigger
//! and settle by a ruling ([`Effect::ByRuling`]). The report tells how much of each, and of every card that was left out or
//! changed the file, the field and the reason.

mod cards;
mod entry;
mod moments;
mod phrases;
mod report;
mod tactics;
mod texts;

use hindsight_incoming_text::without_mark;
use hindsight_kernel::{
    Argument, ImportFault, ImportFile, ImportedPack, Message, PackImport, PackTitle, message,
};
use serde_json::{Map, Value};

use self::report::Report;
use super::{Pack, SYSTEM, read_pack};
use crate::cards::{Faction, Name, TraySizes};
use crate::messages::MESSAGES;

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

fn fault(file: &str, path: &str, reason: Message) -> ImportFault {
    ImportFault {
        file: file.chars().take(100).collect(),
        path: path.to_owned(),
        reason,
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
        .map_err(|why| vec![fault("", "", message!(MESSAGES, "import-pack-id", why))])?;
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
    let texts = texts::Texts::of(&parsed);
    for file in &parsed {
        cards::units(file, &texts, &mut pack, &mut report);
        cards::attachments(file, &texts, &mut pack, &mut report);
        cards::ncus(file, &texts, &mut pack, &mut report);
    }
    // Commanders of all files are known before their cards are read.
    for file in &parsed {
        tactics::tactics(file, &mut pack, &mut report);
        left_out(file, &mut report);
    }
    tactics::replacements(&mut pack, &mut report);
    if pack.units.is_empty() {
        let mut faults = vec![fault("", "", message!(MESSAGES, "import-no-units"))];
        faults.extend(report.into_parts().1);
        return Err(faults);
    }
    pack.factions = factions(&pack, &parsed);
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
            .map(|found| {
                fault(
                    &message!(MESSAGES, "import-result").to_string(),
                    &found.path,
                    found.reason,
                )
            })
            .collect()),
    }
}

/// The files as JSON objects, or all that are none.
fn parsed(files: &[ImportFile]) -> Result<Vec<DataFile>, Vec<ImportFault>> {
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    if files.len() > MOST_FILES || bytes > MOST_BYTES {
        let why = message!(
            MESSAGES,
            "import-too-large",
            most = MOST_FILES,
            megabytes = MOST_BYTES >> 20
        );
        return Err(vec![fault("", "", why)]);
    }
    let mut faults = Vec::new();
    let mut parsed = Vec::with_capacity(files.len());
    for ImportFile { name, text } in files {
        match serde_json::from_str::<Value>(without_mark(text)) {
            Ok(Value::Object(fields)) => parsed.push(DataFile {
                name: name.chars().take(100).collect(),
                fields,
            }),
            Ok(_) => faults.push(fault(name, "", message!(MESSAGES, "import-no-object"))),
            Err(error) => faults.push(fault(
                name,
                "",
                message!(MESSAGES, "import-no-json", error = error.to_string()),
            )),
        }
    }
    if faults.is_empty() {
        Ok(parsed)
    } else {
        Err(faults)
    }
}

/// The lists of rules cards: named in the plural in the older form, in the singular in the newer one.
const RULES_CARDS: [&str; 2] = ["specials", "special"];

/// A field of a card: of the card itself, or of its statistics, where the older form has it.
fn field<'v>(card: &'v Value, path: &str) -> Option<&'v Value> {
    card.pointer(path)
        .or_else(|| card.get("statistics").and_then(|facts| facts.pointer(path)))
}

/// The rules cards that a card comes with, by their ids: they stand beside the statistics in the older form.
fn rules_of(card: &Value) -> impl Iterator<Item = &str> {
    let ids = field(card, "/rules").and_then(Value::as_array);
    ids.into_iter().flatten().filter_map(Value::as_str)
}

/// Notes the cards that are none of a combat unit, attachment, NCU or tactics card and that no such card names.
fn left_out(file: &DataFile, report: &mut Report) {
    let cards = ["units", "unit", "attachments", "attachment", "ncus", "ncu"];
    let named: Vec<&str> = entry::listed(file, &cards)
        .flat_map(|(_, card)| rules_of(card))
        .collect();
    for (path, card) in entry::listed(file, &RULES_CARDS) {
        let word = |name: &str| card.get(name).and_then(Value::as_str).unwrap_or_default();
        let kind = ["category", "type"].map(word);
        let kind = kind
            .iter()
            .find(|word| !word.is_empty())
            .copied()
            .unwrap_or_default();
        if !named.contains(&word("id")) {
            let reason = message!(
                MESSAGES,
                "import-left-out",
                card = entry::called(Some(word("name")), "a card"),
                kind = Argument::quoted(kind)
            );
            report.note(&file.name, &path, reason);
        }
    }
}

/// Whether a card of a file says that armies of the faction never include neutral cards.
fn keeps_to_itself(files: &[DataFile], faction: Name) -> bool {
    files
        .iter()
        .flat_map(|file| entry::listed(file, &RULES_CARDS))
        .filter(|(_, card)| {
            let of = field(card, "/faction").and_then(Value::as_str);
            of.and_then(entry::id_of) == Some(faction)
        })
        .flat_map(|(_, card)| texts::lines(field(card, "/front/text")))
        .any(|line| line.to_lowercase().contains("may never include neutral"))
}

/// The names of factions whose ids run two words together.
const FACTION_NAMES: [(&str, &str); 2] = [("freefolk", "Free Folk"), ("nightswatch", "Night's Watch")];

/// The name of a faction: the file's, or the known one, or its id as a title.
fn faction_name(files: &[DataFile], faction: Name) -> String {
    let long = files.iter().find_map(|file| {
        let factions = file.fields.get("factions")?.as_object()?;
        let (_, about) = factions
            .iter()
            .find(|(id, _)| entry::id_of(id) == Some(faction))?;
        about.get("long").and_then(Value::as_str)
    });
    let known = FACTION_NAMES.iter().find(|(id, _)| *id == faction.as_str());
    let usual = known.map_or_else(|| title(faction.as_str()), |(_, name)| (*name).to_owned());
    entry::called(long, &usual)
}

/// The factions that cards belong to; neutral cards may stand in every army but those that say otherwise.
fn factions(pack: &Pack, files: &[DataFile]) -> Vec<Faction> {
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
            name: faction_name(files, id),
            allies: neutral
                .filter(|other| *other != id && !keeps_to_itself(files, id))
                .into_iter()
                .collect(),
        })
        .collect()
}

/// `merrow` as `Merrow`.
fn title(id: &str) -> String {
    let mut letters = id.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod newer_form_tests;
#[cfg(test)]
mod older_form_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unit_data_tests;
