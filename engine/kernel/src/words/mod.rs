//! Lines of a text notation as words: reading them, quoting, lists with commas, and faults that point at their word.
//!
//! A game matches the words of a line with slice patterns and reads each with [`read`] or [`number`]; a [`WordFault`] keeps
//! which word is wrong, and [`parse_line`] says where in the line that is. [`sentence`] holds what sentences of the log
//! are made of.

pub mod sentence;

use std::any::Any;
use std::fmt::{Display, Write as _};
use std::str::FromStr;

use crate::{Argument, MESSAGES, Message, Phrase, message};

/// A fault of a line, and the word of it at which it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordFault {
    /// Where the word begins in memory: the words of a line are parts of it, so that tells its place.
    at: Option<usize>,
    /// What is wrong, and what would be right.
    reason: Message,
}

impl WordFault {
    /// A fault of one word.
    pub fn at(word: &str, reason: Message) -> Self {
        Self {
            at: Some(word.as_ptr().addr()),
            reason,
        }
    }

    /// A fault of several words: it points at the first of them, or at none if there are none.
    pub fn of(words: &[&str], reason: Message) -> Self {
        Self {
            at: words.first().map(|word| word.as_ptr().addr()),
            reason,
        }
    }

    /// In words, with its column in the line.
    fn with_column(self, line: &str) -> Message {
        let place = self
            .at
            .and_then(|at| at.checked_sub(line.as_ptr().addr()))
            .and_then(|place| line.get(..place));
        match place {
            Some(before) if before.len() < line.len() => {
                let column = before.chars().count() + 1;
                message!(MESSAGES, "words-at-column", column, reason = self.reason)
            }
            Some(_) | None => self.reason,
        }
    }
}

impl From<Message> for WordFault {
    fn from(reason: Message) -> Self {
        Self { at: None, reason }
    }
}

/// Reads a line of words. `verbs` are the first words of all lines; what `parse` answers with nothing is no command: the
/// fault then says whether its first word is one.
///
/// # Errors
/// What is wrong, with the column of the word.
pub fn parse_line<T>(
    line: &str,
    verbs: &[&str],
    parse: impl FnOnce(&[&str]) -> Result<Option<T>, WordFault>,
) -> Result<T, Message> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let read = parse(&words).and_then(|read| read.ok_or_else(|| no_command(&words, verbs)));
    read.map_err(|fault| fault.with_column(line))
}

fn no_command(words: &[&str], verbs: &[&str]) -> WordFault {
    match words {
        [] => WordFault::from(message!(MESSAGES, "words-empty")),
        [verb, ..] if verbs.contains(verb) => {
            message!(MESSAGES, "words-incomplete", words = words.join(" ")).into()
        }
        [verb, ..] => WordFault::at(
            verb,
            message!(
                MESSAGES,
                "words-unknown-verb",
                verbs = verbs.join(", "),
                verb = Argument::quoted(verb)
            ),
        ),
    }
}

/// Reads a word as a value that says itself what is wrong with it.
///
/// # Errors
/// What the value says.
pub fn read<T: FromStr<Err: Display + 'static>>(word: &str) -> Result<T, WordFault> {
    word.parse()
        .map_err(|error: T::Err| WordFault::at(word, sentence_of(&error)))
}

/// The message that an error is, or its text: types of the geometry know no messages.
pub fn sentence_of(error: &(impl Display + 'static)) -> Message {
    match (error as &dyn Any).downcast_ref::<Message>() {
        Some(message) => message.clone(),
        None => message!(MESSAGES, "form-refused", reason = error.to_string()),
    }
}

/// Reads a number; `what` names it: "a length in inches".
///
/// # Errors
/// The word is no such number.
pub fn number<T: FromStr>(word: &str, what: Phrase) -> Result<T, WordFault> {
    word.parse()
        .map_err(|_| WordFault::at(word, word_expected(what, word)))
}

/// Something was expected in the place of a word.
pub fn word_expected(what: Phrase, word: &str) -> Message {
    message!(MESSAGES, "words-expected", what, word = Argument::quoted(word))
}

/// Reads words that are separated by spaces, or by commas as well.
///
/// # Errors
/// The first word that is wrong.
pub fn each<T: FromStr<Err: Display + 'static>>(words: &[&str]) -> Result<Vec<T>, WordFault> {
    words
        .iter()
        .map(|word| read(word.trim_end_matches(',')))
        .collect()
}

/// Words separated by commas into parts; an empty part where nothing stands between two commas.
pub fn parts<'l>(words: &[&'l str]) -> Vec<Vec<&'l str>> {
    let mut parts = vec![Vec::new()];
    for &word in words {
        for (place, piece) in word.split(',').enumerate() {
            if place > 0 {
                parts.push(Vec::new());
            }
            if !piece.is_empty()
                && let Some(part) = parts.last_mut()
            {
                part.push(piece);
            }
        }
    }
    parts
}

