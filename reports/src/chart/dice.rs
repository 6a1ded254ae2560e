//! Chart of dice: how often each face came up, by seat, against what was to be expected.

use hindsight_kernel::{joined, phrase};

use super::axes::{Axes, plain};
use super::{Canvas, ChartOptions, readable};
use crate::Sheet;
use crate::messages::{MESSAGES, text};
use crate::sheet::{Anchor, Pen, Weight, face};
use crate::statistics::GameStatistics;

/// Sides of dice that are numbered from 0: their face 10 reads 0.
const TEN: u8 = 10;

pub(super) fn draw(game: &GameStatistics, options: &ChartOptions) -> Sheet {
    // The dice thrown most: a chart holds one kind.
    let mut kinds: std::collections::BTreeMap<u8, u32> = std::collections::BTreeMap::new();
    for seat in game.seats.values() {
        for (sides, faces) in &seat.faces {
            *kinds.entry(*sides).or_default() += faces.iter().sum::<u32>();
        }
    }
    let sides = kinds
        .iter()
        .max_by_key(|(_, count)| **count)
        .map_or(6, |(sides, _)| *sides)
        .clamp(2, 100);
    let rows: Vec<_> = game
        .seats
        .iter()
        .filter_map(|(seat, of)| {
            of.faces
                .get(&sides)
                .map(|faces| (*seat, faces, faces.iter().sum::<u32>()))
        })
        .filter(|(_, _, count)| *count > 0)
        .collect();
    let words: Vec<String> = rows
        .iter()
        .map(|(seat, faces, count)| {
            let faces = faces.iter().enumerate();
            let times = faces.map(|(face, times)| text!("dice-times", times, face = face + 1));
            let faces = joined!(MESSAGES, "list-next", times);
            text!("dice-of-seat", seat, count, faces).to_string()
        })
        .collect();
    let seats: Vec<_> = rows.iter().map(|(seat, ..)| *seat).collect();
    let title = text!("dice-title", sides);
    let mut canvas = Canvas::new(options, 0.56, title, words.join(" "), &seats);
    if rows.is_empty() {
        return canvas.nothing(text!("no-dice-yet"));
    }
    let chance = 1.0 / f64::from(sides);
    let share = |times: u32, count: u32| f64::from(times) / f64::from(count.max(1));
    let deviation = |count: u32| (chance * (1.0 - chance) / f64::from(count.max(1))).sqrt();
    let highest = rows
        .iter()
        .flat_map(|(_, faces, count)| faces.iter().map(|&times| share(times, *count)))
        .chain(rows.iter().map(|(_, _, count)| chance + 1.96 * deviation(*count)))
        .fold(chance, f64::max);
    let axes = Axes {
        x: (0.5, f64::from(sides) + 0.5),
        y: (0.0, (highest * 1.12).min(1.0)),
        // Ten-sided dice are numbered 0 to 9.
        x_title: if sides == TEN {
            phrase!(MESSAGES, "dice-face-of-ten")
        } else {
            phrase!(MESSAGES, "dice-face")
        },
        y_title: phrase!(MESSAGES, "dice-share"),
        y_words: &|value| format!("{} %", plain((value * 1000.0).round() / 10.0)),
        x_numbers: false,
    };
    let text = canvas.text;
    let plot = canvas.axes(&axes, 0.0);
    let wide = 0.8 / rows.len() as f64;
    for (place, (seat, faces, count)) in rows.iter().enumerate() {
        for face in 1..=sides {
            let times = faces.get(usize::from(face) - 1).copied().unwrap_or(0);
            let from = f64::from(face) - 0.4 + place as f64 * wide;
            let expected = format!("{:.1}", chance * f64::from(*count));
            canvas.open("bar", &text!("dice-bar", seat, face, times, expected));
            let top = plot.at(from + wide * 0.94, share(times, *count));
            canvas.bar(Some(*seat), plot.at(from + wide * 0.06, 0.0), top);
            let size = readable(text * 0.75);
            let (middle, _) = plot.at(from + wide / 2.0, 0.0);
            if (plot.at(wide, 0.0).0 - plot.at(0.0, 0.0).0) > size * 1.6 {
                let look = canvas.palette.seat(*seat);
                let words = times.to_string();
                let half = face::width(&words, size, Weight::Bold) / 2.0 + size * 0.25;
                let base = plot.bottom() - size * 0.6;
                if plot.bottom() - top.1 > size * 2.0 {
                    let ground = (half * 2.0, face::cap_height(size) * 1.4);
                    canvas.sheet.round_rect(
                        (middle - half, base - ground.1 * 0.86),
                        ground,
                        size * 0.2,
                        look.body,
                    );
                    canvas.sheet.text(
                        &words,
                        (middle, base),
                        size,
                        Weight::Bold,
                        Anchor::Middle,
                        look.ink,
                    );
                }
            }
            // What chance allows in 19 of 20 games: a whisker on the expectation.
            let reach = 1.96 * deviation(*count);
            let (low, high) = (
                plot.at(from + wide / 2.0, (chance - reach).max(0.0)),
                plot.at(from + wide / 2.0, chance + reach),
            );
            let cap = text * 0.22;
            let lines = [
                low,
                high,
                (low.0 - cap, low.1),
                (low.0 + cap, low.1),
                (high.0 - cap, high.1),
                (high.0 + cap, high.1),
            ];
            canvas
                .sheet
                .segments(lines, (text * 0.2).max(2.2), canvas.palette.page.fade(0.7));
            canvas
                .sheet
                .segments(lines, (text * 0.1).max(1.1), canvas.palette.ink);
            canvas.sheet.close();
        }
    }
    let every = (f64::from(sides) / 24.0).ceil() as usize;
    for face in (1..=sides).step_by(every.max(1)) {
        let (x, y) = plot.at(f64::from(face), 0.0);
        let at = (x, y + text * 0.5 + face::cap_height(text));
        canvas.sheet.text(
            &face.to_string(),
            at,
            text,
            Weight::Bold,
            Anchor::Middle,
            canvas.palette.muted,
        );
    }
    let level = [plot.at(axes.x.0, chance), plot.at(axes.x.1, chance)];
    let pen = Pen::line((text / 8.0).max(1.2)).dashed(text * 0.6, text * 0.35);
    canvas.sheet.stroke(level, pen, canvas.palette.accent);
    let percent = plain((chance * 1000.0).round() / 10.0);
    let words = text!("dice-expected", percent).to_string();
    let size = readable(text * 0.8);
    let at = (level[1].0 - text * 0.2, level[1].1 - text * 0.35);
    let wide = face::width(&words, size, Weight::Bold) + size * 0.6;
    canvas.sheet.round_rect(
        (at.0 - wide + size * 0.3, at.1 - size),
        (wide, size * 1.3),
        size * 0.3,
        canvas.palette.page.fade(0.85),
    );
    canvas
        .sheet
        .text(&words, at, size, Weight::Bold, Anchor::End, canvas.palette.accent);
    canvas.sheet
}
