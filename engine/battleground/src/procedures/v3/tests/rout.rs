//! Rout movement, rallies, skirmisher recall (pp. 10, 22-24, 29-31).

use super::*;
use crate::model::agenda::{Answered, Frame, Need};
use crate::model::event::{CourageEvent, DamageEvent, MovementEvent};
use crate::model::state::{Cause, RoutCause};
use crate::procedures::v3::rout::{Rout, rout};
use crate::scene::at_table;

use crate::rules::command_actions::tests::rallies::{router, with_actions};

fn frame(unit: &str, answers: Vec<Answered>) -> Frame {
    Frame {
        step: Step::RoutMove {
            unit: id(unit),
            initial: false,
        },
        answers,
    }
}

fn routs(state: &State, unit: &str) -> Rout {
    let field = Field::of(state);
    rout(&field, state.unit(id(unit)).unwrap(), &frame(unit, Vec::new())).unwrap()
}

fn ends(found: &Rout) -> (f64, f64) {
    let centre = found.to.centre;
    (
        (centre.x.value() * 100.0).round() / 100.0,
        (centre.y.value() * 100.0).round() / 100.0,
    )
}

/// A rout move as it is played.
fn moved(state: State, unit: &str) -> (State, Vec<Event>) {
    let state = Scene::from(state)
        .set(|state| state.agenda.push(frame(unit, Vec::new())))
        .state();
    let (_, state, events) = at_table(state, &[], |table| {
        let top = table.state().agenda.last().cloned().unwrap();
        crate::rules::rout::rout_move(table, &top).unwrap()
    });
    (state, events)
}

#[test]
fn bg3_rout_02_facing_does_not_change_and_ground_slows() {
    let state = router(scene3(), "A1", 3.5, (18.0, 15.0, 45.0)).state();
    let found = routs(&state, "A1");
    assert_eq!((ends(&found), found.to.heading.value()), ((18.0, 11.5), 45.0));
    let wood = rectangle(TerrainType::Forest, (5.0, 5.0), (31.0, 20.0));
    let state = router(scene3(), "A1", 3.5, (18.0, 15.0, 180.0))
        .terrain(wood)
        .state();
    assert_eq!(ends(&routs(&state, "A1")), (18.0, 12.5));
}

