//! Each kind of event in the words that the rules and the numbers of its position give.

use std::collections::BTreeSet;

use hindsight_kernel::{ReportedTray, Rules, Seat, Secrets, Setups, Table, Viewer};
use serde_json::{Value, json};

use super::*;
use crate::BeforeBattle;
use crate::model::cards::Class;
use crate::model::command::Patch;
use crate::model::event::{DeploymentEvent, OpeningEvent, RulingEvent};
use crate::scene::Scene;

/// What was told, and of which kinds of events.
#[derive(Default)]
struct Teller {
    kinds: BTreeSet<&'static str>,
}

impl Teller {
    fn hear(&mut self, before: &State, events: &[Event]) -> Vec<String> {
        let mut state = before.clone();
        let mut told = Vec::new();
        for event in events {
            self.kinds.insert(event.into());
            told.push(describe(&state, event).into());
            state.evolve(event).unwrap();
        }
        told
    }

    /// The sentences of a line.
    fn give(&mut self, scene: &mut Scene, seat: Seat, line: &str, dice: &[u8]) -> Vec<String> {
        let before = scene.state.clone();
        let events = scene.give(seat, line, dice).unwrap();
        self.hear(&before, &events)
    }

    /// The sentences of a line that the player whose turn it is plays in a new scene.
    fn play(&mut self, scene: &Scene, line: &str, dice: &[u8]) -> Vec<String> {
        let mut scene = scene.clone();
        let seat = scene.state.active.unwrap();
        self.give(&mut scene, seat, line, dice)
    }

    fn ruled(&mut self, scene: &Scene, patch: Value) -> String {
        let patch: Patch = serde_json::from_value(patch).unwrap();
        let mut tray = ReportedTray::scripted([]);
        let mut table = Table::<BeforeBattle>::new(scene.state.clone(), &mut tray);
        BeforeBattle::rule(&mut table, &patch).unwrap();
        let events = table.finish().unwrap().1;
        self.hear(&scene.state, &events).remove(0)
    }
}

fn before_the_battle(teller: &mut Teller) {
    let setup = BeforeBattle::setup_from(&json!({ "armies": "sample" }), &[]).unwrap();
    let mut tray = ReportedTray::scripted([4, 4, 5, 3]);
    let mut table = Table::<BeforeBattle>::new(State::default(), &mut tray);
    BeforeBattle::begin(&mut table, &setup).unwrap();
    let (state, events) = table.finish().unwrap();
    // Each list by class, then by card id; Orsa's allowance is 2, Skarn's 1.
    let shown = "South shows Reed Bowmen, Ford Levy, Bridge Militia, Toll Riders, Gate Sworn, Knights of the Lock, \
                 Millstone Greatblades, Swan Lancers and Orsa, Marshal of the Ford (allowance 2); North shows Slag \
                 Axes, Furnace Hands, Kiln Spears, Soot Riders, Firebrand Horse, Ember Sworn, Iron Drovers, Ninefold \
                 Guard and Skarn the Smelter (allowance 1)";
    assert_eq!(
        teller.hear(&State::default(), &events),
        [
            "A game with the cards of before-battle-sample begins",
            "South has chosen an army",
            "North has chosen an army",
            shown,
            "South has chosen weapons",
            "North has chosen weapons",
            "Start roll: South 4, North 4; a tie, both roll again",
            "Start roll: South 5, North 3; South chooses a right",
        ]
    );
    let mut scene = Scene { state };
    let mut one = |seat, line: &str, words: &[&str]| {
        assert_eq!(teller.give(&mut scene, seat, line, &[]), words, "{line}");
    };
    one(Seat::A, "take first turn", &["South takes the first-turn right"]);
    one(
        Seat::B,
        "name B first deployer",
        &["North names North to deploy first"],
    );
    one(
        Seat::A,
        "name A first player",
        &["South names South to take the first turn"],
    );
    one(
        Seat::B,
        "deploy B1 c7 S",
        &["North deploys Slag Axes on c7, facing south"],
    );
    for (number, column) in (1..=6).zip('a'..='f') {
        if number > 1 {
            scene
                .give(Seat::B, &format!("deploy B{number} {column}8 S"), &[])
                .unwrap();
        }
        if number < 6 {
            scene
                .give(Seat::A, &format!("deploy A{number} {column}2 N"), &[])
                .unwrap();
        }
    }
    let before = scene.state.clone();
    let events = scene.give(Seat::A, "deploy A6 h1 W", &[]).unwrap();
    assert_eq!(
        teller.hear(&before, &events),
        [
            "South deploys Orsa, Marshal of the Ford on h1, facing west",
            "All cards are turned face up",
            "Round 1: the turn of South begins",
        ]
    );
    // The opponent hears of a unit face down.
    let (seen, event) = (
        BeforeBattle::view(&before, Viewer::Seat(Seat::B)),
        BeforeBattle::redact(&events[0], &before, Viewer::Seat(Seat::B)),
    );
    assert_eq!(
        describe(&seen, &event),
        "South deploys a unit face down (A6) on h1, facing west"
    );
}

