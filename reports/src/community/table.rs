//! The rows of all games in memory: numbers in the place of texts.
//!
//! A game of two armies of ten cards takes about 800 bytes, so 100,000 games take 80 MB and 1,000,000 take 800 MB; each
//! army that nobody had before takes the length of its text more. A question walks all games, in their order, so its time
//! grows with them. A row that is put in again replaces the old one, whose place is freed when half of all places are
//! dead.

use std::collections::HashMap;
use std::ops::Range;

use super::dimension::{ALL, Dictionary, FIRST, LUCK_BANDS, NOTHING, RESULTS, SINGLE};
use super::month::Month;
use super::sides::{OrderEntry, SideEntry, SideMoments, Sides, UnitEntry};
use super::tally::fixed;
use super::{Dimension, Filter, GameRow, SideRow, UnitRow};

/// Most games that a table holds; further ones are refused.
pub const MOST_GAMES: usize = 1_000_000;

/// A game in a list: when it ended, milliseconds of Unix time, and the bytes of its id.
pub type GamePlace = (u64, [u8; 16]);

/// The rows of many games.
#[derive(Debug, Default)]
pub struct GameTable {
    pub(super) dictionaries: [Dictionary; ALL],
    unit_names: Vec<String>,
    pub(super) places: HashMap<[u8; 16], u32>,
    pub(super) games: Vec<GameEntry>,
    pub(super) sides: Sides,
    dead: usize,
    changes: u64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct GameEntry {
    pub(super) game: [u8; 16],
    pub(super) ended_ms: u64,
    pub(super) rounds: i32,
    /// A version, or 0.
    pub(super) unlikeliest: u32,
    pub(super) first_side: u32,
    pub(super) sides: u32,
    pub(super) alive: bool,
}

impl GameEntry {
    /// The places of its sides.
    #[inline]
    pub(super) fn sides(&self) -> Range<usize> {
        self.first_side as usize..(self.first_side + self.sides) as usize
    }
}

impl GameTable {
    /// A table without a row.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of games that it holds.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether it holds this game.
    pub fn holds(&self, game: [u8; 16]) -> bool {
        self.places.contains_key(&game)
    }

    /// A number that grows with every change.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The name of a card by the value of [`Dimension::Unit`].
    pub fn unit_name(&self, unit: &str) -> Option<&str> {
        let number = self.dictionaries[Dimension::Unit as usize].known(unit)?;
        self.unit_names.get(number as usize).map(String::as_str)
    }

    /// Puts a game's row in, in the place of an older one. False, and nothing is done, if the table is full.
    pub fn insert(&mut self, row: &GameRow) -> bool {
        self.remove(row.game);
        if self.places.len() >= MOST_GAMES {
            return false;
        }
        let entry = GameEntry {
            game: row.game,
            ended_ms: row.ended_ms,
            rounds: fixed(row.was_played().then_some(f64::from(row.rounds))),
            unlikeliest: version(row.unlikeliest),
            first_side: self.sides.len() as u32,
            sides: row.sides.len() as u32,
            alive: true,
        };
        for side in &row.sides {
            self.push_side(row, side);
        }
        self.places.insert(row.game, self.games.len() as u32);
        self.games.push(entry);
        self.changes += 1;
        true
    }

    /// Takes a game's row out; true if there was one.
    pub fn remove(&mut self, game: [u8; 16]) -> bool {
        let Some(place) = self.places.remove(&game) else {
            return false;
        };
        self.games[place as usize].alive = false;
        self.dead += 1;
        self.changes += 1;
        if self.dead > 1_000 && self.dead * 2 > self.games.len() {
            self.compact();
        }
        true
    }

    fn compact(&mut self) {
        let (games, sides) = (std::mem::take(&mut self.games), std::mem::take(&mut self.sides));
        self.dead = 0;
        for mut entry in games.into_iter().filter(|entry| entry.alive) {
            let old = entry.sides();
            entry.first_side = self.sides.len() as u32;
            for side in old {
                self.sides.copy(&sides, side);
            }
            self.places.insert(entry.game, self.games.len() as u32);
            self.games.push(entry);
        }
    }

    fn push_side(&mut self, row: &GameRow, side: &SideRow) {
        let others = || row.sides.iter().filter(|other| other.side != side.side);
        let other = {
            let mut others = others();
            match (others.next(), others.next()) {
                (Some(only), None) => Some(only),
                _ => None,
            }
        };
        for dimension in Dimension::ALL.into_iter().take(SINGLE) {
            let value = value_of(dimension, row, side, other);
            let code = self.dictionaries[dimension as usize].number(&value);
            self.sides.codes[dimension as usize].push(code);
        }
        let even = other.is_some_and(|other| luck_band(side, other) == LUCK_BANDS[1]);
        let units: Vec<_> = side.units.iter().map(|unit| self.unit_entry(row, unit)).collect();
        let orders: Vec<_> = side
            .orders
            .iter()
            .map(|(order, times)| {
                let results = side.results.get(order).copied().unwrap_or_default();
                OrderEntry {
                    order: self.dictionaries[Dimension::Order as usize].number(order),
                    times: fixed(row.was_played().then_some(f64::from(*times))),
                    resolved: results.resolved,
                    succeeded: results.succeeded,
                    given_at: version(side.ordered_at.get(order).copied()),
                }
            })
            .collect();
        let moments = SideMoments {
            fought: version(side.fought_at),
            rushed: version(side.rushed_at),
            rolled: version(side.rolled_at),
            tested: version(side.tested_at),
            struck: version(side.struck_at),
            lost: version(side.lost_at),
            destroyed: version(side.destroyed_at),
        };
        let entry = side_entry(side, row.was_played(), even);
        self.sides.push(entry, moments, units, orders);
    }

