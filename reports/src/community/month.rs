//! Months of the calendar (UTC), as numbers: texts of them sort wrongly once a year has five digits.

use std::fmt;
use std::str::FromStr;

/// A month (UTC), counted from January of the year 0. Its text is that of addresses: `2026-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Month(u64);

impl Month {
    /// The month of a moment, milliseconds of Unix time.
    pub(super) fn of(ms: u64) -> Self {
        // Days since the first of March of the year 0 of the proleptic Gregorian calendar, and back: years then end with
        // the day that leap years add.
        let days = ms / 86_400_000 + 719_468;
        let era = days / 146_097;
        let day_of_era = days % 146_097;
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let months_from_march = (5 * day_of_year + 2) / 153;
        Self((era * 400 + year_of_era) * 12 + months_from_march + 2)
    }

    /// How many months have ended since the end of an earlier one.
    pub(super) fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.0 / 12, self.0 % 12 + 1)
    }
}

impl FromStr for Month {
    type Err = NoMonth;

    fn from_str(text: &str) -> Result<Self, NoMonth> {
        let (year, month) = text.split_once('-').ok_or(NoMonth)?;
        let year: u64 = year.parse().map_err(|_| NoMonth)?;
        match month.parse::<u64>() {
            Ok(month @ 1..=12) => Ok(Self(year.saturating_mul(12).saturating_add(month - 1))),
            _ => Err(NoMonth),
        }
    }
}

/// A text is no month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a month such as 2026-03 is expected")]
pub(super) struct NoMonth;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_those_of_the_calendar() {
        // date -u -d @SECONDS
        for (seconds, month) in [
            (0, "1970-01"),
            (951_782_400, "2000-02"), // 29 February 2000
            (951_868_800, "2000-03"),
            (1_709_164_800, "2024-02"), // 29 February 2024
            (1_735_689_599, "2024-12"),
            (1_735_689_600, "2025-01"),
            (4_107_542_400, "2100-03"), // 1 March of a year that does not leap
            (4_107_542_399, "2100-02"),
            (253_402_300_799, "9999-12"),
            (253_402_300_800, "10000-01"),
        ] {
            let found = Month::of(seconds * 1000);
            assert_eq!(found.to_string(), month, "{seconds}");
            assert_eq!(month.parse(), Ok(found));
        }
        for wrong in ["", "2026", "2026-00", "2026-13", "year-01"] {
            assert_eq!(wrong.parse::<Month>(), Err(NoMonth), "{wrong}");
        }
    }

    #[test]
    fn a_year_of_five_digits_comes_after_one_of_four() {
        let (late, later) = (Month::of(253_402_300_799_000), Month::of(253_402_300_800_000));
        assert!(late < later);
        assert_eq!((later.since(late), late.since(later)), (1, 0));
        // The last moment that a row can tell is some month, too.
        assert!(Month::of(u64::MAX) > later);
    }
}
