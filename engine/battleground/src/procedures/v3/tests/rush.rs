//! Final rushes (pp. 13-14, 30).

use super::*;
use crate::model::event::EngagementEvent;
use crate::model::state::RushKind;
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::no_rush::NoFinalRush;

fn activate(units: &[&str]) -> Command {
    Command::Activate {
        units: units.iter().map(|unit| id(unit)).collect(),
    }
}

fn may(made: Scene, unit: &str, enemy: &str) -> Result<(), NoFinalRush> {
    may_rush(&begun(made), id(unit), id(enemy))
}

/// A1 north of nothing, B1 dead ahead so far away.
fn at_distance(distance: f64) -> Scene {
    scene3().unit("A1", line(), (18.0, 10.0, 0.0)).holding(
        "B1",
        line(),
        (18.0, 11.25 + distance + 1.25, 180.0),
    )
}

#[test]
fn bg3_rush_01_no_rush_after_a_normal_move() {
    let made = at_distance(2.0).unit("A2", line(), (5.0, 5.0, 0.0));
    assert_eq!(may(made, "A1", "B1"), Ok(()));
    let late = at_distance(2.0).set(|state| state.normal_moves = true);
    assert_eq!(may(late, "A1", "B1"), Err(NoFinalRush::TooLate));
    // Normal movement cannot start while a compulsory rush is left. Rule BG3-RUSH-12.
    let state = begun(at_distance(2.0).unit("A2", line(), (5.0, 5.0, 0.0)));
    assert_eq!(refused3(&state, Seat::A, activate(&["A2"])), "BG3-RUSH-01");
}

#[test]
fn bg3_rush_02_who_may_rush() {
    assert_eq!(
        may(at_distance(2.0).order("A1", Order::Range), "A1", "B1"),
        Err(NoFinalRush::NotOnClose)
    );
    let controlled = at_distance(2.0).change("A1", |unit| unit.turn.controlled = true);
    assert_eq!(
        may(controlled, "A1", "B1"),
        Err(NoFinalRush::NotOnClose),
        "its order is ignored"
    );
    let run_through = at_distance(2.0).change("A1", |unit| unit.turn.run_through = true);
    assert_eq!(may(run_through, "A1", "B1"), Err(NoFinalRush::Spent));
    let rallied = at_distance(2.0).change("A1", |unit| unit.turn.rallied = true);
    assert_eq!(may(rallied, "A1", "B1"), Err(NoFinalRush::Spent));
    let flying = at_distance(2.0).change("B1", |unit| unit.airborne = true);
    assert_eq!(may(flying, "A1", "B1"), Err(NoFinalRush::EnemyFlying));
    // The order may have been changed this turn.
    let state = begun(at_distance(2.0).order("A1", Order::Hold));
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
    let state = begun(at_distance(3.2).unit("A2", line(), (18.0, 13.0, 0.0)));
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
    let (state, _) = play3(state, &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
    assert_eq!(fights(&state, "A1"), [(id("B1"), Side::Front, Side::Right)]);
    // Rule BG3-RUSH-14: its front flush against that side, the centre points lined up.
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(19.0, 14.0, 90.0)));
}

#[test]
fn bg3_rush_14_placing_the_rusher() {
    let state = begun(scene3().unit("A1", moving(5.0), (17.0, 9.0, 10.0)).holding(
        "B1",
        line(),
        (18.0, 14.25, 180.0),
    ));
    let (state, _) = play3(state, &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 11.75, 0.0)));
}

#[test]
fn bg3_rush_04_open_sides() {
    // The whole front is covered by a friend; the other sides are too far.
    let covered = at_distance(3.0).unit("A2", line(), (18.0, 13.0, 0.0));
    assert!(may(covered, "A1", "B1").is_err());
    let water = at_distance(3.0).terrain(rectangle(TerrainType::DeepWater, (16.0, 13.3), (20.0, 14.2)));
    assert!(
        may(water, "A1", "B1").is_err(),
        "a side at deep water is not open"
    );
}

