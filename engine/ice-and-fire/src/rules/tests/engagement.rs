//! Engagements, slots, turning and shifting in a melee Attack.

use super::{charge, duel, melee};
use crate::field::{Side, Slot};
use crate::model::command::{Action, Command};
use crate::model::names::UnitId;
use crate::rules::engagement;
use crate::rules::scene::{Scene, id};
use hindsight_kernel::Seat;

/// A melee Attack with a turn or a shift before it.
fn turning(target: &str, facing: bool, slot: Option<Slot>) -> Action {
    Action::Melee {
        target: id(target),
        facing,
        slot,
        weapon: None,
    }
}

fn slots(scene: &Scene, side: Side, own: Side) -> Vec<(Slot, (f64, f64, u16))> {
    engagement::slots(&scene.state, id("A1"), id("B1"), side, own)
        .into_iter()
        .map(|(slot, pose)| {
            let at = (
                f64::from(pose.x) / 1000.0,
                f64::from(pose.y) / 1000.0,
                pose.heading,
            );
            (slot, at)
        })
        .collect()
}

fn partners(scene: &Scene, name: &str) -> Vec<(Side, UnitId, Side)> {
    scene.state.engaged_with(id(name)).collect()
}

#[test]
fn if_eng_01_units_that_touch_otherwise_are_not_engaged() {
    // A failed charge that ends in touch: the first step that touches is the contact, so one that falls short is apart;
    // a unit that stands in touch without a slot is not engaged and may act freely.
    let scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 19.2, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180);
    assert!(!scene.state.is_engaged(id("A1")));
    assert_eq!(scene.action_rule("A1", melee("B1")).unwrap(), "IF-ACT-01");
    // Engagement ends when contact ends.
    let mut scene = duel("mw-levy", "ka-raid");
    scene.act("A1", Action::Retreat, &[6]);
    let back = Command::MoveBack {
        way: crate::model::names::Way::Backward,
        distance: 5_000,
        last: None,
    };
    scene.give(Seat::A, back, &[]);
    assert!(!scene.state.is_engaged(id("A1")) && !scene.state.is_engaged(id("B1")));
}

#[test]
fn if_eng_02_each_engagement_has_a_side_of_both_trays() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 36.0, 24.0, 270)
        .unit("B1", "ka-raid", 24.0, 24.0, 180);
    scene.act("A1", charge("B1", 270), &[6]);
    scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[1; 6]);
    assert_eq!(partners(&scene, "B1"), [(Side::Left, id("A1"), Side::Front)]);
}

