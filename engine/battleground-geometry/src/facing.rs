//! Facing sides by the diagonals, and nearest centre points.

use super::length::{GRAIN, Inches};
use super::plane::Point;
use super::{Card, Corner, Side};

/// The side of a card that faces a viewer, or the two between which its owner chooses. Rules `BG4-GEO-10`, `-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacingSide {
    /// The viewer stands inside the sector of this side.
    One(Side),
    /// The viewer stands on a diagonal: front or rear first, then the flank.
    Either(Side, Side),
}

impl FacingSide {
    /// Whether the side may be taken as the facing one.
    pub fn allows(self, side: Side) -> bool {
        match self {
            Self::One(only) => only == side,
            Self::Either(one, other) => one == side || other == side,
        }
    }
}

/// The side of `target` that faces the point `from`, by the target's two diagonals. Rules `BG4-GEO-10`, `-11`.
///
/// ```
/// use battleground_geometry::{facing_side, Card, Degrees, FacingSide, Footprint, Inches, Point, Pose, Side};
/// let inch = |n| Inches::new(n).unwrap();
/// let enemy = Card::new(Pose::new(inch(18.), inch(20.), Degrees::HALF), Footprint::new(inch(3.5), inch(2.5), 1)?);
/// assert_eq!(facing_side(&enemy, Point::new(inch(22.), inch(15.))), FacingSide::One(Side::Front));
/// assert_eq!(facing_side(&enemy, Point::new(inch(24.), inch(17.))), FacingSide::One(Side::Left));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn facing_side(target: &Card, from: Point) -> FacingSide {
    const ON_DIAGONAL: f64 = 0.001;
    let (right, ahead) = target.own_axes(from);
    let a = right.value() / target.size().width().half().value();
    let b = ahead.value() / target.size().depth().half().value();
    let flank = if a >= 0.0 { Side::Right } else { Side::Left };
    let end = if b >= 0.0 { Side::Front } else { Side::Rear };
    if (a.abs() - b.abs()).abs() < ON_DIAGONAL - GRAIN {
        FacingSide::Either(end, flank)
    } else if b.abs() > a.abs() {
        FacingSide::One(end)
    } else {
        FacingSide::One(flank)
    }
}

/// The centre point of any side of `target` that is nearest to `from`, its side and its distance.
///
/// Of equally near ones the first of front, right, rear, left. Rules `BG4-GEO-16`, `-19`.
pub fn nearest_centre_point(target: &Card, from: Point) -> (Side, Point, Inches) {
    let front = target.front_centre();
    let mut best = (Side::Front, front, from.distance(front));
    for side in Side::ALL {
        let point = target.target_point(side, from);
        let distance = from.distance(point);
        if distance.value() < best.2.value() - GRAIN {
            best = (side, point, distance);
        }
    }
    best
}

