//! Answers of the server to the document's own requests, as examples.
//!
//! They are recorded, not written: `UPDATE=1 cargo test -p hindsight --test http examples` asks a running server for
//! each and writes `examples.json`; without `UPDATE` the same test asks again and holds the answers against them. Ids,
//! times, digests and secrets are replaced by fixed ones, and long lists are cut.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An id as examples have it.
pub const SOME_ID: &str = "01KAG6Q2Y7M3V9XWZ4T5B8C0DA";
/// The hash of a pack as examples have it.
pub const SOME_HASH: &str = "9b1d0c3e5f7a2b4c6d8e0f1a3b5c7d9e1f2a4b6c8d0e2f4a6b8c0d1e3f5a7b9c";
/// A token as the examples sign in with it.
pub const SOME_SECRET: &str = "hs_5f6e1d8c7b2a49380f1e2d3c4b5a69788796a5b4c3d2e1f00918273645546372";

/// A password as the examples have it.
pub const SOME_PASSWORD: &str = "nine quiet hedgehogs";
/// An invitation as the examples have it.
pub const SOME_INVITATION: &str = "hi_6a5f1e0d9c8b7a493827165f4e3d2c1b0a99887766554433221100ffeeddccbb";
/// The offer of a seat as the examples have it.
pub const SOME_CLAIM: &str = "hc_7b6a5f1e0d9c8b7a493827165f4e3d2c1b0a99887766554433221100ffeeddcc";

/// A small game in the text notation.
pub const SMALL_TEXT: &str = "[Hindsight \"1\"]\n[System \"before-battle\"]\n[Title \"A greeting\"]\n\n\
1. A: @say \"Good luck!\" {Said before the lists were opened.}\n";

/// All recorded examples, by operation.
pub const RECORDED: &str = include_str!("../examples.json");

/// An answer of the server to a request that the document gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// Its name; that of the request's example where there is a body.
    pub name: String,
    /// The request line.
    pub request: String,
    /// The status of the answer.
    pub status: u16,
    /// The media type of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media: Option<String>,
    /// The answer, if it can be shown here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Lists were cut.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shortened: bool,
}

#[cfg(test)]
impl Example {
    /// As an `OpenAPI` example object.
    pub(crate) fn described(&self) -> utoipa::openapi::example::ExampleBuilder {
        let cut = if self.shortened {
            " Long lists are cut here."
        } else {
            ""
        };
        utoipa::openapi::example::ExampleBuilder::new()
            .summary(self.name.as_str())
            .description(format!("The answer to `{}`.{cut}", self.request))
            .value(self.value.clone())
    }
}

/// The recorded examples of an operation.
pub fn examples_of(operation: &str) -> &'static [Example] {
    static ALL: OnceLock<BTreeMap<String, Vec<Example>>> = OnceLock::new();
    ALL.get_or_init(|| serde_json::from_str(RECORDED).expect("the recorded examples are JSON of this form"))
        .get(operation)
        .map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations;

    #[test]
    fn every_operation_has_a_recorded_answer_that_is_no_problem() {
        for operation in operations() {
            let good = examples_of(operation.id)
                .iter()
                .filter(|example| (200..300).contains(&example.status) || example.status == 303)
                .count();
            assert!(good > 0, "{} has no example of an answer", operation.id);
            if let Some(body) = &operation.body {
                for (name, _) in &body.examples {
                    assert!(
                        examples_of(operation.id)
                            .iter()
                            .any(|example| example.name == *name),
                        "{} has no answer to its example {name:?}",
                        operation.id
                    );
                }
            }
        }
        let all: BTreeMap<String, Vec<Example>> = serde_json::from_str(RECORDED).unwrap();
        for id in all.keys() {
            assert!(crate::operation(id).is_some(), "{id} is no operation");
        }
    }
}
