//! Lines that nothing stops: clearly visible units (p. 7), and lines of fire with heights (pp. 16-17, 20, 27).

use battleground_geometry::{Card, Inches, Point, Side};

use crate::field::sight::{Blocking, PreparedScreens};
use crate::field::terrain::Lay;
use crate::field::{Field, Size, Stand};
use crate::model::cards::{RangedType, TerrainType};
use crate::model::names::UnitId;

/// A height in feet. Rule `BG3-TERR-08` (p. 27).
type Feet = u32;

/// How high a forest is. Rule `BG3-TERR-08` (p. 27).
const FOREST: Feet = 30;
/// The height of a hill line. Rule `BG3-TERR-08` (p. 27).
const HILL_LINE: Feet = 10;

/// What lies farther than this beside every line is not looked at, in inches.
const AROUND_A_LINE: f64 = 0.1;

/// The height of a unit itself. Rule `BG3-TERR-08` (p. 27).
const fn tall(size: Size) -> Feet {
    match size {
        Size::Normal => 10,
        Size::Large => 20,
        Size::Colossal => 30,
    }
}

/// The ground on which a card stands: at least half of it. Rules `BG3-TERR-06`, `BG3-TERR-07` (p. 27).
fn ground(field: &Field<'_>, stand: &Stand) -> Feet {
    Feet::from(field.level_under(stand)) * HILL_LINE
}

/// A unit's own height and that of the ground it stands on. Rule `BG3-TERR-09` (pp. 16, 27).
fn top(field: &Field<'_>, stand: &Stand) -> Feet {
    ground(field, stand) + tall(stand.size)
}

/// The same of a unit on the table.
pub(crate) fn top_in_feet(field: &Field<'_>, unit: UnitId) -> Option<Feet> {
    field.stand(unit).map(|stand| top(field, stand))
}

/// Whether a unit stops lines for orders and rushes: every one on the ground does, whatever its size, unless the viewer has
/// the high ground over the object and stands as high as its top. Rules `BG3-GEO-03` (p. 7), `BG3-TERR-07` (p. 27),
/// `BG3-KEY-13` (p. 29).
pub(crate) fn blocks_view(field: &Field<'_>, viewer: &Stand, target: &Stand, blocker: &Stand) -> bool {
    // Nothing on the ground stops a line from the air or to it, and nothing in the air stops any.
    let itself = blocker.id == viewer.id;
    if itself || blocker.airborne || viewer.airborne || target.airborne {
        return false;
    }
    let from = ground(field, viewer);
    !(from > ground(field, target) && top(field, blocker) <= from)
}

/// Whether a piece of terrain stops lines for orders and rushes. Rules `BG3-GEO-09` (p. 7), `BG3-TERR-10` (pp. 27-28).
pub(crate) fn ground_blocks_view<'s>(
    field: &Field<'s>,
    lay: &Lay<'s>,
    viewer: &Stand,
    target: &Stand,
) -> bool {
    let Some(height) = height_of(field, lay, viewer, target) else {
        return false;
    };
    let from = ground(field, viewer);
    !(from > ground(field, target) && height <= from)
}

/// How high a piece of terrain stands in the way of two units, its own height on that of the ground it lies on; nothing if it does
/// not at all. Rules `BG3-TERR-08` to `BG3-TERR-10` (pp. 27-28).
fn height_of<'s>(field: &Field<'s>, lay: &Lay<'s>, viewer: &Stand, target: &Stand) -> Option<Feet> {
    if viewer.airborne || target.airborne {
        return None;
    }
    let on_its_ground = |height: Feet| Feet::from(field.level_of_ground_under(lay)) * HILL_LINE + height;
    match lay.piece.kind {
        TerrainType::Forest => Some(on_its_ground(FOREST)),
        // RULING: BG3-TERR-10, a hill blocks like a unit of its height at that place; not for those who stand on it.
        TerrainType::Hill => {
            let stands_on = |stand: &Stand| field.stands_on_level(&stand.card, lay);
            let between = !stands_on(viewer) && !stands_on(target);
            between.then_some(Feet::from(lay.piece.level) * HILL_LINE)
        }
        // Rule BG3-TERR-01 (p. 27).
        TerrainType::Custom => {
            let height = lay.piece.custom.as_ref()?.height?;
            Some(on_its_ground(Feet::from(height)))
        }
        _ if lay.piece.blocks_visibility => Some(on_its_ground(FOREST)),
        _ => None,
    }
}

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
