//! The document's examples: each request is sent, and what it answers is what the document shows.
//!
//! `UPDATE=1 cargo test -p hindsight --test http examples` records the answers anew.

use std::collections::BTreeMap;
use std::fmt::Write;

use actix_web::body::MessageBody;
use actix_web::dev::Service;
use actix_web::test::{self, TestRequest};
use hindsight_api::create_app;
use hindsight_openapi::{Example, Operation, SOME_HASH, SOME_ID, examples_of, operations};
use serde_json::{Value, json};

use crate::addresses::filled;
use crate::document::{documented, fits};
use crate::stage::Stage;
use crate::table::{Heard, Server};

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");
/// Answers longer than this are cut.
const LONG: usize = 3_000;

/// A server with a recorded game, a draft, and what else the requests speak of.
struct Scene {
    server: Server,
    recorded: String,
    draft: String,
    pack: String,
    token: String,
    stage: Stage,
    annotation: String,
}

impl Scene {
    async fn new() -> Self {
        let server = Server::new();
        let recorded = server.import("text/plain", GAME).await.is(201).json()["card"]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        server.show(&recorded, "public").await;
        let request = json!({ "system": "before-battle", "title": "Tuesday evening", "dice": "reported" });
        let draft = server.game(&server.admin, request).await;
        let packs = server.get("/v1/packs").await.is(200).json();
        let token = json!({ "subject": "ada", "label": "laptop", "scopes": ["game:read"], "days": 30 });
        let token = server
            .post(&server.admin, "/v1/tokens", &token)
            .await
            .is(201)
            .json();
        let annotation = server.annotated(&recorded).await;
        let stage = Stage::new(&server, &draft).await;
        Self {
            stage,
            annotation,
            recorded,
            draft,
            pack: packs["items"][0]["hash"].as_str().unwrap().to_owned(),
            token: token["token"]["id"].as_str().unwrap().to_owned(),
            server,
        }
    }

    /// Where the example of this name is sent; a pack goes to the system that its example is named after.
    fn address(&self, operation: &Operation, name: &str) -> String {
        let game = match operation.id {
            "getOffers" | "getSheet" | "patchGame" | "deleteGame" | "giveCommands" | "correctGame"
            | "offerSeat" | "freeSeat" | "askUndo" | "answerUndo" => &self.draft,
            _ => &self.recorded,
        };
        let query = match operation.id {
            "listGames" => "?system=before-battle&limit=1",
            "listEvents" => "?from=40&limit=2",
            "followGame" => "?from=40",
            "getState" | "getBoard" | "listUnits" => "?at=40",
            "getOffers" => "?seat=A",
            "communityFigures" | "communityFiguresCsv" | "communityFiguresParquet" => {
                "?group=faction,first&minimum_games=1"
            }
            "communityFiguresSvg" | "communityFiguresPng" => {
                "?group=faction&minimum_games=1&measure=luck&width=300"
            }
            "communityDump" => "?month=2026-03",
            "findSituations" | "situationFacts" | "situationMap" | "askPage" => "?find=charged+by+direction",
            "communityGames" => "?system=before-battle",
            "leaderboard" => "?system=before-battle&minimum_games=1",
            "inspect" => "?at=150",
            "boardSvg" => "?at=40&width=300&overlays=none",
            "boardPng" => "?at=40&width=300&quality=fast",
            "replayGif" => "?from=40&to=43&width=300",
            "exportGame" => "?format=hgn",
            "uploadPack" => &format!("?system={name}"),
            "getStatisticsCsv" => "?of=players",
            "chartSvg" | "chartPng" => "?width=300",
            "compareGames" => &format!("?with={}", self.draft),
            "oembed" => &format!("?url=http://localhost:8080/g/{game}/40"),
            _ => "",
        };
        let path = filled(
            operation.path,
            &[
                ("{game}", game),
                ("{other}", &self.draft),
                ("{version}", "40"),
                ("{hash}", &self.pack),
                ("{token}", &self.token),
                ("{annotation}", &self.annotation),
                ("{layer}", self.annotation.split('-').next().unwrap()),
            ],
        );
        path + query
    }

