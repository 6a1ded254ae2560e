//! A question about situations: which moments it means, what is counted of them, and what came of it.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{ActionField, Cell, Field};
use super::situation::Situation;
use crate::community::Rate;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// Each moment.
    #[default]
    Moments,
    /// Each unit of each game once.
    Units,
    /// Each turn of each game once.
    Turns,
    /// Each game once.
    Games,
}

impl Counting {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Moments, Self::Units, Self::Turns, Self::Games];

    /// The word by which it is asked for.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moments => "moments",
            Self::Units => "units",
            Self::Turns => "turns",
            Self::Games => "games",
        }
    }
}

/// The comparison of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// `=`
    Is,
    /// `!=`
    IsNot,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Below,
    /// `>`
    Above,
}

impl Sign {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Is,
        Self::IsNot,
        Self::AtMost,
        Self::AtLeast,
        Self::Below,
        Self::Above,
    ];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Is => "=",
            Self::IsNot => "!=",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::Below => "<",
            Self::Above => ">",
        }
    }
}

/// The value that a field is compared with.
#[derive(Debug, Clone, PartialEq)]
pub enum Against {
    /// A number.
    Number(f64),
    /// A word, in any case of its letters.
    Word(String),
    /// Yes or no.
    Truth(bool),
    /// What stands in another field of the same moment.
    Field(Field),
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// All of these.
    All(Vec<Self>),
    /// One of these.
    Any(Vec<Self>),
    /// Not this.
    Not(Box<Self>),
    /// A field that says yes.
    Is(Field),
    /// A comparison.
    Compare(Field, Sign, Against),
    /// One of several values.
    In(Field, Vec<Against>),
    /// A text within a text.
    Contains(Field, String),
}

/// Two numbers are the same where nobody could tell them apart.
const SAME: f64 = 1e-9;

impl Test {
    /// Whether a moment passes. A moment that has not the field does not pass a test of it.
    pub fn passes(&self, at: &Situation) -> bool {
        match self {
            Self::All(tests) => tests.iter().all(|test| test.passes(at)),
            Self::Any(tests) => tests.iter().any(|test| test.passes(at)),
            Self::Not(test) => !test.passes(at),
            Self::Is(field) => at.get(*field) == Some(&Cell::Truth(true)),
            Self::Compare(field, sign, against) => compared(at, *field, *sign, against),
            Self::In(field, values) => values.iter().any(|value| compared(at, *field, Sign::Is, value)),
            Self::Contains(field, word) => at
                .word(*field)
                .is_some_and(|text| text.to_lowercase().contains(&word.to_lowercase())),
        }
    }
}

fn compared(at: &Situation, field: Field, sign: Sign, against: &Against) -> bool {
    let Some(cell) = at.get(field) else {
        return false;
    };
    let other;
    let against = match against {
        Against::Number(number) => {
            other = Cell::Number(*number);
            &other
        }
        Against::Word(word) => {
            other = Cell::Word(word.clone());
            &other
        }
        Against::Truth(truth) => {
            other = Cell::Truth(*truth);
            &other
        }
        Against::Field(field) => match at.get(*field) {
            Some(cell) => cell,
            None => return false,
        },
    };
    match (cell, against) {
        (Cell::Number(one), Cell::Number(other)) => match sign {
            Sign::Is => (one - other).abs() < SAME,
            Sign::IsNot => (one - other).abs() >= SAME,
            Sign::AtMost => *one <= other + SAME,
            Sign::AtLeast => *one >= other - SAME,
            Sign::Below => *one < other - SAME,
            Sign::Above => *one > other + SAME,
        },
        (Cell::Word(one), Cell::Word(other)) => {
            let same = one.to_lowercase() == other.to_lowercase();
            same == (sign == Sign::Is)
        }
        (Cell::Truth(one), Cell::Truth(other)) => (one == other) == (sign == Sign::Is),
        _ => false,
    }
}

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub struct SituationQuestion {
    /// What is counted.
    pub counted: Counting,
    /// What happened; nothing: anything.
    pub deed: Option<ActionField>,
    /// The condition.
    pub when: Option<Test>,
    /// By what the count is told apart.
    pub by: Option<Field>,
}

impl SituationQuestion {
    /// Whether a moment is meant.
    pub fn means(&self, at: &Situation) -> bool {
        self.deed.is_none_or(|deed| deed == at.deed) && self.when.as_ref().is_none_or(|test| test.passes(at))
    }
}

