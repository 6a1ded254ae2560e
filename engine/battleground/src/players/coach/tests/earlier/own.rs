//! Detectors whose conditions are those of this edition alone: shooters, ways, back-up.

use super::fires::{attack_on, noted};
use super::*;
use crate::model::attack::AttackKind;
use crate::model::cards::{RangedType, TerrainType};
use crate::model::event::{CombatEvent, CourageEvent, DamageEvent, MoveKind, TurnMark};
use crate::model::orders::Orders;
use crate::model::state::{Cause, CheckKind, Status};
use crate::scene::{ground, inches, mc, pose, shooting};

fn ordered(unit: &str, order: Order) -> Event {
    Event::Movement(MovementEvent::StatusChanged {
        unit: id(unit),
        status: Status::Ready(Some(Orders::plain(order))),
        why: "changed".to_owned(),
    })
}

fn moved(unit: &str, kind: MoveKind, (x, y, heading): (f64, f64, f64)) -> Event {
    Event::Movement(MovementEvent::UnitMoved {
        unit: id(unit),
        kind,
        legs: Vec::new(),
        to: pose(x, y, heading),
        distance: inches(3.5),
        allowance: inches(3.5),
        shown: None,
    })
}

fn phase(phase: Phase) -> Event {
    Event::Turn(TurnEvent::PhaseBegan { phase })
}

/// A1 shoots at B1 in a position that follows events.
fn shot_after(state: &State, events: &[Event]) -> Event {
    let mut after = state.clone();
    for event in events {
        crate::system::Battleground::evolve(&mut after, event).unwrap();
    }
    Event::Combat(CombatEvent::AttackBegan {
        attack: Box::new(attack_on(&after, "B1", AttackKind::Ranged)),
        place: None,
    })
}

#[test]
fn shooters_moved_tells_of_a_shooter_that_left_its_place_for_nothing() {
    // B1 is as far from front to front as `apart`; A1 shoots 14 inches and goes 1 or 3.5 inches ahead.
    let found = |start: Order, changed: Option<Order>, apart: f64, ahead: f64| {
        let state = scene3()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 5.0, 0.0))
            .order("A1", start)
            .unit("B1", line(), (18.0, 7.5 + apart, 180.0))
            .order("B1", Order::Hold)
            .state();
        let mut events = vec![noted()];
        events.extend(changed.map(|order| ordered("A1", order)));
        events.push(moved("A1", MoveKind::Ordered, (18.0, 5.0 + ahead, 0.0)));
        events.push(shot_after(&state, &events));
        of(&told(&state, &events), "shooters_moved_into_penalty")
    };
    assert_eq!(
        found(Order::Range, Some(Order::Short), 12.0, 3.5),
        ["A1"],
        "8.5 is long range as 12 was"
    );
    assert_eq!(
        found(Order::Range, Some(Order::Short), 9.0, 3.5),
        NONE,
        "5.5 is a nearer band"
    );
    assert_eq!(found(Order::Short, None, 12.0, 3.5), NONE, "its order moved it");
    assert_eq!(
        found(Order::Range, Some(Order::Short), 15.0, 3.5),
        NONE,
        "it had no target"
    );
}

#[test]
fn shooters_moved_tells_of_direct_control_too() {
    let state = scene3()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 5.0, 0.0))
        .order("A1", Order::Range)
        .unit("B1", line(), (18.0, 19.5, 180.0))
        .order("B1", Order::Hold)
        .state();
    let controlled = Event::Movement(MovementEvent::Marked {
        unit: id("A1"),
        mark: TurnMark::Controlled,
    });
    let mut events = vec![
        noted(),
        controlled,
        moved("A1", MoveKind::Controlled, (18.0, 6.0, 0.0)),
    ];
    events.push(shot_after(&state, &events));
    assert_eq!(of(&told(&state, &events), "shooters_moved_into_penalty"), ["A1"]);
}

