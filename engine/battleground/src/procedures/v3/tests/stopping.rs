//! Stopping places of units on a ranged order (pp. 6, 20, 29).

use super::*;
use crate::procedures::attack::weapon::Weapon;
use crate::procedures::v3::shooting::is_legal;

/// Where A1 ends by its order, and whether it may shoot B1 from there with its own attack.
fn ends(made: Scene, way: RangedType, range: f64) -> ((f64, f64, f64), bool) {
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert!(asked(&state).is_none());
    let pose = stands(&state, "A1").unwrap();
    let weapon = Weapon {
        kind: AttackKind::Ranged,
        way,
        range: Distance::try_from(range).unwrap().inches(),
    };
    let shoots = is_legal(&Field::of(&state), id("A1"), id("B1"), weapon);
    let at = (pose.centre.x.value(), pose.centre.y.value(), pose.heading.value());
    (at, shoots)
}

fn archer(movement: f64, range: f64, way: RangedType) -> UnitType {
    UnitType {
        movement: mc(movement),
        ..shooting(range, way)
    }
}

#[test]
fn bg3_path_10_a_shooter_steps_aside_where_that_frees_its_line() {
    let way = RangedType::LineOfSight;
    let made = || {
        scene3()
            .unit("A1", archer(3.5, 14.0, way), (18.0, 5.0, 0.0))
            .order("A1", Order::Range)
            .holding("A2", line(), (18.0, 9.0, 0.0))
            .holding("B1", line(), (18.0, 17.25, 180.0))
    };
    // A friend at its left side leaves no room to reform.
    let jammed = made().holding("A3", line(), (14.5, 5.0, 0.0));
    let ((x, y, heading), shoots) = ends(jammed, way, 14.0);
    assert!(shoots, "from {x}, {y}");
    assert_eq!((y, heading), (5.0, 0.0), "sideways");
    // The line to the flank of B1 runs along the side of A2 from 1.75 on.
    assert!((x - 18.0 - 1.75).abs() <= 0.1, "{x}");
    // Where there is room it reforms, which counts as no distance: that brings its front centre 1.25 at the most to the side, so that
    // 0.5 at the least are missing to 1.75.
    let ((x, y, heading), shoots) = ends(made(), way, 14.0);
    assert!(shoots && heading != 0.0, "from {x}, {y}");
    assert!((0.5..=0.6).contains(&(x - 18.0).hypot(y - 5.0)), "{x}, {y}");
}

