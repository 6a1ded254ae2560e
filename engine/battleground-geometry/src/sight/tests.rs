use super::super::tests::{TOL, area, card, inches, point};
use super::*;
use crate::Area;

fn reading() -> SightReading {
    SightReading::each_piece(TOL)
}

/// Whether the viewer sees `target` when all of `enemies` and all of `forests` may be in the way.
fn sees(viewer: &Card, target: &Card, enemies: &[Card], forests: &[Area]) -> bool {
    sees_by(viewer, target, enemies, forests, reading())
}

fn sees_by(viewer: &Card, target: &Card, enemies: &[Card], forests: &[Area], reading: SightReading) -> bool {
    let solid = enemies.iter().map(|card| Screen {
        object: card.into(),
        stops: Stops::AtOnce,
    });
    let stops = Stops::Beyond(Inches::mils(2_500));
    let deep = forests.iter().map(|area| Screen {
        object: area.into(),
        stops,
    });
    let screens: Vec<Screen<'_>> = solid.chain(deep).collect();
    let own = enemies.iter().position(|card| card == target);
    visible(viewer, target, &Screens::new(&screens, reading), own)
}

#[test]
fn bg4_geo_12_visible_needs_arc_and_an_open_line() {
    let viewer = card(18.0, 10.0, 0.0);
    // The book's picture: ahead, hidden behind it, aside, behind the front line.
    let enemies = [
        card(18.0, 15.0, 180.0),
        card(18.0, 17.5, 180.0),
        card(24.0, 15.0, 180.0),
        card(12.0, 8.0, 0.0),
    ];
    let seen = enemies
        .each_ref()
        .map(|target| sees(&viewer, target, &enemies, &[]));
    assert_eq!(seen, [true, false, true, false]);
}

#[test]
fn bg4_geo_12_a_screen_hides_what_its_shadow_covers() {
    let viewer = card(18.0, 10.0, 0.0);
    let screen = card(18.0, 16.0, 180.0);
    for (x, seen) in [(18.0, false), (20.9, false), (21.1, true)] {
        let target = card(x, 22.0, 180.0);
        assert_eq!(sees(&viewer, &target, &[screen, target], &[]), seen, "{x}");
        assert!(sees(&viewer, &target, &[target], &[]), "a friend is no screen");
    }
    let screens = [Screen {
        object: (&screen).into(),
        stops: Stops::AtOnce,
    }];
    let sight = Screens::new(&screens, reading()).look(viewer.front_centre(), &card(21.1, 22.0, 180.0), None);
    // The shadow ends at 26.57 degrees, the target at 27.05.
    assert_eq!(sight.arcs.len(), 1);
    let arc = sight.arcs[0];
    assert!((arc.from.value() - 26.565).abs() < 0.01, "{arc:?}");
    assert!(
        (arc.from.value() + arc.width.value() - 27.05).abs() < 0.01,
        "{arc:?}"
    );
}

#[test]
fn bg4_geo_13_grazing_is_open_and_touching_screens_are_closed() {
    let viewer = card(18.0, 10.0, 0.0);
    let target = card(18.0, 24.0, 180.0);
    let sees = |left: Card, right: Card| sees(&viewer, &target, &[left, right, target], &[]);
    // Corner to corner exactly on the line: the one's far right corner on the other's near left one.
    assert!(!sees(card(16.25, 14.0, 180.0), card(19.75, 16.5, 180.0)));
    let side_by_side = |gap: f64| {
        sees(
            card(18.0 - 1.75 - gap / 2.0, 16.0, 180.0),
            card(18.0 + 1.75 + gap / 2.0, 16.0, 180.0),
        )
    };
    assert!(!side_by_side(0.0) && !side_by_side(0.004) && side_by_side(0.2));
    // Along the edge of a screen, the rest of the target open beside it.
    assert!(sees(card(16.25, 16.0, 180.0), card(2.0, 2.0, 0.0)));
}

#[test]
fn bg4_geo_13_a_viewer_in_contact_sees_past_the_edge_only() {
    let viewer = card(18.0, 10.0, 0.0);
    for off in [0.0, 0.004, -0.004] {
        let wall = card(18.0, 12.5 + off, 180.0);
        let behind = card(18.0, 16.0, 180.0);
        assert!(sees(&viewer, &wall, &[wall, behind], &[]), "{off}");
        assert!(!sees(&viewer, &behind, &[wall, behind], &[]), "{off}");
    }
}

#[test]
fn bg4_terr_14_forest_stops_a_line_beyond_its_depth() {
    let viewer = card(18.0, 10.0, 0.0);
    let target = card(18.0, 24.0, 180.0);
    let strip =
        |from: f64, deep: f64| area(&[(0.0, from), (36.0, from), (36.0, from + deep), (0.0, from + deep)]);
    for (deep, seen) in [(2.5, true), (2.509, true), (2.6, false)] {
        assert_eq!(
            sees(&viewer, &target, &[target], &[strip(14.0, deep)]),
            seen,
            "{deep}"
        );
    }
    // One inch inside looking out.
    assert!(sees(&viewer, &target, &[target], &[strip(8.25, 4.0)]));
    // Two forests count each for itself, unless they touch.
    assert!(sees(
        &viewer,
        &target,
        &[target],
        &[strip(13.0, 1.5), strip(16.0, 1.2)]
    ));
    assert!(!sees(
        &viewer,
        &target,
        &[target],
        &[strip(13.0, 1.5), strip(14.5, 1.2)]
    ));
    assert!(!sees(
        &viewer,
        &target,
        &[target],
        &[strip(13.0, 1.5), strip(14.504, 1.2)]
    ));
}