/// A1 routs out of a fight with an enemy flush to its north.
fn out_of_a_fight(movement: f64) -> Scene {
    router(scene3(), "A1", movement, (18.0, 15.0, 180.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Rear)
        .change("A1", |unit| unit.turn.just_routed = true)
}

#[test]
fn bg3_rout_04_as_far_as_possible_from_those_it_fought() {
    assert_eq!(ends(&routs(&out_of_a_fight(3.5).state(), "A1")), (18.0, 11.5));
    let two = out_of_a_fight(3.5)
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B2", "A1", Side::Left)
        .state();
    let found = routs(&two, "A1");
    let centre = found.to.centre;
    assert!(
        (centre.x.value() - 15.5251).abs() < 0.002 && (centre.y.value() - 12.5251).abs() < 0.002,
        "{found:?}"
    );
    // Enemies flush to its north and south: east or west, its owner chooses.
    let between = out_of_a_fight(5.0)
        .unit("B2", line(), (18.0, 12.5, 0.0))
        .engaged("B2", "A1", Side::Front)
        .state();
    let field = Field::of(&between);
    let unit = between.unit(id("A1")).unwrap();
    let Err(Need::Ask(question)) = rout(&field, unit, &frame("A1", Vec::new())) else {
        panic!("the owner chooses");
    };
    assert_eq!((question.topic, question.seat), (Topic::RoutDirection, Seat::A));
    let west = Answered {
        topic: Topic::RoutDirection,
        unit: Some(id("A1")),
        about: None,
        answer: Answer::Heading(battleground_geometry::Degrees::new(270.0).unwrap()),
    };
    let found = rout(&field, unit, &frame("A1", vec![west])).unwrap();
    assert_eq!((ends(&found), found.fate), ((13.0, 15.0), None));
}

#[test]
fn bg3_rout_05_still_engaged_is_destroyed() {
    assert_eq!(routs(&out_of_a_fight(1.25).state(), "A1").fate, None);
    let stuck = out_of_a_fight(1.25).terrain(rectangle(TerrainType::Swamp, (5.0, 5.0), (31.0, 20.0)));
    assert_eq!(
        routs(&stuck.state(), "A1").fate,
        Some(Cause::RoutIntoEnemy),
        "movement 0"
    );
    // Corner contact alone is free.
    let between = out_of_a_fight(3.5)
        .unit("B2", line(), (18.0, 12.5, 0.0))
        .engaged("B2", "A1", Side::Front)
        .state();
    let west = Answered {
        topic: Topic::RoutDirection,
        unit: Some(id("A1")),
        about: None,
        answer: Answer::Heading(battleground_geometry::Degrees::new(270.0).unwrap()),
    };
    let found = rout(
        &Field::of(&between),
        between.unit(id("A1")).unwrap(),
        &frame("A1", vec![west]),
    )
    .unwrap();
    assert_eq!((ends(&found), found.fate), ((14.5, 15.0), None));
}

#[test]
fn bg3_rout_06_a_friend_right_behind_does_not_hold_it() {
    let state = out_of_a_fight(3.5).unit("A2", line(), (18.0, 12.5, 0.0)).state();
    let (after, events) = moved(state, "A1");
    assert_eq!(
        after.unit(id("A1")).unwrap().pose,
        Some(pose(18.0, 15.0, 180.0)),
        "no displacement"
    );
    assert!(after.engagements.is_empty(), "no longer engaged");
    assert!(!has!(events, Event::Damage(DamageEvent::UnitDestroyed { .. })));
    assert!(
        !has!(events, Event::Courage(CourageEvent::CauseNoted { .. })),
        "nobody was run through"
    );
}

#[test]
fn bg3_rout_09_later_it_runs_for_its_own_edge() {
    let state = router(scene3(), "B1", 5.0, (10.0, 20.0, 45.0)).state();
    let found = routs(&state, "B1");
    assert_eq!((ends(&found), found.to.heading.value()), ((10.0, 25.0), 45.0));
}

#[test]
fn bg3_rout_10_an_enemy_in_the_way_stops_it_unengaged() {
    // A row of enemies across the whole table, which leaves no way round: it stops in contact and lives.
    let mut made = router(scene3(), "A1", 3.5, (18.0, 15.0, 180.0));
    for number in 1..=10 {
        let x = 1.8 + 3.6 * f64::from(number - 1);
        made = made.unit(&format!("B{number}"), line(), (x, 11.5, 0.0));
    }
    let found = routs(&made.state(), "A1");
    assert_eq!((ends(&found), found.fate), ((18.0, 14.0), None));
}

#[test]
fn bg3_rout_11_into_and_through_friends() {
    // It begins flush behind the friend and is set down on the far side.
    let through = router(scene3(), "A1", 3.5, (18.0, 12.5, 180.0))
        .unit("A2", line(), (18.0, 10.0, 0.0))
        .state();
    let (after, events) = moved(through, "A1");
    let at = after.unit(id("A1")).unwrap().pose.unwrap().centre;
    assert!(
        (at.y.value() - 7.5).abs() < 0.02 && at.x.value() == 18.0,
        "{at:?}"
    );
    assert!(after.unit(id("A2")).unwrap().turn.run_through);
    assert!(events.contains(&Event::Courage(CourageEvent::CauseNoted {
        unit: id("A2"),
        cause: RoutCause::MovedThrough
    })));
    // 1 inch short of it, it stops in contact and nothing happens to the friend.
    let short = router(scene3(), "A1", 3.5, (18.0, 13.5, 180.0))
        .unit("A2", line(), (18.0, 10.0, 0.0))
        .state();
    let (after, events) = moved(short, "A1");
    assert_eq!(after.unit(id("A1")).unwrap().pose, Some(pose(18.0, 12.5, 180.0)));
    assert!(!after.unit(id("A2")).unwrap().turn.run_through);
    assert!(!has!(events, Event::Courage(CourageEvent::CauseNoted { .. })));
}

#[test]
fn bg3_rout_12_at_its_own_edge_it_stops_and_then_is_gone() {
    let state = router(scene3(), "A1", 3.5, (18.0, 3.0, 180.0)).state();
    let (state, events) = moved(state, "A1");
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 1.25, 180.0)));
    assert!(!has!(events, Event::Damage(DamageEvent::UnitDestroyed { .. })));
    let (_, events) = moved(state, "A1");
    assert!(has!(events, Event::Damage(DamageEvent::UnitDestroyed { .. })));
}