#[test]
fn bg3_rush_07_the_lane_is_2_5_wide() {
    let lane = |left: f64, right: f64| {
        let made = scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .unit("A2", line(), (left - 1.75, 12.5, 0.0))
            .unit("A3", line(), (right + 1.75, 12.5, 0.0))
            .holding("B1", line(), (18.0, 17.6, 180.0));
        may(made, "A1", "B1")
    };
    assert_eq!(lane(16.75, 19.25), Ok(()));
    assert_eq!(lane(16.75, 19.0), Err(NoFinalRush::NoOpenPath));
    assert_eq!(lane(16.75, 19.85), Ok(()));
}

#[test]
fn bg3_rush_08_strictly_less_than_the_movement() {
    assert_eq!(may(at_distance(3.49), "A1", "B1"), Ok(()));
    for distance in [3.5, 3.51] {
        assert!(
            matches!(
                may(at_distance(distance), "A1", "B1"),
                Err(NoFinalRush::TooFar { .. })
            ),
            "{distance}"
        );
    }
    let later = at_distance(3.5).set(|state| state.edition = Edition::V4);
    assert_eq!(may(later, "A1", "B1"), Ok(()), "the later edition: at or less");
}

#[test]
fn bg3_rush_09_terrain_slows_a_rush() {
    let wooded = |distance: f64| {
        at_distance(distance).terrain(rectangle(TerrainType::Forest, (10.0, 11.6), (26.0, 12.0)))
    };
    assert_eq!(may(wooded(2.4), "A1", "B1"), Ok(()));
    assert!(matches!(
        may(wooded(2.6), "A1", "B1"),
        Err(NoFinalRush::TooFar { .. })
    ));
}

