//! A probability distribution over whole numbers.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::OddsError;

/// The largest value either side of 0 that a distribution holds; what would lie beyond is held at this value.
///
/// No sum of a whole season's dice comes near it. It bounds the memory one distribution can take.
pub const LIMIT: i32 = 1 << 20;

/// How far a sum of probabilities may be off before it is put right.
const DRIFT: f64 = 1e-14;
/// Past this many values repeated sums drop tails that are below [`TAIL`].
const WIDE: usize = 4_096;
/// A tail too small to change any sum of probabilities near 1.
pub(super) const TAIL: f64 = 1e-20;

/// The exact chances of every whole number a roll may come to.
///
/// Written as `{"from": 2, "p": [0.25, 0.5, 0.25]}`: `p[i]` is the probability of the value `from + i`. The first and
/// the last entry are never 0, so equal distributions have equal parts.
///
/// ```
/// use hindsight_kernel::odds::Distribution;
///
/// let die = Distribution::uniform(1, 6);
/// let two = die.convolve(&die);
/// assert_eq!((two.first(), two.last(), two.mode()), (2, 12, 7));
/// assert!((two.at_least(10) - 6.0 / 36.0).abs() < 1e-12);
/// assert!((two.percentile(7) - 0.5).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Parts")]
pub struct Distribution {
    /// The value of the first probability.
    from: i32,
    /// The probability of `from`, `from + 1`, ...
    p: Vec<f64>,
}

/// A [`Distribution`] as it comes in, not yet checked.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Distribution")]
struct Parts {
    /// The value of the first probability.
    from: i32,
    /// The probability of `from`, `from + 1`, ...
    p: Vec<f64>,
}

impl TryFrom<Parts> for Distribution {
    type Error = OddsError;

    fn try_from(parts: Parts) -> Result<Self, OddsError> {
        let whole: f64 = check_weights(&parts.p)?;
        if (whole - 1.0).abs() > 1e-9 {
            return Err(OddsError::NotAWhole);
        }
        Self::from_weights(parts.from, parts.p)
    }
}

/// A distribution with the figures people ask for first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// The value of the first probability.
    pub from: i32,
    /// The probability of `from`, `from + 1`, ...
    pub p: Vec<f64>,
    /// The expected value.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The most likely value; the lowest if several are.
    pub mode: i32,
    /// The lowest value that is reached or undercut in at least half of all cases.
    pub median: i32,
}

/// Where an actual result stands in its distribution; each figure is a probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Exactly this result.
    pub exactly: f64,
    /// This result or a higher one.
    pub at_least: f64,
    /// This result or a lower one.
    pub at_most: f64,
    /// A lower result, plus half of exactly this one: 0.5 is neither lucky nor unlucky.
    pub percentile: f64,
}

/// Making distributions.
impl Distribution {
    /// Always `value`.
    pub fn point(value: i32) -> Self {
        Self {
            from: value.clamp(-LIMIT, LIMIT),
            p: vec![1.0],
        }
    }

    /// Every value from one bound to the other, both included, equally likely.
    pub fn uniform(one: i32, other: i32) -> Self {
        let (low, high) = (
            one.min(other).clamp(-LIMIT, LIMIT),
            one.max(other).clamp(-LIMIT, LIMIT),
        );
        let count = (high - low) as usize + 1;
        Self {
            from: low,
            p: vec![1.0 / count as f64; count],
        }
    }

    /// 1 with this chance, otherwise 0. A chance outside 0 to 1 is taken to the nearer bound, no number to 0.
    pub fn bernoulli(chance: f64) -> Self {
        let chance = probability(chance);
        Self::normal(0, vec![1.0 - chance, chance])
    }

