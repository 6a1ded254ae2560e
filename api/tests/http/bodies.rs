//! Bodies that are too large or too deep, sent to every operation of the document that takes one: each is refused with
//! its reason, and nothing is changed.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_openapi::describe::{Body, FORM};
use hindsight_openapi::wire::Role;
use hindsight_openapi::{Access, Operation, operation, operations};
use hindsight_store::{EventLog, EventStore, MemoryStore, Position};
use serde_json::{Value, json};

use crate::people::Account;
use crate::permissions::place::{Makers, Place};
use crate::table::{Heard, Server, form};

/// How deep a body is nested: more than any reader needs, and more than any stack has room for.
const DEPTHS: [usize; 2] = [200, 100_000];

/// A server with all that an address may name, and somebody who may do everything.
struct Desk {
    store: Arc<MemoryStore>,
    server: Server,
    admin: Account,
    place: Place,
}

impl Desk {
    async fn new() -> Self {
        let store = Arc::new(MemoryStore::new());
        let server = Server::over(Arc::clone(&store) as Arc<dyn EventStore>, &Server::quiet());
        let makers = Makers::come(&server).await;
        let game = makers.game(&server, "public").await;
        let place = makers.place(&server, ("public", "public"), &game, None).await;
        let admin = server.account("the-admin", Role::Admin).await;
        Self {
            store,
            server,
            admin,
            place,
        }
    }

    fn position(&self) -> Position {
        self.store.position()
    }

    fn request(&self, operation: &Operation, media: &str, body: impl Into<Vec<u8>>) -> TestRequest {
        TestRequest::default()
            .method(Method::from_bytes(operation.method.name().as_bytes()).unwrap())
            .uri(&self.place.address(operation))
            .insert_header(("Content-Type", media.to_owned()))
            .set_payload(body.into())
    }

    /// Sends a form to its page, or to the operation that takes nothing else.
    async fn send_form(&self, operation: &Operation, sent: impl Into<Vec<u8>>) -> Heard {
        let Some(address) = self.place.form_address(operation) else {
            return self.send(operation, FORM, sent).await;
        };
        let request = TestRequest::post()
            .uri(&address)
            .insert_header(("Content-Type", FORM))
            .set_payload(sent.into());
        self.ask(request).await
    }

    async fn ask(&self, request: TestRequest) -> Heard {
        self.server.browse(&self.admin.cookie, request).await
    }

    async fn send(&self, operation: &Operation, media: &str, body: impl Into<Vec<u8>>) -> Heard {
        self.ask(self.request(operation, media, body)).await
    }
}

/// The operations that take a body.
fn taking() -> impl Iterator<Item = (&'static Operation, &'static Body)> {
    operations()
        .iter()
        .filter_map(|operation| Some((operation, operation.body.as_ref()?)))
}

fn is(heard: &Heard, problem: &str) -> bool {
    let told = serde_json::from_slice::<Value>(&heard.body).unwrap_or_default();
    told["type"] == format!("/problems/{problem}")
}

#[actix_web::test]
async fn every_body_has_its_limit() {
    let desk = Desk::new().await;
    let before = desk.position();
    let limits = desk.server.get("/v1/limits").await.is(200).json();
    let published = |name: &str| {
        let mut all = limits["items"].as_array().unwrap().iter();
        all.find(|limit| limit["name"] == name)
            .map(|limit| limit["value"].clone())
    };
    for (operation, body) in taking() {
        let at = operation.id;
        let name = format!("{at}-body");
        assert_eq!(published(&name), Some(json!(body.limit)), "{at}");
        let long = vec![b' '; body.limit + 1];
        // Its length may be announced, or only come out as it arrives.
        let announced = desk
            .request(operation, body.media, long.clone())
            .insert_header(("Content-Length", long.len().to_string()));
        for heard in [
            desk.ask(announced).await,
            desk.send(operation, body.media, long).await,
        ] {
            assert!(is(&heard, "too-large"), "{at}: {} {}", heard.status, heard.text());
            let problem = heard.is_problem("too-large").json();
            assert_eq!(problem["limit"], name, "{at}");
            assert_eq!(problem["most"], body.limit, "{at}");
        }
        let whole = desk.send(operation, body.media, vec![b' '; body.limit]).await;
        assert!((400..500).contains(&whole.status), "{at}: {}", whole.status);
        assert!(
            !is(&whole, "too-large"),
            "{at}: a body may be as long as its limit"
        );
    }
    assert_eq!(desk.position(), before, "nothing was changed");
}

