//! Visibility of units: the Front Arc and lines that nothing stops (pp. 12-13, 113-116).

use std::cell::RefCell;

use battleground_geometry::{
    Inches, Object, Point, Pose, Screen, Screens, SightReading, Stops, Tolerance, in_front_arc,
    is_directly_ahead,
};

use super::terrain::{Elevation, Lay};
use super::{Blocker, Field, Purpose, Size, Stand, TOL};
use crate::editions::profile::LinesOfFire;
use crate::model::cards::{Piece, TerrainType};
use crate::model::names::UnitId;

/// How much of a forest a line may pass through. Rule `BG4-TERR-14` (p. 116).
const FOREST_DEPTH: Inches = Inches::mils(2_500);

/// Something that stops lines, by its place on the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blocking {
    /// A unit.
    Stand(usize),
    /// A piece of terrain.
    Piece(usize),
}

/// The screens of a field, prepared once for all the lines that the same things stop.
pub(crate) struct PreparedScreens<'f> {
    field: &'f Field<'f>,
    known: RefCell<Vec<(Vec<Blocking>, Screens<'f>)>>,
}

impl<'f> PreparedScreens<'f> {
    /// None yet.
    pub(crate) const fn of(field: &'f Field<'f>) -> Self {
        Self {
            field,
            known: RefCell::new(Vec::new()),
        }
    }

    /// What a look past some things shows.
    pub(crate) fn look<T>(&self, blocking: Vec<Blocking>, look: impl FnOnce(&Screens<'_>) -> T) -> T {
        let mut known = self.known.borrow_mut();
        let at = known.iter().position(|(same, _)| *same == blocking);
        let at = at.unwrap_or_else(|| {
            let screens = self.field.screens(&blocking);
            known.push((blocking, screens));
            known.len() - 1
        });
        look(&known[at].1)
    }
}

/// A unit that looks at another from many places.
pub(crate) struct Lookout<'f> {
    field: &'f Field<'f>,
    viewer: Option<&'f Stand>,
    target: Option<&'f Stand>,
    purpose: Purpose,
    prepared: PreparedScreens<'f>,
}

impl Lookout<'_> {
    /// Whether the target is Visible from a pose of the unit. Rule `BG4-GEO-12` (p. 12).
    pub(crate) fn sees(&self, pose: Pose) -> bool {
        self.viewer.is_some_and(|viewer| self.sees_as(&viewer.at(pose)))
    }

    /// The same as the unit stands somewhere.
    fn sees_as(&self, viewer: &Stand) -> bool {
        let Some(target) = self
            .target
            .filter(|target| in_front_arc(&viewer.card, &target.card, TOL))
        else {
            return false;
        };
        let blocking = self.field.blocking(viewer, target, self.purpose);
        let itself =
            |one: &Blocking| matches!(one, Blocking::Stand(at) if self.field.stands[*at].id == target.id);
        let own = blocking.iter().position(itself);
        let eye = viewer.card.front_centre();
        self.prepared
            .look(blocking, |screens| screens.reach(eye, &target.card, own))
    }
}

/// How a piece stops lines, if it does. Rules `BG4-TERR-02`, `BG4-TERR-14` (pp. 113, 116).
pub(crate) fn stops(piece: &Piece) -> Stops {
    if piece.kind == TerrainType::Forest && !piece.blocks_visibility {
        Stops::Beyond(FOREST_DEPTH)
    } else {
        Stops::AtOnce
    }
}

// RULING: BG4-COLOS-05, a Colossal unit slid under its enemy stands over it: both its cards are seen and stop lines.
impl<'s> Field<'s> {
    /// Whether an enemy is Visible to a unit: part of it lies in the Front Arc, and a line from the front centre to any
    /// part of it is not stopped. Rules `BG4-GEO-12`, `BG4-GEO-13`, `BG4-TERR-02`, `BG4-TERR-05` to `BG4-TERR-08`, `BG4-TERR-14`,
    /// `BG4-TERR-18` (pp. 12, 113, 114-115, 116, 117).
    pub fn is_visible(&self, viewer: UnitId, target: UnitId, purpose: Purpose) -> bool {
        let lookout = self.lookout(viewer, target, purpose);
        lookout.viewer.is_some_and(|viewer| lookout.sees_as(viewer))
    }

