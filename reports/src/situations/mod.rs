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

pub use field::{ActionField, Cell, Field, FieldKind};
pub use heat::HeatMap;
pub use language::{DEEPEST_QUESTION, LONGEST_QUESTION, MOST_TESTS, WrongQuestion, ask};
pub use question::{
    Against, Counting, MOST_VALUES, Sign, SituationCount, SituationQuestion, SituationTally, Test,
};
pub use situation::{FieldThen, GameThen, SeatThen, Situation};

/// Examples of questions, each with what it asks.
pub const GUIDE: &[(&str, &str)] = &[
    (
        "units with charged where direction = flank and unit.left <= 4",
        "Units that charged a flank at a strength of 4 or less",
    ),
    (
        "turns with destroyed where unit.points >= 3",
        "Turns in which a unit worth 3 points or more was lost",
    ),
    (
        "destroyed where cause != melee by unit.name",
        "Units lost otherwise than in melee, by name",
    ),
    (
        "charged where unit.left < other.left by direction",
        "Charges against a stronger unit, by direction",
    ),
    (
        "games with destroyed where round = 1",
        "Games in which a unit was lost in the first round",
    ),
    (
        "tested where not passed and chance >= 0.8 by unit.name",
        "Morale tests that were failed though 80 % pass them",
    ),
    (
        "attacked where luck >= 3 and (ranged or dice > 10)",
        "Attacks with 3 damage more than expected, at a distance or with many dice",
    ),
    (
        "fought where own.units < enemy.units by round",
        "Fights won by the side with fewer units, by round",
    ),
    (
        "moved where kind in (flee, retreat) and unit.name contains guard",
        "Guards that fled or retreated",
    ),
];

#[cfg(test)]
mod tests;