fn actions(teller: &mut Teller) {
    // Card units: 5 models, front rank 5, 1 attack, melee 4+, block 5+, Speed 2.
    let scene = Scene::new("A1 d2 N, A2 a1 N, B1 d5 S, B2 h8 S");
    let rows: [(&str, &[u8], &str); 9] = [
        ("move A1 1", &[], "Card A1 moves 1 cell north to d3"),
        ("move A1 2", &[], "Card A1 moves 2 cells north to d4 and charges"),
        (
            "move A1 right 2",
            &[],
            "Card A1 turns right and moves 2 cells east to f2",
        ),
        ("move A1 left 0", &[], "Card A1 turns left on d2"),
        (
            "hustle A1",
            &[3],
            "Card A1 hustles 2 cells to d4 (die 3: no extra square) and charges",
        ),
        (
            "hustle A2",
            &[4],
            "Card A2 hustles 3 cells to a4 (die 4: one extra square)",
        ),
        (
            "hustle A1",
            &[6],
            "Card A1 hustles 2 cells to d4 (die 6: the extra square is not free) and charges",
        ),
        ("turn A1 right right", &[], "Card A1 turns to face south"),
        ("sidestep A1 left", &[], "Card A1 sidesteps left to c2"),
    ];
    for (line, dice, words) in rows {
        assert_eq!(teller.play(&scene, line, dice), [words], "{line}");
    }
    let archer = Scene::new("A1 d2 N, A2 a1 N, B1 d5 E, B2 h8 S").card("A1", |card| {
        (card.ranged, card.innate_ranged) = (Some(4), Some("bow-1".parse().unwrap()));
    });
    // Ranged 4+: three of five hit; block 5+: one of three saves.
    assert_eq!(
        teller.play(&archer, "shoot A1 lane centre at B1", &[4, 1, 5, 3, 6, 5, 4, 1]),
        [
            "Card A1 shoots Card B1 at 3 cells: 5 dice at 4+: 3 hits; block 5+ on 3 dice: 1 saved; 2 wounds; 3 models left"
        ]
    );
    assert_eq!(
        teller.play(&archer, "shoot A1 lane centre at B1", &[1, 2, 3, 1, 2]),
        ["Card A1 shoots Card B1 at 3 cells: 5 dice at 4+: 0 hits; 0 wounds"]
    );
    let last = Scene::new("A1 d2 W, A2 a1 N, B1 d5 E, B2 h8 S")
        .card("A1", |card| {
            (card.ranged, card.innate_ranged, card.models) = (Some(4), Some("bow-1".parse().unwrap()), 1);
        })
        .card("B1", |card| (card.models, card.block) = (1, 7));
    assert_eq!(
        teller.play(&last, "shoot A1 turn right lane centre at B1", &[4]),
        [
            "Card A1 turns right and shoots Card B1 at 3 cells: 1 die at 4+: 1 hit; 1 wound; Card B1 is destroyed"
        ]
    );
}

