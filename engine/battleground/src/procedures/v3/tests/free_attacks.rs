//! Later steps of a Courage Phase: other checks, free attacks, what is repeated (pp. 22-24, 31).

use super::courage::{apart, caused, phase, run, status};
use super::*;
use crate::model::event::{CombatEvent, CourageEvent, DamageEvent, MovementEvent};
use crate::model::state::{CheckKind, RoutCause};

#[test]
fn bg3_cour_16_units_that_both_rout_make_no_free_attack() {
    // A1 and B1 fight one another; A1 fails, then B1 fails too, or passes.
    let attackers = |last: u8| {
        let made = scene3()
            .holding("A1", line(), (18.0, 15.0, 0.0))
            .holding("B1", line(), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front);
        let made = caused(caused(made, "A1", RoutCause::Red), "B1", RoutCause::Red);
        let (_, events) = on_with(phase(made, true), &[], &[6, 6, 6, last, last, last]).unwrap();
        assert_eq!(courage_checks(&events).len(), 2);
        let free = events.iter().filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackBegan { attack, .. }) if attack.kind == AttackKind::Free => {
                Some(attack.attacker)
            }
            _ => None,
        });
        free.collect::<Vec<UnitId>>()
    };
    assert_eq!(attackers(1), [id("B1")]);
    assert!(attackers(6).is_empty());
}

#[test]
fn bg3_cour_17_free_attacks_count_the_new_facing_and_the_charge() {
    let state = scene3()
        .unit("A1", armed((5, 5, 5), (2, 3)), (18.0, 15.0, 180.0))
        .unit(
            "B1",
            armed_as(&[Keyword::Cavalry], (4, 6, 6), (2, 2)),
            (18.0, 17.5, 180.0),
        )
        .engaged_now("B1", "A1", Side::Rear)
        .change("B1", |unit| unit.turn.rushed = true)
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .state();
    assert_eq!(short(&state, "B1", "A1", AttackKind::Free), (4, 5, 5, 1));
}

/// A1 routs from B1, whose free attack with these dice marks its boxes; then it checks again with these, if it has to.
fn hurt_in_flight(boxes: (u8, u8, u8), second: [u8; 3]) -> (State, Vec<Event>) {
    let made = caused(
        scene3()
            .holding("A1", boxed(boxes.0, boxes.1, boxes.2), (18.0, 15.0, 0.0))
            .holding("B1", line(), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front),
        "A1",
        RoutCause::Pinched,
    );
    // The check fails; free attack: one hit, one damage.
    let mut dice = vec![6, 6, 6, 1, 6, 6, 6, 6, 1];
    dice.extend(second);
    on_with(phase(made, true), &[], &dice).unwrap()
}

#[test]
fn bg3_cour_18_checks_caused_meanwhile_repeat_the_phase() {
    // Its last green box falls to a free attack: after its rout movement it checks again and is destroyed.
    let (_, events) = hurt_in_flight((1, 5, 2), [6, 6, 6]);
    let seen = courage_checks(&events);
    assert_eq!(
        seen,
        [
            (id("A1"), CheckKind::Rout, false),
            (id("A1"), CheckKind::Rout, false)
        ]
    );
    let place = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted);
    let moved = place(
        &|event| matches!(event, Event::Movement(MovementEvent::UnitMoved { unit, .. }) if *unit == id("A1")),
    );
    let dead = place(
        &|event| matches!(event, Event::Damage(DamageEvent::UnitDestroyed { unit, .. }) if *unit == id("A1")),
    );
    assert!(moved.is_some() && moved < dead, "it had moved before");
}

fn moves_of_a1(events: &[Event]) -> usize {
    let moved = |event: &&Event| matches!(event, Event::Movement(MovementEvent::UnitMoved { unit, .. }) if *unit == id("A1"));
    events.iter().filter(moved).count()
}

#[test]
fn bg3_cour_18_who_passes_the_check_of_the_cleanup_just_keeps_routing() {
    let (state, events) = hurt_in_flight((1, 5, 2), [1, 1, 1]);
    let seen: Vec<(CheckKind, bool)> = courage_checks(&events).iter().map(|one| (one.1, one.2)).collect();
    assert_eq!(seen, [(CheckKind::Rout, false), (CheckKind::Rout, true)]);
    assert_eq!((status(&state, "A1"), marked(&state, "A1")), (Status::Routing, 1));
    assert_eq!(moves_of_a1(&events), 1, "it does not move again");
    assert_eq!(stands(&state, "A1").map(|at| at.centre.y.value()), Some(11.5));
}

#[test]
fn bg3_cour_18_free_attack_damage_without_a_threshold_repeats_nothing() {
    let (state, events) = hurt_in_flight((4, 5, 2), [6, 6, 6]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, false)]);
    assert_eq!((status(&state, "A1"), marked(&state, "A1")), (Status::Routing, 1));
    assert_eq!(moves_of_a1(&events), 1);
}

