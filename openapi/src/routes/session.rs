//! Sessions: how browsers sign in and out.

use serde_json::json;

use super::text;
use crate::examples::SOME_PASSWORD;
use crate::wire::{Session, SignIn, SignInForm};
use crate::{Method, Operation, ProblemKind};

const TAG: &str = "session";
/// A token that the example signs in with: the server of the examples knows it.
const TOKEN: &str = crate::examples::SOME_SECRET;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post("createSession", "/v1/session", TAG, "Create a browser session")
            .about("Gives a cookie (`HttpOnly`, `SameSite=Lax`) by which requests of this server's own pages are authorised, as by a token. What is not read only must come from a page of the same origin; so must this.")
            .body::<SignIn>(4 << 10, vec![
                ("token", json!({ "token": TOKEN })),
                ("password", json!({ "name": "ada", "password": SOME_PASSWORD })),
            ])
            .answers::<Session>(201, "Signed in.")
            .with_headers(&["Set-Cookie"])
            .problems(&[ProblemKind::SignInRefused]),
        Operation::get("getSession", "/v1/session", TAG, "The present session")
            .answers::<Session>(200, "The session that the cookie names."),
        Operation::get("endSession", "/v1/session", TAG, "Sign out")
            .with_method(Method::Delete)
            .answers_as(204, "The session has ended and its cookie is worth nothing.", Vec::new())
            .with_headers(&["Set-Cookie"]),
        Operation::get("signInPage", "/signin", TAG, "Sign-in page")
            .query("next", text(2_000), "The page to go to then, a path of this server.")
            .answers_as(200, "The page.", vec![("text/html", None)])
            .html_problems(),
        Operation::post("signIn", "/signin", TAG, "Sign in by form")
            .form::<SignInForm>(8 << 10, vec![
                ("password", json!({ "name": "ada", "password": SOME_PASSWORD, "next": "/account" })),
                ("token", json!({ "token": TOKEN, "next": "/new" })),
            ])
            .answers_as(303, "Signed in; on to the page that was wanted.", Vec::new())
            .with_headers(&["Location", "Set-Cookie"])
            .problems(&[ProblemKind::SignInRefused])
            .html_problems(),
        Operation::post("signOut", "/signout", TAG, "Sign out by form")
            .answers_as(303, "Signed out; on to the start page.", Vec::new())
            .with_headers(&["Location", "Set-Cookie"])
            .html_problems(),
    ]
}
