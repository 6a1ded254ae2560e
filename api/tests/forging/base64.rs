//! Base64 with padding, as stream files and backups have it.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three
            .iter()
            .chain([0, 0].iter())
            .take(3)
            .fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        for place in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= three.len() { letter as char } else { '=' });
        }
    }
    text
}

/// What a letter stands for.
fn value(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

/// Back; none where it is not base64.
pub(crate) fn unbase64(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for four in text.as_bytes().chunks(4) {
        let padding = four
            .iter()
            .rev()
            .take_while(|letter| **letter == b'=')
            .count()
            .min(2);
        let mut number = 0_u32;
        for letter in &four[..4 - padding] {
            number = number << 6 | value(*letter)?;
        }
        number <<= 6 * padding;
        bytes.extend(&number.to_be_bytes()[1..4 - padding]);
    }
    Some(bytes)
}
