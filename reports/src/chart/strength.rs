//! Strength over time: points on the field as a share of those at the beginning.

use super::axes::Axes;
use super::{Canvas, ChartOptions, seats};
use crate::Sheet;
use crate::sheet::{Anchor, Dot, Weight, face};
use crate::statistics::GameStatistics;

pub(super) fn draw(game: &GameStatistics, options: &ChartOptions) -> Sheet {
    let seats = seats(game);
    let last = |seat| {
        game.strength
            .iter()
            .rev()
            .find(|point| point.seat == seat)
            .map_or(1.0, |point| point.share)
    };
    let words: Vec<String> = seats
        .iter()
        .map(|&seat| format!("Seat {seat} ends with {:.0} %.", last(seat) * 100.0))
        .collect();
    let mut canvas = Canvas::new(options, 0.56, "Strength over time", words.join(" "), &seats);
    if game.strength.is_empty() {
        return canvas.nothing("No losses yet");
    }
    let end = game.version.max(1) as f64;
    let axes = Axes {
        x: (0.0, end),
        y: (0.0, 1.05),
        x_title: "event",
        y_title: "points left",
        y_words: &|share| {
            if share > 1.001 {
                String::new()
            } else {
                format!("{:.0} %", share * 100.0)
            }
        },
        x_numbers: true,
    };
    let text = canvas.text;
    let plot = canvas.axes(&axes, text * 3.4);
    canvas.rounds(
        plot,
        game.strength.iter().map(|point| (point.version, &point.stage)),
    );
    let mut taken: Vec<f32> = Vec::new();
    for seat in seats {
        let mut share = 1.0;
        let mut dots: Vec<Dot> = vec![plot.at(0.0, 1.0)];
        for point in game.strength.iter().filter(|point| point.seat == seat) {
            let x = point.version as f64;
            dots.push(plot.at(x, share));
            share = point.share;
            dots.push(plot.at(x, share));
        }
        dots.push(plot.at(end, share));
        canvas.open(
            &format!("line seat-{}", seat.letter().to_ascii_lowercase()),
            &format!("Seat {seat}: {:.0} % left", share * 100.0),
        );
        canvas.line(seat, &dots);
        let (x, y) = plot.at(end, share);
        let size = text * 0.9;
        let mut base = y + face::cap_height(size) / 2.0;
        while taken.iter().any(|other| (other - base).abs() < size * 1.1) {
            base += size * 0.4;
        }
        taken.push(base);
        let words = format!("{seat} {:.0} %", share * 100.0);
        let ink = canvas.palette.ink;
        canvas.sheet.text(
            &words,
            (x + text * 0.6, base),
            size,
            Weight::Bold,
            Anchor::Start,
            ink,
        );
        canvas.sheet.close();
    }
    canvas.sheet
}
