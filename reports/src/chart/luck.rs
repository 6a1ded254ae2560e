//! Luck over time: results above expectation, with the band that chance alone keeps to in 19 of 20 games.

use hindsight_kernel::{Seat, phrase};

use super::axes::{Axes, plain, range, spread};
use super::{Canvas, ChartOptions, readable, seats};
use crate::Sheet;
use crate::messages::{MESSAGES, text};
use crate::sheet::{Anchor, Dot, Pen, Weight, face};
use crate::statistics::{GameStatistics, LuckPoint};

/// Standard deviations that hold 95 % of a normal distribution.
const BAND: f64 = 1.96;

/// The corners of a line of steps from 0 at the beginning to the last event: between two rolls nothing changes.
fn steps(values: impl Iterator<Item = (u64, f64)>, end: f64) -> Vec<(f64, f64)> {
    let (mut corners, mut now) = (vec![(0.0, 0.0)], 0.0);
    for (version, value) in values {
        let x = version as f64;
        corners.extend([(x, now), (x, value)]);
        now = value;
    }
    corners.push((end, now));
    corners
}

pub(super) fn draw(game: &GameStatistics, options: &ChartOptions) -> Sheet {
    let lines: Vec<_> = seats(game)
        .into_iter()
        .map(|seat| (seat, game.luck_over_time(seat, |_| true)))
        .filter(|(_, points)| !points.is_empty())
        .collect();
    let words: Vec<String> = lines
        .iter()
        .map(|(seat, points)| {
            let surplus = points.last().map_or(0.0, |point| point.surplus);
            let surplus = format!("{surplus:+.1}");
            text!("luck-end", seat, surplus, percentile = percentile(game, *seat)).to_string()
        })
        .collect();
    let with_dice: Vec<_> = lines.iter().map(|(seat, _)| *seat).collect();
    let mut canvas = Canvas::new(options, 0.56, text!("luck-title"), words.join(" "), &with_dice);
    if lines.is_empty() {
        return canvas.nothing(text!("no-dice-yet"));
    }
    let all = || lines.iter().flat_map(|(_, points)| points);
    let values = all().flat_map(|point| [point.surplus, point.deviation * BAND, -point.deviation * BAND]);
    let end = game.version.max(1) as f64;
    let axes = Axes {
        x: (0.0, end),
        y: range(values, true),
        x_title: phrase!(MESSAGES, "axis-event"),
        y_title: phrase!(MESSAGES, "luck-axis"),
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
            let values = points.iter().map(|point| (point.version, point.deviation));
            steps(values, end)
                .into_iter()
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
    let size = text * 0.9;
    let half = face::cap_height(size) / 2.0;
    let lasts: Vec<(Seat, &[LuckPoint], &LuckPoint)> = lines
        .iter()
        .filter_map(|(seat, points)| Some((*seat, points.as_slice(), points.last()?)))
        .collect();
    let wanted: Vec<f32> = lasts
        .iter()
        .map(|(_, _, last)| plot.at(end, last.surplus).1 + half)
        .collect();
    let bases = spread(&wanted, size * 2.2, plot.bottom() - size);
    for ((seat, points, last), base) in lasts.into_iter().zip(bases) {
        let values = points.iter().map(|point| (point.version, point.surplus));
        let dots: Vec<Dot> = steps(values, end)
            .into_iter()
            .map(|(x, surplus)| plot.at(x, surplus))
            .collect();
        let percentile = percentile(game, seat);
        let surplus = format!("{:+.1}", last.surplus);
        canvas.open(
            &format!("line seat-{}", seat.letter().to_ascii_lowercase()),
            &text!(
                "luck-line",
                seat,
                surplus,
                rolls = last.rolls,
                percentile = &percentile
            ),
        );
        canvas.line(seat, &dots);
        let x = plot.right() + text * 0.6;
        let ink = canvas.palette.ink;
        canvas.sheet.text(
            &format!("{seat} {:+.1}", last.surplus),
            (x, base),
            size,
            Weight::Bold,
            Anchor::Start,
            ink,
        );
        let muted = canvas.palette.muted;
        let rank = text!("luck-percentile", percentile).to_string();
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

/// The share of games with these rolls in which the dice of a seat would have given less, in hundredths.
fn percentile(game: &GameStatistics, seat: Seat) -> String {
    let luck = game.luck(|entry| entry.seat == seat);
    format!("{:.0}", luck.percentile * 100.0)
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn line_of_luck_is_made_of_steps_to_the_end_of_the_battle() {
        let line = steps([(10, 1.5), (30, -0.5)].into_iter(), 80.0);
        let expected = [
            (0.0, 0.0),
            (10.0, 0.0),
            (10.0, 1.5),
            (30.0, 1.5),
            (30.0, -0.5),
            (80.0, -0.5),
        ];
        assert_eq!(line, expected);
    }
}
