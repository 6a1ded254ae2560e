//! Fields of a form as a browser sends them.

use std::fmt::Display;
use std::str::FromStr;

use hindsight_kernel::Message;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{MARKS, ROOT};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{said_elsewhere, text};
use crate::http::Query;

/// The most fields of a form.
const MOST: usize = 4_000;

/// The fields of a form, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads a form whose fields have these names; `player-*` is any that begins so. A field of another name is refused by
    /// it, filled in or not: who misspells one is told so, rather than left with what is usual. Those of a schema
    /// (`f/*`) are looked at when they are read by it.
    pub(crate) fn known(body: &[u8], names: &[&str]) -> ApiResult<Self> {
        let fields = Self::parse(body)?;
        let known = |field: &str| {
            names.iter().any(|name| match name.strip_suffix('*') {
                Some(begins) => field.starts_with(begins),
                None => field == *name,
            })
        };
        if let Some((field, _)) = fields.pairs().find(|(field, _)| !known(field)) {
            return Err(unknown(field, names));
        }
        Ok(fields)
    }

    /// Reads a form whose fields are those of a wire type; one that it does not have is refused by its name.
    pub(crate) fn of<T: DeserializeOwned>(body: &[u8]) -> ApiResult<Self> {
        let fields = Self::parse(body)?;
        let texts: serde_json::Map<String, Value> = fields
            .pairs()
            .map(|(name, value)| (name.to_owned(), Value::String(value.to_owned())))
            .collect();
        match hindsight_kernel::wire::read::<T>(&Value::Object(texts)) {
            Err(fault) if fault.reason.contains("unknown field") => {
                Err(ApiError::body(fault.path, said_elsewhere(fault.reason)))
            }
            // What a field says is looked at where it is asked for.
            Ok(_) | Err(_) => Ok(fields),
        }
    }

    /// Refuses fields of a schema where none is read by one.
    pub(crate) fn without_schema(&self) -> ApiResult<()> {
        let begins = format!("{ROOT}/");
        match self.pairs().find(|(field, _)| field.starts_with(&begins)) {
            Some((field, _)) => Err(unknown(field, &[])),
            None => Ok(()),
        }
    }

    /// Reads `application/x-www-form-urlencoded`.
    pub(crate) fn parse(body: &[u8]) -> ApiResult<Self> {
        let wrong = |why: Message| ApiError::body("", why);
        let text = std::str::from_utf8(body).map_err(|_| wrong(text!("percent-encoding")))?;
        let mut fields = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            if fields.len() == MOST {
                return Err(wrong(text!("fields-most", most = MOST)));
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decode = |part: &str| {
                Query::decode(part)
                    .map(std::borrow::Cow::into_owned)
                    .ok_or_else(|| wrong(text!("percent-encoding")))
            };
            fields.push((decode(name)?, decode(value)?));
        }
        Ok(Self(fields))
    }

    /// A field that was filled in; of several of one name the last.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.trim())
            .filter(|value| !value.is_empty())
    }

    /// A text that was filled in, with the blanks it was written with: they mean something in Markdown.
    pub(crate) fn written(&self, name: &str) -> Option<&str> {
        self.all(name).last()
    }

    /// All fields of a name that were filled in, in order.
    pub(crate) fn all<'f>(&'f self, name: &str) -> impl Iterator<Item = &'f str> {
        self.0
            .iter()
            .filter(move |(known, value)| known == name && !value.trim().is_empty())
            .map(|(_, value)| value.as_str())
    }

    /// A field that must be filled in.
    pub(crate) fn needed(&self, name: &str) -> ApiResult<&str> {
        self.text(name).ok_or_else(|| missing(name))
    }

    /// A field that is a number.
    pub(crate) fn number<N: FromStr<Err: Display>>(&self, name: &str) -> ApiResult<Option<N>> {
        let wrong = |why: N::Err| {
            ApiError::body(
                format!("/{name}"),
                text!("number-expected", why = why.to_string()),
            )
        };
        self.text(name)
            .map(|text| text.parse().map_err(wrong))
            .transpose()
    }

    /// A field that must be filled in with a number.
    pub(crate) fn needed_number<N: FromStr<Err: Display>>(&self, name: &str) -> ApiResult<N> {
        self.number(name)?.ok_or_else(|| missing(name))
    }

    /// A field that says how many: more than a request can hold is as much as it can, and so above every limit.
    pub(crate) fn count(&self, name: &str) -> ApiResult<Option<u32>> {
        let count: Option<u64> = self.number(name)?;
        Ok(count.map(|count| u32::try_from(count).unwrap_or(u32::MAX)))
    }

    /// All of them.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// A box that was ticked.
    pub(crate) fn ticked(&self, name: &str) -> bool {
        self.text(name).is_some()
    }

    /// The numbers of the rows under a place, ascending.
    pub(super) fn rows(&self, place: &str) -> Vec<usize> {
        let mut rows: Vec<usize> = self
            .0
            .iter()
            .filter_map(|(name, _)| {
                let rest = name.strip_prefix(place)?.strip_prefix('/')?;
                let end = rest.find(MARKS).unwrap_or(rest.len());
                rest[..end].parse().ok()
            })
            .collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// Whether anything was filled in at a place or under it.
    pub(super) fn any_under(&self, place: &str) -> bool {
        self.0.iter().any(|(name, value)| {
            name.strip_prefix(place)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(MARKS))
                && !value.trim().is_empty()
        })
    }
}

