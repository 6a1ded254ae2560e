//! What is added up for one cell.
//!
//! Figures are added as whole numbers, ten-thousandths: sums then do not depend on the order of the games, and a table
//! that grew game by game answers as one that was made at once, to the last digit.

use super::answer::{CellFigures, OrderFigures, UnitFigures};
use super::table::Counts;
use super::{DrawsCount, Mean, Rate, Verdict};

/// Figures of a side of which means are given.
pub(super) const SIDE_FIGURES: usize = 7;
/// Figures of a side's units of one card of which means are given.
pub(super) const UNIT_FIGURES: usize = 5;
/// What stands where there is no figure.
const NONE: i32 = i32::MIN;
const SCALE: f64 = 10_000.0;
/// The largest figure that is kept; no game comes near it.
const LARGEST: f64 = 100_000.0;

/// A figure as a whole number.
pub(super) fn fixed(figure: Option<f64>) -> i32 {
    match figure {
        Some(figure) if figure.is_finite() => (figure.clamp(-LARGEST, LARGEST) * SCALE).round() as i32,
        _ => NONE,
    }
}

/// Values of which a mean is wanted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    count: u64,
    total: i64,
    squares: i128,
}

impl Sum {
    pub(super) fn add(&mut self, value: i32) {
        if value == NONE {
            return;
        }
        self.count += 1;
        self.total += i64::from(value);
        self.squares += i128::from(i64::from(value) * i64::from(value));
    }

    fn mean(&self) -> Option<Mean> {
        Mean::of(
            self.total as f64 / SCALE,
            self.squares as f64 / (SCALE * SCALE),
            self.count,
        )
    }
}

/// What is added up for one cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) sides: u64,
    pub(super) rounds: Sum,
    pub(super) drawn_games: u64,
    /// Won, drawn, lost, where no other side of the game stands in the cell.
    verdicts: [u64; 3],
    /// The same of games in which the dice favoured nobody.
    even_verdicts: [u64; 3],
    pub(super) figures: [Sum; SIDE_FIGURES],
    pub(super) counts: Counts<u64>,
    pub(super) passed_expected: i64,
    pub(super) given: Sum,
    pub(super) units: [Sum; UNIT_FIGURES],
    last_game: Option<u32>,
}

impl Tally {
    /// Notes that a side of a game stands in the cell; true for the first of that game.
    pub(super) fn meets(&mut self, game: u32) -> bool {
        self.sides += 1;
        let first = self.last_game.replace(game) != Some(game);
        self.games += u64::from(first);
        first
    }

    pub(super) fn decided(&mut self, verdict: Verdict) {
        self.verdicts[verdict as usize] += 1;
    }

    /// Notes that the dice favoured neither side of a game that was decided so.
    pub(super) fn was_even(&mut self, verdict: Verdict) {
        self.even_verdicts[verdict as usize] += 1;
    }

    /// The figures as they are told: those of fewer than `least` are none.
    pub(super) fn finished(
        &self,
        draws: DrawsCount,
        least: u64,
        of_units: bool,
        of_orders: bool,
    ) -> CellFigures {
        let rate = |rate: Option<Rate>| rate.filter(|rate| rate.n >= least);
        let mean = |sum: Sum| sum.mean().filter(|mean| mean.n >= least);
        let share = |part: u64, whole: u64| rate(Rate::of(part as f64, whole));
        let [won, drawn, lost] = self.verdicts;
        let [destroyed, dealt, taken, survival, rushes, charges, luck] = self.figures.map(mean);
        let counts = &self.counts;
        let [copies, unit_survival, unit_dealt, unit_taken, kills] = self.units.map(mean);
        let tests_passed = share(counts.passed, counts.tests);
        CellFigures {
            won,
            drawn,
            lost,
            win_rate: rate(win_rate(self.verdicts, draws)),
            even_win_rate: rate(win_rate(self.even_verdicts, draws)),
            draw_rate: share(self.drawn_games, self.games),
            rounds: mean(self.rounds),
            destroyed,
            dealt,
            taken,
            survival,
            rushes,
            charges,
            luck,
            rushes_charged: share(counts.charges, counts.rushes),
            fights_won: share(counts.fights_won, counts.fights),
            tests_passed,
            tests_expected: tests_passed.map(|_| self.passed_expected as f64 / SCALE / counts.tests as f64),
            unit: of_units.then_some(UnitFigures {
                copies,
                survival: unit_survival,
                dealt: unit_dealt,
                taken: unit_taken,
                kills,
            }),
            order: of_orders.then_some(OrderFigures {
                given: mean(self.given),
            }),
        }
    }
}

/// The share of games won, draws counted as asked.
fn win_rate([won, drawn, lost]: [u64; 3], draws: DrawsCount) -> Option<Rate> {
    match draws {
        DrawsCount::Half => Rate::of(won as f64 + drawn as f64 / 2.0, won + drawn + lost),
        DrawsCount::LeftOut => Rate::of(won as f64, won + lost),
        DrawsCount::NotWon => Rate::of(won as f64, won + drawn + lost),
    }
}
