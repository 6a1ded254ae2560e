//! Rulings, and what each player sees after one.

use hindsight_kernel::testing::{Playout, check_views};
use hindsight_kernel::{Rules, Seat, Secrets, Viewer, bot_rng};
use serde_json::json;

use crate::IceAndFire;
use crate::model::patch::Patch;
use crate::model::state::Player;
use crate::rules::scene::card;

/// A game of the sample armies in its first round.
fn under_way(number: u64) -> Playout<IceAndFire> {
    let mut playout = Playout::<IceAndFire>::begin(number, &json!({ "armies": "sample" }), &[]);
    let mut rng = bot_rng(number);
    while playout.state.round == 0 {
        playout.step(&mut rng).expect("the game goes on");
    }
    playout
}

fn rule(playout: &mut Playout<IceAndFire>, patch: &Patch) {
    let (state, events) = playout
        .at_table(|table| IceAndFire::rule(table, patch))
        .unwrap_or_else(|refusal| panic!("{patch:?}: {refusal}"));
    playout.take(state, events);
    check_views::<IceAndFire>(&playout.state, &playout.events);
}

fn take(seat: Seat, card: Option<crate::cards::CardId>) -> Patch {
    Patch::TakeCard { seat, card }
}

/// Both players know a card that a ruling names; the others of the hand stay hidden, and each plays as it should.
#[test]
fn if_card_03_a_card_that_a_ruling_names_is_known_to_both() {
    let mut playout = under_way(3);
    let player = |playout: &Playout<IceAndFire>| -> Player { playout.state.players[0].clone() };
    let hand = player(&playout).hand;
    assert_eq!(hand.len(), 3);
    let named = player(&playout).unseen[0];
    rule(&mut playout, &take(Seat::A, Some(named)));
    let seen = IceAndFire::view(&playout.state, Viewer::Seat(Seat::B)).players[0].clone();
    assert_eq!((seen.hand[0], &seen.hand[1..]), (Some(named), &[None; 3][..]));
    assert_eq!((seen.deck, seen.unseen.len()), (16, 19));
    assert_eq!(player(&playout).hand[1..], hand);

    // A hidden card is put on the pile and taken back from it.
    let hidden = hand[1].unwrap();
    rule(
        &mut playout,
        &Patch::DropCard {
            seat: Seat::A,
            card: hidden,
        },
    );
    assert_eq!(player(&playout).discards, [hidden]);
    rule(&mut playout, &take(Seat::A, Some(hidden)));
    assert!(player(&playout).discards.is_empty());
    assert_eq!(player(&playout).shown, 2);

    // Of two copies the one that both know goes first.
    let twin = player(&playout)
        .unseen
        .iter()
        .copied()
        .find(|card| *card == named);
    if let Some(twin) = twin {
        rule(&mut playout, &take(Seat::A, Some(twin)));
        rule(
            &mut playout,
            &Patch::DropCard {
                seat: Seat::A,
                card: twin,
            },
        );
        assert_eq!(player(&playout).shown, 2);
    }
    for card in player(&playout).hand.into_iter().flatten() {
        rule(&mut playout, &Patch::DropCard { seat: Seat::A, card });
    }
    let left = player(&playout);
    assert_eq!((left.shown, left.hand.len()), (0, 0));
}

/// An unknown card of the deck is known to nobody until it is played.
#[test]
fn if_card_03_a_ruling_may_give_an_unknown_card() {
    let mut playout = under_way(4);
    let (deck, unseen) = (
        playout.state.players[1].deck,
        playout.state.players[1].unseen.clone(),
    );
    rule(&mut playout, &take(Seat::B, None));
    let player = &playout.state.players[1];
    assert_eq!((player.deck, player.hand.last()), (deck - 1, Some(&None)));
    assert_eq!(player.unseen, unseen);
    let (seat, card) = (Seat::B, unseen[0]);
    rule(&mut playout, &Patch::DropCard { seat, card });
    assert_eq!(playout.state.players[1].discards, [card]);
}

/// The twin of a card that was taken from the deck comes to the pile later, and the other way round: what was seen stays.
#[test]
fn if_card_03_later_discards_change_nothing_of_what_was_seen() {
    for number in 10..14 {
        let mut playout = under_way(number);
        let named = playout.state.players[0].unseen[3];
        rule(&mut playout, &take(Seat::A, Some(named)));
        let mut rng = bot_rng(number + 100);
        for _ in 0..120 {
            if playout.step(&mut rng).is_none() {
                break;
            }
        }
        check_views::<IceAndFire>(&playout.state, &playout.events);
        let pile = playout.state.players[0].discards.clone();
        if let (Some(card), None) = (pile.first(), &playout.state.ending) {
            rule(&mut playout, &take(Seat::A, Some(*card)));
            for _ in 0..60 {
                if playout.step(&mut rng).is_none() {
                    break;
                }
            }
            check_views::<IceAndFire>(&playout.state, &playout.events);
        }
    }
}

#[test]
fn a_position_with_openly_known_cards_is_sound_only_if_they_are_known() {
    let playout = under_way(5);
    let mut state = playout.state;
    state.players[0].shown = 3;
    assert_eq!(IceAndFire::sound(&state), Ok(()));
    let mut wrong = state.clone();
    wrong.players[0].shown = 4;
    assert!(IceAndFire::sound(&wrong).is_err());
    state.players[0].hand[0] = None;
    state.players[0].unseen.push(card("mw-salt"));
    assert!(IceAndFire::sound(&state).is_err());
}
