//! Reader of the plain forms that pages send.

use hindsight_openapi::ProblemKind;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Ctx;
use super::query::decode;
use crate::base::error::{ApiError, ApiResult};

impl Ctx {
    /// The body as the fields of a form; all of them are texts, and those that nobody filled in are left out.
    pub async fn form<T: DeserializeOwned>(&mut self) -> ApiResult<T> {
        let (_, bytes) = self.body().await?;
        hindsight_kernel::wire::read(&fields(&bytes)?)
            .map_err(|fault| ApiError::body(fault.path, fault.reason))
    }
}

fn fields(bytes: &[u8]) -> ApiResult<Value> {
    let wrong = |why: &str| ApiError::new(ProblemKind::InvalidBody, format!("the form: {why}"));
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("percent-encoded UTF-8 is expected"))?;
    let mut fields = Map::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (Some(name), Some(value)) = (decode(name), decode(value)) else {
            return Err(wrong("percent-encoded UTF-8 is expected"));
        };
        if value.is_empty() {
            continue;
        }
        let known = fields.insert(name.into_owned(), Value::String(value.into_owned()));
        if known.is_some() {
            return Err(wrong("a field is given twice"));
        }
    }
    Ok(Value::Object(fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_form_is_its_fields_that_were_filled_in() {
        let read = |text: &str| fields(text.as_bytes()).ok();
        assert_eq!(read(""), Some(json!({})));
        assert_eq!(
            read("name=Ada+Lovelace&note=&next=%2Fg%2F1%3Fa%3Db"),
            Some(json!({ "name": "Ada Lovelace", "next": "/g/1?a=b" }))
        );
        assert_eq!(read("a=1&a=2"), None, "given twice");
        assert_eq!(read("a=%ff"), None, "no UTF-8");
        assert_eq!(read("a=%4"), None, "cut");
    }
}