#[test]
fn bg3_path_10_turning_in_place_counts_as_no_distance() {
    let way = RangedType::Indirect;
    // B1 lies wholly behind the line of its front.
    let made = scene3()
        .unit("A1", archer(6.0, 14.0, way), (18.0, 15.0, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (30.0, 14.9, 180.0));
    let ((x, y, heading), shoots) = ends(made, way, 14.0);
    assert!(shoots);
    assert_eq!((x, y), (18.0, 15.0));
    assert_ne!(heading, 0.0);
    // One straight behind: about face.
    let behind = scene3()
        .unit("A1", archer(3.5, 14.0, way), (18.0, 15.0, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (18.0, 5.0, 0.0));
    assert_eq!(ends(behind, way, 14.0), ((18.0, 15.0, 180.0), true));
}

#[test]
fn bg3_path_10_any_move_that_is_as_short_may_be_reported() {
    // Unasked it makes an about face.
    let state = begun(
        scene3()
            .unit("A1", archer(5.0, 14.0, RangedType::Indirect), (18.0, 15.0, 0.0))
            .order("A1", Order::Range)
            .holding("B1", line(), (18.0, 5.0, 0.0)),
    );
    let report = |y: f64, heading: f64| Command::ReportMove {
        unit: id("A1"),
        pose: pose(18.0, y, heading),
    };
    // A reform counts as no distance too.
    let (reformed, _) = play3(state.clone(), &[(Seat::A, report(15.0, 160.0))], &[]).unwrap();
    assert_eq!(stands(&reformed, "A1"), Some(pose(18.0, 15.0, 160.0)));
    // 1 inch is more than 0.1 farther, and with a heading of 60 B1 lies wholly behind the line of its front.
    assert_ne!(refused3(&state, Seat::A, report(14.0, 160.0)), "accepted");
    assert_ne!(refused3(&state, Seat::A, report(15.0, 60.0)), "accepted");
}

#[test]
fn bg3_path_10_no_farther_than_it_must() {
    let way = RangedType::Indirect;
    let made = scene3()
        .unit("A1", archer(3.5, 14.0, way), (18.0, 3.75, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (18.0, 5.0 + 15.2 + 1.25, 180.0));
    let ((x, y, heading), shoots) = ends(made, way, 14.0);
    assert!(shoots);
    assert_eq!((x, heading), (18.0, 0.0));
    assert!((y - 3.75 - 1.2).abs() < 0.1, "{y}");
}

#[test]
fn bg3_path_10_a_reform_and_what_is_missing_straight_on_is_less_than_a_turn_that_comes_into_range() {
    // A goal at a bearing of 120 degrees, 16 from the middle of A1: after a reform 14.75 from its front, with a range of 14 it lacks 0.75.
    // A turn to the right needs a ruler of 3.5 tan 37.5 = 2.7 before the enemy lies in its front arc.
    let way = RangedType::Indirect;
    let made = || {
        scene3()
            .unit("A1", archer(5.0, 14.0, way), (8.0, 22.0, 0.0))
            .order("A1", Order::Range)
            .holding("B1", line(), (22.939, 13.375, 120.0))
    };
    let ((x, y, heading), shoots) = ends(made(), way, 14.0);
    assert!(shoots, "from {x}, {y}");
    assert!((heading - 120.0).abs() < 15.0, "{heading}");
    let moved = (x - 8.0).hypot(y - 22.0);
    assert!((0.75 - 0.01..=0.85).contains(&moved), "{moved}");
}

#[test]
fn bg3_path_10_between_friends_an_about_face_and_what_is_missing_straight_on() {
    // No room to reform or to turn; the nearest point of B1 lies 17.2 - 1.25 = 15.95 behind the middle of A1, 14.7 from its front
    // after the about face.
    let way = RangedType::Indirect;
    let made = scene3()
        .unit("A1", archer(5.0, 14.0, way), (18.0, 22.0, 0.0))
        .order("A1", Order::Range)
        .holding("A2", line(), (14.5, 22.0, 0.0))
        .holding("A3", line(), (21.5, 22.0, 0.0))
        .holding("B1", line(), (18.0, 4.8, 0.0));
    let ((x, y, heading), shoots) = ends(made, way, 14.0);
    assert!(shoots);
    assert_eq!((x, heading), (18.0, 180.0));
    assert!((0.7 - 0.01..=0.8).contains(&(22.0 - y)), "{y}");
}

const LOW_HILL: [(f64, f64); 4] = [(10.0, 0.5), (26.0, 0.5), (26.0, 6.0), (10.0, 6.0)];

#[test]
fn bg3_mod_24_an_archer_on_a_hill_stays_where_the_height_brings_its_enemy_into_range() {
    let way = RangedType::Indirect;
    let made = |distance: f64| {
        scene3()
            .unit("A1", shooting(14.0, way), (18.0, 3.75, 0.0))
            .order("A1", Order::Range)
            .holding("B1", line(), (18.0, 5.0 + distance + 1.25, 180.0))
            .terrain(hill(1, &LOW_HILL))
    };
    assert_eq!(ends(made(16.0), way, 14.0), ((18.0, 3.75, 0.0), true), "13.5");
    let ((_, y, _), shoots) = ends(made(16.8), way, 14.0);
    assert!(shoots && y > 3.75, "14.3: it goes on until it may shoot");
}

#[test]
fn bg3_ord_04_the_nearest_enemy_above_is_farther_away() {
    // B1 at 13 on a hill counts as 15.5 away; B2 at 13.5 on flat ground is a legal target.
    let way = RangedType::Indirect;
    let made = |with_hill: bool| {
        let made = scene3()
            .unit("A1", shooting(14.0, way), (18.0, 3.75, 0.0))
            .order("A1", Order::Range)
            .holding("B1", line(), (18.0, 19.25, 180.0))
            .holding("B2", line(), (25.0, 17.79, 180.0));
        if with_hill {
            made.terrain(hill_over(1, (15.0, 18.0), (21.0, 21.0)))
        } else {
            made
        }
    };
    assert_eq!(ends(made(false), way, 14.0).0, (18.0, 3.75, 0.0));
    assert_ne!(ends(made(true), way, 14.0).0, (18.0, 3.75, 0.0), "it goes on");
}

#[test]
fn bg3_ord_05_what_short_and_long_order_is_measured_as_it_is() {
    // From a hill 14.4 counts as 11.9 for the range, and as 14.4 for Long.
    let way = RangedType::Indirect;
    let made = |order: Order| {
        scene3()
            .unit("A1", shooting(21.0, way), (18.0, 3.75, 0.0))
            .order("A1", order)
            .holding("B1", line(), (18.0, 5.0 + 14.4 + 1.25, 180.0))
            .terrain(hill(1, &LOW_HILL))
    };
    let ((_, y, _), shoots) = ends(made(Order::Long), way, 21.0);
    assert!(shoots && (y - 3.75 - 0.4).abs() < 0.1, "{y}");
    assert_eq!(ends(made(Order::Range), way, 21.0).0, (18.0, 3.75, 0.0));
}

#[test]
fn bg3_key_13_a_flyer_shoots_down_from_2_5_farther() {
    let way = RangedType::Indirect;
    let flyer = UnitType {
        keywords: with_keywords(&[Keyword::Flying]).keywords,
        flying: Some(mc(8.5)),
        ..shooting(7.0, way)
    };
    let made = |distance: f64| {
        scene3()
            .unit("A1", flyer.clone(), (18.0, 8.75, 0.0))
            .order("A1", Order::Range)
            .aloft("A1")
            .holding("B1", line(), (18.0, 10.0 + distance + 1.25, 180.0))
    };
    assert_eq!(ends(made(9.0), way, 7.0), ((18.0, 8.75, 0.0), true), "6.5");
    let ((_, y, _), shoots) = ends(made(12.0), way, 7.0);
    assert!(shoots && (y - 8.75 - 2.5).abs() < 0.05, "up to 9.5: {y}");
}

#[test]
fn bg3_ord_04_a_spell_that_attacks_gives_a_range() {
    // Attack and Curse: it is cast as a ranged attack, so Ranged stops for it. Rule BG3-SPELL-02 (p. 31).
    let caster = UnitType {
        spells: vec![Spell {
            name: "Blight".to_owned(),
            keywords: [SpellKeyword::Attack, SpellKeyword::Curse].into_iter().collect(),
            range: Distance(10_500),
            way: RangedType::Indirect,
            profile: Some(Profile {
                dice: 3,
                skill: 4,
                power: 4,
            }),
            ..Spell::default()
        }],
        ..line()
    };
    let made = |distance: f64| {
        scene3()
            .unit("A1", caster.clone(), (18.0, 3.75, 0.0))
            .order("A1", Order::Range)
            .holding("B1", line(), (18.0, 5.0 + distance + 1.25, 180.0))
    };
    assert_eq!(
        ends(made(10.5), RangedType::Indirect, 10.5),
        ((18.0, 3.75, 0.0), true)
    );
    let ((_, y, _), shoots) = ends(made(12.0), RangedType::Indirect, 10.5);
    assert!(shoots && (y - 3.75 - 1.5).abs() < 0.1, "{y}");
}
