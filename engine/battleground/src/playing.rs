//! Fixtures that the tests of both editions share: cards of units, a phase that goes on, command cards in hands.

use std::sync::Arc;

use battleground_geometry::Side;
use hindsight_kernel::{Refusal, Seat, Setups as _, testing};
use serde_json::json;

use crate::editions::Edition;
use crate::field::Field;
use crate::model::agenda::{Answer, Options, Step, Topic, go_on};
use crate::model::attack::{AttackKind, Numbers};
use crate::model::cards::{Boxes, Colour, Profile, RangedAttack, RangedType, UnitType};
use crate::model::command::{Command, Leg, UnitLegs};
use crate::model::effect::{Distance, Keyword};
use crate::model::event::{CombatEvent, Event};
use crate::model::names::{CardNo, UnitId};
use crate::model::state::{Allegiance, Phase, Secret, State};
use crate::procedures::attack::modifiers::{Situation, numbers};
use crate::scene::{Scene, id, line, mc, scene_of, with_keywords};
pub(crate) use crate::scene::{on_with, play_in as played_on};
use crate::system::{Battleground, Battleground3, BattlegroundOf};

/// Whether one of the events is like this.
macro_rules! has {
    ($events:ident, $($pattern:tt)+) => {
        $events.iter().any(|event| matches!(event, $($pattern)+))
    };
}
pub(crate) use has;

/// Decides commands one after the other by the rules of the position's edition, with exactly these dice.
pub(crate) fn play_strictly(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
) -> Result<(State, Vec<Event>), Refusal> {
    match state.edition {
        Edition::V4 => testing::play::<Battleground>(state, commands, dice),
        Edition::V3 => testing::play::<Battleground3>(state, commands, dice),
    }
}

/// The rule by which a command is refused.
pub(crate) fn refused_by(state: &State, seat: Seat, command: Command) -> String {
    match play_strictly(state.clone(), &[(seat, command)], &[]) {
        Ok(_) => "accepted".to_owned(),
        Err(refusal) => refusal.rule.0.into_owned(),
    }
}

/// A unit card with this attack and defence.
pub(crate) fn armed((dice, skill, power): (u8, u8, u8), (def_skill, toughness): (u8, u8)) -> UnitType {
    UnitType {
        attack: Profile { dice, skill, power },
        def_skill,
        toughness,
        ..line()
    }
}

/// The same with keywords instead of Normal Infantry.
pub(crate) fn armed_as(keywords: &[Keyword], attack: (u8, u8, u8), defence: (u8, u8)) -> UnitType {
    UnitType {
        keywords: with_keywords(keywords).keywords,
        ..armed(attack, defence)
    }
}

/// A unit that flies so far.
pub(crate) fn flying(distance: f64) -> UnitType {
    UnitType {
        flying: Some(mc(distance)),
        ..with_keywords(&[Keyword::Flying])
    }
}

/// A card with these boxes.
pub(crate) fn in_boxes(card: UnitType, (green, yellow, red): (u8, u8, u8)) -> UnitType {
    UnitType {
        boxes: Boxes { green, yellow, red },
        ..card
    }
}

/// A unit card with these boxes.
pub(crate) fn boxed(green: u8, yellow: u8, red: u8) -> UnitType {
    in_boxes(line(), (green, yellow, red))
}

/// Dice, to hit, to damage and impact dice of an attack.
pub(crate) fn short(state: &State, attacker: &str, target: &str, kind: AttackKind) -> (i32, i32, i32, i32) {
    let found: Numbers = of_attack(state, attacker, target, kind);
    (found.dice, found.to_hit, found.to_wound, found.impact_hits)
}

/// The numbers of an attack.
pub(crate) fn of_attack(state: &State, attacker: &str, target: &str, kind: AttackKind) -> Numbers {
    let field = Field::of(state);
    numbers(&Situation::of(&field), id(attacker), id(target), kind)
}

/// Whom a unit fights, on which side of its own and of theirs.
pub(crate) fn fights(state: &State, unit: &str) -> Vec<(UnitId, Side, Side)> {
    state.engaged_with(id(unit)).collect()
}

/// An answer to the open question.
pub(crate) fn answer(seat: Seat, answer: Answer) -> (Seat, Command) {
    (seat, Command::Choose { answer })
}

