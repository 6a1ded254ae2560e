//! A sheet as an SVG document.
//!
//! The typeface is not embedded. The letters of one picture, cut out and written as text, would weigh more than all
//! the rest of it and take longer to make; a page that shows a whole game would carry them with every picture. Instead
//! every text carries the width that it was laid out for (`textLength`), so that it fits its place in whatever face the
//! viewer has, and the list of faces begins with the one it was laid out for and those that are like it. Who needs the
//! very letters takes the PNG.
//!
//! Numbers are kept in tenths of a pixel, and outlines as steps from dot to dot, which are short to write and to read.

use std::borrow::Cow;
use std::collections::HashSet;

use super::face::{FAMILY, Weight, is_drawn};
use super::{Dot, Group, Mark, Rgba, Sheet, Turn};

/// The document.
pub(super) fn write(sheet: &Sheet) -> String {
    let mut out = Out(Vec::with_capacity(
        2048 + sheet.words.len() + sheet.marks.len() * 96 + sheet.dots.len() * 9,
    ));
    let mut prefix = String::new();
    push_safe_id(&mut prefix, &sheet.prefix);
    head(&mut out, sheet, &prefix);
    let mut ids: HashSet<Cow<'_, str>> = HashSet::with_capacity(64);
    ids.extend(["title", "desc"].map(Cow::Borrowed));
    let mut open = Vec::new();
    for mark in &sheet.marks {
        match mark {
            Mark::Fill { dots, each, colour } => {
                out.text("<path d=\"");
                for outline in sheet.dots[dots.clone()].chunks_exact(*each) {
                    path(&mut out, outline, true);
                }
                out.text("\"");
                paint(&mut out, " fill=\"#", " fill-opacity=\"", *colour);
                out.text("/>\n");
            }
            Mark::Stroke {
                dots,
                each,
                colour,
                pen,
            } => {
                out.text("<path d=\"");
                for line in sheet.dots[dots.clone()].chunks_exact(*each) {
                    path(&mut out, line, pen.closed);
                }
                out.text("\"");
                line_style(&mut out, *colour, pen.width, pen.dash);
            }
            Mark::Segments { dots, colour, width } => {
                out.text("<path d=\"");
                for pair in sheet.dots[dots.clone()].chunks_exact(2) {
                    path(&mut out, pair, false);
                }
                out.text("\"");
                line_style(&mut out, *colour, *width, None);
            }
            Mark::Discs { dots, radius, colour } => {
                // Each is a line of no length with round ends.
                out.text("<path d=\"");
                for &dot in &sheet.dots[dots.clone()] {
                    let (x, y) = tenths(dot);
                    out.text("M");
                    out.number(x);
                    out.next_number(y);
                    out.text("h0");
                }
                out.text("\" stroke-linecap=\"round\"");
                line_style(&mut out, *colour, radius * 2.0, None);
            }
            Mark::Box {
                at,
                size,
                radius,
                colour,
            } => {
                out.text("<rect");
                let ((x, y), (wide, tall)) = (tenths(*at), tenths(*size));
                out.attribute(" x=\"", x);
                out.attribute(" y=\"", y);
                out.attribute(" width=\"", wide);
                out.attribute(" height=\"", tall);
                if *radius > 0.0 {
                    out.attribute(" rx=\"", tenth(*radius));
                }
                paint(&mut out, " fill=\"#", " fill-opacity=\"", *colour);
                out.text("/>\n");
            }
            Mark::Ring {
                centre,
                radius,
                colour,
                pen,
            } => {
                circle(&mut out, *centre, *radius);
                line_style(&mut out, *colour, pen.width, pen.dash);
            }
            Mark::Disc {
                centre,
                radius,
                colour,
            } => {
                circle(&mut out, *centre, *radius);
                paint(&mut out, " fill=\"#", " fill-opacity=\"", *colour);
                out.text("/>\n");
            }
            Mark::Text {
                words,
                colour,
                at,
                size,
                weight,
                width,
                turn,
            } => {
                let (x, y) = tenths(*at);
                out.attribute("<text x=\"", x);
                out.attribute(" y=\"", y);
                out.attribute(" font-size=\"", tenth(*size));
                if *weight == Weight::Bold {
                    out.text(" font-weight=\"700\"");
                }
                out.attribute(" textLength=\"", tenth(*width));
                out.text(" lengthAdjust=\"spacingAndGlyphs\"");
                let angle = match turn {
                    Turn::Level => None,
                    Turn::Down => Some("90 "),
                    Turn::Up => Some("-90 "),
                };
                if let Some(angle) = angle {
                    out.text(" transform=\"rotate(");
                    out.text(angle);
                    out.number(x);
                    out.next_number(y);
                    out.text(")\"");
                }
                paint(&mut out, " fill=\"#", " fill-opacity=\"", *colour);
                out.text(">");
                escape(&sheet.words[words.clone()], |part| out.text(part));
                out.text("</text>\n");
            }
            Mark::Open { id, head, link } => {
                open.push(*link);
                out.text(if *link { "<a" } else { "<g" });
                let id = &sheet.words[id.clone()];
                if !id.is_empty() {
                    let id = unique(id, &ids);
                    out.text(" id=\"");
                    out.text(&prefix);
                    out.text(&id);
                    out.text("\"");
                    ids.insert(id);
                }
                out.text(&sheet.words[head.clone()]);
            }
            Mark::Close => {
                if let Some(link) = open.pop() {
                    out.text(if link { "</a>\n" } else { "</g>\n" });
                }
            }
        }
    }
    for link in open.into_iter().rev() {
        out.text(if link { "</a>\n" } else { "</g>\n" });
    }
    out.text("</svg>\n");
    String::from_utf8(out.0).expect("made of whole texts")
}

