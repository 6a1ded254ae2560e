//! Why a command action is refused (pp. 33-38).

use hindsight_kernel::Refusal;

use crate::model::names::{CardNo, UnitId};
use crate::model::orders::{Order, WrittenOrder};
use crate::model::rule::Rule;
use crate::rules::orders::OrderRefusal;

/// Why a command action is refused: when it may be done and with which unit, then the uses in the book's order, then
/// what the new order must be, and at last what it costs.
#[derive(Debug, Clone, PartialEq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
pub(crate) enum CommandActionRefusal {
    // Every action of the phase.
    /// The active player acts. Rule `BG4-TURN-03` (p. 33).
    #[error("only the active player acts in the Movement & Command Phase")]
    NotActive,
    /// Command actions are spent in one's own phase alone. Rule `BG3-CMD-02` (p. 10).
    #[error("command actions are spent in one's own Movement & Command Phase alone")]
    NotInOwnPhase,
    /// One action is completed before the next begins. Rule `BG4-TURN-03` (p. 33).
    #[error("no action of the Movement & Command Phase may begin now")]
    NotBetweenActions,
    /// An own unit on the table is named. Rule `BG4-TURN-03` (p. 33).
    #[error("{0} is no unit of yours on the table")]
    NotOwnUnit(UnitId),

    // Change Standing Order.
    /// The order of an engaged unit is not changed. Rule `BG4-CMD-05` (pp. 35-36).
    #[error("the order of an engaged unit is not changed")]
    Engaged(UnitId),
    /// A Disrupted or Routing unit has no order. Rule `BG4-CMD-05` (pp. 35-36).
    #[error("only a Ready unit's order is changed; Reorganize or Rally it instead")]
    NotReady(UnitId),
    /// A Rallied unit keeps its Hold this turn. Rules `BG4-CMD-05` (pp. 35-36), `BG4-CMD-10` (pp. 36-37).
    #[error("the unit was Rallied this turn")]
    RalliedThisTurn(UnitId),

    // Direct Control.
    /// Routing units cannot be directly controlled. Rule `BG4-CMD-06` (p. 36).
    #[error("a Routing unit cannot be directly controlled")]
    ControlOfRouting(UnitId),
    /// RULING: BG4-CMD-06, once per unit and turn (p. 36).
    #[error("Direct Control is bought once per unit and turn")]
    ControlledAlready(UnitId),
    /// A unit Rallied this turn may not move, so there is nothing to control. Rules `BG4-CMD-06` (p. 36), `BG4-CMD-10`
    /// (pp. 36-37).
    #[error("a unit Rallied this turn may not move")]
    ControlOfRallied(UnitId),
    /// A unit through which a friend has run "cannot move or fire this turn". Rule `BG3-ROUT-11` (p. 24).
    #[error("a routing friend has run through the unit: it does not move this turn")]
    ControlOfRunThrough(UnitId),
    /// An engaged unit cannot be directly controlled. RULING: BG3-CMD-06 (p. 10).
    #[error("an engaged unit cannot be directly controlled")]
    ControlOfEngaged(UnitId),

    // Draw Command Card.
    /// RULING: BG4-CARDS-10, with both piles empty no card is drawn (p. 36).
    #[error("deck and discard pile are empty")]
    NoCardLeft,
    /// A card is named only where the cards lie on the table. Rule `BG4-CARDS-10` (p. 36).
    #[error("the server draws the cards of this battle")]
    ServerDraws(CardNo),
    /// With 15 cards in hand one is discarded first. Rule `BG4-CARDS-09` (p. 36).
    #[error("the hand is full: draw without naming the card, and discard first")]
    HandFull(CardNo),
    /// A card is drawn from the own deck. Rule `BG4-CARDS-10` (p. 36).
    #[error("card {0} is not in the deck")]
    NotInDeck(CardNo),

