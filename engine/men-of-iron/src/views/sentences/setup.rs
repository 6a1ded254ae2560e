//! Sentences of events of placing of pieces before the battle.

use super::{leader_name, unit_name};
use crate::model::event::SetupEvent;
use crate::model::names::{LeaderId, UnitId};
use crate::model::state::State;

/// Describes an event of placing of pieces before the battle in one sentence.
pub(super) fn describe(before: &State, event: &SetupEvent) -> String {
    let unit = |id: UnitId| unit_name(before, id);
    let leader = |id: LeaderId| leader_name(before, id);
    match event {
        SetupEvent::UnitPlaced {
            unit: id,
            hex,
            facing,
        } => {
            format!("{} is placed on {hex}, facing {facing} o'clock.", unit(*id))
        }
        SetupEvent::LeaderPlaced { leader: id, hex } => format!("{} is placed on {hex}.", leader(*id)),
        SetupEvent::StandardPlaced { standard, hex } => {
            format!("The Standard of {standard} is placed on {hex}.")
        }
    }
}
