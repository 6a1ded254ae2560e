//! Sentences of events of rallying and Standards.

use hindsight_kernel::{Argument, Message, message};

use super::throw_named;
use crate::messages::{MESSAGES, unit};
use crate::model::event::RallyEvent;
use crate::model::piece::Status;
use crate::model::state::State;

/// Describes an event of rallying and Standards in one sentence.
pub(super) fn describe(before: &State, event: &RallyEvent) -> Message {
    match event {
        RallyEvent::UnitRallied { unit: id, to } => {
            let to = match to {
                Status::Normal => "normal",
                Status::Disordered => "disordered",
                Status::Retired => "retired",
            };
            message!(MESSAGES, "unit-rallied", unit = unit(before, *id), to)
        }
        RallyEvent::StandardCheckRolled {
            unit: id,
            throw,
            eliminated,
        } => message!(
            MESSAGES,
            "standard-check-rolled",
            unit = unit(before, *id),
            throw = throw_named(throw),
            eliminated
        ),
        RallyEvent::StandardMoved { standard, to, .. } => {
            message!(MESSAGES, "standard-moved", standard, to = Argument::text(to))
        }
        RallyEvent::StandardCaptured { standard, hex } => {
            message!(MESSAGES, "standard-captured", standard, hex = Argument::text(hex))
        }
    }
}
