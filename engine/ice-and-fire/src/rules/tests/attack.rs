//! Attacks, attack abilities, bonuses.

use hindsight_kernel::Seat;

use super::{
    attack_dice_of, charge, defence_modifier, duel, found, has, hits, melee, panic, play, resolved, shoot,
};
use crate::cards::{AttackAbility, ConditionToken, Effect, Trigger};
use crate::field::Slot;
use crate::model::command::Command;
use crate::model::event::{AttackEvent, Cause, Event, MoraleEvent, UnitEvent};
use crate::rules::abilities;
use crate::rules::scene::{Scene, wounds_of};

/// A duel in which A1 (Harbour Levy) has a melee attack of our own against Clan Raiders: save 4+, Morale 6+.
pub(super) fn armed(to_hit: u8, dice: u8, abilities: &[AttackAbility]) -> Scene {
    duel("mw-levy", "ka-raid").cards(|cards| {
        let levy = cards.units.iter_mut().find(|unit| unit.id.as_str() == "mw-levy");
        let attack = &mut levy.unwrap().attacks[0];
        attack.to_hit = to_hit;
        attack.dice = vec![dice; 3];
        attack.abilities = abilities.to_vec();
    })
}

/// The save of a unit card is another.
pub(super) fn save(scene: Scene, kind: &str, save: u8) -> Scene {
    scene.cards(|cards| {
        let found = cards.units.iter_mut().find(|unit| unit.id.as_str() == kind);
        found.unwrap().defence = save;
    })
}

#[test]
fn if_atk_01_the_trigger_of_the_declaration_comes_before_the_dice() {
    let mut scene = armed(4, 2, &[]).hand(Seat::A, &["mw-salt"]);
    let events = scene.act("A1", melee("B1"), &[]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackDeclared { .. })
    )));
    assert_eq!(scene.asked(), [(Seat::A, "trigger_effect".to_owned())]);
    let events = scene.give(Seat::A, Command::Pass, &[1, 1]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackRolled { .. })
    )));
    // One action makes one attack: the turn goes on with the next player.
    assert!(scene.state.attack.is_none());
    assert_eq!(scene.asked()[0].0, Seat::B);
}

#[test]
fn if_atk_02_as_many_dice_as_the_card_lists_for_the_ranks() {
    for (models, dice) in [(7, 6), (4, 4)] {
        let mut scene = duel("ka-wall", "mw-levy").models("A1", models);
        assert_eq!(
            attack_dice_of(&mut scene, &vec![1; dice]),
            dice,
            "{models} models"
        );
    }
    // 8 / 5 / 3: intact 8, after 4 to 7 losses 5, with 4 or fewer models left 3.
    for (models, dice) in [(12, 8), (8, 5), (5, 5), (4, 3), (1, 3)] {
        let mut scene = armed(4, 0, &[]).models("A1", models).cards(|cards| {
            let levy = cards.units.iter_mut().find(|unit| unit.id.as_str() == "mw-levy");
            levy.unwrap().attacks[0].dice = vec![8, 5, 3];
        });
        assert_eq!(
            attack_dice_of(&mut scene, &vec![1; dice]),
            dice,
            "{models} models"
        );
    }
    // Dice of effects are added.
    let mut scene = armed(4, 3, &[]).hand(Seat::A, &["mw-standard"]);
    scene.act("A1", melee("B1"), &[]);
    let events = scene.give(Seat::A, play("mw-standard"), &[1; 5]);
    assert_eq!(hits(&events), (0, 0));
}

#[test]
fn if_atk_03_each_die_at_or_above_to_hit_is_a_hit() {
    let mut scene = save(armed(3, 6, &[]), "ka-raid", 2);
    let events = scene.act("A1", melee("B1"), &[1, 2, 3, 4, 6, 6, 6, 6, 6, 6]);
    assert_eq!(hits(&events), (4, 0));
}

