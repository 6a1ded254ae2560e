//! Enemies that may be rushed.

use hindsight_kernel::Seat;

use super::*;
use crate::model::cards::TerrainType;
use crate::model::names::TokenNo;
use crate::model::orders::{Objective, Order, Orders};
use crate::model::state::{Cause, Status};
use crate::scene::{ground, inches, mc, point, pose};

/// B2 hides B1 from A1, which could reach it.
fn hidden() -> Scene {
    scene()
        .unit("A1", moving(6.0), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 16.6, 180.0))
        .unit("B2", line(), (18.0, 14.0, 0.0))
}

fn gone(scene: Scene, unit: &str) -> Scene {
    scene.change(unit, |unit| {
        unit.pose = None;
        unit.destroyed = Some(Cause::Damage);
    })
}

#[test]
fn bg4_geo_21_the_start_of_the_turn_is_what_counts() {
    let state = gone(begun(hidden()).into(), "B2").state();
    assert_eq!(may(&state, "A1", "B1"), Err(NoFinalRush::NotVisible));
    // Seen at the start it may be rushed.
    let state = begun(gone(hidden(), "B2"));
    assert_eq!(may(&state, "A1", "B1"), Ok(()));
    // Every own unit against every enemy, and nobody else.
    let state = begun(hidden().unit("A2", line(), (5.0, 5.0, 0.0)));
    let pairs: Vec<_> = state
        .snapshot
        .iter()
        .map(|glimpse| (glimpse.unit, glimpse.enemy))
        .collect();
    let expected = ["A1", "A2"].map(|unit| ["B1", "B2"].map(|enemy| (id(unit), id(enemy))));
    assert_eq!(pairs, expected.concat());
    let seen = |enemy: &str| {
        let glimpse = state
            .snapshot
            .iter()
            .find(|glimpse| glimpse.unit == id("A1") && glimpse.enemy == id(enemy));
        let glimpse = glimpse.unwrap();
        (glimpse.visible, glimpse.side, glimpse.could_rush)
    };
    assert_eq!(seen("B1"), (false, None, false));
    assert_eq!(seen("B2"), (true, Some(Side::Rear), true));
}

