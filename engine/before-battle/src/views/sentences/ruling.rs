//! Sentences of rulings.

use hindsight_kernel::{Argument, Message, message};

use crate::messages::{MESSAGES, facing_message, seat_message, unit_name};
use crate::model::command::Patch;
use crate::model::state::State;

/// A ruling in one sentence.
pub(super) fn sentence(before: &State, patch: &Patch) -> Message {
    match patch {
        Patch::SetUnit { unit, .. } => {
            let changes = Argument::list(unit_changes(patch));
            message!(MESSAGES, "unit-set", unit = unit_name(before, *unit), changes)
        }
        Patch::RemoveUnit { unit } => message!(MESSAGES, "unit-removed", unit = unit_name(before, *unit)),
        Patch::RestoreUnit {
            unit, cell, models, ..
        } => message!(
            MESSAGES,
            "unit-restored",
            unit = unit_name(before, *unit),
            cell = Argument::text(cell),
            models
        ),
        Patch::SetItems { unit, items } => {
            let unit = unit_name(before, *unit);
            if items.is_empty() {
                message!(MESSAGES, "items-taken", unit)
            } else {
                message!(MESSAGES, "items-set", unit, items = Argument::list(items))
            }
        }
        Patch::SetTurn { round, active } => {
            message!(MESSAGES, "turn-set", seat = seat_message(*active), round)
        }
    }
}

fn unit_changes(patch: &Patch) -> Vec<Message> {
    let Patch::SetUnit {
        unit: _,
        cell,
        facing,
        models,
        wounds,
        acted,
        charged,
    } = patch
    else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    changes.extend(cell.map(|cell| message!(MESSAGES, "set-cell", cell = Argument::text(cell))));
    changes.extend(facing.map(|facing| message!(MESSAGES, "set-facing", facing = facing_message(facing))));
    changes.extend(models.map(|models| message!(MESSAGES, "set-models", models)));
    changes.extend(wounds.map(|wounds| message!(MESSAGES, "set-wounds", wounds)));
    changes.extend(acted.map(|acted| message!(MESSAGES, "set-acted", acted)));
    changes.extend(charged.map(|charged| message!(MESSAGES, "set-charged", charged)));
    changes
}
