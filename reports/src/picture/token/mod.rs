//! Tokens: body in the seat's colour and hatching, front, label, strength, badges, each as far as there is room.

mod text;

use std::fmt::Write as _;

use hindsight_kernel::{Argument, Board, BoardToken, Phrase, joined, phrase};

use self::text::{corner_name, short_names};
use super::raised::Number;
use super::{Scene, View, shape};
use crate::messages::{MESSAGES, text};
use crate::sheet::{Dot, Group, Pen, Rgba, Sheet};
use crate::theme::{Hatch, Palette, SeatLook};

/// A token as it lies on the sheet.
pub(super) struct Lie<'t> {
    pub(super) token: &'t BoardToken,
    /// Its outline, the corners rounded.
    pub(super) dots: Vec<Dot>,
    /// Its outline as the board gives it.
    pub(super) plain: Vec<Dot>,
    pub(super) centre: Dot,
    /// The side of a square of the same area.
    pub(super) size: f32,
}

impl<'t> Lie<'t> {
    /// All tokens that can be drawn, the lowest first.
    pub(super) fn of_all(board: &'t Board, view: &View) -> Vec<Self> {
        let mut lies: Vec<Self> = board
            .tokens
            .iter()
            .filter_map(|token| Self::of(token, view))
            .collect();
        lies.sort_by_key(|lie| lie.token.level);
        lies
    }

    fn of(token: &'t BoardToken, view: &View) -> Option<Self> {
        let plain = view.dots(&token.outline);
        if plain.len() < 3 {
            return None;
        }
        let size = shape::area(&plain).sqrt();
        let centre = shape::centre(&plain);
        let dots = shape::rounded(&plain, size * 0.1);
        (size > 0.5).then_some(Self {
            token,
            dots,
            plain,
            centre,
            size,
        })
    }
}

impl Lie<'_> {
    /// Whether it lies over a part of another.
    fn lies_over(&self, other: &Self) -> bool {
        let covers = |one: &Self, other: &Self| {
            let middle = std::iter::once(&other.centre);
            middle
                .chain(&other.plain)
                .any(|dot| shape::contains(&one.plain, *dot))
        };
        covers(self, other) || covers(other, self)
    }
}

