//! Several rushes at once, and what keeps a unit to one enemy (p. 14).

use super::*;
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::no_rush::NoFinalRush;

use crate::rules::final_rush::tests::room::{at, rush_together};

#[test]
fn bg3_rush_17_each_in_the_lane_of_the_other() {
    let state = || {
        begun(
            scene3()
                .unit("A1", moving(5.0), (16.5, 10.0, 0.0))
                .objective("A1", Objective::Enemy(id("B2")))
                .unit("A2", moving(5.0), (20.0, 10.0, 0.0))
                .objective("A2", Objective::Enemy(id("B1")))
                .holding("B1", line(), (16.3, 15.25, 180.0))
                .holding("B2", line(), (20.2, 15.25, 180.0)),
        )
    };
    assert_eq!(
        may_rush(&state(), id("A1"), id("B2")),
        Err(NoFinalRush::NoOpenPath)
    );
    assert_eq!(
        may_rush(&state(), id("A2"), id("B1")),
        Err(NoFinalRush::NoOpenPath)
    );
    let after = rush_together(state(), &["A1", "A2"], 0);
    assert_eq!(fights(&after, "A1"), [(id("B2"), Side::Front, Side::Front)]);
    assert_eq!(fights(&after, "A2"), [(id("B1"), Side::Front, Side::Front)]);
    assert_eq!(
        (at(&after, "A1"), at(&after, "A2")),
        ((20.2, 12.75), (16.3, 12.75))
    );
}

/// Two units before the front of B1, and a third behind them.
fn three_before_one() -> State {
    begun(
        scene3()
            .unit("A1", line(), (16.2, 12.5, 0.0))
            .unit("A2", line(), (19.8, 12.5, 0.0))
            .unit("A3", moving(7.0), (18.0, 9.5, 0.0))
            .holding("B1", line(), (18.0, 17.25, 180.0)),
    )
}

#[test]
fn bg3_rush_16_the_nearest_two_share_a_side() {
    let refused = |units: &[&str]| {
        let units = units.iter().map(|unit| id(unit)).collect();
        refused3(&three_before_one(), Seat::A, Command::Activate { units })
    };
    assert_eq!(refused(&["A1", "A3"]), "BG3-RUSH-16", "A2 is nearer than A3");
    assert_eq!(refused(&["A1", "A2", "A3"]), "BG3-RUSH-16", "no third");
    assert_eq!(refused(&["A1", "A2"]), "accepted");
}

#[test]
fn bg3_rush_16_their_owner_says_who_takes_which_half() {
    let ends = |number: usize| {
        let state = rush_together(three_before_one(), &["A1", "A2"], number);
        assert_eq!(state.engagements.len(), 2);
        (at(&state, "A1").0, at(&state, "A2").0)
    };
    let mut both = [ends(0), ends(1)];
    both.sort_by(|one, other| one.0.total_cmp(&other.0));
    assert_eq!(both, [(16.25, 19.75), (19.75, 16.25)]);
}

#[test]
fn bg3_rush_15_a_group_on_a_colossal_flank_needs_2_5_each() {
    // Beside a friend the first of two fronts begins at x 14.8 and leaves 2.2 of the flank to the second.
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (16.0, 13.0, 0.0))
            .unit("A2", moving(5.0), (20.0, 13.0, 0.0))
            .holding("A3", line(), (13.05, 17.0, 0.0))
            .holding("B1", colossal(), (18.0, 20.0, 90.0)),
    );
    // The last of what is asked declines a rush with a flank instead.
    let state = rush_together(state, &["A1", "A2"], usize::MAX);
    let on_flank = state
        .engagements
        .iter()
        .filter(|one| one.rushed_side == Side::Right);
    assert_eq!(on_flank.count(), 1);
}

/// B1 beside A1 so far to the right, B2 before it and nearer by mirrored corners.
fn between_two(x: f64) -> State {
    begun(
        scene3()
            .unit("A1", moving(5.0), (18.0, 10.0, 0.0))
            .holding("B1", line(), (x, 12.6, 180.0))
            .holding("B2", line(), (17.0, 15.8, 180.0)),
    )
}

#[test]
fn bg3_rush_10_no_turning_back_from_an_enemy_within_1_25() {
    // The nearest point of B1 lies at (1.15, 0.1) from the front centre of A1, 1.154 away; then at (1.35, 0.1), 1.354 away.
    let near = between_two(20.9);
    assert_eq!(may_rush(&near, id("A1"), id("B1")), Ok(()));
    assert_eq!(
        may_rush(&near, id("A1"), id("B2")),
        Err(NoFinalRush::NoTurningBack(id("B1")))
    );
    assert_eq!(fights(&rush_together(near, &["A1"], 0), "A1")[0].0, id("B1"));
    let far = between_two(21.1);
    assert_eq!(may_rush(&far, id("A1"), id("B2")), Ok(()));
    assert_eq!(
        fights(&rush_together(far, &["A1"], 0), "A1")[0].0,
        id("B2"),
        "the nearer by mirrored corners"
    );
}

#[test]
fn bg3_rush_09_terrain_beside_the_line_slows_nobody() {
    // Forest on both sides leaves 0.4 of the lane; what the line crosses counts.
    let wooded = |left: f64, right: f64| {
        let made = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 15.5, 180.0))
            .terrain(rectangle(TerrainType::Forest, (12.0, 11.3), (left, 11.7)))
            .terrain(rectangle(TerrainType::Forest, (right, 11.3), (24.0, 11.7)));
        may_rush(&begun(made), id("A1"), id("B1"))
    };
    assert_eq!(wooded(17.8, 18.2), Ok(()), "3.0 of 3.5");
    assert!(
        matches!(wooded(18.1, 18.2), Err(NoFinalRush::TooFar { .. })),
        "2.5"
    );
}

#[test]
fn bg3_rush_12_a_rush_with_a_flank_alone_holds_up_no_move() {
    // Lakes close three sides of B1, a friend leaves 1.5 of the fourth: enough for a flank of A1, not for its front.
    let lake = |from: (f64, f64), to: (f64, f64)| {
        ground(
            TerrainType::VeryDeepWater,
            &[from, (to.0, from.1), to, (from.0, to.1)],
        )
    };
    let state = begun(
        scene3()
            .unit("A1", moving(7.0), (26.0, 20.5, 270.0))
            .holding("A2", line(), (21.5, 18.5, 0.0))
            .unit("A3", line(), (5.0, 5.0, 0.0))
            .holding("B1", line(), (18.0, 20.0, 180.0))
            .terrain(lake((16.25, 16.0), (19.7, 18.6)))
            .terrain(lake((16.25, 21.4), (19.0, 23.0)))
            .terrain(lake((14.0, 18.75), (16.1, 21.25))),
    );
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Ok(()));
    let (first, _) = play3(state.clone(), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(asked(&first).map(|found| found.0), Some(Topic::FlankRush));
    let others = Command::Activate {
        units: vec![id("A3")],
    };
    assert_eq!(refused3(&state, Seat::A, others), "accepted");
}
