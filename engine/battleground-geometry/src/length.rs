//! Lengths, angles and the one tolerance.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What arithmetic on small numbers may lose: far below any tolerance of a game.
pub(crate) const GRAIN: f64 = 1e-9;

/// A number that is not finite, or larger than any table or turn of the head.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{0} is not a number between -1000000 and 1000000")]
pub struct NotANumberInRange(pub f64);

const MOST: f64 = 1e6;

fn checked(value: f64) -> Result<f64, NotANumberInRange> {
    // Adding 0 turns -0 into 0, so that equal lengths print alike.
    if value.abs() <= MOST {
        Ok(value + 0.0)
    } else {
        Err(NotANumberInRange(value))
    }
}

/// Finite in, finite out: sums of lengths saturate far outside any table.
#[inline]
fn bounded(value: f64) -> f64 {
    value.clamp(-MOST, MOST) + 0.0
}

/// A length on the table in inches: always finite, never `-0`, at most a million.
///
/// Lengths are computed unrounded; only poses are rounded, once, when a move enters an event ([`Pose::rounded`]),
/// and every comparison goes through one [`Tolerance`] (`BG4-GEO-04`).
///
/// ```
/// use battleground_geometry::Inches;
/// assert_eq!(Inches::mils(3_500) + Inches::mils(2_500), Inches::new(6.0).unwrap());
/// assert!(Inches::new(f64::NAN).is_err());
/// ```
///
/// [`Pose::rounded`]: super::Pose::rounded
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "f64", into = "f64")]
#[schemars(with = "f64")]
pub struct Inches(f64);

impl Inches {
    /// No length.
    pub const ZERO: Self = Self(0.0);
    /// The longest length there is; sums stop here.
    pub const MOST: Self = Self(MOST);

    /// A length of `inches`.
    pub fn new(inches: f64) -> Result<Self, NotANumberInRange> {
        checked(inches).map(Self)
    }

    /// A length in thousandths of an inch, as rules print them.
    pub const fn mils(mils: i32) -> Self {
        let inches = mils as f64 / 1_000.0;
        Self(if inches > MOST {
            MOST
        } else if inches < -MOST {
            -MOST
        } else {
            inches
        })
    }

    /// For results of formulas over finite input.
    #[inline]
    pub(crate) fn made(inches: f64) -> Self {
        debug_assert!(!inches.is_nan(), "finite input gives a number");
        Self(if inches.is_nan() { 0.0 } else { bounded(inches) })
    }

    /// The number of inches.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Half of it.
    #[must_use]
    #[inline]
    pub fn half(self) -> Self {
        Self(self.0 / 2.0)
    }

    /// So many times as long.
    #[must_use]
    pub fn times(self, count: u32) -> Self {
        Self(bounded(self.0 * f64::from(count)))
    }

    /// Without its sign.
    #[must_use]
    #[inline]
    pub fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// To the nearest thousandth, as events keep it.
    #[must_use]
    pub fn rounded(self) -> Self {
        Self(bounded((self.0 * 1_000.0).round() / 1_000.0))
    }
}

impl Eq for Inches {}

impl Ord for Inches {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Inches {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for Inches {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(bounded(self.0 + other.0))
    }
}

impl Sub for Inches {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(bounded(self.0 - other.0))
    }
}

impl Neg for Inches {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(bounded(-self.0))
    }
}

impl Sum for Inches {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Self::ZERO, Add::add)
    }
}

impl TryFrom<f64> for Inches {
    type Error = NotANumberInRange;
    fn try_from(inches: f64) -> Result<Self, NotANumberInRange> {
        Self::new(inches)
    }
}

impl From<Inches> for f64 {
    fn from(length: Inches) -> Self {
        length.0
    }
}

impl fmt::Display for Inches {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}\"", self.rounded().0)
    }
}

/// An angle in degrees, clockwise; as a heading, 0 looks along +y and 90 along +x. Always finite.
///
/// ```
/// use battleground_geometry::Degrees;
/// assert_eq!(Degrees::new(-30.0).unwrap().heading(), Degrees::new(330.0).unwrap());
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "f64", into = "f64")]
#[schemars(with = "f64")]
pub struct Degrees(f64);

impl Degrees {
    /// Straight on.
    pub const ZERO: Self = Self(0.0);
    /// A right angle to the right.
    pub const QUARTER: Self = Self(90.0);
    /// Half round.
    pub const HALF: Self = Self(180.0);

