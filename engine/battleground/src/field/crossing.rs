//! Cost of crossing a kind of ground, and the direction in which it is crossed (pp. 115-118).

/// What a kind of terrain does to a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cost {
    /// It may not be entered: worse than any number.
    Impassable,
    /// Rows of the Movement Category table.
    Steps(i32),
}

/// In which direction a row of stakes is crossed. Rule `BG4-TERR-22` (p. 118).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Crossing {
    /// From the sharp to the non-sharp side.
    AgainstPoints,
    /// From the non-sharp to the sharp side.
    WithPoints,
}
