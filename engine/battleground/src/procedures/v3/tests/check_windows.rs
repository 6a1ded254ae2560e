//! Windows of cards round a courage check (p. 18).

use super::*;
use crate::model::agenda::GreenAt;
use crate::model::state::RoutCause;

/// Who is asked in which window now.
fn window(state: &State) -> Option<(GreenAt, Seat)> {
    match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::GreenWindow { at, asked, .. }) => Some((*at, *asked)),
        _ => None,
    }
}

#[test]
fn bg3_ccard_04_the_owner_of_the_unit_that_checks_acts_first_before_and_after_the_roll() {
    // A unit of North's checks in South's turn; both players hold cards.
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .change("B1", |unit| unit.pending.rout = vec![RoutCause::LastGreen]);
    let state = with_cards(made, &[16, 17], &[16, 17])
        .set(|state| {
            state.phase = Phase::PreCombatCourage;
            state.agenda = vec![Edition::V3.courage_phase(true).into()];
        })
        .state();
    let pass = |seat: Seat| (seat, Command::Pass);
    let (state, _) = on_with(state, &[], &[]).unwrap();
    assert_eq!(window(&state), Some((GreenAt::BeforeCheck, Seat::B)));
    assert!(
        played_on(state.clone(), &[pass(Seat::A)], &[]).is_err(),
        "not South first"
    );
    let (state, _) = played_on(state, &[pass(Seat::B)], &[]).unwrap();
    assert_eq!(window(&state), Some((GreenAt::BeforeCheck, Seat::A)));
    // Two passes in a row close the window, and the dice are rolled: 3, which passes.
    let (state, _) = played_on(state, &[pass(Seat::A)], &[1, 1, 1]).unwrap();
    assert_eq!(window(&state), Some((GreenAt::AfterCheck, Seat::B)));
    let (state, _) = played_on(state, &[pass(Seat::B)], &[]).unwrap();
    assert_eq!(window(&state), Some((GreenAt::AfterCheck, Seat::A)));
}

#[test]
fn bg3_turn_02_no_card_of_this_edition_is_played_at_the_end_of_a_turn() {
    use hindsight_kernel::Packs as _;
    let mut pack = Battleground3::sample_packs().remove(0);
    let window = pack.pointer_mut("/common_cards/0/sides/0/windows").unwrap();
    *window = json!(["end_turn"]);
    let faults = Battleground3::check_pack(&pack).unwrap_err();
    assert!(
        faults
            .iter()
            .any(|fault| fault.path == "/common_cards/0/sides/0/windows"),
        "{faults:?}"
    );
}
