//! Numbers and badges of tokens, drawn above all tokens, so that no neighbour covers them.

use super::Scene;
use super::label::Labels;
use super::shape;
use super::token::Lie;
use crate::sheet::{Anchor, Dot, Group, Rgba, Weight, face};
use crate::theme::SeatLook;

/// An outline of more corners than this is round.
const MOST_CORNERS: usize = 8;
/// The share of a number that may lie over what is written already without looking for another place.
const SLIGHT: f32 = 0.03;
/// A number of which a larger share would lie over what is written already is left out.
const MOST: f32 = 0.35;

/// What is drawn above the tokens.
#[derive(Debug, Default)]
pub(super) struct Raised {
    pub(super) numbers: Vec<Number>,
    pub(super) pills: Vec<Pill>,
    /// Middle, radius and colour of badges that have no room for letters.
    pub(super) dots: Vec<(Dot, f32, Rgba)>,
}

/// The number or the name of a token, in a disc, or in a pill if it is longer than a letter.
#[derive(Debug)]
pub(super) struct Number {
    /// What may be written, the best first.
    pub(super) names: Vec<String>,
    /// Where it may stand, the best first.
    pub(super) places: Vec<Dot>,
    /// Half the height of the pill.
    pub(super) radius: f32,
    /// The size of its letters.
    pub(super) size: f32,
    pub(super) ground: Rgba,
    pub(super) ink: Rgba,
    pub(super) edge: Rgba,
}

/// A badge in its place.
#[derive(Debug)]
pub(super) struct Pill {
    pub(super) code: String,
    pub(super) meaning: String,
    /// Its upper left corner.
    pub(super) at: Dot,
    pub(super) size: Dot,
    /// The size of its letters.
    pub(super) letters: f32,
    pub(super) ground: Rgba,
    pub(super) ink: Rgba,
}

/// Half the width of a pill with this name in letters of this size.
fn half_width(name: &str, size: f32, radius: f32) -> f32 {
    (face::width(name, size, Weight::Bold) / 2.0 + radius * 0.4).max(radius)
}

impl Number {
    /// A number in the colours of a seat, the other way round than on its tokens.
    pub(super) fn inverse(name: String, places: Vec<Dot>, radius: f32, look: &SeatLook) -> Self {
        Self {
            names: vec![name],
            places,
            radius,
            size: radius * 1.5,
            ground: look.ink,
            ink: look.body,
            edge: look.edge,
        }
    }

    /// What the pill covers: left, top, right and bottom.
    fn area(&self, name: &str, at: Dot) -> (f32, f32, f32, f32) {
        let half = half_width(name, self.size, self.radius) + 1.0;
        let tall = self.radius + 1.0;
        (at.0 - half, at.1 - tall, at.0 + half, at.1 + tall)
    }

    /// The right end and the lower edge of the pill in its first place.
    pub(super) fn end(&self) -> Option<(f32, f32)> {
        let (name, at) = (self.names.first()?, *self.places.first()?);
        let (.., right, bottom) = self.area(name, at);
        Some((right, bottom))
    }

    /// The best name in the best place that is free enough, or nothing.
    fn choose(&self, written: &Labels) -> Option<(&str, Dot)> {
        let mut best = (MOST, None);
        for name in &self.names {
            for &at in &self.places {
                let covers = self.area(name, at);
                let whole = (covers.2 - covers.0) * (covers.3 - covers.1);
                let share = written.overlap(covers) / whole.max(0.1);
                if share <= SLIGHT {
                    return Some((name.as_str(), at));
                }
                if share < best.0 {
                    best = (share, Some((name.as_str(), at)));
                }
            }
        }
        best.1
    }
}

