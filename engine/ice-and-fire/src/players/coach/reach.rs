//! Reach of a unit: places of a Maneuver, and enemies that a charge could reach.

use hindsight_kernel::{BetterChoice, message};

use super::called;
use crate::field::{ChargePath, Pose, Side, reachable};
use crate::messages::MESSAGES;
use crate::model::command::{Action, Command};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::{charge, movement, terrain};

/// The end of a Maneuver: a pivot, then straight on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk {
    /// Where it ends.
    pub(super) end: Pose,
    first: Option<u16>,
    distance: i32,
}

impl Walk {
    /// It as what would have been better for a unit, after this version.
    pub(super) fn instead(self, state: &State, unit: UnitId, at: u64) -> BetterChoice {
        let Self { first, distance, .. } = self;
        let action = Action::Maneuver {
            first,
            distance,
            last: None,
        };
        let words = message!(
            MESSAGES,
            "coach-maneuvers",
            unit = called(state, unit),
            inches = f64::from(distance) / 1_000.0
        );
        BetterChoice::new(at, words, &[Command::Act { action }]).by(&unit)
    }
}

/// Maneuvers in 24 directions, as far as they go and half as far.
pub(super) fn maneuvers(state: &State, unit: UnitId) -> Vec<Walk> {
    let Some(tray) = terrain::tray(state, unit) else {
        return Vec::new();
    };
    if state.is_engaged(unit) {
        return Vec::new();
    }
    let ground = terrain::ground(state, unit);
    let speed = movement::speed(state, unit);
    let full = reachable(&ground, &tray, speed, 24);
    let half = reachable(&ground, &tray, speed / 2, 24);
    let own = tray.pose.heading;
    full.into_iter()
        .chain(half)
        .map(|reach| Walk {
            end: reach.end,
            first: (reach.direction != own).then_some(reach.direction),
            distance: reach.farthest,
        })
        .collect()
}

/// The position with a unit somewhere else.
pub(super) fn moved(state: &State, unit: UnitId, to: Pose) -> State {
    let mut state = state.clone();
    if let Some(unit) = state.units.iter_mut().find(|known| known.id == unit) {
        unit.pose = Some(to);
    }
    state
}

/// The ways in which a unit can charge another, the best on each side: the least die, the side, the path.
pub(super) fn charge_ways(state: &State, unit: UnitId, target: UnitId) -> Vec<(i32, Side, ChargePath)> {
    let Some((_, card)) = state.unit_and_card(unit) else {
        return Vec::new();
    };
    charge::arcs(state, unit, target)
        .into_iter()
        .filter_map(|arc| {
            let (_, path) = charge::best_heading(state, unit, target, Some(arc))?;
            let needed = path.needed(card.speed, 0);
            (needed <= 6).then_some((needed, arc, path))
        })
        .collect()
}

/// The least die with which a unit can charge another, and the side it would end on.
pub(super) fn charge_reach(state: &State, unit: UnitId, target: UnitId) -> Option<(i32, Side)> {
    let ways = charge_ways(state, unit, target).into_iter();
    ways.map(|(needed, side, _)| (needed, side))
        .min_by_key(|(needed, _)| *needed)
}

/// Enemies that could charge a unit, activated or not, with the highest die.
pub(super) fn chargers(state: &State, unit: UnitId) -> Vec<(UnitId, i32, Side)> {
    crate::rules::activation::enemies(state, unit.seat())
        .into_iter()
        .filter(|enemy| !state.is_engaged(*enemy))
        .filter_map(|enemy| charge_reach(state, enemy, unit).map(|(needed, side)| (enemy, needed, side)))
        .collect()
}
