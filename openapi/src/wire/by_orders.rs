//! Units that carry out their standing orders, and the reason why no more of them do.

use hindsight_kernel::{Awaiting, BoardPoint, MessageData, RuleId, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Units of a seat that carry out their standing orders, and the reason why no more of them do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CarriedOut {
    /// Seat of the units.
    pub seat: Seat,
    /// The units, in the order in which they act.
    pub units: Vec<UnitByOrders>,
    /// The reason why no more of them act.
    pub stopped: OrdersStopped,
}

/// A unit that carries out its standing order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitByOrders {
    /// Id of the unit.
    pub unit: String,
    /// The act of the unit, in one sentence.
    pub words: String,
    /// Id and arguments of the sentence, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The place of the unit before all of them act, if it is on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<UnitPlace>,
    /// The place of the unit after all of them have acted, if it is on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<UnitPlace>,
}

/// The place of a unit on the board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitPlace {
    /// Its corners, in order.
    pub outline: Vec<BoardPoint>,
    /// Its heading in degrees, clockwise, 0 = north; nothing for what has no front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<f64>,
}

/// The reason why no more units carry out their standing orders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OrdersStopped {
    /// The kind of reason.
    pub reason: OrdersStop,
    /// Id of the unit at which it stops, unless none is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The reason in one sentence.
    pub words: String,
    /// Id and arguments of the sentence, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The rule that asks, or that refuses the next unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// The question that is open after the last unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Awaiting>,
}

/// The kind of reason why no more units carry out their standing orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrdersStop {
    /// No unit is left that has an order to carry out, or all that were named have done so.
    Done,
    /// The act of the last unit leads to a question.
    Choice,
    /// Another seat is asked, for which the caller does not speak.
    OtherSeat,
    /// Dice are rolled.
    Roll,
    /// The rules refuse the next unit.
    Refused,
    /// The next unit that was named has no order that it can carry out now.
    NoOrder,
    /// The next command would show the caller what is hidden from them.
    Shows,
    /// The game is over.
    Over,
    /// There are more units than one step takes.
    TooFar,
}
