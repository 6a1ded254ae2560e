//! Reach of a unit's moves. Rules `IF-ACT-02`, `IF-ACT-03`, `IF-MOVE-01` to `IF-MOVE-06`, `IF-TERR-12`.

use hindsight_geometry::mils::{Place, Pose};

use super::TABLE;
use super::ground::{Ground, STEP};
use super::tray::Tray;

/// The reach of a unit in one direction.
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
    let on_table = OnTable::of(tray, direction, allowance / STEP)?;
    // What is in the way and what the way costs only grow with the distance.
    let goes = |step: i32| {
        ground.passes(tray, to(step)).is_ok() && step * STEP + ground.rough(tray, to(step)) <= allowance
    };
    let mut reach = last_true(on_table.last, goes);
    // Where it may not end (a friend's tray, the last inch before an enemy) it ends before that.
    while reach >= on_table.first {
        let end = tray.at(tray.pose.at(to(reach)));
        if ground.end(&end).is_ok() {
            return Some(reach * STEP);
        }
        reach = before_blocked(ground, &end, tray, direction, reach);
    }
    None
}

/// A farthest way with the last pivot that lets the movement end: none where it may end with the heading it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turning {
    /// The distance in thousandths of an inch, a multiple of [`STEP`].
    pub distance: i32,
    /// The heading of the last pivot: the one that turns the tray least.
    pub last: Option<u16>,
}

/// The farthest distance, a multiple of [`STEP`], that a tray may move in a direction and end there after some last pivot,
/// at most `allowance`; nothing if no move of any distance and no pivot may end. Rules `IF-MOVE-01` to `IF-MOVE-06`,
/// `IF-TERR-12`.
pub fn farthest_turning(ground: &Ground, tray: &Tray, direction: u16, allowance: i32) -> Option<Turning> {
    let to = |step: i32| tray.pose.moved(direction, step * STEP).centre();
    let on_table = OnTable::of(tray, direction, allowance / STEP)?;
    let goes = |step: i32| {
        ground.passes(tray, to(step)).is_ok() && step * STEP + ground.rough(tray, to(step)) <= allowance
    };
    let mut step = last_true(on_table.last, goes);
    while step >= on_table.first {
        match last_pivot(ground, &tray.at(tray.pose.at(to(step)))) {
            Ok(last) => {
                let distance = step * STEP;
                return Some(Turning { distance, last });
            }
            // Nothing that is nearer than what is missing lets it end either; rounding to thousandths is left a margin.
            Err(missing) => step -= ((missing - 2.0) / f64::from(STEP)).max(0.0) as i32 + 1,
        }
    }
    None
}

/// The last pivot after which a movement may end where the tray lies, the smallest that does; otherwise the least distance
/// in thousandths of an inch by which the tray would have to lie elsewhere. Rules `IF-MOVE-03` to `-05`, `IF-TERR-10`.
fn last_pivot(ground: &Ground, tray: &Tray) -> Result<Option<u16>, f64> {
    // The straight move ends there before the pivot: on nothing.
    if ground.pivot(tray).is_err() {
        return Err(ground.overlap(&tray.outline()));
    }
    if ground.end(tray).is_ok() {
        return Ok(None);
    }
    let mut least = f64::INFINITY;
    // A rectangle lies the same way after half a turn.
    for turn in (1..=90).flat_map(|turn| [turn, -turn]) {
        let turned = tray.pivoted(hindsight_geometry::mils::turned(tray.pose.heading, turn));
        if ground.end(&turned).is_ok() {
            return Ok(Some(turned.pose.heading));
        }
        least = least.min(ground.short_of_end(&turned.outline()));
    }
    Err(least.min(ground.short_of_end(&tray.outline())))
}

/// The steps of a straight move at which the whole tray lies on the table: a stretch, which begins at the first step
/// unless a pivot has left a corner beyond an edge that the move leads away from. Rules `IF-MOVE-05`, `IF-MOVE-06`.
#[derive(Debug, Clone, Copy)]
struct OnTable {
    first: i32,
    last: i32,
}

impl OnTable {
    /// The stretch among the first `most` steps, if there is one.
    fn of(tray: &Tray, direction: u16, most: i32) -> Option<Self> {
        let outline = tray.outline();
        let start = tray.pose.centre();
        let spans = [|place: Place| place.x, |place: Place| place.y].map(|along| {
            let corners = outline.corners().iter().copied().map(along);
            let (low, high) = corners.fold((i32::MAX, i32::MIN), |(low, high), at| {
                (low.min(at), high.max(at))
            });
            (along, low, high)
        });
        // Along each axis the tray moves one way or not at all: at one edge it comes in, at the other it goes out.
        let grows =
            |along: fn(Place) -> i32| along(tray.pose.moved(direction, TABLE).centre()) >= along(start);
        let moved = |along: fn(Place) -> i32, step: i32| {
            along(tray.pose.moved(direction, step * STEP).centre()) - along(start)
        };
        let is_behind = |step: i32| {
            spans.iter().all(|&(along, low, high)| {
                let by = moved(along, step);
                if grows(along) {
                    low + by >= 0
                } else {
                    high + by <= TABLE
                }
            })
        };
        let is_ahead = |step: i32| {
            spans.iter().all(|&(along, low, high)| {
                let by = moved(along, step);
                if grows(along) {
                    high + by <= TABLE
                } else {
                    low + by >= 0
                }
            })
        };
        let last = last_true(most, is_ahead);
        let first = if is_behind(1) {
            1
        } else {
            last_true(most, |step| !is_behind(step)) + 1
        };
        (first <= last).then_some(Self { first, last })
    }
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

/// The last step before the one at which something blocks the end of the move: what keeps it from ending there is convex, so
/// it keeps it from ending on a whole stretch.
fn before_blocked(ground: &Ground, end: &Tray, tray: &Tray, direction: u16, reach: i32) -> i32 {
    let Some(blocker) = ground.blocker(&end.outline()) else {
        return reach - 1;
    };
    let keeps_off = |step: i32| blocker.keeps_off(&tray.moved(direction, step * STEP).outline());
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

/// The reach of a unit in each of so many directions, beginning with north; each is a pivot, a straight move
/// forward and the end of the movement in that heading. Rule `IF-ACT-02`.
pub fn reachable(ground: &Ground, tray: &Tray, allowance: i32, directions: u16) -> Vec<Reach> {
    (0..directions)
        .map(|at| (u32::from(at) * 360 / u32::from(directions.max(1))) as u16)
        .filter_map(|direction| {
            let turned = tray.pivoted(direction);
            // In between nothing is overlapped for good: a pivot ends on nothing. Rule `IF-MOVE-05`.
            // ERR: a heading that has no room is not reached.
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
