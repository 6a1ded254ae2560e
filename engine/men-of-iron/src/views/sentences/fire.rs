//! Sentences of events of Reaction, Active and Return Fire.

use hindsight_kernel::{Message, message};

use super::{outcome_named, throw_named};
use crate::messages::{MESSAGES, unit};
use crate::model::event::FireEvent;
use crate::model::state::State;

/// Describes an event of Reaction, Active and Return Fire in one sentence.
pub(super) fn describe(before: &State, event: &FireEvent) -> Message {
    let (FireEvent::ReactionFired {
        unit: id,
        target,
        shot,
        ..
    }
    | FireEvent::ActiveFired {
        unit: id,
        target,
        shot,
        ..
    }
    | FireEvent::ReturnFired {
        unit: id,
        target,
        shot,
        ..
    }) = event;
    let (unit, target) = (unit(before, *id), unit(before, *target));
    let (range, throw, result) = (shot.range, throw_named(&shot.throw), outcome_named(shot.result));
    match event {
        FireEvent::ReactionFired { .. } => {
            message!(MESSAGES, "reaction-fired", unit, target, range, throw, result)
        }
        FireEvent::ActiveFired { .. } => {
            message!(MESSAGES, "active-fired", unit, target, range, throw, result)
        }
        FireEvent::ReturnFired { .. } => {
            message!(MESSAGES, "return-fired", unit, target, range, throw, result)
        }
    }
}