    /// How many of `trials` succeed if each does with `chance`, which is read as in [`Self::bernoulli`].
    ///
    /// ```
    /// # use hindsight_kernel::odds::Distribution;
    /// assert!((Distribution::binomial(3, 0.5).exactly(2) - 3.0 / 8.0).abs() < 1e-12);
    /// assert_eq!(Distribution::binomial(0, 0.5), Distribution::point(0));
    /// ```
    pub fn binomial(trials: u32, chance: f64) -> Self {
        let chance = probability(chance);
        let trials = trials.min(LIMIT as u32);
        if chance == 0.0 || trials == 0 {
            return Self::point(0);
        }
        if chance >= 1.0 {
            return Self::point(trials as i32);
        }
        // Outward from the most likely count, so that nothing under- or overflows on the way.
        let odds = chance / (1.0 - chance);
        let n = trials as usize;
        let mode = (((n + 1) as f64 * chance) as usize).min(n);
        let mut p = vec![0.0; n + 1];
        p[mode] = 1.0;
        for k in mode..n {
            p[k + 1] = p[k] * ((n - k) as f64 / (k + 1) as f64) * odds;
        }
        for k in (0..mode).rev() {
            p[k] = p[k + 1] * ((k + 1) as f64 / (n - k) as f64) / odds;
        }
        let whole: f64 = p.iter().sum();
        for share in &mut p {
            *share /= whole;
        }
        Self::normal(0, p)
    }

    /// The distribution in proportion to `weights`, the first of them that of `from`.
    ///
    /// # Errors
    /// [`OddsError::BadWeights`], or [`OddsError::BeyondLimit`] for values past [`LIMIT`].
    pub fn from_weights(from: i32, mut weights: Vec<f64>) -> Result<Self, OddsError> {
        let whole = check_weights(&weights)?;
        if from < -LIMIT || i64::from(from) + weights.len() as i64 - 1 > i64::from(LIMIT) {
            return Err(OddsError::BeyondLimit);
        }
        if (whole - 1.0).abs() > DRIFT {
            for weight in &mut weights {
                *weight /= whole;
            }
        }
        Ok(Self::normal(from.into(), weights))
    }

