//! The trait of set-ups: how a game is set up from what somebody asks for.

use serde_json::Value;

use super::Rules;
use crate::message;
use crate::{MESSAGES, Refusal, wire};

/// Setup requests: what somebody asks for becomes a whole setup. By default the request is the setup itself.
pub trait Setups: Rules {
    /// Sets up a game from packs: fills in what the request leaves open. `packs` are those the setup may use.
    fn setup_from(request: &Value, _packs: &[Value]) -> Result<Self::Setup, Refusal> {
        wire::read(request).map_err(|fault| {
            Refusal::new(
                "HS-FORM-01",
                message!(MESSAGES, "setup-unread", fault = fault.to_string()),
            )
            .with("path", &fault.path)
        })
    }

    /// The JSON Schema of a setup request.
    fn setup_schema() -> Value {
        wire::schema::<Self::Setup>()
    }
}
