//! HTTP in, answers out: one file a resource. Paths, parameters and limits come from the published list of
//! operations; nothing is served that is not in it.

mod accounts;
mod annotations;
mod authority;
pub(crate) mod community;
pub(crate) mod conditional;
mod ctx;
mod form;
mod form_request;
pub(crate) mod games;
mod live;
mod made;
mod moderation;
mod odds;
mod origin;
mod packs;
pub(crate) mod pictures;
mod play;
mod problem;
mod query;
pub mod resources;
mod reviews;
mod routing;
mod service;
mod session;
pub(crate) mod situations;
mod spreadsheet;
mod studies;
mod suggestions;
pub(crate) mod systems;
mod tokens;
mod unread;
mod variations;
pub(crate) mod views;
mod webhooks;

pub(crate) use authority::{keep_session, no_session_cookie};
pub use ctx::Ctx;
pub(crate) use ctx::SentForm;
pub(crate) use form::{PageForm, answered, made_id, plain_form};
pub(crate) use form_request::FormRequest;
pub use problem::ProblemRenderer;
pub use query::Query;
pub use routing::{Mounts, finish};

use actix_web::HttpResponse;

use crate::base::error::ApiError;

/// The result of a handler.
pub type Answer = Result<HttpResponse, ApiError>;
