//! Text as it is searched: letters alike however they are spelt.

use std::borrow::Cow;

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// Folds a text for search: compatible letters become one (NFKD), combining marks and case are dropped, white space of any
/// kind and length becomes one space. "Zoe\u{308}", "ZO\u{CB}" and "zoe" are the same.
pub(super) fn folded(text: &str) -> String {
    let classes = CanonicalCombiningClassMapBorrowed::new();
    let letters = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(text.chars());
    let mut folded = String::with_capacity(text.len());
    for letter in letters.filter(|letter| classes.get_u8(*letter) == 0) {
        match letter {
            // The two letters whose small form depends on their place, or is written as two.
            '\u{3C2}' => folded.push('\u{3C3}'),
            '\u{DF}' | '\u{1E9E}' => folded.push_str("ss"),
            _ => folded.extend(letter.to_lowercase()),
        }
    }
    let mut words = folded.split_whitespace();
    let mut joined = words.next().unwrap_or_default().to_owned();
    for word in words {
        joined.push(' ');
        joined.push_str(word);
    }
    joined
}

/// Composes the letters of a value (NFC), so that it is found in either spelling.
pub(super) fn composed(value: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_text_fold_alike() {
        for (one, other) in [
            ("Zo\u{EB}", "Zoe\u{308}"),
            ("Zo\u{EB}", "zoe"),
            ("two  spaces\u{A0} here", "Two spaces here"),
            ("Stra\u{DF}e", "STRASSE"),
            ("\u{39F}\u{394}\u{39F}\u{3A3}", "\u{3BF}\u{3B4}\u{3BF}\u{3C2}"),
            ("\u{FF21}\u{FF22}", "ab"),
        ] {
            assert_eq!(folded(one), folded(other), "{one:?} {other:?}");
        }
        // Letters stay apart, and so do vowel signs that are no marks above or below a letter.
        assert_ne!(folded("\u{5317}\u{8ECD}"), folded("\u{5357}\u{8ECD}"));
        assert_ne!(folded("\u{915}\u{93F}"), folded("\u{915}\u{940}"));
        assert_eq!(composed("Zoe\u{308}"), "Zo\u{EB}");
    }
}
