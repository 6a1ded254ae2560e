//! Markdown as HTML of a few harmless elements.
//!
//! The HTML is written from a list of what may stand in it; nothing that people wrote is ever taken for a tag or an
//! attribute. HTML in the text is shown as it is written, a picture becomes a link to it, and a link leads to the web, to
//! a mail address or to a page of this server, or it is no link.

use std::fmt::Write as _;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// How deep elements may stand in each other; deeper ones leave their text.
const DEPTH: usize = 24;

/// The most bytes of HTML for each byte of a text, and beside them: references to one long address could ask for far more.
const GROWTH: usize = 8;
const BESIDE: usize = 2_000;

/// The HTML of a Markdown text; of one that would become far longer than it is, the text itself.
pub fn html(text: &str) -> String {
    let most = text.len() * GROWTH + BESIDE;
    let mut writer = Writer::default();
    for event in Parser::new_ext(text, Options::ENABLE_STRIKETHROUGH) {
        writer.take(event);
        if writer.html.len() > most {
            let mut plain = Writer::default();
            plain.html.push_str("<p>");
            plain.text(text);
            plain.html.push_str("</p>");
            return plain.html;
        }
    }
    writer.html
}

/// Text from people as Markdown takes it for text.
pub fn in_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter == '<' {
            out.push_str("&lt;");
            continue;
        }
        if letter.is_ascii_punctuation() && !",.:;'/%?=&".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[derive(Default)]
struct Writer {
    html: String,
    /// How each open element ends; nothing where it was left out.
    open: Vec<&'static str>,
    /// Open links: a link in a link is none.
    links: usize,
}

impl Writer {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => {
                self.html.push_str("<code>");
                self.text(&text);
                self.html.push_str("</code>");
            }
            Event::SoftBreak => self.html.push('\n'),
            Event::HardBreak => self.html.push_str("<br>"),
            Event::Rule => self.html.push_str("<hr>"),
            // Nothing of what is not asked for comes.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text);
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Paragraph => self.element("<p>", "</p>"),
            // A heading of the page is not a commentator's to give.
            Tag::Heading { .. } => self.element("<p class=\"heading\">", "</p>"),
            Tag::BlockQuote(_) => self.element("<blockquote>", "</blockquote>"),
            Tag::CodeBlock(_) => self.element("<pre><code>", "</code></pre>"),
            Tag::List(None) => self.element("<ul>", "</ul>"),
            Tag::List(Some(first)) if *first != 1 && self.fits() => {
                let _ = write!(self.html, "<ol start=\"{first}\">");
                self.open.push("</ol>");
            }
            Tag::List(Some(_)) => self.element("<ol>", "</ol>"),
            Tag::Item => self.element("<li>", "</li>"),
            Tag::Emphasis => self.element("<em>", "</em>"),
            Tag::Strong => self.element("<strong>", "</strong>"),
            Tag::Strikethrough => self.element("<del>", "</del>"),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.link(dest_url),
            _ => self.element("", ""),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        if matches!(tag, TagEnd::Link | TagEnd::Image) {
            self.links = self.links.saturating_sub(1);
        }
        self.html.push_str(self.open.pop().unwrap_or_default());
    }

    fn fits(&self) -> bool {
        self.open.len() < DEPTH
    }

    fn element(&mut self, begins: &str, ends: &'static str) {
        if self.fits() {
            self.html.push_str(begins);
            self.open.push(ends);
        } else {
            self.open.push("");
        }
    }

    fn link(&mut self, to: &CowStr<'_>) {
        self.links += 1;
        if self.links > 1 || !self.fits() || !leads_somewhere(to) {
            self.open.push("");
            return;
        }
        self.html.push_str("<a href=\"");
        self.text(to);
        self.html.push_str("\" rel=\"nofollow noopener ugc\">");
        self.open.push("</a>");
    }

    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.html.push_str("&amp;"),
                '<' => self.html.push_str("&lt;"),
                '>' => self.html.push_str("&gt;"),
                '"' => self.html.push_str("&quot;"),
                '\'' => self.html.push_str("&#39;"),
                c => self.html.push(c),
            }
        }
    }
}

