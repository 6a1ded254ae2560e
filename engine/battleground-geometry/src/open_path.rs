//! The open path: a straight line that passes through nothing, inside a clear corridor.

use super::TableArea;
use super::length::{GRAIN, Inches, Tolerance};
use super::plane::{Object, Offset, Point, reach_between};

/// The width that a path must have, and how it is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corridor {
    /// The least width, 2.5 inches in the book.
    pub width: Inches,
    /// The game's tolerance.
    pub tolerance: Tolerance,
}

/// A bound or an obstacle of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Blocked {
    /// The obstacle at this place of the list, at this distance along the line from its start.
    Obstacle {
        /// Its place among the obstacles.
        place: usize,
        /// How far along the line it begins.
        at: Inches,
    },
    /// The edge of the table, which begins at this distance along the line.
    TableEdge {
        /// How far along the line it begins.
        at: Inches,
    },
    /// The body of the target itself: the side measured to lies on its far side.
    Target,
}

impl Blocked {
    /// The distance along the line at which it begins; the target comes last.
    pub fn at(self) -> Inches {
        match self {
            Self::Obstacle { at, .. } | Self::TableEdge { at } => at,
            Self::Target => Inches::MOST,
        }
    }
}

/// Whether a path is open. Rules `BG4-GEO-17`, `-18`.
#[derive(Debug, Clone, PartialEq)]
pub enum OpenPath {
    /// A corridor of the wanted width holds the line.
    Open {
        /// How far it is clear to the left of the line.
        left: Inches,
        /// How far it is clear to the right of the line.
        right: Inches,
    },
    /// These lie on the line, the first met first.
    LineBlocked(Vec<Blocked>),
    /// The line is clear, but the gap around it is narrower than the corridor.
    TooNarrow {
        /// The width between the two bounds.
        gap: Inches,
        /// What bounds it on the left.
        left: Blocked,
        /// What bounds it on the right.
        right: Blocked,
    },
}

impl OpenPath {
    /// Whether it is.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Open { .. } => true,
            Self::LineBlocked(_) | Self::TooNarrow { .. } => false,
        }
    }

    /// The obstacle that decides how the path is gone round: the first on the line, else the nearer bound of
    /// a narrow gap. Rule `BG4-PATH-05`.
    pub fn blocker(&self) -> Option<Blocked> {
        match self {
            Self::Open { .. } => None,
            Self::LineBlocked(blockers) => blockers.first().copied(),
            Self::TooNarrow { left, right, .. } => Some(if right.at() < left.at() { *right } else { *left }),
        }
    }
}

/// How far the clear strip reaches when nothing bounds it.
const UNBOUNDED: f64 = 1_000.0;

/// The nearest bound on one side of the line.
#[derive(Clone, Copy)]
struct Bound {
    off: f64,
    by: Option<Blocked>,
}

/// Whether a straight path leads from `from` to `to` between the obstacles.
///
/// The caller leaves out the moving unit and the target, and lists units and terrain impassable to the mover;
/// `target`, if given, may not be crossed by the line itself (needed when another side than the facing one is
/// measured). Ends are square at both points; a path without length is open. Rules `BG4-GEO-17`, `-18`.
pub fn open_path(
    from: Point,
    to: Point,
    obstacles: &[Object<'_>],
    target: Option<Object<'_>>,
    table: Option<&TableArea>,
    corridor: Corridor,
) -> OpenPath {
    let far = Inches::made(UNBOUNDED);
    let length = from.distance(to).value();
    let touch = corridor.tolerance.touch.value() + GRAIN;
    let Some(way) = (to - from).unit().filter(|_| length > touch) else {
        return OpenPath::Open {
            left: far,
            right: far,
        };
    };
    let line = Stretch {
        from,
        way,
        length,
        touch,
    };
    let mut on_line = Vec::new();
    let mut left = Bound {
        off: UNBOUNDED,
        by: None,
    };
    let mut right = Bound {
        off: UNBOUNDED,
        by: None,
    };
    let mut note = |object: Object<'_>, blocker: &dyn Fn(Inches) -> Blocked| {
        let circle = object.circle();
        if line.is_past(circle) || line.is_beside(circle, &left, &right) {
            return;
        }
        for part in object.parts() {
            let Some((low, high)) = line.meets(part) else {
                continue;
            };
            let blocker = blocker(line.begins(part));
            if low < -touch && high > touch {
                on_line.push(blocker);
            } else if f64::midpoint(low, high) < 0.0 {
                nearer(&mut left, -high, blocker);
            } else {
                nearer(&mut right, low, blocker);
            }
        }
    };
    for (place, object) in obstacles.iter().enumerate() {
        note(*object, &|at| Blocked::Obstacle { place, at });
    }
    for edge in table.iter().flat_map(|table| table.outside()) {
        note(edge, &|at| Blocked::TableEdge { at });
    }
    let crosses = |part| {
        line.meets(part)
            .is_some_and(|(low, high)| low < -touch && high > touch)
    };
    if target.is_some_and(|target| target.parts().any(crosses)) {
        on_line.push(Blocked::Target);
    }
    on_line.sort_by_key(|blocker| blocker.at());
    let gap = Inches::made((left.off + right.off).max(0.0));
    if !on_line.is_empty() {
        return OpenPath::LineBlocked(on_line);
    }
    match (left.by, right.by) {
        (Some(left), Some(right)) if !corridor.tolerance.at_least(gap, corridor.width) => {
            OpenPath::TooNarrow { gap, left, right }
        }
        _ => OpenPath::Open {
            left: Inches::made(left.off),
            right: Inches::made(right.off),
        },
    }
}

