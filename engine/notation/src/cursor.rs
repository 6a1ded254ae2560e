//! A place in a text, with what every part of the grammar reads: blanks, names, numbers, quotes, JSON.

use hindsight_engine::kernel::{Argument, Message, Phrase, message, phrase};
use serde_json::Value;

use crate::document::WrittenPlace;
use crate::fault::{MAX_FAULTS, NotationFault};
use crate::header::next_game;
use crate::messages::MESSAGES;

/// Reading stopped here; the fault is noted. What follows may still be read after a recovery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lost;

/// The character that programs put in the place of what they could not read.
pub(crate) const LOST: char = char::REPLACEMENT_CHARACTER;

/// Nothing to be seen, left by a paste or by an old program: zero-width blanks, soft hyphens, the mark of a file's end.
/// Joiners are none of them, as scripts are written with them.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{1a}')
}

/// A quotation mark that opens, also one that a program turned.
pub(crate) fn is_quote(c: char) -> bool {
    c == '"' || is_turned_quote(c)
}

fn is_turned_quote(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‟')
}

/// A quotation mark that closes what a turned one opened.
fn closes_turned(c: char) -> bool {
    matches!(c, '“' | '”')
}

/// A line of at most this many characters, with the first word of the next, was not wrapped by a mail program.
const UNWRAPPED: usize = 60;

/// The most bytes of a JSON object that is mended.
const MENDED: usize = 1 << 20;

/// Where a text begins.
const FIRST: WrittenPlace = WrittenPlace { line: 1, column: 1 };

