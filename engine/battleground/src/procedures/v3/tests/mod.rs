//! The catalogue's vectors, played by the rules of this edition.

pub(crate) mod absent;
pub(crate) mod attack_spells;
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

use crate::Battleground3;
use crate::editions::Edition;
use crate::field::Field;
use crate::model::agenda::{Answer, Step, Topic};
use crate::model::attack::AttackKind;
use crate::model::cards::{
    Colour, Profile, RangedAttack, RangedType, Spell, SpellKeyword, TerrainType, UnitType,
};
use crate::model::command::Command;
use crate::model::effect::{Distance, Keyword};
use crate::model::event::{Event, TurnMark};
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::{Objective, Order, Orders, WrittenOrder};
use crate::model::state::{Allegiance, Phase, Secret, State, Status};
pub(crate) use crate::playing::*;
pub(crate) use crate::playing::{play_strictly as play3, refused_by as refused3};
use crate::procedures::attack::modifiers::Situation;
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

/// Whether the indirect fire of A1 at B1, of a range of 28, is legal.
pub(super) fn fires(made: Scene) -> bool {
    let state = made.state();
    let weapon = crate::procedures::attack::weapon::Weapon {
        kind: AttackKind::Ranged,
        way: RangedType::Indirect,
        range: battleground_geometry::Inches::mils(28_000),
    };
    crate::procedures::v3::shooting::is_legal(&Field::of(&state), id("A1"), id("B1"), weapon)
}
