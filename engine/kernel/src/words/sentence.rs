//! Lists and numbers in sentences.

/// `nobody`, `one`, `one and two`, `one, two and three`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// Several things by name, as [`list`] puts them.
pub fn names<T>(things: impl IntoIterator<Item = T>, name: impl FnMut(T) -> String) -> String {
    list(&things.into_iter().map(name).collect::<Vec<_>>())
}

/// `1 box`, `3 boxes`.
pub fn count(number: impl Into<i64>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_counts_read_as_people_say_them() {
        let names = |count| names(1..=count, |number| format!("unit {number}"));
        assert_eq!(
            [names(0), names(1), names(2), names(3)],
            [
                "nobody",
                "unit 1",
                "unit 1 and unit 2",
                "unit 1, unit 2 and unit 3"
            ]
        );
        assert_eq!(
            [count(1, "die", "dice"), count(0, "die", "dice")],
            ["1 die", "0 dice"]
        );
    }
}