    // Rally.
    /// Routing units are Rallied. Rule `BG4-CMD-10` (pp. 36-37).
    #[error("only a Routing unit is Rallied")]
    NotRouting(UnitId),
    /// A unit is Rallied before it activates. Rule `BG4-CMD-10` (pp. 36-37).
    #[error("it has made its rout move this turn")]
    RoutMoveMade(UnitId),
    /// A flyer that Rallies has the order Hold with Airborne. Rule `BG3-KEY-16` (p. 29).
    #[error("a flyer that is Rallied stays in the air")]
    RalliesInTheAir(UnitId),
    /// A unit on the ground does not take off by a Rally. Rule `BG4-FLY-11` (p. 125).
    #[error("only a unit in the air may stay there")]
    NotInTheAir(UnitId),
    /// A flyer that stays in the air is not Reformed. Rule `BG4-FLY-11` (p. 125).
    #[error("a flyer that stays in the air keeps its heading")]
    TurnedInTheAir(UnitId),
    /// A flyer lands where it overlaps nothing. Rule `BG4-FLY-11` (p. 125).
    #[error("it cannot land here: it would overlap something")]
    NoRoomToLand(UnitId),
    /// A Reform overlaps nothing on the way. Rule `BG4-MAN-07` (p. 44).
    #[error("turning to this heading would overlap something")]
    NoRoomToTurn(UnitId),
    /// The unit overlaps nothing as it then lies. RULING: BG3-CMD-11 (p. 10).
    #[error("it would overlap something in this facing")]
    NoRoomToFace(UnitId),

    // Reload.
    /// A marked ammo box is erased. Rule `BG4-CMD-11` (p. 37).
    #[error("{0} has no marked ammo box")]
    NoMarkedAmmo(UnitId),

    // Reorganize.
    /// Disrupted units are Reorganized. Rule `BG4-CMD-12` (p. 37).
    #[error("only a Disrupted unit is Reorganized")]
    NotDisrupted(UnitId),
    /// An engaged unit cannot be Reorganized. Rule `BG4-CMD-12` (p. 37).
    #[error("an engaged unit is not Reorganized")]
    ReorganizedEngaged(UnitId),

    // Sound the Charge.
    /// No command action is spent on anything else this turn. Rule `BG4-CMD-13` (pp. 37-38).
    #[error("a command action was already spent this turn")]
    SpentAlready,
    /// At least one command action is spent. Rule `BG4-CMD-13` (pp. 37-38).
    #[error("there is no command action to spend")]
    NothingToSpend,
    /// A unit does one of the three. Rule `BG4-CMD-13` (pp. 37-38).
    #[error("{0} is named twice")]
    ChargeNamesTwice(UnitId),
    /// All own Routing units that have not moved are Rallied. Rule `BG3-CMD-12` (p. 10).
    #[error("{0} is Routing and is Rallied too: name it")]
    ChargeLeavesOut(UnitId),
    /// All command actions are spent on somebody. Rule `BG4-CMD-13` (pp. 37-38).
    #[error("name one or more units: all command actions are spent on them")]
    ChargeNamesNobody,
    /// Ready units get Close or Range without modifiers. Rule `BG4-CMD-13` (pp. 37-38).
    #[error("Ready units get Close or Range without modifiers")]
    NoChargeOrder {
        /// The order asked for.
        asked: WrittenOrder,
    },

    // Skirmisher Recall.
    /// Somebody is recalled, nobody twice. Rule `BG4-CMD-14` (p. 38).
    #[error("name one or more different Skirmishers")]
    RecallNamesNobodyOrTwice(Vec<UnitId>),
    /// Skirmishers are recalled. Rule `BG4-CMD-14` (pp. 38, 127-128).
    #[error("only Skirmishers are recalled")]
    NoSkirmisher(UnitId),
    /// The recall is their activation. Rule `BG4-CMD-14` (pp. 38, 127-128).
    #[error("it has been activated this turn")]
    RecallAfterActivation(UnitId),
    /// An engaged unit cannot move. Rule `BG4-CMD-14` (pp. 38, 127-128).
    #[error("an engaged unit cannot move")]
    RecallOfEngaged(UnitId),
    /// A Routing unit makes its Subsequent Rout Move. Rule `BG4-CMD-14` (pp. 38, 127-128).
    #[error("it is Routing already and makes its own move")]
    RecallOfRouting(UnitId),

