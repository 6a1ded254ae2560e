//! Lines that nothing stops: clearly visible units (p. 7), and lines of fire with heights (pp. 16-17, 20, 27).

use battleground_geometry::{Card, Inches, Point, Side};

use crate::field::heights::{ground, height_of, top};
use crate::field::sight::{Blocking, PreparedScreens};
use crate::field::terrain::Lay;
use crate::field::{Field, Stand};
use crate::model::cards::RangedType;
use crate::model::names::UnitId;

/// What lies farther than this beside every line is not looked at, in inches.
const AROUND_A_LINE: f64 = 0.1;

/// A line of fire from a shooter: what stops it depends on the attack and on heights. Rules `BG3-COMB-08` to `BG3-COMB-10`
/// (pp. 16-17), `BG3-TERR-09`, `BG3-TERR-10` (pp. 27-28), `BG3-KEY-13` (p. 29).
fn stops_fire(field: &Field<'_>, viewer: &Stand, target: &Stand, other: &Stand, way: RangedType) -> bool {
    let involved = other.id == viewer.id || other.id == target.id;
    if involved || other.airborne || viewer.airborne || target.airborne {
        return false;
    }
    let height = top(field, other);
    let friend = other.id.team() == viewer.id.team();
    let over_friend = match way {
        RangedType::Indirect | RangedType::LowArc => true,
        RangedType::LineOfSight => height < top(field, viewer),
    };
    height >= top(field, target) && height > ground(field, viewer) && !(friend && over_friend)
}

/// Whether terrain stops a line of fire: unless it is lower than the target or not above the ground of the shooter. Rule
/// `BG3-TERR-10` (pp. 27-28).
fn ground_stops_fire<'s>(field: &Field<'s>, viewer: &Stand, target: &Stand, lay: &Lay<'s>) -> bool {
    height_of(field, lay, viewer, target)
        .is_some_and(|height| height > ground(field, viewer) && height >= top(field, target))
}

/// Lines of fire from wherever a shooter might stand.
pub(crate) struct LinesOfFire<'f> {
    field: &'f Field<'f>,
    prepared: PreparedScreens<'f>,
}

impl<'f> LinesOfFire<'f> {
    /// Those over a field.
    pub(crate) const fn over(field: &'f Field<'f>) -> Self {
        Self {
            field,
            prepared: PreparedScreens::of(field),
        }
    }

    /// Over which field.
    pub(crate) const fn field(&self) -> &'f Field<'f> {
        self.field
    }

    /// Whether an unblocked line runs from a shooter's front centre point to any centre point of a target. Rule `BG3-COMB-08`
    /// (p. 16).
    pub(crate) fn has_one(&self, shooter: &Stand, target: &Stand, way: RangedType) -> bool {
        let (field, eye) = (self.field, shooter.card.front_centre());
        let stands = field.stands().iter().enumerate();
        let units = stands.filter(|(_, other)| {
            may_lie_between(eye, &target.card, &other.card) && stops_fire(field, shooter, target, other, way)
        });
        let lays = field.lays().iter().enumerate();
        let pieces = lays.filter(|(_, lay)| ground_stops_fire(field, shooter, target, lay));
        let blocking: Vec<Blocking> = units
            .map(|(at, _)| Blocking::Stand(at))
            .chain(pieces.map(|(at, _)| Blocking::Piece(at)))
            .collect();
        let mut points = Side::ALL
            .into_iter()
            .flat_map(|side| target.card.centre_points(side));
        blocking.is_empty()
            || self.prepared.look(blocking, |screens| {
                points.any(|to| screens.look(eye, &to, None).is_open())
            })
    }
}

/// Whether an unblocked line runs from a shooter's front centre point to any centre point of a target. Rule `BG3-COMB-08`
/// (p. 16).
pub(crate) fn has_line_of_fire(field: &Field<'_>, shooter: UnitId, target: UnitId, way: RangedType) -> bool {
    match (field.stand(shooter), field.stand(target)) {
        (Some(from), Some(on)) => LinesOfFire::over(field).has_one(from, on, way),
        (None, Some(_) | None) | (Some(_), None) => false,
    }
}

/// Whether a card may touch a line from a point to any part of a target: a quick no for all that stand elsewhere.
fn may_lie_between(eye: Point, target: &Card, other: &Card) -> bool {
    let radius = |card: &Card| card.pose().centre.distance(card.corners()[0]).value();
    let ends = |point: Point| (point.x.value(), point.y.value());
    let ((x, y), (to_x, to_y), (at_x, at_y)) =
        (ends(eye), ends(target.pose().centre), ends(other.pose().centre));
    let (way_x, way_y) = (to_x - x, to_y - y);
    let length = way_x.hypot(way_y).max(f64::MIN_POSITIVE);
    let along = ((at_x - x) * way_x + (at_y - y) * way_y) / length;
    let along = along.clamp(0.0, length) / length;
    let off = (at_x - x - way_x * along).hypot(at_y - y - way_y * along);
    off <= radius(target) + radius(other) + AROUND_A_LINE
}

/// The distance of a shot as height shifts it: closer from above, farther from below. Rule `BG3-MOD-24` (p. 20).
pub(crate) fn shifted(field: &Field<'_>, shooter: UnitId, target: UnitId, distance: Inches) -> Inches {
    match (field.stand(shooter), field.stand(target)) {
        (Some(from), Some(on)) => shifted_between(field, from, on, distance),
        (None, Some(_) | None) | (Some(_), None) => distance,
    }
}

/// The same of units as they stand, or might.
pub(crate) fn shifted_between(
    field: &Field<'_>,
    shooter: &Stand,
    target: &Stand,
    distance: Inches,
) -> Inches {
    let profile = field.profile();
    if !profile.height_shifts_range {
        return distance;
    }
    let shift = profile.height_shift;
    if field.is_higher(shooter, target) {
        (distance - shift).max(Inches::ZERO)
    } else if field.is_higher(target, shooter) {
        distance + shift
    } else {
        distance
    }
}
