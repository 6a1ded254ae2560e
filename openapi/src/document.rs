//! The `OpenAPI` 3.1 document, made by `utoipa`'s builders from the list of operations. Tests alone make it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::{Value, json};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::{
    HttpMethod, OperationBuilder, Parameter as PathParameter, ParameterBuilder, ParameterIn, PathItem,
    PathsBuilder,
};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    ComponentsBuilder, Content, ContentBuilder, Header, HeaderBuilder, InfoBuilder, LicenseBuilder, OpenApi,
    OpenApiBuilder, Paths, Ref, RefOr, Required, Response, ResponseBuilder, SecurityRequirement, Server,
};

use crate::describe::{Access, Body, FormSpec, Method, Operation, Parameter, ResponseSpec, schema_of};
use crate::examples::{Example, examples_of};
use crate::json_schema::schema;
use crate::schemas::Components;
use crate::wire::WebhookMessage;
use crate::{Problem, ProblemKind, VERSION, operations};

const CHAPTERS: &[(&str, &str)] = &[
    (
        "systems",
        "The rule sets this server knows, their rules and their JSON Schemas.",
    ),
    (
        "packs",
        "Unit cards, tables, maps and scenarios, by the hash of their content.",
    ),
    (
        "games",
        "Recorded games: create, find, change, carry from server to server.",
    ),
    (
        "play",
        "Commands and what may be commanded; questions about a position; exact odds.",
    ),
    (
        "annotations",
        "What people say of a game: words, glyphs, drawings, answers, in layers with their own readers.",
    ),
    (
        "variations",
        "Other ways from a moment of a game: games of their own, two games side by side, a command with other dice.",
    ),
    (
        "community",
        "Figures of all public games together, and of those who played them.",
    ),
    (
        "reviews",
        "A game looked at together: followers' boards follow the moment and the drawings of who leads.",
    ),
    (
        "studies",
        "Chapters with notes, each of a game, a moment, a variation or a position.",
    ),
    (
        "views",
        "What happened: events, states, timeline, dice. `?at=` travels in time.",
    ),
    ("pictures", "Boards, replays, figures and charts."),
    ("tokens", "Access tokens, and what each role allows."),
    (
        "accounts",
        "Who people are, what they may do, and the games they sat in.",
    ),
    (
        "webhooks",
        "Messages about what happens in an account's games, sent to addresses of its own and signed.",
    ),
    ("session", "How browsers sign in and out."),
    ("service", "The server itself."),
    (
        "pages",
        "Pages for people; the address of a game or a moment is its page, with a suffix its data or picture.",
    ),
];

const ABOUT: &str = "Hindsight records tabletop battle games as streams of events and lets people look back at them.\n\n\
**Versions.** Every event of a game has a version, counted from 1. `ETag` carries the game's version and the server's release; send it \
as `If-Match` with a command and nothing is done on a game that has moved on. Every view takes `?at=<version>`.\n\n\
**Tokens.** `Authorization: Bearer hs_...`. Public games need none; private games do not exist for others.\n\n\
**Browsers** sign in at `/signin` and are known by a cookie; what they change must come from a page of this server.\n\n\
**Problems.** Every error is `application/problem+json` with its own type, explained at its address; a \
browser that asks for a page is told on a page. What never becomes a request has no body: a head that is no HTTP (400), is larger than 128 KB (431) or takes too long to arrive \
(408) gets its status and the connection is closed.\n\n\
**Limits.** Listed at `/v1/limits`; `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` come with every \
answer under `/v1`.";

/// The document as JSON, made once.
fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| serde_json::to_value(build()).expect("a document is JSON"))
}

fn build() -> OpenApi {
    let bodies = operations()
        .iter()
        .filter_map(|operation| operation.body.as_ref());
    let answers = operations().iter().flat_map(|operation| &operation.answers);
    let mut schemas = Components::new(
        bodies.map(|body| body.schema),
        answers
            .flat_map(|answer| &answer.content)
            .filter_map(|(_, schema)| *schema)
            // What is sent to others stands in no answer.
            .chain([schema_of::<Problem>(), schema_of::<WebhookMessage>()]),
    );
    let paths = paths(&mut schemas);
    let mut components = ComponentsBuilder::new()
        .security_scheme("token", SecurityScheme::Http(
            HttpBuilder::new()
                .scheme(HttpAuthScheme::Bearer)
                .description(Some("A token made at /v1/tokens: `hs_` and 64 characters."))
                .build(),
        ))
        .security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(
            "hindsight",
            "The cookie of a browser that is signed in; requests that change something must have the server's own origin.",
        ))));
    for kind in ProblemKind::ALL {
        let example = ExampleBuilder::new()
            .summary(kind.title())
            .value(serde_json::to_value(kind.example()).ok());
        components = components.example(format!("problem.{}", kind.name()), example);
    }
    for (name, header) in headers() {
        components = components.header(name, RefOr::T(header));
    }
    for (name, json) in schemas.into_schemas() {
        components = components.schema(name, schema(&json));
    }
    let licence = LicenseBuilder::new()
        .name("MIT OR Apache-2.0")
        .identifier(Some("MIT OR Apache-2.0"));
    let info = InfoBuilder::new()
        .title("Hindsight")
        .version(VERSION)
        .description(Some(ABOUT))
        .license(Some(licence.build()));
    let tags = CHAPTERS
        .iter()
        .map(|(name, about)| TagBuilder::new().name(*name).description(Some(*about)).build());
    OpenApiBuilder::new()
        .info(info.build())
        .servers(Some([Server::new("/")]))
        .tags(Some(tags))
        .paths(paths)
        .components(Some(components.build()))
        .build()
}

