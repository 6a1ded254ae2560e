//! Two independent results against each other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Distribution;

/// How one result compares with another: three probabilities that sum to 1.
///
/// ```
/// use hindsight_odds::{Contest, Die};
///
/// let die = Die::D6.distribution();
/// let start_roll = Contest::between(&die, &die);
/// assert!((start_roll.tie - 1.0 / 6.0).abs() < 1e-12);
/// assert!((start_roll.ties_rolled_again().win - 0.5).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Contest {
    /// The first is higher.
    pub win: f64,
    /// Both are equal.
    pub tie: f64,
    /// The second is higher.
    pub lose: f64,
}

impl Contest {
    /// The first distribution against the second.
    pub fn between(one: &Distribution, other: &Distribution) -> Self {
        let (mut win, mut tie) = (0.0, 0.0);
        let mut below = one
            .first()
            .checked_sub(1)
            .map_or(0.0, |value| other.at_most(value));
        for (value, p) in one.iter() {
            let equal = other.exactly(value);
            win += p * below;
            tie += p * equal;
            below += equal;
        }
        let (win, tie) = (win.min(1.0), tie.min(1.0));
        Self {
            win,
            tie,
            lose: (1.0 - win - tie).max(0.0),
        }
    }

    /// The same if both roll again until they differ. Two results that are always equal stay a tie.
    #[must_use]
    pub fn ties_rolled_again(self) -> Self {
        let decided = self.win + self.lose;
        if decided <= 0.0 {
            return self;
        }
        Self {
            win: self.win / decided,
            tie: 0.0,
            lose: self.lose / decided,
        }
    }
}
