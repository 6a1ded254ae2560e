//! Sessions: how browsers sign in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What somebody shows to sign in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// A token: the session has its rights and ends with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 512))]
    pub token: Option<String>,
    /// Or the name of an account,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 64))]
    pub name: Option<String>,
    /// and its password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub password: Option<String>,
}

/// The form of the sign-in page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInForm {
    /// A token.
    #[serde(default)]
    #[schemars(length(max = 512))]
    pub token: Option<String>,
    /// Or the name of an account,
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub name: Option<String>,
    /// and its password.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub password: Option<String>,
    /// The page to go to then, a path of this server; the start page if left out.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub next: Option<String>,
}

/// A session of a browser, without its secret, which stands in the cookie alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// Its id.
    pub id: String,
    /// Who is signed in, as people read it.
    pub name: String,
    /// Whom records name as the actor.
    pub subject: String,
    /// The account, if it is one's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// What it allows.
    pub scopes: Vec<String>,
    /// When it began (RFC 3339).
    pub created_at: String,
    /// When it ends (RFC 3339).
    pub expires_at: String,
}
