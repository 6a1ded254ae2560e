//! Hexes that a combat unit can reach with the Movement Points it has left, and what that costs.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Hex;

use crate::model::names::UnitId;
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::rules::movement::Walk;

/// A hex that a unit can reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// Movement Points from where it stands.
    pub cost: u8,
    /// The hexes entered on the cheapest way, this one last.
    pub path: Vec<Hex>,
    /// Whether it may end its movement there, rather than only pass through a friend.
    pub may_stop: bool,
    /// Whether it must stop there.
    pub must_stop: bool,
    /// The friendly missile units that it passes through on the way. Rule `MOI-MOVE-14`.
    pub through: Vec<UnitId>,
}

/// Every hex that a unit can reach by its own Movement, each by the cheapest way. Rules of §5.1 to §7.2 (pp. 4-6).
///
/// Zones of control that it leaves bar it from coming back, so of two equally cheap ways the one that left fewer is kept; a
/// reaction on the way is not foreseen.
pub fn reachable(state: &State, unit: &Unit) -> BTreeMap<Hex, Reached> {
    let mut found: BTreeMap<Hex, Reached> = BTreeMap::new();
    let Some(start) = Walk::of(state, unit) else {
        return found;
    };
    let mut open: Vec<(u8, usize, Walk, Reached)> = vec![(
        0,
        0,
        start,
        Reached {
            cost: 0,
            path: Vec::new(),
            may_stop: true,
            must_stop: false,
            through: Vec::new(),
        },
    )];
    let mut settled: BTreeMap<Hex, Vec<(u8, Vec<UnitId>)>> = BTreeMap::new();
    while let Some(least) = open
        .iter()
        .enumerate()
        .min_by_key(|(_, (cost, left, walk, _))| (*cost, *left, walk.at))
        .map(|(place, _)| place)
    {
        let (cost, _, walk, way) = open.swap_remove(least);
        let known = settled.entry(walk.at).or_default();
        // A way that costs no less and is barred from no fewer zones leads nowhere new.
        if known
            .iter()
            .any(|(before, left)| *before <= cost && left.iter().all(|enemy| walk.zocs_left.contains(enemy)))
        {
            continue;
        }
        known.push((cost, walk.zocs_left.clone()));
        if !way.path.is_empty() {
            found.entry(walk.at).or_insert_with(|| way.clone());
        }
        if walk.stopped {
            continue;
        }
        for (_, to) in state.battle.map.extent().neighbours(walk.at) {
            let Ok(priced) = walk.price(state, to) else {
                continue;
            };
            let mut next = way.clone();
            next.cost = cost.saturating_add(priced.cost);
            next.path.push(to);
            next.may_stop = priced.passing.is_none();
            next.must_stop = priced.stopped;
            next.through.extend(priced.passing);
            let after = walk.after(to, &priced);
            open.push((next.cost, after.zocs_left.len(), after, next));
        }
    }
    found
}
