//! Months and days of the calendar (UTC), as numbers: texts of them sort wrongly once a year has five digits.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use hindsight_kernel::Message;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::messages::text;

/// Milliseconds of a day.
const DAY_MS: u64 = 86_400_000;
/// Days from the first of March of the year 0 of the proleptic Gregorian calendar to the first of January 1970.
const DAYS_TO_1970: u64 = 719_468;
/// Days of 400 years.
const DAYS_OF_AN_ERA: u64 = 146_097;

/// A month (UTC), counted from January of the year 0. Its text is that of addresses: `2026-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Month(u64);

impl Month {
    /// The month of a moment, milliseconds of Unix time.
    pub(super) fn of(ms: u64) -> Self {
        Self::with_day(ms / DAY_MS).0
    }

    /// The month of a day, counted from the first of January 1970, and which day of the month it is, from 1.
    fn with_day(days: u64) -> (Self, u64) {
        // Days since the first of March of the year 0, and back: years then end with the day that leap years add.
        let days = days + DAYS_TO_1970;
        let era = days / DAYS_OF_AN_ERA;
        let day_of_era = days % DAYS_OF_AN_ERA;
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let months_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * months_from_march + 2) / 5 + 1;
        (Self((era * 400 + year_of_era) * 12 + months_from_march + 2), day)
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoMonth;

/// A day of the calendar (UTC) since 1970, such as that up to whose end games are counted. Its text is `2026-03-15`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u64);

impl Day {
    /// The day of a moment, milliseconds of Unix time.
    pub fn of(ms: u64) -> Self {
        Self(ms / DAY_MS)
    }

    /// The first moment after it, milliseconds of Unix time.
    pub fn end_ms(self) -> u64 {
        (self.0 + 1).saturating_mul(DAY_MS)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (month, day) = Month::with_day(self.0);
        write!(f, "{month}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        let (month, day) = text.rsplit_once('-').ok_or(NoDay)?;
        if text.len() != 10 || !day.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NoDay);
        }
        let Month(month) = month.parse().map_err(|_| NoDay)?;
        let day: u64 = day.parse().map_err(|_| NoDay)?;
        // The year begins in March, so that the day that leap years add is its last.
        let from_march = month.checked_sub(2).ok_or(NoDay)?;
        let (year, month) = (from_march / 12, from_march % 12);
        let year_of_era = year % 400;
        let day_of_year = (153 * month + 2) / 5 + day.checked_sub(1).ok_or(NoDay)?;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let days = (year / 400) * DAYS_OF_AN_ERA + day_of_era;
        let found = Self(days.checked_sub(DAYS_TO_1970).ok_or(NoDay)?);
        // The thirtieth of February reads back as a day of March.
        (found.to_string() == text).then_some(found).ok_or(NoDay)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Day {
    fn schema_name() -> Cow<'static, str> {
        "Day".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date", "maxLength": 10 })
    }
}

/// A text is no day since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoDay;

impl NoDay {
    /// The form that is expected.
    pub fn message(self) -> Message {
        text!("no-day")
    }
}

impl fmt::Display for NoDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for NoDay {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar_and_end_where_the_next_begins() {
        // date -u -d DAY +%s
        for (day, begins) in [
            ("1970-01-01", 0),
            ("2000-02-29", 951_782_400),
            ("2000-03-01", 951_868_800),
            ("2024-12-31", 1_735_603_200),
            ("2025-01-01", 1_735_689_600),
            ("2026-03-15", 1_773_532_800),
            ("9999-12-31", 253_402_214_400),
        ] {
            let found: Day = day.parse().unwrap();
            assert_eq!(found, Day::of(begins * 1000), "{day}");
            assert_eq!(found, Day::of((begins + 86_399) * 1000 + 999), "{day}");
            assert_eq!(found.end_ms(), (begins + 86_400) * 1000, "{day}");
            assert_eq!(found.to_string(), day);
        }
        for wrong in [
            "",
            "2026-02-30",
            "2026-02-29",
            "2026-00-10",
            "2026-01-00",
            "2026-01-32",
            "2026-1-1",
            "1969-12-31",
            "0000-01-01",
            "10000-01-01",
            "2026-03-+5",
            "yesterday",
        ] {
            assert_eq!(wrong.parse::<Day>(), Err(NoDay), "{wrong}");
        }
    }

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
