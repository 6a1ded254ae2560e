//! Sentences of courage and rout checks.

use hindsight_kernel::{Argument, Message, Roll, message};

use super::phrases::{faces, modifiers};
use crate::messages::{MESSAGES, check, unit, unit_or_none};
use crate::model::event::CourageEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &CourageEvent) -> Message {
    let unit = |id: &UnitId| unit(state, *id);
    match event {
        CourageEvent::CauseNoted { unit: id, cause } => {
            let cause: &str = cause.into();
            message!(MESSAGES, "cause-noted", unit = unit(id), cause)
        }
        CourageEvent::PassedThrough { unit: id, by } => {
            message!(MESSAGES, "passed-through", by = unit(by), unit = unit(id))
        }
        CourageEvent::CausesCleared { unit: id, .. } => message!(MESSAGES, "causes-cleared", unit = unit(id)),
        CourageEvent::CheckForced { unit: id, kind } => {
            message!(MESSAGES, "check-forced", unit = unit(id), check = check(*kind))
        }
        CourageEvent::CheckBegan { check: begun } => {
            let (unit, check) = (unit(&begun.unit), check(begun.kind));
            message!(MESSAGES, "check-began", unit, check)
        }
        CourageEvent::CheckChanged { lasting } => {
            message!(MESSAGES, "check-changed", effect = &lasting.name)
        }
        CourageEvent::CheckRolled {
            roll,
            target,
            modifiers: changes,
        } => message!(
            MESSAGES,
            "check-rolled",
            unit = unit_or_none(state, state.check.as_ref().map(|check| check.unit)),
            target,
            modifiers = modifiers(changes),
            faces = faces(roll),
            total = roll.total()
        ),
        CourageEvent::CourageChecked {
            unit: id,
            kind,
            roll,
            target,
            passed,
        } => checked(unit(id), check(*kind), roll.as_ref(), *target, *passed),
        CourageEvent::CheckDemanded { unit: id, demanded } => {
            message!(
                MESSAGES,
                "check-demanded",
                unit = unit(id),
                effect = &demanded.name
            )
        }
    }
}

/// The result of a courage check.
fn checked(unit: Argument, check: Message, roll: Option<&Roll>, target: i32, passed: bool) -> Message {
    match roll {
        Some(roll) => message!(
            MESSAGES,
            "courage-checked",
            unit,
            passed,
            check,
            total = roll.total(),
            target,
            by_card = passed && roll.total() as i32 > target
        ),
        None => message!(MESSAGES, "courage-checked-without-roll", unit, passed, check),
    }
}