/// A unit of 4 models with To Hit 4+ has charged; its dice 1 2 5 6 lie on the table.
fn after_a_charge(weakened: bool) -> Scene {
    let mut scene = Scene::new()
        .unit("A1", "ka-wall", 24.0, 10.0, 0)
        .models("A1", 4)
        .unit("B1", "mw-levy", 24.0, 24.0, 180);
    if weakened {
        scene = scene.token("A1", ConditionToken::Weakened);
    }
    scene.act("A1", charge("B1", 0), &[6]);
    scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[1, 2, 5, 6]);
    scene
}

#[test]
fn if_atk_04_the_active_player_re_rolls_first_and_no_die_twice() {
    let mut scene = after_a_charge(true);
    assert_eq!(scene.asked()[0].0, Seat::A, "the Charge Bonus comes first");
    scene.give(Seat::A, Command::Reroll { dice: vec![0, 1] }, &[4, 1]);
    assert_eq!(scene.asked()[0].0, Seat::B, "then the Weakened token");
    for (dice, rule) in [
        (vec![0], "IF-ATK-04"),
        (vec![3, 3], "IF-ATK-04"),
        (vec![9], "IF-ATK-04"),
    ] {
        assert_eq!(scene.refused(Seat::B, Command::Expend { dice }), rule);
    }
    // Final faces 4 1 2 2: one hit; the second face counts, also where it is worse.
    let events = scene.give(Seat::B, Command::Expend { dice: vec![2, 3] }, &[2, 2, 6]);
    assert_eq!(hits(&events), (1, 0));
}

#[test]
fn if_bon_01_the_charge_bonus_re_rolls_any_attack_dice_once() {
    let mut scene = after_a_charge(false);
    let events = scene.give(
        Seat::A,
        Command::Reroll { dice: vec![0, 1] },
        &[4, 4, 1, 1, 1, 6, 6, 6],
    );
    let places = found(&events, |event| match event {
        Event::Attack(AttackEvent::DiceRerolled { places, .. }) => Some(places.clone()),
        _ => None,
    });
    assert_eq!(places, [0, 1]);
    assert_eq!(hits(&events), (3, 1), "4 4 5 and a 6 with Precision");
    // Outside a charge there is none.
    let mut scene = duel("ka-wall", "mw-levy").models("A1", 4);
    let events = scene.act("A1", melee("B1"), &[1, 2, 5, 6, 6, 6, 6, 1]);
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Attack(AttackEvent::AttackEnded)
        )),
        "nobody was asked"
    );
    // A failed charge makes no attack.
    let mut scene = Scene::new()
        .unit("A1", "ka-wall", 24.0, 10.0, 0)
        .unit("B1", "mw-levy", 24.0, 24.0, 180);
    let events = scene.act("A1", charge("B1", 0), &[5]);
    assert!(!has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackDeclared { .. })
    )));
}

/// A1 stands on a side of B1, which looks south at (24, 24).
pub(super) fn from_the(side: &str, attacker: &str, defender: &str) -> Scene {
    let (x, y, heading) = match side {
        "front" => (24.0, 19.2, 0),
        "left" => (29.15, 24.0, 270),
        "right" => (18.85, 24.0, 90),
        _ => (24.0, 28.8, 180),
    };
    Scene::new()
        .unit("A1", attacker, x, y, heading)
        .unit("B1", defender, 24.0, 24.0, 180)
        .engaged("A1", "B1")
}

#[test]
fn if_bon_02_a_flank_takes_1_from_defence_dice_and_the_panic_test() {
    // Save 3+: a 3 becomes a 2 and fails, a 4 becomes a 3 and saves.
    for side in ["left", "right"] {
        let mut scene = from_the(side, "ka-raid", "mw-shield");
        let events = scene.act("A1", melee("B1"), &[3, 3, 1, 1, 1, 1, 1, 3, 4, 4, 2, 1]);
        assert_eq!(defence_modifier(&events), -1, "{side}");
        assert_eq!(resolved(&events), (1, 1), "{side}");
        assert_eq!(
            panic(&events),
            (Some(5), false, 1),
            "{side}: 6 − 1 against Morale 6+"
        );
    }
}

