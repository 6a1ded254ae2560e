//! Reasons to refuse a command action (pp. 33-38).

use crate::model::names::{CardNo, UnitId};
use crate::model::orders::{Order, WrittenOrder};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::verbs::orders::refusal::OrderRefusal;

refusals! {
    /// Reasons to refuse a command action: when it may be done and with which unit, then the uses in the book's order, then
    /// what the new order must be, and at last what it costs.
    pub(crate) enum CommandActionRefusal {
        // Every action of the phase.
        NotActive = Rule::Turn03, "p. 33", "only the active player acts in the Movement & Command Phase";
        NotInOwnPhase = Rule::ActionsInOwnPhase, "p. 10",
            "command actions are spent in one's own Movement & Command Phase alone";
        NotBetweenActions = Rule::Turn03, "p. 33", "no action of the Movement & Command Phase may begin now";
        NotOwnUnit(unit: UnitId) = Rule::Turn03, "p. 33", "{unit} is no unit of yours on the table" => asked(unit);

        // Change Standing Order.
        Engaged(unit: UnitId) = Rule::Cmd05, "p. 35-36", "the order of an engaged unit is not changed" => asked(unit);
        NotReady(unit: UnitId) = Rule::Cmd05, "p. 35-36",
            "only a Ready unit's order is changed; Reorganize or Rally it instead" => asked(unit);
        /// A Rallied unit keeps its Hold this turn. Rules `BG4-CMD-05` (pp. 35-36), `BG4-CMD-10` (pp. 36-37).
        RalliedThisTurn(unit: UnitId) = Rule::Cmd05, "p. 35-36", "the unit was Rallied this turn" => asked(unit);

        // Direct Control.
        ControlOfRouting(unit: UnitId) = Rule::Cmd06, "p. 36, 46", "a Routing unit cannot be directly controlled"
            => asked(unit);
        /// RULING: BG4-CMD-06, once per unit and turn (p. 36).
        ControlledAlready(unit: UnitId) = Rule::Cmd06, "p. 36, 46", "Direct Control is bought once per unit and turn"
            => asked(unit);
        /// A unit Rallied this turn may not move, so there is nothing to control. Rules `BG4-CMD-06` (p. 36), `BG4-CMD-10`
        /// (pp. 36-37).
        ControlOfRallied(unit: UnitId) = Rule::Cmd06, "p. 36, 46", "a unit Rallied this turn may not move" => asked(unit);
        ControlOfRunThrough(unit: UnitId) = Rule::RunThrough, "p. 24",
            "a routing friend has run through the unit: it does not move this turn" => asked(unit);
        /// An engaged unit cannot be directly controlled. RULING: BG3-CMD-06 (p. 10).
        ControlOfEngaged(unit: UnitId) = Rule::Cmd06, "p. 36, 46", "an engaged unit cannot be directly controlled"
            => asked(unit);

        // Draw Command Card.
        /// RULING: BG4-CARDS-10, with both piles empty no card is drawn (p. 36).
        NoCardLeft = Rule::Cards10, "p. 36, 127", "deck and discard pile are empty";
        ServerDraws(card: CardNo) = Rule::Cards10, "p. 36, 127", "the server draws the cards of this battle" => asked(card);
        HandFull(card: CardNo) = Rule::Cards09, "p. 36", "the hand is full: draw without naming the card, and discard first"
            => asked(card);
        NotInDeck(card: CardNo) = Rule::Cards10, "p. 36, 127", "card {card} is not in the deck" => asked(card);

        // Rally.
        NotRouting(unit: UnitId) = Rule::Cmd10, "p. 36-37, 44", "only a Routing unit is Rallied" => asked(unit);
        RoutMoveMade(unit: UnitId) = Rule::Cmd10, "p. 36-37, 44", "it has made its rout move this turn" => asked(unit);
        /// A flyer that Rallies has the order Hold with Airborne. Rule `BG3-KEY-16` (p. 29).
        RalliesInTheAir(unit: UnitId) = Rule::Fly11, "p. 125", "a flyer that is Rallied stays in the air" => asked(unit);
        NotInTheAir(unit: UnitId) = Rule::Fly11, "p. 125", "only a unit in the air may stay there" => asked(unit);
        TurnedInTheAir(unit: UnitId) = Rule::Fly11, "p. 125", "a flyer that stays in the air keeps its heading"
            => asked(unit);
        NoRoomToLand(unit: UnitId) = Rule::Fly11, "p. 125", "it cannot land here: it would overlap something" => asked(unit);
        NoRoomToTurn(unit: UnitId) = Rule::Man07, "p. 44", "turning to this heading would overlap something" => asked(unit);
        /// The unit overlaps nothing as it then lies. RULING: BG3-CMD-11 (p. 10).
        NoRoomToFace(unit: UnitId) = Rule::RallyFacing, "p. 10", "it would overlap something in this facing" => asked(unit);

        // Reload.
        NoMarkedAmmo(unit: UnitId) = Rule::Cmd11, "p. 37", "{unit} has no marked ammo box" => asked(unit);

        // Reorganize.
        NotDisrupted(unit: UnitId) = Rule::Cmd12, "p. 37", "only a Disrupted unit is Reorganized" => asked(unit);
        ReorganizedEngaged(unit: UnitId) = Rule::Cmd12, "p. 37", "an engaged unit is not Reorganized" => asked(unit);

        // Sound the Charge.
        SpentAlready = Rule::Cmd13, "p. 37-38", "a command action was already spent this turn";
        NothingToSpend = Rule::Cmd13, "p. 37-38", "there is no command action to spend";
        ChargeNamesTwice(unit: UnitId) = Rule::Cmd13, "p. 37-38", "{unit} is named twice" => asked(unit);
        /// All own Routing units that have not moved are Rallied. Rule `BG3-CMD-12` (p. 10).
        ChargeLeavesOut(unit: UnitId) = Rule::Cmd13, "p. 37-38", "{unit} is Routing and is Rallied too: name it"
            => asked(unit);
        ChargeNamesNobody = Rule::Cmd13, "p. 37-38", "name one or more units: all command actions are spent on them";
        NoChargeOrder { asked: WrittenOrder } = Rule::Cmd13, "p. 37-38", "Ready units get Close or Range without modifiers"
            => asked(asked), allowed([Order::Close, Order::Range]);

        // Skirmisher Recall.
        RecallNamesNobodyOrTwice(units: Vec<UnitId>) = Rule::Cmd14, "p. 38, 127-128",
            "name one or more different Skirmishers" => asked(units);
        NoSkirmisher(unit: UnitId) = Rule::Cmd14, "p. 38, 127-128", "only Skirmishers are recalled" => asked(unit);
        RecallAfterActivation(unit: UnitId) = Rule::Cmd14, "p. 38, 127-128", "it has been activated this turn"
            => asked(unit);
        RecallOfEngaged(unit: UnitId) = Rule::Cmd14, "p. 38, 127-128", "an engaged unit cannot move" => asked(unit);
        RecallOfRouting(unit: UnitId) = Rule::Cmd14, "p. 38, 127-128", "it is Routing already and makes its own move"
            => asked(unit);

        // The new order of a unit.
        SameOrder(unit: UnitId) = Rule::Cmd05, "p. 35-36", "this is its order already" => asked(unit);
        /// The unit may not have this order.
        Order(why: OrderRefusal) = why.rule(), "pp. 24-31", "{why}" => details_of(why);

        // The price.
        TooDear { cost: u8, left: u8 } = Rule::Cmd15, "p. 35-38", "this costs {cost} CA, {left} are left"
            => asked(cost), allowed(left);
    }
}

impl From<OrderRefusal> for CommandActionRefusal {
    fn from(why: OrderRefusal) -> Self {
        Self::Order(why)
    }
}
