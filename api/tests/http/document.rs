//! The published document against the server.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use actix_web::http::Method;
use hindsight_openapi::{Operation, operations};
use jsonschema::{Draft, Registry, Validator};
use serde_json::{Value, json};

use crate::addresses::filled;
use crate::stage::Stage;
use crate::table::{Heard, Server};

/// Every route is in the document, and everything in the document is served.
#[test]
fn the_document_and_the_routes_are_the_same() {
    let listed: BTreeSet<&str> = operations().iter().map(|operation| operation.id).collect();
    let mounts = hindsight_api::server::mounts();
    assert_eq!(listed, *mounts.mounted());
}

/// The published document.
pub static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&hindsight_openapi::document()).expect("the document is JSON"));

/// The schemas of the document, read once for all validators.
static SCHEMAS: LazyLock<Registry<'static>> = LazyLock::new(|| {
    let schemas = json!({ "components": { "schemas": DOCUMENT["components"]["schemas"] } });
    let registry = Registry::new().draft(Draft::Draft202012);
    registry.add(SCHEMAS_ADDRESS, schemas).unwrap().prepare().unwrap()
});

const SCHEMAS_ADDRESS: &str = "urn:hindsight:document";

/// A validator of a schema of the document.
fn validator(schema: &Value) -> Validator {
    let schema = schema.to_string().replace(
        "\"#/components/schemas/",
        &format!("\"{SCHEMAS_ADDRESS}#/components/schemas/"),
    );
    let options = jsonschema::options().with_draft(Draft::Draft202012);
    options
        .with_registry(&SCHEMAS)
        .build(&schema.parse().unwrap())
        .unwrap_or_else(|why| panic!("{why}: {schema}"))
}

/// An answer is one that the document knows, in a media type it names, and of the schema it gives.
#[track_caller]
pub fn documented(operation: &Operation, heard: &Heard) {
    let at = format!("{} {}", operation.method.name(), operation.path);
    let described = &DOCUMENT["paths"][operation.path][operation.method.name().to_lowercase()]["responses"]
        [heard.status.to_string()];
    assert!(
        described.is_object(),
        "{at} answered {} which is not documented: {}",
        heard.status,
        String::from_utf8_lossy(&heard.body)
    );
    if heard.body.is_empty() {
        return;
    }
    let media = heard
        .header("content-type")
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap()
        .trim()
        .to_owned();
    let content = &described["content"][&media];
    assert!(
        content.is_object(),
        "{at} answered {} as {media}, which is not documented",
        heard.status
    );
    if media == "application/json" || media == "application/problem+json" {
        let value = heard.json();
        let errors: Vec<String> = validator(&content["schema"])
            .iter_errors(&value)
            .take(3)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{at} answered against its schema: {errors:#?}");
    }
}

/// Whether a value is of the schema of an operation's answer.
pub fn fits(operation: &Operation, status: u16, value: &Value) -> bool {
    let described = &DOCUMENT["paths"][operation.path][operation.method.name().to_lowercase()];
    let answer = &described["responses"][status.to_string()]["content"]["application/json"];
    validator(&answer["schema"]).is_valid(value)
}

fn address(operation: &Operation, (game, annotation): (&str, &str), version: u64, pack: &str) -> String {
    let query = match operation.id {
        "oembed" => format!("?url=http://localhost:8080/g/{game}"),
        "compareGames" => format!("?with={game}"),
        "communityDump" => "?month=2026-03".to_owned(),
        "leaderboard" => "?system=before-battle".to_owned(),
        "findSituations" | "situationFacts" | "situationMap" => "?find=destroyed".to_owned(),
        _ => String::new(),
    };
    let path = filled(
        operation.path,
        &[
            ("{game}", game),
            ("{other}", game),
            ("{version}", &version.to_string()),
            ("{hash}", pack),
            ("{token}", ""),
            ("{annotation}", annotation),
            ("{layer}", annotation.split('-').next().unwrap()),
        ],
    );
    path + &query
}

/// Each operation that reads answers well, as documented, on a game that bots have played.
#[actix_web::test]
async fn everything_that_reads_answers_as_documented() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let version = server.play(&server.admin, &game, 60).await;
    assert!(version > 10, "only {version} events");
    // The community has a game to count.
    server.recorded(crate::community::FINISHED[0]).await;
    let pack = server.get("/v1/packs").await.is(200).json()["items"][0]["hash"]
        .as_str()
        .unwrap()
        .to_owned();
    let annotation = server.annotated(&game).await;
    let stage = Stage::new(&server, &game).await;
    for operation in operations()
        .iter()
        .filter(|operation| operation.method.name() == "GET")
    {
        if ["followGame", "followReview"].contains(&operation.id) {
            continue; // They do not end: see `play` and `reviews`.
        }
        let path = address(operation, (&game, &annotation), version / 2, &pack);
        let path = stage.address(&server, &path).await;
        let heard = server.ask(stage.request(operation, &path, None)).await;
        assert_eq!(
            heard.status,
            200,
            "{path}: {}",
            String::from_utf8_lossy(&heard.body)
        );
        assert!(!heard.body.is_empty(), "{path} is empty");
        documented(operation, &heard);
        // A copy that is still right is not sent again.
        if let Some(etag) = heard.header("etag")
            && operation.answers.iter().any(|answer| answer.status == 304)
        {
            let again = server
                .ask(
                    stage
                        .request(operation, &path, None)
                        .insert_header(("If-None-Match", etag)),
                )
                .await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        }
        // Other methods are told which this address takes.
        let other = server
            .send(Method::PUT, &server.admin, &path, &json!({}))
            .await
            .is_problem("method-not-allowed");
        assert!(
            other.header("allow").is_some_and(|allow| allow.contains("GET")),
            "{path}"
        );
        if operation.path.starts_with("/v1") {
            let more = if path.contains('?') { '&' } else { '?' };
            let path = format!("{path}{more}nonsense=1");
            server
                .get_as(&server.admin, &path)
                .await
                .is_problem("invalid-parameter");
        }
    }
}

