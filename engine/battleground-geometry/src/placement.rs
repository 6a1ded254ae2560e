//! Placing a card flush against a side of another: sliding along it, contact, open sides, corners.

use super::contact::overlaps;
use super::length::{Degrees, GRAIN, Inches, Tolerance};
use super::moves::Hand;
use super::plane::{Object, Offset, Passing, Point, axes};
use super::{Card, Footprint, Pose, Side};

/// A card placed flush against a side of another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// Where it lies.
    pub pose: Pose,
    /// How far its centre point lies from the aimed point along the side, above 0 to the onlooker's right.
    pub slide: Inches,
    /// The length the two sides have in common.
    pub contact: Inches,
}

/// A card about to be placed flush against a side of a target. Rule `BG4-RUSH-12`.
#[derive(Debug, Clone, Copy)]
pub struct Approach<'a> {
    target: &'a Card,
    side: Side,
    aim: Point,
    size: Footprint,
    own_side: Side,
}

impl<'a> Approach<'a> {
    /// A card of this size, front first, with its front centre on the middle of a side.
    pub fn front_to(target: &'a Card, side: Side, size: Footprint) -> Self {
        Self {
            target,
            side,
            aim: target.side_centre(side),
            size,
            own_side: Side::Front,
        }
    }

    /// Aimed at another of the side's centre points. Rule `BG4-COLOS-03`.
    #[must_use]
    pub fn aimed_at(self, aim: Point) -> Self {
        Self { aim, ..self }
    }

    /// With another of the card's own sides against the target. Rule `BG4-RUSH-22`.
    #[must_use]
    pub fn with_side(self, own_side: Side) -> Self {
        Self { own_side, ..self }
    }

    /// The pose after sliding along the side, above 0 to the right of somebody who looks at the side from outside.
    pub fn pose(&self, slide: Inches) -> Pose {
        let out = self.target.side_heading(self.side);
        let heading = (out + Degrees::HALF - self.own_side.outward()).heading();
        let away = if self.own_side.is_flank() {
            self.size.width()
        } else {
            self.size.depth()
        }
        .half();
        let centre = self.aim + self.along() * slide.value() + Offset::ahead(out) * away.value();
        Pose { centre, heading }
    }

    /// The contact length after sliding. Rule `BG4-RUSH-13`.
    pub fn contact(&self, slide: Inches) -> Inches {
        let (own, theirs) = (self.own_half(), self.target.size().side(self.side).half().value());
        let middle = self.aim_offset() + slide.value();
        Inches::made(((middle + own).min(theirs) - (middle - own).max(-theirs)).max(0.0))
    }

    /// The placement after sliding, whatever lies there.
    pub fn placed(&self, slide: Inches) -> Placement {
        Placement {
            pose: self.pose(slide),
            slide,
            contact: self.contact(slide),
        }
    }

