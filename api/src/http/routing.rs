//! From the list of operations to routes, and what every answer gets on its way out.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, Resource, Route, guard, web};
use hindsight_openapi::describe::FORM;
use hindsight_openapi::{Method, Operation, ProblemKind, operation, operations};

use super::form::{FormPlace, Handler, PageForm};
use super::problem::{answer, refuse};
use super::unread::{Incoming, read_on};
use super::{Answer, Ctx};
use crate::app::Services;
use crate::base::error::ApiError;
use crate::base::messages::text;
use crate::base::rate_limiter::Left;

/// Routes as they are put together. Only what is in the published list can be mounted.
#[derive(Default)]
pub struct Mounts {
    by_path: BTreeMap<&'static str, Vec<(Method, Route)>>,
    mounted: BTreeSet<&'static str>,
    /// The forms of pages by their addresses.
    forms: BTreeMap<&'static str, Rc<FormPlace>>,
}

impl Mounts {
    /// Serves an operation.
    ///
    /// # Panics
    /// When the operation is not in the published list, or is mounted twice: at start, never for a request.
    pub fn on<F, Fut>(&mut self, id: &str, handler: F)
    where
        F: Fn(Ctx) -> Fut + 'static,
        Fut: Future<Output = Answer> + 'static,
    {
        self.mount(id, Rc::new(move |ctx| Box::pin(handler(ctx))));
    }

    /// Serves the form of a page for an operation that is mounted, and for the others of its address, by their own handlers.
    ///
    /// # Panics
    /// When the operation has no form in the published list, or two are mounted: at start, never for a request.
    pub(crate) fn form<F: PageForm>(&mut self, id: &str) {
        let path = operation(id).and_then(|operation| Some(operation.form.as_ref()?.path));
        let form = path.and_then(|path| self.forms.get(path));
        let form = form.unwrap_or_else(|| panic!("{id} has no form"));
        assert!(form.set::<F>(), "{id} has two forms");
    }

    /// [`Self::on`] for handlers of any type: what serves a request is compiled once.
    fn mount(&mut self, id: &str, handler: Handler) {
        let operation =
            operation(id).unwrap_or_else(|| panic!("{id} is not in the published list of operations"));
        assert!(self.mounted.insert(operation.id), "{id} is mounted twice");
        let Some(spec) = &operation.form else {
            let has_pages: fn(&HttpRequest) -> bool = if operation.html_problems {
                |_| true
            } else {
                |_| false
            };
            self.route(operation, operation.path, handler, has_pages);
            return;
        };
        let form = self.form_place(spec.path);
        form.add(operation, Rc::clone(&handler));
        let takes_form = operation
            .body
            .as_ref()
            .is_some_and(|body| body.also.contains(&FORM));
        if takes_form {
            let both: Handler = Rc::new(move |ctx| {
                if carries_form(&ctx.req) {
                    form.serve(ctx)
                } else {
                    handler(ctx)
                }
            });
            self.route(operation, operation.path, both, carries_form);
        } else {
            self.route(operation, operation.path, handler, |_| false);
        }
    }

    /// The form at an address of pages, with its route. The first operation of the list that has it is the one by which a
    /// request is opened.
    fn form_place(&mut self, path: &'static str) -> Rc<FormPlace> {
        if let Some(known) = self.forms.get(path) {
            return Rc::clone(known);
        }
        let form = Rc::new(FormPlace::default());
        self.forms.insert(path, Rc::clone(&form));
        let has_form = |operation: &&Operation| operation.form.as_ref().is_some_and(|spec| spec.path == path);
        if let Some(first) = operations().iter().find(has_form) {
            let form = Rc::clone(&form);
            self.route(first, path, Rc::new(move |ctx| form.serve(ctx)), |_| true);
        }
        form
    }

