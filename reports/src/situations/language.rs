//! The language in which situations are asked for: read into a [`SituationQuestion`], printed again in one form.
//!
//! ```text
//! question  = [ counted "with" ] deed [ "where" any ] [ "by" field ]
//! counted   = "moments" | "units" | "turns" | "games"
//! deed      = "engaged" | "charged" | "destroyed" ... | "anything"
//! any       = all { "or" all }
//! all       = one { "and" one }
//! one       = "not" one | "(" any ")" | test
//! test      = field                                      of a field that says yes or no
//!           | field ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) ( number | word | "a text" | field )
//!           | field "in" "(" value { "," value } ")"
//!           | field "contains" word
//! ```

use std::fmt;

use hindsight_kernel::{Argument, Message, joined};

use super::field::{ActionField, Field, FieldKind};
use super::question::{Against, Counting, Sign, SituationQuestion, Test};
use crate::messages::{MESSAGES, text};

/// The longest question, in bytes.
pub const LONGEST_QUESTION: usize = 1_000;
/// The most tests of a question.
pub const MOST_TESTS: usize = 40;
/// The deepest nesting of brackets and `not`.
pub const DEEPEST_QUESTION: usize = 16;

/// A fault of a question, and the word at which it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongQuestion {
    /// Where the word begins, in bytes.
    pub at: usize,
    /// The word; empty at the end.
    pub word: String,
    /// What is wrong with it and what would be right.
    pub why: Message,
}

impl WrongQuestion {
    /// The fault with its place.
    pub fn message(&self) -> Message {
        let why = self.why.clone();
        if self.word.is_empty() {
            return text!("question-wrong-end", why);
        }
        let word = Argument::quoted(&self.word);
        text!("question-wrong-word", word, character = self.at + 1, why)
    }
}

impl fmt::Display for WrongQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for WrongQuestion {}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Word,
    Number(f64),
    Text,
    Sign,
    End,
}

/// A piece of the question.
#[derive(Debug, Clone, Copy)]
struct Token<'q> {
    at: usize,
    text: &'q str,
    kind: Kind,
}

impl Token<'_> {
    fn is(&self, word: &str) -> bool {
        match self.kind {
            Kind::Word => self.text.eq_ignore_ascii_case(word),
            Kind::Sign => self.text == word,
            Kind::Number(_) | Kind::Text | Kind::End => false,
        }
    }

    fn wrong(&self, why: Message) -> WrongQuestion {
        WrongQuestion {
            at: self.at,
            word: self.text.chars().take(40).collect(),
            why,
        }
    }
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, WrongQuestion> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let is_word = |letter: char| letter.is_alphanumeric() || "_.-:".contains(letter);
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        if letter.is_whitespace() {
            at += letter.len_utf8();
            continue;
        }
        let (length, kind) = if letter == '"' {
            let Some(end) = rest[1..].find('"') else {
                let token = Token {
                    at,
                    text: rest,
                    kind: Kind::Text,
                };
                return Err(token.wrong(text!("question-text-open")));
            };
            (end + 2, Kind::Text)
        } else if let Some(sign) = ["!=", "<=", ">=", "=", "<", ">", "(", ")", ","]
            .iter()
            .find(|sign| rest.starts_with(**sign))
        {
            (sign.len(), Kind::Sign)
        } else {
            let length = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            let word = &rest[..length];
            let begins = word.starts_with(|letter: char| letter.is_ascii_digit() || "-.".contains(letter));
            match word.parse::<f64>() {
                Ok(number) if begins && number.is_finite() => (length, Kind::Number(number)),
                _ if length > 0 => (length, Kind::Word),
                _ => {
                    let token = Token {
                        at,
                        text: &rest[..letter.len_utf8()],
                        kind: Kind::Sign,
                    };
                    return Err(token.wrong(text!("question-no-sign")));
                }
            }
        };
        tokens.push(Token {
            at,
            text: &rest[..length],
            kind,
        });
        at += length;
    }
    tokens.push(Token {
        at: text.len(),
        text: "",
        kind: Kind::End,
    });
    Ok(tokens)
}

/// Words that are like another, for who mistyped one: whether there are any, and the words.
fn alike(word: &str, all: impl Iterator<Item = &'static str>) -> (bool, Argument) {
    let word = word.to_lowercase();
    let close: Vec<&'static str> = all
        .filter(|known| {
            let tail = known.rsplit('.').next().unwrap_or(known);
            known.starts_with(&word)
                || tail == word
                || word.starts_with(tail)
                || distance(&word, known) <= usize::from(word.len() > 2) + usize::from(word.len() > 5)
        })
        .take(6)
        .collect();
    (!close.is_empty(), joined!(MESSAGES, "list-or", close))
}

/// How many letters of one word must be changed to have the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = place + 1;
        for (column, theirs) in other.iter().enumerate() {
            let above = row[column + 1];
            let changed = corner + usize::from(letter != *theirs);
            row[column + 1] = changed.min(above + 1).min(row[column] + 1);
            corner = above;
        }
    }
    row[other.len()]
}

