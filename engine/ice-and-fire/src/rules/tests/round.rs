//! Rounds, turns and activations.

use hindsight_kernel::Seat;
use hindsight_kernel::testing::at_table;

use super::{duel, has, maneuver, march, melee, shoot};
use crate::IceAndFire;
use crate::model::agenda::{GameTable, Step, go_on};
use crate::model::command::{Action, Command};
use crate::model::event::{Event, RoundEvent};
use crate::rules::scene::{Scene, card, id, pose};

fn go(mut scene: Scene, step: Step) -> Scene {
    scene.state.active = None;
    scene.state.agenda = vec![step.into()];
    let act = |table: &mut GameTable<'_>| go_on(table).unwrap();
    let (_, state, _) = at_table::<IceAndFire, _>(scene.state, &[], act);
    Scene { state }
}

fn forgo(scene: &mut Scene, name: &str) -> Vec<Event> {
    scene.act(name, Action::Forgo, &[])
}

#[test]
fn if_round_02_turns_alternate_and_who_has_units_left_goes_on() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 5.0, 5.0, 0)
        .unit("A2", "mw-levy", 15.0, 5.0, 0)
        .unit("A3", "mw-levy", 25.0, 5.0, 0)
        .unit("A4", "mw-levy", 35.0, 5.0, 0)
        .unit("B1", "ka-raid", 5.0, 43.0, 180)
        .unit("B2", "ka-raid", 15.0, 43.0, 180);
    for name in ["A1", "B1", "A2", "B2"] {
        assert_eq!(scene.asked(), [(id(name).seat(), "choose_unit".to_owned())]);
        forgo(&mut scene, name);
    }
    // B has none left: A takes the remaining turns in a row, B passing in between.
    let events = forgo(&mut scene, "A3");
    assert!(has(&events, |event| matches!(
        event,
        Event::Round(RoundEvent::TurnPassed { seat: Seat::B })
    )));
    assert_eq!(scene.asked(), [(Seat::A, "choose_unit".to_owned())]);
    forgo(&mut scene, "A4");
    assert_eq!(scene.state.round, 2);
}

#[test]
fn if_round_03_there_is_no_voluntary_pass() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 5.0, 5.0, 0)
        .unit("B1", "ka-raid", 5.0, 43.0, 180);
    assert_eq!(scene.refused(Seat::A, Command::Pass), "IF-ROUND-03");
    // An automatic pass is no turn: it has no trigger of its start or end.
    scene = scene
        .with("B1", |unit| unit.activated = true)
        .unit("A2", "mw-levy", 15.0, 5.0, 0);
    let events = forgo(&mut scene, "A1");
    let turns = events
        .iter()
        .filter(|event| matches!(event, Event::Round(RoundEvent::TurnBegan { .. })));
    assert_eq!(turns.count(), 1, "A's own next turn alone");
}

#[test]
fn if_round_04_an_activated_unit_is_not_activated_again() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 5.0, 5.0, 0)
        .unit("A2", "mw-levy", 15.0, 5.0, 0)
        .unit("B1", "ka-raid", 5.0, 43.0, 180);
    forgo(&mut scene, "A1");
    forgo(&mut scene, "B1");
    assert_eq!(
        scene.refused(Seat::A, Command::Activate { unit: id("A1") }),
        "IF-ROUND-04"
    );
    assert_eq!(
        scene.refused(Seat::A, Command::Activate { unit: id("B1") }),
        "IF-ROUND-02"
    );
    scene.give(Seat::A, Command::Activate { unit: id("A2") }, &[]);
}

#[test]
fn if_round_05_an_engaged_unit_attacks_or_retreats() {
    let scene = duel("mw-levy", "ka-raid");
    assert_eq!(scene.action_rule("A1", Action::Forgo).unwrap(), "IF-ROUND-05");
    let free = Scene::new().unit("A1", "mw-levy", 5.0, 5.0, 0);
    assert_eq!(free.action_rule("A1", Action::Forgo), None);
    // With neither a legal Attack nor a legal Retreat it forgoes.
    let surrounded = duel("mw-levy", "ka-raid")
        .unit("B2", "ka-raid", 29.15, 19.2, 270)
        .unit("B3", "ka-raid", 18.85, 19.2, 90)
        .unit("B4", "ka-raid", 24.0, 14.4, 0)
        .engaged("A1", "B2")
        .engaged("A1", "B3")
        .engaged("A1", "B4")
        .cards(|cards| {
            let levy = cards.units.iter_mut().find(|unit| unit.id.as_str() == "mw-levy");
            levy.unwrap().attacks.clear();
        });
    assert_eq!(surrounded.action_rule("A1", Action::Forgo), None);
}