fn combats(teller: &mut Teller) {
    let quiet = Scene::new("A1 a1 N, B1 h8 S");
    assert_eq!(
        teller.play(&quiet, "end actions", &[]),
        [
            "The actions phase ends",
            "There is no combat",
            "The turn ends",
            "Round 1: the turn of North begins"
        ]
    );
    // A1 before B1, which cannot block: two of five hit, B1 answers without a hit, rolls 1 and runs to d7.
    let duel = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N").card("B1", |card| card.block = 7);
    let mut scene = duel.clone();
    assert_eq!(
        teller.give(
            &mut scene,
            Seat::A,
            "end actions",
            &[4, 6, 3, 2, 1, 3, 3, 2, 1, 1, 1]
        ),
        [
            "The actions phase ends",
            "1 combat begins",
            "Order of blows: Card A1 and Card B1",
            "Card A1 strikes Card B1: 5 dice at 4+: 2 hits; 2 wounds; 3 models left. Card B1 strikes Card A1: 5 dice at \
             4+: 0 hits; 0 wounds",
            "South wins the combat, 2 : 0 wounds",
            "Card B1 flees: 1 against 2+", // 3 of 5 models are over 50 %.
            "Card B1 runs 2 cells to d7",
        ]
    );
    assert_eq!(
        teller.give(&mut scene, Seat::A, "reform A1 S", &[]),
        [
            "South reforms Card A1 to face south",
            "The combat is over",
            "The turn ends",
            "Round 1: the turn of North begins"
        ]
    );
    // Even: nobody rolls. Both keep their facing.
    let mut scene = duel;
    let told = teller.give(&mut scene, Seat::A, "end actions", &[1; 10]);
    assert_eq!(told[4..], ["The combat is even, 0 : 0 wounds"]);
    assert_eq!(
        teller.give(&mut scene, Seat::A, "reform A1 N", &[]),
        ["South does not reform"]
    );
    // The rear first; who is attacked there is silent. Two combats, the southern first.
    let rear = Scene::new("A1 d4 N, A2 d6 S, A3 a1 E, B1 d5 S, B2 b1 N").card("B1", |card| card.models = 3);
    let told = teller.play(&rear, "end actions", &[1; 5]);
    assert_eq!(told[1..3], ["2 combats begin", "Order of blows: Card A3"]);
    let rear = Scene::new("A1 d4 N, A2 d6 S, A6 a1 N, B1 d5 S, B6 h8 S");
    // A2's five dice: one hit, not saved; A1's: two hits, one saved. 3 models left: B1 stands on 2+, with a 2.
    let told = teller.play(&rear, "end actions", &[4, 1, 1, 1, 1, 4, 4, 4, 1, 1, 1, 1, 5, 2]);
    assert_eq!(
        told[2..],
        [
            "Order of blows: Card A2; then Card A1; attacked in the rear and silent: Card B1",
            "Card A2 strikes the rear of Card B1: 5 dice at 4+: 1 hit; block 5+ on 1 die: 0 saved; 1 wound; 4 models left",
            "Card A1 strikes Card B1: 5 dice at 4+: 2 hits; block 5+ on 2 dice: 1 saved; 1 wound; 3 models left",
            "South wins the combat, 2 : 0 wounds",
            "Card B1 stands: 2 against 2+",
        ]
    );
}

fn flights(teller: &mut Teller) {
    // B1 loses one of 5 models, flees one cell and is blocked on d6: four dice at 2+, one 1.
    let blocked = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 d7 N").card("B1", |card| card.block = 7);
    let told = teller.play(
        &blocked,
        "end actions",
        &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 1, 6],
    );
    assert_eq!(
        told[6],
        "Card B1 runs 1 cell to d6 and is blocked by Card B2: 4 dice at 2+, 1 model lost"
    );
    let last = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 d6 N")
        .card("B1", |card| (card.models, card.block) = (2, 7));
    let told = teller.play(&last, "end actions", &[6, 1, 1, 1, 1, 1, 3, 3, 3]);
    assert_eq!(
        told[5..],
        [
            "Card B1 flees: 3 against 4+", // 1 of 2 models is 50 %.
            "Card B1 runs 0 cells to d5 and is blocked by Card B2: 1 die at 4+, 1 model lost, none is left",
        ]
    );
    let edge = Scene::new("A1 c6 N, A2 a1 N, B1 c7 S, B2 h8 N").card("B1", |card| card.block = 7);
    let told = teller.play(&edge, "end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(told[6], "Card B1 runs off the board");
    // The flank attacker kills the only enemy: no result, and the battle is over.
    let killed = Scene::new("A1 c5 E, B1 d5 S").card("B1", |card| {
        (card.models, card.block, card.class) = (1, 7, Class::General);
    });
    let told = teller.play(&killed, "end actions", &[6, 6, 1, 1, 1]);
    assert_eq!(
        told[3..],
        [
            "Card A1 strikes the flank of Card B1: 5 dice at 4+: 2 hits; 1 wound; Card B1 is destroyed",
            "South wins, no enemy unit is left (3 : 0)",
        ]
    );
    let mut apart = Scene::new("A1 c5 E, A6 a1 N, B1 d5 S, B6 h8 S")
        .card("B1", |card| (card.models, card.block) = (1, 7));
    let told = teller.give(&mut apart, Seat::A, "end actions", &[4, 1, 1, 1, 1]);
    assert_eq!(told[4], "The combat is undecided");
}

