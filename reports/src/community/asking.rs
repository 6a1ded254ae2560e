//! Answering a question. Where few cells are possible each has its tally from the start. Where more are than are worth one, a
//! walk before finds how many games stand in each, so that a question with more cells than anybody reads costs no more
//! memory than another.

use std::thread;

use super::answer::{CommunityAnswer, CommunityCell};
use super::cells::{Grid, Key, Shown, largest};
use super::tally::Tally;
use super::walk::{Groups, Walk};
use super::{CommunityQuery, Dimension, GameTable, MOST_GROUPS};

/// Most cells of an answer.
const MOST_CELLS: usize = 1_000;
/// Up to so many possible cells each has its tally from the start.
const FEW_CELLS: u64 = 4_096;
/// Workers of one question at most, and how many games make another one worth while.
const MOST_WORKERS: usize = 4;
const GAMES_A_WORKER: usize = 10_000;

/// The figures of all sides, those of the cells that are shown, and how many further cells there are.
type ComputedTables = (Tally, Vec<(Key, Tally)>, usize);

impl GameTable {
    /// Answers a question. Groups past [`MOST_GROUPS`] are not looked at.
    pub fn answer(&self, query: &CommunityQuery) -> CommunityAnswer {
        let Some(compiled_filter) = self.compiled_filter(&query.filter) else {
            return CommunityAnswer {
                query: query.clone(),
                whole: self.figure_cell(query, None, &Tally::default()),
                cells: Vec::new(),
                left_out: 0,
            };
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let walk = Walk {
            table: self,
            groups: Groups::new(&query.by, &compiled_filter),
            compiled_filter,
            workers: (self.games.len() / GAMES_A_WORKER).clamp(1, cores.min(MOST_WORKERS)),
        };
        let mut values = [1; MOST_GROUPS];
        for (values, dimension) in values.iter_mut().zip(&query.by) {
            *values = self.dictionaries[*dimension as usize].len();
        }
        let grid = Grid::new(values);
        let (whole, cells, left_out) = if query.by.is_empty() {
            (walk.added(0, |_| None).0, Vec::new(), 0)
        } else if grid.len() <= FEW_CELLS {
            self.of_few_cells(query, &walk, grid)
        } else {
            self.of_many_cells(query, &walk, grid)
        };
        CommunityAnswer {
            query: query.clone(),
            whole: self.figure_cell(query, None, &whole),
            cells: cells
                .iter()
                .map(|(key, tally)| self.figure_cell(query, Some(*key), tally))
                .collect(),
            left_out: left_out as u64,
        }
    }

    fn of_few_cells(&self, query: &CommunityQuery, walk: &Walk<'_>, grid: Grid) -> ComputedTables {
        let (whole, mut tallies) = walk.added(grid.len() as usize, |key| Some(grid.number(key) as usize));
        let met = (0..)
            .zip(&tallies)
            .filter(|(_, tally)| tally.games > 0)
            .map(|(cell, tally)| (cell, tally.games as u32));
        let all = met.clone().count();
        let cells: Vec<(Key, Tally)> = largest(met, MOST_CELLS, |cell| self.texts(query, grid.key(cell)))
            .into_iter()
            .map(|cell| (grid.key(cell), std::mem::take(&mut tallies[cell as usize])))
            .collect();
        let left_out = all - cells.len();
        (whole, cells, left_out)
    }

    fn of_many_cells(&self, query: &CommunityQuery, walk: &Walk<'_>, grid: Grid) -> ComputedTables {
        let counted = walk.counted(grid);
        let all = counted.len();
        let keys: Vec<Key> = largest(counted, MOST_CELLS, |cell| self.texts(query, grid.key(cell)))
            .into_iter()
            .map(|cell| grid.key(cell))
            .collect();
        let shown = Shown::new(grid, &keys);
        let (whole, tallies) = walk.added(keys.len(), |key| shown.place(key));
        let left_out = all - keys.len();
        (whole, keys.into_iter().zip(tallies).collect(), left_out)
    }

    /// The values of a cell's groups; nothing for a group that is not there.
    fn texts(&self, query: &CommunityQuery, key: Key) -> [&str; MOST_GROUPS] {
        let mut texts = [""; MOST_GROUPS];
        for ((text, dimension), number) in texts.iter_mut().zip(&query.by).zip(key) {
            *text = self.dictionaries[*dimension as usize].text(number);
        }
        texts
    }

    /// A cell as it is answered; without a key all sides together.
    fn figure_cell(&self, query: &CommunityQuery, key: Option<Key>, tally: &Tally) -> CommunityCell {
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
            sides: tally.sides(),
            hidden,
            figures: (!hidden).then(|| {
                let (units, orders) = (of(Dimension::Unit), of(Dimension::Order));
                tally.finished(query.draws, query.least, units, orders)
            }),
        }
    }
}
