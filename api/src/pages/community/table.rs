//! Cells as a table: a line a cell, a column a figure.

use hindsight_reports::community::{CellFigures, CommunityCell, Dimension, Mean, Rate};
use maud::{Markup, html};

use super::parts::{dimension_name, mean, rate, value};

/// A figure as it stands in a table.
enum Shown {
    Rate(Option<Rate>),
    Mean(Option<Mean>),
}

struct Column {
    heading: &'static str,
    of: fn(&CellFigures) -> Shown,
}

const WON: Column = Column {
    heading: "Won",
    of: |figures| Shown::Rate(figures.win_rate),
};

/// Of sides.
const SIDES: &[Column] = &[
    WON,
    Column {
        heading: "Even dice",
        of: |figures| Shown::Rate(figures.even_win_rate),
    },
    Column {
        heading: "Rounds",
        of: |figures| Shown::Mean(figures.rounds),
    },
    Column {
        heading: "Destroyed",
        of: |figures| Shown::Mean(figures.destroyed),
    },
    Column {
        heading: "Dealt",
        of: |figures| Shown::Mean(figures.dealt),
    },
    Column {
        heading: "Left",
        of: |figures| Shown::Mean(figures.survival),
    },
    Column {
        heading: "Rushes",
        of: |figures| Shown::Mean(figures.rushes),
    },
    Column {
        heading: "Charges",
        of: |figures| Shown::Rate(figures.rushes_charged),
    },
    Column {
        heading: "Fights won",
        of: |figures| Shown::Rate(figures.fights_won),
    },
    Column {
        heading: "Luck",
        of: |figures| Shown::Mean(figures.luck),
    },
    Column {
        heading: "Morale",
        of: |figures| Shown::Rate(figures.tests_passed),
    },
];

/// Of units.
const UNITS: &[Column] = &[
    WON,
    Column {
        heading: "Copies",
        of: |figures| Shown::Mean(figures.unit.as_ref().and_then(|unit| unit.copies)),
    },
    Column {
        heading: "Left",
        of: |figures| Shown::Mean(figures.unit.as_ref().and_then(|unit| unit.survival)),
    },
    Column {
        heading: "Dealt",
        of: |figures| Shown::Mean(figures.unit.as_ref().and_then(|unit| unit.dealt)),
    },
    Column {
        heading: "Taken",
        of: |figures| Shown::Mean(figures.unit.as_ref().and_then(|unit| unit.taken)),
    },
    Column {
        heading: "Kills",
        of: |figures| Shown::Mean(figures.unit.as_ref().and_then(|unit| unit.kills)),
    },
];

/// Of orders.
const ORDERS: &[Column] = &[
    WON,
    Column {
        heading: "Given a game",
        of: |figures| Shown::Mean(figures.order.as_ref().and_then(|order| order.given)),
    },
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
        div.wide-table tabindex="0" role="region" aria-label=(caption) {
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
        }
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
                            @match (column.of)(figures) {
                                Shown::Rate(figure) => (rate(figure.as_ref())),
                                Shown::Mean(figure) => (mean(figure.as_ref())),
                            }
                        }
                    }
                }
            }
        }
    }
}
