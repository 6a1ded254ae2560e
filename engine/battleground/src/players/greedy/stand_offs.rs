//! Units that may neither rush anybody nor come any nearer: one of them steps aside.
//!
//! Contact engages nobody (`BG3-MOV-13`, pp. 12-14), a side exactly as far away as a unit moves is not rushed (`BG3-RUSH-08`,
//! p. 14), and a unit on Close that touches its goal, or whose way friends and enemies bar, may have no move that brings it
//! nearer: so all of them would stand for ever.

use battleground_geometry::{Way, touches};

use super::set_up::is_long;
use crate::editions::profile::RushSeen;
use crate::field::computed::length;
use crate::field::{Field, TOL};
use crate::model::command::{Command, Leg};
use crate::model::orders::Order;
use crate::model::state::{State, Status, Unit};
use crate::procedures::movement::mover::{MovedBy, Mover};
use crate::procedures::movement::supposed;
use crate::procedures::rush::eligibility::may_rush;

/// Legs are given in hundredths of an inch.
const TO_INCH: f64 = 100.0;

/// Whether a command takes Direct Control of a unit that stands off with an enemy and can step aside.
pub(super) fn ends_a_stand_off(state: &State, command: &Command) -> bool {
    let Command::DirectControl { unit } = command else {
        return false;
    };
    state.unit(*unit).is_some_and(|there| {
        stands_off(state, there)
            && !there.turn.activated
            && !there.turn.controlled
            && aside(state, there).is_some()
    })
}

/// The way of a unit under Direct Control: aside, where it would else stand off with an enemy; else none.
pub(super) fn legs(state: &State, unit: &Unit) -> Vec<Leg> {
    let leg = unit.turn.controlled && is_barred(state, unit);
    leg.then(|| aside(state, unit)).flatten().into_iter().collect()
}

/// Whether a unit on Close is barred and would not move.
fn stands_off(state: &State, unit: &Unit) -> bool {
    let closes = matches!(unit.status, Status::Ready(Some(orders)) if orders.order == Order::Close);
    closes
        && is_barred(state, unit)
        && supposed(&Field::of(state), unit.id).is_some_and(|plan| !plan.moves(unit))
}

/// Whether a unit fights nobody, may rush nobody, and touches an enemy that nobody fights; in a battle that has gone on for long,
/// whatever bars it. Rushes are judged as they are made: where the start of the turn counts another turn brings another start.
fn is_barred(state: &State, unit: &Unit) -> bool {
    state.profile().rush_seen == RushSeen::WhenMade
        && !unit.airborne
        && !state.is_engaged(unit.id)
        && (is_long(state) || touches_an_idle_enemy(state, unit))
        && state
            .enemies_of(unit.id.seat())
            .all(|enemy| may_rush(state, unit.id, enemy.id).is_err())
}

fn touches_an_idle_enemy(state: &State, unit: &Unit) -> bool {
    let Some(card) = state.card(unit) else {
        return false;
    };
    state
        .enemies_of(unit.id.seat())
        .filter(|enemy| !enemy.airborne && !state.is_engaged(enemy.id))
        .filter_map(|enemy| state.card(enemy))
        .any(|enemy| touches(&card, &enemy, TOL))
}

/// The farthest straight way after which a unit touches no enemy.
fn aside(state: &State, unit: &Unit) -> Option<Leg> {
    let field = Field::of(state);
    let mover = Mover::new(&field, unit, MovedBy::Control)?;
    let enemies: Vec<_> = state
        .enemies_of(unit.id.seat())
        .filter_map(|enemy| state.card(enemy))
        .collect();
    let way = |way: Way| {
        let (_, far) = mover.shifted(&mover.start(), way, f64::from(u16::MAX))?;
        let far = (far * TO_INCH).floor() / TO_INCH;
        let (end, _) = mover.shifted(&mover.start(), way, far)?;
        let card = mover.card_at(end.pose);
        let free = far > 0.0 && !enemies.iter().any(|enemy| touches(&card, enemy, TOL));
        free.then_some((far, way))
    };
    let ways = [Way::Left, Way::Right, Way::Backward, Way::Forward];
    let (far, way) = ways
        .into_iter()
        .filter_map(way)
        .max_by(|one, other| one.0.total_cmp(&other.0))?;
    Some(Leg::Shift {
        way,
        inches: length(far),
    })
}
