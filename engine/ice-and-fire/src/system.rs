//! The rule set's type, on which every trait of a rule set is implemented in the file of its subject.

/// Ice and Fire, by the sheet of season 2021 S04.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IceAndFire;
