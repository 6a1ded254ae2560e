//! Friends and impassable ground that a card covers part of where it lies (BG3 p. 12).

use battleground_geometry::{
    Card, Inches, Object, Point, Pose, Side, Tolerance, Turn, Way, covers, overlaps, reform_sweep, shift,
};

use super::terrain::Lay;
use super::{Blocker, Field, Obstacle, Stand, TOL};
use crate::model::names::UnitId;
use crate::model::state::Unit;

/// So finely the way of a centre point is looked at, in inches.
const STEP: f64 = 0.02;
/// So much less than the tolerance a centre point may lie inside: a pose that is rounded afterwards keeps within it.
const BEFORE_ROUNDING: Inches = Inches::mils(5);
/// Into so many parts a turn is cut to look at the way of the centre points.
const PARTS: u16 = 24;

/// What the card of a unit covers part of where it lies.
#[derive(Debug, Clone, Default)]
pub(crate) struct PartlyCovered<'f> {
    units: Vec<&'f Stand>,
    ground: Vec<&'f Lay<'f>>,
}

/// The centre points of the four sides of a card; of a Colossal unit's flanks several.
pub(super) fn centre_points(card: &Card) -> Vec<Point> {
    Side::ALL
        .into_iter()
        .flat_map(|side| card.centre_points(side))
        .collect()
}

/// Whether a centre point of one card lies inside a unit's card or an area.
pub(crate) fn has_centre_in(card: &Card, object: Object<'_>, tolerance: Tolerance) -> bool {
    centre_points(card)
        .into_iter()
        .any(|point| covers(object, point, tolerance))
}

/// Whether a centre point of one of two cards lies inside the other. Rule `BG3-MOV-14` (p. 12).
pub(crate) fn cover_a_centre(one: &Card, other: &Card, tolerance: Tolerance) -> bool {
    has_centre_in(one, Object::Card(other), tolerance) || has_centre_in(other, Object::Card(one), tolerance)
}

impl PartlyCovered<'_> {
    /// Whether it covers nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.units.is_empty() && self.ground.is_empty()
    }

    /// Whether its own centre points all lie outside of what it covers, or another card in its place.
    pub(crate) fn leaves_centres_free(&self, card: &Card) -> bool {
        let on_units = self.units.iter();
        let mut on_units = on_units.map(|stand| Object::Card(stand.body()));
        let on_ground = self.ground.iter().flat_map(|lay| lay.closed_areas());
        !on_units.any(|body| has_centre_in(card, body, TOL))
            && !on_ground
                .map(Object::Area)
                .any(|area| has_centre_in(card, area, TOL))
    }

    /// How much of a shift brings none of its centre points into what it covers.
    pub(crate) fn clear_part(&self, card: &Card, way: Way, distance: Inches) -> Inches {
        if self.is_empty() {
            return distance;
        }
        let there = |far: f64| Inches::new(far.min(distance.value())).unwrap_or(distance);
        let steps = (distance.value() / STEP).ceil() as u32;
        let is_clear = |far: Inches| self.leaves_centres_free(&card.at(shift(card.pose(), way, far)));
        let Some(stop) = (1..=steps).find(|step| !is_clear(there(f64::from(*step) * STEP))) else {
            return distance;
        };
        let (mut clear, mut beyond) = (f64::from(stop - 1) * STEP, f64::from(stop) * STEP);
        while beyond - clear > 1e-4 {
            let middle = f64::midpoint(clear, beyond);
            if is_clear(there(middle)) {
                clear = middle;
            } else {
                beyond = middle;
            }
        }
        // As contact it ends where they touch, of which the tolerance is no part.
        there((clear - TOL.touch.value()).max(0.0))
    }

    /// Whether a turn brings none of its centre points into what it covers.
    pub(crate) fn bears_turn(&self, card: &Card, turn: Turn) -> bool {
        let shares = (1..=PARTS).map(|part| f64::from(part) / f64::from(PARTS));
        self.is_empty()
            || shares
                .map(|share| turn.partly(card, share))
                .all(|card| self.leaves_centres_free(&card))
    }

    /// Whether turning on the spot brings none of its centre points into what it covers.
    pub(crate) fn bears_reform(&self, card: &Card, to: Pose) -> bool {
        self.is_empty() || reform_sweep(card, to.heading).all(|card| self.leaves_centres_free(&card))
    }
}

