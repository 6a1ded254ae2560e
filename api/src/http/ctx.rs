//! One request: who asks for which operation, with what.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::{HttpMessage, HttpRequest, web};
use bytes::{Bytes, BytesMut};
use hindsight_incoming_text::{Encoding, decode};
use hindsight_openapi::describe::FORM;
use hindsight_openapi::{Access, Cost, Method, Operation, ProblemKind};
use hindsight_store::StreamId;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::authority::{Authority, Credential, device_cookies, same_origin};
use super::form_request::{FormBody, FormParts, FormRequest};
use super::origin::Origin;
use super::query::Query;
use super::unread::Incoming;
use crate::access::guesses::Browser;
use crate::access::{Caller, GameAccess, Scope, SessionRecord};
use crate::aggregates::annotations::Reader;
use crate::app::Services;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{ADDRESS_BYTES, Client, HEADER_BYTES, KEY};
use crate::base::messages::{said_elsewhere, text};
use crate::base::rate_limiter::Left;
use crate::base::work_pools::{Asker, Lane};
use crate::games::{IfMatch, LiveGame};

/// The form that a page sent with a request, for the page that tells why it was refused.
#[derive(Debug, Clone)]
pub(crate) struct SentForm(pub(crate) Bytes);

/// One request.
#[derive(Clone)]
pub struct Ctx {
    /// What is asked.
    pub operation: &'static Operation,
    /// The request.
    pub req: HttpRequest,
    /// The services.
    pub services: Arc<Services>,
    /// Who asks.
    pub caller: Caller,
    /// The session by which they ask, where it is no token.
    pub session: Option<Arc<SessionRecord>>,
    /// What showed who asks.
    pub(super) credential: Credential,
    /// Who is counted: the token, or the address of who has none.
    pub client: Client,
    /// Where the request comes from.
    pub(crate) origin: Origin,
    /// The parameters.
    pub query: Query,
    incoming: Incoming,
    /// Whether it came to the address of a form of a page.
    is_at_form: bool,
    /// Whether a form of a page brought the request.
    is_by_form: bool,
    /// The body that such a form stands for.
    form_body: Option<ApiResult<FormBody>>,
    /// The rest of the request that such a form stands for.
    form_parts: FormParts,
}

impl Ctx {
    /// Opens a request at an address: checks its size, its token, its rate and its parameters.
    pub(super) async fn open(
        operation: &'static Operation,
        path: &'static str,
        req: HttpRequest,
        incoming: Incoming,
    ) -> ApiResult<Self> {
        let services = req
            .app_data::<web::Data<Services>>()
            .map(|services| Arc::clone(services))
            .ok_or_else(|| ApiError::fault("the application", "it has no services"))?;
        let length = req.uri().path_and_query().map_or(0, |whole| whole.as_str().len());
        if length > ADDRESS_BYTES {
            return Err(ApiError::new(
                ProblemKind::AddressTooLong,
                text!("address-too-long", length, most = ADDRESS_BYTES),
            )
            .limit("address", ADDRESS_BYTES));
        }
        for (name, value) in req.headers() {
            if value.len() > HEADER_BYTES {
                return Err(ApiError::new(
                    ProblemKind::HeadersTooLarge,
                    text!(
                        "header-too-large",
                        name = name.to_string(),
                        length = value.len(),
                        most = HEADER_BYTES
                    ),
                )
                .limit("header", HEADER_BYTES));
            }
        }
        let origin = Origin::of(&services.settings, &req);
        let address = Client::at(origin.client.unwrap_or([0, 0, 0, 0].into()));
        let authority = match operation.access {
            Access::Open => Authority::NONE,
            Access::Public | Access::Scope(_) | Access::Player | Access::Owner => {
                let lookup = Asker::new(address, Lane::Read);
                match lookup.scope(Authority::of(&services, req.headers())).await {
                    Ok(authority) => authority,
                    Err(error) => {
                        count(&services, operation, path, address, &req)?;
                        return Err(error);
                    }
                }
            }
        };
        let Authority {
            caller,
            session,
            credential,
        } = authority;
        let client = caller.subject().map_or(address, Client::subject);
        // Who runs the server is held to no limit by it: their commands may bring in thousands of games.
        let is_local = caller
            .token()
            .is_some_and(|token| services.tokens.is_local(token));
        if !is_local {
            count(&services, operation, path, client, &req)?;
        }
        if let Some(session) = &session {
            let name = services.accounts.shown(&caller.actor()).await?;
            req.extensions_mut()
                .insert(services.sign_ins.session_of(session, &caller, &name));
            if operation.method != Method::Get {
                same_origin(req.headers())?;
            }
        }
        admit(operation, &caller)?;
        no_control_in_path(&req)?;
        // At the address of a form the fields say everything; others may decorate it, as they do those of pages.
        let query = if path == operation.path {
            Query::read(operation, req.query_string())?
        } else {
            Query::default()
        };
        Ok(Self {
            operation,
            req,
            services,
            caller,
            session,
            credential,
            client,
            origin,
            query,
            incoming,
            is_at_form: path != operation.path,
            is_by_form: false,
            form_body: None,
            form_parts: FormParts::default(),
        })
    }

