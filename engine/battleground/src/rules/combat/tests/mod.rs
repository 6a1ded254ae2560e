//! The vectors of the Combat chapter, and what they are played with.

mod cards;
mod changed_by_cards;
pub(crate) mod choices;
mod counted_dice;
mod damage;
mod ladder;
pub(crate) mod numbers;
mod odds;
mod phases;
mod played_cards;
mod rolls;
mod sequence;
mod special;
mod taking_effect;
mod targets;

use std::sync::Arc;

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use crate::field::Field;
use crate::flow::decide;
use crate::model::agenda::{Answer, Step, go_on};
use crate::model::attack::{AttackKind, Numbers};
use crate::model::cards::UnitType;
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::model::event::{CombatEvent, Event};
use crate::model::refusal::Refusal;
use crate::model::state::{Allegiance, Phase, RushKind, Secret, State};
use crate::packs::sample_book;
use crate::procedures::attack::modifiers;
use crate::procedures::attack::modifiers::Situation;
use crate::scene::{Scene, at_table, id, line};

/// The three places around a unit B1 that looks south at (18, 12.5): an enemy on its front, on its left flank (east)
/// and at its rear.
pub(super) const AT: (f64, f64, f64) = (18.0, 12.5, 180.0);
pub(super) const FRONT: (f64, f64, f64) = (18.0, 10.0, 0.0);
pub(super) const FLANK: (f64, f64, f64) = (21.0, 12.5, 270.0);
pub(super) const OTHER_FLANK: (f64, f64, f64) = (15.0, 12.5, 90.0);
pub(super) const REAR: (f64, f64, f64) = (18.0, 15.0, 180.0);

/// The numbers of an attack in a position.
pub(super) fn numbers(state: &State, attacker: &str, target: &str, kind: AttackKind) -> Numbers {
    let field = Field::of(state);
    modifiers::numbers(&Situation::of(&field), id(attacker), id(target), kind)
}

/// Dice, to-hit, to-wound and Impact Hits.
pub(super) fn short(numbers: &Numbers) -> (i32, i32, i32, i32) {
    (
        numbers.dice,
        numbers.to_hit,
        numbers.to_wound,
        numbers.impact_hits,
    )
}

/// A profile with defence.
pub(super) fn armed(dice: u8, skill: u8, power: u8, def_skill: u8, toughness: u8) -> UnitType {
    let mut card = line();
    (card.attack.dice, card.attack.skill, card.attack.power) = (dice, skill, power);
    (card.def_skill, card.toughness) = (def_skill, toughness);
    card
}

/// The same card with more keywords.
pub(super) fn with(card: UnitType, keywords: &[Keyword]) -> UnitType {
    let mut card = card;
    card.keywords.extend(keywords);
    card
}

/// A unit card of the sample pack.
pub(super) fn sample(card: &str) -> UnitType {
    let book = sample_book();
    let (_, found) = book.kind_named(card).expect("a sample card");
    found.clone()
}

/// Engages two units this turn.
pub(super) fn rushed_now(scene: Scene, rusher: &str, rushed: &str, side: Side) -> Scene {
    scene.engaged(rusher, rushed, side).set(|state| {
        let turn = state.turn;
        let engagement = state.engagements.last_mut().unwrap();
        engagement.turn = turn;
        let rusher = engagement.rusher;
        state.unit_mut(rusher).unwrap().turn.rushed = true;
    })
}

/// Engages two units this turn, the rusher with its flank.
pub(super) fn flank_rushed_now(scene: Scene, rusher: &str, rushed: &str, own: Side, side: Side) -> Scene {
    rushed_now(scene, rusher, rushed, side).set(|state| {
        let engagement = state.engagements.last_mut().unwrap();
        engagement.kind = RushKind::Flank;
        engagement.rusher_side = own;
    })
}

/// Gives both players the sample factions and these hands.
pub(super) fn with_hands(scene: Scene, hands: [&[u8]; 2]) -> Scene {
    scene.set(|state| {
        let kinds = state.book.kinds.clone();
        let maps = state.book.maps.clone();
        let book = Arc::make_mut(&mut state.book);
        book.factions = sample_book().factions;
        (book.kinds, book.maps) = (kinds, maps);
        for (player, (hand, faction)) in state
            .players
            .iter_mut()
            .zip(hands.iter().zip(["ostmark", "gravenmoor"]))
        {
            player.allegiance = Secret::Known(Allegiance {
                faction: faction.to_owned(),
                mercenaries: None,
                also: Vec::new(),
            });
            player.hand = hand
                .iter()
                .map(|&card| Some(crate::model::names::CardNo(card)))
                .collect();
        }
        for unit in &state.units {
            let kind = &mut book.kinds[usize::from(unit.kind.0)];
            if kind.faction == "one" {
                kind.faction = ["ostmark", "gravenmoor"][unit.id.seat().index()].to_owned();
            }
        }
    })
}

/// A position at the beginning of the Combat Phase.
pub(super) fn combat(scene: Scene) -> State {
    let mut state = scene.state();
    state.phase = Phase::PreCombatCourage;
    state.agenda = [Step::Consequences, Step::Attacks, Step::ChooseTargets]
        .map(Into::into)
        .into();
    state
}

/// Lets the steps of a position go on, then decides commands, with these dice.
pub(super) fn run(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
) -> (Result<(), Refusal>, State, Vec<Event>) {
    at_table(state, dice, |table| {
        go_on(table)?;
        for (seat, command) in commands {
            decide(table, *seat, command)?;
        }
        Ok(())
    })
}

/// The same, where everything is accepted.
pub(super) fn fight(state: State, commands: &[(Seat, Command)], dice: &[u8]) -> (State, Vec<Event>) {
    let (result, state, events) = run(state, commands, dice);
    result.unwrap();
    (state, events)
}

/// What is declared, as `A1 B1 melee`.
pub(super) fn declared(state: &State) -> Vec<String> {
    state
        .declared
        .iter()
        .map(|one| {
            let kind: &str = one.attack.kind.into();
            format!("{} {} {kind}", one.attack.attacker, one.attack.target)
        })
        .collect()
}

pub(super) fn choose(seat: Seat, answer: Answer) -> (Seat, Command) {
    (seat, Command::Choose { answer })
}

pub(super) fn number(seat: Seat, place: u8) -> (Seat, Command) {
    choose(seat, Answer::Number(place))
}

pub(super) fn pass(seat: Seat) -> (Seat, Command) {
    (seat, Command::Pass)
}

/// The wounds of every resolved attack: attacker, hits, wounds.
pub(super) fn resolved(events: &[Event]) -> Vec<(String, u32, u32)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackResolved {
                attacker,
                hits,
                wounds,
                ..
            }) => Some((attacker.to_string(), *hits, *wounds)),
            _ => None,
        })
        .collect()
}

/// Who is asked now, and what.
pub(super) fn asked(state: &State) -> Vec<(Seat, String)> {
    crate::flow::awaiting(state)
        .into_iter()
        .map(|awaiting| (awaiting.seat, awaiting.decision))
        .collect()
}
