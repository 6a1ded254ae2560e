//! The play area, footprints and measures.

use battleground_geometry::{Corner, Limit, Side, contact_length, length_ahead, overlaps, touches};

use super::{Field, near, rectangle};
use crate::editions::Edition;
use crate::field::TOL;
use crate::model::cards::TerrainType;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::scene::{colossal, ground, id, in_editions, inches, line, point, scene, scene_of};

fn at(field: &Field<'_>, unit: UnitId, side: Side, (x, y): (f64, f64)) {
    let found = field.card(unit).unwrap().side_centre(side);
    assert!(
        found.distance(point(x, y)) < inches(0.001),
        "{side:?}: {found:?}, printed ({x}, {y})"
    );
}

fn alone(x: f64, y: f64, heading: f64) -> State {
    scene().unit("A1", line(), (x, y, heading)).state()
}

#[test]
fn bg4_geo_01_the_play_area_is_36_by_30_inches() {
    let state = alone(1.75, 1.25, 0.0);
    let field = Field::of(&state);
    for ((x, y), on) in [
        ((36.0, 30.0), true),
        ((36.02, 10.0), false),
        ((10.0, 30.02), false),
        ((0.0, 0.0), true),
    ] {
        assert_eq!(field.table().contains(&point(x, y), TOL), on, "({x}, {y})");
    }
    assert!(
        field.table().contains(field.card(id("A1")).unwrap(), TOL),
        "in the corner"
    );
    let over = field.with(id("A1"), crate::scene::pose(1.7, 1.25, 0.0));
    assert!(!over.table().contains(over.card(id("A1")).unwrap(), TOL));
}

fn footprint_and_heading(edition: Edition) {
    for (heading, forward, right) in [
        (0.0, (0.0, 1.0), (1.0, 0.0)),
        (90.0, (1.0, 0.0), (0.0, -1.0)),
        (180.0, (0.0, -1.0), (-1.0, 0.0)),
    ] {
        let state = scene_of(edition)
            .unit("A1", line(), (18.0, 10.0, heading))
            .state();
        let field = Field::of(&state);
        at(
            &field,
            id("A1"),
            Side::Front,
            (18.0 + 1.25 * forward.0, 10.0 + 1.25 * forward.1),
        );
        at(
            &field,
            id("A1"),
            Side::Right,
            (18.0 + 1.75 * right.0, 10.0 + 1.75 * right.1),
        );
    }
    // RULING: BG4-GEO-02, width and depth come from the unit card.
    let state = scene_of(edition)
        .unit("A1", colossal(), (18.0, 10.0, 0.0))
        .state();
    let field = Field::of(&state);
    let size = field.card(id("A1")).unwrap().size();
    assert_eq!((size.width(), size.depth()), (inches(3.5), inches(5.0)));
    for (kind, depth, area) in [(line(), 2.5, 8.75), (colossal(), 5.0, 17.5)] {
        let size = kind.size;
        assert_eq!(
            [Side::Front, Side::Left].map(|side| size.side(side).value()),
            [3.5, depth]
        );
        assert_eq!(size.area(), area);
    }
}

in_editions!(footprint_and_heading:
    #[test] fn bg4_geo_02_footprint_and_heading(V4);
    #[test] fn bg3_card_01_a_colossal_unit_is_two_cards_one_behind_the_other(V3);
);

fn side_centres_and_corners(edition: Edition) {
    let rows = [
        (0.0, [(18.0, 11.25), (18.0, 8.75), (16.25, 10.0), (19.75, 10.0)]),
        (90.0, [(19.25, 10.0), (16.75, 10.0), (18.0, 11.75), (18.0, 8.25)]),
        (180.0, [(18.0, 8.75), (18.0, 11.25), (19.75, 10.0), (16.25, 10.0)]),
        (
            30.0,
            [
                (18.625, 11.083),
                (17.375, 8.917),
                (16.484, 10.875),
                (19.516, 9.125),
            ],
        ),
    ];
    for (heading, centres) in rows {
        let state = scene_of(edition)
            .unit("A1", line(), (18.0, 10.0, heading))
            .state();
        let field = Field::of(&state);
        for (side, centre) in [Side::Front, Side::Rear, Side::Left, Side::Right]
            .into_iter()
            .zip(centres)
        {
            at(&field, id("A1"), side, centre);
        }
    }
    let state = scene_of(edition).unit("A1", line(), (18.0, 10.0, 0.0)).state();
    let field = Field::of(&state);
    let card = field.card(id("A1")).unwrap();
    for (corner, x, y) in [
        (Corner::FrontLeft, 16.25, 11.25),
        (Corner::FrontRight, 19.75, 11.25),
        (Corner::RearLeft, 16.25, 8.75),
        (Corner::RearRight, 19.75, 8.75),
    ] {
        assert_eq!(card.corner(corner), point(x, y), "{corner:?}");
    }
    let state = scene_of(edition)
        .unit("A1", colossal(), (18.0, 10.0, 0.0))
        .state();
    let field = Field::of(&state);
    at(&field, id("A1"), Side::Front, (18.0, 12.5));
    let flank: Vec<_> = field.card(id("A1")).unwrap().centre_points(Side::Right).collect();
    assert_eq!(
        flank,
        [point(19.75, 11.25), point(19.75, 10.0), point(19.75, 8.75)]
    );
    let state = scene_of(edition)
        .unit("A1", colossal(), (18.0, 20.0, 90.0))
        .state();
    let field = Field::of(&state);
    let flank = field.card(id("A1")).unwrap().centre_points(Side::Right);
    for (found, x) in flank.zip([19.25, 18.0, 16.75]) {
        assert!(found.distance(point(x, 18.25)) < inches(0.001), "{found:?}");
    }
}