/// What is counted of one game, or of the moments with one value.
#[derive(Debug, Clone, Default)]
struct Count {
    counted: u64,
    moments: u64,
    games: u64,
    /// Sides (one a game) and how many of those won; a draw is half.
    sides: u64,
    won: f64,
}

/// The tally of a question, added up game by game.
#[derive(Debug, Clone)]
pub struct SituationTally {
    question: SituationQuestion,
    whole: Count,
    groups: BTreeMap<String, Count>,
    /// Values beyond the most that are told apart.
    beyond: bool,
}

/// The most values that are told apart.
pub const MOST_VALUES: usize = 200;

/// A count with what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SituationCount {
    /// The value of the field that was asked for after `by`; left out for the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// How many of what is counted: moments, units, turns or games.
    pub count: u64,
    /// How many moments.
    pub moments: u64,
    /// In how many games.
    pub games: u64,
    /// How often the side whose moments these are won its game: each side of each game once, a draw as half.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<Rate>,
}

impl Count {
    fn add(&mut self, counted: Counting, moments: &[&Situation]) {
        if moments.is_empty() {
            return;
        }
        self.moments += moments.len() as u64;
        self.games += 1;
        self.counted += match counted {
            Counting::Moments => moments.len() as u64,
            Counting::Units => distinct(moments, |at| at.word(Field::UnitId).map(ToOwned::to_owned)),
            Counting::Turns => distinct(moments, |at| {
                let number = |field| at.number(field).unwrap_or_default();
                Some(format!("{} {}", number(Field::Round), number(Field::Turn)))
            }),
            Counting::Games => 1,
        };
        let sides: BTreeSet<(&str, &str)> = moments
            .iter()
            .filter_map(|at| Some((at.word(Field::Seat)?, at.word(Field::Result)?)))
            .collect();
        for (_, result) in sides {
            self.sides += 1;
            self.won += match result {
                "won" => 1.0,
                "drawn" => 0.5,
                _ => 0.0,
            };
        }
    }

    fn counted_values(&self, value: Option<String>) -> SituationCount {
        SituationCount {
            value,
            count: self.counted,
            moments: self.moments,
            games: self.games,
            won: Rate::of(self.won, self.sides),
        }
    }
}

fn distinct(moments: &[&Situation], key: impl Fn(&Situation) -> Option<String>) -> u64 {
    let all: BTreeSet<String> = moments.iter().filter_map(|at| key(at)).collect();
    all.len() as u64
}

impl SituationTally {
    /// Nothing found yet.
    pub fn new(question: SituationQuestion) -> Self {
        Self {
            question,
            whole: Count::default(),
            groups: BTreeMap::new(),
            beyond: false,
        }
    }

    /// The question.
    pub fn question(&self) -> &SituationQuestion {
        &self.question
    }

    /// Adds the moments of a game; gives back those that are meant.
    pub fn add<'s>(&mut self, game: &'s [Situation]) -> Vec<&'s Situation> {
        let meant: Vec<&Situation> = game.iter().filter(|at| self.question.means(at)).collect();
        self.whole.add(self.question.counted, &meant);
        if let Some(by) = self.question.by {
            let mut groups: BTreeMap<String, Vec<&Situation>> = BTreeMap::new();
            for at in &meant {
                if let Some(cell) = at.get(by) {
                    groups.entry(cell.to_string()).or_default().push(at);
                }
            }
            for (value, moments) in groups {
                if self.groups.len() < MOST_VALUES || self.groups.contains_key(&value) {
                    self.groups
                        .entry(value)
                        .or_default()
                        .add(self.question.counted, &moments);
                } else {
                    self.beyond = true;
                }
            }
        }
        meant
    }

    /// The whole.
    pub fn whole(&self) -> SituationCount {
        self.whole.counted_values(None)
    }

    /// The counts by value: numbers in their order, words by how many there are.
    pub fn groups(&self) -> Vec<SituationCount> {
        let mut groups: Vec<SituationCount> = self
            .groups
            .iter()
            .map(|(value, count)| count.counted_values(Some(value.clone())))
            .collect();
        let number = |group: &SituationCount| group.value.as_ref()?.parse::<f64>().ok();
        if groups.iter().all(|group| number(group).is_some()) {
            groups.sort_by(|one, other| {
                let numbers = (number(one).unwrap_or_default(), number(other).unwrap_or_default());
                numbers.0.total_cmp(&numbers.1)
            });
        } else {
            groups.sort_by_key(|group| std::cmp::Reverse(group.count));
        }
        groups
    }

    /// Whether there are more values than are told apart.
    pub fn has_more_values(&self) -> bool {
        self.beyond
    }
}
