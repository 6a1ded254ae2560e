//! The rule set's type, on which every trait of a rule set is implemented in the file of its subject.

/// Battleground Fantasy Warfare, V4.0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battleground;
