//! Tokens.

use serde_json::json;

use super::{number, text};
use crate::wire::{CreateToken, NewToken, Token, TokenList};
use crate::{Access, Method, Operation, ProblemKind};

const TAG: &str = "tokens";

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post("createToken", "/v1/tokens", TAG, "Make a token")
            .about("`admin` makes any. The owner of a game (with `game:write`) makes tokens for that game alone, with `game:read` and `seat:` scopes. The secret is shown once and only its hash is kept.")
            .access(Access::Scope("game:write"))
            .body::<CreateToken>(16 << 10, vec![
                ("club member", json!({ "subject": "ada", "label": "laptop", "scopes": ["game:read", "game:write"], "days": 365 })),
            ])
            .answers::<NewToken>(201, "The token with its secret.", Some(json!({
                "secret": "hs_5f0c7d1f6b0b4f0f9a5e8d3c2b1a09f8e7d6c5b4a392817060504030201000ff",
                "token": {
                    "id": "01KAG6Q2Y7M3V9XWZ4T5B8C0DE",
                    "subject": "ada",
                    "label": "laptop",
                    "scopes": ["game:read", "game:write"],
                    "created_at": "2026-11-20T13:00:00Z",
                    "expires_at": "2027-11-20T13:00:00Z"
                }
            })))
            .problems(&[ProblemKind::NoSuchGame]),
        Operation::get("listTokens", "/v1/tokens", TAG, "All tokens")
            .access(Access::Scope("admin"))
            .query("cursor", text(200), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .answers::<TokenList>(200, "Without their secrets.", None)
            .with_headers(&["Link"]),
        Operation::get("getOwnToken", "/v1/tokens/self", TAG, "The token you send")
            .access(Access::Scope("any"))
            .answers::<Token>(200, "Your token is valid.", None),
        Operation::get("revokeToken", "/v1/tokens/{token}", TAG, "Revoke a token")
            .with_method(Method::Delete)
            .access(Access::Scope("admin"))
            .answers_as(204, "It is valid no more.", Vec::new(), None)
            .problems(&[ProblemKind::NoSuchToken]),
    ]
}
