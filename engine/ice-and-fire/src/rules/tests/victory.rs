//! Objective tokens, victory points, the end of the game.

use hindsight_kernel::testing::at_table;
use hindsight_kernel::{Seat, SideId};

use super::attack::armed;
use super::{charge, duel, has, maneuver, march, melee};
use crate::IceAndFire;
use crate::field::Slot;
use crate::model::agenda::{GameTable, Step, go_on};
use crate::model::command::{Action, Command};
use crate::model::event::{Cause, Event, Scored, ScoringEvent};
use crate::model::names::ObjectiveNo;
use crate::model::patch::Patch;
use crate::model::state::State;
use crate::rules::scene::{Scene, id};
use crate::rules::{casualties, rulings, victory};

fn controller(scene: &Scene, no: u8) -> Option<String> {
    let token = scene
        .state
        .objectives
        .iter()
        .find(|token| token.no == ObjectiveNo(no));
    token.unwrap().controller.map(|unit| unit.to_string())
}

/// The clean-up phase of a round with these points.
fn clean_up(mut scene: Scene, round: u8, points: [u16; 2]) -> State {
    scene.state.round = round;
    scene.state.players[0].points = points[0];
    scene.state.players[1].points = points[1];
    scene.state.active = None;
    scene.state.agenda = vec![Step::Score.into()];
    let act = |table: &mut GameTable<'_>| go_on(table).unwrap();
    at_table::<IceAndFire, _>(scene.state, &[], act).1
}

fn winner(state: &State) -> Option<Option<Seat>> {
    let outcome = state.ending.as_ref()?;
    Some(outcome.winner.map(|side| {
        if side == SideId::of_seat(Seat::A) {
            Seat::A
        } else {
            Seat::B
        }
    }))
}

/// Both players have a unit on the table.
fn two() -> Scene {
    Scene::new()
        .unit("A1", "mw-levy", 10.0, 5.0, 0)
        .unit("B1", "ka-raid", 24.0, 43.0, 180)
}

#[test]
fn if_vp_01_a_unit_that_ends_a_move_over_a_token_claims_it() {
    // The token lies at (6, 18) with a radius of 0.5: the tray from x = 5.5 covers it, from x = 5.55 it does not.
    for (x, claimed) in [(6.0, true), (8.25, true), (8.3, false)] {
        let mut scene = two().unit("A2", "mw-levy", x, 13.0, 0);
        let events = scene.act("A2", maneuver(None, 5.0, None), &[]);
        assert_eq!(
            has(&events, |event| matches!(
                event,
                Event::Scoring(ScoringEvent::ObjectiveClaimed { .. })
            )),
            claimed,
            "{x}"
        );
        assert_eq!(controller(&scene, 2).is_some(), claimed, "{x}");
        assert_eq!(scene.token_at(2), crate::field::Place::new(6_000, 18_000));
    }
}

#[test]
fn if_vp_02_control_is_lost_to_more_ranks_and_by_leaving() {
    // A controller with 2 ranks is engaged by a unit with 3: lost; by a unit with 2: kept.
    for (models, kept) in [(12, false), (8, true)] {
        let mut scene = Scene::new()
            .unit("A1", "mw-levy", 24.0, 10.0, 0)
            .models("A1", models)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .models("B1", 8)
            .controls("B1", 1);
        scene.act("A1", charge("B1", 0), &[5]);
        let dice: &[u8] = if models == 12 { &[1; 6] } else { &[1; 5] };
        scene.give(Seat::A, Command::Align { slot: Slot::Centre }, dice);
        assert_eq!(controller(&scene, 1).is_some(), kept, "{models} models");
    }
    // A solo of 4 wounds left against infantry of 3 ranks: kept.
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .unit("B1", "mw-bear", 24.0, 24.0, 180)
        .with("B1", |unit| unit.wounded = 1)
        .controls("B1", 1);
    assert_eq!(victory::contesting_ranks(&scene.state, id("B1")), 4);
    scene.act("A1", charge("B1", 0), &[6]);
    assert_eq!(controller(&scene, 1).as_deref(), Some("B1"));
    // Ranks lost in a fight count at once: 9 models have 3 ranks, 8 have 2.
    let scene = duel("mw-levy", "ka-raid").models("B1", 9).controls("B1", 1);
    let suffer = |table: &mut GameTable<'_>| casualties::suffer(table, id("B1"), 1, Cause::Effect, None);
    let (_, state, events) = at_table::<IceAndFire, _>(scene.state, &[], suffer);
    assert!(has(&events, |event| matches!(
        event,
        Event::Scoring(ScoringEvent::ObjectiveLost { .. })
    )));
    assert!(state.objectives.iter().all(|token| token.controller.is_none()));
    // So do ranks that a ruling gives.
    let scene = duel("mw-levy", "ka-raid")
        .models("A1", 8)
        .models("B1", 8)
        .controls("B1", 1);
    let more = Patch::SetStrength {
        unit: id("A1"),
        models: 12,
        wounded: 0,
    };
    let ruled = |table: &mut GameTable<'_>| rulings::rule(table, &more);
    let (_, _, events) = at_table::<IceAndFire, _>(scene.state, &[], ruled);
    assert!(has(&events, |event| matches!(
        event,
        Event::Scoring(ScoringEvent::ObjectiveLost { .. })
    )));
    // While the enemy with more ranks is engaged with it, a shift over the token brings nothing back.
    let mut scene = duel("mw-levy", "ka-raid").models("B1", 8).turn(Seat::B);
    let shift = Action::Melee {
        target: id("A1"),
        facing: false,
        slot: Some(Slot::Left),
        weapon: None,
    };
    scene.act("B1", shift, &[1; 5]);
    assert_eq!(controller(&scene, 1), None);
    // A unit that leaves loses control.
    let mut scene = two().unit("A2", "mw-levy", 6.0, 18.0, 0).controls("A2", 2);
    scene.act("A2", march(1.0, None), &[]);
    assert_eq!(controller(&scene, 2).as_deref(), Some("A2"), "still covered");
    let mut scene = two().unit("A2", "mw-levy", 6.0, 18.0, 0).controls("A2", 2);
    scene.act("A2", march(10.0, None), &[]);
    assert_eq!(controller(&scene, 2), None);
}

