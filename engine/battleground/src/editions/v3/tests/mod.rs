//! The catalogue's vectors, played by the rules of this edition.

mod absent;
mod armies;
mod attack_spells;
mod attack_vectors;
mod back_up;
mod bought;
mod bridges;
mod card_vectors;
mod cards;
mod check_windows;
mod colossal;
mod combat;
mod command;
mod courage;
mod cover;
mod custom_terrain;
mod dealt;
mod direct_moves;
mod ends;
mod fear;
mod flyers;
mod following;
mod frame;
mod free_attacks;
mod games;
mod geometry;
mod healing;
mod inspected;
mod javelins;
mod laboratory;
mod landings;
mod mercenaries;
mod moved_together;
mod movement;
mod numbers;
mod of_edition;
mod options;
mod order_vectors;
mod orders;
mod outreached;
mod overlaps;
mod paths;
mod phases;
mod playing;
mod points;
mod rallies;
mod ranged;
mod reference;
mod refused_shots;
mod rout;
mod rout_angles;
mod rout_ways;
mod rush;
mod rush_vectors;
mod rushing_together;
mod sample_cards;
mod sample_green_cards;
mod scenarios;
mod setup_vectors;
mod several_shots;
mod skirmisher_rallies;
mod skirmishers;
mod spells;
mod spells_of_the_phase;
mod stopping;
mod table;
mod teams;
mod terrain;
mod terrain_movement;
mod thrown_first;
mod turns;
mod two_cards;
mod uphill;
mod ways_round;

use battleground_geometry::Side;
use hindsight_kernel::{Refusal, Seat, Setups as _, testing};
use serde_json::json;

use self::playing::*;
use super::Battleground3;
use crate::editions::Edition;
use crate::field::Field;
use crate::model::agenda::{Answer, Step, Topic};
use crate::model::attack::{AttackKind, Numbers};
use crate::model::cards::{
    Boxes, Colour, Profile, RangedAttack, RangedType, Spell, SpellKeyword, TerrainType, UnitType,
};
use crate::model::command::Command;
use crate::model::effect::{Distance, Keyword};
use crate::model::event::{Event, TurnMark};
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::{Objective, Order, Orders, WrittenOrder};
use crate::model::state::{Allegiance, Phase, Secret, State, Status};
use crate::rules::combat::{Situation, choices, numbers};
use crate::scene::{
    Scene, begun, colossal, courage_checks, ground, hill, id, line, mc, moving, pose, scene, shooting,
    with_keywords,
};

/// A position of this edition in South's third turn, in which nothing of the first turns is special.
pub(super) fn scene3() -> Scene {
    scene().set(|state| {
        state.edition = Edition::V3;
        state.turn = 3;
    })
}

/// Decides commands one after the other with these dice.
pub(super) fn play3(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
) -> Result<(State, Vec<Event>), Refusal> {
    testing::play::<Battleground3>(state, commands, dice)
}

/// The rule by which a command is refused.
pub(super) fn refused3(state: &State, seat: Seat, command: Command) -> String {
    match play3(state.clone(), &[(seat, command)], &[]) {
        Ok(_) => "accepted".to_owned(),
        Err(refusal) => refusal.rule.0.into_owned(),
    }
}

/// A unit card with this attack and defence.
pub(super) fn armed((dice, skill, power): (u8, u8, u8), (def_skill, toughness): (u8, u8)) -> UnitType {
    UnitType {
        attack: Profile { dice, skill, power },
        def_skill,
        toughness,
        ..line()
    }
}

/// The same with keywords instead of Normal Infantry.
pub(super) fn armed_as(keywords: &[Keyword], attack: (u8, u8, u8), defence: (u8, u8)) -> UnitType {
    UnitType {
        keywords: with_keywords(keywords).keywords,
        ..armed(attack, defence)
    }
}

/// A unit card with these boxes.
pub(super) fn boxed(green: u8, yellow: u8, red: u8) -> UnitType {
    UnitType {
        boxes: Boxes { green, yellow, red },
        ..line()
    }
}

/// Dice, to hit, to damage and impact dice of an attack.
pub(super) fn short(state: &State, attacker: &str, target: &str, kind: AttackKind) -> (i32, i32, i32, i32) {
    let found: Numbers = of_attack(state, attacker, target, kind);
    (found.dice, found.to_hit, found.to_wound, found.impact_hits)
}

/// The numbers of an attack.
pub(super) fn of_attack(state: &State, attacker: &str, target: &str, kind: AttackKind) -> Numbers {
    let field = Field::of(state);
    numbers(&Situation::of(&field), id(attacker), id(target), kind)
}

/// Whom a unit fights, on which side of its own and of theirs.
pub(super) fn fights(state: &State, unit: &str) -> Vec<(UnitId, Side, Side)> {
    state.engaged_with(id(unit)).collect()
}
