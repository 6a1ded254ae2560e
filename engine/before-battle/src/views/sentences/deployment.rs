//! Sentences of the deployment.

use hindsight_kernel::{Argument, Message, message};

use crate::messages::{MESSAGES, facing_message, seat_message};
use crate::model::event::DeploymentEvent;
use crate::model::state::State;

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &DeploymentEvent) -> Message {
    match event {
        DeploymentEvent::UnitDeployed {
            unit, cell, facing, ..
        } => {
            let named = match before.known_card(*unit) {
                Some(card) => Argument::from(&card.name),
                None => message!(MESSAGES, "unit-face-down", unit).into(),
            };
            message!(
                MESSAGES,
                "unit-deployed",
                seat = seat_message(unit.seat()),
                unit = named,
                cell = Argument::text(cell),
                facing = facing_message(*facing)
            )
        }
        DeploymentEvent::ArmySupplied { seat, .. } => {
            message!(MESSAGES, "army-supplied", seat = seat_message(*seat))
        }
        DeploymentEvent::ArmiesTurnedUp { .. } => message!(MESSAGES, "armies-turned-up"),
    }
}
