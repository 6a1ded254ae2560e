//! Obstacles in a way, and Open Paths (pp. 12-13, 43).

use battleground_geometry::{
    Approach, Blocked, Card, Corridor, Inches, Object, OpenPath, Point, Side, open_path,
};
use hindsight_kernel::words::sentence;

use super::{CORRIDOR, Field, Purpose, Size, Stand, single_card};
use crate::editions::profile::RushGround;
use crate::model::names::UnitId;
use crate::model::state::Unit;

/// Something that stands in a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocker {
    /// A unit.
    Unit(UnitId),
    /// The terrain piece at this place of the map.
    Terrain(usize),
    /// The table edge.
    Edge,
    /// The body of the very enemy whose other side is measured. Rule `BG4-GEO-17` (p. 12).
    Target,
}

/// Whether a path is open, and if not what decides which sub-rule applies. Rule `BG4-PATH-05` (p. 47).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// Open.
    Open,
    /// The line itself is crossed: by this blocker, the nearest to the unit.
    Line(Blocker),
    /// The corridor is too narrow: the nearer of the two obstacles that bound the gap.
    Narrow(Blocker),
}

impl Path {
    /// Whether it is.
    pub fn is_open(self) -> bool {
        self == Self::Open
    }

    /// The obstacle that decides how it is gone round. Rule `BG4-PATH-05` (p. 47).
    pub fn blocker(self) -> Option<Blocker> {
        match self {
            Self::Open => None,
            Self::Line(blocker) | Self::Narrow(blocker) => Some(blocker),
        }
    }
}

/// An obstacle to moving: a unit's rectangle, an impassable piece, a side of the table.
#[derive(Debug, Clone, Copy)]
pub struct Obstacle<'f> {
    /// What it is.
    pub what: Blocker,
    /// Where it lies.
    pub object: Object<'f>,
}