#[test]
fn if_act_01_engaged_and_unengaged_units_have_their_actions() {
    // An unengaged unit: Maneuver, March, Charge, ranged Attack; not melee nor Retreat.
    let free = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 22.0, 180);
    for action in [
        maneuver(None, 1.0, None),
        march(1.0, None),
        super::charge("B1", 0),
        shoot("B1"),
        Action::Forgo,
    ] {
        assert_eq!(free.action_rule("A1", action.clone()), None, "{action:?}");
    }
    for action in [melee("B1"), Action::Retreat] {
        assert_eq!(
            free.action_rule("A1", action.clone()).unwrap(),
            "IF-ACT-01",
            "{action:?}"
        );
    }
    // An engaged one: melee Attack and Retreat alone.
    let engaged = duel("mw-arch", "ka-raid");
    for action in [melee("B1"), Action::Retreat] {
        assert_eq!(engaged.action_rule("A1", action.clone()), None, "{action:?}");
    }
    for action in [maneuver(None, 1.0, None), march(1.0, None), shoot("B1")] {
        assert_eq!(
            engaged.action_rule("A1", action.clone()).unwrap(),
            "IF-ACT-01",
            "{action:?}"
        );
    }
    assert_eq!(
        engaged.action_rule("A1", super::charge("B1", 0)).unwrap(),
        "IF-CHG-01"
    );
}

#[test]
fn if_round_07_the_clean_up_phase_discards_and_draws_up_to_three() {
    let cards = ["mw-salt", "mw-hold", "mw-heads", "mw-water", "mw-tide"];
    let deck = ["mw-hands", "mw-rumours", "mw-undertow"];
    let table = |hand: &[&str]| {
        let mut scene = Scene::new()
            .unit("A1", "mw-levy", 5.0, 5.0, 0)
            .token("A1", crate::cards::ConditionToken::Weakened)
            .with("A1", |unit| unit.activated = true)
            .unit("B1", "ka-raid", 5.0, 43.0, 180)
            .hand(Seat::A, hand)
            .deck(Seat::A, &deck);
        scene.state.round = 1;
        go(scene, Step::Score)
    };
    // Five cards and none discarded: none drawn.
    let mut scene = table(&cards);
    assert_eq!(scene.asked(), [(Seat::A, "discard".to_owned())]);
    let unit = scene.state.unit(id("A1")).unwrap();
    assert!(
        !unit.activated && !unit.tokens.is_empty(),
        "condition tokens stay"
    );
    scene.give(Seat::A, Command::Discard { cards: Vec::new() }, &[]);
    assert_eq!(scene.state.players[0].hand.len(), 5);
    // One card: two drawn.
    let mut scene = table(&cards[..1]);
    scene.give(Seat::A, Command::Discard { cards: Vec::new() }, &[1, 1]);
    assert_eq!(scene.state.players[0].hand.len(), 3);
    // Any number is discarded, each card once.
    let mut scene = table(&cards[..3]);
    let twice = vec![card("mw-salt"), card("mw-salt")];
    assert_eq!(
        scene.refused(Seat::A, Command::Discard { cards: twice }),
        "IF-CARD-01"
    );
    let both = vec![card("mw-salt"), card("mw-hold")];
    scene.give(Seat::A, Command::Discard { cards: both }, &[1, 1]);
    assert_eq!(scene.state.players[0].hand.len(), 3);
    assert_eq!(
        scene.state.players[0].discards,
        [card("mw-salt"), card("mw-hold")]
    );
    assert_eq!(scene.state.round, 2);
}

#[test]
fn if_round_08_the_first_player_alternates() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 5.0, 5.0, 0)
        .unit("B1", "ka-raid", 5.0, 43.0, 180);
    scene.state.round = 0;
    let mut firsts = Vec::new();
    for _ in 0..5 {
        scene = go(scene, Step::BeginRound);
        firsts.push(scene.state.first.unwrap());
    }
    assert_eq!(firsts, [Seat::A, Seat::B, Seat::A, Seat::B, Seat::A]);
}

#[test]
fn if_setup_10_a_unit_in_reserve_comes_as_its_activation() {
    let reserve = || {
        Scene::new()
            .unit("A1", "mw-levy", 5.0, 5.0, 0)
            .with("A1", |unit| (unit.pose, unit.reserve) = (None, true))
            .unit("B1", "ka-raid", 24.0, 43.0, 180)
    };
    let mut scene = reserve();
    let arrive = |x, y| Command::Arrive {
        unit: id("A1"),
        pose: pose(x, y, 0),
    };
    assert_eq!(scene.refused(Seat::A, arrive(24.0, 7.61)), "IF-SETUP-09");
    scene.give(Seat::A, arrive(24.0, 7.6), &[]);
    assert!(
        scene.state.unit(id("A1")).unwrap().activated,
        "it receives its activation token"
    );
    // Within an inch of an enemy it may not come; where there is no other place it forces no turn.
    let mut scene = reserve().unit("B2", "ka-raid", 24.0, 13.2, 180);
    assert_eq!(scene.refused(Seat::A, arrive(24.0, 7.6)), "IF-SETUP-10");
    for (number, x) in (3..).zip([2.75, 8.25, 13.75, 19.25, 24.75, 30.25, 35.75, 41.25]) {
        scene = scene.unit(&format!("B{number}"), "ka-raid", x, 7.0, 0);
    }
    scene.state.units.retain(|unit| unit.id != id("B2"));
    assert!(!crate::rules::round::can_activate(&scene.state, Seat::A));
}