    /// On whose behalf work is done for this request.
    pub(crate) fn asker(&self) -> Asker {
        Asker::new(self.client, lane(self.operation))
    }

    /// From where a password is tried.
    pub(crate) fn browser(&self) -> Browser {
        Browser {
            client: self.client,
            address: Client::at(self.origin.client.unwrap_or([0, 0, 0, 0].into())),
            devices: device_cookies(&self.services.settings, self.req.headers()),
        }
    }

    /// Refuses a request that does not come from a page of this server, whoever asks.
    pub(crate) fn same_origin(&self) -> ApiResult<()> {
        same_origin(self.req.headers())
    }

    /// The address of this server as who asks reached it.
    pub(crate) fn own_address(&self) -> String {
        let scheme = if self.origin.is_https { "https" } else { "http" };
        let listens = || self.req.app_config().host().to_owned();
        format!("{scheme}://{}", self.origin.host.clone().unwrap_or_else(listens))
    }

    /// Goes on with another operation, of those that one form may ask for.
    pub(super) fn turn_to(&mut self, operation: &'static Operation) -> ApiResult<()> {
        admit(operation, &self.caller)?;
        self.operation = operation;
        self.req.extensions_mut().insert::<&'static Operation>(operation);
        Ok(())
    }

    /// Takes the request that a form stands for in the place of the one that brought it. Reading the body gives an error of the
    /// form, which is so told after what the handler checks first.
    pub(super) fn ask(&mut self, request: ApiResult<FormRequest>) -> ApiResult<()> {
        let body = match request {
            Ok(FormRequest { body, parts }) => {
                let query = if parts.query.is_empty() {
                    Ok(self.query.clone())
                } else {
                    Query::of(self.operation, &parts.query)
                };
                self.form_parts = parts;
                query.map(|query| {
                    self.query = query;
                    body
                })
            }
            Err(error) => Err(error),
        };
        if self.is_at_form && self.operation.makes_games && body.is_ok() && !self.query.flag("dry_run") {
            self.another_game()?;
        }
        self.form_body = Some(body);
        Ok(())
    }

    /// Whether a page is shown: one was asked for, or a form of one was sent.
    pub(crate) fn shows_page(&self) -> bool {
        self.operation.html_problems || self.is_by_form
    }

    /// A parameter of the path.
    pub fn path(&self, name: &str) -> &str {
        let mut named = self.form_parts.path.iter();
        if let Some((_, value)) = named.find(|(known, _)| *known == name) {
            return value;
        }
        self.req.match_info().get(name).unwrap_or_default()
    }

    /// The game of the path, as far as the caller may see it.
    pub async fn game(&self) -> ApiResult<(Arc<LiveGame>, GameAccess)> {
        self.services.games.seen(&self.caller, self.path("game")).await
    }