impl Field<'_> {
    /// The obstacles that a unit may not overlap: other units on the ground, terrain impassable to it (stakes
    /// as it stands now), the table's edges. Nothing but the edges for an Airborne unit. Units of `but` are
    /// left out. Rules `BG4-MOVE-18`, `BG4-MOVE-20`, `BG4-FLY-05`, `BG4-TERR-01` (pp. 43, 113, 124, 137).
    pub fn obstacles(&self, mover: &Unit, but: &[UnitId]) -> Vec<Obstacle<'_>> {
        let mut found = Vec::with_capacity(self.stands.len() + 4);
        if !mover.airborne {
            // RULING: BG4-FLY-05, Airborne units obstruct nobody.
            let others = self
                .stands
                .iter()
                .filter(|stand| stand.id != mover.id && !stand.airborne && !but.contains(&stand.id));
            found.extend(others.map(|stand| Obstacle {
                what: Blocker::Unit(stand.id),
                object: Object::Card(stand.body()),
            }));
            found.extend(self.closed_ground(mover, None));
        }
        found.extend(self.table.outside().map(|object| Obstacle {
            what: Blocker::Edge,
            object,
        }));
        found
    }

    /// Terrain impassable to a unit, or that costs it more than `least` rows.
    fn closed_ground(&self, mover: &Unit, least: Option<i32>) -> impl Iterator<Item = Obstacle<'_>> {
        let from = self.card(mover.id).map(|card| card.pose().centre);
        let lays = self.lays.iter().filter(|lay| !self.opened.contains(&lay.place));
        let closed = lays.filter(move |lay| {
            let passage = match from {
                Some(from) => self.passage_from(mover, lay.piece, from),
                None => self.passage(mover, lay.piece),
            };
            match (passage, least) {
                (None, _) => true,
                (Some(steps), Some(least)) => steps < least,
                (Some(_), None) => false,
            }
        });
        closed.flat_map(|lay| {
            lay.closed().map(|object| Obstacle {
                what: Blocker::Terrain(lay.place),
                object,
            })
        })
    }

    /// The centre point of a target's side that counts for a unit, and its distance from the unit's front centre.
    /// Rules `BG4-GEO-20`, `BG4-COLOS-02`, `BG4-MOVE-04` (pp. 39, 50-51, 65, 107, 121).
    pub fn to_side(&self, unit: UnitId, target: UnitId, side: Side) -> Option<(Point, Inches)> {
        let eye = self.card(unit)?.front_centre();
        let point = self.body(target)?.target_point(side, eye);
        Some((point, eye.distance(point)))
    }

    /// Whether an Open Path leads from a unit's front centre to a point, for instance of a target unit's side. Rules
    /// `BG4-GEO-17`, `BG4-GEO-18` (pp. 12-13); for shooting `BG4-KEYW-03`, `BG4-COLOS-06` (pp. 120, 121-122); always open in the
    /// air, `BG4-FLY-16` (pp. 123-124).
    pub fn open_path(
        &self,
        unit: UnitId,
        target: Option<(UnitId, Side)>,
        to: Point,
        purpose: Purpose,
    ) -> Path {
        self.open_path_but(unit, target, to, purpose, &[])
    }

    /// The same as if some units were not there.
    pub fn open_path_but(
        &self,
        unit: UnitId,
        target: Option<(UnitId, Side)>,
        to: Point,
        purpose: Purpose,
        but: &[UnitId],
    ) -> Path {
        let Some(mover) = self.state.unit(unit) else {
            return Path::Open;
        };
        let target = target.and_then(|(target, _)| self.stand(target));
        let mut obstacles = self.obstacles(mover, but);
        obstacles.retain(|obstacle| match obstacle.what {
            Blocker::Unit(other) => {
                target.is_none_or(|target| target.id != other)
                    && !self.is_shot_over(other, target.map(|on| on.size), purpose)
            }
            Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => true,
        });
        if purpose == Purpose::Move
            && self.profile().open_path_needs_sight
            && let Some(target) = target
            && self.is_hidden_by_ground(unit, target.id, to)
        {
            return Path::Line(Blocker::Target);
        }
        self.path(mover, target.map(Stand::body), to, &obstacles)
    }

    /// The Nearest Open Side of a target for a unit: several if they tie, only the original Facing Side if it is one of
    /// them.
    ///
    /// RULING: BG4-PATH-01, a side is open if the unit could be placed there with enough contact. RULING: BG4-COLOS-05, a
    /// Colossal unit needs no more room there than its rear card. Rules `BG4-PATH-01`, `BG4-PATH-02` (pp. 46-47).
    pub fn nearest_open_sides(&self, unit: UnitId, target: UnitId, facing: Side) -> Vec<Side> {
        let (Some(mover), Some(own), Some(card)) =
            (self.state.unit(unit), self.card(unit), self.body(target))
        else {
            return Vec::new();
        };
        let obstacles = self.obstacles(mover, &[target]);
        let objects: Vec<Object<'_>> = obstacles.iter().map(|obstacle| obstacle.object).collect();
        let size = single_card(own.size());
        let frontage = self.profile().frontage;
        let (from, measures) = (own.front_centre(), self.profile().measures);
        let open: Vec<Side> = Side::ALL
            .into_iter()
            .filter(|side| {
                let least = frontage.least(size.width(), card.size().side(*side));
                let approach = Approach::front_to(card, *side, size);
                !approach.best(least, &objects, measures).is_empty()
            })
            .collect();
        let distances: Vec<Inches> = open
            .iter()
            .map(|side| from.distance(card.target_point(*side, from)))
            .collect();
        let tied = measures.shortest(&distances);
        let sides: Vec<Side> = tied.into_iter().map(|place| open[place]).collect();
        if sides.contains(&facing) {
            vec![facing]
        } else {
            sides
        }
    }

    /// The mildest terrain that an Open Path to a point of a target's side must go through, or in the earlier edition the
    /// worst that its line crosses: the change of MC, or nothing if no path is open at all. Rules `BG3-RUSH-09` (p. 14),
    /// `BG4-RUSH-08` (p. 65).
    pub fn path_steps(&self, unit: UnitId, target: (UnitId, Side), to: Point) -> Option<i32> {
        let mover = self.state.unit(unit)?;
        if mover.airborne {
            return Some(0);
        }
        let body = self.body(target.0)?;
        let obstacles = self.obstacles(mover, &[target.0]);
        self.path(mover, Some(body), to, &obstacles)
            .is_open()
            .then_some(())?;
        let mildest = (-8..=0).rev().find(|least| {
            let mut with_ground = obstacles.clone();
            match self.profile().rush_ground {
                RushGround::MildestCorridor => {
                    with_ground.extend(self.closed_ground(mover, Some(*least)));
                    self.path(mover, Some(body), to, &with_ground).is_open()
                }
                RushGround::OnTheLine => {
                    let eye = self.card(unit).map_or(to, Card::front_centre);
                    let closed = self.closed_ground(mover, Some(*least));
                    with_ground.extend(closed.flat_map(|ground| self.met_on_the_line(ground, (eye, to))));
                    !matches!(self.path(mover, Some(body), to, &with_ground), Path::Line(_))
                }
            }
        });
        Some(mildest.unwrap_or(-8))
    }

    /// Whether a line-of-sight shot passes over a unit because its target is larger. Rules `BG4-KEYW-03`,
    /// `BG4-COLOS-06` (pp. 120, 121-122).
    fn is_shot_over(&self, other: UnitId, target: Option<Size>, purpose: Purpose) -> bool {
        let size = self.stand(other).map(|stand| stand.size);
        match purpose {
            // RULING: BG4-COLOS-06, over Large and Normal units to a Colossal target.
            Purpose::Shoot => size < target,
            Purpose::Move => false,
        }
    }

    /// How wide the lane is in which the line to a side of a target runs, between the nearest obstacles on its left and on its
    /// right; nothing where the line itself is crossed, or in the air. Rules `BG3-RUSH-07` (p. 14), `BG4-GEO-18` (pp. 12-13).
    pub(crate) fn lane_width(&self, unit: UnitId, target: UnitId, side: Side) -> Option<Inches> {
        let mover = self.state.unit(unit)?;
        let (to, _) = self.to_side(unit, target, side)?;
        let obstacles = self.obstacles(mover, &[target]);
        match self.traced(mover, self.body(target), to, &obstacles)? {
            OpenPath::Open { left, right } => Some(left + right),
            OpenPath::TooNarrow { gap, .. } => Some(gap),
            OpenPath::LineBlocked(_) => None,
        }
    }

    fn path(&self, mover: &Unit, target: Option<&Card>, to: Point, obstacles: &[Obstacle<'_>]) -> Path {
        let Some(found) = self.traced(mover, target, to, obstacles) else {
            return Path::Open;
        };
        let named = |blocked: Option<Blocked>| match blocked {
            Some(Blocked::Obstacle { place, .. }) => obstacles
                .get(place)
                .map_or(Blocker::Edge, |obstacle| obstacle.what),
            Some(Blocked::Target) => Blocker::Target,
            Some(Blocked::TableEdge { .. }) | None => Blocker::Edge,
        };
        match &found {
            OpenPath::Open { .. } => Path::Open,
            OpenPath::LineBlocked(_) => Path::Line(named(found.blocker())),
            OpenPath::TooNarrow { .. } => Path::Narrow(named(found.blocker())),
        }
    }

    /// The straight way of a unit to a point with all that is measured along it; nothing in the air, where every path is open
    /// (RULING: BG4-FLY-16).
    fn traced(
        &self,
        mover: &Unit,
        target: Option<&Card>,
        to: Point,
        obstacles: &[Obstacle<'_>],
    ) -> Option<OpenPath> {
        let card = self.card(mover.id).filter(|_| !mover.airborne)?;
        let objects: Vec<Object<'_>> = obstacles.iter().map(|obstacle| obstacle.object).collect();
        let target = target.map(Object::Card);
        Some(open_path(
            card.front_centre(),
            to,
            &objects,
            target,
            None,
            Corridor {
                tolerance: self.profile().measures,
                ..CORRIDOR
            },
        ))
    }
}

/// What stands in the way.
pub(crate) fn blockers(met: &[Blocker]) -> String {
    let name = |blocker: &Blocker| match blocker {
        Blocker::Unit(unit) => unit.to_string(),
        Blocker::Terrain(_) => "impassable terrain".to_owned(),
        Blocker::Edge => "the table edge".to_owned(),
        Blocker::Target => "its target".to_owned(),
    };
    sentence::names(met, name)
}
