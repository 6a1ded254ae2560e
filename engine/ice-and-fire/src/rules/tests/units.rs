//! Units: models, ranks, wounds, attachments, destruction, restoring.

use hindsight_kernel::Seat;
use hindsight_kernel::testing::at_table;

use super::{attack_dice_of, duel, melee, play};
use crate::IceAndFire;
use crate::cards::UnitKind;
use crate::model::agenda::GameTable;
use crate::model::event::{AttackEvent, Cause, Event, MoraleEvent};
use crate::model::state::State;
use crate::rules::scene::{Scene, id, wounds_of};
use crate::rules::{abilities, casualties};

fn suffer(scene: &Scene, name: &str, wounds: u16) -> (State, Vec<Event>) {
    let unit = id(name);
    let act = |table: &mut GameTable<'_>| casualties::suffer(table, unit, wounds, Cause::Effect, None);
    let (_, state, events) = at_table::<IceAndFire, _>(scene.state.clone(), &[], act);
    (state, events)
}

fn restore(scene: &Scene, name: &str, wounds: u16) -> State {
    let unit = id(name);
    let act = |table: &mut GameTable<'_>| casualties::restore(table, unit, wounds);
    at_table::<IceAndFire, _>(scene.state.clone(), &[], act).1
}

fn strength(state: &State, name: &str) -> (u8, u8) {
    let unit = state.unit(id(name)).unwrap();
    (unit.models, unit.wounded)
}

#[test]
fn if_unit_01_kinds_of_units_have_their_models() {
    let scene = Scene::new()
        .unit("A1", "mw-shield", 10.0, 10.0, 0)
        .unit("A2", "mw-knight", 20.0, 10.0, 0)
        .unit("A3", "mw-bear", 30.0, 10.0, 0)
        .unit("A4", "ka-ram", 40.0, 10.0, 0)
        .ncu(Seat::A, 1, "mw-iline");
    for (name, models) in [("A1", 12), ("A2", 4), ("A3", 1), ("A4", 1)] {
        assert_eq!(scene.strength(name), (models, 0), "{name}");
    }
    // An NCU has no place on the table: it is no unit that could be activated for an action.
    assert_eq!(scene.state.on_table().count(), 4);
    assert!(scene.state.ncus[0].zone.is_none());
}

#[test]
fn if_unit_02_attack_dice_follow_the_remaining_ranks() {
    // Karst Spear Wall: 8 / 6 / 4.
    for (models, dice) in [(12, 8), (9, 8), (8, 6), (5, 6), (4, 4), (1, 4)] {
        let mut scene = duel("ka-wall", "mw-levy").models("A1", models);
        assert_eq!(
            attack_dice_of(&mut scene, &vec![1; dice]),
            dice,
            "{models} models"
        );
    }
}

#[test]
fn if_unit_03_remaining_ranks_are_rounded_up() {
    let rows: &[(UnitKind, &[u8], u8)] = &[
        (UnitKind::Infantry, &[12, 11, 10, 9], 3),
        (UnitKind::Infantry, &[8, 7, 6, 5], 2),
        (UnitKind::Infantry, &[4, 3, 2, 1], 1),
        (UnitKind::Cavalry, &[4, 3], 2),
        (UnitKind::Cavalry, &[2, 1], 1),
        (UnitKind::SoloSmall, &[1], 1),
        (UnitKind::SoloLarge, &[1], 1),
    ];
    for (kind, all, ranks) in rows {
        let name = match kind {
            UnitKind::Infantry => "mw-levy",
            UnitKind::Cavalry => "mw-knight",
            UnitKind::SoloSmall => "mw-bear",
            UnitKind::SoloLarge => "ka-ram",
        };
        for models in *all {
            let scene = Scene::new().unit("A1", name, 24.0, 10.0, 0).models("A1", *models);
            let unit = scene.state.unit(id("A1")).unwrap();
            assert_eq!(scene.state.ranks(unit), *ranks, "{name}, {models}");
        }
    }
}

#[test]
fn if_unit_04_each_wound_removes_a_model_of_one_wound() {
    let scene = Scene::new().unit("A1", "mw-levy", 24.0, 10.0, 0);
    let (state, events) = suffer(&scene, "A1", 4);
    assert_eq!(strength(&state, "A1"), (8, 0));
    assert_eq!(state.ranks(state.unit(id("A1")).unwrap()), 2);
    assert_eq!(
        wounds_of(&events, "A1"),
        [(4, Cause::Effect)],
        "no defence dice were thrown"
    );
}

#[test]
fn if_unit_05_wounds_fill_one_model_until_it_is_removed() {
    // Tide Knights: 3 wounds a model.
    for (wounds, left, ranks) in [(4, (3, 1), 2), (6, (2, 0), 1), (1, (4, 1), 2), (12, (0, 0), 0)] {
        let scene = Scene::new().unit("A1", "mw-knight", 24.0, 10.0, 0);
        let (state, _) = suffer(&scene, "A1", wounds);
        assert_eq!(strength(&state, "A1"), left, "{wounds} wounds");
        let unit = state.unit(id("A1")).unwrap();
        assert_eq!(state.ranks(unit), ranks, "{wounds} wounds");
        assert_eq!(unit.pose.is_none(), wounds == 12, "{wounds} wounds");
    }
}

