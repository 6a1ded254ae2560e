//! Candidate mistakes: what a coach would point out, found by rules over events, positions and exact odds.
//!
//! A system lists its [`Detector`]s and gives a [`Coach`], which sees every event of the present line in its place and
//! says what it finds. Nothing is said without a reason in words and the numbers that prove it; whether it was a mistake
//! is for people to judge.

mod better;
pub mod trial;
mod weighed;

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::better::{BetterChoice, WithoutDice, without_dice};
pub use self::weighed::{MeasureBasis, MeasureWanted, Weighed};
use crate::{Message, MessageData, Phrase, RuleId, Rules, Seat, SentenceData};

/// One thing that is watched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detector {
    /// Its id, unique within the system: `missed_flank`.
    pub id: &'static str,
    /// Its name.
    pub name: Phrase,
    /// The mistake that it watches for, in a sentence.
    pub watches: Phrase,
    /// The rules of the game that it rests on.
    pub rules: &'static [&'static str],
    /// The glyph that it proposes, by PGN's number: 2 is `?`, 6 is `?!`.
    pub glyph: u8,
    /// It finds options that nobody took, not deeds.
    pub missed: bool,
}

impl Detector {
    /// A detector: its id, its name, the glyph it proposes, what it watches for, and the rules that it rests on.
    pub const fn new(
        id: &'static str,
        name: Phrase,
        glyph: u8,
        watches: Phrase,
        rules: &'static [&'static str],
    ) -> Self {
        Self {
            id,
            name,
            watches,
            rules,
            glyph,
            missed: false,
        }
    }

    /// The same for an option that nobody took.
    #[must_use]
    pub const fn of_a_missed_option(mut self) -> Self {
        self.missed = true;
        self
    }
}

/// PGN's number of `?`: a mistake.
pub const MISTAKE: u8 = 2;
/// PGN's number of `?!`: dubious.
pub const DUBIOUS: u8 = 6;

/// A number that proves a suggestion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Proof {
    /// Name of the number: `expected wounds from the flank`.
    pub name: String,
    /// Id of the name in the messages of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// Value of the number.
    pub value: f64,
}

/// A candidate mistake.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Suggestion {
    /// The version of the event at which it shows.
    pub version: u64,
    /// Whose mistake it would be.
    pub seat: Seat,
    /// The unit it is about, if it is about one.
    pub unit: Option<String>,
    /// The detector that found it.
    pub detector: String,
    /// What the detector is called.
    pub name: String,
    /// The glyph that it proposes, by PGN's number.
    pub glyph: u8,
    /// Why, in a sentence or two.
    pub reason: String,
    /// Id and arguments of the reason, where its sentence has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The numbers that prove it, never none.
    pub numbers: Vec<Proof>,
    /// The rules it rests on.
    pub rules: Vec<RuleId>,
    /// What would have been better, where the detector knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<BetterChoice>,
    /// Measures of what was done and of the better choice. The first one decides that the choice is better.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weighed: Vec<Weighed>,
}

impl Suggestion {
    /// The same with a better choice and its measures beside those of what was done.
    ///
    /// The first measure decides: where it does not favour the choice, the suggestion stays an observation without one.
    #[must_use]
    pub fn instead(
        self,
        better: impl Into<Option<BetterChoice>>,
        weighed: impl IntoIterator<Item = Weighed>,
    ) -> Self {
        let weighed: Vec<Weighed> = weighed.into_iter().collect();
        match better.into() {
            Some(better) if weighed.first().is_some_and(Weighed::favours_better) => Self {
                better: Some(better),
                weighed,
                ..self
            },
            _ => self,
        }
    }

    /// Removes the better choice and its measures.
    pub fn forget_better(&mut self) {
        self.better = None;
        self.weighed.clear();
    }
}

impl Detector {
    /// A finding of this detector.
    pub fn found(
        &self,
        version: u64,
        seat: Seat,
        unit: Option<&dyn Display>,
        reason: Message,
        numbers: &[(Phrase, f64)],
    ) -> Suggestion {
        let SentenceData {
            text: reason,
            message,
        } = reason.into();
        debug_assert!(
            !numbers.is_empty(),
            "{}: nothing is said without its numbers",
            self.id
        );
        Suggestion {
            version,
            seat,
            unit: unit.map(ToString::to_string),
            detector: self.id.to_owned(),
            name: self.name.to_string(),
            glyph: self.glyph,
            reason,
            message,
            numbers: numbers
                .iter()
                .map(|(name, value)| Proof {
                    name: name.to_string(),
                    message: name.message().data(),
                    value: *value,
                })
                .collect(),
            rules: self.rules.iter().copied().map(RuleId::new).collect(),
            better: None,
            weighed: Vec::new(),
        }
    }
}

/// An event of the present line in its place.
#[derive(Debug)]
pub struct WatchedEvent<'w, R: Rules> {
    /// Its version.
    pub version: u64,
    /// The version after which the command that it comes of was given.
    pub asked_at: u64,
    /// The position before it.
    pub before: &'w R::State,
    /// What happened.
    pub event: &'w R::Event,
    /// The position after it.
    pub after: &'w R::State,
}

/// Watches a game from its beginning, event by event.
pub trait Coach<R: Rules>: Send {
    /// Sees the next event and adds what it finds.
    fn watch(&mut self, watched: &WatchedEvent<'_, R>, found: &mut Vec<Suggestion>);

    /// The game is over and stands like this: adds what shows only then.
    fn over(&mut self, _state: &R::State, _found: &mut Vec<Suggestion>) {}
}