fn head(out: &mut Out, sheet: &Sheet, prefix: &str) {
    let (width, height) = (i64::from(sheet.width) * 10, i64::from(sheet.height) * 10);
    out.attribute("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width);
    out.attribute(" height=\"", height);
    out.text(" viewBox=\"0 0 ");
    out.number(width);
    out.next_number(height);
    // What is one picture to a screen reader hides the links in it.
    let linked = sheet
        .marks
        .iter()
        .any(|mark| matches!(mark, Mark::Open { link: true, .. }));
    let role = if linked { "group" } else { "img" };
    for part in ["\" role=\"", role, "\" aria-labelledby=\""] {
        out.text(part);
    }
    for part in [prefix, "title ", prefix, "desc\" font-family=\"'", FAMILY] {
        out.text(part);
    }
    out.text("','Bitstream Vera Sans',Verdana,sans-serif\" stroke-linejoin=\"round\">\n<title id=\"");
    out.text(prefix);
    out.text("title\">");
    escape(&sheet.title, |part| out.text(part));
    out.text("</title>\n<desc id=\"");
    out.text(prefix);
    out.text("desc\">");
    escape(&sheet.description, |part| out.text(part));
    out.text("</desc>\n");
}

/// The id, or it with the first number behind it that makes it new.
fn unique<'i>(id: &'i str, taken: &HashSet<Cow<'_, str>>) -> Cow<'i, str> {
    if !taken.contains(id) {
        return id.into();
    }
    let mut copy = 2_usize;
    while taken.contains(format!("{id}-{copy}").as_str()) {
        copy += 1;
    }
    format!("{id}-{copy}").into()
}

/// What follows a group's id.
pub(super) fn push_head(to: &mut String, group: &Group<'_>) {
    if !group.class.is_empty() {
        to.push_str(" class=\"");
        escape(group.class, |part| to.push_str(part));
        to.push('"');
    }
    for (name, value) in group.data {
        to.push_str(" data-");
        to.push_str(name);
        to.push_str("=\"");
        escape(value, |part| to.push_str(part));
        to.push('"');
    }
    if !group.href.is_empty() {
        to.push_str(" href=\"");
        escape(group.href, |part| to.push_str(part));
        to.push('"');
    }
    if group.hidden {
        to.push_str(" aria-hidden=\"true\"");
    }
    if group.label.is_empty() {
        to.push_str(">\n");
    } else {
        if group.href.is_empty() {
            to.push_str(" role=\"img\"");
        }
        to.push_str(" aria-label=\"");
        escape(group.label, |part| to.push_str(part));
        to.push_str("\"><title>");
        escape(group.label, |part| to.push_str(part));
        to.push_str("</title>\n");
    }
}

/// Letters, digits, hyphens and underscores as they are; an underscore for anything else.
pub(super) fn push_safe_id(to: &mut String, text: &str) {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if text.len() <= 80 && text.bytes().all(safe) {
        to.push_str(text);
        return;
    }
    to.extend(text.chars().take(80).map(|letter| {
        if letter.is_ascii_alphanumeric() || letter == '-' || letter == '_' {
            letter
        } else {
            '_'
        }
    }));
}

fn circle(out: &mut Out, centre: Dot, radius: f32) {
    let (x, y) = tenths(centre);
    out.attribute("<circle cx=\"", x);
    out.attribute(" cy=\"", y);
    out.attribute(" r=\"", tenth(radius));
}

/// One outline: where it begins, then the steps from dot to dot.
fn path(out: &mut Out, dots: &[Dot], closed: bool) {
    let mut dots = dots.iter().map(|&dot| tenths(dot));
    let Some(mut before) = dots.next() else { return };
    out.text("M");
    out.number(before.0);
    out.next_number(before.1);
    let mut first = true;
    for dot in dots {
        let (x, y) = (dot.0 - before.0, dot.1 - before.1);
        before = dot;
        if first {
            out.text("l");
            out.number(x);
            first = false;
        } else {
            out.next_number(x);
        }
        out.next_number(y);
    }
    if closed {
        out.text("z");
    }
}

/// How a line looks, and the end of its element.
fn line_style(out: &mut Out, colour: Rgba, width: f32, dash: Option<(f32, f32)>) {
    out.text(" fill=\"none\"");
    paint(out, " stroke=\"#", " stroke-opacity=\"", colour);
    out.attribute(" stroke-width=\"", tenth(width));
    if let Some((on, off)) = dash {
        out.text(" stroke-dasharray=\"");
        out.number(tenth(on));
        out.next_number(tenth(off));
        out.text("\"");
    }
    out.text("/>\n");
}

/// A length in tenths of a pixel.
fn tenth(value: f32) -> i64 {
    let tenths = value * 10.0;
    (if tenths < 0.0 { tenths - 0.5 } else { tenths + 0.5 }) as i64
}

fn tenths((x, y): Dot) -> (i64, i64) {
    (tenth(x), tenth(y))
}

fn paint(out: &mut Out, name: &str, opacity: &str, colour: Rgba) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| HEX[usize::from(value & 15)];
    out.text(name);
    let Rgba { r, g, b, a } = colour;
    out.0.extend_from_slice(&[
        digit(r >> 4),
        digit(r),
        digit(g >> 4),
        digit(g),
        digit(b >> 4),
        digit(b),
        b'"',
    ]);
    if a < 255 {
        out.text(opacity);
        let hundredths = ((u16::from(a) * 100 + 127) / 255).min(99) as u8;
        out.0
            .extend_from_slice(&[b'.', b'0' + hundredths / 10, b'0' + hundredths % 10, b'"']);
    }
}

