//! The cells of an answer: how many games stand in each, and which are shown.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::MOST_GROUPS;

/// Up to so many possible cells each is counted at a place of its own.
const DENSE: u64 = 1 << 19;

/// The numbers of a cell's groups.
pub(super) type Key = [u32; MOST_GROUPS];

/// How many games stand in the cell of this number.
pub(super) type Counted = (u64, u32);

/// All cells that are possible, in rows and columns: as many as the groups have values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    rows: u32,
    columns: u32,
}

impl Grid {
    /// Of groups that have so many values.
    pub(super) fn new(values: [usize; MOST_GROUPS]) -> Self {
        let [rows, columns] = values.map(|values| values.max(1) as u32);
        Self { rows, columns }
    }

    /// How many cells there are.
    pub(super) fn len(self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }

    /// The number of a cell.
    #[inline]
    pub(super) fn number(self, [row, column]: Key) -> u64 {
        u64::from(row) * u64::from(self.columns) + u64::from(column)
    }

    /// The cell of a number.
    pub(super) fn key(self, number: u64) -> Key {
        let columns = u64::from(self.columns);
        [(number / columns) as u32, (number % columns) as u32]
    }
}

/// Counts the games that stand in each cell. Games come one after the other.
pub(super) enum Counter {
    /// Each cell has a place.
    Dense(Vec<Met>),
    /// The cells met, those of one game each once; and where those of the present game begin.
    Sparse { met: Vec<u64>, begin: usize },
}

/// How often a cell was met.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Met {
    last_game: u32,
    games: u32,
}

impl Counter {
    /// No cell has been met.
    pub(super) fn new(grid: Grid) -> Self {
        if grid.len() <= DENSE {
            Self::Dense(vec![Met::default(); grid.len() as usize])
        } else {
            Self::Sparse {
                met: Vec::new(),
                begin: 0,
            }
        }
    }

    /// A side of a game stands in a cell. Games are counted from 1.
    #[inline]
    pub(super) fn meets(&mut self, cell: u64, game: u32) {
        match self {
            Self::Dense(places) => {
                let place = &mut places[cell as usize];
                place.games += u32::from(place.last_game != game);
                place.last_game = game;
            }
            Self::Sparse { met, .. } => met.push(cell),
        }
    }

    /// A game has shown all its sides.
    pub(super) fn game_ends(&mut self) {
        let Self::Sparse { met, begin } = self else { return };
        met[*begin..].sort_unstable();
        let mut end = *begin;
        for place in *begin..met.len() {
            if end == *begin || met[end - 1] != met[place] {
                met[end] = met[place];
                end += 1;
            }
        }
        met.truncate(end);
        *begin = end;
    }

    /// The cells that were met, by number.
    pub(super) fn counted(self) -> Vec<Counted> {
        match self {
            Self::Dense(places) => (0..)
                .zip(places)
                .filter(|(_, met)| met.games > 0)
                .map(|(cell, met): (u64, Met)| (cell, met.games))
                .collect(),
            Self::Sparse { mut met, .. } => {
                met.sort_unstable();
                let cells = met.chunk_by(|one, other| one == other);
                cells.map(|games| (games[0], games.len() as u32)).collect()
            }
        }
    }
}

/// The counts of games and of other games, together. All by number.
pub(super) fn joined(ones: &[Counted], others: &[Counted]) -> Vec<Counted> {
    let mut all = Vec::with_capacity(ones.len().max(others.len()));
    let mut others = others.iter().copied().peekable();
    for (cell, games) in ones.iter().copied() {
        while let Some(before) = others.next_if(|other| other.0 < cell) {
            all.push(before);
        }
        let more = others.next_if(|other| other.0 == cell).map_or(0, |other| other.1);
        all.push((cell, games + more));
    }
    all.extend(others);
    all
}

/// The numbers of the cells with most games, so many at most, those with most first. `texts` orders cells of as many games
/// as each other.
pub(super) fn largest<'t>(
    cells: impl IntoIterator<Item = Counted>,
    most: usize,
    texts: impl Fn(u64) -> [&'t str; MOST_GROUPS],
) -> Vec<u64> {
    // The last of the best so far is on top. Most cells have fewer games, and their texts are not even looked at.
    let mut best: BinaryHeap<(Reverse<u32>, [&str; MOST_GROUPS], u64)> = BinaryHeap::with_capacity(most + 1);
    for (cell, games) in cells {
        let fewer = best.peek().is_some_and(|(Reverse(least), ..)| games < *least);
        if best.len() >= most && fewer {
            continue;
        }
        let candidate = (Reverse(games), texts(cell), cell);
        if best.len() < most {
            best.push(candidate);
        } else if let Some(mut last) = best.peek_mut()
            && candidate < *last
        {
            *last = candidate;
        }
    }
    best.into_sorted_vec()
        .into_iter()
        .map(|(.., cell)| cell)
        .collect()
}

/// Cells that are shown, to be found by their keys.
pub(super) struct Shown {
    /// Where those of each row begin, and where the last ones end.
    begins: Vec<u32>,
    /// The columns of each row's cells in their order, each with its place among the shown.
    columns: Vec<(u32, u32)>,
}

impl Shown {
    /// These cells, in the order in which they are shown.
    pub(super) fn new(grid: Grid, keys: &[Key]) -> Self {
        let mut cells: Vec<(Key, u32)> = keys.iter().copied().zip(0..).collect();
        cells.sort_unstable();
        let mut begins = vec![0; grid.rows as usize + 1];
        for ([row, _], _) in &cells {
            begins[*row as usize + 1] += 1;
        }
        let mut before = 0;
        for begin in &mut begins {
            before += *begin;
            *begin = before;
        }
        let columns = cells.into_iter().map(|([_, column], place)| (column, place));
        Self {
            begins,
            columns: columns.collect(),
        }
    }

    /// The place of a cell among the shown ones.
    #[inline]
    pub(super) fn place(&self, [row, column]: Key) -> Option<usize> {
        let row = row as usize;
        let cells = &self.columns[self.begins[row] as usize..self.begins[row + 1] as usize];
        let found = cells.binary_search_by_key(&column, |cell| cell.0).ok()?;
        Some(cells[found].1 as usize)
    }
}
