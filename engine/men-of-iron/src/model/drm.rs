//! Die rolls as the game reads them: one ten-sided die from 0 to 9, and what is added to it.

use hindsight_kernel::{Roll, RuleId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number added to a die roll, with the rule that adds it. Rule `MOI-COMP-10`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drm {
    /// The rule that adds it.
    pub rule: RuleId,
    /// How much.
    pub value: i8,
}

impl Drm {
    /// A modifier by a rule.
    pub fn new(rule: &'static str, value: i32) -> Self {
        Self {
            rule: RuleId::new(rule),
            value: value.clamp(-99, 99) as i8,
        }
    }
}

/// The sum of modifiers.
pub fn sum(drms: &[Drm]) -> i32 {
    drms.iter().map(|drm| i32::from(drm.value)).sum()
}

/// The faces of the die in use.
pub const SIDES: u8 = 10;

/// The reading of a rolled die. The kernel counts faces from 1; the tenth face is the one that shows 0. Rule
/// `MOI-COMP-02`.
pub const fn reading(face: u8) -> i32 {
    (face % SIDES) as i32
}

/// A die roll with what is added to it. Rule `MOI-COMP-10`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    /// The die. Its face 10 is the one that shows 0.
    pub roll: Roll,
    /// What is added, each with its rule; what adds nothing is left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drms: Vec<Drm>,
}

impl Throw {
    /// The reading of the die, 0 to 9.
    pub fn natural(&self) -> i32 {
        self.roll.faces.first().map_or(0, |&face| reading(face))
    }

    /// The adjusted die roll.
    pub fn total(&self) -> i32 {
        self.natural() + sum(&self.drms)
    }
}
