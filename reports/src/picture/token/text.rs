//! Text on a token: its name, its number, its strength, and the badges beside them.

use hindsight_kernel::BoardToken;

use super::Lie;
use crate::picture::raised::Number;
use crate::picture::{Scene, icon, name, shape};
use crate::sheet::{Anchor, Dot, Rgba, Sheet, Weight, face};
use crate::theme::{Hatch, SeatLook};

impl Scene<'_> {
    /// What is written on a token, from the most to the least that can be read.
    pub(super) fn face(&mut self, lie: &Lie<'_>, look: &SeatLook) {
        const LEAST: f32 = 6.5;
        /// A letter by itself can be read a little smaller.
        const LEAST_LETTER: f32 = 6.0;
        let token = lie.token;
        let rich = lie.size > 76.0;
        // Behind the band along the front.
        let band = if token.facing.is_some() {
            (lie.size * 0.075).max(1.6)
        } else {
            0.0
        };
        let ahead = token
            .facing
            .map_or((0.0, 0.0), |facing| self.view.heading(facing));
        let (x, y) = (
            lie.centre.0 - ahead.0 * band * 0.5,
            lie.centre.1 - ahead.1 * band * 0.5,
        );
        // Badges without a row of their own hang over the upper edge; the label makes way.
        let compact = self.options.compact;
        let hang = if compact || rich || token.badges.is_empty() || lie.size < 30.0 {
            0.0
        } else {
            lie.size * 0.07
        };
        let middle = (x, y);
        // On a small token it makes way for the seat's letter in the corner.
        let is_small = lie.size < 36.0 && !compact;
        let y = y + if is_small { lie.size * 0.08 } else { hang };
        // Boxes of several shapes; a label takes the one that lets it be largest.
        let boxes = [2.4, 1.5, 1.0].map(|aspect| {
            let (w, h) = shape::inner_box(&lie.plain, (x, y), aspect);
            (
                w - band * 0.5 - lie.size * 0.045,
                h - band * 0.5 - lie.size * 0.03 - hang * 0.3,
            )
        });
        let fitted = |label: &str| {
            let ems = face::width(label, 1.0, Weight::Bold).max(0.3);
            let mut best = (0.0, (0.0, 0.0));
            for (w, h) in boxes {
                let letters = (w * 2.0 / ems).min(h * if rich { 0.74 } else { 1.0 });
                if letters > best.0 * 1.02 {
                    best = (letters, (w, h));
                }
            }
            best
        };
        if compact {
            self.number_alone(lie, look, (x, y), fitted);
            return;
        }
        let (label, (letters, (w, h))) = name::choose(token, lie.size, LEAST, fitted);
        // Without a row for it the seat's letter takes a corner.
        let letters = letters.min(lie.size * if rich { 0.34 } else { 0.28 });
        if letters < LEAST {
            // No room for a label: one letter alone, if that. Beside the first letter of a code stands nothing, so it lies in
            // the middle.
            let (sign, letter, (x, y)) = if let Some(first) = name::first_of_code(token) {
                let (w, h) = shape::inner_box(&lie.plain, middle, 0.9);
                let letter = (h * 2.0 - band * 0.5).min(w * 2.4 - band * 0.5);
                let letter = letter.min(lie.size * 0.62);
                if letter >= LEAST_LETTER {
                    (first, letter, middle)
                } else {
                    // On the smallest body the capital alone has to find room, and the band gives way a little.
                    let (_, h) = shape::inner_box(&lie.plain, lie.centre, 0.9);
                    let capital = (h * 2.0 - band * 0.5) / face::cap_height(1.0);
                    (first, capital.min(lie.size * 0.72), lie.centre)
                }
            } else {
                let number = corner_name(token);
                let ems = face::width(&number, 1.0, Weight::Bold).max(0.9);
                let letter = (h * 1.5).min(w * 2.0 / ems).min(lie.size * 0.7);
                if letter >= LEAST_LETTER {
                    (number, letter, (x, y))
                } else {
                    let letter = (h * 1.5).min(w * 2.2).min(lie.size * 0.7);
                    (token.seat.to_string(), letter, (x, y))
                }
            };
            if letter >= LEAST_LETTER {
                let base = (x, y + face::cap_height(letter) / 2.0);
                self.written.take_text(&sign, base, letter);
                self.sheet
                    .text(&sign, base, letter, Weight::Bold, Anchor::Middle, look.ink);
            }
            self.badge_dots(lie);
            return;
        }
        let tall = h * 2.0;
        let gap = (tall * 0.075).clamp(1.5, 9.0);
        let bar = (tall * 0.1).clamp(2.0, 12.0);
        let small = (letters * 0.62).max(7.5);
        let picture = icon::of(&token.kind).filter(|_| rich && tall > 46.0 && !token.face_down);
        let head = if picture.is_some() { tall * 0.26 } else { 0.0 };
        let mut total = face::cap_height(letters) + if picture.is_some() { head + gap } else { 0.0 };
        let with_bar = !token.face_down && total + bar + gap <= tall;
        if with_bar {
            total += bar + gap;
        }
        let under = face::cap_height(small) + gap * 0.8;
        let number = strength_words(&token.strength_text, small, w * 2.0)
            .filter(|_| with_bar && !is_small && total + under <= tall + 1.0);
        if number.is_some() {
            total += under;
        }
        let mut at = y - total / 2.0;
        if let Some(polygons) = picture {
            self.head(lie, look, (x, at), (w, head), polygons);
            at += head + gap;
        }
        at += face::cap_height(letters);
        self.plate(&label, (x, at), letters, look);
        self.written.take_text(&label, (x, at), letters);
        self.sheet
            .text(&label, (x, at), letters, Weight::Bold, Anchor::Middle, look.ink);
        if with_bar {
            at += gap;
            let wide = (w * 1.8).min(lie.size * 0.74);
            self.written.take((x - wide / 2.0, at, x + wide / 2.0, at + bar));
            strength_bar(
                self.sheet,
                (x - wide / 2.0, at),
                (wide, bar),
                token.strength,
                look,
            );
            at += bar;
        }
        if let Some(number) = number {
            at += under;
            self.plate(&number, (x, at), small, look);
            self.written.take_text(&number, (x, at), small);
            self.sheet
                .text(&number, (x, at), small, Weight::Bold, Anchor::Middle, look.ink);
        }
        if picture.is_none() {
            // A label that is the number itself needs no other.
            let number = label.strip_prefix(token.seat.letter());
            let is_number = number.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
            let (corner, chip) = if is_number {
                (None, 0.0)
            } else {
                (self.seat_chip(lie, look), lie.size * 0.2)
            };
            let top = y - total / 2.0;
            self.badges(lie, (w, h), (w * 2.0 - chip).max(lie.size * 0.4), top, corner);
        }
    }

    /// The unit's number as large as its body lets it be, and its strength as a bar below. Where it could not be read on the
    /// body it is written over it.
    fn number_alone(
        &mut self,
        lie: &Lie<'_>,
        look: &SeatLook,
        (x, y): Dot,
        fitted: impl Fn(&str) -> (f32, Dot),
    ) {
        let least = self.view.least;
        let mut names = short_names(lie.token);
        let wide = |name: &String| face::width(name, least, Weight::Bold);
        while names.len() > 1 && wide(&names[0]) > lie.size * 1.4 {
            names.remove(0);
        }
        let (letters, (w, h)) = fitted(&names[0]);
        let letters = letters.min(lie.size * 0.58);
        let has_room = wide(&names[0]) <= lie.size * 0.9 && face::cap_height(least) <= lie.size * 0.7;
        if letters < least && !has_room {
            self.badge_dots(lie);
            // What is hidden has its number at the corner that shows most.
            if !self.is_under(lie, lie.centre) {
                let radius = least * 0.54;
                let mut places = vec![lie.centre];
                places.extend(lie.corners(&names[0], radius));
                self.raised.numbers.push(Number {
                    names,
                    places,
                    radius,
                    size: least,
                    ground: look.body,
                    ink: look.ink,
                    edge: look.edge,
                });
            }
            return;
        }
        let (letters, number) = (letters.max(least), names.swap_remove(0));
        let (tall, bar) = (face::cap_height(letters), (lie.size * 0.1).clamp(3.0, 12.0));
        let gap = lie.size * 0.07;
        let with_bar = !lie.token.face_down && tall + gap + bar <= h * 2.0;
        let below = if with_bar { gap + bar } else { 0.0 };
        let base = y + (tall - below) / 2.0;
        self.plate(&number, (x, base), letters, look);
        self.written.take_text(&number, (x, base), letters);
        self.sheet.text(
            &number,
            (x, base),
            letters,
            Weight::Bold,
            Anchor::Middle,
            look.ink,
        );
        if with_bar {
            let wide = (w * 1.8).min(lie.size * 0.74);
            strength_bar(
                self.sheet,
                (x - wide / 2.0, base + gap),
                (wide, bar),
                lie.token.strength,
                look,
            );
        }
        self.badge_dots(lie);
    }

    /// The seat's letter, the pictogram and the badges above the label.
    fn head(&mut self, lie: &Lie<'_>, look: &SeatLook, (x, top): Dot, (w, head): Dot, polygons: &[&[Dot]]) {
        let half = head / 2.0;
        let letter = head * 0.86;
        let seat = corner_name(lie.token);
        let letter_width = face::width(&seat, letter, Weight::Bold);
        let pair = letter_width + head * 0.2 + head;
        let wanted = Self::badges_width(lie);
        let room = w * 2.0;
        // Beside badges the two move to the left; with too many of them the pictogram goes.
        let (left, with_picture) = if wanted <= 0.0 {
            (x - pair / 2.0, true)
        } else {
            (x - w, pair + wanted + head * 0.1 <= room)
        };
        let base = (left, top + half + face::cap_height(letter) / 2.0);
        self.plate(&seat, (left + letter_width / 2.0, base.1), letter, look);
        self.written
            .take_text(&seat, (left + letter_width / 2.0, base.1), letter);
        self.sheet
            .text(&seat, base, letter, Weight::Bold, Anchor::Start, look.ink);
        let mut used = letter_width;
        if with_picture {
            let middle = (left + pair - half, top + half);
            for polygon in polygons {
                let dots = polygon
                    .iter()
                    .map(|dot| (middle.0 + dot.0 * half, middle.1 + dot.1 * half));
                self.sheet.fill(dots, look.ink);
            }
            used = pair;
        }
        self.badges(
            lie,
            (w, (lie.centre.1 - top).max(1.0)),
            room - used,
            f32::INFINITY,
            None,
        );
    }

    /// Quiet ground under a text on a hatched body.
    fn plate(&mut self, text: &str, (x, base): Dot, size: f32, look: &SeatLook) {
        if look.hatch == Hatch::Plain {
            return;
        }
        let (wide, tall) = (
            face::width(text, size, Weight::Bold) + size * 0.3,
            face::cap_height(size) * 1.25,
        );
        let at = (x - wide / 2.0, base - face::cap_height(size) * 1.12);
        self.sheet
            .round_rect(at, (wide, tall), size * 0.2, look.body.fade(0.85));
    }

    /// The unit's number on the corner, or the seat's letter where there is no room for more; the right end and the lower edge
    /// of where it stands by itself.
    fn seat_chip(&mut self, lie: &Lie<'_>, look: &SeatLook) -> Option<(f32, f32)> {
        if lie.size < 22.0 {
            return None;
        }
        let radius = (lie.size * 0.13).clamp(4.2, 14.0);
        let name = if lie.size < 36.0 {
            lie.token.seat.to_string()
        } else {
            corner_name(lie.token)
        };
        let places = lie.corners(&name, radius);
        let mut number = Number::inverse(name, places, radius, look);
        let end = number.end();
        // What lies over the token hides its corners too; the number of what is hidden wholly is written elsewhere.
        number.places.retain(|at| !self.is_under(lie, *at));
        if !number.places.is_empty() && !self.is_under(lie, lie.centre) {
            self.raised.numbers.push(number);
        }
        end
    }
}

