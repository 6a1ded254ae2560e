//! A sheet as an SVG document.
//!
//! Every text carries the width it was laid out for, so that a viewer without the typeface keeps the layout.

use std::collections::BTreeSet;

use super::face::{FAMILY, Weight, is_drawn};
use super::{Dot, Group, Mark, Rgba, Sheet, TENTHS, Turn};

/// The document.
pub(super) fn write(sheet: &Sheet) -> String {
    let mut out = Out(Vec::with_capacity(
        1024 + sheet.marks.len() * 110 + sheet.dots.len() * 12,
    ));
    let (width, height) = (sheet.width, sheet.height);
    out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
    whole(&mut out, width.into());
    out.push_str("\" height=\"");
    whole(&mut out, height.into());
    out.push_str("\" viewBox=\"0 0 ");
    whole(&mut out, width.into());
    out.push(' ');
    whole(&mut out, height.into());
    out.push_str("\" role=\"img\" aria-labelledby=\"");
    let mut ids = BTreeSet::new();
    let mut prefix = String::new();
    safe_id(&mut prefix, &sheet.prefix);
    out.push_str(&prefix);
    out.push_str("title ");
    out.push_str(&prefix);
    out.push_str("desc\" font-family=\"'");
    out.push_str(FAMILY);
    out.push_str("',Verdana,sans-serif\" stroke-linejoin=\"round\" stroke-linecap=\"butt\">\n<title id=\"");
    out.push_str(&prefix);
    out.push_str("title\">");
    escape(&mut out, &sheet.title);
    out.push_str("</title>\n<desc id=\"");
    out.push_str(&prefix);
    out.push_str("desc\">");
    escape(&mut out, &sheet.description);
    out.push_str("</desc>\n");
    ids.insert(format!("{prefix}title"));
    ids.insert(format!("{prefix}desc"));
    let mut depth = 0_usize;
    for mark in &sheet.marks {
        match mark {
            Mark::Fill { dots, colour } => {
                out.push_str("<path d=\"");
                path(&mut out, &sheet.dots[dots.clone()], true);
                out.push('"');
                paint(&mut out, "fill", *colour);
                out.push_str("/>\n");
            }
            Mark::Stroke { dots, colour, pen } => {
                out.push_str("<path d=\"");
                path(&mut out, &sheet.dots[dots.clone()], pen.closed);
                out.push_str("\" fill=\"none\"");
                paint(&mut out, "stroke", *colour);
                out.push_str(" stroke-width=\"");
                number(&mut out, pen.width);
                if let Some((on, off)) = pen.dash {
                    out.push_str("\" stroke-dasharray=\"");
                    number(&mut out, on);
                    out.push(' ');
                    number(&mut out, off);
                }
                out.push_str("\"/>\n");
            }
            Mark::Segments { dots, colour, width } => {
                out.push_str("<path d=\"");
                for pair in sheet.dots[dots.clone()].chunks_exact(2) {
                    out.push('M');
                    place(&mut out, pair[0]);
                    out.push('L');
                    place(&mut out, pair[1]);
                }
                out.push_str("\" fill=\"none\"");
                paint(&mut out, "stroke", *colour);
                out.push_str(" stroke-width=\"");
                number(&mut out, *width);
                out.push_str("\"/>\n");
            }
            Mark::Box {
                at,
                size,
                radius,
                colour,
            } => {
                out.push_str("<rect");
                let measures = [
                    (" x=\"", at.0),
                    (" y=\"", at.1),
                    (" width=\"", size.0),
                    (" height=\"", size.1),
                    (" rx=\"", *radius),
                ];
                for (name, value) in &measures[..if *radius > 0.0 { 5 } else { 4 }] {
                    out.push_str(name);
                    number(&mut out, *value);
                    out.push('"');
                }
                paint(&mut out, "fill", *colour);
                out.push_str("/>\n");
            }
            Mark::Ring {
                centre,
                radius,
                colour,
                pen,
            } => {
                out.push_str("<circle");
                for (name, value) in [
                    (" cx=\"", centre.0),
                    (" cy=\"", centre.1),
                    (" r=\"", *radius),
                    (" stroke-width=\"", pen.width),
                ] {
                    out.push_str(name);
                    number(&mut out, value);
                    out.push('"');
                }
                if let Some((on, off)) = pen.dash {
                    out.push_str(" stroke-dasharray=\"");
                    number(&mut out, on);
                    out.push(' ');
                    number(&mut out, off);
                    out.push('"');
                }
                out.push_str(" fill=\"none\"");
                paint(&mut out, "stroke", *colour);
                out.push_str("/>\n");
            }
            Mark::Disc {
                centre,
                radius,
                colour,
            } => {
                out.push_str("<circle cx=\"");
                number(&mut out, centre.0);
                out.push_str("\" cy=\"");
                number(&mut out, centre.1);
                out.push_str("\" r=\"");
                number(&mut out, *radius);
                out.push('"');
                paint(&mut out, "fill", *colour);
                out.push_str("/>\n");
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
                out.push_str("<text x=\"");
                number(&mut out, at.0);
                out.push_str("\" y=\"");
                number(&mut out, at.1);
                out.push_str("\" font-size=\"");
                number(&mut out, *size);
                if *weight == Weight::Bold {
                    out.push_str("\" font-weight=\"700");
                }
                out.push_str("\" textLength=\"");
                number(&mut out, *width);
                out.push_str("\" lengthAdjust=\"spacingAndGlyphs\"");
                let angle = match turn {
                    Turn::Level => "",
                    Turn::Down => "90",
                    Turn::Up => "-90",
                };
                if !angle.is_empty() {
                    out.push_str(" transform=\"rotate(");
                    out.push_str(angle);
                    out.push(' ');
                    place(&mut out, *at);
                    out.push_str(")\"");
                }
                paint(&mut out, "fill", *colour);
                out.push('>');
                escape(&mut out, &sheet.words[words.clone()]);
                out.push_str("</text>\n");
            }
            Mark::Open(group) => {
                depth += 1;
                open(&mut out, group, &prefix, &mut ids);
            }
            Mark::Close => {
                if depth > 0 {
                    depth -= 1;
                    out.push_str("</g>\n");
                }
            }
        }
    }
    for _ in 0..depth {
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    String::from_utf8(out.0).expect("made of whole texts")
}

fn open(out: &mut Out, group: &Group, prefix: &str, ids: &mut BTreeSet<String>) {
    out.push_str("<g");
    if !group.id.is_empty() {
        let mut id = prefix.to_owned();
        safe_id(&mut id, &group.id);
        if ids.contains(&id) {
            let mut copy = 2_usize;
            while ids.contains(&format!("{id}-{copy}")) {
                copy += 1;
            }
            id = format!("{id}-{copy}");
        }
        out.push_str(" id=\"");
        out.push_str(&id);
        out.push('"');
        ids.insert(id);
    }
    if !group.class.is_empty() {
        out.push_str(" class=\"");
        escape(out, &group.class);
        out.push('"');
    }
    for (name, value) in &group.data {
        out.push_str(" data-");
        out.push_str(name);
        out.push_str("=\"");
        escape(out, value);
        out.push('"');
    }
    if group.label.is_empty() {
        out.push_str(">\n");
    } else {
        out.push_str(" role=\"img\" aria-label=\"");
        escape(out, &group.label);
        out.push_str("\"><title>");
        escape(out, &group.label);
        out.push_str("</title>\n");
    }
}

fn path(out: &mut Out, dots: &[Dot], closed: bool) {
    let mut command = 'M';
    for &dot in dots {
        out.push(command);
        place(out, dot);
        command = 'L';
    }
    if closed {
        out.push('Z');
    }
}

fn place(out: &mut Out, (x, y): Dot) {
    number(out, x);
    out.push(' ');
    number(out, y);
}

/// A length with at most one digit after the point.
fn number(out: &mut Out, value: f32) {
    let tenths = (value * TENTHS).round() as i64;
    if tenths < 0 {
        out.push('-');
    }
    let tenths = tenths.unsigned_abs();
    whole(out, tenths / 10);
    let rest = (tenths % 10) as u8;
    if rest > 0 {
        out.0.extend([b'.', b'0' + rest]);
    }
}

fn whole(out: &mut Out, mut value: u64) {
    let mut digits = [0_u8; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.0.extend_from_slice(&digits[start..]);
}

fn paint(out: &mut Out, what: &str, colour: Rgba) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    out.push(' ');
    out.push_str(what);
    out.push_str("=\"#");
    for channel in [colour.r, colour.g, colour.b] {
        out.push(char::from(HEX[usize::from(channel >> 4)]));
        out.push(char::from(HEX[usize::from(channel & 15)]));
    }
    out.push('"');
    if colour.a < 255 {
        out.push(' ');
        out.push_str(what);
        out.push_str("-opacity=\"");
        let hundredths = ((u16::from(colour.a) * 100 + 127) / 255).min(99);
        out.0.extend([
            b'.',
            b'0' + (hundredths / 10 % 10) as u8,
            b'0' + (hundredths % 10) as u8,
        ]);
        out.push('"');
    }
}

/// The document in the making.
struct Out(Vec<u8>);

impl Out {
    fn push(&mut self, letter: char) {
        if letter.is_ascii() {
            self.0.push(letter as u8);
        } else {
            self.0
                .extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }

    fn push_str(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }
}

/// Text that can stand in an element or a quoted attribute.
fn escape(out: &mut Out, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            other if is_drawn(other) => out.push(other),
            _ => {}
        }
    }
}

/// Letters, digits, hyphens and underscores as they are; an underscore for anything else.
fn safe_id(out: &mut String, text: &str) {
    out.extend(text.chars().take(80).map(|letter| {
        if letter.is_ascii_alphanumeric() || letter == '-' || letter == '_' {
            letter
        } else {
            '_'
        }
    }));
}
