//! Text in the order in which its letters are drawn from left to right.
//!
//! A browser orders and joins letters by itself, so SVG keeps a text as it was written; pictures made of pixels need this.

use std::borrow::Cow;

use ar_reshaper::reshape_line;
use icu_properties::CodePointMapData;
use icu_properties::props::BidiMirroringGlyph;
use unicode_bidi::{BidiInfo, ParagraphInfo};

use super::face::{Weight, face, is_plain};

/// What stands for letters that the embedded face does not have, however many they are.
const MISSING: char = '\u{2026}';

/// Orders the letters of a line as they are drawn: Arabic letters are joined, right-to-left runs are reversed, and letters
/// without a shape in the embedded face become one ellipsis a run.
pub(crate) fn visual(text: &str, weight: Weight) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let joined = if text.chars().any(is_arabic) {
        Cow::Owned(reshape_line(text))
    } else {
        Cow::Borrowed(text)
    };
    let bidi = BidiInfo::new(&joined, None);
    let ordered = match bidi.paragraphs.first() {
        Some(line) if bidi.has_rtl() => reordered(&bidi, line),
        _ => joined.into_owned(),
    };
    Cow::Owned(with_shapes(&ordered, weight))
}

/// A line in the order in which it is drawn, with brackets of right-to-left runs mirrored (Unicode Standard Annex 9, rules L2 and L4).
fn reordered(bidi: &BidiInfo<'_>, line: &ParagraphInfo) -> String {
    let (levels, runs) = bidi.visual_runs(line, line.range.clone());
    let mut drawn = String::with_capacity(line.range.len());
    for run in runs {
        let letters = bidi.text[run.clone()].chars();
        if levels[run.start].is_rtl() {
            drawn.extend(letters.rev().map(mirrored));
        } else {
            drawn.extend(letters);
        }
    }
    drawn
}

/// The letter that looks like this one in a mirror; the letter itself where there is none.
fn mirrored(letter: char) -> char {
    let mirror = CodePointMapData::<BidiMirroringGlyph>::new().get(letter);
    mirror.mirroring_glyph.unwrap_or(letter)
}

fn is_arabic(letter: char) -> bool {
    matches!(letter, '\u{600}'..='\u{6FF}' | '\u{750}'..='\u{77F}' | '\u{8A0}'..='\u{8FF}')
}

/// A text in which one ellipsis stands for each run of letters that have no shape.
fn with_shapes(text: &str, weight: Weight) -> String {
    let face = face(weight);
    let mut shown = String::with_capacity(text.len());
    let mut is_missing = false;
    for letter in text.chars() {
        let has_shape = face.glyph(letter).0 != 0;
        if has_shape {
            shown.push(letter);
        } else if !is_missing {
            shown.push(MISSING);
        }
        is_missing = !has_shape;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        visual(text, Weight::Regular).into_owned()
    }

    #[test]
    fn arabic_is_joined_and_drawn_from_the_right() {
        // Beh, alef, beh: the first form, the last form of alef, and a letter by itself; drawn from left to right they
        // stand the other way round (Unicode Standard, Arabic Presentation Forms-B).
        assert_eq!(drawn("\u{628}\u{627}\u{628}"), "\u{FE8F}\u{FE8E}\u{FE91}");
    }

    #[test]
    fn hebrew_is_reversed_and_numbers_in_it_are_not() {
        assert_eq!(drawn("\u{5D0}\u{5D1} 12"), "12 \u{5D1}\u{5D0}");
        assert_eq!(drawn("A \u{5D0}\u{5D1} B"), "A \u{5D1}\u{5D0} B");
    }

    #[test]
    fn brackets_in_hebrew_are_mirrored() {
        assert_eq!(drawn("\u{5D0} (\u{5D1}) <2>"), "<2> (\u{5D1}) \u{5D0}");
        assert_eq!(drawn("\u{5D0} (Orsa)"), "(Orsa) \u{5D0}");
        assert_eq!(drawn("A (\u{5D0}) B"), "A (\u{5D0}) B");
        assert_eq!(
            drawn("\u{5D0} \u{AB}\u{5D1}\u{BB}"),
            "\u{AB}\u{5D1}\u{BB} \u{5D0}"
        );
    }

    #[test]
    fn letters_without_a_shape_become_one_ellipsis_a_run() {
        assert_eq!(drawn("\u{5317}\u{8ECD} \u{5BFE} x"), "\u{2026} \u{2026} x");
        assert_eq!(drawn("Zo\u{EB} \u{141}uk"), "Zo\u{EB} \u{141}uk");
    }
}
