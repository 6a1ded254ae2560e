//! Why a unit may not have an order (pp. 24-31, 124-125, 140).

use battleground_geometry::Inches;
use hindsight_kernel::Refusal;

use crate::model::movement_category::Mc;
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::{Order, WrittenOrder};
use crate::model::rule::Rule;

/// Why a unit may not have an order, in the order in which the conditions are looked at: the base order, then the
/// modifiers in the book's order.
#[derive(Debug, Clone, PartialEq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
pub(crate) enum OrderRefusal {
    /// Its card prints an order that may not be changed. Rule `BG4-KEYW-11` (p. 140).
    #[error("the card of {unit} allows no order but {} without modifiers", .printed.letter())]
    Preprinted {
        /// Which unit.
        unit: UnitId,
        /// The order on its card.
        printed: Order,
        /// The order asked for.
        asked: WrittenOrder,
    },
    /// The edition has no such order. Rules `BG3-ORD-01` (p. 6), `BG4-ORDER-01` (pp. 24-31).
    #[error("{unit} cannot have the order {}, which these rules do not know", .order.letter())]
    NoSuchOrder {
        /// Which unit.
        unit: UnitId,
        /// The order asked for.
        order: Order,
    },
    /// A ranged order needs a range. Rule `BG4-ORDER-04` (pp. 25-26).
    #[error("{unit} has no range and cannot have the order {}", .order.letter())]
    NoRange {
        /// Which unit.
        unit: UnitId,
        /// The order asked for.
        order: Order,
    },
    /// A cap is at least the slowest row of the Movement Category table. Rule `BG4-ORDER-09` (pp. 27-28).
    #[error("a movement cap is at least 1.25 inches")]
    CapTooLow {
        /// The cap asked for.
        cap: Mc,
        /// The Move stat, which it must be lower than.
        most: Mc,
    },
    /// A cap is lower than the Move stat, in the air than the flying one. Rule `BG4-ORDER-09` (pp. 27-28).
    #[error("a movement cap is lower than the {} of {unit}", .most.inches())]
    CapTooHigh {
        /// Which unit.
        unit: UnitId,
        /// The cap asked for.
        cap: Mc,
        /// The Move stat.
        most: Mc,
    },
    /// A token belongs to a location objective. Rule `BG4-ORDER-11` (pp. 28-29).
    #[error("a token is placed with a location objective only")]
    TokenWithoutLocation,
    /// A token that is not on the table is placed with the order. Rule `BG4-ORDER-11` (pp. 28-29).
    #[error("token {} lies nowhere: say where", .token.0)]
    TokenNowhere {
        /// Which token.
        token: TokenNo,
        /// The order asked for.
        asked: WrittenOrder,
    },
    /// A token is placed on the table. Rule `BG4-ORDER-11` (pp. 28-29).
    #[error("a token is placed on the table")]
    TokenOffTable {
        /// The order asked for.
        asked: WrittenOrder,
    },
    /// A number that the other player uses. Rule `BG4-ORDER-16` (pp. 28-30).
    #[error("token {} belongs to the other player", .token.0)]
    TokenOfOtherPlayer {
        /// Which token.
        token: TokenNo,
        /// The order asked for.
        asked: WrittenOrder,
    },
    /// A token stays where it lies while another unit heads for it. Rule `BG4-ORDER-16` (pp. 28-30).
    #[error("token {} lies elsewhere and another unit heads for it", .token.0)]
    TokenSought {
        /// Which token.
        token: TokenNo,
        /// The order asked for.
        asked: WrittenOrder,
    },
    /// Hold has no enemy unit as its objective. Rule `BG4-ORDER-13` (pp. 29-30).
    #[error("a unit on Hold has no enemy unit as its objective")]
    EnemyObjectiveOnHold {
        /// The order asked for.
        asked: WrittenOrder,
    },
    /// An enemy objective is an enemy on the table. Rule `BG4-ORDER-13` (pp. 29-30).
    #[error("{0} is no enemy unit on the table")]
    NoSuchEnemy(UnitId),
    /// A friendly objective is another own unit on the table. Rule `BG4-ORDER-14` (pp. 30-31).
    #[error("{0} is no other friendly unit on the table")]
    NoSuchFriend(UnitId),
    /// Only units with the Flying keyword are Airborne. Rule `BG4-ORDER-15` (p. 31).
    #[error("{unit} does not fly")]
    NoFlyer {
        /// Which unit.
        unit: UnitId,
        /// The order asked for.
        asked: WrittenOrder,
    },
    /// Who landed this turn does not take off in it. Rule `BG4-FLY-06` (pp. 124-125).
    #[error("a unit may not take off and land in the same turn, and this one has landed")]
    LandedThisTurn {
        /// The order asked for.
        asked: WrittenOrder,
    },
    /// Who took off this turn does not land in it. Rule `BG4-FLY-06` (pp. 124-125).
    #[error("a unit may not take off and land in the same turn")]
    TookOffThisTurn,
    /// A landing move is limited by the ground distance. Rule `BG4-FLY-06` (pp. 124-125).
    #[error("a unit that has flown farther than it moves on the ground does not land this turn")]
    FlewTooFar {
        /// How far it has flown.
        flown: Inches,
        /// How far it moves on the ground.
        most: Inches,
    },
    /// It lands where it overlaps nothing. Rule `BG4-FLY-06` (pp. 124-125).
    #[error("{0} has no room to land where it is")]
    NoRoomToLand(UnitId),
}