/// A field that nobody reads, and those that would be read.
pub(super) fn unknown(field: &str, names: &[&str]) -> ApiError {
    let short: String = field.chars().take(100).collect();
    let expected = match names {
        [] => text!("field-none-asked"),
        names => text!("field-expected", names = names.join("`, `")),
    };
    ApiError::body(
        format!("/{short}"),
        text!("unknown-field", field = short.clone(), expected),
    )
}

fn missing(name: &str) -> ApiError {
    ApiError::body(format!("/{name}"), text!("field-needed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_browsers_send_them() {
        let fields =
            Fields::parse(b"text=Good+luck%21&empty=&list%2Funits%2F10=b&list/units/2=a&x=1&x=2").unwrap();
        assert_eq!(fields.text("text"), Some("Good luck!"));
        assert_eq!(fields.text("empty"), None);
        assert_eq!(fields.text("x"), Some("2"));
        assert_eq!(fields.rows("list/units"), [2, 10]);
        assert!(fields.any_under("list") && !fields.any_under("lis") && !fields.any_under("empty"));
        for wrong in [&b"a=%ff"[..], b"a=%2", b"\xff=1"] {
            assert!(Fields::parse(wrong).is_err(), "{wrong:?}");
        }
        let many = "a=1&".repeat(MOST + 1);
        assert!(Fields::parse(many.as_bytes()).is_err());
    }

    #[test]
    fn a_field_of_another_name_is_refused_by_it() {
        let known = |body: &str| Fields::known(body.as_bytes(), &["title", "player-*", "f/*"]);
        assert!(known("title=x&player-A=y&f/units/0/seat=A&f/map=").is_ok());
        for (body, field) in [
            ("tilte=x", "tilte"),
            ("title=x&dice=", "dice"),
            ("titles=x", "titles"),
            ("player=y", "player"),
            ("=x", ""),
        ] {
            let problem = known(body).unwrap_err();
            assert_eq!(
                problem.kind(),
                hindsight_openapi::ProblemKind::UnknownField,
                "{body}"
            );
            assert_eq!(problem.problem().errors[0].path, format!("/{field}"), "{body}");
            assert!(
                problem.problem().detail.contains("expected one of `title`"),
                "{body}"
            );
        }
        let fields = known("title=x&f/map=open").unwrap();
        assert!(fields.without_schema().is_err());
        assert!(known("title=x").unwrap().without_schema().is_ok());
    }

    #[test]
    fn fields_may_come_several_times_be_needed_and_be_numbers() {
        let form = Fields::parse(b"text=%20%20Too+early!%20&mark=lucky&mark=&mark=unlucky&unit=+&x=1.5&y=no")
            .unwrap();
        assert_eq!(form.text("text"), Some("Too early!"));
        assert_eq!(form.written("text"), Some("  Too early! "));
        assert_eq!(form.all("mark").collect::<Vec<_>>(), ["lucky", "unlucky"]);
        assert_eq!(
            (form.text("unit"), form.written("unit")),
            (None, None),
            "nobody filled it in"
        );
        assert_eq!(form.number::<f64>("x").unwrap(), Some(1.5));
        assert_eq!(form.number::<f64>("z").unwrap(), None);
        assert_eq!(form.needed("mark").unwrap(), "unlucky");
        assert!(form.number::<f64>("y").is_err() && form.number::<u64>("x").is_err());
        assert!(form.needed("unit").is_err() && form.needed_number::<u64>("z").is_err());
    }
}