impl Scene<'_> {
    pub(super) fn tokens(&mut self) {
        self.sheet.open_layer("units");
        let lies = self.lies;
        for lie in lies {
            self.token(lie);
        }
        self.covered();
        self.sheet.close();
        self.raise();
    }

    /// The outlines of what lies under something above the ground, and its name where that is hidden.
    fn covered(&mut self) {
        let lies = self.lies;
        let above = |lie: &Lie<'_>| {
            let lowest = lie.token.level;
            lies.iter()
                .filter(move |other| other.token.level > lowest)
                .find(|other| other.lies_over(lie))
        };
        for lie in lies {
            let Some(over) = above(lie) else { continue };
            let look = self.palette.seat(lie.token.seat);
            let line = (lie.size * 0.028).clamp(0.8, 5.0);
            let dash = (lie.size * 0.09).max(3.0);
            self.sheet.stroke(
                lie.dots.iter().copied(),
                Pen::outline(line * 2.2),
                look.ink.fade(0.85),
            );
            self.sheet.stroke(
                lie.dots.iter().copied(),
                Pen::outline(line * 1.2).dashed(dash, dash * 0.7),
                look.edge,
            );
            if lie.size > 30.0 && shape::contains(&over.dots, lie.centre) {
                self.tag(lie, over, &look);
            }
        }
    }

    /// The name of a token that is hidden, at the corner that shows most.
    fn tag(&mut self, lie: &Lie<'_>, over: &Lie<'_>, look: &SeatLook) {
        let away = |dot: &Dot| (dot.0 - over.centre.0).hypot(dot.1 - over.centre.1);
        let Some(corner) = lie.plain.iter().max_by(|a, b| away(a).total_cmp(&away(b))) else {
            return;
        };
        let at = (
            corner.0 + (lie.centre.0 - corner.0) * 0.25,
            corner.1 + (lie.centre.1 - corner.1) * 0.25,
        );
        let (name, least) = if self.options.compact {
            let names = short_names(lie.token);
            (
                names.into_iter().next().unwrap_or_default(),
                self.view.least / 1.5,
            )
        } else {
            (corner_name(lie.token), 0.0)
        };
        let radius = (lie.size * 0.13).clamp(4.2, 14.0).max(least);
        let number = Number::inverse(name, vec![at], radius, look);
        self.raised.numbers.push(number);
    }

    fn token(&mut self, lie: &Lie<'_>) {
        let (token, palette) = (lie.token, self.palette);
        let marked = self
            .options
            .last
            .as_ref()
            .is_some_and(|last| last.units.contains(&token.id));
        let link = self.options.unit_links.as_ref().map(|links| links.of(&token.id));
        open_group(self.sheet, token, marked, link.as_deref().unwrap_or_default());
        let look = if token.face_down {
            hidden(palette.seat(token.seat), palette)
        } else {
            palette.seat(token.seat)
        };
        let size = lie.size;
        let line = (size * 0.028).clamp(0.8, 5.0);
        // A low shadow for all, a high one for what is above the ground.
        if token.level > 0 {
            let lift = size * 0.09 * f32::from(token.level.min(3));
            for (share, grow) in [(0.10, 1.06), (0.14, 1.0), (0.16, 0.94)] {
                let shadow: Vec<Dot> = shape::scaled(&lie.dots, lie.centre, grow).collect();
                self.sheet.fill(
                    shape::moved(&shadow, (lift, lift * 1.2)),
                    palette.shadow.fade(share),
                );
            }
        } else if size > 14.0 {
            self.sheet.fill(
                shape::moved(&lie.dots, (0.0, size * 0.035)),
                palette.shadow.fade(0.22),
            );
        }
        if marked {
            // By outline, not by tint.
            let halo = (size * 0.07).clamp(2.0, 10.0);
            self.sheet.stroke(
                lie.dots.iter().copied(),
                Pen::outline(halo * 2.0 + line),
                palette.halo,
            );
            self.sheet.stroke(
                lie.dots.iter().copied(),
                Pen::outline(halo * 1.3 + line),
                palette.accent,
            );
        }
        self.pointer(lie, &look);
        self.sheet.fill(lie.dots.iter().copied(), look.body);
        let gap = (size * 0.13).clamp(3.0, 18.0);
        let stripes = shape::hatching(&lie.dots, look.hatch, gap);
        self.sheet.segments(stripes, (gap * 0.3).max(0.8), look.stripe);
        self.front(lie, &look);
        self.stripe(lie, &look);
        self.sheet
            .stroke(lie.dots.iter().copied(), Pen::outline(line), look.edge);
        self.sheet.close();
        // What is written on it is cut to fit, and its name says all of it: it is no part of what is read aloud.
        self.sheet.open(&Group {
            class: "written",
            hidden: true,
            ..Group::default()
        });
        self.face(lie, &look);
        self.sheet.close();
    }

    /// A point that sticks out of the middle of the front.
    fn pointer(&mut self, lie: &Lie<'_>, look: &SeatLook) {
        let Some(facing) = lie.token.facing else { return };
        let ahead = self.view.heading(facing);
        let Some(tip) = shape::leave(&lie.dots, lie.centre, ahead) else {
            return;
        };
        let (wide, tall) = (
            lie.size * 0.17,
            (lie.size * 0.13).max(self.view.least * 0.3).max(2.5),
        );
        let side = (-ahead.1, ahead.0);
        let back = (tip.0 - ahead.0 * 1.0, tip.1 - ahead.1 * 1.0);
        let corners = [
            (back.0 + side.0 * wide, back.1 + side.1 * wide),
            (tip.0 + ahead.0 * tall, tip.1 + ahead.1 * tall),
            (back.0 - side.0 * wide, back.1 - side.1 * wide),
        ];
        self.sheet.fill(corners, look.edge);
    }

    /// The stripe of its formation: bars along the edge behind, one more than the number, each formation in a tone of its own.
    fn stripe(&mut self, lie: &Lie<'_>, look: &SeatLook) {
        const TONES: [u32; 6] = [
            0x00F2_C14E,
            0x0060_C3A8,
            0x00E8_6A92,
            0x009B_8CE8,
            0x00F0_F0E8,
            0x00E0_8A3C,
        ];
        let (Some(number), Some(facing)) = (lie.token.stripe, lie.token.facing) else {
            return;
        };
        if lie.size < 14.0 {
            return;
        }
        let number = usize::from(number).min(8);
        let (ax, ay) = self.view.heading(facing);
        let (rx, ry) = (-ay, ax);
        let (wide, deep) = (lie.size * 0.52, (lie.size * 0.085).max(2.0));
        let back = lie.size * 0.36;
        let bars = (number + 1) as f32;
        let gap = if number == 0 { 0.0 } else { lie.size * 0.03 };
        let bar = (wide - gap * (bars - 1.0)) / bars;
        let tone = Rgba::hex(TONES[number % TONES.len()]);
        for place in 0..=number {
            let from = -wide / 2.0 + place as f32 * (bar + gap);
            let corner = |along: f32, behind: f32| {
                (
                    lie.centre.0 + rx * along - ax * behind,
                    lie.centre.1 + ry * along - ay * behind,
                )
            };
            let corners = [
                corner(from, back),
                corner(from + bar, back),
                corner(from + bar, back + deep),
                corner(from, back + deep),
            ];
            self.sheet.fill(corners, tone);
            self.sheet
                .stroke(corners, Pen::outline((deep * 0.16).max(0.6)), look.edge);
        }
    }

    /// A band inside the edges that look forward, with a notch in its middle.
    fn front(&mut self, lie: &Lie<'_>, look: &SeatLook) {
        let Some(facing) = lie.token.facing else { return };
        let ahead = self.view.heading(facing);
        let deep = (lie.size * 0.075).max(1.6);
        for (mut one, mut two) in shape::edges(&lie.plain) {
            let (ex, ey) = (two.0 - one.0, two.1 - one.1);
            let long = ex.hypot(ey);
            if long < 0.5 {
                continue;
            }
            let middle = (f32::midpoint(one.0, two.0), f32::midpoint(one.1, two.1));
            let mut normal = (ey / long, -ex / long);
            if normal.0 * (middle.0 - lie.centre.0) + normal.1 * (middle.1 - lie.centre.1) < 0.0 {
                normal = (-normal.0, -normal.1);
            }
            if normal.0 * ahead.0 + normal.1 * ahead.1 > 0.69 {
                // Within the rounded corners.
                let (cx, cy) = (ex / long * lie.size * 0.05, ey / long * lie.size * 0.05);
                (one, two) = ((one.0 + cx, one.1 + cy), (two.0 - cx, two.1 - cy));
                let (ix, iy) = (-normal.0 * deep, -normal.1 * deep);
                self.sheet.fill(
                    [one, two, (two.0 + ix, two.1 + iy), (one.0 + ix, one.1 + iy)],
                    look.ink,
                );
            }
        }
    }
}

