//! Pinches and back-up units (pp. 18-19, 23, 30-31).

use super::*;
use crate::model::event::{CourageEvent, DamageEvent};
use crate::model::state::RoutCause;
use crate::procedures::backing_up;
use crate::procedures::v3::javelins;
use crate::rules::engagement::pinched_by;

/// A1 fought in front by one kind and on the flank by another, which has just come.
/// Whether A1, engaged on its front by B1, owes a rout check once B2 has rushed its flank.
fn pinch(own: UnitType, front: UnitType, flank: UnitType) -> bool {
    let half = |kind: &UnitType| kind.size.depth().value() / 2.0;
    let above = 15.0 + half(&own) + half(&front);
    let beside = 18.0 + 1.75 + 3.0 + half(&flank);
    let flank = UnitType {
        movement: mc(5.0),
        ..flank
    };
    let state = begun(
        scene3()
            .holding("A1", own, (18.0, 15.0, 0.0))
            .holding("B1", front, (18.0, above, 180.0))
            .unit("B2", flank, (beside, 15.0, 270.0))
            .engaged("B1", "A1", Side::Front)
            .set(|state| state.active = Some(Seat::B)),
    );
    let rush = Command::Activate {
        units: vec![id("B2")],
    };
    let (state, events) = play3(state, &[(Seat::B, rush)], &[]).unwrap();
    assert!(
        fights(&state, "B2").iter().any(|found| found.0 == id("A1")),
        "the rush is made"
    );
    events.contains(&Event::Courage(CourageEvent::CauseNoted {
        unit: id("A1"),
        cause: RoutCause::Pinched,
    }))
}

