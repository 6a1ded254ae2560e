//! The clock: Unix time in milliseconds, and its text.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds of Unix time, now.
pub fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Milliseconds of Unix time as RFC 3339, always with three digits of the second, so that times sort as texts too.
pub fn time_text(ms: u64) -> String {
    i64::try_from(ms)
        .ok()
        .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok())
        .map_or_else(String::new, |time| format!("{time:.3}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_sort_as_texts() {
        let times = [0, 999, 1_000, 1_700_000_000_000, 1_700_000_000_100];
        let texts = times.map(time_text);
        assert!(texts.is_sorted(), "{texts:?}");
        assert_eq!(texts[3], "2023-11-14T22:13:20.000Z");
    }
}
