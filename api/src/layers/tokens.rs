//! Words and signs of Rust source, without comments, texts and letters.

/// Splits source into words, `::` and single signs. Comments, texts, letters and lifetimes are left out.
pub(super) fn tokens(source: &str) -> Vec<&str> {
    let bytes = source.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if let Some(length) = raw_text(rest) {
            length
        } else if rest.starts_with('"') {
            text(rest, '"')
        } else if rest.starts_with('\'') {
            letter_or_lifetime(rest)
        } else {
            let word = rest
                .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .unwrap_or(rest.len());
            let sign = if rest.starts_with("::") {
                2
            } else {
                rest.chars().next().map_or(1, char::len_utf8)
            };
            let length = if word > 0 { word } else { sign };
            if !rest[..length].trim().is_empty() {
                tokens.push(&rest[..length]);
            }
            length
        };
        at += length;
    }
    tokens
}

/// The length of a block comment, with those inside it.
fn comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        if here.starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if here.starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// The length of a text or letter that ends with this sign.
fn text(rest: &str, end: char) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        if !escaped && letter == end {
            return at + 1;
        }
        escaped = !escaped && letter == '\\';
    }
    rest.len()
}

/// The length of `r"…"`, `r#"…"#`, `b"…"` and the like; nothing for other source.
fn raw_text(rest: &str) -> Option<usize> {
    let marks = rest.find(|letter| letter != 'b' && letter != 'r')?;
    let hashes = rest[marks..].find(|letter| letter != '#')?;
    let open = marks + hashes;
    if !(1..=2).contains(&marks) || !rest[open..].starts_with('"') {
        return None;
    }
    if !rest[..marks].contains('r') {
        return Some(open + text(&rest[open..], '"'));
    }
    let close = format!("\"{}", "#".repeat(hashes));
    let inside = open + 1;
    Some(
        rest[inside..]
            .find(&close)
            .map_or(rest.len(), |end| inside + end + close.len()),
    )
}

/// The length of `'x'`, or of the quote alone where a lifetime begins.
fn letter_or_lifetime(rest: &str) -> usize {
    let mut letters = rest.chars().skip(1);
    match (letters.next(), letters.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => text(rest, '\''),
        _ => 1,
    }
}

#[test]
fn tokens_leave_out_comments_texts_and_letters() {
    let source = r##"use a::{b}; // c::d
        /* e /* f */ g */ let x = "h \" i"; let y = r#"j " k"#; let z: &'l str = b"m"; '"'; '\''; br::n"##;
    let expected = "use a :: { b } ; let x = ; let y = ; let z : & l str = ; ; ; br :: n";
    assert_eq!(tokens(source).join(" "), expected);
}
