//! Mistakes of the orders and moves of those who shoot.

use std::collections::BTreeMap;

use hindsight_kernel::{Detector, Suggestion, message, phrase};

use super::history::History;
use super::shooting::{band_at, moving_penalty};
use super::watched::{DUBIOUS, MISTAKE, Watched, cited, is_on};
use crate::field::Field;
use crate::messages::{self, MESSAGES};
use crate::model::attack::Attack;
use crate::model::names::UnitId;
use crate::model::orders::{Order, Orders};
use crate::model::state::{State, Status, Unit};
use crate::procedures::attack::shots::distance as shooting_distance;
use crate::procedures::shooting::{targets as shooting_targets, weapons};

pub(super) const SHOOTERS_MOVED: Detector = Detector::new(
    "shooters_moved_into_penalty",
    phrase!(MESSAGES, "detector-shooters-moved"),
    MISTAKE,
    phrase!(MESSAGES, "detector-shooters-moved-watches"),
    cited!(V3: Mods16, Mods14, Cmd05, Cmd06),
);

/// The order of a unit that has one.
fn order_of(unit: &Unit) -> Option<Orders> {
    match unit.status {
        Status::Ready(orders) => orders,
        Status::Disrupted | Status::Routing => None,
    }
}

/// The nearest range band in which a unit has a legal target with the weapon of its card.
fn best_band(field: &Field<'_>, unit: &Unit) -> Option<u8> {
    let own = weapons(field, unit)
        .into_iter()
        .filter(|weapon| weapon.kind.is_shot_of_card());
    let targets = own.filter_map(|weapon| shooting_targets(field, unit, weapon, &[]).ok());
    let bands = targets.flatten().filter_map(|target| {
        let distance = shooting_distance(field, unit.id, target, &[])?;
        Some(band_at(field, unit.id, target, distance))
    });
    bands.min()
}

pub(super) fn shooters_moved(seen: &Watched<'_>, attack: &Attack, history: &History) -> Option<Suggestion> {
    let state = seen.before;
    let unit = state
        .unit(attack.attacker)
        .filter(|_| attack.kind.is_shot_of_card())?;
    let penalty = moving_penalty(attack)?;
    let (opening, _) = history.opening()?;
    let then = opening.unit(unit.id)?;
    let order = order_of(then).filter(|orders| orders.order.is_ranged())?;
    let by_choice = unit.turn.controlled || order_of(unit) != Some(order);
    let before = best_band(&Field::of(opening), then).filter(|_| by_choice)?;
    let field = Field::of(state);
    let distance = shooting_distance(&field, unit.id, attack.target, &[])?;
    let now = band_at(&field, unit.id, attack.target, distance);
    (now >= before).then(|| {
        SHOOTERS_MOVED.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            message!(
                MESSAGES,
                "coach-shooters-moved",
                unit = messages::unit(state, unit.id)
            ),
            &[
                (
                    phrase!(MESSAGES, "number-change-of-the-to-hit-number-by-it"),
                    f64::from(penalty),
                ),
                (
                    phrase!(MESSAGES, "number-range-band-before-from-0"),
                    f64::from(before),
                ),
                (phrase!(MESSAGES, "number-range-band-now-from-0"), f64::from(now)),
                (phrase!(MESSAGES, "number-inches-to-the-target"), distance.value()),
            ],
        )
    })
}

pub(super) const ORDER_BEYOND_WEAPONS: Detector = Detector::new(
    "order_beyond_weapons",
    phrase!(MESSAGES, "detector-order-beyond-weapons"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-order-beyond-weapons-watches"),
    cited!(V3: Order07, Mods14),
);

/// The distance in inches at which an order has its unit stop.
const fn stops_at(order: Order) -> Option<f64> {
    match order {
        Order::Long => Some(14.0),
        Order::Short => Some(7.0),
        _ => None,
    }
}

/// How far the weapons of a unit reach: that of its card or an attack spell.
fn reach(state: &State, unit: &Unit) -> f64 {
    let card = state.kind(unit);
    let weapons = card
        .ranged_attacks()
        .map(|(_, ranged)| ranged.range.inches().value());
    let spells = card
        .spells
        .iter()
        .filter(|spell| spell.is_pure_attack())
        .map(|spell| spell.range.inches().value());
    weapons.chain(spells).fold(0.0, f64::max)
}

pub(super) fn order_beyond_weapons(seen: &Watched<'_>, id: UnitId, status: Status) -> Option<Suggestion> {
    let state = seen.before;
    let unit = state.unit(id)?;
    let Status::Ready(Some(orders)) = status else {
        return None;
    };
    let same = order_of(unit).is_some_and(|before| before.order == orders.order);
    let stops = stops_at(orders.order).filter(|_| !same)?;
    let reach = reach(state, unit);
    (reach > 0.0 && reach < stops).then(|| {
        ORDER_BEYOND_WEAPONS.found(
            seen.version,
            id.seat(),
            Some(&id),
            message!(
                MESSAGES,
                "coach-order-beyond-weapons",
                unit = messages::unit(state, id),
                order = messages::order(orders.order)
            ),
            &[
                (phrase!(MESSAGES, "number-inches-at-which-the-order-stops"), stops),
                (phrase!(MESSAGES, "number-inches-its-weapons-reach"), reach),
            ],
        )
    })
}

/// The last own turn in which a unit shot at extreme range, and in how many in a row.
pub(super) type AtExtremeRange = BTreeMap<UnitId, (u16, u8)>;

/// The own turns in a row after which it is told.
const KEPT: u8 = 3;

/// The range band that is called extreme, from 0.
const EXTREME: u8 = 2;

// RULING: a unit is kept at extreme range if it shoots at that range in three own turns in a row. No better choice is named: the shots
// from nearer hang on what the enemy does while it goes there, so that they have no odds.
pub(super) fn kept_at_extreme_range(
    seen: &Watched<'_>,
    attack: &Attack,
    kept: &mut AtExtremeRange,
) -> Option<Suggestion> {
    let state = seen.before;
    let unit = state
        .unit(attack.attacker)
        .filter(|_| attack.kind.is_shot_of_card())?;
    let range = state
        .kind(unit)
        .ranged_attack(attack.kind)?
        .range
        .inches()
        .value();
    let field = Field::of(state);
    let distance = shooting_distance(&field, unit.id, attack.target, &[])?;
    let far = is_on(unit, Order::Range) && range > 14.0;
    if !far || band_at(&field, unit.id, attack.target, distance) < EXTREME {
        kept.remove(&unit.id);
        return None;
    }
    let turns = kept
        .get(&unit.id)
        .filter(|(turn, _)| turn + 2 == state.turn)
        .map_or(1, |(_, turns)| turns.saturating_add(1));
    kept.insert(unit.id, (state.turn, turns));
    if turns < KEPT {
        return None;
    }
    kept.remove(&unit.id);
    Some(ORDER_BEYOND_WEAPONS.found(
        seen.version,
        unit.id.seat(),
        Some(&unit.id),
        message!(
            MESSAGES,
            "coach-extreme-range-by-habit",
            unit = messages::unit(state, unit.id),
            turns
        ),
        &[
            (phrase!(MESSAGES, "number-own-turns-in-a-row"), f64::from(turns)),
            (phrase!(MESSAGES, "number-inches-to-the-target"), distance.value()),
            (phrase!(MESSAGES, "number-inches-its-weapon-reaches"), range),
        ],
    ))
}
