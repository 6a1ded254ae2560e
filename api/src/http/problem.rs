//! The one place where errors become answers.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use hindsight_openapi::Problem;

use crate::base::error::ApiError;

/// The renderer of a problem for people, where a page is asked for.
#[derive(Clone, Copy)]
pub struct ProblemRenderer(pub fn(&Problem, &HttpRequest) -> HttpResponse);

/// The answer that an error makes.
pub(super) fn answer(error: &ApiError) -> HttpResponse {
    let mut answer = HttpResponse::build(status(error));
    answer.insert_header((header::CONTENT_TYPE, "application/problem+json"));
    let body = serde_json::to_vec(error.problem()).unwrap_or_default();
    with_headers(answer.body(body), error)
}

/// The answer to a request that fails: a page where there are pages and one is asked for, data for all others.
pub(super) fn refuse(error: ApiError, req: &HttpRequest, has_pages: bool) -> HttpResponse {
    let error = error.at(req.path());
    let accept = req
        .headers()
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok());
    let wants_page = has_pages && accept.is_some_and(|accept| accept.contains("text/html"));
    match req.app_data::<ProblemRenderer>().filter(|_| wants_page) {
        Some(ProblemRenderer(page)) => with_headers(page(error.problem(), req), &error),
        None => answer(&error),
    }
}

fn status(error: &ApiError) -> StatusCode {
    StatusCode::from_u16(error.kind().status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn with_headers(mut answer: HttpResponse, error: &ApiError) -> HttpResponse {
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for (name, value) in error.headers() {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    answer
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        status(self)
    }

    fn error_response(&self) -> HttpResponse {
        answer(self)
    }
}
