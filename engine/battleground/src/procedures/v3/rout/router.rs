//! A unit that routs over a field: how far its ways lead, away from whom, and through whom (pp. 23-24, 27).

use battleground_geometry::{
    Card, Degrees, Inches, Obstacles, Point, Pose, free_distance_toward, gap, leaving_distance,
    overlap_depth, overlaps,
};

use crate::field::edge::own_edge;
use crate::field::{Blocker, Field, Obstacle, TOL, stored};
use crate::model::names::UnitId;
use crate::model::state::Unit;

/// How finely a way is looked along, in inches.
pub(super) const STEP: f64 = 0.05;
/// Clearances and angles that count as equal.
pub(super) const EQUAL: f64 = 1e-3;

/// A unit that routs over a field.
pub(super) struct Router<'f> {
    pub(super) field: &'f Field<'f>,
    pub(super) unit: &'f Unit,
    pub(super) card: Card,
    pub(super) obstacles: Vec<Obstacle<'f>>,
    /// What it lies on since it has turned, which does not stop it.
    pub(super) under: Vec<Obstacle<'f>>,
    pub(super) allowance: f64,
}

/// How a way ends.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Way {
    pub(super) heading: Degrees,
    pub(super) distance: f64,
    pub(super) met: Vec<Blocker>,
}

/// How far a unit has come on its way, and the worst rows of the ground there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Travelled {
    pub(super) inches: f64,
    pub(super) rows: i32,
}

impl Travelled {
    /// Before it sets off.
    pub(super) const NOTHING: Self = Self {
        inches: 0.0,
        rows: i32::MAX,
    };
}

