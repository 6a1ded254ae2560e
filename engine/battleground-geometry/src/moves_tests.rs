use super::super::tests::{TOL, area, assert_at, assert_pose, card, degrees, inches, point, table};
use super::*;
use crate::Corner;

#[test]
fn bg4_move_12_straight_keeps_line_and_heading() {
    assert_pose(
        shift(card(18.0, 10.0, 90.0).pose(), Way::Forward, inches(3.5)),
        21.5,
        10.0,
        90.0,
    );
}

#[test]
fn bg4_man_03_and_05_backward_and_sideways() {
    let pose = card(18.0, 10.0, 0.0).pose();
    assert_pose(shift(pose, Way::Backward, inches(3.5)), 18.0, 6.5, 0.0);
    assert_pose(shift(pose, Way::Right, inches(2.5)), 20.5, 10.0, 0.0);
    assert_pose(shift(pose, Way::Left, inches(2.5)), 15.5, 10.0, 0.0);
}

#[test]
fn bg4_man_06_about_face_stays_in_place() {
    let turned = card(18.0, 10.0, 0.0).at(about_face(card(18.0, 10.0, 0.0).pose()));
    assert_pose(turned.pose(), 18.0, 10.0, 180.0);
    assert_at(turned.front_centre(), (18.0, 8.75));
}

#[test]
fn bg4_move_18_a_straight_move_stops_in_contact() {
    let unit = card(18.0, 10.0, 0.0);
    let friend = card(18.0, 14.5, 0.0);
    let stop = |way, limit, object: &Card| {
        free_distance(&unit, way, inches(limit), &Obstacles::new([object.into()]), TOL)
    };
    assert_eq!(
        stop(Way::Forward, 3.5, &friend),
        Stop {
            distance: inches(2.0),
            met: vec![0]
        }
    );
    assert_eq!(
        stop(Way::Forward, 2.0, &friend),
        Stop {
            distance: inches(2.0),
            met: vec![]
        }
    );
    assert_eq!(stop(Way::Backward, 3.5, &friend).distance, inches(3.5));
    // Flank to flank with no gap, or a hair of overlap.
    for x in [21.5, 21.495] {
        assert_eq!(
            stop(Way::Forward, 3.5, &card(x, 13.0, 0.0)).distance,
            inches(3.5),
            "{x}"
        );
    }
    assert_eq!(
        stop(Way::Forward, 3.5, &card(21.4, 13.0, 0.0)).distance.rounded(),
        inches(0.5)
    );
    // In contact already: nothing is left, but every way out is free.
    let ahead = card(18.0, 12.495, 0.0);
    assert_eq!(
        stop(Way::Forward, 3.5, &ahead),
        Stop {
            distance: Inches::ZERO,
            met: vec![0]
        }
    );
    assert_eq!(stop(Way::Backward, 3.5, &ahead).distance, inches(3.5));
    assert_eq!(stop(Way::Left, 3.5, &ahead).distance, inches(3.5));
}

#[test]
fn bg4_move_18_a_neighbour_a_hair_askew_does_not_hold_a_unit() {
    let unit = card(18.0, 10.0, 0.0);
    // Touching the right flank with its rear left corner; its flank leans over our way by a tenth of a degree.
    let askew = card(21.503, 13.0, 359.9);
    let stop = free_distance(
        &unit,
        Way::Forward,
        inches(6.0),
        &Obstacles::new([(&askew).into()]),
        TOL,
    );
    assert!(stop.distance.value() >= 3.5, "{stop:?}");
}

#[test]
fn bg4_move_20_a_straight_move_stops_at_the_edge() {
    let table = table();
    let unit = card(18.0, 26.75, 0.0);
    assert_eq!(
        free_distance(
            &unit,
            Way::Forward,
            inches(3.5),
            &Obstacles::new(table.outside()),
            TOL
        )
        .distance
        .rounded(),
        inches(2.0)
    );
    let oblique = card(34.0, 10.0, 60.0);
    let stop = free_distance(
        &oblique,
        Way::Forward,
        inches(3.5),
        &Obstacles::new(table.outside()),
        TOL,
    );
    let end = oblique.at(shift(oblique.pose(), Way::Forward, stop.distance));
    assert!(table.edge_distances(&end)[1].abs().value() < 1e-9);
}

#[test]
fn bg4_move_23_a_unit_beside_an_open_path_stops_a_straight_leg() {
    let unit = card(18.0, 10.0, 0.0);
    let friend = card(21.0, 14.0, 0.0);
    assert_eq!(
        free_distance(
            &unit,
            Way::Forward,
            inches(3.5),
            &Obstacles::new([(&friend).into()]),
            TOL
        )
        .distance,
        inches(1.5)
    );
}

