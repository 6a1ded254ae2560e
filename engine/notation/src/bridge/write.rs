//! A recorded game told in the notation.

use std::collections::BTreeMap;

use hindsight_engine::kernel::{
    Argument, DiceKind, FoldError, Message, NoteKind, ReportedDice, Seat, Viewer, message, wire,
};
use hindsight_engine::{Chronicle, FoldStep, System};
use serde_json::{Map, Value};

use super::{ending_of, rolls_of};
use crate::document::{
    Act, DiceSource, Document, Entry, NotAText, PackName, RollText, Text, WrittenCommand, WrittenPlace,
    WrittenStart,
};
use crate::messages::MESSAGES;
use crate::version_counter::{Turn, VersionCounter};

/// The data of a game that the stream itself does not hold.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Heading {
    /// A title for people.
    pub title: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// The packs that the setup uses beyond the embedded ones.
    pub packs: Vec<PackName>,
    /// The players' names.
    pub seats: BTreeMap<Seat, String>,
    /// Free labels.
    pub tags: Vec<String>,
    /// Any other header.
    pub more: Vec<(String, String)>,
    /// The setup it was opened with ([`hindsight_engine::opening_setup`]); without it the game is told from the
    /// position behind its opening.
    pub setup: Option<Value>,
}

/// Why a game cannot be told.
#[derive(Debug, Clone, PartialEq)]
pub enum Untold {
    /// The stream does not fold.
    FoldError(FoldError),
    /// A command has no words.
    NoWords {
        /// Its number.
        number: u32,
        /// What is missing.
        why: Message,
    },
}

impl Untold {
    /// The reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::FoldError(error) => error.message(),
            Self::NoWords { number, why } => {
                message!(MESSAGES, "untold-command", number, why = why.clone())
            }
        }
    }
}

impl std::error::Error for Untold {}

impl std::fmt::Display for Untold {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl From<FoldError> for Untold {
    fn from(error: FoldError) -> Self {
        Self::FoldError(error)
    }
}

/// Tells a recorded game in the notation: every command in the order in which it was given, taken back and corrected
/// ones included.
///
/// # Errors
/// A stream that does not fold, or a command that its system cannot say.
pub fn write(system: &dyn System, chronicle: &dyn Chronicle, heading: Heading) -> Result<Document, Untold> {
    let mut document = Document::new(system.id());
    let mut teller = Teller {
        system,
        ledger: VersionCounter::default(),
        entries: Vec::new(),
        filling: Vec::new(),
        fault: None,
    };
    let mut opening = 0;
    chronicle.walk(1, u64::MAX, Viewer::Everything, &mut |step| {
        // The numbers that a take-back or a correction speaks of are those before it.
        let rewinds = matches!(step.kind().as_str(), "taken_back" | "corrected");
        let before = rewinds.then(|| teller.ledger.clone());
        match teller.ledger.follow(step) {
            Turn::Opening => opening = step.version(),
            Turn::Begins(number) => {
                teller.close();
                teller.begin(number, step, &before.unwrap_or_default());
            }
            Turn::Again => teller.again(),
            Turn::Continues | Turn::Untold => {}
        }
        teller.roll(step);
        teller.fault.is_none()
    })?;
    teller.close();
    if let Some((number, why)) = teller.fault {
        return Err(Untold::NoWords { number, why });
    }
    document.line.entries = teller.entries;
    let game = chronicle.game_at(chronicle.len(), Viewer::Everything)?;
    let info = game.info(Viewer::Everything);
    document.rules = Some(info.rules_version);
    document.dice = match info.dice {
        Some(DiceKind::Server { .. }) => DiceSource::Server,
        Some(DiceKind::Scripted) => DiceSource::Scripted,
        Some(DiceKind::Reported) | None => DiceSource::Reported,
    };
    document.result = Some(ending_of(info.outcome.as_ref()));
    document.start = match heading.setup {
        Some(setup) => WrittenStart::Setup(setup),
        None => WrittenStart::Position(
            chronicle
                .game_at(opening, Viewer::Everything)?
                .state(Viewer::Everything),
        ),
    };
    document.title = heading.title;
    document.date = heading.date;
    document.packs = heading.packs;
    document.seats = heading.seats;
    document.tags = heading.tags;
    document.more = heading.more;
    Ok(document)
}

/// Builds the entries while the stream is walked.
struct Teller<'s> {
    system: &'s dyn System,
    ledger: VersionCounter,
    entries: Vec<Entry>,
    /// The rolls of the last command so far, while they still belong to it.
    filling: Vec<RollText>,
    fault: Option<(u32, Message)>,
}

