//! Cells as a table: a line a cell, a column a figure.

use std::fmt;

use hindsight_kernel::Message;
use hindsight_reports::community::{CellFigures, CommunityCell, Dimension, LookAt, Mean, Measure, Rate};
use maud::{Markup, html};

use super::super::chart::percent;
use super::super::house::wide;
use super::bars::bars;
use super::parts::{Carried, dimension_name, mean, rate, value};
use crate::base::messages::text;
use crate::http::community::with_look;

/// What a column shows of the figures.
enum Of {
    Rate(fn(&CellFigures) -> Option<Rate>),
    Mean(fn(&CellFigures) -> Option<Mean>),
}

struct Column {
    heading: fn() -> Message,
    of: Of,
    /// What the games behind the figure are looked at for.
    look: LookAt,
    /// It is left away where no line has it.
    is_spare: bool,
}

impl Column {
    const fn rate(heading: fn() -> Message, of: fn(&CellFigures) -> Option<Rate>) -> Self {
        Self {
            heading,
            of: Of::Rate(of),
            look: LookAt::Usual,
            is_spare: false,
        }
    }

    const fn mean(heading: fn() -> Message, of: fn(&CellFigures) -> Option<Mean>) -> Self {
        Self {
            heading,
            of: Of::Mean(of),
            look: LookAt::Usual,
            is_spare: false,
        }
    }

    const fn spare(self) -> Self {
        Self {
            is_spare: true,
            ..self
        }
    }

    fn is_known(&self, figures: &CellFigures) -> bool {
        match self.of {
            Of::Rate(of) => of(figures).is_some(),
            Of::Mean(of) => of(figures).is_some(),
        }
    }

    const fn leading_to(self, look: LookAt) -> Self {
        Self { look, ..self }
    }
}

const WON: Column = Column::rate(|| text!("column-won"), |figures| figures.win_rate).leading_to(LookAt::Won);

/// Of sides.
const SIDES: &[Column] = &[
    WON,
    Column::rate(
        || text!("column-luck-neutral-wins"),
        |figures| figures.even_win_rate,
    )
    .leading_to(LookAt::Won),
    Column::mean(|| text!("column-rounds"), |figures| figures.rounds),
    Column::mean(|| text!("column-destroyed"), |figures| figures.destroyed).leading_to(LookAt::Kill),
    Column::mean(|| text!("column-dealt"), |figures| figures.dealt).leading_to(LookAt::Attack),
    Column::mean(|| text!("column-survived"), |figures| figures.survival).leading_to(LookAt::Loss),
    Column::mean(|| text!("column-rushes"), |figures| figures.rushes).leading_to(LookAt::Rush),
    Column::rate(|| text!("column-charges"), |figures| figures.rushes_charged).leading_to(LookAt::Rush),
    Column::rate(|| text!("column-fights-won"), |figures| figures.fights_won).leading_to(LookAt::Fight),
    Column::mean(|| text!("column-luck"), |figures| figures.luck).leading_to(LookAt::Luck),
    Column::rate(|| text!("column-morale"), |figures| figures.tests_passed).leading_to(LookAt::Morale),
];

/// Of units.
const UNITS: &[Column] = &[
    WON,
    Column::mean(
        || text!("column-copies"),
        |figures| figures.unit.as_ref().and_then(|unit| unit.copies),
    ),
    Column::mean(
        || text!("column-survived"),
        |figures| figures.unit.as_ref().and_then(|unit| unit.survival),
    )
    .leading_to(LookAt::Loss),
    Column::mean(
        || text!("column-dealt"),
        |figures| figures.unit.as_ref().and_then(|unit| unit.dealt),
    )
    .leading_to(LookAt::Attack),
    Column::mean(
        || text!("column-taken"),
        |figures| figures.unit.as_ref().and_then(|unit| unit.taken),
    )
    .leading_to(LookAt::Loss),
    Column::mean(
        || text!("column-kills"),
        |figures| figures.unit.as_ref().and_then(|unit| unit.kills),
    )
    .leading_to(LookAt::Attack),
];

