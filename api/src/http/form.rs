//! Plain forms that pages send, read as fields; and the adapter by which the form of a page asks for an operation.
//!
//! The operation's own handler does what a form asks for: the form is read as the body that the operation takes, and a browser
//! gets a page in place of the handler's answer. So there is one description, one handler and one right for both. A form may
//! stand for several operations: its field `does` names one of them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use actix_web::HttpResponse;
use actix_web::body::to_bytes;
use actix_web::http::header;
use bytes::Bytes;
use futures_util::future::LocalBoxFuture;
use hindsight_kernel::Message;
use hindsight_openapi::{Operation, ProblemKind};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::form_request::FormRequest;
use super::query::decode;
use super::{Answer, Ctx};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;

/// A handler of any type.
pub(super) type Handler = Rc<dyn Fn(Ctx) -> LocalBoxFuture<'static, Answer>>;

/// The form of a page for an operation, or for several of which its field `does` names one.
pub(crate) trait PageForm: 'static {
    /// Whether a client that names no media type gets the operation's JSON rather than a page.
    const DATA_FIRST: bool = false;

    /// Reads a form as a request of the operation. An error is told after the operation's own handler has checked who asks.
    ///
    /// # Errors
    /// A field is unknown, missing or wrong.
    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest>;

    /// The answer to a browser: the page that shows what came of the form, or what is wrong with it.
    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer;
}

/// Reads the form of a page as a request of an operation.
type Reader = Rc<dyn Fn(Ctx, Bytes) -> LocalBoxFuture<'static, ApiResult<FormRequest>>>;

/// A page for an answer of an operation.
type Pager = Rc<dyn Fn(Ctx, Bytes, Answer) -> LocalBoxFuture<'static, Answer>>;

/// The form of a page, of any type.
struct FormAdapter {
    data_first: bool,
    read: Reader,
    page: Pager,
}

/// The address of a form, with the operations that it asks for.
#[derive(Default)]
pub(super) struct FormPlace {
    adapter: OnceCell<FormAdapter>,
    operations: RefCell<Vec<(&'static Operation, Handler)>>,
}

impl FormPlace {
    /// Sets the form. Returns whether it is the first.
    pub(super) fn set<F: PageForm>(&self) -> bool {
        let adapter = FormAdapter {
            data_first: F::DATA_FIRST,
            read: Rc::new(|ctx, sent| Box::pin(async move { F::request(&ctx, &sent).await })),
            page: Rc::new(|ctx, sent, outcome| Box::pin(async move { F::page(ctx, &sent, outcome).await })),
        };
        self.adapter.set(adapter).is_ok()
    }

    /// Adds an operation that the form asks for.
    ///
    /// # Panics
    /// When it costs something else than those of the same form, which are counted before the form is read: at start.
    pub(super) fn add(&self, operation: &'static Operation, handler: Handler) {
        let mut operations = self.operations.borrow_mut();
        let cost = |operation: &Operation| (operation.cost, operation.makes_games, operation.stores);
        assert!(
            operations.iter().all(|(other, _)| cost(other) == cost(operation)),
            "{} costs something else than the others of its form",
            operation.id
        );
        operations.push((operation, handler));
    }

    /// Serves a request that carries the form, by the handler of the operation that it asks for. A client that prefers JSON gets
    /// that handler's answer.
    pub(super) fn serve(self: &Rc<Self>, ctx: Ctx) -> LocalBoxFuture<'static, Answer> {
        Box::pin(Rc::clone(self).answer(ctx))
    }

    async fn answer(self: Rc<Self>, mut ctx: Ctx) -> Answer {
        let without_form = || ApiError::fault("serving a form", format!("{} has none", ctx.operation.id));
        let form = self.adapter.get().ok_or_else(without_form)?;
        let sent = ctx.read_form().await;
        let mut request = match &sent {
            Ok(sent) => (form.read)(ctx.clone(), sent.clone()).await,
            Err(error) => Err(error.clone()),
        };
        let wants_page = if form.data_first {
            match ctx.accepted(&["application/json", "text/html"]) {
                Ok(media) => media == "text/html",
                Err(error) => {
                    request = request.and(Err(error));
                    false
                }
            }
        } else {
            // ERR: who takes neither form of the answer gets the page, as browsers do.
            ctx.accepted(&["text/html", "application/json"])
                .map_or(true, |media| media == "text/html")
        };
        // What is wrong with a form is told by the operation that the form's route is named after, once it knows who asks.
        let asked_for = match (&request, &sent) {
            (Ok(_), Ok(sent)) => self.asked_for(sent)?,
            _ => ctx.operation,
        };
        ctx.turn_to(asked_for)?;
        let handler = self.handler(asked_for)?;
        let asked = ctx.clone();
        ctx.ask(request)?;
        let outcome = handler(ctx).await;
        match sent {
            Ok(sent) if wants_page => (form.page)(asked, sent, outcome).await,
            _ => outcome,
        }
    }

