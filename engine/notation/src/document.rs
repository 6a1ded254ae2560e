//! A recorded game as a structure: what the text says, and the JSON form.

use std::collections::BTreeMap;
use std::fmt;

use hindsight_engine::kernel::{Argument, Message, NoteKind, Phrase, ReportedDice, Seat, message, phrase};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::comment::Comment;
use crate::messages::MESSAGES;

/// The version of the notation that this release writes and reads.
pub const NOTATION: u16 = 1;
/// The deepest nesting of variations.
pub const MAX_DEPTH: usize = 64;
/// How deep the JSON of a setup, a position or a patch may nest.
const MAX_JSON_DEPTH: usize = 100;

/// A recorded game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The notation's version: [`NOTATION`].
    pub hindsight: u16,
    /// The system's id: `before-battle`.
    pub system: String,
    /// A title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// When it was played: `2026`, `2026-05` or `2026-05-02`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The version of the rules that decided it when it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Where the dice came from.
    #[serde(default)]
    pub dice: DiceSource,
    /// Whether passes are written, or left out where the rules find them again.
    #[serde(default, skip_serializing_if = "Passes::are_written")]
    pub passes: Passes,
    /// The packs that the setup uses beyond the embedded ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<PackName>,
    /// The players' names by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<Seat, String>,
    /// How it ended, for those who read only the headers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<WrittenEnding>,
    /// Free labels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Any other header, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<(String, String)>,
    /// How it begins.
    #[serde(default, skip_serializing_if = "WrittenStart::is_usual")]
    pub start: WrittenStart,
    /// What was played.
    #[serde(default)]
    pub line: WrittenLine,
}

/// Passes of a text: commands by which a seat declines and spends nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passes {
    /// All of them are written.
    #[default]
    Written,
    /// Lines of passes may be left out: they are filled in where what follows would not be legal without them. Numbers are those of
    /// the lines that are there.
    Implied,
}

impl Passes {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn are_written(&self) -> bool {
        *self == Self::Written
    }
}

/// The source of the dice of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceSource {
    /// Thrown on the table.
    #[default]
    Reported,
    /// Rolled by a server.
    Server,
    /// Written in a script.
    Scripted,
}

impl DiceSource {
    /// The word in the header.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reported => "reported",
            Self::Server => "server",
            Self::Scripted => "scripted",
        }
    }
}

/// A pack by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackName {
    /// Its id.
    pub id: String,
    /// Its content's hash, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrittenEnding {
    /// This side won.
    Side(u8),
    /// Nobody won.
    Draw,
    /// It is not over.
    Unfinished,
}

/// The beginning of a game.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrittenStart {
    /// As the system does when nothing is asked for.
    #[default]
    Usual,
    /// By a setup request of the system.
    Setup(Value),
    /// From a position.
    Position(Value),
}

impl WrittenStart {
    /// Whether nothing is asked for.
    pub const fn is_usual(&self) -> bool {
        matches!(self, Self::Usual)
    }
}

/// A row of commands: the game itself, or a variation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenLine {
    /// What is said before its first command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
    /// Its commands. In the game itself the first has number 1; in a variation, the number of the command that the
    /// variation stands behind, which it replaces.
    #[serde(default)]
    pub entries: Vec<Entry>,
}

/// A command with what is said of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The command.
    #[serde(flatten)]
    pub given: WrittenCommand,
    /// PGN's glyph numbers: 1 good, 2 mistake, 3 brilliant, 4 blunder, 5 interesting, 6 dubious ...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Marks of our own: `lucky`, `forgotten-order` ...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// Comments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
    /// What might have been played instead of this command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<WrittenLine>,
    /// Where it stands in the text it was read from.
    #[serde(skip)]
    pub place: WrittenPlace,
}

/// A command in a text: who asked for what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WrittenCommand {
    /// Who spoke, or nothing for the table as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What was asked.
    #[serde(flatten)]
    pub act: Act,
}