/// Entries of several words each, where a comma ends an entry only at the end of a word: points have commas too.
pub fn entries<'l>(words: &[&'l str]) -> Vec<Vec<&'l str>> {
    let mut all = Vec::new();
    let mut entry = Vec::new();
    for word in words {
        entry.push(word.trim_end_matches(','));
        if word.ends_with(',') {
            all.push(std::mem::take(&mut entry));
        }
    }
    if !entry.is_empty() {
        all.push(entry);
    }
    all
}

/// Any text in quotes without white space: letters, digits and `-_.'` as they are, everything else as `\20.`, its number.
pub fn quote(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        if letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.' | '\'') {
            quoted.push(letter);
        } else {
            let _ = write!(quoted, "\\{:x}.", u32::from(letter));
        }
    }
    quoted.push('"');
    quoted
}

/// The text behind [`quote`]; nothing where no quotes stand.
///
/// # Errors
/// Quotes that are not as they should be.
pub fn unquote(word: &str) -> Result<Option<String>, WordFault> {
    let Some(inner) = word.strip_prefix('"').and_then(|word| word.strip_suffix('"')) else {
        return Ok(None);
    };
    let fault = || {
        WordFault::at(
            word,
            message!(MESSAGES, "words-badly-quoted", word = Argument::quoted(word)),
        )
    };
    let mut read = String::new();
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        read.push_str(&rest[..at]);
        let (code, after) = rest[at + 1..].split_once('.').ok_or_else(fault)?;
        // A sign before the digits would be a second way to write the same text.
        let digits = Some(code).filter(|code| code.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let letter = digits.and_then(|digits| char::from_u32(u32::from_str_radix(digits, 16).ok()?));
        read.push(letter.ok_or_else(fault)?);
        rest = after;
    }
    read.push_str(rest);
    Ok(Some(read))
}

/// Whether an id stands in a line as it is: letters, digits, `-` and `_`, and none of the words that are reserved.
pub fn is_plain(id: &str, reserved: &[&str]) -> bool {
    id.bytes()
        .next()
        .is_some_and(|first| first.is_ascii_alphanumeric())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        && !reserved.contains(&id)
}

/// Things as words with something between them.
pub fn join<T>(things: impl IntoIterator<Item = T>, between: &str, word: impl FnMut(T) -> String) -> String {
    things.into_iter().map(word).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MessageFile, phrase};

    static WORDS: MessageFile = MessageFile::new("example", "number = a number");

    fn sum(line: &str) -> Result<u8, String> {
        const NUMBER: Phrase = phrase!(WORDS, "number");
        parse_line(line, &["add", "stop"], |words| match words {
            ["add", numbers @ ..] if !numbers.is_empty() => {
                let all: Result<Vec<u8>, WordFault> =
                    numbers.iter().map(|word| number(word, NUMBER)).collect();
                Ok(Some(all?.iter().sum()))
            }
            _ => Ok(None),
        })
        .map_err(String::from)
    }

    #[test]
    fn a_fault_points_at_its_word() {
        assert_eq!(sum("add 1  2"), Ok(3));
        assert_eq!(
            sum(" add 1 è 2"),
            Err("column 8: a number is expected, not \"è\"".to_owned())
        );
        assert_eq!(
            sum("add"),
            Err("`add` is incomplete or has words too many".to_owned())
        );
        assert_eq!(
            sum("sub 1"),
            Err("column 1: a line begins with one of add, stop, not \"sub\"".to_owned())
        );
        assert_eq!(sum("  "), Err("an empty line is no command".to_owned()));
    }

    #[test]
    fn commas_part_words_wherever_they_stand() {
        assert_eq!(
            parts(&["A1", "N,", "B2", "E,B3", "S"]),
            [vec!["A1", "N"], vec!["B2", "E"], vec!["B3", "S"]]
        );
        assert_eq!(parts(&[]), [Vec::<&str>::new()]);
        assert_eq!(parts(&["A1,"]), [vec!["A1"], vec![]]);
        assert_eq!(
            entries(&["A1", "3,4,", "B2", "5,6,"]),
            [vec!["A1", "3,4"], vec!["B2", "5,6"]]
        );
        assert_eq!(entries(&[]), Vec::<Vec<&str>>::new());
    }

    #[test]
    fn what_is_quoted_is_read_again() {
        for text in ["", "plain", "two words", "a \"quoted\" \\ one", "Ω,\n"] {
            let quoted = quote(text);
            assert!(!quoted.contains(char::is_whitespace), "{quoted}");
            assert_eq!(unquote(&quoted), Ok(Some(text.to_owned())));
        }
        assert_eq!(unquote("plain"), Ok(None));
        for wrong in ["\"\\zz.\"", "\"\\+41.\""] {
            assert!(unquote(wrong).is_err(), "{wrong}");
        }
        assert!(is_plain("a-1_b", &["on"]) && !is_plain("on", &["on"]) && !is_plain("-a", &[]));
    }
}
