//! An answer as CSV: a line a cell, every number with how many it was counted from and its interval.

use super::{CommunityAnswer, CommunityCell, Mean, Rate};
use crate::statistics::table::column::{Cell, maybe, number, text, whole};

/// The columns of a rate or a mean.
const PARTS: [&str; 4] = ["", "_low", "_high", "_n"];
const RATES: [&str; 6] = [
    "win_rate",
    "even_win_rate",
    "draw_rate",
    "rushes_charged",
    "fights_won",
    "tests_passed",
];
const MEANS: [&str; 8] = [
    "rounds",
    "destroyed",
    "dealt",
    "taken",
    "survival",
    "rushes",
    "charges",
    "luck",
];
const UNIT_MEANS: [&str; 5] = [
    "unit_copies",
    "unit_survival",
    "unit_dealt",
    "unit_taken",
    "unit_kills",
];

impl CommunityAnswer {
    /// The cells as CSV, with a header line.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer
            .write_record(self.columns())
            .expect("a vector takes every byte");
        for cell in &self.cells {
            writer
                .write_record(cells(cell))
                .expect("every line has as many cells as the header");
        }
        let bytes = writer.into_inner().expect("a vector takes every byte");
        String::from_utf8(bytes).expect("cells are text")
    }

    fn columns(&self) -> Vec<String> {
        let mut columns = Vec::new();
        for dimension in &self.query.by {
            columns.push(dimension.word().to_owned());
            columns.push(format!("{}_name", dimension.word()));
        }
        columns.extend(["games", "sides", "won", "drawn", "lost"].map(str::to_owned));
        for name in RATES.iter().chain(&MEANS).chain(&UNIT_MEANS) {
            columns.extend(PARTS.map(|part| format!("{name}{part}")));
        }
        columns.extend(PARTS.map(|part| format!("order_given{part}")));
        columns.push("tests_expected".to_owned());
        columns
    }
}

fn cells(cell: &CommunityCell) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (value, name) in cell.group.iter().zip(&cell.names) {
        cells.extend([text(value), text(name)]);
    }
    cells.extend([whole(cell.games), whole(cell.sides)]);
    let figures = cell.figures.as_ref();
    let counts = figures.map(|of| [of.won, of.drawn, of.lost]);
    cells.extend((0..3).map(|place| counts.map_or_else(Cell::new, |counts| whole(counts[place]))));
    let rates = figures.map(|of| {
        [
            of.win_rate,
            of.even_win_rate,
            of.draw_rate,
            of.rushes_charged,
            of.fights_won,
            of.tests_passed,
        ]
    });
    for rate in rates.unwrap_or_default() {
        cells.extend(rate_cells(rate));
    }
    let means = figures.map(|of| {
        [
            of.rounds,
            of.destroyed,
            of.dealt,
            of.taken,
            of.survival,
            of.rushes,
            of.charges,
            of.luck,
        ]
    });
    for mean in means.unwrap_or_default() {
        cells.extend(mean_cells(mean));
    }
    let of_unit = figures.and_then(|of| of.unit.as_ref());
    let means = of_unit.map(|of| [of.copies, of.survival, of.dealt, of.taken, of.kills]);
    for mean in means.unwrap_or_default() {
        cells.extend(mean_cells(mean));
    }
    let given = figures.and_then(|of| of.order.as_ref()).and_then(|of| of.given);
    cells.extend(mean_cells(given));
    cells.push(maybe(figures.and_then(|of| of.tests_expected)));
    cells
}

fn rate_cells(rate: Option<Rate>) -> [Cell; 4] {
    rate.map_or_else(Default::default, |rate| {
        [
            number(rate.value),
            number(rate.low),
            number(rate.high),
            whole(rate.n),
        ]
    })
}

fn mean_cells(mean: Option<Mean>) -> [Cell; 4] {
    mean.map_or_else(Default::default, |mean| {
        [
            number(mean.value),
            number(mean.low),
            number(mean.high),
            whole(mean.n),
        ]
    })
}
