//! The query of an address, read strictly by what the operation documents.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use hindsight_kernel::{Message, Seat};
use hindsight_openapi::Operation;
use serde_json::Value;

use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::PAGE;
use crate::base::messages::{quoted, said_elsewhere, text};

/// The parameters of one request, each checked against its published schema.
#[derive(Debug, Default, Clone)]
pub struct Query {
    given: Vec<(&'static str, String)>,
}

impl Query {
    /// Checks parameters that a form of a page stands for.
    pub(super) fn of(operation: &'static Operation, pairs: &[(&'static str, String)]) -> ApiResult<Self> {
        let mut given = Vec::new();
        for (name, value) in pairs {
            let known = operation
                .parameters
                .iter()
                .find(|known| known.place == "query" && known.name == *name)
                .ok_or_else(|| ApiError::fault("reading a form", format!("no parameter {name} is known")))?;
            check(name, value, &known.schema)?;
            given.push((*name, value.clone()));
        }
        Ok(Self { given })
    }

    /// Reads a query string. Unknown parameters are refused under `/v1` and passed over on pages, whose addresses
    /// others decorate.
    pub fn read(operation: &'static Operation, text: &str) -> ApiResult<Self> {
        let mut given: Vec<(&'static str, String)> = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decode(name).ok_or_else(|| ApiError::parameter(name, text!("percent-encoding")))?;
            let is_page = !operation.path.starts_with("/v1");
            // A form sends the fields that nobody filled in, too.
            if is_page && value.is_empty() {
                continue;
            }
            let Some(known) = operation
                .parameters
                .iter()
                .find(|known| known.place == "query" && known.name == name)
            else {
                if !is_page {
                    let names: Vec<&str> = operation
                        .parameters
                        .iter()
                        .filter(|known| known.place == "query")
                        .map(|known| known.name)
                        .collect();
                    return Err(ApiError::parameter(&name, text!("no-such-parameter")).allowed(names));
                }
                continue;
            };
            let value = decode(value).ok_or_else(|| ApiError::parameter(&name, text!("percent-encoding")))?;
            if given.iter().any(|(other, _)| *other == known.name) {
                return Err(ApiError::parameter(&name, text!("given-twice")));
            }
            check(known.name, &value, &known.schema)?;
            given.push((known.name, value.into_owned()));
        }
        Ok(Self { given })
    }

    /// A parameter as text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.given
            .iter()
            .find(|(given, _)| *given == name)
            .map(|(_, value)| value.as_str())
    }

    /// A parameter that was read as a whole number.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.text(name).and_then(|text| text.parse().ok())
    }

    /// A parameter that was read as yes or no.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == Some("true")
    }

    /// The number of items that a page of a list is to hold.
    pub fn page_size(&self) -> usize {
        self.number("limit").map_or(PAGE, |limit| limit as usize)
    }

    /// The cursor at which a page of a list begins.
    pub fn cursor<C: FromStr<Err: Display>>(&self) -> ApiResult<Option<C>> {
        self.text("cursor")
            .map(|text| {
                text.parse()
                    .map_err(|why: C::Err| ApiError::parameter("cursor", said_elsewhere(why)))
            })
            .transpose()
    }

    /// The seat.
    pub fn seat(&self) -> Option<Seat> {
        self.text("seat").and_then(|text| text.parse().ok())
    }

    /// A moment as milliseconds of Unix time.
    pub fn time(&self, name: &str) -> Option<u64> {
        let time: jiff::Timestamp = self.text(name)?.parse().ok()?;
        u64::try_from(time.as_millisecond()).ok()
    }

    /// A day, as the milliseconds of Unix time at which it begins (UTC).
    pub fn day(&self, name: &str) -> Option<u64> {
        let day: jiff::civil::Date = self.text(name)?.parse().ok()?;
        let begins = day.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        u64::try_from(begins.timestamp().as_millisecond()).ok()
    }

    /// A part of a query or of a form as text: `+` is a blank.
    pub(crate) fn decode(part: &str) -> Option<Cow<'_, str>> {
        decode(part)
    }

    /// All of it, for keys of ready answers.
    pub fn all(&self) -> &[(&'static str, String)] {
        &self.given
    }
}

