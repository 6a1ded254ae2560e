//! What statistics tell of cards that were played in attacks.

use battleground_geometry::Side;
use hindsight_kernel::{Fact, Seat};

use super::*;
use crate::flow::decide;
use crate::model::cards::Colour;
use crate::model::names::CardNo;
use crate::rules::combat::begin_attack;
use crate::scene::scene;

/// Hits that the players' cards change in an attack of A1 on B1, a line each with 5 dice at 3 to hit.
fn hits_changed(hands: [&[u8]; 2], commands: &[(Seat, Command)], dice: &[u8]) -> Vec<(Seat, f64)> {
    let scene = scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front);
    let mut state = with_hands(scene, hands).state();
    state.agenda.clear();
    let (result, _, events) = at_table(state.clone(), dice, |table| {
        begin_attack(table, id("A1"), id("B1"), AttackKind::Melee, None);
        go_on(table)?;
        for (seat, command) in commands {
            decide(table, *seat, command)?;
        }
        Ok::<(), crate::model::refusal::Refusal>(())
    });
    result.unwrap();
    let mut facts = Vec::new();
    for event in &events {
        crate::views::facts::facts(&state, event, &mut facts);
        crate::model::fold::evolve(&mut state, event).unwrap();
    }
    let worked = facts.into_iter().filter_map(|fact| match fact {
        Fact::CardWorked { seat, hits, .. } => Some((seat, hits)),
        _ => None,
    });
    worked.collect()
}

fn played(seat: Seat, card: u8, colour: Colour) -> (Seat, Command) {
    let card = CardNo(card);
    let on = Vec::new();
    (seat, Command::PlayCard { card, colour, on })
}

#[test]
fn bg4_cards_12_sure_aim_is_told_with_the_hits_that_it_made() {
    // +2 to skill before the to-hit roll: both fives hit at 5, none would at 3.
    let aims = [played(Seat::A, 2, Colour::Red)];
    let told = hits_changed([&[2], &[]], &aims, &[5, 5, 6, 6, 6, 6, 6]);
    assert_eq!(told, [(Seat::A, 2.0)]);
}

#[test]
fn bg4_atk_14_press_the_gap_is_told_with_the_hits_of_its_reroll() {
    // Two of four sixes are rolled again: a 1 hits, a 5 does not.
    let commands = [pass(Seat::A), played(Seat::A, 3, Colour::Red)];
    let told = hits_changed([&[3], &[]], &commands, &[3, 6, 6, 6, 6, 1, 5, 6, 6]);
    assert_eq!(told, [(Seat::A, 1.0)]);
}
