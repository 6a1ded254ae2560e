//! Dice rolled together, counted, and rolled again in part.

use std::collections::BTreeMap;
use std::rc::Rc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::distribution::TAIL;
use super::{Distribution, Mark, OddsError, Reroll, RerollWhich, SuccessRule};

/// The most kinds of faces that rules and rerolls may tell apart.
const MOST_CLASSES: usize = 8;
/// The most dice that may depend on each other (limited rerolls, criticals).
const MOST_COUPLED: u32 = 200;
/// The most dice that are each on their own.
const MOST_FREE: u32 = 20_000;

/// How often one die may be rolled again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// Once in the whole roll, whoever asks: a later reroll must leave it alone.
    #[default]
    OncePerRoll,
    /// Once for every [`Reroll`].
    OncePerReroll,
}

/// Dice that are read one by one and counted, with the rerolls that follow in this order.
///
/// ```
/// use hindsight_odds::{Pool, Reroll, RerollWhich, SuccessRule};
///
/// // Ten dice on 4+; up to two misses are rolled again.
/// let pool = Pool::new(SuccessRule::at_least(4)).reroll(Reroll::up_to(2, RerollWhich::Misses));
/// assert!(pool.successes(10)?.mean() > 5.9);
/// # Ok::<(), hindsight_odds::OddsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pool {
    /// How each die is read.
    pub rule: SuccessRule,
    /// The rerolls in the order in which they are made.
    #[serde(default)]
    pub rerolls: Vec<Reroll>,
    /// How often one die may be rolled again.
    #[serde(default)]
    pub again: Again,
}

/// The joint distribution of hits and criticals: `p[criticals][hits]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Tally {
    p: Vec<Vec<f64>>,
}

impl Tally {
    /// The probability of each pair `(hits, criticals)`, criticals not among the hits.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        (0..).zip(&self.p).flat_map(|(criticals, row)| {
            (0..)
                .zip(row)
                .filter(|(_, p)| **p > 0.0)
                .map(move |(hits, &p)| (hits, criticals, p))
        })
    }

    /// The distribution of all successes, where each critical is worth as many of them as given.
    pub fn worth(&self, critical: u32) -> Distribution {
        let mut sums = Vec::new();
        for (hits, criticals, p) in self.iter() {
            let place =
                (hits as usize).saturating_add((criticals as usize).saturating_mul(critical as usize));
            let place = place.min(super::LIMIT as usize);
            if place >= sums.len() {
                sums.resize(place + 1, 0.0);
            }
            sums[place] += p;
        }
        Distribution::normal(0, sums)
    }
}

impl Pool {
    /// Dice under this rule, without rerolls.
    pub const fn new(rule: SuccessRule) -> Self {
        Self {
            rule,
            rerolls: Vec::new(),
            again: Again::OncePerRoll,
        }
    }

    /// The same with one more reroll after those there are.
    #[must_use]
    pub fn reroll(mut self, reroll: Reroll) -> Self {
        self.rerolls.push(reroll);
        self
    }

    /// The same where a die may be rolled again by every reroll.
    #[must_use]
    pub const fn again(mut self, again: Again) -> Self {
        self.again = again;
        self
    }

    /// The number of `dice` that succeed, a critical counting as one.
    ///
    /// # Errors
    /// [`OddsError::TooManyDice`] beyond 20,000 dice, or beyond 200 that depend on each other;
    /// [`OddsError::TooComplex`] if they do so in too many ways.
    pub fn successes(&self, dice: u32) -> Result<Distribution, OddsError> {
        let counts = self.plain(dice)?;
        match counts {
            Some(row) => Ok(Distribution::normal(0, row)),
            None => Ok(self.tally(dice)?.worth(1)),
        }
    }

    /// Hits and criticals of `dice` together. Errors as [`Self::successes`].
    pub fn tally(&self, dice: u32) -> Result<Tally, OddsError> {
        self.throws().tally(dice, &mut Budget::default())
    }

