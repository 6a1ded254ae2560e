//! Answering a question: two walks over the columns. The first finds the cells and how many games stand in each; the
//! second adds up the figures of those that are shown, so that a question with more cells than anybody reads costs no
//! more memory than another.

use super::answer::{CommunityAnswer, CommunityCell};
use super::cells::{Cells, Key};
use super::table::{GameEntry, OrderEntry, Sides, Sieve, UnitEntry};
use super::tally::Tally;
use super::{CommunityQuery, Dimension, GameTable, MOST_GROUPS};

/// Most cells of an answer.
const MOST_CELLS: usize = 1_000;
/// No cell that is shown.
const NOT_SHOWN: usize = usize::MAX;

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

impl GameTable {
    /// Answers a question. Groups past [`MOST_GROUPS`] are not looked at.
    pub fn answer(&self, query: &CommunityQuery) -> CommunityAnswer {
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
        let sieve = self.sieve(&query.filter);
        let groups = Groups {
            parts,
            unit: sieve.as_ref().and_then(|sieve| sieve.unit),
            order: sieve.as_ref().and_then(|sieve| sieve.order),
        };
        let mut cells = Cells::new(lengths);
        if parts[0] != Part::Absent {
            self.walk(sieve.as_ref(), |game, _, standing| {
                for side in standing {
                    for among in self.sides.among(&groups, *side) {
                        cells.meets(self.sides.key(&parts, *side, among), game);
                    }
                }
            });
        }
        let largest = cells.largest(MOST_CELLS, |one, other| {
            self.texts(query, one).cmp(self.texts(query, other))
        });
        let mut ranks = vec![NOT_SHOWN; cells.keys.len()];
        for (rank, place) in largest.iter().enumerate() {
            ranks[*place] = rank;
        }
        let mut whole = Tally::default();
        let mut tallies = vec![Tally::default(); largest.len()];
        self.walk(sieve.as_ref(), |game, entry, standing| {
            for side in standing {
                let alone = standing.len() == 1;
                add(
                    &mut whole,
                    &self.sides,
                    entry,
                    (game, *side),
                    alone,
                    Among::default(),
                );
            }
            if parts[0] != Part::Absent {
                self.add_to_cells(
                    &groups,
                    (game, entry),
                    standing,
                    |key| ranks[cells.place(key)],
                    &mut tallies,
                );
            }
        });
        CommunityAnswer {
            query: query.clone(),
            whole: self.told(query, None, &whole),
            cells: largest
                .iter()
                .zip(&tallies)
                .map(|(place, tally)| self.told(query, Some(cells.keys[*place]), tally))
                .collect(),
            left_out: (cells.keys.len() - largest.len()) as u64,
        }
    }

    /// Shows each game with the sides of it that a filter leaves, in the order of the table; no game without a filter
    /// that holds.
    fn walk(&self, sieve: Option<&Sieve>, mut show: impl FnMut(u32, &GameEntry, &[usize])) {
        let Some(sieve) = sieve else { return };
        let mut standing = Vec::new();
        for (place, entry) in (0..).zip(&self.games) {
            if entry.alive {
                self.stand(sieve, entry, &mut standing);
                show(place, entry, &standing);
            }
        }
    }

    fn texts<'t>(&'t self, query: &'t CommunityQuery, key: Key) -> impl Iterator<Item = &'t str> {
        let numbers = query.by.iter().zip(key);
        numbers.map(|(dimension, number)| self.dictionaries[*dimension as usize].text(number))
    }

    /// The sides of a game that a filter leaves.
    fn stand(&self, sieve: &Sieve, entry: &GameEntry, standing: &mut Vec<usize>) {
        standing.clear();
        let sides = entry.first_side as usize..(entry.first_side + entry.sides) as usize;
        standing.extend(sides.filter(|side| sieve.passes(&self.sides, *side)));
    }

    fn add_to_cells(
        &self,
        groups: &Groups,
        (game, entry): (u32, &GameEntry),
        standing: &[usize],
        rank: impl Fn(Key) -> usize,
        tallies: &mut [Tally],
    ) {
        let sides = &self.sides;
        for side in standing {
            for among in sides.among(groups, *side) {
                let own = sides.key(&groups.parts, *side, among);
                let Some(tally) = tallies.get_mut(rank(own)) else {
                    continue;
                };
                let alone = standing.iter().filter(|other| *other != side).all(|other| {
                    sides
                        .among(groups, *other)
                        .all(|theirs| sides.key(&groups.parts, *other, theirs) != own)
                });
                add(tally, sides, entry, (game, *side), alone, among);
            }
        }
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

impl Sides {
    /// What of a side stands in cells of its own: nothing but the side, each of its units, each of its orders, or each
    /// of both; of units and orders only those that are asked for.
    fn among(&self, groups: &Groups, side: usize) -> impl Iterator<Item = Among<'_>> {
        let (wanted_unit, wanted_order) = (groups.unit, groups.order);
        let of_units = groups.parts.contains(&Part::Unit);
        let of_orders = groups.parts.contains(&Part::Order);
        let units = if of_units { self.units(side) } else { &[] };
        let orders = if of_orders { self.orders(side) } else { &[] };
        let units = units
            .iter()
            .filter(move |entry| wanted_unit.is_none_or(|unit| entry.unit == unit))
            .map(Some)
            .chain((!of_units).then_some(None));
        units.flat_map(move |unit| {
            orders
                .iter()
                .filter(move |entry| wanted_order.is_none_or(|order| entry.order == order))
                .map(Some)
                .chain((!of_orders).then_some(None))
                .map(move |order| Among { unit, order })
        })
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

/// Adds a side of a game to a cell; `alone` says that no other side of the game stands there.
fn add(
    tally: &mut Tally,
    sides: &Sides,
    entry: &GameEntry,
    (place, side): (u32, usize),
    alone: bool,
    among: Among<'_>,
) {
    let verdict = sides.verdicts[side];
    if tally.meets(place) {
        tally.rounds.add(entry.rounds);
        tally.drawn_games += u64::from(verdict == super::Verdict::Drawn);
    }
    if alone {
        tally.decided(verdict);
        if sides.even[side] {
            tally.was_even(verdict);
        }
    }
    for (sum, column) in tally.figures.iter_mut().zip(&sides.figures) {
        sum.add(column[side]);
    }
    tally.counts.add(&sides.counts[side]);
    tally.passed_expected += i64::from(sides.passed_expected[side]);
    if let Some(unit) = among.unit {
        for (sum, figure) in tally.units.iter_mut().zip(unit.figures) {
            sum.add(figure);
        }
    }
    if let Some(order) = among.order {
        tally.given.add(order.times);
    }
}
