//! Injection: what people write is text and nothing else, wherever it is shown; what they ask for is no more
//! than what it says.
//!
//! `sown` is a server on which everything that a person may write is hostile, `stored` looks at every page of it,
//! `addresses` asks for hostile addresses, `headers` tries to write headers of answers.

mod addresses;
mod headers;
mod sown;
mod stored;

use crate::table::Heard;

/// A text that leaves an attribute, a text field, a title or a script, wherever it is not escaped; by its first word it is
/// found again.
pub fn evil(word: &str) -> String {
    format!("{word}'\"></textarea></title></script><img src=x onerror=a()>")
}

/// A tag as a browser reads it: its name, and its attributes with their values.
#[derive(Debug)]
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

/// The tags of a text of HTML or SVG.
fn tags(text: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let is_tag = rest.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !is_tag {
            continue;
        }
        let (tag, behind) = tag(rest);
        rest = behind;
        // What stands in these is text up to their end.
        if ["textarea", "title", "script", "style"].contains(&tag.name.as_str()) {
            let end = format!("</{}", tag.name);
            rest = rest.find(&end).map_or("", |at| &rest[at..]);
        }
        found.push(tag);
    }
    found
}

/// The tag at the beginning of a text, and what stands behind it.
fn tag(text: &str) -> (Tag, &str) {
    let is_end = |letter: char| letter.is_ascii_whitespace() || letter == '/' || letter == '>';
    let name_end = text.find(is_end).unwrap_or(text.len());
    let name = text[..name_end].to_ascii_lowercase();
    let mut attributes = Vec::new();
    let mut rest = &text[name_end..];
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_ascii_whitespace() || letter == '/');
        if rest.is_empty() {
            break;
        }
        if let Some(behind) = rest.strip_prefix('>') {
            rest = behind;
            break;
        }
        let end = rest
            .find(|letter: char| is_end(letter) || letter == '=')
            .unwrap_or(rest.len())
            .max(1);
        let name = rest[..end].to_ascii_lowercase();
        rest = &rest[end..];
        let mut value = "";
        if let Some(given) = rest.strip_prefix('=') {
            let (quoted, quote) = match given.chars().next() {
                Some(quote @ ('"' | '\'')) => (&given[1..], Some(quote)),
                _ => (given, None),
            };
            let end = match quote {
                Some(quote) => quoted.find(quote),
                None => quoted.find(|letter: char| letter.is_ascii_whitespace() || letter == '>'),
            };
            let end = end.unwrap_or(quoted.len());
            value = &quoted[..end];
            rest = quoted[end..].strip_prefix(['"', '\'']).unwrap_or(&quoted[end..]);
        }
        attributes.push((name, value.to_owned()));
    }
    (Tag { name, attributes }, rest)
}

/// What in a text of HTML or SVG runs something, or loads it from elsewhere; nothing where all is well.
fn alive(text: &str) -> Vec<Tag> {
    let ours = |value: &str| value.starts_with('/') && !value.starts_with("//");
    let runs = |(name, value): &(String, String), tag: &str| match name.as_str() {
        name if name.starts_with("on") => true,
        "src" if tag == "script" => !value.starts_with("/script/"),
        "src" | "srcset" => {
            !ours(value) && !value.starts_with("http://localhost:8080/") && !value.starts_with("data:image/")
        }
        "href" | "action" | "formaction" | "xlink:href" => {
            value.trim().to_ascii_lowercase().starts_with("javascript:")
        }
        _ => false,
    };
    tags(text)
        .into_iter()
        .filter(|tag| {
            let bare = tag.name == "script" && !tag.attributes.iter().any(|(name, _)| name == "src");
            bare || tag.attributes.iter().any(|attribute| runs(attribute, &tag.name))
        })
        .collect()
}

/// The texts of an answer that somebody may put into a page: all of a page or a picture, and HTML within JSON.
fn shown_of(heard: &Heard) -> Vec<String> {
    let media = heard.header("content-type").unwrap_or_default();
    if media.starts_with("application/json") {
        let mut found = Vec::new();
        html_within(&heard.json(), &mut found);
        return found;
    }
    if ["text/html", "image/svg+xml", "text/markdown"]
        .iter()
        .any(|known| media.starts_with(known))
    {
        return vec![heard.text()];
    }
    Vec::new()
}

fn html_within(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(members) => {
            for (name, value) in members {
                match value.as_str() {
                    Some(text) if name == "html" => found.push(text.to_owned()),
                    _ => html_within(value, found),
                }
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| html_within(item, found)),
        _ => {}
    }
}

#[test]
fn what_is_alive_is_seen() {
    let dead = [
        "<p title=\"it's &quot; onclick=a()\">on x=1</p>",
        "<textarea><img src=x onerror=a()></textarea>",
        "<title>a <b onclick=a()></title>",
        "<script type=\"module\" src=\"/script/house.js\"></script>",
        "<a href=\"/g/1\">1 < 2</a>",
        "&lt;img src=x onerror=a()&gt;",
        "<img src=\"/g/1.svg\" alt='on the left'>",
    ];
    for text in dead {
        assert!(alive(text).is_empty(), "{text}: {:?}", alive(text));
    }
    let evil = evil("x");
    for text in [
        evil.clone(),
        format!("<p title=\"{evil}\">"),
        format!("<p title='{evil}'>"),
        format!("<textarea>{evil}</textarea>"),
        format!("<title>{evil}</title>"),
        format!("<script type=\"module\" src=\"/script/a.js\">{evil}</script>"),
        "<p title=\"a\" onclick=\"a()\">".to_owned(),
        "<svg/onload=a()>".to_owned(),
        "<script>a()</script>".to_owned(),
        "<script src=//evil.example/a.js></script>".to_owned(),
        "<a href=\" JavaScript:a()\">".to_owned(),
    ] {
        assert!(!alive(&text).is_empty(), "{text}");
    }
}
