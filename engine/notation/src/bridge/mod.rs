//! From a document to events through the engine, and back.
//!
//! [`replay`] opens the game and decides each command with its dice; [`write()`] tells a recorded game in the notation.
//! A game that was recorded with reported dice replays to the same events, one by one.

mod passes;
mod write;

use std::collections::BTreeMap;

use hindsight_engine::kernel::{Argument, FoldError, GameOutcome, Message, ReportedDice, Viewer, message};
use hindsight_engine::{AnyDecided, AnyGame, CommandError, FoldStep, OpenRequest, PastRecord, System};
use serde_json::{Value, json};

use crate::document::{
    Act, Document, Entry, Passes, RollText, Unsound, WrittenCommand, WrittenEnding, WrittenLine, WrittenStart,
};
use crate::messages::MESSAGES;
use crate::version_counter::VersionCounter;

pub use hindsight_engine::Batch;
pub use passes::{with_passes, without_passes};
pub use write::{Heading, Untold, write};

/// A command of the text, decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Its number in the text.
    pub number: u32,
    /// The command and its events.
    pub batch: Batch,
    /// The version of its first event.
    pub first: u64,
    /// The version of its last event.
    pub last: u64,
    /// What might have been played instead, in the order of the text.
    pub side_lines: Vec<SideLine>,
}

/// A variation, decided from its branch point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideLine {
    /// The version of the line it branches from after which it begins; its own versions go on from there.
    pub after: u64,
    /// Its commands.
    pub played: Vec<Played>,
}

/// A replayed game.
pub struct Replayed {
    /// Its system.
    pub system: &'static dyn System,
    /// How it was opened.
    pub request: OpenRequest,
    /// The opening.
    pub opening: Batch,
    /// The commands.
    pub played: Vec<Played>,
    /// The game after all of them.
    pub game: Box<dyn AnyGame>,
}

impl std::fmt::Debug for Replayed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replayed")
            .field("opening", &self.opening)
            .field("played", &self.played)
            .finish_non_exhaustive()
    }
}

impl Replayed {
    /// The opening and every command after it.
    pub fn batches(&self) -> impl Iterator<Item = &Batch> {
        std::iter::once(&self.opening).chain(self.played.iter().map(|played| &played.batch))
    }

    /// The whole stream: each event, with its command where it is the first of one.
    pub fn records(&self) -> Vec<PastRecord> {
        self.batches().flat_map(records_of).collect()
    }
}

/// Why a document is not the record of a game.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}", self.message())]
pub struct NoReplay {
    /// The line of the text, if it was read from one.
    pub line: Option<u32>,
    /// The number of the command; several for one in a variation; none for the headers.
    pub number: Vec<u32>,
    /// What is wrong.
    pub why: WhyNot,
}

impl NoReplay {
    /// The reason with its place.
    pub fn message(&self) -> Message {
        let number = self.number.iter().map(u32::to_string).collect::<Vec<_>>();
        let (number, why) = (number.join(" ( "), self.why.message());
        match (self.line, number.is_empty()) {
            (None, true) => why,
            (None, false) => message!(MESSAGES, "untold-command", number, why),
            (Some(line), true) => message!(MESSAGES, "no-replay-at-line", line, why),
            (Some(line), false) => message!(MESSAGES, "no-replay-at-command", line, number, why),
        }
    }
}

/// The reason that a document cannot be replayed.
#[derive(Debug, Clone, PartialEq)]
pub enum WhyNot {
    /// The document itself is not sound.
    Unsound(Unsound),
    /// No such system in this release.
    NoSuchSystem(String),
    /// The words are not a command of the system.
    Unheard {
        /// The words.
        words: String,
        /// The fault as the system tells it.
        why: Message,
    },
    /// A take-back or correction names no command of the present line.
    NoSuchCommand {
        /// The number.
        number: u32,
        /// The numbers of the present line.
        line: Vec<u32>,
    },
    /// The rules or the table refuse it, or it has the wrong form.
    CommandError(CommandError),
    /// The dice are grouped otherwise than the rules roll them.
    OtherRolls {
        /// As rolled.
        rolled: Vec<RollText>,
        /// As told.
        told: Vec<RollText>,
    },
    /// The game ends otherwise than the header says.
    OtherEnding {
        /// As the header says.
        told: WrittenEnding,
        /// As played.
        played: WrittenEnding,
    },
    /// The engine cannot follow its own events.
    FoldError(FoldError),
    /// The rules of this release decide otherwise than those with which the text was recorded.
    OtherRules {
        /// What is refused, and why.
        why: Box<Self>,
        /// The version of the rules that the text names.
        recorded: String,
        /// The version of this release.
        present: String,
    },
}

