//! Whole moves of a unit: the hexes where it can end, each by its cheapest way.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::{Argument, Offer, OfferPicture, Seat, message};

use super::moves::{DECISION, could_ride};
use crate::messages::MESSAGES;
use crate::model::command::{Act, Command};
use crate::model::names::UnitId;
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::rules::movement::{check_acting, passing_unit};
use crate::views::board::{Plan, heading};
use crate::views::reach::{Reached, reachable};

/// The moves of a unit that end two hexes away and farther, with each facing that it may have there; its own comes first. A unit in
/// the midst of a friend's hex, and one that may not act, has none. Rules `MOI-MOVE-01`, `MOI-MOVE-03`, `MOI-FACE-01` (pp. 4-5).
///
/// Leaders who could ride along do, as with a single step.
pub(super) fn whole_moves(state: &State, seat: Seat, id: UnitId) -> Vec<Offer<Command>> {
    let Some(unit) = state.unit(id) else {
        return Vec::new();
    };
    let (Some(from), Some(facing)) = (unit.hex(), unit.facing()) else {
        return Vec::new();
    };
    if passing_unit(state).is_some() || check_acting(state, seat, id).is_err() {
        return Vec::new();
    }
    let ways = reachable(state, unit);
    let ends = ways
        .iter()
        .filter(|(hex, way)| way.may_stop && way.path.len() > 1 && **hex != from);
    ends.flat_map(|(hex, way)| (0..6).map(move |turns| (*hex, way, facing.turned(turns))))
        .map(|(hex, way, facing)| offer(state, seat, unit, from, (hex, way, facing)))
        .collect()
}

fn offer(
    state: &State,
    seat: Seat,
    unit: &Unit,
    from: Hex,
    (to, way, facing): (Hex, &Reached, Facing),
) -> Offer<Command> {
    let step = |(place, to): (usize, &Hex)| Act::Step {
        to: *to,
        facing: (place + 1 == way.path.len() && unit.facing() != Some(facing)).then_some(facing),
        with: if place == 0 {
            could_ride(state, unit)
        } else {
            Vec::new()
        },
    };
    let acts = way.path.iter().enumerate().map(step).collect();
    let label = message!(
        MESSAGES,
        "offer-whole-move",
        unit = unit.id,
        to = Argument::text(to),
        facing = Argument::text(facing),
        cost = way.cost
    );
    let plan = Plan::of(state.battle.map.extent());
    let path = std::iter::once(&from).chain(&way.path);
    let picture = OfferPicture {
        outline: plan.outline(to),
        facing: Some(heading(facing)),
        path: path.map(|hex| plan.centre(*hex)).collect(),
        target: None,
    };
    Offer::one(
        seat,
        DECISION,
        label,
        "MOI-MOVE-03",
        Command::MoveFire { from, acts },
    )
    .about(unit.id)
    .at(&to, plan.centre(to))
    .drawn(picture)
}
