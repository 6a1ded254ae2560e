//! The embedded typeface: the same letters on every machine, with fonts installed or without.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, GlyphId};

use super::visual::visual;

/// The name under which the face is known to plotters and in SVG.
pub(crate) const FAMILY: &str = "DejaVu Sans";

/// How heavy the letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// Which end of a text stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// The part of the width that lies before the place.
    pub(crate) const fn share(self) -> f32 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

/// A face with the advances of its ASCII letters at hand, in ems.
pub(crate) struct Face {
    pub(crate) font: FontRef<'static>,
    units: f32,
    ascii: [f32; 128],
}

impl Face {
    fn new(bytes: &'static [u8]) -> Self {
        let font = FontRef::try_from_slice(bytes).expect("the embedded font is sound");
        let units = font.units_per_em().unwrap_or(2048.0);
        let mut ascii = [0.0; 128];
        for (code, advance) in (0_u8..).zip(&mut ascii) {
            *advance = font.h_advance_unscaled(font.glyph_id(char::from(code))) / units;
        }
        Self { font, units, ascii }
    }

    /// How far a letter moves the pen, in ems.
    pub(crate) fn advance(&self, letter: char) -> f32 {
        match self.ascii.get(letter as usize) {
            Some(&advance) => advance,
            None => self.font.h_advance_unscaled(self.font.glyph_id(letter)) / self.units,
        }
    }

    /// The letter's shape.
    pub(crate) fn glyph(&self, letter: char) -> GlyphId {
        self.font.glyph_id(letter)
    }

    /// The scale at which one em is `size` pixels: the font library counts from the ascent to the descent instead.
    pub(crate) fn scale(&self, size: f32) -> f32 {
        size * self.font.height_unscaled() / self.units
    }
}

static REGULAR: LazyLock<Face> = LazyLock::new(|| Face::new(dejavu::sans::regular()));
static BOLD: LazyLock<Face> = LazyLock::new(|| Face::new(dejavu::sans::bold()));

/// The face of a weight.
pub(crate) fn face(weight: Weight) -> &'static Face {
    match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
    }
}

/// Makes the face known to plotters, which asks for it by name while it lays out charts.
pub(crate) fn register() {
    use plotters::style::{FontStyle, register_font};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for family in [FAMILY, "sans-serif"] {
            // A face that is refused here is refused by `Face::new` too, with a message.
            let _ = register_font(family, FontStyle::Normal, dejavu::sans::regular());
            let _ = register_font(family, FontStyle::Bold, dejavu::sans::bold());
        }
    });
}

/// The width of a line of text in pixels.
pub(crate) fn width(text: &str, size: f32, weight: Weight) -> f32 {
    let face = face(weight);
    let text = visual(text, weight);
    text.chars().map(|letter| face.advance(letter)).sum::<f32>() * size
}

/// The height of capital letters and digits for a text size, in pixels.
pub(crate) fn cap_height(size: f32) -> f32 {
    size * 0.73
}

/// As much of the text as fits into `room` pixels, with an ellipsis where something is missing; empty if not even
/// one letter fits.
pub(crate) fn fit(text: &str, size: f32, weight: Weight, room: f32) -> String {
    if text.len() <= 400 && is_plain(text) && width(text, size, weight) <= room {
        return text.to_owned();
    }
    let face = face(weight);
    let dots = face.advance('…') * size;
    let (mut used, mut end, mut all) = (0.0, 0, String::new());
    for (letters, letter) in text.chars().filter(|letter| is_drawn(*letter)).enumerate() {
        used += face.advance(letter) * size;
        if used > room || letters > 400 {
            all.truncate(end);
            while all.ends_with(' ') {
                all.pop();
            }
            if !all.is_empty() {
                all.push('…');
            }
            return all;
        }
        all.push(letter);
        if used + dots <= room {
            end = all.len();
        }
    }
    all
}

/// Appends a text without what cannot be drawn or could change what stands around it.
pub(crate) fn push_clean(to: &mut String, text: &str) {
    if text.len() <= 600 && is_plain(text) {
        to.push_str(text);
    } else {
        to.extend(text.chars().take(600).filter(|letter| is_drawn(*letter)));
    }
}

/// Whether a text has no letters but those that every keyboard has.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..0x7f).contains(&byte))
}

/// Control characters, marks that turn the direction of reading, and what XML does not allow are not drawn.
pub(crate) fn is_drawn(letter: char) -> bool {
    !(letter.is_control()
        || matches!(letter,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff0}'..='\u{ffff}'))
}
