//! Rout moves (pp. 74-79; earlier edition: pp. 23-24).

use crate::editions::profile::RoutMoves;
use crate::model::agenda::{Frame, Need};
use crate::model::state::{State, Unit};
use crate::procedures::rout_plan::RoutPlan;
use crate::procedures::{v3, v4};

pub(crate) use super::v3::rout::touched_friends;
pub(crate) use super::v4::rout::check_shift;

/// The rout move of a unit on the table, which may be that of the check that it has failed. Rules `BG4-ROUT-01` to `BG4-ROUT-18`
/// (pp. 23-24, 74-79, 85, 87), `BG3-ROUT-02` to `BG3-ROUT-14` (pp. 23-24).
///
/// # Errors
/// [`Need::Ask`] where its owner has a choice.
pub(crate) fn rout(state: &State, unit: &Unit, initial: bool, frame: &Frame) -> Result<RoutPlan, Need> {
    match state.profile().rout_moves {
        RoutMoves::StraightAhead => v4::rout::planned(state, unit, initial, &frame.answers),
        RoutMoves::AwayThenToOwnEdge => v3::rout::planned(state, unit, frame),
    }
}