fn endings(teller: &mut Teller) {
    let end = |scene: Scene| {
        let mut scene = scene.turn_of(Seat::B, 6);
        scene.state.start.first_turn = Some(Seat::A);
        scene
    };
    let quiet = || Scene::new("A1 a1 N, A2 b1 N, B1 h8 S, B2 g8 S");
    let mut told = |scene: Scene| teller.play(&end(scene), "end actions", &[]).pop().unwrap();
    assert_eq!(told(quiet().lost("B2")), "South wins, by points (1 : 0)");
    assert_eq!(
        told(quiet().models("A1", 4)),
        "North wins, by the greater share of surviving models (0 : 0)"
    );
    assert_eq!(told(quiet()), "The battle is a draw (0 : 0)");
}

fn rulings(teller: &mut Teller) {
    let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d7 S, B2 h8 N").lost("A2");
    let rows = [
        (
            json!({ "set_unit": { "unit": "A1", "cell": "c3", "facing": "E", "models": 2, "acted": true } }),
            "By ruling Card A1 is now on c3, facing east, 2 models and acted",
        ),
        (
            json!({ "set_unit": { "unit": "A1", "wounds": 1, "acted": false, "charged": false } }),
            "By ruling Card A1 is now 1 wound on one model, not acted and not charged",
        ),
        (
            json!({ "remove_unit": { "unit": "B2" } }),
            "By ruling Card B2 is removed",
        ),
        (
            json!({ "restore_unit": { "unit": "A2", "cell": "a2", "facing": "N", "models": 1 } }),
            "By ruling Card A2 is back on a2 with 1 model",
        ),
        (
            json!({ "set_items": { "unit": "A1", "items": ["sword-1", "shield-2"] } }),
            "By ruling Card A1 holds sword-1 and shield-2",
        ),
        (
            json!({ "set_items": { "unit": "A1", "items": [] } }),
            "By ruling Card A1 holds no items",
        ),
        (
            json!({ "set_turn": { "round": 4, "active": "B" } }),
            "By ruling it is the turn of North in round 4",
        ),
    ];
    for (patch, words) in rows {
        assert_eq!(teller.ruled(&scene, patch.clone()), words, "{patch}");
    }
}

#[test]
fn every_event_is_told_in_the_books_words_with_its_numbers() {
    let mut teller = Teller::default();
    before_the_battle(&mut teller);
    actions(&mut teller);
    combats(&mut teller);
    flights(&mut teller);
    endings(&mut teller);
    rulings(&mut teller);
    let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d7 S, B2 h8 N").lost("A2");
    let begun = Event::Opening(OpeningEvent::PositionSet {
        position: Box::new(scene.state),
    });
    assert_eq!(
        teller.hear(&State::default(), &[begun]),
        ["The game begins from a position with 3 units"]
    );
    let supplied = Event::Deployment(DeploymentEvent::ArmySupplied {
        seat: Seat::B,
        list: None,
        weapons: None,
    });
    assert_eq!(
        teller.hear(&State::default(), &[supplied]),
        ["North makes the hidden army known"]
    );
    let noted = Event::Ruling(RulingEvent::PositionNoted {
        round: 3,
        active: Seat::B,
        units: Vec::new(),
    });
    assert_eq!(
        teller.hear(&State::default(), &[noted]),
        ["North begins the turn of round 3 as it was noted: nothing else changed"]
    );
    let silent: Vec<_> = Event::NAMES
        .iter()
        .filter(|kind| !teller.kinds.contains(*kind))
        .collect();
    assert!(silent.is_empty(), "no sentence of {silent:?} was heard");
}