    /// A route of an operation, and whether a problem is answered as a page to who asks for one.
    fn route(
        &mut self,
        operation: &'static Operation,
        path: &'static str,
        handler: Handler,
        has_pages: fn(&HttpRequest) -> bool,
    ) {
        let is_form = path != operation.path;
        let serve = move |req: HttpRequest, payload: web::Payload| {
            let handler = Rc::clone(&handler);
            async move {
                req.extensions_mut().insert::<&'static Operation>(operation);
                let asked = req.clone();
                let has_pages = has_pages(&req);
                let incoming = Incoming::new(payload);
                let done = match Ctx::open(operation, path, req, incoming.clone()).await {
                    Ok(ctx) => {
                        let on_behalf = ctx.asker();
                        let work = on_behalf.scope(handler(ctx));
                        if operation.stores {
                            to_the_end(work).await
                        } else {
                            work.await
                        }
                    }
                    Err(error) => Err(error),
                };
                let answer = done.unwrap_or_else(|error| refuse(error, &asked, has_pages));
                read_on(answer, &asked, incoming)
            }
        };
        // A form is sent, whatever the method of the operation that it asks for.
        let method = if is_form { Method::Post } else { operation.method };
        let route = match method {
            Method::Get => Route::new().guard(guard::Any(guard::Get()).or(guard::Head())),
            Method::Post => Route::new().guard(guard::Post()),
            Method::Patch => Route::new().guard(guard::Patch()),
            Method::Delete => Route::new().guard(guard::Delete()),
        };
        self.by_path
            .entry(path)
            .or_default()
            .push((method, route.to(serve)));
    }

    /// The operations that are served.
    pub fn mounted(&self) -> &BTreeSet<&'static str> {
        &self.mounted
    }

    /// Puts the routes into an application.
    ///
    /// What lies under the same parameter (`/v1/games/{game}/...`) is one scope: the router then reads the parameter
    /// once and compares plain words, where it would else try a pattern for every address of the list.
    pub fn configure(self, app: &mut web::ServiceConfig) {
        let mut shared: BTreeMap<&'static str, usize> = BTreeMap::new();
        for (under, _) in self.by_path.keys().copied().filter_map(under_parameter) {
            *shared.entry(under).or_default() += 1;
        }
        let mut places: BTreeMap<&'static str, Vec<(&'static str, Routes)>> = BTreeMap::new();
        for (path, routes) in self.by_path {
            match under_parameter(path) {
                Some((under, rest)) if shared.get(under).is_some_and(|paths| *paths > 1) => {
                    places.entry(under).or_default().push((rest, routes));
                }
                _ => places.entry(path).or_default().push((path, routes)),
            }
        }
        let mut places: Vec<_> = places.into_iter().collect();
        // Fixed parts before parameters, suffixes before whole segments: the narrower address answers.
        places.sort_by_key(|(place, _)| narrowness(place));
        let is_scope = |place: &str| shared.get(place).is_some_and(|paths| *paths > 1);
        // The more addresses lie in a scope, the sooner it is asked, so that few are tried in vain.
        let mut scopes: Vec<&str> = shared.keys().copied().filter(|place| is_scope(place)).collect();
        scopes.sort_by_key(|place| shared[place]);
        for scope in scopes {
            to_the_front(&mut places, scope, &is_scope);
        }
        for (place, mut paths) in places {
            if is_scope(place) {
                paths.sort_by_key(|(rest, _)| narrowness(rest));
                let mut scope = web::scope(place);
                for (rest, routes) in paths {
                    scope = scope.service(resource(rest, routes));
                }
                app.service(scope);
            } else {
                for (path, routes) in paths {
                    app.service(resource(path, routes));
                }
            }
        }
        app.default_service(web::to(|req: HttpRequest, payload: web::Payload| async move {
            if let Some(answer) = without_slash(&req) {
                return answer;
            }
            let error = ApiError::new(
                ProblemKind::NoSuchRoute,
                text!("nothing-at-address", path = req.path().to_string()),
            );
            let answer = refuse(error, &req, !req.path().starts_with("/v1"));
            read_on(answer, &req, Incoming::new(payload))
        }));
    }
}

/// Whether a request carries the form of a page.
fn carries_form(req: &HttpRequest) -> bool {
    req.content_type().trim().eq_ignore_ascii_case(FORM)
}

/// Sends who asks for a page with a slash behind its address to the page: links in chats often have one. Nothing for other
/// addresses.
fn without_slash(req: &HttpRequest) -> Option<HttpResponse> {
    let asks = req.method() == actix_web::http::Method::GET || req.method() == actix_web::http::Method::HEAD;
    let path = req.path();
    let page = path.trim_end_matches('/');
    // An address that begins with two slashes, or with a backslash behind the first, names another server.
    let is_own = page.starts_with('/') && !page[1..].starts_with(['/', '\\']);
    if !asks || page.len() == path.len() || !is_own || path.starts_with("/v1") {
        return None;
    }
    let query = match req.query_string() {
        "" => String::new(),
        query => format!("?{query}"),
    };
    let answer = HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, format!("{page}{query}")))
        .finish();
    Some(answer)
}

