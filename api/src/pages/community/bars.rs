//! Cells as bars with the whiskers of their intervals, drawn by the server, a line a cell.
//!
//! A line is text beside a drawing that stretches, so it fits a phone and a wide screen with letters of one size.

use hindsight_reports::community::{CommunityCell, Dimension, Interval, Measure};
use maud::{Markup, html};

use super::super::words::interval_of;
use super::lines::lines;
use super::measure::value_text;
use super::parts::{Carried, value};
use crate::base::messages::text;

/// Most lines; the table has the others.
const MOST: usize = 24;
/// The width of a drawing, in its own units.
const WIDE: f64 = 1_000.0;

/// The cells that are shown, as bars, or as lines over months; nothing where there are less than two to compare.
pub(super) fn bars(measure: Measure, by: &[Dimension], cells: &[CommunityCell], carried: Carried) -> Markup {
    if by.contains(&Dimension::Month) {
        return lines(measure, by, cells);
    }
    let lines: Vec<(&CommunityCell, Interval)> = cells
        .iter()
        .filter_map(|cell| Some((cell, measure.of(cell.figures.as_ref()?)?)))
        .take(MOST)
        .collect();
    match lines.len() {
        0 if !cells.is_empty() => {
            return html! { p.quiet { (text!("bars-none", measure = measure.name(), why = measure.absence(cells))) } };
        }
        0 | 1 => return html! {},
        _ => {}
    }
    let figures: Vec<Interval> = lines.iter().map(|(_, figure)| *figure).collect();
    let (first, last) = measure.axis(&figures);
    let at = |value: f64| (value.clamp(first, last) - first) / (last - first) * WIDE;
    html! {
        figure.bars {
            figcaption { (text!("bars-caption", measure = measure.name())) }
            ol {
                @for (cell, figure) in &lines {
                    li {
                        span.what {
                            @for (place, dimension) in by.iter().enumerate() {
                                @if place > 0 { " · " }
                                (value(*dimension, &cell.group[place], &cell.names[place], carried))
                            }
                        }
                        (bar(figure, measure.even(), &at))
                        span.says {
                            strong { (value_text(measure, figure.value)) } " "
                            small.quiet { (interval_of(value_text(measure, figure.low), value_text(measure, figure.high), figure.n)) }
                        }
                    }
                }
                li.axis aria-hidden="true" {
                    span.ends { span { (value_text(measure, first)) } span { (value_text(measure, last)) } }
                }
            }
        }
    }
}

fn bar(figure: &Interval, even: Option<f64>, at: &dyn Fn(f64) -> f64) -> Markup {
    let (nothing, value) = (at(0.0), at(figure.value));
    let (low, high) = (at(figure.low), at(figure.high));
    let whisker = format!("M{low:.1} 10H{high:.1}M{low:.1} 5V15M{high:.1} 5V15");
    html! {
        svg viewBox=(format!("0 0 {WIDE} 20")) preserveAspectRatio="none" aria-hidden="true" {
            line.ground x1="0" x2=(WIDE) y1="19.5" y2="19.5" {}
            rect.value x=(short(nothing.min(value))) width=(short((value - nothing).abs())) y="3" height="14" {}
            @if let Some(even) = even { line.even x1=(short(at(even))) x2=(short(at(even))) y1="0" y2="20" {} }
            path.reach d=(whisker) {}
        }
    }
}

fn short(value: f64) -> String {
    format!("{value:.1}")
}
