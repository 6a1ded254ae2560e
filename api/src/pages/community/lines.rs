//! Figures over months as lines: one for each value of the other dimension, months from left to right.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_reports::community::{CommunityCell, Dimension, Measure};
use maud::{Markup, html};

use super::measure::value_text;
use crate::base::messages::text;

/// The size of the drawing, in its own units.
const WIDE: f64 = 900.0;
const TALL: f64 = 260.0;
/// Room on the left for the ends of the axis, below for the months.
const LEFT: f64 = 64.0;
const FOOT: f64 = 24.0;
/// Lines that can be told apart.
const MOST: usize = 8;

/// The lines, where the cells are grouped by month; nothing otherwise, or where there is only one month.
pub(super) fn lines(measure: Measure, by: &[Dimension], cells: &[CommunityCell]) -> Markup {
    let Some(month_at) = by.iter().position(|dimension| *dimension == Dimension::Month) else {
        return html! {};
    };
    let mut series: BTreeMap<String, BTreeMap<&str, f64>> = BTreeMap::new();
    let mut figures = Vec::new();
    let mut games: BTreeMap<String, u64> = BTreeMap::new();
    for cell in cells {
        let Some(figure) = cell.figures.as_ref().and_then(|of| measure.of(of)) else {
            continue;
        };
        let name: Vec<&str> = cell
            .names
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != month_at)
            .map(|(_, name)| name.as_str())
            .collect();
        let name = name.join(" · ");
        *games.entry(name.clone()).or_default() += cell.games;
        series
            .entry(name)
            .or_default()
            .insert(cell.group[month_at].as_str(), figure.value);
        figures.push(figure);
    }
    let months: BTreeSet<&str> = series
        .values()
        .flat_map(|points| points.keys().copied())
        .collect();
    if months.len() < 2 {
        return html! {};
    }
    let months: Vec<&str> = months.into_iter().collect();
    let mut shown: Vec<(&String, &BTreeMap<&str, f64>)> = series.iter().collect();
    shown.sort_by_key(|(name, _)| std::cmp::Reverse(games.get(*name).copied().unwrap_or(0)));
    shown.truncate(MOST);
    let (first, last) = measure.axis(&figures);
    let across = |month: &str| {
        let place = months.iter().position(|known| *known == month).unwrap_or(0);
        LEFT + place as f64 / (months.len() - 1) as f64 * (WIDE - LEFT - 12.0)
    };
    let down =
        |value: f64| (1.0 - (value.clamp(first, last) - first) / (last - first)) * (TALL - FOOT - 12.0) + 8.0;
    let every = months.len().div_ceil(9);
    html! {
        figure.lines {
            figcaption { (text!("lines-caption", measure = measure.name())) }
            svg viewBox=(format!("0 0 {WIDE} {TALL}")) role="img" aria-label=(text!("lines-label", measure = measure.name())) {
                @for value in [first, f64::midpoint(first, last), last] {
                    line.ground x1=(LEFT) x2=(WIDE) y1=(short(down(value))) y2=(short(down(value))) {}
                    text x=(LEFT - 8.0) y=(short(down(value) + 4.0)) text-anchor="end" { (value_text(measure, value)) }
                }
                @if let Some(even) = measure.even() { line.even x1=(LEFT) x2=(WIDE) y1=(short(down(even))) y2=(short(down(even))) {} }
                @for (place, month) in months.iter().enumerate() {
                    @if place % every == 0 { text x=(short(across(month))) y=(TALL - 6.0) text-anchor="middle" { (month) } }
                }
                @for (place, (name, points)) in shown.iter().enumerate() {
                    @let path: Vec<String> = points.iter().map(|(month, value)| format!("{},{}", short(across(month)), short(down(*value)))).collect();
                    g class=(format!("line-{place}")) {
                        polyline points=(path.join(" ")) {}
                        @for (month, value) in *points {
                            circle cx=(short(across(month))) cy=(short(down(*value))) r="4" { title { (name) ", " (month) ": " (value_text(measure, *value)) } }
                        }
                    }
                }
            }
            @if shown.len() > 1 || !shown[0].0.is_empty() {
                ul.key { @for (place, (name, _)) in shown.iter().enumerate() {
                    li { svg viewBox="0 0 26 10" width="26" height="10" aria-hidden="true" { g class=(format!("line-{place}")) { polyline points="0,5 26,5" {} } } " " (name) }
                } }
            }
        }
    }
}

fn short(value: f64) -> String {
    format!("{value:.1}")
}