    /// A game as the caller reads and writes its annotations.
    pub fn reader<'r>(&'r self, head: &'r Arc<LiveGame>, sight: &'r GameAccess) -> Reader<'r> {
        Reader {
            caller: &self.caller,
            head,
            sight,
        }
    }

    /// The game in the path, for who may annotate it: said before anything that they sent is read.
    pub async fn annotated_game(&self) -> ApiResult<(Arc<LiveGame>, GameAccess)> {
        let (head, sight) = self.game().await?;
        self.reader(&head, &sight).writer()?;
        Ok((head, sight))
    }

    /// The game of the path, if the caller keeps its record.
    pub async fn own_game(&self) -> ApiResult<(Arc<LiveGame>, GameAccess)> {
        let (head, sight) = self.game().await?;
        if sight.keeps {
            return Ok((head, sight));
        }
        Err(ApiError::new(ProblemKind::Forbidden, text!("owner-token-needed")))
    }

    /// A header as text.
    pub fn header(&self, name: &str) -> ApiResult<Option<&str>> {
        match self.req.headers().get(name) {
            None => Ok(None),
            Some(value) => value
                .to_str()
                .map(Some)
                .map_err(|_| ApiError::parameter(name, text!("ascii-expected"))),
        }
    }

    /// The idempotency key: of the header, or else of the field of a form.
    pub fn key(&self) -> ApiResult<Option<String>> {
        let Some(key) = self.header("Idempotency-Key")? else {
            return Ok(self.form_parts.key.clone());
        };
        let shaped = (1..=KEY).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
        if !shaped {
            return Err(ApiError::parameter(
                "Idempotency-Key",
                text!("key-shape", most = KEY),
            ));
        }
        Ok(Some(key.to_owned()))
    }

    /// The version the client decided by.
    pub fn if_match(&self) -> ApiResult<Option<IfMatch>> {
        let Some(text) = self.header("If-Match")? else {
            return Ok(self.form_parts.if_match.clone());
        };
        if text.trim() == "*" {
            return Ok(Some(IfMatch::Any));
        }
        let mut versions = Vec::new();
        for tag in text.split(',') {
            let tag = tag.trim();
            let inner = tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"');
            // What follows the number tells viewers and cards apart; the version alone decides here.
            let digits: &str = inner.split(['-', '.']).next().unwrap_or_default();
            versions.push(
                digits
                    .parse()
                    .map_err(|_| ApiError::parameter("If-Match", text!("etag-expected")))?,
            );
        }
        Ok(Some(IfMatch::Versions(versions)))
    }

    /// Whether an answer in this form is wanted, of those given in order; the first if nothing is said.
    pub fn accepted<'f>(&self, forms: &[&'f str]) -> ApiResult<&'f str> {
        let Some(accept) = self.header("Accept")? else {
            return Ok(forms[0]);
        };
        let mut best: Option<(f32, &'f str)> = None;
        for form in forms {
            let group = form.split('/').next().unwrap_or_default();
            let mut weight: Option<(u8, f32)> = None;
            for part in accept.split(',') {
                let mut pieces = part.split(';').map(str::trim);
                let range = pieces.next().unwrap_or_default().to_ascii_lowercase();
                let quality = pieces
                    .find_map(|piece| piece.strip_prefix("q="))
                    .map_or(1.0, |quality| quality.parse::<f32>().unwrap_or(0.0));
                let exact = if range == *form {
                    3
                } else if range == format!("{group}/*") {
                    2
                } else if range == "*/*" {
                    1
                } else {
                    continue;
                };
                if weight.is_none_or(|(known, _)| exact > known) {
                    weight = Some((exact, quality));
                }
            }
            if let Some((_, quality)) = weight
                && quality > 0.0
                && best.is_none_or(|(known, _)| quality > known)
            {
                best = Some((quality, form));
            }
        }
        best.map(|(_, form)| form).ok_or_else(|| {
            ApiError::new(
                ProblemKind::NotAcceptable,
                text!("given-as", forms = forms.join(" or ").clone()),
            )
            .allowed(forms.to_vec())
        })
    }

    /// The body with its media type, within the operation's limit.
    pub async fn body(&mut self) -> ApiResult<(String, Bytes)> {
        if let Some(body) = self.form_body.take() {
            return body?.into_bytes();
        }
        let operation = self.operation;
        let body = operation
            .body
            .as_ref()
            .ok_or_else(|| ApiError::fault("reading the body", format!("{} has none", operation.id)))?;
        let mut taken = vec![body.media];
        taken.extend(&body.also);
        let media = self.sent_media(&taken)?;
        let bytes = self.read_on(body.limit, "body").await?;
        if operation.html_problems && media == FORM {
            self.req.extensions_mut().insert(SentForm(bytes.clone()));
        }
        Ok((media, bytes))
    }

    /// The form of a page that brought this request, as it was sent.
    pub(super) async fn read_form(&mut self) -> ApiResult<Bytes> {
        self.is_by_form = true;
        let operation = self.operation;
        let form = operation
            .form
            .as_ref()
            .ok_or_else(|| ApiError::fault("reading a form", format!("{} has none", operation.id)))?;
        self.sent_media(&[FORM])?;
        let of_body = operation.body.as_ref().map(|body| body.limit) == Some(form.limit);
        let bytes = self
            .read_on(form.limit, if of_body { "body" } else { "form" })
            .await?;
        self.req.extensions_mut().insert(SentForm(bytes.clone()));
        Ok(bytes)
    }

    /// The media type of what was sent, one of those that are taken.
    fn sent_media(&self, taken: &[&str]) -> ApiResult<String> {
        let media = self.req.content_type().trim().to_ascii_lowercase();
        if taken.contains(&media.as_str()) {
            return Ok(media);
        }
        let said = if media.is_empty() {
            text!("content-type-none")
        } else {
            text!("content-type-sent", media = media.clone())
        };
        Err(ApiError::new(
            ProblemKind::UnsupportedMediaType,
            text!(
                "content-type-taken",
                taken = taken.join(" or ").clone(),
                sent = said.to_string()
            ),
        )
        .allowed(taken.to_vec()))
    }

    /// Reads the rest of the request, within a limit of the operation.
    async fn read_on(&mut self, limit: usize, named: &str) -> ApiResult<Bytes> {
        let id = self.operation.id;
        let too_large = || {
            ApiError::new(ProblemKind::TooLarge, text!("body-too-large", limit))
                .limit(&format!("{id}-{named}"), limit)
        };
        let announced = self
            .req
            .headers()
            .get(header::CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok())
            .and_then(|length| length.parse::<usize>().ok());
        if announced.is_some_and(|length| length > limit) {
            return Err(too_large());
        }
        let deadline = tokio::time::Instant::now() + self.services.settings.body_timeout;
        let mut bytes = BytesMut::new();
        loop {
            let chunk = tokio::time::timeout_at(deadline, self.incoming.next())
                .await
                .map_err(|_| ApiError::new(ProblemKind::NotJson, text!("body-too-slow")))?;
            let Some(chunk) = chunk else { break };
            let chunk = chunk.map_err(|why| {
                ApiError::new(
                    ProblemKind::NotJson,
                    text!("body-not-whole", why = why.to_string()),
                )
            })?;
            if bytes.len() + chunk.len() > limit {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.freeze())
    }

    /// The body as JSON.
    pub async fn value(&mut self) -> ApiResult<Value> {
        if let Some(body) = self.form_body.take() {
            return body?.into_value();
        }
        let (_, bytes) = self.body().await?;
        let wrong = |why: &dyn std::fmt::Display| ApiError::new(ProblemKind::NotJson, said_elsewhere(why));
        let text = decode(&bytes, Encoding::Unicode).map_err(|why| wrong(&why))?;
        serde_json::from_str(&text).map_err(|why| wrong(&why))
    }

    /// The encoding that the `charset` of the Content-Type names.
    pub fn encoding(&self) -> ApiResult<Encoding> {
        if self.is_by_form {
            return Ok(Encoding::Unicode);
        }
        let media = self.req.headers().get(header::CONTENT_TYPE);
        let parameters = media.and_then(|media| media.to_str().ok()).unwrap_or_default();
        let charset = parameters.split(';').skip(1).find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            name.trim().eq_ignore_ascii_case("charset").then_some(value)
        });
        charset.map_or(Ok(Encoding::Unicode), |charset| {
            let refused = |why: String| ApiError::new(ProblemKind::UnsupportedMediaType, said_elsewhere(why));
            charset.parse().map_err(refused)
        })
    }

    /// Counts one game more that this request makes, as those are counted that are made by a request of their own.
    pub fn another_game(&self) -> ApiResult<()> {
        let services = &self.services;
        let is_local = self
            .caller
            .token()
            .is_some_and(|token| services.tokens.is_local(token));
        if is_local || !services.settings.rate_limits {
            return Ok(());
        }
        services
            .new_games
            .pass(self.client)
            .map(drop)
            .map_err(ApiError::too_fast)
    }

    /// The body as a wire type.
    pub async fn json<T: DeserializeOwned>(&mut self) -> ApiResult<T> {
        let value = self.value().await?;
        // The decoder would take a list for the fields in order.
        if !value.is_object() {
            return Err(ApiError::body("", text!("object-expected")));
        }
        hindsight_kernel::wire::read(&value).map_err(|fault| ApiError::body(fault.path, fault.reason))
    }

    /// The value of `Link` that leads to the next page: this address with another cursor.
    pub fn next_page(&self, cursor: &str) -> String {
        let rest: String = self
            .req
            .query_string()
            .split('&')
            .filter(|pair| !pair.is_empty() && !pair.starts_with("cursor="))
            .map(|pair| format!("&{pair}"))
            .collect();
        format!("<{}?cursor={cursor}{rest}>; rel=\"next\"", self.req.path())
    }

    /// A stream's id in the path or a body.
    pub fn id(text: &str) -> Option<StreamId> {
        text.parse().ok()
    }
}

