//! Several keywords on one terrain piece. Rule `IF-TERR-15`.

use hindsight_kernel::Seat;

use super::charge::head_on;
use super::terrain::{charge_in, demolish};
use super::{charge, charged, defence_modifier, has, march, melee, panic, shoot};
use crate::field::Slot;
use crate::model::command::Command;
use crate::model::event::{AttackEvent, ChargeEvent, Event};
use crate::model::names::PieceNo;
use crate::rules::scene::Scene;

fn bonus_lost(events: &[Event]) -> bool {
    has(events, |event| {
        matches!(event, Event::Charge(ChargeEvent::ChargeBonusLost { .. }))
    })
}

/// An archer and a target 9.2" before it, with a piece on the line between them.
fn behind(piece: &str, y: f64) -> Scene {
    Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .piece(piece, 24.0, y, 0)
}

#[test]
fn if_terr_15_a_bog_shortens_a_charge_and_takes_its_bonus() {
    // The contact is 9.2" away: Speed 5 and a 5 would reach it on open ground.
    let bog = || head_on().piece("bog", 24.0, 17.0, 0);
    assert_eq!(charged(&bog().act("A1", charge("B1", 0), &[5])), (false, 9_000));
    let events = charge_in(&mut bog(), &[1; 6]);
    assert_eq!(charged(&events), (true, 10_000));
    assert!(bonus_lost(&events));
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Attack(AttackEvent::AttackEnded)
        )),
        "no re-roll was offered"
    );
}

#[test]
fn if_terr_15_a_hedge_hides_shortens_and_can_be_removed() {
    // No ranged sight through it for a unit outside; a unit inside sees out.
    let refusal = behind("hedge", 17.0).action_refusal("A1", shoot("B1"));
    assert_eq!(refusal.rule.0, "IF-LOS-04");
    let events = behind("hedge", 12.5).act("A1", shoot("B1"), &[1; 8]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackRolled { .. })
    )));
    // A March of Speed 5 through it: 9".
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .unit("B9", "ka-raid", 24.0, 44.0, 180)
        .piece("hedge", 24.0, 17.0, 0);
    let refusal = scene.action_refusal("A1", march(9.01, None));
    assert_eq!(refusal.rule.0, "IF-TERR-12");
    scene.act("A1", march(9.0, None), &[]);
    assert_eq!(scene.at("A1"), (24.0, 19.0, 0));
    // Within 1" of it: the hedge is 1.5" deep, the archer's front lies at 12.4.
    let refusal = behind("hedge", 14.16).action_refusal("A1", demolish(1));
    assert_eq!(refusal.rule.0, "IF-TERR-05");
    let mut scene = behind("hedge", 14.15);
    scene.act("A1", demolish(1), &[]);
    assert!(scene.state.piece(PieceNo(1)).is_none());
}

#[test]
fn if_terr_15_a_wall_takes_the_bonus_and_helps_the_defender() {
    // One hit; the save of 4+ holds with a 3.
    let mut scene = head_on().piece("wall", 24.0, 16.0, 0);
    let events = charge_in(&mut scene, &[4, 1, 1, 1, 1, 1, 3]);
    assert_eq!(defence_modifier(&events), 1);
    assert!(bonus_lost(&events));
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackEnded)
    )));
}

#[test]
fn if_terr_15_a_forest_helps_the_defender_and_leaves_the_bonus() {
    let mut scene = head_on().piece("forest", 24.0, 16.0, 0);
    let events = charge_in(&mut scene, &[4, 1, 1, 1, 1, 1]);
    assert!(!bonus_lost(&events));
    let again = Command::Reroll { dice: vec![1] };
    let events = scene.give(Seat::A, again, &[4, 3, 3]);
    assert_eq!(super::hits(&events), (2, 0), "the Charge Bonus made a second hit");
    assert_eq!(defence_modifier(&events), 1);
    assert_eq!(super::resolved(&events), (2, 0), "4+ with a 3");
}

#[test]
fn if_terr_15_a_palisade_is_neither_crossed_nor_seen_through_until_it_is_removed() {
    let start = behind("palisade", 13.5);
    for (action, rule) in [
        (shoot("B1"), "IF-LOS-04"),
        (charge("B1", 0), "IF-CHG-01"),
        (march(5.0, None), "IF-TERR-10"),
    ] {
        assert_eq!(start.action_refusal("A1", action).rule.0, rule);
    }
    let mut scene = start;
    scene.act("A1", demolish(1), &[]);
    let scene = scene.turn(Seat::A).with("A1", |unit| unit.activated = false);
    let events = scene.clone().act("A1", shoot("B1"), &[1; 8]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackRolled { .. })
    )));
    let mut crossing = scene.clone();
    crossing.act("A1", march(5.0, None), &[]);
    assert_eq!(crossing.at("A1"), (24.0, 15.0, 0));
    assert_eq!(
        charged(&scene.clone().act("A1", charge("B1", 0), &[5])),
        (true, 10_000)
    );
}

#[test]
fn if_terr_15_a_corpse_pile_takes_the_bonus_of_who_ends_on_it_and_frightens_both() {
    // It lies beside the way, under the left slot alone: x from 17 to 21.
    let mut scene = head_on().piece("corpse-pile", 19.0, 19.0, 0);
    scene.act("A1", charge("B1", 0), &[6]);
    let align = Command::Align { slot: Slot::Left };
    let events = scene.give(Seat::A, align, &[4, 1, 1, 1, 1, 1, 1, 4, 3, 1]);
    assert!(bonus_lost(&events));
    assert_eq!(panic(&events), (Some(6), true, 0), "B1: 7 − 1 against Morale 6+");
    // In its own turn B1 strikes back: one hit, no save.
    let events = scene.act("B1", melee("A1"), &[3, 1, 1, 1, 1, 1, 1, 1, 5, 3, 1]);
    assert_eq!(panic(&events), (Some(7), false, 1), "A1: 8 − 1 against Morale 8+");
    // In the middle the charger does not end on it.
    let mut scene = head_on().piece("corpse-pile", 19.0, 19.0, 0);
    assert!(!bonus_lost(&charge_in(&mut scene, &[1; 6])));
}