    async fn ask(&self, operation: &Operation, path: &str, body: Option<&Value>) -> Heard {
        let answer = match body {
            // Which suggestions there are, the game decides.
            Some(body) if operation.id.starts_with("answerSuggestion") => {
                Some(crate::suggestions::answerable(&self.server, &self.recorded, body).await)
            }
            Some(_) | None => None,
        };
        let mut request = self.stage.request(operation, path, answer.as_ref().or(body));
        if operation.id == "importStudy" {
            request = TestRequest::post()
                .uri(path)
                .insert_header(("Authorization", format!("Bearer {}", self.server.admin)))
                .insert_header(("Content-Type", "application/x-ndjson"))
                .set_payload(self.study_file().await);
        }
        if ["followGame", "followReview"].contains(&operation.id) {
            return self.first_piece(request).await;
        }
        self.server.ask(request).await
    }

    /// Something is said in the draft.
    async fn says(&self) -> Value {
        let said = json!({ "type": "say", "seat": "B", "text": "Ready." });
        let path = format!("/v1/games/{}/commands", self.draft);
        self.server
            .post(&self.server.admin, &path, &said)
            .await
            .is(200)
            .json()
    }

    /// A study as it is stored.
    async fn study_file(&self) -> String {
        let path = self
            .stage
            .address(&self.server, "/v1/studies/{study}/export")
            .await;
        let file = self
            .server
            .get_as(&self.server.admin, &format!("{path}?format=ndjson"))
            .await;
        file.is(200).text()
    }

    /// The beginning of an answer that does not end.
    async fn first_piece(&self, request: TestRequest) -> Heard {
        let app = test::init_service(create_app(self.server.services.clone())).await;
        let answer = app.call(request.to_request()).await.unwrap();
        let status = answer.status().as_u16();
        let headers = answer
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()))
            .collect();
        let mut body = Box::pin(answer.into_body());
        let mut pieces = Vec::new();
        while !String::from_utf8_lossy(&pieces).contains("\ndata: ") {
            let piece = std::future::poll_fn(|cx| body.as_mut().poll_next(cx)).await;
            pieces.extend(piece.unwrap().map_err(|_| "the live stream").unwrap());
        }
        Heard {
            status,
            headers,
            body: pieces,
        }
    }
}

/// Fixed ids, times, digests and secrets in the place of those of this run.
#[derive(Default)]
struct Fixed(BTreeMap<String, String>);

impl Fixed {
    fn known(pairs: &[(&str, &str)]) -> Self {
        Self(
            pairs
                .iter()
                .map(|(from, to)| ((*from).to_owned(), (*to).to_owned()))
                .collect(),
        )
    }

    fn text(&mut self, text: &str) -> String {
        let mut out = String::new();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let word: &str = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
            if word.is_empty() {
                out.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
            // A time: 2026-11-20T13:00:00.123Z
            let time_end = rest.find('Z').map_or(0, |end| end + 1);
            let is_time = word.len() == 4
                && (20..40).contains(&time_end)
                && rest.as_bytes()[10] == b'T'
                && rest[..time_end]
                    .bytes()
                    .all(|b| b.is_ascii_digit() || b"-T:.Z".contains(&b));
            if is_time {
                out.push_str("2026-11-20T13:00:00.000Z");
                rest = &rest[time_end..];
                continue;
            }
            out.push_str(&self.word(word));
            rest = &rest[word.len()..];
        }
        out
    }

