//! Single dice, sums of dice, and the best or worst of several.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Distribution, OddsError};

/// The most dice of which some are kept.
const MOST_KEPT: u32 = 200;

/// A fair die whose faces count up by one from `lowest`.
///
/// A die without sides always shows 0.
///
/// ```
/// use hindsight_odds::Die;
///
/// assert_eq!(Die::D6.sum(2).mode(), 7);
/// assert_eq!((Die::D10_FROM_0.distribution().first(), Die::D10_FROM_0.distribution().last()), (0, 9));
/// // Charge: Speed 5 and a die reach 9.2 inches with a 5 or a 6.
/// assert!((Die::D6.distribution().shift(5).at_least(10) - 2.0 / 6.0).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Die {
    /// How many faces.
    pub sides: u16,
    /// What the lowest face shows.
    pub lowest: i16,
}

impl Die {
    /// Faces 1 to 3; as good as a D6 whose faces are halved, rounding up.
    pub const D3: Self = Self::new(3);
    /// Faces 1 to 6.
    pub const D6: Self = Self::new(6);
    /// Faces 0 to 9.
    pub const D10_FROM_0: Self = Self { sides: 10, lowest: 0 };

    /// Faces from 1 to `sides`.
    pub const fn new(sides: u16) -> Self {
        Self { sides, lowest: 1 }
    }

    /// Every face, lowest first.
    pub fn faces(self) -> impl DoubleEndedIterator<Item = i32> + Clone {
        let (lowest, sides) = if self.sides == 0 {
            (0, 1)
        } else {
            (i32::from(self.lowest), i32::from(self.sides))
        };
        lowest..lowest + sides
    }

    /// The highest face.
    pub fn highest(self) -> i32 {
        self.faces().next_back().unwrap_or(0)
    }

    /// The distribution of one die.
    pub fn distribution(self) -> Distribution {
        let mut faces = self.faces();
        Distribution::uniform(faces.next().unwrap_or(0), self.highest())
    }

    /// The total of `count` dice; modifiers are a [`Distribution::shift`] of it.
    pub fn sum(self, count: u32) -> Distribution {
        self.distribution().times(count)
    }

    /// The total of the `keep` highest of `count` dice; all of them if `keep` is more.
    ///
    /// # Errors
    /// [`OddsError::TooManyDice`] beyond 200 dice, [`OddsError::TooComplex`] for large dice.
    ///
    /// ```
    /// # use hindsight_odds::Die;
    /// assert!((Die::D6.keep_highest(2, 1)?.exactly(6) - 11.0 / 36.0).abs() < 1e-12);
    /// # Ok::<(), hindsight_odds::OddsError>(())
    /// ```
    pub fn keep_highest(self, count: u32, keep: u32) -> Result<Distribution, OddsError> {
        let keep = keep.min(count);
        if keep == count {
            return Ok(self.sum(count));
        }
        if count > MOST_KEPT {
            return Err(OddsError::TooManyDice {
                dice: count,
                most: MOST_KEPT,
            });
        }
        let (n, keep, sides) = (count as usize, keep as usize, usize::from(self.sides.max(1)));
        // Per face: dice placed, kept total counted in steps above the lowest face, dice showing this face.
        let top = keep * (sides - 1);
        if (n * n).saturating_mul((top + 1).saturating_mul(sides)) > 100_000_000 {
            return Err(OddsError::TooComplex);
        }
        // grid[placed][total]: faces from the highest down; of the faces left, each die shows this one with `share`.
        let mut grid = vec![vec![0.0; top + 1]; n + 1];
        grid[0][0] = 1.0;
        for step in (0..sides).rev() {
            let share = 1.0 / (step + 1) as f64;
            let mut next = vec![vec![0.0; top + 1]; n + 1];
            for (placed, row) in grid.iter().enumerate() {
                if row.iter().all(|&p| p == 0.0) {
                    continue;
                }
                for (more, chance) in Distribution::binomial((n - placed) as u32, share).iter() {
                    let more = more as usize;
                    let counted = more.min(keep.saturating_sub(placed)) * step;
                    for (total, &p) in row.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                        next[placed + more][total + counted] += p * chance;
                    }
                }
            }
            grid = next;
        }
        let lowest = i64::from(self.faces().next().unwrap_or(0)) * keep as i64;
        Ok(Distribution::normal(lowest, grid.swap_remove(n)))
    }

    /// The total of the `keep` lowest of `count` dice. Errors as [`Self::keep_highest`].
    pub fn keep_lowest(self, count: u32, keep: u32) -> Result<Distribution, OddsError> {
        // Turn every die over: its lowest face becomes the highest.
        let keep = keep.min(count);
        let turned = self.keep_highest(count, keep)?.negate();
        let both = self.faces().next().unwrap_or(0) + self.highest();
        Ok(turned.shift(both.saturating_mul(keep as i32)))
    }
}