    /// A draw from one of several distributions, each chosen in proportion to its weight.
    ///
    /// # Errors
    /// [`OddsError::BadWeights`].
    ///
    /// ```
    /// # use hindsight_kernel::odds::Distribution;
    /// let (die, nothing) = (Distribution::uniform(1, 6), Distribution::point(0));
    /// assert!((Distribution::mixture([(1.0, &die), (3.0, &nothing)])?.exactly(0) - 0.75).abs() < 1e-12);
    /// # Ok::<(), hindsight_kernel::odds::OddsError>(())
    /// ```
    pub fn mixture<'d>(parts: impl IntoIterator<Item = (f64, &'d Self)>) -> Result<Self, OddsError> {
        let parts: Vec<(f64, &Self)> = parts.into_iter().collect();
        let weights: Vec<f64> = parts.iter().map(|&(weight, _)| weight).collect();
        let whole = check_weights(&weights)?;
        let parts: Vec<_> = parts
            .into_iter()
            .map(|(weight, part)| (weight / whole, Cow::Borrowed(part)))
            .collect();
        Ok(Self::blend(&parts))
    }

    /// A mixture whose weights already make a whole.
    fn blend(parts: &[(f64, Cow<'_, Self>)]) -> Self {
        let from = parts.iter().map(|(_, part)| part.from).min().unwrap_or(0);
        let last = parts.iter().map(|(_, part)| part.last()).max().unwrap_or(0);
        let mut p = vec![0.0; (last - from) as usize + 1];
        for (weight, part) in parts {
            let start = (part.from - from) as usize;
            for (slot, share) in p[start..].iter_mut().zip(&part.p) {
                *slot += weight * share;
            }
        }
        Self::normal(from.into(), p)
    }

    /// The one form of a distribution: within the limit, no outer zeros, summing to 1. Needs a positive weight.
    pub(super) fn normal(mut from: i64, mut p: Vec<f64>) -> Self {
        let limit = i64::from(LIMIT);
        if from + p.len() as i64 - 1 > limit {
            let keep = (limit - from + 1).clamp(1, p.len() as i64) as usize;
            let beyond: f64 = p.drain(keep..).sum();
            p[keep - 1] += beyond;
        }
        if from < -limit {
            let drop = (-limit - from).clamp(0, p.len() as i64 - 1) as usize;
            let beyond: f64 = p.drain(..drop).sum();
            p[0] += beyond;
            from += drop as i64;
        }
        let from = from.clamp(-limit, limit);
        let end = p
            .iter()
            .rposition(|&share| share > 0.0)
            .map_or(0, |last| last + 1);
        p.truncate(end);
        let start = p.iter().position(|&share| share > 0.0).unwrap_or(0);
        p.drain(..start);
        if p.is_empty() {
            return Self::point(0);
        }
        let whole: f64 = p.iter().sum();
        if (whole - 1.0).abs() > DRIFT || p.len() == 1 {
            for share in &mut p {
                *share /= whole;
            }
        }
        Self {
            from: (from + start as i64) as i32,
            p,
        }
    }
}

/// Reading distributions.
impl Distribution {
    /// The lowest possible value.
    pub const fn first(&self) -> i32 {
        self.from
    }

    /// The highest possible value.
    pub const fn last(&self) -> i32 {
        self.from + (self.p.len() as i32 - 1)
    }

    /// The probabilities of [`Self::first`] and every value after it.
    pub fn probabilities(&self) -> &[f64] {
        &self.p
    }

    /// Every value with its probability, lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, f64)> + '_ {
        self.p
            .iter()
            .enumerate()
            .map(|(place, &p)| (self.from + place as i32, p))
    }

    /// The probability of exactly `value`.
    pub fn exactly(&self, value: i32) -> f64 {
        usize::try_from(i64::from(value) - i64::from(self.from))
            .ok()
            .and_then(|place| self.p.get(place))
            .copied()
            .unwrap_or(0.0)
    }

    /// The probability of `value` or more.
    pub fn at_least(&self, value: i32) -> f64 {
        part(&self.p, self.place(value)..)
    }

    /// The probability of `value` or less.
    pub fn at_most(&self, value: i32) -> f64 {
        self.p[..self.place(value.saturating_add(1))]
            .iter()
            .sum::<f64>()
            .min(1.0)
    }

    /// The probability of a lower value, plus half that of `value` itself.
    pub fn percentile(&self, value: i32) -> f64 {
        let below = part(&self.p, ..self.place(value));
        (below + self.exactly(value) / 2.0).min(1.0)
    }

    /// Everything about where an actual `value` stands.
    pub fn standing(&self, value: i32) -> Standing {
        Standing {
            exactly: self.exactly(value),
            at_least: self.at_least(value),
            at_most: self.at_most(value),
            percentile: self.percentile(value),
        }
    }

    /// How many entries lie below `value`.
    fn place(&self, value: i32) -> usize {
        (i64::from(value) - i64::from(self.from)).clamp(0, self.p.len() as i64) as usize
    }

    /// The expected value.
    pub fn mean(&self) -> f64 {
        let steps: f64 = self
            .p
            .iter()
            .enumerate()
            .map(|(step, share)| step as f64 * share)
            .sum();
        f64::from(self.from) + steps
    }

    /// The mean square distance from the mean.
    pub fn variance(&self) -> f64 {
        let centre = self.mean() - f64::from(self.from);
        self.p
            .iter()
            .enumerate()
            .map(|(step, share)| (step as f64 - centre).powi(2) * share)
            .sum()
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The most likely value; the lowest of several.
    pub fn mode(&self) -> i32 {
        let mut best = 0;
        for (place, &share) in self.p.iter().enumerate() {
            // Values that are equally likely on paper may differ in the last bits.
            if share > self.p[best] * (1.0 + 1e-12) {
                best = place;
            }
        }
        self.from + best as i32
    }

    /// The lowest value whose `at_most` reaches `share`, a number in 0 to 1.
    pub fn quantile(&self, share: f64) -> i32 {
        let mut sum = 0.0;
        for (value, p) in (self.from..).zip(&self.p) {
            sum += p;
            if sum + 1e-12 >= share || share.is_nan() {
                return value;
            }
        }
        self.last()
    }

    /// The distribution with its mean, spread, mode and median.
    pub fn summary(&self) -> Summary {
        Summary {
            from: self.from,
            p: self.p.clone(),
            mean: self.mean(),
            sd: self.sd(),
            mode: self.mode(),
            median: self.quantile(0.5),
        }
    }
}

/// Changing and combining distributions.
impl Distribution {
    /// The sum of an independent draw from each.
    #[must_use]
    pub fn convolve(&self, other: &Self) -> Self {
        let (short, long) = if self.p.len() <= other.p.len() {
            (self, other)
        } else {
            (other, self)
        };
        let mut p = vec![0.0; short.p.len() + long.p.len() - 1];
        for (place, &share) in short.p.iter().enumerate() {
            for (slot, &other_share) in p[place..].iter_mut().zip(&long.p) {
                *slot += share * other_share;
            }
        }
        Self::normal(i64::from(self.from) + i64::from(other.from), p)
    }

    /// The sum of `count` independent draws, by repeated squaring; 0 draws are the point 0.
    ///
    /// ```
    /// # use hindsight_kernel::odds::Distribution;
    /// assert!((Distribution::uniform(1, 6).times(3).at_most(4) - 4.0 / 216.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn times(&self, count: u32) -> Self {
        let limit = i64::from(LIMIT);
        let start = (i64::from(self.from) * i64::from(count)).clamp(-limit, limit) as i32;
        match self.p.as_slice() {
            [_] => return Self::point(start),
            [_, chance] if count <= LIMIT as u32 / 2 && self.from.unsigned_abs() <= 1 => {
                return Self::binomial(count, *chance).shift(start);
            }
            _ => {}
        }
        let (mut sum, mut power, mut left) = (Self::point(0), self.clone(), count);
        while left > 0 {
            if left & 1 == 1 {
                sum = sum.convolve(&power).trim_if_wide();
            }
            left >>= 1;
            if left > 0 {
                power = power.convolve(&power).trim_if_wide();
            }
        }
        sum
    }

    pub(super) fn trim_if_wide(self) -> Self {
        if self.p.len() > WIDE {
            self.trim(TAIL)
        } else {
            self
        }
    }

    /// The sum of as many independent draws from `each` as this distribution says; fewer than 0 are none.
    ///
    /// ```
    /// # use hindsight_kernel::odds::Distribution;
    /// let wounds = Distribution::binomial(4, 0.5); // Each of them takes D3 boxes.
    /// assert!((wounds.sum_of(&Distribution::uniform(1, 3)).mean() - 4.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn sum_of(&self, each: &Self) -> Self {
        let counts = self.clamp(0, LIMIT);
        // Horner's scheme: p0 + each * (p1 + each * (p2 + ...)), then the draws that are always made.
        let (Some(&top), Ok(sure)) = (counts.p.last(), u32::try_from(counts.from)) else {
            return Self::point(0);
        };
        let mut sum = Weights {
            from: 0,
            p: vec![top],
        };
        for &share in counts.p.iter().rev().skip(1) {
            sum = sum.times(each);
            sum.add(0, share);
        }
        Self::normal(sum.from, sum.p).convolve(&each.times(sure))
    }

    /// How many of the things this distribution counts succeed if each does with `chance`.
    #[must_use]
    pub fn thinned(&self, chance: f64) -> Self {
        let counts = self.clamp(0, LIMIT);
        let mut row = vec![0.0; counts.from as usize];
        row.extend(&counts.p);
        Self::normal(0, thin(&row, probability(chance)))
    }

    /// What follows from the value: a draw from the distribution that `then` gives for it.
    ///
    /// ```
    /// # use hindsight_kernel::odds::Distribution;
    /// // Wounded but not destroyed (5 boxes): one more roll for a D3.
    /// let panic = Distribution::binomial(6, 0.5).bind(|wounds| match wounds {
    ///     1..5 => Distribution::uniform(1, 3).shift(wounds).clamp(0, 5),
    ///     _ => Distribution::point(wounds.min(5)),
    /// });
    /// assert_eq!((panic.first(), panic.last()), (0, 5));
    /// assert_eq!(panic.exactly(1), 0.0);
    /// ```
    #[must_use]
    pub fn bind(&self, mut then: impl FnMut(i32) -> Self) -> Self {
        let parts: Vec<_> = self
            .iter()
            .map(|(value, p)| (p, Cow::Owned(then(value))))
            .collect();
        Self::blend(&parts)
    }

    /// The distribution of `change` of the value; values that become equal are merged.
    #[must_use]
    pub fn map(&self, mut change: impl FnMut(i32) -> i32) -> Self {
        let values: Vec<i32> = self
            .iter()
            .map(|(value, _)| change(value).clamp(-LIMIT, LIMIT))
            .collect();
        let from = values.iter().copied().min().unwrap_or(0);
        let last = values.iter().copied().max().unwrap_or(0);
        let mut p = vec![0.0; (last - from) as usize + 1];
        for (value, share) in values.into_iter().zip(&self.p) {
            p[(value - from) as usize] += share;
        }
        Self::normal(from.into(), p)
    }

    /// The distribution once it is known that the value is one that `holds`; `None` if none can be.
    #[must_use]
    pub fn given(&self, mut holds: impl FnMut(i32) -> bool) -> Option<Self> {
        let kept: Vec<f64> = self
            .iter()
            .map(|(value, p)| if holds(value) { p } else { 0.0 })
            .collect();
        Self::from_weights(self.from, kept).ok()
    }

    /// Every value `by` higher.
    #[must_use]
    pub fn shift(&self, by: i32) -> Self {
        Self::normal(i64::from(self.from) + i64::from(by), self.p.clone())
    }

    /// Every value `by` times as large.
    #[must_use]
    pub fn scale(&self, by: i32) -> Self {
        self.map(|value| value.saturating_mul(by))
    }

    /// Every value with the other sign.
    #[must_use]
    pub fn negate(&self) -> Self {
        Self::normal(-i64::from(self.last()), self.p.iter().rev().copied().collect())
    }

    /// Values below `low` count as `low`, values above `high` as `high`. If `low` is above `high`, `high` wins.
    #[must_use]
    pub fn clamp(&self, low: i32, high: i32) -> Self {
        if low <= self.from && self.last() <= high {
            return self.clone();
        }
        self.map(|value| value.max(low).min(high))
    }

    /// Values above `most` count as `most`: what a unit with so many boxes left can lose.
    #[must_use]
    pub fn cap(&self, most: i32) -> Self {
        self.clamp(i32::MIN, most)
    }

    /// The higher of an independent draw from each.
    #[must_use]
    pub fn max(&self, other: &Self) -> Self {
        let from = self.from.max(other.from);
        let last = self.last().max(other.last());
        let (mut mine, mut theirs) = (self.at_most(from - 1), other.at_most(from - 1));
        let p = (from..=last)
            .map(|value| {
                let (a, b) = (self.exactly(value), other.exactly(value));
                let share = a * theirs + b * mine + a * b;
                mine += a;
                theirs += b;
                share
            })
            .collect();
        Self::normal(from.into(), p)
    }

    /// The lower of an independent draw from each.
    #[must_use]
    pub fn min(&self, other: &Self) -> Self {
        self.negate().max(&other.negate()).negate()
    }

    /// This value less an independent draw from `other`.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.convolve(&other.negate())
    }

    /// The same without its outermost tails, each of at most `tail` probability, whose weight the next value takes:
    /// the whole stays 1.
    #[must_use]
    pub fn trim(&self, tail: f64) -> Self {
        let cut = |shares: &mut dyn Iterator<Item = &f64>| {
            let (mut count, mut weight) = (0, 0.0);
            for &share in shares {
                if weight + share > tail || tail.is_nan() {
                    break;
                }
                weight += share;
                count += 1;
            }
            (count, weight)
        };
        let (low, low_weight) = cut(&mut self.p.iter());
        let (high, high_weight) = cut(&mut self.p.iter().rev());
        if low + high >= self.p.len() {
            return Self::point(self.mode());
        }
        let mut p = self.p[low..self.p.len() - high].to_vec();
        let end = p.len() - 1;
        p[0] += low_weight;
        p[end] += high_weight;
        Self::normal(i64::from(self.from) + low as i64, p)
    }
}

