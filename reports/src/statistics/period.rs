//! Figures of one turn.

use std::collections::BTreeMap;

use hindsight_kernel::{Moment, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::unit::Damage;

/// Where in the game something happened.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Stage {
    /// Round, from 1; 0 before the battle.
    pub round: u32,
    /// Turn over the whole game, from 1; 0 before the battle.
    pub turn: u32,
    /// The phase in the game's words.
    pub phase: String,
}

impl Stage {
    pub(super) fn of(moment: &Moment) -> Self {
        Self {
            round: moment.round,
            turn: moment.turn,
            phase: moment.phase.clone(),
        }
    }
}

/// One turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Period {
    /// Round, from 1; 0 before the battle.
    pub round: u32,
    /// Turn over the whole game, from 1; 0 before the battle.
    pub turn: u32,
    /// What each seat did and suffered.
    pub seats: BTreeMap<Seat, PeriodSeat>,
}

/// One seat in one turn.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PeriodSeat {
    /// Activations.
    pub activations: u32,
    /// Board units moved.
    pub distance: f64,
    /// Dice thrown.
    pub dice: u32,
    /// Attacks made.
    pub attacks: u32,
    /// Hits scored.
    pub hits: u32,
    /// Damage dealt by its units.
    pub dealt: Damage,
    /// Damage its units took.
    pub taken: Damage,
    /// Strength that its units regained.
    #[serde(default)]
    pub restored: Damage,
    /// Units lost.
    pub lost: u32,
    /// Points of its units that were routing when the turn ended.
    #[serde(default)]
    pub points_routing: f64,
    /// Orders given.
    #[serde(default)]
    pub orders: u32,
    /// What its dice gave above expectation, with the sign that is good for it.
    pub luck: f64,
}
