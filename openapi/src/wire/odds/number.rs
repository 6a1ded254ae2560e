//! Numbers left to chance, and how they are made.

use hindsight_kernel::Distribution;
use hindsight_kernel::odds::{Again, RerollWhich};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::chain::Step;
use super::{first_face, one, six};

/// A number left to chance: a whole number for certain, or an object with one member that says how it is made.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Number {
    /// For certain.
    Fixed(#[schemars(range(min = -100_000, max = 100_000))] i32),
    /// Made from dice or other numbers.
    Made(Box<NumberExpression>),
}

impl<'de> Deserialize<'de> for Number {
    // By hand, so that a fault deep inside is told with its place (an untagged enum forgets it).
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct NumberVisitor;
        impl<'de> Visitor<'de> for NumberVisitor {
            type Value = Number;

            fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str("a whole number, or an object such as {\"dice\": {\"count\": 3}}")
            }

            fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Number, E> {
                i32::try_from(value)
                    .map(Number::Fixed)
                    .map_err(|_| E::custom(format!("{value} is too large for a number here")))
            }

            fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Number, E> {
                i32::try_from(value)
                    .map(Number::Fixed)
                    .map_err(|_| E::custom(format!("{value} is too large for a number here")))
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Number, M::Error> {
                NumberExpression::deserialize(MapAccessDeserializer::new(map))
                    .map(|made| Number::Made(Box::new(made)))
            }
        }
        from.deserialize_any(NumberVisitor)
    }
}

/// How a number is made. Parts are independent of each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NumberExpression {
    /// Dice that are summed.
    Dice(Dice),
    /// Dice that are counted: how many succeed.
    Successes(Successes),
    /// The chances themselves: `p[i]` is the probability of `from + i`; they sum to 1.
    Given(Distribution),
    /// All of them added.
    Sum(#[schemars(length(min = 1, max = 64))] Vec<Number>),
    /// The highest of them.
    Highest(#[schemars(length(min = 1, max = 64))] Vec<Number>),
    /// The lowest of them.
    Lowest(#[schemars(length(min = 1, max = 64))] Vec<Number>),
    /// One less the other.
    Difference(Difference),
    /// As many draws of `each` as `count` says, added: a D3 for each wound.
    Times(Times),
    /// So many times as large.
    Scale(Scale),
    /// Held within bounds.
    Clamp(Clamp),
    /// Made again, once, if the first result is not kept.
    Reroll(RerollWhole),
    /// What is left at the end of a chain.
    Chain(ChainNumber),
    /// A number for each row of a table that is read with another number.
    Table(NumberTable),
}

/// Dice that are summed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// How many, 0 to 1,000; 1 if left out.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 1000))]
    pub count: u32,
    /// How many faces, 1 to 100; 6 if left out.
    #[serde(default = "six")]
    #[schemars(range(min = 1, max = 100))]
    pub sides: u32,
    /// What the lowest face shows, -100 to 100; 1 if left out.
    #[serde(default = "first_face")]
    #[schemars(range(min = -100, max = 100))]
    pub lowest: i32,
    /// Only the highest so many count.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub keep_highest: Option<u32>,
    /// Only the lowest so many count.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub keep_lowest: Option<u32>,
    /// A die that shows this or more is rolled again and the new face added; not together with keeping some.
    #[serde(default)]
    pub explodes: Option<Explodes>,
}

/// Dice that roll on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explodes {
    /// The lowest face that does.
    #[schemars(range(min = -100, max = 200))]
    pub from: i32,
    /// How often one die may, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub most: u32,
}

/// Dice that are counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Successes {
    /// How many: 20,000 that are each on their own, 200 where rerolls, criticals or overkill bind them together.
    pub dice: Number,
    /// How they are read.
    pub pool: Pool,
}

