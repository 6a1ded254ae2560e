//! Moves to a token, and units that refer to one (pp. 28-31, 52-54).

use battleground_geometry::share_inside;

use crate::editions::profile::PathRule;
use crate::field::tokens::token_card;
use crate::field::{Field, TOL};
use crate::model::agenda::Need;
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::Objective;
use crate::model::state::{State, Unit};
use crate::procedures::movement::context::{MoveContext, orders_of};
use crate::procedures::movement::plan::Plan;
use crate::procedures::movement::rest::rest;
use crate::procedures::{v3, v4};

/// Whether a unit's token lies completely under a friendly unit or completely in terrain impassable to it: then it is
/// Disrupted when it activates. RULING: its own card does not count. Rule `BG4-ORDER-12` (p. 29).
pub(crate) fn is_token_blocked(state: &State, field: &Field<'_>, unit: &Unit, token: TokenNo) -> bool {
    let Some(card) = state.tokens.get(&token).and_then(|(_, at)| token_card(*at)) else {
        return false;
    };
    let slack = TOL.touch.value();
    let covered = |friend: &Unit| {
        state.card(friend).is_some_and(|over| {
            let (width, depth) = (over.size().width().half(), over.size().depth().half());
            card.corners().iter().all(|corner| {
                let (right, ahead) = over.own_axes(*corner);
                right.abs().value() <= width.value() + slack && ahead.abs().value() <= depth.value() + slack
            })
        })
    };
    let friends = state
        .of_team(unit.id.team())
        .filter(|friend| friend.id != unit.id && !friend.airborne);
    let pieces = state.map().map_or(&[][..], |map| &map.pieces);
    let impassable = pieces.iter().filter_map(|piece| field.barred_area(unit, piece));
    friends.into_iter().any(covered) || (!unit.airborne && share_inside(&card, impassable) >= 1.0 - 1e-3)
}

/// To a token, and with what is left after the rest of the order. Rules `BG4-ORDMV-07` to `BG4-ORDMV-12`, `BG4-FLY-04` (pp. 52,
/// 53-54, 124).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_token(context: &MoveContext<'_>, token: TokenNo) -> Result<Plan, Need> {
    let from = context.mover.start();
    let Some((_, at)) = context.field.state().tokens.get(&token).copied() else {
        return rest(context, &from);
    };
    match context.field.profile().paths {
        PathRule::Procedure => v4::objectives::to_token(context, &from, token, at),
        PathRule::Chosen => v3::objectives::to_exact_point(context, &from, token, at),
    }
}

/// Units that refer to a token.
pub(crate) fn is_sought(state: &State, token: TokenNo, but: UnitId) -> bool {
    state.units.iter().any(|unit| {
        unit.id != but
            && unit.destroyed.is_none()
            && orders_of(unit).is_some_and(|orders| orders.objective == Some(Objective::Location(token)))
    })
}
