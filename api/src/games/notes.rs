//! Notes of a text on a game, beside its commands: comments, glyphs, marks, variations, and headers that no
//! event holds.
//!
//! They are no events (nothing happened at the table), so they stand in a record beside the stream and are laid over the
//! text again when it is written. Commands are numbered in the order in which they were given and never anew, so the
//! notes keep their places however the game goes on.

use std::collections::BTreeMap;

use hindsight_notation::{Comment, Document, Entry, Mark, PackName, WrittenLine, WrittenStart};
use hindsight_store::{EventStore, StoreError, StreamId};
use serde::{Deserialize, Serialize};

const TREE: &str = "notes";

/// The notes of a text on a game, beside its commands.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    packs: Vec<PackName>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<(String, String)>,
    /// It begins as it usually does, without a word about it.
    usual: bool,
    /// The position it was begun from, as it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Comment>,
    /// By the number of the command.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    said: BTreeMap<u32, Said>,
}

/// What is said of one command.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
struct Said {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<Mark>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Comment>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<WrittenLine>,
}

impl Notes {
    /// The notes of a text.
    pub fn of(document: &Document) -> Self {
        let said = |entry: &Entry| Said {
            glyphs: entry.glyphs.clone(),
            marks: entry.marks.clone(),
            comments: entry.comments.clone(),
            variations: entry.variations.clone(),
        };
        Self {
            date: document.date.clone(),
            packs: document.packs.clone(),
            more: document.more.clone(),
            usual: document.start.is_usual(),
            position: match &document.start {
                WrittenStart::Position(position) => Some(position.clone()),
                WrittenStart::Usual | WrittenStart::Setup(_) => None,
            },
            comments: document.line.comments.clone(),
            said: (1..)
                .zip(document.line.entries.iter().map(said))
                .filter(|(_, said)| *said != Said::default())
                .collect(),
        }
    }

    /// What is said before the first command.
    pub(crate) fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// What is said beside each command: its number, glyphs, marks and comments.
    pub(crate) fn said(&self) -> impl Iterator<Item = (u32, &[u8], &[Mark], &[Comment])> {
        self.said
            .iter()
            .map(|(number, said)| (*number, &said.glyphs[..], &said.marks[..], &said.comments[..]))
    }

    /// Whether the text gives lines that were not played.
    pub(crate) fn has_lines(&self) -> bool {
        self.lines().next().is_some()
    }

    /// The lines that might have been played instead of a command, by the number of the command.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u32, &[WrittenLine])> {
        let given = self.said.iter().filter(|(_, said)| !said.variations.is_empty());
        given.map(|(number, said)| (*number, &said.variations[..]))
    }

    /// The commands of the line at a place (`31.0`: the first instead of command 31; `31.0.2.1`: the second instead of the
    /// third command of that line), and the number of the command that it replaces.
    pub(crate) fn line_at(&self, place: &str) -> Option<(u32, Vec<Entry>)> {
        let mut parts = place.split('.');
        let number: u32 = parts.next()?.parse().ok()?;
        let mut line = self
            .said
            .get(&number)?
            .variations
            .get(parts.next()?.parse::<usize>().ok()?)?;
        let mut entries = Vec::new();
        while let Some(part) = parts.next() {
            let instead: usize = part.parse().ok()?;
            let entry = line.entries.get(instead)?;
            entries.extend(line.entries[..instead].iter().cloned());
            line = entry.variations.get(parts.next()?.parse::<usize>().ok()?)?;
        }
        entries.extend(line.entries.iter().cloned());
        Some((number, entries))
    }

    /// The same without what became annotations: headers and variations are left.
    #[must_use]
    pub(crate) fn without_remarks(mut self) -> Self {
        self.comments.clear();
        for said in self.said.values_mut() {
            said.glyphs.clear();
            said.marks.clear();
            said.comments.clear();
        }
        self
    }

    /// Lays the notes over the game's commands.
    pub fn lay_over(self, document: &mut Document) {
        document.date = self.date;
        // Those that the text named, where what is in play here does not tell.
        if document.packs.is_empty() {
            document.packs = self.packs;
        }
        document.more = self.more;
        if self.usual {
            document.start = WrittenStart::Usual;
        } else if let Some(position) = self.position {
            document.start = WrittenStart::Position(position);
        }
        document.line.comments = self.comments;
        for (number, said) in self.said {
            let place = (number as usize).checked_sub(1);
            let Some(entry) = place.and_then(|place| document.line.entries.get_mut(place)) else {
                continue;
            };
            entry.glyphs = said.glyphs;
            entry.marks = said.marks;
            entry.comments = said.comments;
            entry.variations = said.variations;
        }
    }

    /// The notes of a game, if it came from a text. Blocks on the store.
    pub fn fetch(store: &dyn EventStore, game: StreamId) -> Result<Option<Self>, StoreError> {
        let Some(found) = fetch_text(store, game)? else {
            return Ok(None);
        };
        let unread = |why: serde_json::Error| StoreError::CorruptDatabase {
            why: format!("the notes of {game} cannot be read: {why}"),
        };
        serde_json::from_str(&found).map(Some).map_err(unread)
    }

    /// As JSON.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("texts, numbers and JSON become JSON")
    }
}

/// The notes of a game as they are kept.
pub(crate) fn fetch_text(store: &dyn EventStore, game: StreamId) -> Result<Option<String>, StoreError> {
    let Some(found) = store.fetch(TREE, &game.to_bytes())? else {
        return Ok(None);
    };
    String::from_utf8(found)
        .map(Some)
        .map_err(|_| StoreError::CorruptDatabase {
            why: format!("the notes of {game} are no text"),
        })
}

/// Keeps the notes of a game; they are durable when this returns.
pub(crate) fn keep_text(store: &dyn EventStore, game: StreamId, notes: &str) -> Result<(), StoreError> {
    store.keep(TREE, &game.to_bytes(), notes.as_bytes())
}