    /// The operation that a form asks for: the only one, or the one that its field `does` names.
    fn asked_for(&self, sent: &[u8]) -> ApiResult<&'static Operation> {
        let operations = self.operations.borrow();
        if let [(only, _)] = operations.as_slice() {
            return Ok(only);
        }
        let does = last_field(sent, "does").unwrap_or_default();
        let named = operations.iter().find(|(operation, _)| {
            let form = operation.form.as_ref();
            form.is_some_and(|form| form.does.contains(&&*does))
        });
        named
            .map(|(operation, _)| *operation)
            .ok_or_else(|| ApiError::fault("serving a form", format!("no operation does {does:?}")))
    }

    fn handler(&self, operation: &Operation) -> ApiResult<Handler> {
        let operations = self.operations.borrow();
        let found = operations.iter().find(|(known, _)| known.id == operation.id);
        found
            .map(|(_, handler)| Rc::clone(handler))
            .ok_or_else(|| ApiError::fault("serving a form", format!("{} is not mounted", operation.id)))
    }
}

/// The field of a form of this name; of several the last.
fn last_field(sent: &[u8], name: &str) -> Option<String> {
    let text = std::str::from_utf8(sent).ok()?;
    let mut named = text.rsplit('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = named.find(|(known, _)| decode(known).is_some_and(|known| known == name))?;
    Some(decode(value)?.trim().to_owned())
}

/// The fields of a form that are those of the operation's body, all of them texts; those that nobody filled in are left out.
pub(crate) fn plain_form<T: DeserializeOwned>(sent: &[u8]) -> ApiResult<T> {
    hindsight_kernel::wire::read(&fields(sent)?).map_err(|fault| ApiError::body(fault.path, fault.reason))
}

/// The last part of the address that an answer names: the id of what was made.
pub(crate) fn made_id(answer: &HttpResponse) -> ApiResult<&str> {
    let place = answer.headers().get(header::LOCATION);
    let id = place.and_then(|place| place.to_str().ok()?.rsplit('/').next());
    id.ok_or_else(|| ApiError::fault("showing what was made", "its answer names no address"))
}

/// What an answer says, as the wire type it was written from.
pub(crate) async fn answered<T: DeserializeOwned>(answer: HttpResponse) -> ApiResult<T> {
    let fault = |why: String| ApiError::fault("showing an answer as a page", why);
    let body = to_bytes(answer.into_body())
        .await
        .map_err(|why| fault(why.to_string()))?;
    serde_json::from_slice(&body).map_err(|why| fault(why.to_string()))
}

impl Ctx {
    /// The body as the fields of a form; all of them are texts, and those that nobody filled in are left out.
    pub async fn form<T: DeserializeOwned>(&mut self) -> ApiResult<T> {
        let (_, bytes) = self.body().await?;
        plain_form(&bytes)
    }
}

fn fields(bytes: &[u8]) -> ApiResult<Value> {
    let wrong = |why: Message| ApiError::new(ProblemKind::InvalidBody, text!("form-fault", why));
    let text = std::str::from_utf8(bytes).map_err(|_| wrong(text!("percent-encoding")))?;
    let mut fields = Map::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (Some(name), Some(value)) = (decode(name), decode(value)) else {
            return Err(wrong(text!("percent-encoding")));
        };
        if value.is_empty() {
            continue;
        }
        let known = fields.insert(name.into_owned(), Value::String(value.into_owned()));
        if known.is_some() {
            return Err(wrong(text!("form-twice")));
        }
    }
    Ok(Value::Object(fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_form_is_its_fields_that_were_filled_in() {
        let read = |text: &str| fields(text.as_bytes()).ok();
        assert_eq!(read(""), Some(json!({})));
        assert_eq!(
            read("name=Ada+Lovelace&note=&next=%2Fg%2F1%3Fa%3Db"),
            Some(json!({ "name": "Ada Lovelace", "next": "/g/1?a=b" }))
        );
        assert_eq!(read("a=1&a=2"), None, "given twice");
        assert_eq!(read("a=%ff"), None, "no UTF-8");
        assert_eq!(read("a=%4"), None, "cut");
    }
}