#[test]
fn if_bon_03_the_rear_takes_2_from_defence_dice_and_the_panic_test() {
    // Save 5+ from the rear: 6 − 2 = 4, no die saves.
    let mut scene = from_the("rear", "ka-raid", "mw-levy");
    let events = scene.act("A1", melee("B1"), &[3, 3, 1, 1, 1, 1, 1, 6, 6, 6, 4, 1]);
    assert_eq!(defence_modifier(&events), -2);
    assert_eq!(resolved(&events), (0, 2));
    assert_eq!(panic(&events), (Some(8), true, 0), "10 − 2 against Morale 8+");
}

#[test]
fn if_bon_04_flank_and_rear_are_of_melee_attacks_charge_or_not() {
    let mut scene = Scene::new()
        .unit("A1", "mw-arch", 24.0, 38.0, 180)
        .unit("B1", "ka-raid", 24.0, 24.0, 180);
    let events = scene.act("A1", shoot("B1"), &[4, 1, 1, 1, 1, 1, 1, 1, 4]);
    assert_eq!(
        defence_modifier(&events),
        0,
        "a shooter behind the unit has no bonus"
    );
    assert_eq!(resolved(&events), (1, 0));
}

#[test]
fn if_atk_05_abilities_are_applied_to_the_final_faces() {
    let mut scene = armed(4, 3, &[AttackAbility::CriticalBlow]).token("A1", ConditionToken::Weakened);
    scene.act("A1", melee("B1"), &[6, 6, 4]);
    let events = scene.give(Seat::B, Command::Expend { dice: vec![0] }, &[5, 6, 6, 6, 6]);
    assert_eq!(
        hits(&events),
        (4, 0),
        "5 6 4: three hits and one more for the 6 that is left"
    );
}

#[test]
fn if_atk_06_one_defence_die_for_each_hit() {
    let mut scene = Scene::new()
        .unit("A1", "ka-ride", 29.25, 24.0, 270)
        .unit("B1", "ka-wall", 24.0, 24.0, 180);
    scene.state.units[1].id = "B1".parse().unwrap();
    let mut scene = scene.engaged("A1", "B1");
    let dice = [3, 3, 3, 3, 3, 1, 1, 1, 6, 5, 4, 2, 1, 6, 6, 1];
    let events = scene.act("A1", melee("B1"), &dice);
    assert_eq!(hits(&events), (5, 0));
    assert_eq!(resolved(&events), (2, 3), "5 4 3 1 0 against 4+");
}

#[test]
fn if_atk_07_a_die_is_at_most_6_and_at_least_0() {
    // Save 3+ with Sundering from the rear: only a 6 saves.
    let mut scene = from_the("rear", "mw-axes", "mw-shield");
    let dice = [3, 3, 3, 3, 3, 3, 1, 1, 6, 5, 4, 3, 2, 1, 6, 6, 1];
    let events = scene.act("A1", melee("B1"), &dice);
    assert_eq!(defence_modifier(&events), -3);
    assert_eq!(resolved(&events), (1, 5));
    for (face, modifier, shown) in [(6, 1, 6), (1, -3, 0), (1, 1, 2), (6, -2, 4)] {
        assert_eq!(abilities::modified(face, modifier), shown);
    }
    // Effects that look for a 6 look at the face: Precision of an attack on a Fortified defender still counts.
    let mut scene = armed(4, 2, &[AttackAbility::Precision]).hand(Seat::B, &["mw-hold"]);
    scene.act("A1", melee("B1"), &[]);
    let events = scene.give(Seat::B, play("mw-hold"), &[6, 4, 3, 6, 6, 1]);
    assert_eq!(
        (hits(&events), resolved(&events)),
        ((1, 1), (1, 1)),
        "3 + 1 saves at 4+"
    );
}

