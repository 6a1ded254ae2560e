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
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _card: crate::names::CardNo,
    _colour: crate::cards::Colour,
    _on: &[UnitId],
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn pass(_table: &mut BattleTable<'_>, _seat: Seat) -> Result<(), Refusal> {
    Err(not_built())
}