    /// The chance of a success for a die that does not depend on others; `None` if it does.
    pub(super) fn free_chance(&self) -> Result<Option<f64>, OddsError> {
        if self.rule.overkill > 0 || self.rerolls.iter().any(|reroll| reroll.most.is_some()) {
            return Ok(None);
        }
        let [_, hit, critical] = self.one_die()?;
        Ok(Some(hit + critical))
    }

    /// Successes without telling criticals apart, where there is a short way.
    fn plain(&self, dice: u32) -> Result<Option<Vec<f64>>, OddsError> {
        if dice > MOST_FREE {
            return Err(OddsError::TooManyDice {
                dice,
                most: MOST_FREE,
            });
        }
        if let Some(chance) = self.free_chance()? {
            return Ok(Some(dense(&Distribution::binomial(dice, chance))));
        }
        if self.rerolls.is_empty() {
            let spare = self.rule.overkill.min(dice) as i32;
            let misses = Distribution::binomial(dice, 1.0 - self.rule.chance());
            return Ok(Some(dense(
                &misses.map(|misses| dice as i32 - (misses - spare).max(0)),
            )));
        }
        Ok(None)
    }

    /// The chances of a single die to be a miss, a hit, a critical after all rerolls.
    fn one_die(&self) -> Result<[f64; 3], OddsError> {
        let faces = self.rule.die.faces();
        if self.rerolls.is_empty() {
            let mut counts = [0.0; 3];
            let mut all = 0.0;
            for face in faces {
                counts[self.rule.mark(face) as usize] += 1.0;
                all += 1.0;
            }
            return Ok(counts.map(|count| count / all));
        }
        let tally = Engine::new(self)?.run(1, &mut Budget::default())?;
        let mut chances = [0.0; 3];
        for (hits, criticals, p) in tally.iter() {
            chances[if criticals > 0 { 2 } else { hits as usize }] += p;
        }
        Ok(chances)
    }

    /// The same dice thrown in one number after the other.
    pub(super) const fn throws(&self) -> Throws<'_> {
        Throws {
            pool: self,
            engine: None,
        }
    }

    /// Each die on its own: hits and criticals with one reading of a single die.
    fn free_tally(&self, dice: u32, budget: &mut Budget) -> Result<Tally, OddsError> {
        let [miss, hit, critical] = self.one_die()?;
        budget.spend(u64::from(dice) * u64::from(dice))?;
        let hit_of_rest = if miss + hit > 0.0 { hit / (miss + hit) } else { 0.0 };
        let rows = (0..=dice).zip(dense(&Distribution::binomial(dice, critical)));
        let p = rows
            .map(|(criticals, share)| {
                let mut row = dense(&Distribution::binomial(dice - criticals, hit_of_rest));
                for p in &mut row {
                    *p *= share;
                }
                row
            })
            .collect();
        Ok(Tally { p })
    }
}

/// A pool thrown with several numbers of dice: what is worked out for one number serves the others.
pub(super) struct Throws<'p> {
    pool: &'p Pool,
    engine: Option<Engine<'p>>,
}

impl Throws<'_> {
    /// Hits and criticals of so many dice.
    pub(super) fn tally(&mut self, dice: u32, budget: &mut Budget) -> Result<Tally, OddsError> {
        let pool = self.pool;
        if pool.rule.critical_from.is_none()
            && let Some(row) = pool.plain(dice)?
        {
            return Ok(Tally { p: vec![row] });
        }
        if dice > MOST_COUPLED {
            return Err(OddsError::TooManyDice {
                dice,
                most: MOST_COUPLED,
            });
        }
        if pool.free_chance()?.is_some() {
            return pool.free_tally(dice, budget);
        }
        if self.engine.is_none() {
            self.engine = Some(Engine::new(pool)?);
        }
        match &mut self.engine {
            Some(engine) => engine.run(dice, budget),
            None => Err(OddsError::TooComplex),
        }
    }
}