#[test]
fn if_atk_08_the_attacker_expends_vulnerable_before_the_defender_re_rolls() {
    let mut scene = armed(4, 3, &[])
        .token("B1", ConditionToken::Vulnerable)
        .hand(Seat::B, &["mw-hold"])
        .cards(|cards| {
            let card = cards
                .tactics
                .iter_mut()
                .find(|card| card.id.as_str() == "mw-hold");
            let card = card.unwrap();
            card.trigger = crate::cards::Trigger::DefenceRolled;
            card.effects = vec![crate::cards::Effect::RerollDefence];
        });
    scene.act("A1", melee("B1"), &[4, 4, 4, 6, 5, 2]);
    assert_eq!(scene.asked()[0].0, Seat::A);
    scene.give(Seat::A, Command::Expend { dice: vec![0] }, &[1]);
    assert_eq!(scene.asked()[0].0, Seat::B, "then the defender's own re-roll");
    let reroll = Command::PlayCard {
        card: "mw-hold".parse().unwrap(),
        choice: crate::model::command::Choice {
            dice: vec![2],
            ..Default::default()
        },
    };
    let events = scene.give(Seat::B, reroll, &[4, 6, 6, 1]);
    assert_eq!(resolved(&events), (2, 1), "1 5 4 against 4+");
}

#[test]
fn if_atk_03_counted_dice_that_do_not_tell_what_is_read_are_refused() {
    use crate::model::contests::Die;

    // A token is open after the defence dice; the save is 4+.
    let rolled = |dice: &[(u8, u8)]| {
        let mut scene = armed(4, 3, &[]).token("B1", ConditionToken::Vulnerable);
        scene.act("A1", melee("B1"), &[4, 4, 4, 6, 5, 2]);
        let attack = scene.state.attack.as_mut().unwrap();
        attack.defence_dice = dice.iter().copied().map(Die::between).collect();
        scene
    };
    // As they block: one blocks, two do not.
    let told = [(4, 6), (1, 3), (1, 3)];
    let mut scene = rolled(&told);
    let events = scene.give(Seat::A, Command::Pass, &[6, 6, 1]);
    assert_eq!(resolved(&events), (1, 2));
    for untold in [[(3, 6), (1, 2), (1, 2)], [(5, 6), (1, 4), (1, 4)]] {
        assert_eq!(rolled(&untold).refused(Seat::A, Command::Pass), "IF-ATK-03");
    }
}

#[test]
fn if_atk_09_unblocked_hits_and_precision_wounds_are_suffered_together() {
    let mut scene = duel("ka-wall", "mw-levy");
    let dice = [6, 6, 5, 4, 4, 1, 1, 1, 1, 1, 1, 6, 6, 1];
    let events = scene.act("A1", melee("B1"), &dice);
    assert_eq!(hits(&events), (3, 2));
    assert_eq!(wounds_of(&events, "B1"), [(5, Cause::Attack)]);
}

#[test]
fn if_atk_10_a_wounded_defender_that_stands_takes_a_panic_test() {
    let mut scene = armed(4, 1, &[]);
    let events = scene.act("A1", melee("B1"), &[4, 4]);
    assert!(
        !has(&events, |event| matches!(
            event,
            Event::Morale(MoraleEvent::PanicDemanded { .. })
        )),
        "all hits are blocked"
    );
    let mut scene = armed(4, 1, &[]);
    let events = scene.act("A1", melee("B1"), &[4, 3, 6, 6, 1]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Morale(MoraleEvent::PanicDemanded { .. })
    )));
    // Destroyed by the attack: no test.
    let mut scene = armed(4, 1, &[]).models("B1", 1);
    let events = scene.act("A1", melee("B1"), &[4, 3]);
    assert!(!has(&events, |event| matches!(
        event,
        Event::Morale(MoraleEvent::PanicDemanded { .. })
    )));
}

