//! Answering a question: one walk over the columns.

use std::collections::HashMap;

use super::answer::{CommunityAnswer, CommunityCell};
use super::dimension::SINGLE;
use super::table::{GameEntry, Sides, Sieve, UnitEntry};
use super::tally::Tally;
use super::{CommunityQuery, Dimension, GameTable, MOST_GROUPS};

/// Most cells of an answer.
const MOST_CELLS: usize = 1_000;
/// Up to so many possible cells a cell is found by its place in a list.
const DENSE: usize = 1 << 21;

/// The cells met so far, found by the numbers of their groups.
struct Cells {
    places: Places,
    keys: Vec<[u32; MOST_GROUPS]>,
    tallies: Vec<Tally>,
    width: usize,
}

enum Places {
    Dense(Vec<u32>),
    Sparse(HashMap<[u32; MOST_GROUPS], u32>),
}

impl Cells {
    fn new(lengths: [usize; MOST_GROUPS]) -> Self {
        let [rows, columns] = lengths.map(|length| length.max(1));
        let places = match rows.checked_mul(columns) {
            Some(all) if all <= DENSE => Places::Dense(vec![u32::MAX; all]),
            _ => Places::Sparse(HashMap::new()),
        };
        Self {
            places,
            keys: Vec::new(),
            tallies: Vec::new(),
            width: columns,
        }
    }

    fn at(&mut self, key: [u32; MOST_GROUPS]) -> &mut Tally {
        let next = self.keys.len() as u32;
        let place = match &mut self.places {
            Places::Dense(places) => &mut places[key[0] as usize * self.width + key[1] as usize],
            Places::Sparse(places) => places.entry(key).or_insert(u32::MAX),
        };
        if *place == u32::MAX {
            *place = next;
            self.keys.push(key);
            self.tallies.push(Tally::default());
        }
        &mut self.tallies[*place as usize]
    }
}

/// Which column a key's number is read from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Absent,
    Column(usize),
    Unit,
}

impl GameTable {
    /// Answers a question. Groups past [`MOST_GROUPS`] are not looked at.
    pub fn answer(&self, query: &CommunityQuery) -> CommunityAnswer {
        let mut parts = [Part::Absent; MOST_GROUPS];
        let mut lengths = [1; MOST_GROUPS];
        for (place, dimension) in query.by.iter().take(MOST_GROUPS).enumerate() {
            lengths[place] = self.dictionaries[*dimension as usize].len();
            parts[place] = match *dimension as usize {
                SINGLE => Part::Unit,
                column => Part::Column(column),
            };
        }
        let mut cells = Cells::new(lengths);
        let mut whole = Tally::default();
        if let Some(sieve) = self.sieve(&query.filter) {
            let mut standing = Vec::new();
            for (place, entry) in self.games.iter().enumerate().filter(|(_, entry)| entry.alive) {
                self.stand(&sieve, entry, &mut standing);
                for side in &standing {
                    let alone = standing.len() == 1;
                    add(&mut whole, &self.sides, entry, (place as u32, *side), alone, None);
                }
                if parts[0] != Part::Absent {
                    self.group(&parts, entry, place as u32, &standing, &mut cells);
                }
            }
        }
        self.told(query, &whole, &cells)
    }

    /// The sides of a game that a filter leaves.
    fn stand(&self, sieve: &Sieve, entry: &GameEntry, standing: &mut Vec<usize>) {
        standing.clear();
        let sides = entry.first_side as usize..(entry.first_side + entry.sides) as usize;
        standing.extend(sides.filter(|side| sieve.passes(&self.sides, *side)));
    }

    fn group(
        &self,
        parts: &[Part; MOST_GROUPS],
        entry: &GameEntry,
        place: u32,
        standing: &[usize],
        cells: &mut Cells,
    ) {
        let sides = &self.sides;
        let key = |side: usize, unit: Option<&UnitEntry>| {
            parts.map(|part| match part {
                Part::Absent => 0,
                Part::Column(column) => sides.codes[column][side],
                Part::Unit => unit.map_or(0, |unit| unit.unit),
            })
        };
        if !parts.contains(&Part::Unit) {
            for side in standing {
                let own = key(*side, None);
                let alone = standing
                    .iter()
                    .all(|other| other == side || key(*other, None) != own);
                add(cells.at(own), sides, entry, (place, *side), alone, None);
            }
            return;
        }
        for side in standing {
            for unit in sides.units(*side) {
                let own = key(*side, Some(unit));
                let alone = standing.iter().filter(|other| *other != side).all(|other| {
                    sides
                        .units(*other)
                        .iter()
                        .all(|theirs| key(*other, Some(theirs)) != own)
                });
                add(cells.at(own), sides, entry, (place, *side), alone, Some(unit));
            }
        }
    }

    fn told(&self, query: &CommunityQuery, whole: &Tally, cells: &Cells) -> CommunityAnswer {
        let of_units = query.by.contains(&Dimension::Unit);
        let told = |key: Option<[u32; MOST_GROUPS]>, tally: &Tally| {
            let (mut group, mut names, mut filter) = (Vec::new(), Vec::new(), query.filter.clone());
            for (dimension, number) in query.by.iter().zip(key.into_iter().flatten()) {
                let value = self.dictionaries[*dimension as usize].text(number);
                let name = match dimension {
                    Dimension::Unit => self.unit_name(value).unwrap_or(value),
                    _ => value,
                };
                group.push(value.to_owned());
                names.push(name.to_owned());
                filter.is.insert(*dimension, value.to_owned());
            }
            let hidden = tally.games < query.least;
            CommunityCell {
                group,
                names,
                filter,
                games_link: String::new(),
                games: tally.games,
                sides: tally.sides,
                hidden,
                figures: (!hidden).then(|| tally.finished(query.draws, of_units && key.is_some())),
            }
        };
        let mut order: Vec<usize> = (0..cells.keys.len()).collect();
        let texts = |place: usize| {
            let numbers = query.by.iter().zip(cells.keys[place]);
            numbers.map(|(dimension, number)| self.dictionaries[*dimension as usize].text(number))
        };
        order.sort_by(|one, other| {
            let games = |place: usize| cells.tallies[place].games;
            games(*other)
                .cmp(&games(*one))
                .then_with(|| texts(*one).cmp(texts(*other)))
        });
        let shown = order.iter().take(MOST_CELLS);
        CommunityAnswer {
            query: query.clone(),
            whole: told(None, whole),
            cells: shown
                .map(|place| told(Some(cells.keys[*place]), &cells.tallies[*place]))
                .collect(),
            left_out: order.len().saturating_sub(MOST_CELLS) as u64,
        }
    }
}

/// Adds a side of a game to a cell; `alone` says that no other side of the game stands there.
fn add(
    tally: &mut Tally,
    sides: &Sides,
    entry: &GameEntry,
    (place, side): (u32, usize),
    alone: bool,
    unit: Option<&UnitEntry>,
) {
    let verdict = sides.verdicts[side];
    if tally.meets(place) {
        tally.rounds.add(entry.rounds);
        tally.drawn_games += u64::from(verdict == super::Verdict::Drawn);
    }
    if alone {
        tally.decided(verdict);
    }
    for (sum, column) in tally.figures.iter_mut().zip(&sides.figures) {
        sum.add(column[side]);
    }
    let (taken, passed, expected) = sides.tests[side];
    tally.tests += u64::from(taken);
    tally.passed += u64::from(passed);
    tally.passed_expected += i64::from(expected);
    if let Some(unit) = unit {
        for (sum, figure) in tally.units.iter_mut().zip(unit.figures) {
            sum.add(figure);
        }
    }
}