#[test]
fn bg3_key_31_skirmishers_are_ignored_in_pinch_checks_of_others() {
    let skirmisher = || with_keywords(&[Keyword::Skirmisher]);
    assert!(!pinch(line(), line(), skirmisher()));
    assert!(
        pinch(skirmisher(), line(), skirmisher()),
        "a Skirmisher itself checks"
    );
    let third = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", skirmisher(), (18.0, 12.5, 0.0))
        .unit("B3", line(), (21.0, 15.0, 270.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Rear)
        .engaged("B3", "A1", Side::Right)
        .state();
    assert!(pinched_by(&third, id("B3"), id("A1")).is_some());
}

#[test]
fn bg3_key_10_a_colossal_unit_checks_only_for_a_colossal_one() {
    assert!(!pinch(colossal(), line(), line()));
    assert!(pinch(colossal(), line(), colossal()));
    assert!(
        pinch(colossal(), colossal(), line()),
        "whichever of the two came last"
    );
    // One that fights another besides pinches nobody. Rule BG3-MOD-13 (pp. 19-20).
    let third = |busy: bool| {
        let made = scene3()
            .unit("A1", colossal(), (18.0, 15.0, 0.0))
            .unit("A2", line(), (18.0, 26.0, 0.0))
            .unit("B1", colossal(), (18.0, 20.0, 180.0))
            .unit("B2", line(), (21.0, 15.0, 270.0))
            .engaged("B1", "A1", Side::Front)
            .engaged("B2", "A1", Side::Right);
        let made = if busy {
            made.engaged("A2", "B1", Side::Rear)
        } else {
            made
        };
        pinched_by(&made.state(), id("B2"), id("A1")).is_some()
    };
    assert!(third(false) && !third(true));
}

fn backed(order: Order, at: (f64, f64, f64)) -> Vec<UnitId> {
    let state = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("A2", line(), at)
        .order("A2", order)
        .state();
    backing_up::candidates(&state, state.unit(id("A1")).unwrap())
}

#[test]
fn bg3_back_01_any_touch_of_front_and_rear_backs_up() {
    let behind = (18.0, 12.5, 0.0);
    assert_eq!(backed(Order::Close, behind), [id("A2")]);
    assert_eq!(backed(Order::Follow, behind), [id("A2")]);
    assert_eq!(backed(Order::Close, (21.4, 12.5, 0.0)), [id("A2")], "along 0.1");
    assert!(
        backed(Order::Close, (21.5, 12.5, 0.0)).is_empty(),
        "corner to corner"
    );
    assert!(backed(Order::Range, behind).is_empty());
    assert!(backed(Order::Hold, behind).is_empty());
    let controlled = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("A2", line(), behind)
        .change("A2", |unit| unit.turn.controlled = true)
        .state();
    assert!(backing_up::candidates(&controlled, controlled.unit(id("A1")).unwrap()).is_empty());
    // Engaged on its own it backs up nobody.
    let engaged = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("A2", line(), behind)
        .unit("B1", line(), (15.0, 12.5, 90.0))
        .engaged("B1", "A2", Side::Left)
        .state();
    assert!(backing_up::candidates(&engaged, engaged.unit(id("A1")).unwrap()).is_empty());
}

#[test]
fn bg3_back_02_stepping_in_is_the_owners_choice() {
    use crate::model::agenda::Need;
    let state = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("A2", line(), (18.0, 12.5, 0.0))
        .state();
    let asked = crate::verbs::backing_up::replacements(&state, &[id("A1")], &[]);
    assert!(matches!(asked, Err(Need::Ask(question)) if question.seat == Seat::A));
}

#[test]
fn bg3_back_02_a_unit_destroyed_in_combat_is_replaced_if_its_owner_says_so() {
    let made = scene3()
        .holding("A1", armed((5, 9, 9), (2, 2)), (18.0, 10.0, 0.0))
        .holding("B1", boxed(1, 0, 0), (18.0, 12.5, 180.0))
        .unit("B2", line(), (18.0, 15.0, 180.0))
        .engaged("A1", "B1", Side::Front);
    let (state, _) = on_with(combat(made), &[], &[1; 10]).unwrap();
    assert_eq!(
        asked(&state).map(|(topic, seat, _)| (topic, seat)),
        Some((Topic::BackUp, Seat::B))
    );
    let (replaced, _) = on_with(state.clone(), &[answer(Seat::B, Answer::Unit(id("B2")))], &[]).unwrap();
    assert_eq!(stands(&replaced, "B2"), Some(pose(18.0, 12.5, 180.0)));
    assert_eq!(fights(&replaced, "B2"), [(id("A1"), Side::Front, Side::Front)]);
    let (left, _) = on_with(state, &[answer(Seat::B, Answer::Decline)], &[]).unwrap();
    assert_eq!(stands(&left, "B2"), Some(pose(18.0, 15.0, 180.0)));
    assert!(stands(&left, "B1").is_none() && left.engagements.is_empty());
}

#[test]
fn bg3_back_02_a_routing_unit_has_no_back_ups() {
    let asks = |routs: bool| {
        let made = scene3()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 26.0, 180.0))
            .order("A1", Order::Range)
            .holding("B1", boxed(1, 0, 0), (18.0, 20.0, 0.0))
            .unit("B2", line(), (18.0, 17.5, 0.0))
            .change("B1", |unit| {
                if routs {
                    unit.status = Status::Routing;
                }
            });
        let (state, events) = on_with(combat(made), &[], &[1; 10]).unwrap();
        let destroyed = |event: &Event| matches!(event, Event::Damage(DamageEvent::UnitDestroyed { unit, .. }) if *unit == id("B1"));
        let asked = asked(&state).is_some_and(|found| found.0 == Topic::BackUp);
        assert!(asked || events.iter().any(destroyed), "{:?}", state.agenda.last());
        asked
    };
    assert!(asks(false));
    assert!(!asks(true));
}

