//! Enemies that a unit may Final Rush now, and the refusals for the others (pp. 61-67, 121, 125, 128).

use battleground_geometry::Side;

use crate::editions::profile::RushSeen;
use crate::field::Field;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::state::{Glimpse, State, Status, TurnMarks, Unit};
use crate::procedures::rush::bounds;
use crate::procedures::rush::bounds::{bounds, by_order};
use crate::procedures::rush::glimpses::{glimpses_of, look, seen_of};
use crate::procedures::rush::ladder::{Bounds, Target, ladder};
use crate::procedures::rush::no_rush::NoFinalRush;

/// Whether a unit may Final Rush an enemy now, by itself, and why not.
///
/// # Errors
/// The first test that it fails. Rules `BG4-RUSH-01` to `BG4-RUSH-15` (pp. 50, 61-62, 64, 65, 66, 68).
pub(crate) fn may_rush(state: &State, unit: UnitId, enemy: UnitId) -> Result<(), NoFinalRush> {
    let unit = state
        .unit(unit)
        .filter(|unit| unit.pose.is_some())
        .ok_or(NoFinalRush::NoEnemy)?;
    let mut reason = NoFinalRush::NoEnemy;
    for (_, verdict) in judged(&Field::of(state), unit, enemy)? {
        match verdict {
            Ok(_) => return Ok(()),
            Err(why) => reason = why,
        }
    }
    Err(reason)
}

/// What a unit's Final Rush of one enemy is judged by, each with its verdict.
pub(crate) type Judged = Vec<(Glimpse, Result<Target, NoFinalRush>)>;

