//! Numbers in sentences.

/// So many things: "1 move", "3 moves".
pub(super) fn count_of(number: u32, thing: &str) -> String {
    if number == 1 {
        format!("1 {thing}")
    } else {
        format!("{number} {thing}s")
    }
}

/// So often: "once", "3 times".
pub(super) fn times(number: u32) -> String {
    if number == 1 {
        "once".to_owned()
    } else {
        format!("{number} times")
    }
}

/// How a game ended, as people say it: "South won (no units left)", "Draw (both wiped out)".
pub(super) fn result_words(result: &str) -> String {
    let (who, why) = result.split_once(": ").unwrap_or((result, ""));
    let why = why.strip_prefix("Victory: ").unwrap_or(why);
    let is_draw = who == "draw";
    let who = if is_draw { "Draw" } else { who };
    match (why, is_draw) {
        ("", _) => who.to_owned(),
        ("all units lost", true) => format!("{who} (both wiped out)"),
        ("all units lost", false) => format!("{who} (the other side wiped out)"),
        (why, _) => format!("{who} ({why})"),
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