/// Does what is begun to its end, whether or not somebody still waits for the answer: what is in the store must also be
/// known to those who look next.
async fn to_the_end(work: impl Future<Output = Answer> + 'static) -> Answer {
    actix_web::rt::spawn(work)
        .await
        .unwrap_or_else(|died| Err(ApiError::fault("the work", died)))
}

/// The routes of one address, by method.
type Routes = Vec<(Method, Route)>;

/// An address with its routes; it says what it takes when asked by another method.
fn resource(path: &'static str, routes: Routes) -> Resource {
    let mut methods: Vec<&'static str> = routes.iter().map(|(method, _)| method.name()).collect();
    if methods.contains(&"GET") {
        methods.push("HEAD");
    }
    methods.push("OPTIONS");
    let allow = methods.join(", ");
    let mut resource = web::resource(path);
    for (_, route) in routes {
        resource = resource.route(route);
    }
    resource.default_service(web::to(move |req: HttpRequest, payload: web::Payload| {
        let allow = allow.clone();
        async move { read_on(other_method(&req, &allow), &req, Incoming::new(payload)) }
    }))
}

/// A path up to its first parameter that is a whole segment, and the rest behind it.
fn under_parameter(path: &'static str) -> Option<(&'static str, &'static str)> {
    let mut end = 0;
    for part in path.split('/') {
        end += part.len();
        if part.starts_with('{') {
            return part.ends_with('}').then(|| path.split_at(end));
        }
        end += 1;
    }
    None
}

/// Moves a scope before all places that no request could take as well as it, and before it the plain addresses that lie
/// in it: they are asked first, and in vain only of those who ask for the like.
fn to_the_front<T>(places: &mut [(&str, T)], scope: &str, is_scope: &dyn Fn(&str) -> bool) {
    let Some(at) = places.iter().position(|(place, _)| *place == scope) else {
        return;
    };
    let meets = |place: &str| may_meet(scope, place, is_scope(place));
    let before = places[..at]
        .iter()
        .rposition(|(place, _)| place.contains('{') && meets(place))
        .map_or(0, |met| met + 1);
    places[before..=at].sort_by_key(|(place, _)| !meets(place));
}

/// Whether an address can lie in this scope and at that place, which is an address itself or a scope, too.
fn may_meet(scope: &str, place: &str, place_is_scope: bool) -> bool {
    let (segments, others) = (scope.split('/').count(), place.split('/').count());
    if others < segments && !place_is_scope {
        return false;
    }
    let mut pairs = scope.split('/').zip(place.split('/'));
    pairs.all(|(one, other)| one == other || one.contains('{') || other.contains('{'))
}

fn narrowness(path: &str) -> Vec<u8> {
    path.split('/')
        .map(|part| match (part.starts_with('{'), part.ends_with('}')) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        })
        .collect()
}

