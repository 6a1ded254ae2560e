//! Cards, Orders and triggers.

use hindsight_kernel::testing::at_table;
use hindsight_kernel::{Offer, Offers, Rules, Seat};

use super::attack::armed;
use super::{charge, duel, has, melee, order, panic, play, play_on, shoot};
use crate::IceAndFire;
use crate::cards::{ConditionToken, Trigger};
use crate::model::agenda::{GameTable, Step, go_on};
use crate::model::command::{Action, Choice, Command};
use crate::model::event::{AttackEvent, EffectEvent, Event, RoundEvent};
use crate::model::place::Shift;
use crate::rules::scene::{Scene, card, id, wounds_of};

#[test]
fn if_card_01_a_card_is_played_at_its_trigger_and_lies_face_up() {
    let mut scene = armed(4, 1, &[]).hand(Seat::A, &["mw-salt", "mw-heads"]);
    scene.act("A1", melee("B1"), &[]);
    assert_eq!(
        scene.refused(Seat::A, play("mw-standard")),
        "IF-CARD-01",
        "not in the hand"
    );
    assert_eq!(
        scene.refused(Seat::A, play("mw-heads")),
        "IF-TIME-03",
        "another trigger"
    );
    let events = scene.give(Seat::A, play("mw-salt"), &[4, 6]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Effect(EffectEvent::CardPlayed { .. })
    )));
    assert_eq!(scene.state.players[0].discards, [card("mw-salt")]);
    assert_eq!(scene.state.players[0].hand, [Some(card("mw-heads"))]);
}

#[test]
fn if_card_02_a_player_draws_as_many_cards_as_they_can() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 10.0, 5.0, 0)
        .deck(Seat::A, &["mw-salt"]);
    scene.state.players[0].discards = vec![card("mw-heads")];
    let draw = |table: &mut GameTable<'_>| crate::rules::hands::draw(table, Seat::A, 2);
    let (result, state, _) = at_table::<IceAndFire, _>(scene.state, &[1], draw);
    result.unwrap();
    assert_eq!(
        state.players[0].hand,
        [Some(card("mw-salt"))],
        "the discard pile is not shuffled back"
    );
}

#[test]
fn if_card_03_cards_drawn_on_the_table_are_unknown_until_they_are_played() {
    let mut scene = armed(4, 1, &[]).deck(Seat::A, &["mw-salt", "mw-heads", "mw-standard"]);
    scene.state.agreed.decks = crate::model::setup::Decks::Table;
    let draw = |table: &mut GameTable<'_>| crate::rules::hands::draw(table, Seat::A, 1);
    let (_, state, events) = at_table::<IceAndFire, _>(scene.state.clone(), &[], draw);
    assert!(matches!(
        events[..],
        [Event::Round(RoundEvent::CardDrawn {
            card: None,
            roll: None,
            ..
        })]
    ));
    assert_eq!((state.players[0].hand.len(), state.players[0].deck), (1, 2));
    let mut scene = Scene { state };
    scene.act("A1", melee("B1"), &[]);
    assert_eq!(
        scene.asked()[0].0,
        Seat::A,
        "any card of the deck may be in the hand"
    );
    scene.give(Seat::A, play("mw-salt"), &[4, 6]);
    assert_eq!(
        scene.state.players[0].unseen,
        [card("mw-heads"), card("mw-standard")]
    );
    assert!(scene.state.players[0].hand.is_empty());
}

#[test]
fn if_ord_01_an_order_is_used_once_a_round() {
    // Locked Shields: +1 on defence dice over the front.
    let mut scene = duel("ka-raid", "mw-shield")
        .orders("B1")
        .unit("A2", "ka-raid", 24.0, 28.8, 180)
        .engaged("A2", "B1");
    scene.act("A1", melee("B1"), &[]);
    assert_eq!(scene.asked(), [(Seat::B, "trigger_effect".to_owned())]);
    let events = scene.give(Seat::B, order("B1"), &[3, 1, 1, 1, 1, 1, 1, 2]);
    assert_eq!(super::defence_modifier(&events), 1);
    assert_eq!(super::resolved(&events), (1, 0), "2 + 1 saves at 3+");
    assert_eq!(scene.state.unit(id("B1")).unwrap().orders_used, [0]);
    // A second use in the same round.
    let mut again = scene
        .clone()
        .turn(Seat::A)
        .with("A1", |unit| unit.activated = false);
    let events = again.act("A1", melee("B1"), &[1; 7]);
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Attack(AttackEvent::AttackEnded)
        )),
        "nobody is asked"
    );
    let mut asked = scene
        .turn(Seat::A)
        .with("A1", |unit| unit.activated = false)
        .hand(Seat::B, &["mw-hold"]);
    asked.act("A1", melee("B1"), &[]);
    assert_eq!(asked.refused(Seat::B, order("B1")), "IF-ORD-01");
    assert_eq!(
        asked.refused(
            Seat::B,
            Command::UseOrder {
                unit: id("B1"),
                order: 3,
                choice: Choice::default()
            }
        ),
        "IF-ORD-02"
    );
}

