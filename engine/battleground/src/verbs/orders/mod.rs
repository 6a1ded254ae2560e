//! Orders that a unit may have (pp. 24-31, 140).

pub(crate) mod refusal;

use battleground_geometry::{Limit, Pose};

use crate::field::{Field, TOL};
use crate::model::effect::Keyword;
use crate::model::movement_category::Mc;
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::state::{State, Unit};
use crate::procedures::movement::flying::room::{is_landing_place, landing_limit};
use crate::procedures::movement::mover::MovedBy;
use crate::procedures::movement::objectives;
use crate::procedures::movement::reach::reaches;

pub(crate) use refusal::OrderRefusal;

/// Whether a unit may have this order. Rules `BG4-ORDER-01`, `BG4-ORDER-04`, `BG4-ORDER-09` to `BG4-ORDER-16`,
/// `BG4-KEYW-11`, `BG4-FLY-06` (pp. 24, 25-26, 27-31, 52, 124-125, 139, 140).
///
/// # Errors
/// The first rule that forbids it, in the book's order.
pub(crate) fn check_order(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), OrderRefusal> {
    check_preprinted(state, unit, written)?;
    check_base(state, unit, written.order)?;
    check_cap(state, unit, written)?;
    check_objective(state, unit, written)?;
    check_airborne(state, unit, written)
}

/// A pre-printed order that may not be changed can only be restored, without modifiers. Rule `BG4-KEYW-11` (p. 140).
fn check_preprinted(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), OrderRefusal> {
    let Some(printed) = state.kind(unit).preprinted.filter(|printed| !printed.changeable) else {
        return Ok(());
    };
    if *written == WrittenOrder::plain(printed.order) {
        return Ok(());
    }
    Err(OrderRefusal::Preprinted {
        unit: unit.id,
        printed: printed.order,
        asked: *written,
    })
}

/// A ranged order needs a range. Rule `BG4-ORDER-04` (pp. 25-26).
fn check_base(state: &State, unit: &Unit, order: Order) -> Result<(), OrderRefusal> {
    if !state.profile().orders.contains(&order) {
        return Err(OrderRefusal::NoSuchOrder { unit: unit.id, order });
    }
    if order.is_ranged() && reaches(state.profile(), state.kind(unit)).is_empty() {
        return Err(OrderRefusal::NoRange { unit: unit.id, order });
    }
    Ok(())
}

/// A cap is lower than the Move stat, in the air than the flying one. Rule `BG4-ORDER-09` (pp. 27-28).
fn check_cap(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), OrderRefusal> {
    let Some(cap) = written.cap else {
        return Ok(());
    };
    let card = state.kind(unit);
    let most = match card.flying {
        Some(flying) if written.airborne => flying,
        Some(_) | None => card.movement,
    };
    if cap == Mc::NONE {
        return Err(OrderRefusal::CapTooLow { cap, most });
    }
    if state.profile().cap_below_move && cap >= most {
        return Err(OrderRefusal::CapTooHigh {
            unit: unit.id,
            cap,
            most,
        });
    }
    Ok(())
}

/// Rules `BG4-ORDER-10` to `BG4-ORDER-14`, `BG4-ORDER-16` (pp. 27-31).
fn check_objective(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), OrderRefusal> {
    let location = matches!(written.objective, Some(Objective::Location(_)));
    if written.token_at.is_some() && !location {
        return Err(OrderRefusal::TokenWithoutLocation);
    }
    match written.objective {
        None => Ok(()),
        Some(Objective::Location(token)) => check_token(state, unit, token, written),
        Some(Objective::Enemy(enemy)) => check_enemy(state, unit, enemy, written),
        Some(Objective::Friend(friend)) => check_friend(state, unit, friend),
    }
}

/// A token lies on the table, belongs to one player and stays where it lies while another unit heads for it. Rules
/// `BG4-ORDER-11`, `BG4-ORDER-16` (pp. 28-30).
fn check_token(
    state: &State,
    unit: &Unit,
    token: TokenNo,
    written: &WrittenOrder,
) -> Result<(), OrderRefusal> {
    let asked = *written;
    let lying = state.tokens.get(&token);
    if lying.is_none() && written.token_at.is_none() {
        return Err(OrderRefusal::TokenNowhere { token, asked });
    }
    if let Some(at) = written.token_at
        && !Field::of(state).table().contains(&at, TOL)
    {
        return Err(OrderRefusal::TokenOffTable { asked });
    }
    let Some((owner, there)) = lying else {
        return Ok(());
    };
    if *owner != unit.id.seat() {
        return Err(OrderRefusal::TokenOfOtherPlayer { token, asked });
    }
    let stays = written.token_at.is_none_or(|at| at == *there);
    if !stays && objectives::is_sought(state, token, unit.id) {
        return Err(OrderRefusal::TokenSought { token, asked });
    }
    Ok(())
}

