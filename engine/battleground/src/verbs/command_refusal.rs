//! Reasons to refuse a command action (pp. 33-38).

use hindsight_kernel::Seat;

use crate::messages::MESSAGES;
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::{Order, WrittenOrder};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::{by_id, card_of};
use crate::verbs::orders::refusal::OrderRefusal;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a command action: when it may be done and with which unit, then the uses in the book's order, then
    /// what the new order must be, and at last what it costs.
    pub(crate) enum CommandActionRefusal {
        // Every action of the phase.
        NotActive = Rule::Turn03, "p. 33";
        NotInOwnPhase = Rule::ActionsInOwnPhase, "p. 10";
        NotBetweenActions = Rule::Turn03, "p. 33";
        NotOwnUnit(unit: UnitId) = Rule::Turn03, "p. 33", unit = by_id(*unit) => asked(unit);

        // Change Standing Order.
        Engaged(unit: UnitId) = Rule::Cmd05, "p. 35-36" => asked(unit);
        NotReady(unit: UnitId) = Rule::Cmd05, "p. 35-36" => asked(unit);
        /// A Rallied unit keeps its Hold this turn. Rules `BG4-CMD-05` (pp. 35-36), `BG4-CMD-10` (pp. 36-37).
        RalliedThisTurn(unit: UnitId) = Rule::Cmd05, "p. 35-36" => asked(unit);

        // Direct Control.
        ControlOfRouting(unit: UnitId) = Rule::Cmd06, "p. 36, 46" => asked(unit);
        /// RULING: BG4-CMD-06, once per unit and turn (p. 36).
        ControlledAlready(unit: UnitId) = Rule::Cmd06, "p. 36, 46" => asked(unit);
        /// A unit Rallied this turn may not move, so there is nothing to control. Rules `BG4-CMD-06` (p. 36), `BG4-CMD-10`
        /// (pp. 36-37).
        ControlOfRallied(unit: UnitId) = Rule::Cmd06, "p. 36, 46" => asked(unit);
        ControlOfRunThrough(unit: UnitId) = Rule::RunThrough, "p. 24" => asked(unit);
        /// An engaged unit cannot be directly controlled. RULING: BG3-CMD-06 (p. 10).
        ControlOfEngaged(unit: UnitId) = Rule::Cmd06, "p. 36, 46" => asked(unit);

        // Draw Command Card.
        /// RULING: BG4-CARDS-10, with both piles empty no card is drawn (p. 36).
        NoCardLeft = Rule::Cards10, "p. 36, 127";
        ServerDraws(card: CardNo) = Rule::Cards10, "p. 36, 127" => asked(card);
        HandFull(card: CardNo) = Rule::Cards09, "p. 36" => asked(card);
        NotInDeck { seat: Seat, card: CardNo } = Rule::Cards10, "p. 36, 127", card = card_of(*seat, *card) => asked(card);

        // Rally.
        NotRouting(unit: UnitId) = Rule::Cmd10, "p. 36-37, 44" => asked(unit);
        RoutMoveMade(unit: UnitId) = Rule::Cmd10, "p. 36-37, 44" => asked(unit);
        /// A flyer that Rallies has the order Hold with Airborne. Rule `BG3-KEY-16` (p. 29).
        RalliesInTheAir(unit: UnitId) = Rule::Fly11, "p. 125" => asked(unit);
        NotInTheAir(unit: UnitId) = Rule::Fly11, "p. 125" => asked(unit);
        TurnedInTheAir(unit: UnitId) = Rule::Fly11, "p. 125" => asked(unit);
        NoRoomToLand(unit: UnitId) = Rule::Fly11, "p. 125" => asked(unit);
        NoRoomToTurn(unit: UnitId) = Rule::Man07, "p. 44" => asked(unit);
        /// The unit overlaps nothing as it then lies. RULING: BG3-CMD-11 (p. 10).
        NoRoomToFace(unit: UnitId) = Rule::RallyFacing, "p. 10" => asked(unit);

        // Reload.
        NoMarkedAmmo(unit: UnitId) = Rule::Cmd11, "p. 37", unit = by_id(*unit) => asked(unit);

        // Reorganize.
        NotDisrupted(unit: UnitId) = Rule::Cmd12, "p. 37" => asked(unit);
        ReorganizedEngaged(unit: UnitId) = Rule::Cmd12, "p. 37" => asked(unit);

        // Sound the Charge.
        SpentAlready = Rule::Cmd13, "p. 37-38";
        NothingToSpend = Rule::Cmd13, "p. 37-38";
        ChargeNamesTwice(unit: UnitId) = Rule::Cmd13, "p. 37-38", unit = by_id(*unit) => asked(unit);
        /// All own Routing units that have not moved are Rallied. Rule `BG3-CMD-12` (p. 10).
        ChargeLeavesOut(unit: UnitId) = Rule::Cmd13, "p. 37-38", unit = by_id(*unit) => asked(unit);
        ChargeNamesNobody = Rule::Cmd13, "p. 37-38";
        NoChargeOrder { asked: WrittenOrder } = Rule::Cmd13, "p. 37-38"
            => asked(asked), allowed([Order::Close, Order::Range]);

        // Skirmisher Recall.
        RecallNamesNobodyOrTwice(units: Vec<UnitId>) = Rule::Cmd14, "p. 38, 127-128" => asked(units);
        NoSkirmisher(unit: UnitId) = Rule::Cmd14, "p. 38, 127-128" => asked(unit);
        RecallAfterActivation(unit: UnitId) = Rule::Cmd14, "p. 38, 127-128" => asked(unit);
        RecallOfEngaged(unit: UnitId) = Rule::Cmd14, "p. 38, 127-128" => asked(unit);
        RecallOfRouting(unit: UnitId) = Rule::Cmd14, "p. 38, 127-128" => asked(unit);

        // The new order of a unit.
        SameOrder(unit: UnitId) = Rule::Cmd05, "p. 35-36" => asked(unit);
        /// The unit may not have this order.
        Order(why: OrderRefusal) = why.rule(), "pp. 24-31", why = why.message() => details_of(why);

        // The price.
        TooDear { cost: u8, left: u8 } = Rule::Cmd15, "p. 35-38", cost, left => asked(cost), allowed(left);
    }
}

impl From<OrderRefusal> for CommandActionRefusal {
    fn from(why: OrderRefusal) -> Self {
        Self::Order(why)
    }
}
