//! Cells and what fills them.

/// What stands in one place of a table.
pub(crate) type Cell = String;

/// A column: its name, and what a row has there.
pub(crate) type Column<T> = (&'static str, fn(&T) -> Cell);

/// A text, with an apostrophe before what a spreadsheet would take for a formula.
pub(crate) fn text(text: &str) -> Cell {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '|', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// A number with at most six digits after the point.
pub(crate) fn number(number: f64) -> Cell {
    let rounded = (number * 1e6).round() / 1e6;
    if rounded == 0.0 {
        "0".to_owned()
    } else {
        rounded.to_string()
    }
}

/// A number, or nothing.
pub(crate) fn maybe(value: Option<f64>) -> Cell {
    value.map_or_else(Cell::new, number)
}

/// A whole number.
pub(crate) fn whole(number: impl Into<u64>) -> Cell {
    number.into().to_string()
}

/// Yes or no.
pub(crate) fn flag(flag: bool) -> Cell {
    flag.to_string()
}
