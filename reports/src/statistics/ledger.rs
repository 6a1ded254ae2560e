//! Every roll and every attack with its exact distribution, and the luck of any selection of them.

use hindsight_kernel::odds::{Luck, Rolls, Standing};
use hindsight_kernel::{CountedDice, DiceRolled, Distribution, Modifier, Seat, odds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GameStatistics, Stage};

/// One roll.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RollEntry {
    /// The version of the event.
    pub version: u64,
    /// When.
    pub stage: Stage,
    /// What for.
    pub purpose: String,
    /// Who threw.
    pub seat: Seat,
    /// For which unit.
    pub unit: Option<String>,
    /// Against which unit.
    pub against: Option<String>,
    /// Sides of the dice.
    pub sides: u8,
    /// What they show, in the order thrown; empty where they were counted.
    pub faces: Vec<u8>,
    /// What is known of dice that were reported by a count: of what they show no table of faces knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<CountedDice>,
    /// What each die, or the sum, needed.
    pub target: Option<i32>,
    /// The numbers that made the target, each with its rule.
    pub modifiers: Vec<Modifier>,
    /// Successes, or the total of a summed roll.
    pub result: i32,
    /// The exact distribution of the result before the throw.
    pub expected: Distribution,
    /// Whether a high result is good for who threw.
    pub high_is_good: bool,
    /// How far the result is above its mean, with the sign that is good for who threw.
    pub surplus: f64,
    /// Where the result stands, 0 to 1, a half being neither lucky nor unlucky, 1 best for who threw.
    pub percentile: f64,
}

impl RollEntry {
    /// Whether it decided who begins or chooses, before the first turn: it is no luck of the battle.
    pub fn is_roll_off(&self) -> bool {
        self.unit.is_none() && self.stage.turn == 0
    }

    /// How far its percentile lies from the middle: 0, an ordinary roll, to 0.5.
    pub fn from_middle(&self) -> f64 {
        (self.percentile - 0.5).abs()
    }

    /// Number of dice.
    pub fn dice(&self) -> usize {
        self.faces.len() + self.counted.iter().map(|part| part.dice()).sum::<usize>()
    }

    pub(super) fn of(version: u64, stage: Stage, rolled: &DiceRolled) -> Self {
        let above = f64::from(rolled.result) - rolled.expected.mean();
        let percentile = rolled.expected.percentile(rolled.result);
        Self {
            version,
            stage,
            purpose: rolled.purpose.clone(),
            seat: rolled.seat,
            unit: rolled.unit.clone(),
            against: rolled.against.clone(),
            sides: rolled.roll.sides,
            faces: rolled.roll.faces.clone(),
            counted: rolled.roll.counted.clone(),
            target: rolled.target,
            modifiers: rolled.modifiers.clone(),
            result: rolled.result,
            expected: rolled.expected.clone(),
            high_is_good: rolled.high_is_good,
            surplus: if rolled.high_is_good { above } else { -above },
            percentile: if rolled.high_is_good {
                percentile
            } else {
                1.0 - percentile
            },
        }
    }
}

/// One attack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttackEntry {
    /// The version of the event.
    pub version: u64,
    /// When.
    pub stage: Stage,
    /// Who attacked.
    pub unit: String,
    /// Whose.
    pub seat: Seat,
    /// Who was attacked.
    pub against: String,
    /// `melee`, `shooting` ...
    pub kind: String,
    /// Dice thrown.
    pub dice: u32,
    /// Hits.
    pub hits: u32,
    /// Hits blocked, saved or not converted.
    pub saved: u32,
    /// Damage that counted.
    pub damage: u32,
    /// Damage lost on a target already destroyed.
    pub surplus: u32,
    /// The exact distribution of the damage at the moment of the throw.
    pub expected: Distribution,
}

/// How lucky a selection of rolls was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LuckFigures {
    /// How many rolls.
    pub rolls: u64,
    /// The sum of their results; results that are good when low count negative.
    pub actual: i64,
    /// The sum expected.
    pub expected: f64,
    /// The standard deviation of the sum.
    pub deviation: f64,
    /// `actual` less `expected`: above 0 is luck.
    pub surplus: f64,
    /// Where the sum stands in the exact distribution of all such sums: a half is neither lucky nor unlucky, 1 is best.
    pub percentile: f64,
    /// The chance to do at least so well.
    pub at_least: f64,
}

impl From<Luck> for LuckFigures {
    fn from(luck: Luck) -> Self {
        let Standing {
            at_least, percentile, ..
        } = luck.standing;
        Self {
            rolls: luck.rolls,
            actual: luck.actual,
            expected: luck.mean,
            deviation: luck.sd,
            surplus: luck.surplus,
            percentile,
            at_least,
        }
    }
}

/// A seat's luck after one of its rolls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LuckPoint {
    /// The version of the roll.
    pub version: u64,
    /// When.
    pub stage: Stage,
    /// Rolls so far.
    pub rolls: u32,
    /// Results above expectation so far.
    pub surplus: f64,
    /// The standard deviation of that sum.
    pub deviation: f64,
}

impl GameStatistics {
    /// The rolls that count as luck: all but roll-offs.
    pub fn rolls_of_battle(&self) -> impl DoubleEndedIterator<Item = &RollEntry> {
        self.dice.iter().filter(|entry| !entry.is_roll_off())
    }

    /// The luck of all rolls of the battle that `holds` selects, from the exact distribution of their sum.
    pub fn luck(&self, holds: impl Fn(&RollEntry) -> bool) -> LuckFigures {
        let mut rolls = Rolls::default();
        for entry in self.rolls_of_battle().filter(|entry| holds(entry)) {
            if entry.high_is_good {
                rolls.add(&entry.expected, entry.result);
            } else {
                rolls.add_low_is_good(&entry.expected, entry.result);
            }
        }
        rolls.luck().into()
    }

    /// The luck of the damage of all attacks that `holds` selects: how it compares with what they should have
    /// done.
    pub fn damage_luck(&self, holds: impl Fn(&AttackEntry) -> bool) -> LuckFigures {
        let damage = |entry: &AttackEntry| i32::try_from(entry.damage).unwrap_or(i32::MAX);
        let rolls: odds::Rolls = self
            .attacks
            .iter()
            .filter(|entry| holds(entry))
            .map(|entry| (&entry.expected, damage(entry)))
            .collect();
        rolls.luck().into()
    }

    /// The luck of one seat after each of its rolls, for those rolls that `holds` selects.
    pub fn luck_over_time(&self, seat: Seat, holds: impl Fn(&RollEntry) -> bool) -> Vec<LuckPoint> {
        let (mut rolls, mut surplus, mut variance) = (0, 0.0, 0.0);
        let of_seat = self
            .rolls_of_battle()
            .filter(|entry| entry.seat == seat && holds(entry));
        of_seat
            .map(|entry| {
                rolls += 1;
                surplus += entry.surplus;
                variance += entry.expected.variance();
                LuckPoint {
                    version: entry.version,
                    stage: entry.stage.clone(),
                    rolls,
                    surplus,
                    deviation: f64::sqrt(variance),
                }
            })
            .collect()
    }
}
