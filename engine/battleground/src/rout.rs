//! Rout moves (pp. 74-80).

use hindsight_kernel::Refusal;

use crate::agenda::{Answer, Frame, Need, Question};
use crate::flow::{BattleTable, Taken, not_built};
use crate::state::State;

pub(crate) fn rout_move(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

/// Whether a Routing unit may shift like this at its first contact. Rule `BG4-ROUT-06`.
pub(crate) fn check_shift(_state: &State, _question: &Question, _answer: &Answer) -> Result<(), Refusal> {
    Ok(())
}

/// Whether a unit that rallies may have this heading. Rules `BG4-CMD-10`, `BG4-SKIRM-10`.
pub(crate) fn check_heading(_state: &State, _question: &Question, _answer: &Answer) -> Result<(), Refusal> {
    Ok(())
}
