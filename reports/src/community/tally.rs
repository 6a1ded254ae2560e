//! What is added up for one cell.
//!
//! Figures are added as whole numbers, ten-thousandths: sums then do not depend on the order of the games, and a table
//! that grew game by game answers as one that was made at once, to the last digit.

use super::answer::{CellFigures, OrderFigures, UnitFigures};
use super::table::{Counts, Sides};
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

/// Values of which a mean is wanted: how many, their sum, and the low and high halves of their squares. Four numbers
/// alike, added without a branch, are added by the machine several at a time; each sum wraps round as the whole numbers
/// below 0 do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sum([u64; 4]);

impl Sum {
    /// Of one value, or of none.
    pub(super) fn of(value: i32) -> Self {
        if value == NONE {
            return Self::default();
        }
        let square = i64::from(value).unsigned_abs().pow(2);
        Self([
            1,
            i64::from(value).cast_unsigned(),
            square & u64::from(u32::MAX),
            square >> 32,
        ])
    }

    pub(super) fn add(&mut self, more: &Self) {
        for (own, more) in self.0.iter_mut().zip(more.0) {
            *own = own.wrapping_add(more);
        }
    }

    fn mean(&self) -> Option<Mean> {
        let [count, total, low, high] = self.0;
        let squares = (u128::from(high) << 32) + u128::from(low);
        Mean::of(
            total.cast_signed() as f64 / SCALE,
            squares as f64 / (SCALE * SCALE),
            count,
        )
    }
}

fn add_all<const N: usize>(own: &mut [Sum; N], more: &[Sum; N]) {
    for (own, more) in own.iter_mut().zip(more) {
        own.add(more);
    }
}

/// What a side adds to every cell that it stands in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    figures: [Sum; SIDE_FIGURES],
    counts: Counts<u64>,
    passed_expected: i64,
    verdict: Verdict,
    /// The dice favoured neither side of its game.
    even: bool,
}

impl Share {
    pub(super) fn of(sides: &Sides, side: usize) -> Self {
        Self {
            figures: std::array::from_fn(|figure| Sum::of(sides.figures[figure][side])),
            counts: sides.counts[side].into(),
            passed_expected: i64::from(sides.passed_expected[side]),
            verdict: sides.verdicts[side],
            even: sides.even[side],
        }
    }
}

/// What is added up for one cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) sides: u64,
    rounds: Sum,
    drawn_games: u64,
    /// Won, drawn, lost, where no other side of the game stands in the cell.
    verdicts: [u64; 3],
    /// The same of games in which the dice favoured nobody.
    even_verdicts: [u64; 3],
    figures: [Sum; SIDE_FIGURES],
    counts: Counts<u64>,
    passed_expected: i64,
    given: Sum,
    units: [Sum; UNIT_FIGURES],
}

impl Tally {
    /// Adds a game of which a side stands in the cell.
    pub(super) fn add_game(&mut self, rounds: i32, verdict: Verdict) {
        self.games += 1;
        self.rounds.add(&Sum::of(rounds));
        self.drawn_games += u64::from(verdict == Verdict::Drawn);
    }

    /// Adds a side; `alone` says that no other side of its game stands in the cell.
    pub(super) fn add_side(&mut self, share: &Share, alone: bool) {
        self.sides += 1;
        self.verdicts[share.verdict as usize] += u64::from(alone);
        self.even_verdicts[share.verdict as usize] += u64::from(alone && share.even);
        add_all(&mut self.figures, &share.figures);
        self.counts.add(&share.counts);
        self.passed_expected += share.passed_expected;
    }

    /// Adds what a side did with its units of one card.
    pub(super) fn add_unit(&mut self, figures: [i32; UNIT_FIGURES]) {
        add_all(&mut self.units, &figures.map(Sum::of));
    }

    /// Adds how often a side gave an order.
    pub(super) fn add_order(&mut self, times: i32) {
        self.given.add(&Sum::of(times));
    }

    /// Adds what was added up of other games.
    pub(super) fn join(&mut self, other: &Self) {
        let Self {
            games,
            sides,
            rounds,
            drawn_games,
            verdicts,
            even_verdicts,
            figures,
            counts,
            passed_expected,
            given,
            units,
        } = other;
        self.games += games;
        self.sides += sides;
        self.rounds.add(rounds);
        self.drawn_games += drawn_games;
        for (own, more) in self.verdicts.iter_mut().zip(verdicts) {
            *own += more;
        }
        for (own, more) in self.even_verdicts.iter_mut().zip(even_verdicts) {
            *own += more;
        }
        add_all(&mut self.figures, figures);
        self.counts.add(counts);
        self.passed_expected += passed_expected;
        self.given.add(given);
        add_all(&mut self.units, units);
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
