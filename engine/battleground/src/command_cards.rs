//! Command cards: windows, hands, decks (pp. 16-22, 36).

use hindsight_kernel::{Refusal, Seat};

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};
use crate::names::UnitId;

pub(crate) fn green_window(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn draw_cards(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn play_card(
    table: &mut BattleTable<'_>,
    seat: Seat,
    card: crate::names::CardNo,
    colour: crate::cards::Colour,
    _on: &[UnitId],
) -> Result<(), Refusal> {
    if is_in_attack(table) {
        return crate::combat::windows::play(table, seat, card, colour);
    }
    Err(not_built())
}

/// Whether an attack waits for a card.
fn is_in_attack(table: &BattleTable<'_>) -> bool {
    let top = table.state().agenda.last();
    matches!(top.map(|frame| &frame.step), Some(crate::agenda::Step::Attack))
}

pub(crate) fn pass(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    if is_in_attack(table) {
        return crate::combat::windows::pass(table, seat);
    }
    Err(not_built())
}
