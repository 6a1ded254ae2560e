//! Choices that are made in secret: one word for them in the states of all systems.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A choice made in secret, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Secret<T> {
    /// Not made yet.
    #[default]
    NotChosen,
    /// Made, but not known here: face down for this viewer, or left open by a scorekeeper.
    Unknown,
    /// Made and known.
    Known(T),
}

impl<T> Secret<T> {
    /// The choice, if it is known.
    pub const fn known(&self) -> Option<&T> {
        match self {
            Self::Known(choice) => Some(choice),
            Self::NotChosen | Self::Unknown => None,
        }
    }

    /// Whether the choice has been made.
    pub const fn is_made(&self) -> bool {
        !matches!(self, Self::NotChosen)
    }

    /// The same choice as somebody sees it who may not know it.
    #[must_use]
    pub const fn hidden(&self) -> Self {
        match self {
            Self::NotChosen => Self::NotChosen,
            Self::Unknown | Self::Known(_) => Self::Unknown,
        }
    }

    /// A choice just made: known or not.
    pub fn made(choice: Option<T>) -> Self {
        choice.map_or(Self::Unknown, Self::Known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_not_know_a_choice_knows_whether_it_is_made() {
        for (choice, is_made) in [
            (Secret::NotChosen, false),
            (Secret::made(None), true),
            (Secret::made(Some(7)), true),
        ] {
            assert_eq!(choice.is_made(), is_made);
            assert_eq!(choice.hidden().is_made(), is_made);
            assert_eq!(choice.hidden().known(), None);
        }
        assert_eq!(Secret::made(Some(7)).known(), Some(&7));
    }
}
