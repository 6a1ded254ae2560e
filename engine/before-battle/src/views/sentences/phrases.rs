//! Phrases that sentences of several chapters use.

use hindsight_kernel::{Argument, Message, message};

use crate::messages::{MESSAGES, unit_name};
use crate::model::event::Blow;
use crate::model::names::UnitId;
use crate::model::state::State;

pub(super) fn names(before: &State, units: impl Iterator<Item = UnitId>) -> Argument {
    Argument::list(units.map(|unit| unit_name(before, unit)))
}

/// Hits, blocks and wounds of a blow.
pub(super) fn blow(before: &State, blow: &Blow) -> Message {
    let (dice, need, hits) = (blow.attack.dice(), blow.need, blow.hits);
    let (wounds, models) = (blow.wounds, blow.models_after);
    let target = unit_name(before, blow.target);
    let result = match (models, wounds) {
        (0, _) => "destroyed",
        (_, 0) => "unhurt",
        _ => "left",
    };
    match &blow.block {
        None => message!(MESSAGES, "blow", dice, need, hits, wounds, result, target, models),
        Some(block) => message!(
            MESSAGES,
            "blow-blocked",
            dice,
            need,
            hits,
            block_need = blow.block_need,
            block_dice = block.dice(),
            blocked = blow.blocked,
            wounds,
            result,
            target,
            models
        ),
    }
}
