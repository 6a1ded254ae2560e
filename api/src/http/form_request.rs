//! The request of an operation that the form of a page stands for.

use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;

use crate::base::error::{ApiError, ApiResult};
use crate::games::IfMatch;

/// The request of an operation, as a form asks for it: its body, and what the API takes from the address and the headers.
#[derive(Debug, Clone, Default)]
pub(crate) struct FormRequest {
    pub(super) body: FormBody,
    pub(super) parts: FormParts,
}

/// The body of a request that a form stands for.
#[derive(Debug, Clone, Default)]
pub(super) enum FormBody {
    /// The operation takes none.
    #[default]
    Nothing,
    /// JSON.
    Json(Value),
    /// A text with its media type.
    Text(&'static str, Bytes),
}

/// The parts of a request that stand in its address and its headers.
#[derive(Debug, Clone, Default)]
pub(super) struct FormParts {
    pub(super) path: Vec<(&'static str, String)>,
    pub(super) query: Vec<(&'static str, String)>,
    pub(super) key: Option<String>,
    pub(super) if_match: Option<IfMatch>,
}

impl FormRequest {
    /// A request with this body.
    ///
    /// # Errors
    /// The body is not one that JSON can hold: a fault of the program.
    pub(crate) fn json(body: &impl Serialize) -> ApiResult<Self> {
        let body =
            serde_json::to_value(body).map_err(|why| ApiError::fault("reading a form as a body", why))?;
        Ok(Self {
            body: FormBody::Json(body),
            parts: FormParts::default(),
        })
    }

    /// A request whose body is a text.
    pub(crate) fn text(media: &'static str, text: String) -> Self {
        Self {
            body: FormBody::Text(media, Bytes::from(text)),
            parts: FormParts::default(),
        }
    }

    /// Sets a parameter of the path.
    #[must_use]
    pub(crate) fn path(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.parts.path.push((name, value.into()));
        self
    }

    /// Sets a parameter of the query.
    #[must_use]
    pub(crate) fn query(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.parts.query.push((name, value.into()));
        self
    }

    /// Sets the idempotency key, if the form names one.
    #[must_use]
    pub(crate) fn key(mut self, key: Option<&str>) -> Self {
        self.parts.key = key.map(ToOwned::to_owned);
        self
    }

    /// Sets the version that the form was decided by, if it names one.
    #[must_use]
    pub(crate) fn decided_by(mut self, version: Option<u64>) -> Self {
        self.parts.if_match = version.map(|version| IfMatch::Versions(vec![version]));
        self
    }
}

impl FormBody {
    /// The body with its media type.
    pub(super) fn into_bytes(self) -> ApiResult<(String, Bytes)> {
        let written = match self {
            Self::Text(media, text) => return Ok((media.to_owned(), text)),
            Self::Json(value) => serde_json::to_vec(&value),
            Self::Nothing => return Err(no_body()),
        };
        let written = written.map_err(|why| ApiError::fault("writing the body of a form", why))?;
        Ok(("application/json".to_owned(), Bytes::from(written)))
    }

    /// The body as JSON.
    pub(super) fn into_value(self) -> ApiResult<Value> {
        match self {
            Self::Json(value) => Ok(value),
            Self::Text(..) | Self::Nothing => Err(no_body()),
        }
    }
}

fn no_body() -> ApiError {
    ApiError::fault(
        "reading the body of a form",
        "the form has none that the operation takes",
    )
}
