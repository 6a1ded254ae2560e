//! Fixtures of several chapters' tests: a phase that goes on, cards in hands, dice that never run out.

use super::*;
use crate::model::agenda::Options;
use crate::model::event::CombatEvent;
use crate::procedures::attack::weapon;
use crate::procedures::v3::shooting;
pub(super) use crate::scene::{on_with, play_in as played_on};

/// An answer to the question at hand.
pub(super) fn answer(seat: Seat, answer: Answer) -> (Seat, Command) {
    (seat, Command::Choose { answer })
}

/// What the question at hand is about, whom it asks, and what may be answered.
pub(super) fn asked(state: &State) -> Option<(Topic, Seat, Vec<Answer>)> {
    match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::Ask(question)) => Some((
            question.topic,
            question.seat,
            match &question.options {
                Options::OneOf(options) => options.iter().map(|(answer, _)| answer.clone()).collect(),
                Options::Shift { samples, .. }
                | Options::Heading { samples }
                | Options::Order { samples } => samples.clone(),
                Options::Dice { places, .. } => vec![Answer::Dice(places.clone())],
            },
        )),
        _ => None,
    }
}

/// The dice, targets and kinds of the rolls of attacks: dice, target number, whether it is a roll to damage.
pub(super) fn rolls(events: &[Event]) -> Vec<(usize, i32, bool)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackRolled {
                to_wound,
                target,
                roll,
                ..
            }) => Some((roll.dice(), *target, *to_wound)),
            _ => None,
        })
        .collect()
}

/// Who is where.
pub(super) fn stands(state: &State, unit: &str) -> Option<battleground_geometry::Pose> {
    state.unit(id(unit)).and_then(|unit| unit.pose)
}

/// The place and heading of a unit.
pub(super) fn at(state: &State, unit: &str) -> (f64, f64, f64) {
    let pose = stands(state, unit).unwrap();
    (pose.centre.x.value(), pose.centre.y.value(), pose.heading.value())
}

/// Whether a unit lies there, to a hair.
pub(super) fn is_near(state: &State, unit: &str, (x, y): (f64, f64)) -> bool {
    stands(state, unit).is_some_and(|pose| {
        (pose.centre.x.value() - x).abs() < 0.03 && (pose.centre.y.value() - y).abs() < 0.03
    })
}

/// The marked boxes of a unit.
pub(super) fn marked(state: &State, unit: &str) -> u8 {
    state.unit(id(unit)).unwrap().all_marked()
}

/// The position after a unit that lands, if one does, has the facing nearest to its own.
pub(super) fn landed(state: State) -> State {
    match asked(&state) {
        Some((Topic::LandingHeading, seat, facings)) => {
            let nearest = answer(seat, facings[0].clone());
            played_on(state, &[nearest], &[]).unwrap().0
        }
        _ => state,
    }
}

pub(super) fn activate(units: &[&str]) -> (Seat, Command) {
    let units = units.iter().map(|unit| id(unit)).collect();
    (Seat::A, Command::Activate { units })
}

/// A Combat Phase that is about to begin.
pub(super) fn combat(made: Scene) -> State {
    made.set(|state| {
        state.phase = Phase::PreCombatCourage;
        let mut steps = Edition::V3.after_courage_phase(true);
        steps.reverse();
        state.agenda = steps.into_iter().map(Into::into).collect();
    })
    .state()
}

pub(super) fn goes_on(state: State, dice: &[u8]) -> (State, Vec<Event>) {
    let ((), state, events) = testing::at_table::<Battleground3, _>(state, dice, |table| {
        table
            .lend::<crate::system::Battleground, _>(crate::model::agenda::go_on)
            .unwrap();
    });
    (state, events)
}

pub(super) fn javelins(range: u32) -> UnitType {
    UnitType {
        ranged: Some(RangedAttack {
            range: Distance(range),
            way: RangedType::LineOfSight,
            ..RangedAttack::default()
        }),
        ..with_keywords(&[Keyword::Javelins])
    }
}

/// The sample factions in a position: South Hawkshold, North the orcs, with these cards in hand.
pub(super) fn with_cards(made: Scene, south: &[u8], north: &[u8]) -> Scene {
    made.set(|state| {
        let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
        let book = std::sync::Arc::make_mut(&mut state.book);
        book.factions.clone_from(&setup.book.factions);
        for kind in &mut book.kinds {
            let faction = if kind.id.contains("-A") {
                "hawkshold"
            } else {
                "orc"
            };
            faction.clone_into(&mut kind.faction);
        }
        for (seat, (faction, held)) in [("hawkshold", south), ("orc", north)].into_iter().enumerate() {
            let player = &mut state.players[seat];
            player.allegiance = Secret::Known(Allegiance {
                faction: faction.to_owned(),
                mercenaries: None,
                also: Vec::new(),
            });
            player.hand = held.iter().map(|card| Some(CardNo(*card))).collect();
            player.unseen = CardNo::deck().filter(|card| !held.contains(&card.0)).collect();
            player.deck = player.unseen.len() as u8;
        }
    })
}

pub(super) fn card(number: u8, colour: Colour, on: &[&str]) -> Command {
    Command::PlayCard {
        card: CardNo(number),
        colour,
        on: on.iter().map(|unit| id(unit)).collect(),
    }
}

/// A1 attacks B1 in the Combat Phase; the attacker is asked for a card before the hit roll.
pub(super) fn attacking(south: &[u8], north: &[u8], own: UnitType) -> State {
    let made = scene3()
        .holding("A1", own, (18.0, 10.0, 0.0))
        .holding("B1", armed((5, 5, 5), (5, 2)), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front);
    goes_on(combat(with_cards(made, south, north)), &[]).0
}

pub(super) fn fires(made: Scene) -> bool {
    let state = made.state();
    let weapon = weapon::Weapon {
        kind: AttackKind::Ranged,
        way: RangedType::Indirect,
        range: battleground_geometry::Inches::mils(28_000),
    };
    shooting::is_legal(&Field::of(&state), id("A1"), id("B1"), weapon)
}

/// By how much cover changes the to-hit number of A1 at B1; with a melee attack on its front.
pub(super) fn cover_against(made: Scene, kind: AttackKind) -> i32 {
    let made = if kind == AttackKind::Melee {
        made.engaged("A1", "B1", Side::Front)
    } else {
        made
    };
    let numbers = of_attack(&made.state(), "A1", "B1", kind);
    let found = numbers.on_hit.iter().filter(|one| one.name.contains("cover"));
    found.map(|one| one.change).sum()
}