fn paths(schemas: &mut Components) -> Paths {
    let mut items: BTreeMap<&str, PathItem> = BTreeMap::new();
    for operation in operations() {
        let described = PathItem::new(http_method(operation.method), describe(operation, schemas));
        items
            .entry(operation.path)
            .or_default()
            .merge_operations(described);
    }
    items
        .into_iter()
        .fold(PathsBuilder::new(), |paths, (path, item)| paths.path(path, item))
        .build()
}

fn http_method(method: Method) -> HttpMethod {
    match method {
        Method::Get => HttpMethod::Get,
        Method::Post => HttpMethod::Post,
        Method::Patch => HttpMethod::Patch,
        Method::Delete => HttpMethod::Delete,
    }
}

fn headers() -> Vec<(&'static str, Header)> {
    let header = |kind: &str, about: &str| {
        HeaderBuilder::new()
            .schema(Some(schema(&json!({ "type": kind }))))
            .description(Some(about))
            .build()
    };
    let text = |about| header("string", about);
    let number = |about| header("integer", about);
    vec![
        (
            "ETag",
            text("The version that this answer shows, for whom, and the release that shows it."),
        ),
        ("Cache-Control", text("How long the answer may be kept.")),
        ("Location", text("The address of what was made.")),
        ("Link", text("`rel=\"next\"`: the next page (RFC 8288).")),
        ("Content-Disposition", text("A file name.")),
        (
            "Idempotency-Replayed",
            text("`true` if the request had been answered before."),
        ),
        ("Retry-After", number("Seconds to wait.")),
        ("Set-Cookie", text("The session of the browser.")),
        ("Allow", text("The methods that the address takes.")),
        ("WWW-Authenticate", text("What kind of token is needed.")),
        ("RateLimit-Limit", number("Requests that are allowed at once.")),
        ("RateLimit-Remaining", number("Requests that are left now.")),
        (
            "RateLimit-Reset",
            number("Seconds until the limit is full again."),
        ),
    ]
}

fn describe(operation: &Operation, schemas: &mut Components) -> OperationBuilder {
    let path_parameters = operation.path_parameters().into_iter().map(path_parameter);
    let parameters = path_parameters.chain(operation.parameters.iter().map(parameter));
    let recorded = examples_of(operation.id);
    let mut responses: BTreeMap<u16, Response> = operation
        .answers
        .iter()
        .map(|answer| (answer.status, response(answer, recorded, schemas)))
        .collect();
    let mut by_status: BTreeMap<u16, Vec<ProblemKind>> = BTreeMap::new();
    for kind in operation.all_problems() {
        by_status.entry(kind.status()).or_default().push(kind);
    }
    for (status, kinds) in by_status {
        let problem = problem_content(&kinds);
        match responses.get_mut(&status) {
            // An operation's own answer of this status (a health report) keeps its text and gets the problem beside it.
            Some(own) => {
                own.content.insert(PROBLEM_JSON.to_owned(), RefOr::T(problem));
            }
            None => {
                responses.insert(
                    status,
                    problem_response(
                        &kinds,
                        problem,
                        operation.html_problems || operation.form.is_some(),
                    ),
                );
            }
        }
    }
    let mut about = operation.about.to_owned();
    if let (Some(form), None) = (&operation.form, &operation.body) {
        let joint = if about.is_empty() { "" } else { " " };
        about = format!("{about}{joint}{}", form_in_words(form));
    }
    let about = (!about.is_empty()).then_some(about);
    let described = OperationBuilder::new()
        .operation_id(Some(operation.id))
        .tags(Some([operation.tag]))
        .summary(Some(operation.summary))
        .description(about)
        .parameters(Some(parameters))
        .request_body(
            operation
                .body
                .as_ref()
                .map(|body| request_body(operation, body, schemas)),
        )
        .securities(Some(security(operation.access)));
    responses
        .into_iter()
        .fold(described, |described, (status, response)| {
            described.response(status.to_string(), response)
        })
}