/// How counted dice are read and rolled again. Either `at_least` or `at_most` is needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    /// A die succeeds at this or more.
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub at_least: Option<i32>,
    /// A die succeeds at this or less.
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub at_most: Option<i32>,
    /// How many faces, 1 to 100; 6 if left out.
    #[serde(default = "six")]
    #[schemars(range(min = 1, max = 100))]
    pub sides: u32,
    /// What the lowest face shows, -100 to 100; 1 if left out.
    #[serde(default = "first_face")]
    #[schemars(range(min = -100, max = 100))]
    pub lowest: i32,
    /// Added to every face before it is compared.
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub modifier: i32,
    /// The least and the most that face and modifier come to.
    #[serde(default)]
    pub results: Option<Bounds>,
    /// A face that succeeds whatever is needed.
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub always_succeeds: Option<i32>,
    /// A face that fails whatever is needed.
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub always_fails: Option<i32>,
    /// Successes whose face is at least this are criticals.
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub critical_from: Option<i32>,
    /// How many failed dice of one roll succeed all the same.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000))]
    pub overkill: u32,
    /// What is rolled again, in this order; at most 8.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub rerolls: Vec<Reroll>,
    /// How often one die may be rolled again: `once_per_roll` (if left out) or `once_per_reroll`.
    #[serde(default)]
    pub again: Again,
}

/// Dice that are rolled again, chosen after seeing them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reroll {
    /// Which: `misses`, `successes`, `criticals`, `every_success`, `any`, or `{"face": 1}`.
    pub which: RerollWhich,
    /// At most how many; all of them if left out.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000))]
    pub most: Option<u32>,
}

/// Two bounds, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// The lower.
    #[schemars(range(min = -1000, max = 1000))]
    pub least: i32,
    /// The upper.
    #[schemars(range(min = -1000, max = 1000))]
    pub most: i32,
}

/// One number less another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// From this.
    pub of: Number,
    /// This is taken.
    pub less: Number,
}

/// A sum of as many draws as another number says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// How many draws; fewer than 0 are none.
    pub count: Number,
    /// What is drawn.
    pub each: Number,
}

/// A number made larger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// The number.
    pub of: Number,
    /// How many times, -1,000 to 1,000.
    #[schemars(range(min = -1000, max = 1000))]
    pub by: i32,
}

/// A number held within bounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clamp {
    /// The number.
    pub of: Number,
    /// Below this it counts as this.
    #[serde(default)]
    #[schemars(range(min = -100_000, max = 100_000))]
    pub least: Option<i32>,
    /// Above this it counts as this.
    #[serde(default)]
    #[schemars(range(min = -100_000, max = 100_000))]
    pub most: Option<i32>,
}

/// A whole roll that is made again, once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RerollWhole {
    /// The roll.
    pub of: Number,
    /// When.
    pub when: RerollWhen,
}

/// Which result of a whole roll is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RerollWhen {
    /// One below this.
    Below(#[schemars(range(min = -100_000, max = 100_000))] i32),
    /// One above this.
    Above(#[schemars(range(min = -100_000, max = 100_000))] i32),
    /// Just this one.
    Is(#[schemars(range(min = -100_000, max = 100_000))] i32),
    /// One below the mean.
    BelowMean,
    /// Always, and the better of both is kept.
    KeepHigher,
    /// Always, and the worse of both is kept.
    KeepLower,
}

/// The end of a chain, as a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChainNumber {
    /// How many dice, hits or wounds it begins with.
    pub start: Number,
    /// What happens to them, in order; at most 32 stages.
    #[schemars(length(max = 32))]
    pub steps: Vec<Step>,
}

/// Numbers by the rows of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberTable {
    /// The adjusted roll.
    pub roll: Number,
    /// The rows, each with the lowest number at which it is read; 1 to 64.
    #[schemars(length(min = 1, max = 64))]
    pub rows: Vec<NumberRow>,
}

/// A row of such a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberRow {
    /// The lowest number of the row; it reaches up to the next one.
    #[schemars(range(min = -100_000, max = 100_000))]
    pub from: i32,
    /// What it gives.
    pub gives: Number,
}
