//! Tally of one cell.
//!
//! Figures are added as whole numbers, ten-thousandths: sums then do not depend on the order of the games, and a table
//! that grew game by game answers as one that was made at once, to the last digit.

use std::ops::AddAssign;

use super::answer::{CellFigures, OrderFigures, UnitFigures};
use super::sides::{COUNTS, OrderEntry, SIDE_FIGURES, SideEntry, UNIT_FIGURES};
use super::{DrawsCount, Mean, Rate, Verdict};

/// What stands where there is no figure.
const NONE: i32 = i32::MIN;
const SCALE: f64 = 10_000.0;
/// The largest figure that is kept; no game comes near it.
const LARGEST: f64 = 100_000.0;
/// Figures below this one (52, as it is kept) are common: their squares, of all sides of all games that a table takes, add
/// up to less than the largest number of 64 bits.
const COMMON: u32 = 1 << 19;

/// A figure as a whole number.
pub(super) fn fixed(figure: Option<f64>) -> i32 {
    match figure {
        Some(figure) if figure.is_finite() => (figure.clamp(-LARGEST, LARGEST) * SCALE).round() as i32,
        _ => NONE,
    }
}

/// Some figures as they are added: numbers alike, so that the machine adds several at a time.
#[derive(Debug, Clone, Copy)]
struct Addends<const N: usize> {
    totals: [i64; N],
    /// Of a figure that is not common only the low half of its square.
    squares: [u64; N],
    figures: [i32; N],
    /// None is missing, and none is large.
    common: bool,
}

impl<const N: usize> Addends<N> {
    #[inline]
    #[allow(
        clippy::needless_range_loop,
        reason = "plain loops become one wide addition in every build"
    )]
    fn of(figures: [i32; N]) -> Self {
        let (mut totals, mut squares, mut sizes) = ([0; N], [0; N], 0);
        for place in 0..N {
            let size = figures[place].unsigned_abs();
            totals[place] = i64::from(figures[place]);
            squares[place] = u64::from(size) * u64::from(size);
            sizes |= size;
        }
        let addends = Self {
            totals,
            squares,
            figures,
            common: sizes < COMMON,
        };
        if addends.common { addends } else { addends.halved() }
    }

    #[cold]
    fn halved(mut self) -> Self {
        for (place, figure) in self.figures.into_iter().enumerate() {
            if figure == NONE {
                (self.totals[place], self.squares[place]) = (0, 0);
            } else {
                self.squares[place] &= u64::from(u32::MAX);
            }
        }
        self
    }
}

/// Sums of figures of which means are given: how often they were added, their sums and those of their squares.
#[derive(Debug, Clone, Copy)]
struct Sums<const N: usize> {
    count: u64,
    totals: [i64; N],
    squares: [u64; N],
    /// How often each was missing.
    missing: [u64; N],
    /// The high halves of squares of figures that are not common.
    high: [u64; N],
}

impl<const N: usize> Default for Sums<N> {
    fn default() -> Self {
        Self {
            count: 0,
            totals: [0; N],
            squares: [0; N],
            missing: [0; N],
            high: [0; N],
        }
    }
}

#[inline]
#[allow(
    clippy::needless_range_loop,
    reason = "a plain loop becomes wide additions in every build"
)]
fn add_all<T: Copy + AddAssign, const N: usize>(own: &mut [T; N], more: &[T; N]) {
    for place in 0..N {
        own[place] += more[place];
    }
}

impl<const N: usize> Sums<N> {
    #[inline]
    fn add(&mut self, more: &Addends<N>) {
        self.count += 1;
        add_all(&mut self.totals, &more.totals);
        add_all(&mut self.squares, &more.squares);
        if !more.common {
            self.add_uncommon(more.figures);
        }
    }

    #[cold]
    fn add_uncommon(&mut self, figures: [i32; N]) {
        for (place, figure) in figures.into_iter().enumerate() {
            if figure == NONE {
                self.missing[place] += 1;
            } else {
                self.high[place] += i64::from(figure).unsigned_abs().pow(2) >> 32;
            }
        }
    }

    fn join(&mut self, other: &Self) {
        self.count += other.count;
        add_all(&mut self.totals, &other.totals);
        add_all(&mut self.squares, &other.squares);
        add_all(&mut self.missing, &other.missing);
        add_all(&mut self.high, &other.high);
    }

    fn means(&self) -> [Option<Mean>; N] {
        std::array::from_fn(|place| {
            let squares = (u128::from(self.high[place]) << 32) + u128::from(self.squares[place]);
            Mean::of(
                self.totals[place] as f64 / SCALE,
                squares as f64 / (SCALE * SCALE),
                self.count - self.missing[place],
            )
        })
    }
}

/// How a game went for a side of a cell, as it is counted: its verdict, whether the dice favoured nobody, and whether
/// another side of the game stands in the same cell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Ending(u8);

impl Ending {
    /// How many there are.
    const ALL: usize = 12;
    const EVEN: u8 = 3;
    const SHARED: u8 = 6;

    #[inline]
    fn of(side: &SideEntry) -> Self {
        Self(side.verdict as u8 + if side.even { Self::EVEN } else { 0 })
    }

    /// The same where another side of the game stands in the cell, or where none does.
    #[inline]
    fn place(self, shared: bool) -> usize {
        usize::from(self.0 + if shared { Self::SHARED } else { 0 })
    }
}

/// What a side adds to every cell that it stands in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    figures: Addends<SIDE_FIGURES>,
    counts: [u64; COUNTS],
    passed_expected: i64,
    pub(super) verdict: Verdict,
    pub(super) ending: Ending,
}

