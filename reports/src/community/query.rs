//! Queries about many games.

use std::collections::BTreeMap;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Day, Dimension};

/// Most dimensions that one question groups by.
pub const MOST_GROUPS: usize = 2;

/// How draws count in a win rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawsCount {
    /// As half a win.
    #[default]
    Half,
    /// Not at all: of the games that somebody won.
    LeftOut,
    /// As games not won.
    NotWon,
}

impl DrawsCount {
    /// All conventions.
    pub const ALL: [Self; 3] = [Self::Half, Self::LeftOut, Self::NotWon];

    /// The word in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::LeftOut => "left_out",
            Self::NotWon => "not_won",
        }
    }
}

/// Which sides of which games. Everything must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Filter {
    /// Exactly these values.
    pub is: BTreeMap<Dimension, String>,
    /// Games of bots, too. Without it they are left out, unless [`Dimension::Provenance`] asks for them.
    pub with_bots: bool,
    /// Games that ended in this month or later: `2026-03`.
    pub since: Option<String>,
    /// Games that ended in this month or earlier.
    pub until: Option<String>,
    /// Games that had ended by the end of this day (UTC): what was known of the community then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Day>,
}

impl Filter {
    /// The filter as the query of an address, without the question mark.
    pub fn query(&self) -> String {
        let as_of = self.as_of.map(|day| day.to_string());
        let fields = self
            .is
            .iter()
            .map(|(dimension, value)| (dimension.word(), value.as_str()))
            .chain(self.with_bots.then_some(("bots", "true")))
            .chain(self.since.as_deref().map(|month| ("since", month)))
            .chain(self.until.as_deref().map(|month| ("until", month)))
            .chain(as_of.as_deref().map(|day| ("as_of", day)));
        let mut query = String::new();
        for (name, value) in fields {
            if !query.is_empty() {
                query.push('&');
            }
            query.push_str(name);
            query.push('=');
            query.extend(utf8_percent_encode(value, NON_ALPHANUMERIC));
        }
        query
    }

    /// This filter with one value more.
    #[must_use]
    pub fn and(&self, dimension: Dimension, value: &str) -> Self {
        let mut more = self.clone();
        more.is.insert(dimension, value.to_owned());
        more
    }
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct CommunityQuery {
    /// Which sides of which games.
    pub filter: Filter,
    /// Grouped by these; at most [`MOST_GROUPS`], each once.
    pub by: Vec<Dimension>,
    /// How draws count in win rates.
    pub draws: DrawsCount,
    /// A cell of fewer games than this shows how many they are and no figure, and no figure is shown that was counted from
    /// fewer.
    pub least: u64,
}
