//! The tactics board.

use hindsight_kernel::{Offers, Seat};

use super::{has, maneuver, melee, panic};
use crate::cards::{ConditionToken, ZoneName};
use crate::model::command::{Action, Command};
use crate::model::event::{AttackEvent, EffectEvent, Event, MovementEvent};
use crate::model::names::NcuId;
use crate::rules::scene::{Scene, id};

fn claim(number: u8, zone: ZoneName) -> Command {
    Command::Claim {
        ncu: NcuId::new(Seat::A, number).unwrap(),
        zone,
    }
}

fn target(unit: &str, token: Option<ConditionToken>) -> Command {
    Command::Target {
        unit: id(unit),
        token,
    }
}

fn table(ncu: &str) -> Scene {
    Scene::new()
        .unit("A1", "mw-levy", 10.0, 5.0, 0)
        .unit("B1", "ka-sling", 24.0, 40.0, 180)
        .ncu(Seat::A, 1, ncu)
        .ncu(Seat::B, 1, "ka-ash")
}

#[test]
fn if_tac_01_a_zone_holds_one_ncu_until_the_clean_up() {
    let mut scene = table("ka-tall").ncu(Seat::A, 2, "mw-iline");
    scene.give(Seat::A, claim(1, ZoneName::Wealth), &[]);
    scene.give(Seat::A, target("A1", None), &[]);
    assert_eq!(
        scene.state.holder(ZoneName::Wealth).unwrap().id.to_string(),
        "AN1"
    );
    let mut again = scene.clone().turn(Seat::A);
    assert_eq!(again.refused(Seat::A, claim(2, ZoneName::Wealth)), "IF-TAC-01");
    assert_eq!(again.refused(Seat::A, claim(1, ZoneName::Crown)), "IF-ROUND-04");
    again.state.agenda = vec![crate::model::agenda::Step::Score.into()];
    let act = |table: &mut crate::model::agenda::GameTable<'_>| crate::model::agenda::go_on(table).unwrap();
    let (_, state, _) = hindsight_kernel::testing::at_table::<crate::IceAndFire, _>(again.state, &[], act);
    assert!(state.ncus.iter().all(|ncu| ncu.zone.is_none() && !ncu.activated));
}

#[test]
fn if_tac_02_cards_come_first_then_the_zone_with_the_ncus_own_addition() {
    let mut scene = table("mw-iline").models("A1", 5).hand(Seat::A, &["mw-rumours"]);
    scene.give(Seat::A, claim(1, ZoneName::Wealth), &[]);
    assert_eq!(scene.asked(), [(Seat::A, "trigger_effect".to_owned())]);
    scene.give(Seat::A, super::play_on("mw-rumours", "B1"), &[]);
    assert!(
        scene
            .state
            .unit(id("B1"))
            .unwrap()
            .has_token(ConditionToken::Weakened)
    );
    assert_eq!(scene.asked(), [(Seat::A, "zone_target".to_owned())]);
    scene.give(Seat::A, target("A1", None), &[]);
    assert_eq!(scene.strength("A1"), (9, 0), "3 and 1 more on Wealth");
    // Combat without a unit that can attack: nothing happens, the NCU stays.
    let mut scene = table("ka-tall");
    let events = scene.give(Seat::A, claim(1, ZoneName::Combat), &[]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Effect(EffectEvent::EffectLost { .. })
    )));
    assert!(scene.state.holder(ZoneName::Combat).is_some());
    assert_eq!(scene.asked()[0].0, Seat::B, "the turn is over");
}

#[test]
fn if_tac_03_the_crown_demands_a_panic_test_with_minus_1() {
    // Morale 7+: 4 + 3 − 1 = 6 fails.
    let mut scene = table("ka-tall");
    scene.give(Seat::A, claim(1, ZoneName::Crown), &[]);
    let events = scene.give(Seat::A, target("B1", None), &[4, 3, 3]);
    assert_eq!(panic(&events), (Some(6), false, 2));
    assert_eq!(scene.strength("B1"), (10, 0));
    // Grandmother Ash makes it a further −1.
    let mut scene = table("ka-ash");
    scene.give(Seat::A, claim(1, ZoneName::Crown), &[]);
    let events = scene.give(Seat::A, target("B1", None), &[4, 4, 3]);
    assert_eq!(panic(&events), (Some(6), false, 2));
    let scene = table("ka-tall");
    let mut own = scene.clone();
    own.give(Seat::A, claim(1, ZoneName::Crown), &[]);
    assert_eq!(own.refused(Seat::A, target("A1", None)), "IF-TAC-02");
}

