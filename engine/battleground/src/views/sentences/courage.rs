//! Sentences of courage and rout checks.

use super::phrases::{because, check, faces, rout_cause};
use crate::model::event::CourageEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::words::unit_name;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &CourageEvent) -> String {
    let name = |unit: &UnitId| unit_name(state, *unit);
    match event {
        CourageEvent::CauseNoted { unit, cause } => {
            format!(
                "{} must take a Rout Check: {}",
                name(unit),
                rout_cause(*cause).replace('_', " ")
            )
        }
        CourageEvent::PassedThrough { unit, by } => format!("{} routs through {}", name(by), name(unit)),
        CourageEvent::CausesCleared { unit, .. } => format!("Courage checks of {} are settled", name(unit)),
        CourageEvent::CheckForced { unit, kind } => format!("{} must take a {}", name(unit), check(*kind)),
        CourageEvent::CheckBegan { check: begun } => {
            format!("{} takes a {}", name(&begun.unit), check(begun.kind))
        }
        CourageEvent::CheckChanged { lasting } => format!("{} works on the courage check", lasting.name),
        CourageEvent::CheckRolled {
            roll,
            target,
            modifiers,
        } => {
            let who = state
                .check
                .as_ref()
                .map_or_else(|| "The unit".to_owned(), |check| unit_name(state, check.unit));
            format!(
                "{who} needs {target} or less{}: {} is {}",
                because(modifiers),
                faces(roll),
                roll.total()
            )
        }
        CourageEvent::CourageChecked {
            unit,
            kind,
            roll,
            target,
            passed,
        } => {
            let result = if *passed { "passes" } else { "fails" };
            match roll {
                Some(roll) => {
                    let by_card = *passed && roll.total() as i32 > *target;
                    format!(
                        "{} {result} its {} with {} against {target}{}",
                        name(unit),
                        check(*kind),
                        roll.total(),
                        if by_card { ", by a card" } else { "" }
                    )
                }
                None => format!("{} {result} its {} without a roll", name(unit), check(*kind)),
            }
        }
        CourageEvent::CheckDemanded { unit, demanded } => format!(
            "{} must take a Courage Check for {}",
            unit_name(state, *unit),
            demanded.name
        ),
    }
}