    // The new order of a unit.
    /// A command action is spent on a change. Rule `BG4-CMD-05` (pp. 35-36).
    #[error("this is its order already")]
    SameOrder(UnitId),
    /// The unit may not have this order (pp. 24-31).
    #[error(transparent)]
    Order(#[from] OrderRefusal),

    // The price.
    /// Each use costs its command actions. Rule `BG4-CMD-15` (pp. 35-38).
    #[error("this costs {cost} CA, {left} are left")]
    TooDear {
        /// What it costs.
        cost: u8,
        /// The command actions that are left.
        left: u8,
    },
}

impl CommandActionRefusal {
    /// The rule that forbids it.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::NotActive | Self::NotBetweenActions | Self::NotOwnUnit(_) => Rule::Turn03,
            Self::Engaged(_) | Self::NotReady(_) | Self::RalliedThisTurn(_) | Self::SameOrder(_) => {
                Rule::Cmd05
            }
            Self::NotInOwnPhase => Rule::ActionsInOwnPhase,
            Self::ControlOfRouting(_)
            | Self::ControlledAlready(_)
            | Self::ControlOfEngaged(_)
            | Self::ControlOfRallied(_) => Rule::Cmd06,
            Self::ControlOfRunThrough(_) => Rule::RunThrough,
            Self::NoCardLeft | Self::ServerDraws(_) | Self::NotInDeck(_) => Rule::Cards10,
            Self::HandFull(_) => Rule::Cards09,
            Self::NotRouting(_) | Self::RoutMoveMade(_) => Rule::Cmd10,
            Self::RalliesInTheAir(_)
            | Self::NotInTheAir(_)
            | Self::TurnedInTheAir(_)
            | Self::NoRoomToLand(_) => Rule::Fly11,
            Self::NoRoomToTurn(_) => Rule::Man07,
            Self::NoRoomToFace(_) => Rule::RallyFacing,
            Self::NoMarkedAmmo(_) => Rule::Cmd11,
            Self::NotDisrupted(_) | Self::ReorganizedEngaged(_) => Rule::Cmd12,
            Self::SpentAlready
            | Self::NothingToSpend
            | Self::ChargeNamesTwice(_)
            | Self::ChargeLeavesOut(_)
            | Self::ChargeNamesNobody
            | Self::NoChargeOrder { .. } => Rule::Cmd13,
            Self::RecallNamesNobodyOrTwice(_)
            | Self::NoSkirmisher(_)
            | Self::RecallAfterActivation(_)
            | Self::RecallOfEngaged(_)
            | Self::RecallOfRouting(_) => Rule::Cmd14,
            Self::Order(why) => why.rule(),
            Self::TooDear { .. } => Rule::Cmd15,
        }
    }
}

impl From<CommandActionRefusal> for Refusal {
    fn from(why: CommandActionRefusal) -> Self {
        use CommandActionRefusal as Why;
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            Why::NotOwnUnit(unit)
            | Why::Engaged(unit)
            | Why::NotReady(unit)
            | Why::RalliedThisTurn(unit)
            | Why::ControlOfRouting(unit)
            | Why::ControlledAlready(unit)
            | Why::ControlOfEngaged(unit)
            | Why::ControlOfRallied(unit)
            | Why::ControlOfRunThrough(unit)
            | Why::NotRouting(unit)
            | Why::RoutMoveMade(unit)
            | Why::RalliesInTheAir(unit)
            | Why::NotInTheAir(unit)
            | Why::TurnedInTheAir(unit)
            | Why::NoRoomToLand(unit)
            | Why::NoRoomToTurn(unit)
            | Why::NoRoomToFace(unit)
            | Why::NoMarkedAmmo(unit)
            | Why::NotDisrupted(unit)
            | Why::ReorganizedEngaged(unit)
            | Why::ChargeNamesTwice(unit)
            | Why::ChargeLeavesOut(unit)
            | Why::NoSkirmisher(unit)
            | Why::RecallAfterActivation(unit)
            | Why::RecallOfEngaged(unit)
            | Why::RecallOfRouting(unit)
            | Why::SameOrder(unit) => refusal.asked(unit),
            Why::ServerDraws(card) | Why::HandFull(card) | Why::NotInDeck(card) => refusal.asked(card),
            Why::NoChargeOrder { asked } => refusal.asked(asked).allowed([Order::Close, Order::Range]),
            Why::RecallNamesNobodyOrTwice(units) => refusal.asked(units),
            Why::Order(order) => order.into(),
            Why::TooDear { cost, left } => refusal.asked(cost).allowed(left),
            Why::NotActive
            | Why::NotInOwnPhase
            | Why::NotBetweenActions
            | Why::NoCardLeft
            | Why::SpentAlready
            | Why::NothingToSpend
            | Why::ChargeNamesNobody => refusal,
        }
    }
}
