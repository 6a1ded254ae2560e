//! Final rushes (pp. 13-14, 30).

use super::*;
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::no_rush::NoFinalRush;

use crate::rules::final_rush::tests::editions::{at_distance, may};

#[test]
fn bg3_rush_02_who_may_rush() {
    assert_eq!(
        may(
            at_distance(Edition::V3, 2.0).order("A1", Order::Range),
            "A1",
            "B1"
        ),
        Err(NoFinalRush::NotOnClose)
    );
    let controlled = at_distance(Edition::V3, 2.0).change("A1", |unit| unit.turn.controlled = true);
    assert_eq!(
        may(controlled, "A1", "B1"),
        Err(NoFinalRush::NotOnClose),
        "its order is ignored"
    );
    let run_through = at_distance(Edition::V3, 2.0).change("A1", |unit| unit.turn.run_through = true);
    assert_eq!(may(run_through, "A1", "B1"), Err(NoFinalRush::Spent));
    let rallied = at_distance(Edition::V3, 2.0).change("A1", |unit| unit.turn.rallied = true);
    assert_eq!(may(rallied, "A1", "B1"), Err(NoFinalRush::Spent));
    let flying = at_distance(Edition::V3, 2.0).change("B1", |unit| unit.airborne = true);
    assert_eq!(may(flying, "A1", "B1"), Err(NoFinalRush::EnemyFlying));
    // The order may have been changed this turn.
    let state = begun(at_distance(Edition::V3, 2.0).order("A1", Order::Hold));
    let state = Scene::from(state).order("A1", Order::Close).state();
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Ok(()));
}

#[test]
fn bg3_rush_03_visible_when_the_rush_is_made() {
    let lake = |kind: TerrainType, from: f64, to: f64| {
        scene3()
            .unit("A1", moving(8.5), (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 18.0, 180.0))
            .terrain(rectangle(kind, (10.0, from), (26.0, to)))
    };
    assert_eq!(
        may(lake(TerrainType::Forest, 12.0, 15.0), "A1", "B1"),
        Err(NoFinalRush::NotVisible)
    );
    assert_ne!(
        may(lake(TerrainType::DeepWater, 12.0, 15.0), "A1", "B1"),
        Err(NoFinalRush::NotVisible),
        "a lake hides nobody"
    );
    // A friend that has left the line meanwhile hides it no more.
    let state = begun(at_distance(Edition::V3, 3.2).unit("A2", line(), (18.0, 13.0, 0.0)));
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Err(NoFinalRush::NotVisible));
    let state = Scene::from(state)
        .change("A2", |unit| unit.pose = Some(pose(10.0, 13.0, 0.0)))
        .state();
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Ok(()));
}

#[test]
fn bg3_rush_05_the_nearest_open_side_though_another_faces_it() {
    // Front centre (18, 10): the enemy's front lies at 4.8541, its right at 4.5894; the facing side is the front.
    let state = begun(scene3().unit("A1", moving(5.0), (18.0, 8.75, 0.0)).holding(
        "B1",
        line(),
        (22.0, 14.0, 180.0),
    ));
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1"), [(id("B1"), Side::Front, Side::Right)]);
    // Rule BG3-RUSH-14: its front flush against that side, the centre points lined up.
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(19.0, 14.0, 90.0)));
}

/// How the least contact is judged of a slide along a side.
fn contact(target: &UnitType, side: Side, least: f64) {
    let own = line().size;
    let found = Edition::V3
        .profile()
        .frontage
        .least(own.side(Side::Front), target.size.side(side))
        .value();
    assert!((found - least).abs() < 1e-9, "{side:?}: {found}");
}

#[test]
fn bg3_rush_15_half_of_the_front_and_half_of_the_side() {
    contact(&line(), Side::Front, 1.75);
    contact(&line(), Side::Left, 1.75);
    contact(&colossal(), Side::Left, 2.5);
    // Against a front of 3.5 a neighbour leaves 1.75 or less.
    let beside = |x: f64| {
        let made = scene3()
            .unit("A1", line(), (18.5, 10.0, 0.0))
            .unit("A2", line(), (x, 13.0, 0.0))
            .holding("B1", line(), (18.0, 15.5, 180.0))
            .engaged("A2", "B1", Side::Front);
        may(made, "A1", "B1")
    };
    assert_eq!(beside(16.25), Ok(()), "1.75 are left");
    assert!(beside(16.5).is_err(), "1.5 are left");
}

#[test]
fn bg3_cmd_06_direct_control_gives_no_rush() {
    let state = begun(at_distance(Edition::V3, 2.0).actions(4));
    let (state, _) = play3(
        state,
        &[(Seat::A, Command::DirectControl { unit: id("A1") })],
        &[],
    )
    .unwrap();
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Err(NoFinalRush::NotOnClose));
    // An engaged unit is not controlled.
    let engaged = at_distance(Edition::V3, 0.0)
        .engaged("A1", "B1", Side::Front)
        .actions(4)
        .state();
    let control = Command::DirectControl { unit: id("A1") };
    assert_eq!(refused3(&engaged, Seat::A, control), "BG3-CMD-06");
}

#[test]
fn bg3_rush_14_a_rusher_is_shifted_by_the_least_that_makes_room() {
    // The flank of a Colossal unit, its point nearest to A1 at (19.25, 18.25). A friend keeps A1 from lying there with its
    // middle: it is shifted by 0.3, though 0.5 would have all of its front on the flank.
    let state = begun(
        scene3()
            .unit("A1", moving(7.0), (19.5, 12.0, 0.0))
            .holding("A2", line(), (22.45, 16.9, 0.0))
            .holding("B1", colossal(), (18.0, 20.0, 90.0)),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let there = state.unit(id("A1")).unwrap().pose.unwrap().centre;
    assert!((there.x.value() - 18.95).abs() < 0.011, "{there:?}");
    assert!((there.y.value() - 17.0).abs() < 0.011, "{there:?}");
}

#[test]
fn bg3_ord_15_a_rush_reaches_a_point_that_the_card_then_touches() {
    use crate::model::names::TokenNo;
    // B1 lies on the path to the point, and the rusher's card comes to lie on the point.
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (18.0, 8.75, 0.0))
            .objective("A1", Objective::Location(TokenNo(1)))
            .set(|state| {
                let at = crate::scene::point(21.5, 12.95);
                state.tokens.insert(TokenNo(1), (Seat::A, at));
            })
            .holding("B1", line(), (20.5, 14.25, 180.0)),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1").len(), 1);
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(20.5, 11.75, 0.0)));
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Close))),
        "the objective is erased, the base order stays"
    );
    assert!(state.tokens.is_empty());
}