#[test]
fn if_atk_11_after_the_panic_test_come_effects_and_then_surge_forth() {
    // The defender stands: its Panic Test, then the trigger, then the attack is over.
    let mut scene = armed(4, 1, &[]).hand(Seat::A, &["ka-quarter"]);
    let events = scene.act("A1", melee("B1"), &[4, 3, 6, 6, 1]);
    assert_eq!(panic(&events), (Some(12), true, 0));
    assert!(!has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackEnded)
    )));
    assert_eq!(scene.open_trigger(), Some((Seat::A, Trigger::AttackCompleted)));
    let events = scene.give(Seat::A, play("ka-quarter"), &[]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Unit(UnitEvent::TokenPlaced {
            token: ConditionToken::Panicked,
            ..
        })
    )));
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackEnded)
    )));
    // The defender dies of its Panic Test: the destruction, the effects after the attack, Surge Forth, in this order.
    let mut scene = armed(4, 1, &[])
        .models("B1", 2)
        .unit("B9", "ka-raid", 24.0, 44.0, 180)
        .hand(Seat::A, &["ka-ground"])
        .deck(Seat::A, &["ka-mist"])
        .hand(Seat::B, &["ka-breath"])
        .cards(|cards| {
            let ground = |card: &&mut crate::cards::TacticsCard| card.id.as_str() == "ka-ground";
            let card = cards.tactics.iter_mut().find(ground).unwrap();
            (card.trigger, card.when) = (Trigger::AttackCompleted, Vec::new());
            card.effects = vec![Effect::Draw { cards: 1 }];
        });
    let free = || Command::Act {
        action: super::maneuver(None, 1.0, None),
    };
    let events = scene.act("A1", melee("B1"), &[4, 1, 1, 1, 1]);
    assert_eq!(panic(&events), (Some(2), false, 1));
    assert_eq!(scene.open_trigger(), Some((Seat::B, Trigger::UnitDestroyed)));
    // D3 = 1: the attacker suffers a wound.
    let events = scene.give(Seat::B, play("ka-breath"), &[1]);
    assert_eq!(wounds_of(&events, "A1").len(), 1);
    assert_eq!(scene.open_trigger(), Some((Seat::A, Trigger::AttackCompleted)));
    assert!(
        scene.try_give(Seat::A, free(), &[]).is_err(),
        "not before the effects"
    );
    scene.give(Seat::A, play("ka-ground"), &[1]);
    assert_eq!(scene.asked(), [(Seat::A, "surge".to_owned())]);
    let events = scene.give(Seat::A, free(), &[]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackEnded)
    )));
    assert_eq!(scene.at("A1"), (24.0, 20.2, 0));
}

#[test]
fn if_abil_01_critical_blow_adds_a_hit_for_each_6() {
    let mut scene = armed(4, 4, &[AttackAbility::CriticalBlow]);
    let events = scene.act("A1", melee("B1"), &[6, 6, 4, 2, 6, 6, 6, 6, 6]);
    assert_eq!(hits(&events), (5, 0));
}

#[test]
fn if_abil_02_precision_gives_a_wound_without_a_die() {
    let mut scene = armed(3, 3, &[AttackAbility::Precision]);
    let events = scene.act("A1", melee("B1"), &[6, 5, 3, 6, 6, 6, 6, 1]);
    assert_eq!((hits(&events), resolved(&events)), ((2, 1), (2, 1)));
}

#[test]
fn if_abil_03_sundering_takes_1_from_defence_dice() {
    let mut scene = armed(4, 2, &[AttackAbility::Sundering]);
    let events = scene.act("A1", melee("B1"), &[4, 4, 4, 5, 6, 6, 1]);
    assert_eq!((defence_modifier(&events), resolved(&events)), (-1, (1, 1)));
}

#[test]
fn if_abil_04_vicious_takes_2_from_the_panic_test() {
    let mut scene = armed(4, 1, &[AttackAbility::Vicious]);
    let events = scene.act("A1", melee("B1"), &[4, 1, 4, 3, 1]);
    assert_eq!(panic(&events), (Some(5), false, 1), "7 − 2 against Morale 6+");
}

#[test]
fn if_abil_05_critical_blow_with_precision_gives_both() {
    let mut scene = armed(4, 3, &[AttackAbility::CriticalBlow, AttackAbility::Precision]);
    let events = scene.act("A1", melee("B1"), &[6, 6, 1, 6, 6, 6, 6, 1]);
    assert_eq!(hits(&events), (2, 2));
}
