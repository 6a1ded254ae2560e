//! Questions about a position, answered without changing it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::message::worded;
use crate::{Distribution, Message, Modifier, Overlay, RuleId, Seat, SentenceData, Shape, Tone};

/// A request to inspect a position: one unit, or what it and another could do to each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InspectRequest {
    /// The unit asked about.
    pub unit: String,
    /// The other unit: target, attacker, supporter.
    #[serde(default)]
    pub target: Option<String>,
    /// What else narrows the question, as the system documents: a facing, a lane, a command to weigh.
    #[serde(default)]
    pub about: Map<String, Value>,
}

/// The grounds of an event: the rule by which it happens, and the questions about the position before it that decide it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grounds {
    /// The rule.
    pub rule: RuleId,
    /// About whom to ask, where asking tells more than the rule.
    pub question: Option<InspectRequest>,
    /// The topics of the answers that decide it, the first one first.
    pub topics: &'static [&'static str],
}

/// An inspection of a position: all answers to one request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Inspection {
    /// The unit asked about.
    pub unit: String,
    /// The other unit.
    pub target: Option<String>,
    /// Distance, facing side, in combat, movement left, legal targets ... each with its rule.
    pub answers: Vec<InspectAnswer>,
    /// Attacks that are possible or pending, with their exact odds.
    pub attacks: Vec<AttackChances>,
    /// Ranges, arcs, lanes and targets to lay over the board.
    pub overlays: Vec<Overlay>,
}

impl Inspection {
    /// Adds an answer.
    pub fn answer(&mut self, topic: &str, value: Value, text: Message, rule: impl Into<RuleId>) {
        self.answers.push(InspectAnswer {
            topic: topic.to_owned(),
            value,
            text,
            rule: rule.into(),
        });
    }

    /// Adds something to lay over the board, in the colour of a seat.
    pub fn lay(&mut self, kind: &str, label: Option<String>, seat: Seat, tone: Tone, shape: Shape) {
        self.overlays.push(Overlay {
            kind: kind.to_owned(),
            label,
            seat: Some(seat),
            tone,
            shape,
        });
    }
}

/// One answer of an inspection: its topic, its value, its words and its rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InspectAnswer {
    /// `distance`, `facing_side`, `in_combat`, `legal_targets` ...
    pub topic: String,
    /// The value for programs.
    pub value: Value,
    /// The value in words.
    #[serde(flatten, with = "worded::text")]
    #[schemars(with = "SentenceData")]
    pub text: Message,
    /// Why.
    pub rule: RuleId,
}

/// One attack explained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttackChances {
    /// Who attacks.
    pub unit: String,
    /// Whom.
    pub target: String,
    /// `melee`, `shooting` ...
    pub kind: String,
    /// Its steps from dice to damage. Find a step by its `purpose`: a release may add steps anywhere, so its place is no key.
    pub steps: Vec<RollChances>,
    /// Damage that would count.
    pub damage: Distribution,
    /// The chance to destroy the target.
    pub destroys: f64,
}

/// One step of an attack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RollChances {
    /// Key of the step within its attack: `attack dice`, `to hit`, `to wound`, `attack`, `block` ...
    pub purpose: String,
    /// How many dice, if that is certain.
    pub dice: Option<u32>,
    /// What each die needs.
    pub target: Option<i32>,
    /// The numbers that made the target.
    pub modifiers: Vec<Modifier>,
    /// The successes of this step.
    pub successes: Distribution,
}
