//! From dice to damage: stages in which what succeeds goes on to the next roll.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::distribution::{probability, thin};
use super::pool::{Budget, dense};
use super::{Distribution, OddsError, Pool};

/// The most things that go through a chain side by side.
const MOST_THINGS: usize = 20_000;

/// What each critical of a roll does beside being one success.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Criticals {
    /// So many successes more, each of which goes on to the next roll.
    pub extra: u32,
    /// Its own success goes past all later rolls and is damage at once.
    pub direct: bool,
}

/// Models of several wounds that lose them one model after the other, the wounded model first.
///
/// ```
/// use hindsight_odds::Models;
///
/// // Three models of two wounds, one of them wounded.
/// let unit = Models { count: 3, wounds_each: 2, wounds_on_first: 1 };
/// assert_eq!([0, 1, 2, 3, 5, 99].map(|wounds| unit.lost(wounds)), [0, 1, 1, 2, 3, 3]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Models {
    /// Models left.
    pub count: u32,
    /// Wounds of an unhurt model; 0 counts as 1.
    pub wounds_each: u32,
    /// Wounds that the first model has already suffered.
    #[serde(default)]
    pub wounds_on_first: u32,
}

impl Models {
    /// The number of models that so many wounds remove.
    pub fn lost(&self, wounds: u32) -> u32 {
        let each = u64::from(self.wounds_each.max(1));
        let already = u64::from(self.wounds_on_first).min(each - 1);
        ((u64::from(wounds) + already) / each).min(self.count.into()) as u32
    }
}

/// One stage of a [`Chain`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "step")]
pub enum ChainStep {
    /// A die for each that came; the successes go on. To hit, to wound.
    Roll {
        /// The dice.
        pool: Pool,
        /// What criticals do.
        #[serde(default)]
        criticals: Criticals,
    },
    /// A die for each that came; the failures go on. Block, save, defence.
    Save {
        /// The dice.
        pool: Pool,
    },
    /// So many more, or fewer but not below 0: Impact Hits, a wound prevented.
    Add {
        /// How many; fewer take from those that went past the rolls too.
        count: i32,
    },
    /// So many more if there is at least one.
    AddIfAny {
        /// How many.
        count: u32,
    },
    /// Each that came turns into a number of its own: D3 damage for each wound.
    Each {
        /// That number; below 0 it is 0.
        amount: Distribution,
    },
    /// No fewer than this.
    AtLeast {
        /// The minimum.
        count: u32,
    },
    /// No more than this: what is left of the unit; the surplus is lost.
    Cap {
        /// The maximum.
        most: u32,
    },
    /// From wounds to models lost.
    Models {
        /// The unit.
        models: Models,
    },
}

/// A stage with the name under which its result is reported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NamedStep {
    /// What comes out of it, in the game's words.
    pub name: Cow<'static, str>,
    /// The stage.
    #[serde(flatten)]
    pub step: ChainStep,
}

/// An attack from its dice to its damage, as data.
///
/// ```
/// use hindsight_odds::{Chain, Pool, SuccessRule};
///
/// // Five dice at 3 or less, one Impact Hit, to wound at 7 with Overkill, seven boxes left.
/// let attack = Chain::dice(5)
///     .roll("hits", Pool::new(SuccessRule::roll_under(3)))
///     .add("with impact", 1)
///     .roll("wounds", Pool::new(SuccessRule::roll_under(7)))
///     .cap("damage", 7)
///     .odds()?;
/// assert_eq!((attack.total.first(), attack.total.last()), (1, 6));
/// # Ok::<(), hindsight_odds::OddsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chain {
    /// How many dice, hits or wounds it begins with.
    pub start: Distribution,
    /// What happens to them, in order.
    pub steps: Vec<NamedStep>,
}

/// What comes out of one stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepOdds {
    /// The stage's name.
    pub name: Cow<'static, str>,
    /// How many, those that went past the rolls included.
    pub distribution: Distribution,
}

/// What a [`Chain`] comes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChainOdds {
    /// Stage by stage.
    pub steps: Vec<StepOdds>,
    /// What comes out at the end.
    pub total: Distribution,
}

impl Chain {
    /// A chain that begins with so many dice. With Impact Hits alone, or direct damage, it begins with 0 and adds.
    pub fn dice(count: u32) -> Self {
        Self::of(Distribution::point(i32::try_from(count).unwrap_or(i32::MAX)))
    }

