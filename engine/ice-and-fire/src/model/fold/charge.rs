//! Folding of events of charges.

use hindsight_kernel::FoldError;

use super::contests::charge;
use crate::model::event::ChargeEvent;
use crate::model::state::State;

/// Applies an event of charges.
pub(super) fn evolve(state: &mut State, event: &ChargeEvent) -> Result<(), FoldError> {
    match event {
        ChargeEvent::ChargeDeclared { charge } => state.charge = Some(charge.clone()),
        ChargeEvent::ChargeModified { by } => {
            let charge = charge(state)?;
            charge.modifier = charge.modifier.saturating_add(*by);
        }
        ChargeEvent::ChargeBonusLost { .. } => {
            charge(state)?.bonus_lost = true;
            if let Some(attack) = &mut state.attack {
                attack.bonus = false;
            }
        }
        ChargeEvent::ChargeFortified { .. } => charge(state)?.fortified = true,
        ChargeEvent::ChargeRolled { roll, .. } => charge(state)?.die = roll.faces.first().copied(),
        ChargeEvent::ChargerHurt => charge(state)?.hurt = true,
        ChargeEvent::ChargeEnded => state.charge = None,
        ChargeEvent::ChargeAligned { .. } => {}
    }
    Ok(())
}
