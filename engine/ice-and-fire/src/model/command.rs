//! Commands of players.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{Edge, NcuId, PieceNo, UnitId, Way};
use super::place::Shift;
use crate::cards::{ArmyList, CardId, ConditionToken, ZoneName, is_default};
use crate::field::{Pose, Side, Slot};

/// What is chosen for the effects of a card, an Order or an NCU.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// A unit for each role that the user chooses, in the order in which the effects first name those roles.
    #[serde(default, skip_serializing_if = "is_default")]
    pub units: Vec<UnitId>,
    /// A token for each effect that leaves its token open, in their order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tokens: Vec<ConditionToken>,
    /// Dice that are rolled again: places in the roll, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dice: Vec<u8>,
    /// Where a unit shifts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub shift: Option<Shift>,
}

/// An action of a combat unit with its parameters. Rules `IF-ACT-01` to `IF-ACT-07`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Pivot, move, pivot. Rule `IF-ACT-02`.
    Maneuver {
        /// The heading of the first pivot, in degrees; none is no pivot.
        #[serde(default, skip_serializing_if = "is_default")]
        first: Option<u16>,
        /// Forward, in thousandths of an inch, a multiple of 10. Rule `IF-MOVE-01`.
        #[serde(default, skip_serializing_if = "is_default")]
        distance: i32,
        /// The heading of the second pivot.
        #[serde(default, skip_serializing_if = "is_default")]
        last: Option<u16>,
    },
    /// Move up to twice the Speed, pivot. Rule `IF-ACT-03`.
    March {
        /// Forward, in thousandths of an inch, a multiple of 10.
        #[serde(default, skip_serializing_if = "is_default")]
        distance: i32,
        /// The heading of the pivot.
        #[serde(default, skip_serializing_if = "is_default")]
        last: Option<u16>,
    },
    /// Charge an enemy. Rule `IF-CHG-01`.
    Charge {
        /// Which enemy.
        target: UnitId,
        /// The heading of the pivot. Rule `IF-CHG-03`.
        heading: u16,
        /// The arc in which the charger stands, where two have the highest count. Rule `IF-GEO-06`.
        #[serde(default, skip_serializing_if = "is_default")]
        arc: Option<Side>,
        /// Which of several melee attacks of its card it makes, from 0; none is the first. Rule `IF-ATK-01`.
        #[serde(default, skip_serializing_if = "is_default")]
        weapon: Option<u8>,
    },
    /// A melee Attack. Rule `IF-ACT-05`.
    Melee {
        /// Which engaged enemy.
        target: UnitId,
        /// Whether the unit turns its front to the enemy first. Rule `IF-ENG-05`.
        #[serde(default, skip_serializing_if = "is_default")]
        facing: bool,
        /// The slot it turns or shifts into; none is its present place. Rules `IF-ENG-05`, `IF-ENG-06`.
        #[serde(default, skip_serializing_if = "is_default")]
        slot: Option<Slot>,
        /// Which of several melee attacks of its card, from 0; none is the first.
        #[serde(default, skip_serializing_if = "is_default")]
        weapon: Option<u8>,
    },
    /// A ranged Attack. Rule `IF-ACT-06`.
    Ranged {
        /// Which enemy.
        target: UnitId,
        /// A shift of up to 2 inches before it. Rule `IF-ACT-09`.
        #[serde(default, skip_serializing_if = "is_default")]
        shift: Option<Shift>,
        /// Which of several ranged attacks of its card, from 0; none is the first.
        #[serde(default, skip_serializing_if = "is_default")]
        weapon: Option<u8>,
    },
    /// A melee Attack that removes a Destructible piece. Rule `IF-TERR-05`.
    Demolish {
        /// Which piece.
        piece: PieceNo,
    },
    /// A Retreat: the die is rolled before the move is named. Rule `IF-RET-01`.
    Retreat,
    /// No action. Rule `IF-ROUND-05`.
    Forgo,
}

