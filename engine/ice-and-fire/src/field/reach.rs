//! How far a unit can go. Rules `IF-ACT-02`, `IF-ACT-03`, `IF-MOVE-01` to `IF-MOVE-06`, `IF-TERR-12`.

use hindsight_geometry::mils::{Outline, Pose};

use super::ground::{Ground, STEP};
use super::tray::Tray;

/// How far a unit can go in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The direction, counted like a heading.
    pub direction: u16,
    /// The farthest legal distance in thousandths of an inch.
    pub farthest: i32,
    /// Where it then stands.
    pub end: Pose,
}

/// The farthest distance, a multiple of [`STEP`], that a tray may move in a direction and end there with its heading,
/// at most `allowance`; nothing if no move of any distance may end. Rules `IF-MOVE-01` to `IF-MOVE-06`, `IF-TERR-12`.
pub fn farthest(ground: &Ground, tray: &Tray, direction: u16, allowance: i32) -> Option<i32> {
    let to = |step: i32| tray.pose.moved(direction, step * STEP).centre();
    // What is in the way and what the way costs only grow with the distance.
    let goes = |step: i32| {
        ground.straight(tray, to(step)).is_ok() && step * STEP + ground.rough(tray, to(step)) <= allowance
    };
    let mut reach = last_true(allowance / STEP, goes);
    // Where it may not end (a friend's tray, the last inch before an enemy) it ends before that.
    while reach > 0 {
        let end = tray.at(tray.pose.at(to(reach)));
        if ground.end(&end).is_ok() {
            return Some(reach * STEP);
        }
        reach = before_blocked(ground, &end, tray, direction, reach);
    }
    None
}

/// The last step up to `most` at which something holds that, once it fails, fails for good; 0 if it never holds.
fn last_true(most: i32, holds: impl Fn(i32) -> bool) -> i32 {
    if most > 0 && holds(most) {
        return most;
    }
    let (mut low, mut high) = (0, most.max(0));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The last step before the one at which a tray blocks the end of the move: what keeps it from ending there is convex, so
/// it keeps it from ending on a whole stretch.
fn before_blocked(ground: &Ground, end: &Tray, tray: &Tray, direction: u16, reach: i32) -> i32 {
    let outline = end.outline();
    let near = |other: &Outline| {
        if ground.enemies.contains(other) {
            outline.overlaps(other) || outline.is_nearer_than(other, 1_000)
        } else {
            outline.overlaps(other)
        }
    };
    let Some(blocker) = ground.trays().find(|other| near(other)) else {
        return reach - 1;
    };
    let is_enemy = ground.enemies.contains(blocker);
    let keeps_off = |step: i32| {
        let there = tray.moved(direction, step * STEP).outline();
        if is_enemy {
            there.overlaps(blocker) || there.is_nearer_than(blocker, 1_000)
        } else {
            there.overlaps(blocker)
        }
    };
    if keeps_off(0) {
        // It leaves the blocker behind with the distance: nothing nearer may end either.
        return 0;
    }
    let (mut low, mut high) = (0, reach);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if keeps_off(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    low
}

/// How far a unit can go in each of so many directions, beginning with north; each is a pivot, a straight move forward and
/// the end of the movement in that heading. Rule `IF-ACT-02`.
pub fn reachable(ground: &Ground, tray: &Tray, allowance: i32, directions: u16) -> Vec<Reach> {
    (0..directions)
        .map(|at| (u32::from(at) * 360 / u32::from(directions.max(1))) as u16)
        .filter_map(|direction| {
            let turned = tray.pivoted(direction);
            // In between nothing is overlapped for good: a pivot ends on nothing. Rule `IF-MOVE-05`.
            ground.pivot(&turned).ok()?;
            let farthest = farthest(ground, &turned, direction, allowance)?;
            Some(Reach {
                direction,
                farthest,
                end: turned.pose.forward(farthest),
            })
        })
        .collect()
}
