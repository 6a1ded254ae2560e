//! Numbers in sentences.

use hindsight_kernel::{Argument, Message, joined};

use crate::base::messages::{MESSAGES, text};

/// Names in a row: "a, b, c".
pub(super) fn in_a_row<N: Into<Argument>>(names: impl IntoIterator<Item = N>) -> Argument {
    joined!(MESSAGES, "words-next", names)
}

/// The ends of an interval: "40 % to 60 %".
pub(super) fn interval(low: String, high: String) -> Message {
    text!("words-interval", low, high)
}

/// The ends of an interval, and of how many it is: "40 % to 60 %, n 25".
pub(super) fn interval_of(low: String, high: String, n: impl Into<Argument>) -> Message {
    text!("words-interval-of", low, high, n = n.into())
}

/// So many things: "1 move", "3 moves". The message knows the things by their words.
pub(super) fn count_of(number: u32, thing: &'static str) -> Message {
    text!("words-count", number, thing)
}

/// So often: "once", "3 times".
pub(super) fn times(number: u32) -> Message {
    text!("words-times", number)
}

/// A number of points without needless decimals.
pub(super) fn amount(points: f64) -> String {
    // A sum is never negative, and a zero has no sign.
    let points = points.max(0.0) + 0.0;
    if points.fract().abs() < 1e-9 {
        format!("{points:.0}")
    } else {
        format!("{points:.1}")
    }
}

/// How a game ended, as people say it: "South won (no units left)", "Draw (both wiped out)".
pub(super) fn result_words(result: &str) -> Message {
    let (who, why) = result.split_once(": ").unwrap_or((result, ""));
    let why = why.strip_prefix("Victory: ").unwrap_or(why);
    let is_draw = who == "draw";
    let who: Argument = if is_draw {
        text!("words-draw").into()
    } else {
        who.to_owned().into()
    };
    match (why, is_draw) {
        ("", _) => text!("words-result", who),
        ("all units lost", true) => text!("words-result-both-wiped-out", who),
        ("all units lost", false) => text!("words-result-other-wiped-out", who),
        (why, _) => text!("words-result-because", who, why = why.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_told_in_a_few_words() {
        let rows = [
            (
                "South won: all units lost",
                "South won (the other side wiped out)",
            ),
            ("draw: all units lost", "Draw (both wiped out)"),
            ("South won: Victory: no units left", "South won (no units left)"),
            ("North won: conceded", "North won (conceded)"),
            ("draw", "Draw"),
        ];
        for (result, words) in rows {
            assert_eq!(result_words(result), words);
        }
    }

    #[test]
    fn one_thing_has_no_plural() {
        assert_eq!(count_of(1, "move"), "1 move");
        assert_eq!(count_of(0, "move"), "0 moves");
        assert_eq!(times(1), "once");
        assert_eq!(times(2), "2 times");
    }
}
