//! Safety of routing Skirmishers from Final Rushes (p. 130).

use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::state::{State, Status};
use crate::procedures::rush::eligibility::could_rush_now;

/// Whether a Routing Skirmisher rallies by itself when it would activate: no enemy could Final Rush it from where all
/// stand now, if its player were active. Rule `BG4-SKIRM-10` (p. 130).
pub(crate) fn rallies_by_itself(state: &State, unit: UnitId) -> bool {
    let Some(unit) = state.unit(unit) else {
        return false;
    };
    state.kind(unit).is(Keyword::Skirmisher)
        && unit.status == Status::Routing
        && !state
            .enemies_of(unit.id.seat())
            .any(|enemy| could_rush_now(state, enemy, unit.id))
}
