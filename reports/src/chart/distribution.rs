//! The exact distribution of one roll or attack, with what came of it marked.

use hindsight_kernel::{Distribution, Message, Seat, phrase};

use super::axes::{Axes, plain};
use super::{Canvas, ChartOptions, readable};
use crate::Sheet;
use crate::messages::{MESSAGES, text};
use crate::sheet::{Anchor, Pen, Weight, face};

/// Values beyond these are cut off from the less likely end.
const MOST: i32 = 60;

pub(super) fn draw(
    exact: &Distribution,
    actual: Option<i32>,
    seat: Option<Seat>,
    options: &ChartOptions,
) -> Sheet {
    let (mut first, mut last) = (exact.quantile(0.0005), exact.quantile(0.9995));
    if let Some(actual) = actual.filter(|actual| (exact.first()..=exact.last()).contains(actual)) {
        first = first.min(actual);
        last = last.max(actual);
    }
    if last - first > MOST {
        let middle = (exact.mean() as i32).clamp(first + MOST / 2, last - MOST / 2);
        (first, last) = (middle - MOST / 2, middle + MOST / 2);
    }
    let shown: Vec<Seat> = seat.into_iter().collect();
    let mut canvas = Canvas::new(
        options,
        0.5,
        text!("odds-title"),
        described(exact, actual).into(),
        &shown,
    );
    let highest = (first..=last)
        .map(|value| exact.exactly(value))
        .fold(0.0, f64::max)
        .max(1e-9);
    // On a small chart the words beside the mean need more of the height above the bars.
    let headroom = if options.width < 480 { 1.5 } else { 1.18 };
    let axes = Axes {
        x: (f64::from(first) - 0.6, f64::from(last) + 0.6),
        y: (0.0, highest * headroom),
        x_title: phrase!(MESSAGES, "odds-result"),
        y_title: phrase!(MESSAGES, "odds-chance"),
        y_words: &|value| format!("{} %", plain((value * 1000.0).round() / 10.0)),
        x_numbers: false,
    };
    let text = canvas.text;
    let plot = canvas.axes(&axes, 0.0);
    let step = plot.at(1.0, 0.0).0 - plot.at(0.0, 0.0).0;
    let every = ((text * 2.2 / step).ceil() as i32).max(1);
    // Under the bars and their labels: nothing is to be struck through.
    let (mean, _) = plot.at(exact.mean(), 0.0);
    let pen = Pen::line((text / 8.0).max(1.2)).dashed(text * 0.5, text * 0.3);
    canvas.sheet.stroke(
        [(mean, plot.top()), (mean, plot.bottom())],
        pen,
        canvas.palette.ink.fade(0.75),
    );
    for value in first..=last {
        let chance = exact.exactly(value);
        let x = f64::from(value);
        let is_actual = actual == Some(value);
        let [percent, at_least] =
            [chance, exact.at_least(value)].map(|chance| format!("{:.2}", chance * 100.0));
        canvas.open("bar", &text!("odds-bar", value, percent, at_least));
        let (one, other) = (plot.at(x - 0.42, 0.0), plot.at(x + 0.42, chance));
        if is_actual || actual.is_none() {
            canvas.bar(seat, one, other);
        } else {
            let ground = seat.map_or(canvas.palette.plain, |seat| canvas.palette.seat(seat).body);
            canvas.sheet.rect(
                (one.0, other.1),
                (other.0 - one.0, one.1 - other.1),
                ground.fade(0.35),
            );
        }
        let middle = plot.at(x, chance);
        let size = readable(text * 0.75);
        if step > size * 3.0 && chance >= 0.0005 {
            let at = (middle.0, middle.1 - size * 0.45);
            let words = format!("{} %", plain((chance * 1000.0).round() / 10.0));
            let (ink, page) = (canvas.palette.ink, canvas.palette.page);
            let weight = if is_actual { Weight::Bold } else { Weight::Regular };
            let wide = face::width(&words, size, weight) + size * 0.3;
            canvas.sheet.rect(
                (at.0 - wide / 2.0, at.1 - face::cap_height(size) - size * 0.2),
                (wide, face::cap_height(size) + size * 0.4),
                page,
            );
            canvas.sheet.text(&words, at, size, weight, Anchor::Middle, ink);
        }
        if is_actual {
            let (x, y) = (
                middle.0,
                middle.1 - if step > size * 3.0 { size * 1.6 } else { size * 0.5 },
            );
            let r = text * 0.4;
            canvas.sheet.fill(
                [(x - r, y - r * 1.2), (x + r, y - r * 1.2), (x, y)],
                canvas.palette.accent,
            );
        }
        if (value - first) % every == 0 || is_actual {
            let at = (middle.0, plot.bottom() + text * 0.5 + face::cap_height(text));
            let (weight, ink) = if is_actual {
                (Weight::Bold, canvas.palette.accent)
            } else {
                (Weight::Regular, canvas.palette.muted)
            };
            canvas
                .sheet
                .text(&value.to_string(), at, text, weight, Anchor::Middle, ink);
        }
        canvas.sheet.close();
    }
    let words = text!("odds-mean", mean = format!("{:.2}", exact.mean())).to_string();
    let room = plot.right() - mean > text * 7.0;
    let (at, anchor) = if room {
        (mean + text * 0.4, Anchor::Start)
    } else {
        (mean - text * 0.4, Anchor::End)
    };
    canvas.sheet.text(
        &words,
        (at, plot.top() + text * 0.85),
        text * 0.85,
        Weight::Bold,
        anchor,
        canvas.palette.ink,
    );
    canvas.sheet
}

/// The distribution in words, with what came of it.
fn described(exact: &Distribution, actual: Option<i32>) -> Message {
    let [mean, deviation] = [exact.mean(), exact.sd()].map(|value| format!("{value:.2}"));
    let Some(result) = actual else {
        return text!("odds", mean, deviation);
    };
    let [at_least, at_most] =
        [exact.at_least(result), exact.at_most(result)].map(|chance| format!("{:.1}", chance * 100.0));
    text!("odds-with-result", mean, deviation, result, at_least, at_most)
}