/// The larger distance between the front corners of a unit and the ends of a target's side, each corner paired with
/// the end that lies across from it: left with left as the unit looks at the side, right with right.
///
/// How an earlier edition measures a unit that closes in. Rule `BG3-GEO-05`.
pub fn mirrored_corner_distance(unit: &Card, target: &Card, side: Side) -> Inches {
    let (left, right) = target.side_ends(side);
    let left = unit.corner(Corner::FrontLeft).distance(left);
    left.max(unit.corner(Corner::FrontRight).distance(right))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TOL, card, colossal, point};
    use super::*;
    use crate::Limit;

    #[test]
    fn bg4_geo_10_facing_side_by_the_diagonals() {
        let enemy = card(18.0, 20.0, 180.0);
        let rows = [
            ((18.0, 15.0), Side::Front),
            ((24.0, 17.0), Side::Left),
            ((22.0, 15.0), Side::Front),
            ((12.0, 24.0), Side::Right),
            ((18.0, 25.0), Side::Rear),
            ((28.0, 10.0), Side::Front),
        ];
        for ((x, y), side) in rows {
            assert_eq!(
                facing_side(&enemy, point(x, y)),
                FacingSide::One(side),
                "({x}, {y})"
            );
        }
        let from = point(28.0, 10.0);
        assert_eq!(
            from.distance(enemy.side_centre(Side::Left)).rounded(),
            Inches::mils(12_964)
        );
        assert_eq!(
            from.distance(enemy.side_centre(Side::Front)).rounded(),
            Inches::mils(13_288)
        );
    }

    #[test]
    fn bg4_geo_10_the_same_in_the_earlier_edition() {
        let enemy = card(18.0, 20.0, 0.0);
        let large = colossal(18.0, 20.0, 0.0);
        let rows = [
            (&enemy, (21.0, 22.0), Side::Right),
            (&enemy, (21.0, 22.2), Side::Front),
            (&enemy, (14.0, 19.0), Side::Left),
            (&enemy, (18.0, 17.0), Side::Rear),
            (&large, (21.0, 24.0), Side::Right),
            (&large, (21.0, 24.4), Side::Front),
        ];
        for (target, (x, y), side) in rows {
            assert_eq!(
                facing_side(target, point(x, y)),
                FacingSide::One(side),
                "({x}, {y})"
            );
        }
        assert_eq!(
            facing_side(&enemy, point(21.5, 22.5)),
            FacingSide::Either(Side::Front, Side::Right)
        );
    }

    #[test]
    fn bg3_geo_05_effective_distance_pairs_mirrored_corners() {
        let unit = card(18.0, 8.75, 0.0);
        let rows = [
            ((18.0, 18.25, 180.0), Side::Front, 7_000),
            ((14.0, 17.25, 180.0), Side::Front, 7_211),
            ((21.5, 16.25, 270.0), Side::Left, 6_021),
            ((22.0, 16.5, 225.0), Side::Front, 7_755),
        ];
        for ((x, y, heading), side, mils) in rows {
            let enemy = card(x, y, heading);
            assert_eq!(
                facing_side(&enemy, unit.front_centre()),
                FacingSide::One(side),
                "({x}, {y})"
            );
            assert_eq!(
                mirrored_corner_distance(&unit, &enemy, side).rounded(),
                Inches::mils(mils),
                "({x}, {y})"
            );
        }
    }

    #[test]
    fn bg4_geo_11_on_a_diagonal_two_sides_face() {
        let enemy = card(18.0, 20.0, 180.0);
        let found = facing_side(&enemy, point(23.6, 16.0));
        assert_eq!(found, FacingSide::Either(Side::Front, Side::Left));
        assert!(found.allows(Side::Left) && !found.allows(Side::Rear));
        assert_eq!(
            facing_side(&enemy, point(23.7, 16.0)),
            FacingSide::One(Side::Left)
        );
        assert_eq!(
            facing_side(&enemy, point(23.5, 16.0)),
            FacingSide::One(Side::Front)
        );
    }

    #[test]
    fn bg4_geo_16_the_nearest_centre_point_of_any_side() {
        let from = card(18.0, 10.0, 0.0).front_centre();
        let (side, _, distance) = nearest_centre_point(&card(18.0, 4.0, 0.0), from);
        assert_eq!((side, distance.rounded()), (Side::Front, Inches::mils(6_000)));
        let (side, _, distance) = nearest_centre_point(&card(24.0, 9.0, 270.0), from);
        assert_eq!((side, distance.rounded()), (Side::Front, Inches::mils(5_256)));
    }

    #[test]
    fn bg4_geo_19_within_measures_to_the_nearest_centre_point() {
        let (side, _, distance) = nearest_centre_point(&card(18.0, 20.0, 180.0), point(28.0, 10.0));
        assert_eq!(side, Side::Left);
        assert!(TOL.reaches(distance, Inches::mils(13_000), Limit::Within));
    }

    #[test]
    fn bg4_geo_20_shooting_measures_to_the_facing_side() {
        let target = card(18.0, 20.0, 180.0);
        let from = point(28.0, 10.0);
        let FacingSide::One(side) = facing_side(&target, from) else {
            panic!("not on a diagonal")
        };
        let distance = from.distance(target.target_point(side, from));
        assert!(
            !TOL.reaches(distance, Inches::mils(13_000), Limit::Within),
            "{distance}"
        );
    }

    #[test]
    fn bg4_geo_14_the_shortest_line_to_a_facing_side_is_nearest() {
        let from = card(18.0, 10.0, 0.0).front_centre();
        let distances = [card(18.0, 22.0, 180.0), card(24.0, 18.0, 180.0)].map(|enemy| {
            assert_eq!(facing_side(&enemy, from), FacingSide::One(Side::Front));
            from.distance(enemy.target_point(Side::Front, from))
        });
        assert_eq!(distances.map(Inches::rounded), [9_500, 8_139].map(Inches::mils));
        assert_eq!(TOL.shortest(&distances), [1]);
    }

    #[test]
    fn bg4_path_02_open_sides_are_compared_by_their_centre_points() {
        let (target, from) = (card(18.0, 20.0, 180.0), point(20.5, 13.0));
        let at = |side| from.distance(target.target_point(side, from)).rounded();
        let found = [Side::Left, Side::Right, Side::Rear].map(at);
        assert_eq!(found, [7_040, 8_189, 8_620].map(Inches::mils));
    }
}