impl WhyNot {
    /// The reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Unsound(unsound) => unsound.message(),
            Self::NoSuchSystem(system) => {
                message!(MESSAGES, "no-system", system = Argument::quoted(system))
            }
            Self::Unheard { words, why } => message!(
                MESSAGES,
                "no-command",
                words = Argument::quoted(words),
                why = why.clone()
            ),
            Self::NoSuchCommand { number, line } => {
                message!(MESSAGES, "no-command-of-number", number, known = ranges(line))
            }
            Self::CommandError(error) => error.message(),
            Self::OtherRolls { rolled, told } => message!(
                MESSAGES,
                "other-rolls",
                rolled = rolls_in_words(rolled),
                told = rolls_in_words(told)
            ),
            Self::OtherEnding { told, played } => message!(
                MESSAGES,
                "other-ending",
                told = ending_text(*told),
                played = ending_text(*played)
            ),
            Self::FoldError(error) => error.message(),
            Self::OtherRules {
                why,
                recorded,
                present,
            } => message!(MESSAGES, "other-rules", why = why.message(), recorded, present),
        }
    }
}

impl std::error::Error for WhyNot {}

impl std::fmt::Display for WhyNot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl From<Unsound> for WhyNot {
    fn from(why: Unsound) -> Self {
        Self::Unsound(why)
    }
}

impl From<CommandError> for WhyNot {
    fn from(why: CommandError) -> Self {
        Self::CommandError(why)
    }
}

impl From<FoldError> for WhyNot {
    fn from(why: FoldError) -> Self {
        Self::FoldError(why)
    }
}

impl NoReplay {
    /// Says so where it is the rules that refuse a text recorded with another version of them.
    fn by_other_rules(self, recorded: Option<&str>, present: &str) -> Self {
        let by_rules = matches!(
            self.why,
            WhyNot::CommandError(CommandError::Refused(_))
                | WhyNot::OtherRolls { .. }
                | WhyNot::OtherEnding { .. }
        );
        match recorded {
            Some(recorded) if by_rules && recorded != present => Self {
                why: WhyNot::OtherRules {
                    why: Box::new(self.why),
                    recorded: recorded.to_owned(),
                    present: present.to_owned(),
                },
                ..self
            },
            Some(_) | None => self,
        }
    }
}

fn ranges(numbers: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    if parts.is_empty() {
        return "none".to_owned();
    }
    let words = |(first, last): &(u32, u32)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    };
    parts.iter().map(words).collect::<Vec<_>>().join(", ")
}

fn rolls_in_words(rolls: &[RollText]) -> String {
    if rolls.is_empty() {
        return message!(MESSAGES, "no-dice").to_string();
    }
    let words = |roll: &RollText| {
        let faces = roll
            .faces
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        format!("{} {faces}", roll.purpose.as_deref().unwrap_or("dice"))
    };
    format!("[{}]", rolls.iter().map(words).collect::<Vec<_>>().join(" | "))
}

fn ending_text(ending: WrittenEnding) -> Message {
    match ending {
        WrittenEnding::Side(side) => message!(MESSAGES, "ending-win", side),
        WrittenEnding::Draw => message!(MESSAGES, "ending-draw"),
        WrittenEnding::Unfinished => message!(MESSAGES, "ending-open"),
    }
}

fn ending_of(outcome: Option<&GameOutcome>) -> WrittenEnding {
    match outcome {
        None => WrittenEnding::Unfinished,
        Some(GameOutcome {
            winner: Some(side), ..
        }) => WrittenEnding::Side(side.0),
        Some(GameOutcome { winner: None, .. }) => WrittenEnding::Draw,
    }
}

/// Plays a document through the engine: opens the game, decides every command with its dice, and every variation
/// from its branch point. `packs` are those the setup may use.
///
/// Dice that a server rolled are taken as reported ones: the faces are the same, only their source differs.
///
/// # Errors
/// The first command that is not understood or refused, with its place.
pub fn replay(document: &Document, packs: &[Value]) -> Result<Replayed, NoReplay> {
    decide_all(document, packs).map_err(|refused| {
        let present = hindsight_engine::system(&document.system).map_or("", |system| system.rules_version());
        refused.by_other_rules(document.rules.as_deref(), present)
    })
}

