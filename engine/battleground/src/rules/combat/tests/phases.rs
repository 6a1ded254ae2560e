//! The Combat Phase between the two Courage Phases.

use super::*;
use crate::model::agenda::CourageStep;
use crate::model::cards::RangedType;
use crate::model::event::{CombatEvent, CourageEvent, TurnEvent};
use crate::model::orders::Order;
use crate::model::state::{Cause, Status};
use crate::procedures::attack::standing::{Shade, shade};
use crate::scene::{pose, routing_from_two, scene, shooting};

/// A position at a step of the Pre-Combat Courage Phase; the Combat Phase follows.
fn before_combat(scene: Scene, step: CourageStep) -> State {
    let mut state = scene.state();
    state.phase = Phase::PreCombatCourage;
    state.agenda = vec![
        Step::Courage {
            pre: true,
            step,
            only: None,
            checked: Vec::new(),
        }
        .into(),
    ];
    state
}

/// Every resolved attack: attacker and target.
fn struck(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackResolved { attacker, target, .. }) => {
                Some(format!("{attacker} {target}"))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn bg4_rout_18_who_is_freed_by_a_rout_shoots_in_the_same_turn() {
    // B1 was engaged with A1 alone, which routs away from it.
    let scene = scene()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .unit("B1", shooting(14.0, RangedType::Indirect), (18.0, 17.5, 180.0))
        .order("B1", Order::Range)
        .engaged("B1", "A1", Side::Rear)
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        });
    let state = before_combat(scene, CourageStep::RoutMovement);
    assert!(state.is_engaged(id("B1")));
    let (state, events) = fight(state, &[], &[6, 6, 6, 6, 6]);
    assert_eq!(struck(&events), ["B1 A1"]);
    assert_eq!(state.unit(id("B1")).unwrap().ammo_marked, 1, "it shot");
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 11.5, 180.0)));
}

#[test]
fn bg4_cour_18_a_free_attack_takes_no_attack_of_the_combat_phase() {
    // B1 fights the Routing A1 with its front and A2 on its left flank.
    let scene = scene()
        .unit("B1", line(), AT)
        .unit("A1", line(), (18.0, 10.0, 180.0))
        .unit("A2", line(), FLANK)
        .engaged("B1", "A1", Side::Rear)
        .engaged("A2", "B1", Side::Left)
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        });
    let state = before_combat(scene, CourageStep::FreeAttacks);
    // Five dice freely, five of A2, and four of B1 on an enemy that fights its flank. Rule BG4-MODS-08.
    let (state, events) = fight(state, &[], &[6; 14]);
    assert_eq!(struck(&events), ["B1 A1", "A2 B1", "B1 A2"]);
    let place = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let combat = place(&|event| matches!(event, Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat })));
    let attacks: Vec<usize> = (0..)
        .zip(&events)
        .filter(|(_, event)| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })))
        .map(|(place, _)| place)
        .collect();
    assert!(attacks[0] < combat && combat < attacks[1]);
    assert!(state.is_engaged(id("A2")) && !state.is_engaged(id("A1")));
}

#[test]
fn bg4_cour_16_a_routing_unit_shot_in_the_red_fails_and_is_destroyed() {
    let check = |dice: [u8; 3]| {
        let scene = scene()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
            .order("A1", Order::Range)
            .unit("B1", line(), (18.0, 18.0, 0.0))
            .change("B1", |unit| {
                unit.status = Status::Routing;
                unit.marked = 6;
            })
            .unit("B2", line(), (32.0, 28.0, 180.0));
        let state = before_combat(scene, CourageStep::Fear);
        let shade = |state: &State| shade(state, state.unit(id("B1")).unwrap());
        assert_eq!(shade(&state), Shade::Yellow);
        // One hit, one wound, and the check after the combat.
        let dice = [&[1, 6, 6, 6, 6, 1], &dice[..]].concat();
        let (state, _) = fight(state, &[], &dice);
        assert_eq!(shade(&state), Shade::Red);
        state.unit(id("B1")).unwrap().clone()
    };
    let failed = check([6, 6, 6]);
    assert_eq!((failed.destroyed, failed.pose), (Some(Cause::RoutCheck), None));
    let passed = check([1, 1, 1]);
    assert_eq!(
        (passed.destroyed, passed.status, passed.marked),
        (None, Status::Routing, 7)
    );
}

