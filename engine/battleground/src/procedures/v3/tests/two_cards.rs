//! Two command cards in an attack, where a card or a unit says so (p. 18).

use super::*;
use crate::dealt::*;
use crate::model::attack::AttackStage::{self, AfterHit, BeforeHit, BeforeWound};
use crate::packs::{read_pack_of, sample_packs_of};

// Red cards of the sample deck: 1 Hard Blow before the damage roll, 2 Sure Strike (skill +2) and 3 Press On (two dice) before the
// hit roll. 9 is blue and played before the hit roll, 16 is green.

/// These cards say in both decks that they may be played beside another.
fn beside(made: Scene, cards: &[u8]) -> Scene {
    made.set(|state| {
        let book = std::sync::Arc::make_mut(&mut state.book);
        for card in book.factions.iter_mut().flat_map(|faction| &mut faction.deck) {
            for side in &mut card.sides {
                side.beside_another |= cards.contains(&card.number.0);
            }
        }
    })
}

/// The attack of A1 on B1, before its hit roll, with these cards of South and of North.
fn begins(own: UnitType, alone: &[u8], south: &[u8], north: &[u8]) -> State {
    let made = dealt(
        fighters(Edition::V3, own, line(), Side::Front),
        ("hawkshold", south),
        ("orc", north),
    );
    goes_on(combat(beside(made, alone)), &[]).0
}

fn stage(state: &State) -> AttackStage {
    state.attack.as_deref().unwrap().stage
}

fn passes(state: &State, seat: Seat, dice: &[u8]) -> State {
    played_on(state.clone(), &[(seat, Command::Pass)], dice)
        .unwrap()
        .0
}

#[test]
fn bg3_ccard_03_a_card_that_says_so_is_played_beside_another() {
    let state = begins(line(), &[3], &[2, 3, 1], &[16]);
    let before = now(&state);
    let state = plays(&state, Seat::A, 2, &[]).unwrap();
    // The defender has a chance to answer, and then the attacker again. Rule BG3-CCARD-04 (p. 18).
    assert_eq!((stage(&state), asked_seat(&state)), (BeforeHit, Some(Seat::B)));
    let state = passes(&state, Seat::B, &[]);
    assert_eq!((stage(&state), asked_seat(&state)), (BeforeHit, Some(Seat::A)));
    let state = plays(&state, Seat::A, 3, &[]).unwrap();
    let after = now(&state);
    assert_eq!((after[0] - before[0], after[1] - before[1]), (2, 2), "both work");
    // A third one that says nothing is one too many.
    let state = until(state, BeforeWound, &[1; 7]);
    let third = refused3(&state, Seat::A, card(1, Colour::Red, &["A1"]));
    assert_eq!(third, "BG3-CCARD-03");
}

#[test]
fn bg3_ccard_03_such_a_card_leaves_the_one_card_of_the_attack() {
    let state = begins(line(), &[3], &[2, 3, 1], &[16]);
    let state = plays(&state, Seat::A, 3, &[]).unwrap();
    let state = plays(&passes(&state, Seat::B, &[]), Seat::A, 2, &[]).unwrap();
    let state = until(state, BeforeWound, &[1; 7]);
    let third = refused3(&state, Seat::A, card(1, Colour::Red, &["A1"]));
    assert_eq!(third, "BG3-CCARD-03");
}