/// How a token looks whose card this viewer does not know.
fn hidden(look: SeatLook, palette: &Palette) -> SeatLook {
    let body = look.body.mix(palette.shadow, 0.55);
    SeatLook {
        body,
        ink: Rgba::hex(0x00FF_FFFF),
        stripe: look.body,
        hatch: Hatch::Crossed,
        edge: look.body,
    }
}

/// A token in words: its names, then what is known of it.
fn described(token: &BoardToken, facing: Option<f64>) -> Argument {
    let mut names = String::with_capacity(48);
    // What is written on the token and beside it comes first, so that it can be spoken to.
    names.push_str(&token.id);
    if !token.label.is_empty() && token.label != token.id && !token.name.contains(&token.label) {
        names.push(' ');
        names.push_str(&token.label);
    }
    if token.name != token.id {
        names.push(' ');
        names.push_str(&token.name);
    }
    let mut parts: Vec<Argument> = vec![names.into()];
    if !token.strength_text.is_empty() {
        parts.push(Argument::from(&token.strength_text));
    }
    if let Some(facing) = facing {
        parts.push(text!("unit-facing", heading = compass(facing)).into());
    }
    if token.level > 0 {
        parts.push(text!("unit-above").into());
    }
    if token.face_down {
        parts.push(text!("unit-face-down").into());
    }
    parts.extend(token.badges.iter().map(|badge| Argument::from(&badge.text)));
    joined!(MESSAGES, "list-next", parts)
}

