//! Questions about dice, and their exact answers: a small language of numbers left to chance.
//!
//! A [`Number`] is what dice come to. It is a whole number, or an object with one member that says how it is made:
//! `{"dice": {"count": 3}}`, `{"sum": [{"dice": {}}, 2]}`, `{"successes": {"dice": 8, "pool": {"at_least": 4}}}`. Parts
//! are independent of each other. Every limit stands here and in the schema; what is beyond it is refused with its name.

use hindsight_kernel::Distribution;
use hindsight_kernel::odds::{Again, Contest, Criticals, Luck, Models, Standing, Which};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

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
/// How deep numbers may nest.
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
/// What one pool of dice that depend on each other, or one chain, counts as at least.
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

/// A number left to chance: a whole number for certain, or an object with one member that says how it is made.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Number {
    /// For certain.
    Fixed(#[schemars(range(min = -100_000, max = 100_000))] i32),
    /// Made from dice or other numbers.
    Made(Box<Made>),
}

impl<'de> Deserialize<'de> for Number {
    // By hand, so that a fault deep inside is told with its place (an untagged enum forgets it).
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Seen;
        impl<'de> Visitor<'de> for Seen {
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
                Made::deserialize(MapAccessDeserializer::new(map)).map(|made| Number::Made(Box::new(made)))
            }
        }
        from.deserialize_any(Seen)
    }
}

/// How a number is made. Parts are independent of each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Made {
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
    pub which: Which,
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

const fn one() -> u32 {
    1
}

const fn six() -> u32 {
    6
}

const fn first_face() -> i32 {
    1
}

/// The exact odds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OddsAnswer {
    /// The distribution of the result: of a contest the one less the other, of a test 1 for passed, of luck the sum.
    pub distribution: Distribution,
    /// The expected value.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The most likely value; the lowest of several.
    pub mode: i32,
    /// The lowest value that is not exceeded in at least half of all cases.
    pub median: i32,
    /// The chance of each value or more, from the lowest value on.
    pub at_least: Vec<f64>,
    /// What comes out of each stage of a chain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<OddsStep>,
    /// Where the actual result lies that the question named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// Who wins a contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// The chance of each result of a table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<OddsOutcome>,
    /// The luck of the actual results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
}

/// What comes out of a stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OddsStep {
    /// Its name; its kind where none was given.
    pub name: String,
    /// How many go on, those that went past the rolls included.
    pub distribution: Distribution,
    /// The expected value.
    pub mean: f64,
}

/// A result of a table with its chance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OddsOutcome {
    /// What the table says.
    pub says: String,
    /// How likely, 0 to 1.
    pub p: f64,
}
