//! Hexes that a unit can retreat to and be retired to (§12.3-§12.4, p. 11).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hindsight_geometry::hexes::Hex;

use super::super::measure;
use crate::field::{Occupants, StepMap, Walker};
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
    retreat_spots_over(state, unit, from, &mut StepMap::default())
}

/// [`retreat_spots`] with the steps of the map that are known already, for who asks often.
pub(crate) fn retreat_spots_over(state: &State, unit: &Unit, from: &[Hex], steps: &mut StepMap) -> Vec<Hex> {
    let Some(at) = unit.hex().filter(|at| state.battle.map.extent().contains(*at)) else {
        return Vec::new();
    };
    let walker = Walker::Unit(state.column_of(unit));
    let mut spots: Vec<Hex> = at
        .neighbours()
        .filter(|&(direction, hex)| {
            from.iter().all(|&enemy| hex.is_away_from(enemy, at))
                && state.battle.map.extent().contains(hex)
                && steps.may_step(&state.battle, at, direction, walker)
                && !state.enemy_leader_or_standard_at(hex, unit.seat)
                && !state.is_enemy_entry(hex, unit.seat)
        })
        .map(|(_, hex)| hex)
        .collect();
    if !spots.is_empty() {
        for other in state.units.values().filter_map(Unit::hex) {
            spots.retain(|&hex| hex != other);
        }
    }
    spots
}

/// The hexes to which a unit can retreat through friendly missile infantry, when no hex is free. Rule `MOI-RES-06` (p. 11).
pub fn retreat_through(state: &State, unit: &Unit, from: &[Hex]) -> Vec<Spot> {
    let Some(at) = unit.hex() else {
        return Vec::new();
    };
    let is_beside = |friend: &Unit| {
        friend.seat == unit.seat
            && friend.hex().is_some_and(|hex| hex.is_adjacent_to(at))
            && state.is_missile_infantry(friend)
    };
    if !state.units.values().any(is_beside) {
        return Vec::new();
    }
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
    walker: Walker,
    occupants: Occupants<'s>,
    steps: &'s mut StepMap,
    standard: Hex,
    /// Hexes that hold an enemy combat unit or lie in an enemy ZOC.
    closed: Vec<bool>,
    reached: Vec<bool>,
    /// From which hex each was reached.
    from: Vec<Option<Hex>>,
    /// The hexes of which it was asked whether they are closed.
    asked: Vec<Hex>,
    /// Reached hexes whose neighbours were not looked at yet, the nearest to the Standard first.
    next: BinaryHeap<Reverse<(u32, Hex)>>,
}

impl<'s> Route<'s> {
    fn begin(state: &'s State, unit: &Unit, at: Hex, standard: Hex, steps: &'s mut StepMap) -> Self {
        let extent = state.battle.map.extent();
        let mut closed = vec![false; extent.count()];
        for enemy in state.on_map(unit.seat.opponent()) {
            let zoc = state.exerts_zoc(enemy).then(|| enemy.frontal_hexes());
            for hex in enemy.hex().into_iter().chain(zoc.into_iter().flatten()) {
                if extent.contains(hex) {
                    closed[extent.index(hex)] = true;
                }
            }
        }
        let mut route = Self {
            state,
            walker: Walker::Unit(state.column_of(unit)),
            occupants: Occupants::of(state),
            steps,
            standard,
            closed,
            reached: vec![false; extent.count()],
            from: vec![None; extent.count()],
            asked: Vec::new(),
            next: BinaryHeap::new(),
        };
        route.reach(at, None);
        route
    }

    fn reach(&mut self, hex: Hex, from: Option<Hex>) {
        let place = self.state.battle.map.extent().index(hex);
        if !std::mem::replace(&mut self.reached[place], true) {
            self.from[place] = from;
            self.next.push(Reverse((hex.distance_to(self.standard), hex)));
        }
    }

    fn is_reached(&self, hex: Hex) -> bool {
        self.reached[self.state.battle.map.extent().index(hex)]
    }

    fn is_open(&self, hex: Hex) -> bool {
        !self.closed[self.state.battle.map.extent().index(hex)]
    }

    /// Goes on from the reached hex nearest to the Standard; gives it back, or nothing when all is reached that can be.
    fn step(&mut self) -> Option<Hex> {
        let Reverse((_, hex)) = self.next.pop()?;
        let extent = self.state.battle.map.extent();
        for (direction, neighbour) in extent.neighbours(hex) {
            if self.is_reached(neighbour) {
                continue;
            }
            self.asked.push(neighbour);
            if self.is_open(neighbour)
                && self
                    .steps
                    .may_step(&self.state.battle, hex, direction, self.walker)
            {
                self.reach(neighbour, Some(hex));
            }
        }
        Some(hex)
    }