    /// An angle of `degrees`, clockwise.
    pub fn new(degrees: f64) -> Result<Self, NotANumberInRange> {
        checked(degrees).map(Self)
    }

    #[inline]
    pub(crate) fn made(degrees: f64) -> Self {
        debug_assert!(!degrees.is_nan(), "finite input gives a number");
        Self(if degrees.is_nan() { 0.0 } else { bounded(degrees) })
    }

    /// The number of degrees.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// The same direction as a heading, at least 0 and below 360.
    #[must_use]
    #[inline]
    pub fn heading(self) -> Self {
        if (0.0..360.0).contains(&self.0) {
            return Self(self.0 + 0.0);
        }
        let turned = self.0.rem_euclid(360.0);
        // A tiny negative angle may round up to the full circle.
        Self(if turned >= 360.0 { 0.0 } else { turned + 0.0 })
    }

    /// The shorter way from this heading to another: above 0 to the right, at least -180 and below 180.
    #[must_use]
    #[inline]
    pub fn turn_to(self, other: Self) -> Self {
        Self((other.0 - self.0 + 180.0).rem_euclid(360.0) - 180.0)
    }

    /// To the nearest hundredth of a degree as a heading, as events keep it.
    #[must_use]
    pub fn rounded(self) -> Self {
        Self((self.heading().0 * 100.0).round() / 100.0).heading()
    }

    /// Sine and cosine, exact at the right angles.
    #[inline]
    pub(crate) fn sin_cos(self) -> (f64, f64) {
        let turned = self.heading().0;
        let quarter = |value: f64| (turned - value).abs() < 1e-12;
        if quarter(0.0) {
            (0.0, 1.0)
        } else if quarter(90.0) {
            (1.0, 0.0)
        } else if quarter(180.0) {
            (0.0, -1.0)
        } else if quarter(270.0) {
            (-1.0, 0.0)
        } else {
            turned.to_radians().sin_cos()
        }
    }
}

impl Add for Degrees {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(bounded(self.0 + other.0))
    }
}

impl Sub for Degrees {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(bounded(self.0 - other.0))
    }
}

impl Neg for Degrees {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(bounded(-self.0))
    }
}

impl TryFrom<f64> for Degrees {
    type Error = NotANumberInRange;
    fn try_from(degrees: f64) -> Result<Self, NotANumberInRange> {
        Self::new(degrees)
    }
}

impl From<Degrees> for f64 {
    fn from(angle: Degrees) -> Self {
        angle.0
    }
}

impl fmt::Display for Degrees {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}\u{b0}", (self.0 * 100.0).round() / 100.0)
    }
}

/// Whether a limit itself is still in reach: a rulebook's "within" or "less than".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// At or less than.
    Within,
    /// Strictly less than.
    LessThan,
}

/// The tolerance with which an edition reads measurements; one value serves a whole game. Rule `BG4-GEO-04`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tolerance {
    /// Areas overlap, a line is passed and a strip entered by more than this; a gap up to this is touching.
    pub touch: Inches,
    /// Two measured lengths tie if they differ by at most this.
    pub tie: Inches,
    /// The slack in favour of a measured length against a printed limit.
    pub limit: Inches,
}

impl Tolerance {
    /// One tolerance for everything.
    pub const fn uniform(tolerance: Inches) -> Self {
        Self {
            touch: tolerance,
            tie: tolerance,
            limit: tolerance,
        }
    }

    /// Whether a distance lies inside a limit. Rule `BG4-GEO-19`.
    pub fn reaches(self, distance: Inches, reach: Inches, limit: Limit) -> bool {
        match limit {
            Limit::Within => distance.0 <= reach.0 + self.limit.0 + GRAIN,
            Limit::LessThan => distance.0 < reach.0 - self.limit.0 - GRAIN,
        }
    }

    /// Whether a length, gap or contact is at least `least`.
    #[inline]
    pub fn at_least(self, length: Inches, least: Inches) -> bool {
        length.0 >= least.0 - self.limit.0 - GRAIN
    }

    /// Whether a depth counts as passing a line or entering an area.
    #[inline]
    pub fn passes(self, depth: Inches) -> bool {
        depth.0 > self.touch.0 + GRAIN
    }

    /// Whether two measured lengths are the same.
    pub fn ties(self, one: Inches, other: Inches) -> bool {
        (one.0 - other.0).abs() <= self.tie.0 + GRAIN
    }

