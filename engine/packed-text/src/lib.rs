//! Checked-in JSON as a program carries it: build scripts take the white space out and pack it, the program unpacks it.
//!
//! The files are made by tests from the types they describe. A program that carries them needs no code that makes them.

#![warn(clippy::too_many_lines)]

use std::path::Path;

/// Packs the JSON of a file into another, for `include_bytes!`. What is unpacked again is [`compact`].
///
/// # Errors
/// A file cannot be read or written.
pub fn pack_file(json: &Path, packed: &Path) -> std::io::Result<()> {
    println!("cargo::rerun-if-changed={}", json.display());
    std::fs::write(packed, pack(&compact(&std::fs::read_to_string(json)?)))
}

/// The text as bytes that need less room.
pub fn pack(text: &str) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9)
}

/// The text behind the bytes that [`pack`] made.
///
/// # Panics
/// The bytes are no packed text: the program carries them, so it was built wrongly.
pub fn unpack(packed: &[u8]) -> String {
    let bytes = miniz_oxide::inflate::decompress_to_vec(packed).expect("the bytes were packed by the build");
    String::from_utf8(bytes).expect("a text was packed")
}

/// JSON without the white space between its parts, otherwise as it was written.
pub fn compact(json: &str) -> String {
    let mut compact = String::with_capacity(json.len());
    let (mut in_text, mut escaped) = (false, false);
    for letter in json.chars() {
        if in_text || !letter.is_ascii_whitespace() {
            compact.push(letter);
        }
        in_text = match letter {
            '"' => !in_text || escaped,
            _ => in_text,
        };
        escaped = in_text && letter == '\\' && !escaped;
    }
    compact
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_goes_between_parts_and_stays_in_texts() {
        let written =
            "{\n  \"a b\": [1, -2.5e3,\ttrue],\r\n  \"c\\\" d\": \"e\\\\\", \"f\": \" \\\\\\\" g \"\n}\n";
        let expected = "{\"a b\":[1,-2.5e3,true],\"c\\\" d\":\"e\\\\\",\"f\":\" \\\\\\\" g \"}";
        assert_eq!(compact(written), expected);
        assert_eq!(compact(expected), expected);
    }

    #[test]
    fn what_was_packed_comes_back() {
        for text in ["", "{}", "ß„“", &"{\"name\":\"forest\"},".repeat(10_000)] {
            assert_eq!(unpack(&pack(text)), text);
        }
        assert!(pack(&"{\"name\":\"forest\"},".repeat(10_000)).len() < 2_000);
    }
}
