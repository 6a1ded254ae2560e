//! Structure to text, in the one canonical form.

use hindsight_engine::kernel::{NoteKind, Seat};
use serde_json::Value;

use crate::comment::Comment;
use crate::cursor::{LOST, is_invisible};
use crate::document::{
    Act, Document, Entry, Passes, RollText, WrittenCommand, WrittenEnding, WrittenLine, WrittenStart,
};
use crate::read::in_purpose;

/// The column behind which a line is folded.
const WIDTH: usize = 100;
/// How far a folded line stands in.
const HANG: usize = 4;

/// The canonical text of a game.
///
/// A sound document ([`Document::check`]) is read back as it was.
pub fn print(document: &Document) -> String {
    let mut out = String::new();
    headers(document, &mut out);
    out.push('\n');
    line(&document.line, 1, 0, &mut out);
    out
}

/// Several games in one text.
pub fn print_all<'d>(documents: impl IntoIterator<Item = &'d Document>) -> String {
    documents.into_iter().map(print).collect::<Vec<_>>().join("\n")
}

fn headers(document: &Document, out: &mut String) {
    let mut header = |name: &str, values: &[&str]| {
        out.push('[');
        out.push_str(name);
        for value in values {
            out.push(' ');
            out.push_str(value);
        }
        out.push_str("]\n");
    };
    header("Hindsight", &[&quoted(&document.hindsight.to_string())]);
    header("System", &[&quoted(&document.system)]);
    for (name, value) in [
        ("Title", &document.title),
        ("Date", &document.date),
        ("Rules", &document.rules),
    ] {
        if let Some(value) = value {
            header(name, &[&quoted(value)]);
        }
    }
    header("Dice", &[&quoted(document.dice.name())]);
    if document.passes == Passes::Implied {
        header("Passes", &[&quoted("implied")]);
    }
    for pack in &document.packs {
        let id = quoted(&pack.id);
        match &pack.hash {
            Some(hash) => header("Pack", &[&id, &quoted(hash)]),
            None => header("Pack", &[&id]),
        }
    }
    for (seat, name) in &document.seats {
        header("Seat", &[&seat.to_string(), &quoted(name)]);
    }
    match document.result {
        None => {}
        Some(WrittenEnding::Side(side)) => header("Result", &[&quoted(&side.to_string())]),
        Some(WrittenEnding::Draw) => header("Result", &[&quoted("draw")]),
        Some(WrittenEnding::Unfinished) => header("Result", &[&quoted("*")]),
    }
    for tag in &document.tags {
        header("Tag", &[&quoted(tag)]);
    }
    for (name, value) in &document.more {
        header(name, &[&quoted(value)]);
    }
    match &document.start {
        WrittenStart::Usual => {}
        WrittenStart::Setup(value) => header("Setup", &[&json(value, 0)]),
        WrittenStart::Position(value) => header("Position", &[&json(value, 0)]),
    }
}

fn line(line: &WrittenLine, first: u64, indent: usize, out: &mut String) {
    for comment in &line.comments {
        Folded::new(indent).comment(comment).write(out);
    }
    for (number, entry) in (first..).zip(&line.entries) {
        print_entry(entry, number, indent, out);
    }
}

fn print_entry(entry: &Entry, number: u64, indent: usize, out: &mut String) {
    let mut folded = Folded::new(indent);
    folded.given(&entry.given, format!("{number}. "));
    for &glyph in &entry.glyphs {
        let symbol = match glyph {
            1 => "!",
            2 => "?",
            3 => "!!",
            4 => "??",
            5 => "!?",
            6 => "?!",
            _ => "",
        };
        folded.piece(if symbol.is_empty() {
            format!("${glyph}")
        } else {
            symbol.to_owned()
        });
    }
    for mark in &entry.marks {
        folded.piece(format!("%{}", mark.as_str()));
    }
    for comment in &entry.comments {
        folded.comment(comment);
    }
    folded.write(out);
    for variation in &entry.variations {
        let margin = " ".repeat(indent + 2);
        out.extend([&margin, "(\n"]);
        line(variation, number, indent + HANG, out);
        out.extend([&margin, ")\n"]);
    }
}

