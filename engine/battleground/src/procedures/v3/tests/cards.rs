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