#[test]
fn bg3_back_02_a_unit_that_falls_outside_combat_is_replaced_if_its_owner_says_so() {
    use crate::model::agenda::PathObstacle;
    // A colossal unit on Close chooses to stop at a friend that has one box left: 1 damage (BG3-KEY-09), and its front touches
    // that friend's rear (BG3-BACK-01).
    let giant = UnitType {
        movement: mc(5.0),
        ..colossal()
    };
    let state = begun(
        scene3()
            .unit("A1", giant, (18.0, 7.5, 0.0))
            .holding("A2", line(), (18.0, 13.25, 0.0))
            .change("A2", |unit| unit.marked = 8)
            .holding("B1", line(), (18.0, 15.75, 180.0))
            .engaged("B1", "A2", Side::Front)
            .holding("B2", line(), (18.0, 28.0, 180.0))
            .objective("A1", Objective::Enemy(id("B2"))),
    );
    let meets = Answer::Meet(PathObstacle::Unit(id("A2")));
    let (state, _) = play3(state, &[activate(&["A1"]), answer(Seat::A, meets)], &[]).unwrap();
    let (topic, seat, options) = asked(&state).unwrap();
    assert_eq!((topic, seat), (Topic::BackUp, Seat::A));
    assert_eq!(options, [Answer::Unit(id("A1")), Answer::Decline]);
    // Its front comes to lie where that of the other was, and it is engaged with the enemy of the other, on the same side.
    let (stepped, _) = play3(state.clone(), &[answer(Seat::A, Answer::Unit(id("A1")))], &[]).unwrap();
    assert_eq!(stands(&stepped, "A1"), Some(pose(18.0, 12.0, 0.0)));
    assert_eq!(fights(&stepped, "A1"), [(id("B1"), Side::Front, Side::Front)]);
    let gone = |state: &State| state.unit(id("A2")).unwrap().destroyed;
    assert_eq!(gone(&stepped), Some(crate::model::state::Cause::Damage));
    let (left, _) = play3(state, &[answer(Seat::A, Answer::Decline)], &[]).unwrap();
    assert_eq!((gone(&left), fights(&left, "A1")), (gone(&stepped), Vec::new()));
}

#[test]
fn bg3_back_04_who_steps_in_counts_as_engaged_since_the_turn_began() {
    use crate::model::charging::charges_toward;
    use crate::model::effect::Effect;
    // In North's Movement and Command phase A1, which fights B1, falls; A2, a javelin unit on Close behind it, steps in.
    let falls = Step::Effects {
        seat: Seat::B,
        name: "Fire".to_owned(),
        kind: crate::model::state::LastingKind::Rule,
        on: vec![id("A1")],
        effects: vec![Effect::Damage { wounds: 20 }],
        spell: false,
    };
    let made = scene3()
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .unit("A2", javelins(7_000), (18.0, 12.5, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", line(), (28.0, 20.0, 180.0))
        .engaged("B1", "A1", Side::Front)
        .set(|state| {
            state.active = Some(Seat::B);
            state.agenda.push(falls.into());
        });
    let steps_in = answer(Seat::A, Answer::Unit(id("A2")));
    let (state, _) = on_with(made.state(), &[steps_in], &[]).unwrap();
    assert_eq!(fights(&state, "A2"), [(id("B1"), Side::Front, Side::Front)]);
    assert_eq!(state.phase, Phase::MovementAndCommand);
    // B1 is gone, and B2 rushes the front of A2 from outside its range: A2 neither charges nor throws. It would if it had stood
    // there free since the turn began.
    let rushed = |began_engaged: Option<bool>| {
        let made = Scene::from(state.clone())
            .set(|state| state.engagements.clear())
            .engaged_now("B2", "A2", Side::Front)
            .change("A2", |unit| {
                unit.turn.beyond = vec![id("B2")];
                unit.turn.began_engaged = began_engaged.unwrap_or(unit.turn.began_engaged);
            });
        let state = made.state();
        let throws = !javelins::targets(&state, state.unit(id("A2")).unwrap()).is_empty();
        (charges_toward(&state, id("A2"), id("B2")), throws)
    };
    assert_eq!(rushed(None), (false, false));
    assert_eq!(rushed(Some(false)), (true, true));
}