/// A short unit id that names its seat (`A3`), else the seat's letter.
fn number_of(token: &BoardToken) -> String {
    if token.id.len() <= 3 && token.id.starts_with(token.seat.letter()) {
        token.id.clone()
    } else {
        token.seat.to_string()
    }
}

/// What may be written on a token of a small picture, the best first: its number, or as much of its code as has room.
pub(super) fn short_names(token: &BoardToken) -> Vec<String> {
    let number = number_of(token);
    if number == token.id || name::first_of_code(token).is_none() {
        return vec![number];
    }
    let letters: Vec<char> = token.label.trim().chars().collect();
    (1..=letters.len())
        .rev()
        .map(|count| letters[..count].iter().collect())
        .collect()
}

/// What stands beside the pictogram: a short unit id that is not the label already, else the seat's letter.
pub(super) fn corner_name(token: &BoardToken) -> String {
    if token.id.len() <= 3 && token.id.starts_with(token.seat.letter()) && token.id != token.label {
        token.id.clone()
    } else {
        token.seat.to_string()
    }
}

/// What of the strength's words fits: all of them, or the part before the first space.
fn strength_words(words: &str, size: f32, room: f32) -> Option<String> {
    let first = words.split(' ').next().unwrap_or_default();
    [words, first]
        .into_iter()
        .find(|words| !words.is_empty() && words.len() < 80 && face::width(words, size, Weight::Bold) <= room)
        .map(str::to_owned)
}

fn strength_bar(sheet: &mut Sheet, at: Dot, size: Dot, strength: f64, look: &SeatLook) {
    let share = if strength.is_finite() {
        strength.clamp(0.0, 1.0) as f32
    } else {
        0.0
    };
    let pale = look.ink.r > 127;
    let (track, full) = if pale {
        (Rgba::hex(0).fade(0.5), Rgba::hex(0x00FF_FFFF))
    } else {
        (Rgba::hex(0x00FF_FFFF).fade(0.75), Rgba::hex(0x0014_1414))
    };
    sheet.round_rect(at, size, size.1 / 2.0, track);
    let inset = (size.1 * 0.16).min(1.5);
    if share > 0.0 {
        let inner = ((size.0 - 2.0 * inset) * share, size.1 - 2.0 * inset);
        sheet.round_rect(
            (at.0 + inset, at.1 + inset),
            (inner.0.max(inner.1.min(size.0 * 0.1)), inner.1),
            inner.1 / 2.0,
            full,
        );
    }
}