impl Field<'_> {
    /// What a unit on the ground covers part of: friends, and impassable areas. Nothing in an edition that lets nobody stop
    /// there. Rule `BG3-MOV-14` (p. 12).
    // RULING: BG3-MOV-14, walls and the edges of cliffs have no inside of which a part could be covered.
    pub(crate) fn partly_covered(&self, unit: &Unit) -> PartlyCovered<'_> {
        let own = self.stand(unit.id).filter(|own| !own.airborne);
        let Some(own) = own.filter(|_| self.profile().may_cover_friends && !unit.airborne && !unit.slid)
        else {
            return PartlyCovered::default();
        };
        let friends = self
            .stands
            .iter()
            .filter(|stand| stand.id != unit.id && stand.id.team() == unit.id.team() && !stand.airborne);
        let centre = own.card.pose().centre;
        let closed = self
            .lays
            .iter()
            .filter(|lay| lay.is_open_area() && self.passage_from(unit, lay.piece, centre).is_none());
        PartlyCovered {
            units: friends
                .filter(|stand| overlaps(own.body(), stand.body(), TOL))
                .collect(),
            ground: closed
                .filter(|lay| lay.closed_areas().any(|area| overlaps(&own.card, area, TOL)))
                .collect(),
        }
    }

    /// Whether the card of a unit may lie somewhere as far as centre points go: none of a unit inside another card, nor inside
    /// impassable ground. Rule `BG3-MOV-14` (p. 12).
    pub(crate) fn covers_no_centre(&self, unit: &Unit, card: &Card) -> bool {
        let tolerance = Tolerance {
            touch: TOL.touch - BEFORE_ROUNDING,
            ..TOL
        };
        let others = self
            .stands
            .iter()
            .filter(|stand| stand.id != unit.id && !stand.airborne);
        let centre = card.pose().centre;
        let mut closed = self
            .lays
            .iter()
            .filter(|lay| lay.is_open_area() && self.passage_from(unit, lay.piece, centre).is_none())
            .flat_map(Lay::closed_areas);
        !others
            .map(Stand::body)
            .any(|body| cover_a_centre(card, body, tolerance))
            && !closed.any(|area| has_centre_in(card, Object::Area(area), tolerance))
    }

    /// The obstacles of a unit that moves from where it lies. Of a friend that it covers part of already only the centre points
    /// are in its way, and such ground is not; its own centre points stay outside of both ([`PartlyCovered`]).
    // RULING: BG3-MOV-14, its next move may lead off again in any direction, also under Direct Control. Rule BG3-MOV-14 (p. 12).
    pub(crate) fn obstacles_from_here(&self, unit: &Unit, but: &[UnitId]) -> Vec<Obstacle<'_>> {
        let covered = self.partly_covered(unit);
        let mut obstacles = self.obstacles(unit, but);
        if covered.is_empty() {
            return obstacles;
        }
        obstacles.retain(|obstacle| match obstacle.what {
            Blocker::Unit(other) => !covered.units.iter().any(|stand| stand.id == other),
            Blocker::Terrain(place) => !covered.ground.iter().any(|lay| lay.place() == place),
            Blocker::Edge | Blocker::Target => true,
        });
        let covered = covered.units.into_iter().filter(|stand| !but.contains(&stand.id));
        obstacles.extend(covered.flat_map(|stand| {
            stand.centres().iter().map(|point| Obstacle {
                what: Blocker::Unit(stand.id),
                object: Object::Point(point),
            })
        }));
        obstacles
    }
}
