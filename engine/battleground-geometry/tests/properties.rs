//! Properties of any table: symmetry, monotony, and agreement with plain sampling.
#![allow(
    clippy::similar_names,
    clippy::unwrap_used,
    reason = "generated numbers are sound; names come in pairs"
)]

use battleground_geometry::{
    Approach, Area, Card, Corridor, Degrees, FacingSide, Footprint, Hand, Inches, Limit, Object, Obstacles,
    OpenPath, Paths, Point, Pose, Screen, Screens, Side, SightReading, Stops, Tolerance, Turn, Way,
    contact_length, covers, facing_side, first_overlap, free_distance, gap, in_front_arc, is_directly_ahead,
    largest_turn, length_ahead, length_through, nearest_centre_point, open_path, overlap_depth, overlaps,
    reform_is_free, reform_sweep, share_inside, shift, shift_sweep, touches, visible,
};
use i_overlay::core::{fill_rule::FillRule, overlay_rule::OverlayRule};
use i_overlay::float::single::SingleFloatOverlay;
use proptest::prelude::*;

const TOL: Tolerance = Tolerance::uniform(Inches::mils(10));
const EXACT: Tolerance = Tolerance::uniform(Inches::ZERO);

fn inches(length: f64) -> Inches {
    Inches::new(length).unwrap()
}

fn point(x: f64, y: f64) -> Point {
    Point::new(inches(x), inches(y))
}

fn size(colossal: bool) -> Footprint {
    let (depth, cards) = if colossal { (5.0, 2) } else { (2.5, 1) };
    Footprint::new(inches(3.5), inches(depth), cards).unwrap()
}

fn card_at(x: f64, y: f64, heading: f64, colossal: bool) -> Card {
    Card::new(
        Pose::new(inches(x), inches(y), Degrees::new(heading).unwrap()),
        size(colossal),
    )
}

prop_compose! {
    fn card()(x in 0.0..36.0, y in 0.0..30.0, heading in 0.0..360.0, colossal in prop::bool::weighted(0.2)) -> Card {
        card_at(x, y, heading, colossal)
    }
}

prop_compose! {
    /// Cards near one another, where overlaps and contacts happen.
    fn near_card()(x in 14.0..22.0, y in 11.0..19.0, heading in 0.0..360.0, colossal in any::<bool>()) -> Card {
        card_at(x, y, heading, colossal)
    }
}

prop_compose! {
    fn any_point()(x in 0.0..36.0, y in 0.0..30.0) -> Point { point(x, y) }
}

prop_compose! {
    /// A star-shaped outline, often bent inward.
    fn terrain()(x in 8.0..28.0, y in 8.0..24.0, arms in prop::collection::vec(0.6..5.0_f64, 3..12)) -> Area {
        let step = 360.0 / arms.len() as f64;
        let corner = |(at, arm): (usize, &f64)| {
            point(x, y).towards(Degrees::new(step * at as f64).unwrap(), inches(*arm))
        };
        Area::new(arms.iter().enumerate().map(corner).collect()).unwrap()
    }
}

/// A turn about the middle of the table, a shift, and perhaps a mirror.
#[derive(Debug, Clone, Copy)]
struct Motion {
    turn: f64,
    by: (f64, f64),
    mirror: bool,
}

fn motion() -> impl Strategy<Value = Motion> {
    (0.0..360.0, -9.0..9.0, -9.0..9.0, any::<bool>()).prop_map(|(turn, x, y, mirror)| Motion {
        turn,
        by: (x, y),
        mirror,
    })
}

impl Motion {
    fn point(self, at: Point) -> Point {
        let (mut x, y) = (at.x.value() - 18.0, at.y.value() - 15.0);
        if self.mirror {
            x = -x;
        }
        let (sin, cos) = self.turn.to_radians().sin_cos();
        point(
            x * cos + y * sin + 18.0 + self.by.0,
            y * cos - x * sin + 15.0 + self.by.1,
        )
    }

    fn card(self, card: &Card) -> Card {
        let pose = card.pose();
        let heading = if self.mirror { -pose.heading } else { pose.heading };
        let heading = heading + Degrees::new(self.turn).unwrap();
        card.at(Pose {
            centre: self.point(pose.centre),
            heading: heading.heading(),
        })
    }

    fn area(self, area: &Area) -> Area {
        Area::new(area.outline().iter().map(|&at| self.point(at)).collect()).unwrap()
    }