#[test]
fn bg3_rout_07_enemies_all_round_destroy_it() {
    // Enemies on all four sides: whichever way, it stays engaged.
    let state = out_of_a_fight(3.5)
        .unit("B2", line(), (18.0, 12.5, 0.0))
        .unit("B3", line(), (21.0, 15.0, 270.0))
        .unit("B4", line(), (15.0, 15.0, 90.0))
        .engaged("B2", "A1", Side::Front)
        .engaged("B3", "A1", Side::Left)
        .engaged("B4", "A1", Side::Right)
        .state();
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    let found = match rout(&field, unit, &frame("A1", Vec::new())) {
        Ok(found) => found,
        Err(Need::Ask(question)) => {
            let crate::model::agenda::Options::OneOf(options) = &question.options else {
                panic!("{question:?}");
            };
            let first = question.answered(options[0].0.clone());
            rout(&field, unit, &frame("A1", vec![first])).unwrap()
        }
        Err(Need::Refuse(refusal)) => panic!("{refusal}"),
    };
    assert_eq!(found.fate, Some(Cause::RoutIntoEnemy));
}

#[test]
fn bg3_key_16_a_routing_flyer_takes_off_and_passes_over_friends() {
    let flyer = flying(8.5);
    let state = scene3()
        .unit("A1", flyer, (18.0, 15.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .unit("A2", line(), (18.0, 12.5, 0.0))
        .state();
    let (state, events) = moved(state, "A1");
    assert!(state.unit(id("A1")).unwrap().airborne);
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 6.5, 180.0)));
    assert!(!has!(events, Event::Courage(CourageEvent::CauseNoted { .. })));
    // Rallied, it stays in the air.
    let state = Scene::from(state)
        .set(|state| {
            state.players[0].actions = 4;
            state.players[0].gained = 4;
            state.agenda = vec![Step::MovementAndCommand.into()];
        })
        .state();
    let rally = |airborne| Command::Rally {
        unit: id("A1"),
        heading: battleground_geometry::Degrees::new(180.0).unwrap(),
        airborne,
    };
    assert_eq!(refused3(&state, Seat::A, rally(false)), "BG3-KEY-16");
    let (state, _) = play3(state, &[(Seat::A, rally(true))], &[]).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.airborne);
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
}

#[test]
fn bg3_key_34_a_recall_comes_before_any_skirmisher_moves() {
    let skirmisher = || with_keywords(&[Keyword::Skirmisher]);
    let made = |moved: bool| {
        with_actions(
            scene3()
                .unit("A1", skirmisher(), (18.0, 15.0, 0.0))
                .unit("A2", skirmisher(), (10.0, 15.0, 0.0))
                .change("A2", |unit| {
                    unit.turn.moved = moved;
                    unit.turn.activated = moved;
                })
                .unit("B1", line(), (3.0, 28.0, 180.0)),
        )
    };
    let recall = Command::Recall {
        units: vec![id("A1")],
    };
    assert_eq!(refused3(&made(true), Seat::A, recall.clone()), "BG3-KEY-34");
    let (state, _) = play3(made(false), &[(Seat::A, recall)], &[]).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(
        (unit.status, unit.pose),
        (Status::Routing, Some(pose(18.0, 11.5, 180.0)))
    );
    assert_eq!(state.players[0].actions, 3);
}

#[test]
fn marks_of_this_edition_read_as_sentences() {
    use hindsight_kernel::Story as _;
    let state = scene3().unit("A1", line(), (18.0, 15.0, 180.0)).state();
    let said = Battleground3::describe(
        &state,
        &Event::Movement(MovementEvent::Marked {
            unit: id("A1"),
            mark: TurnMark::RunThrough,
        }),
    );
    assert!(said.contains("runs through"), "{said}");
}