fn check(name: &str, value: &str, schema: &Value) -> ApiResult<()> {
    let wrong = |why: Message| Err(ApiError::parameter(name, why));
    match schema["type"].as_str() {
        Some("integer") => {
            let (least, most) = (
                schema["minimum"].as_i64().unwrap_or(0),
                schema["maximum"].as_i64().unwrap_or(i64::MAX),
            );
            match value.parse::<i64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(()),
                _ => wrong(text!("whole-number", least, most, value = quoted(shorten(value)))),
            }
        }
        Some("boolean") if value == "true" || value == "false" => Ok(()),
        Some("boolean") => wrong(text!("true-or-false", value = quoted(shorten(value)))),
        _ => {
            if let Some(words) = schema["enum"].as_array() {
                if words.iter().any(|word| word == value) {
                    return Ok(());
                }
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                return Err(
                    ApiError::parameter(name, text!("one-of", words = words.join(", ").clone()))
                        .allowed(words),
                );
            }
            if schema["pattern"].as_str() == Some("^[A-Z]$") && value.parse::<Seat>().is_err() {
                return wrong(text!("seat-letter"));
            }
            if schema["format"].as_str() == Some("date-time") && value.parse::<jiff::Timestamp>().is_err() {
                return wrong(text!("time-expected"));
            }
            if schema["format"].as_str() == Some("date") && value.parse::<jiff::civil::Date>().is_err() {
                return wrong(text!("day-expected"));
            }
            let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
            if value.chars().count() as u64 > most {
                return wrong(text!("at-most-characters", most));
            }
            // No text that is asked for has any, and none may come into a page or a log.
            if value.chars().any(char::is_control) {
                return wrong(text!("control-characters"));
            }
            Ok(())
        }
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Percent-decodes a part of a query or of a form; `+` is a blank.
pub(crate) fn decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains(['%', '+']) {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = match byte {
            b'+' => {
                bytes.push(b' ');
                after
            }
            b'%' => {
                let digits = after
                    .get(..2)
                    .filter(|two| two.iter().all(u8::is_ascii_hexdigit))?;
                let digits = std::str::from_utf8(digits).ok()?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                &after[2..]
            }
            byte => {
                bytes.push(byte);
                after
            }
        };
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_openapi::operation;

    fn read(id: &str, text: &str) -> Result<Query, String> {
        Query::read(operation(id).unwrap(), text).map_err(|error| error.problem().detail.clone())
    }

    #[test]
    fn parameters_are_read_as_they_are_documented() {
        let query = read(
            "listGames",
            "system=before-battle&limit=5&q=a%20b+c&since=2026-11-20T13:00:00Z",
        )
        .unwrap();
        assert_eq!(query.text("q"), Some("a b c"));
        assert_eq!(query.number("limit"), Some(5));
        assert_eq!(query.time("since"), Some(1_795_179_600_000));
        assert!(
            read("startPage", "utm_source=x").is_ok(),
            "pages pass over what they do not know"
        );
        let form = read("startPage", "q=&system=&result=won&since=2026-11-20&until=").unwrap();
        assert_eq!(
            (form.text("q"), form.text("result")),
            (None, Some("won")),
            "a form's empty fields"
        );
        assert_eq!(form.day("since"), Some(1_795_132_800_000));
        let wrong = [
            ("startPage", "since=20.11.2026"),
            ("startPage", "result=lost"),
            ("listGames", "q=a&tag=&tag=b"),
            ("listGames", "limit=0"),
            ("listGames", "limit=201"),
            ("listGames", "limit=many"),
            ("listGames", "status=lost"),
            ("listGames", "since=yesterday"),
            ("listGames", "limit=1&limit=2"),
            ("listGames", "q=%ff"),
            ("listGames", "q=%2"),
            ("listGames", "q=%+1"),
            ("listGames", "q=a%00b"),
            ("startPage", "q=a%0d%0ab"),
            ("listGames", "colour=red"),
            ("getState", "seat=a"),
            ("getState", "at=0"),
            ("listEvents", "facts=yes"),
        ];
        for (id, text) in wrong {
            assert!(read(id, text).is_err(), "{id}?{text}");
        }
    }
}
