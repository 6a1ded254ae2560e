//! Reasons to refuse an order of a unit (pp. 24-31, 124-125, 140).

use battleground_geometry::Inches;

use crate::messages::MESSAGES;
use crate::model::movement_category::Mc;
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::{Order, WrittenOrder};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::{by_id, length, order_named};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse an order of a unit: the base order, then the modifiers in the book's order.
    pub(crate) enum OrderRefusal {
        Preprinted { unit: UnitId, printed: Order, asked: WrittenOrder } = Rule::Keyw11, "p. 140",
            unit = by_id(*unit), printed = order_named(*printed) => asked(asked), allowed(WrittenOrder::plain(*printed));
        /// The edition has no such order. Rules `BG3-ORD-01` (p. 6), `BG4-ORDER-01` (pp. 24-31).
        NoSuchOrder { unit: UnitId, order: Order } = Rule::Order01, "p. 24, 139",
            unit = by_id(*unit), order = order_named(*order) => asked(order), allowed([Order::Close, Order::Hold]);
        NoRange { unit: UnitId, order: Order } = Rule::Order04, "p. 25-26",
            unit = by_id(*unit), order = order_named(*order) => asked(order), allowed([Order::Close, Order::Hold]);
        CapTooLow { cap: Mc, most: Mc } = Rule::Order09, "p. 27-28, 52"
            => asked(cap), allowed((1..most.number()).map(Mc::row).collect::<Vec<_>>());
        CapTooHigh { unit: UnitId, cap: Mc, most: Mc } = Rule::Order09, "p. 27-28, 52",
            most = length(most.inches()), unit = by_id(*unit)
            => asked(cap), allowed((1..most.number()).map(Mc::row).collect::<Vec<_>>());
        TokenWithoutLocation = Rule::Order11, "p. 28-29";
        TokenNowhere { token: TokenNo, asked: WrittenOrder } = Rule::Order11, "p. 28-29", token = token.0 => asked(asked);
        TokenOffTable { asked: WrittenOrder } = Rule::Order11, "p. 28-29" => asked(asked);
        TokenOfOtherPlayer { token: TokenNo, asked: WrittenOrder } = Rule::Order16, "p. 28-30",
            token = token.0 => asked(asked);
        TokenSought { token: TokenNo, asked: WrittenOrder } = Rule::Order16, "p. 28-30", token = token.0 => asked(asked);
        EnemyObjectiveOnHold { asked: WrittenOrder } = Rule::Order13, "p. 29-30" => asked(asked);
        NoSuchEnemy(unit: UnitId) = Rule::Order13, "p. 29-30", unit = by_id(*unit) => asked(unit);
        NoSuchFriend(unit: UnitId) = Rule::Order14, "p. 30-31", unit = by_id(*unit) => asked(unit);
        NoFlyer { unit: UnitId, asked: WrittenOrder } = Rule::Order15, "p. 31", unit = by_id(*unit) => asked(asked);
        LandedThisTurn { asked: WrittenOrder } = Rule::Fly06, "p. 124-125" => asked(asked);
        TookOffThisTurn = Rule::Fly06, "p. 124-125";
        FlewTooFar { flown: Inches, most: Inches } = Rule::Fly06, "p. 124-125" => asked(flown), allowed(most);
        NoRoomToLand(unit: UnitId) = Rule::Fly06, "p. 124-125", unit = by_id(*unit);
    }
}