#[test]
fn if_ord_02_units_with_the_same_order_have_one_use_each_in_either_turn() {
    let mut scene = duel("ka-raid", "mw-shield")
        .orders("B1")
        .unit("A2", "ka-raid", 40.0, 19.2, 0)
        .unit("B2", "mw-shield", 40.0, 24.0, 180)
        .orders("B2")
        .engaged("A2", "B2")
        .with("B1", |unit| unit.activated = true);
    scene.act("A1", melee("B1"), &[]);
    scene.give(Seat::B, order("B1"), &[1; 7]);
    let mut scene = scene.turn(Seat::A);
    scene.act("A2", melee("B2"), &[]);
    let events = scene.give(Seat::B, order("B2"), &[1; 7]);
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Effect(EffectEvent::OrderUsed { .. })
        )),
        "in the enemy's turn, activated or not"
    );
}

#[test]
fn if_ord_03_order_tokens_are_removed_in_the_clean_up_phase() {
    let mut scene = duel("ka-raid", "mw-shield");
    assert_eq!(scene.state.unit(id("B1")).unwrap().orders_used, [0]);
    scene.state.agenda = vec![Step::Score.into()];
    let act = |table: &mut GameTable<'_>| go_on(table).unwrap();
    let (_, state, _) = at_table::<IceAndFire, _>(scene.state, &[], act);
    assert!(state.unit(id("B1")).unwrap().orders_used.is_empty());
}

#[test]
fn if_time_01_the_active_player_first_and_a_chance_that_passes_does_not_come_back() {
    let mut scene = armed(4, 1, &[])
        .hand(Seat::A, &["mw-salt"])
        .hand(Seat::B, &["mw-hold"]);
    scene.act("A1", melee("B1"), &[]);
    assert_eq!(scene.asked(), [(Seat::A, "trigger_effect".to_owned())]);
    scene.give(Seat::A, Command::Pass, &[]);
    assert_eq!(scene.asked(), [(Seat::B, "trigger_effect".to_owned())]);
    let closed = IceAndFire::closed(&scene.state, Seat::A, &play("mw-salt")).unwrap();
    assert_eq!(closed.rule.0, "IF-TIME-01");
    let events = scene.give(Seat::B, play("mw-hold"), &[4, 6]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackEnded)
    )));
    // Who has nothing to use is not asked: neither a card of another trigger nor a token of another roll counts.
    let mut scene = armed(4, 1, &[])
        .hand(Seat::A, &["mw-heads"])
        .token("B1", ConditionToken::Weakened);
    let events = scene.act("A1", melee("B1"), &[4, 6]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackEnded)
    )));
}

/// The question tells nothing of the hand: it is asked of every hand that may hold a card for the trigger.
#[test]
fn if_time_01_a_hidden_hand_is_asked_by_what_it_may_hold() {
    let asked = |hand: &[&str], deck: &[&str], shown: u8, dice: &[u8]| {
        let mut scene = armed(4, 1, &[]).hand(Seat::A, hand).deck(Seat::A, deck);
        scene.state.player_mut(Seat::A).shown = shown;
        scene.act("A1", melee("B1"), dice);
        let asked = scene.asked() == [(Seat::A, "trigger_effect".to_owned())];
        let offers = IceAndFire::offers(&scene.state, Seat::A);
        let commands: Vec<Command> = offers.iter().flat_map(Offer::commands).cloned().collect();
        let plays = |command: &Command| matches!(command, Command::PlayCard { .. });
        (
            asked,
            commands.iter().any(plays),
            commands.contains(&Command::Pass),
        )
    };
    // Alike for the opponent; the player is offered only the cards that they hold, and to pass.
    assert_eq!(asked(&["mw-heads"], &["mw-salt"], 0, &[]), (true, false, true));
    assert_eq!(asked(&["mw-salt"], &["mw-heads"], 0, &[]), (true, true, true));
    // No card of the deck could be used, or the opponent knows the whole hand: no question.
    assert!(!asked(&["mw-heads"], &["mw-heads"], 0, &[4, 6]).0);
    assert!(!asked(&["mw-heads"], &["mw-salt"], 1, &[4, 6]).0);
    let mut scene = armed(4, 1, &[])
        .hand(Seat::A, &["mw-heads"])
        .deck(Seat::A, &["mw-salt"]);
    scene.act("A1", melee("B1"), &[]);
    let events = scene.give(Seat::A, Command::Pass, &[4, 6]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackEnded)
    )));
}