    /// What hides an enemy in the Front Arc from a unit: all that stops the line to its closest centre point, whatever else does.
    /// Rules `BG4-GEO-12`, `BG4-GEO-13` (p. 12), `BG3-GEO-03` (p. 7).
    pub(crate) fn hidden_by(&self, viewer: UnitId, target: UnitId, purpose: Purpose) -> Vec<Blocker> {
        let (Some(eye), Some(seen)) = (self.stand(viewer), self.stand(target)) else {
            return Vec::new();
        };
        let from = eye.card.front_centre();
        let (_, point, _) = battleground_geometry::nearest_centre_point(&seen.card, from);
        let stops = |one: &Blocking| {
            !self
                .screens(std::slice::from_ref(one))
                .look(from, &point, None)
                .is_open()
        };
        let named = |one: Blocking| match one {
            Blocking::Stand(at) => Blocker::Unit(self.stands[at].id),
            Blocking::Piece(at) => Blocker::Terrain(at),
        };
        let mut found = self.blocking(eye, seen, purpose);
        found
            .retain(|one| !matches!(one, Blocking::Stand(at) if self.stands[*at].id == target) && stops(one));
        found.into_iter().map(named).collect()
    }

    /// The Visible enemies of a unit, by id.
    pub fn visible_enemies(&self, viewer: UnitId, purpose: Purpose) -> Vec<UnitId> {
        let Some(eye) = self.stand(viewer) else {
            return Vec::new();
        };
        // Most targets are seen past the same screens: what stops lines is prepared once for all of these.
        let prepared = PreparedScreens::of(self);
        let mut seen = Vec::new();
        for (place, target) in self.stands.iter().enumerate() {
            if target.id.team() == viewer.team() || !in_front_arc(&eye.card, &target.card, TOL) {
                continue;
            }
            let blocking = self.blocking(eye, target, purpose);
            let own = blocking.iter().position(|one| *one == Blocking::Stand(place));
            let from = eye.card.front_centre();
            if prepared.look(blocking, |screens| screens.reach(from, &target.card, own)) {
                seen.push(target.id);
            }
        }
        seen
    }

    /// Whether any part of a unit lies in another's Front Arc. Rule `BG4-GEO-07` (p. 8).
    pub fn in_front_arc(&self, viewer: UnitId, target: UnitId) -> bool {
        match (self.card(viewer), self.card(target)) {
            (Some(viewer), Some(target)) => in_front_arc(viewer, target, TOL),
            (None, Some(_) | None) | (Some(_), None) => false,
        }
    }

    /// Whether a unit reaches into the strip straight ahead of another. Rule `BG4-GEO-08` (p. 8).
    pub fn is_directly_ahead(&self, viewer: UnitId, target: UnitId) -> bool {
        match (self.card(viewer), self.card(target)) {
            (Some(viewer), Some(target)) => is_directly_ahead(viewer, target, TOL),
            (None, Some(_) | None) | (Some(_), None) => false,
        }
    }