#[test]
fn bg4_rush_01_the_one_that_passes_all_tests_is_rushed() {
    // B1 is nearest and straight ahead, but began the turn flying; B3 is out of reach.
    let state = begun(
        scene()
            .unit("A1", moving(5.0), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .unit("B2", line(), (22.2, 14.8, 180.0))
            .unit("B3", line(), (28.0, 24.0, 180.0))
            .change("B1", |unit| unit.turn.began_flying = true),
    );
    let (state, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_eq!(engaged(&state, "A1"), [(id("B2"), Side::Front, Side::Front)]);
    // With no enemy that passes there is no Final Rush.
    assert!(!must_rush(
        &begun(scene().unit("A1", line(), (18.0, 10.0, 0.0))),
        id("A1")
    ));
}

#[test]
fn bg4_rush_02_only_ready_close_units() {
    let close = Status::Ready(Some(Orders::plain(Order::Close)));
    let hold = Status::Ready(Some(Orders::plain(Order::Hold)));
    let range = Status::Ready(Some(Orders::plain(Order::Range)));
    for (before, now, expected) in [
        (close, close, Ok(())),
        (hold, close, Ok(())),
        (Status::Disrupted, close, Ok(())),
        (close, hold, Err(NoFinalRush::NotOnClose)),
        (close, range, Err(NoFinalRush::NotOnClose)),
        (close, Status::Disrupted, Err(NoFinalRush::NotReady)),
        (close, Status::Routing, Err(NoFinalRush::NotReady)),
    ] {
        let state = begun(facing().change("A1", |unit| unit.status = before));
        let state = Scene::from(state).change("A1", |unit| unit.status = now).state();
        assert_eq!(may(&state, "A1", "B1"), expected, "{before:?} {now:?}");
    }
    let state = begun(
        facing()
            .unit("B2", line(), (21.0, 10.0, 270.0))
            .engaged("B2", "A1", Side::Right),
    );
    assert_eq!(may(&state, "A1", "B1"), Err(NoFinalRush::Engaged));
}

#[test]
fn bg4_rush_03_objectives_restrict() {
    let token = TokenNo(1);
    let with_token = |x: f64, y: f64| {
        facing().objective("A1", Objective::Location(token)).set(|state| {
            state.tokens.insert(token, (Seat::A, point(x, y)));
        })
    };
    let not = Err(NoFinalRush::NotItsObjective);
    let rows = [
        (
            "the objective itself",
            facing().objective("A1", Objective::Enemy(id("B1"))),
            Ok(()),
        ),
        (
            "on the line to the token (book example)",
            with_token(18.0, 24.0),
            Ok(()),
        ),
        (
            "beside the line to the token (book example)",
            with_token(8.0, 14.0),
            not,
        ),
        (
            "on the line to the leader",
            facing()
                .unit("A2", line(), (18.0, 24.0, 0.0))
                .objective("A1", Objective::Friend(id("A2"))),
            Ok(()),
        ),
        (
            "beside the line to the leader",
            facing()
                .unit("A2", line(), (9.0, 17.0, 0.0))
                .objective("A1", Objective::Friend(id("A2"))),
            not,
        ),
    ];
    for (words, scene, expected) in rows {
        assert_eq!(may(&begun(scene), "A1", "B1"), expected, "{words}");
    }
    // A friend stands before the objective: another enemy in reach is not considered.
    let blocked = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (18.0, 12.75, 0.0))
            .unit("B1", line(), (18.0, 15.5, 180.0))
            .unit("B2", line(), (22.5, 10.5, 270.0))
    };
    assert_eq!(may(&begun(blocked()), "A1", "B2"), Ok(()));
    let state = begun(blocked().objective("A1", Objective::Enemy(id("B1"))));
    assert_eq!(may(&state, "A1", "B2"), not);
    assert!(!must_rush(&state, id("A1")));
}

#[test]
fn bg4_rush_04_not_visible_at_the_start() {
    // A2 rushes the Routing B2 that hides B1 from A1.
    let state = begun(
        hidden()
            .unit("A2", line(), (22.5, 14.0, 270.0))
            .change("B2", |unit| unit.status = Status::Routing),
    );
    let (state, _) = rushed(state, &["A2"], &[]).unwrap();
    assert_eq!(state.unit(id("B2")).unwrap().destroyed, Some(Cause::Rushed));
    assert_eq!(may(&state, "A1", "B1"), Err(NoFinalRush::NotVisible));
}

#[test]
fn bg4_rush_05_the_facing_side_is_fixed() {
    let with_scouts = || two_before_one().unit("B2", line(), (25.5, 15.0, 180.0));
    let state = begun(two_before_one());
    assert_eq!(may(&state, "A2", "B1"), Ok(()));
    let (state, _) = rushed(state, &["A1"], &[]).unwrap();
    // The flank would be open and in reach (book example).
    assert_eq!(
        may(&state, "A2", "B1"),
        Err(NoFinalRush::PathBlocked(Side::Front))
    );
    assert!(!must_rush(&state, id("A2")));
    // Another enemy that passes since the start is rushed instead (book example).
    let (state, _) = rushed(begun(with_scouts()), &["A1"], &[]).unwrap();
    let (state, _) = rushed(state, &["A2"], &[]).unwrap();
    assert_eq!(engaged(&state, "A2"), [(id("B2"), Side::Front, Side::Front)]);
}

#[test]
fn bg4_rush_27_with_no_enemy_left_it_moves_by_the_normal_procedure() {
    use crate::procedures::movement::plan::Aim;
    use crate::procedures::movement::would_move;
    // (book example) The front is taken by the other's rush; the left flank, as it stands now, is where it goes.
    let (state, _) = rushed(begun(two_before_one()), &["A1"], &[]).unwrap();
    assert!(!must_rush(&state, id("A2")));
    let found = would_move(&crate::field::Field::of(&state), id("A2"), &[]).unwrap();
    assert_eq!(found.aim, Some(Aim::Enemy(id("B1"), Side::Left)));
    assert!(!found.legs.is_empty() && found.indirect.is_none());
}

