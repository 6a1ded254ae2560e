//! Sentences of events of Reaction, Active and Return Fire.

use super::{outcome_words, throw_words, unit_name};
use crate::model::event::FireEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

/// Describes an event of Reaction, Active and Return Fire in one sentence.
pub(super) fn describe(before: &State, event: &FireEvent) -> String {
    let unit = |id: UnitId| unit_name(before, id);
    match event {
        FireEvent::ReactionFired {
            unit: id,
            target,
            shot,
            ..
        } => format!(
            "{} fires in reaction at {}, range {}: {}, {}.",
            unit(*id),
            unit(*target),
            shot.range,
            throw_words(&shot.throw),
            outcome_words(shot.result)
        ),
        FireEvent::ActiveFired {
            unit: id,
            target,
            shot,
            ..
        } => format!(
            "{} fires at {}, range {}: {}, {}.",
            unit(*id),
            unit(*target),
            shot.range,
            throw_words(&shot.throw),
            outcome_words(shot.result)
        ),
        FireEvent::ReturnFired {
            unit: id,
            target,
            shot,
            ..
        } => format!(
            "{} returns fire at {}, range {}: {}, {}.",
            unit(*id),
            unit(*target),
            shot.range,
            throw_words(&shot.throw),
            outcome_words(shot.result)
        ),
    }
}
