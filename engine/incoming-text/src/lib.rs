//! Text that comes in from files: the one place where bytes become text, with their byte order marks and encodings.
//!
//! Every way in (page, API, command line; games, records, packs) decodes by [`decode`], so a file that one of them takes is
//! taken by all.

#![warn(clippy::too_many_lines)]

use std::borrow::Cow;
use std::str::FromStr;

/// The byte order mark.
pub const MARK: char = '\u{feff}';

/// The encoding of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-8; UTF-16 where a byte order mark says so.
    #[default]
    Unicode,
    /// Windows-1252, which older programs for Western languages write.
    Windows1252,
}

impl FromStr for Encoding {
    type Err = String;

    /// Reads a name as `Content-Type` and the command line give it.
    fn from_str(name: &str) -> Result<Self, String> {
        match name.trim().trim_matches('"').to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" | "utf-16" | "utf-16le" | "utf-16be" | "us-ascii" => Ok(Self::Unicode),
            "windows-1252" | "cp1252" | "iso-8859-1" | "latin1" => Ok(Self::Windows1252),
            other => Err(format!(
                "the encoding {other:?} is not read here; utf-8 and windows-1252 are"
            )),
        }
    }
}

/// The first place at which bytes are no text of their encoding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}, column {column}: {found} is not {expected}; save the file as UTF-8, or name its encoding (windows-1252)"
)]
pub struct NotText {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The text that would be right.
    pub expected: &'static str,
    /// The text that was found: `the byte 0xfc`.
    pub found: String,
}

/// Decodes the bytes of a file, without their byte order mark. UTF-16 is read where a mark says so.
///
/// # Errors
/// The first place that is no text.
pub fn decode(bytes: &[u8], encoding: Encoding) -> Result<Cow<'_, str>, NotText> {
    match (bytes, encoding) {
        ([0xff, 0xfe, rest @ ..], _) => utf_16(rest, u16::from_le_bytes).map(Cow::Owned),
        ([0xfe, 0xff, rest @ ..], _) => utf_16(rest, u16::from_be_bytes).map(Cow::Owned),
        ([0xef, 0xbb, 0xbf, rest @ ..], _) => utf_8(rest).map(Cow::Borrowed),
        (_, Encoding::Unicode) => utf_8(bytes).map(Cow::Borrowed),
        (_, Encoding::Windows1252) => Ok(windows_1252(bytes)),
    }
}

/// A text without its byte order mark.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

fn not_text(before: &str, expected: &'static str, found: String) -> NotText {
    let line = before.rsplit('\n').next().unwrap_or_default();
    NotText {
        line: before.matches('\n').count() as u32 + 1,
        column: line.chars().count() as u32 + 1,
        expected,
        found,
    }
}

fn utf_8(bytes: &[u8]) -> Result<&str, NotText> {
    std::str::from_utf8(bytes).map_err(|error| {
        let (sound, rest) = bytes.split_at(error.valid_up_to());
        let byte = rest.first().copied().unwrap_or_default();
        // ERR: the bytes up to there were just found to be text.
        let before = std::str::from_utf8(sound).unwrap_or_default();
        not_text(before, "UTF-8 text", format!("the byte {byte:#04x}"))
    })
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, NotText> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len());
    for read in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        match read {
            Ok(read) => text.push(read),
            Err(lone) => {
                let found = format!("half a pair, {:#06x},", lone.unpaired_surrogate());
                return Err(not_text(&text, "UTF-16 text", found));
            }
        }
    }
    match rest.first() {
        None => Ok(text),
        Some(byte) => Err(not_text(
            &text,
            "UTF-16 text",
            format!("the single byte {byte:#04x}"),
        )),
    }
}

/// The characters of the bytes from 0x80 to 0x9f; five of them have none and stand for themselves.
const UPPER: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(bytes: &[u8]) -> Cow<'_, str> {
    if bytes.is_ascii()
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return Cow::Borrowed(text);
    }
    let read = |byte: &u8| match byte {
        0x80..=0x9f => UPPER[usize::from(byte - 0x80)],
        byte => char::from(*byte),
    };
    Cow::Owned(bytes.iter().map(read).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> Result<String, String> {
        decode(bytes, Encoding::Unicode)
            .map(Cow::into_owned)
            .map_err(|error| format!("{}:{} {}", error.line, error.column, error.found))
    }

    #[test]
    fn byte_order_marks_are_dropped_and_say_how_to_read() {
        for bytes in [
            &b"Gr\xc3\xbcn"[..],
            b"\xef\xbb\xbfGr\xc3\xbcn",
            b"\xff\xfeG\0r\0\xfc\0n\0",
            b"\xfe\xff\0G\0r\0\xfc\0n",
        ] {
            assert_eq!(decoded(bytes).as_deref(), Ok("Grün"), "{bytes:x?}");
        }
        // A pair of UTF-16: U+1F409.
        assert_eq!(decoded(b"\xff\xfe\x3d\xd8\x09\xdc").as_deref(), Ok("\u{1f409}"));
        assert_eq!(without_mark("\u{feff}{}"), "{}");
    }

    #[test]
    fn a_byte_that_is_no_text_is_named_with_its_place() {
        let refused = |bytes| decoded(bytes).unwrap_err();
        assert_eq!(refused(b"a\nb\n[Title \"Gr\xfcn\"]"), "3:11 the byte 0xfc");
        // The column counts characters, not bytes.
        assert_eq!(refused(b"\xc3\xa9\xc3\xa9\xfc"), "1:3 the byte 0xfc");
        assert_eq!(refused(b"\xff\xfea\0\n\0\x09\xdcb\0"), "2:1 half a pair, 0xdc09,");
        assert_eq!(refused(b"\xff\xfea\0b"), "1:2 the single byte 0x62");
    }

    #[test]
    fn windows_1252_has_letters_and_marks_of_its_own() {
        let read = |bytes| {
            decode(bytes, Encoding::Windows1252)
                .unwrap_or_default()
                .into_owned()
        };
        assert_eq!(read(b"Gr\xfcn \x93\x80\x94"), "Grün “€”");
        // A mark says more than a name.
        assert_eq!(read(b"\xef\xbb\xbfGr\xc3\xbcn"), "Grün");
        assert_eq!("ISO-8859-1".parse(), Ok(Encoding::Windows1252));
        assert!("shift_jis".parse::<Encoding>().is_err());
    }
}
