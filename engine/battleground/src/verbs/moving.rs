//! A planned move happens: the events of a move and what it leads to.

use battleground_geometry::{Point, touches};

use crate::field::{Field, TOL};
use crate::model::agenda::BattleTable;
use crate::model::effect::Keyword;
use crate::model::event::{Event, MoveKind, Movement, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::orders::{Order, Orders};
use crate::model::state::{Status, Unit};
use crate::procedures::movement::context;
use crate::procedures::movement::plan::{Indirect, Plan};
use crate::verbs::order_writing::lose_order;

/// Lets plans happen at the same time: the units move, and then each in turn meets what it moved to. Rule `BG4-TURN-06` (pp. 33,
/// 43).
pub(crate) fn move_by_plans(table: &mut BattleTable<'_>, kind: MoveKind, plans: &[Plan]) {
    move_in_one_step(table, &[(kind, plans)]);
}

/// The same of plans of several kinds: one event, as none of them lies where it lay before. Rules `BG4-TURN-06` (pp. 33, 43),
/// `BG3-MOV-15` (p. 12).
pub(crate) fn move_in_one_step(table: &mut BattleTable<'_>, steps: &[(MoveKind, &[Plan])]) {
    let plans = steps
        .iter()
        .flat_map(|(kind, plans)| plans.iter().map(move |plan| (*kind, plan)));
    let all: Vec<(Unit, MoveKind, &Plan)> = plans
        .filter_map(|(kind, plan)| Some((table.state().unit(plan.unit)?.clone(), kind, plan)))
        .collect();
    let moving: Vec<&(Unit, MoveKind, &Plan)> = all
        .iter()
        .filter(|(unit, _, plan)| plan.moves(unit) || !plan.legs.is_empty())
        .collect();
    if let Some((_, kind, _)) = moving.first() {
        let movement = |(_, own, plan): &&(Unit, MoveKind, &Plan)| Movement {
            unit: plan.unit,
            legs: plan.legs.clone(),
            to: plan.to,
            distance: plan.distance.rounded(),
            allowance: plan.allowance.rounded(),
            kind: Some(*own).filter(|own| own != kind),
        };
        let mut moves: Vec<Movement> = moving.iter().map(movement).collect();
        let kind = *kind;
        if moves.len() > 1 {
            table.emit(Event::Movement(MovementEvent::UnitsMoved { kind, moves }));
        } else if let Some(one) = moves.pop() {
            table.emit(one.alone(kind));
        }
    }
    for (unit, _, plan) in all {
        settle_move(table, &unit, plan);
    }
}

/// What a unit meets where it has moved: the ground is noted, a token it reached is erased, a friend it trampled is
/// damaged, and it counts as activated. Rules `BG4-ORDER-11`, `BG4-TERR-09`, `BG4-COLOS-04`, `BG4-FLY-02` (pp. 28-29, 31, 115,
/// 121, 123).
pub(crate) fn settle_move(table: &mut BattleTable<'_>, unit: &Unit, plan: &Plan) {
    let id = plan.unit;
    if table.state().unit(id).is_none_or(|now| now.pose.is_none()) {
        return;
    }
    if plan.moves(unit) || !plan.legs.is_empty() {
        if unit.slid && plan.moves(unit) {
            // Its enemy is gone and it walks away from under whatever it was.
            table.emit(Event::Movement(MovementEvent::SlidUnder {
                unit: id,
                slid: false,
            }));
        }
        // The ground where it lies now tells its own cost; a mark keeps what it met before, or that it left a road.
        let field = Field::of(table.state());
        let there = field
            .card(id)
            .map_or(0, |card| field.ground_steps(unit, &[*card]));
        if !unit.airborne && plan.terrain != there {
            table.emit(Event::Movement(MovementEvent::Marked {
                unit: id,
                mark: TurnMark::Terrain(plan.terrain.clamp(-100, 100) as i8),
            }));
        }
    }
    if plan.lands {
        table.emit(Event::Movement(MovementEvent::FlightChanged {
            unit: id,
            airborne: false,
        }));
    } else {
        crate::verbs::landing::after_its_move(table, id);
    }
    if let Some(at) = held_now(table, id, plan) {
        table.emit(Event::Movement(MovementEvent::PointHeld { unit: id, at }));
    }
    if plan.reached.is_some()
        && let Some(orders) = table.state().unit(id).and_then(context::orders_of)
    {
        let without = Orders {
            objective: None,
            ..orders
        };
        lose_order(table, id, Status::Ready(Some(without)), "reached its objective");
    }
    if let Some(Indirect::UpTo(friend)) = plan.indirect {
        trample(table, id, friend);
    }
    table.emit(Event::Movement(MovementEvent::Marked {
        unit: id,
        mark: TurnMark::Activated,
    }));
}

/// The point that a unit on Hold has reached by a move. Rule `BG3-ORD-16` (p. 8).
fn held_now(table: &BattleTable<'_>, id: UnitId, plan: &Plan) -> Option<Point> {
    let state = table.state();
    let orders = state.unit(id).and_then(context::orders_of)?;
    let holds = state.profile().free_on_reached_point && orders.order == Order::Hold;
    let (_, at) = state.tokens.get(&plan.reached?)?;
    holds.then_some(*at)
}

/// A Colossal unit that ends its way up to a friend touching it damages it. Rule `BG4-COLOS-04` (p. 121).
pub(crate) fn trample(table: &mut BattleTable<'_>, id: UnitId, friend: UnitId) {
    let state = table.state();
    let (Some(own), Some(other)) = (state.unit(id), state.unit(friend)) else {
        return;
    };
    let heavy = state.kind(own).is(Keyword::Colossal) && !state.kind(other).is(Keyword::Colossal);
    // Only on Close, and by choice, where the edition has it so. Rule BG3-KEY-09 (p. 30).
    let on_close = context::orders_of(own).is_some_and(|orders| orders.order == Order::Close);
    if state.profile().tramples_by_choice && !on_close {
        return;
    }
    let touching = match (state.card(own), state.card(other)) {
        (Some(own), Some(other)) => touches(&own, &other, TOL),
        _ => false,
    };
    if !heavy || !touching {
        return;
    }
    crate::verbs::damage::suffer(table, friend, 1, Some(id));
}
