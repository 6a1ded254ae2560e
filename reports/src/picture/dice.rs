//! The foot of a picture: what happened last in words, and its dice as dice.

use hindsight_kernel::{LastChange, Roll, ShownRoll, counted_in_words};

use super::{Scene, shape};
use crate::messages::text;
use crate::sheet::{Anchor, Dot, Pen, Rgba, Weight, face};
use crate::theme::SeatLook;

/// The most rolls that are drawn; a picture is no ledger.
const MOST_ROLLS: usize = 4;

/// The height the foot needs.
pub(super) fn footer_height(last: Option<&LastChange>, room: f32, text: f32) -> f32 {
    let Some(last) = last else { return 0.0 };
    let words = wrap(&last.words.to_string(), text, room).len() as f32 * text * 1.45;
    let rolls = last
        .rolls
        .iter()
        .filter(|shown| shown.roll.dice() > 0)
        .count()
        .min(MOST_ROLLS) as f32;
    if words + rolls == 0.0 {
        0.0
    } else {
        words + rolls * text * 2.5 + text * 0.6
    }
}

/// The words in at most two lines, cut between two words where the first line is full.
fn wrap(words: &str, size: f32, room: f32) -> Vec<String> {
    if words.trim().is_empty() {
        return Vec::new();
    }
    if face::width(words, size, Weight::Regular) <= room || words.len() > 4_000 {
        return vec![face::fit(words, size, Weight::Regular, room)];
    }
    let mut end = 0;
    for (space, _) in words.match_indices(' ') {
        if face::width(&words[..space], size, Weight::Regular) > room {
            break;
        }
        end = space;
    }
    let (first, rest) = words.split_at(end);
    if first.trim().is_empty() {
        return vec![face::fit(words, size, Weight::Regular, room)];
    }
    let rest = face::fit(rest.trim_start(), size, Weight::Regular, room);
    vec![first.to_owned(), rest]
}