fn nearer(bound: &mut Bound, off: f64, by: Blocked) {
    if off < bound.off - GRAIN || (off <= bound.off && bound.by.is_some_and(|old| by.at() < old.at())) {
        *bound = Bound { off, by: Some(by) };
    }
}

/// The stretch between the two ends.
struct Stretch {
    from: Point,
    way: Offset,
    length: f64,
    touch: f64,
}

impl Stretch {
    /// The lateral reach of what a part has between the ends, if it enters the stretch by more than the tolerance.
    fn meets(&self, part: &[Point]) -> Option<(f64, f64)> {
        let (low, high) = super::plane::reach(part, self.from, self.way);
        let enters = high >= self.touch && low <= self.length - self.touch;
        enters
            .then(|| reach_between(part, self.from, self.way, (0.0, self.length)))
            .flatten()
    }

    /// Whether everything in a circle lies behind the start or beyond the end: a quick no before anything is measured.
    fn is_past(&self, (centre, radius): (Point, f64)) -> bool {
        let along = (centre - self.from).dot(self.way);
        along + radius < self.touch || along - radius > self.length - self.touch
    }

    /// Whether everything in a circle lies farther to a side than what bounds the path there.
    fn is_beside(&self, (centre, radius): (Point, f64), left: &Bound, right: &Bound) -> bool {
        let aside = (centre - self.from).dot(self.way.right());
        aside - radius > right.off + GRAIN || aside + radius < -left.off - GRAIN
    }