pub(crate) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// The place of a byte, so that later places are found without counting from the start.
    counted: (usize, WrittenPlace),
    pub(crate) faults: Vec<NotationFault>,
    /// Nothing more is to be read.
    pub(crate) stopped: bool,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            counted: (0, FIRST),
            faults: Vec::new(),
            stopped: false,
        }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(crate) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Skips white space, also over line ends.
    pub(crate) fn blank(&mut self) {
        let rest = self.rest();
        self.at += rest.len()
            - rest
                .trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c))
                .len();
    }

    /// Skips white space of this line.
    pub(crate) fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len()
            - rest
                .trim_start_matches(|c: char| (c.is_whitespace() && c != '\n') || is_invisible(c))
                .len();
    }

    /// Whether the line end at the cursor is one that a mail program put in: the line was full, and the next begins nothing
    /// of its own.
    pub(crate) fn is_wrapped(&self) -> bool {
        let (before, behind) = self.text.split_at(self.at);
        let Some(behind) = behind.strip_prefix('\n') else {
            return false;
        };
        let next = behind.split('\n').next().unwrap_or_default();
        let next = next.trim_matches(|c: char| c.is_whitespace() || is_invisible(c));
        let line = before.rsplit('\n').next().unwrap_or_default();
        let word = next.split(char::is_whitespace).next().unwrap_or_default();
        line.chars().count() + 1 + word.chars().count() > UNWRAPPED && goes_on(next)
    }

    /// The characters from here on that fit.
    pub(crate) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.len() - rest.trim_start_matches(fits).len()];
        self.at += taken.len();
        taken
    }

    /// Skips to the next line.
    pub(crate) fn skip_line(&mut self) {
        self.at = self
            .rest()
            .find('\n')
            .map_or(self.text.len(), |end| self.at + end + 1);
    }

    /// The faults so far, which are no longer noted.
    pub(crate) fn take_faults(&mut self) -> Vec<NotationFault> {
        std::mem::take(&mut self.faults)
    }

    /// Reads on at a byte, whatever stopped it before.
    pub(crate) fn go_on_at(&mut self, at: usize) {
        self.at = at;
        self.stopped = false;
    }

    pub(crate) fn end(&mut self) {
        self.at = self.text.len();
        self.stopped = true;
    }

    /// Line and column of a byte.
    pub(crate) fn place(&mut self, at: usize) -> WrittenPlace {
        let (from, mut place) = if self.counted.0 <= at {
            self.counted
        } else {
            (0, FIRST)
        };
        let passed = &self.text[from..at];
        place.line += passed.matches('\n').count() as u32;
        place.column = match passed.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() as u32 + 1,
            None => place.column + passed.chars().count() as u32,
        };
        self.counted = (at, place);
        place
    }

    /// Notes that something else was expected here.
    pub(crate) fn expected(&mut self, expected: impl Into<Message>) -> Lost {
        self.fault(self.at, expected, None)
    }

    /// Notes a fault at a byte of the text; without `found` it shows what stands there.
    pub(crate) fn fault(&mut self, at: usize, expected: impl Into<Message>, found: Option<Message>) -> Lost {
        let WrittenPlace { line, column } = self.place(at);
        let found = found.unwrap_or_else(|| self.shown(at));
        self.faults.push(NotationFault {
            line,
            column,
            expected: expected.into(),
            found,
        });
        if self.faults.len() >= MAX_FAULTS {
            self.end();
        }
        Lost
    }

    fn shown(&self, at: usize) -> Message {
        let line = self.text[at..].split('\n').next().unwrap_or_default().trim_end();
        let shown: String = line.chars().take(24).collect();
        match (shown.is_empty(), shown.len() < line.len()) {
            (true, _) if at == self.text.len() => message!(MESSAGES, "found-end-of-text"),
            (true, _) => message!(MESSAGES, "found-end-of-line"),
            (false, true) => message!(MESSAGES, "found-beginning", text = Argument::quoted(shown)),
            (false, false) => message!(MESSAGES, "found-text", text = Argument::quoted(shown)),
        }
    }

    /// A number in digits.
    pub(crate) fn number<N: std::str::FromStr>(&mut self, expected: impl Into<Message>) -> Result<N, Lost> {
        let at = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        digits.parse().map_err(|_| self.fault(at, expected, None))
    }

    /// A string in double quotes. Escapes: `\"`, `\\`, `\n`, `\t`, `\r`, `\u{..}`.
    pub(crate) fn quoted(&mut self, expected: impl Into<Message>) -> Result<String, Lost> {
        let Some(open) = self.peek().filter(|c| is_quote(*c)) else {
            return Err(self.expected(expected));
        };
        self.next();
        let turned = is_turned_quote(open);
        let mut text = String::new();
        loop {
            let at = self.at;
            match self.peek() {
                Some('\n') if self.is_wrapped() => {
                    self.blank();
                    text.truncate(text.trim_end().len());
                    text.push(' ');
                    continue;
                }
                None | Some('\n') => return Err(self.fault(at, message!(MESSAGES, "closing-quote"), None)),
                Some(LOST) => return Err(self.lost_letter()),
                Some(_) => {}
            }
            match self.next() {
                Some('"') => return Ok(text),
                Some(close) if turned && closes_turned(close) => return Ok(text),
                Some('\\') => text.push(self.escape(at)?),
                Some(plain) => text.push(plain),
                None => {}
            }
        }
    }

    /// Notes the place of a letter that was lost before the text came here.
    pub(crate) fn lost_letter(&mut self) -> Lost {
        let expected = message!(MESSAGES, "lost-letter");
        self.fault(self.at, expected, Some(message!(MESSAGES, "found-lost-letter")))
    }

    fn escape(&mut self, at: usize) -> Result<char, Lost> {
        const KINDS: Phrase = phrase!(MESSAGES, "escapes");
        match self.next() {
            Some(quote) if is_quote(quote) => Ok(quote),
            Some('\\') => Ok('\\'),
            Some('n') => Ok('\n'),
            Some('t') => Ok('\t'),
            Some('r') => Ok('\r'),
            Some('u') if self.eat('{') => {
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                let read = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                match read {
                    Some(read) if self.eat('}') => Ok(read),
                    _ => Err(self.fault(at, KINDS, None)),
                }
            }
            _ => Err(self.fault(at, KINDS, None)),
        }
    }

    /// A JSON object.
    pub(crate) fn json(&mut self) -> Result<Value, Lost> {
        if self.peek() != Some('{') {
            return Err(self.expected(message!(MESSAGES, "json-object")));
        }
        let from = self.at;
        let mut stream = serde_json::Deserializer::from_str(self.rest()).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => {
                self.at += stream.byte_offset();
                Ok(value)
            }
            Some(Err(error)) => {
                if let Some((value, length)) = mended_json(self.rest()) {
                    self.at += length;
                    return Ok(value);
                }
                let at = self.byte_of(from, error.line(), error.column());
                let mut why = error.to_string();
                if let Some(end) = why.rfind(" at line ") {
                    why.truncate(end);
                }
                Err(self.fault(
                    at,
                    message!(MESSAGES, "sound-json"),
                    Some(message!(MESSAGES, "found-other", found = why)),
                ))
            }
            None => Err(self.expected(message!(MESSAGES, "json-object"))),
        }
    }

    /// The byte behind `from` at a line and column as serde counts them.
    fn byte_of(&self, from: usize, line: usize, column: usize) -> usize {
        let mut start = from;
        for _ in 1..line {
            start = self.text[start..]
                .find('\n')
                .map_or(self.text.len(), |end| start + end + 1);
        }
        let mut at = (start + column.saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// Whether a line goes on with the one before it: it begins with nothing that begins a header, a command or what is said of
/// one.
fn goes_on(line: &str) -> bool {
    let Some(first) = line.chars().next() else {
        return false;
    };
    if matches!(
        first,
        '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$' | '!' | '?' | '%'
    ) {
        return false;
    }
    // A number with its dot, or one that lacks it before a seat; a number with decimals is a word.
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() < line.len() {
        let numbered = behind
            .strip_prefix('.')
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
        return !numbered && !begins_given(behind.trim_start());
    }
    !begins_given(line)
}

/// Whether a line begins with a seat and a colon; a small letter is one that somebody meant as a seat.
fn begins_given(line: &str) -> bool {
    let mut letters = line.chars();
    letters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '*')
        && letters.next() == Some(':')
}

/// The JSON object at the beginning of a text whose quotation marks a program turned, or whose strings a mail program
/// wrapped, and its length in the text; nothing where that does not make it sound.
fn mended_json(text: &str) -> Option<(Value, usize)> {
    let text = &text[..text.floor_char_boundary(MENDED)];
    let text = &text[..next_game(text).unwrap_or(text.len())];
    let (mut mended, mut depth, mut quoted, mut escaped) = (String::new(), 0_u32, None::<char>, false);
    for (at, c) in text.char_indices() {
        match (c, quoted) {
            (_, Some(_)) if escaped => {
                escaped = false;
                mended.push(if is_turned_quote(c) { '"' } else { c });
                continue;
            }
            ('\\', Some(_)) => escaped = true,
            ('\n', Some(_)) => {
                mended.push(' ');
                continue;
            }
            (c, Some(open)) if c == '"' || (open != '"' && closes_turned(c)) => {
                quoted = None;
                mended.push('"');
                continue;
            }
            (c, None) if is_quote(c) => {
                quoted = Some(c);
                mended.push('"');
                continue;
            }
            ('{', None) => depth += 1,
            ('}', None) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if quoted.is_some() || !is_invisible(c) {
            mended.push(c);
        }
        if depth == 0 {
            // ERR: what mending does not make sound is told by the fault that was found first.
            return Some((serde_json::from_str(&mended).ok()?, at + c.len_utf8()));
        }
    }
    None
}
