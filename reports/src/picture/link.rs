//! Signs between tokens that fight, shoot or support each other, put where they cover nothing that is written.

use hindsight_kernel::{Link, Tone};

use super::label::Labels;
use super::token::Lie;
use super::{Scene, shape};
use crate::sheet::{Dot, Pen, Rgba};

/// A sign is not moved further along the line where two tokens meet than this many times.
const MOST_STEPS: f32 = 24.0;

/// Where two tokens meet.
struct Meeting {
    /// From the first towards the second, one pixel long.
    ahead: Dot,
    /// The edge of the first, the edge of the second.
    ends: (Dot, Dot),
    /// Whether a line between the edges shows which two are meant.
    apart: bool,
    /// The radius of a sign.
    size: f32,
    /// How far along the line where they meet a sign may stand.
    reach: f32,
}

impl Meeting {
    fn of(one: &Lie<'_>, two: &Lie<'_>) -> Option<Self> {
        let (dx, dy) = (two.centre.0 - one.centre.0, two.centre.1 - one.centre.1);
        let long = dx.hypot(dy);
        if long < 1.0 {
            return None;
        }
        let ahead = (dx / long, dy / long);
        let from = shape::leave(&one.dots, one.centre, ahead).unwrap_or(one.centre);
        let to = shape::leave(&two.dots, two.centre, (-ahead.0, -ahead.1)).unwrap_or(two.centre);
        let smaller = one.size.min(two.size);
        let size = (smaller * 0.13).clamp(2.5, 16.0);
        let gap = (to.0 - from.0).hypot(to.1 - from.1);
        Some(Self {
            ahead,
            ends: (from, to),
            apart: gap > size * 2.0 && (from.0 - one.centre.0).hypot(from.1 - one.centre.1) < long,
            size,
            reach: smaller * 0.5,
        })
    }

    /// Places for a sign: the middle, then along the line where the two meet, ever further to both sides; where they
    /// stand apart, also nearer to one of them.
    fn places(&self) -> impl Iterator<Item = Dot> {
        let (from, to) = self.ends;
        let nearer: &[f32] = if self.apart { &[0.5, 0.3, 0.7] } else { &[0.5] };
        let steps = (self.reach / (self.size * 0.5)).clamp(0.0, MOST_STEPS) as i32;
        let side = (-self.ahead.1, self.ahead.0);
        let step = self.size * 0.5;
        nearer.iter().flat_map(move |share| {
            let (x, y) = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            (0..=steps)
                .flat_map(|count| [count, -count])
                .map(move |count| count as f32 * step)
                .map(move |along| (x + side.0 * along, y + side.1 * along))
        })
    }

    /// The place that covers least, and the radius there: a smaller sign where the usual one has no free place.
    fn place(&self, written: &Labels) -> (Dot, f32) {
        let mut best = (f32::INFINITY, self.ends.0, self.size);
        for size in [1.0, 0.8, 0.62, 0.5].map(|part| self.size * part) {
            for place in self.places() {
                let covered = written.covered_by(place, size * 1.12);
                if covered < best.0 {
                    best = (covered, place, size);
                }
                if covered <= 0.0 {
                    return (place, size);
                }
            }
        }
        (best.1, best.2)
    }
}