#[test]
fn if_time_02_one_effect_of_a_player_at_a_trigger() {
    let mut scene = armed(4, 1, &[]).hand(Seat::A, &["mw-salt", "mw-standard"]);
    scene.act("A1", melee("B1"), &[]);
    let events = scene.give(Seat::A, play("mw-salt"), &[4, 6]);
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Attack(AttackEvent::AttackEnded)
        )),
        "the second card is not asked for"
    );
    // With a token left to expend they are asked, and a second card is refused.
    let mut scene = armed(4, 1, &[])
        .token("A1", ConditionToken::Weakened)
        .hand(Seat::B, &["ka-ground", "ka-ground"])
        .deck(Seat::B, &["ka-howl", "ka-howl"])
        .cards(|cards| {
            let card = cards
                .tactics
                .iter_mut()
                .find(|card| card.id.as_str() == "ka-ground");
            let card = card.unwrap();
            (card.trigger, card.when) = (Trigger::AttackRolled, Vec::new());
            card.effects = vec![crate::cards::Effect::Draw { cards: 1 }];
        });
    scene.act("A1", melee("B1"), &[4]);
    scene.give(Seat::B, play("ka-ground"), &[1]);
    assert_eq!(scene.refused(Seat::B, play("ka-ground")), "IF-TIME-02");
}

