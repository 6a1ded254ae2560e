//! Worth of results, in Flight Points and shares of them.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::{Facing, Flank, Hex};

use crate::data::{Combat, Order, Outcome, Token};
use crate::field::{Aspect, Occupants};
use crate::model::drm::sum;
use crate::model::piece::{Formation, PiecePlace, Unit};
use crate::model::state::State;
use crate::odds::AttackOdds;
use crate::rules::modifiers;
use crate::tables::{AttackerFacts, ShockFacts};
use crate::views::chances;

/// What a result at a unit costs its owner.
pub(super) fn loss(state: &State, unit: &Unit, outcome: Outcome) -> f64 {
    let points = state.class_card(unit).map_or(2.0, |card| f64::from(card.fp));
    if outcome.is_none() {
        0.0
    } else if unit.is_retired() || outcome.has(Token::Eliminated) {
        points
    } else if outcome.has(Token::Retired)
        || outcome.has(Token::RetiredOrUnhorsed)
        || outcome.has(Token::Unhorsed)
    {
        1.6
    } else if outcome.has(Token::Disordered) && !unit.is_disordered() {
        0.9 + if outcome.has(Token::Retreat1) { 0.2 } else { 0.0 }
    } else if outcome.has(Token::Retreat1) {
        0.3
    } else {
        0.0
    }
}

/// The mean of a loss over results with their chances.
pub(super) fn mean_loss(state: &State, unit: &Unit, odds: &BTreeMap<Outcome, f64>) -> f64 {
    odds.iter()
        .map(|(outcome, chance)| loss(state, unit, *outcome) * chance)
        .sum()
}

/// What a shot takes from its target on average.
pub(super) fn shot(state: &State, firer: &Unit, target: &Unit) -> f64 {
    let Some(facts) = modifiers::of_shot(state, firer, target) else {
        return 0.0;
    };
    chances::shot_results(&state.battle.charts, &facts)
        .into_iter()
        .map(|outcome| loss(state, target, outcome) * 0.1)
        .sum()
}

/// What an attack is worth to the attacker.
pub(super) fn attack(state: &State, odds: &AttackOdds, attackers: &[&Unit]) -> f64 {
    let gained: f64 = odds
        .defenders
        .iter()
        .filter_map(|(id, suffered)| Some(mean_loss(state, state.unit(*id)?, suffered)))
        .sum();
    let lost: f64 = attackers
        .iter()
        .map(|unit| mean_loss(state, unit, &odds.attackers))
        .sum();
    gained + odds.continued * 0.5 - lost * 0.85
}

/// What a plain Shock by one unit from a hex with a facing is worth, as a first look.
pub(super) fn shock_from(state: &State, unit: &Unit, hex: Hex, facing: Facing, target: &Unit) -> f64 {
    let (Some(to), charts) = (target.hex(), &state.battle.charts) else {
        return 0.0;
    };
    let column = state.column_of(unit);
    let class = state.class_of(unit);
    let in_front = hex
        .direction_to(to)
        .is_some_and(|direction| facing.frontal().contains(&direction));
    let (true, Some(_), Some(terrain), Some(aspect)) = (
        in_front && unit.formation == Formation::Open && !unit.is_retired(),
        charts.matrix(class, state.class_of(target)),
        state.battle.shock_terrain(hex, to, column),
        Aspect::of(target, hex),
    ) else {
        return 0.0;
    };
    let facts = ShockFacts {
        attackers: vec![AttackerFacts {
            class,
            aspect,
            charging: false,
            moved: true,
            leader: false,
            disordered: unit.is_disordered(),
            terrain,
            level: state.battle.map.level(hex),
            earlier: 0,
        }],
        defenders: 1,
        defender: state.class_of(target),
        order: state.order_of(target),
        retired: target.is_retired(),
        rating: i32::from(state.strength_of(target).sdd),
        formation: target.formation,
        level: state.battle.map.level(to),
        countercharged: false,
        against_fire: false,
    };
    // A friend at another side makes it an attack from two sides.
    let friends = state
        .on_map(unit.seat)
        .filter(|friend| {
            friend.id != unit.id
                && friend.hex().is_some_and(|at| at.is_adjacent_to(to))
                && friend.has_in_front(to)
                && charts
                    .matrix(state.class_of(friend), state.class_of(target))
                    .is_some()
        })
        .filter_map(|friend| Aspect::of(target, friend.hex()?));
    let mut bonus = 0;
    for other in friends {
        bonus += 1;
        if other != aspect && facts.angle() < 4 {
            bonus += 4 - facts.angle();
            break;
        }
    }
    let added = sum(&facts.drms(charts)) + bonus;
    chances::combat_results(charts, Combat::Shock, facts.order, added)
        .into_iter()
        .map(|cell| (loss(state, target, cell.def) - 0.85 * loss(state, unit, cell.att)) * 0.1)
        .sum()
}

/// What enemies could do to a unit that stands so, by fire in reaction and by attacks through its flanks and rear.
pub(super) fn danger(state: &State, unit: &Unit, hex: Hex, facing: Facing, occupants: &Occupants<'_>) -> f64 {
    let mut danger = 0.0;
    for enemy in state.on_map(unit.seat.opponent()) {
        let Some(at) = enemy.hex() else { continue };
        let distance = at.distance_to(hex);
        if distance > 3 {
            continue;
        }
        if state.can_fire(enemy) && enemy.has_in_front(hex) {
            danger += 0.35;
        }
        let attacks = state
            .battle
            .charts
            .matrix(state.class_of(enemy), state.class_of(unit))
            .is_some();
        if attacks && distance <= 2 {
            let side = Aspect::seen(hex, facing, at);
            danger += match side {
                Some(Aspect::Side(Flank::Front)) => 0.05,
                Some(
                    Aspect::Side(Flank::Rear) | Aspect::Spine(Flank::Rear, _) | Aspect::Spine(_, Flank::Rear),
                ) => 0.3,
                Some(_) => 0.2,
                None => 0.0,
            };
        }
    }
    // Friends beside it close its flanks.
    let friends = state
        .battle
        .map
        .extent()
        .neighbours(hex)
        .filter(|(_, neighbour)| {
            occupants
                .at(*neighbour)
                .is_some_and(|other| other.seat == unit.seat && other.id != unit.id)
        })
        .count();
    danger - 0.04 * friends.min(3) as f64
}

/// The same position with a unit somewhere else.
pub(super) fn with_unit_at(state: &State, unit: &Unit, hex: Hex, facing: Facing) -> State {
    let mut thought = state.clone();
    if let Some(moved) = thought.units.get_mut(&unit.id) {
        moved.place = PiecePlace::On { hex, facing };
        moved.acts.moved |= unit.hex() != Some(hex);
    }
    thought
}

/// The order in which a unit is read by the tables.
pub(super) fn is_normal(state: &State, unit: &Unit) -> bool {
    state.order_of(unit) == Order::Normal
}
