//! Pages for people: rendered here, no script needed.

use actix_web::HttpResponse;
use actix_web::http::header;

use super::Mounts;

/// The routes of this file.
pub(super) fn mount(_mounts: &mut Mounts) {}

/// Text as it may stand in HTML.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}

/// A whole page.
pub(super) fn html(title: &str, body: &str) -> HttpResponse {
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{} · Hindsight</title><link rel=\"stylesheet\" href=\"/style.css\"></head><body><header><a href=\"/\">Hindsight</a> <nav><a href=\"/docs\">API</a></nav></header><main>{body}</main></body></html>",
        escape(title)
    );
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .body(page)
}