in_editions!(side_centres_and_corners:
    #[test] fn bg4_geo_03_side_centres_and_corners(V4);
    #[test] fn bg3_card_02_centre_points(V3);
    #[test] fn bg3_gen_04_coordinates_and_poses(V3);
);

#[test]
fn bg4_geo_04_one_tolerance() {
    for (distance, within) in [(7.0, true), (7.009, true), (7.02, false)] {
        assert_eq!(
            TOL.reaches(inches(distance), inches(7.0), Limit::Within),
            within,
            "{distance}"
        );
    }
    // Interpenetrating by 0.008 is touching, by 0.02 overlapping, a gap of 0.02 is neither.
    for (y, overlap, touch) in [(12.492, false, true), (12.48, true, false), (12.52, false, false)] {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, y, 180.0))
            .state();
        let field = Field::of(&state);
        let (a, b) = (field.card(id("A1")).unwrap(), field.card(id("B1")).unwrap());
        assert_eq!((overlaps(a, b, TOL), touches(a, b, TOL)), (overlap, touch), "{y}");
    }
}

#[test]
fn bg4_geo_05_contact_length() {
    let contact = |other: (f64, f64, f64), (own, theirs): (Side, Side)| {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), other)
            .state();
        let field = Field::of(&state);
        let (a, b) = (field.card(id("A1")).unwrap(), field.card(id("B1")).unwrap());
        assert!(!overlaps(a, b, TOL) && touches(a, b, TOL), "{other:?}");
        contact_length(a, own, b, theirs, TOL).value()
    };
    near(contact((19.0, 12.5, 180.0), (Side::Front, Side::Front)), 2.5);
    near(contact((21.5, 10.0, 0.0), (Side::Right, Side::Left)), 2.5);
    // A's front-right corner (19.75, 11.25) on the middle of the front of B, which stands askew by 30 degrees.
    let (sin, cos) = 30_f64.to_radians().sin_cos();
    let askew = (19.75 + 1.25 * sin, 11.25 + 1.25 * cos, 210.0);
    assert_eq!(contact(askew, (Side::Front, Side::Front)), 0.0);
}

#[test]
fn bg4_geo_06_at_least_half_of_the_area() {
    let forest_from = |y: f64| ground(TerrainType::Forest, &rectangle((0.0, y), (36.0, 30.0)));
    for (y, counts) in [
        (10.0, true),
        (10.1, false),
        (9.0, true),
        (10.002, true),
        (10.02, false),
    ] {
        let state = scene()
            .unit("A1", line(), (10.0, 10.0, 0.0))
            .terrain(forest_from(y))
            .state();
        assert_eq!(
            Field::of(&state).is_in(id("A1"), TerrainType::Forest),
            counts,
            "forest from {y}"
        );
    }
    let state = scene()
        .unit("A1", colossal(), (10.0, 10.0, 0.0))
        .terrain(forest_from(10.0))
        .state();
    assert!(Field::of(&state).is_in(id("A1"), TerrainType::Forest));
}