#[test]
fn bg3_ccard_03_a_unit_may_have_two_cards_on_its_attack() {
    let two = UnitType {
        cards_on_its_attack: 2,
        ..line()
    };
    let state = begins(two.clone(), &[], &[2, 1, 3], &[16]);
    let state = plays(&state, Seat::A, 2, &[]).unwrap();
    let state = until(state, BeforeWound, &[1; 5]);
    let before = now(&state);
    let state = plays(&state, Seat::A, 1, &[]).unwrap();
    assert!(now(&state)[2] > before[2], "Hard Blow works too");
    // Two, not three.
    let state = begins(two.clone(), &[], &[2, 3, 3], &[16]);
    let state = plays(&state, Seat::A, 2, &[]).unwrap();
    let state = plays(&passes(&state, Seat::B, &[]), Seat::A, 3, &[]).unwrap();
    let state = until(state, AfterHit, &[1; 7]);
    assert_eq!(asked_seat(&state), Some(Seat::B), "the attacker is asked no more");
    let third = refused3(&state, Seat::A, card(3, Colour::Red, &["A1"]));
    assert_eq!(third, "BG3-CCARD-03");
    // Who defends against it, and the unit itself in defence, has one.
    let made = fighters(Edition::V3, line(), two, Side::Front);
    let state = fight(made, ("hawkshold", &[16]), ("orc", &[9, 9]));
    let state = plays(&passes(&state, Seat::A, &[]), Seat::B, 9, &[]).unwrap();
    let again = refused3(&state, Seat::B, card(9, Colour::Blue, &["B1"]));
    assert_eq!(again, "BG3-CCARD-03");
}

#[test]
fn bg3_ccard_04_two_passes_close_a_window_in_which_more_might_be_played() {
    // The attacker plays, both pass: the dice are thrown.
    let state = begins(line(), &[3], &[2, 3], &[9, 16]);
    let state = plays(&state, Seat::A, 2, &[]).unwrap();
    let state = passes(&state, Seat::B, &[]);
    assert_eq!(stage(&state), BeforeHit);
    let state = passes(&state, Seat::A, &[1; 5]);
    assert_eq!(stage(&state), AfterHit);
    // The attacker passes, the defender plays one and may play more; then both pass.
    let state = begins(line(), &[9], &[2, 16], &[9, 10, 16]);
    let state = plays(&passes(&state, Seat::A, &[]), Seat::B, 9, &[]).unwrap();
    assert_eq!(asked_seat(&state), Some(Seat::A));
    let state = passes(&state, Seat::A, &[]);
    assert_eq!((stage(&state), asked_seat(&state)), (BeforeHit, Some(Seat::B)));
    let state = passes(&state, Seat::B, &[1; 5]);
    assert_eq!(stage(&state), AfterHit);
}

#[test]
fn bg3_ccard_03_a_pack_says_which_cards_are_played_beside_others() {
    let faults = |edition: Edition, change: fn(&mut serde_json::Value)| -> Vec<String> {
        let mut pack = sample_packs_of(edition).remove(0);
        change(&mut pack);
        let faults = read_pack_of(edition, &pack).err().unwrap_or_default();
        faults.into_iter().map(|fault| fault.path).collect()
    };
    let first = |pack: &mut serde_json::Value| {
        pack["common_cards"][0]["sides"][0]["beside_another"] = json!(true);
    };
    assert!(faults(Edition::V3, first).is_empty());
    let at = "/common_cards/0/sides/0/beside_another";
    assert_eq!(faults(Edition::V4, first), [at]);
    let green = |pack: &mut serde_json::Value| {
        let cards = pack["common_cards"].as_array_mut().unwrap();
        let side = cards.iter_mut().map(|card| &mut card["sides"][0]);
        let mut green = side.filter(|side| side["colour"] == "green");
        green.next().unwrap()["beside_another"] = json!(true);
    };
    assert_eq!(faults(Edition::V3, green).len(), 1, "green cards are not counted");
    let two = |pack: &mut serde_json::Value| {
        pack["factions"][0]["units"][0]["cards_on_its_attack"] = json!(2);
    };
    assert!(faults(Edition::V3, two).is_empty());
    let at = "/factions/0/units/0/cards_on_its_attack";
    assert_eq!(faults(Edition::V4, two), [at]);
    let none = |pack: &mut serde_json::Value| {
        pack["factions"][0]["units"][0]["cards_on_its_attack"] = json!(0);
    };
    assert_eq!(faults(Edition::V3, none), [at]);
}
