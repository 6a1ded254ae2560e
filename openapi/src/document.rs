//! The `OpenAPI` 3.1 document, assembled from the list of operations.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use crate::describe::{Access, Answer, Operation};
use crate::examples::{Example, examples_of};
use crate::schemas::{Components, schema_of};
use crate::typed::typed;
use crate::{Problem, ProblemKind, operations};

/// The version of the API.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The document as it is checked in.
pub const CHECKED_IN: &str = include_str!("../openapi.json");

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
        "Chapters with words, each of a game, a moment, a variation or a position.",
    ),
    (
        "views",
        "What happened: events, states, timeline, dice. `?at=` travels in time.",
    ),
    ("pictures", "Boards, replays, figures and charts."),
    ("tokens", "Who may do what."),
    (
        "accounts",
        "Who people are, what they may do, and the games they sat in.",
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

/// The document as JSON.
pub fn document() -> Value {
    serde_json::to_value(open_api()).expect("a document is JSON")
}

/// The document as its tools take it.
pub fn open_api() -> &'static OpenApi {
    static DOCUMENT: OnceLock<OpenApi> = OnceLock::new();
    DOCUMENT.get_or_init(|| typed(assembled()))
}

fn assembled() -> Value {
    let mut components = Components::new();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in operations() {
        let described = describe(operation, &mut components);
        paths
            .entry(operation.path)
            .or_default()
            .insert(operation.method.name().to_lowercase(), described);
    }
    let problem_schema = components.given(schema_of::<Problem>());
    let mut examples = Map::new();
    for kind in ProblemKind::ALL {
        examples.insert(
            format!("problem.{}", kind.name()),
            json!({ "summary": kind.title(), "value": kind.example() }),
        );
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Hindsight",
            "version": VERSION,
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" }
        },
        "servers": [{ "url": "/" }],
        "tags": CHAPTERS.iter().map(|(name, about)| json!({ "name": name, "description": about })).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer", "description": "A token made at /v1/tokens: `hs_` and 64 characters." },
                "session": { "type": "apiKey", "in": "cookie", "name": "hindsight", "description": "The cookie of a browser that is signed in; requests that change something must have the server's own origin." }
            },
            "examples": examples,
            "headers": headers(),
        }
    });
    debug_assert_eq!(problem_schema["$ref"], "#/components/schemas/Problem");
    let schemas = components.finish(&mut document);
    document["components"]["schemas"] = Value::Object(schemas);
    document
}

fn headers() -> Value {
    let text = |about: &str| json!({ "description": about, "schema": { "type": "string" } });
    let number = |about: &str| json!({ "description": about, "schema": { "type": "integer" } });
    json!({
        "ETag": text("The version that this answer shows, for whom, and the release that shows it."),
        "Cache-Control": text("How long the answer may be kept."),
        "Location": text("The address of what was made."),
        "Link": text("`rel=\"next\"`: the next page (RFC 8288)."),
        "Content-Disposition": text("A file name."),
        "Idempotency-Replayed": text("`true` if the request had been answered before."),
        "Retry-After": number("Seconds to wait."),
        "Set-Cookie": text("The session of the browser."),
        "Allow": text("The methods that the address takes."),
        "WWW-Authenticate": text("What kind of token is needed."),
        "RateLimit-Limit": number("Requests that are allowed at once."),
        "RateLimit-Remaining": number("Requests that are left now."),
        "RateLimit-Reset": number("Seconds until the limit is full again.")
    })
}

fn describe(operation: &Operation, components: &mut Components) -> Value {
    let mut parameters: Vec<Value> = operation
        .path_parameters()
        .into_iter()
        .map(path_parameter)
        .collect();
    for parameter in &operation.parameters {
        let mut described = json!({
            "name": parameter.name,
            "in": parameter.place,
            "required": parameter.required,
            "description": parameter.about,
            "schema": parameter.schema
        });
        if let Some(example) = &parameter.example {
            described["example"] = example.clone();
        }
        parameters.push(described);
    }
    let mut responses = Map::new();
    let recorded = examples_of(operation.id);
    for answer in &operation.answers {
        responses.insert(answer.status.to_string(), response(answer, recorded, components));
    }
    let mut by_status: BTreeMap<u16, Vec<ProblemKind>> = BTreeMap::new();
    for kind in operation.all_problems() {
        by_status.entry(kind.status()).or_default().push(kind);
    }
    for (status, kinds) in by_status {
        let mut described = problem_response(&kinds);
        if operation.html_problems {
            described["content"]["text/html"] = json!({ "schema": { "type": "string" } });
        }
        match responses.get_mut(&status.to_string()) {
            // An operation's own answer of this status (a health report) keeps its text and gets the problem beside it.
            Some(own) => {
                own["content"]["application/problem+json"] =
                    described["content"]["application/problem+json"].clone();
            }
            None => {
                responses.insert(status.to_string(), described);
            }
        }
    }
    let mut described = json!({
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "parameters": parameters,
        "responses": responses,
        "security": security(operation.access)
    });
    if !operation.about.is_empty() {
        described["description"] = json!(operation.about);
    }
    if let Some(body) = &operation.body {
        let schema = components.taken(body.schema);
        let mut content = Map::new();
        let examples: Map<String, Value> = body
            .examples
            .iter()
            .map(|(name, value)| ((*name).to_owned(), json!({ "value": value })))
            .collect();
        let mut main = json!({ "schema": schema });
        if !examples.is_empty() {
            main["examples"] = Value::Object(examples);
        }
        content.insert(body.media.to_owned(), main);
        for also in &body.also {
            let mut entry = json!({ "schema": { "type": "string" } });
            if *also == "text/plain" {
                entry["examples"] = json!({ "usual": { "value": crate::examples::SMALL_TEXT } });
            }
            content.insert((*also).to_owned(), entry);
        }
        described["requestBody"] = json!({
            "required": true,
            "description": format!("At most {} bytes.", body.limit),
            "content": content
        });
    }
    described
}

