//! Condition tokens.

use hindsight_kernel::Seat;

use super::attack::armed;
use super::{has, hits, melee, panic, play, resolved};
use crate::cards::{AttackAbility, ConditionToken, Effect, Trigger};
use crate::model::command::Command;
use crate::model::event::{AttackEvent, Event};
use crate::model::names::NcuId;
use crate::rules::scene::{Scene, id};

#[test]
fn if_cond_01_a_unit_holds_one_token_of_each_kind_until_it_is_expended() {
    // Harbour Rumours names a unit that is Weakened already: it is no legal target, for nothing would change.
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 10.0, 5.0, 0)
        .unit("B1", "ka-raid", 24.0, 40.0, 180)
        .token("B1", ConditionToken::Weakened);
    let act = |table: &mut crate::model::agenda::GameTable<'_>| {
        crate::rules::tokens::place(table, id("B1"), ConditionToken::Weakened);
    };
    let (_, state, events) =
        hindsight_kernel::testing::at_table::<crate::IceAndFire, _>(scene.state.clone(), &[], act);
    assert!(events.is_empty() && state == scene.state, "no change");
    // It stays over the end of the round.
    scene.state.agenda = vec![crate::model::agenda::Step::Score.into()];
    scene.state.round = 1;
    let act = |table: &mut crate::model::agenda::GameTable<'_>| crate::model::agenda::go_on(table).unwrap();
    let (_, state, _) = hindsight_kernel::testing::at_table::<crate::IceAndFire, _>(scene.state, &[], act);
    assert_eq!(state.round, 2);
    assert!(state.unit(id("B1")).unwrap().has_token(ConditionToken::Weakened));
    // Expending is voluntary.
    let mut scene = armed(4, 1, &[]).token("A1", ConditionToken::Weakened);
    scene.act("A1", melee("B1"), &[4]);
    scene.give(Seat::B, Command::Pass, &[6]);
    assert!(
        scene
            .state
            .unit(id("A1"))
            .unwrap()
            .has_token(ConditionToken::Weakened)
    );
}

#[test]
fn if_cond_02_panicked_has_dice_of_a_morale_test_rolled_again() {
    let mut scene = armed(4, 1, &[]).token("B1", ConditionToken::Panicked);
    scene.act("A1", melee("B1"), &[4, 1, 4, 3, 1]);
    assert_eq!(scene.asked()[0].0, Seat::A);
    let events = scene.give(Seat::A, Command::Expend { dice: vec![0] }, &[1]);
    assert_eq!(panic(&events), (Some(4), false, 1), "1 + 3, the D3 stays 1");
    assert!(
        scene.state.unit(id("B1")).unwrap().tokens.is_empty(),
        "the token is removed"
    );
    // The D3 may be among the dice.
    let mut scene = armed(4, 1, &[]).token("B1", ConditionToken::Panicked);
    scene.act("A1", melee("B1"), &[4, 1, 1, 2, 1]);
    let events = scene.give(Seat::A, Command::Expend { dice: vec![2] }, &[6]);
    assert_eq!(panic(&events), (Some(3), false, 3));
}

#[test]
fn if_cond_03_vulnerable_has_defence_dice_rolled_again() {
    let mut scene = armed(4, 3, &[]).token("B1", ConditionToken::Vulnerable);
    scene.act("A1", melee("B1"), &[4, 4, 4, 6, 5, 2]);
    let events = scene.give(Seat::A, Command::Expend { dice: vec![0, 1] }, &[1, 1, 6, 6, 1]);
    assert_eq!(resolved(&events), (0, 3));
}

#[test]
fn if_cond_04_weakened_has_attack_dice_rolled_again() {
    let mut scene = armed(4, 4, &[AttackAbility::CriticalBlow]).token("A1", ConditionToken::Weakened);
    scene.act("A1", melee("B1"), &[6, 6, 3, 1]);
    let events = scene.give(Seat::B, Command::Expend { dice: vec![0, 1] }, &[1, 2]);
    assert_eq!(hits(&events), (0, 0));
}

#[test]
fn if_cond_05_the_player_who_does_not_control_the_unit_expends_its_token() {
    let mut scene = armed(4, 1, &[]).token("B1", ConditionToken::Panicked);
    scene.act("A1", melee("B1"), &[4, 1, 4, 3, 1]);
    assert_eq!(
        scene.refused(Seat::B, Command::Expend { dice: vec![0] }),
        "IF-COND-05"
    );
    // Also where a zone caused the test.
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 10.0, 5.0, 0)
        .unit("B1", "ka-raid", 24.0, 40.0, 180)
        .token("B1", ConditionToken::Panicked)
        .ncu(Seat::A, 1, "mw-iline");
    let claim = Command::Claim {
        ncu: NcuId::new(Seat::A, 1).unwrap(),
        zone: crate::cards::ZoneName::Crown,
    };
    scene.give(Seat::A, claim, &[]);
    let target = Command::Target {
        unit: id("B1"),
        token: None,
    };
    scene.give(Seat::A, target, &[5, 4, 1]);
    assert_eq!(scene.asked(), [(Seat::A, "trigger_effect".to_owned())]);
    let events = scene.give(Seat::A, Command::Expend { dice: vec![0] }, &[1]);
    assert_eq!(panic(&events), (Some(4), false, 1), "1 + 4 − 1");
}

#[test]
fn if_cond_06_a_token_does_not_use_up_the_effect_of_the_trigger() {
    // Two cards that draw a card when attack dice lie on the table.
    let start = || {
        armed(4, 1, &[])
            .token("A1", ConditionToken::Weakened)
            .hand(Seat::B, &["ka-ground", "ka-ground"])
            .deck(Seat::B, &["ka-howl"])
            .cards(|cards| {
                let ground = |card: &&mut crate::cards::TacticsCard| card.id.as_str() == "ka-ground";
                let card = cards.tactics.iter_mut().find(ground).unwrap();
                (card.trigger, card.when) = (Trigger::AttackRolled, Vec::new());
                card.effects = vec![Effect::Draw { cards: 1 }];
            })
    };
    let expend = || Command::Expend { dice: vec![0] };
    let asked = Some((Seat::B, Trigger::AttackRolled));
    // The token first: the one card that may be played is still there; the second is not asked for.
    let mut scene = start();
    scene.act("A1", melee("B1"), &[4]);
    scene.give(Seat::B, expend(), &[1]);
    assert_eq!(scene.open_trigger(), asked);
    let events = scene.give(Seat::B, play("ka-ground"), &[1]);
    assert_eq!(hits(&events), (0, 0), "4, rolled again as a 1");
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackEnded)
    )));
    assert_eq!(
        scene.state.players[1].hand.len(),
        2,
        "a card is left and one was drawn"
    );
    // The card first: the token may still be expended, a second card may not be played.
    let mut scene = start();
    scene.act("A1", melee("B1"), &[4]);
    scene.give(Seat::B, play("ka-ground"), &[1]);
    assert_eq!(scene.open_trigger(), asked);
    assert_eq!(scene.refused(Seat::B, play("ka-ground")), "IF-TIME-02");
    let events = scene.give(Seat::B, expend(), &[1]);
    assert_eq!(hits(&events), (0, 0));
    assert!(scene.state.unit(id("A1")).unwrap().tokens.is_empty());
}
