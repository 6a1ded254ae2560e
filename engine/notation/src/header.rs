//! The headers: what is known of a game before its first command.

use hindsight_engine::kernel::{Message, Seat, message, phrase};
use serde_json::Value;

use crate::cursor::{Cursor, Lost, is_quote};
use crate::document::{
    DiceSource, Document, NOTATION, PackName, Passes, WrittenEnding, WrittenStart, is_date, is_header_name,
    is_slug,
};
use crate::messages::MESSAGES;

/// The headers with a place of their own.
pub(crate) const KNOWN: [&str; 13] = [
    "Hindsight",
    "System",
    "Title",
    "Date",
    "Rules",
    "Dice",
    "Passes",
    "Pack",
    "Seat",
    "Result",
    "Tag",
    "Setup",
    "Position",
];

/// Whether the next game of the text begins here.
pub(crate) fn begins_game(text: &str) -> bool {
    let name = text
        .strip_prefix('[')
        .and_then(|text| text.trim_start().strip_prefix("Hindsight"));
    name.is_some_and(|behind| {
        !behind.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-')
    })
}

/// The byte at which the game after the one at the beginning of a text begins, on a line of its own.
pub(crate) fn next_game(text: &str) -> Option<usize> {
    // Comments may stand before the first game's own headers.
    let own = usize::from(text.starts_with(['{', ';']));
    text.match_indices('\n')
        .map(|(end, _)| {
            let rest = &text[end + 1..];
            end + 1 + rest.len() - rest.trim_start_matches([' ', '\t']).len()
        })
        .filter(|start| begins_game(&text[*start..]))
        .nth(own)
}

enum HeaderValue {
    Quoted(String),
    Bare(String),
    Json(Value),
}

