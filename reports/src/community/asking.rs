//! Answering a question: a few workers walk the columns, each through some of the games, and add up the figures of every
//! cell; sums of whole numbers are the same whoever added them. Where more cells are possible than are worth a tally each,
//! a walk before finds how many games stand in each, so that a question with more cells than anybody reads costs no more
//! memory than another.

use std::thread;

use super::answer::{CommunityAnswer, CommunityCell};
use super::cells::{Cells, Key};
use super::table::{GameEntry, OrderEntry, Sides, Sieve, UnitEntry};
use super::tally::{Share, Tally};
use super::{CommunityQuery, Dimension, GameTable, MOST_GROUPS};

/// Most cells of an answer.
const MOST_CELLS: usize = 1_000;
/// Up to so many possible cells each has its tally from the start.
const FEW_CELLS: usize = 4_096;
/// Workers of one question at most, and how many games make another one worth while.
const MOST_WORKERS: usize = 4;
const GAMES_A_WORKER: usize = 10_000;

/// Which column a key's number is read from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Absent,
    Column(usize),
    Unit,
    Order,
}

/// What a question groups by, as far as its cells must know it.
struct Groups {
    parts: [Part; MOST_GROUPS],
    of_units: bool,
    of_orders: bool,
    /// Where one unit or one order is asked for, cells are of no other.
    unit: Option<u32>,
    order: Option<u32>,
}

/// What a cell is of besides a side: one of its units, one of its orders.
#[derive(Clone, Copy, Default)]
struct Among<'t> {
    unit: Option<&'t UnitEntry>,
    order: Option<&'t OrderEntry>,
}

/// How a question is worked out; the answer is the same.
#[derive(Debug, Clone, Copy)]
struct Effort {
    workers: usize,
    few_cells: usize,
}

impl GameTable {
    /// Answers a question. Groups past [`MOST_GROUPS`] are not looked at.
    pub fn answer(&self, query: &CommunityQuery) -> CommunityAnswer {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let effort = Effort {
            workers: (self.games.len() / GAMES_A_WORKER).clamp(1, cores.min(MOST_WORKERS)),
            few_cells: FEW_CELLS,
        };
        self.answer_with(query, effort)
    }

    fn answer_with(&self, query: &CommunityQuery, effort: Effort) -> CommunityAnswer {
        let mut parts = [Part::Absent; MOST_GROUPS];
        let mut lengths = [1; MOST_GROUPS];
        for (place, dimension) in query.by.iter().take(MOST_GROUPS).enumerate() {
            lengths[place] = self.dictionaries[*dimension as usize].len();
            parts[place] = match dimension {
                Dimension::Unit => Part::Unit,
                Dimension::Order => Part::Order,
                single => Part::Column(*single as usize),
            };
        }
        let Some(sieve) = self.sieve(&query.filter) else {
            return CommunityAnswer {
                query: query.clone(),
                whole: self.told(query, None, &Tally::default()),
                cells: Vec::new(),
                left_out: 0,
            };
        };
        let walk = Walk {
            table: self,
            groups: Groups {
                parts,
                of_units: parts.contains(&Part::Unit),
                of_orders: parts.contains(&Part::Order),
                unit: sieve.unit,
                order: sieve.order,
            },
            sieve,
            workers: effort.workers,
        };
        let columns = lengths[1].max(1);
        let (whole, cells, left_out) = match lengths[0].max(1).checked_mul(columns) {
            _ if parts[0] == Part::Absent => (walk.added(0, |_| None).0, Vec::new(), 0),
            Some(all) if all <= effort.few_cells => self.of_few_cells(query, &walk, (all, columns)),
            _ => self.of_many_cells(query, &walk, lengths),
        };
        CommunityAnswer {
            query: query.clone(),
            whole: self.told(query, None, &whole),
            cells: cells
                .iter()
                .map(|(key, tally)| self.told(query, Some(*key), tally))
                .collect(),
            left_out: left_out as u64,
        }
    }