#[test]
fn if_tac_04_wealth_restores_3_wounds_and_removes_a_token() {
    let wealth = |scene: &mut Scene| {
        scene.give(Seat::A, claim(1, ZoneName::Wealth), &[]);
    };
    // One token of its player's choice, one that the unit holds; the other stays.
    let mut scene = table("ka-tall")
        .models("A1", 5)
        .token("A1", ConditionToken::Panicked)
        .token("A1", ConditionToken::Vulnerable);
    wealth(&mut scene);
    for token in [Some(ConditionToken::Weakened), None] {
        assert_eq!(scene.refused(Seat::A, target("A1", token)), "IF-TAC-04");
    }
    assert_eq!(
        scene.refused(Seat::A, target("B1", None)),
        "IF-TAC-02",
        "no enemy"
    );
    assert_eq!(scene.refused(Seat::A, Command::Pass), "IF-ROUND-03");
    scene.give(Seat::A, target("A1", Some(ConditionToken::Vulnerable)), &[]);
    assert_eq!(scene.strength("A1"), (8, 0));
    assert_eq!(
        scene.state.unit(id("A1")).unwrap().tokens,
        [ConditionToken::Panicked]
    );
    // Up to 3 wounds: eleven models of twelve are twelve again; without a token none is named.
    let mut scene = table("ka-tall").models("A1", 11);
    wealth(&mut scene);
    assert_eq!(
        scene.refused(Seat::A, target("A1", Some(ConditionToken::Panicked))),
        "IF-TAC-04"
    );
    scene.give(Seat::A, target("A1", None), &[]);
    assert_eq!(scene.strength("A1"), (12, 0));
    // Cavalry: the wounded model is whole with one of them, one comes back with the other two.
    let mut scene = table("ka-tall")
        .unit("A2", "mw-knight", 30.0, 5.0, 0)
        .models("A2", 3)
        .with("A2", |unit| unit.wounded = 1);
    wealth(&mut scene);
    scene.give(Seat::A, target("A2", None), &[]);
    assert_eq!(scene.strength("A2"), (4, 1));
}

#[test]
fn if_tac_05_tactics_draws_2_cards_and_places_a_token() {
    let cards = ["mw-salt", "mw-hold", "mw-heads", "mw-water"];
    for (ncu, drawn) in [("ka-tall", 2), ("mw-hobb", 3)] {
        let mut scene = table(ncu).deck(Seat::A, &cards);
        let dice = vec![1; drawn];
        scene.give(Seat::A, claim(1, ZoneName::Tactics), &dice);
        assert_eq!(scene.state.players[0].hand.len(), drawn, "{ncu}");
        scene.give(Seat::A, target("B1", Some(ConditionToken::Vulnerable)), &[]);
        assert!(
            scene
                .state
                .unit(id("B1"))
                .unwrap()
                .has_token(ConditionToken::Vulnerable)
        );
    }
}

#[test]
fn if_tac_06_combat_gives_a_free_attack() {
    let engaged = || {
        Scene::new()
            .unit("A1", "mw-levy", 24.0, 19.2, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .engaged("A1", "B1")
            .with("A1", |unit| unit.activated = true)
            .ncu(Seat::A, 1, "ka-tall")
    };
    let mut scene = engaged();
    scene.give(Seat::A, claim(1, ZoneName::Combat), &[]);
    scene.give(Seat::A, target("A1", None), &[]);
    assert_eq!(scene.asked(), [(Seat::A, "free_action".to_owned())]);
    let retreat = Command::Act {
        action: Action::Retreat,
    };
    assert_eq!(scene.refused(Seat::A, retreat), "IF-ACT-08");
    let attack = Command::Act { action: melee("B1") };
    let events = scene.give(Seat::A, attack, &[1; 6]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackRolled { .. })
    )));
    // It may be declined.
    let mut scene = engaged();
    scene.give(Seat::A, claim(1, ZoneName::Combat), &[]);
    scene.give(Seat::A, Command::Pass, &[]);
    assert!(scene.state.holder(ZoneName::Combat).is_some());
}

#[test]
fn if_tac_07_maneuver_gives_a_free_maneuver_or_retreat() {
    let mut scene = table("ka-tall");
    scene.give(Seat::A, claim(1, ZoneName::Maneuver), &[]);
    scene.give(Seat::A, target("A1", None), &[]);
    // Tallow the Guide: 1" more than Speed 5.
    let too_far = Command::Act {
        action: maneuver(None, 6.01, None),
    };
    assert_eq!(scene.refused(Seat::A, too_far), "IF-ACT-02");
    let far = Command::Act {
        action: maneuver(None, 6.0, None),
    };
    scene.give(Seat::A, far, &[]);
    assert_eq!(scene.at("A1"), (10.0, 11.0, 0));
    // A Retreat for an engaged unit.
    let mut scene = super::duel("mw-shield", "ka-raid").ncu(Seat::A, 1, "ka-tall");
    scene.give(Seat::A, claim(1, ZoneName::Maneuver), &[]);
    scene.give(Seat::A, target("A1", None), &[]);
    let retreat = Command::Act {
        action: Action::Retreat,
    };
    scene.give(Seat::A, retreat, &[2]);
    let back = Command::MoveBack {
        way: crate::model::names::Way::Backward,
        distance: 7_000,
        last: None,
    };
    scene.give(Seat::A, back, &[]);
    assert_eq!(scene.at("A1"), (24.0, 12.2, 0), "4 + 2 + 1");
}