#[test]
fn bg4_cards_03_a_blue_card_helps_the_check_after_the_combat() {
    // Dogged Stand in the attack that marks the last green box: courage 11 in the Yellow, and 2 more.
    let check = |dice: &[u8]| {
        let scene = scene()
            .unit("A1", line(), FRONT)
            .unit("B1", line(), AT)
            .engaged("A1", "B1", Side::Front)
            .change("B1", |unit| unit.marked = 3);
        let state = before_combat(with_hands(scene, [&[], &[8]]), CourageStep::Fear);
        let blue = Command::PlayCard {
            card: crate::model::names::CardNo(8),
            colour: crate::model::cards::Colour::Blue,
            on: vec![],
        };
        // Of A1 one hit and one wound; B1 misses.
        let dice = [&[1, 6, 6, 6, 6, 1, 6, 6, 6, 6, 6], dice].concat();
        let (_, events) = fight(state, &[(Seat::B, blue)], &dice);
        let checks = events.iter().filter_map(|event| match event {
            Event::Courage(CourageEvent::CourageChecked {
                unit, target, passed, ..
            }) => Some((*unit, *target, *passed)),
            _ => None,
        });
        checks.collect::<Vec<_>>()
    };
    assert_eq!(check(&[5, 4, 4]), [(id("B1"), 13, true)]);
    // It routs, and the Free Attack misses.
    assert_eq!(check(&[5, 5, 4, 6, 6, 6, 6, 6]), [(id("B1"), 13, false)]);
}

#[test]
fn bg4_status_03_a_routing_unit_is_struck_freely_and_strikes_nobody() {
    let state = before_combat(routing_from_two(), CourageStep::FreeAttacks);
    // Five dice of each, no hit.
    let first = choose(Seat::B, Answer::Number(0));
    let (state, events) = fight(state, &[first], &[6; 10]);
    assert_eq!(struck(&events), ["B1 A1", "B2 A1"]);
    assert_eq!(state.unit(id("A1")).unwrap().status, Status::Routing);
    assert!(state.engagements.is_empty());
}

#[test]
fn bg4_prin_03_what_a_turn_gave_is_gone_in_the_next() {
    use crate::model::agenda::GreenAt;
    use crate::model::cards::Colour;
    // On turn 5 A1 has Battle Surge, one attack die more, and fails a Fear Check.
    let made = scene()
        .set(|state| state.turn = 5)
        .unit("A1", line(), AT)
        .order("A1", Order::Hold)
        .unit("B1", with(line(), &[Keyword::Fearsome]), FRONT);
    let state = with_hands(rushed_now(made, "B1", "A1", Side::Front), [&[16], &[]]).state();
    let surge = Command::PlayCard {
        card: crate::model::names::CardNo(16),
        colour: Colour::Green,
        on: vec![id("A1")],
    };
    let dice = |state: &State| numbers(state, "A1", "B1", AttackKind::Melee).dice;
    let (state, _) = crate::scene::play(state, &[(Seat::A, surge.clone())], &[]).unwrap();
    assert_eq!((state.turn, dice(&state)), (5, 6));
    // The check fails with 18; A1 misses, and B1 with two dice more for its charge.
    let (state, events) = fight(
        before_combat(state.into(), CourageStep::Fear),
        &[],
        &[6; 3 + 6 + 7],
    );
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Courage(CourageEvent::CourageChecked { passed: false, .. })
    )));
    assert_eq!((state.turn, dice(&state)), (6, 5));
    // And A1 may be the subject of a card again, as it was not after the check.
    let played = |state: State, frightened: bool| {
        let state = Scene::from(state)
            .change("A1", |unit| unit.turn.frightened |= frightened)
            .set(|state| {
                state.players[0].hand = vec![Some(crate::model::names::CardNo(16))];
                state.agenda.push(
                    Step::GreenWindow {
                        at: GreenAt::Movement,
                        asked: Seat::A,
                        passed: false,
                        passes: 0,
                    }
                    .into(),
                );
            })
            .state();
        crate::scene::play(state, &[(Seat::A, surge.clone())], &[]).map(|(state, _)| dice(&state))
    };
    assert_eq!(played(state.clone(), true).unwrap_err().rule.0, "BG4-COUR-11");
    assert_eq!(played(state, false), Ok(6));
}
