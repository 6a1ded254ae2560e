//! The play area and its edge.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Area;
use super::length::{Degrees, GRAIN, Inches, Tolerance};
use super::plane::{Object, Offset, Point};

/// One of the four edges of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EdgeOfTable {
    /// y = the table's depth.
    North,
    /// x = the table's width.
    East,
    /// y = 0.
    South,
    /// x = 0.
    West,
}

impl EdgeOfTable {
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
}

/// A play area from (0, 0) to its width and depth. Rule `BG4-GEO-01`.
#[derive(Debug, Clone, PartialEq)]
pub struct TableArea {
    width: Inches,
    depth: Inches,
    outside: [Area; 4],
}

impl TableArea {
    /// A table of this size; at least one inch each way, or nothing.
    pub fn new(width: Inches, depth: Inches) -> Option<Self> {
        let sound = Inches::mils(1_000)..=Inches::mils(1_000_000);
        if !sound.contains(&width) || !sound.contains(&depth) {
            return None;
        }
        // Wide enough that nothing on the table reaches past them.
        let far = width.value() + depth.value() + 1_000.0;
        let (w, d) = (width.value(), depth.value());
        let block = |left: f64, low: f64, right: f64, high: f64| {
            Area::convex(vec![
                Point::made(left, low),
                Point::made(right, low),
                Point::made(right, high),
                Point::made(left, high),
            ])
        };
        let outside = [
            block(-far, d, w + far, d + far),
            block(w, -far, w + far, d + far),
            block(-far, -far, w + far, 0.0),
            block(-far, -far, 0.0, d + far),
        ];
        Some(Self {
            width,
            depth,
            outside,
        })
    }

    /// From west to east.
    pub fn width(&self) -> Inches {
        self.width
    }

    /// From south to north.
    pub fn depth(&self) -> Inches {
        self.depth
    }

    /// The distance that a point may go along a heading until it lies so far beyond an edge; 0 for one that
    /// lies there.
    pub fn distance_beyond_edge(&self, from: Point, heading: Degrees, beyond: Inches) -> Inches {
        let (way, beyond) = (Offset::ahead(heading), beyond.value());
        let along = |at: f64, way: f64, size: f64| match way {
            way if way > GRAIN => (size + beyond - at) / way,
            way if way < -GRAIN => -(at + beyond) / way,
            _ => Inches::MOST.value(),
        };
        let east = along(from.x.value(), way.x, self.width.value());
        let north = along(from.y.value(), way.y, self.depth.value());
        Inches::made(east.min(north).max(0.0))
    }

    /// The areas beyond each edge, as impassable as terrain, in the order of [`EdgeOfTable::ALL`]. Rule
    /// `BG4-MOVE-20`.
    pub fn outside(&self) -> [Object<'_>; 4] {
        [0, 1, 2, 3].map(|edge: usize| Object::Area(&self.outside[edge]))
    }

    /// Whether an object lies wholly on the table, within the tolerance. Rule `BG4-GEO-01`.
    pub fn contains<'a>(&self, object: impl Into<Object<'a>>, tolerance: Tolerance) -> bool {
        !tolerance.passes(-self.edge_distances(object).into_iter().min().unwrap_or_default())
    }

    /// The distance of an object's nearest part from each edge, below 0 beyond it, as in [`EdgeOfTable::ALL`].
    pub fn edge_distances<'a>(&self, object: impl Into<Object<'a>>) -> [Inches; 4] {
        object.into().corners().fold([Inches::MOST; 4], |least, at| {
            let here = [self.depth - at.y, self.width - at.x, at.y, at.x];
            [0, 1, 2, 3].map(|edge: usize| least[edge].min(here[edge]))
        })
    }

    /// The edge an object is nearest to and how far it is away; of equally near ones the first clockwise from north.
    pub fn nearest_edge<'a>(&self, object: impl Into<Object<'a>>) -> (EdgeOfTable, Inches) {
        let distances = self.edge_distances(object);
        let mut best = (EdgeOfTable::North, distances[0]);
        for (edge, distance) in EdgeOfTable::ALL.into_iter().zip(distances) {
            if distance.value() < best.1.value() - GRAIN {
                best = (edge, distance);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TOL, card, point, table};
    use super::*;

    #[test]
    fn bg4_geo_01_the_play_area_ends_at_its_edges() {
        let table = table();
        assert!(table.contains(&point(36.0, 30.0), TOL));
        assert!(!table.contains(&point(36.02, 10.0), TOL));
        assert!(table.contains(&card(1.75, 1.25, 0.0), TOL));
        assert!(!table.contains(&card(1.7, 1.25, 0.0), TOL));
        assert!(!table.contains(&card(1.75, 1.25, 10.0), TOL));
    }

    #[test]
    fn edge_distances_are_measured_from_the_nearest_part() {
        let table = table();
        let distances = table.edge_distances(&card(18.0, 10.0, 0.0));
        assert_eq!(distances, [18_750, 16_250, 8_750, 16_250].map(Inches::mils));
        assert_eq!(
            table.nearest_edge(&card(18.0, 10.0, 0.0)),
            (EdgeOfTable::South, Inches::mils(8_750))
        );
        assert_eq!(
            table.nearest_edge(&point(-1.0, 10.0)),
            (EdgeOfTable::West, Inches::mils(-1_000))
        );
        assert!(TableArea::new(Inches::ZERO, Inches::mils(30_000)).is_none());
    }

    #[test]
    fn bg4_move_20_beyond_the_edge_is_solid() {
        let (table, unit) = (table(), card(34.25, 10.0, 0.0));
        let [_, east, _, _] = table.outside();
        assert!(super::super::touches(&unit, east, TOL));
        assert!(super::super::overlaps(&card(34.3, 10.0, 0.0), east, TOL));
    }
}
