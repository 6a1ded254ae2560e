//! A routing unit on the field: how far it comes in a direction, and through whom (pp. 23-24).

use hindsight_geometry::inches::{
    Card, Degrees, Inches, Object, Obstacles, Pose, free_distance, gap, overlaps,
};

use super::{EQUAL, STEP};
use crate::field::{Blocker, Field, Obstacle, TOL};
use crate::model::names::UnitId;
use crate::model::state::Unit;

/// A unit that routs over a field.
pub(super) struct Router<'f> {
    pub(super) field: &'f Field<'f>,
    pub(super) unit: &'f Unit,
    pub(super) card: Card,
    pub(super) obstacles: Vec<Obstacle<'f>>,
    pub(super) allowance: f64,
}

/// How a way ends.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Way {
    pub(super) heading: Degrees,
    pub(super) distance: f64,
    pub(super) met: Vec<Blocker>,
}

impl<'f> Router<'f> {
    pub(super) fn of(field: &'f Field<'f>, unit: &'f Unit) -> Option<Self> {
        let card = *field.card(unit.id)?;
        // Cards may overlap where a unit has just turned; what it lies on does not hold it. RULING: BG3-COUR-07, -08 (p. 22).
        let mut obstacles = field.obstacles(unit, &[]);
        obstacles.retain(|obstacle| {
            matches!(obstacle.what, Blocker::Edge) || !overlaps(&card, obstacle.object, TOL)
        });
        let steps = field.turn_steps(unit, std::slice::from_ref(&card));
        Some(Self {
            field,
            unit,
            card,
            obstacles,
            allowance: field.uncapped_mc_by(unit, steps).inches().value(),
        })
    }

    pub(super) fn is_friend(&self, what: Blocker) -> bool {
        matches!(what, Blocker::Unit(other) if other.team() == self.unit.id.team())
    }

    /// Where the card lies after so many inches in a direction. Rule `BG3-ROUT-02` (p. 23): its facing does not change.
    pub(super) fn at(&self, heading: Degrees, distance: f64) -> Pose {
        let centre = self.card.pose().centre;
        let to = centre.towards(heading, Inches::new(distance.max(0.0)).unwrap_or(Inches::ZERO));
        Pose::new(to.x, to.y, self.card.pose().heading)
    }