#[test]
fn if_eng_03_three_slots_of_a_side() {
    let enemy = |kind: &str| {
        Scene::new()
            .unit("A1", kind, 10.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
    };
    assert_eq!(
        slots(&enemy("mw-levy"), Side::Front, Side::Front),
        [
            (Slot::Centre, (24.0, 19.2, 0)),
            (Slot::Left, (21.25, 19.2, 0)),
            (Slot::Right, (26.75, 19.2, 0)),
        ]
    );
    assert_eq!(
        slots(&enemy("mw-levy"), Side::Left, Side::Front),
        [
            (Slot::Centre, (29.15, 24.0, 270)),
            (Slot::Left, (29.15, 21.25, 270)),
            (Slot::Right, (29.15, 26.75, 270)),
        ]
    );
    assert_eq!(
        slots(&enemy("mw-levy"), Side::Rear, Side::Front)[0],
        (Slot::Centre, (24.0, 28.8, 180))
    );
    assert_eq!(
        slots(&enemy("mw-knight"), Side::Front, Side::Front)[0],
        (Slot::Centre, (24.0, 19.1, 0))
    );
}

#[test]
fn if_eng_04_at_most_two_units_stand_on_a_side() {
    let with = |x: f64| {
        Scene::new()
            .unit("A1", "mw-levy", 10.0, 10.0, 0)
            .unit("A2", "mw-levy", x, 19.2, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .engaged("A2", "B1")
    };
    assert!(
        slots(&with(24.0), Side::Front, Side::Front).is_empty(),
        "a unit in slot C blocks the side"
    );
    let left: Vec<Slot> = slots(&with(21.25), Side::Front, Side::Front)
        .into_iter()
        .map(|(slot, _)| slot)
        .collect();
    assert_eq!(left, [Slot::Right], "slot L is taken: only R is free");
}

#[test]
fn if_eng_05_a_unit_with_one_enemy_may_turn_its_front_to_it() {
    // The raiders are engaged on their left flank; they turn into slot C of the enemy's front.
    let flanked = || {
        Scene::new()
            .turn(Seat::B)
            .unit("A1", "mw-levy", 29.15, 24.0, 270)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .engaged("A1", "B1")
    };
    let mut scene = flanked();
    scene.act("B1", turning("A1", true, Some(Slot::Centre)), &[1; 7]);
    assert_eq!(scene.at("B1"), (24.35, 24.0, 90));
    assert_eq!(partners(&scene, "B1"), [(Side::Front, id("A1"), Side::Front)]);
    // With two enemies it may not.
    let scene = flanked().unit("A2", "mw-levy", 24.0, 19.2, 0).engaged("A2", "B1");
    assert_eq!(
        scene
            .action_rule("B1", turning("A1", true, Some(Slot::Centre)))
            .unwrap(),
        "IF-ENG-05"
    );
    assert_eq!(scene.action_rule("B1", melee("A1")), None);
}

#[test]
fn if_eng_06_a_unit_with_one_enemy_may_shift_to_another_free_slot() {
    let mut scene = duel("mw-levy", "ka-raid");
    scene.act("A1", turning("B1", false, Some(Slot::Right)), &[1; 6]);
    assert_eq!(scene.at("A1"), (26.75, 19.2, 0));
    assert!(scene.state.is_engaged(id("A1")), "it stays in contact");
    let blocked = duel("mw-levy", "ka-raid").unit("A2", "mw-bear", 28.2, 19.0, 0);
    assert_eq!(
        blocked
            .action_rule("A1", turning("B1", false, Some(Slot::Right)))
            .unwrap(),
        "IF-ENG-03"
    );
    let several = duel("mw-levy", "ka-raid")
        .unit("B2", "ka-raid", 18.85, 19.2, 90)
        .engaged("A1", "B2");
    assert_eq!(
        several
            .action_rule("A1", turning("B1", false, Some(Slot::Right)))
            .unwrap(),
        "IF-ENG-05"
    );
}

#[test]
fn if_eng_07_contact_along_a_stretch_engages_further_enemies() {
    let two = || {
        Scene::new()
            .unit("A1", "mw-levy", 21.25, 10.0, 0)
            .unit("B1", "ka-raid", 21.25, 24.0, 180)
            .unit("B2", "ka-raid", 26.75, 24.0, 180)
    };
    let mut scene = two();
    scene.act("A1", charge("B1", 0), &[5]);
    scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[1; 6]);
    assert_eq!(scene.at("A1"), (21.25, 19.2, 0));
    assert_eq!(
        partners(&scene, "A1").len(),
        1,
        "the other it meets in a corner alone"
    );
    let mut scene = two();
    scene.act("A1", charge("B1", 0), &[5]);
    scene.give(Seat::A, Command::Align { slot: Slot::Right }, &[1; 6]);
    assert_eq!(scene.at("A1"), (24.0, 19.2, 0));
    assert_eq!(
        partners(&scene, "A1"),
        [
            (Side::Front, id("B1"), Side::Front),
            (Side::Front, id("B2"), Side::Front)
        ]
    );
}

#[test]
fn if_act_05_a_melee_attack_may_turn_and_shift_and_needs_no_sight() {
    // An enemy on the rear is attacked where it stands, unseen.
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 28.8, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 0)
        .engaged("A1", "B1");
    let events = scene.act("A1", melee("B1"), &[1; 6]);
    assert!(super::has(&events, |event| matches!(
        event,
        crate::model::event::Event::Attack(crate::model::event::AttackEvent::AttackRolled { .. })
    )));
}