/// Lists in lists, and objects in objects.
fn deep(depth: usize) -> [String; 2] {
    [
        format!("{}1{}", "[".repeat(depth), "]".repeat(depth)),
        format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth)),
    ]
}

#[actix_web::test]
async fn no_json_is_too_deep_to_be_refused() {
    let desk = Desk::new().await;
    let before = desk.position();
    let mut tried = 0;
    for (operation, body) in taking().filter(|(_, body)| body.media == "application/json") {
        let mut fields: Vec<&String> = body
            .examples
            .iter()
            .filter_map(|(_, example)| example.as_object())
            .flat_map(|example| example.keys())
            .collect();
        fields.sort();
        fields.dedup();
        for inner in DEPTHS.into_iter().flat_map(deep) {
            let mut sent = vec![inner.clone()];
            sent.extend(fields.iter().map(|field| format!("{{\"{field}\":{inner}}}")));
            for text in sent {
                let is_long = text.len() > body.limit;
                let heard = desk.send(operation, body.media, text).await;
                let problem = if is_long { "too-large" } else { "not-json" };
                assert!(
                    is(&heard, problem),
                    "{}: {} {}",
                    operation.id,
                    heard.status,
                    heard.text()
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "only {tried} bodies");
    assert_eq!(desk.position(), before, "nothing was changed");
}

/// Whoever misspells a field is told so, rather than given what is usual in its place.
#[actix_web::test]
async fn every_form_names_a_field_that_it_does_not_know() {
    let desk = Desk::new().await;
    let before = desk.position();
    let takes_form =
        |body: &hindsight_openapi::describe::Body| body.media == FORM || body.also.contains(&FORM);
    let forms: Vec<_> = taking().filter(|(_, body)| takes_form(body)).collect();
    assert!(forms.len() > 12, "only {} forms", forms.len());
    for (operation, _) in forms {
        for sent in ["nonsense=1", "nonsense="] {
            // Nothing of a field that is empty is said where a form is read as a record.
            let heard = desk.send(operation, FORM, sent).await;
            if sent.ends_with('=') && !is(&heard, "unknown-field") {
                assert!(heard.status >= 400, "{}: {}", operation.id, heard.status);
                continue;
            }
            let problem = heard.is_problem("unknown-field").json();
            assert_eq!(
                problem["errors"][0]["path"], "/nonsense",
                "{}: {problem}",
                operation.id
            );
        }
    }
    // The form of a page asks for an operation at an address of pages, where a browser is shown a page.
    for operation in operations() {
        let Some(address) = desk.place.form_address(operation) else {
            continue;
        };
        let sent = || {
            TestRequest::post()
                .uri(&address)
                .insert_header(("Content-Type", FORM))
                .set_payload("nonsense=1")
        };
        desk.ask(sent()).await.is_problem("unknown-field");
        let page = desk.ask(sent().insert_header(("Accept", "text/html"))).await;
        assert!(page.is(400).text().starts_with("<!DOCTYPE html>"), "{address}");
        let stranger = desk.server.ask(sent()).await;
        assert!(
            [401, 403].contains(&stranger.status) || operation.access == Access::Public,
            "{address}: {}",
            stranger.status
        );
    }
    // So are those of a system's schema.
    let rows = [
        ("createGame", "system=before-battle&f/armys=sample", "/f/armys"),
        (
            "createGame",
            "system=before-battle&f/armies/0=sample",
            "/f/armies/0",
        ),
        (
            "createGame",
            "system=battleground-4&draw=true&f/units/0/pose/z=1",
            "/f/units/0/pose/z",
        ),
        (
            "createGame",
            "system=battleground-4&draw=true&f/units/one/seat=A",
            "/f/units/one/seat",
        ),
        (
            "createGame",
            "system=before-battle&from={game}&f/armies=sample",
            "/f/armies",
        ),
        (
            "giveCommands",
            "form=rule&variant=set_unit&reason=x&f/unit=A1&f/modles=2",
            "/f/modles",
        ),
        (
            "giveCommands",
            "command={\"type\":\"say\",\"text\":\"x\"}&seat=A&f/unit=A1",
            "/f/unit",
        ),
    ];
    for (id, sent, path) in rows {
        let operation = operation(id).unwrap();
        let heard = desk
            .send_form(operation, sent.replace("{game}", &desk.place.game))
            .await;
        let problem = heard.is_problem("unknown-field").json();
        assert_eq!(problem["errors"][0]["path"], path, "{id}: {problem}");
    }
    // The page on which a position is drawn says so above its board.
    let sent = "system=battleground-4&f/terrain/0/colour=red";
    let page = desk.send(operation("drawnPosition").unwrap(), FORM, sent).await;
    assert!(page.is(400).text().contains("unknown field `f/terrain/0/colour`"));
    assert_eq!(desk.position(), before, "nothing was changed");
}

/// Where something is nested within a form, or in a text.
#[actix_web::test]
async fn nothing_within_a_form_or_a_text_is_too_deep_to_be_refused() {
    let desk = Desk::new().await;
    let before = desk.position();
    let command = "{\"type\":\"say\",\"seat\":\"A\",\"text\":\"Hello\"}";
    // In a form everything is coded, so that less deep is already as much as it takes.
    for depth in [DEPTHS[0], 10_000, DEPTHS[1]] {
        let place = format!("f{}", "/0".repeat(depth));
        let [lists, objects] = deep(depth);
        let rows = [
            (
                "giveCommands",
                json!({ "form": "rule", "variant": "set_unit", "reason": "x", place.clone(): "1" }),
            ),
            ("giveCommands", json!({ "command": lists })),
            ("giveCommands", json!({ "command": objects })),
            (
                "giveCommands",
                json!({ "at": "2", "how": "replace", "reason": "x", "command": objects }),
            ),
            (
                "giveCommands",
                json!({ "at": "2", "how": "replace", "reason": "x", "command": command, place: "1" }),
            ),
            (
                "annotateOnPage",
                json!({ "does": "annotate", "text": "x", "drawings": lists }),
            ),
            (
                "annotateOnPage",
                json!({ "does": "annotate", "text": "x", "drawings": objects }),
            ),
            (
                "changeStudy",
                json!({ "does": "add", "title": "x", "system": "before-battle", "position": objects }),
            ),
        ];
        for (id, fields) in rows {
            let heard = desk.send_form(operation(id).unwrap(), form(&fields)).await;
            let shown: String = fields.to_string().chars().take(80).collect();
            assert!(
                (400..500).contains(&heard.status),
                "{id} {depth} {shown}: {} {}",
                heard.status,
                heard.text()
            );
        }
        let head = "[Hindsight \"1\"]\n[System \"before-battle\"]\n\n";
        for (media, text) in [
            (
                "text/plain",
                format!("{head}1. A: @say \"Ready?\"\n{}", "(\n".repeat(depth)),
            ),
            ("text/plain", format!("{head}{}", "{".repeat(depth))),
            ("text/plain", format!("{head}{}", "[".repeat(depth))),
            ("text/plain", format!("{head}1. A: @say {}\n", "\"".repeat(depth))),
            ("application/x-ndjson", lists.clone()),
            (
                "application/x-ndjson",
                format!("{{\"hindsight\":\"stream\",\"game\":{objects}}}"),
            ),
        ] {
            let heard = desk
                .send(operation("importGame").unwrap(), media, text.clone())
                .await;
            let shown: String = text.chars().skip(head.len()).take(40).collect();
            assert!(
                (400..500).contains(&heard.status),
                "{depth} {shown}: {} {}",
                heard.status,
                heard.text()
            );
        }
    }
    assert_eq!(desk.position(), before, "nothing was changed");
}

/// What Markdown nests is words to who reads it, however deep: it is taken, and shown.
#[actix_web::test]
async fn markdown_is_never_too_deep_to_be_shown() {
    let desk = Desk::new().await;
    let most = 20_000;
    for piece in [
        ">", "- ", "[", "*a ", "_(", "![", "`", "<a>", "1. ", "#", "|", "\\", "&",
    ] {
        let text: String = piece.chars().cycle().take(most).collect();
        let study = json!({ "title": "Deep", "text": format!("{}x", &text[1..]), "visibility": "public" });
        let made = desk
            .server
            .browse_post(&desk.admin, "/v1/studies", &study)
            .await
            .is(201);
        let page = made.json()["page"].as_str().unwrap().to_owned();
        let shown = desk.server.get(&page).await.is(200).text();
        assert!(shown.contains("Deep"), "{piece}");
    }
}
