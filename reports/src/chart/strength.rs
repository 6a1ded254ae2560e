//! Strength over time: points on the field as a share of those at the beginning.

use hindsight_kernel::phrase;

use super::shares::{Frame, SeatLine, whole_percent};
use super::{Canvas, ChartOptions, seats};
use crate::Sheet;
use crate::messages::{MESSAGES, text};
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
        .map(|&seat| text!("strength-end", seat, percent = whole_percent(last(seat))).to_string())
        .collect();
    let mut canvas = Canvas::new(options, 0.56, text!("strength-title"), words.join(" "), &seats);
    if game.strength.is_empty() {
        return canvas.nothing(text!("strength-none"));
    }
    let end = game.version.max(1) as f64;
    let plot = canvas.share_axes(&Frame {
        x: (0.0, end),
        x_title: phrase!(MESSAGES, "axis-event"),
        y_title: phrase!(MESSAGES, "strength-points-left"),
    });
    canvas.rounds(
        plot,
        game.strength.iter().map(|point| (point.version, &point.stage)),
    );
    let lines: Vec<SeatLine> = seats
        .into_iter()
        .map(|seat| {
            let mut share = 1.0;
            let mut points = vec![(0.0, 1.0)];
            for point in game.strength.iter().filter(|point| point.seat == seat) {
                let x = point.version as f64;
                points.push((x, share));
                share = point.share;
                points.push((x, share));
            }
            points.push((end, share));
            SeatLine {
                seat,
                says: text!("strength-line", seat, percent = whole_percent(share)),
                points,
            }
        })
        .collect();
    canvas.share_lines(plot, &lines)
}