    /// A chain that begins with a number that is itself left to chance.
    pub const fn of(start: Distribution) -> Self {
        Self {
            start,
            steps: Vec::new(),
        }
    }

    /// The same with one more stage.
    #[must_use]
    pub fn then(mut self, name: impl Into<Cow<'static, str>>, step: ChainStep) -> Self {
        self.steps.push(NamedStep {
            name: name.into(),
            step,
        });
        self
    }

    /// A die for each; successes go on.
    #[must_use]
    pub fn roll(self, name: impl Into<Cow<'static, str>>, pool: Pool) -> Self {
        self.then(
            name,
            ChainStep::Roll {
                pool,
                criticals: Criticals::default(),
            },
        )
    }

    /// A die for each; successes go on and criticals do what they do.
    #[must_use]
    pub fn roll_with(self, name: impl Into<Cow<'static, str>>, pool: Pool, criticals: Criticals) -> Self {
        self.then(name, ChainStep::Roll { pool, criticals })
    }

    /// A die for each; failures go on.
    #[must_use]
    pub fn save(self, name: impl Into<Cow<'static, str>>, pool: Pool) -> Self {
        self.then(name, ChainStep::Save { pool })
    }

    /// So many more, or fewer.
    #[must_use]
    pub fn add(self, name: impl Into<Cow<'static, str>>, count: i32) -> Self {
        self.then(name, ChainStep::Add { count })
    }

    /// No more than this.
    #[must_use]
    pub fn cap(self, name: impl Into<Cow<'static, str>>, most: u32) -> Self {
        self.then(name, ChainStep::Cap { most })
    }

    /// From wounds to models lost.
    #[must_use]
    pub fn models(self, name: impl Into<Cow<'static, str>>, models: Models) -> Self {
        self.then(name, ChainStep::Models { models })
    }

    /// The exact odds after every stage.
    ///
    /// # Errors
    /// [`OddsError::TooManyDice`] and [`OddsError::TooComplex`], as [`Pool::successes`] and for more than 20,000 things.
    pub fn odds(&self) -> Result<ChainOdds, OddsError> {
        let mut budget = Budget::default();
        let mut flow = Flow::new(&self.start)?;
        let mut steps = Vec::with_capacity(self.steps.len());
        for NamedStep { name, step } in &self.steps {
            flow = flow.step(step, &mut budget)?;
            steps.push(StepOdds {
                name: name.clone(),
                distribution: flow.total(),
            });
        }
        let total = steps
            .last()
            .map_or_else(|| flow.total(), |step| step.distribution.clone());
        Ok(ChainOdds { steps, total })
    }
}

/// The joint weights of what still rolls and what went past the rolls: `rows[past][rolling]`.
struct Flow {
    rows: Vec<Vec<f64>>,
}

impl Flow {
    /// Everything still rolls.
    fn new(counts: &Distribution) -> Result<Self, OddsError> {
        let counts = counts.clamp(0, i32::MAX);
        if counts.last() as usize > MOST_THINGS {
            return Err(OddsError::TooManyDice {
                dice: counts.last() as u32,
                most: MOST_THINGS as u32,
            });
        }
        Ok(Self {
            rows: vec![dense(&counts)],
        })
    }

    /// Both kinds together.
    fn total(&self) -> Distribution {
        let longest = self
            .rows
            .iter()
            .enumerate()
            .map(|(past, row)| past + row.len())
            .max()
            .unwrap_or(0);
        let mut sums = vec![0.0; longest];
        for (past, row) in self.rows.iter().enumerate() {
            for (slot, weight) in sums[past..].iter_mut().zip(row) {
                *slot += weight;
            }
        }
        Distribution::normal(0, sums)
    }