    /// The figures of all sides and of the cells with most games, of which so many are possible in so many columns; and how
    /// many further cells there are.
    fn of_few_cells(
        &self,
        query: &CommunityQuery,
        walk: &Walk<'_>,
        (all, columns): (usize, usize),
    ) -> (Tally, Vec<(Key, Tally)>, usize) {
        let place = |key: Key| Some(key[0] as usize * columns + key[1] as usize);
        let (whole, tallies) = walk.added(all, place);
        let mut cells: Vec<(Key, Tally)> = (0..)
            .zip(tallies)
            .filter(|(_, tally)| tally.sides > 0)
            .map(|(place, tally): (usize, Tally)| {
                ([(place / columns) as u32, (place % columns) as u32], tally)
            })
            .collect();
        cells.sort_unstable_by(|(one, more), (other, fewer)| {
            let largest_first = fewer.games.cmp(&more.games);
            largest_first.then_with(|| self.texts(query, *one).cmp(self.texts(query, *other)))
        });
        let left_out = cells.len().saturating_sub(MOST_CELLS);
        cells.truncate(MOST_CELLS);
        (whole, cells, left_out)
    }

    /// The same, of more cells than each might have a tally.
    fn of_many_cells(
        &self,
        query: &CommunityQuery,
        walk: &Walk<'_>,
        lengths: [usize; MOST_GROUPS],
    ) -> (Tally, Vec<(Key, Tally)>, usize) {
        let cells = walk.cells(lengths);
        let largest = cells.largest(MOST_CELLS, |one, other| {
            self.texts(query, one).cmp(self.texts(query, other))
        });
        let mut ranks = vec![None; cells.keys.len()];
        for (rank, place) in largest.iter().enumerate() {
            ranks[*place] = Some(rank);
        }
        let (whole, tallies) = walk.added(largest.len(), |key| ranks[cells.place(key)]);
        let keys = largest.iter().map(|place| cells.keys[*place]);
        (
            whole,
            keys.zip(tallies).collect(),
            cells.keys.len() - largest.len(),
        )
    }

    fn texts<'t>(&'t self, query: &'t CommunityQuery, key: Key) -> impl Iterator<Item = &'t str> {
        let numbers = query.by.iter().zip(key);
        numbers.map(|(dimension, number)| self.dictionaries[*dimension as usize].text(number))
    }

    /// A cell as it is answered; without a key all sides together.
    fn told(&self, query: &CommunityQuery, key: Option<Key>, tally: &Tally) -> CommunityCell {
        let (mut group, mut names, mut filter) = (Vec::new(), Vec::new(), query.filter.clone());
        for (dimension, value) in key
            .iter()
            .flat_map(|key| query.by.iter().zip(self.texts(query, *key)))
        {
            let name = match dimension {
                Dimension::Unit => self.unit_name(value).unwrap_or(value),
                _ => value,
            };
            group.push(value.to_owned());
            names.push(name.to_owned());
            filter.is.insert(*dimension, value.to_owned());
        }
        let hidden = tally.games < query.least;
        let of = |dimension| key.is_some() && query.by.contains(&dimension);
        CommunityCell {
            group,
            names,
            filter,
            games_link: String::new(),
            games: tally.games,
            sides: tally.sides,
            hidden,
            figures: (!hidden).then(|| {
                let (units, orders) = (of(Dimension::Unit), of(Dimension::Order));
                tally.finished(query.draws, query.least, units, orders)
            }),
        }
    }
}

/// The games, as one question looks at them.
struct Walk<'t> {
    table: &'t GameTable,
    sieve: Sieve,
    groups: Groups,
    workers: usize,
}

/// Which game met a cell last, and with which side.
#[derive(Debug, Clone, Copy, Default)]
struct Stand {
    /// The game's number among those of a worker, from 1.
    game: u32,
    side: usize,
    /// Another side of it stands there too.
    shared: bool,
}

impl Stand {
    /// Notes that a side of a game stands in the cell; true for the first of that game.
    fn meets(&mut self, game: u32, side: usize) -> bool {
        if self.game != game {
            *self = Self {
                game,
                side,
                shared: false,
            };
            return true;
        }
        self.shared |= self.side != side;
        false
    }
}

