//! Two points that close a path between them, and from where.

use super::plane::{Offset, Point};

/// What a pinch must be surer of than the path itself.
pub(super) const SPARE: f64 = 1e-6;

/// By how much more than at either end something is between two directions that are hardly apart.
const BEND: f64 = 1.000_1;

/// Two points that close a path between them: both of one obstacle, with the line in between; or each of another, closer
/// together than the corridor is wide.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pinch {
    /// To the left of the line, as one goes.
    pub(super) left: Point,
    /// To the right of it.
    pub(super) right: Point,
    /// How far from the line and from its ends the two are at least.
    pub(super) touch: f64,
    /// How far apart they are at most, square to the line.
    pub(super) width: f64,
}

impl Pinch {
    /// Whether it closes the paths to a point from everywhere between two starts.
    ///
    /// That a point lies far enough to one side of the line, or before its end, says that something which is even in the
    /// start is more than `touch` times the length of the line; that length bends upward, so what holds at both starts
    /// holds between them. Only where something bends the other way the worst between the two is sought.
    pub(super) fn closes_between(&self, one: Point, other: Point, to: Point) -> bool {
        let ends = [to - one, to - other];
        let longest = ends[0].length().max(ends[1].length());
        let (left, right) = (self.left - to, self.right - to);
        let aside = ends.iter().all(|line| {
            let touch = self.touch * line.length();
            line.cross(left) > touch
                && line.cross(right) < -touch
                && -left.dot(*line) > touch
                && -right.dot(*line) > touch
        });
        let after = |point: Point| least_product(point - one, to - one, other - one) > self.touch * longest;
        let narrow = || {
            let wide = ends.map(|line| line.cross(self.left - self.right));
            wide[0].max(wide[1]) < self.width * nearest(to - one, other - one)
        };
        aside && after(self.left) && after(self.right) && (self.width.is_infinite() || narrow())
    }

    /// From which distance on it closes the paths to a point from everywhere between two directions, one inch long each and
    /// hardly apart, as seen from there; nothing if it leaves some of them open however far off they begin.
    ///
    /// What says that the two points lie beside the line and before its end grows with the distance as the line itself
    /// does, and is least at one of the two directions; how wide and how far they are is most there or, where that bends,
    /// by less than [`BEND`] more. Behind the start they lie as soon as it is farther away than they.
    pub(super) fn closes_beyond(&self, to: Point, rays: [Offset; 2]) -> Option<f64> {
        let (left, right) = (self.left - to, self.right - to);
        let (mut wide, mut far) = (0.0_f64, 0.0_f64);
        for ray in rays {
            let aside = (left.cross(ray), -right.cross(ray));
            let along = (left.dot(ray), right.dot(ray));
            if aside.0.min(aside.1).min(along.0).min(along.1) <= self.touch {
                return None;
            }
            wide = wide.max(aside.0 + aside.1);
            far = far.max(along.0).max(along.1);
        }
        (wide * BEND < self.width).then_some(far * BEND + self.touch)
    }
}

/// The least product of the ways to two points from a start that goes along `way`.
fn least_product(one: Offset, other: Offset, way: Offset) -> f64 {
    let square = way.dot(way);
    let share = if square > 0.0 {
        ((one + other).dot(way) / (2.0 * square)).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (one + way * -share).dot(other + way * -share)
}

/// How near a start that goes along `way` comes to a point.
fn nearest(point: Offset, way: Offset) -> f64 {
    least_product(point, point, way).max(0.0).sqrt()
}
