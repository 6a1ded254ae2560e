//! Reasons to refuse an order of a unit (pp. 24-31, 124-125, 140).

use battleground_geometry::Inches;

use crate::model::movement_category::Mc;
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::{Order, WrittenOrder};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;

refusals! {
    /// Reasons to refuse an order of a unit: the base order, then the modifiers in the book's order.
    pub(crate) enum OrderRefusal {
        Preprinted { unit: UnitId, printed: Order, asked: WrittenOrder } = Rule::Keyw11, "p. 140",
            "the card of {unit} allows no order but {} without modifiers", printed.letter()
            => asked(asked), allowed(WrittenOrder::plain(*printed));
        /// The edition has no such order. Rules `BG3-ORD-01` (p. 6), `BG4-ORDER-01` (pp. 24-31).
        NoSuchOrder { unit: UnitId, order: Order } = Rule::Order01, "p. 24, 139",
            "{unit} cannot have the order {}, which these rules do not know", order.letter()
            => asked(order), allowed([Order::Close, Order::Hold]);
        NoRange { unit: UnitId, order: Order } = Rule::Order04, "p. 25-26",
            "{unit} has no range and cannot have the order {}", order.letter()
            => asked(order), allowed([Order::Close, Order::Hold]);
        CapTooLow { cap: Mc, most: Mc } = Rule::Order09, "p. 27-28, 52", "a movement cap is at least 1.25 inches"
            => asked(cap), allowed((1..most.number()).map(Mc::row).collect::<Vec<_>>());
        CapTooHigh { unit: UnitId, cap: Mc, most: Mc } = Rule::Order09, "p. 27-28, 52",
            "a movement cap is lower than the {} of {unit}", most.inches()
            => asked(cap), allowed((1..most.number()).map(Mc::row).collect::<Vec<_>>());
        TokenWithoutLocation = Rule::Order11, "p. 28-29", "a token is placed with a location objective only";
        TokenNowhere { token: TokenNo, asked: WrittenOrder } = Rule::Order11, "p. 28-29",
            "token {} lies nowhere: say where", token.0 => asked(asked);
        TokenOffTable { asked: WrittenOrder } = Rule::Order11, "p. 28-29", "a token is placed on the table" => asked(asked);
        TokenOfOtherPlayer { token: TokenNo, asked: WrittenOrder } = Rule::Order16, "p. 28-30",
            "token {} belongs to the other player", token.0 => asked(asked);
        TokenSought { token: TokenNo, asked: WrittenOrder } = Rule::Order16, "p. 28-30",
            "token {} lies elsewhere and another unit heads for it", token.0 => asked(asked);
        EnemyObjectiveOnHold { asked: WrittenOrder } = Rule::Order13, "p. 29-30",
            "a unit on Hold has no enemy unit as its objective" => asked(asked);
        NoSuchEnemy(unit: UnitId) = Rule::Order13, "p. 29-30", "{unit} is no enemy unit on the table" => asked(unit);
        NoSuchFriend(unit: UnitId) = Rule::Order14, "p. 30-31", "{unit} is no other friendly unit on the table"
            => asked(unit);
        NoFlyer { unit: UnitId, asked: WrittenOrder } = Rule::Order15, "p. 31", "{unit} does not fly" => asked(asked);
        LandedThisTurn { asked: WrittenOrder } = Rule::Fly06, "p. 124-125",
            "a unit may not take off and land in the same turn, and this one has landed" => asked(asked);
        TookOffThisTurn = Rule::Fly06, "p. 124-125", "a unit may not take off and land in the same turn";
        FlewTooFar { flown: Inches, most: Inches } = Rule::Fly06, "p. 124-125",
            "a unit that has flown farther than it moves on the ground does not land this turn"
            => asked(flown), allowed(most);
        NoRoomToLand(unit: UnitId) = Rule::Fly06, "p. 124-125", "{unit} has no room to land where it is";
    }
}
