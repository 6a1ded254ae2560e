//! Which orders a unit may have (pp. 24-31, 140).

use hindsight_geometry::inches::Limit;
use hindsight_kernel::Refusal;

use crate::field::{Field, TOL};
use crate::model::effect::Keyword;
use crate::model::movement_category::Mc;
use crate::model::names::TokenNo;
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::rules::movement::mover::Rein;
use crate::rules::movement::{is_landing_place, landing_limit, reaches};

/// Whether a unit may have this order. Rules `BG4-ORDER-01`, `-04`, `-09` to `-16`, `BG4-KEYW-11`, `BG4-FLY-06`.
///
/// # Errors
/// The first rule that forbids it, in the book's order.
pub(crate) fn check_order(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), Refusal> {
    check_preprinted(state, unit, written)?;
    check_base(state, unit, written.order)?;
    check_cap(state, unit, written)?;
    check_objective(state, unit, written)?;
    check_airborne(state, unit, written)
}

/// A pre-printed order that may not be changed can only be restored, without modifiers. Rule `BG4-KEYW-11`.
fn check_preprinted(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), Refusal> {
    let Some(printed) = state.kind(unit).preprinted.filter(|printed| !printed.changeable) else {
        return Ok(());
    };
    if *written == WrittenOrder::plain(printed.order) {
        Ok(())
    } else {
        Err(Refusal::new(
            Rule::Keyw11,
            format!(
                "the card of {} allows no order but {} without modifiers",
                unit.id,
                printed.order.letter()
            ),
        )
        .asked(written)
        .allowed(WrittenOrder::plain(printed.order)))
    }
}

/// Rule `BG4-ORDER-04`: a ranged order needs a range.
fn check_base(state: &State, unit: &Unit, order: Order) -> Result<(), Refusal> {
    if order.is_ranged() && reaches(state.kind(unit)).is_empty() {
        return Err(Refusal::new(
            Rule::Order04,
            format!(
                "{} has no range and cannot have the order {}",
                unit.id,
                order.letter()
            ),
        )
        .asked(order)
        .allowed([Order::Close, Order::Hold]));
    }
    Ok(())
}

/// Rule `BG4-ORDER-09`: a cap is lower than the Move stat, in the air than the flying one.
fn check_cap(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), Refusal> {
    let Some(cap) = written.cap else {
        return Ok(());
    };
    let card = state.kind(unit);
    let most = match card.flying {
        Some(flying) if written.airborne => flying,
        Some(_) | None => card.movement,
    };
    let refuse = |why: String| {
        Err(Refusal::new(Rule::Order09, why)
            .asked(cap)
            .allowed((1..most.number()).map(Mc::row).collect::<Vec<_>>()))
    };
    if cap == Mc::NONE {
        refuse("a movement cap is at least 1.25 inches".to_owned())
    } else if cap >= most {
        refuse(format!(
            "a movement cap is lower than the {} of {}",
            most.inches(),
            unit.id
        ))
    } else {
        Ok(())
    }
}

/// Rules `BG4-ORDER-10` to `-14`, `-16`.
fn check_objective(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), Refusal> {
    let location = matches!(written.objective, Some(Objective::Location(_)));
    if written.token_at.is_some() && !location {
        return Err(Refusal::new(
            Rule::Order11,
            "a token is placed with a location objective only",
        ));
    }
    match written.objective {
        None => Ok(()),
        Some(Objective::Location(token)) => check_token(state, unit, token, written),
        Some(Objective::Enemy(_)) if written.order == Order::Hold => Err(Refusal::new(
            Rule::Order13,
            "a unit on Hold has no enemy unit as its objective",
        )
        .asked(written)),
        Some(Objective::Enemy(enemy)) => {
            if state.enemies_of(unit.id.seat()).any(|other| other.id == enemy) {
                Ok(())
            } else {
                Err(
                    Refusal::new(Rule::Order13, format!("{enemy} is no enemy unit on the table"))
                        .asked(enemy),
                )
            }
        }
        Some(Objective::Friend(friend)) => {
            let is_there = state.own(unit.id.seat()).any(|other| other.id == friend);
            if is_there && friend != unit.id {
                Ok(())
            } else {
                Err(Refusal::new(
                    Rule::Order14,
                    format!("{friend} is no other friendly unit on the table"),
                )
                .asked(friend))
            }
        }
    }
}