/// An enemy objective is an enemy on the table, and not of a unit on Hold. Rule `BG4-ORDER-13` (pp. 29-30).
fn check_enemy(
    state: &State,
    unit: &Unit,
    enemy: UnitId,
    written: &WrittenOrder,
) -> Result<(), OrderRefusal> {
    if written.order == Order::Hold && !state.profile().enemy_objective_on_hold {
        return Err(OrderRefusal::EnemyObjectiveOnHold { asked: *written });
    }
    if state.enemies_of(unit.id.seat()).all(|other| other.id != enemy) {
        return Err(OrderRefusal::NoSuchEnemy(enemy));
    }
    Ok(())
}

/// A friendly objective is another own unit on the table. Rule `BG4-ORDER-14` (pp. 30-31).
fn check_friend(state: &State, unit: &Unit, friend: UnitId) -> Result<(), OrderRefusal> {
    let is_there = state.of_team(unit.id.team()).any(|other| other.id == friend);
    if !is_there || friend == unit.id {
        return Err(OrderRefusal::NoSuchFriend(friend));
    }
    Ok(())
}

/// Whether a unit has landed this turn, however it did: it began the turn in the air and lies on the ground now. Rule
/// `BG4-FLY-06` (pp. 124-125).
const fn has_landed(unit: &Unit) -> bool {
    unit.turn.began_flying && !unit.airborne
}

/// Only flyers may be Airborne; taking the mark away lands the unit where it is. Rules `BG4-ORDER-15` (p. 31),
/// `BG4-FLY-02`, `BG4-FLY-06` (pp. 124-125).
fn check_airborne(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), OrderRefusal> {
    let flies = state.kind(unit).is(Keyword::Flying) && state.kind(unit).flying.is_some();
    if written.airborne && !flies {
        return Err(OrderRefusal::NoFlyer {
            unit: unit.id,
            asked: *written,
        });
    }
    if written.airborne && has_landed(unit) {
        return Err(OrderRefusal::LandedThisTurn { asked: *written });
    }
    match unit.pose {
        Some(pose) if unit.airborne && !written.airborne => check_landing(state, unit, pose),
        Some(_) | None => Ok(()),
    }
}

/// An order without the Airborne mark lands a flyer where it is. Rule `BG4-FLY-06` (pp. 124-125).
fn check_landing(state: &State, unit: &Unit, pose: Pose) -> Result<(), OrderRefusal> {
    if unit.turn.took_off {
        return Err(OrderRefusal::TookOffThisTurn);
    }
    if crate::verbs::order_writing::lands_later(state, unit.id) {
        return Ok(());
    }
    let field = Field::of(state);
    let most = landing_limit(&field, unit, MovedBy::Control);
    if let Some(flown) = unit.turn.flown
        && !state.profile().measures.reaches(flown, most, Limit::Within)
    {
        return Err(OrderRefusal::FlewTooFar { flown, most });
    }
    if is_landing_place(&field, unit, pose) {
        Ok(())
    } else {
        Err(OrderRefusal::NoRoomToLand(unit.id))
    }
}

/// The orders without modifiers that a unit may have, and one with each kind of modifier.
pub(crate) fn sample_orders(state: &State, unit: &Unit) -> Vec<WrittenOrder> {
    use crate::model::orders::Objective;
    let mut samples = Vec::new();
    let orders = state.profile().orders;
    let plain: Vec<WrittenOrder> = orders.iter().copied().map(WrittenOrder::plain).collect();
    samples.extend(plain.iter().copied());
    samples.extend(plain.iter().map(|order| WrittenOrder {
        airborne: true,
        ..*order
    }));
    let kind = state.kind(unit);
    if kind.movement.number() > 1 {
        samples.push(WrittenOrder {
            cap: Some(kind.movement.stepped(-1)),
            ..plain[0]
        });
    }
    let enemy = state
        .enemies_of(unit.id.seat())
        .next()
        .map(|enemy| Objective::Enemy(enemy.id));
    let friend = state
        .own(unit.id.seat())
        .find(|friend| friend.id != unit.id)
        .map(|friend| Objective::Friend(friend.id));
    // The friends of a unit matter to Follow alone, where there is that order. Rule BG3-ORD-11 (p. 7).
    let follow = plain.iter().find(|order| order.order == Order::Follow);
    let with_friend = follow.copied().unwrap_or(plain[0]);
    for (objective, order) in [(enemy, plain[0]), (friend, with_friend)] {
        samples.extend(objective.map(|objective| WrittenOrder {
            objective: Some(objective),
            ..order
        }));
    }
    samples.retain(|order| check_order(state, unit, order).is_ok());
    samples
}

#[cfg(test)]
mod tests;
