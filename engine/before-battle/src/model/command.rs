//! Commands of players, and the changes that a ruling may make.

use hindsight_geometry::squares::{Cell, Facing, Hand, Lane, Rotation};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::{CardId, ItemId, UnitId};
use crate::model::state::{ArmyList, Assigned, Right};

/// A unit's facing after a reform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reformed {
    /// Who.
    pub unit: UnitId,
    /// Where it looks from now on.
    pub facing: Facing,
}

/// What a player asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Confirm the secret army list. A scorekeeper who does not know it leaves `list` out and gives the mixed
    /// list that is `shown`. Rules `BB-ARMY-01` to `-08`.
    ConfirmList {
        /// The list, or nothing while it is unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list: Option<ArmyList>,
        /// The cards shown to the opponent, only where the list is unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Vec<CardId>>,
    },
    /// Confirm the secret weapons. Rules `BB-WPN-01` to `-05`.
    ConfirmWeapons {
        /// Which item goes to which unit, or nothing while that is unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapons: Option<Vec<Assigned>>,
    },
    /// Roll both start dice, where armies stood ready and the dice of the table were not known yet. Rule `BB-START-01`.
    RollStart,
    /// Take one of the two rights. Rule `BB-START-01`.
    TakeRight {
        /// Which.
        right: Right,
    },
    /// Name who deploys first. Rule `BB-START-02`.
    NameDeployer {
        /// Who.
        seat: Seat,
    },
    /// Name who takes the first turn. Rule `BB-START-02`.
    NameFirst {
        /// Who.
        seat: Seat,
    },
    /// Place a unit face down. Rules `BB-DEP-02` to `-04`.
    Deploy {
        /// Which.
        unit: UnitId,
        /// Where.
        cell: Cell,
        /// Looking where.
        facing: Facing,
    },
    /// Turn up what was left unknown. Rule `BB-DEP-05`.
    Reveal {
        /// The list, if it was unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list: Option<ArmyList>,
        /// The weapons, if they were unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapons: Option<Vec<Assigned>>,
    },
    /// Move: turn once or not, then straight ahead. Rule `BB-ACT-01`.
    Move {
        /// Who.
        unit: UnitId,
        /// The turn before the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Hand>,
        /// Cells entered.
        cells: u8,
    },
    /// Hustle: the full Speed ahead, then a die for one cell more. Rule `BB-ACT-02`.
    Hustle {
        /// Who.
        unit: UnitId,
    },
    /// Turn once or twice. Rule `BB-ACT-03`.
    Turn {
        /// Who.
        unit: UnitId,
        /// How.
        rotation: Rotation,
    },
    /// One cell to the side, the facing kept. Rule `BB-ACT-04`.
    Sidestep {
        /// Who.
        unit: UnitId,
        /// To which side.
        hand: Hand,
    },
    /// Shoot. Rule `BB-ACT-05`.
    Shoot {
        /// Who.
        unit: UnitId,
        /// The turn before the shot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Hand>,
        /// Along which lane.
        lane: Lane,
        /// At whom.
        target: UnitId,
    },
    /// End the actions phase. Rule `BB-TURN-02`.
    EndActions,
    /// Turn the units that did not flee. Rule `BB-REF-01`.
    Reform {
        /// Each unit that may reform, in order, with its facing.
        facings: Vec<Reformed>,
    },
}

/// What a ruling may change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Patch {
    /// Change a unit on the board. What is left out stays as it is.
    SetUnit {
        /// Which.
        unit: UnitId,
        /// Its cell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cell: Option<Cell>,
        /// Its facing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Facing>,
        /// Models alive, at least 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        models: Option<u8>,
        /// Wounds on the wounded model.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wounds: Option<u8>,
        /// Whether it has acted this turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        acted: Option<bool>,
        /// Whether it has charged this turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        charged: Option<bool>,
    },
    /// Take a unit off the board: it counts as destroyed.
    RemoveUnit {
        /// Which.
        unit: UnitId,
    },
    /// Put a destroyed unit back.
    RestoreUnit {
        /// Which.
        unit: UnitId,
        /// Where.
        cell: Cell,
        /// Looking where.
        facing: Facing,
        /// Models alive.
        models: u8,
        /// Wounds on the wounded model.
        #[serde(default)]
        wounds: u8,
    },
    /// Give a unit other items.
    SetItems {
        /// Which.
        unit: UnitId,
        /// All it holds from now on.
        items: Vec<ItemId>,
    },
    /// Go on with the actions phase of another turn.
    SetTurn {
        /// The round.
        round: u8,
        /// Whose turn.
        active: Seat,
    },
}