fn front_arc(edition: Edition) {
    let in_arc = |enemy: (f64, f64, f64)| {
        let state = scene_of(edition)
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), enemy)
            .state();
        Field::of(&state).in_front_arc(id("A1"), id("B1"))
    };
    assert!(!in_arc((24.0, 10.0, 180.0)));
    assert!(in_arc((24.0, 10.1, 180.0)));
    // (book example) Spearmen beyond the line of the Knights' front, Lancers wholly behind it.
    assert!(in_arc((12.0, 13.0, 150.0)), "Spearmen");
    assert!(!in_arc((24.0, 8.0, 270.0)), "Lancers");
    for (enemy, inside) in [
        ((22.0, 9.0, 0.0), true),
        ((22.0, 8.75, 0.0), false),
        ((22.0, 9.5, 45.0), true),
        ((24.0, 6.5, 45.0), false),
    ] {
        let made = scene_of(edition).unit("A1", line(), (18.0, 8.75, 0.0));
        let state = made.unit("B1", line(), enemy).state();
        let found = Field::of(&state).in_front_arc(id("A1"), id("B1"));
        assert_eq!(found, inside, "{enemy:?}");
    }
}

in_editions!(front_arc:
    #[test] fn bg4_geo_07_the_front_arc_is_everything_beyond_the_front_line(V4);
    #[test] fn bg3_geo_01_front_arc(V3);
);

#[test]
fn bg4_geo_08_directly_ahead_is_the_strip_before_the_front() {
    let ahead = |enemy: (f64, f64, f64)| {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), enemy)
            .state();
        Field::of(&state).is_directly_ahead(id("A1"), id("B1"))
    };
    assert!(ahead((21.4, 20.0, 180.0)));
    assert!(!ahead((21.5, 20.0, 180.0)));
    // (book example) Longbowmen behind Spearmen: both are Directly Ahead, though the second are hidden.
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 16.0, 180.0))
        .unit("B2", line(), (18.0, 22.0, 180.0))
        .state();
    let field = Field::of(&state);
    assert!(field.is_directly_ahead(id("A1"), id("B1")) && field.is_directly_ahead(id("A1"), id("B2")));
    assert!(!field.is_visible(id("A1"), id("B2"), crate::field::Purpose::Move));
}

#[test]
fn bg4_geo_09_most_directly_ahead_has_the_longest_side_in_the_strip() {
    use Side::{Front, Left, Right};
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (16.0, 20.0, 180.0))
        .unit("B2", line(), (16.5, 26.0, 180.0))
        .unit("B3", line(), (20.0, 16.0, 180.0))
        .unit("B4", line(), (30.0, 20.0, 180.0))
        .unit("B5", line(), (20.0, 20.0, 90.0))
        .state();
    let field = Field::of(&state);
    let most = |candidates: &[(&str, Side)]| {
        let candidates: Vec<_> = candidates.iter().map(|(name, side)| (id(name), *side)).collect();
        let found = field.most_directly_ahead(id("A1"), &candidates);
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    // 1.5 against 2.0 inches.
    assert_eq!(most(&[("B1", Front), ("B2", Front)]), ["B2"]);
    // 1.5 and 1.5: distance does not break the tie, the owner chooses.
    assert_eq!(most(&[("B1", Front), ("B3", Front)]), ["B1", "B3"]);
    // RULING: BG4-GEO-09, without length one that is Directly Ahead at all comes first, then the owner chooses.
    assert_eq!(most(&[("B4", Front), ("B3", Left)]), ["B3"]);
    // RULING: BG4-GEO-09, the side that stands in for the Facing Side counts: B3's right flank lies at x 18.25.
    assert_eq!(most(&[("B1", Front), ("B3", Right)]), ["B3"]);

    let own = field.card(id("A1")).unwrap();
    for (enemy, side, length) in [
        ((16.0, 20.0, 180.0), Front, 1.5),
        ((16.5, 20.0, 180.0), Front, 2.0),
        ((20.0, 18.0, 180.0), Front, 1.5),
        ((20.0, 18.0, 90.0), Right, 1.0),
        ((18.0, 20.0, 135.0), Front, 2.975),
    ] {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), enemy)
            .state();
        let field = Field::of(&state);
        assert_eq!(field.facing_side(id("A1"), id("B1"), &[]), Ok(side), "{enemy:?}");
        near(
            length_ahead(own, field.card(id("B1")).unwrap(), side, TOL).value(),
            length,
        );
    }
}

#[test]
fn bg4_scen_08_the_edges_are_those_of_the_scenario() {
    let at = |size: Option<(f64, f64)>| {
        let state = scene()
            .unit("A1", line(), (46.25, 34.75, 0.0))
            .set(|state| {
                if let Some((width, depth)) = size {
                    let scenario = &mut std::sync::Arc::make_mut(&mut state.book).scenarios[0];
                    (scenario.width, scenario.depth) = (inches(width), inches(depth));
                }
            })
            .state();
        let field = Field::of(&state);
        let card = *field.card(id("A1")).unwrap();
        field.table().contains(&card, TOL)
    };
    assert!(at(Some((48.0, 36.0))));
    assert!(!at(None));
    assert!(!at(Some((47.9, 36.0))));
}