/// A1 fights B1's front; A2's way to that front is blocked, the left flank is its Nearest Open Side.
fn front_taken() -> Scene {
    scene()
        .unit("A1", line(), (18.0, 12.5, 0.0))
        .unit("A2", moving(5.0), (22.2, 9.95, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0))
        .engaged("A1", "B1", Side::Front)
}

#[test]
fn bg4_rush_06_blocked_at_the_start() {
    for scene in [
        front_taken(),
        front_taken().objective("A2", Objective::Enemy(id("B1"))),
    ] {
        let (state, _) = rushed(begun(scene), &["A2"], &[]).unwrap();
        assert_eq!(engaged(&state, "A2"), [(id("B1"), Side::Front, Side::Left)]);
        assert_lies(&state, "A2", (21.0, 15.0, 270.0));
    }
}

#[test]
fn bg4_colos_05_a_side_with_room_for_one_card_is_open_to_a_colossal_unit() {
    let giant = || crate::model::cards::UnitType {
        movement: mc(5.0),
        ..crate::scene::colossal()
    };
    let before = || {
        scene()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .unit("A2", giant(), (22.2, 8.7, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .engaged("A1", "B1", Side::Front)
    };
    // RULING: A3 leaves 3 inches beside the flank that stands for the blocked front. Rules BG4-PATH-01, BG4-RUSH-06.
    let narrow = before().unit("A3", line(), (24.5, 15.6, 0.0));
    for (scene, x, slid) in [(before(), 22.25, false), (narrow, 19.75, true)] {
        let (state, _) = rushed(begun(scene), &["A2"], &[]).unwrap();
        assert_eq!(engaged(&state, "A2"), [(id("B1"), Side::Front, Side::Left)]);
        assert_lies(&state, "A2", (x, 15.0, 270.0));
        assert_eq!(state.unit(id("A2")).unwrap().slid, slid);
    }
}

#[test]
fn bg4_path_11_a_side_that_opens_during_the_turn_is_not_rushed() {
    // A2 stands before B1 and closes every way to it.
    let state = begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (18.0, 12.75, 0.0))
            .unit("B1", line(), (18.0, 15.5, 180.0)),
    );
    let moved = |state| {
        Scene::from(state)
            .change("A2", |unit| unit.pose = Some(pose(5.0, 5.0, 0.0)))
            .state()
    };
    assert_eq!(may(&moved(state), "A1", "B1"), Err(NoFinalRush::NoOpenPath));
    // The front has been taken at the start and is free now: only the flank counts.
    let state = Scene::from(begun(front_taken()))
        .change("A1", |unit| unit.pose = Some(pose(5.0, 5.0, 0.0)))
        .set(|state| state.engagements.clear())
        .state();
    let (state, _) = rushed(state, &["A2"], &[]).unwrap();
    assert_eq!(engaged(&state, "A2"), [(id("B1"), Side::Front, Side::Left)]);
}

#[test]
fn bg4_rush_07_distance_to_the_permitted_side() {
    // 3.598 from the permitted front, 2.9 from the left flank.
    let state = Scene::from(begun(facing()))
        .change("A1", |unit| unit.pose = Some(pose(21.42, 11.382, 0.0)))
        .state();
    match may(&state, "A1", "B1") {
        Err(NoFinalRush::TooFar { distance, reach }) => {
            assert!((distance.value() - 3.598).abs() < 0.002);
            assert_eq!(reach, inches(3.5));
        }
        other => panic!("{other:?}"),
    }
    // One at 5 is out of reach, the other is rushed (book example).
    let state = begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 17.5, 180.0))
            .unit("B2", line(), (21.6, 13.9, 225.0)),
    );
    assert!(matches!(may(&state, "A1", "B1"), Err(NoFinalRush::TooFar { .. })));
    let (state, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_eq!(engaged(&state, "A1").len(), 1);
    assert_eq!(engaged(&state, "A1")[0].0, id("B2"));
}