/// The verdict on each side of an enemy by which a unit's Final Rush of it is judged now.
///
/// # Errors
/// The unit may rush nobody. Rules `BG4-RUSH-02` (p. 61), `BG4-TURN-04`, `BG4-TURN-05` (pp. 33-36).
pub(crate) fn judged(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Result<Judged, NoFinalRush> {
    may_rush_at_all(field.state(), unit)?;
    may_rush_now(field.state(), unit)?;
    Ok(by_ladder(
        field,
        unit,
        seen_of(field, unit, enemy),
        &bounds(field, unit),
    ))
}

/// The same as if the turn of the unit's side began as things stand, with its order.
///
/// # Errors
/// The unit may rush nobody. Rule `BG4-RUSH-02` (p. 61).
pub(crate) fn as_things_stand(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Result<Judged, NoFinalRush> {
    may_rush_at_all(field.state(), unit)?;
    let bounds = by_order(field, unit);
    Ok(by_ladder(field, unit, look(field, unit, enemy), &bounds))
}

fn by_ladder(field: &Field<'_>, unit: &Unit, seen: Vec<Glimpse>, bounds: &Bounds) -> Judged {
    let judged = |glimpse: Glimpse| {
        let verdict = ladder(field, unit, &glimpse, bounds);
        (glimpse, verdict)
    };
    seen.into_iter().map(judged).collect()
}

/// Whether a unit could Final Rush an enemy as things stand, if its owner were the Active Player: what keeps a Skirmisher
/// from rallying by itself. RULING: only Ready, unengaged units on Close whose objective lets them rush this very unit, by
/// the positions of now. Rules `BG4-SKIRM-10` (p. 130), `BG4-RUSH-03` (pp. 61-62).
pub(crate) fn could_rush_now(state: &State, unit: &Unit, enemy: UnitId) -> bool {
    if unit.pose.is_none() || may_rush_at_all(state, unit).is_err() {
        return false;
    }
    let field = Field::of(state);
    let bounds = by_order(&field, unit);
    look(&field, unit, enemy)
        .iter()
        .any(|glimpse| ladder(&field, unit, glimpse, &bounds).is_ok())
}

/// Whether a unit could Final Rush this side of an enemy as things stand on a field, if its owner's turn began now: what a
/// flyer asks of a place to land. Rule `BG4-FLY-03` (p. 124).
pub(crate) fn could_rush_side(field: &Field<'_>, unit: &Unit, enemy: UnitId, side: Side) -> bool {
    if may_rush_at_all(field.state(), unit).is_err() {
        return false;
    }
    let bounds = by_order(field, unit);
    look(field, unit, enemy)
        .iter()
        .filter(|glimpse| glimpse.side == Some(side))
        .any(|glimpse| ladder(field, unit, glimpse, &bounds).is_ok())
}

/// Whether a unit's order would have it Final Rush if its owner were the Active Player now, as things stand; Direct Control
/// does not matter. Rule `BG4-MODS-16` (p. 107).
pub(crate) fn would_rush(field: &Field<'_>, unit: &Unit) -> bool {
    let state = field.state();
    if field.card(unit.id).is_none() || may_rush_at_all(state, unit).is_err() {
        return false;
    }
    let by_order = Unit {
        turn: TurnMarks {
            controlled: false,
            ..unit.turn.clone()
        },
        ..unit.clone()
    };
    let bounds = bounds::by_order(field, &by_order);
    state
        .enemies_of(unit.id.seat())
        .flat_map(|enemy| look(field, &by_order, enemy.id))
        .any(|glimpse| ladder(field, &by_order, &glimpse, &bounds).is_ok())
}

/// Notes in a unit's glimpses of the start of the turn which enemies it could Final Rush then. RULING: with the order of
/// that moment, and with some legal placement. Rule `BG4-RUSH-10` (p. 66).
pub(crate) fn could_rush(field: &Field<'_>, unit: &Unit, glimpses: &mut [Glimpse]) {
    let any = glimpses
        .iter()
        .any(|glimpse| glimpse.visible && glimpse.side.is_some());
    if !any || may_rush_at_all(field.state(), unit).is_err() {
        return;
    }
    let bounds = by_order(field, unit);
    for glimpse in glimpses {
        glimpse.could_rush = ladder(field, unit, glimpse, &bounds).is_ok();
    }
}

/// A quick no: whether a unit's glimpses leave anything to look at.
pub(crate) fn may_have_targets(state: &State, id: UnitId) -> bool {
    let when_made = state.profile().rush_seen == RushSeen::WhenMade;
    state.unit(id).is_some_and(|unit| {
        unit.pose.is_some()
            && may_rush_at_all(state, unit).is_ok()
            && may_rush_now(state, unit).is_ok()
            && (when_made
                || glimpses_of(state, unit).any(|glimpse| glimpse.visible && glimpse.side.is_some()))
    })
}

/// Rules `BG4-RUSH-02`, `BG4-FLY-12` (pp. 61, 125).
fn may_rush_at_all(state: &State, unit: &Unit) -> Result<(), NoFinalRush> {
    match unit.status {
        Status::Ready(Some(orders)) if orders.order == Order::Close => {}
        Status::Ready(_) => return Err(NoFinalRush::NotOnClose),
        Status::Disrupted | Status::Routing => return Err(NoFinalRush::NotReady),
    }
    if state.is_engaged(unit.id) {
        return Err(NoFinalRush::Engaged);
    }
    // RULING: BG4-FLY-12, also one that took off this turn.
    if unit.airborne || unit.turn.began_flying {
        return Err(NoFinalRush::Flying);
    }
    Ok(())
}

/// Rules `BG4-TURN-04`, `BG4-TURN-05`, `BG4-SPELL-01` (pp. 33-36, 134).
fn may_rush_now(state: &State, unit: &Unit) -> Result<(), NoFinalRush> {
    let turn = &unit.turn;
    if turn.activated || turn.rushed || turn.no_rush || turn.rallied || turn.cast || turn.run_through {
        return Err(NoFinalRush::Spent);
    }
    if turn.controlled && !state.profile().control_may_rush {
        return Err(NoFinalRush::NotOnClose); // Its order is ignored. Rule BG3-CMD-06 (p. 10).
    }
    if state.normal_moves {
        return Err(NoFinalRush::TooLate);
    }
    Ok(())
}
