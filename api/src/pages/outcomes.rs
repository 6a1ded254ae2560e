//! Outcomes of forms, alike on every page: a redirect, a page of which no copy is kept, an error above the form.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, HttpResponseBuilder};
use maud::{Markup, html};

use crate::base::error::ApiError;
use crate::base::messages::text;

/// A redirect to another page, after something was done.
pub(super) fn on_to(place: &str) -> HttpResponseBuilder {
    let mut answer = HttpResponse::SeeOther();
    answer
        .insert_header((header::LOCATION, place))
        .insert_header((header::CACHE_CONTROL, "no-store"));
    answer
}

/// A page that holds what nobody else may see: no copy of it is kept.
pub(super) fn unkept(mut page: HttpResponse) -> HttpResponse {
    page.headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}

/// The error of a form, shown above it.
pub(super) fn wrong(error: Option<&ApiError>) -> Markup {
    html! {
        @if let Some(error) = error {
            @let problem = error.problem();
            p.wrong role="alert" data-problem=(error.kind().name()) {
                @if problem.errors.is_empty() { (problem.detail) "." }
                @for fault in &problem.errors {
                    (fault.path.trim_start_matches('/').replace('_', " ")) ": " (fault.reason) ". "
                }
                " " a href=(problem.kind) { (text!("outcomes-help")) }
            }
        }
    }
}
