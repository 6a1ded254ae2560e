//! Threat over time: what share of the enemy's points each seat could attack next, at the end of each turn.

use hindsight_kernel::{Message, Seat, joined, phrase};

use super::shares::{Frame, SeatLine, whole_percent};
use super::{Canvas, ChartOptions, seats};
use crate::Sheet;
use crate::messages::{MESSAGES, text};
use crate::statistics::{GameStatistics, ThreatPoint};

pub(super) fn draw(game: &GameStatistics, options: &ChartOptions) -> Sheet {
    let seats = seats(game);
    let of = |seat: Seat| game.threat.iter().filter(move |point| point.seat == seat);
    let words: Vec<String> = seats
        .iter()
        .filter_map(|&seat| {
            let most = of(seat).max_by(|one, other| one.share.total_cmp(&other.share))?;
            let percent = whole_percent(most.share);
            Some(text!("threat-most", seat, turn = most.stage.turn, percent).to_string())
        })
        .collect();
    let mut canvas = Canvas::new(options, 0.56, text!("threat-title"), words.join(" "), &seats);
    let turns = game.threat.iter().map(|point| point.stage.turn);
    let (Some(first), Some(last)) = (turns.clone().min(), turns.max()) else {
        return canvas.nothing(text!("threat-none"));
    };
    // A single turn is drawn, too: an axis needs a length.
    let plot = canvas.share_axes(&Frame {
        x: (f64::from(first) - 1.0, f64::from(last)),
        x_title: phrase!(MESSAGES, "axis-turn"),
        y_title: phrase!(MESSAGES, "threat-points"),
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
fn said<'p>(seat: Seat, points: impl Iterator<Item = &'p ThreatPoint>) -> Message {
    let shares = points.map(|point| {
        let percent = whole_percent(point.share);
        text!("threat-of-turn", turn = point.stage.turn, percent)
    });
    text!(
        "threat-line",
        seat,
        shares = joined!(MESSAGES, "list-next", shares)
    )
}