fn decide_all(document: &Document, packs: &[Value]) -> Result<Replayed, NoReplay> {
    if document.passes == Passes::Implied {
        return decide_all(&with_passes(document, packs)?, packs);
    }
    let (request, opening, mut table) = opened(document, packs)?;
    let played = table.line(&document.line, 1, &[])?;
    let ending = ending_of(table.game.info(Viewer::Everything).outcome.as_ref());
    if let Some(told) = document.result
        && told != ending
    {
        return Err(at_no_line(WhyNot::OtherEnding { told, played: ending }));
    }
    Ok(Replayed {
        system: table.system,
        request,
        opening,
        played,
        game: table.game,
    })
}

const fn at_no_line(why: WhyNot) -> NoReplay {
    NoReplay {
        line: None,
        number: Vec::new(),
        why,
    }
}

/// The game of a text behind its opening.
fn opened(document: &Document, packs: &[Value]) -> Result<(OpenRequest, Batch, TableSide), NoReplay> {
    document.check().map_err(|unsound| at_no_line(unsound.into()))?;
    let system = hindsight_engine::system(&document.system)
        .ok_or_else(|| at_no_line(WhyNot::NoSuchSystem(document.system.clone())))?;
    let (setup, position) = match &document.start {
        WrittenStart::Usual => (None, None),
        WrittenStart::Setup(setup) => (Some(setup.clone()), None),
        WrittenStart::Position(position) => (None, Some(position.clone())),
    };
    let request = OpenRequest {
        setup,
        position,
        server_dice: false,
    };
    let opened = system
        .open(&request, packs, None)
        .map_err(|trouble| at_no_line(trouble.into()))?;
    let opening = Batch {
        command: opened.command,
        events: opened.events,
    };
    let table = TableSide {
        system,
        records: records_of(&opening).collect(),
        game: opened.game,
    };
    Ok((request, opening, table))
}

fn records_of(batch: &Batch) -> impl Iterator<Item = PastRecord> + '_ {
    batch.events.iter().enumerate().map(|(place, event)| PastRecord {
        event: event.clone(),
        command: (place == 0).then(|| batch.command.clone()),
    })
}

/// A game under way with its records.
struct TableSide {
    system: &'static dyn System,
    records: Vec<PastRecord>,
    game: Box<dyn AnyGame>,
}

impl TableSide {
    fn line(&mut self, line: &WrittenLine, first: u32, path: &[u32]) -> Result<Vec<Played>, NoReplay> {
        let from = self.records.len() as u64 + 1;
        let mut all = Vec::with_capacity(line.entries.len());
        for (number, entry) in (first..).zip(&line.entries) {
            let path: Vec<u32> = path.iter().copied().chain([number]).collect();
            let fail = |why| NoReplay {
                line: (entry.place.line > 0).then_some(entry.place.line),
                number: path.clone(),
                why,
            };
            let mut side_lines = Vec::with_capacity(entry.variations.len());
            for variation in &entry.variations {
                let mut side = Self {
                    system: self.system,
                    records: self.records.clone(),
                    game: self.game.duplicate(),
                };
                let after = self.records.len() as u64;
                side_lines.push(SideLine {
                    after,
                    played: side.line(variation, number, &path)?,
                });
            }
            let batch = self.decide(&entry.given).map_err(fail)?;
            let first = self.records.len() as u64 + 1;
            self.keep(&batch);
            let last = self.records.len() as u64;
            all.push(Played {
                number,
                batch,
                first,
                last,
                side_lines,
            });
        }
        self.compare_rolls(from, line, &all, path)?;
        Ok(all)
    }

    fn keep(&mut self, batch: &Batch) {
        self.records.extend(records_of(batch));
    }

    fn decide(&mut self, given: &WrittenCommand) -> Result<Batch, WhyNot> {
        let (command, chronicle) = match &given.act {
            Act::TakeBack { .. } | Act::Replace { .. } | Act::Insert { .. } | Act::Remove { .. } => {
                let chronicle = self.system.chronicle(&self.records)?;
                let mut ledger = VersionCounter::default();
                chronicle.walk(1, u64::MAX, Viewer::Everything, &mut |step| {
                    ledger.follow(step);
                    true
                })?;
                (self.wire(given, &ledger)?, Some(chronicle))
            }
            Act::Play { .. }
            | Act::Rule { .. }
            | Act::Position { .. }
            | Act::Concede
            | Act::Propose { .. }
            | Act::Answer { .. }
            | Act::Say { .. } => (self.wire(given, &VersionCounter::default())?, None),
        };
        let AnyDecided {
            command,
            events,
            stopped: _,
            game,
        } = self.game.decide(command, chronicle.as_deref(), None)?;
        self.game = game;
        Ok(Batch { command, events })
    }

