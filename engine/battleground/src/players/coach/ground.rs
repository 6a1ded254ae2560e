//! Mistakes of the way that is taken: ground that is slow, although there was a way around.

use std::collections::BTreeMap;

use battleground_geometry::{Inches, Object, Point, length_through};
use hindsight_kernel::{Argument, Detector, Message, Phrase, Suggestion, message, phrase};

use super::history::History;
use super::shooting::band_in_reach;
use super::watched::{DUBIOUS, Watched, cited};
use crate::field::Field;
use crate::messages::{self, MESSAGES};
use crate::model::cards::Ground;
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::state::Unit;
use crate::procedures::attack::bands::Band;

/// A unit on slow ground.
#[derive(Debug)]
pub(super) struct Crossing {
    /// Where its first such turn began.
    from: Point,
    /// Own turns in a row.
    turns: u16,
    /// The most categories that it lost in one of them.
    lost: i8,
}

/// The units on slow ground.
pub(super) type Crossings = BTreeMap<UnitId, Crossing>;

#[cfg(test)]
impl Crossing {
    /// One that began there, so many turns ago.
    pub(super) fn begun(from: Point, turns: u16) -> Self {
        Self { from, turns, lost: 1 }
    }
}

/// Slow ground as an edition judges it.
pub(super) struct SlowGround {
    pub(super) detector: Detector,
    /// Whether a unit that lost so many categories is on ground that it should have gone around.
    is_slowed: fn(&Field<'_>, &Unit, i8) -> bool,
    /// The own turns in a row from which on it is told.
    turns: u16,
    /// The turns by which the way around may be longer.
    longer: f64,
    /// The reason of a unit that crossed it, and the first of the numbers.
    words: fn(Argument, &Crossing) -> Told,
}

/// A reason, and the first of its numbers with its name.
type Told = (Message, (Phrase, f64));

pub(super) const SLOW_GROUND_UNDER_FIRE: Detector = Detector::new(
    "slow_ground_under_fire",
    phrase!(MESSAGES, "detector-slow-ground-under-fire"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-slow-ground-under-fire-watches"),
    cited!(V4: Terr09, Mods14, Mc02),
);

/// Any ground under fire, if the way around is no more than a turn longer.
pub(super) const SLOW_UNDER_FIRE: SlowGround = SlowGround {
    detector: SLOW_GROUND_UNDER_FIRE,
    is_slowed: |field, unit, lost| lost > 0 && is_under_fire(field, unit),
    turns: 2,
    longer: 1.0,
    words: |unit, crossing| {
        let words = message!(
            MESSAGES,
            "coach-slow-ground-under-fire",
            unit,
            turns = crossing.turns
        );
        (
            words,
            (
                phrase!(MESSAGES, "number-turns-slowed-under-fire"),
                f64::from(crossing.turns),
            ),
        )
    },
};

pub(super) const ELITE_THROUGH_BAD_GROUND: Detector = Detector::new(
    "elite_through_bad_ground",
    phrase!(MESSAGES, "detector-elite-through-bad-ground"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-elite-through-bad-ground-watches"),
    cited!(V3: Terr09, Mc02),
);

/// Deep ground for units that are worth the most when they move, if the way around takes no turn more.
pub(super) const SLOW_ELITE: SlowGround = SlowGround {
    detector: ELITE_THROUGH_BAD_GROUND,
    is_slowed: |field, unit, lost| {
        const ELITE: [Keyword; 3] = [Keyword::Cavalry, Keyword::Large, Keyword::Wheeled];
        lost >= DEEP && field.state().kind(unit).is_any(&ELITE)
    },
    turns: 1,
    longer: 0.0,
    words: |unit, crossing| {
        let words = message!(
            MESSAGES,
            "coach-elite-through-bad-ground",
            unit,
            lost = crossing.lost
        );
        (
            words,
            (
                phrase!(MESSAGES, "number-categories-lost"),
                f64::from(crossing.lost),
            ),
        )
    },
};

/// The categories from which on the loss is told.
const DEEP: i8 = 2;

/// Told when the unit has left the ground behind it. The way around goes along the outline of what it crossed and is as much
/// longer as the unit is wide, at its full Movement Category; where no such way can be drawn nothing is said.
// RULING: no stored fact says which way around there was: it is drawn along the outlines of what the straight way crosses.
pub(super) fn crossed(
    seen: &Watched<'_>,
    judged: &SlowGround,
    history: &History,
    crossings: &mut Crossings,
) -> Vec<Suggestion> {
    let state = seen.before;
    let (Some(seat), Some((opening, _))) = (state.active, history.opening()) else {
        return Vec::new();
    };
    let field = Field::of(state);
    let mut found = Vec::new();
    for unit in state.own(seat) {
        let lost = unit.turn.terrain.map_or(0, i8::saturating_neg);
        if (judged.is_slowed)(&field, unit, lost) {
            if let Some(pose) = opening.unit(unit.id).and_then(|then| then.pose) {
                let crossing = crossings.entry(unit.id).or_insert(Crossing {
                    from: pose.centre,
                    turns: 0,
                    lost: 0,
                });
                crossing.turns += 1;
                crossing.lost = crossing.lost.max(lost);
            }
        } else if let Some(crossing) = crossings.remove(&unit.id)
            && crossing.turns >= judged.turns
        {
            found.extend(told(seen, judged, (&field, unit), &crossing));
        }
    }
    found
}

/// Whether an enemy shooter has the unit within Short or Long range.
fn is_under_fire(field: &Field<'_>, unit: &Unit) -> bool {
    field
        .state()
        .enemies_of(unit.id.seat())
        .filter_map(|enemy| band_in_reach(field, enemy, unit.id))
        .any(|band| band != Band::Extreme)
}

fn told(
    seen: &Watched<'_>,
    judged: &SlowGround,
    (field, unit): (&Field<'_>, &Unit),
    crossing: &Crossing,
) -> Option<Suggestion> {
    let to = unit.pose?.centre;
    let around = way_around(field, unit, crossing.from, to)?;
    let step = field.mc_by(unit, 0).inches().value();
    let turns = (around / step.max(0.1)).ceil();
    let taken = f64::from(crossing.turns) + 1.0;
    (turns <= taken + judged.longer).then(|| {
        let (words, first) = (judged.words)(messages::unit(seen.before, unit.id), crossing);
        judged.detector.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            words,
            &[
                first,
                (
                    phrase!(MESSAGES, "number-turns-for-the-way-that-was-taken"),
                    taken,
                ),
                (phrase!(MESSAGES, "number-turns-for-the-way-around"), turns),
                (phrase!(MESSAGES, "number-inches-of-the-way-around"), around),
            ],
        )
    })
}

/// The length of the shorter way around the slow ground that the straight line between two places crosses.
fn way_around(field: &Field<'_>, unit: &Unit, from: Point, to: Point) -> Option<f64> {
    let state = field.state();
    let mut outline: Vec<(f64, f64)> = Vec::new();
    for piece in &state.map()?.pieces {
        let Ground::Area(area) = &piece.ground else {
            continue;
        };
        let slow = field.passage(unit, piece).is_some_and(|steps| steps < 0);
        if slow && length_through(from, to, [Object::Area(area)]) > Inches::ZERO {
            outline.extend(
                area.outline()
                    .iter()
                    .map(|point| (point.x.value(), point.y.value())),
            );
        }
    }
    if outline.is_empty() {
        return None;
    }
    let (from, to) = ((from.x.value(), from.y.value()), (to.x.value(), to.y.value()));
    outline.extend([from, to]);
    let around = shorter_chain(&hull(outline), from, to)?;
    Some(around + state.size(unit).width().value())
}

/// The corners of the convex outline of points, in order.
fn hull(mut points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    points.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    points.dedup();
    let turns_right = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| {
        (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) <= 0.0
    };
    let half = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        let mut chain: Vec<(f64, f64)> = Vec::new();
        for point in points {
            while chain.len() >= 2 && turns_right(chain[chain.len() - 2], chain[chain.len() - 1], point) {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut points.iter().copied());
    corners.extend(half(&mut points.iter().rev().copied()));
    corners
}

/// The shorter of the two ways along an outline between two of its corners; nothing if they are none.
fn shorter_chain(corners: &[(f64, f64)], from: (f64, f64), to: (f64, f64)) -> Option<f64> {
    let place = |point| corners.iter().position(|corner| *corner == point);
    let (start, end) = (place(from)?, place(to)?);
    let count = corners.len();
    let length = |begin: usize, stop: usize| {
        let steps = (stop + count - begin) % count;
        (0..steps)
            .map(|step| {
                let (one, other) = (
                    corners[(begin + step) % count],
                    corners[(begin + step + 1) % count],
                );
                (one.0 - other.0).hypot(one.1 - other.1)
            })
            .sum::<f64>()
    };
    Some(length(start, end).min(length(end, start)))
}
