//! Distributions from distributions: sums, mixtures by what came before, limits, the better of two.

use std::borrow::Cow;

use super::{Distribution, LIMIT, probability};

/// Past this many values repeated sums drop tails that are below [`TAIL`].
const WIDE: usize = 4_096;
/// A tail too small to change any sum of probabilities near 1.
pub(crate) const TAIL: f64 = 1e-20;

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
    /// # use hindsight_odds::Distribution;
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

    pub(crate) fn trim_if_wide(self) -> Self {
        if self.p.len() > WIDE {
            self.trim(TAIL)
        } else {
            self
        }
    }

    /// The sum of as many independent draws from `each` as this distribution says; fewer than 0 are none.
    ///
    /// ```
    /// # use hindsight_odds::Distribution;
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

    /// The number of the things this distribution counts that succeed if each does with `chance`.
    #[must_use]
    pub fn thinned(&self, chance: f64) -> Self {
        let counts = self.clamp(0, LIMIT);
        let mut row = vec![0.0; counts.from as usize];
        row.extend(&counts.p);
        Self::normal(0, thin(&row, probability(chance)))
    }

    /// The distribution of what follows from the value: a draw from the distribution that `then` gives for
    /// it.
    ///
    /// ```
    /// # use hindsight_odds::Distribution;
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
        // ERR: weights that are all none: no value holds, and the option says so.
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

/// `row[n]` is the weight of `n` things; the weights of how many of them succeed if each does with `chance`.
pub(crate) fn thin(row: &[f64], chance: f64) -> Vec<f64> {
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
