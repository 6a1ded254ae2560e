//! The signs that comments are known by, under the numbers of PGN.

use std::borrow::Cow;

use hindsight_kernel::SideId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a glyph is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GlyphKind {
    /// What was done: at most one on an annotation.
    Move,
    /// How the game stands: at most one on an annotation.
    Position,
    /// Anything else about it: any number.
    Observation,
}

/// A sign with its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// PGN's number.
    pub number: u8,
    /// The sign.
    pub sign: &'static str,
    /// In words, for those who do not see it; without the side, where it is said of one.
    pub words: &'static str,
    /// What it is said of.
    pub kind: GlyphKind,
    /// The side of which its words are said, where of one.
    pub side: Option<SideId>,
}

const fn glyph(number: u8, sign: &'static str, words: &'static str, kind: GlyphKind) -> Glyph {
    Glyph {
        number,
        sign,
        words,
        kind,
        side: None,
    }
}

/// A glyph of how a side stands, by its number.
const fn standing(number: u8, sign: &'static str, side: u8, words: &'static str) -> Glyph {
    Glyph {
        side: Some(SideId(side)),
        ..glyph(number, sign, words, GlyphKind::Position)
    }
}

/// The glyphs that may be given, by kind; the first six are those of the keys 1 to 6.
pub const GLYPHS: [Glyph; 24] = {
    use GlyphKind::{Move, Observation, Position};
    [
        glyph(1, "!", "good", Move),
        glyph(2, "?", "mistake", Move),
        glyph(3, "!!", "brilliant", Move),
        glyph(4, "??", "blunder", Move),
        glyph(5, "!?", "interesting", Move),
        glyph(6, "?!", "dubious", Move),
        glyph(7, "□", "the only choice", Move),
        glyph(22, "⨀", "every option is bad", Move),
        glyph(10, "=", "even", Position),
        glyph(13, "∞", "unclear", Position),
        standing(14, "⩲", 1, "slightly ahead"),
        standing(15, "⩱", 2, "slightly ahead"),
        standing(16, "±", 1, "ahead"),
        standing(17, "∓", 2, "ahead"),
        standing(18, "+−", 1, "winning"),
        standing(19, "−+", 2, "winning"),
        glyph(146, "N", "an unusual choice", Observation),
        glyph(32, "↑↑", "well positioned", Observation),
        glyph(36, "↑", "with the initiative", Observation),
        glyph(40, "→", "with an attack", Observation),
        glyph(132, "⇆", "with a counterattack", Observation),
        glyph(138, "⊕", "short of time", Observation),
        glyph(44, "=∞", "with compensation", Observation),
        glyph(140, "∆", "with the plan", Observation),
    ]
};

impl Glyph {
    /// The glyph of a number; a text may hold numbers that have no sign here.
    pub fn numbered(number: u8) -> Option<&'static Self> {
        GLYPHS.iter().find(|glyph| glyph.number == number)
    }

    /// All of it in words, a side called by `name`; `side A` where that knows no name.
    pub fn said(&self, name: impl Fn(SideId) -> Option<String>) -> Cow<'static, str> {
        let Some(side) = self.side else {
            return Cow::Borrowed(self.words);
        };
        let name = name(side).unwrap_or_else(|| format!("side {}", char::from(b'A' + side.0 - 1)));
        Cow::Owned(format!("{name} {}", self.words))
    }

    /// The glyphs of a kind, in order.
    pub fn of(kind: GlyphKind) -> impl Iterator<Item = &'static Self> {
        GLYPHS.iter().filter(move |glyph| glyph.kind == kind)
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Seat;

    use super::*;

    #[test]
    fn numbers_and_signs_name_one_glyph_each() {
        for (place, glyph) in GLYPHS.iter().enumerate() {
            assert!(GLYPHS[..place].iter().all(|known| known.number != glyph.number));
            assert!(GLYPHS[..place].iter().all(|known| known.sign != glyph.sign));
        }
    }

    #[test]
    fn a_glyph_of_a_side_is_said_with_the_name_of_that_side() {
        let said = |number: u8, name: Option<&str>| {
            let glyph = Glyph::numbered(number).unwrap();
            glyph.said(|_| name.map(ToOwned::to_owned)).into_owned()
        };
        assert_eq!(said(14, Some("South")), "South slightly ahead");
        assert_eq!(said(19, None), "side B winning");
        assert_eq!(said(10, Some("South")), "even");
        let sides = [14, 15, 16, 17, 18, 19].map(|number| Glyph::numbered(number).unwrap().side);
        // As everywhere: sides are numbered from 1.
        let (first, second) = (Some(SideId::of_seat(Seat::A)), Some(SideId::of_seat(Seat::B)));
        assert_eq!(sides, [first, second, first, second, first, second]);
    }

    #[test]
    fn the_six_of_the_keys_are_pgns_first_six() {
        let signs: Vec<_> = (1..=6)
            .map(|number| Glyph::numbered(number).unwrap().sign)
            .collect();
        assert_eq!(signs, ["!", "?", "!!", "??", "!?", "?!"]);
        assert!(Glyph::numbered(139).is_none());
    }
}
