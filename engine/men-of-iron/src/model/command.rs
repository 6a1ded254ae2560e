//! Commands of players, and the changes that a ruling may make.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agenda::{Answer, FormationOrder};
use super::attack::Declared;
use super::names::{CommandId, LeaderId, StandardId, UnitId};
use super::piece::{Formation, LeaderPlace, PiecePlace, Status};

/// A command of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Command {
    /// Places a unit before the battle. Rule `MOI-SETUP-02`.
    PlaceUnit {
        /// The unit.
        unit: UnitId,
        /// Its hex.
        hex: Hex,
        /// The vertex it faces.
        facing: Facing,
    },
    /// Places a leader before the battle.
    PlaceLeader {
        /// The leader.
        leader: LeaderId,
        /// The hex.
        hex: Hex,
    },
    /// Places a Standard before the battle.
    PlaceStandard {
        /// The Standard.
        standard: StandardId,
        /// The hex.
        hex: Hex,
    },
    /// Gives a formation order before the first Activation. Rule `MOI-SETUP-03`.
    OrderFormation {
        /// The Command.
        command: CommandId,
        /// The order.
        order: FormationOrder,
    },
    /// Ends the set-up, or its formation orders.
    Ready,
    /// Activates a Command in a Free Activation. Rule `MOI-ACT-04`.
    Activate {
        /// The Command.
        command: CommandId,
    },
    /// Activates a Standard to rally its Retired units. Rule `MOI-STD-02`.
    RallyStandard {
        /// The Standard.
        standard: StandardId,
    },
    /// Activates a Standard to move it. Rule `MOI-STD-03`.
    MoveStandard {
        /// The Standard.
        standard: StandardId,
        /// Where to.
        to: Hex,
    },
    /// Passes. Rule `MOI-ACT-05`.
    Pass,
    /// Names the Command to continue with. Rule `MOI-ACT-07`.
    Continue {
        /// The Command.
        command: CommandId,
    },
    /// Tries to seize with a Command. Rule `MOI-ACT-11`.
    Seize {
        /// The Command.
        command: CommandId,
    },
    /// Does not seize.
    Decline,
    /// Moves a unit one hex. Rule `MOI-MOVE-03`.
    Move {
        /// The unit.
        unit: UnitId,
        /// The hex entered.
        to: Hex,
        /// The facing with which it is entered; without it the unit keeps its own. Rule `MOI-FACE-01`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Facing>,
        /// Leaders that begin to move along with it. Rule `MOI-MOVE-07`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<LeaderId>,
    },
    /// Brings a reinforcement onto the map. Rule `MOI-REINF-02`.
    Enter {
        /// The unit.
        unit: UnitId,
        /// The entry hex.
        at: Hex,
        /// The vertex it faces there.
        facing: Facing,
        /// Leaders that enter with it. Rule `MOI-REINF-04`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<LeaderId>,
    },
    /// Turns a unit. Rule `MOI-FACE-01`.
    Turn {
        /// The unit.
        unit: UnitId,
        /// The vertex it then faces.
        facing: Facing,
    },
    /// Makes Active Fire. Rule `MOI-FIRE-06`.
    Fire {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// Mounts or dismounts a hobilar. Rule `MOI-HOBI-02`.
    ChangeMount {
        /// The hobilar.
        unit: UnitId,
    },
    /// Several acts of one unit's Move/Fire, one after the other, each judged when its turn comes. Rule `MOI-MOVE-01`.
    ///
    /// The other player reacts to every step as if each had been ordered alone. What is left when the unit was harmed, or
    /// when an act is no longer allowed after a reaction, is not done: its player decides anew.
    MoveFire {
        /// The hex in which the unit stands.
        from: Hex,
        /// What it does.
        acts: Vec<Act>,
    },
    /// Moves a leader alone one hex. Rule `MOI-MOVE-08`.
    MoveLeader {
        /// The leader.
        leader: LeaderId,
        /// The hex entered.
        to: Hex,
    },
    /// Ends all movement and fire: the Shock Phase begins. Rule `MOI-ACT-06`.
    EndMoveFire,
    /// Declares all attacks of the round; an empty list is none. Rule `MOI-SHOCK-05`.
    Attack {
        /// The attacks.
        attacks: Vec<Declared>,
    },
    /// Answers the open question.
    Choose {
        /// The answer.
        answer: Answer,
    },
}

/// The most acts of one order: no unit has so many Movement Points.
pub const MOST_ACTS: usize = 40;

/// One act of a unit in its Move/Fire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// It moves one hex. Rule `MOI-MOVE-03`.
    Step {
        /// The hex entered.
        to: Hex,
        /// The facing with which it is entered; without it the unit keeps its own. Rule `MOI-FACE-01`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Facing>,
        /// Leaders that begin to move along with it. Rule `MOI-MOVE-07`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<LeaderId>,
    },
    /// It turns. Rule `MOI-FACE-01`.
    Turn {
        /// The vertex it then faces.
        facing: Facing,
    },
    /// It makes Active Fire at the unit in a hex. Rule `MOI-FIRE-06`.
    Fire {
        /// The hex.
        at: Hex,
    },
    /// A hobilar mounts or dismounts. Rule `MOI-HOBI-02`.
    ChangeMount,
}

/// What a ruling may change. Rule `HS-RULE-01`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Patch {
    /// Puts a unit somewhere, in a status and a formation.
    SetUnit {
        /// The unit.
        unit: UnitId,
        /// Where.
        place: PiecePlace,
        /// Its status.
        status: Status,
        /// Its formation.
        formation: Formation,
    },
    /// Puts a leader somewhere.
    SetLeader {
        /// The leader.
        leader: LeaderId,
        /// Where.
        place: LeaderPlace,
    },
    /// Puts a Standard on a hex.
    SetStandard {
        /// The Standard.
        standard: StandardId,
        /// Where.
        hex: Hex,
    },
    /// Sets a player's continuity penalty. Rule `MOI-ACT-09`.
    SetPenalty {
        /// Whose.
        seat: Seat,
        /// The penalty.
        penalty: u8,
    },
}