/// A line that is folded where it grows too long.
struct Folded {
    indent: usize,
    pieces: Vec<Piece>,
}

struct Piece {
    text: String,
    before: Before,
}

/// The separator before a piece.
#[derive(Clone, Copy)]
enum Before {
    /// A blank, or a line end where the line is full.
    Blank,
    /// The same inside the words of a command, where only `\` and a line end may fold the line.
    InWords,
    /// The number of line ends that a comment keeps.
    Lines(usize),
}

impl Folded {
    fn new(indent: usize) -> Self {
        Self {
            indent,
            pieces: Vec::new(),
        }
    }

    fn piece(&mut self, text: String) -> &mut Self {
        self.pieces.push(Piece {
            text,
            before: Before::Blank,
        });
        self
    }

    fn given(&mut self, given: &WrittenCommand, mut before: String) {
        before.push(given.seat.map_or('*', Seat::letter));
        before.push_str(": ");
        let order = |name: &str| format!("{before}@{name}");
        match &given.act {
            Act::Play { words, dice } => {
                for (index, word) in words.as_str().split(' ').enumerate() {
                    let mut text = escaped_word(word);
                    if index == 0 {
                        let at = if word.starts_with('@') { "\\" } else { "" };
                        text = format!("{before}{at}{text}");
                    }
                    self.pieces.push(Piece {
                        text,
                        before: if index > 0 { Before::InWords } else { Before::Blank },
                    });
                }
                self.dice(dice);
            }
            Act::TakeBack { from, reason } => {
                self.piece(order("take-back")).piece(from.to_string());
                if let Some(reason) = reason {
                    self.piece(quoted(reason));
                }
            }
            Act::Replace { at, reason, with } => {
                self.piece(order("replace"))
                    .piece(at.to_string())
                    .piece(quoted(reason));
                self.given(with, String::new());
            }
            Act::Insert { at, reason, with } => {
                self.piece(order("insert"))
                    .piece(at.to_string())
                    .piece(quoted(reason));
                self.given(with, String::new());
            }
            Act::Remove { at, reason } => {
                self.piece(order("remove"))
                    .piece(at.to_string())
                    .piece(quoted(reason));
            }
            Act::Rule { reason, patch } => {
                let patch = json(patch, self.indent + HANG);
                self.piece(order("rule")).piece(quoted(reason)).piece(patch);
            }
            Act::Position {
                kind,
                reason,
                position,
            } => {
                self.piece(order("position")).piece(kind_word(*kind).to_owned());
                if let Some(reason) = reason {
                    self.piece(quoted(reason));
                }
                self.piece(json(position, self.indent + HANG));
            }
            Act::Concede => {
                self.piece(order("concede"));
            }
            Act::Propose { winner } => {
                let winner = winner.map_or_else(|| "draw".to_owned(), |side| side.to_string());
                self.piece(order("propose")).piece(winner);
            }
            Act::Answer { accept: true } => {
                self.piece(order("accept"));
            }
            Act::Answer { accept: false } => {
                self.piece(order("decline"));
            }
            Act::Say { text } => {
                self.piece(order("say")).piece(quoted(text));
            }
        }
    }

    fn dice(&mut self, dice: &[RollText]) {
        let mut open = "[";
        for (index, roll) in dice.iter().enumerate() {
            if index > 0 {
                self.piece("|".to_owned());
            }
            if let Some(purpose) = &roll.purpose {
                self.piece(format!("{open}{}", printed_purpose(purpose)));
                open = "";
            }
            for face in &roll.faces {
                self.piece(format!("{open}{face}"));
                open = "";
            }
        }
        if !dice.is_empty()
            && let Some(last) = self.pieces.last_mut()
        {
            last.text.push(']');
        }
    }

