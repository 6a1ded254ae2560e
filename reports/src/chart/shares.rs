//! Shares of a whole over time, a line a seat, each named at its end.

use hindsight_kernel::{Message, Phrase, Seat};

use super::Canvas;
use super::axes::{Axes, Plot, spread};
use crate::Sheet;
use crate::sheet::{Anchor, Dot, Weight, face};

/// The lines of a seat.
pub(super) struct SeatLine {
    pub(super) seat: Seat,
    /// What is said of the line to who cannot see it.
    pub(super) says: Message,
    /// Where it goes, in order: when, and how large the share is.
    pub(super) points: Vec<(f64, f64)>,
}

/// A share in hundredths, without a fraction.
pub(super) fn whole_percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

/// What the axes of such a chart are.
pub(super) struct Frame {
    pub(super) x: (f64, f64),
    pub(super) x_title: Phrase,
    pub(super) y_title: Phrase,
}

impl Canvas<'_> {
    /// Draws the axes; the right edge is kept free for the lines' names.
    pub(super) fn share_axes(&mut self, frame: &Frame) -> Plot {
        let axes = Axes {
            x: frame.x,
            y: (0.0, 1.05),
            x_title: frame.x_title,
            y_title: frame.y_title,
            y_words: &|share| {
                if share > 1.001 {
                    String::new()
                } else {
                    format!("{:.0} %", share * 100.0)
                }
            },
            x_numbers: true,
        };
        let text = self.text;
        self.axes(&axes, text * 3.4)
    }

    /// Draws the lines, each with its seat and last share at its end.
    pub(super) fn share_lines(mut self, plot: Plot, lines: &[SeatLine]) -> Sheet {
        let text = self.text;
        let size = text * 0.9;
        let ended: Vec<(&SeatLine, f64, f64)> = lines
            .iter()
            .filter_map(|line| line.points.last().map(|&(end, share)| (line, end, share)))
            .collect();
        let half = face::cap_height(size) / 2.0;
        let wanted: Vec<f32> = ended
            .iter()
            .map(|(_, end, share)| plot.at(*end, *share).1 + half)
            .collect();
        let bases = spread(&wanted, size * 1.1, plot.bottom() + half);
        for ((line, end, share), base) in ended.into_iter().zip(bases) {
            let seat = line.seat;
            let dots: Vec<Dot> = line.points.iter().map(|&(x, share)| plot.at(x, share)).collect();
            self.open(
                &format!("line seat-{}", seat.letter().to_ascii_lowercase()),
                &line.says,
            );
            self.line(seat, &dots);
            let (x, _) = plot.at(end, share);
            let words = format!("{seat} {:.0} %", share * 100.0);
            let ink = self.palette.ink;
            self.sheet.text(
                &words,
                (x + text * 0.6, base),
                size,
                Weight::Bold,
                Anchor::Start,
                ink,
            );
            self.sheet.close();
        }
        self.sheet
    }
}