impl Share {
    #[inline]
    #[allow(
        clippy::needless_range_loop,
        reason = "a plain loop becomes wide additions in every build"
    )]
    pub(super) fn of(side: &SideEntry) -> Self {
        let mut counts = [0; COUNTS];
        for place in 0..COUNTS {
            counts[place] = u64::from(side.counts[place]);
        }
        Self {
            figures: Addends::of(side.figures),
            counts,
            passed_expected: i64::from(side.passed_expected),
            verdict: side.verdict,
            ending: Ending::of(side),
        }
    }
}

/// What is added up for one cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    drawn_games: u64,
    /// Games given up before the first move: none of their figures is added.
    unplayed: u64,
    rounds: Sums<1>,
    endings: [u64; Ending::ALL],
    figures: Sums<SIDE_FIGURES>,
    counts: [u64; COUNTS],
    passed_expected: i64,
    given: Sums<1>,
    resolved: u64,
    succeeded: u64,
    units: Sums<UNIT_FIGURES>,
}

impl Tally {
    /// How many sides were added.
    pub(super) fn sides(&self) -> u64 {
        self.figures.count
    }

    /// Adds a game of which a side stands in the cell.
    #[inline]
    pub(super) fn add_game(&mut self, rounds: i32, verdict: Verdict) {
        self.games += 1;
        self.unplayed += u64::from(rounds == NONE);
        self.rounds.add(&Addends::of([rounds]));
        self.drawn_games += u64::from(verdict == Verdict::Drawn);
    }

    /// Adds a side; `shared` says that another side of its game stands in the cell.
    #[inline]
    pub(super) fn add_side(&mut self, share: &Share, shared: bool) {
        self.endings[share.ending.place(shared)] += 1;
        self.figures.add(&share.figures);
        add_all(&mut self.counts, &share.counts);
        self.passed_expected += share.passed_expected;
    }

    /// A side that was added so many times turns out to share the cell with another side of its game.
    #[inline]
    pub(super) fn found_shared(&mut self, ending: Ending, times: u64) {
        self.endings[ending.place(false)] -= times;
        self.endings[ending.place(true)] += times;
    }

    /// Adds what a side did with its units of one card.
    #[inline]
    pub(super) fn add_unit(&mut self, figures: [i32; UNIT_FIGURES]) {
        self.units.add(&Addends::of(figures));
    }

    /// Adds how often a side gave an order, and how often that succeeded.
    #[inline]
    pub(super) fn add_order(&mut self, order: &OrderEntry) {
        self.given.add(&Addends::of([order.times]));
        self.resolved += u64::from(order.resolved);
        self.succeeded += u64::from(order.succeeded);
    }

    /// Adds what was added up of other games.
    pub(super) fn join(&mut self, other: &Self) {
        let Self {
            games,
            drawn_games,
            unplayed,
            rounds,
            endings,
            figures,
            counts,
            passed_expected,
            given,
            resolved,
            succeeded,
            units,
        } = other;
        self.games += games;
        self.unplayed += unplayed;
        self.drawn_games += drawn_games;
        self.rounds.join(rounds);
        add_all(&mut self.endings, endings);
        self.figures.join(figures);
        add_all(&mut self.counts, counts);
        self.passed_expected += passed_expected;
        self.given.join(given);
        self.resolved += resolved;
        self.succeeded += succeeded;
        self.units.join(units);
    }

    /// Games won, drawn and lost in which no other side stands in the cell: where the dice favoured somebody, and where they
    /// favoured nobody.
    fn verdicts(&self) -> [[u64; 3]; 2] {
        [0, usize::from(Ending::EVEN)]
            .map(|first| std::array::from_fn(|verdict| self.endings[first + verdict]))
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
        let mean = |mean: Option<Mean>| mean.filter(|mean| mean.n >= least);
        let share = |part: u64, whole: u64| rate(Rate::of(part as f64, whole));
        let [favoured, even] = self.verdicts();
        let verdicts: [u64; 3] = std::array::from_fn(|verdict| favoured[verdict] + even[verdict]);
        // Where both sides of every game stand in the cell, nobody of it won or lost: that is no count of 0.
        let one_sided = verdicts.iter().sum::<u64>() > 0;
        let [won, drawn, lost] = verdicts.map(|count| one_sided.then_some(count));
        let [rounds, given] = [self.rounds, self.given].map(|sums| mean(sums.means()[0]));
        let [destroyed, dealt, taken, survival, rushes, charges, luck] = self.figures.means().map(mean);
        let [all_rushes, all_charges, fights, fights_won, tests, passed] = self.counts;
        let [copies, unit_survival, unit_dealt, unit_taken, kills] = self.units.means().map(mean);
        let tests_passed = share(passed, tests);
        CellFigures {
            won,
            drawn,
            lost,
            unplayed: self.unplayed,
            win_rate: rate(win_rate(verdicts, draws)),
            even_win_rate: rate(win_rate(even, draws)),
            draw_rate: share(self.drawn_games, self.games),
            rounds,
            destroyed,
            dealt,
            taken,
            survival,
            rushes,
            charges,
            luck,
            rushes_charged: share(all_charges, all_rushes),
            fights_won: share(fights_won, fights),
            tests_passed,
            tests_expected: tests_passed.map(|_| self.passed_expected as f64 / SCALE / tests as f64),
            unit: of_units.then_some(UnitFigures {
                copies,
                survival: unit_survival,
                dealt: unit_dealt,
                taken: unit_taken,
                kills,
            }),
            order: of_orders.then(|| OrderFigures {
                given,
                succeeded: share(self.succeeded, self.resolved),
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
