//! Surroundings of the field: title, caption, the sides; and the picture in words.

use hindsight_kernel::{Board, BoardSideLine, Message};

use super::view::columns;
use super::{PictureOptions, Scene, shape};
use crate::messages::text;
use crate::sheet::{Anchor, Pen, Weight, face};

impl Scene<'_> {
    pub(super) fn furniture(&mut self) {
        self.header();
        if self.options.legend {
            self.legend();
        }
        self.footer();
    }

    fn header(&mut self) {
        let view = self.view;
        let (text, width) = (view.text, view.width as f32);
        let options = self.options;
        let title = options.title.as_deref().filter(|title| !title.is_empty());
        let caption = Some(self.board.caption.to_string());
        let caption = caption
            .as_deref()
            .filter(|caption| options.caption && !caption.is_empty());
        let room = width - 2.0 * text;
        let large = text * 1.2;
        let base = view.header + face::cap_height(large) + text * 0.1;
        self.sheet.open_layer("caption");
        let ink = self.palette.ink;
        match (title, caption) {
            (Some(title), Some(caption)) if width < text * 42.0 => {
                let title = face::fit(title, large, Weight::Bold, room);
                self.sheet
                    .text(&title, (text, base), large, Weight::Bold, Anchor::Start, ink);
                let caption = face::fit(caption, text, Weight::Regular, room);
                self.sheet.text(
                    &caption,
                    (text, base + text * 1.6),
                    text,
                    Weight::Regular,
                    Anchor::Start,
                    self.palette.muted,
                );
            }
            (Some(title), Some(caption)) => {
                let caption = face::fit(caption, text, Weight::Regular, room * 0.55);
                let used = face::width(&caption, text, Weight::Regular) + text * 1.5;
                let title = face::fit(title, large, Weight::Bold, room - used);
                self.sheet
                    .text(&title, (text, base), large, Weight::Bold, Anchor::Start, ink);
                self.sheet.text(
                    &caption,
                    (width - text, base),
                    text,
                    Weight::Regular,
                    Anchor::End,
                    self.palette.muted,
                );
            }
            (Some(only), None) | (None, Some(only)) => {
                let only = face::fit(only, large, Weight::Bold, room);
                self.sheet
                    .text(&only, (text, base), large, Weight::Bold, Anchor::Start, ink);
            }
            (None, None) => {}
        }
        self.sheet.close();
    }

    fn legend(&mut self) {
        let view = self.view;
        let text = view.text;
        let room = view.width as f32 - 2.0 * text;
        let per_row = columns(room, text, self.board.sides.len());
        let gap = text * 0.5;
        let wide = (room - gap * (per_row as f32 - 1.0)) / per_row as f32;
        let tall = text * 1.95;
        self.sheet.open_layer("legend");
        for (place, side) in self.board.sides.iter().take(26).enumerate() {
            let look = self.palette.seat(side.seat);
            let left = text + (place % per_row) as f32 * (wide + gap);
            let top = view.legend + (place / per_row) as f32 * text * 2.3;
            self.sheet.open(&crate::sheet::Group {
                class: &format!("side seat-{}", side.seat.letter().to_ascii_lowercase()),
                label: &side_line(side).to_string(),
                ..crate::sheet::Group::default()
            });
            self.sheet
                .round_rect((left, top), (wide, tall), text * 0.35, self.palette.panel);
            if side.to_decide {
                let frame = crate::sheet::round_corners((left, top), (wide, tall), text * 0.35);
                self.sheet
                    .stroke(frame, Pen::outline((text / 7.0).max(1.2)), look.edge);
            }
            let chip = tall - text * 0.6;
            let at = (left + text * 0.3, top + text * 0.3);
            let corners = [
                at,
                (at.0 + chip, at.1),
                (at.0 + chip, at.1 + chip),
                (at.0, at.1 + chip),
            ];
            self.sheet.fill(corners, look.body);
            let stripes = shape::hatching(&corners, look.hatch, (chip * 0.24).max(3.0));
            self.sheet.segments(stripes, (chip * 0.07).max(0.8), look.stripe);
            self.sheet
                .stroke(corners, Pen::outline((text / 14.0).max(0.8)), look.edge);
            let middle = top + tall / 2.0;
            let letter = (chip * 0.78).max(view.least);
            let base = (at.0 + chip / 2.0, middle + face::cap_height(letter) / 2.0);
            self.sheet.text(
                &side.seat.to_string(),
                base,
                letter,
                Weight::Bold,
                Anchor::Middle,
                look.ink,
            );
            let mut x = at.0 + chip + text * 0.55;
            let mut end = left + wide - text * 0.5;
            let base = middle + face::cap_height(text) / 2.0;
            if side.to_decide {
                end = self.decision_mark(end, middle, wide > text * 19.0, look.edge);
            }
            let score = side.score.as_deref().unwrap_or_default();
            // Where both do not fit, the score's number is enough.
            let both =
                face::width(score, text, Weight::Regular) + face::width(&side.name, text, Weight::Bold);
            let score = if both + text > end - x {
                score.split(' ').next().unwrap_or_default()
            } else {
                score
            };
            let score = face::fit(score, text, Weight::Regular, (end - x) * 0.5);
            if !score.is_empty() {
                self.sheet.text(
                    &score,
                    (end, base),
                    text,
                    Weight::Regular,
                    Anchor::End,
                    self.palette.muted,
                );
                end -= face::width(&score, text, Weight::Regular) + text * 0.6;
            }
            x = x.min(end);
            let name = face::fit(&side.name, text, Weight::Bold, end - x);
            self.sheet.text(
                &name,
                (x, base),
                text,
                Weight::Bold,
                Anchor::Start,
                self.palette.ink,
            );
            self.sheet.close();
        }
        self.sheet.close();
    }

    /// The mark of who is asked, right-aligned; gives back where it begins.
    fn decision_mark(&mut self, end: f32, middle: f32, in_words: bool, colour: crate::sheet::Rgba) -> f32 {
        let text = self.view.text;
        let size = self.view.letters(0.85);
        let half = text * 0.36;
        let mut left = end;
        if in_words {
            let words = text!("side-to-decide").to_string();
            let base = (end, middle + face::cap_height(size) / 2.0);
            self.sheet
                .text(&words, base, size, Weight::Bold, Anchor::End, self.palette.ink);
            left -= face::width(&words, size, Weight::Bold) + text * 0.3;
        }
        let sign = [
            (left - half * 1.5, middle - half),
            (left, middle),
            (left - half * 1.5, middle + half),
        ];
        self.sheet.fill(sign, colour);
        left - half * 1.5 - text * 0.6
    }
}

