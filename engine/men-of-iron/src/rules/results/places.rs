//! Where a unit can retreat to and be retired to (§12.3-§12.4, p. 11).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Seat;

use super::super::measure;
use crate::field::{Occupants, Walker, ZocMap};
use crate::model::agenda::Spot;
use crate::model::piece::Unit;
use crate::model::state::State;

/// Whether a hex is free for a unit to be displaced into: no combat unit, no enemy leader or Standard, no enemy entry hex.
/// Rule `MOI-RES-05` (pp. 5, 11).
fn is_free(state: &State, occupants: &Occupants<'_>, unit: &Unit, hex: Hex) -> bool {
    state.battle.map.extent().contains(hex)
        && occupants.at(hex).is_none()
        && !state.enemy_leader_or_standard_at(hex, unit.seat)
        && !state.is_enemy_entry(hex, unit.seat)
}

/// The hexes to which a unit can retreat: one hex, away from all who inflict it. Rules `MOI-RES-04`, `MOI-RES-05` (p. 11).
pub fn retreat_spots(state: &State, unit: &Unit, from: &[Hex]) -> Vec<Hex> {
    let Some(at) = unit.hex() else {
        return Vec::new();
    };
    let (occupants, walker) = (Occupants::of(state), Walker::Unit(state.column_of(unit)));
    at.neighbours()
        .map(|(_, hex)| hex)
        .filter(|&hex| {
            from.iter().all(|&enemy| hex.is_away_from(enemy, at))
                && is_free(state, &occupants, unit, hex)
                && state.battle.may_step(at, hex, walker)
        })
        .collect()
}

/// The hexes to which a unit can retreat through friendly missile infantry, when no hex is free. Rule `MOI-RES-06` (p. 11).
pub fn retreat_through(state: &State, unit: &Unit, from: &[Hex]) -> Vec<Spot> {
    let Some(at) = unit.hex() else {
        return Vec::new();
    };
    let (occupants, walker) = (Occupants::of(state), Walker::Unit(state.column_of(unit)));
    let mut spots = Vec::new();
    for (_, passed) in at.neighbours() {
        let away = from.iter().all(|&enemy| passed.is_away_from(enemy, at));
        let friend = occupants
            .at(passed)
            .filter(|friend| friend.seat == unit.seat && state.is_missile_infantry(friend));
        let Some(friend) = friend.filter(|_| away && state.battle.may_step(at, passed, walker)) else {
            continue;
        };
        for (_, hex) in passed.neighbours() {
            let far = from
                .iter()
                .all(|&enemy| hex.distance_to(enemy) >= passed.distance_to(enemy));
            if hex != at
                && far
                && is_free(state, &occupants, unit, hex)
                && state.battle.may_step(passed, hex, walker)
            {
                spots.push(Spot {
                    unit: unit.id,
                    hex,
                    through: Some(friend.id),
                });
            }
        }
    }
    spots
}

/// A search for the hexes by which a unit could reach its Standard: no enemy combat unit, no enemy ZOC, nothing impassable. The
/// unit's own hex is not tested. Rule `MOI-RES-09` (p. 11).
struct Route<'s> {
    state: &'s State,
    seat: Seat,
    walker: Walker,
    occupants: Occupants<'s>,
    zocs: ZocMap,
    standard: Hex,
    reached: Vec<bool>,
    /// Reached hexes whose neighbours were not looked at yet, the nearest to the Standard first.
    next: BinaryHeap<Reverse<(u32, Hex)>>,
}

impl<'s> Route<'s> {
    fn begin(state: &'s State, unit: &Unit, at: Hex, standard: Hex) -> Self {
        let mut route = Self {
            state,
            seat: unit.seat,
            walker: Walker::Unit(state.column_of(unit)),
            occupants: Occupants::of(state),
            zocs: ZocMap::against(state, unit.seat),
            standard,
            reached: vec![false; state.battle.map.extent().count()],
            next: BinaryHeap::new(),
        };
        route.reach(at);
        route
    }

    fn reach(&mut self, hex: Hex) {
        let place = self.state.battle.map.extent().index(hex);
        if !std::mem::replace(&mut self.reached[place], true) {
            self.next.push(Reverse((hex.distance_to(self.standard), hex)));
        }
    }

    fn is_reached(&self, hex: Hex) -> bool {
        self.reached[self.state.battle.map.extent().index(hex)]
    }

    fn is_open(&self, hex: Hex) -> bool {
        !self.occupants.enemy_at(hex, self.seat) && !self.zocs.has(hex)
    }

    /// Goes on from the reached hex nearest to the Standard; gives it back, or nothing when all is reached that can be.
    fn step(&mut self) -> Option<Hex> {
        let Reverse((_, hex)) = self.next.pop()?;
        let extent = self.state.battle.map.extent();
        for (_, neighbour) in extent.neighbours(hex) {
            if self.is_open(neighbour)
                && !self.is_reached(neighbour)
                && self.state.battle.may_step(hex, neighbour, self.walker)
            {
                self.reach(neighbour);
            }
        }
        Some(hex)
    }

    /// Whether every hex so near to the Standard that may be entered at all is reached.
    fn has_all_within(&self, distance: u32) -> bool {
        let mut within = self
            .state
            .battle
            .map
            .extent()
            .hexes()
            .filter(|hex| hex.distance_to(self.standard) <= distance);
        within.all(|hex| self.is_reached(hex) || !self.is_open(hex))
    }
}

/// The hexes to which a unit can be retired: the free ones nearest to its Standard; none if there is no Standard in play or no
/// route to it. Rules `MOI-RES-08`, `MOI-RES-09` (p. 11).
///
/// The search goes towards the Standard and ends when no hex nearer than the nearest free one can be reached any more.
pub fn retire_spots(state: &State, unit: &Unit) -> Vec<Hex> {
    let (Some(at), Some(standard)) = (unit.hex(), measure::standard_hex(state, unit.command)) else {
        return Vec::new();
    };
    let extent = state.battle.map.extent();
    if !extent.contains(at) || !extent.contains(standard) {
        return Vec::new();
    }
    let mut route = Route::begin(state, unit, at, standard);
    let mut nearest: Option<u32> = None;
    while let Some(hex) = route.step() {
        let distance = hex.distance_to(standard);
        let is_candidate = hex != at
            && is_free(state, &route.occupants, unit, hex)
            && state.battle.may_stand(hex, route.walker);
        if is_candidate && nearest.is_none_or(|nearest| distance < nearest) {
            nearest = Some(distance);
        }
        let is_found = nearest.is_some_and(|nearest| {
            let pending = route
                .next
                .peek()
                .is_some_and(|Reverse((pending, _))| *pending <= nearest);
            !pending && route.is_reached(standard) && route.has_all_within(nearest)
        });
        if is_found {
            break;
        }
    }
    if !route.is_reached(standard) {
        return Vec::new();
    }
    extent
        .hexes()
        .filter(|&hex| Some(hex.distance_to(standard)) == nearest && route.is_reached(hex) && hex != at)
        .filter(|&hex| {
            is_free(state, &route.occupants, unit, hex) && state.battle.may_stand(hex, route.walker)
        })
        .collect()
}
