//! Results of one counted die: a hit, a miss or a critical.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Die;

/// What a die must show to succeed. Numbers that no face reaches, or every face, are as good as any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SuccessNeed {
    /// This or more.
    AtLeast(i32),
    /// This or less.
    AtMost(i32),
}

/// What one die is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// No success.
    Miss,
    /// A success.
    Hit,
    /// A success with something on top; it is not counted as a [`Mark::Hit`] as well.
    Critical,
}

/// How each die of a roll is read.
///
/// In this order: an always-failing face, an always-succeeding face, then face plus modifier (held within `results`)
/// against the need. Criticals look at the face itself and only among successes.
///
/// ```
/// use hindsight_odds::{Mark, SuccessRule};
///
/// // A save on 3+ at -3, where a result is at most 6: only a 6 saves.
/// let save = SuccessRule::at_least(3).modified(-3).results(0, 6);
/// assert_eq!((save.mark(5), save.mark(6)), (Mark::Miss, Mark::Hit));
/// // Roll under 0: the 1 still succeeds.
/// assert!((SuccessRule::roll_under(0).chance() - 1.0 / 6.0).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuccessRule {
    /// The die that is rolled.
    pub die: Die,
    /// What it has to show.
    pub need: SuccessNeed,
    /// Added to every face before it is compared.
    #[serde(default)]
    pub modifier: i32,
    /// The least and the most that face and modifier can come to, if there is such a rule.
    #[serde(default)]
    pub results: Option<(i32, i32)>,
    /// A face that succeeds whatever is needed.
    #[serde(default)]
    pub always_succeeds: Option<i32>,
    /// A face that fails whatever is needed.
    #[serde(default)]
    pub always_fails: Option<i32>,
    /// Successes whose face is at least this are criticals.
    #[serde(default)]
    pub critical_from: Option<i32>,
    /// How many failed dice of one roll succeed all the same (Overkill: one for every point of a target above 5).
    #[serde(default)]
    pub overkill: u32,
}

impl SuccessRule {
    /// A D6 that needs `target` or more, with no face that always succeeds or fails.
    pub const fn at_least(target: i32) -> Self {
        Self::new(Die::D6, SuccessNeed::AtLeast(target))
    }

    /// A D6 that needs `target` or less, with no face that always succeeds or fails.
    pub const fn at_most(target: i32) -> Self {
        Self::new(Die::D6, SuccessNeed::AtMost(target))
    }

    /// Any die and any need.
    pub const fn new(die: Die, need: SuccessNeed) -> Self {
        Self {
            die,
            need,
            modifier: 0,
            results: None,
            always_succeeds: None,
            always_fails: None,
            critical_from: None,
            overkill: 0,
        }
    }

    /// A D6 that needs `target` or less, where 1 always succeeds, 6 always fails, and of the dice showing 6 one counts
    /// as a success for every point that the target is above 5.
    ///
    /// ```
    /// # use hindsight_odds::{Pool, SuccessRule};
    /// // Two dice at target 6: 10/6 for the faces 1 to 5, and one 6 of them saved.
    /// let hits = Pool::new(SuccessRule::roll_under(6)).successes(2)?;
    /// assert!((hits.mean() - 71.0 / 36.0).abs() < 1e-12);
    /// # Ok::<(), hindsight_odds::OddsError>(())
    /// ```
    pub const fn roll_under(target: i32) -> Self {
        let overkill = if target > 5 { target.abs_diff(5) } else { 0 };
        Self {
            always_succeeds: Some(1),
            always_fails: Some(6),
            overkill,
            ..Self::new(Die::D6, SuccessNeed::AtMost(target))
        }
    }

    /// The same with `modifier` added to those there are.
    #[must_use]
    pub const fn modified(self, modifier: i32) -> Self {
        Self {
            modifier: self.modifier.saturating_add(modifier),
            ..self
        }
    }

    /// The same with face and modifier held within bounds.
    #[must_use]
    pub const fn results(self, least: i32, most: i32) -> Self {
        Self {
            results: Some((least, most)),
            ..self
        }
    }

    /// The same with a face that always succeeds.
    #[must_use]
    pub const fn always_succeeds(self, face: i32) -> Self {
        Self {
            always_succeeds: Some(face),
            ..self
        }
    }

    /// The same with a face that always fails.
    #[must_use]
    pub const fn always_fails(self, face: i32) -> Self {
        Self {
            always_fails: Some(face),
            ..self
        }
    }

    /// The same where successes showing `face` or more are criticals.
    #[must_use]
    pub const fn critical_from(self, face: i32) -> Self {
        Self {
            critical_from: Some(face),
            ..self
        }
    }

    /// The mark of a die showing `face`, before Overkill.
    pub fn mark(&self, face: i32) -> Mark {
        let mut result = face.saturating_add(self.modifier);
        if let Some((least, most)) = self.results {
            result = result.max(least).min(most);
        }
        let succeeds = if self.always_fails == Some(face) {
            false
        } else if self.always_succeeds == Some(face) {
            true
        } else {
            match self.need {
                SuccessNeed::AtLeast(target) => result >= target,
                SuccessNeed::AtMost(target) => result <= target,
            }
        };
        match (succeeds, self.critical_from) {
            (false, _) => Mark::Miss,
            (true, Some(from)) if face >= from => Mark::Critical,
            (true, _) => Mark::Hit,
        }
    }

    /// The chance of one die to succeed, before Overkill.
    pub fn chance(&self) -> f64 {
        let succeed = self
            .die
            .faces()
            .filter(|&face| self.mark(face) != Mark::Miss)
            .count();
        succeed as f64 / self.die.faces().count() as f64
    }

    /// The number of dice of an actual roll that succeed, Overkill included.
    ///
    /// ```
    /// # use hindsight_odds::SuccessRule;
    /// assert_eq!(SuccessRule::roll_under(6).count([6, 6, 3]), 2);
    /// assert_eq!(SuccessRule::roll_under(-2).count([1, 2, 1]), 2);
    /// ```
    pub fn count(&self, faces: impl IntoIterator<Item = i32>) -> u32 {
        let (mut dice, mut misses) = (0_u32, 0_u32);
        for face in faces {
            dice = dice.saturating_add(1);
            misses += u32::from(self.mark(face) == Mark::Miss);
        }
        dice - misses.saturating_sub(self.overkill)
    }
}
