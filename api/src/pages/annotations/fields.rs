//! The fields of a form in which a field may come several times: marks, observations.

use crate::http::decode;
use crate::problem::{ApiError, Outcome};

/// The most fields of a form.
const MOST: usize = 200;

/// The fields of a form, in order; fields that nobody filled in are left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::pages) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads a body.
    pub(in crate::pages) fn read(body: &[u8]) -> Outcome<Self> {
        let wrong = || ApiError::body("", "the fields of a form, percent-encoded UTF-8, are expected");
        let text = std::str::from_utf8(body).map_err(|_| wrong())?;
        let mut fields = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decode(name).ok_or_else(wrong)?;
            let value = decode(value).ok_or_else(wrong)?;
            if !value.trim().is_empty() {
                fields.push((name.into_owned(), value.into_owned()));
            }
            if fields.len() > MOST {
                return Err(ApiError::body("", format!("at most {MOST} fields")));
            }
        }
        Ok(Self(fields))
    }

    /// A field, the first of its name.
    pub(in crate::pages) fn text(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All fields of a name.
    pub(in crate::pages) fn all<'f>(&'f self, name: &str) -> impl Iterator<Item = &'f str> {
        self.0
            .iter()
            .filter(move |(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// A field that must be there.
    pub(in crate::pages) fn needed(&self, name: &str) -> Outcome<&str> {
        self.text(name)
            .ok_or_else(|| ApiError::body(format!("/{name}"), "this field is needed"))
    }

    /// A field that is a number.
    pub(in crate::pages) fn number<N: std::str::FromStr>(&self, name: &str) -> Outcome<Option<N>> {
        self.text(name)
            .map(|text| {
                text.trim()
                    .parse()
                    .map_err(|_| ApiError::body(format!("/{name}"), "a number is expected"))
            })
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_as_browsers_send_it() {
        let form = Fields::read(b"text=Too+early%21&mark=lucky&mark=unlucky&unit=&x=1.5&y=no").unwrap();
        assert_eq!(form.text("text"), Some("Too early!"));
        assert_eq!(form.all("mark").collect::<Vec<_>>(), ["lucky", "unlucky"]);
        assert_eq!(form.text("unit"), None, "nobody filled it in");
        assert_eq!(form.number::<f64>("x").unwrap(), Some(1.5));
        assert!(form.number::<f64>("y").is_err() && form.needed("unit").is_err());
        for wrong in [&b"text=%f"[..], b"text=%ff", b"\xff=1"] {
            assert!(Fields::read(wrong).is_err());
        }
        assert!(Fields::read("a=1&".repeat(300).as_bytes()).is_err());
    }
}
