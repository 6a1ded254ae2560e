//! Facts of events of wounds, destruction and condition tokens of units.

use hindsight_kernel::Fact;

use super::{counted, destroyed, name, wounds_restored, wounds_suffered};
use crate::model::event::UnitEvent;
use crate::model::state::State;

/// Tells the facts of an event of wounds, destruction and condition tokens of units.
pub(super) fn facts(before: &State, event: &UnitEvent, out: &mut Vec<Fact>) {
    match event {
        UnitEvent::WoundsSuffered {
            unit,
            wounds,
            cause,
            models,
            ..
        } => wounds_suffered(before, *unit, *wounds, *cause, *models, out),
        UnitEvent::WoundsRestored {
            unit, wounds, models, ..
        } => wounds_restored(before, *unit, *wounds, *models, out),
        UnitEvent::UnitDestroyed { unit, at, cause } => destroyed(before, *unit, at.attacker, *cause, out),
        UnitEvent::TokenPlaced { unit, token } => {
            out.push(counted(
                &format!("tokens_placed_{}", name(*token)),
                None,
                unit.seat().opponent(),
                1.0,
            ));
        }
        UnitEvent::TokenExpended { seat, token, .. } => {
            out.push(counted(
                &format!("tokens_expended_{}", name(*token)),
                None,
                *seat,
                1.0,
            ));
        }
        UnitEvent::TokenRemoved { .. } => {}
    }
}