#[test]
fn order_beyond_weapons_tells_of_an_order_that_adds_nothing() {
    let found = |range: f64, before: Order, order: Order| {
        let state = scene3()
            .unit("A1", shooting(range, RangedType::Indirect), (18.0, 5.0, 0.0))
            .order("A1", before)
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .state();
        of(&told(&state, &[ordered("A1", order)]), "order_beyond_weapons")
    };
    assert_eq!(found(10.5, Order::Range, Order::Long), ["A1"], "L is 14 inches");
    assert_eq!(found(5.0, Order::Range, Order::Short), ["A1"], "S is 7 inches");
    assert_eq!(found(10.5, Order::Range, Order::Short), NONE);
    assert_eq!(found(14.0, Order::Range, Order::Long), NONE);
    assert_eq!(found(10.5, Order::Long, Order::Long), NONE, "it had it before");
    assert_eq!(found(10.5, Order::Long, Order::Range), NONE);
}

#[test]
fn order_beyond_weapons_tells_of_three_own_turns_at_extreme_range() {
    let found = |order: Order, range: f64, apart: [f64; 3], turns: [u16; 3]| {
        let mut watcher = Watcher::default();
        let mut found = Vec::new();
        for (turn, apart) in turns.into_iter().zip(apart) {
            let state = scene3()
                .unit("A1", shooting(range, RangedType::Indirect), (18.0, 2.0, 0.0))
                .order("A1", order)
                .unit("B1", line(), (18.0, 4.5 + apart, 180.0))
                .order("B1", Order::Hold)
                .set(|state| state.turn = turn)
                .state();
            let events = [shot_after(&state, &[])];
            found.extend(trial::watched::<Battleground3>(&mut watcher, &state, &events).unwrap());
        }
        // Where it would stand after a turn on Long has no odds.
        assert_eq!(trial::better(&found, "order_beyond_weapons"), None);
        of(&found, "order_beyond_weapons")
    };
    let far = [16.0, 15.5, 14.5];
    assert_eq!(found(Order::Range, 21.0, far, [3, 5, 7]), ["A1"]);
    assert_eq!(
        found(Order::Range, 21.0, [16.0, 13.5, 14.5], [3, 5, 7]),
        NONE,
        "once it was long range"
    );
    assert_eq!(found(Order::Range, 21.0, far, [3, 7, 9]), NONE, "a turn between");
    assert_eq!(
        found(Order::Long, 21.0, far, [3, 5, 7]),
        NONE,
        "on Long it goes nearer"
    );
}

#[test]
fn elite_through_bad_ground_tells_of_a_way_around_as_quick() {
    // A wood of so many inches across lies on the way of A1, which moves 7, from (18, 5) to (18, 15): three turns in it.
    let found = |keyword: Keyword, half: f64, steps: i8| {
        let wood = [
            (18.0 - half, 8.0),
            (18.0 + half, 8.0),
            (18.0 + half, 12.0),
            (18.0 - half, 12.0),
        ];
        let at = |y: f64, terrain: Option<i8>, turn: u16| {
            scene3()
                .unit(
                    "A1",
                    UnitType {
                        movement: mc(7.0),
                        ..with_keywords(&[Keyword::Normal, keyword])
                    },
                    (18.0, y, 0.0),
                )
                .order("A1", Order::Close)
                .change("A1", |unit| unit.turn.terrain = terrain)
                .unit("B1", line(), (18.0, 28.0, 180.0))
                .terrain(ground(TerrainType::Forest, &wood))
                .set(|state| state.turn = turn)
                .state()
        };
        let mut watcher = Watcher::default();
        let mut found = Vec::new();
        for (y, to, terrain, turn) in [
            (5.0, 8.5, Some(steps), 3),
            (8.5, 12.0, Some(steps), 5),
            (12.0, 15.0, None, 7),
        ] {
            let events = [
                noted(),
                moved("A1", MoveKind::Ordered, (18.0, to, 0.0)),
                Event::Turn(TurnEvent::TurnEnded),
            ];
            found.extend(
                trial::watched::<Battleground3>(&mut watcher, &at(y, terrain, turn), &events).unwrap(),
            );
        }
        of(&found, "elite_through_bad_ground")
    };
    assert_eq!(found(Keyword::Cavalry, 3.0, -2), ["A1"]);
    assert_eq!(found(Keyword::Cavalry, 3.0, -1), NONE, "one category");
    assert_eq!(found(Keyword::Infantry, 3.0, -2), NONE, "no elite");
    assert_eq!(
        found(Keyword::Cavalry, 15.0, -2),
        NONE,
        "the way around takes longer"
    );
}