/// A distribution in the making: its weights need not make a whole.
struct Weights {
    from: i64,
    p: Vec<f64>,
}

impl Weights {
    /// The sum with a draw from `each`, held within the limit.
    fn times(&self, each: &Distribution) -> Self {
        let limit = i64::from(LIMIT);
        let mut p = vec![0.0; self.p.len() + each.p.len() - 1];
        for (place, &step) in each.p.iter().enumerate() {
            for (slot, &part) in p[place..].iter_mut().zip(&self.p) {
                *slot += step * part;
            }
        }
        let mut from = self.from + i64::from(each.from);
        let over = (from + p.len() as i64 - 1 - limit).clamp(0, p.len() as i64 - 1) as usize;
        let beyond: f64 = p.drain(p.len() - over..).sum();
        *p.last_mut().expect("one weight is kept") += beyond;
        let under = (-limit - from).clamp(0, p.len() as i64 - 1) as usize;
        let beyond: f64 = p.drain(..under).sum();
        p[0] += beyond;
        from += under as i64;
        Self {
            from: from.clamp(-limit, limit),
            p,
        }
    }

    /// Adds weight to one value, making room for it.
    fn add(&mut self, value: i64, weight: f64) {
        if value < self.from {
            let room = (self.from - value) as usize;
            self.p.splice(0..0, std::iter::repeat_n(0.0, room));
            self.from = value;
        }
        let place = (value - self.from) as usize;
        if place >= self.p.len() {
            self.p.resize(place + 1, 0.0);
        }
        self.p[place] += weight;
    }
}

