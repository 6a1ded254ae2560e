//! Changes that a ruling may make.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{NcuId, ObjectiveNo, PieceNo, UnitId};
use super::unit::Engagement;
use crate::cards::{AttackAbility, CardId, ConditionToken, ZoneName, is_default};
use crate::field::Pose;

/// What a ruling may change: whatever a text can demand that the vocabulary of packs cannot say, and slips of the hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Patch {
    /// A unit stands somewhere else; its engagements are named anew by [`Patch::SetEngagements`].
    SetPose {
        /// Which unit.
        unit: UnitId,
        /// Where; none is off the table, in reserve.
        #[serde(default, skip_serializing_if = "is_default")]
        pose: Option<Pose>,
    },
    /// The engagements of a unit are these.
    SetEngagements {
        /// Which unit.
        unit: UnitId,
        /// All of them.
        engagements: Vec<Engagement>,
    },
    /// A unit has so many models and wounds on the wounded one; with no models it is destroyed, which no player scores.
    SetStrength {
        /// Which unit.
        unit: UnitId,
        /// Models alive.
        models: u8,
        /// Wounds on the wounded model.
        #[serde(default, skip_serializing_if = "is_default")]
        wounded: u8,
    },
    /// A unit has exactly these condition tokens.
    SetTokens {
        /// Which unit.
        unit: UnitId,
        /// Which tokens.
        tokens: Vec<ConditionToken>,
    },
    /// A unit has or has not its activation token.
    SetActivated {
        /// Which unit.
        unit: UnitId,
        /// Whether it has.
        activated: bool,
    },
    /// The Orders of a unit that are used this round.
    SetOrders {
        /// Which unit.
        unit: UnitId,
        /// Their places among its Orders, from 0.
        used: Vec<u8>,
    },
    /// An NCU stands on a zone, or beside the board.
    SetZone {
        /// Which NCU.
        ncu: NcuId,
        /// Where.
        #[serde(default, skip_serializing_if = "is_default")]
        zone: Option<ZoneName>,
        /// Whether it has been activated.
        activated: bool,
    },
    /// A unit controls an objective token, or nobody does.
    SetObjective {
        /// Which token.
        objective: ObjectiveNo,
        /// Who.
        #[serde(default, skip_serializing_if = "is_default")]
        controller: Option<UnitId>,
    },
    /// A player has so many victory points.
    SetPoints {
        /// Who.
        seat: Seat,
        /// How many.
        points: u16,
    },
    /// A terrain piece is removed.
    RemovePiece {
        /// Which.
        piece: PieceNo,
    },
    /// A terrain piece is placed.
    AddPiece {
        /// What.
        card: CardId,
        /// Where.
        pose: Pose,
    },
    /// A player takes a card: from the discard pile if it lies there, else from the deck. A ruling is made openly, so both
    /// players know the card that it names.
    TakeCard {
        /// Who.
        seat: Seat,
        /// Which; none is an unknown card of the deck.
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<CardId>,
    },
    /// A player puts a card of their hand on the discard pile.
    DropCard {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardId,
    },
    /// The attack under way is changed.
    SetAttack {
        /// Added to each defence die.
        #[serde(default, skip_serializing_if = "is_default")]
        defence: i8,
        /// Added to the Panic Test.
        #[serde(default, skip_serializing_if = "is_default")]
        panic: i8,
        /// More attack dice.
        #[serde(default, skip_serializing_if = "is_default")]
        dice: u8,
        /// One more ability.
        #[serde(default, skip_serializing_if = "is_default")]
        ability: Option<AttackAbility>,
    },
}
