//! Checks of answers to the questions of a rout move (pp. 74-77).

use battleground_geometry::Way;
use hindsight_kernel::Refusal;

use super::{as_it_moves, from_under, may_shift};
use crate::field::Field;
use crate::model::agenda::{Answer, Question, Step};
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::rules::movement::mover::{MovedBy, Mover};

pub(super) fn refuse_shift() -> Refusal {
    Refusal::new(Rule::Rout06, "the shift itself may not overlap anything")
}

/// Whether a Routing unit may shift like this at its first contact. Rule `BG4-ROUT-06` (pp. 75-76).
pub(crate) fn check_shift(state: &State, question: &Question, answer: &Answer) -> Result<(), Refusal> {
    let (Some(unit), Answer::Shift { hand, inches }) =
        (question.unit.and_then(|unit| state.unit(unit)), answer)
    else {
        return Ok(());
    };
    let unit = as_it_moves_in(state, unit);
    let field = from_under(&Field::of(state), &unit);
    let Some(mover) = Mover::new(&field, &unit, MovedBy::Control) else {
        return Ok(());
    };
    let Some((at, _)) = mover.shifted(&mover.start(), Way::Forward, mover.left(&mover.start())) else {
        return Ok(());
    };
    if may_shift(
        &field.obstacles(&unit, &[]),
        &mover.card_at(at.pose),
        *hand,
        *inches,
    ) {
        Ok(())
    } else {
        Err(refuse_shift().asked(answer))
    }
}

/// The unit whose rout move is being made, as it makes it.
fn as_it_moves_in(state: &State, unit: &Unit) -> Unit {
    let initial = state.agenda.iter().rev().any(
        |frame| matches!(&frame.step, Step::RoutMove { unit: moving, initial: true } if *moving == unit.id),
    );
    if initial {
        as_it_moves(state, unit)
    } else {
        unit.clone()
    }
}

/// Whether a unit that rallies may have this heading. Rules `BG4-CMD-10`, `BG4-SKIRM-10` (pp. 36-37, 44, 130).
pub(crate) fn check_heading(state: &State, question: &Question, answer: &Answer) -> Result<(), Refusal> {
    let (Some(unit), Answer::Heading(heading)) = (question.unit.and_then(|unit| state.unit(unit)), answer)
    else {
        return Ok(());
    };
    Ok(crate::rules::rallying::check_asked(state, unit, *heading)?)
}
