//! The Movement & Command Phase: which action comes next.

use battleground_geometry::{Degrees, Pose};
use hindsight_kernel::{Offer, Seat};

use super::fights::{rush_value, worth_of_best_attack};
use super::set_up::{is_plain, wanted};
use super::stand_offs::ends_a_stand_off;
use super::{best, cards, spending};
use crate::editions::profile::RushSeen;
use crate::field::Field;
use crate::model::command::{Command, Ordered, Rallied};
use crate::model::names::UnitId;
use crate::model::orders::{Order, Orders, WrittenOrder};
use crate::model::state::{Glimpse, State, Status, Unit};
use crate::procedures::attack::ammunition::ammo_boxes;
use crate::procedures::rush::{preferred, targets};
use crate::rules::command_actions::lay;
use crate::verbs::rallying::{check_rally, check_reorganize, headings};

/// What another target must be worth more, in boxes, to take Direct Control for it.
const WORTH_CONTROL: f64 = 0.5;
/// What a rush must be worth more than shooting, in boxes, to order Close for it.
const WORTH_A_CHARGE: f64 = 1.5;
/// By how many command actions more Sound the Charge must do than it costs.
const MORE_BY_CHARGE: usize = 2;

/// The next action: what is routed and disrupted first, then orders, cards, spells, rushes, moves.
pub(super) fn action(state: &State, seat: Seat, all: &[Offer<Command>]) -> Option<Command> {
    let offered = || all.iter().flat_map(Offer::commands);
    if let Some(command) = charge(state, seat, all) {
        return Some(command);
    }
    let rally = offered().filter(|command| matches!(command, Command::Rally { .. }));
    if let Some(command) = best(rally, |command| toward_enemy(state, command)) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| match command {
        Command::Reorganize { unit, order } => state
            .unit(*unit)
            .is_some_and(|there| is_plain(order, wanted(state, there))),
        _ => false,
    }) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| match command {
        Command::PlayCard { card, colour, on } => cards::helps(state, seat, *card, *colour, on),
        _ => false,
    }) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| charges_well(state, command)) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| is_due_order(state, seat, command)) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| cards::is_good_spell(state, seat, command)) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| finds_a_better_target(state, command)) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| ends_a_stand_off(state, command)) {
        return Some(command.clone());
    }
    // Whoever can rush moves first, the best rush before the others.
    let single =
        offered().filter(|command| matches!(command, Command::Activate { units } if units.len() == 1));
    if let Some(command) = best(single, |command| activation_value(state, command)) {
        return Some(command.clone());
    }
    if let Some(command) = cards::best_strengthening(state, seat, all) {
        return Some(command);
    }
    spending::spend(state, seat, all).or_else(|| {
        offered()
            .find(|command| matches!(command, Command::EndPhase))
            .cloned()
    })
}

/// Close for a unit without it that can then Final Rush at once, where the odds of the rush are better than those of its
/// shooting.
fn charges_well(state: &State, command: &Command) -> bool {
    let Command::ChangeOrder { unit, order } = command else {
        return false;
    };
    let waits = state.unit(*unit).is_some_and(|there| {
        !there.turn.activated
            && matches!(there.status, Status::Ready(Some(orders)) if orders.order != Order::Close)
    });
    // Who could rush as the turn began had Close then: another order was given since, and is not taken back.
    let had_close = state
        .snapshot
        .iter()
        .any(|glimpse| glimpse.unit == *unit && glimpse.could_rush);
    if !waits || had_close || state.normal_moves || !is_plain(order, Order::Close) || state.is_engaged(*unit)
    {
        return false;
    }
    worth_of_charge(state, *unit) > worth_of_standing(state, *unit) + WORTH_A_CHARGE
}

