//! Rolls and their damage in both editions (v4 pp. 6, 93-98, 111; v3 pp. 17-18, 25).

use super::*;
use crate::editions::Edition;
use crate::model::event::DamageEvent;
use crate::procedures::attack::dice::successes;
use crate::scene::{in_editions, on_with, scene_of};

/// Dice, skill, power, defensive skill and toughness.
fn card_of([dice, skill, power, def_skill, toughness]: [u8; 5]) -> UnitType {
    armed(dice, skill, power, def_skill, toughness)
}

/// The Combat Phase of A1 and B1, which hold, with these dice and then sixes.
fn fought(edition: Edition, [own, other]: [UnitType; 2], marked: u8, dice: &[u8]) -> (State, Vec<Event>) {
    let made = scene_of(edition)
        .holding("A1", own, FRONT)
        .holding("B1", other, AT)
        .change("B1", |unit| unit.marked = marked)
        .engaged("A1", "B1", Side::Front)
        .set(|state| {
            state.phase = Phase::PreCombatCourage;
            let steps = edition.after_courage_phase(true).into_iter().rev();
            state.agenda = steps.map(Into::into).collect();
        });
    on_with(made.state(), &[], dice).unwrap()
}

/// Hits and wounds of A1 at B1 with these dice.
fn struck(edition: Edition, attack: [u8; 3], [def_skill, toughness]: [u8; 2], dice: &[u8]) -> (u32, u32) {
    let [number, skill, power] = attack;
    let cards = [[number, skill, power, 2, 2], [1, 5, 5, def_skill, toughness]].map(card_of);
    let (_, events) = fought(edition, cards, 0, dice);
    let attacks = resolved(&events);
    let (_, hits, wounds) = attacks.iter().find(|(by, ..)| by == "A1").unwrap();
    (*hits, *wounds)
}

fn dice(edition: Edition) {
    for (attack, defence, faces, hits) in [
        ([6, 5, 5], [2, 2], &[1, 2, 3, 4, 5, 6][..], 3),
        ([5, 5, 5], [2, 2], &[1, 2, 2, 5, 6], 3),
        // 6 always fails and 1 always succeeds.
        ([1, 7, 5], [2, 2], &[6], 0),
        ([1, 1, 5], [4, 2], &[1], 1),
        // Outmatched: at 1 or less, and at exactly 1.
        ([2, 1, 5], [4, 2], &[1, 2], 1),
        ([2, 2, 5], [2, 2], &[1, 2], 1),
        ([2, 3, 5], [2, 2], &[1, 2], 1),
    ] {
        assert_eq!(
            struck(edition, attack, defence, faces).0,
            hits,
            "{attack:?} {faces:?}"
        );
    }
    let found = struck(edition, [3, 5, 5], [2, 3], &[1, 1, 1, 2, 3, 6]);
    assert_eq!(found, (3, 1), "power 5 against 3: at 2");
}

in_editions!(dice:
    #[test] fn bg4_atk_02_a_die_hits_at_or_under_its_number(V4);
    #[test] fn bg4_atk_04_a_die_wounds_at_or_under_its_number(V4);
    #[test] fn bg4_atk_12_ones_succeed_and_sixes_fail(V4);
    #[test] fn bg3_roll_01_a_die_succeeds_at_or_under_the_target(V3);
    #[test] fn bg3_roll_02_to_hit(V3);
    #[test] fn bg3_roll_03_to_damage(V3);
    #[test] fn bg3_roll_06_outmatched(V3);
);

fn overkill_of_sixes(edition: Edition) {
    for (target, faces, expected) in [
        (5, &[6, 5][..], 1),
        (6, &[2, 3, 3, 5, 6], 5),
        (6, &[2, 3, 3, 6, 6], 4),
        (6, &[6, 6, 3], 2),
        (7, &[6, 1], 2),
        (7, &[6, 6, 6], 2),
        (8, &[6, 6, 6, 6, 2], 4),
    ] {
        assert_eq!(successes(target, faces), expected, "{target} {faces:?}");
        let attack = [faces.len() as u8, target as u8, 5];
        let found = struck(edition, attack, [0, 2], faces).0;
        assert_eq!(found, expected, "{target} {faces:?}");
    }
}

in_editions!(overkill_of_sixes:
    #[test] fn bg4_atk_11_overkill_in_an_attack(V4);
    #[test] fn bg3_roll_05_overkill(V3);
);

/// The boxes that are marked on B1, those in excess, and whether they are fresh.
fn marked_on_b1(events: &[Event]) -> Option<(u8, u8, bool)> {
    events.iter().find_map(|event| match event {
        Event::Damage(DamageEvent::BoxesMarked {
            unit,
            boxes,
            excess,
            fresh,
            ..
        }) if *unit == id("B1") => Some((*boxes, *excess, *fresh)),
        _ => None,
    })
}

/// Seven of nine boxes marked and four wounds: nine marked, two in excess. The unit makes its own attack before it is destroyed.
fn last_box(edition: Edition) {
    let dice = [1, 1, 1, 1, 6, 1, 1, 1, 1];
    let (state, events) = fought(edition, [line(), line()], 7, &dice);
    assert_eq!(marked_on_b1(&events), Some((2, 2, true)));
    let unit = state.unit(id("B1")).unwrap();
    assert!(unit.destroyed.is_some() && unit.pose.is_none());
    let by: Vec<String> = resolved(&events).into_iter().map(|(by, ..)| by).collect();
    assert_eq!(by, ["A1", "B1"], "one attack of each");
    // Three wounds on one green box and one red.
    let mut few = armed(1, 5, 5, 0, 0);
    (few.boxes.green, few.boxes.yellow, few.boxes.red) = (1, 0, 1);
    let (_, three) = fought(edition, [armed(3, 8, 8, 0, 0), few], 0, &[1; 6]);
    assert_eq!(marked_on_b1(&three), Some((2, 1, true)));
    let destroyed = |event: &Event| matches!(event, Event::Damage(DamageEvent::UnitDestroyed { .. }));
    let attacked = |event: &Event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. }));
    assert!(events.iter().rposition(attacked) < events.iter().position(destroyed));
}

in_editions!(last_box:
    #[test] fn bg4_atk_06_boxes_are_marked_to_the_last_and_the_rest_is_told(V4);
    #[test] fn bg4_prin_02_a_destroyed_unit_still_makes_its_attack(V4);
    #[test] fn bg3_roll_08_damage_beyond_the_last_box_is_lost_but_recorded(V3);
    #[test] fn bg3_comb_03_one_attack_of_a_unit(V3);
    #[test] fn bg3_comb_19_a_unit_without_boxes_is_destroyed_at_the_end(V3);
);
