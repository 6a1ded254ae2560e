//! Drawing cards, at set-up and later.

use super::*;

#[test]
fn bg4_cards_09_a_full_hand_discards_before_it_draws() {
    let full: Vec<u8> = (1..=15).collect();
    let draw = (Seat::A, Command::DrawCard { card: None });
    let with = |hand: &[u8]| {
        table_with(hand, &[])
            .set(|state| state.players[0].actions = 1)
            .state()
    };
    let (asked, _) = play(with(&full), std::slice::from_ref(&draw), &[]).unwrap();
    assert!(matches!(
        asked.agenda.last().unwrap().step,
        Step::Ask(Question {
            topic: Topic::Discard,
            ..
        })
    ));
    let discard = Command::Choose {
        answer: Answer::Card(CardNo(7)),
    };
    let (after, _) = play(asked.clone(), &[(Seat::A, discard)], &[1]).unwrap();
    assert_eq!(after.player(Seat::A).hand.len(), 15);
    assert_eq!(after.player(Seat::A).discards, [CardNo(7)]);
    assert!(
        after.player(Seat::A).hand.contains(&Some(CardNo(16))),
        "the first of the deck"
    );
    let wrong = Command::Choose {
        answer: Answer::Card(CardNo(16)),
    };
    assert!(play(asked, &[(Seat::A, wrong)], &[1]).is_err());
    // Fourteen cards: no discard.
    let (after, _) = play(with(&full[..14]), &[draw], &[1]).unwrap();
    assert_eq!(after.player(Seat::A).hand.len(), 15);
}

#[test]
fn bg4_cards_10_a_deck_of_30_cards_has_26_left_after_set_up() {
    // 30 cards, 4 drawn at set-up: 26 left.
    let state = table_with(&[], &[])
        .set(|state| {
            state.agenda.push(
                Step::DrawCard {
                    seat: Seat::A,
                    count: 4,
                }
                .into(),
            );
        })
        .state();
    let ((), after, _) = at_table(state, &[1, 1, 1, 1], |table| {
        crate::model::agenda::go_on(table).unwrap();
    });
    assert_eq!(after.player(Seat::A).deck, 26);
}

#[test]
fn bg4_deploy_04_bought_cards_and_those_of_abilities_are_drawn_together() {
    // 2 bought and 2 from an ability (Staff Work of the League): 4 in hand.
    let state = table_with(&[], &[])
        .set(|state| {
            state.players[0].bought = 2;
            state.deployer = Some(Seat::A);
            state.agenda = vec![Step::DrawAtSetUp.into()];
        })
        .state();
    let ((), after, _) = at_table(state, &[1, 1, 1, 1], |table| {
        crate::model::agenda::go_on(table).unwrap();
    });
    assert_eq!(after.player(Seat::A).hand.len(), 4);
    assert_eq!(after.player(Seat::B).hand.len(), 0);
}

#[test]
fn bg4_army_06_three_bought_cards_are_three_random_ones() {
    // Of Gravenmoor, which has no ability that draws at set-up.
    let drawn = |dice: &[u8]| {
        let state = table_with(&[], &[])
            .set(|state| {
                state.players[0].allegiance = state.players[1].allegiance.clone();
                state.players[1].bought = 3;
                state.deployer = Some(Seat::A);
                state.agenda = vec![Step::DrawAtSetUp.into()];
            })
            .state();
        let ((), after, _) = at_table(state, dice, |table| crate::model::agenda::go_on(table).unwrap());
        assert_eq!(after.player(Seat::A).hand.len(), 0);
        after.player(Seat::B).hand.clone()
    };
    let cards = |numbers: [u8; 3]| numbers.map(|number| Some(CardNo(number)));
    // Which ones the dice say: of those left, from 1.
    assert_eq!(drawn(&[1, 1, 1]), cards([1, 2, 3]));
    assert_eq!(drawn(&[30, 7, 7]), cards([30, 7, 8]));
}