/// The probabilities of 0, 1, 2 ... of a distribution without negative values.
pub(super) fn dense(counts: &Distribution) -> Vec<f64> {
    let mut row = vec![0.0; counts.first().max(0) as usize];
    row.extend(counts.probabilities());
    row
}

/// What one question may cost.
pub(super) struct Budget(u64);

impl Default for Budget {
    fn default() -> Self {
        Self(20_000_000)
    }
}

impl Budget {
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), OddsError> {
        self.0 = self.0.checked_sub(steps).ok_or(OddsError::TooComplex)?;
        Ok(())
    }
}

/// How many dice lie in each class: first those never rolled again, then those that were.
type State = [u8; 2 * MOST_CLASSES];
/// How many dice fall into each class.
type Split = [u8; MOST_CLASSES];

/// Lists every way the dice may lie, class by class, through all rerolls.
struct Engine<'p> {
    pool: &'p Pool,
    classes: Vec<Class>,
    /// The ways in which so many dice fall, once they were listed.
    splits: BTreeMap<u8, Rc<[(Split, f64)]>>,
}

/// Faces that no rule and no reroll of this pool tells apart.
struct Class {
    mark: Mark,
    faces: Vec<i32>,
    chance: f64,
}

impl<'p> Engine<'p> {
    fn new(pool: &'p Pool) -> Result<Self, OddsError> {
        let told_apart = |face: i32| {
            pool.rerolls
                .iter()
                .any(|reroll| reroll.which == RerollWhich::Face(face))
        };
        let sides = pool.rule.die.faces().count() as f64;
        let mut classes: Vec<Class> = Vec::new();
        for face in pool.rule.die.faces() {
            let mark = pool.rule.mark(face);
            let full = classes.len() == MOST_CLASSES;
            let known = classes
                .iter_mut()
                .find(|class| class.mark == mark && !told_apart(face) && !told_apart(class.faces[0]));
            match known {
                Some(class) => class.faces.push(face),
                None if full => return Err(OddsError::TooComplex),
                None => classes.push(Class {
                    mark,
                    faces: vec![face],
                    chance: 0.0,
                }),
            }
        }
        for class in &mut classes {
            class.chance = class.faces.len() as f64 / sides;
        }
        Ok(Self {
            pool,
            classes,
            splits: BTreeMap::new(),
        })
    }

    fn run(&mut self, dice: u32, budget: &mut Budget) -> Result<Tally, OddsError> {
        if dice > MOST_COUPLED {
            return Err(OddsError::TooManyDice {
                dice,
                most: MOST_COUPLED,
            });
        }
        let mut states: BTreeMap<State, f64> = BTreeMap::new();
        for &(split, p) in self.splits(dice as u8, budget)?.iter() {
            let mut state = [0; 2 * MOST_CLASSES];
            state[..MOST_CLASSES].copy_from_slice(&split);
            states.insert(state, p);
        }
        for reroll in &self.pool.rerolls {
            let mut next: BTreeMap<State, f64> = BTreeMap::new();
            for (mut state, p) in states {
                let rolled = self.pick(&mut state, *reroll);
                let ways = self.splits(rolled, budget)?;
                let place = match self.pool.again {
                    Again::OncePerRoll => MOST_CLASSES,
                    Again::OncePerReroll => 0,
                };
                budget.spend(4 * ways.len() as u64)?;
                for (split, chance) in ways.iter() {
                    let mut after = state;
                    for (slot, more) in after[place..].iter_mut().zip(split) {
                        *slot += more;
                    }
                    *next.entry(after).or_default() += p * chance;
                }
            }
            states = next;
        }
        let mut p = vec![Vec::new(); dice as usize + 1];
        for (state, chance) in states {
            let misses = self.marked(&state, Mark::Miss);
            let criticals = self.marked(&state, Mark::Critical);
            let hits = self.marked(&state, Mark::Hit) + misses.min(self.pool.rule.overkill);
            let row: &mut Vec<f64> = &mut p[criticals as usize];
            if hits as usize >= row.len() {
                row.resize(hits as usize + 1, 0.0);
            }
            row[hits as usize] += chance;
        }
        Ok(Tally { p })
    }