    /// How far the card slides in a direction before it meets one of some objects.
    pub(super) fn slide(&self, heading: Degrees, most: f64, obstacles: &[&Obstacle<'_>]) -> Way {
        let blocked = |distance: f64| -> Vec<Blocker> {
            let there = self.card.at(self.at(heading, distance));
            obstacles
                .iter()
                .filter(|obstacle| overlaps(&there, obstacle.object, TOL))
                .map(|obstacle| obstacle.what)
                .collect()
        };
        let free = self.free(heading, most, obstacles);
        let met = if free + 1e-6 < most {
            blocked(free + 0.05)
        } else {
            Vec::new()
        };
        Way {
            heading,
            distance: free,
            met,
        }
    }

    /// The free distance in any direction: the card's own sides lead along its axes, other directions are tried in steps.
    pub(super) fn free(&self, heading: Degrees, most: f64, obstacles: &[&Obstacle<'_>]) -> f64 {
        use hindsight_geometry::inches::Way as Slide;
        let turn = self.card.pose().heading.turn_to(heading).value();
        let along = [
            (0.0, Slide::Forward),
            (90.0, Slide::Right),
            (-90.0, Slide::Left),
            (180.0, Slide::Backward),
            (-180.0, Slide::Backward),
        ];
        let objects: Vec<Object<'_>> = obstacles.iter().map(|obstacle| obstacle.object).collect();
        if let Some((_, way)) = along.into_iter().find(|(angle, _)| (angle - turn).abs() < 1e-6) {
            let most = Inches::new(most).unwrap_or(Inches::ZERO);
            let obstacles = Obstacles::new(objects);
            return free_distance(&self.card, way, most, &obstacles, TOL)
                .distance
                .value();
        }
        let is_free = |distance: f64| {
            let there = self.card.at(self.at(heading, distance));
            !objects.iter().any(|object| overlaps(&there, *object, TOL))
        };
        let (mut low, mut at) = (0.0, 0.0);
        while at < most {
            at = (at + STEP).min(most);
            if !is_free(at) {
                let mut high = at;
                while high - low > 1e-4 {
                    let middle = f64::midpoint(low, high);
                    if is_free(middle) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                return low;
            }
            low = at;
        }
        most
    }

    /// What the ground on a way leaves of the movement. Rule `BG3-ROUT-02` (p. 23).
    pub(super) fn reach(&self, heading: Degrees) -> f64 {
        let far = self.card.at(self.at(heading, self.allowance));
        let half = self.card.at(self.at(heading, self.allowance / 2.0));
        let steps = self.field.turn_steps(self.unit, &[self.card, half, far]);
        self.field.uncapped_mc_by(self.unit, steps).inches().value()
    }

    /// The direction that leaves those fought as far behind as can be: whole degrees, directions in which an enemy or
    /// impassable terrain stops the card short left out unless all are; ties go to the one closest to its facing. Several
    /// where that leaves a choice. Rule `BG3-ROUT-04` (p. 23).
    pub(super) fn away_from(&self, fought: &[UnitId]) -> Vec<Way> {
        let hard: Vec<&Obstacle<'_>> = self
            .obstacles
            .iter()
            .filter(|obstacle| !self.is_friend(obstacle.what))
            .collect();
        let ways: Vec<Way> = (0..360)
            .filter_map(|degree| Degrees::new(f64::from(degree)).ok())
            .map(|heading| self.slide(heading, self.reach(heading), &hard))
            .collect();
        let full: Vec<&Way> = ways
            .iter()
            .filter(|way| way.distance + 1e-3 >= self.reach(way.heading) && way.met.is_empty())
            .collect();
        let ways: Vec<&Way> = if full.is_empty() {
            ways.iter().collect()
        } else {
            full
        };
        let clear = |way: &Way| {
            let there = self.card.at(self.at(way.heading, way.distance));
            let gaps = fought.iter().filter_map(|enemy| self.field.card(*enemy));
            let gaps = gaps.map(|enemy| gap(&there, enemy).value());
            gaps.fold(f64::INFINITY, f64::min)
        };
        let best = ways
            .iter()
            .map(|way| clear(way))
            .fold(f64::NEG_INFINITY, f64::max);
        let facing = self.card.pose().heading;
        let off = |way: &Way| facing.turn_to(way.heading).value().abs();
        let farthest: Vec<&Way> = ways
            .into_iter()
            .filter(|way| clear(way) >= best - EQUAL)
            .collect();
        let least = farthest.iter().map(|way| off(way)).fold(f64::INFINITY, f64::min);
        farthest
            .into_iter()
            .filter(|way| off(way) <= least + EQUAL)
            .cloned()
            .collect()
    }

    /// The place beyond friends that it goes through: flush with the far side of the last, at the same lateral position.
    /// Nothing if an enemy, impassable terrain or the table edge leaves no room. Rule `BG3-ROUT-11` (p. 24).
    pub(super) fn through(
        &self,
        heading: Degrees,
        first: &[UnitId],
        from: f64,
    ) -> Result<(f64, Vec<UnitId>), Vec<UnitId>> {
        const MOST: f64 = 60.0;
        let mut passed: Vec<UnitId> = first.to_vec();
        let mut distance = from;
        loop {
            let object = |unit: UnitId| {
                self.obstacles
                    .iter()
                    .find(|obstacle| obstacle.what == Blocker::Unit(unit))
                    .map(|obstacle| obstacle.object)
            };
            let lies_on = |distance: f64| {
                let there = self.card.at(self.at(heading, distance));
                passed
                    .iter()
                    .filter_map(|unit| object(*unit))
                    .any(|object| overlaps(&there, object, TOL))
            };
            // Out on the far side: it enters each friend right ahead, so the last place where it lies on one is the exit.
            let mut exit = distance + 0.05;
            while exit < MOST && lies_on(exit) {
                exit += 0.05;
            }
            let (mut low, mut high) = ((exit - 0.05).max(0.0), exit);
            while high - low > 1e-4 {
                let middle = f64::midpoint(low, high);
                if lies_on(middle) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            distance = high;
            let there = self.card.at(self.at(heading, distance));
            let met: Vec<Blocker> = self
                .obstacles
                .iter()
                .filter(|obstacle| overlaps(&there, obstacle.object, TOL))
                .map(|obstacle| obstacle.what)
                .collect();
            if met.iter().any(|what| !self.is_friend(*what)) || exit >= MOST {
                return Err(passed);
            }
            let more: Vec<UnitId> = met
                .into_iter()
                .filter_map(|what| match what {
                    Blocker::Unit(unit) if !passed.contains(&unit) => Some(unit),
                    Blocker::Unit(_) | Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => None,
                })
                .collect();
            if more.is_empty() {
                return Ok((distance, passed));
            }
            passed.extend(more);
        }
    }
}