#[test]
fn if_act_08_a_free_action_neither_needs_nor_gives_an_activation_token() {
    let mut scene = table("ka-tall");
    scene.give(Seat::A, claim(1, ZoneName::Maneuver), &[]);
    scene.give(Seat::A, target("A1", None), &[]);
    let act = Command::Act {
        action: maneuver(None, 5.0, None),
    };
    let events = scene.give(Seat::A, act, &[]);
    assert!(!scene.state.unit(id("A1")).unwrap().activated);
    assert!(has(&events, |event| matches!(
        event,
        Event::Movement(MovementEvent::ActionDeclared { free: true, .. })
    )));
}

#[test]
fn if_round_06_ncus_need_an_empty_zone() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 10.0, 5.0, 0)
        .unit("B1", "ka-raid", 24.0, 40.0, 180)
        .with("A1", |unit| unit.activated = true)
        .with("B1", |unit| unit.activated = true);
    for number in 1..=3 {
        scene = scene
            .ncu(Seat::A, number, "ka-tall")
            .ncu(Seat::B, number, "ka-tall");
    }
    let zones = [
        ZoneName::Crown,
        ZoneName::Wealth,
        ZoneName::Tactics,
        ZoneName::Combat,
        ZoneName::Maneuver,
    ];
    // A and B claim in turns; the effects are aimed or declined as they come.
    for (place, zone) in zones.into_iter().enumerate() {
        let seat = if place % 2 == 0 { Seat::A } else { Seat::B };
        let ncu = NcuId::new(seat, place as u8 / 2 + 1).unwrap();
        let other = if seat == Seat::A { "B1" } else { "A1" };
        let own = if seat == Seat::A { "A1" } else { "B1" };
        assert_eq!(scene.asked(), [(seat, "choose_unit".to_owned())], "{zone:?}");
        scene.give(seat, Command::Claim { ncu, zone }, &[]);
        match zone {
            ZoneName::Crown => scene.give(seat, target(other, None), &[6, 6, 1]),
            ZoneName::Wealth => scene.give(seat, target(own, None), &[]),
            ZoneName::Tactics => scene.give(seat, target(other, Some(ConditionToken::Weakened)), &[]),
            ZoneName::Combat => Vec::new(),
            ZoneName::Maneuver => scene.give(seat, Command::Pass, &[]),
        };
    }
    // B's third NCU gives B no turn: the round is over.
    assert_eq!(scene.state.round, 2);
}

#[test]
fn if_tac_06_the_effect_is_not_lost_while_some_shift_brings_a_shot() {
    // Friends hem the archers in: 1.3" to 1.7" straight ahead lies the only place to shoot from.
    let mut scene = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("A2", "mw-bear", 25.4, 15.48, 0)
        .unit("A3", "mw-levy", 30.7, 10.0, 0)
        .unit("A4", "mw-levy", 17.3, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 28.1, 180)
        .ncu(Seat::A, 1, "mw-hobb");
    scene.give(Seat::A, claim(1, ZoneName::Combat), &[]);
    assert_eq!(scene.asked(), [(Seat::A, "zone_target".to_owned())]);
    scene.give(Seat::A, target("A1", None), &[]);
    let offers = crate::IceAndFire::offers(&scene.state, Seat::A);
    assert!(
        offers.iter().any(|offer| offer.label.contains("shoot B1")),
        "{offers:?}"
    );
    let shot = Action::Ranged {
        target: id("B1"),
        shift: Some(crate::model::place::Shift {
            direction: 0,
            distance: 1_400,
        }),
        weapon: None,
    };
    scene.give(Seat::A, Command::Act { action: shot }, &[1; 8]);
    assert_eq!(scene.at("A1"), (24.0, 11.4, 0));
}

#[test]
fn if_tac_02_the_combat_zone_is_lost_where_no_shift_brings_a_shot() {
    let lost = |enemy: f64, wall: bool| {
        let mut scene = Scene::new()
            .unit("A1", "mw-arch", 24.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, enemy, 180)
            .ncu(Seat::A, 1, "mw-hobb");
        if wall {
            // Three friends side by side hide the enemy wherever the archers shift to.
            scene = scene
                .unit("A2", "mw-levy", 18.5, 18.0, 0)
                .unit("A3", "mw-levy", 24.0, 18.0, 0)
                .unit("A4", "mw-levy", 29.5, 18.0, 0);
        }
        let events = scene.give(Seat::A, claim(1, ZoneName::Combat), &[]);
        has(&events, |event| {
            matches!(event, Event::Effect(EffectEvent::EffectLost { .. }))
        })
    };
    // The front point lies at y = 12.4; 14.0" is in range after a shift of 2", 14.1" is not.
    assert!(!lost(28.8, false));
    assert!(lost(28.91, false));
    assert!(lost(25.0, true));
}
