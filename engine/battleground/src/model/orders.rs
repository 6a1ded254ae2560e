//! Standing orders and their modifiers (pp. 24-31).

use battleground_geometry::Point;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::movement_category::Mc;
use crate::model::names::{TokenNo, UnitId};

/// A standing order. Rules `BG4-ORDER-01` to `BG4-ORDER-08` (pp. 24, 25-26, 139).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::IntoStaticStr,
    strum::EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Order {
    /// C: goes for the Nearest Enemy and Final Rushes it.
    Close,
    /// H: stands.
    Hold,
    /// R: to its maximum range.
    Range,
    /// S: to 7 inches.
    Short,
    /// L: to 14 inches.
    Long,
    /// F: to the nearest friend, in the earlier edition. Rule `BG3-ORD-07` (p. 6).
    Follow,
}

impl Order {
    /// The letter in the command circle.
    pub const fn letter(self) -> char {
        match self {
            Self::Close => 'C',
            Self::Hold => 'H',
            Self::Range => 'R',
            Self::Short => 'S',
            Self::Long => 'L',
            Self::Follow => 'F',
        }
    }

    /// Range, Short or Long.
    pub const fn is_ranged(self) -> bool {
        matches!(self, Self::Range | Self::Short | Self::Long)
    }
}

/// What an order aims at instead of the Nearest Enemy. Rules `BG4-ORDER-11` to `BG4-ORDER-14` (pp. 28-31).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Objective {
    /// A token on the table.
    Location(TokenNo),
    /// An enemy unit.
    Enemy(UnitId),
    /// A friendly unit's rear centre.
    Friend(UnitId),
}

/// Everything in the command circle of a Ready unit but the Airborne mark, which the unit carries. Rules
/// `BG4-ORDER-01`, `BG4-ORDER-10` (pp. 24, 27, 139).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    /// The base order.
    pub order: Order,
    /// A movement cap. Rule `BG4-ORDER-09` (pp. 27-28, 52).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<Mc>,
    /// At most one objective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<Objective>,
}

impl Orders {
    /// An order without modifiers.
    pub const fn plain(order: Order) -> Self {
        Self {
            order,
            cap: None,
            objective: None,
        }
    }
}

/// An order as a player writes it: with the Airborne mark, and with the place of a new token. Rules `BG4-ORDER-11`,
/// `BG4-ORDER-15`, `BG4-ORDER-16` (pp. 28-30, 31).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WrittenOrder {
    /// The base order.
    pub order: Order,
    /// A movement cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<Mc>,
    /// At most one objective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<Objective>,
    /// Where the token of a location objective lies, if it is not on the table yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_at: Option<Point>,
    /// The Airborne mark.
    #[serde(default)]
    pub airborne: bool,
}

impl From<Orders> for WrittenOrder {
    fn from(orders: Orders) -> Self {
        let Orders {
            order,
            cap,
            objective,
        } = orders;
        Self {
            cap,
            objective,
            ..Self::plain(order)
        }
    }
}

impl WrittenOrder {
    /// An order without modifiers.
    pub const fn plain(order: Order) -> Self {
        Self {
            order,
            cap: None,
            objective: None,
            token_at: None,
            airborne: false,
        }
    }

    /// The orders that stay in the command circle.
    pub const fn orders(self) -> Orders {
        Orders {
            order: self.order,
            cap: self.cap,
            objective: self.objective,
        }
    }
}