/// What can be asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Act {
    /// A command of the system.
    Play {
        /// In the rulebook's words, as the system reads them.
        words: Text,
        /// Its dice, roll by roll.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dice: Vec<RollText>,
    },
    /// Take back a command and all behind it.
    TakeBack {
        /// The number of the first command that is taken back.
        from: u32,
        /// Why, if said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Put another command in the place of a past one and decide the later ones again.
    Replace {
        /// The number of the past command.
        at: u32,
        /// Why.
        reason: String,
        /// The right command.
        with: Box<WrittenCommand>,
    },
    /// Put a forgotten command before a past one and decide the later ones again.
    Insert {
        /// The number of the past command.
        at: u32,
        /// Why.
        reason: String,
        /// The forgotten command.
        with: Box<WrittenCommand>,
    },
    /// Leave a past command out and decide the later ones again.
    Remove {
        /// The number of the past command.
        at: u32,
        /// Why.
        reason: String,
    },
    /// Change the position outside the rules.
    Rule {
        /// Why.
        reason: String,
        /// What changes, in the system's own form.
        patch: Value,
    },
    /// Set the whole board as it was noted beside the table.
    Position {
        /// Why the record goes on from there.
        #[serde(default)]
        kind: NoteKind,
        /// Why, in words, if said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The position.
        position: Value,
    },
    /// Give up.
    Concede,
    /// Propose a result.
    Propose {
        /// The winning side, or nothing for a draw.
        #[serde(default)]
        winner: Option<u8>,
    },
    /// Answer a proposal.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Table talk.
    Say {
        /// What was said.
        text: String,
    },
}

/// Dice thrown together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollText {
    /// What for: `attack`, `block` ... Without it the faces are taken in the order in which the rules roll them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// What they show, a face each, or what was counted of them; at least one.
    pub faces: Vec<ReportedDice>,
}

/// A mark of our own on a command: lower-case letters, digits and hyphens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Mark(String);

impl Mark {
    /// The mark's name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Mark {
    type Error = NotAText;
    fn try_from(name: String) -> Result<Self, NotAText> {
        let fits = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if fits {
            Ok(Self(name))
        } else {
            Err(NotAText::NoMark)
        }
    }
}

impl From<Mark> for String {
    fn from(mark: Mark) -> Self {
        mark.0
    }
}

/// One paragraph: words with one space between them, without control characters, not empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Text(String);

impl Text {
    /// A paragraph of these words; white space of any kind and length becomes one space.
    pub fn new(words: &str) -> Result<Self, NotAText> {
        let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.chars().find(|c| c.is_control()) {
            Some(control) => Err(NotAText::Control(control)),
            None if text.is_empty() => Err(NotAText::Empty),
            None => Ok(Self(text)),
        }
    }

    /// The paragraph.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Text {
    type Error = NotAText;
    fn try_from(words: String) -> Result<Self, NotAText> {
        Self::new(&words)
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.0
    }
}

/// The reason for which a text is no [`Text`], [`Comment`] or [`Mark`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAText {
    /// Nothing but white space.
    Empty,
    /// A control character.
    Control(char),
    /// No name of a mark.
    NoMark,
}

impl Unsound {
    /// The fault with its place.
    pub fn message(&self) -> Message {
        message!(
            MESSAGES,
            "document-fault-at",
            place = &self.place,
            what = self.what.clone()
        )
    }
}

impl NotAText {
    /// The reason as a sentence.
    pub fn message(self) -> Message {
        match self {
            Self::Empty => message!(MESSAGES, "text-empty"),
            Self::Control(letter) => {
                let character = format!("{:04X}", u32::from(letter));
                message!(MESSAGES, "text-control-character", character)
            }
            Self::NoMark => message!(MESSAGES, "mark-unfit"),
        }
    }
}

impl std::error::Error for NotAText {}

impl std::fmt::Display for NotAText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

/// Line and column of a command in the text it was read from. It says where, not what: all places are equal.
#[derive(Debug, Clone, Copy, Default)]
pub struct WrittenPlace {
    /// The line, from 1; 0 if it was not read from a text.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl PartialEq for WrittenPlace {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Why a document built by hand cannot be printed so that it reads the same again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct Unsound {
    /// Where, as a path: `line/3/variations/0/2`.
    pub place: String,
    /// What is wrong.
    pub what: Message,
}

impl Document {
    /// An empty game of a system.
    pub fn new(system: impl Into<String>) -> Self {
        Self {
            hindsight: NOTATION,
            system: system.into(),
            title: None,
            date: None,
            rules: None,
            dice: DiceSource::Reported,
            passes: Passes::Written,
            packs: Vec::new(),
            seats: BTreeMap::new(),
            result: None,
            tags: Vec::new(),
            more: Vec::new(),
            start: WrittenStart::Usual,
            line: WrittenLine::default(),
        }
    }

