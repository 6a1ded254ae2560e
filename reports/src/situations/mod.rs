//! Questions about situations: "units that charged a flank at 4 or less", "turns in which a general died".
//!
//! A game is told as [`Situation`]s, flat records of what happened and how the field stood just before ([`Field`] lists
//! what they hold). A [`SituationQuestion`] is read from a small language ([`ask`]), picks moments, and counts them
//! ([`SituationTally`]). The same language is used over recorded games, over files of facts, and on the page. [`GUIDE`] are its
//! examples; a test reads each of them.

mod field;
mod heat;
mod language;
mod question;
mod situation;

use hindsight_kernel::{Phrase, phrase};

use crate::messages::MESSAGES;

pub use field::{ActionField, Cell, Field, FieldKind};
pub use heat::HeatMap;
pub use language::{DEEPEST_QUESTION, LONGEST_QUESTION, MOST_TESTS, WrongQuestion, ask};
pub use question::{
    Against, Counting, MOST_VALUES, Sign, SituationCount, SituationQuestion, SituationTally, Test,
};
pub use situation::{FieldThen, GameThen, SeatThen, Situation};

/// Examples of questions, each with what it asks.
pub const GUIDE: &[(&str, Phrase)] = &[
    (
        "units with charged where direction = flank and unit.left <= 4",
        phrase!(MESSAGES, "example-flank"),
    ),
    (
        "turns with destroyed where unit.points >= 3",
        phrase!(MESSAGES, "example-turns"),
    ),
    (
        "destroyed where cause != melee by unit.name",
        phrase!(MESSAGES, "example-lost"),
    ),
    (
        "charged where unit.left < other.left by direction",
        phrase!(MESSAGES, "example-stronger"),
    ),
    (
        "games with destroyed where round = 1",
        phrase!(MESSAGES, "example-first-round"),
    ),
    (
        "tested where not passed and chance >= 0.8 by unit.name",
        phrase!(MESSAGES, "example-tests"),
    ),
    (
        "attacked where luck >= 3 and (ranged or dice > 10)",
        phrase!(MESSAGES, "example-luck"),
    ),
    (
        "fought where own.units < enemy.units by round",
        phrase!(MESSAGES, "example-fewer"),
    ),
    (
        "moved where kind in (flee, retreat) and unit.name contains guard",
        phrase!(MESSAGES, "example-guards"),
    ),
];

#[cfg(test)]
mod tests;