/// South begins with so many command actions; A9 routs through A1 in front of it.
fn runs_through(actions: u8, router: Status) -> (State, Vec<Event>) {
    let state = scene3()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
        .order("A1", Order::Range)
        .unit("A9", line(), (18.0, 12.5, 180.0))
        .change("A9", |unit| unit.status = router)
        .unit("B1", line(), (14.0, 20.0, 180.0))
        .order("B1", Order::Hold)
        .set(|state| state.players[0].actions = actions)
        .state();
    let through = Event::Movement(MovementEvent::Marked {
        unit: id("A1"),
        mark: TurnMark::RunThrough,
    });
    let events = vec![noted(), moved("A9", MoveKind::Rout, (18.0, 7.5, 180.0)), through];
    (state, events)
}

#[test]
fn router_left_to_run_tells_of_a_friend_that_fails_its_check() {
    let found = |actions: u8, passed: bool, in_phase: Phase| {
        let (state, mut events) = runs_through(actions, Status::Routing);
        events.push(phase(in_phase));
        events.push(Event::Courage(CourageEvent::CourageChecked {
            unit: id("A1"),
            kind: CheckKind::Rout,
            roll: None,
            target: 12,
            passed,
        }));
        let found = told(&state, &events);
        if !of(&found, "router_left_to_run").is_empty() {
            // Of three dice 160 of 216 throws are 12 or less. Without the router it checks for nothing.
            let fails = (56.0 / 216.0, 0.0);
            weighs(
                &found,
                "router_left_to_run",
                "chance that the friend fails a check",
                fails,
            );
        }
        of(&found, "router_left_to_run")
    };
    let pre = Phase::PreCombatCourage;
    assert_eq!(found(1, false, pre), ["A1"]);
    assert_eq!(found(0, false, pre), NONE, "no rally was affordable");
    assert_eq!(found(1, true, pre), NONE, "the friend passed");
    assert_eq!(
        found(1, false, Phase::PostCombatCourage),
        NONE,
        "BG3-ROUT-11: what it fails after the fight is no check for the router"
    );
}

#[test]
fn router_left_to_run_tells_of_a_shot_that_is_lost() {
    let found = |order: Order, began: Phase| {
        let (mut state, mut events) = runs_through(1, Status::Routing);
        state.unit_mut(id("A1")).unwrap().status = Status::Ready(Some(Orders::plain(order)));
        events.push(phase(began));
        let found = told(&state, &events);
        if let Some((done, boxes)) = trial::weighed(
            &found,
            "router_left_to_run",
            "expected boxes of the friend's shot",
        ) {
            assert!(done.abs() < 1e-9 && boxes > 0.0, "{boxes}");
        }
        of(&found, "router_left_to_run")
    };
    assert_eq!(found(Order::Range, Phase::Combat), ["A1"]);
    assert_eq!(
        found(Order::Range, Phase::PreCombatCourage),
        NONE,
        "no shot was due"
    );
}

