//! Outreached for the whole turn (p. 19).

use super::*;
use crate::model::event::TurnEvent;
use crate::rules::combat::tests::numbers::cards::SWORDS;

/// A1 holds between B1, which has rushed its front this turn, and B2, with which it has fought longer.
fn between(rusher: Keyword) -> Scene {
    scene3()
        .holding("A1", armed(SWORDS, (2, 2)), (18.0, 10.0, 0.0))
        .unit("B1", armed_as(&[rusher], SWORDS, (2, 2)), (18.0, 12.5, 180.0))
        .unit("B2", armed(SWORDS, (2, 2)), (18.0, 7.5, 0.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Rear)
        .set(|state| {
            state.active = Some(Seat::B);
            state.engagements[0].turn = state.turn;
            state.agenda = vec![Step::CloseMovement.into()];
        })
}

/// The attack dice of A1 against B2 after the Movement and Command phase, its rusher gone since.
fn dice_without_the_rusher(rusher: Keyword) -> i32 {
    let (state, _) = on_with(between(rusher).state(), &[], &[]).unwrap();
    let without = Scene::from(state).set(|state| {
        state.engagements.retain(|engagement| !engagement.has(id("B1")));
    });
    short(&without.state(), "A1", "B2", AttackKind::Melee).0
}

#[test]
fn bg3_mod_06_outreached_lasts_for_the_turn_though_the_larger_unit_is_gone() {
    // Five dice, one fewer for who was charged by a larger unit this turn.
    assert_eq!(dice_without_the_rusher(Keyword::Large), 4);
    assert_eq!(dice_without_the_rusher(Keyword::Normal), 5);
    // The turn after, it is over.
    let (state, _) = on_with(between(Keyword::Large).state(), &[], &[]).unwrap();
    let marked = |state: &State| state.unit(id("A1")).unwrap().turn.outreached;
    assert!(marked(&state));
    let mut after = state;
    <Battleground3 as hindsight_kernel::Rules>::evolve(&mut after, &Event::Turn(TurnEvent::TurnEnded))
        .unwrap();
    assert!(!marked(&after));
}