    fn comment(&mut self, comment: &Comment) -> &mut Self {
        let mut open = "{";
        let mut ends = 0;
        for line in comment.as_str().split('\n') {
            for (index, word) in comment_words(line).into_iter().enumerate() {
                let before = match (index, ends) {
                    (0, ends) if ends > 0 => Before::Lines(ends),
                    _ => Before::Blank,
                };
                self.pieces.push(Piece {
                    text: format!("{open}{word}"),
                    before,
                });
                (open, ends) = ("", 0);
            }
            ends += 1;
        }
        if let Some(last) = self.pieces.last_mut() {
            last.text.push('}');
        }
        self
    }

    fn write(&self, out: &mut String) {
        let mut column = self.indent;
        out.push_str(&" ".repeat(self.indent));
        for (index, piece) in self.pieces.iter().enumerate() {
            let first_line = piece.text.split('\n').next().unwrap_or_default();
            let length = first_line.chars().count();
            if let Before::Lines(ends) = piece.before {
                let margin = " ".repeat(self.indent + HANG);
                match ends {
                    2 => out.extend(["\n\n", &margin]),
                    ends => (0..ends).for_each(|_| out.extend(["\\\n", &margin])),
                }
                out.push_str(&piece.text);
                column = self.indent + HANG + length;
                continue;
            }
            // Leave room for the ` \` that may have to follow a piece of words.
            if index > 0 && column + 1 + length + 2 > WIDTH {
                let in_words = matches!(piece.before, Before::InWords);
                out.push_str(if in_words { " \\\n" } else { "\n" });
                out.push_str(&" ".repeat(self.indent + HANG));
                column = self.indent + HANG;
            } else if index > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(&piece.text);
            column = match piece.text.rsplit_once('\n') {
                Some((_, last)) => last.chars().count(),
                None => column + length,
            };
        }
        out.push('\n');
    }
}

/// The words of a line of a comment, escaped. Blanks beyond the one that separates two words belong to the word after them.
fn comment_words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut blanks = usize::from(!line.is_empty());
    let mut word = String::new();
    for c in line.chars() {
        if c == ' ' && blanks == 0 {
            words.push(std::mem::take(&mut word));
            blanks = 1;
            continue;
        }
        if matches!(c, ' ' | '\t' | '\\' | '}' | LOST) {
            word.push('\\');
        }
        word.push(c);
        blanks = usize::from(c == ' ');
    }
    if !line.is_empty() {
        words.push(word);
    }
    words
}

fn escaped_word(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for (index, c) in word.chars().enumerate() {
        let special = matches!(c, '[' | ']' | '{' | '}' | '(' | ')' | ';' | '\\')
            || index == 0 && matches!(c, '$' | '!' | '?' | '%');
        if special || is_invisible(c) || c == LOST {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn printed_purpose(purpose: &str) -> String {
    let plain = !purpose.starts_with("Hindsight")
        && purpose
            .split(' ')
            .all(|word| word.starts_with(char::is_alphabetic) && word.chars().all(in_purpose));
    if plain {
        purpose.to_owned()
    } else {
        quoted(purpose)
    }
}

/// The word of a kind of noted position.
const fn kind_word(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Gap => "gap",
        NoteKind::Correction => "correction",
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() || c == LOST => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// JSON: what fits on a line stays on one, everything else is taken apart.
fn json(value: &Value, indent: usize) -> String {
    let short = value.to_string();
    if short.chars().count() + indent <= WIDTH - 10 {
        return short;
    }
    let inner = " ".repeat(indent + 2);
    let parts: Vec<String> = match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, field)| {
                let name = Value::String(name.clone()).to_string();
                format!("{inner}{name}: {}", json(field, indent + 2))
            })
            .collect(),
        Value::Array(items) => items
            .iter()
            .map(|item| format!("{inner}{}", json(item, indent + 2)))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return short,
    };
    let (open, close) = if value.is_object() { ('{', '}') } else { ('[', ']') };
    format!("{open}\n{}\n{}{close}", parts.join(",\n"), " ".repeat(indent))
}
