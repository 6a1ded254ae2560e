//! Points, camps, back up units, ways around.

use super::*;
use crate::model::cards::{RangedType, TerrainType};
use crate::model::event::{DamageEvent, TurnEvent};
use crate::model::state::Cause;
use crate::rules::victory::verdict;
use crate::scene::{Scene, ground, hill, id, line, scene, shooting};

#[test]
fn backing_up_neglected_tells_of_a_friend_an_inch_behind() {
    let found = |y: f64, order: Order, cause: Cause| {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .order("A1", order)
            .unit("A2", line(), (18.0, y, 0.0))
            .state();
        let event = Event::Damage(DamageEvent::UnitDestroyed {
            unit: id("A1"),
            cause,
            by: None,
        });
        of(&told(&state, &[event]), "backing_up_neglected")
    };
    assert_eq!(
        found(6.5, Order::Hold, Cause::Attack),
        ["A1"],
        "an inch behind it"
    );
    assert_eq!(found(7.5, Order::Hold, Cause::Attack), NONE, "it backs up");
    assert_eq!(
        found(6.0, Order::Hold, Cause::Attack),
        NONE,
        "an inch and a half behind it"
    );
    assert_eq!(found(6.5, Order::Range, Cause::Attack), NONE);
    assert_eq!(found(6.5, Order::Hold, Cause::FreeAttack), NONE);
}

#[test]
fn camp_left_open_tells_of_a_unit_that_could_have_been_led_there() {
    let base = |y: f64| {
        scene()
            .unit("A1", line(), (18.0, y, 180.0))
            .unit("B1", line(), (18.0, 4.0, 0.0))
    };
    let sacked = |scene: Scene, lost: Option<(u16, u8)>| {
        let state = scene.state();
        let mut watcher = remembering(History {
            moved: [Some(state.clone()), None],
            lost: [actions_lost(lost), None],
            ..History::default()
        });
        let event = Event::Turn(TurnEvent::VictoryChecked {
            destroyed: [0, 100],
            sackers: vec![id("B1")],
        });
        of(&watched(&mut watcher, &state, &[event]), "camp_left_open")
    };
    let found = |y: f64, lost: Option<(u16, u8)>| sacked(base(y), lost);
    assert_eq!(found(9.0, Some((1, 1))), ["A1"]);
    assert_eq!(found(9.0, None), NONE, "no command action was left");
    assert_eq!(found(11.0, Some((1, 1))), NONE, "4.5 inches away");
    // BG4-CMD-06: what Direct Control costs and whom it is refused.
    let dear = || {
        let mut kind = line();
        kind.direct_control_cost = 2;
        scene()
            .unit("A1", kind, (18.0, 9.0, 180.0))
            .unit("B1", line(), (18.0, 4.0, 0.0))
    };
    assert_eq!(sacked(dear(), Some((1, 1))), NONE, "its Direct Control costs two");
    assert_eq!(sacked(dear(), Some((1, 2))), ["A1"]);
    let rallied = base(9.0).change("A1", |unit| unit.turn.rallied = true);
    assert_eq!(sacked(rallied, Some((1, 1))), NONE, "Rallied this turn");
    let won = base(9.0)
        .unit("B2", costing(1_200), (5.0, 5.0, 0.0))
        .change("B2", |unit| {
            (unit.pose, unit.destroyed) = (None, Some(Cause::Attack));
        });
    // South's army must be worth a victory: 1000 points and more.
    let won = won.unit("A2", costing(1_000), (30.0, 15.0, 0.0));
    assert_eq!(sacked(won, Some((1, 1))), NONE, "South wins at this check");
}

fn costing(points: u16) -> crate::model::cards::UnitType {
    let mut kind = line();
    kind.points = points;
    kind
}

/// A1, In the Red, before B1, which could rush it; so many points of South are gone.
fn endgame(gone: u16) -> State {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .change("A1", |unit| unit.marked = 7)
        .unit("A2", costing(gone), (5.0, 5.0, 0.0))
        .change("A2", |unit| {
            (unit.pose, unit.destroyed) = (None, Some(Cause::Attack));
        })
        .unit("B1", line(), (18.0, 15.9, 180.0))
        .set(|state| state.players[0].actions = 1)
        .state()
}

