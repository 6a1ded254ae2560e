//! The catalogue's vectors, played by the rules of this edition.

/// Whether one of the events is like this.
macro_rules! has {
    ($events:ident, $($pattern:tt)+) => {
        $events.iter().any(|event| matches!(event, $($pattern)+))
    };
}

pub(crate) mod absent;
pub(crate) mod armies;
pub(crate) mod attack_spells;
pub(crate) mod attack_vectors;
pub(crate) mod back_up;
pub(crate) mod bought;
pub(crate) mod bridges;
pub(crate) mod card_vectors;
pub(crate) mod cards;
pub(crate) mod check_windows;
pub(crate) mod colossal;
pub(crate) mod combat;
pub(crate) mod command;
pub(crate) mod courage;
pub(crate) mod cover;
pub(crate) mod custom_terrain;
pub(crate) mod dealt;
pub(crate) mod direct_moves;
pub(crate) mod ends;
pub(crate) mod fear;
pub(crate) mod flyers;
pub(crate) mod following;
pub(crate) mod frame;
pub(crate) mod free_attacks;
pub(crate) mod games;
pub(crate) mod geometry;
pub(crate) mod healing;
pub(crate) mod inspected;
pub(crate) mod javelins;
pub(crate) mod laboratory;
pub(crate) mod landings;
pub(crate) mod mercenaries;
pub(crate) mod moved_together;
pub(crate) mod movement;
pub(crate) mod numbers;
pub(crate) mod of_edition;
pub(crate) mod options;
pub(crate) mod order_vectors;
pub(crate) mod orders;
pub(crate) mod outreached;
pub(crate) mod overlaps;
pub(crate) mod paths;
pub(crate) mod phases;
pub(crate) mod playing;
pub(crate) mod points;
pub(crate) mod rallies;
pub(crate) mod ranged;
pub(crate) mod reference;
pub(crate) mod refused_shots;
pub(crate) mod rout;
pub(crate) mod rout_angles;
pub(crate) mod rout_ways;
pub(crate) mod rush;
pub(crate) mod rush_vectors;
pub(crate) mod rushing_together;
pub(crate) mod sample_cards;
pub(crate) mod sample_green_cards;
pub(crate) mod scenarios;
pub(crate) mod setup_vectors;
pub(crate) mod several_shots;
pub(crate) mod skirmisher_rallies;
pub(crate) mod skirmishers;
pub(crate) mod spells;
pub(crate) mod spells_of_the_phase;
pub(crate) mod stopping;
pub(crate) mod table;
pub(crate) mod teams;
pub(crate) mod terrain;
pub(crate) mod terrain_movement;
pub(crate) mod thrown_first;
pub(crate) mod turns;
pub(crate) mod two_cards;
pub(crate) mod uphill;
pub(crate) mod ways_round;

use battleground_geometry::Side;
use hindsight_kernel::{Refusal, Seat, Setups as _, testing};
use serde_json::json;

use self::playing::*;
use crate::Battleground3;
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
use crate::procedures::attack::modifiers::{Situation, numbers};
use crate::rules::combat::choices;
use crate::scene::{
    Scene, begun, colossal, courage_checks, degrees, forward, ground, hill, hill_over, id, in_editions,
    legs_allowed, line, mc, moving, pose, rectangle, reform, scene_of, shift, shooting, submit_legs, turn,
    with_keywords,
};

/// A position of this edition in South's third turn, in which nothing of the first turns is special.
pub(crate) fn scene3() -> Scene {
    scene_of(Edition::V3)
}

/// Decides commands one after the other with these dice.
pub(crate) fn play3(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
) -> Result<(State, Vec<Event>), Refusal> {
    testing::play::<Battleground3>(state, commands, dice)
}

/// The rule by which a command is refused.
pub(crate) fn refused3(state: &State, seat: Seat, command: Command) -> String {
    match play3(state.clone(), &[(seat, command)], &[]) {
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
