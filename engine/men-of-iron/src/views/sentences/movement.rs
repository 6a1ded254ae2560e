//! Sentences of events of movement, reinforcements, facing and hobilars.

use super::{leader_name, throw_words, unit_name, with_leaders};
use crate::model::event::{MovementEvent, TurnBy};
use crate::model::names::{LeaderId, UnitId};
use crate::model::state::State;

/// Describes an event of movement, reinforcements, facing and hobilars in one sentence.
pub(super) fn describe(before: &State, event: &MovementEvent) -> String {
    let unit = |id: UnitId| unit_name(before, id);
    let leader = |id: LeaderId| leader_name(before, id);
    match event {
        MovementEvent::UnitBegan { unit: id, .. } => format!("{} begins its Move/Fire.", unit(*id)),
        MovementEvent::MoveFireEnded { unit: id } => format!("The Move/Fire of {} is over.", unit(*id)),
        MovementEvent::UnitStepped {
            unit: id,
            from,
            to,
            facing,
            cost,
            stopped,
            leaders,
            passing,
            ..
        } => {
            let through = passing.map_or_else(String::new, |through| format!(" through {through}"));
            let stop = if *stopped { " and must stop" } else { "" };
            format!(
                "{}{} moves {from}-{to} v{facing}{through} for {cost} MP{stop}.",
                unit(*id),
                with_leaders(before, leaders)
            )
        }
        MovementEvent::ReinforcementEntered {
            unit: id,
            at,
            facing,
            leaders,
            ..
        } => format!(
            "{}{} enters the map at {at} v{facing}.",
            unit(*id),
            with_leaders(before, leaders)
        ),
        MovementEvent::UnitTurned { unit: id, to, by, .. } => {
            let why = match by {
                TurnBy::Order => "",
                TurnBy::Charge => " in its Charge",
                TurnBy::CounterCharge => " in its Counter-Charge",
            };
            format!("{} turns to {to} o'clock{why}.", unit(*id))
        }
        MovementEvent::HobilarChanged {
            unit: id, dismounted, ..
        } => {
            let act = if *dismounted { "dismounts" } else { "mounts" };
            format!("{} {act}.", unit(*id))
        }
        MovementEvent::LeaderStepped {
            leader: id, from, to, ..
        } => format!("{} moves alone {from}-{to}.", leader(*id)),
        MovementEvent::PassThroughRolled {
            unit: id,
            through,
            throw,
            harmed,
        } => {
            let verdict = if *harmed {
                "disturbs it"
            } else {
                "leaves it in order"
            };
            format!(
                "{} rides through {through}: {} {verdict}.",
                unit(*id),
                throw_words(throw)
            )
        }
    }
}