fn side_line(side: &BoardSideLine) -> Message {
    text!(
        "side",
        seat = side.seat,
        name = &side.name,
        has_score = side.score.is_some(),
        score = side.score.clone().unwrap_or_default(),
        decides = side.to_decide
    )
}

/// The picture's title: the game's name and the moment.
pub(super) fn title(board: &Board, options: &PictureOptions) -> String {
    let title = options.title.as_deref().unwrap_or_default();
    match (title.is_empty(), board.caption.is_empty()) {
        (false, false) => {
            let caption = board.caption.clone();
            text!("picture-title", title = title.to_owned(), caption).into()
        }
        (false, true) => title.to_owned(),
        (true, false) => board.caption.to_string(),
        (true, true) => text!("picture-untitled").into(),
    }
}

/// The picture in words: the sides, how many units each has, what happened last.
pub(super) fn description(board: &Board, options: &PictureOptions) -> String {
    let mut sentences = Vec::with_capacity(board.sides.len() + 1);
    for side in &board.sides {
        let units = board
            .tokens
            .iter()
            .filter(|token| token.seat == side.seat)
            .count();
        sentences.push(text!("side-with-units", side = side_line(side), units).to_string());
    }
    if let Some(last) = &options.last
        && !last.words.is_empty()
    {
        sentences.push(last.words.to_string());
    }
    sentences.join(" ").trim_end().to_owned()
}
