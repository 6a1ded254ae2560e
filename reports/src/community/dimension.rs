//! Dimensions by which games are filtered and grouped.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What games are filtered and grouped by. All but [`Self::Unit`] and [`Self::Order`] have one value a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
    /// The system's id.
    System,
    /// The version of the rules that opened the game: its edition.
    Rules,
    /// The hashes of the packs in play, joined by `+`.
    Pack,
    /// The side's faction.
    Faction,
    /// The faction of the other side.
    Opponent,
    /// Both factions in alphabetical order, joined by ` against `.
    Matchup,
    /// The scenario's id.
    Scenario,
    /// The map's id.
    Map,
    /// What each army might cost, in points, where that was agreed: `1500`.
    Budget,
    /// The month (UTC) in which the game ended: `2026-11`.
    Month,
    /// How far the record can be trusted: see [`Provenance`](super::Provenance).
    Provenance,
    /// Whether the side had the first turn: see [`FIRST`].
    First,
    /// How the side's luck stood against the other's: see [`LUCK_BANDS`].
    Luck,
    /// How the game went for the side: see [`RESULTS`].
    Result,
    /// The id of the account that sat there.
    Player,
    /// The id of the account that sat on the other side.
    Rival,
    /// The army: the names of its cards in alphabetical order, each with how many there are of it.
    Army,
    /// The rating of the account that sat there before the month of the game, in steps of 200 points.
    RatingBand,
    /// A card among the units the side took, as `system:card`. A side has many.
    Unit,
    /// An order that the side gave, as the game calls it; an action of its units, where the game has no orders; a choice that a
    /// game counts beside them, as `Zone: Crown`; a cause of damage to its units, as `Damage taken: panic`; an order with which its
    /// units began, as `At deployment: Close`; a faction ability, as `Ability: Wedge`. A side has many.
    Order,
}

/// How many dimensions have one value a side.
pub(super) const SINGLE: usize = 18;
/// How many dimensions there are.
pub(super) const ALL: usize = SINGLE + 2;

/// The value of a dimension for a side without one.
pub const NOTHING: &str = "none";
/// Whether a side had the first turn.
pub const FIRST: [&str; 2] = ["no", "yes"];
/// The standing of a side's luck against the other's: more than one standard deviation of the difference
/// worse, within it, more than one better.
pub const LUCK_BANDS: [&str; 3] = ["unlucky", "even", "lucky"];
/// The results of a game for a side.
pub const RESULTS: [&str; 3] = ["won", "drawn", "lost"];
/// The band of an account without a rating before the month of the game.
pub const UNRATED: &str = "unrated";
/// How wide a band of ratings is.
const BAND: f64 = 200.0;

/// The band of a rating: `1400 to 1599`.
pub(super) fn band_of(rating: f64) -> String {
    let low = (rating / BAND).floor() * BAND;
    format!("{low:.0} to {:.0}", low + BAND - 1.0)
}

impl Dimension {
    /// All of them, in order.
    pub const ALL: [Self; ALL] = [
        Self::System,
        Self::Rules,
        Self::Pack,
        Self::Faction,
        Self::Opponent,
        Self::Matchup,
        Self::Scenario,
        Self::Map,
        Self::Budget,
        Self::Month,
        Self::Provenance,
        Self::First,
        Self::Luck,
        Self::Result,
        Self::Player,
        Self::Rival,
        Self::Army,
        Self::RatingBand,
        Self::Unit,
        Self::Order,
    ];

    /// The word in addresses and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Rules => "rules",
            Self::Pack => "pack",
            Self::Faction => "faction",
            Self::Opponent => "opponent",
            Self::Matchup => "matchup",
            Self::Scenario => "scenario",
            Self::Map => "map",
            Self::Budget => "budget",
            Self::Month => "month",
            Self::Provenance => "provenance",
            Self::First => "first",
            Self::Luck => "luck",
            Self::Result => "result",
            Self::Player => "player",
            Self::Rival => "rival",
            Self::Army => "army",
            Self::RatingBand => "rating_band",
            Self::Unit => "unit",
            Self::Order => "order",
        }
    }

    /// The dimension of this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dimension| dimension.word() == word)
    }
}

/// Texts as small numbers, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    numbers: HashMap<Arc<str>, u32>,
    texts: Vec<Arc<str>>,
}

impl Dictionary {
    /// The number of a text, a new one if need be.
    pub(super) fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.texts.len() as u32;
        let text: Arc<str> = Arc::from(text);
        self.numbers.insert(Arc::clone(&text), number);
        self.texts.push(text);
        number
    }

    /// The number of a text that came before.
    pub(super) fn known(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// The text behind a number.
    pub(super) fn text(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }

    /// How many texts there are.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// All texts.
    pub(super) fn texts(&self) -> &[Arc<str>] {
        &self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dimension_is_found_by_its_word_and_stands_at_its_place() {
        for (place, dimension) in Dimension::ALL.into_iter().enumerate() {
            assert_eq!(dimension as usize, place);
            assert_eq!(Dimension::named(dimension.word()), Some(dimension));
        }
        assert_eq!(
            (Dimension::Unit as usize, Dimension::Order as usize),
            (SINGLE, SINGLE + 1)
        );
        assert_eq!(Dimension::named("name"), None);
    }

    #[test]
    fn a_band_holds_its_lower_end() {
        for (rating, band) in [
            (1500.0, "1400 to 1599"),
            (1399.9, "1200 to 1399"),
            (1600.0, "1600 to 1799"),
        ] {
            assert_eq!(band_of(rating), band);
        }
    }
}
