//! A courage check at hand.

use hindsight_kernel::Roll;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Demanded, Lasting};
use crate::model::effect::Effect;
use crate::model::names::UnitId;

/// A kind of courage check. Rule `BG4-COUR-01` (p. 84).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CheckKind {
    /// Step 1.
    Fear,
    /// Step 2, and its repetitions out of step 6.
    Rout,
    /// Step 4.
    FollowUp,
    /// Step 6: demanded by a scenario, card or special rule.
    Other,
}

/// A courage check between its beginning and its result. Rule `BG4-COUR-03` (p. 85).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Who.
    pub unit: UnitId,
    /// Which.
    pub kind: CheckKind,
    /// The dice, once rolled; a reroll replaces them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// What the total must not exceed, once rolled.
    #[serde(default)]
    pub target: i32,
    /// Changes of courage by cards played for this check.
    #[serde(default)]
    pub cards: Vec<Lasting>,
    /// In step 6 what demands it: one roll for all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub demanded: Vec<Demanded>,
}

impl Check {
    /// Whether a card has its unit pass it, whatever the dice show.
    pub fn is_passed_by_card(&self) -> bool {
        let effects = self.cards.iter().flat_map(|card| &card.effects);
        effects
            .into_iter()
            .any(|effect| matches!(effect, Effect::PassCourage { .. }))
    }

    /// Whether it is passed as it stands; nothing before its roll. Rule `BG4-COUR-03` (p. 85).
    pub fn passed(&self) -> Option<bool> {
        if self.is_passed_by_card() {
            return Some(true);
        }
        self.roll.as_ref().map(|roll| roll.total() as i32 <= self.target)
    }
}
