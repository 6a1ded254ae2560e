mod fights;
mod lists;
mod ways;

use hindsight_kernel::coach::trial;
use hindsight_kernel::{Distribution, Rules, Seat, Suggestion, WatchedEvent};

use super::*;
use crate::model::cards::{Class, UnitCard, UnitType};
use crate::model::event::{ActionEvent, AftermathEvent, EndingEvent};
use crate::model::state::{ArmyList, Assigned, Player, Secret, Stage};
use crate::scene::{Scene, cell, names, unit};

/// What the coach says of events that follow a position at the beginning of a turn.
fn said(state: &State, events: &[Event]) -> Vec<Suggestion> {
    let mut watcher = Watcher::default();
    watcher.begin_turn(state);
    watched(&mut watcher, state, events)
}

fn watched(watcher: &mut Watcher, state: &State, events: &[Event]) -> Vec<Suggestion> {
    trial::watched(watcher, state, events).unwrap()
}

/// What the coach says of the commands of a turn with their dice.
fn turn(scene: &Scene, lines: &[(&str, &[u8])]) -> Vec<Suggestion> {
    let mut now = scene.clone();
    let mut events = Vec::new();
    for (line, dice) in lines {
        events.extend(now.play(line, dice).unwrap());
    }
    said(&scene.state, &events)
}

/// What the coach says of some commands and of the end of the actions after them, up to the first decision of the combats: as
/// many dice are rolled as it takes, all of them 1.
fn ended_actions(scene: &Scene, lines: &[&str]) -> Vec<Suggestion> {
    let mut now = scene.clone();
    let mut events = Vec::new();
    for line in lines {
        events.extend(now.play(line, &[]).unwrap());
    }
    let all = (0..60).find_map(|dice| now.clone().play("end actions", &vec![1; dice]).ok());
    events.extend(all.expect("at most 60 dice are rolled"));
    said(&scene.state, &events)
}

/// The units that a detector points at; "" where it is about none.
fn of(found: &[Suggestion], detector: &str) -> Vec<String> {
    trial::about(found, DETECTORS, detector)
}

fn number(found: &[Suggestion], detector: &str, name: &str) -> f64 {
    trial::number(found, detector, name).unwrap()
}

/// A measure of what a detector says was done and of what it proposes.
fn weighs(found: &[Suggestion], detector: &str, what: &str, (done, better): (f64, f64)) {
    let measure = trial::weighed(found, detector, what).unwrap();
    let near = (measure.0 - done).abs() < 1e-9 && (measure.1 - better).abs() < 1e-9;
    assert!(near, "{detector}, {what}: {measure:?}");
}

/// The wounds of five models that hit on 4 and are blocked on 5: a half times two thirds of each.
const FIVE_DICE: f64 = 5.0 / 3.0;

/// Those of the models that such a blow leaves, struck later.
const STRUCK_BACK: f64 = (5.0 - FIVE_DICE) / 3.0;

fn archer(card: &mut UnitCard) {
    card.ranged = Some(4);
    card.innate_ranged = Some("bow-1".parse().unwrap());
}

const NONE: [&str; 0] = [];

#[test]
fn every_detector_rests_on_rules_of_the_book_and_has_one_id() {
    for (place, one) in DETECTORS.iter().enumerate() {
        assert!(
            DETECTORS[..place].iter().all(|other| other.id != one.id),
            "{}",
            one.id
        );
        for rule in one.rules {
            assert!(BeforeBattle::rulebook().get(rule).is_some(), "{}: {rule}", one.id);
        }
        assert!([MISTAKE, DUBIOUS].contains(&one.glyph));
    }
    assert_eq!(
        DETECTORS.len(),
        17,
        "all of the catalogue's 18 but the missed charge"
    );
}

/// A list of the first roster with everything legal left open: three Core, two Elite, a General.
fn mustered(weapons: &str, general_items: &str) -> State {
    let mut scene = Scene::new("A1 a1 N, B1 h8 S");
    let cards = crate::scene::sample_cards();
    let roster = cards.rosters[0].id;
    let of_class = |class: Class| {
        cards
            .units
            .iter()
            .filter(move |card| card.roster == roster && card.class == class)
    };
    let units: Vec<_> = [(Class::Core, 3), (Class::Elite, 2), (Class::General, 1)]
        .into_iter()
        .flat_map(|(class, count)| of_class(class).take(count))
        .map(|card| card.id)
        .collect();
    let distractions = of_class(Class::Core)
        .skip(3)
        .take(1)
        .map(|card| card.id)
        .collect();
    scene.state.players[0].list = Secret::Known(std::sync::Arc::new(ArmyList {
        units,
        general_items: names(general_items),
        distractions,
    }));
    scene.state.stage = Stage::Weapons;
    let weapons = weapons
        .split_whitespace()
        .map(|pair| {
            let (holder, item) = pair.split_once(':').unwrap();
            Assigned {
                unit: unit(holder),
                item: item.parse().unwrap(),
            }
        })
        .collect();
    scene.state.players[0].weapons = Secret::Known(std::sync::Arc::new(weapons));
    scene.state
}

fn seen_now<'w>(state: &'w State, event: &'w Event) -> Watched<'w> {
    WatchedEvent {
        version: 7,
        asked_at: 6,
        before: state,
        event,
        after: state,
    }
}

/// An item that costs so many points and that somebody of the army may hold, as "A2:shield-1".
fn pairs(points: u8) -> String {
    let state = mustered("", "");
    let list = state.players[0].list.known().unwrap();
    let mut chosen: Vec<Assigned> = Vec::new();
    let mut left = points;
    for item in &state.cards.items {
        if item.points > left {
            continue;
        }
        for slot in 0..6 {
            let mut more = chosen.clone();
            more.push(Assigned {
                unit: UnitId::new(Seat::A, slot).unwrap(),
                item: item.id,
            });
            if crate::rules::weapons::check_weapons(&state.cards, Seat::A, list, &more).is_ok() {
                chosen = more;
                left -= item.points;
                break;
            }
        }
    }
    assert_eq!(left, 0, "the sample pack has items for {points} points");
    let named: Vec<String> = chosen
        .iter()
        .map(|one| format!("{}:{}", one.unit, one.item))
        .collect();
    named.join(" ")
}