/// Whether an address may be a link's.
fn leads_somewhere(address: &str) -> bool {
    // Browsers take control characters and backslashes for what they are not.
    if address
        .chars()
        .any(|c| c.is_control() || c == '\\' || c.is_whitespace())
    {
        return false;
    }
    let lower = address.to_ascii_lowercase();
    let web = ["https://", "http://", "mailto:"]
        .iter()
        .any(|scheme| lower.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
    web || (address.starts_with('/') && !address.starts_with("//"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// References to one long address grow a text a hundred times; then it is shown as it was written.
    #[test]
    fn a_text_does_not_grow_without_an_end() {
        let far = format!("[x]: https://example.org/{}\n\n", "a".repeat(1_500));
        let grown = format!("{far}{}", "[x] ".repeat(600));
        let html = html(&grown);
        assert!(
            html.len() <= grown.len() * 8 + 2_000,
            "{} of {}",
            html.len(),
            grown.len()
        );
        assert!(html.starts_with("<p>[x]: https://example.org/a") && !html.contains("<a "));
        // Ordinary texts are never near it.
        let usual = format!("{far}See [x].");
        assert!(super::html(&usual).contains("<a href=\"https://example.org/a"));
    }

    #[test]
    fn text_from_people_stays_text_in_markdown() {
        assert_eq!(super::in_markdown("A plain title, no. 3"), "A plain title, no. 3");
        assert_eq!(
            super::in_markdown("<b>[x](javascript:1)</b> **y** `z` | #"),
            "&lt;b\\>\\[x\\]\\(javascript:1\\)&lt;/b\\> \\*\\*y\\*\\* \\`z\\` \\| \\#"
        );
    }

    #[test]
    fn markdown_is_what_readers_know() {
        let rows = [
            (
                "Too *early*, **far** too ~~late~~ early.",
                "<p>Too <em>early</em>, <strong>far</strong> too <del>late</del> early.</p>",
            ),
            ("- one\n- two", "<ul><li>one</li><li>two</li></ul>"),
            ("3. three", "<ol start=\"3\"><li>three</li></ol>"),
            ("# Big", "<p class=\"heading\">Big</p>"),
            ("`a<b`", "<p><code>a&lt;b</code></p>"),
            (
                "[here](/g/01KAG6Q2Y7M3V9XWZ4T5B8C0DA/40)",
                "<p><a href=\"/g/01KAG6Q2Y7M3V9XWZ4T5B8C0DA/40\" rel=\"nofollow noopener ugc\">here</a></p>",
            ),
            (
                "![a map](https://example.org/map.png)",
                "<p><a href=\"https://example.org/map.png\" rel=\"nofollow noopener ugc\">a map</a></p>",
            ),
            ("", ""),
        ];
        for (text, expected) in rows {
            assert_eq!(html(text), expected, "{text}");
        }
    }

    #[test]
    fn nothing_that_people_write_is_a_tag_or_an_attribute() {
        let evil = [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "<div>\n<svg onload=alert(1)>\n</div>",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "[x](data:text/html,<script>alert(1)</script>)",
            "[x](vbscript:x)",
            "[x](//evil.example)",
            "[x](/\\evil.example)",
            "[x](&#106;avascript:alert(1))",
            "[x](java&#10;script:alert(1))",
            "<javascript:alert(1)>",
            "[x](https://example.org/\"onmouseover=\"alert(1))",
            "[x](https://example.org \"t\" onmouseover=alert(1))",
            "![x\" onerror=\"alert(1)](https://example.org/a.png)",
            "[![x](javascript:alert(1))](https://example.org)",
            "[x]: javascript:alert(1)\n\n[x]",
            "```\"><script>alert(1)</script>\nx\n```",
            "<!-- --><script>alert(1)</script>",
            "<a href=\"javascript:alert(1)\">x</a>",
        ];
        let known = [
            "p",
            "/p",
            "p class=\"heading\"",
            "blockquote",
            "/blockquote",
            "pre",
            "/pre",
            "code",
            "/code",
            "ul",
            "/ul",
            "ol",
            "/ol",
            "li",
            "/li",
            "em",
            "/em",
            "strong",
            "/strong",
            "del",
            "/del",
            "br",
            "hr",
            "/a",
        ];
        for text in evil {
            let html = html(text);
            for tag in html.split('<').skip(1) {
                let (tag, _) = tag.split_once('>').unwrap_or_else(|| panic!("{text}: {html}"));
                let link = tag.strip_prefix("a href=\"").is_some_and(|rest| {
                    let (address, rest) = rest.split_once('"').unwrap();
                    let safe = address.starts_with("https://example.org");
                    safe && rest == " rel=\"nofollow noopener ugc\""
                });
                assert!(known.contains(&tag) || link, "{text}: {html}");
            }
        }
    }

    #[test]
    fn depth_has_an_end() {
        let deep = format!("{} deep", ">".repeat(5_000));
        let html = html(&deep);
        assert!(html.matches("<blockquote>").count() <= DEPTH && html.contains("deep"));
        assert_eq!(
            html.matches("<blockquote>").count(),
            html.matches("</blockquote>").count()
        );
    }
}