#[test]
fn bg4_rush_08_terrain_where_it_starts_goes_and_ends() {
    let at_three = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 15.5, 180.0))
    };
    let strip =
        |kind, x: (f64, f64), y: (f64, f64)| ground(kind, &[(x.0, y.0), (x.1, y.0), (x.1, y.1), (x.0, y.1)]);
    let wide = (10.0, 26.0);
    let far = Err(NoFinalRush::TooFar {
        distance: inches(3.0),
        reach: inches(2.5),
    });
    let rows = [
        ("nothing", at_three(), Ok(())),
        // Between the two poses lies only the path.
        // RULING: BG4-RUSH-08, the mildest corridor.
        (
            "a corridor leads past it",
            at_three().terrain(strip(TerrainType::Forest, (18.5, 26.0), (11.3, 11.7))),
            Ok(()),
        ),
        (
            "none leads past it",
            at_three().terrain(strip(TerrainType::Forest, (17.5, 18.5), (11.3, 11.7))),
            far,
        ),
        (
            "it would end partly in low brush",
            at_three().terrain(strip(TerrainType::LowBrush, wide, (13.5, 20.0))),
            far,
        ),
        (
            "it starts in low brush",
            at_three().terrain(strip(TerrainType::LowBrush, wide, (5.0, 9.5))),
            far,
        ),
        (
            "its cap",
            at_three().change("A1", |unit| {
                unit.status = Status::Ready(Some(Orders {
                    cap: Some(mc(2.5)),
                    ..Orders::plain(Order::Close)
                }));
            }),
            far,
        ),
    ];
    for (words, scene, expected) in rows {
        assert_eq!(may(&begun(scene), "A1", "B1"), expected, "{words}");
    }
    // A road helps only if all of it is road.
    let at_four = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 16.5, 180.0))
    };
    let road = |y: (f64, f64)| begun(at_four().terrain(strip(TerrainType::Road, wide, y)));
    assert_eq!(may(&road((5.0, 20.0)), "A1", "B1"), Ok(()));
    assert!(may(&road((5.0, 14.0)), "A1", "B1").is_err());
    assert!(may(&begun(at_four()), "A1", "B1").is_err());
}

#[test]
fn bg4_rush_09_most_directly_ahead_is_rushed() {
    // B1 is nearer with 1.0 inch of front ahead; B2 at 3.4 has 2.5.
    let state = begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (20.5, 13.5, 180.0))
            .unit("B2", line(), (17.0, 15.75, 180.0)),
    );
    assert_eq!(may(&state, "A1", "B1"), Ok(()));
    let (state, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_eq!(engaged(&state, "A1"), [(id("B2"), Side::Front, Side::Front)]);
    // Equal frontage: the owner chooses.
    let tied = begun(tied());
    let question = rushed(tied.clone(), &["A1"], &[]).unwrap_err();
    assert_eq!(question.topic, Topic::RushTarget);
    assert_eq!(question.seat, Seat::A);
    for enemy in ["B1", "B2"] {
        let given = answer(Topic::RushTarget, "A1", None, Answer::Unit(id(enemy)));
        let (state, _) = rushed(tied.clone(), &["A1"], &[given]).unwrap();
        assert_eq!(engaged(&state, "A1")[0].0, id(enemy));
    }
}

fn tied() -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (20.0, 15.0, 180.0))
        .unit("B2", line(), (16.0, 15.0, 180.0))
}

/// A1 with B1's flank centre 1.238 or 1.309 away, and B2 at 3.04 with more frontage ahead.
fn near(further: f64) -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (20.116 + further, 13.359 + further, 314.0))
        .unit("B2", line(), (17.25, 15.45, 180.0))
}

