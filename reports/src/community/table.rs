//! The rows of all games in memory, a column a figure.
//!
//! A game of two armies of ten cards takes about 800 bytes, so 100,000 games take 80 MB and 1,000,000 take 800 MB; each
//! army that nobody had before takes the length of its text more. A
//! question walks the columns it names once: its time grows with the games, not with what they hold. A row that is put
//! in again replaces the old one, whose place is freed when half of all places are dead.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dimension::{ALL, Dictionary, FIRST, LUCK_BANDS, NOTHING, RESULTS, SINGLE};
use super::month::Month;
use super::tally::{SIDE_FIGURES, UNIT_FIGURES, fixed};
use super::{Dimension, Filter, GameRow, Grade, SideRow, Verdict};

/// Most games that a table holds; further ones are refused.
pub const MOST_GAMES: usize = 1_000_000;

/// A game in a list: when it ended, milliseconds of Unix time, and the bytes of its id.
pub type GamePlace = (u64, [u8; 16]);

/// A moment of a game behind a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BehindMoment {
    /// The version of its event.
    pub version: u64,
    /// What happens there.
    pub what: MomentOf,
}

/// What happens at a moment behind a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MomentOf {
    /// The first unit of the card that was asked for is lost.
    UnitLost,
    /// The order that was asked for is given (the action taken) for the first time.
    OrderGiven,
    /// The side's fight with the most damage is decided.
    FightDecided,
    /// The side's first charge; its first rush, where none was a charge.
    Rushed,
    /// The game's least likely roll, the luckiest or unluckiest.
    UnlikeliestRoll,
}

/// Which moment of a game behind a figure is to be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LookAt {
    /// That of the unit or the order asked for; else the least likely roll.
    #[default]
    Usual,
    /// The fight with the most damage, behind figures of fights; else the usual one.
    Fight,
    /// The first charge, behind figures of rushes and charges; else the usual one.
    Rush,
}

impl LookAt {
    /// Those that are asked for by a word.
    pub const ASKED: [Self; 2] = [Self::Fight, Self::Rush];

    /// The word in addresses; nothing for the usual one.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Usual => None,
            Self::Fight => Some("fight"),
            Self::Rush => Some("rush"),
        }
    }

    /// What is meant by a word; the usual one without one.
    pub fn named(word: Option<&str>) -> Self {
        Self::ASKED
            .into_iter()
            .find(|look| look.word() == word)
            .unwrap_or_default()
    }
}

/// The rows of many games.
#[derive(Debug, Default)]
pub struct GameTable {
    pub(super) dictionaries: [Dictionary; ALL],
    unit_names: Vec<String>,
    places: HashMap<[u8; 16], u32>,
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
    unlikeliest: u32,
    pub(super) first_side: u32,
    pub(super) sides: u32,
    pub(super) alive: bool,
}

/// Columns with a value a side.
#[derive(Debug, Default)]
pub(super) struct Sides {
    pub(super) codes: [Vec<u32>; SINGLE],
    pub(super) verdicts: Vec<Verdict>,
    /// Whether the dice favoured neither it nor the other side.
    pub(super) even: Vec<bool>,
    pub(super) figures: [Vec<i32>; SIDE_FIGURES],
    pub(super) counts: Vec<Counts<u32>>,
    pub(super) passed_expected: Vec<i32>,
    /// The version at which its greatest fight was decided, or 0.
    fought_at: Vec<u32>,
    /// The version of its first charge, or 0.
    rushed_at: Vec<u32>,
    /// Where each side's units end.
    units_end: Vec<u32>,
    units: Vec<UnitEntry>,
    /// Where each side's orders end.
    orders_end: Vec<u32>,
    orders: Vec<OrderEntry>,
}

/// What is counted of a side.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts<T> {
    pub(super) rushes: T,
    pub(super) charges: T,
    pub(super) fights: T,
    pub(super) fights_won: T,
    pub(super) tests: T,
    pub(super) passed: T,
}

impl Counts<u64> {
    pub(super) fn add(&mut self, more: &Self) {
        self.rushes += more.rushes;
        self.charges += more.charges;
        self.fights += more.fights;
        self.fights_won += more.fights_won;
        self.tests += more.tests;
        self.passed += more.passed;
    }
}

impl From<Counts<u32>> for Counts<u64> {
    fn from(counts: Counts<u32>) -> Self {
        Self {
            rushes: counts.rushes.into(),
            charges: counts.charges.into(),
            fights: counts.fights.into(),
            fights_won: counts.fights_won.into(),
            tests: counts.tests.into(),
            passed: counts.passed.into(),
        }
    }
}

/// A side's units of one card.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitEntry {
    pub(super) unit: u32,
    /// The version at which the first of them was lost, or 0.
    lost_at: u32,
    pub(super) figures: [i32; UNIT_FIGURES],
}

