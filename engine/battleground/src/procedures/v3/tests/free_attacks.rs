//! Later steps of a Courage Phase: other checks, free attacks, what is repeated (pp. 22-24, 31).

use super::*;
use crate::model::event::{CourageEvent, DamageEvent, MovementEvent};
use crate::model::state::{CheckKind, RoutCause};
use crate::playing::goes_on as run;
use crate::rules::courage::tests::played::{apart, caused, phase, status};

use crate::rules::courage::tests::played::{hurt_in_flight, moves_of_a1};

#[test]
fn bg3_cour_18_checks_caused_meanwhile_repeat_the_phase() {
    // Its last green box falls to a free attack: after its rout movement it checks again and is destroyed.
    let (_, events) = hurt_in_flight(Edition::V3, (1, 5, 2), [6, 6, 6]);
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

#[test]
fn bg3_cour_18_who_passes_the_check_of_the_cleanup_just_keeps_routing() {
    let (state, events) = hurt_in_flight(Edition::V3, (1, 5, 2), [1, 1, 1]);
    let seen: Vec<(CheckKind, bool)> = courage_checks(&events).iter().map(|one| (one.1, one.2)).collect();
    assert_eq!(seen, [(CheckKind::Rout, false), (CheckKind::Rout, true)]);
    assert_eq!((status(&state, "A1"), marked(&state, "A1")), (Status::Routing, 1));
    assert_eq!(moves_of_a1(&events), 1, "it does not move again");
    assert_eq!(stands(&state, "A1").map(|at| at.centre.y.value()), Some(11.5));
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
    let made = caused(apart(Edition::V3), "A1", RoutCause::Red).change("A1", |unit| {
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
    assert_eq!(rolled(fearing(apart(Edition::V3))), 1);
    // Frightened already until the end of the turn, or routing: failing would change nothing.
    let frightened = fearing(apart(Edition::V3)).change("A1", |unit| unit.turn.frightened = true);
    assert_eq!(rolled(frightened), 0);
    let routing = fearing(apart(Edition::V3)).change("A1", |unit| unit.status = Status::Routing);
    assert_eq!(rolled(routing), 0);
    // What is due is over with that, and does not come back in the next phase.
    let frightened = fearing(apart(Edition::V3)).change("A1", |unit| unit.turn.frightened = true);
    let (state, _) = on_with(phase(frightened, true), &[], &[]).unwrap();
    assert!(!state.unit(id("A1")).unwrap().pending.fear);
}
