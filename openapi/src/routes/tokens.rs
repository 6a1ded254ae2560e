//! Tokens.

use serde_json::json;

use super::{number, text};
use crate::wire::{CreateToken, NewToken, Token, TokenList};
use crate::{Access, Method, Operation, ProblemKind};

const TAG: &str = "tokens";

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post("createToken", "/v1/tokens", TAG, "Create a token")
            .about("`admin` makes any. Who is signed in by an account makes tokens for themselves, with scopes that their role has. The owner of a game (with `game:write`) makes tokens for that game alone, with `game:read` and `seat:` scopes. The secret is shown once and only its hash is kept.")
            .access(Access::Scope("any"))
            .body::<CreateToken>(16 << 10, vec![
                ("club member", json!({ "subject": "ada", "label": "laptop", "scopes": ["game:read", "game:write"], "days": 365 })),
            ])
            .answers::<NewToken>(201, "The token with its secret.")
            .problems(&[ProblemKind::NoSuchGame, ProblemKind::LimitReached]),
        Operation::get("listTokens", "/v1/tokens", TAG, "All tokens, or those of your account")
            .about("`admin` sees those of the whole server, others those that their account made for itself.")
            .access(Access::Scope("any"))
            .query("cursor", text(200), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .answers::<TokenList>(200, "Without their secrets.")
            .with_headers(&["Link"]),
        Operation::get("getOwnToken", "/v1/tokens/self", TAG, "The token you send")
            .access(Access::Scope("any"))
            .answers::<Token>(200, "Your token is valid."),
        Operation::get("revokeToken", "/v1/tokens/{token}", TAG, "Revoke a token")
            .about("`admin` revokes any. Who is signed in by an account revokes what that account made; one of its tokens revokes itself and those that have no scope beyond its own.")
            .with_method(Method::Delete)
            .access(Access::Scope("any"))
            .answers_as(204, "It is valid no more.", Vec::new())
            .problems(&[ProblemKind::NoSuchToken]),
    ]
}
