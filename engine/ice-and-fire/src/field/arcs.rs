//! The four arcs of a unit and the arc a unit stands in. Rules `IF-GEO-05`, `IF-GEO-06`, `IF-CHG-02`.

use hindsight_geometry::mils::{GRAIN, Place, sin_cos};

use super::tray::{Side, Tray};

impl Tray {
    /// The arc in which a place lies: named like the side it begins at. Rule `IF-GEO-05`.
    ///
    /// RULING (`IF-GEO-05`): a place exactly on a diagonal lies in the front or rear arc.
    pub fn arc_of(&self, place: Place) -> Side {
        let (right, forward) = self.own_axes(place);
        self.arc_at(right, forward)
    }

    /// The arc of a place so far to the right and forward, in thousandths of an inch.
    fn arc_at(&self, right: f64, forward: f64) -> Side {
        let (width, depth) = (f64::from(self.size.width), f64::from(self.size.depth));
        let in_depth = right.abs() * depth <= forward.abs() * width + GRAIN * width;
        match (in_depth, forward > 0.0, right > 0.0) {
            (true, true, _) => Side::Front,
            (true, false, _) => Side::Rear,
            (false, _, true) => Side::Right,
            (false, _, false) => Side::Left,
        }
    }

    /// The number of points of another tray, of 100 that are the centres of a 10 × 10 grid, that lie in each
    /// arc of this one: front, right, rear, left as in [`Side::ALL`]. Rule `IF-GEO-06`.
    pub fn points_in_arcs(&self, other: &Self) -> [u8; 4] {
        let (across, along) = other.halves();
        let mut counts = [0; 4];
        for column in 0..10 {
            for row in 0..10 {
                let share = |index: i32| f64::from(2 * index - 9) / 10.0;
                let place = other.exact(share(column) * across, share(row) * along);
                let (right, forward) = self.axes_of(place);
                counts[self.arc_at(right, forward) as usize] += 1;
            }
        }
        counts
    }

    /// The arcs in which the larger part of another tray lies: one, or several that share the highest count, of which the
    /// player who moves the other unit chooses. Rule `IF-GEO-06`.
    pub fn arcs_stood_in(&self, other: &Self) -> Vec<Side> {
        let counts = self.points_in_arcs(other);
        let most = counts.iter().copied().max().unwrap_or_default();
        Side::ALL
            .into_iter()
            .filter(|side| counts[*side as usize] == most)
            .collect()
    }

    /// A place of this tray by its own axes, unrounded: x and y in thousandths of an inch.
    pub(crate) fn exact(&self, right: f64, forward: f64) -> (f64, f64) {
        let (sin, cos) = sin_cos(self.pose.heading);
        (
            f64::from(self.pose.x) + right * cos + forward * sin,
            f64::from(self.pose.y) - right * sin + forward * cos,
        )
    }

    /// [`Tray::own_axes`] of an unrounded place.
    pub(crate) fn axes_of(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (sin, cos) = sin_cos(self.pose.heading);
        let (dx, dy) = (x - f64::from(self.pose.x), y - f64::from(self.pose.y));
        (dx * cos - dy * sin, dx * sin + dy * cos)
    }
}