impl Teller<'_> {
    fn begin(&mut self, number: u32, step: &dyn FoldStep, before: &VersionCounter) {
        let told = match step.command() {
            Some(Value::Object(command)) => self.given(command, before),
            _ => Err(message!(MESSAGES, "not-recorded")),
        };
        match told {
            Ok(given) => self.entries.push(Entry {
                given,
                glyphs: Vec::new(),
                marks: Vec::new(),
                comments: Vec::new(),
                variations: Vec::new(),
                place: WrittenPlace::default(),
            }),
            Err(why) => self.fault = Some((number, why)),
        }
    }

    fn roll(&mut self, step: &dyn FoldStep) {
        self.filling.extend(rolls_of(step));
    }

    /// A marker of a correction: the first one begins the corrected command, whose dice are told; the next ends it.
    fn again(&mut self) {
        self.close();
    }

    /// Gives the last command its dice, by roll where the rolls are just those that were given with it.
    fn close(&mut self) {
        let rolls = std::mem::take(&mut self.filling);
        let Some(last) = self.entries.last_mut() else {
            return;
        };
        let dice = match &mut last.given.act {
            Act::Play { dice, .. } => dice,
            Act::Replace { with, .. } | Act::Insert { with, .. } => match &mut with.act {
                Act::Play { dice, .. } if !dice.is_empty() => dice,
                _ => return,
            },
            _ => return,
        };
        if dice.iter().any(|roll| roll.purpose.is_some()) || rolls.is_empty() {
            return;
        }
        let given = dice.iter().flat_map(|roll| &roll.faces);
        if dice.is_empty() || given.eq(rolls.iter().flat_map(|roll| &roll.faces)) {
            *dice = rolls;
        }
    }

    /// A command from its wire form.
    fn given(
        &self,
        mut command: Map<String, Value>,
        ledger: &VersionCounter,
    ) -> Result<WrittenCommand, Message> {
        let seat = take::<Option<Seat>>(&mut command, "seat")?;
        let kind = take::<String>(&mut command, "type")?;
        let reason = |command: &mut Map<String, Value>| take::<Option<String>>(command, "reason");
        let past = |number: Option<u32>| number.ok_or_else(|| message!(MESSAGES, "no-command-there"));
        let act = match kind.as_str() {
            "play" => {
                let played = command.remove("command").unwrap_or(Value::Null);
                let words = self
                    .system
                    .format_command(&played)
                    .map_err(|why: wire::Malformed| why.message())?;
                let words = Text::new(&words).map_err(NotAText::message)?;
                let faces = take::<Option<Vec<ReportedDice>>>(&mut command, "dice")?.unwrap_or_default();
                let dice = if faces.is_empty() {
                    Vec::new()
                } else {
                    vec![RollText { purpose: None, faces }]
                };
                Act::Play { words, dice }
            }
            "take_back" => Act::TakeBack {
                from: past(ledger.number_behind(take(&mut command, "to")?))?,
                reason: reason(&mut command)?,
            },
            "correct" => {
                let at = past(ledger.number_at(take(&mut command, "at")?))?;
                let reason = reason(&mut command)?.unwrap_or_default();
                let mut change = take::<Map<String, Value>>(&mut command, "change")?;
                let kind = take::<String>(&mut change, "type")?;
                let mut with = || {
                    let inner = take::<Map<String, Value>>(&mut change, "command")?;
                    self.given(inner, ledger).map(Box::new)
                };
                match kind.as_str() {
                    "replace" => Act::Replace {
                        at,
                        reason,
                        with: with()?,
                    },
                    "insert" => Act::Insert {
                        at,
                        reason,
                        with: with()?,
                    },
                    "remove" => Act::Remove { at, reason },
                    other => {
                        return Err(message!(
                            MESSAGES,
                            "no-correction",
                            other = Argument::quoted(other)
                        ));
                    }
                }
            }
            "rule" => Act::Rule {
                reason: reason(&mut command)?.unwrap_or_default(),
                patch: command.remove("patch").unwrap_or(Value::Null),
            },
            "position" => Act::Position {
                kind: take::<Option<NoteKind>>(&mut command, "kind")?.unwrap_or_default(),
                reason: reason(&mut command)?,
                position: command.remove("position").unwrap_or(Value::Null),
            },
            "concede" => Act::Concede,
            "propose" => Act::Propose {
                winner: take(&mut command, "winner")?,
            },
            "answer" => Act::Answer {
                accept: take(&mut command, "accept")?,
            },
            "say" => Act::Say {
                text: take(&mut command, "text")?,
            },
            other => {
                return Err(message!(
                    MESSAGES,
                    "no-such-command",
                    other = Argument::quoted(other)
                ));
            }
        };
        Ok(WrittenCommand { seat, act })
    }
}

fn take<T: serde::de::DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Result<T, Message> {
    let value = fields.remove(name).unwrap_or(Value::Null);
    serde_json::from_value(value).map_err(|why| {
        message!(
            MESSAGES,
            "field-unread",
            name = name.to_owned(),
            why = why.to_string()
        )
    })
}