#[test]
fn if_unit_06_an_attachment_is_the_last_model_and_its_abilities_last_as_long() {
    // The Standard of Merrow gives +1 on Morale Tests.
    let scene = Scene::new()
        .unit("A1", "mw-axes", 24.0, 10.0, 0)
        .attached("A1", "mw-std");
    let mood = |state: &State| -> i32 {
        abilities::morale_parts(state, id("A1"))
            .iter()
            .map(|(_, by)| by)
            .sum()
    };
    assert_eq!(mood(&scene.state), 1);
    let (state, _) = suffer(&scene, "A1", 11);
    assert_eq!(strength(&state, "A1"), (1, 0));
    assert_eq!(state.ranks(state.unit(id("A1")).unwrap()), 1);
    assert_eq!(mood(&state), 1, "the last model is the attachment");
    let (state, _) = suffer(&scene, "A1", 12);
    assert_eq!(mood(&state), 0, "it is lost with its unit");
    // 3 wounds, 3 restored: whole again.
    let (state, _) = suffer(&scene, "A1", 3);
    assert_eq!(strength(&restore(&Scene { state }, "A1", 3), "A1"), (12, 0));
}

#[test]
fn if_unit_07_a_destroyed_unit_is_removed_at_once_and_surplus_is_lost() {
    let scene = duel("mw-axes", "ka-raid")
        .models("B1", 3)
        .token("B1", crate::cards::ConditionToken::Weakened);
    let (state, events) = suffer(&scene, "B1", 5);
    assert_eq!(wounds_of(&events, "B1"), [(3, Cause::Effect)]);
    let unit = state.unit(id("B1")).unwrap();
    assert!(unit.pose.is_none() && unit.tokens.is_empty() && !unit.is_alive());
    assert!(
        !state.is_engaged(id("A1")),
        "who was engaged only with it is no longer engaged"
    );
}

#[test]
fn if_unit_08_restored_wounds_heal_the_wounded_model_first() {
    // Cavalry of 3 models, one of them with 1 wound: 3 restored heal it and bring back a model with 2 wounds left.
    let scene = Scene::new()
        .unit("A1", "mw-knight", 24.0, 10.0, 0)
        .with("A1", |unit| (unit.models, unit.wounded) = (3, 1));
    assert_eq!(strength(&restore(&scene, "A1", 3), "A1"), (4, 1));
    let scene = Scene::new().unit("A1", "mw-levy", 24.0, 10.0, 0).models("A1", 11);
    assert_eq!(
        strength(&restore(&scene, "A1", 3), "A1"),
        (12, 0),
        "never above the starting number"
    );
    let scene = Scene::new().unit("A1", "mw-levy", 24.0, 10.0, 0);
    let (state, _) = suffer(&scene, "A1", 12);
    assert_eq!(
        strength(&restore(&Scene { state }, "A1", 3), "A1"),
        (0, 0),
        "destroyed units are not restored"
    );
}

/// `IF-UNIT-01`, `IF-UNIT-03`: a card that says 8 models in 2 ranks is whole with them, and no more are restored.
#[test]
fn if_unit_03_a_card_may_say_fewer_models_in_whole_ranks() {
    let scene = Scene::new()
        .cards(|cards| {
            let levy = cards
                .units
                .iter_mut()
                .find(|card| card.id.as_str() == "mw-levy")
                .unwrap();
            levy.models = Some(8);
            levy.attacks[0].dice = vec![6, 5];
        })
        .unit("A1", "mw-levy", 24.0, 19.2, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .engaged("A1", "B1");
    assert_eq!(scene.strength("A1"), (8, 0));
    let ranks = |state: &State| state.ranks(state.unit(id("A1")).unwrap());
    assert_eq!(ranks(&scene.state), 2);
    for (models, dice) in [(8, 6), (5, 6), (4, 5)] {
        let mut scene = scene.clone().models("A1", models);
        assert_eq!(
            attack_dice_of(&mut scene, &vec![1; dice]),
            dice,
            "{models} models"
        );
    }
    let (state, _) = suffer(&scene, "A1", 4);
    assert_eq!((strength(&state, "A1"), ranks(&state)), ((4, 0), 1));
    assert_eq!(strength(&restore(&Scene { state }, "A1", 6), "A1"), (8, 0));
    let (state, _) = suffer(&scene, "A1", 8);
    assert!(!state.unit(id("A1")).unwrap().is_alive());
}

#[test]
fn if_unit_09_the_same_ability_counts_once_and_different_ones_add_up() {
    // Drowned Axes have Sundering; the card gives it again: still −1. Over a flank it is −2 and the test −1.
    let mut scene = Scene::new()
        .unit("A1", "mw-axes", 29.15, 24.0, 270)
        .unit("B1", "ka-wall", 24.0, 24.0, 180)
        .engaged("A1", "B1")
        .hand(Seat::A, &["mw-salt"]);
    scene.act("A1", melee("B1"), &[]);
    let events = scene.give(Seat::A, play("mw-salt"), &[6, 6, 1, 1, 1, 1, 1, 1, 6, 1, 6, 6, 1]);
    let modifier = events.iter().find_map(|event| match event {
        Event::Attack(AttackEvent::DefenceRolled { modifier, .. }) => Some(*modifier),
        _ => None,
    });
    assert_eq!(modifier, Some(-2), "Sundering and Flank");
    let panic = events.iter().find_map(|event| match event {
        Event::Morale(MoraleEvent::PanicRolled { modifier, .. }) => Some(*modifier),
        _ => None,
    });
    assert_eq!(panic, Some(-1), "Flank alone");
}