impl OrderRefusal {
    /// The rule that forbids it.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::Preprinted { .. } => Rule::Keyw11,
            Self::NoSuchOrder { .. } => Rule::Order01,
            Self::NoRange { .. } => Rule::Order04,
            Self::CapTooLow { .. } | Self::CapTooHigh { .. } => Rule::Order09,
            Self::TokenWithoutLocation | Self::TokenNowhere { .. } | Self::TokenOffTable { .. } => {
                Rule::Order11
            }
            Self::TokenOfOtherPlayer { .. } | Self::TokenSought { .. } => Rule::Order16,
            Self::EnemyObjectiveOnHold { .. } | Self::NoSuchEnemy(_) => Rule::Order13,
            Self::NoSuchFriend(_) => Rule::Order14,
            Self::NoFlyer { .. } => Rule::Order15,
            Self::LandedThisTurn { .. }
            | Self::TookOffThisTurn
            | Self::FlewTooFar { .. }
            | Self::NoRoomToLand(_) => Rule::Fly06,
        }
    }
}

impl From<OrderRefusal> for Refusal {
    fn from(why: OrderRefusal) -> Self {
        use OrderRefusal as Why;
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            Why::Preprinted { printed, asked, .. } => {
                refusal.asked(asked).allowed(WrittenOrder::plain(printed))
            }
            Why::NoSuchOrder { order, .. } | Why::NoRange { order, .. } => {
                refusal.asked(order).allowed([Order::Close, Order::Hold])
            }
            Why::CapTooLow { cap, most } | Why::CapTooHigh { cap, most, .. } => refusal
                .asked(cap)
                .allowed((1..most.number()).map(Mc::row).collect::<Vec<_>>()),
            Why::TokenNowhere { asked, .. }
            | Why::TokenOffTable { asked }
            | Why::TokenOfOtherPlayer { asked, .. }
            | Why::TokenSought { asked, .. }
            | Why::EnemyObjectiveOnHold { asked }
            | Why::NoFlyer { asked, .. }
            | Why::LandedThisTurn { asked } => refusal.asked(asked),
            Why::NoSuchEnemy(unit) | Why::NoSuchFriend(unit) => refusal.asked(unit),
            Why::FlewTooFar { flown, most } => refusal.asked(flown).allowed(most),
            Why::TokenWithoutLocation | Why::TookOffThisTurn | Why::NoRoomToLand(_) => refusal,
        }
    }
}
