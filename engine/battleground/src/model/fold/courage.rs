//! Folding of events of courage and rout checks.

use hindsight_kernel::{FoldError, message};

use super::living;
use crate::messages::MESSAGES;
use crate::model::event::CourageEvent;
use crate::model::state::{CheckKind, State};

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &CourageEvent) -> Result<(), FoldError> {
    match event {
        CourageEvent::CheckChanged { lasting } => {
            let check = state
                .check
                .as_mut()
                .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-check")))?;
            check.cards.push(lasting.clone());
        }
        CourageEvent::CauseNoted { unit, cause } => {
            let pending = &mut living(state, *unit, true)?.pending;
            if !pending.rout.contains(cause) {
                pending.rout.push(*cause);
            }
        }
        CourageEvent::PassedThrough { unit, by } => living(state, *unit, false)?.pending.passed_by.push(*by),
        CourageEvent::CausesCleared {
            unit,
            rout,
            passed_by,
            fear,
            follow_up,
        } => {
            let pending = &mut living(state, *unit, true)?.pending;
            if *rout {
                pending.rout.clear();
            }
            if *passed_by {
                pending.passed_by.clear();
            }
            pending.fear &= !fear;
            pending.follow_up &= !follow_up;
        }
        CourageEvent::CheckForced { unit, kind } => {
            let pending = &mut living(state, *unit, false)?.pending;
            match kind {
                CheckKind::Fear => pending.fear = true,
                CheckKind::FollowUp => pending.follow_up = true,
                CheckKind::Rout | CheckKind::Other => {
                    return Err(FoldError::new(message!(MESSAGES, "fold-check-by-cause")));
                }
            }
        }
        CourageEvent::CheckBegan { check } => {
            if check.kind == CheckKind::Other
                && let Some(unit) = state.unit_mut(check.unit)
            {
                unit.pending.other.clear();
                unit.pending.other_checked = true;
            }
            state.check = Some(check.clone());
        }
        CourageEvent::CheckRolled { roll, target, .. } => {
            let check = state
                .check
                .as_mut()
                .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-check")))?;
            check.roll = Some(roll.clone());
            check.target = *target;
        }
        CourageEvent::CheckDemanded { unit, demanded } => {
            living(state, *unit, false)?.pending.other.push(demanded.clone());
        }
        CourageEvent::CourageChecked { .. } => state.check = None,
    }
    Ok(())
}