/// The places at which an operation is worked on.
fn lane(operation: &Operation) -> Lane {
    match operation.cost {
        Cost::Quick | Cost::Dear => Lane::Read,
        Cost::Long => Lane::Long,
    }
}

/// Refuses a path whose parameters hold what no name has, and no page may show.
fn no_control_in_path(req: &HttpRequest) -> ApiResult<()> {
    let mut parameters = req.match_info().iter();
    match parameters.find(|(_, value)| value.chars().any(char::is_control)) {
        Some((name, _)) => Err(ApiError::parameter(name, text!("control-characters"))),
        None => Ok(()),
    }
}

fn count(
    services: &Services,
    operation: &Operation,
    path: &str,
    client: Client,
    req: &HttpRequest,
) -> ApiResult<()> {
    // What is open to all outside the API is files of the server and its health.
    let counted = operation.path.starts_with("/v1") || operation.access != Access::Open;
    if !services.settings.rate_limits || !counted {
        return Ok(());
    }
    let left = services.requests.pass(client).map_err(ApiError::too_fast)?;
    if operation.cost != Cost::Quick {
        services.long_work.pass(client).map_err(ApiError::too_fast)?;
    }
    // What only asks what would be makes no game; and whether a form does is known once it is read.
    let is_dry = req.query_string().split('&').any(|pair| pair == "dry_run=true");
    if operation.makes_games && path == operation.path && !is_dry {
        services.new_games.pass(client).map_err(ApiError::too_fast)?;
    }
    req.extensions_mut().insert::<Left>(left);
    Ok(())
}

fn admit(operation: &Operation, caller: &Caller) -> ApiResult<()> {
    let needed = match operation.access {
        Access::Open | Access::Public => return Ok(()),
        Access::Scope(scope) => scope,
        Access::Player | Access::Owner => "any",
    };
    if caller.token().is_none() {
        return Err(ApiError::new(ProblemKind::Unauthorised, text!("token-needed")));
    }
    let held = match needed.parse::<Scope>() {
        Ok(scope) => caller.has(scope),
        // `any` valid token will do; what it may do is decided where the game is known.
        Err(_) => true,
    };
    if held {
        return Ok(());
    }
    Err(ApiError::new(
        ProblemKind::Forbidden,
        text!("scope-needed", scope = needed.to_string()),
    )
    .with("scope", needed))
}
