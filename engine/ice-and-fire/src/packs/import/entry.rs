//! A card of the data: where it stands, what every card has, and numbers that a card of ours may say.
//!
//! The data have come in two forms. In the older one a card's statistics stand under `statistics`, the lists of a file are
//! named in the plural and a second name is a `subname`; in the newer one they stand in the card itself, the lists are
//! named in the singular and a second name is a `title`. Both are read.

use hindsight_kernel::{Message, message};
use serde_json::Value;

use super::DataFile;
use super::report::Report;
use crate::cards::{CardId, Name, UnitKind};
use crate::messages::MESSAGES;

/// What all cards have: their place, id, name, faction, statistics.
pub(super) struct Entry<'v> {
    pub(super) file: &'v str,
    /// A JSON pointer to the card.
    pub(super) path: String,
    /// A JSON pointer to its statistics: `path` itself where they stand in the card.
    facts_path: String,
    pub(super) id: CardId,
    pub(super) name: String,
    pub(super) faction: Name,
    pub(super) facts: &'v Value,
    pub(super) value: &'v Value,
}

/// What a thing is called, cut to what a pack may say.
pub(super) fn called(name: Option<&str>, usual: &str) -> String {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    name.unwrap_or(usual).chars().take(80).collect()
}

/// The entries of the lists of a file with these names, with their places.
pub(super) fn listed<'v>(
    file: &'v DataFile,
    names: &[&'static str],
) -> impl Iterator<Item = (String, &'v Value)> {
    let lists = names.iter().filter_map(|&name| {
        let list = file.fields.get(name).and_then(Value::as_array)?;
        Some((name, list))
    });
    let lists: Vec<_> = lists.collect();
    lists.into_iter().flat_map(|(name, list)| {
        let entries = list.iter().enumerate();
        entries.map(move |(place, value)| (format!("/{name}/{place}"), value))
    })
}

/// The list of this name in a value; empty where there is none.
pub(super) fn list_of<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// Letters, digits and hyphens of a text, as an id of a pack.
pub(super) fn id_of(text: &str) -> Option<Name> {
    let mut id = String::new();
    for letter in text.to_lowercase().chars() {
        if letter.is_ascii_alphanumeric() {
            id.push(letter);
        } else if !id.ends_with('-') && !id.is_empty() {
            id.push('-');
        }
    }
    id.truncate(32);
    id.trim_end_matches('-').parse().ok()
}

/// An id, which some files write as a text and some as a number.
pub(super) fn identity(value: Option<&Value>) -> Option<Name> {
    match value? {
        Value::String(text) => id_of(text),
        Value::Number(number) => id_of(&number.to_string()),
        _ => None,
    }
}

/// The card at a place with an id that no card of its kind has yet; `taken` tells the faction of the card that has an id.
pub(super) fn entry_with_free_id<'v>(
    file: &'v DataFile,
    listed: (String, &'v Value),
    taken: impl Fn(CardId) -> Option<Name>,
    report: &mut Report,
) -> Option<Entry<'v>> {
    let mut entry = entry(file, listed, report)?;
    entry.id = entry.free_id(taken, report)?;
    Some(entry)
}

/// The card at a place, if it says what every card must.
pub(super) fn entry<'v>(
    file: &'v DataFile,
    (path, value): (String, &'v Value),
    report: &mut Report,
) -> Option<Entry<'v>> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let (facts, facts_path) = match value.get("statistics") {
        Some(facts) if facts.is_object() => (facts, format!("{path}/statistics")),
        None if value.is_object() => (value, path.clone()),
        _ => {
            let path = format!("{path}/statistics");
            report.note(&file.name, &path, message!(MESSAGES, "import-no-statistics"));
            return None;
        }
    };
    let first = text("name").unwrap_or_default();
    let second = text("subname").or_else(|| text("title"));
    let name = match second.map(str::trim).filter(|second| !second.is_empty()) {
        Some(second) => format!("{first}, {second}"),
        None => first.to_owned(),
    };
    let id = identity(value.get("id")).or_else(|| id_of(&name));
    let faction = facts
        .get("faction")
        .and_then(Value::as_str)
        .and_then(id_of)
        .or_else(|| id_of(file.name.trim_end_matches(".json")));
    let (Some(id), Some(faction), false) = (id, faction, first.is_empty()) else {
        report.note(&file.name, &path, message!(MESSAGES, "import-no-id"));
        return None;
    };
    Some(Entry {
        file: &file.name,
        path,
        facts_path,
        id,
        name: name.chars().take(80).collect(),
        faction,
        facts,
        value,
    })
}