impl Lie<'_> {
    /// Places for a number: the upper left corner of the token, the same within its left edge, then its other corners. A
    /// round token has no corner: there it lies on the rim, above the name or below it.
    pub(super) fn corners(&self, name: &str, radius: f32) -> Vec<Dot> {
        let (left, top, right, bottom) = shape::bounds(&self.dots);
        if self.plain.len() > MOST_CORNERS {
            let x = self.centre.0;
            return vec![(x, top + radius * 0.4), (x, bottom - radius * 0.4)];
        }
        let inset = radius * if self.size < 36.0 { 0.25 } else { 0.7 };
        let half = half_width(name, radius * 1.5, radius).min((right - left) / 2.0);
        let upper_left = self.inward((left + inset, top + inset));
        let others = [
            (left + half, bottom - inset),
            (right - half, bottom - inset),
            (right - half, top + inset),
        ];
        let mut places = vec![upper_left, (upper_left.0 + half, upper_left.1 - radius * 0.5)];
        places.extend(others.map(|corner| self.inward(corner)));
        places
    }

    /// The nearest place to a corner that lies on the token: on a turned one the corner of its bounds lies outside.
    pub(super) fn inward(&self, corner: Dot) -> Dot {
        let toward = (self.centre.0 - corner.0, self.centre.1 - corner.1);
        let nearer = |share: f32| (corner.0 + toward.0 * share, corner.1 + toward.1 * share);
        (0..10)
            .map(|step| nearer(step as f32 * 0.07))
            .find(|at| shape::contains(&self.dots, *at))
            .unwrap_or_else(|| nearer(0.63))
    }
}

impl Scene<'_> {
    /// Whether something that is further above the ground than a token lies over a place of it.
    pub(super) fn is_under(&self, lie: &Lie<'_>, at: Dot) -> bool {
        let higher = |other: &&Lie<'_>| other.token.level > lie.token.level;
        self.lies
            .iter()
            .filter(higher)
            .any(|other| shape::contains(&other.dots, at))
    }

    /// Draws what was kept for it above the tokens.
    pub(super) fn raise(&mut self) {
        let raised = std::mem::take(&mut self.raised);
        self.sheet.open(&Group {
            class: "over-units",
            hidden: true,
            ..Group::default()
        });
        for number in &raised.numbers {
            let Some((name, at)) = number.choose(&self.written) else {
                continue;
            };
            self.written.take(number.area(name, at));
            let half = half_width(name, number.size, number.radius);
            for (grow, ground) in [(1.0, number.edge), (0.0, number.ground)] {
                let (wide, tall) = (half + grow, number.radius + grow);
                self.sheet
                    .round_rect((at.0 - wide, at.1 - tall), (wide * 2.0, tall * 2.0), tall, ground);
            }
            let base = (at.0, at.1 + face::cap_height(number.size) / 2.0);
            self.sheet
                .text(name, base, number.size, Weight::Bold, Anchor::Middle, number.ink);
        }
        for pill in &raised.pills {
            self.pill(pill);
        }
        for &(at, radius, colour) in &raised.dots {
            let rim = radius * 1.25 + 0.3;
            self.written.take_disc(at, rim);
            self.sheet.disc(at, rim, Rgba::hex(0x00FF_FFFF));
            self.sheet.disc(at, radius, colour);
        }
        self.sheet.close();
    }

    fn pill(&mut self, pill: &Pill) {
        let ((x, y), (wide, tall), size) = (pill.at, pill.size, pill.letters);
        let rim = (size * 0.08).max(0.8);
        self.sheet.open(&Group {
            class: "badge",
            label: &pill.meaning,
            ..Group::default()
        });
        self.sheet.round_rect(
            (x - rim, y - rim),
            (wide + rim * 2.0, tall + rim * 2.0),
            tall * 0.34,
            Rgba::hex(0x00FF_FFFF),
        );
        self.sheet
            .round_rect((x, y), (wide, tall), tall * 0.3, pill.ground);
        let base = (x + wide / 2.0, y + tall / 2.0 + face::cap_height(size) / 2.0);
        self.sheet
            .text(&pill.code, base, size, Weight::Bold, Anchor::Middle, pill.ink);
        self.sheet.close();
    }
}
