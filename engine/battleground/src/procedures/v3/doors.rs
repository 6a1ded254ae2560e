//! Rushes on a unit that defends a door (p. 28).

use battleground_geometry::{Card, Object, Point, Side, gap};

use crate::field::{Field, TOL};
use crate::model::cards::Ground;
use crate::model::names::UnitId;

/// How far along a line, from its first end, the foot of a point lies.
fn foot(from: Point, to: Point, point: Point) -> f64 {
    let (ax, ay) = ((to.x - from.x).value(), (to.y - from.y).value());
    let (px, py) = ((point.x - from.x).value(), (point.y - from.y).value());
    (px * ax + py * ay) / ax.hypot(ay).max(1e-9)
}

/// The part of a line over which these points reach.
fn reach(from: Point, to: Point, points: &[Point]) -> (f64, f64) {
    let feet = points.iter().map(|point| foot(from, to, *point));
    feet.fold((f64::MAX, f64::MIN), |(low, high), at| {
        (low.min(at), high.max(at))
    })
}

/// Whether enough of the contact of a rusher that comes to lie there is in a door which its target defends with that side.
/// Where that side touches no door nothing is asked for. Rule `BG3-TERR-21` (p. 28).
pub(crate) fn enough_in_door(field: &Field<'_>, enemy: UnitId, side: Side, placed: &Card) -> bool {
    let Some(target) = field.body(enemy) else {
        return true;
    };
    let (from, to) = target.side_ends(side);
    let least = field
        .profile()
        .frontage
        .least(placed.size().side(Side::Front), target.size().side(side));
    let line = [from, to];
    let at_side = field
        .touched_doors(enemy)
        .into_iter()
        .filter(|door| gap(Object::Line(&line), door.object()) <= TOL.touch)
        .map(|door| match &door.piece.ground {
            Ground::Line(points) => reach(from, to, points),
            Ground::Area(area) => reach(from, to, area.outline()),
        });
    let own = reach(from, to, placed.corners());
    let side_length = foot(from, to, to);
    let shares: Vec<f64> = at_side
        .map(|door| door.1.min(own.1).min(side_length) - door.0.max(own.0).max(0.0))
        .collect();
    shares.is_empty() || shares.iter().any(|share| *share >= least.value() - 1e-6)
}