impl Scene<'_> {
    pub(super) fn footer(&mut self) {
        let options = self.options;
        let Some(last) = &options.last else { return };
        let (text, view) = (self.view.text, self.view);
        let room = view.width as f32 - 2.0 * text;
        let mut y = view.footer;
        self.sheet.open_layer("last");
        for line in wrap(&last.words.to_string(), text, room) {
            self.sheet.text(
                &line,
                (text, y + text),
                text,
                Weight::Regular,
                Anchor::Start,
                self.palette.ink,
            );
            y += text * 1.45;
        }
        y += text * 0.3;
        for shown in last
            .rolls
            .iter()
            .filter(|shown| shown.roll.dice() > 0)
            .take(MOST_ROLLS)
        {
            self.roll(shown, y, room);
            y += text * 2.5;
        }
        self.sheet.close();
    }

    /// One roll: whose and what for, the dice, what came of it.
    fn roll(&mut self, shown: &ShownRoll, top: f32, room: f32) {
        let text = self.view.text;
        let look = self.palette.seat(shown.seat);
        let roll = &shown.roll;
        let die = text * 1.95;
        let middle = top + die / 2.0;
        let base = middle + face::cap_height(text) / 2.0;
        let result = match shown.target {
            Some(target) => {
                let (hits, dice) = (roll.at_least(target), roll.dice());
                text!("roll-hits", hits, dice, target).to_string()
            }
            None if roll.is_counted() => counted_in_words(&roll.counted),
            None if roll.dice() > 1 => text!("roll-total", total = roll.total()).to_string(),
            // One die says it itself.
            None => String::new(),
        };
        let (seat, purpose, dice) = (shown.seat, roll.purpose.clone(), dice_words(roll));
        let words = if result.is_empty() {
            text!("roll", seat, purpose, dice)
        } else {
            text!("roll-with-result", seat, purpose, dice, result = &result)
        };
        self.sheet.open(&crate::sheet::Group {
            class: "roll",
            label: &words.to_string(),
            ..crate::sheet::Group::default()
        });
        let purpose = face::fit(&roll.purpose, text, Weight::Bold, room * 0.28);
        let head = format!("{}: {purpose}", shown.seat);
        self.sheet.text(
            &head,
            (text, base),
            text,
            Weight::Bold,
            Anchor::Start,
            self.palette.ink,
        );
        let mut x = text + (face::width(&head, text, Weight::Bold) + text * 0.8).max(text * 5.5);
        let result_width = face::width(&result, text, Weight::Bold) + text * 0.8;
        let end = text + room - result_width;
        let step = die * 1.14;
        let fit = (((end - x) / step) as usize).max(1);
        let drawn = if roll.dice() <= fit {
            roll.dice()
        } else {
            fit.saturating_sub(2).max(1)
        };
        // Of counted dice nobody knows the faces: what came of them is all there is to draw.
        let drawn = if roll.is_counted() { roll.dice() } else { drawn };
        for &shows in roll.faces.iter().take(drawn) {
            let success = shown.target.map(|target| shows >= target);
            self.die((x, top), die, shows, roll.sides, success, &look);
            x += step;
        }
        if drawn < roll.dice() {
            let more = format!("+{}", roll.dice() - drawn);
            self.sheet.text(
                &more,
                (x, base),
                text,
                Weight::Bold,
                Anchor::Start,
                self.palette.muted,
            );
            x += face::width(&more, text, Weight::Bold) + text * 0.5;
        }
        let result = face::fit(
            &result,
            text,
            Weight::Bold,
            (text + room - x - text * 0.4).max(0.0),
        );
        self.sheet.text(
            &result,
            (x + text * 0.4, base),
            text,
            Weight::Bold,
            Anchor::Start,
            self.palette.ink,
        );
        self.sheet.close();
    }

    /// One die. A success is filled with the seat's colour, a failure hollow and pale.
    fn die(&mut self, (x, y): Dot, size: f32, shows: u8, sides: u8, success: Option<bool>, look: &SeatLook) {
        let failed = success == Some(false);
        let (ground, ink, edge) = if failed {
            (
                self.palette.panel,
                self.palette.muted,
                self.palette.muted.fade(0.6),
            )
        } else {
            (look.body, look.ink, look.edge)
        };
        let corner = size * 0.2;
        self.sheet.round_rect((x, y), (size, size), corner, ground);
        if !failed {
            let square = [
                (x + 2.0, y + 2.0),
                (x + size - 2.0, y + 2.0),
                (x + size - 2.0, y + size - 2.0),
                (x + 2.0, y + size - 2.0),
            ];
            let stripes = shape::hatching(&square, look.hatch, (size * 0.22).max(3.0));
            self.sheet.segments(stripes, (size * 0.05).max(0.8), look.stripe);
        }
        let frame = crate::sheet::round_corners((x, y), (size, size), corner);
        self.sheet
            .stroke(frame, Pen::outline((size * 0.05).max(1.0)), edge);
        let (cx, cy) = (x + size / 2.0, y + size / 2.0);
        if let Some(places) = pips(shows).filter(|_| sides == 6) {
            let reach = size * 0.26;
            for (dx, dy) in places {
                self.sheet.disc(
                    (cx + f32::from(*dx) * reach, cy + f32::from(*dy) * reach),
                    size * 0.095,
                    ink,
                );
            }
        } else {
            let letters = size * if shows >= 100 { 0.4 } else { 0.55 };
            let base = (cx, cy + face::cap_height(letters) / 2.0);
            self.sheet.text(
                &shows.to_string(),
                base,
                letters,
                Weight::Bold,
                Anchor::Middle,
                ink,
            );
        }
        if success == Some(true) {
            // A tick under the die: seen without colour.
            let (tx, ty) = (cx, y + size + size * 0.13);
            let tick = [
                (tx - size * 0.14, ty - size * 0.02),
                (tx - size * 0.03, ty + size * 0.08),
                (tx + size * 0.17, ty - size * 0.12),
            ];
            let ink: Rgba = self.palette.ink;
            self.sheet.stroke(tick, Pen::line((size * 0.07).max(1.2)), ink);
        }
    }
}

fn dice_words(roll: &Roll) -> String {
    if roll.is_counted() {
        return counted_in_words(&roll.counted);
    }
    let shown: Vec<String> = roll.faces.iter().take(60).map(u8::to_string).collect();
    shown.join(" ")
}

/// Where the pips of a face stand, in thirds from the middle.
fn pips(face: u8) -> Option<&'static [(i8, i8)]> {
    Some(match face {
        1 => &[(0, 0)],
        2 => &[(-1, 1), (1, -1)],
        3 => &[(-1, 1), (0, 0), (1, -1)],
        4 => &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
        5 => &[(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
        6 => &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
        _ => return None,
    })
}

#[test]
fn a_die_shows_as_many_pips_as_its_face() {
    for face in 1..=6 {
        assert_eq!(pips(face).map(<[_]>::len), Some(usize::from(face)));
    }
    assert_eq!(pips(0), None);
    assert_eq!(pips(7), None);
}