    /// What a unit would see of another from wherever it might stand.
    pub(crate) fn lookout(&self, viewer: UnitId, target: UnitId, purpose: Purpose) -> Lookout<'_> {
        Lookout {
            field: self,
            viewer: self.stand(viewer),
            target: self.stand(target),
            purpose,
            prepared: PreparedScreens::of(self),
        }
    }

    /// All that stops lines between two units; the target itself too, if it would stop lines to another like it.
    fn blocking(&self, viewer: &Stand, target: &Stand, purpose: Purpose) -> Vec<Blocking> {
        let stands = (0..self.stands.len())
            .filter(|at| self.blocks(viewer, target, &self.stands[*at], purpose))
            .map(Blocking::Stand);
        let pieces = self.lays.iter().enumerate();
        let pieces = pieces
            .filter(|(_, lay)| self.ground_blocks(lay, viewer, target))
            .map(|(at, _)| Blocking::Piece(at));
        stands.chain(pieces).collect()
    }

    fn screens(&self, blocking: &[Blocking]) -> Screens<'_> {
        let screens: Vec<Screen<'_>> = blocking
            .iter()
            .map(|one| match one {
                Blocking::Stand(at) => Screen {
                    object: Object::Card(&self.stands[*at].card),
                    stops: Stops::AtOnce,
                },
                Blocking::Piece(at) => Screen {
                    object: self.lays[*at].object(),
                    stops: stops(self.lays[*at].piece),
                },
            })
            .collect();
        Screens::new(&screens, self.reading())
    }

    /// How lines are read: each forest for itself, or all forests along a line together. Rules `BG4-TERR-14`, `BG3-GEO-09`
    /// (p. 7).
    pub(crate) fn reading(&self) -> SightReading {
        let depths = self.profile().forest_depths;
        // RULING: BG3-GEN-02 (p. 2), what is measured is stored to a thousandth of an inch, and a line exactly as deep as it may be
        // is found as one of a narrow bundle of lines.
        let measures = self.profile().measures;
        let tolerance = Tolerance {
            limit: measures.limit.max(Inches::mils(1)),
            ..measures
        };
        SightReading {
            depths,
            ..SightReading::each_piece(tolerance)
        }
    }

    /// Whether terrain stops a line from a unit's front centre to a point of another unit. Rule `BG3-RUSH-06` (p. 14).
    pub(crate) fn is_hidden_by_ground(&self, viewer: UnitId, target: UnitId, to: Point) -> bool {
        let (Some(viewer), Some(target)) = (self.stand(viewer), self.stand(target)) else {
            return false;
        };
        let pieces: Vec<Blocking> = self
            .blocking(viewer, target, Purpose::Move)
            .into_iter()
            .filter(|one| matches!(one, Blocking::Piece(_)))
            .collect();
        !pieces.is_empty()
            && !self
                .screens(&pieces)
                .look(viewer.card.front_centre(), &to, None)
                .is_open()
    }

    /// Whether a unit stops lines between two others: the viewer's enemies do, unless the target is seen over them by
    /// its size (shooting only) or by the difference of levels. Rules `BG4-GEO-13`, `BG4-TERR-05` to `BG4-TERR-08`,
    /// `BG4-KEYW-03`, `BG4-COLOS-06`, `BG4-FLY-05`, `BG4-FLY-09` (pp. 12, 113, 114-115, 120, 121-122, 124, 125).
    fn blocks(&self, viewer: &Stand, target: &Stand, blocker: &Stand, purpose: Purpose) -> bool {
        if self.profile().lines_of_fire == LinesOfFire::ByHeight {
            return crate::field::heights::blocks_view(self, viewer, target, blocker);
        }
        if blocker.id.team() == viewer.id.team() && !self.profile().friends_block_sight {
            return false;
        }
        // RULING: BG4-FLY-05, a flyer stops no line between units on the ground.
        if blocker.airborne && !viewer.airborne && !target.airborne {
            return false;
        }
        // RULING: BG4-KEYW-03, smaller units are seen over for ranged attacks only, not for moving.
        if purpose == Purpose::Shoot && blocker.size < target.size {
            return false;
        }
        let (from, to) = (self.elevation(viewer), self.elevation(target));
        let seen_over = match from.above(to).max(to.above(from)) {
            0 => false,
            1 => blocker.size == Size::Normal,
            2 => blocker.size <= Size::Large,
            _ => true,
        };
        // RULING: BG4-TERR-08, a blocker higher than the lower of the two is not seen over.
        !(seen_over && self.elevation(blocker) <= from.min(to))
    }

    /// Whether a terrain piece stops lines between two units. Rules `BG4-TERR-02`, `BG4-TERR-14`, `BG4-TERR-18`, `BG4-FLY-09`
    /// (pp. 113, 116, 117, 125).
    fn ground_blocks(&self, lay: &Lay<'s>, viewer: &Stand, target: &Stand) -> bool {
        if self.profile().lines_of_fire == LinesOfFire::ByHeight {
            return crate::field::heights::ground_blocks_view(self, lay, viewer, target);
        }
        lay.piece.blocks_visibility
            || match lay.piece.kind {
                TerrainType::Forest => true,
                TerrainType::Hill => self.hill_blocks(lay, viewer, target),
                _ => false,
            }
    }

    /// Whether a level of a hill is intervening between two units: the first stops lines to Normal and Large units, the
    /// others all lines, but not where one of the two stands on it. Rule `BG4-TERR-18` (p. 117).
    fn hill_blocks(&self, lay: &Lay<'_>, viewer: &Stand, target: &Stand) -> bool {
        // RULING: BG4-FLY-09, no hill stops a line to or from a flyer.
        let flying = viewer.airborne || target.airborne;
        let over_it = lay.piece.level <= 1 && target.size == Size::Colossal;
        !flying
            && !over_it
            && !self.stands_on_level(&viewer.card, lay)
            && !self.stands_on_level(&target.card, lay)
    }

    /// The level of the ground under a unit, worked out once of one that is not in the air.
    pub(crate) fn level_under(&self, stand: &Stand) -> u8 {
        match self.elevation(stand) {
            Elevation::Level(level) => level,
            Elevation::Air => self.ground_level(&stand.card),
        }
    }

    /// The elevation of a unit. Rules `BG4-TERR-03`, `BG4-FLY-09` (pp. 113, 125).
    pub(crate) fn elevation(&self, stand: &Stand) -> Elevation {
        *stand.elevation.get_or_init(|| {
            if stand.airborne {
                Elevation::Air
            } else {
                Elevation::Level(self.ground_level(&stand.card))
            }
        })
    }
}
