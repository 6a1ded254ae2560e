//! Cells as a table: a line a cell, a column a figure.

use hindsight_reports::community::{CellFigures, CommunityCell, Dimension, Mean, Rate};
use maud::{Markup, html};

use super::super::house::wide;
use super::parts::{dimension_name, mean, rate, value};

/// What a column shows of the figures.
enum Of {
    Rate(fn(&CellFigures) -> Option<Rate>),
    Mean(fn(&CellFigures) -> Option<Mean>),
}

struct Column {
    heading: &'static str,
    of: Of,
}

impl Column {
    const fn rate(heading: &'static str, of: fn(&CellFigures) -> Option<Rate>) -> Self {
        Self {
            heading,
            of: Of::Rate(of),
        }
    }

    const fn mean(heading: &'static str, of: fn(&CellFigures) -> Option<Mean>) -> Self {
        Self {
            heading,
            of: Of::Mean(of),
        }
    }
}

const WON: Column = Column::rate("Won", |figures| figures.win_rate);

/// Of sides.
const SIDES: &[Column] = &[
    WON,
    Column::rate("Even dice", |figures| figures.even_win_rate),
    Column::mean("Rounds", |figures| figures.rounds),
    Column::mean("Destroyed", |figures| figures.destroyed),
    Column::mean("Dealt", |figures| figures.dealt),
    Column::mean("Left", |figures| figures.survival),
    Column::mean("Rushes", |figures| figures.rushes),
    Column::rate("Charges", |figures| figures.rushes_charged),
    Column::rate("Fights won", |figures| figures.fights_won),
    Column::mean("Luck", |figures| figures.luck),
    Column::rate("Morale", |figures| figures.tests_passed),
];

/// Of units.
const UNITS: &[Column] = &[
    WON,
    Column::mean("Copies", |figures| {
        figures.unit.as_ref().and_then(|unit| unit.copies)
    }),
    Column::mean("Left", |figures| {
        figures.unit.as_ref().and_then(|unit| unit.survival)
    }),
    Column::mean("Dealt", |figures| {
        figures.unit.as_ref().and_then(|unit| unit.dealt)
    }),
    Column::mean("Taken", |figures| {
        figures.unit.as_ref().and_then(|unit| unit.taken)
    }),
    Column::mean("Kills", |figures| {
        figures.unit.as_ref().and_then(|unit| unit.kills)
    }),
];

/// Of orders.
const ORDERS: &[Column] = &[
    WON,
    Column::mean("Given a game", |figures| {
        figures.order.as_ref().and_then(|order| order.given)
    }),
];

fn columns(by: &[Dimension]) -> &'static [Column] {
    if by.contains(&Dimension::Unit) {
        UNITS
    } else if by.contains(&Dimension::Order) {
        ORDERS
    } else {
        SIDES
    }
}

/// A table of cells.
pub(super) fn table(caption: &str, by: &[Dimension], cells: &[CommunityCell]) -> Markup {
    let columns = columns(by);
    html! {
        (wide(caption, &html! {
            table.figures {
                caption { (caption) }
                thead {
                    tr {
                        @for dimension in by { th scope="col" { (dimension_name(*dimension)) } }
                        th.number scope="col" { "Games" }
                        @for column in columns { th.number scope="col" { (column.heading) } }
                    }
                }
                tbody { @for cell in cells { (row(by, cell, columns)) } }
            }
        }))
    }
}

fn row(by: &[Dimension], cell: &CommunityCell, columns: &[Column]) -> Markup {
    html! {
        tr {
            @for (place, dimension) in by.iter().enumerate() {
                @let shown = value(*dimension, &cell.group[place], &cell.names[place]);
                @if place == 0 { th scope="row" { (shown) } } @else { td { (shown) } }
            }
            td.number { a href=(cell.games_link) { (cell.games) span.unseen { " games" } } }
            @match &cell.figures {
                None => td.quiet colspan=(columns.len()) { "too few games to say more" },
                Some(figures) => {
                    @for column in columns {
                        td.number {
                            @match column.of {
                                Of::Rate(of) => (rate(of(figures).as_ref())),
                                Of::Mean(of) => (mean(of(figures).as_ref())),
                            }
                        }
                    }
                }
            }
        }
    }
}
