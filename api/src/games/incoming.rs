//! Files that come in: their text, their form, and the games in them. Page, API and command line read by these functions.

use hindsight_incoming_text::{Encoding, decode};
use hindsight_kernel::Message;
use hindsight_notation::{Document, NotationFaults, parse_each};
use hindsight_openapi::ProblemKind;
use serde_json::Value;

use crate::base::error::{ApiError, ApiResult, body_fault};
use crate::base::messages::{said_elsewhere, text};

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileForm {
    /// The text notation.
    Text,
    /// Its JSON form, one game or a list.
    Json,
    /// A stream with its chain.
    Records,
}

impl FileForm {
    /// The form of a file by its beginning. A comment in braces may stand before the headers of a text.
    pub fn of(text: &str) -> Self {
        let text = text.trim_start();
        if text
            .strip_prefix('[')
            .is_some_and(|list| list.trim_start().starts_with('{'))
        {
            return Self::Json;
        }
        if !is_object(text) {
            return Self::Text;
        }
        let line = text.lines().next().unwrap_or_default();
        let header = serde_json::from_str::<Value>(line);
        let is_stream =
            header.is_ok_and(|header| header.get("hindsight").and_then(Value::as_str) == Some("stream"));
        if is_stream { Self::Records } else { Self::Json }
    }
}

/// Whether a text begins as an object of JSON does: with a name and a colon.
fn is_object(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('{').map(str::trim_start) else {
        return false;
    };
    let name = inside.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    name.is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
}

/// The text of a file, without its byte order mark.
///
/// # Errors
/// Line and column of the first byte that is no text.
pub fn text_of(bytes: &[u8], encoding: Encoding) -> ApiResult<String> {
    decode(bytes, encoding)
        .map(std::borrow::Cow::into_owned)
        .map_err(|wrong| {
            let path = format!("line {} column {}", wrong.line, wrong.column);
            let place = body_fault(path, &expected(wrong.expected, &wrong.found));
            ApiError::new(ProblemKind::InvalidImport, said_elsewhere(&wrong)).places(vec![place])
        })
}

/// A game of a file, read or refused by itself.
#[derive(Debug)]
pub struct GameInFile {
    /// The line on which it begins; 1 in the JSON form.
    pub line: u32,
    /// Its title, as far as it could be read.
    pub title: Option<String>,
    /// The game, or what is wrong with it.
    pub read: ApiResult<Document>,
}

/// The games of a file in the notation or its JSON form, each by itself.
///
/// # Errors
/// The file cannot be read at all, or there is no game in it.
pub fn games_in(text: &str) -> ApiResult<Vec<GameInFile>> {
    let games: Vec<GameInFile> = match FileForm::of(text) {
        FileForm::Text => parse_each(text)
            .map_err(|faults| refused(&faults))?
            .into_iter()
            .map(|game| GameInFile {
                line: game.place.line,
                title: game.title,
                read: game.read.map_err(|faults| refused(&faults)),
            })
            .collect(),
        FileForm::Json => documents(text)?
            .into_iter()
            .map(|document| GameInFile {
                line: 1,
                title: document.title.clone(),
                read: Ok(document),
            })
            .collect(),
        FileForm::Records => {
            let why = text!("file-is-record");
            return Err(ApiError::new(ProblemKind::InvalidImport, why));
        }
    };
    if games.is_empty() {
        return Err(ApiError::new(ProblemKind::InvalidImport, text!("file-no-game")));
    }
    Ok(games)
}

fn documents(text: &str) -> ApiResult<Vec<Document>> {
    let wrong = |error: serde_json::Error| {
        ApiError::new(
            ProblemKind::InvalidImport,
            text!("file-json", why = error.to_string()),
        )
    };
    let value: Value = serde_json::from_str(text).map_err(wrong)?;
    if value.is_array() {
        serde_json::from_value(value).map_err(wrong)
    } else {
        Ok(vec![serde_json::from_value(value).map_err(wrong)?])
    }
}

fn expected(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Message {
    text!(
        "file-expected",
        expected = expected.to_string(),
        found = found.to_string()
    )
}

/// Faults of a text as the problem that the API answers with.
fn refused(faults: &NotationFaults) -> ApiError {
    let first = faults.first();
    let detail = text!(
        "file-place",
        line = u64::from(first.line),
        expected = first.expected.clone(),
        found = first.found.clone()
    );
    let places = faults.all().iter().map(|fault| {
        let path = format!("line {} column {}", fault.line, fault.column);
        body_fault(path, &expected(&fault.expected, &fault.found))
    });
    ApiError::new(ProblemKind::InvalidImport, detail).places(places.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_tells_by_its_beginning_what_it_is() {
        for (text, form) in [
            ("[Hindsight \"1\"]", FileForm::Text),
            ("", FileForm::Text),
            (
                "{A comment before the headers.}\n[Hindsight \"1\"]",
                FileForm::Text,
            ),
            ("{\"Hold them!\" he said.}\n[Hindsight \"1\"]", FileForm::Text),
            ("; a comment\n[Hindsight \"1\"]", FileForm::Text),
            (" \n{\"hindsight\": 1}", FileForm::Json),
            ("[ {\"hindsight\": 1}]", FileForm::Json),
            ("{\"hindsight\":\"stream\",\"format\":1}\n{}", FileForm::Records),
        ] {
            assert_eq!(FileForm::of(text), form, "{text}");
        }
    }
}