    fn side(self, side: Side) -> Side {
        if self.mirror && side.is_flank() {
            side.opposite()
        } else {
            side
        }
    }
}

fn close(a: Inches, b: Inches) -> bool {
    (a - b).abs().value() < 1e-6
}

/// A grid of points that covers a card.
fn grid(card: &Card, steps: u32) -> Vec<Point> {
    let pose = card.pose();
    let at = |step: u32, length: Inches| {
        inches(length.value() * ((f64::from(step) + 0.5) / f64::from(steps) - 0.5))
    };
    (0..steps)
        .flat_map(|i| (0..steps).map(move |j| (i, j)))
        .map(|(i, j)| {
            let aside = shift(pose, Way::Right, at(i, card.size().width()));
            shift(aside, Way::Forward, at(j, card.size().depth())).centre
        })
        .collect()
}

/// Whether sampled lines from `eye` to the near border of `target` pass any screen unstopped, and how many do.
fn sampled_lines(eye: Point, target: &Card, enemies: &[Card], forests: &[Area], rays: u32) -> usize {
    let bearing = |at: &Point| eye.bearing(*at).unwrap_or_default();
    let middle = bearing(&target.pose().centre);
    let angles: Vec<f64> = target
        .corners()
        .iter()
        .map(|at| middle.turn_to(bearing(at)).value())
        .collect();
    let low = angles.iter().copied().fold(f64::INFINITY, f64::min);
    let high = angles.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let open = |ray: u32| {
        let angle = low + (high - low) * (f64::from(ray) + 0.5) / f64::from(rays);
        let heading = (middle + Degrees::new(angle).unwrap()).heading();
        let far = eye.towards(heading, inches(80.0));
        let through = length_through(eye, far, [Object::Card(target)]).value();
        if through <= 0.0 {
            return false;
        }
        // The line reaches the target when a longer one begins to run inside it.
        let (mut short, mut long) = (0.0, 80.0);
        for _ in 0..40 {
            let half = f64::midpoint(short, long);
            let end = eye.towards(heading, inches(half));
            if length_through(eye, end, [Object::Card(target)]).value() > 0.0 {
                long = half;
            } else {
                short = half;
            }
        }
        let end = eye.towards(heading, inches(short));
        let clear = |enemy: &Card| length_through(eye, end, [Object::Card(enemy)]).value() < 1e-6;
        let shallow = |forest: &Area| length_through(eye, end, [Object::Area(forest)]).value() <= 2.51;
        enemies.iter().all(clear) && forests.iter().all(shallow)
    };
    (0..rays).filter(|&ray| open(ray)).count()
}

fn screens<'a>(enemies: &'a [Card], forests: &'a [Area], reading: SightReading) -> Screens<'a> {
    let solid = enemies.iter().map(|card| Screen {
        object: card.into(),
        stops: Stops::AtOnce,
    });
    let stops = Stops::Beyond(Inches::mils(2_500));
    let deep = forests.iter().map(|area| Screen {
        object: area.into(),
        stops,
    });
    Screens::new(&solid.chain(deep).collect::<Vec<_>>(), reading)
}

fn corridor(width: f64) -> Corridor {
    Corridor {
        width: inches(width),
        tolerance: TOL,
    }
}

