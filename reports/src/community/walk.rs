//! Walking the games: a few workers take some of them each and add up the figures of every cell; sums of whole numbers are
//! the same whoever added them.

use std::thread;

use super::cells::{Counted, Counter, Grid, Key, joined};
use super::compiled_filter::CompiledFilter;
use super::sides::{OrderEntry, Sides, UnitEntry};
use super::table::GameEntry;
use super::tally::{Ending, Share, Tally};
use super::{Dimension, GameTable, MOST_GROUPS};

/// Which column a key's number is read from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Absent,
    Column(usize),
    Unit,
    Order,
}

/// What a question groups by, as far as its cells must know it.
pub(super) struct Groups {
    parts: [Part; MOST_GROUPS],
    of_units: bool,
    of_orders: bool,
    /// Where one unit or one order is asked for, cells are of no other.
    unit: Option<u32>,
    order: Option<u32>,
}

impl Groups {
    /// Groups by these dimensions, for who asks with this filter.
    pub(super) fn new(by: &[Dimension], compiled_filter: &CompiledFilter) -> Self {
        let mut parts = [Part::Absent; MOST_GROUPS];
        for (part, dimension) in parts.iter_mut().zip(by) {
            *part = match dimension {
                Dimension::Unit => Part::Unit,
                Dimension::Order => Part::Order,
                single => Part::Column(*single as usize),
            };
        }
        Self {
            parts,
            of_units: parts.contains(&Part::Unit),
            of_orders: parts.contains(&Part::Order),
            unit: compiled_filter.unit,
            order: compiled_filter.order,
        }
    }
}

/// What a cell is of besides a side: one of its units, one of its orders.
#[derive(Clone, Copy, Default)]
struct Among<'t> {
    unit: Option<&'t UnitEntry>,
    order: Option<&'t OrderEntry>,
}

/// The games, as one question looks at them.
pub(super) struct Walk<'t> {
    pub(super) table: &'t GameTable,
    pub(super) compiled_filter: CompiledFilter,
    pub(super) groups: Groups,
    pub(super) workers: usize,
}

/// A cell while the games go by: what was added, and how the last game stands in it.
#[derive(Clone, Default)]
struct Standing {
    tally: Tally,
    /// The number of the last game that met it, from 1.
    game: u32,
    /// The first side of it, how it went for that one, and how often it stands here.
    side: usize,
    ending: Ending,
    times: u64,
    /// Another side of it stands here too.
    shared: bool,
}

impl Standing {
    /// Adds a side of a game.
    #[inline]
    fn add(&mut self, game: u32, entry: &GameEntry, side: usize, share: &Share) {
        if self.game != game {
            (self.game, self.side, self.ending) = (game, side, share.ending);
            (self.times, self.shared) = (0, false);
            self.tally.add_game(entry.rounds, share.verdict);
        } else if self.side != side && !self.shared {
            self.shared = true;
            self.tally.found_shared(self.ending, self.times);
        }
        self.times += 1;
        self.tally.add_side(share, self.shared);
    }
}