#[test]
fn another_edition_adds_all_forests_along_the_line() {
    let viewer = card(18.0, 10.0, 0.0);
    let target = card(18.0, 24.0, 180.0);
    let strip =
        |from: f64, deep: f64| area(&[(0.0, from), (36.0, from), (36.0, from + deep), (0.0, from + deep)]);
    let together = SightReading {
        depths: Depths::Together,
        ..reading()
    };
    let sees = |forests: &[Area]| sees_by(&viewer, &target, &[target], forests, together);
    assert!(!sees(&[strip(13.0, 1.5), strip(16.0, 1.2)]));
    assert!(sees(&[strip(13.0, 1.25), strip(16.0, 1.25)]));
}

#[test]
fn bg4_geo_13_an_opening_through_the_thin_end_of_a_forest() {
    // A wedge, 5 deep in the west and nothing in the east: only lines near its point are short enough.
    let wedge = area(&[(10.0, 14.0), (26.0, 14.0), (10.0, 19.0)]);
    let eye = point(18.0, 11.25);
    let screens = [Screen {
        object: (&wedge).into(),
        stops: Stops::Beyond(Inches::mils(2_500)),
    }];
    let screens = Screens::new(&screens, reading());
    let target = card(18.0, 24.0, 180.0);
    let sight = screens.look(eye, &target, None);
    assert_eq!(sight.arcs.len(), 1);
    let arc = sight.arcs[0];
    // On the leftmost open line the stretch in the wedge is the limit with its slack.
    let edge = eye.towards(arc.from, Inches::mils(20_000));
    let inside = crate::length_through(eye, edge, [Object::Area(&wedge)]);
    assert!((inside.value() - 2.51).abs() < 1e-3, "{inside:?} {arc:?}");
    assert!(sight.seen_at.is_some());
}

#[test]
fn a_point_is_seen_along_its_one_line() {
    let screen = card(18.0, 16.0, 180.0);
    let screens = [Screen {
        object: (&screen).into(),
        stops: Stops::AtOnce,
    }];
    let clear = |x: f64, y: f64| line_is_clear(point(18.0, 11.25), point(x, y), &screens, reading());
    assert!(!clear(18.0, 20.0) && clear(30.0, 20.0) && clear(18.0, 14.0) && clear(18.0, 11.25));
    assert!(clear(18.0, 14.75), "a point on its near border");
    let wall = [point(10.0, 13.0), point(26.0, 13.0)];
    let screens = [Screen {
        object: Object::Line(&wall),
        stops: Stops::AtOnce,
    }];
    assert!(!line_is_clear(
        point(18.0, 11.25),
        point(18.0, 20.0),
        &screens,
        reading()
    ));
}

#[test]
fn bg4_terr_14_a_forest_said_to_be_deep_between_two_lines_is_deep_on_all_between() {
    let target = card(18.0, 20.0, 180.0);
    let (mut deep, mut not) = (0, 0);
    for number in 0..400_u32 {
        let part =
            |salt: u32, size: f64| f64::from((number * 7_919 + salt * 104_729) % 1_009) / 1_009.0 * size;
        let (x, y) = (6.0 + part(1, 14.0), 5.0 + part(2, 12.0));
        let (wide, far) = (4.0 + part(3, 8.0), 1.0 + part(4, 6.0));
        let forest = area(&[
            (x, y),
            (x + wide, y + part(5, 2.0)),
            (x + wide, y + far + 2.0),
            (x, y + far),
        ]);
        let screen = Screen {
            object: Object::Area(&forest),
            stops: Stops::Beyond(inches(2.5)),
        };
        let screens = Screens::new(&[screen], SightReading::each_piece(TOL));
        let eye = point(8.0 + part(6, 20.0), 4.0 + part(7, 10.0));
        let base = (circle(target.corners()).0 - eye).unit().unwrap();
        let view = View::new(&screens, eye, base, target.corners(), None);
        for pair in view.critical.windows(2).filter(|pair| pair[1] - pair[0] > 1e-6) {
            if !view.is_deep_between(pair[0], pair[1]) {
                not += 1;
                continue;
            }
            deep += 1;
            for step in 1..50 {
                let angle = pair[0] + (pair[1] - pair[0]) * f64::from(step) / 50.0;
                let reach = first_hit(target.corners(), eye, turned(base, angle)).unwrap();
                assert!(view.excess(angle, reach) > 0.0, "{number}: {pair:?}");
            }
        }
    }
    assert!(deep > 50 && not > 50, "{deep} deep, {not} not");
}