/// How often a side gave an order.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderEntry {
    pub(super) order: u32,
    pub(super) times: i32,
    /// The version at which it was first given, or 0.
    given_at: u32,
}

impl Sides {
    pub(super) fn len(&self) -> usize {
        self.verdicts.len()
    }

    pub(super) fn units(&self, side: usize) -> &[UnitEntry] {
        let begin = if side == 0 { 0 } else { self.units_end[side - 1] };
        &self.units[begin as usize..self.units_end[side] as usize]
    }

    pub(super) fn orders(&self, side: usize) -> &[OrderEntry] {
        let begin = if side == 0 { 0 } else { self.orders_end[side - 1] };
        &self.orders[begin as usize..self.orders_end[side] as usize]
    }

    fn copy(&mut self, from: &Self, side: usize) {
        for (to, from) in self.codes.iter_mut().zip(&from.codes) {
            to.push(from[side]);
        }
        for (to, from) in self.figures.iter_mut().zip(&from.figures) {
            to.push(from[side]);
        }
        self.verdicts.push(from.verdicts[side]);
        self.even.push(from.even[side]);
        self.counts.push(from.counts[side]);
        self.passed_expected.push(from.passed_expected[side]);
        self.fought_at.push(from.fought_at[side]);
        self.rushed_at.push(from.rushed_at[side]);
        self.units.extend_from_slice(from.units(side));
        self.units_end.push(self.units.len() as u32);
        self.orders.extend_from_slice(from.orders(side));
        self.orders_end.push(self.orders.len() as u32);
    }
}