/// What a player asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Command {
    /// Name an army. Rules `IF-ARMY-01`, `IF-ARMY-02`.
    SubmitList {
        /// It.
        list: ArmyList,
    },
    /// Throw the first dice of a game whose armies were named with its setup. Rule `IF-SETUP-01`.
    RollToStart,
    /// Name a terrain piece after a 7. Rule `IF-TERR-14`.
    NameTerrain {
        /// Which.
        card: CardId,
    },
    /// Pick a piece of the pool and place it. Rule `IF-SETUP-03`.
    PlaceTerrain {
        /// Which.
        card: CardId,
        /// Where.
        pose: Pose,
    },
    /// Name a player: who picks a side, who deploys first, who goes first. Rules `IF-SETUP-04` to `-06`.
    Name {
        /// Who.
        seat: Seat,
    },
    /// Pick a deployment side. Rule `IF-SETUP-04`.
    PickSide {
        /// Which.
        edge: Edge,
    },
    /// Place a unit. Rule `IF-SETUP-09`.
    Deploy {
        /// Which.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// Activate a combat unit on the table. Rule `IF-ROUND-02`.
    Activate {
        /// Which.
        unit: UnitId,
    },
    /// Activate a unit in reserve: place it. Rule `IF-SETUP-10`.
    Arrive {
        /// Which.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// Activate an NCU: claim a zone. Rules `IF-ROUND-06`, `IF-TAC-02`.
    Claim {
        /// Which NCU.
        ncu: NcuId,
        /// Which zone.
        zone: ZoneName,
    },
    /// Take an action with the unit that is asked: the activated one, one with a free action, one that surges forth.
    Act {
        /// It.
        action: Action,
    },
    /// Play a tactics card. Rule `IF-CARD-01`.
    PlayCard {
        /// Which.
        card: CardId,
        /// What is chosen for it.
        #[serde(default, skip_serializing_if = "is_default")]
        choice: Choice,
    },
    /// Use an Order. Rule `IF-ORD-01`.
    UseOrder {
        /// Whose.
        unit: UnitId,
        /// Which, from 0: the card's Orders first, then the attachment's.
        #[serde(default, skip_serializing_if = "is_default")]
        order: u8,
        /// What is chosen for it.
        #[serde(default, skip_serializing_if = "is_default")]
        choice: Choice,
    },
    /// Roll attack dice again by the Charge Bonus. Rule `IF-BON-01`.
    Reroll {
        /// Places in the roll, from 0.
        dice: Vec<u8>,
    },
    /// Expend the condition token that bears on the roll on the table. Rules `IF-COND-02` to `-04`.
    Expend {
        /// Places in the roll, from 0; of a Panic Test 2 is the D3.
        dice: Vec<u8>,
    },
    /// Use nothing more at this trigger, or decline what is offered.
    Pass,
    /// Choose the slot of a successful charge. Rule `IF-CHG-06`.
    Align {
        /// Which.
        slot: Slot,
    },
    /// Move a retreating unit. Rule `IF-RET-01`.
    MoveBack {
        /// Which way, as it looks.
        way: Way,
        /// Thousandths of an inch, a multiple of 10.
        distance: i32,
        /// The heading of the pivot after it; none is no pivot.
        #[serde(default, skip_serializing_if = "is_default")]
        last: Option<u16>,
    },
    /// Pivot freely. Rules `IF-RET-03`, `IF-SURGE-02`.
    FreePivot {
        /// Which unit.
        unit: UnitId,
        /// The heading.
        heading: u16,
    },
    /// Name the target of a zone's effect. Rule `IF-TAC-02`.
    Target {
        /// Which unit.
        unit: UnitId,
        /// Which token is placed or removed, where there is one.
        #[serde(default, skip_serializing_if = "is_default")]
        token: Option<ConditionToken>,
    },
    /// Choose for what an NCU adds to its zone.
    Choose {
        /// The choices.
        choice: Choice,
    },
    /// What a text demanded has been carried out, by a ruling where something changed.
    Settled,
    /// Discard cards in the clean-up phase; none is allowed. Rule `IF-ROUND-07`.
    Discard {
        /// Which.
        #[serde(default, skip_serializing_if = "is_default")]
        cards: Vec<CardId>,
    },
}