#[test]
fn no_back_up_tells_of_a_weak_unit_with_an_idle_friend_behind() {
    // The rear of A1 lies at 8.75; A2 looks at it and moves 3.5.
    let found = |marked: u8, y: f64, own: UnitType, last: Event| {
        let state = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.marked = marked)
            .unit("A2", own, (18.0, y, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("B1", "A1", Side::Front)
            .state();
        of(
            &told(&state, &[phase(Phase::PreCombatCourage), last]),
            "no_back_up",
        )
    };
    let destroyed = || {
        Event::Damage(DamageEvent::UnitDestroyed {
            unit: id("A1"),
            cause: Cause::Attack,
            by: Some(id("B1")),
        })
    };
    let routs = Event::Movement(MovementEvent::StatusChanged {
        unit: id("A1"),
        status: Status::Routing,
        why: "failed a Rout Check".to_owned(),
    });
    assert_eq!(found(4, 5.0, line(), destroyed()), ["A1"]);
    assert_eq!(found(4, 5.0, line(), routs), ["A1"]);
    assert_eq!(found(3, 5.0, line(), destroyed()), NONE, "in the green");
    assert_eq!(found(4, 3.5, line(), destroyed()), NONE, "out of one move");
    assert_eq!(found(4, 7.5, line(), destroyed()), NONE, "it backs up");
    let near = shooting(2.5, RangedType::LineOfSight);
    assert_eq!(
        found(4, 5.0, near, destroyed()),
        ["A1"],
        "it has nobody to shoot at"
    );
    let shooter = shooting(14.0, RangedType::Indirect);
    assert_eq!(found(4, 5.0, shooter, destroyed()), NONE, "it shoots");
}

#[test]
fn unused_actions_tells_of_an_empty_hand_and_of_units_left_to_rout() {
    let lose = Event::Command(CommandEvent::ActionsLost {
        seat: Seat::A,
        count: 1,
    });
    let suggested = |made: Scene| told(&made.state(), &[noted(), lose.clone()]);
    let found = |made: Scene| {
        let found = suggested(made);
        let of_it = found.iter().filter(|one| one.detector == "unused_actions");
        of_it.map(|one| one.reason.clone()).collect::<Vec<_>>()
    };
    let base = |hand: usize, deck: u8| {
        scene3()
            .unit("A1", line(), (18.0, 10.0, 180.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .set(|state| {
                state.players[0].hand = vec![None; hand];
                state.players[0].deck = deck;
                state.players[0].actions = 1;
            })
    };
    assert_eq!(
        found(base(0, 3)),
        ["1 command action is lost: the hand is empty, and a command card could have been drawn."]
    );
    assert_eq!(found(base(1, 3)), NONE, "a card is in hand");
    assert_eq!(found(base(0, 0)), NONE, "no card is left to draw");
    let routing = |made: Scene| made.change("A1", |unit| unit.status = Status::Routing);
    assert_eq!(
        found(routing(base(1, 3))),
        ["1 command action is lost: Line (A1) could have been Rallied."]
    );
    let drawn = suggested(base(0, 3));
    weighs(&drawn, "unused_actions", "command actions lost", (1.0, 0.0));
    weighs(&drawn, "unused_actions", "cards in hand", (0.0, 1.0));
    let rallied = suggested(routing(base(1, 3)));
    weighs(&rallied, "unused_actions", "Routing units", (1.0, 0.0));
}

#[test]
fn unused_actions_does_not_tell_of_a_unit_that_nobody_could_have_rallied() {
    // It routed after the phase began, on a free attack.
    let state = scene3()
        .unit("A1", line(), (18.0, 10.0, 180.0))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .set(|state| {
            state.players[0].hand = vec![None];
            state.players[0].actions = 1;
        })
        .state();
    let lose = Event::Command(CommandEvent::ActionsLost {
        seat: Seat::A,
        count: 1,
    });
    let routs = Event::Movement(MovementEvent::StatusChanged {
        unit: id("A1"),
        status: Status::Routing,
        why: "FreeAttack".to_owned(),
    });
    assert_eq!(of(&told(&state, &[noted(), routs, lose]), "unused_actions"), NONE);
}

#[test]
fn missed_pinch_tells_of_a_free_unit_that_made_none() {
    // A1 fights the front of B1 since this turn, which is 4, or since before; A2 lies 3 inches from its left flank and moves 3.5.
    let found = |began: u16, own: UnitType, x: f64, then: &[Event]| {
        let state = scene3()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .unit("A2", own, (x, 15.0, 270.0))
            .order("A2", Order::Close)
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .engaged("A1", "B1", Side::Front)
            .set(|state| {
                state.turn = 4;
                state.engagements[0].turn = began;
            })
            .state();
        let events = [&[noted()], then, &[phase(Phase::PreCombatCourage)]].concat();
        of(&told(&state, &events), "missed_pinch")
    };
    let controlled = [
        Event::Movement(MovementEvent::Marked {
            unit: id("A2"),
            mark: TurnMark::Controlled,
        }),
        moved("A2", MoveKind::Controlled, (26.0, 15.0, 270.0)),
    ];
    assert_eq!(found(4, line(), 24.0, &controlled), ["A2"]);
    assert_eq!(
        found(2, line(), 24.0, &controlled),
        ["A2"],
        "engaged since before"
    );
    let held = [ordered("A2", Order::Hold)];
    assert_eq!(found(2, line(), 24.0, &held), ["A2"], "its order was changed");
    let skirmisher = || with_keywords(&[Keyword::Skirmisher]);
    assert_eq!(
        found(2, skirmisher(), 24.0, &controlled),
        ["A2"],
        "BG3-KEY-30: it gives the bonus"
    );
    assert_eq!(found(2, line(), 26.0, &controlled), NONE, "out of reach");
    let rushed = Event::Engagement(EngagementEvent::FinalRushed {
        engagement: crate::model::state::Engagement {
            rusher: id("A2"),
            rushed: id("B1"),
            turn: 4,
            ..match rush_by("A2", Side::Left) {
                Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) => engagement,
                other => panic!("{other:?}"),
            }
        },
        contact: inches(2.5),
    });
    assert_eq!(found(2, line(), 24.0, &[rushed]), NONE, "it made it");
}

#[test]
fn flank_offered_tells_of_a_flank_that_direct_control_would_have_hidden() {
    // A1 turns to the east and shows its left to B1, 3 inches away, which moves 3.5.
    let found = |made: Scene, heading: f64, lost: u8| {
        let turned = Event::Movement(MovementEvent::UnitTurned {
            from: Vec::new(),
            unit: id("A1"),
            kind: MoveKind::Ordered,
            heading: pose(0.0, 0.0, heading).heading,
        });
        let mut events = vec![noted(), turned];
        events.extend((lost > 0).then_some(Event::Command(CommandEvent::ActionsLost {
            seat: Seat::A,
            count: lost,
        })));
        events.push(phase(Phase::PreCombatCourage));
        let state = made.set(|state| state.players[0].actions = lost).state();
        let found = told(&state, &events);
        if trial::better(&found, "flank_offered").is_some() {
            // Charging a flank 5 dice hit and damage on 4: 20/9. As A1 lay, its front is 3.5 inches away, out of reach.
            let worst = (20.0 / 9.0, 0.0);
            weighs(
                &found,
                "flank_offered",
                "expected wounds of the worst rush on it",
                worst,
            );
        }
        of(&found, "flank_offered")
    };
    let worth = |points: u16| UnitType { points, ..line() };
    let before = |own: UnitType, enemy: UnitType, order: Order, y: f64| {
        scene3()
            .unit("A1", own, (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .unit("B1", enemy, (18.0, y, 180.0))
            .order("B1", order)
    };
    let plain = || before(line(), line(), Order::Close, 16.0);
    assert_eq!(found(plain(), 90.0, 1), ["A1"]);
    assert_eq!(found(plain(), 0.0, 1), NONE, "its front");
    assert_eq!(found(plain(), 90.0, 0), NONE, "no action was left");
    let dear = UnitType {
        direct_control_cost: 2,
        ..line()
    };
    let costly = before(dear, line(), Order::Close, 16.0);
    assert_eq!(found(costly, 90.0, 1), NONE, "Direct Control of it costs two");
    let cheap = before(line(), worth(201), Order::Close, 16.0);
    assert_eq!(found(cheap, 90.0, 1), NONE, "the enemy is worth more");
    let holding = before(line(), line(), Order::Hold, 16.0);
    assert_eq!(found(holding, 90.0, 1), NONE, "it does not rush on Hold");
    let far = before(line(), line(), Order::Close, 16.5);
    assert_eq!(found(far, 90.0, 1), NONE, "3.5 inches are not less than 3.5");
}

#[test]
fn flank_offered_does_not_tell_where_no_move_would_have_helped() {
    let found = |others: usize| {
        let mut made = scene3()
            .unit("A1", crate::scene::moving(2.5), (18.0, 15.0, 0.0))
            .order("A1", Order::Hold);
        let quick = || crate::scene::moving(8.5);
        for (name, at) in [("B1", (18.0, 21.0, 180.0)), ("B2", (18.0, 9.0, 0.0))]
            .into_iter()
            .take(others)
        {
            made = made.unit(name, quick(), at).order(name, Order::Close);
        }
        let turned = Event::Movement(MovementEvent::UnitTurned {
            from: Vec::new(),
            unit: id("A1"),
            kind: MoveKind::Ordered,
            heading: pose(0.0, 0.0, 90.0).heading,
        });
        let lost = Event::Command(CommandEvent::ActionsLost {
            seat: Seat::A,
            count: 1,
        });
        let state = made.set(|state| state.players[0].actions = 1).state();
        let events = [noted(), turned, lost, phase(Phase::PreCombatCourage)];
        of(&told(&state, &events), "flank_offered")
    };
    assert_eq!(found(1), ["A1"]);
    assert_eq!(found(2), NONE, "one of two has its flank or rear wherever it is");
}