/// What the best rush is worth that a unit would make on Close; less than anything if there is none.
fn worth_of_charge(state: &State, unit: UnitId) -> f64 {
    let mut ordered = state.clone();
    if let Some(there) = ordered.unit_mut(unit) {
        there.status = Status::Ready(Some(Orders::plain(Order::Close)));
    }
    preferred::targets_by_order(&ordered, unit)
        .into_iter()
        .filter_map(|enemy| {
            let seen = |glimpse: &&Glimpse| glimpse.unit == unit && glimpse.enemy == enemy;
            let side = ordered.snapshot.iter().find(seen)?.side?;
            Some(rush_value(&ordered, unit, enemy, side))
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

/// What the best attack is worth that a unit could make from where it stands, a shooter's with ammunition: that is reloaded.
fn worth_of_standing(state: &State, unit: UnitId) -> f64 {
    let empty = |unit: &Unit| unit.ammo_marked > 0 && ammo_boxes(state.kind(unit)) <= unit.ammo_marked;
    if state.unit(unit).is_some_and(empty) {
        return worth_of_best_attack(&spending::loaded(state, unit), unit);
    }
    worth_of_best_attack(state, unit)
}

/// A new order that is due: before anybody is activated, Close, or another for a unit that would not rather rush.
///
/// Orders are changed to rush at once, or here; whoever was ordered to rush is activated next, so that no order of a turn is
/// taken back in it.
fn is_due_order(state: &State, seat: Seat, command: &Command) -> bool {
    let begun = |unit: &Unit| unit.turn.activated && !unit.turn.rallied;
    let Command::ChangeOrder { unit, .. } = command else {
        return false;
    };
    let rather_rushes = |there: &Unit| {
        may_yet_rush(state, there) || worth_of_charge(state, *unit) > worth_of_standing(state, *unit)
    };
    is_good_order(state, command)
        && !state.own(seat).any(begun)
        && !state
            .unit(*unit)
            .is_some_and(|there| wanted(state, there) != Order::Close && rather_rushes(there))
}

/// Whether a unit on Close may come to a rush worth making this turn though it has none now, where rushes are judged as they
/// are made: an enemy is no farther away than it moves at its best. Its order stays until then, or it would be taken back.
fn may_yet_rush(state: &State, unit: &Unit) -> bool {
    let closes = matches!(unit.status, Status::Ready(Some(orders)) if orders.order == Order::Close);
    if !closes || state.profile().rush_seen != RushSeen::WhenMade {
        return false;
    }
    let field = Field::of(state);
    let reach = field.current_mc(unit.id).stepped(1).inches();
    state
        .enemies_of(unit.id.seat())
        .filter_map(|enemy| field.within(unit.id, enemy.id))
        .any(|distance| distance <= reach)
}

/// The plain order that a Ready unit should have and has not.
fn is_good_order(state: &State, command: &Command) -> bool {
    let Command::ChangeOrder { unit, order } = command else {
        return false;
    };
    state.unit(*unit).is_some_and(|there| {
        let want = wanted(state, there);
        let now = match there.status {
            Status::Ready(Some(orders)) => orders.order,
            Status::Ready(None) | Status::Disrupted | Status::Routing => return false,
        };
        now != want && is_plain(order, want)
    })
}

/// Sound the Charge where it does more than its command actions would one by one: Rallies, Reorganizing, new orders.
fn charge(state: &State, seat: Seat, all: &[Offer<Command>]) -> Option<Command> {
    let sample = all
        .iter()
        .flat_map(Offer::commands)
        .find_map(|command| match command {
            Command::SoundTheCharge {
                charge,
                rally,
                reorganize,
            } => Some((charge, rally, reorganize)),
            _ => None,
        });
    let (charge, rally, reorganize) = sample?;
    let needed: Vec<Ordered> = charge
        .iter()
        .filter(|ordered| {
            is_good_order(
                state,
                &Command::ChangeOrder {
                    unit: ordered.unit,
                    order: ordered.order,
                },
            )
        })
        .copied()
        .collect();
    let one_by_one = needed.len() + rally.len() + 2 * reorganize.len();
    if one_by_one < usize::from(state.player(seat).actions) + MORE_BY_CHARGE {
        return None;
    }
    let mut now = state.clone();
    for ordered in &needed {
        lay(&mut now, ordered.unit, None, ordered.order.airborne);
    }
    let mut rallied = Vec::with_capacity(rally.len());
    for one in rally {
        let Some(unit) = now.unit(one.unit).cloned() else {
            continue;
        };
        let headings = headings(&now, &unit)
            .into_iter()
            .filter(|heading| check_rally(&now, &unit, *heading, one.airborne).is_ok());
        if let Some(heading) = best(headings, |heading| looks_to_enemy(state, one.unit, *heading)) {
            lay(&mut now, one.unit, Some(heading), one.airborne);
            rallied.push(Rallied { heading, ..*one });
        }
    }
    let reorganized = reorganize.iter().map(|one| {
        let wish = now
            .unit(one.unit)
            .map(|unit| WrittenOrder::plain(wanted(state, unit)));
        let fits = |order: &WrittenOrder| {
            now.unit(one.unit)
                .is_some_and(|unit| check_reorganize(&now, unit, order).is_ok())
        };
        Ordered {
            order: wish.filter(fits).unwrap_or(one.order),
            ..*one
        }
    });
    Some(Command::SoundTheCharge {
        charge: needed,
        rally: rallied,
        reorganize: reorganized.collect(),
    })
}

/// Direct Control of a unit that would rush, but by its order a much worse enemy than the best it can reach.
fn finds_a_better_target(state: &State, command: &Command) -> bool {
    let Command::DirectControl { unit } = command else {
        return false;
    };
    let value = |enemy: UnitId| {
        state
            .snapshot
            .iter()
            .filter(|glimpse| glimpse.unit == *unit && glimpse.enemy == enemy && glimpse.could_rush)
            .filter_map(|glimpse| Some(rush_value(state, *unit, enemy, glimpse.side?)))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let reachable = state
        .snapshot
        .iter()
        .filter(|glimpse| glimpse.unit == *unit && glimpse.could_rush)
        .map(|glimpse| glimpse.enemy);
    let mut enemies: Vec<UnitId> = reachable.collect();
    enemies.dedup();
    if enemies.len() < 2 || !targets::must_rush(state, *unit) {
        return false;
    }
    let most = |enemies: &[UnitId]| {
        enemies
            .iter()
            .map(|enemy| value(*enemy))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let ordered = most(&preferred::targets_by_order(state, *unit));
    ordered.is_finite() && most(&enemies) > ordered + WORTH_CONTROL
}

fn toward_enemy(state: &State, command: &Command) -> f64 {
    let Command::Rally { unit, heading, .. } = command else {
        return 0.0;
    };
    looks_to_enemy(state, *unit, *heading)
}

/// The nearer to the direction of the nearest enemy a heading is, the higher.
fn looks_to_enemy(state: &State, unit: UnitId, heading: Degrees) -> f64 {
    let Some(pose) = state.unit(unit).and_then(|unit| unit.pose) else {
        return 0.0;
    };
    let far = |other: &Pose| pose.centre.distance(other.centre).value();
    let nearest = state
        .enemies_of(unit.seat())
        .filter_map(|enemy| enemy.pose)
        .min_by(|one, other| far(one).total_cmp(&far(other)));
    let Some(bearing) = nearest.and_then(|enemy| pose.centre.bearing(enemy.centre)) else {
        return 0.0;
    };
    -heading.turn_to(bearing).value().abs()
}

/// The odds of a rush from where the snapshot saw the enemy, or a little for a unit that just moves.
fn activation_value(state: &State, command: &Command) -> f64 {
    let Command::Activate { units } = command else {
        return 0.0;
    };
    let Some(unit) = units.first() else { return 0.0 };
    let rushes = state
        .snapshot
        .iter()
        .filter(|glimpse| glimpse.unit == *unit && glimpse.could_rush);
    rushes
        // Above 0, so that a rush always comes before an ordinary move.
        .filter_map(|glimpse| Some(10.0 + rush_value(state, *unit, glimpse.enemy, glimpse.side?)))
        .fold(0.0, f64::max)
}
