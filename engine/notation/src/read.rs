//! Text to structure. A hand-written reader: one function a form of the grammar, every fault with its place.

use hindsight_engine::kernel::{Message, NoteKind, Phrase, ReportedDice, Seat, message, phrase};

use crate::comment::{Comment, is_loose};
use crate::cursor::{Cursor, LOST, Lost, is_invisible, is_quote};
use crate::document::{
    Act, Document, Entry, MAX_DEPTH, Mark, NOTATION, RollText, Text, WrittenCommand, WrittenLine,
};
use crate::games::MAX_ENTRIES;
use crate::header::{self, HeadersRead};
use crate::messages::MESSAGES;

const COMMAND: Phrase = phrase!(MESSAGES, "command");

/// The reader of a text, at one of its games.
pub(crate) struct Reader<'t> {
    pub(crate) cursor: Cursor<'t>,
    /// Commands so far, of all games.
    pub(crate) entries: usize,
}

impl Reader<'_> {
    /// A game, up to the end of the text or the next game's headers.
    pub(crate) fn game(&mut self) -> Document {
        let mut document = Document::new(String::new());
        let mut intro = Vec::new();
        self.headers(&mut document, &mut intro);
        if !self.cursor.stopped {
            document.line = self.line(1, 0);
        }
        document.line.comments.splice(0..0, intro);
        document
    }

    fn headers(&mut self, document: &mut Document, intro: &mut Vec<Comment>) {
        let begin = self.cursor.at();
        let mut seen = HeadersRead::default();
        let mut first = true;
        while !self.cursor.stopped {
            self.cursor.blank();
            match self.cursor.peek() {
                Some('[') => {
                    let begins = header::begins_game(self.cursor.rest());
                    if first && !begins {
                        self.cursor
                            .expected(message!(MESSAGES, "hindsight-header", notation = NOTATION));
                    } else if !first && begins {
                        break;
                    }
                    first = false;
                    if header::read(&mut self.cursor, document, &mut seen).is_err() && !self.cursor.stopped {
                        self.cursor.skip_line();
                    }
                }
                Some('{' | ';') => {
                    // ERR: the fault of a comment stands in the cursor's list and is told with the others.
                    if let Ok(Some(comment)) = self.comment() {
                        intro.push(comment);
                    }
                }
                _ => break,
            }
        }
        if self.cursor.stopped {
            return;
        }
        if first {
            self.cursor
                .expected(message!(MESSAGES, "hindsight-header", notation = NOTATION));
        } else if document.system.is_empty() && self.cursor.faults.is_empty() {
            let found = Some(message!(MESSAGES, "found-none"));
            self.cursor
                .fault(begin, message!(MESSAGES, "system-header"), found);
        }
    }

    /// Commands with what is said of them, up to the end, the next game or the closing parenthesis.
    fn line(&mut self, first: u64, depth: usize) -> WrittenLine {
        let mut line = WrittenLine::default();
        let mut next = first;
        while !self.cursor.stopped {
            self.cursor.blank();
            let done = match self.cursor.peek() {
                None => break,
                Some(')') if depth > 0 => break,
                Some('[') if depth == 0 && header::begins_game(self.cursor.rest()) => break,
                Some('{' | ';') => self.comment().map(|comment| {
                    let comments = line
                        .entries
                        .last_mut()
                        .map_or(&mut line.comments, |entry| &mut entry.comments);
                    comments.extend(comment);
                }),
                Some('[') => self.dice(line.entries.last_mut()),
                Some('$' | '!' | '?') => self.glyph(line.entries.last_mut()),
                Some('%') => self.mark(line.entries.last_mut()),
                Some('(') => self.variation(line.entries.last_mut(), next.saturating_sub(1), depth),
                Some('0'..='9' | 'A'..='Z' | '*') => {
                    let read = self.entry(&mut next).map(|entry| line.entries.push(entry));
                    next += 1;
                    read
                }
                Some(_) => Err(self.cursor.expected(COMMAND)),
            };
            if done.is_err() && !self.cursor.stopped {
                self.cursor.skip_line();
            }
        }
        line
    }

    fn entry(&mut self, next: &mut u64) -> Result<Entry, Lost> {
        let at = self.cursor.at();
        self.entries += 1;
        if self.entries > MAX_ENTRIES {
            let lost =
                self.cursor
                    .expected(message!(MESSAGES, "at-most-commands", max_entries = MAX_ENTRIES));
            self.cursor.end();
            return Err(lost);
        }
        if self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            let number: u64 = self.cursor.number(phrase!(MESSAGES, "command-number"))?;
            if !self.cursor.eat('.') {
                return Err(self.cursor.expected(message!(MESSAGES, "dot-behind-number")));
            }
            self.cursor.take_while(|c| c == '.');
            if number != *next {
                let found = Some(message!(MESSAGES, "found-number", number));
                self.cursor
                    .fault(at, message!(MESSAGES, "next-number", next = *next), found);
                // Go on counting from here, so that one slip is one fault.
                *next = number.min(u64::from(u32::MAX));
            }
            self.cursor.blank();
        }
        let given = self.given(false)?;
        let place = self.cursor.place(at);
        Ok(Entry {
            given,
            glyphs: vec![],
            marks: vec![],
            comments: vec![],
            variations: vec![],
            place,
        })
    }

    /// A seat and what it asks for.
    fn given(&mut self, nested: bool) -> Result<WrittenCommand, Lost> {
        let at = self.cursor.at();
        let seat = match self.cursor.next() {
            Some('*') => None,
            Some(letter @ 'A'..='Z') => Seat::new(letter as usize - 'A' as usize),
            _ => {
                return Err(self.cursor.fault(at, message!(MESSAGES, "seat-and-colon"), None));
            }
        };
        if !self.cursor.eat(':') {
            return Err(self.cursor.expected(message!(MESSAGES, "colon-behind-seat")));
        }
        self.cursor.space();
        let act = if self.cursor.eat('@') {
            self.order(nested)?
        } else {
            let words = self.words()?;
            Act::Play {
                words,
                dice: Vec::new(),
            }
        };
        Ok(WrittenCommand { seat, act })
    }

    /// The words of a command: to the end of the line, or to what is said of it. `\` takes the next character as it
    /// is; before the end of a line it goes on in the next line, as words do that a mail program wrapped.
    fn words(&mut self) -> Result<Text, Lost> {
        let from = self.cursor.at();
        let mut words = String::new();
        let mut fresh = true;
        while let Some(c) = self.cursor.peek() {
            let at = self.cursor.at();
            match c {
                '\n' if self.cursor.is_wrapped() => {
                    self.cursor.blank();
                    words.push(' ');
                    // A sign would have stood on the line before.
                    fresh = true;
                }
                '\n' | '[' | '{' | '(' | ')' | ';' => break,
                LOST => return Err(self.cursor.lost_letter()),
                c if is_invisible(c) => {
                    self.cursor.next();
                }
                '$' | '!' | '?' | '%' if fresh => break,
                ']' | '}' => {
                    return Err(self.cursor.expected(message!(
                        MESSAGES,
                        "bracket-in-words",
                        c = c.to_string()
                    )));
                }
                '\\' => {
                    self.cursor.next();
                    match self.cursor.next() {
                        None => {
                            return Err(self.cursor.fault(
                                at,
                                message!(MESSAGES, "character-behind-backslash"),
                                None,
                            ));
                        }
                        Some('\n') => {
                            words.push(' ');
                            fresh = true;
                        }
                        Some(plain) => {
                            words.push(plain);
                            fresh = false;
                        }
                    }
                }
                c => {
                    self.cursor.next();
                    words.push(c);
                    fresh = c.is_whitespace();
                }
            }
        }
        Text::new(&words).map_err(|why| {
            let found = (!words.trim().is_empty()).then(|| why.message());
            self.cursor
                .fault(from, message!(MESSAGES, "words-of-command"), found)
        })
    }

    /// A command of the table, behind its `@`.
    fn order(&mut self, nested: bool) -> Result<Act, Lost> {
        let at = self.cursor.at();
        let name = self.cursor.take_while(|c| c.is_ascii_lowercase() || c == '-');
        if nested && matches!(name, "take-back" | "replace" | "insert" | "remove") {
            return Err(self
                .cursor
                .fault(at, message!(MESSAGES, "command-in-correction"), None));
        }
        match name {
            "concede" => Ok(Act::Concede),
            "accept" => Ok(Act::Answer { accept: true }),
            "decline" => Ok(Act::Answer { accept: false }),
            "propose" => {
                self.cursor.blank();
                let winner = if self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                    Some(self.cursor.number(phrase!(MESSAGES, "side-number"))?)
                } else {
                    let at = self.cursor.at();
                    if self.cursor.take_while(|c| c.is_ascii_lowercase()) != "draw" {
                        return Err(self.cursor.fault(at, message!(MESSAGES, "winner"), None));
                    }
                    None
                };
                Ok(Act::Propose { winner })
            }
            "say" => Ok(Act::Say {
                text: self.string(phrase!(MESSAGES, "said-in-quotes"))?,
            }),
            "take-back" => {
                let from = self.past()?;
                self.cursor.blank();
                let reason = if self.cursor.peek().is_some_and(is_quote) {
                    Some(self.string(phrase!(MESSAGES, "reason"))?)
                } else {
                    None
                };
                Ok(Act::TakeBack { from, reason })
            }
            "replace" => {
                let (at, reason) = (self.past()?, self.string(phrase!(MESSAGES, "reason-in-quotes"))?);
                Ok(Act::Replace {
                    at,
                    reason,
                    with: self.with()?,
                })
            }
            "insert" => {
                let (at, reason) = (self.past()?, self.string(phrase!(MESSAGES, "reason-in-quotes"))?);
                Ok(Act::Insert {
                    at,
                    reason,
                    with: self.with()?,
                })
            }
            "remove" => Ok(Act::Remove {
                at: self.past()?,
                reason: self.string(phrase!(MESSAGES, "reason-in-quotes"))?,
            }),
            "rule" => {
                let reason = self.string(phrase!(MESSAGES, "reason-in-quotes"))?;
                self.cursor.blank();
                Ok(Act::Rule {
                    reason,
                    patch: self.cursor.json()?,
                })
            }
            "position" => {
                self.cursor.blank();
                let at = self.cursor.at();
                let kind = match self.cursor.take_while(|c| c.is_ascii_lowercase()) {
                    "gap" => NoteKind::Gap,
                    "correction" => NoteKind::Correction,
                    _ => return Err(self.cursor.fault(at, message!(MESSAGES, "note-kind"), None)),
                };
                self.cursor.blank();
                let reason = if self.cursor.peek().is_some_and(is_quote) {
                    Some(self.string(phrase!(MESSAGES, "reason"))?)
                } else {
                    None
                };
                self.cursor.blank();
                Ok(Act::Position {
                    kind,
                    reason,
                    position: self.cursor.json()?,
                })
            }
            _ => Err(self.cursor.fault(at, message!(MESSAGES, "table-act"), None)),
        }
    }

    fn past(&mut self) -> Result<u32, Lost> {
        self.cursor.blank();
        self.cursor.number(phrase!(MESSAGES, "past-number"))
    }

    fn string(&mut self, expected: impl Into<Message>) -> Result<String, Lost> {
        self.cursor.blank();
        self.cursor.quoted(expected)
    }

    fn with(&mut self) -> Result<Box<WrittenCommand>, Lost> {
        self.cursor.blank();
        self.given(true).map(Box::new)
    }

    /// `{...}` or `; ...` to the end of the line.
    fn comment(&mut self) -> Result<Option<Comment>, Lost> {
        let from = self.cursor.at();
        let words = if self.cursor.eat(';') {
            self.rest_of_line()?
        } else {
            self.braced(from)?
        };
        if words.trim().is_empty() {
            return Ok(None);
        }
        Comment::new(&words).map(Some).map_err(|why| {
            self.cursor
                .fault(from, phrase!(MESSAGES, "comment"), Some(why.message()))
        })
    }

    /// A comment to the end of its line, and to the end of what a mail program wrapped of it.
    fn rest_of_line(&mut self) -> Result<String, Lost> {
        let mut words = String::new();
        loop {
            let line = self.cursor.take_while(|c| c != '\n' && c != LOST);
            words.extend([line.trim_matches(is_loose), " "]);
            match self.cursor.peek() {
                Some(LOST) => return Err(self.cursor.lost_letter()),
                Some('\n') if self.cursor.is_wrapped() => self.cursor.blank(),
                _ => return Ok(words),
            }
        }
    }

    /// A comment in braces. White space is one blank, an empty line a new paragraph; `\` takes the next character as it is, a
    /// line end too.
    fn braced(&mut self, from: usize) -> Result<String, Lost> {
        self.cursor.eat('{');
        let mut words = String::new();
        // Line ends of the white space just read.
        let mut space = None::<usize>;
        loop {
            if self.cursor.peek() == Some(LOST) {
                return Err(self.cursor.lost_letter());
            }
            let taken = match self.cursor.next() {
                None => {
                    let found = Some(message!(MESSAGES, "found-end-of-text"));
                    return Err(self.cursor.fault(from, message!(MESSAGES, "comment-end"), found));
                }
                Some('}') => return Ok(words),
                Some('\\') => self.cursor.next(),
                Some(c) if is_loose(c) => {
                    *space.get_or_insert(0) += usize::from(c == '\n');
                    continue;
                }
                Some(plain) => Some(plain),
            };
            let begins = words.is_empty() || words.ends_with('\n');
            match space.take() {
                Some(ends) if ends > 1 && !words.is_empty() => words.push_str("\n\n"),
                Some(_) if !begins && taken != Some('\n') => words.push(' '),
                Some(_) | None => {}
            }
            words.extend(taken);
        }
    }

    /// `[attack 5 3 1 | block 2]`.
    fn dice(&mut self, entry: Option<&mut Entry>) -> Result<(), Lost> {
        let at = self.cursor.at();
        let dice = match entry.map(|entry| &mut entry.given.act) {
            Some(Act::Play { dice, .. }) => Some(dice),
            Some(Act::Replace { with, .. } | Act::Insert { with, .. }) => match &mut with.act {
                Act::Play { dice, .. } => Some(dice),
                _ => None,
            },
            _ => None,
        };
        let Some(dice) = dice else {
            return Err(self
                .cursor
                .fault(at, message!(MESSAGES, "dice-behind-command"), None));
        };
        if !dice.is_empty() {
            return Err(self
                .cursor
                .fault(at, message!(MESSAGES, "dice-in-one-bracket"), None));
        }
        self.cursor.eat('[');
        loop {
            let roll = self.roll()?;
            dice.push(roll);
            self.cursor.blank();
            if self.cursor.eat(']') {
                return Ok(());
            }
            if !self.cursor.eat('|') {
                return Err(self.cursor.expected(message!(MESSAGES, "face-or-end")));
            }
        }
    }

    fn roll(&mut self) -> Result<RollText, Lost> {
        self.cursor.blank();
        let purpose = if self.cursor.peek().is_some_and(is_quote) {
            Some(self.cursor.quoted(phrase!(MESSAGES, "purpose"))?)
        } else {
            let mut words = Vec::new();
            while self.cursor.peek().is_some_and(char::is_alphabetic) {
                let word = self.cursor.take_while(|c| in_purpose(c) || is_invisible(c));
                words.push(word.replace(is_invisible, ""));
                self.cursor.blank();
            }
            (!words.is_empty()).then(|| words.join(" "))
        };
        let mut faces = Vec::new();
        loop {
            self.cursor.blank();
            if !self.cursor.peek().is_some_and(|c| c.is_ascii_digit() || c == '=') {
                break;
            }
            faces.push(self.reported()?);
        }
        if faces.is_empty() {
            return Err(self.cursor.expected(message!(MESSAGES, "purpose-and-faces")));
        }
        Ok(RollText { purpose, faces })
    }

    /// A face, or a count: `5`, `7/12`, `3+2/9`, `=11`.
    fn reported(&mut self) -> Result<ReportedDice, Lost> {
        let at = self.cursor.at();
        let text = self
            .cursor
            .take_while(|c| c.is_ascii_digit() || matches!(c, '+' | '/' | '='));
        let (read, expected) = if text.bytes().all(|byte| byte.is_ascii_digit()) {
            // ERR: what is no face is said below.
            (
                text.parse().ok().map(ReportedDice::Face),
                phrase!(MESSAGES, "face"),
            )
        } else {
            let expected = phrase!(MESSAGES, "count-or-sum");
            (ReportedDice::from_count(text), expected)
        };
        read.ok_or_else(|| self.cursor.fault(at, expected, None))
    }

    fn glyph(&mut self, entry: Option<&mut Entry>) -> Result<(), Lost> {
        let at = self.cursor.at();
        let glyph = if self.cursor.eat('$') {
            self.cursor.number(phrase!(MESSAGES, "glyph-number"))?
        } else {
            match self.cursor.take_while(|c| c == '!' || c == '?') {
                "!" => 1,
                "?" => 2,
                "!!" => 3,
                "??" => 4,
                "!?" => 5,
                "?!" => 6,
                _ => return Err(self.cursor.fault(at, message!(MESSAGES, "glyph"), None)),
            }
        };
        match entry {
            Some(entry) => entry.glyphs.push(glyph),
            None => return Err(self.cursor.fault(at, COMMAND, None)),
        }
        Ok(())
    }

    fn mark(&mut self, entry: Option<&mut Entry>) -> Result<(), Lost> {
        let at = self.cursor.at();
        self.cursor.eat('%');
        let name = self.cursor.take_while(|c| c.is_alphanumeric() || c == '-');
        match (entry, Mark::try_from(name.to_owned())) {
            (Some(entry), Ok(mark)) => entry.marks.push(mark),
            (Some(_), Err(why)) => {
                return Err(self
                    .cursor
                    .fault(at, message!(MESSAGES, "mark-sign"), Some(why.message())));
            }
            (None, _) => return Err(self.cursor.fault(at, COMMAND, None)),
        }
        Ok(())
    }

    fn variation(&mut self, entry: Option<&mut Entry>, number: u64, depth: usize) -> Result<(), Lost> {
        let at = self.cursor.at();
        let Some(entry) = entry else {
            return Err(self.cursor.fault(at, message!(MESSAGES, "variation-place"), None));
        };
        if depth >= MAX_DEPTH {
            let lost = self.cursor.fault(
                at,
                message!(MESSAGES, "variation-depth", max_depth = MAX_DEPTH),
                None,
            );
            self.cursor.end();
            return Err(lost);
        }
        self.cursor.eat('(');
        let line = self.line(number, depth + 1);
        if self.cursor.stopped {
            return Err(Lost);
        }
        if !self.cursor.eat(')') {
            let found = Some(message!(MESSAGES, "found-end-of-text"));
            let lost = self.cursor.fault(at, message!(MESSAGES, "variation-end"), found);
            self.cursor.end();
            return Err(lost);
        }
        if line.entries.is_empty() {
            return Err(self
                .cursor
                .fault(at, message!(MESSAGES, "variation-command"), None));
        }
        entry.variations.push(line);
        Ok(())
    }
}

/// Whether a character may stand in a purpose without quotes.
pub(crate) fn in_purpose(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '\'' | '/')
}
