//! Questions about dice, and their exact answers: a small language of numbers left to chance.
//!
//! A [`Number`] is what dice come to. It is a whole number, or an object with one member that says how it is made:
//! `{"dice": {"count": 3}}`, `{"sum": [{"dice": {}}, 2]}`, `{"successes": {"dice": 8, "pool": {"at_least": 4}}}`. Parts
//! are independent of each other. Every limit stands here and in the schema; what is beyond it is refused with its name.

mod answer;
mod chain;
mod number;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use answer::*;
pub use chain::*;
pub use number::*;

/// The most bytes of a question.
pub const ODDS_BYTES: usize = 16 << 10;
/// The most dice that are summed.
pub const ODDS_DICE: u32 = 1_000;
/// The most sides of a die.
pub const ODDS_SIDES: u32 = 100;
/// The furthest from 0 that a number written in a question may lie.
pub const ODDS_NUMBER: i32 = 100_000;
/// The most values of one distribution.
pub const ODDS_VALUES: usize = 20_000;
/// The deepest nesting of numbers.
pub const ODDS_DEPTH: usize = 16;
/// The most numbers in one question.
pub const ODDS_NUMBERS: usize = 200;
/// The most parts of a list: terms, rows, rerolls.
pub const ODDS_LIST: usize = 64;
/// The most stages of a chain.
pub const ODDS_STEPS: usize = 32;
/// The most times that one die explodes.
pub const ODDS_EXPLOSIONS: u32 = 20;
/// The most work for one question, in multiplications.
pub const ODDS_WORK: u64 = 60_000_000;
/// The work that one pool of dice that depend on each other, or one chain, counts as at least.
pub const ODDS_POOL_WORK: u64 = 2_000_000;

/// A question about dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OddsRequest {
    /// The sum of dice.
    Sum(SumOdds),
    /// How many of some dice show at least a number; then how many of those are saved: the short form of a chain.
    Attack(AttackOdds),
    /// Any number left to chance.
    Number(NumberOdds),
    /// From dice to damage, stage by stage: to hit, to wound, saves, rerolls, criticals, caps.
    Chain(ChainOdds),
    /// One number against another.
    Contest(ContestOdds),
    /// A table of results read with a number.
    Table(TableOdds),
    /// A test on a sum of dice, some of which may be rolled again after all are seen.
    Test(TestOdds),
    /// How lucky actual results were, all together.
    Luck(LuckOdds),
}

impl OddsRequest {
    /// The names of all kinds of question.
    pub const TYPES: &'static [&'static str] = &[
        "sum", "attack", "number", "chain", "contest", "table", "test", "luck",
    ];
}

/// The sum of dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SumOdds {
    /// How many, 1 to 1,000.
    #[schemars(range(min = 1, max = 1000))]
    pub dice: u32,
    /// Faces from 1 to this, 2 to 100.
    #[schemars(range(min = 2, max = 100))]
    pub sides: u32,
    /// Added to the sum, -100,000 to 100,000.
    #[serde(default)]
    #[schemars(range(min = -100_000, max = 100_000))]
    pub plus: i32,
    /// Only the highest so many count.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub keep_highest: Option<u32>,
}

/// Dice that hit, and saves against the hits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackOdds {
    /// How many dice, 1 to 1,000.
    #[schemars(range(min = 1, max = 1000))]
    pub dice: u32,
    /// Each die hits at this face or more (six sides).
    #[schemars(range(min = 1, max = 7))]
    pub hits_on: u32,
    /// Each hit is saved at this face or more; left out, no saves.
    #[serde(default)]
    #[schemars(range(min = 1, max = 7))]
    pub saved_on: Option<u32>,
    /// At most so many count.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000))]
    pub at_most: Option<u32>,
}

/// Any number left to chance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberOdds {
    /// The number.
    pub of: Number,
    /// An actual result: the answer then says in `standing` where it lies.
    #[serde(default)]
    #[schemars(range(min = -100_000, max = 100_000))]
    pub result: Option<i32>,
}

/// An attack from its dice to its damage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChainOdds {
    /// How many dice, hits or wounds it begins with.
    pub start: Number,
    /// What happens to them, in order; at most 32 stages.
    #[schemars(length(max = 32))]
    pub steps: Vec<Step>,
    /// An actual result: the answer then says in `standing` where it lies.
    #[serde(default)]
    #[schemars(range(min = -100_000, max = 100_000))]
    pub result: Option<i32>,
}

/// One number against another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContestOdds {
    /// The first.
    pub one: Number,
    /// The second.
    pub other: Number,
    /// Both roll again until they differ.
    #[serde(default)]
    pub ties_rolled_again: bool,
}

/// A table of results read with a number: the first row covers everything below it too, the last everything above.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableOdds {
    /// The adjusted roll.
    pub roll: Number,
    /// The rows, each with the lowest number at which it is read; 1 to 64.
    #[schemars(length(min = 1, max = 64))]
    pub rows: Vec<TableRow>,
}

/// A row of a table of results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    /// The lowest number of the row; it reaches up to the next one.
    #[schemars(range(min = -100_000, max = 100_000))]
    pub from: i32,
    /// What it says, 1 to 100 characters; rows that say the same are counted together.
    #[schemars(length(min = 1, max = 100))]
    pub says: String,
}

/// A test on a sum of dice. Who picks the dice sees all faces first, then rolls those again, once, that help most.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestOdds {
    /// How many dice, 1 to 8.
    #[schemars(range(min = 1, max = 8))]
    pub dice: u32,
    /// Their sides; 6 if left out.
    #[serde(default = "six")]
    #[schemars(range(min = 2, max = 100))]
    pub sides: u32,
    /// The sum has to reach this; or `at_most`, one of the two.
    #[serde(default)]
    #[schemars(range(min = -100_000, max = 100_000))]
    pub at_least: Option<i32>,
    /// The sum must not exceed this; or `at_least`.
    #[serde(default)]
    #[schemars(range(min = -100_000, max = 100_000))]
    pub at_most: Option<i32>,
    /// At most so many dice are rolled again; none if left out.
    #[serde(default)]
    #[schemars(range(min = 0, max = 8))]
    pub rerolls: u32,
}

/// Actual results, to be judged together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LuckOdds {
    /// The rolls, 1 to 64 kinds of them.
    #[schemars(length(min = 1, max = 64))]
    pub rolls: Vec<ActualRoll>,
}

/// What could be rolled, and what was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActualRoll {
    /// What could be rolled.
    pub of: Number,
    /// The results of all such rolls, 1 to 1,000.
    #[schemars(length(min = 1, max = 1000), inner(range(min = -100_000, max = 100_000)))]
    pub results: Vec<i32>,
    /// Low results are the lucky ones.
    #[serde(default)]
    pub low_is_good: bool,
}

const fn one() -> u32 {
    1
}

const fn six() -> u32 {
    6
}

const fn first_face() -> i32 {
    1
}
