//! Phrases that sentences of several chapters use.

use std::fmt::Write as _;

use hindsight_geometry::squares::Hand;
use hindsight_kernel::Roll;
use hindsight_kernel::words::sentence;

use crate::model::event::Blow;
use crate::model::names::UnitId;
use crate::model::state::State;

pub(super) fn count(number: impl Into<i64>, one: &str) -> String {
    sentence::count(number, one, &format!("{one}s"))
}

pub(super) fn dice(roll: &Roll) -> String {
    sentence::count(roll.faces.len() as u32, "die", "dice")
}

pub(super) fn names(before: &State, units: impl Iterator<Item = UnitId>) -> String {
    sentence::names(units, |unit| before.name(unit))
}

pub(super) fn turned(turn: Option<Hand>) -> String {
    turn.map_or_else(String::new, |hand| format!("turns {hand} and "))
}

pub(super) fn cells(number: u8) -> String {
    count(number, "cell")
}

/// Hits, blocks and wounds of a blow.
pub(super) fn blow_words(before: &State, blow: &Blow) -> String {
    let mut words = format!(
        "{} at {}+: {}",
        dice(&blow.attack),
        blow.need,
        count(blow.hits, "hit")
    );
    if let Some(block) = &blow.block {
        let _ = write!(
            words,
            "; block {}+ on {}: {} saved",
            blow.block_need,
            dice(block),
            blow.blocked
        );
    }
    let _ = write!(words, "; {}", count(blow.wounds, "wound"));
    if blow.models_after == 0 {
        let _ = write!(words, "; {} is destroyed", before.name(blow.target));
    } else if blow.wounds > 0 {
        let _ = write!(words, "; {} left", count(blow.models_after, "model"));
    }
    words
}
