//! Special rules that were triggered and wait for their turn (p. 111).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::agenda::Answer;
use crate::model::effect::Trigger;
use crate::model::names::UnitId;

/// Whose rule it is. Rules `BG4-ATK-10`, `BG4-END-01` (pp. 97-98, 112-113).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Of the unit card, or of something written on the unit.
    Unit,
    /// Of the faction.
    Faction,
    /// Of the scenario.
    Scenario,
}

/// A special rule that was triggered and waits for its turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Triggered {
    /// The unit that has it.
    pub unit: UnitId,
    /// The other unit that the happening speaks of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<UnitId>,
    /// Whose rule it is.
    pub level: Level,
    /// The rule.
    pub rule: Trigger,
}

/// The rule that waits at a place as it is answered. Rules that say the same share a name, for their order does not
/// matter. Rule `BG4-CONS-01` (pp. 111-112).
pub(crate) fn named(waiting: &[Triggered], place: usize) -> Option<Answer> {
    let triggered = waiting.get(place)?;
    let namesake = |other: &&Triggered| {
        (other.unit, &other.rule.name, other.other) == (triggered.unit, &triggered.rule.name, triggered.other)
    };
    let mut different: Vec<&Triggered> = Vec::new();
    for other in waiting.iter().filter(namesake) {
        if !different.contains(&other) {
            different.push(other);
        }
    }
    let number = different.iter().position(|other| *other == triggered)?;
    Some(Answer::Rule {
        unit: triggered.unit,
        name: triggered.rule.name.clone(),
        other: triggered.other,
        number: u8::try_from(number + 1).ok().filter(|number| *number > 1),
    })
}
