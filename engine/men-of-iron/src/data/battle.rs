//! A whole battle as a game keeps it: charts, map, armies and the battle's own rules. Rule `MOI-SETUP-01` (pp. 2-14).

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::charts::Charts;
use super::forces::{CommandCard, LeaderCard, StandardCard, UnitCard};
use super::map::BattleMap;
use super::results::{Outcome, Token};
use crate::model::names::{ClassId, CommandId, LeaderId, Name, StandardId, UnitId};

/// A battle: everything of it that no event changes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Battle {
    /// The id of the pack it comes from.
    pub pack: String,
    /// The hash of that pack.
    pub pack_hash: String,
    /// Its own id in the pack.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// The id of its map in the pack.
    pub map_id: String,
    /// Its charts, with the battle's own changes.
    pub charts: Charts,
    /// Its map.
    pub map: BattleMap,
    /// The two sides.
    pub side: BTreeMap<Seat, SideCard>,
    /// The Commands of both.
    pub command: BTreeMap<CommandId, CommandCard>,
    /// The leaders of both.
    pub leader: BTreeMap<LeaderId, LeaderCard>,
    /// The combat units of both.
    pub unit: BTreeMap<UnitId, UnitCard>,
    /// The Standards of both.
    pub standard: BTreeMap<StandardId, StandardCard>,
    /// The battle's own rules.
    pub options: Options,
}

/// One side of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideCard {
    /// What people call it.
    pub name: String,
    /// Its Flight Level. Rule `MOI-VIC-02`.
    #[schemars(range(min = 1, max = 99))]
    pub flight_level: u8,
    /// Whether it opens the battle: exactly one side does. Rule `MOI-ACT-03`.
    #[serde(default)]
    pub starts: bool,
    /// The Command with which it must open. Rule `MOI-ACT-03`.
    #[serde(default)]
    pub first_command: Option<CommandId>,
    /// Added to its Seizure rolls. Rule `MOI-ACT-20`.
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub seizure_drm: i8,
    /// Added to its Continuity rolls. Rule `MOI-ACT-20`.
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub continuity_drm: i8,
    /// Where its counters without a fixed hex are placed. Rule `MOI-SETUP-02`.
    #[serde(default)]
    pub setup_area: Option<Vec<Hex>>,
}

/// What the Unhorsed result means for units that are not men-at-arms on horses. Rule `MOI-RES-12` (p. 12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnhorsedReading {
    /// Retired.
    #[default]
    Retired,
    /// Eliminated.
    Eliminated,
    /// Disordered.
    Disordered,
}

/// The battle's own rules. Rule `MOI-MISC-05` (pp. 4-14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// After so many passes in a row the battle is a draw. Rule `MOI-ACT-05`.
    #[schemars(range(min = 2, max = 999))]
    pub draw_after_passes: Option<u16>,
    /// For missile fire at a Schiltron. Rule `MOI-SCHIL-04`.
    #[schemars(range(min = -9, max = 9))]
    pub schiltron_fire_drm: i8,
    /// What Unhorsed means for defenders that are not men-at-arms on horses. Rule `MOI-RES-12`.
    pub unhorsed_non_maa: UnhorsedReading,
    /// What Attacker Unhorsed means for attackers on foot. Rule `MOI-RES-12`.
    pub unhorsed_foot_attacker: Outcome,
    /// Whether mounted missile units need not stop in a ZOC. Rules `MOI-MOVE-06`, `MOI-GENI-03`.
    pub gen_ignores_zoc: bool,
    /// Flight Points beyond those of the rules. Rule `MOI-VIC-07`.
    pub extra_fp: Vec<ExtraFlightPoints>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            draw_after_passes: None,
            schiltron_fire_drm: 1,
            unhorsed_non_maa: UnhorsedReading::Retired,
            unhorsed_foot_attacker: Outcome::of(&[Token::Disordered, Token::Retreat1]),
            gen_ignores_zoc: true,
            extra_fp: Vec::new(),
        }
    }
}

/// Flight Points that a battle adds for an event. Rule `MOI-VIC-07` (p. 14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraFlightPoints {
    /// The side that suffers them.
    pub side: Seat,
    /// For what.
    pub event: ExtraEvent,
    /// The unit, leader or Standard, or the class, that it happens to; nothing for any.
    #[serde(default)]
    pub id: Option<Name>,
    /// How many.
    #[schemars(range(min = 1, max = 99))]
    pub points: u8,
}

/// What a battle may add Flight Points for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExtraEvent {
    /// A unit is Eliminated.
    UnitEliminated,
    /// A leader is killed or captured.
    LeaderKilled,
    /// A Standard is captured.
    StandardCaptured,
}

impl Battle {
    /// The side that opens the battle. Rule `MOI-ACT-03` (p. 4).
    pub fn starting_side(&self) -> Seat {
        self.side
            .iter()
            .find(|(_, side)| side.starts)
            .map_or(Seat::A, |(&seat, _)| seat)
    }

    /// The side of a Command.
    pub fn side_of(&self, command: CommandId) -> Option<Seat> {
        self.command.get(&command).map(|card| card.side)
    }

    /// The side of a combat unit.
    pub fn side_of_unit(&self, unit: UnitId) -> Option<Seat> {
        self.side_of(self.unit.get(&unit)?.command)
    }

    /// The side of a leader.
    pub fn side_of_leader(&self, leader: LeaderId) -> Option<Seat> {
        self.side_of(*self.leader.get(&leader)?.commands.first()?)
    }

    /// The side of a Standard.
    pub fn side_of_standard(&self, standard: StandardId) -> Option<Seat> {
        self.side_of(*self.standard.get(&standard)?.commands.first()?)
    }

    /// The Commands of a side.
    pub fn commands_of(&self, seat: Seat) -> impl Iterator<Item = CommandId> {
        self.command
            .iter()
            .filter(move |(_, card)| card.side == seat)
            .map(|(&id, _)| id)
    }

    /// The combat units of a Command.
    pub fn units_of(&self, command: CommandId) -> impl Iterator<Item = UnitId> {
        self.unit
            .iter()
            .filter(move |(_, card)| card.command == command)
            .map(|(&id, _)| id)
    }

    /// Whether a class is one of the three kinds of men-at-arms, which are worth 3 Flight Points. Rule `MOI-VIC-04` (p. 14).
    pub fn is_men_at_arms(class: ClassId) -> bool {
        [ClassId::MMAA, ClassId::DMAA, ClassId::UMAA].contains(&class)
    }
}
