//! What the bars of a page show.

use hindsight_reports::community::{CellFigures, Mean, Rate};

use super::super::chart::{percent, plain};

/// A figure with its interval, whatever it was worked out from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Interval {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) n: u64,
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

/// What the bars of a page show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Measure {
    #[default]
    Won,
    Destroyed,
    Dealt,
    Taken,
    Survival,
    Rounds,
    Rushes,
    Charged,
    Fights,
    Luck,
    Morale,
}

impl Measure {
    pub(super) const ALL: [Self; 11] = [
        Self::Won,
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
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
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
    pub(super) fn named(word: Option<&str>) -> Self {
        Self::ALL
            .into_iter()
            .find(|measure| Some(measure.word()) == word)
            .unwrap_or_default()
    }

    /// What it is, for people.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Won => "Games won",
            Self::Destroyed => "Points destroyed for each point of the army",
            Self::Dealt => "Damage dealt for each point of the army",
            Self::Taken => "Damage taken for each point of the army",
            Self::Survival => "What was left of the army",
            Self::Rounds => "Rounds a game",
            Self::Rushes => "Rushes a game",
            Self::Charged => "Rushes that counted as charges",
            Self::Fights => "Fights won",
            Self::Luck => "Luck of the dice, in standard deviations",
            Self::Morale => "Morale tests passed",
        }
    }

    pub(super) fn of(self, figures: &CellFigures) -> Option<Interval> {
        match self {
            Self::Won => figures.win_rate.map(Interval::from),
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

    /// Whether it is a share of the whole, shown in hundredths.
    fn is_share(self) -> bool {
        matches!(
            self,
            Self::Won | Self::Survival | Self::Charged | Self::Fights | Self::Morale
        )
    }

    /// A value as people read it.
    pub(super) fn told(self, value: f64) -> String {
        if self.is_share() {
            percent(value)
        } else {
            plain(value)
        }
    }

    /// The ends of the axis for these figures: nothing is always on it, and all of a share.
    pub(super) fn axis(self, figures: &[Interval]) -> (f64, f64) {
        if self.is_share() {
            return (0.0, 1.0);
        }
        let low = figures.iter().map(|of| of.low).fold(0.0, f64::min);
        let high = figures.iter().map(|of| of.high).fold(0.0, f64::max);
        if high > low { (low, high) } else { (low, low + 1.0) }
    }

    /// Where a line marks what would be even.
    pub(super) fn even(self) -> Option<f64> {
        match self {
            Self::Won => Some(0.5),
            Self::Luck => Some(0.0),
            _ => None,
        }
    }
}