/// The topic of the open question, the seat that it asks, and the answers that it takes.
pub(crate) fn asked(state: &State) -> Option<(Topic, Seat, Vec<Answer>)> {
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
pub(crate) fn rolls(events: &[Event]) -> Vec<(usize, i32, bool)> {
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

/// The places of the units.
pub(crate) fn stands(state: &State, unit: &str) -> Option<battleground_geometry::Pose> {
    state.unit(id(unit)).and_then(|unit| unit.pose)
}

/// The place and heading of a unit.
pub(crate) fn at(state: &State, unit: &str) -> (f64, f64, f64) {
    let pose = stands(state, unit).unwrap();
    (pose.centre.x.value(), pose.centre.y.value(), pose.heading.value())
}

/// Whether a unit lies there, to a hair.
pub(crate) fn is_near(state: &State, unit: &str, (x, y): (f64, f64)) -> bool {
    stands(state, unit).is_some_and(|pose| {
        (pose.centre.x.value() - x).abs() < 0.03 && (pose.centre.y.value() - y).abs() < 0.03
    })
}

/// The marked boxes of a unit.
pub(crate) fn marked(state: &State, unit: &str) -> u8 {
    state.unit(id(unit)).unwrap().all_marked()
}

/// The position after a unit that lands, if one does, has the facing nearest to its own.
pub(crate) fn landed(state: State) -> State {
    match asked(&state) {
        Some((Topic::LandingHeading, seat, facings)) => {
            let nearest = answer(seat, facings[0].clone());
            played_on(state, &[nearest], &[]).unwrap().0
        }
        _ => state,
    }
}

pub(crate) fn activate(units: &[&str]) -> (Seat, Command) {
    let units = units.iter().map(|unit| id(unit)).collect();
    (Seat::A, Command::Activate { units })
}

/// Units of a group that are moved in one step, each by these legs.
pub(crate) fn together(moves: &[(&str, Vec<Leg>)]) -> Command {
    let moves = moves.iter().map(|(unit, legs)| UnitLegs {
        unit: id(unit),
        legs: legs.clone(),
        land: None,
        nearest: None,
    });
    Command::SubmitLegsTogether {
        moves: moves.collect(),
    }
}

/// A Combat Phase that is about to begin.
pub(crate) fn combat(made: Scene) -> State {
    made.set(|state| {
        state.phase = Phase::PreCombatCourage;
        let mut steps = state.edition.after_courage_phase(true);
        steps.reverse();
        state.agenda = steps.into_iter().map(Into::into).collect();
    })
    .state()
}

/// Goes on until somebody is asked, with exactly these dice.
pub(crate) fn goes_on(state: State, dice: &[u8]) -> (State, Vec<Event>) {
    fn at_table<const EDITION: u8>(state: State, dice: &[u8]) -> (State, Vec<Event>) {
        let ((), state, events) = testing::at_table::<BattlegroundOf<EDITION>, _>(state, dice, |table| {
            table.lend::<Battleground, _>(go_on).unwrap();
        });
        (state, events)
    }
    match state.edition {
        Edition::V4 => at_table::<4>(state, dice),
        Edition::V3 => at_table::<3>(state, dice),
    }
}

pub(crate) fn javelins(range: u32) -> UnitType {
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
pub(crate) fn with_cards(made: Scene, south: &[u8], north: &[u8]) -> Scene {
    made.set(|state| {
        let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
        let book = Arc::make_mut(&mut state.book);
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

pub(crate) fn card(number: u8, colour: Colour, on: &[&str]) -> Command {
    Command::PlayCard {
        card: CardNo(number),
        colour,
        on: on.iter().map(|unit| id(unit)).collect(),
    }
}

/// A1 attacks B1 in the Combat Phase; the attacker is asked for a card before the hit roll.
pub(crate) fn attacking(edition: Edition, south: &[u8], north: &[u8], own: UnitType) -> State {
    let made = scene_of(edition)
        .holding("A1", own, (18.0, 10.0, 0.0))
        .holding("B1", armed((5, 5, 5), (5, 2)), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front);
    goes_on(combat(with_cards(made, south, north)), &[]).0
}

/// By how much cover changes the to-hit number of A1 at B1; with a melee attack on its front.
pub(crate) fn cover_against(made: Scene, kind: AttackKind) -> i32 {
    let made = if kind == AttackKind::Melee {
        made.engaged("A1", "B1", Side::Front)
    } else {
        made
    };
    let numbers = of_attack(&made.state(), "A1", "B1", kind);
    let found = numbers.on_hit.iter().filter(|one| one.name.contains("cover"));
    found.map(|one| one.change).sum()
}
