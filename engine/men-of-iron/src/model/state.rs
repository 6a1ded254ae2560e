//! A position of the game.

use std::sync::Arc;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agenda::Frame;
use super::attack::Attack;
use super::names::{CommandId, LeaderId, StandardId, UnitId};
use super::piece::{Leader, Standard, Unit};
use super::pieces::Pieces;
use crate::data::Battle;

/// Both seats, the first one first.
pub const SEATS: [Seat; 2] = [Seat::A, Seat::B];

/// A position: everything that later play depends on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The battle: the pack's tables and classes, the map, the order of battle. Nothing changes it.
    #[serde(serialize_with = "hindsight_kernel::fixed::serialize")]
    pub battle: Arc<Battle>,
    /// What is to be done, the top last.
    pub agenda: Vec<Frame>,
    /// Whose Activation it is, or who chooses the next. Rule `MOI-COMP-09`.
    pub active: Seat,
    /// The Activation under way.
    pub activation: Option<Activation>,
    /// The players.
    pub players: [Player; 2],
    /// Every combat unit, also those eliminated.
    pub units: Pieces<UnitId, Unit>,
    /// Every leader.
    pub leaders: Pieces<LeaderId, Leader>,
    /// Every Standard.
    pub standards: Pieces<StandardId, Standard>,
    /// Who is in the middle of a Move/Fire. Rule `MOI-MOVE-01`.
    pub mover: Option<Mover>,
    /// The attacks of the round.
    pub attacks: Vec<Attack>,
    /// The round of the Shock Phase: 0 as declared, then rounds of Continued Attacks. Rule `MOI-CONT-02`.
    pub round: u16,
    /// The units that have earned a Continued Attack. Rule `MOI-CONT-01`.
    pub continuing: Vec<UnitId>,
    /// The attack of a Counter-Charge against fire. Rule `MOI-CC-10`.
    pub counter: Option<Attack>,
    /// Activations so far.
    pub activations: u32,
    /// Passes in a row. Rule `MOI-ACT-05`.
    pub passes: u32,
    /// How it ended.
    pub ending: Option<Ending>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            battle: Arc::default(),
            agenda: Vec::new(),
            active: Seat::A,
            activation: None,
            players: <[Player; 2]>::default(),
            units: Pieces::default(),
            leaders: Pieces::default(),
            standards: Pieces::default(),
            mover: None,
            attacks: Vec::new(),
            round: 0,
            continuing: Vec::new(),
            counter: None,
            activations: 0,
            passes: 0,
            ending: None,
        }
    }
}

/// A player's own counts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Player {
    /// What is added to the next Continuity roll. Rule `MOI-ACT-09`.
    pub penalty: u8,
    /// The Command that completed the latest Activation; none after a Standard. Rule `MOI-ACT-07`.
    pub last: Option<CommandId>,
}

/// How an Activation was won. Rule `MOI-ACT-02`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    /// Without a roll.
    Free,
    /// By a Continuity roll.
    Continued,
    /// By a Seizure roll.
    Seized,
}

/// The Activation under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    /// How it was won.
    pub kind: Kind,
    /// What is activated.
    pub of: Activated,
}

/// What is activated: a Command or a Standard. Rule `MOI-ACT-04`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Activated {
    /// A Command.
    Command(CommandId),
    /// A Standard.
    Standard(StandardId),
}

/// Who is in the middle of a Move/Fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    /// A combat unit.
    Unit(UnitId),
    /// A leader alone. Rule `MOI-MOVE-08`.
    Leader(LeaderId),
}

/// How a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: EndReason,
    /// The Flight Points of each side.
    pub points: [i32; 2],
}

/// Why a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EndReason {
    /// One army failed its Loss Check. Rule `MOI-VIC-02`.
    LossCheck,
    /// Both failed the same one. Rule `MOI-VIC-03`.
    BothFled,
    /// So many passes in a row end the battle. Rule `MOI-ACT-05`.
    Passes,
}

impl State {
    /// A unit.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(&id)
    }

    /// A leader.
    pub fn leader(&self, id: LeaderId) -> Option<&Leader> {
        self.leaders.get(&id)
    }

    /// A Standard.
    pub fn standard(&self, id: StandardId) -> Option<&Standard> {
        self.standards.get(&id)
    }

    /// The combat units of a player that are on the map.
    pub fn on_map(&self, seat: Seat) -> impl Iterator<Item = &Unit> {
        self.units
            .values()
            .filter(move |unit| unit.seat == seat && unit.hex().is_some())
    }

    /// The combat units of a hex: one, or two while one passes through the other. Rule `MOI-STACK-01`.
    pub fn units_at(&self, hex: Hex) -> impl Iterator<Item = &Unit> {
        self.units.values().filter(move |unit| unit.hex() == Some(hex))
    }

    /// The combat unit of a hex.
    pub fn unit_at(&self, hex: Hex) -> Option<&Unit> {
        self.units_at(hex).next()
    }

    /// The leaders of a hex.
    pub fn leaders_at(&self, hex: Hex) -> impl Iterator<Item = &Leader> {
        self.leaders
            .values()
            .filter(move |leader| leader.hex() == Some(hex))
    }

    /// The Standards of a hex.
    pub fn standards_at(&self, hex: Hex) -> impl Iterator<Item = &Standard> {
        self.standards
            .values()
            .filter(move |standard| standard.hex == Some(hex))
    }

    /// The Command being activated, if one is.
    pub fn active_command(&self) -> Option<CommandId> {
        match self.activation?.of {
            Activated::Command(command) => Some(command),
            Activated::Standard(_) => None,
        }
    }

    /// A player's counts.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index() & 1]
    }
}