    fn word(&mut self, word: &str) -> String {
        let hex = |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let is_id = word.len() == 26
            && word.starts_with(|c: char| ('0'..='7').contains(&c))
            && word.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
        let secret = ["hs_", "ss_", "hi_", "hc_"]
            .iter()
            .any(|prefix| word.strip_prefix(prefix).is_some_and(hex));
        if !is_id && !secret && !hex(word) {
            return word.to_owned();
        }
        let count = self.0.len() as u8;
        self.0
            .entry(word.to_owned())
            .or_insert_with(|| {
                if is_id {
                    format!("{}{}", &SOME_ID[..25], char::from(b'C' + count % 20))
                } else {
                    let digits = blake3_like(count);
                    format!("{}{digits}", if secret { &word[..3] } else { "" })
                }
            })
            .clone()
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            // The secret of the example of Standard Webhooks, in the place of a new one.
            Value::String(text) if text.starts_with("whsec_") => {
                json!("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
            }
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(list) => list.iter().map(|value| self.value(value)).collect(),
            Value::Object(map) => Value::Object(
                map.iter()
                    .map(|(key, value)| (self.text(key), self.value(value)))
                    .collect(),
            ),
            // Nine decimals are read the same by every reader.
            Value::Number(number) if number.is_f64() => {
                let rounded = format!("{:.9}", number.as_f64().unwrap_or_default());
                json!(rounded.parse::<f64>().unwrap())
            }
            other => other.clone(),
        }
    }
}

/// 64 hexadecimal digits that nobody takes for those of another number.
fn blake3_like(number: u8) -> String {
    let mut digits = String::new();
    for place in 0..32_u32 {
        let byte = (place * 37 + u32::from(number) * 101 + 29) % 256;
        write!(digits, "{byte:02x}").unwrap();
    }
    digits
}

/// Cuts lists to their first entries; says whether it did.
fn cut(value: &mut Value, most: usize) -> bool {
    match value {
        Value::Array(list) => {
            let long = list.len() > most.max(3);
            if long {
                list.truncate(most);
            }
            list.iter_mut().fold(long, |any, value| cut(value, most) | any)
        }
        Value::Object(map) => map.values_mut().fold(false, |any, value| cut(value, most) | any),
        _ => false,
    }
}

/// What the document shows of an answer.
fn shown(operation: &Operation, media: &str, heard: &Heard, fixed: &mut Fixed) -> (Option<Value>, bool) {
    match media {
        "application/json" => {
            let mut value = fixed.value(&heard.json());
            if operation.id == "openapi" || operation.id == "getSchemas" {
                let kept = ["openapi", "info", "patch"];
                value
                    .as_object_mut()
                    .unwrap()
                    .retain(|key, _| kept.contains(&key.as_str()));
                return (Some(value), true);
            }
            let long = |value: &Value| value.to_string().len() > LONG;
            let mut shortened = false;
            if operation.id == "getState" {
                // A position has lists of a fixed length; those of its cards have none.
                shortened = cut(&mut value["cards"], 1);
                return (Some(value), shortened);
            }
            let whole = value.clone();
            for most in [2, 1] {
                if long(&value) {
                    shortened |= cut(&mut value, most);
                }
            }
            // What is shown is of the schema: lists that may not be so short keep more.
            for most in 3.. {
                if fits(operation, heard.status, &value) {
                    break;
                }
                value = whole.clone();
                shortened = cut(&mut value, most);
            }
            (Some(value), shortened)
        }
        "text/csv"
        | "text/plain"
        | "text/vnd.hindsight.game"
        | "text/event-stream"
        | "application/openmetrics-text"
        | "application/x-ndjson" => {
            let text = fixed.text(&heard.text());
            let lines: Vec<&str> = text.lines().take(12).collect();
            let shortened = text.lines().count() > lines.len();
            let lines: Vec<String> = lines
                .into_iter()
                // Figures of this run are nobody's example.
                .filter(|line| media != "application/openmetrics-text" || line.starts_with('#'))
                .map(|line| line.chars().take(400).collect())
                .collect();
            (Some(json!(lines.join("\n") + "\n")), shortened)
        }
        // Pictures and pages are better looked at.
        _ => (None, false),
    }
}

