//! An answer as a table: which columns it has, and what a cell says in each. CSV and Parquet are two forms of it.

use super::{CellFigures, CommunityAnswer, CommunityCell, Dimension, Interval};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A text, in every line.
    Text,
    /// A count, in every line.
    Count,
    /// A count that a line may not have.
    MaybeCount,
    /// A figure that a line may not have.
    MaybeFigure,
}

/// What stands in one place of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value<'a> {
    /// A text.
    Text(&'a str),
    /// A count.
    Count(u64),
    /// A figure.
    Figure(f64),
}

/// A column: its name, and where in a cell it reads.
pub(super) struct Column {
    pub(super) name: String,
    reads: Reads,
}

/// What is counted of a cell whether or not its figures are hidden.
type Whole = fn(&CommunityCell) -> u64;
/// What is counted of a cell whose figures are shown.
type Counted = fn(&CellFigures) -> Option<u64>;
/// A figure of a cell with its interval.
type Measured = fn(&CellFigures) -> Option<Interval>;

enum Reads {
    /// The value of the dimension at this place.
    Group(usize),
    /// Its name for people.
    Name(usize),
    /// What is counted whether or not the figures are hidden.
    Whole(Whole),
    Count(Counted),
    Value(Measured),
    Low(Measured),
    High(Measured),
    Sample(Measured),
    Alone(fn(&CellFigures) -> Option<f64>),
}

const WHOLES: [(&str, Whole); 2] = [("games", |cell| cell.games), ("sides", |cell| cell.sides)];
const COUNTS: [(&str, Counted); 4] = [
    ("won", |of| of.won),
    ("drawn", |of| of.drawn),
    ("lost", |of| of.lost),
    ("unplayed", |of| Some(of.unplayed)),
];
const MEASURED: [(&str, Measured); 21] = [
    ("win_rate", |of| of.win_rate.map(Interval::from)),
    ("even_win_rate", |of| of.even_win_rate.map(Interval::from)),
    ("draw_rate", |of| of.draw_rate.map(Interval::from)),
    ("rushes_charged", |of| of.rushes_charged.map(Interval::from)),
    ("fights_won", |of| of.fights_won.map(Interval::from)),
    ("tests_passed", |of| of.tests_passed.map(Interval::from)),
    ("rounds", |of| of.rounds.map(Interval::from)),
    ("destroyed", |of| of.destroyed.map(Interval::from)),
    ("dealt", |of| of.dealt.map(Interval::from)),
    ("taken", |of| of.taken.map(Interval::from)),
    ("survival", |of| of.survival.map(Interval::from)),
    ("rushes", |of| of.rushes.map(Interval::from)),
    ("charges", |of| of.charges.map(Interval::from)),
    ("luck", |of| of.luck.map(Interval::from)),
    ("unit_copies", |of| of.unit.as_ref()?.copies.map(Interval::from)),
    ("unit_survival", |of| {
        of.unit.as_ref()?.survival.map(Interval::from)
    }),
    ("unit_dealt", |of| of.unit.as_ref()?.dealt.map(Interval::from)),
    ("unit_taken", |of| of.unit.as_ref()?.taken.map(Interval::from)),
    ("unit_kills", |of| of.unit.as_ref()?.kills.map(Interval::from)),
    ("order_given", |of| of.order.as_ref()?.given.map(Interval::from)),
    ("order_succeeded", |of| {
        of.order.as_ref()?.succeeded.map(Interval::from)
    }),
];

/// The columns of an answer that groups by these.
pub(super) fn columns(by: &[Dimension]) -> Vec<Column> {
    let mut columns = Vec::new();
    let mut add = |name: String, reads| columns.push(Column { name, reads });
    for (place, dimension) in by.iter().enumerate() {
        add(dimension.word().to_owned(), Reads::Group(place));
        add(format!("{}_name", dimension.word()), Reads::Name(place));
    }
    for (name, whole) in WHOLES {
        add(name.to_owned(), Reads::Whole(whole));
    }
    for (name, count) in COUNTS {
        add(name.to_owned(), Reads::Count(count));
    }
    for (name, measured) in MEASURED {
        add(name.to_owned(), Reads::Value(measured));
        add(format!("{name}_low"), Reads::Low(measured));
        add(format!("{name}_high"), Reads::High(measured));
        add(format!("{name}_n"), Reads::Sample(measured));
    }
    add("tests_expected".to_owned(), Reads::Alone(|of| of.tests_expected));
    columns
}

impl Column {
    /// What the column holds.
    pub(super) fn kind(&self) -> Kind {
        match self.reads {
            Reads::Group(_) | Reads::Name(_) => Kind::Text,
            Reads::Whole(_) => Kind::Count,
            Reads::Count(_) | Reads::Sample(_) => Kind::MaybeCount,
            Reads::Value(_) | Reads::Low(_) | Reads::High(_) | Reads::Alone(_) => Kind::MaybeFigure,
        }
    }

    /// What a cell has there: nothing where its figures are hidden, or where it has none of this kind.
    pub(super) fn of<'a>(&self, cell: &'a CommunityCell) -> Option<Value<'a>> {
        let figures = || cell.figures.as_ref();
        let interval = |measured: Measured| figures().and_then(measured);
        match self.reads {
            Reads::Group(place) => cell.group.get(place).map(|text| Value::Text(text)),
            Reads::Name(place) => cell.names.get(place).map(|text| Value::Text(text)),
            Reads::Whole(whole) => Some(Value::Count(whole(cell))),
            Reads::Count(count) => figures().and_then(count).map(Value::Count),
            Reads::Value(measured) => interval(measured).map(|of| Value::Figure(of.value)),
            Reads::Low(measured) => interval(measured).map(|of| Value::Figure(of.low)),
            Reads::High(measured) => interval(measured).map(|of| Value::Figure(of.high)),
            Reads::Sample(measured) => interval(measured).map(|of| Value::Count(of.n)),
            Reads::Alone(alone) => figures().and_then(alone).map(Value::Figure),
        }
    }
}

impl CommunityAnswer {
    /// The columns of the answer as a table.
    pub(super) fn columns(&self) -> Vec<Column> {
        columns(&self.query.by)
    }
}