impl Walk<'_> {
    /// The cells that are met, by number, each with how many games stand in it.
    pub(super) fn counted(&self, grid: Grid) -> Vec<Counted> {
        let counts = self.shared_out(|games| self.counted_of(games, grid));
        let joined = counts.into_iter().reduce(|ones, others| joined(&ones, &others));
        joined.unwrap_or_default()
    }

    fn counted_of(&self, games: &[GameEntry], grid: Grid) -> Vec<Counted> {
        let sides = &self.table.sides;
        let mut counter = Counter::new(grid);
        for (game, entry) in (1..).zip(games) {
            for side in self.standing(entry) {
                sides.among(&self.groups, side, |among| {
                    counter.meets(grid.number(sides.key(&self.groups.parts, side, among)), game);
                });
            }
            counter.game_ends();
        }
        counter.counted()
    }

    /// The figures of all sides and those of so many cells; `place` says at which place a cell stands, if it is wanted.
    pub(super) fn added(
        &self,
        count: usize,
        place: impl Fn(Key) -> Option<usize> + Sync,
    ) -> (Tally, Vec<Tally>) {
        let sums = self.shared_out(|games| self.added_of(games, count, &place));
        let joined = sums.into_iter().reduce(|(mut whole, mut cells), (more, others)| {
            whole.join(&more);
            for (tally, more) in cells.iter_mut().zip(&others) {
                tally.join(more);
            }
            (whole, cells)
        });
        joined.unwrap_or_default()
    }

    fn added_of(
        &self,
        games: &[GameEntry],
        count: usize,
        place: &impl Fn(Key) -> Option<usize>,
    ) -> (Tally, Vec<Tally>) {
        let (sides, groups) = (&self.table.sides, &self.groups);
        let (mut whole, mut cells) = (Standing::default(), vec![Standing::default(); count]);
        for (game, entry) in (1..).zip(games) {
            for side in self.standing(entry) {
                let share = Share::of(&sides.entries[side]);
                whole.add(game, entry, side, &share);
                if count == 0 {
                    continue;
                }
                sides.among(groups, side, |among| {
                    let Some(cell) = place(sides.key(&groups.parts, side, among)) else {
                        return;
                    };
                    let cell = &mut cells[cell];
                    cell.add(game, entry, side, &share);
                    if let Some(unit) = among.unit {
                        cell.tally.add_unit(unit.figures);
                    }
                    if let Some(order) = among.order {
                        cell.tally.add_order(order);
                    }
                });
            }
        }
        (whole.tally, cells.into_iter().map(|cell| cell.tally).collect())
    }

    /// The sides of a game that the filter leaves.
    #[inline]
    fn standing(&self, entry: &GameEntry) -> impl Iterator<Item = usize> {
        let sides = if self.compiled_filter.holds(entry) {
            entry.sides()
        } else {
            0..0
        };
        sides.filter(|side| self.compiled_filter.passes(&self.table.sides, *side))
    }

    /// What each worker makes of its games, in their order.
    fn shared_out<T: Send>(&self, work: impl Fn(&[GameEntry]) -> T + Sync) -> Vec<T> {
        let games = &self.table.games;
        let mut parts = games.chunks(games.len().div_ceil(self.workers).max(1));
        let (own, work) = (parts.next().unwrap_or_default(), &work);
        thread::scope(|scope| {
            let others: Vec<_> = parts.map(|games| scope.spawn(move || work(games))).collect();
            let own = std::iter::once(work(own));
            let others = others.into_iter().map(|other| {
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            own.chain(others).collect()
        })
    }
}

impl Sides {
    /// Shows what of a side stands in cells of its own: nothing but the side, each of its units, each of its orders, or
    /// each of both; of units and orders only those that are asked for.
    #[inline]
    fn among<'t>(&'t self, groups: &Groups, side: usize, mut show: impl FnMut(Among<'t>)) {
        let units = self
            .units(side)
            .iter()
            .filter(|entry| groups.unit.is_none_or(|unit| entry.unit == unit));
        let orders = || {
            self.orders(side)
                .iter()
                .filter(|entry| groups.order.is_none_or(|order| entry.order == order))
                .map(Some)
        };
        match (groups.of_units, groups.of_orders) {
            (false, false) => show(Among::default()),
            (true, false) => units.for_each(|unit| {
                show(Among {
                    unit: Some(unit),
                    order: None,
                });
            }),
            (false, true) => orders().for_each(|order| show(Among { unit: None, order })),
            (true, true) => units.for_each(|unit| {
                orders().for_each(|order| {
                    show(Among {
                        unit: Some(unit),
                        order,
                    });
                });
            }),
        }
    }

    /// The numbers of the cell in which a side, or what is among it, stands.
    #[inline]
    fn key(&self, parts: &[Part; MOST_GROUPS], side: usize, among: Among<'_>) -> Key {
        let number = |part| match part {
            Part::Absent => 0,
            Part::Column(column) => self.codes[column][side],
            Part::Unit => among.unit.map_or(0, |unit| unit.unit),
            Part::Order => among.order.map_or(0, |order| order.order),
        };
        [number(parts[0]), number(parts[1])]
    }
}