#[test]
fn endgame_arithmetic_tells_of_a_red_unit_left_in_reach() {
    let found = |state: State| {
        let mut watcher = remembering(History {
            opening: Some(state.clone()),
            ..History::default()
        });
        let event = Event::Turn(TurnEvent::VictoryChecked {
            destroyed: [0, 0],
            sackers: Vec::new(),
        });
        of(&watched(&mut watcher, &state, &[event]), "endgame_arithmetic")
    };
    assert_eq!(found(endgame(1_100)), ["A1"], "100 points short");
    assert_eq!(found(endgame(1_090)), NONE, "110 points short");
    let mut far = endgame(1_100);
    far.unit_mut(id("B1")).unwrap().pose = Some(crate::scene::pose(18.0, 25.0, 180.0));
    assert_eq!(found(far), NONE, "nobody reaches it");
    let mut poor = endgame(1_100);
    poor.players[0].actions = 0;
    assert_eq!(found(poor), NONE, "nobody could have led it away");
    // BG4-CMD-06: a Disrupted unit costs one more, a Routing one is not led at all.
    let shaken = |status: Status, actions: u8| {
        let mut state = endgame(1_100);
        state.unit_mut(id("A1")).unwrap().status = status;
        state.players[0].actions = actions;
        found(state)
    };
    assert_eq!(shaken(Status::Disrupted, 1), NONE);
    assert_eq!(shaken(Status::Disrupted, 2), ["A1"]);
    assert_eq!(shaken(Status::Routing, 2), NONE);
    let won = Scene::from(endgame(1_100))
        .unit("B2", costing(1_200), (5.0, 25.0, 0.0))
        .change("B2", |unit| {
            (unit.pose, unit.destroyed) = (None, Some(Cause::Attack));
        });
    assert_eq!(found(won.state()), NONE, "the battle ends at this check");
}

#[test]
fn airborne_at_the_end_tells_where_the_result_hangs_on_it() {
    let state = |gone: u16| {
        let mut lost = line();
        lost.points = gone;
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.airborne = true)
            .unit("A2", lost, (5.0, 5.0, 0.0))
            .change("A2", |unit| {
                (unit.pose, unit.destroyed) = (None, Some(Cause::Attack));
            })
            .unit("A3", line(), (9.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .state()
    };
    let found = |state: State| {
        let ending = verdict(&state).unwrap();
        of(
            &told(&state, &[Event::Turn(TurnEvent::BattleEnded { ending })]),
            "airborne_at_the_end",
        )
    };
    // 200 points in the air make 1200 of 1000.
    assert_eq!(found(state(1_000)), ["A1"]);
    assert_eq!(found(state(1_200)), NONE, "the game was lost all the same");
}

fn rough(width: f64) -> Scene {
    let (west, east) = (18.0 - width, 18.0 + width);
    scene()
        .terrain(ground(
            TerrainType::RoughGround,
            &[(west, 8.0), (east, 8.0), (east, 12.0), (west, 12.0)],
        ))
        .unit("A1", line(), (18.0, 14.0, 0.0))
}

#[test]
fn slow_ground_under_fire_tells_where_the_way_around_is_short() {
    let found = |width: f64, turns: u16| {
        let state = rough(width).state();
        let mut watcher = remembering(History {
            opening: Some(state.clone()),
            ..History::default()
        });
        let from = crate::scene::point(18.0, 6.5);
        watcher
            .crossings
            .insert(id("A1"), ground::Crossing::begun(from, turns));
        of(
            &watched(&mut watcher, &state, &[Event::Turn(TurnEvent::TurnEnded)]),
            "slow_ground_under_fire",
        )
    };
    // Around two inches of rough ground to either side: about 9.3 inches and 3.5 for its width, 4 turns of 3.5.
    assert_eq!(found(2.0, 2), ["A1"]);
    assert_eq!(found(2.0, 1), NONE, "one turn only");
    assert_eq!(found(10.0, 2), NONE, "a long way around");
}

#[test]
fn slow_ground_under_fire_counts_the_range_from_high_ground() {
    let found = |shooter: f64, high: bool| {
        let turn = |y: f64, slowed: bool| {
            let mut scene = rough(2.0)
                .change("A1", |unit| {
                    unit.pose = Some(crate::scene::pose(18.0, y, 0.0));
                    unit.turn.terrain = slowed.then_some(-1);
                })
                .unit("B1", shooting(24.0, RangedType::Indirect), (18.0, shooter, 180.0))
                .order("B1", Order::Range);
            if high {
                scene = scene.terrain(hill(1, &[(14.0, 23.0), (22.0, 23.0), (22.0, 29.0), (14.0, 29.0)]));
            }
            scene.state()
        };
        let mut watcher = Watcher::default();
        let mut found = Vec::new();
        for state in [turn(7.5, true), turn(10.0, true), turn(14.0, false)] {
            watcher.history.opening = Some(state.clone());
            found.extend(watched(
                &mut watcher,
                &state,
                &[Event::Turn(TurnEvent::TurnEnded)],
            ));
        }
        of(&found, "slow_ground_under_fire")
    };
    // From the shooter's front to A1's it is 16.8 and 14.3 inches: Extreme Range, but from High Ground Long (17.5).
    assert_eq!(found(26.8, false), NONE);
    assert_eq!(found(26.8, true), ["A1"]);
    // 14 and 11.5 inches are Long Range by themselves.
    assert_eq!(found(24.0, false), ["A1"]);
}
