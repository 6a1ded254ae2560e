//! Sentences of combats.

use hindsight_kernel::{Message, Seat, joined, message};

use super::phrases::{blow, names};
use crate::field::geometry::attack_direction;
use crate::messages::{MESSAGES, seat_message, unit_name};
use crate::model::event::{Blow, CombatEvent};
use crate::model::names::UnitSet;
use crate::model::state::State;
use crate::model::strike::{Direction, Strike};

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &CombatEvent) -> Message {
    match event {
        CombatEvent::CombatsSet { combats } => {
            message!(MESSAGES, "combats-set", combats = combats.len())
        }
        CombatEvent::CombatOrderSet { strikes, silenced } => order_of_blows(before, strikes, *silenced),
        CombatEvent::TierFought { blows, .. } => {
            let strikes = blows.iter().map(|blow| strike(before, blow));
            message!(
                MESSAGES,
                "tier-fought",
                strikes = joined!(MESSAGES, "strikes-next", strikes)
            )
        }
        CombatEvent::CombatResolved {
            wounds: [south, north],
            fighting,
            winner,
            ..
        } => match (winner, fighting) {
            // The winner's wounds first.
            (Some(winner), _) => {
                let (own, other) = if *winner == Seat::A {
                    (south, north)
                } else {
                    (north, south)
                };
                message!(MESSAGES, "combat-won", seat = seat_message(*winner), own, other)
            }
            (None, true) => message!(MESSAGES, "combat-even", south, north),
            (None, false) => message!(MESSAGES, "combat-undecided"),
        },
    }
}

fn order_of_blows(before: &State, strikes: &[Strike], silenced: UnitSet) -> Message {
    let mut tiers: Vec<u8> = strikes.iter().map(|strike| strike.tier).collect();
    tiers.sort_unstable();
    tiers.dedup();
    let groups = tiers.iter().map(|&tier| {
        let of_tier = strikes.iter().filter(|strike| strike.tier == tier);
        names(before, of_tier.map(|strike| strike.unit))
    });
    let groups = joined!(MESSAGES, "groups-then", groups);
    if silenced.is_empty() {
        message!(MESSAGES, "combat-order-set", groups)
    } else {
        let silent = names(before, silenced.iter());
        message!(MESSAGES, "combat-order-set-silent", groups, silent)
    }
}

fn strike(before: &State, struck: &Blow) -> Message {
    let part = match attack_direction(before, struck.unit, struck.target) {
        Some(Direction::Flank) => "flank",
        Some(Direction::Rear) => "rear",
        Some(Direction::Front) | None => "front",
    };
    message!(
        MESSAGES,
        "strike",
        unit = unit_name(before, struck.unit),
        part,
        target = unit_name(before, struck.target),
        blow = blow(before, struck)
    )
}