fn security(access: Access) -> Vec<SecurityRequirement> {
    let named = |name: &str| SecurityRequirement::new(name, Vec::<String>::new());
    match access {
        Access::Open => Vec::new(),
        Access::Public => vec![SecurityRequirement::default(), named("token"), named("session")],
        Access::Scope(_) | Access::Player | Access::Owner => vec![named("token"), named("session")],
    }
}

fn parameter(parameter: &Parameter) -> PathParameter {
    let place = match parameter.place {
        "header" => ParameterIn::Header,
        _ => ParameterIn::Query,
    };
    ParameterBuilder::new()
        .name(parameter.name)
        .parameter_in(place)
        .required(if parameter.required {
            Required::True
        } else {
            Required::False
        })
        .description(Some(parameter.about.as_str()))
        .schema(Some(schema(&parameter.schema)))
        .example(parameter.example.clone())
        .build()
}

fn request_body(operation: &Operation, body: &Body, schemas: &mut Components) -> RequestBody {
    let mut about = format!("At most {} bytes.", body.limit);
    if let Some(form) = &operation.form {
        about = format!("{about} {}", form_in_words(form));
    }
    let examples = body.examples.iter().map(|(name, value)| {
        let example = ExampleBuilder::new().value(Some(value.clone()));
        (*name, example)
    });
    let main = ContentBuilder::new()
        .schema(Some(schema(&schemas.request(body.schema))))
        .examples_from_iter(examples);
    let mut described = RequestBodyBuilder::new()
        .required(Some(Required::True))
        .description(Some(about))
        .content(body.media, main.build());
    for also in &body.also {
        let usual = (*also == "text/plain").then(|| {
            let example = ExampleBuilder::new().value(Some(json!(crate::examples::SMALL_TEXT)));
            ("usual", example)
        });
        let content = plain_text().examples_from_iter(usual);
        described = described.content(*also, content.build());
    }
    described.build()
}

/// The form of a page, with its fields.
fn form_in_words(form: &FormSpec) -> String {
    let words: Vec<String> = form.does.iter().map(|word| format!("`{word}`")).collect();
    let does = match words.as_slice() {
        [] => String::new(),
        words => format!(" with {} as `does`", words.join(" or ")),
    };
    let joint = if form.about.is_empty() { "." } else { ": " };
    format!("The form of a page (`{}`){does}{joint}{}", form.path, form.about)
}

/// Content of any text.
fn plain_text() -> ContentBuilder {
    ContentBuilder::new().schema(Some(schema(&json!({ "type": "string" }))))
}

fn path_parameter(name: &str) -> PathParameter {
    let (json, about) = match name {
        "game" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }),
            "The game's id, a ULID.",
        ),
        "other" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }),
            "The other game's id, a ULID.",
        ),
        "player" => (
            json!({ "type": "string", "maxLength": 64 }),
            "The account's name or id.",
        ),
        "faction" => (
            json!({ "type": "string", "maxLength": 100 }),
            "The faction's name.",
        ),
        "version" => (
            json!({ "type": "integer", "minimum": 1 }),
            "A version of the game.",
        ),
        "system" => (json!({ "type": "string", "maxLength": 64 }), "The system's id."),
        "rule" => (json!({ "type": "string", "maxLength": 64 }), "The rule's id."),
        "hash" => (
            json!({ "type": "string", "pattern": "^[0-9a-f]{64}$" }),
            "The pack's hash.",
        ),
        "token" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }),
            "The token's id (not its secret).",
        ),
        "annotation" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}-[1-9][0-9]{0,8}$" }),
            "The annotation's id: its layer's, a hyphen, its number there.",
        ),
        "layer" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }),
            "The layer's id, a ULID.",
        ),
        "review" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }),
            "The review's id.",
        ),
        "study" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }),
            "The study's id, a ULID.",
        ),
        "chapter" => (
            json!({ "type": "integer", "minimum": 1, "maximum": 1_000_000 }),
            "The number of the chapter.",
        ),
        "reply" => (
            json!({ "type": "integer", "minimum": 1, "maximum": 1_000_000 }),
            "The number of the reply.",
        ),
        "chart" => (json!({ "type": "string", "maxLength": 64 }), "The chart's name."),
        "unit" => (json!({ "type": "string", "maxLength": 64 }), "The unit's id."),
        "webhook" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }),
            "The webhook's id.",
        ),
        "account" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }),
            "The account's id.",
        ),
        "invitation" => (
            json!({ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }),
            "The invitation's id (not its secret).",
        ),
        "claim" => (
            json!({ "type": "string", "maxLength": 512 }),
            "The secret of the offer.",
        ),
        "seat" => (json!({ "type": "string", "pattern": "^[A-Z]$" }), "The seat."),
        "script" | "picture" => (json!({ "type": "string", "maxLength": 64 }), "The file's name."),
        "topic" => (
            json!({ "type": "string", "maxLength": 64 }),
            "The page's topic: `recording` or `noting`.",
        ),
        "problem" => (
            json!({ "type": "string", "maxLength": 64 }),
            "The name of the problem type.",
        ),
        _ => (json!({ "type": "string", "maxLength": 200 }), "A name."),
    };
    let example = match name {
        "annotation" => json!(format!("{}-1", crate::examples::SOME_ID)),
        "reply" | "chapter" => json!(1),
        "game" | "other" | "token" | "webhook" | "account" | "invitation" | "layer" | "review" | "study" => {
            json!(crate::examples::SOME_ID)
        }
        "version" => json!(40),
        "system" => json!("before-battle"),
        "rule" => json!("BB-ARMY-01"),
        "hash" => json!(crate::examples::SOME_HASH),
        "chart" => json!("luck"),
        "unit" => json!("A1"),
        "claim" => json!(crate::examples::SOME_CLAIM),
        "seat" => json!("A"),
        "script" => json!("replay.js"),
        "picture" => json!("dice.png"),
        "topic" => json!("recording"),
        "problem" => json!("refused"),
        _ => json!("x"),
    };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(Some(about))
        .schema(Some(schema(&json)))
        .example(Some(example))
        .build()
}

