//! Armies, deployment, first orders.

use battleground_geometry::Pose;
use hindsight_kernel::{Offer, Seat};

use super::best;
use crate::editions::profile::VictoryBy;
use crate::model::cards::UnitType;
use crate::model::command::Command;
use crate::model::names::Team;
use crate::model::orders::{Order, WrittenOrder};
use crate::model::state::{State, Status, Unit};
use crate::procedures::courage;

/// A usual enemy: a line unit without anything special.
const USUAL: Enemy = Enemy {
    dice: 5,
    skill: 5,
    power: 5,
    def_skill: 2,
    toughness: 2,
};
/// How often a unit with a bow or better shoots in a battle.
const VOLLEYS: f64 = 4.0;
/// How many boxes a command card is good for.
const A_CARD: f64 = 0.6;
/// A unit is spared once no more than one of so many of its boxes is left.
const WORN: u8 = 3;
/// So many others must still fight for a worn unit to be spared.
const FIGHTING_ON: usize = 3;

/// What counts of an enemy in combat.
struct Enemy {
    dice: i32,
    skill: i32,
    power: i32,
    def_skill: i32,
    toughness: i32,
}

/// The boxes that the units and cards of a list may be expected to mark.
pub(super) fn army_value(state: &State, command: &Command) -> f64 {
    let Command::BuildArmy { list } = command else {
        return 0.0;
    };
    list.units
        .iter()
        .filter_map(|id| state.book.kind_named(id))
        .map(|(_, kind)| fighter_value(kind))
        .sum::<f64>()
        + A_CARD * f64::from(list.cards)
}

/// The boxes that a unit marks of usual enemies until they have marked all of its own, and by shooting before that; the
/// less the likelier it routs.
fn fighter_value(kind: &UnitType) -> f64 {
    let usual = |dice: i32, skill: i32, power: i32| {
        f64::from(dice) * success(skill - USUAL.def_skill) * success(power - USUAL.toughness)
    };
    let own = &kind.attack;
    let marked = usual(own.dice.into(), own.skill.into(), own.power.into());
    let (skill, power) = (
        USUAL.skill - i32::from(kind.def_skill),
        USUAL.power - i32::from(kind.toughness),
    );
    let suffered = f64::from(USUAL.dice) * success(skill) * success(power);
    let rounds = f64::from(kind.boxes.all()) / suffered;
    let impact = f64::from(kind.impact_hits) * success(i32::from(own.power) - USUAL.toughness);
    let shots = kind.ranged.map_or(0.0, |ranged| {
        let shot = ranged.profile.unwrap_or(kind.attack);
        let volley = usual(shot.dice.into(), shot.skill.into(), shot.power.into());
        volley * if shoots(kind) { VOLLEYS } else { 1.0 }
    });
    let stands = kind.rolled_courage().map_or(1.0, |courage| {
        f64::from(courage::passes_of_216(i32::from(courage))) / 216.0
    });
    (marked * rounds + impact) * (0.4 + 0.6 * stands) + shots
}

/// The chance of a die with a target number, Overkill as good as certain. Rules `BG4-ATK-11`, `BG4-ATK-12` (p. 98).
fn success(target: i32) -> f64 {
    f64::from(target.clamp(1, 6)) / 6.0
}

pub(super) fn shoots(kind: &UnitType) -> bool {
    kind.ranged.is_some_and(|ranged| ranged.range.0 >= 7_000)
}

/// The strongest unit first: the line near the front edge of the zone from the middle outward, shooters on the wings.
pub(super) fn deploy(state: &State, seat: Seat) -> Option<Command> {
    let waiting = state
        .units
        .iter()
        .filter(|unit| unit.id.seat() == seat && unit.pose.is_none() && unit.destroyed.is_none());
    let unit = waiting.max_by_key(|unit| state.kind(unit).points)?;
    let places = crate::rules::deploy::free_places(state, unit);
    let wing = shoots(state.kind(unit));
    let (width, depth) = state.scenario().map_or((36.0, 30.0), |scenario| {
        (scenario.width.value(), scenario.depth.value())
    });
    let pose = best(places, |pose: &Pose| {
        let (x, y) = (pose.centre.x.value(), pose.centre.y.value());
        let ahead = if Team::of(seat) == Team::South {
            y
        } else {
            depth - y
        };
        let aside = (x - width / 2.0).abs();
        let behind = state
            .own(seat)
            .filter_map(|friend| friend.pose)
            .filter(|friend| (friend.centre.x.value() - x).abs() < 3.4)
            .count() as f64;
        ahead - 4.0 * behind - 0.2 * if wing { (aside - 10.0).abs() } else { aside }
    })?;
    Some(Command::Deploy { unit: unit.id, pose })
}

/// The turn after which everybody goes for the enemy, in a battle that only destruction ends.
const LONG: u16 = 45;

/// Whether a battle that nothing but destruction ends has gone on for long.
pub(super) fn is_long(state: &State) -> bool {
    state.profile().victory == VictoryBy::Annihilation && state.turn > LONG
}

/// Range for those who shoot, also without ammunition, for that is reloaded; Hold for those who are worn down while others
/// fight on: a unit counts in full for its owner as long as it is there; Close for the others. It hangs on nothing that a
/// command of the own phase changes but Rallies. Rules `BG4-SCEN-02`, `BG4-SCEN-05` (p. 141).
pub(super) fn wanted(state: &State, unit: &Unit) -> Order {
    if is_long(state) {
        Order::Close // Nothing else ends such a battle.
    } else if shoots(state.kind(unit)) {
        Order::Range
    } else if is_worn(state, unit) && fight_on(state, unit) {
        Order::Hold
    } else {
        Order::Close
    }
}

fn is_worn(state: &State, unit: &Unit) -> bool {
    let all = state.kind(unit).boxes.all();
    state.boxes_left(unit).saturating_mul(WORN) <= all
}

fn fight_on(state: &State, unit: &Unit) -> bool {
    let fresh = |other: &&Unit| {
        other.id != unit.id && matches!(other.status, Status::Ready(_)) && !is_worn(state, other)
    };
    state.own(unit.id.seat()).filter(fresh).count() >= FIGHTING_ON
}

pub(super) fn is_plain(order: &WrittenOrder, wanted: Order) -> bool {
    *order == WrittenOrder::plain(wanted)
}

pub(super) fn assign(state: &State, all: &[Offer<Command>]) -> Option<Command> {
    let offered = || all.iter().flat_map(Offer::commands);
    let fits = |command: &&Command| match command {
        Command::AssignOrder { unit, order } => state
            .unit(*unit)
            .is_some_and(|there| is_plain(order, wanted(state, there))),
        _ => false,
    };
    offered().find(fits).or_else(|| offered().next()).cloned()
}