async fn recorded(scene: &Scene, operation: &Operation, name: &str, body: Option<&Value>) -> Example {
    let path = scene.address(operation, name);
    let path = scene.stage.address(&scene.server, &path).await;
    let heard = scene.ask(operation, &path, body).await;
    assert!(
        (200..300).contains(&heard.status) || heard.status == 303,
        "{} «{name}» {path}: {}",
        operation.id,
        heard.text()
    );
    documented(operation, &heard);
    let media = heard
        .header("content-type")
        .map(|media| media.split(';').next().unwrap().trim().to_owned())
        .filter(|_| !heard.body.is_empty());
    let mut fixed = Fixed::known(&[
        (&scene.recorded, SOME_ID),
        (&scene.draft, SOME_ID),
        (&scene.token, SOME_ID),
        (&scene.pack, SOME_HASH),
    ]);
    let (value, shortened) = media
        .as_ref()
        .map_or((None, false), |media| shown(operation, media, &heard, &mut fixed));
    Example {
        name: name.to_owned(),
        request: format!("{} {}", operation.method.name(), fixed.text(&path)),
        status: heard.status,
        media,
        value,
        shortened,
    }
}

/// The members of an object, or of the first entry of a list.
fn shape(value: &Value) -> Vec<&String> {
    match value {
        Value::Object(map) => map.keys().collect(),
        Value::Array(list) => list.first().map(shape).unwrap_or_default(),
        _ => Vec::new(),
    }
}

#[actix_web::test]
async fn every_request_of_the_document_is_answered_as_it_shows() {
    let mut all: BTreeMap<&str, Vec<Example>> = BTreeMap::new();
    let reading = Scene::new().await;
    for operation in operations() {
        let bodies = operation.body.as_ref().map_or(&[][..], |body| &body.examples[..]);
        let examples = all.entry(operation.id).or_default();
        if bodies.is_empty() {
            let changing = operation.method.name() != "GET";
            let own = if changing { Some(Scene::new().await) } else { None };
            let scene = own.as_ref().unwrap_or(&reading);
            examples.push(recorded(scene, operation, "usual", None).await);
        }
        for (name, body) in bodies {
            let own = if ["odds", "inspect", "laboratory"].contains(&operation.id) {
                None
            } else {
                Some(Scene::new().await)
            };
            let scene = own.as_ref().unwrap_or(&reading);
            if operation.id == "correctGame" {
                // Something to correct: what was said first stands where the example corrects.
                assert_eq!(
                    scene.says().await["applied"][0]["first"],
                    body["at"],
                    "the example corrects another version"
                );
            }
            match operation.id {
                "askUndo" => drop(scene.says().await),
                "answerUndo" => scene.stage.asks_undo(&scene.server).await,
                _ => {}
            }
            examples.push(recorded(scene, operation, name, Some(body)).await);
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/examples.json");
        std::fs::write(file, format!("{:#}\n", serde_json::to_value(&all).unwrap())).unwrap();
        return;
    }
    let anew = "UPDATE=1 cargo test -p hindsight --test http examples; then UPDATE=1 cargo test -p hindsight-openapi";
    for (id, examples) in &all {
        let known = examples_of(id);
        assert_eq!(known.len(), examples.len(), "{id} has other examples: {anew}");
        for (known, now) in known.iter().zip(examples) {
            let at = format!("{id} «{}»", now.name);
            assert_eq!(
                (&known.name, &known.request, known.status, &known.media),
                (&now.name, &now.request, now.status, &now.media),
                "{at}: {anew}"
            );
            let (known, now) = (known.value.as_ref(), now.value.as_ref());
            assert_eq!(known.map(shape), now.map(shape), "{at} has other members: {anew}");
        }
    }
}
