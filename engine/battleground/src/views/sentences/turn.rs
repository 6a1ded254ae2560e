//! Sentences of turns, phases and the end of the battle.

use std::collections::BTreeSet;

use super::phrases::ending;
use crate::editions::profile::VictoryBy;
use crate::model::event::TurnEvent;
use crate::model::names::{UnitId, seat_name};
use crate::model::state::{Glimpse, State};
use crate::model::words::{count, unit_names};
use crate::rules::victory::share;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &TurnEvent) -> String {
    match event {
        TurnEvent::TurnBegan {
            turn,
            active,
            actions,
            ..
        } => format!(
            "Turn {turn}: {} begins with {}",
            seat_name(*active),
            count(*actions, "command action", "command actions")
        ),
        TurnEvent::PhaseBegan { phase } => {
            let phase: &str = phase.into();
            format!("The {phase} Phase begins")
        }
        TurnEvent::TurnEnded => format!("Turn {} ends", state.turn),
        TurnEvent::SnapshotTaken { glimpses } => {
            let seen = each(glimpses, |glimpse| glimpse.visible.then_some(glimpse.enemy));
            let rushers = each(glimpses, |glimpse| glimpse.could_rush.then_some(glimpse.unit));
            format!(
                "The start of the turn is noted: {} in sight, {} could Final Rush",
                count(seen, "enemy", "enemies"),
                count(rushers, "unit", "units")
            )
        }
        TurnEvent::FliersWaited { seat, turns: 0 } => format!("{} seeks the enemy again", seat_name(*seat)),
        TurnEvent::FliersWaited { seat, turns } => format!(
            "{} has only Airborne units, and none of them sought the enemy for {}",
            seat_name(*seat),
            count(*turns, "turn", "turns")
        ),
        TurnEvent::Finished { seat } => {
            format!(
                "{} ends their part of the Movement & Command Phase",
                seat_name(*seat)
            )
        }
        TurnEvent::VictoryChecked { destroyed, sackers } => {
            let [south, north] = *destroyed;
            let camps = if sackers.is_empty() {
                String::new()
            } else {
                format!("; {} in an enemy camp", unit_names(state, sackers))
            };
            match state.profile().victory {
                VictoryBy::BreakingPoint => {
                    let goal = state
                        .scenario()
                        .map_or(0, |scenario| share(state.budget(), scenario.victory.threshold));
                    format!(
                        "Victory check: South has destroyed {south}, North {north} of {goal} points{camps}"
                    )
                }
                // No number of points decides there. Rule BG3-SET-13.
                VictoryBy::Annihilation => format!(
                    "Victory check: South has destroyed {}, North {north}{camps}",
                    count(south, "point", "points")
                ),
            }
        }
        TurnEvent::BattleEnded { ending: how } => ending(state, how),
    }
}

/// How many different units these glimpses name.
fn each(glimpses: &[Glimpse], named: impl Fn(&Glimpse) -> Option<UnitId>) -> i64 {
    glimpses.iter().filter_map(named).collect::<BTreeSet<_>>().len() as i64
}
