//! Sentences of combats.

use std::fmt::Write as _;

use hindsight_kernel::Seat;

use super::phrases::{blow_words, names};
use crate::field::geometry::attack_direction;
use crate::model::event::{Blow, CombatEvent};
use crate::model::state::{State, seat_name};
use crate::model::strike::Direction;

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &CombatEvent) -> String {
    match event {
        CombatEvent::CombatsSet { combats } => match combats.len() {
            0 => "There is no combat".to_owned(),
            1 => "1 combat begins".to_owned(),
            number => format!("{number} combats begin"),
        },
        CombatEvent::CombatOrderSet { strikes, silenced } => {
            let mut tiers: Vec<u8> = strikes.iter().map(|strike| strike.tier).collect();
            tiers.sort_unstable();
            tiers.dedup();
            let groups: Vec<String> = tiers
                .iter()
                .map(|&tier| {
                    let units = strikes
                        .iter()
                        .filter(|strike| strike.tier == tier)
                        .map(|strike| strike.unit);
                    names(before, units)
                })
                .collect();
            let mut words = format!("Order of blows: {}", groups.join("; then "));
            if !silenced.is_empty() {
                let _ = write!(
                    words,
                    "; attacked in the rear and silent: {}",
                    names(before, silenced.iter())
                );
            }
            words
        }
        CombatEvent::TierFought { blows, .. } => blows
            .iter()
            .map(|blow| strike_words(before, blow))
            .collect::<Vec<_>>()
            .join(". "),
        CombatEvent::CombatResolved {
            wounds: [south, north],
            fighting,
            winner,
            ..
        } => match (winner, fighting) {
            // The winner's wounds first.
            (Some(winner), _) => {
                let (one, other) = if *winner == Seat::A {
                    (south, north)
                } else {
                    (north, south)
                };
                format!("{} wins the combat, {one} : {other} wounds", seat_name(*winner))
            }
            (None, true) => format!("The combat is even, {south} : {north} wounds"),
            (None, false) => "The combat is undecided".to_owned(),
        },
    }
}

fn strike_words(before: &State, blow: &Blow) -> String {
    let part = match attack_direction(before, blow.unit, blow.target) {
        Some(Direction::Flank) => "the flank of ",
        Some(Direction::Rear) => "the rear of ",
        Some(Direction::Front) | None => "",
    };
    format!(
        "{} strikes {part}{}: {}",
        before.name(blow.unit),
        before.name(blow.target),
        blow_words(before, blow)
    )
}