    fn step(self, step: &ChainStep, budget: &mut Budget) -> Result<Self, OddsError> {
        let count = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
        match step {
            ChainStep::Roll { pool, criticals } => self.roll(pool, *criticals, budget),
            ChainStep::Save { pool } => self.save(pool, budget),
            ChainStep::Add { count } if *count >= 0 => self.add(*count as usize),
            ChainStep::Add { count } => Self::new(&self.total().shift(*count)),
            ChainStep::AddIfAny { count: more } => Self::new(
                &self
                    .total()
                    .map(|n| if n > 0 { n.saturating_add(count(*more)) } else { n }),
            ),
            ChainStep::Each { amount } => {
                let counts = self.total();
                let amount = amount.clamp(0, i32::MAX);
                let most = counts.last() as usize * amount.last() as usize;
                if most > MOST_THINGS {
                    return Err(OddsError::TooManyDice {
                        dice: most as u32,
                        most: MOST_THINGS as u32,
                    });
                }
                budget.spend(((counts.last() as usize + 1) * (most + 1)) as u64 / 8)?;
                Self::new(&counts.sum_of(&amount))
            }
            ChainStep::AtLeast { count: least } => Self::new(&self.total().clamp(count(*least), i32::MAX)),
            ChainStep::Cap { most } => Self::new(&self.total().cap(count(*most))),
            ChainStep::Models { models } => {
                Self::new(&self.total().map(|n| count(models.lost(n.max(0) as u32))))
            }
        }
    }

    fn add(self, count: usize) -> Result<Self, OddsError> {
        if self
            .rows
            .iter()
            .any(|row| row.len().saturating_add(count) > MOST_THINGS)
        {
            return Err(OddsError::TooManyDice {
                dice: count as u32,
                most: MOST_THINGS as u32,
            });
        }
        let rows = self.rows.into_iter().map(|mut row| {
            row.splice(0..0, std::iter::repeat_n(0.0, count));
            row
        });
        Ok(Self { rows: rows.collect() })
    }

    fn save(self, pool: &Pool, budget: &mut Budget) -> Result<Self, OddsError> {
        if let Some(chance) = pool.free_chance()? {
            return self.thinned(1.0 - chance, budget);
        }
        self.spread(pool, budget, |dice, hits, criticals| (dice - hits - criticals, 0))
    }

    fn roll(self, pool: &Pool, criticals: Criticals, budget: &mut Budget) -> Result<Self, OddsError> {
        let plain = pool.rule.critical_from.is_none() || criticals == Criticals::default();
        match pool.free_chance()? {
            Some(chance) if plain => self.thinned(chance, budget),
            _ => self.spread(pool, budget, |_, hits, crits| {
                let extra = crits.saturating_mul(criticals.extra as usize);
                let (rolling, past) = if criticals.direct { (0, crits) } else { (crits, 0) };
                ((hits + rolling).saturating_add(extra), past)
            }),
        }
    }

    /// Each thing goes on with the same chance of its own.
    fn thinned(self, chance: f64, budget: &mut Budget) -> Result<Self, OddsError> {
        for row in &self.rows {
            budget.spend((row.len() * row.len()) as u64 / 16)?;
        }
        let chance = probability(chance);
        Ok(Self {
            rows: self.rows.iter().map(|row| thin(row, chance)).collect(),
        })
    }

    /// Each number of dice by itself; `after` says of dice, hits and criticals how many still roll and how many do not.
    fn spread(
        self,
        pool: &Pool,
        budget: &mut Budget,
        after: impl Fn(usize, usize, usize) -> (usize, usize),
    ) -> Result<Self, OddsError> {
        let longest = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut rows: Vec<Vec<f64>> = Vec::new();
        let mut throws = pool.throws();
        for dice in 0..longest {
            let befores: Vec<(usize, f64)> = self
                .rows
                .iter()
                .enumerate()
                .filter_map(|(past, row)| row.get(dice).filter(|weight| **weight > 0.0).map(|w| (past, *w)))
                .collect();
            if befores.is_empty() {
                continue;
            }
            budget.spend(dice as u64 * befores.len() as u64 / 4)?;
            for (hits, criticals, p) in throws.tally(dice as u32, budget)?.iter() {
                let (rolling, more_past) = after(dice, hits as usize, criticals as usize);
                if rolling > MOST_THINGS {
                    return Err(OddsError::TooManyDice {
                        dice: u32::MAX,
                        most: MOST_THINGS as u32,
                    });
                }
                budget.spend(befores.len() as u64)?;
                for &(past, weight) in &befores {
                    let past = past + more_past;
                    if past >= rows.len() {
                        rows.resize_with(past + 1, Vec::new);
                    }
                    let row = &mut rows[past];
                    if rolling >= row.len() {
                        row.resize(rolling + 1, 0.0);
                    }
                    row[rolling] += weight * p;
                }
            }
        }
        Ok(Self { rows })
    }
}