#[test]
fn if_time_03_every_trigger_of_the_list_opens_a_window() {
    // A card for each trigger: it is asked for when the trigger comes, and refused at any other.
    for trigger in Trigger::ALL {
        let scene = Scene::new()
            .unit("A1", "mw-levy", 24.0, 10.0, 0)
            .unit("A2", "mw-levy", 10.0, 5.0, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .models("B1", 2)
            .unit("B2", "ka-raid", 10.0, 43.0, 180)
            .ncu(Seat::A, 1, "ka-tall")
            .deck(Seat::A, &["mw-heads"])
            .hand(Seat::A, &["mw-salt"])
            .cards(|cards| {
                let card = cards
                    .tactics
                    .iter_mut()
                    .find(|card| card.id.as_str() == "mw-salt");
                let card = card.unwrap();
                (card.trigger, card.when) = (trigger, Vec::new());
                card.effects = vec![crate::cards::Effect::Draw { cards: 1 }];
            });
        assert!(comes(scene, trigger), "{}", trigger.title());
    }
}

/// Plays on from the start of a round with first choices until a trigger asks seat A.
fn comes(mut scene: Scene, trigger: Trigger) -> bool {
    scene.state.round = 0;
    scene.state.active = None;
    scene.state.agenda = vec![Step::BeginRound.into()];
    let act = |table: &mut GameTable<'_>| go_on(table).unwrap();
    let (_, state, _) = at_table::<IceAndFire, _>(scene.state, &[], act);
    scene.state = state;
    let mut rng = hindsight_kernel::bot_rng(7);
    for _ in 0..200 {
        match scene.state.step() {
            Some(Step::Window {
                at, asked: Seat::A, ..
            }) if at.trigger == trigger => return true,
            _ => {}
        }
        let Some(asked) = IceAndFire::awaiting(&scene.state).first().cloned() else {
            return false;
        };
        let offers = IceAndFire::offers(&scene.state, asked.seat);
        // Charges and claims first, so that every trigger comes.
        let wanted = ["Charge", "Crown", "activate A1", "attack"];
        let offer = wanted
            .iter()
            .find_map(|word| offers.iter().find(|offer| offer.label.contains(word)))
            .unwrap_or(&offers[0]);
        let command = IceAndFire::complete(&scene.state, offer, &mut rng).unwrap();
        let mut tray = hindsight_kernel::ServerTray::new(hindsight_kernel::testing::seed(3), 0);
        let mut table = GameTable::new(scene.state.clone(), &mut tray);
        IceAndFire::decide(&mut table, asked.seat, &command).unwrap();
        scene.state = table.finish().unwrap().0;
    }
    false
}

#[test]
fn the_cards_of_house_merrow_do_what_their_texts_say() {
    // Measured Volley: Precision for a ranged attack.
    let mut scene = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .hand(Seat::A, &["mw-volley"]);
    scene.act("A1", shoot("B1"), &[]);
    let events = scene.give(Seat::A, play("mw-volley"), &[6, 1, 1, 1, 1, 1, 1, 1, 6, 6, 1]);
    assert_eq!(super::hits(&events), (0, 1));
    // Steady Hands: +2 on a friendly Panic Test.
    let mut scene = armed(4, 1, &[]).hand(Seat::B, &["mw-hands"]);
    scene.act("A1", melee("B1"), &[4, 1]);
    let events = scene.give(Seat::B, play("mw-hands"), &[2, 2, 1]);
    assert_eq!(panic(&events), (Some(6), true, 0));
    // Fresh Water and Clear Heads at the start of the own turn.
    let start = |hand: &str| {
        let mut scene = Scene::new()
            .unit("A1", "mw-levy", 10.0, 5.0, 0)
            .models("A1", 7)
            .token("A1", ConditionToken::Weakened)
            .unit("B1", "ka-raid", 24.0, 40.0, 180)
            .hand(Seat::A, &[hand]);
        scene.state.active = None;
        scene.state.agenda = vec![Step::Turn { seat: Seat::A }.into()];
        let act = |table: &mut GameTable<'_>| go_on(table).unwrap();
        let (_, state, _) = at_table::<IceAndFire, _>(scene.state, &[], act);
        Scene { state }
    };
    let mut scene = start("mw-water");
    scene.give(Seat::A, play_on("mw-water", "A1"), &[]);
    assert_eq!(scene.strength("A1"), (9, 0));
    let mut scene = start("mw-heads");
    let choice = Choice {
        units: vec![id("A1")],
        tokens: vec![ConditionToken::Weakened],
        ..Choice::default()
    };
    scene.give(
        Seat::A,
        Command::PlayCard {
            card: card("mw-heads"),
            choice,
        },
        &[],
    );
    assert!(scene.state.unit(id("A1")).unwrap().tokens.is_empty());
    // Out of the Mist: a shift of up to 3", and no farther.
    let mut scene = start("ka-mist");
    let mist = |distance| Command::PlayCard {
        card: card("ka-mist"),
        choice: Choice {
            units: vec![id("A1")],
            shift: Some(Shift {
                direction: 0,
                distance,
            }),
            ..Choice::default()
        },
    };
    assert_eq!(scene.refused(Seat::A, mist(3_010)), "IF-ACT-09");
    scene.give(Seat::A, mist(3_000), &[]);
    assert_eq!(scene.at("A1"), (10.0, 8.0, 0));
    // Tide Turns: an attacker becomes Vulnerable.
    let mut scene = armed(4, 1, &[]).hand(Seat::B, &["mw-tide"]);
    scene.act("A1", melee("B1"), &[4, 6]);
    scene.give(Seat::B, play("mw-tide"), &[]);
    assert!(
        scene
            .state
            .unit(id("A1"))
            .unwrap()
            .has_token(ConditionToken::Vulnerable)
    );
}

#[test]
fn the_cards_and_orders_of_the_karst_clans_do_what_their_texts_say() {
    // Blood Price: no test, 1 wound instead.
    let mut scene = armed(4, 1, &[]).hand(Seat::B, &["ka-price"]);
    scene.act("A1", melee("B1"), &[4, 1]);
    let events = scene.give(Seat::B, play("ka-price"), &[]);
    assert_eq!(panic(&events), (None, false, 1));
    assert_eq!(wounds_of(&events, "B1").len(), 1);
    // Set Spears: a charge into the front loses its bonus.
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .unit("B1", "ka-wall", 24.0, 24.0, 180)
        .orders("B1");
    scene.act("A1", charge("B1", 0), &[6]);
    let align = Command::Align {
        slot: crate::field::Slot::Centre,
    };
    scene.give(Seat::A, align, &[]);
    assert_eq!(scene.asked(), [(Seat::B, "trigger_effect".to_owned())]);
    let events = scene.give(Seat::B, order("B1"), &[1; 6]);
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Attack(AttackEvent::AttackEnded)
        )),
        "no re-roll"
    );
    // Howling Rush: 1" more.
    let mut scene = Scene::new()
        .unit("A1", "ka-reav", 24.0, 10.0, 0)
        .unit("B1", "mw-levy", 24.0, 24.0, 180)
        .orders("A1");
    scene.act("A1", charge("B1", 0), &[]);
    let events = scene.give(Seat::A, order("A1"), &[4]);
    assert_eq!(super::charged(&events), (true, 10_000));
    // Grim Sport of Urda Redhand: a wounded defender becomes Panicked.
    let mut scene = duel("ka-reav", "mw-levy")
        .attached("A1", "ka-urda")
        .with("A1", |unit| {
            unit.orders_used = vec![0];
        });
    scene.act("A1", melee("B1"), &[3, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 1]);
    let sport = Command::UseOrder {
        unit: id("A1"),
        order: 1,
        choice: Choice::default(),
    };
    scene.give(Seat::A, sport, &[]);
    assert!(
        scene
            .state
            .unit(id("B1"))
            .unwrap()
            .has_token(ConditionToken::Panicked)
    );
    // War Beat of the Bone Drummer: Vicious after a charge alone.
    for (charges, total) in [(true, 5), (false, 7)] {
        let mut scene = if charges {
            Scene::new()
                .unit("A1", "ka-raid", 24.0, 10.0, 0)
                .unit("B1", "mw-levy", 24.0, 24.0, 180)
        } else {
            duel("ka-raid", "mw-levy")
        }
        .attached("A1", "ka-drum");
        let dice = [3, 1, 1, 1, 1, 1, 1];
        let events = if charges {
            scene.act("A1", charge("B1", 0), &[6]);
            let align = Command::Align {
                slot: crate::field::Slot::Centre,
            };
            scene.give(Seat::A, align, &dice);
            scene.give(Seat::A, Command::Pass, &[1, 4, 3, 1])
        } else {
            scene.act("A1", melee("B1"), &[&dice[..], &[1, 4, 3, 1]].concat())
        };
        assert_eq!(panic(&events).0, Some(total), "charges: {charges}");
    }
}