impl Walk<'_> {
    /// The sides of a game that the filter leaves.
    fn stand(&self, entry: &GameEntry, standing: &mut Vec<usize>) {
        standing.clear();
        if entry.alive {
            let sides = entry.first_side as usize..(entry.first_side + entry.sides) as usize;
            standing.extend(sides.filter(|side| self.sieve.passes(&self.table.sides, *side)));
        }
    }

    /// The cells that are met, each with how many games stand in it.
    fn cells(&self, lengths: [usize; MOST_GROUPS]) -> Cells {
        let sides = &self.table.sides;
        let mut cells = Cells::new(lengths);
        let mut standing = Vec::new();
        for (game, entry) in (0..).zip(&self.table.games) {
            self.stand(entry, &mut standing);
            for side in &standing {
                sides.among(&self.groups, *side, |among| {
                    cells.meets(sides.key(&self.groups.parts, *side, among), game);
                });
            }
        }
        cells
    }

    /// The figures of all sides and those of so many cells; `place` says at which place a cell stands, if it is wanted.
    fn added(&self, count: usize, place: impl Fn(Key) -> Option<usize> + Sync) -> (Tally, Vec<Tally>) {
        let games = &self.table.games;
        let mut parts = games.chunks(games.len().div_ceil(self.workers).max(1));
        let (own, place) = (parts.next().unwrap_or_default(), &place);
        thread::scope(|scope| {
            let others: Vec<_> = parts
                .map(|games| scope.spawn(move || self.added_of(games, count, place)))
                .collect();
            let (mut whole, mut tallies) = self.added_of(own, count, place);
            for other in others {
                let (more, cells) = other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                whole.join(&more);
                for (tally, more) in tallies.iter_mut().zip(&cells) {
                    tally.join(more);
                }
            }
            (whole, tallies)
        })
    }

    /// The same of some of the games.
    fn added_of(
        &self,
        games: &[GameEntry],
        count: usize,
        place: &impl Fn(Key) -> Option<usize>,
    ) -> (Tally, Vec<Tally>) {
        let (sides, groups) = (&self.table.sides, &self.groups);
        let (mut whole, mut tallies) = (Tally::default(), vec![Tally::default(); count]);
        let mut stands = vec![Stand::default(); count];
        let (mut standing, mut met) = (Vec::new(), Vec::new());
        for (number, entry) in (1..).zip(games) {
            self.stand(entry, &mut standing);
            let Some(first) = standing.first() else { continue };
            whole.add_game(entry.rounds, sides.verdicts[*first]);
            // Where the sides of a game stand must be known before any is added: whether it stands there alone counts.
            met.clear();
            for side in &standing {
                if count == 0 {
                    break;
                }
                sides.among(groups, *side, |among| {
                    let Some(cell) = place(sides.key(&groups.parts, *side, among)) else {
                        return;
                    };
                    if stands[cell].meets(number, *side) {
                        tallies[cell].add_game(entry.rounds, sides.verdicts[*side]);
                    }
                    met.push((*side, cell, among));
                });
            }
            let mut met = met.iter().peekable();
            for side in &standing {
                let share = Share::of(sides, *side);
                whole.add_side(&share, standing.len() == 1);
                while let Some((_, cell, among)) = met.next_if(|(of, ..)| of == side) {
                    let tally = &mut tallies[*cell];
                    tally.add_side(&share, !stands[*cell].shared);
                    if let Some(unit) = among.unit {
                        tally.add_unit(unit.figures);
                    }
                    if let Some(order) = among.order {
                        tally.add_order(order.times);
                    }
                }
            }
        }
        (whole, tallies)
    }
}

impl Sides {
    /// Shows what of a side stands in cells of its own: nothing but the side, each of its units, each of its orders, or
    /// each of both; of units and orders only those that are asked for.
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
    fn key(&self, parts: &[Part; MOST_GROUPS], side: usize, among: Among<'_>) -> Key {
        parts.map(|part| match part {
            Part::Absent => 0,
            Part::Column(column) => self.codes[column][side],
            Part::Unit => among.unit.map_or(0, |unit| unit.unit),
            Part::Order => among.order.map_or(0, |order| order.order),
        })
    }
}