    fn unit_entry(&mut self, row: &GameRow, unit: &UnitRow) -> UnitEntry {
        let value = format!("{}:{}", row.system, unit.card);
        let number = self.dictionaries[Dimension::Unit as usize].number(&value);
        let place = number as usize;
        if self.unit_names.len() <= place {
            self.unit_names.resize(place + 1, String::new());
        }
        self.unit_names[place].clone_from(&unit.name);
        let count = f64::from(unit.count.max(1));
        let per_point = |figure: f64| (unit.points > 0.0).then(|| figure / unit.points);
        UnitEntry {
            unit: number,
            lost_at: version(unit.lost_at),
            struck_at: version(unit.struck_at),
            figures: [
                Some(f64::from(unit.count)),
                Some(unit.left / count),
                unit.dealt.and_then(per_point),
                unit.taken.and_then(per_point),
                Some(f64::from(unit.kills) / count),
            ]
            .map(|figure| fixed(figure.filter(|_| row.was_played()))),
        }
    }

    /// The games that a filter leaves with when they ended, the latest first: so many behind the place `after`, and how
    /// many there are.
    pub fn games(&self, filter: &Filter, after: Option<GamePlace>, most: usize) -> (Vec<GamePlace>, usize) {
        let Some(compiled_filter) = self.compiled_filter(filter) else {
            return (Vec::new(), 0);
        };
        let mut all = 0;
        let mut found: Vec<GamePlace> = Vec::new();
        for entry in self.games.iter().filter(|entry| compiled_filter.holds(entry)) {
            if entry
                .sides()
                .any(|side| compiled_filter.passes(&self.sides, side))
            {
                all += 1;
                let place = (entry.ended_ms, entry.game);
                if after.is_none_or(|after| place < after) {
                    found.push(place);
                }
            }
        }
        found.sort_unstable_by(|one, other| other.cmp(one));
        found.truncate(most);
        (found, all)
    }
}

fn side_entry(side: &SideRow, was_played: bool, even: bool) -> SideEntry {
    let per_point = |figure: f64| (side.points > 0.0).then(|| figure / side.points);
    SideEntry {
        figures: [
            per_point(side.destroyed),
            side.dealt.and_then(per_point),
            side.taken.and_then(per_point),
            Some(side.survival),
            Some(f64::from(side.rushes)),
            Some(f64::from(side.charges)),
            (side.luck_deviation > 0.0).then(|| side.luck / side.luck_deviation),
        ]
        .map(|figure| fixed(figure.filter(|_| was_played))),
        passed_expected: fixed(Some(side.passed_expected)),
        counts: [
            side.rushes,
            side.charges,
            side.fights,
            side.fights_won,
            side.tests,
            side.passed,
        ],
        verdict: side.verdict,
        even,
    }
}

/// A version as it is kept: 0 where there is none.
fn version(version: Option<u64>) -> u32 {
    version
        .and_then(|version| u32::try_from(version).ok())
        .unwrap_or(0)
}

fn value_of(dimension: Dimension, row: &GameRow, side: &SideRow, other: Option<&SideRow>) -> String {
    let or_nothing = |text: &str| if text.is_empty() { NOTHING } else { text }.to_owned();
    match dimension {
        Dimension::System => row.system.clone(),
        Dimension::Rules => or_nothing(&row.rules),
        Dimension::Pack => or_nothing(&row.pack),
        Dimension::Faction => or_nothing(&side.faction),
        Dimension::Opponent => or_nothing(other.map_or("", |other| &other.faction)),
        Dimension::Matchup => match other {
            Some(other) => {
                let mut factions = [or_nothing(&side.faction), or_nothing(&other.faction)];
                factions.sort();
                factions.join(" against ")
            }
            None => NOTHING.to_owned(),
        },
        Dimension::Scenario => or_nothing(&row.scenario),
        Dimension::Map => or_nothing(&row.map),
        Dimension::Budget => row
            .budget
            .map_or_else(|| NOTHING.to_owned(), |points| points.to_string()),
        Dimension::Month => Month::of(row.ended_ms).to_string(),
        Dimension::Provenance => row.provenance.word().to_owned(),
        Dimension::First => side
            .first
            .map_or(NOTHING, |first| FIRST[usize::from(first)])
            .to_owned(),
        Dimension::Luck => other.map_or(NOTHING, |other| luck_band(side, other)).to_owned(),
        Dimension::Result => RESULTS[side.verdict as usize].to_owned(),
        Dimension::Player => or_nothing(side.account.as_deref().unwrap_or_default()),
        Dimension::Rival => or_nothing(
            other
                .and_then(|other| other.account.as_deref())
                .unwrap_or_default(),
        ),
        Dimension::Army => or_nothing(&side.army()),
        // What follows from other rows is put in later: see `put_bands`. Many values a side have lists of their own.
        Dimension::RatingBand | Dimension::Unit | Dimension::Order => NOTHING.to_owned(),
    }
}

fn luck_band(side: &SideRow, other: &SideRow) -> &'static str {
    let deviation = side.luck_deviation.hypot(other.luck_deviation);
    let ahead = side.luck - other.luck;
    if ahead > deviation {
        LUCK_BANDS[2]
    } else if ahead < -deviation {
        LUCK_BANDS[0]
    } else {
        LUCK_BANDS[1]
    }
}
