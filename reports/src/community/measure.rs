//! One figure of a cell, as bars and charts show it.

use hindsight_kernel::{Phrase, phrase};

use super::{CellFigures, CommunityCell, Mean, Rate};
use crate::messages::MESSAGES;

/// A figure with its interval, whatever it was worked out from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
    /// How many it was counted from.
    pub n: u64,
}

impl From<Rate> for Interval {
    fn from(rate: Rate) -> Self {
        let Rate { value, low, high, n } = rate;
        Self { value, low, high, n }
    }
}

impl From<Mean> for Interval {
    fn from(mean: Mean) -> Self {
        let Mean {
            value, low, high, n, ..
        } = mean;
        Self { value, low, high, n }
    }
}

/// The figure of a cell that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// The share of games won.
    #[default]
    Won,
    /// The share of games won among those in which the dice favoured nobody.
    EvenWon,
    /// Points destroyed for each point of the army.
    Destroyed,
    /// Damage dealt for each point of the army.
    Dealt,
    /// Damage taken for each point of the army.
    Taken,
    /// Survived.
    Survival,
    /// Rounds a game.
    Rounds,
    /// Rushes a game.
    Rushes,
    /// The share of rushes that counted as charges.
    Charged,
    /// The share of fights won.
    Fights,
    /// Luck of the dice.
    Luck,
    /// The share of morale tests passed.
    Morale,
}

impl Measure {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 12] = [
        Self::Won,
        Self::EvenWon,
        Self::Destroyed,
        Self::Dealt,
        Self::Taken,
        Self::Survival,
        Self::Rounds,
        Self::Rushes,
        Self::Charged,
        Self::Fights,
        Self::Luck,
        Self::Morale,
    ];

    /// The word in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::EvenWon => "even_won",
            Self::Destroyed => "destroyed",
            Self::Dealt => "dealt",
            Self::Taken => "taken",
            Self::Survival => "survival",
            Self::Rounds => "rounds",
            Self::Rushes => "rushes",
            Self::Charged => "charged",
            Self::Fights => "fights",
            Self::Luck => "luck",
            Self::Morale => "morale",
        }
    }

    /// The measure of this word; that of games won without one.
    pub fn named(word: Option<&str>) -> Self {
        Self::ALL
            .into_iter()
            .find(|measure| Some(measure.word()) == word)
            .unwrap_or_default()
    }

    /// The name for people.
    pub fn name(self) -> Phrase {
        match self {
            Self::Won => phrase!(MESSAGES, "measure-won"),
            Self::EvenWon => phrase!(MESSAGES, "measure-even-won"),
            Self::Destroyed => phrase!(MESSAGES, "measure-destroyed"),
            Self::Dealt => phrase!(MESSAGES, "measure-dealt"),
            Self::Taken => phrase!(MESSAGES, "measure-taken"),
            Self::Survival => phrase!(MESSAGES, "measure-survival"),
            Self::Rounds => phrase!(MESSAGES, "measure-rounds"),
            Self::Rushes => phrase!(MESSAGES, "measure-rushes"),
            Self::Charged => phrase!(MESSAGES, "measure-charged"),
            Self::Fights => phrase!(MESSAGES, "measure-fights"),
            Self::Luck => phrase!(MESSAGES, "measure-luck"),
            Self::Morale => phrase!(MESSAGES, "measure-morale"),
        }
    }

    /// The figure in a cell that has it.
    pub fn of(self, figures: &CellFigures) -> Option<Interval> {
        match self {
            Self::Won => figures.win_rate.map(Interval::from),
            Self::EvenWon => figures.even_win_rate.map(Interval::from),
            Self::Destroyed => figures.destroyed.map(Interval::from),
            Self::Dealt => figures.dealt.map(Interval::from),
            Self::Taken => figures.taken.map(Interval::from),
            Self::Survival => figures.survival.map(Interval::from),
            Self::Rounds => figures.rounds.map(Interval::from),
            Self::Rushes => figures.rushes.map(Interval::from),
            Self::Charged => figures.rushes_charged.map(Interval::from),
            Self::Fights => figures.fights_won.map(Interval::from),
            Self::Luck => figures.luck.map(Interval::from),
            Self::Morale => figures.tests_passed.map(Interval::from),
        }
    }

    /// The reason why none of these cells has the figure, in words.
    pub fn absence(self, cells: &[CommunityCell]) -> Phrase {
        let shown = || cells.iter().filter_map(|cell| cell.figures.as_ref());
        let of_results = matches!(self, Self::Won | Self::EvenWon);
        if of_results && shown().next().is_some() && shown().all(|of| of.won.is_none()) {
            phrase!(MESSAGES, "measure-of-both-sides")
        } else {
            phrase!(MESSAGES, "measure-of-few-games")
        }
    }

    /// Whether it is a share of the whole, shown in hundredths.
    pub fn is_share(self) -> bool {
        matches!(
            self,
            Self::Won | Self::EvenWon | Self::Survival | Self::Charged | Self::Fights | Self::Morale
        )
    }

    /// The ends of the axis for these figures: nothing is always on it, and all of a share.
    pub fn axis(self, figures: &[Interval]) -> (f64, f64) {
        if self.is_share() {
            return (0.0, 1.0);
        }
        let low = figures.iter().map(|of| of.low).fold(0.0, f64::min);
        let high = figures.iter().map(|of| of.high).fold(0.0, f64::max);
        if high > low { (low, high) } else { (low, low + 1.0) }
    }

    /// The value at which a line marks what would be even.
    pub fn even(self) -> Option<f64> {
        match self {
            Self::Won | Self::EvenWon => Some(0.5),
            Self::Luck => Some(0.0),
            _ => None,
        }
    }
}