fn security(access: Access) -> Value {
    match access {
        Access::Open => json!([]),
        Access::Public => json!([{}, { "token": [] }, { "session": [] }]),
        Access::Scope(_) | Access::Player | Access::Owner => json!([{ "token": [] }, { "session": [] }]),
    }
}

fn path_parameter(name: &str) -> Value {
    let (schema, about) = match name {
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
        "script" => (json!({ "type": "string", "maxLength": 64 }), "The file's name."),
        "problem" => (
            json!({ "type": "string", "maxLength": 64 }),
            "The name of the problem type.",
        ),
        _ => (json!({ "type": "string", "maxLength": 200 }), "A name."),
    };
    let example = match name {
        "annotation" => json!(format!("{}-1", crate::examples::SOME_ID)),
        "reply" | "chapter" => json!(1),
        "game" | "other" | "token" | "account" | "invitation" | "layer" | "review" | "study" => {
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
        "problem" => json!("refused"),
        _ => json!("x"),
    };
    json!({
        "name": name, "in": "path", "required": true, "description": about, "schema": schema, "example": example
    })
}

fn header_refs(names: &[&str]) -> Map<String, Value> {
    names
        .iter()
        .map(|name| {
            (
                (*name).to_owned(),
                json!({ "$ref": format!("#/components/headers/{name}") }),
            )
        })
        .collect()
}

fn response(answer: &Answer, recorded: &[Example], components: &mut Components) -> Value {
    let mut described = json!({ "description": answer.about });
    if !answer.headers.is_empty() {
        described["headers"] = Value::Object(header_refs(&answer.headers));
    }
    if !answer.content.is_empty() {
        let mut content = Map::new();
        for (media, schema) in &answer.content {
            let schema = match schema {
                Some(schema) => components.given(*schema),
                None => json!({ "type": "string" }),
            };
            let mut entry = json!({ "schema": schema });
            let examples: Map<String, Value> = recorded
                .iter()
                .filter(|example| example.status == answer.status && example.media.as_deref() == Some(*media))
                .map(|example| (example.name.clone(), example.described()))
                .collect();
            if !examples.is_empty() {
                entry["examples"] = Value::Object(examples);
            }
            content.insert((*media).to_owned(), entry);
        }
        described["content"] = Value::Object(content);
    }
    described
}

fn problem_response(kinds: &[ProblemKind]) -> Value {
    let examples: Map<String, Value> = kinds
        .iter()
        .map(|kind| {
            (
                kind.name().to_owned(),
                json!({ "$ref": format!("#/components/examples/problem.{}", kind.name()) }),
            )
        })
        .collect();
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
    let mut described = json!({
        "description": format!("{}.", titles.join(". ")),
        "content": {
            "application/problem+json": {
                "schema": { "$ref": "#/components/schemas/Problem" },
                "examples": examples
            }
        }
    });
    if !names.is_empty() {
        described["headers"] = Value::Object(header_refs(names));
    }
    described
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rewrites the checked-in document when `UPDATE=1`; otherwise it must be what the code says.
    #[test]
    fn the_checked_in_document_is_the_present_one() {
        let now = format!("{:#}\n", document());
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json"), now).unwrap();
            return;
        }
        assert!(
            now == CHECKED_IN,
            "openapi.json is out of date: UPDATE=1 cargo test -p hindsight-openapi"
        );
    }

    #[test]
    fn nothing_is_lost_on_the_way_into_the_types_of_the_tools() {
        let assembled = assembled();
        let typed = document();
        for part in ["info", "servers", "tags", "paths", "components", "openapi"] {
            assert!(typed[part] == assembled[part], "{part} differs");
        }
        assert!(typed == assembled);
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let mut seen = 0;
        follow(&document, &document, &mut seen);
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
