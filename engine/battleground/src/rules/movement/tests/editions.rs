//! Movement that both editions have (v4 pp. 29, 42-45; v3 pp. 10-12, 35).

use battleground_geometry::{Pose, Way};

use crate::editions::Edition;
use crate::field::Field;
use crate::model::command::Leg;
use crate::model::movement_category::Mc;
use crate::model::rule::Rule;
use crate::rules::movement::control::check_legs;
use crate::scene::{forward, id, in_editions, mc, moving, pose, reform, scene_of, shift};

fn categories(edition: Edition) {
    // A position of either edition moves by the one chart.
    let state = scene_of(edition)
        .unit("A1", moving(3.5), (18.0, 15.0, 0.0))
        .state();
    assert_eq!(Field::of(&state).current_mc(id("A1")), mc(3.5));
    let chart = [
        0.0, 1.25, 1.75, 2.5, 3.5, 5.0, 6.0, 7.0, 8.5, 9.5, 10.5, 12.0, 13.0, 14.0, 15.5,
    ];
    for (row, distance) in (0..).zip(chart) {
        assert_eq!(Mc::row(row).inches().value(), distance, "step {row}");
    }
    for (from, steps, to) in [
        (3.5, -2, 1.75),
        (5.0, -1, 3.5),
        (7.0, -3, 3.5),
        (1.25, -2, 0.0),
        (3.5, 1, 5.0),
        (8.5, 2, 10.5),
        (6.0, -3, 2.5),
    ] {
        assert_eq!(mc(from).stepped(steps).inches().value(), to, "{from} {steps}");
    }
}

in_editions!(categories:
    #[test] fn bg4_mc_01_the_chart_of_both_editions(V4);
    #[test] fn bg3_card_05_move_distance(V3);
    #[test] fn bg3_mov_02_the_movement_category_chart(V3);
    #[test] fn bg3_mov_03_modifiers_are_summed(V3);
);

/// Where legs under Direct Control lead a unit of this movement from (18, 15), looking north, or the rule that forbids them.
fn leads(edition: Edition, movement: f64, legs: &[Leg]) -> Result<Pose, String> {
    let state = scene_of(edition)
        .unit("A1", moving(movement), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.turn.controlled = true)
        .state();
    let plan = check_legs(&Field::of(&state), state.unit(id("A1")).unwrap(), legs, None);
    plan.map(|plan| plan.to.rounded())
        .map_err(|refusal| refusal.id(edition))
}

/// Each row with the longest last leg that is allowed.
fn maneuvers(edition: Edition) {
    use Leg::AboutFace;
    use Way::{Backward, Forward, Left, Right};
    let longest = |movement: f64, first: &[Leg], way: Way, most: f64| {
        let with = |length: f64| [first, &[shift(way, length)]].concat();
        let refused = leads(edition, movement, &with(most + 0.1)).unwrap_err();
        assert_eq!(refused, Rule::Move17.id(edition), "{first:?} {way:?}");
        leads(edition, movement, &with(most)).unwrap()
    };
    assert_eq!(leads(edition, 3.5, &[]), Ok(pose(18.0, 15.0, 0.0)), "it may stay");
    assert_eq!(longest(3.5, &[], Forward, 3.5), pose(18.0, 18.5, 0.0));
    // Backwards costs two categories, aside one.
    assert_eq!(longest(6.0, &[], Backward, 3.5), pose(18.0, 11.5, 0.0));
    assert_eq!(longest(5.0, &[], Backward, 2.5), pose(18.0, 12.5, 0.0));
    assert_eq!(longest(3.5, &[], Backward, 1.75), pose(18.0, 13.25, 0.0));
    assert_eq!(longest(2.5, &[], Backward, 1.25), pose(18.0, 13.75, 0.0));
    assert_eq!(longest(3.5, &[], Left, 2.5), pose(15.5, 15.0, 0.0));
    assert_eq!(longest(3.5, &[], Right, 2.5), pose(20.5, 15.0, 0.0));
    assert_eq!(
        longest(5.0, &[shift(Right, 1.5)], Forward, 2.0),
        pose(19.5, 17.0, 0.0)
    );
    // About face one, a reform two.
    assert_eq!(leads(edition, 3.5, &[AboutFace]), Ok(pose(18.0, 15.0, 180.0)));
    assert_eq!(longest(3.5, &[AboutFace], Forward, 2.5), pose(18.0, 12.5, 180.0));
    assert_eq!(
        longest(3.5, &[reform(90.0)], Forward, 1.75),
        pose(19.75, 15.0, 90.0)
    );
    assert!(leads(edition, 3.5, &[reform(50.0), forward(1.75)]).is_ok());
    assert!(leads(edition, 3.5, &[reform(50.0), forward(1.8)]).is_err());
    // What was moved before must be within what is left.
    assert!(leads(edition, 5.0, &[forward(3.5), AboutFace]).is_ok());
    assert!(leads(edition, 5.0, &[forward(3.6), AboutFace]).is_err());
    // Each sidestep costs, one in two pieces once.
    longest(5.0, &[shift(Left, 1.0)], Right, 1.5);
    assert_eq!(
        longest(5.0, &[shift(Left, 1.5)], Left, 2.0),
        pose(14.5, 15.0, 0.0)
    );
    assert!(leads(edition, 0.0, &[AboutFace]).is_err(), "one that cannot move");
    // Only the earlier edition lets larger penalties leave a category of 0 to turn in place, and reforms about.
    let earlier = edition == Edition::V3;
    assert_eq!(leads(edition, 1.25, &[reform(90.0)]).is_ok(), earlier);
    assert_eq!(leads(edition, 1.25, &[reform(90.0), AboutFace]).is_ok(), earlier);
    assert_eq!(leads(edition, 3.5, &[reform(180.0)]).is_ok(), earlier);
    let back = Leg::Turn {
        hand: battleground_geometry::Hand::Left,
        angle: crate::scene::degrees(10.0),
        inches: crate::scene::inches(1.5),
        backward: true,
    };
    assert_eq!(
        leads(edition, 5.0, &[back]).is_err(),
        earlier,
        "no turns backwards"
    );
}

in_editions!(maneuvers:
    #[test] fn bg4_move_12_straight_on_without_a_shift_aside(V4);
    #[test] fn bg4_move_22_direct_control_moves_up_to_the_allowance(V4);
    #[test] fn bg4_man_03_backward(V4);
    #[test] fn bg4_man_05_sideways(V4);
    #[test] fn bg3_mov_05_straight(V3);
    #[test] fn bg3_mov_07_backwards_straight_alone(V3);
    #[test] fn bg3_mov_08_sideways(V3);
    #[test] fn bg3_mov_09_about_face(V3);
    #[test] fn bg3_mov_10_reform_to_any_facing(V3);
    #[test] fn bg3_mov_11_manoeuvres_repeat_and_cost_each_time(V3);
    #[test] fn bg3_ref_12_the_sheet_agrees_on_the_rest(V3);
);
