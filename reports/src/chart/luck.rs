//! Luck over time: results above expectation, with the band that chance alone keeps to in 19 of 20 games.

use super::axes::{Axes, plain, range};
use super::{Canvas, ChartOptions, readable, seats};
use crate::Sheet;
use crate::sheet::{Anchor, Dot, Pen, Weight, face};
use crate::statistics::{GameStatistics, LuckPoint};

/// Standard deviations that hold 95 % of a normal distribution.
const BAND: f64 = 1.96;

pub(super) fn draw(game: &GameStatistics, options: &ChartOptions) -> Sheet {
    let lines: Vec<_> = seats(game)
        .into_iter()
        .map(|seat| (seat, game.luck_over_time(seat, |_| true)))
        .filter(|(_, points)| !points.is_empty())
        .collect();
    let words: Vec<String> = lines
        .iter()
        .map(|(seat, points)| {
            let end = points.last().map_or(0.0, |point| point.surplus);
            let standing = game.luck(|entry| entry.seat == *seat).percentile * 100.0;
            format!(
                "Seat {seat} ends {end:+.1} against expectation, luckier than {standing:.0} % of such games."
            )
        })
        .collect();
    let with_dice: Vec<_> = lines.iter().map(|(seat, _)| *seat).collect();
    let mut canvas = Canvas::new(options, 0.56, "Luck over time", words.join(" "), &with_dice);
    if lines.is_empty() {
        return canvas.nothing("No dice yet");
    }
    let all = || lines.iter().flat_map(|(_, points)| points);
    let values = all().flat_map(|point| [point.surplus, point.deviation * BAND, -point.deviation * BAND]);
    let end = game.version.max(1) as f64;
    let axes = Axes {
        x: (0.0, end),
        y: range(values, true),
        x_title: "event",
        y_title: "results above expectation",
        y_words: &|value| {
            if value > 0.0 {
                format!("+{}", plain(value))
            } else {
                plain(value)
            }
        },
        x_numbers: true,
    };
    let text = canvas.text;
    let plot = canvas.axes(&axes, (text * 6.2).max(76.0));
    // The band of the seat that threw most, and the outlines of the others'.
    for (seat, points) in &lines {
        let look = canvas.palette.seat(*seat);
        let edge = |sign: f64| -> Vec<Dot> {
            std::iter::once((0.0, 0.0))
                .chain(points.iter().map(|point| (point.version as f64, point.deviation)))
                .map(|(x, deviation)| plot.at(x, deviation * BAND * sign))
                .collect()
        };
        let (upper, lower) = (edge(1.0), edge(-1.0));
        canvas.sheet.fill(
            upper.iter().copied().chain(lower.iter().rev().copied()),
            look.body.fade(0.09),
        );
        for side in [upper, lower] {
            let pen = Pen::line((text / 14.0).max(0.8)).dashed(text * 0.3, text * 0.3);
            canvas.sheet.stroke(side, pen, look.edge.fade(0.5));
        }
    }
    let first: Vec<&LuckPoint> = all().collect();
    let mut stages: Vec<_> = first.iter().map(|point| (point.version, &point.stage)).collect();
    stages.sort_by_key(|(version, _)| *version);
    canvas.rounds(plot, stages.into_iter());
    canvas.sheet.stroke(
        [plot.at(0.0, 0.0), plot.at(end, 0.0)],
        Pen::line((text / 12.0).max(1.0)),
        canvas.palette.muted,
    );
    let mut taken: Vec<f32> = Vec::new();
    for (seat, points) in &lines {
        let mut dots: Vec<Dot> = vec![plot.at(0.0, 0.0)];
        for pair in points.windows(2) {
            dots.push(plot.at(pair[0].version as f64, pair[0].surplus));
            // Between two rolls nothing changes.
            dots.push(plot.at(pair[1].version as f64, pair[0].surplus));
        }
        let Some(end) = points.last() else { continue };
        dots.push(plot.at(end.version as f64, end.surplus));
        let standing = game.luck(|entry| entry.seat == *seat).percentile * 100.0;
        canvas.open(
            &format!("line seat-{}", seat.letter().to_ascii_lowercase()),
            &format!(
                "Seat {seat}: {:+.1} after {} rolls, percentile {standing:.0}",
                end.surplus, end.rolls
            ),
        );
        canvas.line(*seat, &dots);
        let (_, y) = plot.at(end.version as f64, end.surplus);
        let size = text * 0.9;
        let mut base = y + face::cap_height(size) / 2.0;
        while taken.iter().any(|other| (other - base).abs() < size * 2.2) {
            base += size * 0.5;
        }
        taken.push(base);
        let x = plot.right() + text * 0.6;
        let ink = canvas.palette.ink;
        canvas.sheet.text(
            &format!("{seat} {:+.1}", end.surplus),
            (x, base),
            size,
            Weight::Bold,
            Anchor::Start,
            ink,
        );
        let muted = canvas.palette.muted;
        let rank = format!("percentile {standing:.0}");
        canvas.sheet.text(
            &rank,
            (x, base + size),
            readable(size * 0.75),
            Weight::Regular,
            Anchor::Start,
            muted,
        );
        canvas.sheet.close();
    }
    canvas.sheet
}
