//! Figures of many games: a bar a cell with the whisker of its interval.

use hindsight_kernel::Message;

use super::{Canvas, ChartOptions};
use crate::Sheet;
use crate::community::{CommunityAnswer, CommunityCell, Interval, Measure};
use crate::messages::text;
use crate::sheet::{Anchor, Pen, Weight, face};

/// Cells beyond these are left out, those of fewest games first.
const MOST: usize = 40;

pub(super) fn draw(answer: &CommunityAnswer, measure: Measure, options: &ChartOptions) -> Sheet {
    let lines: Vec<(String, Interval)> = answer
        .cells
        .iter()
        .filter_map(|cell| Some((label(cell), measure.of(cell.figures.as_ref()?)?)))
        .take(MOST)
        .collect();
    let words: Vec<String> = lines
        .iter()
        .map(|(groups, figure)| {
            let figure = figure_text(measure, figure);
            text!("figures-sentence", groups, figure).to_string()
        })
        .collect();
    let tall = 0.13 + 0.042 * lines.len() as f32;
    let title = text!("figures-title", measure = measure.name());
    let mut canvas = Canvas::new(options, tall, title, words.join(" "), &[]);
    if lines.is_empty() {
        let why = measure.absence(&answer.cells);
        return canvas.nothing(text!("figures-none", measure = measure.name(), why));
    }
    let figures: Vec<Interval> = lines.iter().map(|(_, figure)| *figure).collect();
    let (first, last) = measure.axis(&figures);
    let (text, width, height) = (canvas.text, canvas.sheet.width as f32, canvas.sheet.height as f32);
    let (left, right) = (text + width * 0.26, width - text - width * 0.3);
    let (top, foot) = (canvas.top, text * 1.8);
    let row = ((height - top - foot) / lines.len() as f32).min(text * 3.0);
    let at = |value: f64| {
        let share = (value.clamp(first, last) - first) / (last - first);
        left + (right - left) * share as f32
    };
    for (place, (label, figure)) in lines.iter().enumerate() {
        let figure_words = figure_text(measure, figure);
        canvas.open(
            "bar",
            &text!("figures-bar", groups = label, figure = figure_words.clone()),
        );
        canvas.interval_bar(
            (top + place as f32 * row, row),
            (at(0.0), at(figure.value)),
            (at(figure.low), at(figure.high)),
        );
        let base = top + (place as f32 + 0.5) * row + face::cap_height(text * 0.9) / 2.0;
        for (words, from, room) in [
            (label.as_str(), text, left - text * 1.4),
            (
                &figure_words.to_string(),
                right + text * 0.6,
                width - right - text,
            ),
        ] {
            let shown = face::fit(words, text * 0.9, Weight::Regular, room);
            let ink = canvas.palette.ink;
            let size = text * 0.9;
            canvas
                .sheet
                .text(&shown, (from, base), size, Weight::Regular, Anchor::Start, ink);
        }
        canvas.sheet.close();
    }
    let bottom = top + row * lines.len() as f32;
    let muted = canvas.palette.muted;
    for even in [Some(0.0), measure.even()].into_iter().flatten() {
        let pen = Pen::line((text / 12.0).max(0.9)).dashed(text * 0.25, text * 0.35);
        canvas
            .sheet
            .stroke([(at(even), top), (at(even), bottom)], pen, muted);
    }
    for (value, anchor) in [(first, Anchor::Start), (last, Anchor::End)] {
        let base = bottom + text * 1.1;
        let shown = value_of(measure, value);
        canvas.sheet.text(
            &shown,
            (at(value), base),
            text * 0.8,
            Weight::Regular,
            anchor,
            muted,
        );
    }
    canvas.sheet
}

impl Canvas<'_> {
    /// A bar from nothing to its value and the whisker of its interval over it, in a line of a place and a height.
    fn interval_bar(&mut self, (y, row): (f32, f32), value: (f32, f32), (low, high): (f32, f32)) {
        let (middle, inset) = (y + row / 2.0, row * 0.18);
        self.bar(None, (value.0, y + inset), (value.1, y + row - inset));
        let wide = (self.text / 7.0).max(1.2);
        let reach = row * 0.2;
        for line in [
            [(low, middle), (high, middle)],
            [(low, middle - reach), (low, middle + reach)],
            [(high, middle - reach), (high, middle + reach)],
        ] {
            // Cased, so that it is seen on the bar as well as beside it.
            self.sheet
                .stroke(line, Pen::line(wide * 2.2), self.palette.page.fade(0.8));
            self.sheet.stroke(line, Pen::line(wide), self.palette.ink);
        }
    }
}

/// A cell's groups in one line.
fn label(cell: &CommunityCell) -> String {
    cell.names.join(" · ")
}

fn figure_text(measure: Measure, figure: &Interval) -> Message {
    let of = |value| value_of(measure, value);
    let Interval { value, low, high, n } = *figure;
    text!("figure", value = of(value), low = of(low), high = of(high), n)
}

fn value_of(measure: Measure, value: f64) -> String {
    if measure.is_share() {
        format!("{} %", super::axes::plain((value * 1_000.0).round() / 10.0))
    } else {
        let hundredths = (value * 100.0).round();
        // There is no less than nothing that is nothing.
        let value = if hundredths.abs() < 0.5 {
            0.0
        } else {
            hundredths / 100.0
        };
        let text = format!("{value:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}
