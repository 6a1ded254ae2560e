//! A place in a text, with what every part of the grammar reads: blanks, names, numbers, quotes, JSON.

use serde_json::Value;

use crate::document::WrittenPlace;
use crate::fault::{MAX_FAULTS, NotationFault};

/// Reading stopped here; the fault is noted. What follows may still be read after a recovery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lost;

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
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips white space of this line.
    pub(crate) fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len()
            - rest
                .trim_start_matches(|c: char| c.is_whitespace() && c != '\n')
                .len();
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
    pub(crate) fn expected(&mut self, expected: impl Into<String>) -> Lost {
        self.fault(self.at, expected, None)
    }

    /// Notes a fault at a byte of the text; without `found` it shows what stands there.
    pub(crate) fn fault(&mut self, at: usize, expected: impl Into<String>, found: Option<String>) -> Lost {
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

    fn shown(&self, at: usize) -> String {
        let line = self.text[at..].split('\n').next().unwrap_or_default().trim_end();
        let shown: String = line.chars().take(24).collect();
        match (shown.is_empty(), shown.len() < line.len()) {
            (true, _) if at == self.text.len() => "the end of the text".to_owned(),
            (true, _) => "the end of the line".to_owned(),
            (false, true) => format!("{shown:?}..."),
            (false, false) => format!("{shown:?}"),
        }
    }

    /// A number in digits.
    pub(crate) fn number<N: std::str::FromStr>(&mut self, expected: &str) -> Result<N, Lost> {
        let at = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        digits.parse().map_err(|_| self.fault(at, expected, None))
    }

    /// A string in double quotes. Escapes: `\"`, `\\`, `\n`, `\t`, `\r`, `\u{..}`.
    pub(crate) fn quoted(&mut self, expected: &str) -> Result<String, Lost> {
        if !self.eat('"') {
            return Err(self.expected(expected));
        }
        let mut text = String::new();
        loop {
            let at = self.at;
            match self.next() {
                None | Some('\n') => return Err(self.fault(at, "a closing quote", None)),
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape(at)?),
                Some(plain) => text.push(plain),
            }
        }
    }

    fn escape(&mut self, at: usize) -> Result<char, Lost> {
        const KINDS: &str = r#"one of the escapes \" \\ \n \t \r \u{...}"#;
        match self.next() {
            Some('"') => Ok('"'),
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
            return Err(self.expected("a JSON object"));
        }
        let from = self.at;
        let mut stream = serde_json::Deserializer::from_str(self.rest()).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => {
                self.at += stream.byte_offset();
                Ok(value)
            }
            Some(Err(error)) => {
                let at = self.byte_of(from, error.line(), error.column());
                let mut why = error.to_string();
                if let Some(end) = why.rfind(" at line ") {
                    why.truncate(end);
                }
                Err(self.fault(at, "sound JSON", Some(why)))
            }
            None => Err(self.expected("a JSON object")),
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
