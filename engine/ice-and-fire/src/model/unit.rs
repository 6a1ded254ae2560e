//! Combat units, NCUs and what they hold.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{NcuId, UnitId};
use crate::cards::{CardId, ConditionToken, ZoneName, is_default};
use crate::field::{Pose, Side};

/// A combat unit of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Its unit card.
    pub card: CardId,
    /// Its attachment: alive as long as the unit, for it is the last model removed. Rule `IF-UNIT-06`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attachment: Option<CardId>,
    /// Where it stands; none before deployment, in reserve and once destroyed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pose: Option<Pose>,
    /// Whether it waits off the table for room. Rule `IF-SETUP-10`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reserve: bool,
    /// Models alive; 0 once it is destroyed.
    pub models: u8,
    /// Wounds suffered by the one model that is partly wounded. Rule `IF-UNIT-05`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wounded: u8,
    /// Condition tokens, each kind at most once, in the order of the sheet. Rule `IF-COND-01`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tokens: Vec<ConditionToken>,
    /// Orders used this round: places among its Orders, the card's first, then the attachment's. Rule `IF-ORD-01`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub orders_used: Vec<u8>,
    /// Whether it has its activation token. Rule `IF-ROUND-04`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub activated: bool,
}

impl Unit {
    /// An intact unit that is not on the table yet.
    pub const fn fresh(id: UnitId, card: CardId, attachment: Option<CardId>, models: u8) -> Self {
        Self {
            id,
            card,
            attachment,
            pose: None,
            reserve: false,
            models,
            wounded: 0,
            tokens: Vec::new(),
            orders_used: Vec::new(),
            activated: false,
        }
    }

    /// Whether it is alive, on the table or off it.
    pub const fn is_alive(&self) -> bool {
        self.models > 0
    }

    /// Whether it holds a condition token.
    pub fn has_token(&self, token: ConditionToken) -> bool {
        self.tokens.contains(&token)
    }
}

/// An NCU of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NcuState {
    /// Its id.
    pub id: NcuId,
    /// Its card.
    pub card: CardId,
    /// The zone it stands on. Rule `IF-TAC-01`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub zone: Option<ZoneName>,
    /// Whether it has been activated this round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub activated: bool,
}

/// Two enemy units in contact, each with the side of its own tray on which the contact lies. Rules `IF-ENG-01`, `IF-ENG-02`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Engagement {
    /// The unit of seat A.
    pub a: UnitId,
    /// The side of its tray.
    pub a_side: Side,
    /// The unit of seat B.
    pub b: UnitId,
    /// The side of its tray.
    pub b_side: Side,
}

impl Engagement {
    /// An engagement from one unit's point of view.
    pub fn between(unit: UnitId, unit_side: Side, other: UnitId, other_side: Side) -> Self {
        if unit.seat().index() == 0 {
            Self {
                a: unit,
                a_side: unit_side,
                b: other,
                b_side: other_side,
            }
        } else {
            Self {
                a: other,
                a_side: other_side,
                b: unit,
                b_side: unit_side,
            }
        }
    }

    /// Whether a unit is one of the two.
    pub fn involves(&self, unit: UnitId) -> bool {
        self.a == unit || self.b == unit
    }

    /// As one of the two sees it: its own side, the other unit, the other's side.
    pub fn seen_by(&self, unit: UnitId) -> Option<(Side, UnitId, Side)> {
        if self.a == unit {
            Some((self.a_side, self.b, self.b_side))
        } else if self.b == unit {
            Some((self.b_side, self.a, self.a_side))
        } else {
            None
        }
    }
}
