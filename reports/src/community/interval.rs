//! Numbers with how many they were counted from, and where the truth lies in 95 of 100 such samples.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The normal quantile of 95 % both sides.
const Z: f64 = 1.959_963_984_540_054;

/// Student's t of 95 % both sides, for 1 to 30 degrees of freedom.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/// A share with its Wilson interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rate {
    /// The share, 0 to 1.
    pub value: f64,
    /// The lower end of the 95 % Wilson score interval.
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
    /// How many it was counted from.
    pub n: u64,
}

impl Rate {
    /// `successes` of `n`; nothing of none. Halves (draws) may be among the successes: the interval is then a little too
    /// wide, never too narrow.
    pub fn of(successes: f64, n: u64) -> Option<Self> {
        if n == 0 {
            return None;
        }
        let count = n as f64;
        let value = (successes / count).clamp(0.0, 1.0);
        let centre = value + Z * Z / (2.0 * count);
        let reach = Z * (value * (1.0 - value) / count + Z * Z / (4.0 * count * count)).sqrt();
        let whole = 1.0 + Z * Z / count;
        Some(Self {
            value,
            low: ((centre - reach) / whole).max(0.0),
            high: ((centre + reach) / whole).min(1.0),
            n,
        })
    }
}

/// A mean with its Student interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// The lower end of the 95 % interval (Student's t); the mean itself where there is only one.
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
    /// The standard deviation of a single value.
    pub deviation: f64,
    /// How many it was counted from.
    pub n: u64,
}

impl Mean {
    /// The mean of `n` values by their sum and the sum of their squares; nothing of none.
    pub fn of(sum: f64, squares: f64, n: u64) -> Option<Self> {
        if n == 0 {
            return None;
        }
        let count = n as f64;
        let value = sum / count;
        let deviation = if n < 2 {
            0.0
        } else {
            ((squares - sum * value) / (count - 1.0)).max(0.0).sqrt()
        };
        let reach = student(n - 1) * deviation / count.sqrt();
        Some(Self {
            value,
            low: value - reach,
            high: value + reach,
            deviation,
            n,
        })
    }
}

fn student(freedom: u64) -> f64 {
    match freedom {
        0 => 0.0,
        1..=30 => STUDENT[freedom as usize - 1],
        // Three terms of the Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5): right to four places from here on.
        _ => {
            let freedom = freedom as f64;
            let first = (Z.powi(3) + Z) / 4.0;
            let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
            let third = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
            Z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_the_wilson_interval() {
        // Brown, Cai and DasGupta (2001) and every table: 0 of 10, 5 of 10, 81 of 263 (Newcombe 1998, table I).
        for (successes, n, low, high) in [
            (0.0, 10, 0.0, 0.2775),
            (5.0, 10, 0.2366, 0.7634),
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let rate = Rate::of(successes, n).unwrap();
            assert!((rate.low - low).abs() < 6e-5, "{successes} of {n}: {rate:?}");
            assert!((rate.high - high).abs() < 6e-5, "{successes} of {n}: {rate:?}");
        }
        assert_eq!(Rate::of(0.0, 0), None);
    }

    #[test]
    fn a_mean_has_the_student_interval() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample deviation 2.138, t(7) = 2.365.
        let values = [2.0_f64, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let squares = values.iter().map(|value| value * value).sum();
        let mean = Mean::of(values.iter().sum(), squares, 8).unwrap();
        assert!((mean.value - 5.0).abs() < 1e-12 && (mean.deviation - 2.138).abs() < 1e-3);
        assert!((mean.high - 5.0 - 1.788).abs() < 1e-3, "{mean:?}");
        for (freedom, expected) in [(31, 2.0395), (39, 2.0227), (60, 2.0003), (120, 1.9799)] {
            let found = student(freedom);
            assert!((found - expected).abs() < 5.1e-5, "t({freedom}) = {found}");
        }
        let one = Mean::of(3.0, 9.0, 1).unwrap();
        assert!((one.low, one.high) == (3.0, 3.0));
    }
}