#[test]
fn bg4_rush_10_no_turning_back() {
    let state = begun(near(0.0));
    assert_eq!(may(&state, "A1", "B1"), Ok(()));
    assert_eq!(may(&state, "A1", "B2"), Err(NoFinalRush::NoTurningBack(id("B1"))));
    let (state, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_eq!(engaged(&state, "A1"), [(id("B1"), Side::Front, Side::Left)]);
    // A little further away the one Most Directly Ahead is rushed.
    let (state, _) = rushed(begun(near(0.05)), &["A1"], &[]).unwrap();
    assert_eq!(engaged(&state, "A1"), [(id("B2"), Side::Front, Side::Front)]);
    // At 1.2496, which is 1.25 as near as it can be measured, it is still bound.
    let limit = begun(near(0.008));
    assert_eq!(distance_at_first(&limit, "B1"), inches(1.25));
    assert_eq!(may(&limit, "A1", "B1"), Ok(()));
    assert_eq!(may(&limit, "A1", "B2"), Err(NoFinalRush::NoTurningBack(id("B1"))));
    // Direct Control does not redirect it.
    let controlled = Scene::from(limit)
        .change("A1", |unit| unit.turn.controlled = true)
        .state();
    let named = answer(Topic::RushTarget, "A1", None, Answer::Unit(id("B2")));
    let question = rushed(controlled, &["A1"], &[named]).unwrap_err();
    assert_eq!(options(&question), [Answer::Unit(id("B1")), Answer::Decline]);
    // RULING: a unit ordered to Close later in the turn is not bound.
    let state = begun(near(0.0).order("A1", Order::Hold));
    let state = Scene::from(state).order("A1", Order::Close).state();
    assert_eq!(may(&state, "A1", "B2"), Ok(()));
}

#[test]
fn bg4_rush_10_another_enemy_named_under_direct_control_is_refused_by_it() {
    let named = |state: State, enemy: &str| {
        let state = Scene::from(state)
            .change("A1", |unit| unit.turn.controlled = true)
            .state();
        let commands = [
            crate::model::command::Command::Activate {
                units: vec![id("A1")],
            },
            crate::model::command::Command::Choose {
                answer: Answer::Unit(id(enemy)),
            },
        ];
        let commands = commands.map(|command| (Seat::A, command));
        crate::scene::play(state, &commands, &[])
    };
    let refusal = named(begun(near(0.0)), "B2").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "BG4-RUSH-10");
    assert!(refusal.message.contains("B1"), "{}", refusal.message);
    assert!(named(begun(near(0.0)), "B1").is_ok());
    // Other reasons are cited too: an enemy farther away than the unit moves, and what is no enemy at all.
    let far = near(0.0).unit("B3", line(), (8.0, 12.9, 90.0));
    let refusal = named(begun(far), "B3").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "BG4-RUSH-07");
    let refusal = named(begun(near(0.0)), "A1").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "BG4-PRIN-04");
}

/// How far from A1 an enemy was when the turn began, to a hundredth.
fn distance_at_first(state: &State, enemy: &str) -> battleground_geometry::Inches {
    let of = |one: &&crate::model::state::Glimpse| one.unit == id("A1") && one.enemy == id(enemy);
    state.snapshot.iter().find(of).unwrap().distance.rounded()
}

