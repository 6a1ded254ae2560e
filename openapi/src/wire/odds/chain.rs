//! Stages of a chain.

use hindsight_kernel::odds::{Criticals, Models};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::{Explodes, Number, Pool};

/// One stage of a chain: an object with one member.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A die for each that came; the successes go on. To hit, to wound.
    Roll(RollStep),
    /// A die for each that came; the failures go on. Block, save, defence.
    Save(SaveStep),
    /// A die for each that came; a success counts, and one that explodes is rolled again for more of them.
    Explode(ExplodeStep),
    /// So many more, or fewer but not below 0.
    Add(AddStep),
    /// Each that came turns into a number of its own: a D3 of damage for each wound.
    Each(EachStep),
    /// No fewer than this.
    AtLeast(CountStep),
    /// No more than this: what is left of the unit; the surplus is lost.
    AtMost(CountStep),
    /// From wounds to models lost.
    Models(ModelsStep),
}

/// A roll in a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollStep {
    /// What comes out of it, for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub name: Option<String>,
    /// The dice.
    pub pool: Pool,
    /// What criticals do: so many successes `extra`, or `direct` past all later rolls.
    #[serde(default)]
    pub criticals: Criticals,
}

/// A save in a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveStep {
    /// What comes out of it, for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub name: Option<String>,
    /// The dice.
    pub pool: Pool,
}

/// A roll whose dice roll on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplodeStep {
    /// What comes out of it, for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub name: Option<String>,
    /// How each die is read; without rerolls, criticals and overkill.
    pub pool: Pool,
    /// Which faces are rolled again, and how often.
    pub explodes: Explodes,
}

/// A number added in a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddStep {
    /// What comes out of it, for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub name: Option<String>,
    /// How many, -1,000 to 1,000.
    #[schemars(range(min = -1000, max = 1000))]
    pub count: i32,
    /// Only where there is at least one; then not below 0.
    #[serde(default)]
    pub if_any: bool,
}

/// A number for each in a chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EachStep {
    /// What comes out of it, for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub name: Option<String>,
    /// The number; below 0 it is 0.
    pub amount: Number,
}

/// A bound in a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountStep {
    /// What comes out of it, for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub name: Option<String>,
    /// The bound.
    #[schemars(range(min = 0, max = 20_000))]
    pub count: u32,
}

/// Models in a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelsStep {
    /// What comes out of it, for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub name: Option<String>,
    /// The unit that loses them, the wounded model first.
    pub unit: Models,
}
