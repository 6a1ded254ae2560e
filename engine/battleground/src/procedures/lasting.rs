//! Conditions under which effects are in force outside attacks (p. 109).

use crate::field::Field;
use crate::model::effect::Condition;
use crate::model::lasting::met;
use crate::model::state::{State, Unit};
use crate::procedures::holding;

/// Whether conditions hold for a unit outside any attack or check. Rule `BG4-MODS-21` (p. 109).
pub(crate) fn holds(state: &State, unit: &Unit, when: &[Condition]) -> bool {
    let holding = || holding::is_holding(&Field::of(state), unit);
    when.iter().all(|condition| met(state, unit, condition, &holding))
}
