//! Threat over time: what share of the enemy's points each seat could attack next, at the end of each turn.

use hindsight_kernel::Seat;

use super::shares::{Frame, SeatLine};
use super::{Canvas, ChartOptions, seats};
use crate::Sheet;
use crate::statistics::{GameStatistics, ThreatPoint};

pub(super) fn draw(game: &GameStatistics, options: &ChartOptions) -> Sheet {
    let seats = seats(game);
    let of = |seat: Seat| game.threat.iter().filter(move |point| point.seat == seat);
    let words: Vec<String> = seats
        .iter()
        .filter_map(|&seat| {
            let most = of(seat).max_by(|one, other| one.share.total_cmp(&other.share))?;
            Some(format!(
                "Seat {seat} threatens most at the end of turn {}: {:.0} % of the enemy.",
                most.stage.turn,
                most.share * 100.0
            ))
        })
        .collect();
    let mut canvas = Canvas::new(options, 0.56, "Threat over time", words.join(" "), &seats);
    let turns = game.threat.iter().map(|point| point.stage.turn);
    let (Some(first), Some(last)) = (turns.clone().min(), turns.max()) else {
        return canvas.nothing("No turn has ended yet");
    };
    // A single turn is drawn, too: an axis needs a length.
    let plot = canvas.share_axes(&Frame {
        x: (f64::from(first) - 1.0, f64::from(last)),
        x_title: "turn",
        y_title: "enemy points in reach",
    });
    let lines: Vec<SeatLine> = seats
        .iter()
        .map(|&seat| SeatLine {
            seat,
            says: said(seat, of(seat)),
            points: of(seat)
                .map(|point| (f64::from(point.stage.turn), point.share))
                .collect(),
        })
        .collect();
    canvas.share_lines(plot, &lines)
}

/// The line in words.
fn said<'p>(seat: Seat, points: impl Iterator<Item = &'p ThreatPoint>) -> String {
    let shares: Vec<String> = points
        .map(|point| format!("turn {} {:.0} %", point.stage.turn, point.share * 100.0))
        .collect();
    format!("Seat {seat}: {}", shares.join(", "))
}