/// A token lies on the table, belongs to one player and stays where it lies while another unit heads for it. Rules
/// `BG4-ORDER-11`, `-16`.
fn check_token(state: &State, unit: &Unit, token: TokenNo, written: &WrittenOrder) -> Result<(), Refusal> {
    let seat = unit.id.seat();
    let refuse = |rule: Rule, why: String| Err(Refusal::new(rule, why).asked(written));
    let number = token.0;
    match (state.tokens.get(&token), written.token_at) {
        (Some((owner, _)), _) if *owner != seat => refuse(
            Rule::Order16,
            format!("token {number} belongs to the other player"),
        ),
        (Some((_, there)), Some(at))
            if *there != at && crate::rules::movement::is_sought(state, token, unit.id) =>
        {
            refuse(
                Rule::Order16,
                format!("token {number} lies elsewhere and another unit heads for it"),
            )
        }
        (None, None) => refuse(Rule::Order11, format!("token {number} lies nowhere: say where")),
        (_, Some(at)) if !Field::of(state).table().contains(&at, TOL) => {
            refuse(Rule::Order11, "a token is placed on the table".to_owned())
        }
        (Some(_), None) | (_, Some(_)) => Ok(()),
    }
}

/// Whether a unit has landed this turn, however it did: it began the turn in the air and lies on the ground now. Rule
/// `BG4-FLY-06` (pp. 124-125).
const fn has_landed(unit: &Unit) -> bool {
    unit.turn.began_flying && !unit.airborne
}

/// Only flyers may be Airborne; taking the mark away lands the unit where it is. Rules `BG4-ORDER-15`, `BG4-FLY-02`,
/// `-06`.
fn check_airborne(state: &State, unit: &Unit, written: &WrittenOrder) -> Result<(), Refusal> {
    let flies = state.kind(unit).is(Keyword::Flying) && state.kind(unit).flying.is_some();
    if written.airborne && !flies {
        return Err(Refusal::new(Rule::Order15, format!("{} does not fly", unit.id)).asked(written));
    }
    if written.airborne && has_landed(unit) {
        return Err(Refusal::new(
            Rule::Fly06,
            "a unit may not take off and land in the same turn, and this one has landed",
        )
        .asked(written));
    }
    let (Some(pose), true) = (unit.pose, unit.airborne && !written.airborne) else {
        return Ok(());
    };
    if unit.turn.took_off {
        return Err(Refusal::new(
            Rule::Fly06,
            "a unit may not take off and land in the same turn",
        ));
    }
    let field = Field::of(state);
    let most = landing_limit(&field, unit, Rein::Control);
    if let Some(flown) = unit.turn.flown
        && !TOL.reaches(flown, most, Limit::Within)
    {
        return Err(Refusal::new(
            Rule::Fly06,
            "a unit that has flown farther than it moves on the ground does not land this turn",
        )
        .asked(flown)
        .allowed(most));
    }
    if is_landing_place(&field, unit, pose) {
        Ok(())
    } else {
        Err(Refusal::new(
            Rule::Fly06,
            format!("{} has no room to land where it is", unit.id),
        ))
    }
}

/// The orders without modifiers that a unit may have, and one with each kind of modifier.
pub(crate) fn sample_orders(state: &State, unit: &Unit) -> Vec<WrittenOrder> {
    use crate::model::orders::Objective;
    let mut samples = Vec::new();
    let plain = [Order::Close, Order::Hold, Order::Range, Order::Short, Order::Long].map(WrittenOrder::plain);
    samples.extend(plain);
    samples.extend(plain.map(|order| WrittenOrder {
        airborne: true,
        ..order
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
    for objective in [enemy, friend].into_iter().flatten() {
        samples.push(WrittenOrder {
            objective: Some(objective),
            ..plain[0]
        });
    }
    samples.retain(|order| check_order(state, unit, order).is_ok());
    samples
}