/// Of orders.
const ORDERS: &[Column] = &[
    WON,
    Column::mean(
        || text!("column-given"),
        |figures| figures.order.as_ref().and_then(|order| order.given),
    ),
    Column::rate(
        || text!("column-succeeded"),
        |figures| figures.order.as_ref().and_then(|order| order.succeeded),
    )
    .spare(),
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

/// Cells as bars and a table; where cells are orders, of each kind of them alone: those of `Zone: Crown` and of other zones.
pub(super) fn tables(
    caption: &impl fmt::Display,
    by: &[Dimension],
    cells: &[CommunityCell],
    measure: Measure,
    carried: Carried,
) -> Markup {
    let kinds = if by == [Dimension::Order] {
        kinds_of(cells)
    } else {
        Vec::new()
    };
    html! {
        @if kinds.is_empty() {
            (bars(measure, by, cells, carried))
            (table(caption, by, cells, carried))
        } @else {
            @for (kind, cells) in &kinds {
                @let name = kind.map_or_else(|| text!("column-orders").to_string(), ToOwned::to_owned);
                section {
                    h2 { (name) }
                    (bars(measure, by, cells, carried))
                    (table_with_shares(&name, by, cells, shares(cells).as_deref(), carried))
                }
            }
        }
    }
}

/// Cells of orders by the kind that stands before a colon, each named by what stands behind it; in the order in which the
/// cells come. None where no order has a kind.
fn kinds_of(cells: &[CommunityCell]) -> Vec<(Option<&str>, Vec<CommunityCell>)> {
    let mut kinds: Vec<(Option<&str>, Vec<CommunityCell>)> = Vec::new();
    for cell in cells {
        let name = cell.names.first().map_or("", String::as_str);
        let (kind, rest) = match name.split_once(": ") {
            Some((kind, rest)) => (Some(kind), rest),
            None => (None, name),
        };
        let named = CommunityCell {
            names: vec![rest.to_owned()],
            ..cell.clone()
        };
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, of)) => of.push(named),
            None => kinds.push((kind, vec![named])),
        }
    }
    // What is counted by numbers is read in their order.
    let is_number = |cell: &CommunityCell| cell.names[0].starts_with(|first: char| first.is_ascii_digit());
    for (_, cells) in kinds.iter_mut().filter(|(_, cells)| cells.iter().all(is_number)) {
        cells.sort_by(|one, other| one.names.cmp(&other.names));
    }
    if kinds.iter().all(|(kind, _)| kind.is_none()) {
        return Vec::new();
    }
    kinds
}

/// How often each order was given, as a share of all of these; nothing where a cell hides its figures.
fn shares(cells: &[CommunityCell]) -> Option<Vec<f64>> {
    let given = |cell: &CommunityCell| {
        let given = cell.figures.as_ref()?.order.as_ref()?.given?;
        Some(given.value * given.n as f64)
    };
    let times = cells.iter().map(given).collect::<Option<Vec<f64>>>()?;
    let all: f64 = times.iter().sum();
    (all > 0.0).then(|| times.iter().map(|times| times / all).collect())
}

/// A table of cells.
pub(super) fn table(
    caption: &impl fmt::Display,
    by: &[Dimension],
    cells: &[CommunityCell],
    carried: Carried,
) -> Markup {
    table_with_shares(caption, by, cells, None, carried)
}

/// A table of cells, each with its share of all of them where shares are given.
fn table_with_shares(
    caption: &impl fmt::Display,
    by: &[Dimension],
    cells: &[CommunityCell],
    shares: Option<&[f64]>,
    carried: Carried,
) -> Markup {
    let is_told = |column: &&Column| {
        let mut figures = cells.iter().filter_map(|cell| cell.figures.as_ref());
        !column.is_spare || figures.any(|of| column.is_known(of))
    };
    let columns: Vec<&Column> = columns(by).iter().filter(is_told).collect();
    html! {
        (wide(caption, &html! {
            table.figures {
                caption.unseen[shares.is_some()] { (caption) }
                thead {
                    tr {
                        @for dimension in by { th scope="col" { (dimension_name(*dimension)) } }
                        th.number scope="col" { (text!("column-games")) }
                        @for column in &columns { th.number scope="col" { ((column.heading)()) } }
                        @if shares.is_some() { th.number scope="col" { (text!("column-share")) } }
                    }
                }
                tbody {
                    @for (place, cell) in cells.iter().enumerate() {
                        (row(by, cell, &columns, shares.and_then(|shares| shares.get(place).copied()), carried))
                    }
                }
            }
        }))
    }
}

fn row(
    by: &[Dimension],
    cell: &CommunityCell,
    columns: &[&Column],
    share: Option<f64>,
    carried: Carried,
) -> Markup {
    html! {
        tr {
            @for (place, dimension) in by.iter().enumerate() {
                @let shown = value(*dimension, &cell.group[place], &cell.names[place], carried);
                @if place == 0 { th scope="row" { (shown) } } @else { td { (shown) } }
            }
            td.number { a href=(cell.games_link) { (cell.games) span.unseen { " " (text!("column-games-unit", games = cell.games)) } } }
            @match &cell.figures {
                None => td.quiet colspan=(columns.len()) { (text!("column-too-few")) },
                Some(figures) => {
                    @for column in columns {
                        td.number { (figure(column, figures, &cell.games_link)) }
                    }
                    @if let Some(share) = share { td.number { (percent(share)) } }
                }
            }
        }
    }
}

/// The address of the games behind a figure, each with its moment of this kind.
pub(super) fn looked_at(games: &str, look: LookAt) -> String {
    let (path, query) = games.split_once('?').unwrap_or((games, ""));
    match look {
        LookAt::Usual => games.to_owned(),
        look => format!("{path}?{}", with_look(query.to_owned(), look)),
    }
}

/// A figure; where its games have a moment of its kind, with a way to them.
fn figure(column: &Column, figures: &CellFigures, games: &str) -> Markup {
    let shown = match column.of {
        Of::Rate(of) => rate(of(figures).as_ref()),
        Of::Mean(of) => mean(of(figures).as_ref()),
    };
    if !column.is_known(figures) {
        return shown;
    }
    html! { a href=(looked_at(games, column.look)) title=(text!("column-behind")) { (shown) } }
}