fn options(question: &crate::model::agenda::Asking) -> Vec<Answer> {
    match &question.options {
        crate::model::agenda::Options::OneOf(options) => {
            options.iter().map(|(answer, _)| answer.clone()).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn bg4_rush_11_it_is_compulsory() {
    // Under its order the unit is not asked.
    let state = begun(facing());
    assert!(must_rush(&state, id("A1")));
    assert!(rushed(state.clone(), &["A1"], &[]).is_ok());
    // A change of the order, or another's rush (BG4-RUSH-05), prevents it.
    let held = Scene::from(state.clone()).order("A1", Order::Hold).state();
    assert!(!must_rush(&held, id("A1")));
    // Direct Control lets the owner decline; the unit then rushes no more.
    let controlled = Scene::from(state.clone())
        .change("A1", |unit| unit.turn.controlled = true)
        .state();
    let declined = answer(Topic::RushTarget, "A1", None, Answer::Decline);
    let (after, _) = rushed(controlled, &["A1"], &[declined]).unwrap();
    assert!(after.engagements.is_empty() && !must_rush(&after, id("A1")));
    assert!(!after.unit(id("A1")).unwrap().turn.activated);
    // After a normal move nobody rushes.
    let late = Scene::from(state).set(|state| state.normal_moves = true).state();
    assert_eq!(may(&late, "A1", "B1"), Err(NoFinalRush::TooLate));
}

#[test]
fn bg4_cmd_07_direct_control_and_final_rush() {
    let control = |state: State| {
        Scene::from(state)
            .change("A1", |unit| unit.turn.controlled = true)
            .state()
    };
    // Any eligible enemy may be named, or none (book example).
    let state = control(begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (20.5, 13.5, 180.0))
            .unit("B2", line(), (17.0, 15.75, 180.0)),
    ));
    let question = rushed(state.clone(), &["A1"], &[]).unwrap_err();
    assert_eq!(
        options(&question),
        [Answer::Unit(id("B1")), Answer::Unit(id("B2")), Answer::Decline]
    );
    let named = answer(Topic::RushTarget, "A1", None, Answer::Unit(id("B1")));
    let (state, _) = rushed(state, &["A1"], &[named]).unwrap();
    assert_eq!(engaged(&state, "A1")[0].0, id("B1"));
    // RULING: the base order must be Close; its objective is ignored.
    let state = control(begun(facing().order("A1", Order::Hold)));
    assert_eq!(may(&state, "A1", "B1"), Err(NoFinalRush::NotOnClose));
    let elsewhere = facing()
        .unit("B2", line(), (10.0, 20.0, 180.0))
        .objective("A1", Objective::Enemy(id("B2")));
    assert_eq!(may(&control(begun(elsewhere)), "A1", "B1"), Ok(()));
    // So is its cap: Move 6, cap 3.5, 5 inches away.
    let capped = |unit: &mut crate::model::state::Unit| {
        unit.status = Status::Ready(Some(Orders {
            cap: Some(mc(3.5)),
            ..Orders::plain(Order::Close)
        }));
    };
    let far = scene()
        .unit("A1", moving(6.0), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 17.5, 180.0));
    let state = begun(far.change("A1", capped));
    assert!(matches!(may(&state, "A1", "B1"), Err(NoFinalRush::TooFar { .. })));
    assert_eq!(may(&control(state), "A1", "B1"), Ok(()));
    // Also for two that share a side.
    let two = scene()
        .unit("A1", moving(6.0), (16.2, 10.0, 0.0))
        .unit("A2", moving(6.0), (19.8, 10.0, 0.0))
        .unit("B1", line(), (18.0, 17.5, 180.0));
    let two = begun(two.change("A1", capped).change("A2", capped));
    let two = Scene::from(control(two)).change("A2", |unit| unit.turn.controlled = true);
    let named = ["A1", "A2"].map(|unit| answer(Topic::RushTarget, unit, None, Answer::Unit(id("B1"))));
    let (state, _) = rushed(two.state(), &["A1", "A2"], &named).unwrap();
    assert_eq!(state.engagements.len(), 2);
}

#[test]
fn bg4_geo_11_the_facing_side_on_a_diagonal_is_chosen_and_kept() {
    // A1's front centre lies on the diagonal between B1's front and left flank.
    let state = begun(
        scene()
            .unit("A1", moving(5.0), (20.8 + 0.884, 13.0 - 0.884, 315.0))
            .unit("B1", line(), (18.0, 15.0, 180.0)),
    );
    let question = rushed(state.clone(), &["A1"], &[]).unwrap_err();
    assert_eq!(question.topic, Topic::FacingSide);
    assert_eq!(options(&question).len(), 2);
    for side in [Side::Front, Side::Left] {
        let given = answer(Topic::FacingSide, "A1", Some("B1"), Answer::Side(side));
        let (state, _) = rushed(state.clone(), &["A1"], &[given]).unwrap();
        assert_eq!(engaged(&state, "A1"), [(id("B1"), Side::Front, side)]);
        assert_eq!(state.unit(id("A1")).unwrap().turn.diagonals, [(id("B1"), side)]);
    }
}

