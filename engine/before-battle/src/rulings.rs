//! What the players may change outside the rules.

use hindsight_kernel::{Refusal, Table};

use crate::BeforeBattle;
use crate::command::Patch;
use crate::event::Event;
use crate::names::UnitId;
use crate::state::{SEATS, Stage, State};
use crate::victory::immediate_end;

/// Applies a ruling to a battle in play: it may change units, items and the turn, and must leave a sound position.
/// Rule `HS-RULE-01`.
pub(crate) fn rule(table: &mut Table<'_, BeforeBattle>, patch: &Patch) -> Result<(), Refusal> {
    let state = table.state();
    let refuse = |message: String| Err(Refusal::new("HS-RULE-01", message).asked(patch));
    if !state.turned_up || state.stage == Stage::Over {
        return refuse("a ruling changes a battle in play: take back instead".to_owned());
    }
    let on_board = |unit: UnitId| state.cell(unit).is_some();
    let free = |unit: UnitId, cell| state.at(cell).is_none_or(|other| other.id == unit);
    match patch {
        Patch::SetUnit {
            unit, cell, models, ..
        } => {
            if !on_board(*unit) {
                return refuse(format!("{unit} is not on the board: restore it first"));
            }
            if cell.is_some_and(|cell| !free(*unit, cell)) {
                return refuse("another unit stands there".to_owned());
            }
            if *models == Some(0) {
                return refuse(format!("a unit without models is removed: remove {unit} instead"));
            }
        }
        Patch::RemoveUnit { unit } => {
            if !on_board(*unit) {
                return refuse(format!("{unit} is not on the board"));
            }
        }
        Patch::RestoreUnit { unit, cell, .. } => {
            if state.unit(*unit).lost.is_none() {
                return refuse(format!("{unit} is not destroyed"));
            }
            if !free(*unit, *cell) {
                return refuse(format!("another unit stands on {cell}"));
            }
        }
        Patch::SetItems { unit, items } => {
            if state.unit(*unit).card.is_none() {
                return refuse(format!("{unit} is not in this battle"));
            }
            if let Some(stranger) = items.iter().find(|&&item| state.cards.item(item).is_none()) {
                return refuse(format!("the pack has no item {stranger}"));
            }
            crate::weapons::one_per_slot(&state.cards, state.card(*unit), items)?;
        }
        Patch::SetTurn { round, active } => {
            if !(1..=state.cards.board.rounds).contains(round) || !SEATS.contains(active) {
                return refuse(format!(
                    "rounds run from 1 to {}, and A or B is active",
                    state.cards.board.rounds
                ));
            }
        }
    }
    table.emit(Event::Patched { patch: patch.clone() });
    end_if_decided(table);
    Ok(())
}

/// A ruling that removes a player's last unit ends the battle. Rule `BB-WIN-01`.
fn end_if_decided(table: &mut Table<'_, BeforeBattle>) {
    let state: &State = table.state();
    if let Some(ending) = immediate_end(state) {
        table.emit(Event::BattleEnded { ending });
    }
}