    /// The places of the shortest length and of those that tie with it, in order. Ties are not chained.
    pub fn shortest(self, lengths: &[Inches]) -> Vec<usize> {
        self.tied_with(lengths, lengths.iter().min())
    }

    /// The places of the longest length and of those that tie with it, in order. Ties are not chained.
    pub fn longest(self, lengths: &[Inches]) -> Vec<usize> {
        self.tied_with(lengths, lengths.iter().max())
    }

    fn tied_with(self, lengths: &[Inches], best: Option<&Inches>) -> Vec<usize> {
        let tied = |place: &usize| best.is_some_and(|&best| self.ties(lengths[*place], best));
        (0..lengths.len()).filter(tied).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Limit::{LessThan, Within};

    const TOL: Tolerance = Tolerance::uniform(Inches::mils(10));

    #[test]
    fn bg4_geo_04_one_tolerance_reads_every_measurement() {
        let reach = [
            (7_009, Within, true),
            (7_020, Within, false),
            (7_010, Within, true),
            (7_000, Within, true),
        ];
        for (distance, limit, expected) in reach {
            assert_eq!(
                TOL.reaches(Inches::mils(distance), Inches::mils(7_000), limit),
                expected,
                "{distance}"
            );
        }
        assert!(TOL.at_least(Inches::mils(1_740), Inches::mils(1_750)));
        assert!(!TOL.at_least(Inches::mils(1_739), Inches::mils(1_750)));
        assert!(TOL.ties(Inches::mils(8_000), Inches::mils(8_010)));
        assert!(!TOL.ties(Inches::mils(8_000), Inches::mils(8_011)));
        assert!(!TOL.passes(Inches::mils(10)) && TOL.passes(Inches::mils(11)));
    }

    #[test]
    fn another_edition_ties_by_eye_and_reads_limits_exactly() {
        let by_eye = Tolerance {
            touch: Inches::mils(10),
            tie: Inches::mils(50),
            limit: Inches::ZERO,
        };
        assert!(by_eye.ties(Inches::mils(6_980), Inches::mils(7_020)));
        assert!(!by_eye.ties(Inches::mils(6_900), Inches::mils(7_000)));
        assert!(!by_eye.reaches(Inches::mils(14_020), Inches::mils(14_000), Within));
        assert!(by_eye.reaches(Inches::mils(14_000), Inches::mils(14_000), Within));
        assert!(!by_eye.reaches(Inches::mils(14_000), Inches::mils(14_000), LessThan));
        assert!(by_eye.reaches(Inches::mils(13_999), Inches::mils(14_000), LessThan));
        let lengths = [7_040, 7_000, 7_080].map(Inches::mils);
        assert_eq!(by_eye.shortest(&lengths), [0, 1], "ties are not chained");
    }

    #[test]
    fn bg4_geo_19_within_is_at_most() {
        assert!(TOL.reaches(Inches::mils(7_000), Inches::mils(7_000), Within));
        assert!(!TOL.reaches(Inches::mils(7_000), Inches::mils(7_000), LessThan));
    }

    #[test]
    fn only_numbers_a_table_can_hold_become_lengths_or_angles() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e7, -1e300] {
            assert!(Inches::new(bad).is_err() && Degrees::new(bad).is_err(), "{bad}");
            let text = format!("{bad:e}");
            assert!(serde_json::from_str::<Inches>(&text).is_err(), "{text}");
        }
        assert_eq!(Inches::MOST + Inches::MOST, Inches::MOST);
        assert_eq!((-Inches::ZERO).value().to_bits(), 0, "there is no negative zero");
        assert_eq!(Inches::mils(-1_750).to_string(), "-1.75\"");
    }

    #[test]
    fn headings_lie_on_one_circle() {
        let rows = [
            (360.0, 0.0),
            (-1e-20, 0.0),
            (359.996, 0.0),
            (725.004, 5.0),
            (-30.0, 330.0),
        ];
        for (angle, heading) in rows {
            assert_eq!(
                Degrees::new(angle).unwrap().rounded().value().to_bits(),
                f64::to_bits(heading),
                "{angle}"
            );
        }
        let turn = |from, to| Degrees(from).turn_to(Degrees(to)).value();
        assert_eq!(
            [turn(350.0, 10.0), turn(10.0, 350.0), turn(0.0, 180.0)],
            [20.0, -20.0, -180.0]
        );
    }
}
