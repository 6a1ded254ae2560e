//! Where a unit can retreat to and be retired to (§12.3-§12.4, p. 11).

use std::collections::{BTreeSet, VecDeque};

use hindsight_geometry::hexes::Hex;

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

/// The hexes by which a unit could reach its Standard: no enemy combat unit, no enemy ZOC, nothing impassable. Its own hex is
/// not tested. Rule `MOI-RES-09` (p. 11).
fn reachable(state: &State, unit: &Unit, at: Hex) -> BTreeSet<Hex> {
    let (occupants, zocs) = (Occupants::of(state), ZocMap::against(state, unit.seat));
    let walker = Walker::Unit(state.column_of(unit));
    let mut reached = BTreeSet::from([at]);
    let mut next = VecDeque::from([at]);
    while let Some(hex) = next.pop_front() {
        for (_, neighbour) in state.battle.map.extent().neighbours(hex) {
            let open = !occupants.enemy_at(neighbour, unit.seat)
                && !zocs.has(neighbour)
                && state.battle.may_step(hex, neighbour, walker);
            if open && reached.insert(neighbour) {
                next.push_back(neighbour);
            }
        }
    }
    reached
}

/// The hexes to which a unit can be retired: the free ones nearest to its Standard; none if there is no Standard in play or no
/// route to it. Rules `MOI-RES-08`, `MOI-RES-09` (p. 11).
pub fn retire_spots(state: &State, unit: &Unit) -> Vec<Hex> {
    let (Some(at), Some(standard)) = (unit.hex(), measure::standard_hex(state, unit.command)) else {
        return Vec::new();
    };
    let reached = reachable(state, unit, at);
    if !reached.contains(&standard) {
        return Vec::new();
    }
    let (occupants, walker) = (Occupants::of(state), Walker::Unit(state.column_of(unit)));
    let candidates: Vec<Hex> = reached
        .into_iter()
        .filter(|&hex| {
            hex != at && is_free(state, &occupants, unit, hex) && state.battle.may_stand(hex, walker)
        })
        .collect();
    let nearest = candidates.iter().map(|hex| hex.distance_to(standard)).min();
    candidates
        .into_iter()
        .filter(|hex| Some(hex.distance_to(standard)) == nearest)
        .collect()
}