struct Reader<'q> {
    tokens: Vec<Token<'q>>,
    next: usize,
    tests: usize,
}

impl<'q> Reader<'q> {
    fn peek(&self) -> Token<'q> {
        self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> Token<'q> {
        let token = self.peek();
        self.next += 1;
        token
    }

    fn takes(&mut self, word: &str) -> bool {
        let is = self.peek().is(word);
        self.next += usize::from(is);
        is
    }

    fn expects(&mut self, word: &str, why: Message) -> Result<(), WrongQuestion> {
        if self.takes(word) {
            return Ok(());
        }
        Err(self.peek().wrong(why))
    }

    fn question(&mut self) -> Result<SituationQuestion, WrongQuestion> {
        let first = self.peek();
        let counted = Counting::ALL
            .iter()
            .copied()
            .find(|counting| first.is(counting.word()));
        if counted.is_some() {
            self.next += 1;
            let counted = Argument::quoted(first.text);
            self.expects("with", text!("question-with", counted))?;
        }
        let (deed, charged) = self.deed()?;
        let mut tests = Vec::new();
        if charged {
            tests.push(Test::Is(Field::Charge));
        }
        if self.takes("where") {
            tests.push(self.any(0)?);
        }
        let by = if self.takes("by") {
            Some(self.field()?.0)
        } else {
            None
        };
        let end = self.peek();
        if end.kind != Kind::End {
            let why = if tests.len() > usize::from(charged) {
                text!("question-after-tests")
            } else {
                text!("question-after-happening")
            };
            return Err(end.wrong(why));
        }
        let when = match tests.len() {
            0 => None,
            1 => tests.pop(),
            _ => Some(Test::All(tests)),
        };
        Ok(SituationQuestion {
            counted: counted.unwrap_or_default(),
            deed,
            when,
            by,
        })
    }

    /// What happened, and whether only charges are meant.
    fn deed(&mut self) -> Result<(Option<ActionField>, bool), WrongQuestion> {
        let token = self.take();
        if token.is("anything") {
            return Ok((None, false));
        }
        if token.is("charged") {
            return Ok((Some(ActionField::Engaged), true));
        }
        if let Some(deed) = ActionField::named(token.text).filter(|_| token.kind == Kind::Word) {
            return Ok((Some(deed), false));
        }
        let all: Vec<&'static str> = ActionField::ALL
            .iter()
            .map(|deed| deed.word())
            .chain(["charged", "anything"])
            .collect();
        let (is_alike, alike) = alike(token.text, all.iter().copied());
        let words = joined!(MESSAGES, "list-next", all);
        Err(token.wrong(text!("question-happening", words, is_alike, alike)))
    }

    fn field(&mut self) -> Result<(Field, Token<'q>), WrongQuestion> {
        let token = self.take();
        let known = Field::named(token.text).filter(|_| token.kind == Kind::Word);
        known.map(|field| (field, token)).ok_or_else(|| {
            let (is_alike, alike) = alike(token.text, Field::ALL.iter().map(|field| field.word()));
            token.wrong(if token.kind == Kind::End {
                text!("question-field-missing", is_alike, alike)
            } else {
                text!("question-no-field", is_alike, alike)
            })
        })
    }

    fn any(&mut self, depth: usize) -> Result<Test, WrongQuestion> {
        let mut tests = vec![self.all(depth)?];
        while self.takes("or") {
            tests.push(self.all(depth)?);
        }
        Ok(joined(tests, Test::Any))
    }

    fn all(&mut self, depth: usize) -> Result<Test, WrongQuestion> {
        let mut tests = vec![self.one(depth)?];
        while self.takes("and") {
            tests.push(self.one(depth)?);
        }
        Ok(joined(tests, Test::All))
    }

    fn one(&mut self, depth: usize) -> Result<Test, WrongQuestion> {
        let token = self.peek();
        if depth > DEEPEST_QUESTION {
            return Err(token.wrong(text!("question-too-deep", most = DEEPEST_QUESTION)));
        }
        if self.takes("not") {
            return Ok(Test::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.takes("(") {
            let inner = self.any(depth + 1)?;
            self.expects(")", text!("question-bracket-open"))?;
            return Ok(inner);
        }
        self.tests += 1;
        if self.tests > MOST_TESTS {
            return Err(token.wrong(text!("question-too-many-tests", most = MOST_TESTS)));
        }
        self.test()
    }

    fn test(&mut self) -> Result<Test, WrongQuestion> {
        let (field, token) = self.field()?;
        let sign = self.peek();
        if self.takes("in") {
            self.expects("(", text!("question-in-values"))?;
            let mut values = vec![self.value(field)?];
            while self.takes(",") {
                values.push(self.value(field)?);
            }
            self.expects(")", text!("question-values-open"))?;
            return Ok(Test::In(field, values));
        }
        if self.takes("contains") {
            let text = self.take();
            if field.kind() != FieldKind::Word {
                let (field, kind) = (field.word(), field.kind().name());
                return Err(token.wrong(text!("question-no-text", field, kind)));
            }
            let word = match text.kind {
                Kind::Word | Kind::Number(_) => text.text,
                Kind::Text => text.text.trim_matches('"'),
                Kind::Sign | Kind::End => return Err(text.wrong(text!("question-word-or-text"))),
            };
            return Ok(Test::Contains(field, word.to_owned()));
        }
        let known = Sign::ALL.iter().copied().find(|known| sign.is(known.word()));
        let Some(known) = known else {
            if field.kind() == FieldKind::Truth {
                return Ok(Test::Is(field));
            }
            return Err(sign.wrong(text!("question-no-truth", field = field.word())));
        };
        self.next += 1;
        let ordered = !matches!(known, Sign::Is | Sign::IsNot);
        if ordered && field.kind() != FieldKind::Number {
            let (field, kind) = (field.word(), field.kind().name());
            return Err(sign.wrong(text!("question-no-order", field, kind)));
        }
        Ok(Test::Compare(field, known, self.value(field)?))
    }

    fn value(&mut self, field: Field) -> Result<Against, WrongQuestion> {
        let token = self.take();
        let other = Field::named(token.text).filter(|_| token.kind == Kind::Word);
        if let Some(other) = other.filter(|other| other.kind() == field.kind()) {
            return Ok(Against::Field(other));
        }
        match (field.kind(), token.kind) {
            (FieldKind::Number, Kind::Number(number)) => Ok(Against::Number(number)),
            (FieldKind::Word, Kind::Word | Kind::Number(_)) if other.is_none() => {
                Ok(Against::Word(token.text.to_owned()))
            }
            (FieldKind::Word, Kind::Text) => Ok(Against::Word(token.text.trim_matches('"').to_owned())),
            (FieldKind::Truth, Kind::Word) if token.is("yes") || token.is("true") => Ok(Against::Truth(true)),
            (FieldKind::Truth, Kind::Word) if token.is("no") || token.is("false") => {
                Ok(Against::Truth(false))
            }
            (kind, _) => {
                let field = field.word();
                Err(token.wrong(match kind {
                    FieldKind::Number => text!("question-number", field),
                    FieldKind::Word => text!("question-word", field),
                    FieldKind::Truth => text!("question-truth", field),
                }))
            }
        }
    }
}

/// One test stays as it is.
fn joined(mut tests: Vec<Test>, join: fn(Vec<Test>) -> Test) -> Test {
    match tests.pop() {
        Some(only) if tests.is_empty() => only,
        Some(last) => {
            tests.push(last);
            join(tests)
        }
        None => join(tests),
    }
}

/// Reads a question.
///
/// # Errors
/// The first word that is wrong, and what would be right there.
pub fn ask(text: &str) -> Result<SituationQuestion, WrongQuestion> {
    if text.len() > LONGEST_QUESTION {
        return Err(WrongQuestion {
            at: LONGEST_QUESTION,
            word: String::new(),
            why: text!("question-too-long", most = LONGEST_QUESTION),
        });
    }
    let mut reader = Reader {
        tokens: tokens(text)?,
        next: 0,
        tests: 0,
    };
    reader.question()
}

/// A word as it is read again.
fn quoted(word: &str) -> String {
    let plain = !word.is_empty()
        && word
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_.-:".contains(letter))
        && Field::named(word).is_none();
    if plain {
        word.to_owned()
    } else {
        format!("\"{}\"", word.replace('"', ""))
    }
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(&quoted(word)),
            Self::Truth(truth) => f.write_str(if *truth { "yes" } else { "no" }),
            Self::Field(field) => f.write_str(field.word()),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = |test: &Self| match test {
            Self::All(_) | Self::Any(_) => format!("({test})"),
            _ => test.to_string(),
        };
        match self {
            Self::All(tests) => f.write_str(&tests.iter().map(inner).collect::<Vec<_>>().join(" and ")),
            Self::Any(tests) => f.write_str(&tests.iter().map(inner).collect::<Vec<_>>().join(" or ")),
            Self::Not(test) => write!(f, "not {}", inner(test)),
            Self::Is(field) => f.write_str(field.word()),
            Self::Compare(field, sign, against) => write!(f, "{} {} {against}", field.word(), sign.word()),
            Self::In(field, values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "{} in ({})", field.word(), values.join(", "))
            }
            Self::Contains(field, word) => write!(f, "{} contains {}", field.word(), quoted(word)),
        }
    }
}

impl fmt::Display for SituationQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deed = self.deed.map_or("anything", ActionField::word);
        write!(f, "{} with {deed}", self.counted.word())?;
        if let Some(when) = &self.when {
            write!(f, " where {when}")?;
        }
        if let Some(by) = self.by {
            write!(f, " by {}", by.word())?;
        }
        Ok(())
    }
}