#[test]
fn bg4_man_07_a_reform_needs_room() {
    let unit = card(18.0, 10.0, 0.0);
    let beside = card(21.5, 10.0, 0.0);
    assert!(first_overlap(reform_sweep(&unit, degrees(45.0)), &[(&beside).into()], TOL).is_some());
    assert!(
        first_overlap(
            reform_sweep(&unit, degrees(45.0)),
            &[(&card(22.5, 10.0, 0.0)).into()],
            TOL
        )
        .is_none()
    );
    // Only the corner on its way reaches: free at both ends, met in between, and only on the shorter way round.
    let reach = 1.75_f64.hypot(1.25);
    let post = area(&[
        (18.0 + reach - 0.1, 9.95),
        (20.5, 9.95),
        (20.5, 10.05),
        (18.0 + reach - 0.1, 10.05),
    ]);
    let met =
        |heading| first_overlap(reform_sweep(&unit, degrees(heading)), &[(&post).into()], TOL).is_some();
    assert!(met(90.0) && met(-90.0));
    assert!(
        !met(30.0) && met(50.0),
        "the corner starts 35.5 degrees off the post"
    );
    let last = reform_sweep(&unit, degrees(300.0)).last().unwrap();
    assert_pose(last.pose(), 18.0, 10.0, 300.0);
    assert_eq!(reform_sweep(&unit, degrees(300.0)).count(), 60);
}

#[test]
fn bg4_move_18_straight_legs_sweep_a_rectangle() {
    let unit = card(18.0, 10.0, 0.0);
    let swept = shift_sweep(&unit, Way::Forward, inches(3.5));
    assert_at(swept.corner(Corner::FrontRight), (19.75, 14.75));
    assert_at(swept.corner(Corner::RearLeft), (16.25, 8.75));
    let aside = shift_sweep(&unit, Way::Left, inches(2.0));
    assert_at(aside.corner(Corner::FrontLeft), (14.25, 11.25));
    assert_at(aside.corner(Corner::RearRight), (19.75, 8.75));
    let back = shift_sweep(&unit, Way::Backward, inches(1.0));
    assert_at(back.side_centre(crate::Side::Rear), (18.0, 7.75));
    assert!(crate::covers(&swept, point(18.0, 14.0), TOL));
}

#[test]
fn bg4_rout_05_a_sideways_shift_clears_or_does_not() {
    // Contact 1.75 with the enemy ahead: shifted 1.75 away, edge to edge, the way is free.
    let unit = card(18.0, 10.0, 0.0);
    let enemy = card(19.75, 12.5, 180.0);
    let after = |by: f64| {
        let moved = unit.at(shift(unit.pose(), Way::Left, inches(by)));
        free_distance(
            &moved,
            Way::Forward,
            inches(3.5),
            &Obstacles::new([(&enemy).into()]),
            TOL,
        )
        .distance
    };
    assert_eq!((after(1.75), after(1.7)), (inches(3.5), Inches::ZERO));
}

#[test]
fn bg3_rout_05_a_card_moved_obliquely_stops_in_contact() {
    // 2.5 inches ahead of a card that looks to 10 degrees lies another, which looks back at it.
    let unit = card(17.132, 15.076, 10.0);
    let ahead = card(18.0, 20.0, 190.0);
    let stop = |direction: f64| {
        free_distance_toward(
            &unit,
            degrees(direction),
            inches(7.0),
            &Obstacles::new([(&ahead).into()]),
            TOL,
        )
    };
    // Their faces are 2.5 apart, square to which the way leads by the cosine of 10 degrees.
    let square = stop(10.0);
    let oblique = stop(0.0);
    assert!((square.distance.value() - 2.5).abs() < 0.001, "{square:?}");
    let along = square.distance.value() / 10.0_f64.to_radians().cos();
    assert!((oblique.distance.value() - along).abs() < 0.001, "{oblique:?}");
    assert_eq!((square.met, oblique.met), (vec![0], vec![0]));
    assert!(stop(190.0).met.is_empty());
}

#[test]
fn bg3_rout_11_a_card_leaves_an_object_flush_with_its_far_side() {
    let unit = card(12.0, 20.0, 0.0);
    let friend = card(12.0, 22.5, 180.0);
    let north = degrees(0.0);
    assert_eq!(
        leaving_distance(&unit, north, &friend).map(Inches::rounded),
        Some(inches(5.0))
    );
    // At an angle of 60 degrees to the way the far side is left after the depths of both by its cosine.
    let (unit, friend) = (card(18.0, 10.0, 60.0), card(20.165, 11.25, 240.0));
    let far = leaving_distance(&unit, north, &friend).expect("it goes over the friend");
    let there = unit.at(Pose::new(inches(18.0), inches(10.0) + far, degrees(60.0)));
    assert!(!overlaps(&there, &friend, TOL) && crate::touches(&there, Object::Card(&friend), TOL));
    // Behind it, or beside its way, there is nothing to leave.
    assert_eq!(
        leaving_distance(&unit, degrees(240.0), &card(18.0, 20.0, 0.0)),
        None
    );
    assert_eq!(leaving_distance(&unit, north, &card(23.0, 15.0, 0.0)), None);
}