fn response(answer: &ResponseSpec, recorded: &[Example], schemas: &mut Components) -> Response {
    let mut described = with_headers(ResponseBuilder::new().description(answer.about), &answer.headers);
    for (media, of) in &answer.content {
        let content = match of {
            Some(of) => ContentBuilder::new().schema(Some(schema(&schemas.answer(*of)))),
            None => plain_text(),
        };
        let examples = recorded
            .iter()
            .filter(|example| example.status == answer.status && example.media.as_deref() == Some(*media))
            .map(|example| (example.name.as_str(), example.described()));
        described = described.content(*media, content.examples_from_iter(examples).build());
    }
    described.build()
}

fn with_headers(response: ResponseBuilder, names: &[&str]) -> ResponseBuilder {
    names.iter().fold(response, |response, name| {
        response.header_ref(*name, Ref::new(format!("#/components/headers/{name}")))
    })
}

const PROBLEM_JSON: &str = "application/problem+json";

fn problem_content(kinds: &[ProblemKind]) -> Content {
    let examples = kinds.iter().map(|kind| {
        let reference = Ref::new(format!("#/components/examples/problem.{}", kind.name()));
        (kind.name(), RefOr::Ref(reference))
    });
    ContentBuilder::new()
        .schema(Some(Ref::new("#/components/schemas/Problem")))
        .examples_from_iter(examples)
        .build()
}

fn problem_response(kinds: &[ProblemKind], problem: Content, html: bool) -> Response {
    let titles: Vec<&str> = kinds.iter().map(|kind| kind.title()).collect();
    let names: &[&str] = match kinds.first().map(|kind| kind.status()) {
        Some(401) => &["WWW-Authenticate"],
        Some(405) => &["Allow"],
        Some(412) => &["ETag"],
        Some(429) => &[
            "Retry-After",
            "RateLimit-Limit",
            "RateLimit-Remaining",
            "RateLimit-Reset",
        ],
        Some(503) => &["Retry-After"],
        _ => &[],
    };
    let described = ResponseBuilder::new()
        .description(format!("{}.", titles.join(". ")))
        .content(PROBLEM_JSON, problem);
    let described = if html {
        described.content("text/html", plain_text().build())
    } else {
        described
    };
    with_headers(described, names).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rewrites the checked-in document when `UPDATE=1`; otherwise it must be what the code says.
    #[test]
    fn the_checked_in_document_is_the_present_one() {
        let now = format!("{:#}\n", document());
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(file, now).unwrap();
            return;
        }
        let why = "openapi.json is out of date: UPDATE=1 cargo test -p hindsight-openapi";
        assert!(now == std::fs::read_to_string(file).unwrap(), "{why}");
        // What is served, to the byte.
        assert!(
            serde_json::to_string(document()).unwrap() == crate::document(),
            "{why}"
        );
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let mut seen = 0;
        follow(document, document, &mut seen);
        assert!(seen > 100, "only {seen} references");
    }

    fn follow(value: &Value, document: &Value, seen: &mut u32) {
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    if key == "$ref"
                        && let Value::String(text) = value
                    {
                        *seen += 1;
                        let pointer = text.strip_prefix('#').unwrap_or_else(|| panic!("{text}"));
                        assert!(document.pointer(pointer).is_some(), "{text} leads nowhere");
                    } else if key != "examples" {
                        // An example may show a schema with references of its own.
                        follow(value, document, seen);
                    }
                }
            }
            Value::Array(list) => list.iter().for_each(|value| follow(value, document, seen)),
            _ => {}
        }
    }
}
