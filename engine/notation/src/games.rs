//! The games of a text: one, all, or each by itself.

use hindsight_engine::kernel::message;
use hindsight_incoming_text::{Encoding, decode, without_mark};

use crate::cursor::Cursor;
use crate::document::{Document, NOTATION, WrittenPlace};
use crate::fault::{NotationFault, NotationFaults};
use crate::header;
use crate::messages::MESSAGES;
use crate::read::Reader;

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;
/// The most commands of one text, variations included.
pub const MAX_ENTRIES: usize = 200_000;

/// The most games of one text.
pub const MAX_GAMES: usize = 5_000;

/// A game of a text, or what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadGame {
    /// Where it begins.
    pub place: WrittenPlace,
    /// Its title, where its headers could be read so far.
    pub title: Option<String>,
    /// The game, or its faults.
    pub read: Result<Document, NotationFaults>,
}

/// The one game of a text.
///
/// # Errors
/// Every fault with its line, column and what would be right; the first one is [`NotationFaults::first`].
pub fn parse(text: &str) -> Result<Document, NotationFaults> {
    let games = parse_each(text)?;
    let second = games.get(1).map(|game| game.place);
    let mut games = all_sound(games)?.into_iter();
    match (games.next(), second) {
        (Some(document), None) => Ok(document),
        (_, Some(place)) => Err(NotationFaults::one(NotationFault {
            line: place.line,
            column: place.column,
            expected: message!(MESSAGES, "one-game"),
            found: message!(MESSAGES, "found-another-game"),
        })),
        (None, None) => Err(NotationFaults::one(NotationFault {
            line: 1,
            column: 1,
            expected: message!(MESSAGES, "first-header-of-game", notation = NOTATION),
            found: message!(MESSAGES, "found-end-of-text"),
        })),
    }
}

/// All games of a text, one after the other.
///
/// # Errors
/// As [`parse`]. A text without any game is an empty list.
pub fn parse_all(text: &str) -> Result<Vec<Document>, NotationFaults> {
    all_sound(parse_each(text)?)
}

fn all_sound(read: Vec<ReadGame>) -> Result<Vec<Document>, NotationFaults> {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    for game in read {
        match game.read {
            Ok(document) => games.push(document),
            Err(found) => faults.extend_from_slice(found.all()),
        }
    }
    match NotationFaults::new(faults) {
        Some(faults) => Err(faults),
        None => Ok(games),
    }
}

/// All games of a file's bytes: UTF-8, or UTF-16 with a byte order mark.
///
/// # Errors
/// As [`parse`].
pub fn parse_bytes(bytes: &[u8]) -> Result<Vec<Document>, NotationFaults> {
    parse_all(&decode(bytes, Encoding::Unicode)?)
}

/// Every game of a text by itself: a fault in one keeps none of the others.
///
/// # Errors
/// The text is too long.
pub fn parse_each(text: &str) -> Result<Vec<ReadGame>, NotationFaults> {
    if text.len() > MAX_BYTES {
        return Err(NotationFaults::one(NotationFault {
            line: 1,
            column: 1,
            expected: message!(MESSAGES, "at-most-bytes", max_bytes = MAX_BYTES),
            found: message!(MESSAGES, "found-bytes", bytes = text.len()),
        }));
    }
    let text = without_mark(text);
    let unified;
    let text = if text.contains('\r') {
        unified = text.replace("\r\n", "\n").replace('\r', "\n");
        &unified
    } else {
        text
    };
    let mut reader = Reader {
        cursor: Cursor::new(text),
        entries: 0,
    };
    let mut games = Vec::new();
    loop {
        reader.cursor.blank();
        if reader.cursor.peek().is_none() {
            break;
        }
        let at = reader.cursor.at();
        let place = reader.cursor.place(at);
        if games.len() >= MAX_GAMES {
            let more = NotationFault {
                line: place.line,
                column: place.column,
                expected: message!(MESSAGES, "at-most-games", max_games = MAX_GAMES),
                found: message!(MESSAGES, "found-another-game"),
            };
            let read = Err(NotationFaults::one(more));
            games.push(ReadGame {
                place,
                title: None,
                read,
            });
            break;
        }
        let document = reader.game();
        let title = document.title.clone();
        let read = match NotationFaults::new(reader.cursor.take_faults()) {
            None => Ok(document),
            Some(faults) => {
                // Where a game with faults ends is told by the next one alone.
                let next = header::next_game(&text[at..]).map_or(text.len(), |next| at + next);
                reader.cursor.go_on_at(next);
                Err(faults)
            }
        };
        games.push(ReadGame { place, title, read });
    }
    Ok(games)
}