    /// Checks what the types leave open. A sound document reads the same after printing; [`crate::parse`] gives no
    /// other, but one that came as JSON may be unsound.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), Unsound> {
        let unsound = |place: &str, what: Message| {
            Err(Unsound {
                place: place.to_owned(),
                what,
            })
        };
        if self.hindsight != NOTATION {
            return unsound(
                "hindsight",
                message!(
                    MESSAGES,
                    "document-version",
                    version = self.hindsight,
                    notation = NOTATION
                ),
            );
        }
        if !is_slug(&self.system) {
            return unsound("system", message!(MESSAGES, "document-system"));
        }
        if let Some(date) = &self.date
            && !is_date(date)
        {
            return unsound("date", message!(MESSAGES, "document-date"));
        }
        for (name, _) in &self.more {
            if !is_header_name(name) {
                return unsound(
                    "more",
                    message!(MESSAGES, "document-header-name", name = Argument::quoted(name)),
                );
            }
            if crate::header::KNOWN.contains(&name.as_str()) {
                return unsound("more", message!(MESSAGES, "document-own-place", name));
            }
        }
        match &self.start {
            WrittenStart::Usual => {}
            WrittenStart::Setup(value) | WrittenStart::Position(value) => check_json(value, "start")?,
        }
        check_line(&self.line, "line", 0)
    }
}

fn check_line(line: &WrittenLine, place: &str, depth: usize) -> Result<(), Unsound> {
    if depth > MAX_DEPTH {
        return Err(Unsound {
            place: place.to_owned(),
            what: message!(MESSAGES, "document-depth", max_depth = MAX_DEPTH),
        });
    }
    if depth > 0 && line.entries.is_empty() {
        return Err(Unsound {
            place: place.to_owned(),
            what: message!(MESSAGES, "document-empty-variation"),
        });
    }
    for (index, entry) in line.entries.iter().enumerate() {
        let place = format!("{place}/{index}");
        check_given(&entry.given, &place, false)?;
        for (index, variation) in entry.variations.iter().enumerate() {
            check_line(variation, &format!("{place}/variations/{index}"), depth + 1)?;
        }
    }
    Ok(())
}

fn check_given(given: &WrittenCommand, place: &str, nested: bool) -> Result<(), Unsound> {
    let unsound = |what: Phrase| {
        Err(Unsound {
            place: place.to_owned(),
            what: what.message(),
        })
    };
    match &given.act {
        Act::Play { dice, .. } if dice.iter().any(|roll| roll.faces.is_empty()) => {
            unsound(phrase!(MESSAGES, "document-roll-without-dice"))
        }
        Act::TakeBack { .. } | Act::Replace { .. } | Act::Insert { .. } | Act::Remove { .. } if nested => {
            unsound(phrase!(MESSAGES, "document-correction"))
        }
        Act::Replace { with, .. } | Act::Insert { with, .. } => check_given(with, place, true),
        Act::Rule { patch, .. } => check_json(patch, place),
        Act::Position { position, .. } => check_json(position, place),
        Act::Play { .. }
        | Act::TakeBack { .. }
        | Act::Remove { .. }
        | Act::Concede
        | Act::Propose { .. }
        | Act::Answer { .. }
        | Act::Say { .. } => Ok(()),
    }
}

fn check_json(value: &Value, place: &str) -> Result<(), Unsound> {
    let unsound = |what: Phrase| {
        Err(Unsound {
            place: place.to_owned(),
            what: what.message(),
        })
    };
    if !value.is_object() {
        return unsound(phrase!(MESSAGES, "document-json-expected"));
    }
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        if depth > MAX_JSON_DEPTH {
            return unsound(phrase!(MESSAGES, "document-json-depth"));
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(fields) => open.extend(fields.values().map(|item| (item, depth + 1))),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    Ok(())
}

/// Lower-case letters, digits and hyphens.
pub(crate) fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// A letter, then letters, digits, `_` and `-`.
pub(crate) fn is_header_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
pub(crate) fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let number = |part: &str, digits: usize, range: std::ops::RangeInclusive<u32>| {
        part.len() == digits
            && part.bytes().all(|b| b.is_ascii_digit())
            && part.parse().is_ok_and(|number| range.contains(&number))
    };
    parts.next().is_some_and(|year| number(year, 4, 0..=9999))
        && parts.next().is_none_or(|month| number(month, 2, 1..=12))
        && parts.next().is_none_or(|day| number(day, 2, 1..=31))
        && parts.next().is_none()
}