/// The document in the making.
struct Out(Vec<u8>);

impl Out {
    fn text(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// A number of tenths after its name; the name ends in a quotation mark.
    fn attribute(&mut self, name: &str, tenths: i64) {
        self.text(name);
        self.number(tenths);
        self.0.push(b'"');
    }

    /// A number of tenths after another number; a minus keeps the two apart by itself.
    fn next_number(&mut self, tenths: i64) {
        if tenths >= 0 {
            self.0.push(b' ');
        }
        self.number(tenths);
    }

    /// A number of tenths, without what could be left out.
    fn number(&mut self, tenths: i64) {
        let size = tenths.unsigned_abs();
        let (whole, rest) = ((size / 10) as usize, size % 10);
        if size >= 100_000 {
            self.long_number(tenths);
            return;
        }
        // Put together in one word, whose eight places hold every number that a sheet is likely to have.
        let mut word = PackedLetters::default();
        if tenths < 0 {
            word.push(u64::from(b'-'), 1);
        }
        if whole >= 1000 {
            word.push(u64::from(b'0') + (whole / 1000) as u64, 1);
            word.push(PADDED[whole % 1000].into(), 3);
        } else if whole > 0 || rest == 0 {
            let digits = u64::from(DIGITS[whole]);
            word.push(digits & 0x00FF_FFFF, (digits >> 24) as u32);
        }
        if rest > 0 {
            word.push(u64::from(b'.') | (u64::from(b'0') + rest) << 8, 2);
        }
        let length = self.0.len() + word.length as usize;
        self.0.extend_from_slice(&word.letters.to_le_bytes());
        self.0.truncate(length);
    }

    #[cold]
    fn long_number(&mut self, tenths: i64) {
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        let all = if rest > 0 {
            format!("{sign}{whole}.{rest}")
        } else {
            format!("{sign}{whole}")
        };
        self.text(&all);
    }
}

/// Up to eight letters, the first in the lowest byte.
#[derive(Default)]
struct PackedLetters {
    letters: u64,
    length: u32,
}

impl PackedLetters {
    fn push(&mut self, letters: u64, count: u32) {
        self.letters |= letters << (8 * (self.length & 7));
        self.length += count;
    }
}

/// The numbers below 1000 with leading zeros, the first letter in the lowest byte.
const PADDED_TABLE: [u32; 1000] = {
    let mut table = [0; 1000];
    let mut number = 0;
    while number < 1000 {
        let (hundreds, tens, ones) = (number / 100, number / 10 % 10, number % 10);
        table[number] = 0x0030_3030 | hundreds as u32 | (tens as u32) << 8 | (ones as u32) << 16;
        number += 1;
    }
    table
};

static PADDED: [u32; 1000] = PADDED_TABLE;

/// The same without leading zeros, their count in the highest byte.
static DIGITS: [u32; 1000] = {
    let mut table = [0; 1000];
    let mut number = 0;
    while number < 1000 {
        let count = if number < 10 {
            1
        } else if number < 100 {
            2
        } else {
            3
        };
        table[number] = PADDED_TABLE[number] >> (8 * (3 - count)) | count << 24;
        number += 1;
    }
    table
};

/// Text that can stand in an element or a quoted attribute, in parts.
fn escape<'t>(text: &'t str, mut push: impl FnMut(&'t str)) {
    let plain = |byte: u8| (b' '..0x7f).contains(&byte) && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
    if text.bytes().all(plain) {
        return push(text);
    }
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let (this, others) = rest.split_at(letter.len_utf8());
        rest = others;
        match letter {
            '&' => push("&amp;"),
            '<' => push("&lt;"),
            '>' => push("&gt;"),
            '"' => push("&quot;"),
            '\'' => push("&#39;"),
            '\n' | '\t' => push(" "),
            other if is_drawn(other) => push(this),
            _ => {}
        }
    }
}

#[test]
fn numbers_are_as_short_as_they_can_be() {
    for (tenths, text) in [
        (0, "0"),
        (5, ".5"),
        (-5, "-.5"),
        (10, "1"),
        (-123, "-12.3"),
        (12_340, "1234"),
        (-99_999, "-9999.9"),
        (100_000, "10000"),
        (-10_000_001, "-1000000.1"),
    ] {
        let mut out = Out(Vec::new());
        out.number(tenths);
        assert_eq!(out.0, text.as_bytes(), "{tenths}");
    }
}