    /// Whether every hex so near to the Standard that may be entered at all is reached.
    fn has_all_within(&self, distance: u32) -> bool {
        let done = |hex: Hex| self.is_reached(hex) || !self.is_open(hex);
        if distance == 0 {
            return done(self.standard);
        }
        let mut within = self
            .state
            .battle
            .map
            .extent()
            .hexes()
            .filter(|hex| hex.distance_to(self.standard) <= distance);
        within.all(done)
    }

    /// The hexes on the ways to some that are reached: whatever closes others, these stay reached.
    fn ways_to(&self, hexes: impl Iterator<Item = Hex>) -> Vec<Hex> {
        let extent = self.state.battle.map.extent();
        let (mut on_a_way, mut ways) = (vec![false; extent.count()], Vec::new());
        for hex in hexes {
            let mut next = Some(hex);
            while let Some(hex) =
                next.filter(|hex| !std::mem::replace(&mut on_a_way[extent.index(*hex)], true))
            {
                ways.push(hex);
                next = self.from[extent.index(hex)];
            }
        }
        ways
    }

    /// Whether a unit may be placed in a reached hex. Its own hex is one of them: a unit that is as near to its Standard as it can
    /// be is there already. Rule `MOI-RES-08` (p. 11).
    fn is_candidate(&self, unit: &Unit, hex: Hex) -> bool {
        unit.hex() == Some(hex)
            || is_free(self.state, &self.occupants, unit, hex)
                && self.state.battle.may_stand(hex, self.walker)
    }
}

/// Where a unit can be retired to, and what that depends on beside the unit, its Standard and the ground.
#[derive(Debug, Clone, Default)]
pub(crate) struct RetireSpots {
    /// The free hexes nearest to its Standard.
    pub(crate) spots: Vec<Hex>,
    /// The hexes outside of it that must be open, or where there is no route those of which it was asked whether they are.
    pub(crate) asked: Vec<Hex>,
    /// The Standard with the distance within which it matters what stands in a hex and what closes it.
    pub(crate) within: Option<(Hex, u32)>,
}

/// The hexes to which a unit can be retired: the free ones nearest to its Standard, its own among them; none if there is no
/// Standard in play or no route to it. Rules `MOI-RES-08`, `MOI-RES-09` (p. 11).
///
/// RULING: where its own hex is as near as others, the owner chooses among all of them, as among any that are equally near.
pub fn retire_spots(state: &State, unit: &Unit) -> Vec<Hex> {
    retire_spots_over(state, unit, &mut StepMap::default()).spots
}

/// [`retire_spots`] with the steps of the map that are known already, for who asks often, and with what was looked at.
///
/// The search goes towards the Standard and ends when no hex nearer than the nearest free one can be reached any more.
pub(crate) fn retire_spots_over(state: &State, unit: &Unit, steps: &mut StepMap) -> RetireSpots {
    let (Some(at), Some(standard)) = (unit.hex(), measure::standard_hex(state, unit.command)) else {
        return RetireSpots::default();
    };
    let extent = state.battle.map.extent();
    if !extent.contains(at) || !extent.contains(standard) {
        return RetireSpots::default();
    }
    let mut route = Route::begin(state, unit, at, standard, steps);
    let mut nearest: Option<u32> = None;
    while let Some(hex) = route.step() {
        let distance = hex.distance_to(standard);
        if nearest.is_none_or(|nearest| distance < nearest) && route.is_candidate(unit, hex) {
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
        return RetireSpots {
            asked: route.asked,
            ..RetireSpots::default()
        };
    }
    // Where nothing is free every hex of the map was looked at.
    let within = nearest.unwrap_or(u32::MAX);
    let asked = if route.has_all_within(within) {
        let reached = |hex: &Hex| hex.distance_to(standard) <= within && route.is_reached(*hex);
        route.ways_to(extent.hexes().filter(reached).chain([standard]))
    } else {
        std::mem::take(&mut route.asked)
    };
    let mut found = RetireSpots {
        spots: Vec::new(),
        asked,
        within: Some((standard, within)),
    };
    found.spots = if nearest == Some(0) {
        vec![standard]
    } else {
        extent
            .hexes()
            .filter(|&hex| Some(hex.distance_to(standard)) == nearest && route.is_reached(hex))
            .filter(|&hex| route.is_candidate(unit, hex))
            .collect()
    };
    found
}