/// The weight of some neighbouring values: 1 for all of them, 0 (and not -0, as an empty sum is) for none.
fn part(p: &[f64], places: impl std::slice::SliceIndex<[f64], Output = [f64]>) -> f64 {
    let some = &p[places];
    if some.len() == p.len() {
        1.0
    } else {
        (0.0 + some.iter().sum::<f64>()).min(1.0)
    }
}

/// The sum of weights that are sound.
fn check_weights(weights: &[f64]) -> Result<f64, OddsError> {
    let whole: f64 = weights.iter().sum();
    if weights.iter().all(|weight| *weight >= 0.0) && whole > 0.0 && whole.is_finite() {
        Ok(whole)
    } else {
        Err(OddsError::BadWeights)
    }
}

/// A chance within 0 to 1; what is no number is 0.
pub(super) fn probability(chance: f64) -> f64 {
    if chance.is_nan() {
        0.0
    } else {
        chance.clamp(0.0, 1.0)
    }
}

/// `row[n]` is the weight of `n` things; the weights of how many of them succeed if each does with `chance`.
pub(super) fn thin(row: &[f64], chance: f64) -> Vec<f64> {
    let miss = 1.0 - chance;
    let mut sum: Vec<f64> = Vec::with_capacity(row.len());
    for &weight in row.iter().rev() {
        // Horner's scheme in place: sum = weight + (miss + chance * x) * sum.
        let mut carried = weight;
        for slot in &mut sum {
            let old = *slot;
            *slot = carried + old * miss;
            carried = old * chance;
        }
        sum.push(carried);
    }
    sum
}
