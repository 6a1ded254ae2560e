//! What a browser sends of a form.

use crate::http::Query;
use crate::problem::{ApiError, Outcome};

/// The most fields of a form.
const MOST: usize = 4_000;

/// The fields of a form, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads `application/x-www-form-urlencoded`.
    pub(crate) fn parse(body: &[u8]) -> Outcome<Self> {
        let wrong = |why: &str| ApiError::body("", why.to_owned());
        let text = std::str::from_utf8(body).map_err(|_| wrong("percent-encoded UTF-8 is expected"))?;
        let mut fields = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            if fields.len() == MOST {
                return Err(wrong(&format!("at most {MOST} fields are taken")));
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decode = |part: &str| {
                Query::decode(part)
                    .map(std::borrow::Cow::into_owned)
                    .ok_or_else(|| wrong("percent-encoded UTF-8 is expected"))
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
                let end = rest.find(['/', '~', '@', '?']).unwrap_or(rest.len());
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
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '~', '@', '?']))
                && !value.trim().is_empty()
        })
    }
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
}