    /// The best legal placements: centre on the aimed point if that is free, else with the greatest contact and then
    /// the least slide; two if left and right are equal, none if `least` contact cannot be had.
    ///
    /// The target itself is no obstacle. Rules `BG4-RUSH-12` to `-15`.
    pub fn best(&self, least: Inches, obstacles: &[Object<'_>], tolerance: Tolerance) -> Vec<Placement> {
        let centred = self.placed(Inches::ZERO);
        let free = |placement: &Placement| {
            let card = Card::new(placement.pose, self.size);
            obstacles
                .iter()
                .all(|obstacle| !overlaps(&card, *obstacle, tolerance))
        };
        if tolerance.at_least(centred.contact, least) && free(&centred) {
            return vec![centred];
        }
        // Exactly in contact first; only where nothing fits so, the hair that the tolerance grants.
        let touch = tolerance.touch.value();
        let found = self.best_between(least, obstacles, tolerance, (touch, 0.0));
        if found.is_empty() {
            self.best_between(least, obstacles, tolerance, (touch, touch))
        } else {
            found
        }
    }

    fn best_between(
        &self,
        least: Inches,
        obstacles: &[Object<'_>],
        tolerance: Tolerance,
        (met, inset): (f64, f64),
    ) -> Vec<Placement> {
        let Some((low, high)) = self.slides(least, tolerance) else {
            return Vec::new();
        };
        let start = Card::new(self.pose(Inches::ZERO), self.size);
        let far = high.max(-low) + self.size.width().value() + self.size.depth().value();
        let near = obstacles.iter().filter(|obstacle| {
            let (middle, radius) = obstacle.circle();
            (middle - start.pose().centre).length() <= radius + far
        });
        let parts = near.flat_map(|obstacle| obstacle.parts());
        let passing = Passing::new(start.corners(), self.along());
        let times = |part: &[Point], inset: f64| passing.times(part, axes(part), inset, f64::INFINITY);
        let mut taken: Vec<(f64, f64)> = parts
            .filter(|part| times(part, met).is_some())
            .filter_map(|part| times(part, inset))
            .collect();
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut candidates: Vec<Placement> = Vec::new();
        let mut from = low;
        for (enter, leave) in taken.into_iter().chain([(f64::INFINITY, f64::INFINITY)]) {
            let to = enter.min(high);
            if to >= from - GRAIN {
                candidates.push(self.placed(Inches::made(self.best_within(from, to.max(from)))));
            }
            from = from.max(leave);
            if from > high + GRAIN {
                break;
            }
        }
        // Equal means equal but for rounding: a tolerance here would prefer less contact to more.
        let longest = candidates
            .iter()
            .map(|one| one.contact.value())
            .fold(0.0, f64::max);
        candidates.retain(|one| one.contact.value() >= longest - 1e-6);
        let nearest = candidates
            .iter()
            .map(|one| one.slide.abs().value())
            .fold(f64::INFINITY, f64::min);
        candidates.retain(|one| one.slide.abs().value() <= nearest + 1e-6);
        candidates.dedup_by(|a, b| (a.slide - b.slide).abs().value() < 1e-6);
        candidates
    }

    /// The slide of greatest contact and then least length between two bounds.
    fn best_within(&self, low: f64, high: f64) -> f64 {
        let plateau = (self.own_half() - self.target.size().side(self.side).half().value()).abs();
        let (from, to) = (-plateau - self.aim_offset(), plateau - self.aim_offset());
        let (from, to) = if to < low {
            (low, low)
        } else if from > high {
            (high, high)
        } else {
            (from.max(low), to.min(high))
        };
        if from > 0.0 { from } else { to.min(0.0) }
    }

    /// The slides with at least this contact.
    fn slides(&self, least: Inches, tolerance: Tolerance) -> Option<(f64, f64)> {
        let (own, theirs) = (self.own_half(), self.target.size().side(self.side).half().value());
        let most = Inches::made(2.0 * own.min(theirs));
        if !tolerance.at_least(most, least) {
            return None;
        }
        let reach = own + theirs - least.min(most).value();
        Some((-reach - self.aim_offset(), reach - self.aim_offset()))
    }

    fn own_half(&self) -> f64 {
        self.size.side(self.own_side).half().value()
    }

    /// To the right of somebody who looks at the side from outside.
    fn along(&self) -> Offset {
        -Offset::ahead(self.target.side_heading(self.side)).right()
    }

    /// How far the aimed point lies from the middle of the side, along it.
    fn aim_offset(&self) -> f64 {
        (self.aim - self.target.side_centre(self.side)).dot(self.along())
    }
}

/// The sides of a target against which a card of this size could be placed front first with at least `least` contact,
/// each with its best placements. Rule `BG4-PATH-01`.
pub fn open_sides(
    target: &Card,
    size: Footprint,
    least: Inches,
    obstacles: &[Object<'_>],
    tolerance: Tolerance,
) -> Vec<(Side, Vec<Placement>)> {
    let placements = |side| {
        (
            side,
            Approach::front_to(target, side, size).best(least, obstacles, tolerance),
        )
    };
    Side::ALL
        .into_iter()
        .map(placements)
        .filter(|(_, found)| !found.is_empty())
        .collect()
}

/// Of the open sides of a target those whose centre point is nearest to `from`, with that distance: several on a tie,
/// of which the original facing side comes first and then the owner chooses. Rule `BG4-PATH-02`.
pub fn nearest_open_sides(
    target: &Card,
    from: Point,
    size: Footprint,
    least: Inches,
    obstacles: &[Object<'_>],
    tolerance: Tolerance,
) -> Vec<(Side, Inches)> {
    let sides: Vec<(Side, Inches)> = open_sides(target, size, least, obstacles, tolerance)
        .into_iter()
        .map(|(side, _)| (side, from.distance(target.target_point(side, from))))
        .collect();
    let distances: Vec<Inches> = sides.iter().map(|(_, distance)| *distance).collect();
    tolerance
        .shortest(&distances)
        .into_iter()
        .map(|place| sides[place])
        .collect()
}

/// The placements of a card with its front on a corner of a target: the left or right end of `side` as seen from
/// outside.
///
/// Headings go from flush with `side` to flush with the neighbouring side in steps of one degree; the contact point
/// leaves the front centre in steps of 0.05 inch only while no heading fits. The least offset wins, then the heading
/// nearest to flush with `side`; two poses if left and right offsets are equal, none if nothing fits.
/// Rule `BG4-RUSH-25`.
pub fn corner_placements(
    target: &Card,
    side: Side,
    end: Hand,
    size: Footprint,
    obstacles: &[Object<'_>],
    tolerance: Tolerance,
) -> Vec<Pose> {
    const STEPS_TO_INCH: f64 = 20.0;
    let (left, right) = target.side_ends(side);
    let (corner, sign) = match end {
        Hand::Left => (left, 1.0),
        Hand::Right => (right, -1.0),
    };
    let flush = target.side_heading(side) + Degrees::HALF;
    // However it lies there, the card touches the corner.
    let reach = size.width().value() + size.depth().value();
    let near: Vec<Object<'_>> = obstacles
        .iter()
        .filter(|obstacle| {
            let (middle, radius) = obstacle.circle();
            (middle - corner).length() <= radius + reach
        })
        .copied()
        .collect();
    let fits = |offset: f64, turn: u32| {
        let heading = (flush + Degrees::made(sign * f64::from(turn))).heading();
        let forward = Offset::ahead(heading);
        let front = corner - forward.right() * offset;
        let pose = Pose {
            centre: front - forward * size.depth().half().value(),
            heading,
        };
        let card = Card::facing(pose, size, forward);
        let free = near.iter().all(|obstacle| !overlaps(&card, *obstacle, tolerance));
        free.then_some((turn, pose))
    };
    let steps = (size.width().half().value() * STEPS_TO_INCH + GRAIN).floor() as u32;
    for step in 0..=steps {
        let offset = f64::from(step) / STEPS_TO_INCH;
        let sides = if step == 0 {
            vec![0.0]
        } else {
            vec![-offset, offset]
        };
        let found: Vec<(u32, Pose)> = sides
            .into_iter()
            .filter_map(|offset| (0..=90).find_map(|turn| fits(offset, turn)))
            .collect();
        if let Some(least) = found.iter().map(|(turn, _)| *turn).min() {
            return found
                .into_iter()
                .filter(|(turn, _)| *turn == least)
                .map(|(_, pose)| pose)
                .collect();
        }
    }
    Vec::new()
}

#[cfg(test)]
#[path = "placement_tests.rs"]
mod tests;