#[test]
fn bg3_rush_11_the_nearest_by_effective_distance() {
    // B1 is more directly ahead, B2 nearer by mirrored corners: 5.27 against 5.75.
    let made = || {
        scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .holding("B1", line(), (18.0, 17.0, 180.0))
            .holding("B2", line(), (22.5, 14.0, 180.0))
    };
    let (state, _) = play3(begun(made()), &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
    assert_eq!(fights(&state, "A1")[0].0, id("B2"));
    let later = begun(made().set(|state| state.edition = Edition::V4));
    let (state, _) = crate::scene::play(later, &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
    assert_eq!(
        fights(&state, "A1")[0].0,
        id("B1"),
        "the later edition looks straight ahead"
    );
}

#[test]
fn bg3_rush_12_a_legal_rush_must_be_made() {
    let state = begun(at_distance(2.0));
    assert_eq!(refused3(&state, Seat::A, Command::EndPhase), "BG3-CMD-03");
    let (state, _) = play3(state, &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
    assert_eq!(fights(&state, "A1"), [(id("B1"), Side::Front, Side::Front)]);
}

#[test]
fn bg3_rush_13_only_the_objective_or_what_is_in_its_way() {
    let made = |enemy: (f64, f64, f64)| {
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .objective("A1", Objective::Enemy(id("B2")))
            .holding("B1", line(), enemy)
            .holding("B2", line(), (18.0, 25.0, 180.0))
    };
    assert_eq!(may(made((18.0, 15.0, 180.0)), "A1", "B1"), Ok(()), "in the way");
    assert_eq!(
        may(made((13.5, 13.5, 180.0)), "A1", "B1"),
        Err(NoFinalRush::NotItsObjective)
    );
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
fn bg3_rush_17_units_side_by_side_rush_together() {
    let state = begun(
        scene3()
            .unit("A1", line(), (16.25, 10.0, 0.0))
            .unit("A2", line(), (19.75, 10.0, 0.0))
            .holding("B1", line(), (16.25, 15.0, 180.0))
            .holding("B2", line(), (19.75, 15.0, 180.0)),
    );
    let (state, _) = play3(state, &[(Seat::A, activate(&["A1", "A2"]))], &[]).unwrap();
    assert_eq!((fights(&state, "A1").len(), fights(&state, "A2").len()), (1, 1));
}

#[test]
fn bg3_rush_19_only_its_target_becomes_engaged() {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 15.0, 180.0))
            .holding("B2", line(), (21.5, 15.0, 180.0)),
    );
    let (state, _) = play3(state, &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
    assert_eq!(fights(&state, "A1").len(), 1);
    assert!(fights(&state, "B2").is_empty());
}

#[test]
fn bg3_rush_20_an_engagement_is_recorded_with_both_sides() {
    let state = begun(at_distance(2.0));
    let (state, events) = play3(state, &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
    assert_eq!(fights(&state, "B1"), [(id("A1"), Side::Front, Side::Front)]);
    assert!(
        has!(events, Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) if engagement.kind == RushKind::Front)
    );
}

#[test]
fn bg3_rush_22_a_rusher_charges() {
    let state = begun(at_distance(2.0));
    let (state, _) = play3(state, &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
    assert!(crate::model::charging::charges_toward(&state, id("A1"), id("B1")));
    assert!(
        !crate::model::charging::charges_toward(&state, id("B1"), id("A1")),
        "on Hold"
    );
}

#[test]
fn bg3_key_28_skirmishers_rush_fronts_only_to_pinch() {
    let made = || {
        scene3()
            .unit("A1", with_keywords(&[Keyword::Skirmisher]), (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 14.5, 180.0))
    };
    assert_eq!(may(made(), "A1", "B1"), Err(NoFinalRush::SkirmisherInFront));
    let pinching = made()
        .unit("A2", line(), (21.0, 14.5, 270.0))
        .engaged("A2", "B1", Side::Left);
    assert_eq!(may(pinching, "A1", "B1"), Ok(()));
    let another = scene3()
        .unit("A1", with_keywords(&[Keyword::Skirmisher]), (18.0, 10.0, 0.0))
        .holding("B1", with_keywords(&[Keyword::Skirmisher]), (18.0, 14.5, 180.0));
    assert_eq!(may(another, "A1", "B1"), Ok(()));
}

#[test]
fn bg3_key_14_airborne_units_neither_rush_nor_are_rushed() {
    let flying = at_distance(2.0).change("A1", |unit| unit.airborne = true);
    assert_eq!(may(flying, "A1", "B1"), Err(NoFinalRush::Flying));
    let began = at_distance(2.0).change("A1", |unit| unit.turn.began_flying = true);
    assert_eq!(
        may(began, "A1", "B1"),
        Err(NoFinalRush::Flying),
        "it was in the air when the turn began"
    );
}

#[test]
fn bg3_key_08_the_nearest_of_three_flank_points() {
    let state = begun(scene3().unit("A1", moving(7.0), (19.5, 12.0, 0.0)).holding(
        "B1",
        colossal(),
        (18.0, 20.0, 90.0),
    ));
    let field = Field::of(&state);
    let (point, distance) = field.to_side(id("A1"), id("B1"), Side::Right).unwrap();
    assert!((point.x.value() - 19.25).abs() < 1e-9 && (point.y.value() - 18.25).abs() < 1e-9);
    assert!((distance.value() - 5.0062).abs() < 1e-4);
}

#[test]
fn bg3_cmd_06_direct_control_gives_no_rush() {
    let state = begun(at_distance(2.0).actions(4));
    let (state, _) = play3(
        state,
        &[(Seat::A, Command::DirectControl { unit: id("A1") })],
        &[],
    )
    .unwrap();
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Err(NoFinalRush::NotOnClose));
    // An engaged unit is not controlled.
    let engaged = at_distance(0.0)
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
    let (state, _) = play3(state, &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
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
    let (state, _) = play3(state, &[(Seat::A, activate(&["A1"]))], &[]).unwrap();
    assert_eq!(fights(&state, "A1").len(), 1);
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(20.5, 11.75, 0.0)));
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Close))),
        "the objective is erased, the base order stays"
    );
    assert!(state.tokens.is_empty());
}
