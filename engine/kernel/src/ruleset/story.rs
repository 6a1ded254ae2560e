//! A game in words and facts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Rules;
use crate::{Fact, Message, MessageFile, Moment, Phrase, SeatInfo, UnitInfo};

/// A game in words and facts: who plays, with what, where it stands, what happened.
pub trait Story: Rules {
    /// An event in one sentence for the log.
    fn describe(before: &Self::State, event: &Self::Event) -> Message;

    /// The file of the game's sentences; a game without one makes plain sentences.
    fn messages() -> Option<&'static MessageFile> {
        None
    }

    /// The neutral story of an event, for statistics.
    fn facts(_before: &Self::State, _event: &Self::Event, _out: &mut Vec<Fact>) {}

    /// The game's own counters of statistics, each with what it counts; those that say it by their name are left out.
    fn counters() -> &'static [(&'static str, Phrase)] {
        &[]
    }

    /// The seats and what they are called.
    fn seats(state: &Self::State) -> Vec<SeatInfo>;

    /// The moment of the game.
    fn moment(state: &Self::State) -> Moment;

    /// Every unit of the game, also those destroyed. Cards a viewer may not know are left out by
    /// [`super::Secrets::view`]. By default a game has none to be counted.
    fn units(_state: &Self::State) -> Vec<UnitInfo> {
        Vec::new()
    }

    /// The words in which the game counts damage. By default units lose wounds, and models with them.
    fn damage_words() -> DamageWords {
        DamageWords::WOUNDS
    }

    /// The terms that were settled before the first move and by which games are compared. None of them is
    /// hidden from anybody.
    fn terms(_state: &Self::State) -> StatisticTerms {
        StatisticTerms::default()
    }
}

/// What was settled before the first move of a game, in words that every system shares.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct StatisticTerms {
    /// The hashes of the packs in play, each once, in order.
    pub packs: Vec<String>,
    /// The scenario's id, if the game has scenarios.
    pub scenario: Option<String>,
    /// The map's id, if the game has maps.
    pub map: Option<String>,
    /// What each army may cost, if that is agreed.
    pub budget: Option<u32>,
}

/// Words for what a game counts as damage ([`crate::DamageDealt::wounds`]), for headings and sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamageWords {
    /// One of them: `wound`.
    pub one: &'static str,
    /// Several of them: `wounds`.
    pub many: &'static str,
    /// Whether units lose models too ([`crate::DamageDealt::models`]), so that both numbers mean something.
    pub models: bool,
}

impl DamageWords {
    /// Wounds that cost models.
    pub const WOUNDS: Self = Self {
        one: "wound",
        many: "wounds",
        models: true,
    };

    /// A number of them: "1 wound", "3 wounds".
    pub fn count(self, number: u32) -> String {
        let word = if number == 1 { self.one } else { self.many };
        format!("{number} {word}")
    }
}

impl Default for DamageWords {
    fn default() -> Self {
        Self::WOUNDS
    }
}