    /// How many dice of a state have this mark.
    fn marked(&self, state: &State, mark: Mark) -> u32 {
        let of = |(place, class): (usize, &Class)| {
            if class.mark == mark {
                u32::from(state[place]) + u32::from(state[MOST_CLASSES + place])
            } else {
                0
            }
        };
        self.classes.iter().enumerate().map(of).sum()
    }

    /// Takes the dice that are rolled again out of the state and tells how many they are.
    fn pick(&self, state: &mut State, reroll: Reroll) -> u8 {
        let spare = self.pool.rule.overkill;
        let misses = self.marked(state, Mark::Miss);
        let any = u32::from(u8::MAX);
        // Which classes in which order, and how many of each mark at most.
        let turns: &[(Mark, u32)] = match reroll.which {
            RerollWhich::Misses => &[(Mark::Miss, misses.saturating_sub(spare))],
            RerollWhich::Successes => &[(Mark::Critical, any), (Mark::Hit, any)],
            RerollWhich::Criticals => &[(Mark::Critical, any)],
            RerollWhich::EverySuccess => &[
                (Mark::Critical, any),
                (Mark::Hit, any),
                (Mark::Miss, misses.min(spare)),
            ],
            RerollWhich::Face(_) | RerollWhich::Any => {
                &[(Mark::Miss, any), (Mark::Hit, any), (Mark::Critical, any)]
            }
        };
        let mut left = reroll.most.unwrap_or(any);
        let mut rolled = 0;
        for &(mark, mut of_mark) in turns {
            for (place, class) in self
                .classes
                .iter()
                .enumerate()
                .filter(|(_, class)| class.mark == mark)
            {
                if matches!(reroll.which, RerollWhich::Face(face) if !class.faces.contains(&face)) {
                    continue;
                }
                let taken = u32::from(state[place]).min(left).min(of_mark) as u8;
                state[place] -= taken;
                left -= u32::from(taken);
                of_mark -= u32::from(taken);
                rolled += taken;
            }
        }
        rolled
    }

    /// Every way in which `dice` fall into the classes, with its probability.
    fn splits(&mut self, dice: u8, budget: &mut Budget) -> Result<Rc<[(Split, f64)]>, OddsError> {
        if let Some(known) = self.splits.get(&dice) {
            return Ok(Rc::clone(known));
        }
        let listed: Rc<[(Split, f64)]> = self.list_splits(dice, budget)?.into();
        self.splits.insert(dice, Rc::clone(&listed));
        Ok(listed)
    }

    fn list_splits(&self, dice: u8, budget: &mut Budget) -> Result<Vec<(Split, f64)>, OddsError> {
        let mut partial: Vec<(Split, u8, f64)> = vec![([0; MOST_CLASSES], dice, 1.0)];
        let mut rest = 1.0;
        let last = self.classes.len().saturating_sub(1);
        for (place, class) in self.classes.iter().enumerate().take(last) {
            let share = class.chance / rest;
            rest -= class.chance;
            let mut next = Vec::with_capacity(partial.len());
            for (split, left, p) in partial {
                budget.spend(u64::from(left) + 1)?;
                for (count, chance) in Distribution::binomial(left.into(), share).iter() {
                    // Ways beyond any effect on a sum are left out; what remains is made whole at the end.
                    if p * chance < TAIL * TAIL {
                        continue;
                    }
                    let mut more = split;
                    more[place] = count as u8;
                    next.push((more, left - count as u8, p * chance));
                }
            }
            partial = next;
        }
        // What fell into no other class is in the last.
        let ended = partial.into_iter().map(|(mut split, left, p)| {
            split[last] = left;
            (split, p)
        });
        Ok(ended.collect())
    }
}
