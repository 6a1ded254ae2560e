//! Mistakes of the way that is taken.

use std::collections::BTreeMap;

use battleground_geometry::{Inches, Object, Point, length_through};
use hindsight_kernel::{Detector, Suggestion};

use super::shooting::band_in_reach;
use super::{DUBIOUS, Watched, cited};
use crate::field::Field;
use crate::model::cards::Ground;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::model::words::unit_name;
use crate::procedures::attack::bands::Band;

/// A unit on slow ground under fire.
#[derive(Debug)]
pub(super) struct Crossing {
    /// Where its first such turn began.
    from: Point,
    /// Own turns in a row.
    turns: u16,
}

#[cfg(test)]
impl Crossing {
    /// One that began there, so many turns ago.
    pub(super) fn begun(from: Point, turns: u16) -> Self {
        Self { from, turns }
    }
}

pub(super) const SLOW_GROUND_UNDER_FIRE: Detector = Detector::new(
    "slow_ground_under_fire",
    "Crossing slow ground under fire",
    DUBIOUS,
    "A unit spends two or more own turns in a row slowed by terrain within an enemy shooter's Short or Long range, although the way \
     around it would have taken at most one turn more.",
    &[cited(Rule::Terr09), cited(Rule::Mods14), cited(Rule::Mc02)],
);

/// The own turns in a row from which on it is told.
const LONG: u16 = 2;

/// Told when the unit has left the ground behind it. The way around goes along the outline of what it crossed and is as much
/// longer as the unit is wide, at its full Movement Category; where no such way can be drawn nothing is said.
pub(super) fn slow_ground_under_fire(
    seen: &Watched<'_>,
    opening: &State,
    crossings: &mut BTreeMap<UnitId, Crossing>,
) -> Vec<Suggestion> {
    let state = seen.before;
    let Some(seat) = state.active else {
        return Vec::new();
    };
    let field = Field::of(state);
    let mut found = Vec::new();
    for unit in state.own(seat) {
        let slowed = unit.turn.terrain.is_some_and(|steps| steps < 0) && is_under_fire(&field, unit);
        let begun = opening.unit(unit.id).and_then(|then| then.pose);
        if slowed {
            if let Some(pose) = begun {
                let from = pose.centre;
                crossings
                    .entry(unit.id)
                    .or_insert(Crossing { from, turns: 0 })
                    .turns += 1;
            }
        } else if let Some(crossing) = crossings
            .remove(&unit.id)
            .filter(|crossing| crossing.turns >= LONG)
        {
            found.extend(told(seen, &field, unit, &crossing));
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

fn told(seen: &Watched<'_>, field: &Field<'_>, unit: &Unit, crossing: &Crossing) -> Option<Suggestion> {
    let to = unit.pose?.centre;
    let around = way_around(field, unit, crossing.from, to)?;
    let step = field.mc_by(unit, 0).inches().value();
    let turns = (around / step.max(0.1)).ceil();
    let taken = f64::from(crossing.turns) + 1.0;
    (turns <= taken + 1.0).then(|| {
        SLOW_GROUND_UNDER_FIRE.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            format!(
                "{} crossed slow ground under fire for {} turns; the way around was no more than a turn longer.",
                unit_name(seen.before, unit.id),
                crossing.turns,
            ),
            &[
                ("turns slowed under fire", f64::from(crossing.turns)),
                ("turns for the way that was taken", taken),
                ("turns for the way around", turns),
                ("inches of the way around", around),
            ],
        )
    })
}

/// The length of the shorter way around the slow ground that the straight line between two places crosses.
pub(super) fn way_around(field: &Field<'_>, unit: &Unit, from: Point, to: Point) -> Option<f64> {
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
