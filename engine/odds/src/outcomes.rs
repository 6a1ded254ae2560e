//! Results that have names: tables read with an adjusted roll.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Distribution, OddsError};

/// One named result and its probability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OddsOutcome<T> {
    /// What happens.
    pub outcome: T,
    /// How likely it is, 0 to 1.
    pub p: f64,
}

/// Named results with their probabilities, which sum to 1; no result stands twice.
///
/// ```
/// use hindsight_odds::{Die, Outcomes};
///
/// let hustle = Outcomes::of(&Die::D6.distribution(), |face| if face >= 4 { "one cell more" } else { "no more" });
/// assert!((hustle.p(&"one cell more") - 0.5).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Outcomes<T> {
    list: Vec<OddsOutcome<T>>,
}

impl<T: PartialEq> Outcomes<T> {
    /// One result for certain.
    pub fn certain(outcome: T) -> Self {
        Self {
            list: vec![OddsOutcome { outcome, p: 1.0 }],
        }
    }

    /// The meaning of every value of a roll; equal results are merged, in the order of the lowest value of
    /// each.
    pub fn of(roll: &Distribution, mut meaning: impl FnMut(i32) -> T) -> Self {
        Self::merged(
            roll.iter()
                .filter(|&(_, p)| p > 0.0)
                .map(|(value, p)| (meaning(value), p)),
        )
    }

    fn merged(parts: impl IntoIterator<Item = (T, f64)>) -> Self {
        let mut list: Vec<OddsOutcome<T>> = Vec::new();
        for (outcome, p) in parts {
            match list.iter_mut().find(|known| known.outcome == outcome) {
                Some(known) => known.p += p,
                None => list.push(OddsOutcome { outcome, p }),
            }
        }
        Self { list }
    }

    /// Every result that can happen.
    pub fn list(&self) -> &[OddsOutcome<T>] {
        &self.list
    }

    /// The probability of one result; 0 if it cannot happen.
    pub fn p(&self, outcome: &T) -> f64 {
        self.p_where(|known| known == outcome)
    }

    /// The probability of all results that `holds` is true for.
    pub fn p_where(&self, mut holds: impl FnMut(&T) -> bool) -> f64 {
        self.list
            .iter()
            .filter(|known| holds(&known.outcome))
            .map(|known| known.p)
            .fold(0.0, |sum, p| sum + p)
            .min(1.0)
    }

    /// The results under other names; those that become equal are merged.
    pub fn map<U: PartialEq>(self, mut change: impl FnMut(T) -> U) -> Outcomes<U> {
        Outcomes::merged(
            self.list
                .into_iter()
                .map(|known| (change(known.outcome), known.p)),
        )
    }

    /// The outcomes that follow from each result: the results of `then`, weighted.
    pub fn bind<U: PartialEq>(self, mut then: impl FnMut(T) -> Outcomes<U>) -> Outcomes<U> {
        Outcomes::merged(self.list.into_iter().flat_map(|known| {
            let share = known.p;
            then(known.outcome)
                .list
                .into_iter()
                .map(move |next| (next.outcome, next.p * share))
        }))
    }

    /// The distribution of a number that each result is worth.
    pub fn worth(&self, mut value: impl FnMut(&T) -> i32) -> Distribution {
        let parts: Vec<(f64, Distribution)> = self
            .list
            .iter()
            .map(|known| (known.p, Distribution::point(value(&known.outcome))))
            .collect();
        Distribution::mixture(parts.iter().map(|(p, point)| (*p, point)))
            // ERR: a table has outcomes, whose chances are not all none.
            .unwrap_or_else(|_| Distribution::point(0))
    }
}

/// A row of a [`OutcomeTable`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Row<T> {
    /// The lowest adjusted roll of the row; the row reaches up to the next one.
    pub from: i32,
    /// What the row says.
    pub outcome: T,
}

/// A table read with an adjusted roll: the first row covers everything below it too, the last everything above.
///
/// ```
/// use hindsight_odds::{Die, OutcomeTable};
///
/// let fire = OutcomeTable::new([(3, "no effect"), (5, "disordered"), (10, "retired")])?;
/// assert_eq!((fire.read(-4), fire.read(9), fire.read(30)), (&"no effect", &"disordered", &"retired"));
/// // A ten-sided die from 0 with +1.
/// let odds = fire.odds(&Die::D10_FROM_0.distribution().shift(1));
/// assert!((odds.p(&"no effect") - 0.4).abs() < 1e-12);
/// assert!((odds.p(&"retired") - 0.1).abs() < 1e-12);
/// # Ok::<(), hindsight_odds::OddsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct OutcomeTable<T> {
    rows: Vec<Row<T>>,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OutcomeTable<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<Row<T>>::deserialize(deserializer)?;
        Self::new(rows.into_iter().map(|row| (row.from, row.outcome))).map_err(serde::de::Error::custom)
    }
}

impl<T> OutcomeTable<T> {
    /// A table of rows, each with its lowest adjusted roll, in any order.
    ///
    /// # Errors
    /// [`OddsError::BadTable`] without a row or with two for one number.
    pub fn new(rows: impl IntoIterator<Item = (i32, T)>) -> Result<Self, OddsError> {
        let mut rows: Vec<Row<T>> = rows
            .into_iter()
            .map(|(from, outcome)| Row { from, outcome })
            .collect();
        rows.sort_by_key(|row| row.from);
        if rows.is_empty() || rows.windows(2).any(|pair| pair[0].from == pair[1].from) {
            return Err(OddsError::BadTable);
        }
        Ok(Self { rows })
    }

    /// The rows, lowest first.
    pub fn rows(&self) -> &[Row<T>] {
        &self.rows
    }

    /// The entry of the table for an adjusted roll.
    pub fn read(&self, adjusted: i32) -> &T {
        let above = self.rows.partition_point(|row| row.from <= adjusted);
        &self.rows[above.saturating_sub(1)].outcome
    }

    /// The table's results under an adjusted roll.
    pub fn odds(&self, adjusted: &Distribution) -> Outcomes<T>
    where
        T: PartialEq + Clone,
    {
        Outcomes::of(adjusted, |value| self.read(value).clone())
    }
}