impl Scene<'_> {
    /// A mark between tokens that fight each other; a chevron where one takes the other in flank or rear.
    pub(super) fn links(&mut self) {
        self.sheet.open_layer("links");
        for link in self.board.links.iter().take(2_000) {
            let find = |id: &str| self.lies.iter().find(|lie| lie.token.id == id);
            let (Some(one), Some(two)) = (find(&link.from), find(&link.to)) else {
                continue;
            };
            if let Some(meeting) = Meeting::of(one, two) {
                self.sign(link, &meeting);
            }
        }
        self.sheet.close();
    }

    fn sign(&mut self, link: &Link, meeting: &Meeting) {
        let ink = if self.palette.is_dark() {
            Rgba::hex(0x00A5_1E22)
        } else {
            self.palette.tone(Tone::Bad)
        };
        let ground = Rgba::hex(0x00FF_FFFF);
        let ahead = meeting.ahead;
        if meeting.apart {
            let (from, to) = meeting.ends;
            self.sheet
                .stroke([from, to], Pen::line(meeting.size * 0.5), ground);
            self.sheet.stroke([from, to], Pen::line(meeting.size * 0.25), ink);
        }
        let ((x, y), size) = meeting.place(&self.written);
        self.written.take_disc((x, y), size * 1.12);
        self.sheet.disc((x, y), size * 1.12, ink);
        self.sheet.disc((x, y), size * 0.94, ground);
        let wide = (size * 0.26).max(1.0);
        let arm = size * 0.5;
        match link.kind.as_str() {
            "flank" | "rear" | "charge" => {
                let side = (-ahead.1, ahead.0);
                for back in [0.45, -0.25] {
                    let tip = (
                        x + ahead.0 * size * (0.42 - back + 0.2),
                        y + ahead.1 * size * (0.42 - back + 0.2),
                    );
                    let wing = |sign: f32| {
                        (
                            tip.0 - ahead.0 * arm * 0.8 + side.0 * arm * sign,
                            tip.1 - ahead.1 * arm * 0.8 + side.1 * arm * sign,
                        )
                    };
                    self.sheet
                        .stroke([wing(1.0), tip, wing(-1.0)], Pen::line(wide), ink);
                }
            }
            "supports" => {
                self.sheet.segments(
                    [(x - arm, y), (x + arm, y), (x, y - arm), (x, y + arm)],
                    wide,
                    ink,
                );
            }
            _ => {
                self.sheet.segments(
                    [
                        (x - arm, y - arm),
                        (x + arm, y + arm),
                        (x - arm, y + arm),
                        (x + arm, y - arm),
                    ],
                    wide,
                    ink,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{Badge, Board, BoardPoint, BoardToken, Grid, Message, Seat};

    use super::super::{PictureOptions, View, label, raised, token};
    use super::*;
    use crate::sheet::Sheet;
    use crate::theme::Palette;

    fn unit(seat: Seat, (x, y): (f64, f64), facing: f64, badges: usize) -> BoardToken {
        let corners = [(0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)];
        BoardToken {
            id: format!("{seat}1"),
            seat,
            name: "Bronze Colossus".to_owned(),
            label: "Colossu".to_owned(),
            outline: corners
                .iter()
                .map(|(dx, dy)| BoardPoint::new(x + dx, y + dy))
                .collect(),
            facing: Some(facing),
            strength: 0.6,
            strength_text: "3/5 models".to_owned(),
            badges: ["F", "-1", "!!"][..badges]
                .iter()
                .map(|code| Badge {
                    code: (*code).to_owned(),
                    text: "a condition".to_owned(),
                    tone: Tone::Bad,
                })
                .collect(),
            level: 0,
            face_down: false,
            stripe: None,
            kind: "monster".to_owned(),
        }
    }

    fn fight(cells: f64, to: (f64, f64), facing: f64, badges: usize) -> Board {
        let at = (cells / 2.0).floor();
        Board {
            min: BoardPoint::new(0.0, 0.0),
            max: BoardPoint::new(cells, cells),
            unit: "cell".to_owned(),
            grid: Grid::Squares,
            zones: Vec::new(),
            terrain: Vec::new(),
            lines: Vec::new(),
            tokens: vec![
                unit(Seat::A, (at, at), facing, badges),
                unit(Seat::B, (at + to.0, at + to.1), facing + 180.0, badges),
            ],
            links: vec![Link {
                from: "A1".to_owned(),
                to: "B1".to_owned(),
                kind: "front".to_owned(),
            }],
            sides: Vec::new(),
            caption: Message::default(),
        }
    }

    /// The square pixels of what is written that the sign of the only fight covers.
    fn covered(board: &Board, width: u32) -> f32 {
        let options = PictureOptions {
            width,
            ..PictureOptions::default()
        };
        let view = View::of(board, &options, 0.0);
        let mut sheet = Sheet::new(view.width, view.height);
        let lies = token::Lie::of_all(board, &view);
        let mut scene = Scene {
            sheet: &mut sheet,
            view: &view,
            palette: Palette::of(options.theme),
            board,
            options: &options,
            lies: &lies,
            labels: label::Labels::default(),
            written: label::Labels::default(),
            raised: raised::Raised::default(),
        };
        scene.tokens();
        let meeting = Meeting::of(&lies[0], &lies[1]).expect("they are two");
        let (place, size) = meeting.place(&scene.written);
        // It stands where the two meet, not somewhere else.
        let middle = (
            f32::midpoint(lies[0].centre.0, lies[1].centre.0),
            f32::midpoint(lies[0].centre.1, lies[1].centre.1),
        );
        let off = (place.0 - middle.0).hypot(place.1 - middle.1);
        assert!(
            off < lies[0].size * 0.6,
            "{off} pixels from where they meet, of {}",
            lies[0].size
        );
        scene.written.covered_by(place, size * 1.12)
    }

    #[test]
    fn a_sign_covers_no_badge_and_no_letter() {
        let around = [
            (0.0, 1.0),
            (1.0, 0.0),
            (0.0, -1.0),
            (-1.0, 0.0),
            (1.0, 1.0),
            (-1.0, 1.0),
            (0.0, 2.0),
        ];
        let mut seen = 0;
        for width in [300, 600, 900, 1200, 2400] {
            for cells in [4.0, 8.0, 12.0] {
                for to in around {
                    for facing in [0.0, 90.0] {
                        for badges in 0..=3 {
                            let board = fight(cells, to, facing, badges);
                            let covered = covered(&board, width);
                            assert!(
                                covered <= 0.0,
                                "{covered} square pixels at width {width}, {cells} cells, {to:?}, facing {facing}, \
                                 {badges} badges"
                            );
                            seen += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(seen, 5 * 3 * 7 * 2 * 4);
    }
}
