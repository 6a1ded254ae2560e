//! Sentences of turns, phases and the end of the battle.

use super::phrases::ending;
use crate::model::event::TurnEvent;
use crate::model::names::seat_name;
use crate::model::state::State;
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
            let seen = glimpses.iter().filter(|glimpse| glimpse.visible).count();
            let rushes = glimpses.iter().filter(|glimpse| glimpse.could_rush).count();
            format!(
                "The start of the turn is noted: {} in sight, {}",
                count(seen as i64, "enemy", "enemies"),
                count(rushes as i64, "Final Rush in reach", "Final Rushes in reach")
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
            let goal = state
                .scenario()
                .map_or(0, |scenario| share(state.budget(), scenario.victory.threshold));
            let camps = if sackers.is_empty() {
                String::new()
            } else {
                format!("; {} in an enemy camp", unit_names(state, sackers))
            };
            format!(
                "Victory check: South has destroyed {}, North {} of {goal} points{camps}",
                destroyed[0], destroyed[1]
            )
        }
        TurnEvent::BattleEnded { ending: how } => ending(how),
    }
}
