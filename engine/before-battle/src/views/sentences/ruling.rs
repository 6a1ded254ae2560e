//! Sentences of rulings.

use hindsight_kernel::words::sentence::list;

use super::phrases::count;
use crate::model::command::Patch;
use crate::model::state::{State, seat_name};

/// A ruling in one sentence.
pub(super) fn sentence(before: &State, patch: &Patch) -> String {
    match patch {
        Patch::SetUnit {
            unit,
            cell,
            facing,
            models,
            wounds,
            acted,
            charged,
        } => {
            let mut changes = Vec::new();
            changes.extend(cell.map(|cell| format!("on {cell}")));
            changes.extend(facing.map(|facing| format!("facing {}", facing.word())));
            changes.extend(models.map(|models| count(models, "model")));
            changes.extend(wounds.map(|wounds| format!("{} on one model", count(wounds, "wound"))));
            changes.extend(acted.map(|acted| if acted { "acted" } else { "not acted" }.to_owned()));
            changes.extend(charged.map(|charged| if charged { "charged" } else { "not charged" }.to_owned()));
            format!("By ruling {} is now {}", before.name(*unit), list(&changes))
        }
        Patch::RemoveUnit { unit } => format!("By ruling {} is removed", before.name(*unit)),
        Patch::RestoreUnit {
            unit, cell, models, ..
        } => {
            format!(
                "By ruling {} is back on {cell} with {}",
                before.name(*unit),
                count(*models, "model")
            )
        }
        Patch::SetItems { unit, items } => {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            let items = if items.is_empty() {
                "no items".to_owned()
            } else {
                list(&items)
            };
            format!("By ruling {} holds {items}", before.name(*unit))
        }
        Patch::SetTurn { round, active } => {
            format!(
                "By ruling it is the turn of {} in round {round}",
                seat_name(*active)
            )
        }
    }
}