#[test]
fn steady_aim_and_take_heart_do_what_their_texts_say() {
    // Steady Aim of the archers without a shift.
    let mut scene = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .orders("A1");
    scene.act("A1", shoot("B1"), &[1; 8]);
    let aim = Command::UseOrder {
        unit: id("A1"),
        order: 0,
        choice: Choice {
            dice: vec![0, 1],
            ..Choice::default()
        },
    };
    let events = scene.give(Seat::A, aim, &[4, 4, 6, 6]);
    assert_eq!(super::hits(&events), (2, 0));
    let shifted = Action::Ranged {
        target: id("B1"),
        shift: Some(Shift {
            direction: 0,
            distance: 1_000,
        }),
        weapon: None,
    };
    let mut scene = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .orders("A1");
    let events = scene.act("A1", shifted, &[1; 8]);
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Attack(AttackEvent::AttackEnded)
        )),
        "not after a shift"
    );
    // Take Heart of Captain Rehl at the start of a friendly turn.
    let mut scene = Scene::new()
        .unit("A1", "mw-shield", 10.0, 5.0, 0)
        .attached("A1", "mw-rehl")
        .token("A1", ConditionToken::Panicked)
        .with("A1", |unit| unit.orders_used = vec![0]);
    scene.state.active = None;
    scene.state.agenda = vec![Step::Turn { seat: Seat::A }.into()];
    let act = |table: &mut GameTable<'_>| go_on(table).unwrap();
    let (_, state, _) = at_table::<IceAndFire, _>(scene.state, &[], act);
    let mut scene = Scene { state };
    let heart = Command::UseOrder {
        unit: id("A1"),
        order: 1,
        choice: Choice::default(),
    };
    scene.give(Seat::A, heart, &[]);
    assert!(scene.state.unit(id("A1")).unwrap().tokens.is_empty());
}