/// Each documented body is taken by its operation.
#[actix_web::test]
async fn every_documented_body_is_taken() {
    for operation in operations() {
        let Some(body) = &operation.body else { continue };
        for (name, example) in &body.examples {
            let server = Server::new();
            let game = server.plain_game(&server.admin).await;
            let version = server.play(&server.admin, &game, 12).await;
            let annotation = server.annotated(&game).await;
            let packs = server.get("/v1/packs").await.is(200).json();
            let pack = packs["items"][0]["hash"].as_str().unwrap();
            let mut path = address(operation, (&game, &annotation), version, pack);
            if operation.id == "uploadPack" {
                path = format!("{path}?system={name}");
            }
            let mut example = example.clone();
            if operation.id == "correctGame" {
                // The place of a correction depends on the game: the first command after the opening.
                let events = server
                    .get_as(&server.admin, &format!("/v1/games/{game}/events"))
                    .await
                    .json();
                let first = events["items"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|event| event["command"]["type"] == "play")
                    .map(|event| event["version"].clone());
                example["at"] = first.unwrap();
            }
            if operation.id == "forkGame" || operation.id == "askOutlook" {
                // The moment is one of the game.
                example["version"] = json!(version / 2);
            }
            if operation.id == "rerollFight" {
                example["version"] = first_roll(&server, &game).await;
            }
            if operation.id.starts_with("answerSuggestion") {
                example = crate::suggestions::answerable(&server, &game, &example).await;
            }
            let stage = Stage::new(&server, &game).await;
            if operation.id == "answerUndo" {
                stage.asks_undo(&server).await;
            }
            let path = stage.address(&server, &path).await;
            let heard = server.ask(stage.request(operation, &path, Some(&example))).await;
            assert!(
                (200..300).contains(&heard.status) || heard.status == 303,
                "{} «{name}»: {}",
                operation.id,
                heard.text()
            );
            documented(operation, &heard);
        }
    }
}

/// The version of the first roll of a game that bots play on until there is one.
async fn first_roll(server: &Server, game: &str) -> Value {
    loop {
        let before = server
            .services
            .games
            .head(game.parse().unwrap())
            .await
            .unwrap()
            .version();
        let dice = server
            .get_as(&server.admin, &format!("/v1/games/{game}/dice"))
            .await
            .is(200)
            .json();
        if let Some(roll) = dice["items"].as_array().unwrap().first() {
            return roll["version"].clone();
        }
        let version = server.play(&server.admin, game, 10).await;
        assert!(version > before, "the game is over without a roll");
    }
}

/// Each documented example is of its own schema.
#[test]
fn every_documented_example_fits_its_schema() {
    let mut checked = 0;
    let mut check = |schema: &Value, example: &Value, at: &str| {
        let errors: Vec<String> = validator(schema)
            .iter_errors(example)
            .map(|error| format!("{error} at {}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{at}: {errors:#?}");
        checked += 1;
    };
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let at = format!("{method} {path}");
            for parameter in operation["parameters"].as_array().unwrap() {
                if let Some(example) = parameter.get("example") {
                    check(&parameter["schema"], example, &at);
                }
            }
            if let Some(content) = operation.pointer("/requestBody/content/application~1json") {
                for (_, example) in content["examples"].as_object().unwrap() {
                    check(&content["schema"], &example["value"], &at);
                }
            }
            for (_, response) in operation["responses"].as_object().unwrap() {
                let examples = response.pointer("/content/application~1json/examples");
                for (name, example) in examples.and_then(Value::as_object).into_iter().flatten() {
                    let schema = &response["content"]["application/json"]["schema"];
                    check(schema, &example["value"], &format!("{at} «{name}»"));
                }
            }
        }
    }
    for (name, example) in DOCUMENT["components"]["examples"].as_object().unwrap() {
        check(
            &json!({ "$ref": "#/components/schemas/Problem" }),
            &example["value"],
            name,
        );
    }
    assert!(checked > 100, "only {checked}");
}
