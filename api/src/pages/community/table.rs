//! Cells as a table: a line a cell, a column a figure.

use hindsight_reports::community::{CellFigures, CommunityCell, Dimension, LookAt, Mean, Rate};
use maud::{Markup, html};

use super::super::house::wide;
use super::parts::{Carried, dimension_name, mean, rate, value};
use crate::http::community::with_look;

/// What a column shows of the figures.
enum Of {
    Rate(fn(&CellFigures) -> Option<Rate>),
    Mean(fn(&CellFigures) -> Option<Mean>),
}

struct Column {
    heading: &'static str,
    of: Of,
    /// What the games behind the figure are looked at for.
    look: LookAt,
}

impl Column {
    const fn rate(heading: &'static str, of: fn(&CellFigures) -> Option<Rate>) -> Self {
        Self {
            heading,
            of: Of::Rate(of),
            look: LookAt::Usual,
        }
    }

    const fn mean(heading: &'static str, of: fn(&CellFigures) -> Option<Mean>) -> Self {
        Self {
            heading,
            of: Of::Mean(of),
            look: LookAt::Usual,
        }
    }

    const fn leading_to(self, look: LookAt) -> Self {
        Self { look, ..self }
    }
}

const WON: Column = Column::rate("Won", |figures| figures.win_rate);

/// Of sides.
const SIDES: &[Column] = &[
    WON,
    Column::rate("Luck-neutral wins", |figures| figures.even_win_rate),
    Column::mean("Rounds", |figures| figures.rounds),
    Column::mean("Destroyed", |figures| figures.destroyed),
    Column::mean("Dealt", |figures| figures.dealt),
    Column::mean("Survived", |figures| figures.survival),
    Column::mean("Rushes", |figures| figures.rushes).leading_to(LookAt::Rush),
    Column::rate("Charges", |figures| figures.rushes_charged).leading_to(LookAt::Rush),
    Column::rate("Fights won", |figures| figures.fights_won).leading_to(LookAt::Fight),
    Column::mean("Luck", |figures| figures.luck),
    Column::rate("Morale", |figures| figures.tests_passed),
];

/// Of units.
const UNITS: &[Column] = &[
    WON,
    Column::mean("Copies", |figures| {
        figures.unit.as_ref().and_then(|unit| unit.copies)
    }),
    Column::mean("Survived", |figures| {
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
pub(super) fn table(caption: &str, by: &[Dimension], cells: &[CommunityCell], carried: Carried) -> Markup {
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
                tbody { @for cell in cells { (row(by, cell, columns, carried)) } }
            }
        }))
    }
}

fn row(by: &[Dimension], cell: &CommunityCell, columns: &[Column], carried: Carried) -> Markup {
    html! {
        tr {
            @for (place, dimension) in by.iter().enumerate() {
                @let shown = value(*dimension, &cell.group[place], &cell.names[place], carried);
                @if place == 0 { th scope="row" { (shown) } } @else { td { (shown) } }
            }
            td.number { a href=(cell.games_link) { (cell.games) span.unseen { " games" } } }
            @match &cell.figures {
                None => td.quiet colspan=(columns.len()) { "too few games" },
                Some(figures) => {
                    @for column in columns {
                        td.number { (figure(column, figures, &cell.games_link)) }
                    }
                }
            }
        }
    }
}

/// A figure; where its games have a moment of its kind, with a way to them.
fn figure(column: &Column, figures: &CellFigures, games: &str) -> Markup {
    let (shown, known) = match column.of {
        Of::Rate(of) => (rate(of(figures).as_ref()), of(figures).is_some()),
        Of::Mean(of) => (mean(of(figures).as_ref()), of(figures).is_some()),
    };
    match column.look {
        LookAt::Usual => shown,
        _ if !known => shown,
        look => {
            let (path, query) = games.split_once('?').unwrap_or((games, ""));
            let address = format!("{path}?{}", with_look(query.to_owned(), look));
            html! { a href=(address) title="The games behind it, and where this happened in them" { (shown) } }
        }
    }
}