impl<'f> Router<'f> {
    pub(super) fn of(field: &'f Field<'f>, unit: &'f Unit) -> Option<Self> {
        let card = *field.card(unit.id)?;
        // Cards may overlap where a unit has just turned; what it lies on does not hold it. RULING: BG3-COUR-07, -08 (p. 22).
        let (obstacles, under) = field.obstacles(unit, &[]).into_iter().partition(|obstacle| {
            matches!(obstacle.what, Blocker::Edge) || !overlaps(&card, obstacle.object, TOL)
        });
        let steps = field.turn_steps(unit, std::slice::from_ref(&card));
        Some(Self {
            field,
            unit,
            card,
            obstacles,
            under,
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

    /// Distance in inches that the card slides in a direction before it touches one of some objects, at any angle.
    pub(super) fn slide(&self, heading: Degrees, most: f64, obstacles: &[&Obstacle<'_>]) -> Way {
        let most = Inches::new(most).unwrap_or(Inches::MOST);
        let objects = Obstacles::new(obstacles.iter().map(|obstacle| obstacle.object));
        let stop = free_distance_toward(&self.card, heading, most, &objects, TOL);
        Way {
            heading,
            distance: stop.distance.value(),
            met: stop.met.into_iter().map(|place| obstacles[place].what).collect(),
        }
    }

    /// A place as events keep it, where the card lies on nothing but what it lay on already: where the rounded place is not free,
    /// one near it that is. Rule `BG3-GEN-02` (p. 2).
    pub(super) fn stored(&self, pose: Pose) -> Pose {
        stored(pose, |there| self.is_free(there))
    }

    /// Whether the card lies on nothing there but what it lay on already.
    pub(super) fn is_free(&self, pose: Pose) -> bool {
        self.unit.airborne || self.met_at(&self.card.at(pose)).next().is_none()
    }

    /// Objects under a card of it, without those that were under it before.
    fn met_at(&self, card: &Card) -> impl Iterator<Item = Blocker> {
        let card = *card;
        let met = self
            .obstacles
            .iter()
            .filter(move |obstacle| overlaps(&card, obstacle.object, TOL));
        met.map(|obstacle| obstacle.what)
    }

    /// Whether a place leaves the card on something that it lay on already.
    pub(super) fn stays_on(&self, pose: Pose) -> bool {
        let there = self.card.at(pose);
        let mut under = self.under.iter();
        under.any(|obstacle| overlaps(&there, obstacle.object, TOL))
    }

    /// Whether a part of the card lies off the table there.
    pub(super) fn is_off_the_table(&self, pose: Pose) -> bool {
        let there = self.card.at(pose);
        let mut edges = self.obstacles.iter();
        edges.any(|obstacle| obstacle.what == Blocker::Edge && overlaps(&there, obstacle.object, TOL))
    }

    /// How far the ground on a way lets it go: a worse category counts from where the card would enter it, and stops it there if
    /// it has come farther than that allows. Rules `BG3-ROUT-02` (p. 23), `BG3-TERR-02`, `BG3-TERR-04` (p. 27).
    pub(super) fn reach(&self, heading: Degrees) -> f64 {
        self.reach_on(heading, f64::INFINITY, &Travelled::NOTHING).inches
    }

    /// The same on one stretch of a way of several, no farther than that leads, and what the ground has cost it until there.
    pub(super) fn reach_on(&self, heading: Degrees, far: f64, before: &Travelled) -> Travelled {
        let rows = |covered: &[Card]| before.rows.min(self.field.turn_steps(self.unit, covered));
        let moves = |rows: i32| {
            let inches = self.field.uncapped_mc_by(self.unit, rows).inches().value();
            (inches - before.inches).max(0.0).min(far)
        };
        let at_first = rows(std::slice::from_ref(&self.card));
        if self.field.lays().is_empty() || self.unit.airborne {
            return Travelled {
                inches: moves(at_first),
                rows: at_first,
            };
        }
        let there = |distance: f64| rows(&[self.card, self.card.at(self.at(heading, distance))]);
        let (mut worst, mut low) = (at_first, 0.0);
        while low + 1e-6 < moves(worst) {
            let next = (low + STEP).min(moves(worst));
            let met = worst.min(there(next));
            if next <= moves(met) + 1e-6 {
                (worst, low) = (met, next);
                continue;
            }
            let (mut inside, mut outside) = (low, next);
            while outside - inside > 1e-4 {
                let middle = f64::midpoint(inside, outside);
                if middle <= moves(worst.min(there(middle))) + 1e-6 {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            // What slows it is entered here: it stops in contact, of which the tolerance of a touch is no part.
            let beyond = worst.min(there(outside));
            let inches = if beyond < worst.min(there(inside)) {
                (inside - TOL.touch.value()).max(moves(beyond))
            } else {
                inside
            };
            return Travelled { inches, rows: worst };
        }
        Travelled {
            inches: low,
            rows: worst,
        }
    }

    /// The same unit where it has come to on its way: what it no longer lies on is an obstacle from there on.
    pub(super) fn moved_to(&self, pose: Pose) -> Self {
        let card = self.card.at(pose);
        let is_on = |obstacle: &Obstacle<'_>| overlaps(&card, obstacle.object, TOL);
        let (under, left) = self.under.iter().copied().partition::<Vec<_>, _>(is_on);
        let mut obstacles = self.obstacles.clone();
        obstacles.extend(left);
        Self {
            field: self.field,
            unit: self.unit,
            card,
            obstacles,
            under,
            allowance: self.allowance,
        }
    }

    /// The direction that leaves those fought as far behind as can be: whole degrees, directions in which an enemy or
    /// impassable terrain stops the card short left out unless all are; ties go to the one closest to its facing. Several
    /// where that leaves a choice. Its own table edge is no such obstacle. Rules `BG3-ROUT-04`, `BG3-ROUT-07` (pp. 23-24).
    pub(super) fn away_from(&self, fought: &[UnitId]) -> Vec<Way> {
        let hard: Vec<&Obstacle<'_>> = self
            .obstacles
            .iter()
            .filter(|obstacle| !self.is_friend(obstacle.what))
            .collect();
        let ways: Vec<(bool, Way)> = (0..360)
            .filter_map(|degree| Degrees::new(f64::from(degree)).ok())
            .map(|heading| (self.reach(heading), heading))
            .map(|(reach, heading)| {
                let way = self.slide(heading, reach, &hard);
                if let Some(distance) = self.up_to_own_edge(&way) {
                    return (true, Way { distance, ..way });
                }
                (way.distance + 1e-3 >= reach && way.met.is_empty(), way)
            })
            .collect();
        let full: Vec<&Way> = ways
            .iter()
            .filter(|(full, _)| *full)
            .map(|(_, way)| way)
            .collect();
        let ways: Vec<&Way> = if full.is_empty() {
            ways.iter().map(|(_, way)| way).collect()
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

    /// How far it is to its owner's table edge.
    pub(super) fn to_own_edge(&self) -> Inches {
        let depth = self.field.table().depth();
        let south = own_edge(self.unit.id.seat()) == Degrees::HALF;
        let distance = |point: &Point| if south { point.y } else { depth - point.y };
        let corners = self.card.corners().iter();
        corners.map(distance).min().unwrap_or(Inches::ZERO)
    }

    /// How far a way leads that nothing but its owner's table edge ends: up to that edge. Rule `BG3-ROUT-07` (p. 24).
    pub(super) fn up_to_own_edge(&self, way: &Way) -> Option<f64> {
        let width = self.field.table().width();
        let off = own_edge(self.unit.id.seat()).turn_to(way.heading).value();
        let exact = self.to_own_edge().value() / off.to_radians().cos();
        let alone = off.abs() < 90.0
            && !way.met.is_empty()
            && way.met.iter().all(|what| *what == Blocker::Edge)
            && (exact - way.distance).abs() < 0.05;
        let beside = |corner: &Point| corner.x < Inches::ZERO || corner.x > width;
        let there = self.card.at(self.at(way.heading, exact));
        (alone && !there.corners().iter().any(beside)).then_some(exact)
    }

    /// The friends that it lies on since it turned, and on which its way leads farther: it touches them. Rules `BG3-COUR-07`,
    /// `BG3-ROUT-11` (pp. 22, 24).
    pub(super) fn friends_under(&self, heading: Degrees) -> Vec<UnitId> {
        let next = self.card.at(self.at(heading, STEP));
        let leads_on = |obstacle: &&Obstacle<'_>| {
            overlaps(&next, obstacle.object, TOL)
                && overlap_depth(&next, obstacle.object) + TOL.touch
                    >= overlap_depth(&self.card, obstacle.object)
        };
        let friends = self.under.iter().filter(|obstacle| self.is_friend(obstacle.what));
        friends
            .filter(leads_on)
            .filter_map(|obstacle| match obstacle.what {
                Blocker::Unit(friend) => Some(friend),
                Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => None,
            })
            .collect()
    }

    /// The place beyond friends that it goes through: flush with the far side of the last, at the same lateral position.
    /// Nothing if an enemy, impassable terrain or the table edge leaves no room. Rule `BG3-ROUT-11` (p. 24).
    pub(super) fn through(&self, heading: Degrees, first: &[UnitId]) -> Option<(f64, Vec<UnitId>)> {
        let friends: Vec<Obstacle<'_>> = self
            .obstacles
            .iter()
            .chain(&self.under)
            .filter(|obstacle| first.iter().any(|friend| obstacle.what == Blocker::Unit(*friend)))
            .copied()
            .collect();
        let (distance, mut passed) = self.beyond(&self.card, heading, friends)?;
        // In the order in which they were named, and then those that stand where it would come out.
        passed.retain(|unit| !first.contains(unit));
        Some((distance, [first, &passed[..]].concat()))
    }

    /// Distance of a card of it from the place flush beyond some objects, and the friends between: those of the objects and
    /// those on which it would come out. Nothing if something else leaves no room there.
    pub(super) fn beyond(
        &self,
        card: &Card,
        heading: Degrees,
        mut passed: Vec<Obstacle<'f>>,
    ) -> Option<(f64, Vec<UnitId>)> {
        let mut distance = Inches::ZERO;
        loop {
            let left = passed
                .iter()
                .filter_map(|obstacle| leaving_distance(card, heading, obstacle.object));
            distance = left.fold(distance, Inches::max);
            let centre = card.pose().centre.towards(heading, distance);
            let there = card.at(Pose::new(centre.x, centre.y, card.pose().heading));
            let more: Vec<Obstacle<'f>> = self
                .obstacles
                .iter()
                .filter(|obstacle| overlaps(&there, obstacle.object, TOL))
                .copied()
                .collect();
            let is_known = |more: &Obstacle<'_>| passed.iter().any(|known| known.what == more.what);
            if more
                .iter()
                .any(|obstacle| !self.is_friend(obstacle.what) || is_known(obstacle))
            {
                return None;
            }
            if more.is_empty() {
                let friends = passed.iter().filter(|obstacle| self.is_friend(obstacle.what));
                let units = friends.filter_map(|obstacle| match obstacle.what {
                    Blocker::Unit(unit) => Some(unit),
                    Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => None,
                });
                return Some((distance.value(), units.collect()));
            }
            passed.extend(more);
        }
    }
}
