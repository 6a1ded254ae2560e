//! Tests of the rules of the catalogue: a file for each chapter.
#![allow(
    clippy::ignored_unit_patterns,
    clippy::items_after_statements,
    clippy::type_complexity,
    clippy::option_option,
    reason = "rows of a table read best where they are used"
)]

mod attack;
mod board;
mod cards;
mod charge;
mod conditions;
mod crossings;
mod engagement;
mod keywords;
mod morale;
mod movement;
mod playouts;
mod refusals;
mod retreat;
mod round;
mod rulings;
mod setup;
mod surge;
mod symmetry;
mod terrain;
mod units;
mod victory;

use crate::model::command::{Action, Command};
use crate::model::event::{AttackEvent, ChargeEvent, Event, MoraleEvent};
use crate::rules::scene::{Scene, id};

/// Two units front to front in the middle of the table: A1 looks north, B1 south.
fn duel(attacker: &str, defender: &str) -> Scene {
    let scene = Scene::new();
    let depth = |kind: &str| {
        let card = scene.state.cards.unit(kind.parse().unwrap()).unwrap();
        f64::from(scene.state.cards.trays.of(card.kind).depth) / 2_000.0
    };
    let y = 24.0 - depth(attacker) - depth(defender);
    scene
        .unit("A1", attacker, 24.0, y, 0)
        .unit("B1", defender, 24.0, 24.0, 180)
        .engaged("A1", "B1")
}

/// A melee Attack from where the unit stands.
fn melee(target: &str) -> Action {
    Action::Melee {
        target: id(target),
        facing: false,
        slot: None,
        weapon: None,
    }
}

/// A ranged Attack without a shift.
fn shoot(target: &str) -> Action {
    Action::Ranged {
        target: id(target),
        shift: None,
        weapon: None,
    }
}

/// A charge, the arc left to the rules.
fn charge(target: &str, heading: u16) -> Action {
    Action::Charge {
        target: id(target),
        heading,
        arc: None,
        weapon: None,
    }
}

/// A Maneuver of its three parts, the distance in inches.
fn maneuver(first: Option<u16>, inches: f64, last: Option<u16>) -> Action {
    Action::Maneuver {
        first,
        distance: crate::rules::scene::mils(inches),
        last,
    }
}

/// A March, the distance in inches.
fn march(inches: f64, last: Option<u16>) -> Action {
    Action::March {
        distance: crate::rules::scene::mils(inches),
        last,
    }
}

/// How many attack dice a melee attack of A1 on B1 rolls; these are the dice.
fn attack_dice_of(scene: &mut Scene, dice: &[u8]) -> usize {
    let events = scene.act("A1", melee("B1"), dice);
    events
        .iter()
        .find_map(|event| match event {
            Event::Attack(AttackEvent::AttackRolled { roll, .. }) => Some(roll.dice()),
            _ => None,
        })
        .expect("attack dice were rolled")
}

/// The first of some events that fits.
fn found<T>(events: &[Event], fits: impl Fn(&Event) -> Option<T>) -> T {
    events
        .iter()
        .find_map(fits)
        .unwrap_or_else(|| panic!("none of {events:?}"))
}

/// Hits that allow a die and wounds that allow none.
fn hits(events: &[Event]) -> (u16, u16) {
    found(events, |event| match event {
        Event::Attack(AttackEvent::HitsCounted { hits, precise }) => Some((*hits, *precise)),
        _ => None,
    })
}

/// Hits blocked and wounds dealt.
fn resolved(events: &[Event]) -> (u16, u16) {
    found(events, |event| match event {
        Event::Attack(AttackEvent::AttackResolved { blocked, wounds }) => Some((*blocked, *wounds)),
        _ => None,
    })
}

/// What a Panic Test came to: total, passed, wounds.
fn panic(events: &[Event]) -> (Option<u8>, bool, u8) {
    found(events, |event| match event {
        Event::Morale(MoraleEvent::PanicResolved {
            total,
            passed,
            wounds,
            ..
        }) => Some((*total, *passed, *wounds)),
        _ => None,
    })
}

/// What is added to each defence die.
fn defence_modifier(events: &[Event]) -> i8 {
    found(events, |event| match event {
        Event::Attack(AttackEvent::DefenceRolled { modifier, .. }) => Some(*modifier),
        _ => None,
    })
}

/// Whether a charge succeeded, and its distance in thousandths of an inch.
fn charged(events: &[Event]) -> (bool, i32) {
    found(events, |event| match event {
        Event::Charge(ChargeEvent::ChargeRolled {
            success, distance, ..
        }) => Some((*success, *distance)),
        _ => None,
    })
}

/// Whether an event is among them.
fn has(events: &[Event], fits: impl Fn(&Event) -> bool) -> bool {
    events.iter().any(fits)
}

/// The card with this name, played without choices.
fn play(name: &str) -> Command {
    Command::PlayCard {
        card: name.parse().unwrap(),
        choice: crate::model::command::Choice::default(),
    }
}

/// The card with this name, played on a unit.
fn play_on(name: &str, unit: &str) -> Command {
    Command::PlayCard {
        card: name.parse().unwrap(),
        choice: crate::model::command::Choice {
            units: vec![id(unit)],
            ..crate::model::command::Choice::default()
        },
    }
}

/// The first Order of a unit.
fn order(unit: &str) -> Command {
    Command::UseOrder {
        unit: id(unit),
        order: 0,
        choice: crate::model::command::Choice::default(),
    }
}
