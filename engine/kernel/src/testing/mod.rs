//! The kit for testing a game: a table with scripted dice, games played by bots, and the laws that hold of every game.
//!
//! A new game gets all the laws by one line in a test of its own: `conformance::<MyGame>()`. What is particular to it
//! (no unit moves further than it may) it checks beside that, on a [`Playout`] of its own. Built with the feature
//! `testing` alone; every fault is a panic that names the game by its number, which is its seed.

mod conformance;
mod laws;
mod messages;
mod playout;
mod reasons;
mod scripted;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use conformance::{ConformancePlan, conformance, conformance_of};
pub use laws::{
    check_accepted, check_event, check_forms, check_offers, check_position, check_questions, check_split,
    check_strengths, check_views,
};
pub use messages::{check_loose_sentences, check_messages, check_printed_messages, loose_sentences};
pub use playout::{Playout, seed};
pub use reasons::{check_citations, check_ladders};
pub use scripted::{assert_sound_throughout, at_table, give, play, rule_of};

use crate::{Rules, wire};

fn asked_for(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// The number of games that a test plays usually, and of those it plays in a campaign (`HINDSIGHT_PLAYOUTS`
/// set to a number): one of so many, at least one. `HINDSIGHT_PLAYOUTS_FROM` sets the number of the first.
pub fn games(usually: u64, one_of: u64) -> Range<u64> {
    let first = asked_for("HINDSIGHT_PLAYOUTS_FROM").unwrap_or(0);
    let count = asked_for("HINDSIGHT_PLAYOUTS").map_or(usually, |all| (all / one_of).max(1));
    first..first + count
}

/// Plays games one after the other; those that fail are told together at the end.
///
/// # Panics
/// A game failed.
pub fn each_of(numbers: Range<u64>, mut play: impl FnMut(u64)) {
    let failed: Vec<u64> = numbers
        .filter(|number| catch_unwind(AssertUnwindSafe(|| play(*number))).is_err())
        .collect();
    assert!(failed.is_empty(), "these games fail: {failed:?}");
}

/// Compares the schema of a type with the file that has it; with `UPDATE=1` the file is written.
///
/// # Panics
/// The file is not what the type says.
pub fn schema_is_checked_in<T: schemars::JsonSchema>(file: &str) {
    let now = format!("{:#}\n", wire::schema::<T>());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, now).unwrap_or_else(|error| panic!("{file}: {error}"));
        return;
    }
    let written = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(
        now == written,
        "{file} is out of date: run the test again with UPDATE=1"
    );
}

/// The state after events that follow it.
///
/// # Panics
/// An event does not follow.
pub fn fold<R: Rules>(mut state: R::State, events: &[R::Event]) -> R::State {
    for (place, event) in events.iter().enumerate() {
        R::evolve(&mut state, event).unwrap_or_else(|error| panic!("event {place}, {event:?}: {error}"));
    }
    state
}
