//! Characters that texts of people may hold.
//!
//! Control characters do something to a terminal or a file and show nothing on a page. Characters that embed or override a
//! direction can turn around what stands beside a text (Unicode Standard Annex 9, 2.1 to 2.4); letters of every script bring
//! their own direction and need none of them.

use serde_json::Value;

use crate::pack::pointer;
use crate::{MESSAGES, Message, message};

/// Whether a character embeds, overrides or isolates a direction.
pub fn turns_direction(letter: char) -> bool {
    matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The first character that a text of several lines may not hold: a control character other than a line end or a tab, or one
/// that turns the direction.
pub fn unfit_in_text(text: &str) -> Option<char> {
    let is_unfit = |c: &char| (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || turns_direction(*c);
    text.chars().find(is_unfit)
}

/// The first character that a text of one line, such as a name or a title, may not hold.
pub fn unfit_in_line(text: &str) -> Option<char> {
    text.chars().find(|c| c.is_control() || turns_direction(*c))
}

/// The first text inside a JSON value, or name of a member, that holds what [`unfit_in_text`] finds: its place as a JSON pointer,
/// and the character.
pub fn unfit_within(value: &Value) -> Option<(String, char)> {
    let beneath = |part: String, value: &Value| {
        let (place, unfit) = unfit_within(value)?;
        Some((format!("/{part}{place}"), unfit))
    };
    match value {
        Value::String(text) => unfit_in_text(text).map(|unfit| (String::new(), unfit)),
        Value::Array(entries) => entries
            .iter()
            .enumerate()
            .find_map(|(place, entry)| beneath(place.to_string(), entry)),
        Value::Object(members) => members
            .iter()
            .find_map(|(name, member)| match unfit_in_text(name) {
                // The name itself would stand in the refusal, so the object is its place.
                Some(unfit) => Some((String::new(), unfit)),
                None => beneath(pointer(name), member),
            }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// The reason for which a text with such a character is refused.
pub fn unfit_reason(unfit: char) -> Message {
    let character = format!("{:04X}", u32::from(unfit));
    message!(MESSAGES, "text-unfit-character", character)
}

/// Composes the letters of a text (NFC), as most keyboards write them: one spelling of a name.
pub fn composed(text: String) -> String {
    let normalizer = icu_normalizer::ComposingNormalizerBorrowed::new_nfc();
    if normalizer.is_normalized(&text) {
        return text;
    }
    normalizer.normalize(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn letters_of_all_scripts_fit_and_what_turns_or_controls_does_not() {
        for text in ["Zoë", "معركة الجسر", "北軍", "\u{200F}שלום", "soft\u{AD}hyphen"] {
            assert_eq!(
                (unfit_in_text(text), unfit_in_line(text)),
                (None, None),
                "{text:?}"
            );
        }
        for unfit in [
            '\0', '\u{7}', '\u{1B}', '\u{7F}', '\u{85}', '\u{202E}', '\u{2066}',
        ] {
            let text = format!("a{unfit}b");
            assert_eq!(
                (unfit_in_text(&text), unfit_in_line(&text)),
                (Some(unfit), Some(unfit)),
                "{unfit:?}"
            );
        }
        assert_eq!(unfit_in_text("two\nlines\tand\r\na tab"), None);
        assert_eq!(unfit_in_line("two\nlines"), Some('\n'));
    }
    #[test]
    fn an_unfit_text_inside_a_value_is_found_at_its_place() {
        let value = |text: &str| json!({ "a": [1, { "b/c": text }], "d": null });
        assert_eq!(unfit_within(&value("two\nlines")), None);
        for unfit in ['\u{7}', '\u{1B}', '\u{202E}', '\u{2066}'] {
            let found = unfit_within(&value(&format!("a{unfit}b")));
            assert_eq!(found, Some(("/a/1/b~1c".to_owned(), unfit)));
        }
        let named = json!({ "a": { "\u{202E}": 1 } });
        assert_eq!(unfit_within(&named), Some(("/a".to_owned(), '\u{202E}')));
    }
}