/// Which of the headers that may stand once were read.
#[derive(Default)]
pub(crate) struct HeadersRead(Vec<&'static str>);

/// Reads one header into the document. The cursor stands at its `[`.
pub(crate) fn read(
    cursor: &mut Cursor<'_>,
    document: &mut Document,
    seen: &mut HeadersRead,
) -> Result<(), Lost> {
    let at = cursor.at();
    cursor.eat('[');
    cursor.space();
    let name = cursor.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if !is_header_name(name) {
        return Err(cursor.fault(at + 1, phrase!(MESSAGES, "header-name"), None));
    }
    let mut values = Vec::new();
    loop {
        cursor.blank();
        let at = cursor.at();
        let value = match cursor.peek() {
            Some(']') => {
                cursor.eat(']');
                break;
            }
            Some(c) if is_quote(c) => HeaderValue::Quoted(cursor.quoted(phrase!(MESSAGES, "quoted-value"))?),
            Some('{') => HeaderValue::Json(cursor.json()?),
            Some(c) if c.is_ascii_alphanumeric() => {
                HeaderValue::Bare(cursor.take_while(|c| c.is_ascii_alphanumeric()).to_owned())
            }
            _ => return Err(cursor.expected(phrase!(MESSAGES, "quoted-value-or-bracket"))),
        };
        values.push((at, value));
    }
    let may_repeat = matches!(name, "Pack" | "Seat" | "Tag");
    if let Some(known) = KNOWN.iter().find(|known| **known == name)
        && !may_repeat
    {
        if seen.0.contains(known) {
            return Err(cursor.fault(
                at,
                message!(MESSAGES, "header-once", name = name.to_owned()),
                None,
            ));
        }
        seen.0.push(known);
    }
    let mut values = Values {
        cursor,
        name: name.to_owned(),
        at,
        rest: values.into_iter(),
    };
    fill(&mut values, document)?;
    values.done()
}

fn fill(
    values: &mut Values<'_, '_, impl Iterator<Item = (usize, HeaderValue)>>,
    document: &mut Document,
) -> Result<(), Lost> {
    match values.name.as_str() {
        "Hindsight" => {
            let version = values.quoted(
                message!(MESSAGES, "notation-version", notation = NOTATION),
                |text| text.parse::<u16>().ok().filter(|&version| version > 0),
            )?;
            if version != NOTATION {
                let lost = values.fault(message!(MESSAGES, "notation-version-known", notation = NOTATION));
                values.cursor.end();
                return Err(lost);
            }
        }
        "System" => {
            document.system =
                values.quoted(phrase!(MESSAGES, "system-id"), |id| is_slug(&id).then_some(id))?;
        }
        "Title" => document.title = Some(values.text()?),
        "Date" => {
            let date = values.quoted(phrase!(MESSAGES, "date"), |date| is_date(&date).then_some(date))?;
            document.date = Some(date);
        }
        "Rules" => document.rules = Some(values.text()?),
        "Dice" => {
            document.dice = values.quoted(phrase!(MESSAGES, "dice-source"), |name| {
                [DiceSource::Reported, DiceSource::Server, DiceSource::Scripted]
                    .into_iter()
                    .find(|source| source.name() == name)
            })?;
        }
        "Pack" => {
            let id = values.text()?;
            let hash = values.more_text()?;
            document.packs.push(PackName { id, hash });
        }
        "Seat" => {
            let seat = values.seat()?;
            let name = values.text()?;
            if document.seats.insert(seat, name).is_some() {
                return Err(values.fault(message!(MESSAGES, "seat-once", seat)));
            }
        }
        "Result" => {
            let result = values.quoted(phrase!(MESSAGES, "result"), |text| match text.as_str() {
                "draw" => Some(WrittenEnding::Draw),
                "*" => Some(WrittenEnding::Unfinished),
                side => side.parse().ok().map(WrittenEnding::Side),
            })?;
            document.result = Some(result);
        }
        "Passes" => {
            document.passes = values.quoted(phrase!(MESSAGES, "passes"), |text| match text.as_str() {
                "implied" => Some(Passes::Implied),
                "written" => Some(Passes::Written),
                _ => None,
            })?;
        }
        "Tag" => document.tags.push(values.text()?),
        "Setup" | "Position" => {
            if !document.start.is_usual() {
                return Err(values.fault(message!(MESSAGES, "one-start")));
            }
            let value = values.json()?;
            document.start = if values.name == "Setup" {
                WrittenStart::Setup(value)
            } else {
                WrittenStart::Position(value)
            };
        }
        other => {
            let name = other.to_owned();
            let text = values.text()?;
            document.more.push((name, text));
        }
    }
    Ok(())
}

/// The values of one header, taken in order.
struct Values<'c, 't, I> {
    cursor: &'c mut Cursor<'t>,
    name: String,
    at: usize,
    rest: I,
}

impl<I: Iterator<Item = (usize, HeaderValue)>> Values<'_, '_, I> {
    fn fault(&mut self, expected: Message) -> Lost {
        self.cursor.fault(self.at, expected, None)
    }

    fn wrong(&mut self, at: usize, expected: impl Into<Message>) -> Lost {
        let expected: Message = expected.into();
        let expected = message!(MESSAGES, "in-header", expected, name = &self.name);
        self.cursor.fault(at, expected, None)
    }

    fn quoted<T>(
        &mut self,
        expected: impl Into<Message>,
        read: impl Fn(String) -> Option<T>,
    ) -> Result<T, Lost> {
        match self.rest.next() {
            Some((at, HeaderValue::Quoted(text))) => read(text).ok_or_else(|| self.wrong(at, expected)),
            Some((at, _)) => Err(self.wrong(at, expected)),
            None => Err(self.wrong(self.at, expected)),
        }
    }

    fn text(&mut self) -> Result<String, Lost> {
        self.quoted(phrase!(MESSAGES, "quoted-value"), Some)
    }

    fn more_text(&mut self) -> Result<Option<String>, Lost> {
        match self.rest.next() {
            None => Ok(None),
            Some((_, HeaderValue::Quoted(text))) => Ok(Some(text)),
            Some((at, _)) => Err(self.wrong(at, phrase!(MESSAGES, "quoted-value"))),
        }
    }

    fn seat(&mut self) -> Result<Seat, Lost> {
        let expected = phrase!(MESSAGES, "seat-and-name");
        match self.rest.next() {
            Some((at, HeaderValue::Bare(letter))) => letter.parse().map_err(|_| self.wrong(at, expected)),
            Some((at, _)) => Err(self.wrong(at, expected)),
            None => Err(self.wrong(self.at, expected)),
        }
    }

    fn json(&mut self) -> Result<Value, Lost> {
        match self.rest.next() {
            Some((_, HeaderValue::Json(value))) => Ok(value),
            Some((at, _)) => Err(self.wrong(at, phrase!(MESSAGES, "json-object"))),
            None => Err(self.wrong(self.at, phrase!(MESSAGES, "json-object"))),
        }
    }

    fn done(mut self) -> Result<(), Lost> {
        match self.rest.next() {
            None => Ok(()),
            Some((at, _)) => Err(self.wrong(at, phrase!(MESSAGES, "no-further-value"))),
        }
    }
}