impl GameTable {
    /// A table without a row.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many games it holds.
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
            rounds: fixed(Some(f64::from(row.rounds))),
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
            let old = entry.first_side as usize..(entry.first_side + entry.sides) as usize;
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
        let per_point = |figure: f64| (side.points > 0.0).then(|| figure / side.points);
        let figures = [
            per_point(side.destroyed),
            per_point(side.dealt),
            per_point(side.taken),
            Some(side.survival),
            Some(f64::from(side.rushes)),
            Some(f64::from(side.charges)),
            (side.luck_deviation > 0.0).then(|| side.luck / side.luck_deviation),
        ];
        for (column, figure) in self.sides.figures.iter_mut().zip(figures) {
            column.push(fixed(figure));
        }
        self.sides.verdicts.push(side.verdict);
        let even = other.is_some_and(|other| luck_band(side, other) == LUCK_BANDS[1]);
        self.sides.even.push(even);
        self.sides.counts.push(Counts {
            rushes: side.rushes,
            charges: side.charges,
            fights: side.fights,
            fights_won: side.fights_won,
            tests: side.tests,
            passed: side.passed,
        });
        self.sides.passed_expected.push(fixed(Some(side.passed_expected)));
        self.sides.fought_at.push(version(side.fought_at));
        self.sides.rushed_at.push(version(side.rushed_at));
        for unit in &side.units {
            let value = format!("{}:{}", row.system, unit.card);
            let number = self.dictionaries[Dimension::Unit as usize].number(&value);
            let place = number as usize;
            if self.unit_names.len() <= place {
                self.unit_names.resize(place + 1, String::new());
            }
            self.unit_names[place].clone_from(&unit.name);
            let count = f64::from(unit.count.max(1));
            let per_point = |figure: f64| (unit.points > 0.0).then(|| figure / unit.points);
            self.sides.units.push(UnitEntry {
                unit: number,
                lost_at: version(unit.lost_at),
                figures: [
                    Some(f64::from(unit.count)),
                    Some(unit.left / count),
                    per_point(unit.dealt),
                    per_point(unit.taken),
                    Some(f64::from(unit.kills) / count),
                ]
                .map(fixed),
            });
        }
        self.sides.units_end.push(self.sides.units.len() as u32);
        for (order, times) in &side.orders {
            let given_at = version(side.ordered_at.get(order).copied());
            let order = self.dictionaries[Dimension::Order as usize].number(order);
            let times = fixed(Some(f64::from(*times)));
            self.sides.orders.push(OrderEntry {
                order,
                times,
                given_at,
            });
        }
        self.sides.orders_end.push(self.sides.orders.len() as u32);
    }

    /// The games that a filter leaves with when they ended, the latest first: so many behind the place `after`, and how
    /// many there are.
    pub fn games(&self, filter: &Filter, after: Option<GamePlace>, most: usize) -> (Vec<GamePlace>, usize) {
        let Some(sieve) = self.sieve(filter) else {
            return (Vec::new(), 0);
        };
        let mut all = 0;
        let mut found: Vec<GamePlace> = Vec::new();
        for entry in self.games.iter().filter(|entry| entry.alive) {
            let mut sides = entry.first_side..entry.first_side + entry.sides;
            if sides.any(|side| sieve.passes(&self.sides, side as usize)) {
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

    /// The moment of a game to look at, for whoever asked by this filter for figures of this kind.
    pub fn moment(&self, game: [u8; 16], filter: &Filter, look: LookAt) -> Option<BehindMoment> {
        let entry = &self.games[*self.places.get(&game)? as usize];
        let sieve = self.sieve(filter)?;
        let tried: &[MomentOf] = match look {
            LookAt::Usual => &[],
            LookAt::Fight => &[MomentOf::FightDecided],
            LookAt::Rush => &[MomentOf::Rushed],
        };
        let usual = [
            MomentOf::UnitLost,
            MomentOf::OrderGiven,
            MomentOf::UnlikeliestRoll,
        ];
        tried
            .iter()
            .chain(&usual)
            .find_map(|what| Some((self.first(entry, &sieve, *what)?, *what)))
            .map(|(version, what)| BehindMoment {
                version: u64::from(version),
                what,
            })
    }

    /// Where this first happened in a game to a side that passes.
    fn first(&self, entry: &GameEntry, sieve: &Sieve, what: MomentOf) -> Option<u32> {
        let sides = (entry.first_side as usize..(entry.first_side + entry.sides) as usize)
            .filter(|side| sieve.passes(&self.sides, *side));
        let known = |versions: &mut dyn Iterator<Item = u32>| versions.filter(|version| *version > 0).min();
        match what {
            MomentOf::UnitLost => {
                let unit = sieve.unit?;
                let taken = sides.flat_map(|side| self.sides.units(side));
                known(
                    &mut taken
                        .filter(|taken| taken.unit == unit)
                        .map(|taken| taken.lost_at),
                )
            }
            MomentOf::OrderGiven => {
                let order = sieve.order?;
                let given = sides.flat_map(|side| self.sides.orders(side));
                known(
                    &mut given
                        .filter(|given| given.order == order)
                        .map(|given| given.given_at),
                )
            }
            MomentOf::FightDecided => known(&mut sides.map(|side| self.sides.fought_at[side])),
            MomentOf::Rushed => known(&mut sides.map(|side| self.sides.rushed_at[side])),
            MomentOf::UnlikeliestRoll => known(&mut std::iter::once(entry.unlikeliest)),
        }
    }

    /// A filter by numbers; nothing if it names a value that no game has.
    pub(super) fn sieve(&self, filter: &Filter) -> Option<Sieve> {
        let mut sieve = Sieve::default();
        for (dimension, value) in &filter.is {
            let code = self.dictionaries[*dimension as usize].known(value)?;
            match dimension {
                Dimension::Unit => sieve.unit = Some(code),
                Dimension::Order => sieve.order = Some(code),
                single => sieve.codes.push((*single as usize, code)),
            }
        }
        if !filter.with_bots && !filter.is.contains_key(&Dimension::Grade) {
            sieve.without_grade = self.dictionaries[Dimension::Grade as usize].known(Grade::Bots.word());
        }
        if filter.since.is_some() || filter.until.is_some() {
            let months = self.dictionaries[Dimension::Month as usize].texts().iter();
            let limit = |month: Option<&str>| month.and_then(|month| month.parse::<Month>().ok());
            let (since, until) = (limit(filter.since.as_deref()), limit(filter.until.as_deref()));
            let holds = |month: Month| {
                since.is_none_or(|since| month >= since) && until.is_none_or(|until| month <= until)
            };
            sieve.months = Some(months.map(|month| month.parse().is_ok_and(holds)).collect());
        }
        Some(sieve)
    }
}

/// A filter by numbers.
#[derive(Debug, Default)]
pub(super) struct Sieve {
    codes: Vec<(usize, u32)>,
    pub(super) unit: Option<u32>,
    pub(super) order: Option<u32>,
    without_grade: Option<u32>,
    months: Option<Vec<bool>>,
}

impl Sieve {
    pub(super) fn passes(&self, sides: &Sides, side: usize) -> bool {
        self.codes
            .iter()
            .all(|(dimension, code)| sides.codes[*dimension][side] == *code)
            && self
                .without_grade
                .is_none_or(|grade| sides.codes[Dimension::Grade as usize][side] != grade)
            && self
                .months
                .as_ref()
                .is_none_or(|months| months[sides.codes[Dimension::Month as usize][side] as usize])
            && self
                .unit
                .is_none_or(|unit| sides.units(side).iter().any(|entry| entry.unit == unit))
            && self
                .order
                .is_none_or(|order| sides.orders(side).iter().any(|entry| entry.order == order))
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
        Dimension::Month => Month::of(row.ended_ms).to_string(),
        Dimension::Grade => row.grade.word().to_owned(),
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
        Dimension::Band | Dimension::Unit | Dimension::Order => NOTHING.to_owned(),
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