    fn begins(&self, part: &[Point]) -> Inches {
        let (low, _) = super::plane::reach(part, self.from, self.way);
        Inches::made(low.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TOL, area, card, table};
    use super::*;
    use crate::{Card, Side};

    const CORRIDOR: Corridor = Corridor {
        width: Inches::mils(2_500),
        tolerance: TOL,
    };

    /// The path from the unit at `x` to the enemy's front twelve inches ahead of it.
    fn path(x: f64, friends: &[Card], on: Option<&TableArea>) -> OpenPath {
        let (unit, enemy) = (card(x, 10.0, 0.0), card(x, 22.0, 180.0));
        let obstacles: Vec<Object<'_>> = friends.iter().map(Object::Card).collect();
        open_path(
            unit.front_centre(),
            enemy.front_centre(),
            &obstacles,
            Some((&enemy).into()),
            on,
            CORRIDOR,
        )
    }

    #[test]
    fn bg4_geo_17_the_line_passes_through_no_unit() {
        let blocked = path(18.0, &[card(19.7, 15.0, 0.0)], None);
        assert!(
            matches!(&blocked, OpenPath::LineBlocked(by) if by.len() == 1),
            "{blocked:?}"
        );
        assert_eq!(
            blocked.blocker(),
            Some(Blocked::Obstacle {
                place: 0,
                at: Inches::mils(2_500)
            })
        );
        assert!(path(18.0, &[card(19.76, 15.0, 0.0)], None).is_open());
    }

    #[test]
    fn bg4_geo_17_the_line_may_not_cross_the_target_itself() {
        let target = card(18.0, 20.0, 180.0);
        let from = card(18.0, 10.0, 0.0).front_centre();
        let to = |side| {
            open_path(
                from,
                target.side_centre(side),
                &[],
                Some((&target).into()),
                None,
                CORRIDOR,
            )
        };
        assert_eq!(to(Side::Left), OpenPath::LineBlocked(vec![Blocked::Target]));
        assert!(to(Side::Front).is_open());
        assert!(!to(Side::Rear).is_open());
    }

    #[test]
    fn bg4_geo_18_the_corridor_need_not_be_centred() {
        let right = card(20.75, 15.0, 0.0);
        let found = path(18.0, &[right], None);
        assert!(
            matches!(found, OpenPath::Open { right, .. } if right.rounded() == Inches::mils(1_000)),
            "{found:?}"
        );
        let narrow = path(18.0, &[right, card(15.25, 15.0, 0.0)], None);
        assert!(
            matches!(narrow, OpenPath::TooNarrow { gap, .. } if gap.rounded() == Inches::mils(2_000)),
            "{narrow:?}"
        );
        assert!(path(18.0, &[right, card(14.75, 15.0, 0.0)], None).is_open());
    }

    #[test]
    fn bg4_geo_18_the_corridor_is_straight() {
        let found = path(18.0, &[card(20.75, 13.0, 0.0), card(15.25, 18.0, 0.0)], None);
        assert!(
            matches!(found, OpenPath::TooNarrow { gap, .. } if gap.rounded() == Inches::mils(2_000)),
            "{found:?}"
        );
        assert_eq!(
            found.blocker(),
            Some(Blocked::Obstacle {
                place: 0,
                at: Inches::mils(500)
            }),
            "the nearer bound"
        );
    }

    #[test]
    fn bg4_geo_18_the_table_edge_bounds_the_corridor() {
        let table = table();
        assert!(path(1.75, &[card(4.25, 15.0, 0.0)], Some(&table)).is_open());
        let found = path(1.75, &[card(4.2, 15.0, 0.0)], Some(&table));
        assert!(
            matches!(found, OpenPath::TooNarrow { gap, .. } if gap.rounded() == Inches::mils(2_450)),
            "{found:?}"
        );
        assert!(path(1.75, &[card(4.2, 15.0, 0.0)], None).is_open());
    }

    #[test]
    fn bg4_geo_18_what_straddles_by_a_hair_counts_on_one_side() {
        // Spans x 17.995 to 21.495: a hair over the line, so it is the right bound, at less than nothing.
        let found = path(18.0, &[card(19.745, 15.0, 0.0)], None);
        assert!(
            matches!(found, OpenPath::Open { right, .. } if right.value() < 0.0),
            "{found:?}"
        );
        let with_left = |x| path(18.0, &[card(19.745, 15.0, 0.0), card(x, 18.0, 0.0)], None).is_open();
        assert!(with_left(13.75), "a gap of 2.495");
        assert!(!with_left(13.77), "a gap of 2.475");
    }

    #[test]
    fn bg4_geo_18_ends_are_square_and_a_path_without_length_is_open() {
        // A neighbour whose front lies on the line of ours, and one beside the target, bound nothing.
        assert!(
            path(
                18.0,
                &[
                    card(21.0, 10.0, 0.0),
                    card(15.0, 10.0, 0.0),
                    card(18.0, 22.0, 180.0)
                ],
                None
            )
            .is_open()
        );
        let unit = card(18.0, 10.0, 0.0);
        let touching = card(18.0, 12.5, 180.0);
        let wall = [Object::Card(&unit)];
        assert!(
            open_path(
                unit.front_centre(),
                touching.front_centre(),
                &wall,
                None,
                None,
                CORRIDOR
            )
            .is_open()
        );
    }

    #[test]
    fn walls_and_bent_terrain_are_obstacles_too() {
        fn open(object: Object<'_>) -> bool {
            let (from, to) = (
                card(18.0, 10.0, 0.0).front_centre(),
                card(18.0, 22.0, 180.0).front_centre(),
            );
            open_path(from, to, &[object], None, None, CORRIDOR).is_open()
        }
        let across = [
            super::super::tests::point(10.0, 15.0),
            super::super::tests::point(26.0, 15.0),
        ];
        assert!(!open(Object::Line(&across)));
        // A horseshoe round the enemy, open to the south: its arms leave 2.6 or 2.4 inches.
        let horseshoe = |half: f64| {
            area(&[
                (18.0 - half, 12.0),
                (18.0 - half, 25.0),
                (18.0 + half, 25.0),
                (18.0 + half, 12.0),
                (18.0 + half + 1.0, 12.0),
                (18.0 + half + 1.0, 26.0),
                (18.0 - half - 1.0, 26.0),
                (18.0 - half - 1.0, 12.0),
            ])
        };
        assert!(open(Object::Area(&horseshoe(1.3))));
        assert!(!open(Object::Area(&horseshoe(1.2))));
    }
}
