//! Checks of answers to the questions of a rout move (pp. 74-77).

use crate::model::agenda::{Answer, Question};
use crate::model::refusal::Refusal;
use crate::model::state::State;

/// Whether a unit that rallies may have this heading. Rules `BG4-CMD-10`, `BG4-SKIRM-10` (pp. 36-37, 44, 130).
pub(crate) fn check_heading(state: &State, question: &Question, answer: &Answer) -> Result<(), Refusal> {
    let (Some(unit), Answer::Heading(heading)) = (question.unit.and_then(|unit| state.unit(unit)), answer)
    else {
        return Ok(());
    };
    Ok(crate::verbs::rallying::check_asked(state, unit, *heading)?)
}
