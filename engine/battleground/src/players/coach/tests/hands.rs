//! Command cards played and kept in hand.

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::field::Field;
use crate::model::attack::AttackKind;
use crate::model::cards::{CardSide, Colour, Subject};
use crate::model::effect::Effect;
use crate::model::event::{CombatEvent, CourageEvent, DamageEvent, MovementEvent, TurnEvent};
use crate::model::names::CardNo;
use crate::model::state::{Cause, CheckKind};
use crate::procedures::attack::modifiers::Situation;
use crate::rules::combat::prepared;
use crate::scene::{id, line, scene};

fn attack_at_hand(red: Option<CardNo>) -> State {
    let mut state = scene()
        .unit("A1", line(), (18.0, 12.5, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0))
        .engaged("A1", "B1", Side::Front)
        .change("B1", |unit| unit.marked = 7)
        .state();
    let mut attack = {
        let field = Field::of(&state);
        prepared(&Situation::of(&field), id("A1"), id("B1"), AttackKind::Melee)
    };
    attack.red = red;
    state.attack = Some(Box::new(attack));
    state
}

#[test]
fn card_overkill_tells_of_two_wounds_to_spare() {
    let found = |red, excess: u8, boxes: u8| {
        let event = Event::Damage(DamageEvent::BoxesMarked {
            unit: id("B1"),
            boxes,
            excess,
            by: Some(id("A1")),
            fresh: false,
        });
        of(&told(&attack_at_hand(red), &[event]), "card_overkill")
    };
    assert_eq!(found(Some(CardNo(3)), 2, 2), ["A1"]);
    assert_eq!(found(Some(CardNo(3)), 1, 2), NONE, "one wound to spare");
    assert_eq!(found(None, 2, 2), NONE, "no card");
    assert_eq!(found(Some(CardNo(3)), 0, 1), NONE, "it stands");
}

#[test]
fn card_held_too_long_tells_of_an_attack_that_it_might_have_decided() {
    let resolved = Event::Combat(CombatEvent::AttackResolved {
        attacker: id("A1"),
        target: id("B1"),
        kind: AttackKind::Melee,
        dice: 5,
        hits: 2,
        wounds: 1,
    });
    let phase = Event::Turn(TurnEvent::PhaseBegan {
        phase: Phase::PostCombatCourage,
    });
    let after = |chance: f64, seat: Seat, events: &[Event]| {
        let mut watcher = Watcher {
            kept: vec![cards::UnplayedCard::of(
                seat,
                CardNo(3),
                (id("A1"), id("B1")),
                chance,
            )],
            ..Watcher::default()
        };
        of(
            &watched(&mut watcher, &attack_at_hand(None), events),
            "card_held_too_long",
        )
    };
    let found = |chance: f64, seat: Seat| after(chance, seat, &[resolved.clone(), phase.clone()]);
    assert_eq!(found(0.4, Seat::A), ["A1"], "B1 stands");
    assert_eq!(found(0.39, Seat::A), NONE);
    assert_eq!(found(0.9, Seat::B), NONE, "who defended got what he wanted");
    // Whether it stands is known when the phase is over: another may fell it.
    assert_eq!(after(0.4, Seat::A, std::slice::from_ref(&resolved)), NONE);
    let felled = Event::Damage(DamageEvent::UnitDestroyed {
        unit: id("B1"),
        cause: Cause::Attack,
        by: None,
    });
    assert_eq!(
        after(0.4, Seat::A, &[resolved.clone(), felled, phase.clone()]),
        NONE
    );
    let last_boxes = Event::Damage(DamageEvent::BoxesMarked {
        unit: id("B1"),
        boxes: 2,
        excess: 0,
        by: None,
        fresh: true,
    });
    assert_eq!(
        after(0.4, Seat::B, &[last_boxes, resolved.clone()]),
        ["B1"],
        "it is destroyed, whatever comes"
    );
    // Conceded in the middle of the phase, it stands.
    let mut watcher = Watcher {
        kept: vec![cards::UnplayedCard::of(
            Seat::A,
            CardNo(3),
            (id("A1"), id("B1")),
            0.4,
        )],
        ..Watcher::default()
    };
    let state = attack_at_hand(None);
    let mut found = watched(&mut watcher, &state, std::slice::from_ref(&resolved));
    Coach::<Battleground>::over(&mut watcher, &state, &mut found);
    assert_eq!(of(&found, "card_held_too_long"), ["A1"]);
}