impl Entry<'_> {
    /// Notes something of a field of its statistics.
    pub(super) fn note(&self, field: &str, reason: Message, report: &mut Report) {
        let path = format!("{}/{field}", self.facts_path);
        report.note(
            self.file,
            &path,
            message!(MESSAGES, "import-note-of-card", card = &self.name, reason),
        );
    }

    /// A number of the statistics. What is no whole number is noted and the card left out; what no card may say is noted
    /// and put to the next number that one may.
    pub(super) fn number(&self, field: &str, least: u8, most: u8, report: &mut Report) -> Option<u8> {
        self.number_in(self.facts.get(field), field, (least, most), report)
    }

    pub(super) fn number_in(
        &self,
        value: Option<&Value>,
        field: &str,
        (least, most): (u8, u8),
        report: &mut Report,
    ) -> Option<u8> {
        let Some(number) = value.and_then(Value::as_u64) else {
            let reason = message!(MESSAGES, "import-number-expected", least, most);
            self.note(field, reason, report);
            return None;
        };
        let kept = number.clamp(least.into(), most.into());
        if kept != number {
            let reason = message!(MESSAGES, "import-number-clamped", number, kept, least, most);
            self.note(field, reason, report);
        }
        u8::try_from(kept).ok()
    }

    /// The id of the card in the pack: its own, or where a card of another faction has that, its own with its faction.
    /// Nothing, and a note, if both are taken. `taken` tells the faction of the card that has an id.
    pub(super) fn free_id(
        &self,
        taken: impl Fn(CardId) -> Option<Name>,
        report: &mut Report,
    ) -> Option<CardId> {
        let Some(other) = taken(self.id) else {
            return Some(self.id);
        };
        let path = format!("{}/id", self.path);
        let second = id_of(&format!("{}-{}", self.id, self.faction))
            .filter(|id| other != self.faction && taken(*id).is_none());
        let reason = match second {
            Some(id) => message!(
                MESSAGES,
                "import-id-changed",
                card = &self.name,
                id,
                given = self.id,
                other
            ),
            None => message!(MESSAGES, "import-id-taken", card = &self.name, given = self.id),
        };
        report.note(self.file, &path, reason);
        second
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.facts.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    pub(super) fn is_commander(&self) -> bool {
        self.flag("commander") || self.facts.get("cost").and_then(Value::as_str) == Some("C")
    }

    /// The word of a field in small letters; empty where there is none.
    fn word(&self, name: &str) -> String {
        let word = self.facts.get(name).and_then(Value::as_str);
        word.unwrap_or_default().to_lowercase()
    }

    /// The field that tells the kind of unit, for notes.
    pub(super) fn kind_field(&self) -> &'static str {
        ["tray", "type", "icon"]
            .into_iter()
            .find(|field| self.facts.get(field).is_some())
            .unwrap_or("tray")
    }

    /// The kind of unit: by its tray, else by its type, else by its icon.
    pub(super) fn kind(&self) -> UnitKind {
        let words = [self.word("tray"), self.word("type"), self.word("icon")];
        let word = words.iter().find(|word| !word.is_empty());
        match word.map(String::as_str) {
            Some("infantry") => UnitKind::Infantry,
            Some("cavalry") => UnitKind::Cavalry,
            Some("solo") => UnitKind::SoloSmall,
            _ => UnitKind::SoloLarge,
        }
    }
}
