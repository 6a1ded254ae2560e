//! Command cards and faction abilities (pp. 4, 17-18).

use super::*;

#[test]
fn bg3_ccard_01_thirty_cards_twenty_of_them_common() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let deck = |faction: &str| &setup.book.faction(faction).unwrap().deck;
    let (hawkshold, orc) = (deck("hawkshold"), deck("orc"));
    assert_eq!((hawkshold.len(), orc.len()), (30, 30));
    assert_eq!(hawkshold[..20], orc[..20]);
    assert_ne!(hawkshold[20..], orc[20..]);
}

#[test]
fn bg3_ccard_02_colours_say_when_a_card_is_played() {
    let plays = |state: &State, seat: Seat, number: u8, colour: Colour, on: &str| match played_on(
        state.clone(),
        &[(seat, card(number, colour, &[on]))],
        &[],
    ) {
        Ok(_) => "accepted".to_owned(),
        Err(refusal) => refusal.rule.0.into_owned(),
    };
    let state = attacking(Edition::V3, &[2, 9, 16], &[2, 9], armed((5, 4, 5), (2, 2)));
    assert_eq!(
        plays(&state, Seat::A, 9, Colour::Blue, "A1"),
        "BG3-CCARD-02",
        "it attacks"
    );
    assert_eq!(
        plays(&state, Seat::A, 16, Colour::Green, "A1"),
        "BG3-CCARD-02",
        "in an attack"
    );
    assert_eq!(plays(&state, Seat::A, 2, Colour::Red, "A1"), "accepted");
    // Then the defender, with a card for who is attacked.
    let (state, _) = played_on(state, &[(Seat::A, Command::Pass)], &[]).unwrap();
    assert_eq!(plays(&state, Seat::B, 2, Colour::Red, "B1"), "BG3-CCARD-02");
    assert_eq!(plays(&state, Seat::B, 9, Colour::Blue, "B1"), "accepted");
    // Green at other times, and nothing else then.
    let made = scene3()
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let quiet = with_cards(made, &[2, 16], &[]).state();
    assert!(plays(&quiet, Seat::A, 2, Colour::Red, "A1").starts_with("BG3-"));
    assert_eq!(plays(&quiet, Seat::A, 16, Colour::Green, "A1"), "accepted");
}

#[test]
fn bg3_ccard_08_on_own_units_alone() {
    let made = scene3()
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[16], &[]).state();
    assert!(refused3(&state, Seat::A, card(16, Colour::Green, &["B1"])).starts_with("BG3-"));
}

#[test]
fn bg3_ccard_09_wave_of_dread_frightens_many() {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .unit("A2", line(), (10.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .set(|state| {
            state.active = Some(Seat::B);
        });
    let state = with_cards(made, &[], &[26]).state();
    let (state, _) = play3(state, &[(Seat::B, card(26, Colour::Green, &["A1", "A2"]))], &[]).unwrap();
    for unit in ["A1", "A2"] {
        assert!(state.unit(id(unit)).unwrap().pending.fear, "{unit}");
    }
}