fn path_kind(path: &OpenPath) -> (u8, f64) {
    match path {
        OpenPath::Open { left, right } => (0, (*left + *right).value()),
        OpenPath::LineBlocked(by) => (1, by.len() as f64),
        OpenPath::TooNarrow { gap, .. } => (2, gap.value()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn bg4_geo_02_a_moved_table_measures_the_same(a in near_card(), b in card(), c in near_card(), area in terrain(), m in motion()) {
        let (ma, mb, mc, marea) = (m.card(&a), m.card(&b), m.card(&c), m.area(&area));
        prop_assert!(close(gap(&a, &b), gap(&ma, &mb)));
        prop_assert!(close(gap(&a, &area), gap(&ma, &marea)));
        prop_assert!(close(overlap_depth(&a, &c), overlap_depth(&ma, &mc)));
        prop_assert!((share_inside(&a, [&area]) - share_inside(&ma, [&marea])).abs() < 1e-6);
        let (from, to) = (a.pose().centre, b.pose().centre);
        prop_assert!(close(length_through(from, to, [Object::Area(&area)]), length_through(m.point(from), m.point(to), [Object::Area(&marea)])));
        for side in Side::ALL {
            prop_assert!(close(length_ahead(&a, &b, side, TOL), length_ahead(&ma, &mb, m.side(side), TOL)));
            prop_assert!(m.point(a.side_centre(side)).distance(ma.side_centre(m.side(side))).value() < 1e-6);
        }
        let (_, _, near) = nearest_centre_point(&b, a.front_centre());
        prop_assert!(close(near, nearest_centre_point(&mb, ma.front_centre()).2));
    }

    #[test]
    fn bg4_geo_10_facing_side_turns_and_mirrors_with_the_table(target in card(), from in any_point(), m in motion()) {
        let (found, moved) = (facing_side(&target, from), facing_side(&m.card(&target), m.point(from)));
        match (found, moved) {
            (FacingSide::One(a), FacingSide::One(b)) => prop_assert_eq!(m.side(a), b),
            // Rounding may carry a point off a diagonal, but not farther.
            (FacingSide::Either(a, b), other) | (other, FacingSide::Either(a, b)) => {
                prop_assert!([a, b].into_iter().any(|side| other.allows(m.side(side)) || other.allows(side)));
            }
        }
    }

    #[test]
    fn bg4_geo_12_visibility_turns_and_mirrors_with_the_table(
        viewer in card(), target in card(), enemies in prop::collection::vec(card(), 0..5),
        forests in prop::collection::vec(terrain(), 0..2), m in motion(),
    ) {
        let reading = SightReading::each_piece(TOL);
        let width = |viewer: &Card, target: &Card, enemies: &[Card], forests: &[Area]| {
            let sight = screens(enemies, forests, reading).look(viewer.front_centre(), target, None);
            sight.arcs.iter().map(|arc| arc.width.value()).sum::<f64>()
        };
        let here = width(&viewer, &target, &enemies, &forests);
        let moved: Vec<Card> = enemies.iter().map(|card| m.card(card)).collect();
        let grown: Vec<Area> = forests.iter().map(|area| m.area(area)).collect();
        let there = width(&m.card(&viewer), &m.card(&target), &moved, &grown);
        prop_assert!((here - there).abs() < 0.02, "{here} and {there}");
    }

    #[test]
    fn bg4_geo_13_open_lines_agree_with_sampled_ones(
        viewer in card(), target in card(), enemies in prop::collection::vec(card(), 0..6),
        forests in prop::collection::vec(terrain(), 0..3),
    ) {
        let eye = viewer.front_centre();
        // A viewer inside something, or touching forests that count as one, is judged by the named tests.
        prop_assume!(gap(&target, &eye).value() > 0.02);
        prop_assume!(enemies.iter().all(|enemy| gap(enemy, &eye).value() > 0.02));
        prop_assume!(forests.len() < 2 || gap(&forests[0], &forests[1]).value() > 0.02);
        let sight = screens(&enemies, &forests, SightReading::each_piece(TOL)).look(eye, &target, None);
        let rays = 200;
        let open = sampled_lines(eye, &target, &enemies, &forests, rays);
        let span: f64 = {
            let bearing = |at: &Point| eye.bearing(*at).unwrap();
            let middle = bearing(&target.pose().centre);
            let angles: Vec<f64> = target.corners().iter().map(|at| middle.turn_to(bearing(at)).value()).collect();
            angles.iter().copied().fold(f64::NEG_INFINITY, f64::max) - angles.iter().copied().fold(f64::INFINITY, f64::min)
        };
        let share = sight.arcs.iter().map(|arc| arc.width.value()).sum::<f64>() / span;
        let sampled = open as f64 / f64::from(rays);
        // What touches a line by no more than the tolerance leaves it open, but for the samples: the nearer, the wider.
        let nearest = enemies.iter().map(|enemy| gap(enemy, &eye).value()).fold(f64::INFINITY, f64::min);
        let touched = (TOL.touch.value() / nearest).min(1.0).asin().to_degrees() / span;
        // Each border between open and closed may fall between two samples.
        let borders = sight.arcs.len() as f64 * 2.0 + 2.0;
        let slack = borders * (1.0 / f64::from(rays) + touched);
        prop_assert!((share - sampled).abs() <= slack, "{share} of the span, {sampled} of the samples, {sight:?}");
        prop_assert!(open == 0 || sight.is_open() || share < 0.01);
    }

    #[test]
    fn bg4_geo_13_more_screens_never_show_more(
        viewer in card(), target in card(), enemies in prop::collection::vec(card(), 1..6),
        forests in prop::collection::vec(terrain(), 0..2),
    ) {
        let reading = SightReading::each_piece(TOL);
        let all = screens(&enemies, &forests, reading);
        let fewer = screens(&enemies[1..], &forests, reading);
        if visible(&viewer, &target, &all, None) {
            prop_assert!(visible(&viewer, &target, &fewer, None));
            prop_assert!(in_front_arc(&viewer, &target, TOL));
        }
        let eye = viewer.front_centre();
        prop_assert_eq!(all.reach(eye, &target, None), all.look(eye, &target, None).is_open());
        // Nothing hides itself.
        let alone = screens(&enemies[..1], &[], reading);
        prop_assert!(alone.look(viewer.front_centre(), &enemies[0], Some(0)).is_open());
    }

    #[test]
    fn bg4_geo_07_what_is_directly_ahead_is_in_the_arc(viewer in card(), target in card()) {
        let ahead = is_directly_ahead(&viewer, &target, TOL);
        prop_assert!(!ahead || in_front_arc(&viewer, &target, TOL));
        let sampled = grid(&target, 40).into_iter().any(|at| {
            let (right, forward) = viewer.own_axes(at);
            right.abs().value() < 1.74 && forward.value() > viewer.size().depth().half().value() + 0.01
        });
        prop_assert!(!sampled || ahead);
        let longest = Side::ALL.map(|side| length_ahead(&viewer, &target, side, TOL)).into_iter().max().unwrap();
        // A corner that reaches into the strip by less than the tolerance leaves the more of a side there the flatter
        // that side runs along the strip.
        let turn = (viewer.pose().heading.value() - target.pose().heading.value()).rem_euclid(90.0);
        let flat = turn.min(90.0 - turn).to_radians().sin();
        prop_assert!(longest.value() * flat <= 0.0202 || ahead, "a side lies {longest} in the strip");
    }

    #[test]
    fn bg4_geo_05_overlap_and_gap_agree_with_sampling(a in near_card(), b in near_card()) {
        let depth = overlap_depth(&a, &b);
        prop_assert!((depth.value() > 0.0) == (gap(&a, &b) == Inches::ZERO), "{depth}");
        let inside = grid(&a, 60).into_iter().filter(|&at| covers(&b, at, EXACT)).count();
        prop_assert!(inside == 0 || depth.value() > 0.0);
        // A deep overlap holds some point of a fine grid.
        prop_assert!(inside > 0 || depth.value() < 0.3);
        prop_assert!(close(depth, overlap_depth(&b, &a)) && close(gap(&a, &b), gap(&b, &a)));
        prop_assert!(!(touches(&a, &b, TOL) && overlaps(&a, &b, TOL)));
        prop_assert_eq!(touches(&a, &b, TOL) || overlaps(&a, &b, TOL), gap(&a, &b).value() <= 0.010_000_001);
    }

    #[test]
    fn bg4_geo_05_what_overlaps_is_deeper_than_the_tolerance(unit in near_card(), area in terrain(), line in prop::collection::vec(any_point(), 2..5)) {
        let objects = [Object::Area(&area), Object::Line(&line), Object::Point(&line[0])];
        for object in objects {
            for tolerance in [TOL, EXACT] {
                let deep = tolerance.passes(overlap_depth(&unit, object));
                prop_assert_eq!(overlaps(&unit, object, tolerance), deep);
                prop_assert_eq!(overlaps(object, &unit, tolerance), deep);
            }
        }
    }

    #[test]
    fn bg4_geo_06_share_agrees_with_a_grid(unit in card(), one in terrain(), other in terrain()) {
        let points = grid(&unit, 60);
        let within = points.iter().filter(|&&at| one.contains(at) || other.contains(at)).count();
        let sampled = within as f64 / points.len() as f64;
        let share = share_inside(&unit, [&one, &other]);
        prop_assert!((share - sampled).abs() < 0.03, "{share} and {sampled}");
        prop_assert!(share + 1e-9 >= share_inside(&unit, [&one]));
        prop_assert!((share - share_inside(&unit, [&other, &one])).abs() < 1e-9);
    }

    #[test]
    fn bg4_geo_06_share_agrees_with_a_polygon_library(unit in near_card(), one in terrain(), other in terrain()) {
        let raw = |corners: &[Point]| corners.iter().map(|at| [at.x.value(), at.y.value()]).collect::<Vec<_>>();
        // Our headings run clockwise; the library fills what runs against the clock.
        let turned = |area: &Area| raw(&area.outline().iter().rev().copied().collect::<Vec<_>>());
        let (card, terrain) = (vec![raw(unit.corners())], vec![turned(&one), turned(&other)]);
        let common = card.overlay(&terrain, OverlayRule::Intersect, FillRule::NonZero);
        let doubled: f64 = common
            .iter()
            .flatten()
            .flat_map(|ring| (0..ring.len()).map(move |at| (ring[at], ring[(at + 1) % ring.len()])))
            .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
            .sum();
        let theirs = doubled / 2.0 / unit.size().area();
        let ours = share_inside(&unit, [&one, &other]);
        prop_assert!((ours - theirs).abs() < 1e-6, "{ours} and {theirs}");
    }

    #[test]
    fn bg4_geo_18_wider_corridors_are_open_less_often(
        unit in card(), goal in any_point(), others in prop::collection::vec(card(), 0..6), m in motion(), width in 0.5..5.0_f64,
    ) {
        let obstacles: Vec<Object<'_>> = others.iter().map(Object::Card).collect();
        let from = unit.front_centre();
        let wide = open_path(from, goal, &obstacles, None, None, corridor(width + 0.5));
        let narrow = open_path(from, goal, &obstacles, None, None, corridor(width));
        prop_assert!(!wide.is_open() || narrow.is_open());
        prop_assert_eq!(narrow.is_open(), narrow.blocker().is_none());
        let moved: Vec<Card> = others.iter().map(|card| m.card(card)).collect();
        let moved: Vec<Object<'_>> = moved.iter().map(Object::Card).collect();
        let there = open_path(m.point(from), m.point(goal), &moved, None, None, corridor(width));
        let (a, b) = (path_kind(&narrow), path_kind(&there));
        prop_assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-6, "{a:?} and {b:?}");
        // The same the other way round.
        let back = open_path(goal, from, &obstacles, None, None, corridor(width));
        prop_assert_eq!(path_kind(&back).0, a.0);
    }

    #[test]
    fn bg4_geo_18_the_corridor_agrees_with_trying_every_place_for_it(
        unit in card(), goal in any_point(), others in prop::collection::vec(card(), 0..6),
    ) {
        let from = unit.front_centre();
        prop_assume!(from.distance(goal).value() > 0.1);
        let obstacles: Vec<Object<'_>> = others.iter().map(Object::Card).collect();
        let found = open_path(from, goal, &obstacles, None, None, corridor(2.5));
        // A card as wide as the corridor and as deep as the path, shifted sideways in small steps.
        let length = from.distance(goal);
        let heading = from.bearing(goal).unwrap();
        let lane = Footprint::new(inches(2.5), length, 1).unwrap();
        let middle = Pose { centre: from.towards(heading, length.half()), heading };
        let clear = (-125..=125).any(|step| {
            let lane = Card::new(shift(middle, Way::Right, inches(f64::from(step) * 0.01)), lane);
            others.iter().all(|other| overlap_depth(&lane, other).value() <= 0.005)
        });
        prop_assert!(!clear || found.is_open(), "{found:?}");
        let roomy = (-125..=125).any(|step| {
            let lane = Card::new(shift(middle, Way::Right, inches(f64::from(step) * 0.01)), lane);
            others.iter().all(|other| overlap_depth(&lane, other).value() <= 0.03)
        });
        prop_assert!(roomy || !found.is_open(), "{found:?}");
    }

    #[test]
    fn bg4_move_18_a_straight_move_agrees_with_small_steps(
        unit in near_card(), others in prop::collection::vec(card(), 1..6), way in prop::sample::select(vec![Way::Forward, Way::Backward, Way::Left, Way::Right]),
    ) {
        prop_assume!(others.iter().all(|other| !overlaps(&unit, other, TOL)));
        let obstacles = Obstacles::new(others.iter().map(Object::Card));
        let stop = free_distance(&unit, way, inches(8.5), &obstacles, TOL);
        let at = |distance: f64| unit.at(shift(unit.pose(), way, inches(distance)));
        let meets = |distance: f64| others.iter().any(|other| overlaps(&at(distance), other, TOL));
        let free = stop.distance.value();
        for step in 0..=40 {
            prop_assert!(!meets(free * f64::from(step) / 40.0), "met before the stop");
        }
        // However flat the angle, a few tenths farther it is met, unless only its corner was grazed.
        let soon = (1..=100).any(|step| meets(free + f64::from(step) * 0.01));
        prop_assert!(stop.met.is_empty() || soon || free + 1.0 >= 8.5);
        prop_assert_eq!(stop.met.is_empty(), free >= 8.5);
        // The swept rectangle tells the same.
        let swept = shift_sweep(&unit, way, stop.distance);
        let deepest = others.iter().map(|other| overlap_depth(&swept, other).value()).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!(deepest <= 0.011, "{deepest}");
        let longer = free_distance(&unit, way, inches(12.0), &obstacles, TOL);
        prop_assert!(longer.distance.value() >= free - 0.02, "only a stop within the tolerance may come sooner");
    }

    #[test]
    fn bg4_move_13_turns_mirror(unit in card(), angle in 0.0..90.0_f64, ruler in 0.0..10.0_f64, m in motion()) {
        let turn = |hand| Turn::new(hand, Degrees::new(angle).unwrap(), inches(ruler)).unwrap();
        let hand = if m.mirror { Hand::Right } else { Hand::Left };
        let (here, there) = (turn(Hand::Left), turn(hand));
        let moved = m.card(&unit);
        for (end, other) in [(here.end(&unit), there.end(&moved)), (here.backward_end(&unit), there.backward_end(&moved))] {
            let expected = m.card(&unit.at(end)).pose();
            prop_assert!(expected.centre.distance(other.centre).value() < 1e-6);
            prop_assert!(expected.heading.turn_to(other.heading).value().abs() < 1e-6);
        }
        prop_assert!(close(here.cost(&unit), there.cost(&moved)));
        prop_assert!(here.cost(&unit) >= here.ruler());
        let legal = TOL.at_least(here.line_to_inside_corner(&unit), inches(3.5));
        let largest = largest_turn(inches(3.5), inches(ruler)).value();
        prop_assert!(legal || angle > largest);
        prop_assert!(!legal || angle < largest + 1.0 || here.line_to_inside_corner(&unit).value() >= 3.49);
    }

    #[test]
    fn bg4_move_15_a_longer_ruler_turns_farther(width in 0.5..6.0_f64, short in 0.0..10.0_f64, more in 0.0..5.0_f64) {
        prop_assert!(largest_turn(inches(width), inches(short + more)) .value() >= largest_turn(inches(width), inches(short)).value());
    }

    #[test]
    fn bg4_move_18_a_sweep_moves_in_small_steps(unit in card(), angle in 0.0..90.0_f64, ruler in 0.0..10.0_f64, heading in 0.0..360.0_f64) {
        let turn = Turn::new(Hand::Right, Degrees::new(angle).unwrap(), inches(ruler)).unwrap();
        let mut last = unit;
        for step in turn.sweep(&unit) {
            prop_assert!(last.pose().heading.turn_to(step.pose().heading).value().abs() <= 1.000_001);
            let corner = |card: &Card| card.corners()[1];
            prop_assert!(corner(&last).distance(corner(&step)).value() <= 0.100_001);
            last = step;
        }
        prop_assert_eq!(last.pose(), turn.end(&unit));
        let reformed = reform_sweep(&unit, Degrees::new(heading).unwrap()).last().unwrap();
        prop_assert!(reformed.pose().heading.turn_to(Degrees::new(heading).unwrap()).value().abs() < 1e-9);
        prop_assert!(first_overlap([reformed], &[Object::Card(&unit)], TOL).is_some());
    }

    #[test]
    fn bg4_rush_13_the_best_slide_agrees_with_trying_them_all(
        target in near_card(), others in prop::collection::vec(near_card(), 0..5), side in prop::sample::select(Side::ALL.to_vec()),
        own in prop::sample::select(vec![Side::Front, Side::Left, Side::Right]),
    ) {
        let approach = Approach::front_to(&target, side, size(false)).with_side(own);
        let obstacles: Vec<Object<'_>> = others.iter().map(Object::Card).collect();
        let least = inches(1.75);
        let found = approach.best(least, &obstacles, TOL);
        let free = |slide: f64, depth: f64| {
            let card = Card::new(approach.pose(inches(slide)), size(false));
            others.iter().all(|other| overlap_depth(&card, other).value() <= depth)
        };
        let tried = (-500..=500)
            .map(|step| f64::from(step) * 0.01)
            .filter(|&slide| free(slide, 0.0) && approach.contact(inches(slide)) >= least)
            .map(|slide| approach.contact(inches(slide)).value())
            .fold(0.0, f64::max);
        match found.first() {
            None => prop_assert!(tried < 1.75),
            Some(best) => {
                prop_assert!(free(best.slide.value(), 0.010_001));
                prop_assert!(best.contact.value() >= 1.739);
                // A free pose on the aimed point needs no greater contact.
                prop_assert!(best.slide == Inches::ZERO || best.contact.value() >= tried - 1e-6, "{best:?}, tried {tried}");
                let card = Card::new(best.pose, size(false));
                prop_assert!((contact_length(&card, own, &target, side, TOL) - best.contact).abs().value() < 1e-6);
                prop_assert!(touches(&card, &target, TOL));
            }
        }
        prop_assert!(found.len() <= 2);
    }

    #[test]
    fn bg4_geo_19_a_longer_reach_reaches_more(distance in 0.0..40.0_f64, reach in 0.0..40.0_f64, more in 0.0..5.0_f64) {
        for limit in [Limit::Within, Limit::LessThan] {
            let short = TOL.reaches(inches(distance), inches(reach), limit);
            prop_assert!(!short || TOL.reaches(inches(distance), inches(reach + more), limit));
        }
    }

    #[test]
    fn bg4_geo_18_the_first_open_step_is_the_one_found_by_asking_each(
        start in any_point(), heading in 0.0..360.0, to in prop::collection::vec(any_point(), 1..3), target in card(),
        cards in prop::collection::vec(card(), 0..10), areas in prop::collection::vec(terrain(), 0..3),
        strides in prop::collection::vec((any_point(), 0.0..360.0), 1..4), first in 0..30_u32,
    ) {
        let table = battleground_geometry::TableArea::new(inches(36.0), inches(30.0)).unwrap();
        let wall = [point(9.0, 11.0), point(14.0, 12.0), point(15.0, 19.0)];
        let mut obstacles: Vec<Object<'_>> = cards.iter().map(Object::Card).collect();
        obstacles.extend(areas.iter().map(Object::Area));
        obstacles.push(Object::Line(&wall));
        obstacles.extend(table.outside());
        let mut to = to;
        to.push(target.side_centre(Side::Left));
        let steps = first..=400;
        let distance = |step: u32| inches((f64::from(step) / 50.0).min(7.77));
        let mut paths = Paths::new(to.clone(), obstacles.clone(), Some(Object::Card(&target)), corridor(2.5));
        // The same paths again and again: what is remembered from one search must not mislead the next.
        for (start, heading) in strides.into_iter().chain([(start, heading)]) {
            let heading = Degrees::new(heading).unwrap();
            let is_open = |from: Point, to: Point| {
                open_path(from, to, &obstacles, Some(Object::Card(&target)), None, corridor(2.5)).is_open()
            };
            let asked = steps.clone().find_map(|step| {
                let from = start.towards(heading, distance(step));
                to.iter().find(|to| is_open(from, **to)).map(|to| (step, *to))
            });
            prop_assert_eq!(paths.first_open(start, heading, distance, steps.clone()), asked);
            prop_assert!(asked.is_none() || !paths.stays_closed(start, heading, distance(400)));
        }
    }

    #[test]
    fn bg4_move_18_a_sweep_is_free_if_no_card_of_it_overlaps(
        unit in near_card(), angle in 0.0..90.0, ruler in 0.0..12.0, left in any::<bool>(), heading in 0.0..360.0,
        cards in prop::collection::vec(card(), 0..6), areas in prop::collection::vec(terrain(), 0..2),
    ) {
        let wall = [point(9.0, 11.0), point(14.0, 12.0), point(15.0, 19.0)];
        let mut obstacles: Vec<Object<'_>> = cards.iter().map(Object::Card).collect();
        obstacles.extend(areas.iter().map(Object::Area));
        obstacles.push(Object::Line(&wall));
        let (angle, heading) = (Degrees::new(angle).unwrap(), Degrees::new(heading).unwrap());
        let turn = Turn::new(if left { Hand::Left } else { Hand::Right }, angle, inches(ruler)).unwrap();
        // Each alone too, as most turns through a crowd meet something.
        for few in obstacles.chunks(1).chain([&obstacles[..]]) {
            let all = Obstacles::new(few.iter().copied());
            prop_assert_eq!(turn.is_free(&unit, &all, TOL), first_overlap(turn.sweep(&unit), few, TOL).is_none());
            prop_assert_eq!(turn.backward_is_free(&unit, &all, TOL), first_overlap(turn.backward_sweep(&unit), few, TOL).is_none());
            prop_assert_eq!(reform_is_free(&unit, heading, &all, TOL), first_overlap(reform_sweep(&unit, heading), few, TOL).is_none());
        }
    }

    #[test]
    fn bg4_move_18_a_turn_said_to_be_blocked_is_blocked(
        unit in near_card(), angle in 0.0..90.0, other in 0.0..90.0, ruler in 0.0..12.0, left in any::<bool>(),
        cards in prop::collection::vec(near_card(), 1..3), area in terrain(),
    ) {
        let obstacles = Obstacles::new(cards.iter().map(Object::Card).chain([Object::Area(&area)]));
        let hand = if left { Hand::Left } else { Hand::Right };
        let turn = |angle: f64, ruler: f64| Turn::new(hand, Degrees::new(angle).unwrap(), inches(ruler)).unwrap();
        let blocked = turn(angle, ruler).blocked(&unit, &obstacles, TOL);
        prop_assert_eq!(blocked.is_none(), turn(angle, ruler).is_free(&unit, &obstacles, TOL));
        // By the same angle, by one near it, and by any.
        for by in [angle, f64::midpoint(angle, other), (angle * 15.0 + other) / 16.0, other] {
            let Some((low, high)) = blocked.and_then(|blocked| blocked.rulers(hand, Degrees::new(by).unwrap(), Inches::ZERO)) else {
                continue;
            };
            for share in 0..=20 {
                let along = low.value() + (high - low).value() * f64::from(share) / 20.0;
                prop_assert!(
                    !turn(by, along).is_free(&unit, &obstacles, TOL),
                    "{ruler} by {angle} is blocked, {along} by {by} is not"
                );
            }
        }
        if let Some(blocked) = blocked {
            let (low, high) = blocked.rulers(hand, Degrees::new(angle).unwrap(), Inches::ZERO).unwrap();
            prop_assert!(low.value() <= ruler && ruler <= high.value());
        }
    }

    #[test]
    fn bg4_geo_04_rounding_is_stable(unit in card()) {
        let once = unit.pose().rounded();
        prop_assert_eq!(once, once.rounded());
        prop_assert!(once.centre.distance(unit.pose().centre).value() <= 0.000_71);
        prop_assert!((0.0..360.0).contains(&once.heading.value()));
        let text = serde_json::to_string(&once).unwrap();
        prop_assert_eq!(serde_json::from_str::<Pose>(&text).unwrap(), once);
    }

    #[test]
    fn nothing_panics_on_flat_or_far_away_things(
        x in -1e6..1e6_f64, y in -1e6..1e6_f64, heading in -1e6..1e6_f64, at in any_point(), raw in prop::collection::vec((-3i8..3, -3i8..3), 0..9),
    ) {
        let unit = card_at(x, y, heading, true);
        let dot = [at, at, at];
        let here = card_at(at.x.value(), at.y.value(), heading, false);
        let reading = SightReading::each_piece(TOL);
        let flat = [Screen { object: Object::Line(&dot), stops: Stops::AtOnce }, Screen { object: Object::Line(&[]), stops: Stops::Beyond(Inches::ZERO) }, Screen { object: (&here).into(), stops: Stops::AtOnce }];
        let all = Screens::new(&flat, reading);
        for object in [Object::Line(&dot), Object::Line(&dot[..1]), Object::Line(&[]), Object::Point(&at), Object::Card(&unit), Object::Card(&here)] {
            let _ = all.look(here.front_centre(), object, None);
            let _ = (visible(&here, object, &all, None), gap(&unit, object), overlaps(&here, object, TOL), is_directly_ahead(&here, object, TOL));
            let _ = open_path(at, unit.front_centre(), &[object], Some(object), None, corridor(2.5));
            let _ = open_path(at, at, &[object], None, None, corridor(2.5));
            let _ = free_distance(&here, Way::Left, inches(3.0), &Obstacles::new([object]), TOL);
            let _ = Approach::front_to(&here, Side::Left, size(true)).best(inches(1.75), &[object], TOL);
            let _ = length_through(at, at, [object]);
        }
        // Any scribble is an area or a reason why not; an area has parts that fill it.
        let corners: Vec<Point> = raw.iter().map(|&(x, y)| point(f64::from(x), f64::from(y))).collect();
        if let Ok(area) = Area::new(corners) {
            let outline = area.outline();
            let doubled: f64 = (0..outline.len()).map(|i| {
                let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
                a.x.value() * b.y.value() - b.x.value() * a.y.value()
            }).sum();
            prop_assert!((area.size() - doubled.abs() / 2.0).abs() < 1e-9, "{area:?}");
        }
    }
}
