//! Javelins ahead of free attacks (p. 30).

use super::*;
use crate::model::event::{AbilityEvent, CombatEvent, DamageEvent};
use crate::model::state::RoutCause;
use crate::rules::courage::tests::played::{caused, phase};

/// A1 on its front and A2, a javelin unit, on its flank pinch B1, which fails its rout check and turns away from A1. The position
/// when the free attacks are to be made, and the throws before it.
fn routed(rushed_now: bool) -> (State, Vec<(UnitId, UnitId)>) {
    let mut thrower = javelins(7_000);
    thrower.attack = Profile {
        dice: 2,
        skill: 8,
        power: 8,
    };
    let made = scene3()
        .holding("A1", armed((1, 1, 1), (2, 2)), (18.0, 15.0, 0.0))
        .unit("A2", thrower, (21.0, 17.5, 270.0))
        .order("A2", Order::Close)
        .holding("B1", boxed(2, 4, 4), (18.0, 17.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left)
        .set(|state| {
            if rushed_now {
                state.engagements[1].turn = state.turn;
            }
        });
    let state = phase(caused(made, "B1", RoutCause::Pinched), true);
    let turns = answer(Seat::B, Answer::Unit(id("A1")));
    let (state, events) = on_with(state, &[turns], &[6, 6, 6, 1, 1, 1, 1]).unwrap();
    let throws = events.iter().filter_map(|event| match event {
        Event::Combat(CombatEvent::AttackBegan { attack, .. }) if attack.kind == AttackKind::Thrown => {
            Some((attack.attacker, attack.target))
        }
        _ => None,
    });
    let throws = throws.collect();
    (state, throws)
}

#[test]
fn bg3_key_23_javelins_fly_ahead_of_the_free_attacks_at_who_routs_pinched() {
    let (state, throws) = routed(true);
    assert_eq!(
        asked(&state).map(|(topic, seat, _)| (topic, seat)),
        Some((Topic::NextFreeAttack, Seat::A))
    );
    assert_eq!(throws, [(id("A2"), id("B1"))]);
    // An engagement of an earlier turn is none in which it throws.
    let (state, throws) = routed(false);
    assert_eq!(asked(&state).map(|found| found.0), Some(Topic::NextFreeAttack));
    assert!(throws.is_empty());
}

#[test]
fn bg3_key_24_what_is_thrown_before_free_attacks_counts_at_once() {
    let (state, _) = routed(true);
    let hurt = state.unit(id("B1")).unwrap();
    assert_eq!(
        (hurt.marked, hurt.fresh),
        (2, 0),
        "marked for the free attacks too"
    );
    assert!(
        hurt.pending.rout.contains(&RoutCause::LastGreen),
        "a check of the cleanup"
    );
    // No second throw in the Combat Phase.
    let by = |attacker: &str| Answer::Attack {
        by: id(attacker),
        kind: AttackKind::Free,
        on: id("B1"),
    };
    let (_, events) = on_with(state, &[answer(Seat::A, by("A1"))], &[]).unwrap();
    let again = |event: &Event| matches!(event, Event::Combat(CombatEvent::AttackBegan { attack, .. }) if attack.kind == AttackKind::Thrown);
    assert!(!events.iter().any(again));
}

/// A1, which has just rushed B1, throws at it first thing in the Combat Phase: two damage.
fn thrown(boxes: (u8, u8, u8), rule: &str) -> Vec<Event> {
    let mut thrower = javelins(7_000);
    thrower.attack = Profile {
        dice: 2,
        skill: 8,
        power: 8,
    };
    let trigger =
        json!({ "name": "Trophies", "at": rule, "effects": [{ "gain_command_actions": { "count": 1 } }] });
    thrower.triggers = vec![serde_json::from_value(trigger).unwrap()];
    let made = scene3()
        .holding("A1", thrower, (18.0, 10.0, 0.0))
        .holding("B1", boxed(boxes.0, boxes.1, boxes.2), (18.0, 12.5, 180.0))
        .holding("B2", line(), (3.0, 28.0, 180.0))
        .engaged_now("A1", "B1", Side::Front);
    let (state, mut events) = on_with(combat(made), &[], &[1; 4]).unwrap();
    if asked(&state).is_some_and(|found| found.0 == Topic::RollAnyway) {
        let leaves = answer(Seat::A, Answer::Decline);
        events.extend(on_with(state, &[leaves], &[]).unwrap().1);
    }
    events
}

fn triggers(events: &[Event]) -> bool {
    has!(events, Event::Ability(AbilityEvent::RuleTriggered { .. }))
}

#[test]
fn bg3_key_24_what_is_thrown_triggers_what_damage_and_destruction_trigger() {
    let events = thrown((2, 4, 2), "enemy_in_yellow");
    assert!(triggers(&events), "the last green box was marked");
    assert!(!triggers(&thrown((4, 4, 2), "enemy_in_yellow")));
    let events = thrown((1, 0, 1), "destroys_enemy");
    let killed = |event: &Event| matches!(event, Event::Damage(DamageEvent::UnitDestroyed { unit, by, .. }) if *unit == id("B1") && *by == Some(id("A1")));
    assert!(events.iter().any(killed), "the thrower has destroyed it");
    assert!(triggers(&events));
}

#[test]
fn bg3_turn_02_rules_of_the_end_of_a_turn_follow_its_last_courage_phase() {
    let mut card = line();
    let rule = json!({ "name": "Dusk", "at": "end_of_turn", "effects": [{ "damage": { "wounds": 1 } }] });
    card.triggers = vec![serde_json::from_value(rule).unwrap()];
    let made = |card: UnitType| {
        scene3()
            .holding("A1", card, (18.0, 10.0, 0.0))
            .holding("B1", line(), (3.0, 28.0, 180.0))
    };
    let after = |pre| on_with(phase(made(card.clone()), pre), &[], &[]).unwrap().0;
    assert_eq!(marked(&after(false), "A1"), 1);
    assert_eq!(marked(&after(true), "A1"), 1, "once a turn");
}
