//! The cells of an answer, found by the numbers of their groups.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::MOST_GROUPS;

/// Up to so many possible cells a cell is found by its place in a list.
const DENSE: usize = 1 << 21;

/// The numbers of a cell's groups.
pub(super) type Key = [u32; MOST_GROUPS];

/// The cells met so far, each with how many games stand in it.
pub(super) struct Cells {
    places: Places,
    width: usize,
    pub(super) keys: Vec<Key>,
    games: Vec<u32>,
    last_game: Vec<u32>,
}

enum Places {
    Dense(Vec<u32>),
    Sparse(HashMap<Key, u32>),
}

impl Cells {
    /// No cells yet, of groups that have so many values.
    pub(super) fn new(lengths: [usize; MOST_GROUPS]) -> Self {
        let [rows, columns] = lengths.map(|length| length.max(1));
        let places = match rows.checked_mul(columns) {
            Some(all) if all <= DENSE => Places::Dense(vec![u32::MAX; all]),
            _ => Places::Sparse(HashMap::new()),
        };
        Self {
            places,
            width: columns,
            keys: Vec::new(),
            games: Vec::new(),
            last_game: Vec::new(),
        }
    }

    /// Notes that a side of a game stands in a cell. Games come one after the other.
    pub(super) fn meets(&mut self, key: Key, game: u32) {
        let next = self.keys.len() as u32;
        let place = match &mut self.places {
            Places::Dense(places) => &mut places[key[0] as usize * self.width + key[1] as usize],
            Places::Sparse(places) => places.entry(key).or_insert(u32::MAX),
        };
        if *place == u32::MAX {
            *place = next;
            self.keys.push(key);
            self.games.push(0);
            self.last_game.push(u32::MAX);
        }
        let place = *place as usize;
        if self.last_game[place] != game {
            self.last_game[place] = game;
            self.games[place] += 1;
        }
    }

    /// The place of a cell that was met.
    pub(super) fn place(&self, key: Key) -> usize {
        let place = match &self.places {
            Places::Dense(places) => places[key[0] as usize * self.width + key[1] as usize],
            Places::Sparse(places) => places[&key],
        };
        place as usize
    }

    /// The places of the cells with most games, so many at most, those with most first. `texts` orders cells of as many
    /// games as each other.
    pub(super) fn largest(&self, most: usize, texts: impl Fn(Key, Key) -> Ordering) -> Vec<usize> {
        let order = |one: &usize, other: &usize| {
            let fewer = self.games[*other].cmp(&self.games[*one]);
            fewer.then_with(|| texts(self.keys[*one], self.keys[*other]))
        };
        let mut places: Vec<usize> = (0..self.keys.len()).collect();
        if places.len() > most {
            places.select_nth_unstable_by(most, order);
            places.truncate(most);
        }
        places.sort_unstable_by(order);
        places
    }
}