    /// The wire form of a command.
    fn wire(&self, given: &WrittenCommand, ledger: &VersionCounter) -> Result<Value, WhyNot> {
        let missing = |number: u32| WhyNot::NoSuchCommand {
            number,
            line: ledger.numbers(),
        };
        let begins = |number: u32| ledger.begins(number).ok_or_else(|| missing(number));
        let mut value = match &given.act {
            Act::Play { words, dice } => {
                let command = self
                    .system
                    .parse_command(words.as_str())
                    .map_err(|why| WhyNot::Unheard {
                        words: words.as_str().to_owned(),
                        why,
                    })?;
                let faces: Vec<&ReportedDice> = dice.iter().flat_map(|roll| &roll.faces).collect();
                json!({ "type": "play", "command": command, "dice": faces })
            }
            Act::TakeBack { from, reason } => {
                let to = ledger.before(*from).ok_or_else(|| missing(*from))?;
                json!({ "type": "take_back", "to": to, "reason": reason })
            }
            Act::Replace { at, reason, with } => {
                let change = json!({ "type": "replace", "command": self.wire(with, ledger)? });
                json!({ "type": "correct", "at": begins(*at)?, "change": change, "reason": reason })
            }
            Act::Insert { at, reason, with } => {
                let change = json!({ "type": "insert", "command": self.wire(with, ledger)? });
                json!({ "type": "correct", "at": begins(*at)?, "change": change, "reason": reason })
            }
            Act::Remove { at, reason } => {
                json!({ "type": "correct", "at": begins(*at)?, "change": { "type": "remove" }, "reason": reason })
            }
            Act::Rule { reason, patch } => json!({ "type": "rule", "patch": patch, "reason": reason }),
            Act::Position {
                kind,
                reason,
                position,
            } => json!({ "type": "position", "position": position, "kind": kind, "reason": reason }),
            Act::Concede => json!({ "type": "concede" }),
            Act::Propose { winner } => json!({ "type": "propose", "winner": winner }),
            Act::Answer { accept } => json!({ "type": "answer", "accept": accept }),
            Act::Say { text } => json!({ "type": "say", "text": text }),
        };
        if let (Value::Object(fields), Some(seat)) = (&mut value, given.seat) {
            fields.insert("seat".to_owned(), json!(seat));
        }
        Ok(value)
    }

    /// Whether the dice of the line that began at version `from` are grouped as the rules rolled them.
    fn compare_rolls(
        &self,
        from: u64,
        line: &WrittenLine,
        all: &[Played],
        path: &[u32],
    ) -> Result<(), NoReplay> {
        let labelled = |entry: &Entry| {
            given_rolls(&entry.given)
                .iter()
                .any(|roll| roll.purpose.is_some())
        };
        if !line.entries.iter().any(labelled) {
            return Ok(());
        }
        let unread = |error: FoldError| NoReplay {
            line: None,
            number: path.to_vec(),
            why: error.into(),
        };
        let mut rolled: BTreeMap<u64, Vec<RollText>> = BTreeMap::new();
        let chronicle = self.system.chronicle(&self.records).map_err(unread)?;
        let look = &mut |step: &dyn FoldStep| {
            rolled.entry(step.version()).or_default().extend(rolls_of(step));
            true
        };
        chronicle
            .walk(from, u64::MAX, Viewer::Everything, look)
            .map_err(unread)?;
        for (entry, played) in line.entries.iter().zip(all).filter(|(entry, _)| labelled(entry)) {
            let told = given_rolls(&entry.given);
            let rolled: Vec<RollText> = rolled
                .range(played.first..=played.last)
                .flat_map(|(_, rolls)| rolls.iter().cloned())
                .collect();
            let same = rolled.len() == told.len()
                && rolled.iter().zip(told).all(|(rolled, told)| {
                    rolled.faces == told.faces && (told.purpose.is_none() || told.purpose == rolled.purpose)
                });
            if !same {
                return Err(NoReplay {
                    line: (entry.place.line > 0).then_some(entry.place.line),
                    number: path.iter().copied().chain([played.number]).collect(),
                    why: WhyNot::OtherRolls {
                        rolled,
                        told: told.to_vec(),
                    },
                });
            }
        }
        Ok(())
    }
}

fn given_rolls(given: &WrittenCommand) -> &[RollText] {
    match &given.act {
        Act::Play { dice, .. } => dice,
        _ => &[],
    }
}

fn rolls_of(step: &dyn FoldStep) -> impl Iterator<Item = RollText> {
    step.dice()
        .into_iter()
        .filter(|roll| roll.dice() > 0)
        .map(|roll| RollText {
            faces: roll.reported(),
            purpose: Some(roll.purpose.into_owned()),
        })
}