fn other_method(req: &HttpRequest, allow: &str) -> HttpResponse {
    if req.method() == actix_web::http::Method::OPTIONS {
        return HttpResponse::NoContent()
            .insert_header((header::ALLOW, allow))
            .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, allow))
            .insert_header((
                header::ACCESS_CONTROL_ALLOW_HEADERS,
                "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Prefer",
            ))
            .insert_header((header::ACCESS_CONTROL_MAX_AGE, "86400"))
            .finish();
    }
    let error = ApiError::new(
        ProblemKind::MethodNotAllowed,
        text!(
            "method-not-taken",
            allowed = allow.to_string(),
            method = req.method().to_string()
        ),
    )
    .allowed(allow.split(", ").collect::<Vec<_>>())
    .header("allow", allow)
    .at(req.path());
    answer(&error)
}

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// The policy of API answers: data and pictures.
const DATA_POLICY: &str = "default-src 'none'; sandbox";
/// As that of pages; other sites may frame it.
const EMBED_POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/// The additions to every answer: security headers, cross-origin headers, what is left of the rate limit, a
/// count.
pub async fn finish<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    let begun = Instant::now();
    let response = next.call(request).await?;
    let req = response.request().clone();
    // What the framework refuses by itself (a coding nobody can give, say) becomes a problem like any other.
    let foreign = response.status().is_client_error()
        && response
            .headers()
            .get(header::CONTENT_TYPE)
            .is_none_or(|media| media != "application/problem+json" && media != "text/html; charset=utf-8");
    let mut response = if foreign {
        let kind = match response.status().as_u16() {
            406 => ProblemKind::NotAcceptable,
            _ => ProblemKind::InvalidParameter,
        };
        let error = ApiError::new(kind, text!("other-form")).at(req.path());
        response.into_response(answer(&error)).map_into_right_body()
    } else {
        response.map_into_left_body()
    };
    let path = req.path();
    let is_api = path.starts_with("/v1");
    let (operation, left) = {
        let extensions = req.extensions();
        (
            extensions.get::<&'static Operation>().copied(),
            extensions.get::<Left>().copied(),
        )
    };
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    if is_api || path == "/openapi.json" || path == "/oembed" {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static(
                "ETag, Link, Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
            ),
        );
        headers.insert(
            header::VARY,
            HeaderValue::from_static("Authorization, Accept, Cookie"),
        );
        // Data and pictures, also those that are opened by themselves: nothing in them runs or loads anything.
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(DATA_POLICY),
        );
    } else {
        let is_framed = path.starts_with("/embed/");
        let policy = if is_framed { EMBED_POLICY } else { PAGE_POLICY };
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        if !is_framed {
            headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        }
    }
    if let Some(left) = left {
        let missing = u64::from(left.rate.burst - left.remaining.min(left.rate.burst));
        let full_again = (missing * 60).div_ceil(u64::from(left.rate.per_minute).max(1));
        for (name, value) in [
            ("ratelimit-limit", u64::from(left.rate.burst)),
            ("ratelimit-remaining", u64::from(left.remaining)),
            ("ratelimit-reset", full_again),
        ] {
            headers.insert(HeaderName::from_static(name), HeaderValue::from(value));
        }
    }
    let status = response.status().as_u16();
    let took = begun.elapsed();
    if let (Some(operation), Some(services)) = (operation, req.app_data::<web::Data<Services>>()) {
        services.metrics.answered(operation, status, took);
        // The address itself may hold a secret, as that of an offered seat does.
        tracing::debug!(
            operation = operation.id,
            game = req.match_info().get("game"),
            status,
            micros = took.as_micros() as u64,
            "answered"
        );
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_goes_before_what_it_cannot_meet() {
        let scopes = ["/v1/games/{game}", "/v1/packs/{system}"];
        let is_scope = |place: &str| scopes.contains(&place);
        let mut places = [
            "/",
            "/v1/games",
            "/v1/games/import",
            "/v1/packs",
            "/v1/packs/{system}",
            "/v1/games/{game}.txt",
            "/v1/games/{game}",
        ]
        .map(|place| (place, ()));
        to_the_front(&mut places, "/v1/packs/{system}", &is_scope);
        assert_eq!(places[0].0, "/v1/packs/{system}");
        // An address with a parameter that the scope would take stays where it is.
        let as_they_are = places;
        to_the_front(&mut places, "/v1/games/{game}", &is_scope);
        assert_eq!(places, as_they_are);
        // Plain ones that it would take go with it.
        let mut places =
            ["/", "/v1/games", "/v1/games/import", "/v1/games/{game}", "/g"].map(|place| (place, ()));
        to_the_front(&mut places, "/v1/games/{game}", &is_scope);
        assert_eq!(
            places.map(|(place, ())| place),
            ["/v1/games/import", "/v1/games/{game}", "/", "/v1/games", "/g"]
        );
    }

    #[test]
    fn a_scope_meets_what_one_request_could_ask_of_both() {
        let meets = |place, is_scope| may_meet("/v1/games/{game}", place, is_scope);
        for (place, is_scope) in [
            ("/v1/games/{game}", true),
            ("/v1/games/import", false),
            ("/v1/{what}/{which}", false),
            ("/v1/games", true),
        ] {
            assert!(meets(place, is_scope), "{place}");
        }
        for (place, is_scope) in [
            ("/v1/games", false),
            ("/v1/packs/{system}", true),
            ("/g/{game}", true),
        ] {
            assert!(!meets(place, is_scope), "{place}");
        }
    }
}