#[test]
fn bg4_ordmv_01_a_close_unit_rushes_another_enemy_than_the_nearest() {
    // B1 at 3 began the turn flying and may not be rushed; B2 is farther and may.
    let state = begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 15.5, 180.0))
            .unit("B2", line(), (21.4, 13.9, 225.0))
            .change("B1", |unit| unit.turn.began_flying = true),
    );
    assert_eq!(may(&state, "A1", "B1"), Err(NoFinalRush::EnemyFlying));
    let (state, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_eq!(engaged(&state, "A1")[0].0, id("B2"));
}

#[test]
fn bg4_spell_01_a_caster_that_can_rush_must_unless_it_declines() {
    let book = crate::packs::sample_book();
    let coven = book
        .kinds
        .iter()
        .find(|kind| kind.id == "hag-coven")
        .unwrap()
        .clone();
    let state = begun(
        scene()
            .unit("A1", coven, (18.0, 10.0, 0.0))
            .unit("A2", line(), (18.0, 5.0, 0.0))
            .order("A2", Order::Hold)
            .unit("B1", line(), (18.0, 13.5, 180.0)),
    );
    assert!(must_rush(&state, id("A1")));
    let blessing = || {
        let cast = crate::model::command::Command::Cast {
            unit: id("A1"),
            spell: 3,
            target: id("A2"),
        };
        [(Seat::A, cast)]
    };
    let refused = crate::scene::play(state.clone(), &blessing(), &[]).unwrap_err();
    assert_eq!(refused.rule.to_string(), "BG4-SPELL-01");
    // Directly controlled it declines the rush, casts, and cannot rush any more.
    let controlled = Scene::from(state)
        .change("A1", |unit| unit.turn.controlled = true)
        .state();
    let declined = answer(Topic::RushTarget, "A1", None, Answer::Decline);
    let (mut after, _) = rushed(controlled, &["A1"], &[declined]).unwrap();
    after.agenda = vec![Step::MovementAndCommand.into()];
    let (after, _) = crate::scene::play(after, &blessing(), &[]).unwrap();
    assert!(after.unit(id("A1")).unwrap().turn.cast);
    assert!(!must_rush(&after, id("A1")));
}

/// A1's front centre is (23.6, 16), on the diagonal between front and left flank of its objective B1. B2 stands on the line to
/// the flank, not on that to the front.
fn on_a_diagonal() -> Scene {
    let (sin, cos) = 340.0_f64.to_radians().sin_cos();
    scene()
        .unit("A1", moving(7.0), (23.6 - 1.25 * sin, 16.0 - 1.25 * cos, 340.0))
        .objective("A1", Objective::Enemy(id("B1")))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .unit("B2", line(), (24.05, 18.45, 180.0))
}

#[test]
fn bg4_geo_11_the_facing_side_of_an_objective_on_a_diagonal_says_who_stands_in_the_way() {
    let state = begun(on_a_diagonal());
    assert_eq!(may(&state, "A1", "B1"), Ok(()));
    assert_eq!(may(&state, "A1", "B2"), Ok(()));
    let question = rushed(state.clone(), &["A1"], &[]).unwrap_err();
    assert_eq!(
        (question.topic, question.about),
        (Topic::FacingSide, Some(id("B1")))
    );
    for (side, rushes) in [(Side::Left, "B2"), (Side::Front, "B1")] {
        let faces = answer(Topic::FacingSide, "A1", Some("B1"), Answer::Side(side));
        let (state, _) = rushed(state.clone(), &["A1"], &[faces]).unwrap();
        assert_eq!(engaged(&state, "A1")[0].0, id(rushes), "{side:?}");
    }
}