#[test]
fn bg3_rout_14_free_attacks_come_before_rout_movement() {
    let made = caused(
        scene3()
            .holding("A1", line(), (18.0, 15.0, 0.0))
            .holding("B1", line(), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front),
        "A1",
        RoutCause::Pinched,
    );
    let (_, events) = run(phase(made, true), &[6, 6, 6, 6, 6, 6, 6, 6]);
    let attack = events
        .iter()
        .position(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })));
    let moved = events.iter().position(
        |event| matches!(event, Event::Movement(MovementEvent::UnitMoved { unit, .. }) if *unit == id("A1")),
    );
    assert!(attack.is_some() && attack < moved);
}

#[test]
fn bg3_key_33_a_skirmisher_rushed_by_regulars_routs_and_suffers() {
    let suffers = |speeds: &[f64]| {
        let skirmisher = UnitType {
            movement: mc(5.0),
            ..with_keywords(&[Keyword::Skirmisher])
        };
        let mut made = scene3().holding("A1", skirmisher, (18.0, 15.0, 0.0));
        let places = [
            ((18.0, 17.5, 180.0), Side::Front),
            ((21.0, 15.0, 270.0), Side::Right),
        ];
        for ((number, speed), (at, side)) in (1..).zip(speeds).zip(places) {
            let name = format!("B{number}");
            made = made
                .unit(&name, moving(*speed), at)
                .order(&name, Order::Hold)
                .engaged(&name, "A1", side);
        }
        let made = made
            .set(|state| {
                for engagement in &mut state.engagements {
                    engagement.turn = state.turn;
                }
            })
            .change("A1", |unit| unit.turn.rushed_by_line = true);
        let state = phase(made, true);
        let (mut state, mut events) = run(state, &[]);
        if speeds.len() > 1 {
            let choose = Command::Choose {
                answer: Answer::Unit(id("B1")),
            };
            let (after, more) = play3(state, &[(Seat::A, choose)], &[]).unwrap();
            state = after;
            events.extend(more);
        }
        assert!(
            !has!(events, Event::Courage(CourageEvent::CheckRolled { .. })),
            "no dice"
        );
        assert_eq!(status(&state, "A1"), Status::Routing);
        events.iter().find_map(|event| match event {
            Event::Damage(DamageEvent::BoxesMarked { boxes, .. }) => Some(*boxes),
            _ => None,
        })
    };
    assert_eq!(suffers(&[7.0]), Some(2), "faster");
    assert_eq!(suffers(&[5.0]), Some(1), "equal");
    assert_eq!(suffers(&[3.5, 7.0]), Some(3), "a slower and a faster one");
}

#[test]
fn bg3_cour_14_other_checks_come_third_with_the_results_of_their_source() {
    use crate::model::effect::Effect;
    use crate::model::state::Demanded;
    // A check that is neither: who fails it takes 2 damage.
    let made = caused(apart(), "A1", RoutCause::Red).change("A1", |unit| {
        unit.pending.fear = true;
        unit.pending.other.push(Demanded {
            by: Seat::B,
            name: "Dread".to_owned(),
            failed: vec![Effect::Damage { wounds: 2 }],
        });
    });
    let outcome = |dice: &[u8]| on_with(phase(made.change("A1", |_| ()), true), &[], dice).unwrap();
    let (state, events) = outcome(&[1, 1, 1, 1, 1, 1, 6, 6, 6]);
    let kinds: Vec<CheckKind> = courage_checks(&events).iter().map(|check| check.1).collect();
    assert_eq!(kinds[..3], [CheckKind::Rout, CheckKind::Fear, CheckKind::Other]);
    assert_eq!(marked(&state, "A1"), 2);
}

#[test]
fn bg3_cour_15_a_check_that_cannot_matter_is_not_rolled() {
    let rolled = |made: Scene| courage_checks(&on_with(phase(made, true), &[], &[]).unwrap().1).len();
    let fearing = |made: Scene| made.change("A1", |unit| unit.pending.fear = true);
    assert_eq!(rolled(fearing(apart())), 1);
    // Frightened already until the end of the turn, or routing: failing would change nothing.
    let frightened = fearing(apart()).change("A1", |unit| unit.turn.frightened = true);
    assert_eq!(rolled(frightened), 0);
    let routing = fearing(apart()).change("A1", |unit| unit.status = Status::Routing);
    assert_eq!(rolled(routing), 0);
    // What is due is over with that, and does not come back in the next phase.
    let frightened = fearing(apart()).change("A1", |unit| unit.turn.frightened = true);
    let (state, _) = on_with(phase(frightened, true), &[], &[]).unwrap();
    assert!(!state.unit(id("A1")).unwrap().pending.fear);
}

#[test]
fn bg3_cour_20_a_step_of_rout_checks_does_not_undo_pinches() {
    // B1 and B2 pinch A1; B1 routs in the same step, and A1 checks all the same.
    let made = scene3()
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .holding("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Right)
        .set(|state| state.active = Some(Seat::B));
    let made = caused(caused(made, "A1", RoutCause::Pinched), "B1", RoutCause::Red);
    let (_, events) = on_with(phase(made, true), &[], &[6, 6, 6, 1, 1, 1]).unwrap();
    assert_eq!(
        courage_checks(&events)[..2],
        [
            (id("B1"), CheckKind::Rout, false),
            (id("A1"), CheckKind::Rout, true)
        ]
    );
}