#[test]
fn card_held_too_long_tells_of_a_check_that_it_might_have_decided() {
    let checked = Event::Courage(CourageEvent::CourageChecked {
        unit: id("A1"),
        kind: CheckKind::Rout,
        roll: None,
        target: 10,
        passed: false,
    });
    let found = |engaged: bool, kind: CheckKind| {
        let mut scene = scene()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0));
        if engaged {
            scene = scene.engaged("B1", "A1", Side::Front);
        }
        let mut watcher = Watcher {
            kept: vec![cards::UnplayedCard::in_check(
                Seat::A,
                CardNo(3),
                (id("A1"), kind),
                0.5,
            )],
            ..Watcher::default()
        };
        of(
            &watched(&mut watcher, &scene.state(), std::slice::from_ref(&checked)),
            "card_held_too_long",
        )
    };
    assert_eq!(found(true, CheckKind::Rout), ["A1"]);
    assert_eq!(
        found(false, CheckKind::Rout),
        NONE,
        "unengaged it is only Disrupted"
    );
    assert_eq!(found(true, CheckKind::Fear), NONE, "it was kept in another check");
}

#[test]
fn card_held_too_long_the_chance_of_a_card_in_a_check_is_exact() {
    let side = |effects: Vec<Effect>| CardSide {
        colour: Colour::Green,
        windows: Vec::new(),
        subject: Subject::Checking,
        when: Vec::new(),
        beside_another: false,
        effects,
    };
    let state = scene().unit("A1", line(), (18.0, 10.0, 0.0)).state();
    let reroll = side(vec![Effect::RerollCourage]);
    // Courage 12: of three dice 160 of 216 throws are 12 or less.
    let (without, with) = cards::in_check(&state, &rout_check(&[6, 6, 1]), CardNo(1), &reroll).unwrap();
    assert!(without.abs() < 1e-9 && (with - 160.0 / 216.0).abs() < 1e-9);
    assert_eq!(
        cards::in_check(&state, &rout_check(&[6, 5, 1]), CardNo(1), &reroll),
        None,
        "it has passed"
    );
    assert_eq!(
        cards::in_check(&state, &rout_check(&[]), CardNo(1), &reroll),
        None,
        "nothing to roll again"
    );
}

#[test]
fn frightened_shock_unit_tells_of_cards_barred_in_hand() {
    let routs = Event::Movement(MovementEvent::StatusChanged {
        unit: id("A1"),
        status: Status::Routing,
        why: "failed a Rout Check".to_owned(),
    });
    let faction = crate::packs::sample_book().factions[0].clone();
    let is_red =
        |card: &&crate::model::cards::CommandCard| card.sides.iter().any(|side| side.colour == Colour::Red);
    let red = faction.deck.iter().find(is_red).unwrap().number;
    let found = |kept: bool, in_hand: bool| {
        let state = scene()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .set(|state| {
                std::sync::Arc::make_mut(&mut state.book)
                    .factions
                    .push(faction.clone());
                state.players[0].allegiance =
                    crate::model::state::Secret::Known(crate::model::state::Allegiance {
                        faction: faction.id.clone(),
                        mercenaries: None,
                        also: Vec::new(),
                    });
                state.players[0].hand = if in_hand { vec![Some(red)] } else { Vec::new() };
            })
            .state();
        let mut watcher = Watcher::default();
        if kept {
            watcher
                .kept
                .push(cards::UnplayedCard::frightened(Seat::A, CardNo(3), id("A1"), 0.5));
        }
        of(
            &watched(&mut watcher, &state, std::slice::from_ref(&routs)),
            "frightened_shock_unit",
        )
    };
    assert_eq!(found(true, true), ["A1"]);
    assert_eq!(found(true, false), NONE, "no card is barred");
    assert_eq!(found(false, true), NONE, "no card could have helped");
}
