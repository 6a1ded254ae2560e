//! Marks of our own, by name: what happens in games of dice and units and has no number in PGN.

/// A mark of the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseMark {
    /// Its name on the wire and in the text notation.
    pub name: &'static str,
    /// A sign.
    pub sign: &'static str,
    /// In words.
    pub words: &'static str,
}

/// The marks that may be given. A text may hold others; they are kept as they are.
pub const MARKS: [HouseMark; 10] = [
    HouseMark {
        name: "lucky",
        sign: "▲",
        words: "lucky dice",
    },
    HouseMark {
        name: "unlucky",
        sign: "▼",
        words: "unlucky dice",
    },
    HouseMark {
        name: "rules-error",
        sign: "§",
        words: "against the rules",
    },
    HouseMark {
        name: "forgotten-order",
        sign: "✎",
        words: "a forgotten order",
    },
    HouseMark {
        name: "turning-point",
        sign: "◆",
        words: "a turning point",
    },
    HouseMark {
        name: "missed-trigger",
        sign: "◌",
        words: "a missed step",
    },
    HouseMark {
        name: "unsupported-charge",
        sign: "⇥",
        words: "an unsupported charge",
    },
    HouseMark {
        name: "exposed-flank",
        sign: "◨",
        words: "an exposed flank",
    },
    HouseMark {
        name: "out-of-command",
        sign: "⊘",
        words: "out of command",
    },
    HouseMark {
        name: "wrong-target",
        sign: "⌖",
        words: "the wrong target",
    },
];

impl HouseMark {
    /// The mark of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        MARKS.iter().find(|mark| mark.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_the_house_have_names_that_texts_take() {
        for mark in MARKS {
            let plain = mark
                .name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            assert!(plain && !mark.name.starts_with('-'), "{}", mark.name);
            assert_eq!(HouseMark::named(mark.name), Some(&mark));
        }
        assert_eq!(HouseMark::named("sad"), None);
    }
}