/// The attributes by which scripts and screen readers know a token.
fn open_group(sheet: &mut Sheet, token: &BoardToken, marked: bool, href: &str) {
    let facing = token.facing.filter(|facing| facing.is_finite());
    let seat = token.seat.to_string();
    let label = described(token, facing).to_string();
    let strength = if token.strength.is_finite() {
        token.strength
    } else {
        0.0
    };
    let strength = short(strength);
    let heading = short(facing.unwrap_or_default());
    let count = token.outline.len().max(1) as f64;
    let (x, y) = token
        .outline
        .iter()
        .fold((0.0, 0.0), |(x, y), point| (x + point.x, y + point.y));
    let (x, y, placed) = (x / count, y / count, x.is_finite() && y.is_finite());
    let (x, y) = (short(x), short(y));
    let mut data = Vec::with_capacity(8);
    data.extend([
        ("unit", token.id.as_str()),
        ("seat", &seat),
        ("label", &token.label),
        ("kind", &token.kind),
        ("strength", &strength),
    ]);
    if facing.is_some() {
        data.push(("facing", &heading));
    }
    if placed {
        data.extend([("x", x.as_str()), ("y", &y)]);
    }
    let mut class = String::with_capacity(24);
    class.push_str("unit seat-");
    class.push(token.seat.letter().to_ascii_lowercase());
    if marked {
        class.push_str(" last");
    }
    let mut id = String::with_capacity(24);
    id.push_str("unit-");
    id.push_str(&token.id);
    sheet.open(&Group {
        id: &id,
        class: &class,
        label: &label,
        data: &data,
        href,
        hidden: false,
    });
}

/// A number with at most three digits after the point.
fn short(value: f64) -> String {
    let thousandths = (value * 1000.0).round();
    let mut text = String::with_capacity(12);
    if thousandths.abs() < 1e12 {
        let (whole, rest) = (thousandths.abs() as u64 / 1000, thousandths.abs() as u64 % 1000);
        if thousandths < 0.0 {
            text.push('-');
        }
        let _ = write!(text, "{whole}");
        if rest > 0 {
            text.push('.');
            let (mut rest, mut place) = (rest, 100);
            while rest > 0 {
                text.push(char::from(b'0' + (rest / place) as u8));
                rest %= place;
                place /= 10;
            }
        }
    } else {
        let _ = write!(text, "{value}");
    }
    text
}

/// The point of the compass nearest to a heading.
fn compass(heading: f64) -> Phrase {
    const POINTS: [Phrase; 8] = [
        phrase!(MESSAGES, "compass-north"),
        phrase!(MESSAGES, "compass-north-east"),
        phrase!(MESSAGES, "compass-east"),
        phrase!(MESSAGES, "compass-south-east"),
        phrase!(MESSAGES, "compass-south"),
        phrase!(MESSAGES, "compass-south-west"),
        phrase!(MESSAGES, "compass-west"),
        phrase!(MESSAGES, "compass-north-west"),
    ];
    POINTS[((heading.rem_euclid(360.0) + 22.5) / 45.0) as usize % 8]
}

#[test]
fn numbers_for_scripts_have_three_digits_after_the_point_at_most() {
    for (value, text) in [
        (0.0, "0"),
        (0.25, "0.25"),
        (-1.5, "-1.5"),
        (12.000_4, "12"),
        (0.007, "0.007"),
        (-0.000_1, "0"),
        (100.0, "100"),
        (19.999_6, "20"),
    ] {
        assert_eq!(short(value), text, "{value}");
    }
}

#[test]
fn headings_read_as_points_of_the_compass() {
    for (heading, point) in [
        (0.0, "north"),
        (22.0, "north"),
        (23.0, "north-east"),
        (90.0, "east"),
        (225.0, "south-west"),
        (-1.0, "north"),
        (359.9, "north"),
        (630.0, "west"),
    ] {
        assert_eq!(compass(heading).to_string(), point, "{heading}");
    }
}
