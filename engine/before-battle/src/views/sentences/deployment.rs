//! Sentences of the deployment.

use crate::model::event::DeploymentEvent;
use crate::model::state::{State, seat_name};

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &DeploymentEvent) -> String {
    match event {
        DeploymentEvent::UnitDeployed {
            unit, cell, facing, ..
        } => {
            let who = match before.known_card(*unit) {
                Some(card) => card.name.clone(),
                None => format!("a unit face down ({unit})"),
            };
            format!(
                "{} deploys {who} on {cell}, facing {}",
                seat_name(unit.seat()),
                facing.word()
            )
        }
        DeploymentEvent::ArmySupplied { seat, .. } => {
            format!("{} makes the hidden army known", seat_name(*seat))
        }
        DeploymentEvent::ArmiesTurnedUp { .. } => "All cards are turned face up".to_owned(),
    }
}
