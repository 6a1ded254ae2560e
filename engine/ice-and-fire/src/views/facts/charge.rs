//! Facts of events of charges.

use hindsight_kernel::Fact;

use super::counted;
use crate::model::event::ChargeEvent;
use crate::model::state::State;
use crate::views::facts::dice::charge_rolled;

/// Tells the facts of an event of charges.
pub(super) fn facts(before: &State, event: &ChargeEvent, out: &mut Vec<Fact>) {
    match event {
        ChargeEvent::ChargeDeclared { charge } => {
            out.push(counted(
                "charges_declared",
                Some(charge.charger),
                charge.charger.seat(),
                1.0,
            ));
        }
        ChargeEvent::ChargeRolled {
            roll,
            needed,
            success,
            distance,
        } => charge_rolled(before, roll, *distance, *needed, *success, out),
        ChargeEvent::ChargeModified { .. }
        | ChargeEvent::ChargeBonusLost { .. }
        | ChargeEvent::ChargeFortified { .. }
        | ChargeEvent::ChargeAligned { .. }
        | ChargeEvent::ChargerHurt
        | ChargeEvent::ChargeEnded => {}
    }
}
