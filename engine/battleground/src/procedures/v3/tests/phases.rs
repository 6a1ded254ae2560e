//! Orders and phases of a turn, and the order in which attacks are chosen and rolled (pp. 6-16).

use super::*;
use crate::model::event::CombatEvent;

#[test]
fn bg3_comb_01_missiles_come_before_defenders_are_chosen() {
    let made = scene3()
        .holding("A1", javelins(7_000), (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 12.5, 180.0))
        .engaged_now("A1", "B1", Side::Front);
    let (_, events) = on_with(combat(made), &[], &[]).unwrap();
    let places = |wanted: &dyn Fn(&Event) -> bool| -> Vec<usize> {
        (0..events.len())
            .filter(|place| wanted(&events[*place]))
            .collect()
    };
    let thrown = places(&|event| {
        matches!(
            event,
            Event::Combat(CombatEvent::AttackResolved {
                kind: AttackKind::Thrown,
                ..
            })
        )
    });
    let chosen = places(&|event| matches!(event, Event::Combat(CombatEvent::TargetsChosen { .. })));
    let fought = places(&|event| {
        matches!(
            event,
            Event::Combat(CombatEvent::AttackResolved {
                kind: AttackKind::Melee,
                ..
            })
        )
    });
    // Thrown, then South chooses and attacks, then North does.
    assert_eq!((thrown.len(), chosen.len(), fought.len()), (1, 2, 2));
    assert!(thrown[0] < chosen[0] && chosen[0] < fought[0] && fought[0] < chosen[1] && chosen[1] < fought[1]);
}

#[test]
fn bg3_comb_17_the_other_player_chooses_after_the_active_players_attacks() {
    let state = combat(
        scene3()
            .holding("A1", armed((1, 5, 5), (2, 2)), (18.0, 10.0, 0.0))
            .holding("B1", armed((1, 5, 5), (2, 2)), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front),
    );
    let (_, events) = goes_on(state, &[6, 6]);
    let place = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let resolved = place(
        &|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { attacker, .. }) if *attacker == id("A1")),
    );
    let chosen = place(&|event| {
        matches!(
            event,
            Event::Combat(CombatEvent::TargetsChosen { seat: Seat::B, .. })
        )
    });
    assert!(resolved < chosen);
}

#[test]
fn bg3_comb_14_choices_are_locked() {
    // A1 uses up the boxes of B1; A2 has chosen it too and attacks it all the same.
    let state = combat(
        scene3()
            .holding("A1", armed((3, 8, 8), (2, 2)), (16.25, 10.0, 0.0))
            .holding("A2", armed((1, 5, 5), (2, 2)), (19.75, 10.0, 0.0))
            .holding(
                "B1",
                in_boxes(armed((1, 5, 5), (0, 0)), (1, 1, 1)),
                (18.0, 12.5, 180.0),
            )
            .engaged("A1", "B1", Side::Front)
            .engaged("A2", "B1", Side::Front),
    );
    let (state, _) = goes_on(state, &[]);
    // Rule BG3-COMB-15: in the order that their owner chooses.
    let attack = |unit: &str| {
        let answer = Answer::Attack {
            by: id(unit),
            kind: AttackKind::Melee,
            on: id("B1"),
        };
        (Seat::A, Command::Choose { answer })
    };
    let rolls_anyway = answer(Seat::A, Answer::Accept);
    let (_, events) = played_on(state, &[attack("A1"), rolls_anyway], &[1, 1, 1, 1, 1, 1]).unwrap();
    let attacked: Vec<UnitId> = events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackResolved { attacker, target, .. }) if *target == id("B1") => {
                Some(*attacker)
            }
            _ => None,
        })
        .collect();
    assert_eq!(attacked, [id("A1"), id("A2")]);
}