#[test]
fn if_vp_03_each_controlled_token_scores_from_round_2_on() {
    let held = || {
        two()
            .unit("A2", "mw-levy", 6.0, 18.0, 0)
            .unit("A3", "mw-levy", 6.0, 30.0, 0)
            .unit("B2", "ka-raid", 42.0, 30.0, 180)
            .controls("A2", 2)
            .controls("A3", 4)
            .controls("B2", 5)
    };
    let points = |state: &State| state.players.clone().map(|player| player.points);
    assert_eq!(points(&clean_up(held(), 1, [0, 0])), [0, 0]);
    assert_eq!(
        points(&clean_up(held(), 2, [0, 0])),
        [2, 1],
        "both at the same time"
    );
}

#[test]
fn if_vp_04_each_destroyed_enemy_scores_at_once() {
    let mut scene = armed(4, 1, &[]).models("B1", 1);
    let events = scene.act("A1", melee("B1"), &[4, 1]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Scoring(ScoringEvent::PointsScored {
            seat: Seat::A,
            points: 1,
            why: Scored::Destroyed
        })
    )));
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .models("A1", 1)
        .unit("B1", "ka-raid", 24.0, 43.0, 180)
        .piece("stakes", 24.0, 10.0, 0);
    scene.act("A1", maneuver(None, 5.0, None), &[1]);
    assert_eq!(scene.state.players[1].points, 1, "whatever destroyed it");
}

#[test]
fn if_vp_05_ten_points_and_more_than_the_opponent_win_a_round() {
    let rows = [
        ([10, 9], Some(Some(Seat::A))),
        ([9, 8], None),
        ([10, 10], None),
        ([11, 11], None),
        ([11, 12], Some(Some(Seat::B))),
    ];
    for (points, won) in rows {
        assert_eq!(winner(&clean_up(two(), 3, points)), won, "{points:?}");
    }
}

#[test]
fn if_vp_06_after_round_6_the_score_then_the_points_that_stand_decide() {
    assert_eq!(winner(&clean_up(two(), 6, [3, 2])), Some(Some(Seat::A)));
    assert_eq!(winner(&clean_up(two(), 5, [3, 2])), None);
    // 7 : 7 with units left worth 19 and 17 points.
    let scene = Scene::new()
        .unit("A1", "mw-knight", 5.0, 5.0, 0)
        .unit("A2", "mw-axes", 15.0, 5.0, 0)
        .unit("A3", "mw-levy", 25.0, 5.0, 0)
        .unit("B1", "ka-ride", 5.0, 43.0, 180)
        .unit("B2", "ka-raid", 15.0, 43.0, 180)
        .unit("B3", "ka-sling", 25.0, 43.0, 180);
    assert_eq!(victory::standing_points(&scene.state, Seat::A), 19);
    assert_eq!(victory::standing_points(&scene.state, Seat::B), 17);
    assert_eq!(winner(&clean_up(scene.clone(), 6, [7, 7])), Some(Some(Seat::A)));
    // A living attachment counts, however many models are left.
    let with_drum = scene.attached("B2", "ka-drum").models("B2", 1);
    assert_eq!(victory::standing_points(&with_drum.state, Seat::B), 19);
    assert_eq!(winner(&clean_up(with_drum, 6, [7, 7])), Some(None), "a draw");
}

#[test]
fn if_vp_07_a_player_without_combat_units_has_lost() {
    let scene = two().models("B1", 0).with("B1", |unit| unit.pose = None);
    assert_eq!(winner(&clean_up(scene, 2, [0, 9])), Some(Some(Seat::A)));
    let reserve = two().with("B1", |unit| (unit.pose, unit.reserve) = (None, true));
    assert_eq!(
        winner(&clean_up(reserve, 2, [0, 0])),
        None,
        "a unit in reserve is one"
    );
    let nobody = two()
        .with("A1", |unit| (unit.pose, unit.models) = (None, 0))
        .with("B1", |unit| (unit.pose, unit.models) = (None, 0));
    assert_eq!(winner(&clean_up(nobody, 2, [1, 2])), Some(Some(Seat::B)));
}

#[test]
fn if_round_01_a_game_has_at_most_six_rounds() {
    let state = clean_up(two(), 5, [1, 1]);
    assert_eq!((state.round, state.ending.is_some()), (6, false));
    assert!(clean_up(two(), 6, [1, 1]).ending.is_some());
}
