//! Sentences of events of placing of pieces before the battle.

use hindsight_kernel::{Argument, Message, message};

use crate::messages::{MESSAGES, leader, unit};
use crate::model::event::SetupEvent;
use crate::model::state::State;

/// Describes an event of placing of pieces before the battle in one sentence.
pub(super) fn describe(before: &State, event: &SetupEvent) -> Message {
    match event {
        SetupEvent::UnitPlaced {
            unit: id,
            hex,
            facing,
        } => message!(
            MESSAGES,
            "unit-placed",
            unit = unit(before, *id),
            hex = Argument::text(hex),
            facing = Argument::text(facing)
        ),
        SetupEvent::LeaderPlaced { leader: id, hex } => {
            let hex = Argument::text(hex);
            message!(MESSAGES, "leader-placed", leader = leader(before, *id), hex)
        }
        SetupEvent::StandardPlaced { standard, hex } => {
            message!(MESSAGES, "standard-placed", standard, hex = Argument::text(hex))
        }
    }
}
