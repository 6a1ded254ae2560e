//! Morale Tests and Panic Tests.

use hindsight_kernel::Seat;

use super::attack::{armed, from_the};
use super::{duel, has, melee, panic};
use crate::cards::{AttackAbility, Effect};
use crate::model::event::{Cause, EffectEvent, Event, UnitEvent};
use crate::rules::scene::wounds_of;
use crate::rules::{dice, morale};

#[test]
fn if_mor_01_a_total_at_or_above_morale_passes() {
    // Morale 6+: 5 + 3 = 8 passes.
    let mut scene = armed(4, 1, &[]);
    let events = scene.act("A1", melee("B1"), &[4, 1, 5, 3, 1]);
    assert_eq!(panic(&events), (Some(8), true, 0));
}

#[test]
fn if_mor_02_a_failed_panic_test_costs_what_the_d3_shows() {
    for (dice, result) in [
        ([1, 3, 1], (Some(4), false, 1)),
        ([3, 3, 6], (Some(6), true, 0)),
        ([1, 3, 6], (Some(4), false, 3)),
    ] {
        let mut scene = armed(4, 1, &[]);
        let events = scene.act("A1", melee("B1"), &[&[4, 1][..], &dice].concat());
        assert_eq!(panic(&events), result, "{dice:?}");
        let lost: u16 = wounds_of(&events, "B1").iter().map(|(wounds, _)| wounds).sum();
        assert_eq!(lost, 1 + u16::from(result.2), "{dice:?}");
    }
    // The chance to fail unmodified, in 36ths.
    for (target, ways) in [(4, 3), (5, 6), (6, 10), (7, 15), (8, 21)] {
        let fails = (1..=6)
            .flat_map(|one| (1..=6).map(move |other| morale::total(one, other, 0)))
            .filter(|total| !morale::passes(*total, target))
            .count();
        assert_eq!(fails, ways, "{target}+");
    }
}

#[test]
fn if_mor_03_a_morale_test_that_passes_or_is_none_costs_no_wounds() {
    // The one test of the sheet that is no Panic Test comes by cards alone, and none of the vocabulary demands one: what a
    // text demands of that kind is shown and settled by a ruling, without a D3 and without wounds.
    let mut scene = duel("mw-levy", "ka-raid")
        .hand(Seat::A, &["mw-salt"])
        .cards(|cards| {
            let card = cards
                .tactics
                .iter_mut()
                .find(|card| card.id.as_str() == "mw-salt");
            card.unwrap().effects = vec![Effect::ByRuling];
        });
    scene.act("A1", melee("B1"), &[]);
    let events = scene.give(Seat::A, super::play("mw-salt"), &[]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Effect(EffectEvent::TextShown { .. })
    )));
    assert_eq!(scene.asked(), [(Seat::A, "settle".to_owned())]);
    let events = scene.give(Seat::A, crate::model::command::Command::Settled, &[1; 6]);
    assert!(wounds_of(&events, "B1").is_empty());
}

#[test]
fn if_mor_04_modifiers_add_up_and_the_total_is_at_least_0() {
    // Rear −2, Vicious −2, Horrific −1: 12 becomes 7. Morale 6+ passes, 8+ fails.
    for (defender, result) in [("ka-raid", (Some(7), true, 0)), ("mw-levy", (Some(7), false, 1))] {
        let mut scene = from_the("rear", "ka-reav", defender).piece("corpse-pile", 24.0, 16.0, 0);
        let events = scene.act("A1", melee("B1"), &[3, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 1]);
        assert_eq!(panic(&events), result, "{defender}");
    }
    let mut scene = from_the("rear", "ka-reav", "ka-raid");
    let events = scene.act("A1", melee("B1"), &[3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(panic(&events), (Some(0), false, 1), "2 − 4 is 0");
}

#[test]
fn if_mor_05_a_d3_is_half_a_d6_rounded_up() {
    let faces: Vec<u8> = (1..=6).map(dice::d3).collect();
    assert_eq!(faces, [1, 1, 2, 2, 3, 3]);
    for (face, wounds) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        let mut scene = armed(4, 1, &[]);
        let events = scene.act("A1", melee("B1"), &[4, 1, 1, 1, face]);
        assert_eq!(panic(&events).2, wounds, "face {face}");
    }
}

#[test]
fn if_mor_06_panic_can_destroy_and_counts_as_the_melee_attack() {
    let mut scene = armed(4, 1, &[AttackAbility::Vicious]).models("B1", 2);
    let events = scene.act("A1", melee("B1"), &[4, 1, 1, 1, 6]);
    assert_eq!(wounds_of(&events, "B1"), [(1, Cause::Attack), (1, Cause::Panic)]);
    let destroyed = super::found(&events, |event| match event {
        Event::Unit(UnitEvent::UnitDestroyed { at, .. }) => Some(*at),
        _ => None,
    });
    assert!(destroyed.by_melee && destroyed.attacker == Some("A1".parse().unwrap()));
    assert_eq!(scene.asked(), [(Seat::A, "surge".to_owned())]);
}
