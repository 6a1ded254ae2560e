//! Answers as they are compared: without what differs between any two games, whatever they hide.

/// The text without what stands between two marks, and without the marks.
fn cut(text: &str, begin: &str, end: &str) -> String {
    let mut parts = text.split(begin);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| {
        told + part.split_once(end).map_or("", |(_, behind)| behind)
    })
}

/// The text without how long the players took: that differs between any two games, whatever they hide.
fn without_durations(text: &str) -> String {
    let mut text = text.to_owned();
    for (begin, end) in [
        (
            "<span class=\"quiet\" title=\"How long this decision took\">",
            "</span>",
        ),
        ("<section aria-labelledby=\"clock\">", "</section>"),
        // With the space behind it: a game without a millisecond of time used has no such link.
        ("<a href=\"#clock\">", "</a> "),
        ("\"timed\":", ","),
        ("\"longest_at\":", ","),
        ("\"longest_ms\":", ","),
    ] {
        text = cut(&text, begin, end);
    }
    for time in ["\"used_ms\":", "\"average_ms\":"] {
        let mut parts = text.split(time);
        let first = parts.next().unwrap_or_default().to_owned();
        text = parts.fold(first, |told, part| {
            told + part.trim_start_matches(|digit: char| digit.is_ascii_digit())
        });
    }
    text
}

/// The text without times, and without ids made for the answer: they differ between any two games.
pub fn timeless(text: &str) -> String {
    let text = without_durations(text);
    let bytes = text.as_bytes();
    let is_time = |at: usize| {
        let Some(piece) = bytes.get(at..at + 20) else {
            return false;
        };
        let digit = |place: usize| piece[place].is_ascii_digit();
        (0..4).all(digit) && piece[4] == b'-' && piece[7] == b'-' && piece[10] == b'T' && piece[13] == b':'
    };
    let is_id = |at: usize| {
        let Some(piece) = bytes.get(at..at + 26) else {
            return false;
        };
        let is_upper = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
        let alone =
            bytes.get(at + 26).is_none_or(|next| !is_upper(next)) && (at == 0 || !is_upper(&bytes[at - 1]));
        alone && piece.starts_with(b"01") && piece.iter().all(is_upper)
    };
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            // Both begin with a digit.
            out.push(bytes[at]);
            at += 1;
        } else if is_id(at) {
            out.extend_from_slice(b"(id)");
            at += 26;
        } else if is_time(at) {
            out.extend_from_slice(b"(time)");
            at += bytes[at..]
                .iter()
                .position(|byte| *byte == b'Z')
                .map_or(20, |end| end + 1);
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap()
}

pub fn first_difference(one: &str, other: &str) -> String {
    let at = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    let around = |text: &str| {
        let from = (0..=at.saturating_sub(80))
            .rev()
            .find(|place| text.is_char_boundary(*place))
            .unwrap_or(0);
        text[from..].chars().take(200).collect::<String>()
    };
    format!("  {}\n  {}", around(one), around(other))
}
