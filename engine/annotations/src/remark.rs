//! Remarks: words, signs, drawings.

use hindsight_kernel::plain_text::unfit_in_text;
use hindsight_kernel::{Argument, Message, message};
use serde::{Deserialize, Serialize};

use crate::drawing::Drawing;
use crate::glyph::{Glyph, GlyphKind};
use crate::limits::{DRAWINGS, MARKS, OBSERVATIONS, TEXT};
use crate::mark::{self, HouseMark};
use crate::messages::MESSAGES;

/// A remark on an anchor.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Remark {
    /// Markdown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// PGN's numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Marks of the house, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// What is drawn over the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawings: Vec<Drawing>,
}

/// One place of a request that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct AnnotationFault {
    /// A JSON pointer.
    pub path: String,
    /// The fault, and what would be right.
    pub reason: Message,
}

impl AnnotationFault {
    /// The fault with its place.
    pub fn message(&self) -> Message {
        message!(
            MESSAGES,
            "fault-at",
            path = &self.path,
            reason = self.reason.clone()
        )
    }

    /// A fault at a place.
    pub fn new(path: impl Into<String>, reason: Message) -> Self {
        Self {
            path: path.into(),
            reason,
        }
    }
}

/// Whether words may be stored: not too many, and no control characters but those of lines.
///
/// # Errors
/// What is wrong with them, at this path.
pub fn words(text: &str, path: &str, most: usize) -> Result<(), AnnotationFault> {
    let count = text.chars().count();
    if count > most {
        let reason = message!(MESSAGES, "text-too-long", most, count);
        return Err(AnnotationFault::new(path, reason));
    }
    match unfit_in_text(text) {
        Some(found) => {
            let reason = message!(
                MESSAGES,
                "text-character",
                character = format!("{:04X}", u32::from(found))
            );
            Err(AnnotationFault::new(path, reason))
        }
        None => Ok(()),
    }
}

/// The check of drawings, as somebody sends them.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_drawings(drawings: &[Drawing]) -> Result<(), AnnotationFault> {
    if drawings.len() > DRAWINGS {
        return Err(AnnotationFault::new(
            "/drawings",
            message!(MESSAGES, "too-many-drawings", drawings = DRAWINGS),
        ));
    }
    for (place, drawing) in drawings.iter().enumerate() {
        drawing.check(&format!("/drawings/{place}"))?;
    }
    Ok(())
}

impl Remark {
    /// Whether it says nothing at all.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
            && self.glyphs.is_empty()
            && self.marks.is_empty()
            && self.drawings.is_empty()
    }

    /// The check of it, as somebody writes it. A text that is read in may hold more glyphs and marks.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), AnnotationFault> {
        if self.is_empty() {
            return Err(AnnotationFault::new("", message!(MESSAGES, "remark-empty")));
        }
        words(&self.text, "/text", TEXT)?;
        self.check_glyphs()?;
        self.check_marks()?;
        check_drawings(&self.drawings)
    }

    fn check_glyphs(&self) -> Result<(), AnnotationFault> {
        let mut counts = [0; 3];
        for (place, number) in self.glyphs.iter().enumerate() {
            let path = || format!("/glyphs/{place}");
            let Some(glyph) = Glyph::numbered(*number) else {
                let known: Vec<String> = crate::glyph::GLYPHS
                    .iter()
                    .map(|glyph| glyph.number.to_string())
                    .collect();
                let reason = message!(MESSAGES, "no-glyph", number, known = known.join(", "));
                return Err(AnnotationFault::new(path(), reason));
            };
            if self.glyphs[..place].contains(number) {
                return Err(AnnotationFault::new(
                    path(),
                    message!(MESSAGES, "glyph-twice", number),
                ));
            }
            let (count, most, what) = match glyph.kind {
                GlyphKind::Move => (&mut counts[0], 1, "move"),
                GlyphKind::Position => (&mut counts[1], 1, "position"),
                GlyphKind::Observation => (&mut counts[2], OBSERVATIONS, "observation"),
            };
            *count += 1;
            if *count > most {
                return Err(AnnotationFault::new(
                    path(),
                    message!(MESSAGES, "too-many-glyphs", most, kind = what),
                ));
            }
        }
        Ok(())
    }

    fn check_marks(&self) -> Result<(), AnnotationFault> {
        if self.marks.len() > MARKS {
            return Err(AnnotationFault::new(
                "/marks",
                message!(MESSAGES, "too-many-marks", marks = MARKS),
            ));
        }
        for (place, name) in self.marks.iter().enumerate() {
            let path = || format!("/marks/{place}");
            if HouseMark::named(name).is_none() {
                let known: Vec<&str> = mark::MARKS.iter().map(|mark| mark.name).collect();
                let reason = message!(
                    MESSAGES,
                    "no-mark",
                    name = Argument::quoted(name),
                    known = known.join(", ")
                );
                return Err(AnnotationFault::new(path(), reason));
            }
            if self.marks[..place].contains(name) {
                return Err(AnnotationFault::new(
                    path(),
                    message!(MESSAGES, "mark-twice", name = Argument::quoted(name)),
                ));
            }
        }
        Ok(())
    }

    /// The same as it is stored: distances measured.
    #[must_use]
    pub(crate) fn settled(mut self) -> Self {
        self.drawings = self.drawings.into_iter().map(Drawing::measured).collect();
        self
    }

    /// The move glyph, if it has one.
    pub fn move_glyph(&self) -> Option<&'static Glyph> {
        self.glyphs
            .iter()
            .filter_map(|number| Glyph::numbered(*number))
            .find(|glyph| glyph.kind == GlyphKind::Move)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(glyphs: &[u8], marks: &[&str]) -> Remark {
        Remark {
            text: "Too early.".to_owned(),
            glyphs: glyphs.to_vec(),
            marks: marks.iter().map(|mark| (*mark).to_owned()).collect(),
            drawings: Vec::new(),
        }
    }

    #[test]
    fn one_move_glyph_one_position_glyph_and_any_observations() {
        let rows: [(&[u8], &[&str], Option<&str>); 11] = [
            (&[], &[], None),
            (&[4], &[], None),
            (&[4, 16, 32, 36, 40], &["unlucky", "turning-point"], None),
            (&[4, 2], &[], Some("/glyphs/1")),
            (&[10, 16], &[], Some("/glyphs/1")),
            (&[32, 32], &[], Some("/glyphs/1")),
            (&[99], &[], Some("/glyphs/0")),
            (&[0], &[], Some("/glyphs/0")),
            (&[], &["lucky", "lucky"], Some("/marks/1")),
            (&[], &["sad"], Some("/marks/0")),
            (&[], &["lucky"; 9], Some("/marks")),
        ];
        for (glyphs, marks, expected) in rows {
            let found = said(glyphs, marks).check().err().map(|fault| fault.path);
            assert_eq!(found.as_deref(), expected, "{glyphs:?} {marks:?}");
        }
    }

    #[test]
    fn words_have_an_end_and_no_control_characters() {
        let text = |text: String| Remark {
            text,
            ..Remark::default()
        };
        assert_eq!(text(" \n".to_owned()).check().unwrap_err().path, "");
        assert!(text("é".repeat(TEXT)).check().is_ok());
        assert_eq!(text("é".repeat(TEXT + 1)).check().unwrap_err().path, "/text");
        assert!(text("one\r\n\ttwo".to_owned()).check().is_ok());
        assert_eq!(text("bell\u{7}".to_owned()).check().unwrap_err().path, "/text");
    }
}
