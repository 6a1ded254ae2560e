//! Playing over HTTP: versions, keys, lists of commands, dry runs, following.

use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_engine::kernel::{Bot, Viewer, bot_rng};
use serde_json::{Value, json};

use crate::table::{Heard, Server};

fn say(text: &str) -> Value {
    json!({ "type": "say", "seat": "A", "text": text })
}

/// The version that an answer's tag names; the release stands behind it.
fn tagged(heard: &Heard) -> Value {
    let tag = heard.header("etag").unwrap().trim_matches('"');
    let (version, rest) = tag.split_once('-').unwrap();
    assert!(rest.ends_with(env!("CARGO_PKG_VERSION")), "{tag}");
    json!(version.parse::<u64>().unwrap())
}

fn as_admin(server: &Server, path: &str, body: &Value) -> TestRequest {
    TestRequest::post()
        .uri(path)
        .insert_header(("Authorization", format!("Bearer {}", server.admin)))
        .set_json(body)
}

#[actix_web::test]
async fn a_command_is_stored_with_its_events_and_the_version_rises() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let before = server.get(&format!("/v1/games/{game}")).await.is(200).json()["now"]["version"]
        .as_u64()
        .unwrap();
    let done = server
        .post(
            &server.admin,
            &format!("/v1/games/{game}/commands"),
            &say("hello"),
        )
        .await
        .is(200);
    assert_eq!(tagged(&done), json!(before + 1));
    let told = done.json();
    assert_eq!(
        told["applied"],
        json!([{ "first": before + 1, "last": before + 1, "repeated": false }])
    );
    assert_eq!(
        told["events"][0]["event"],
        json!({ "type": "said", "seat": "A", "text": "hello" })
    );
    assert_eq!(told["events"][0]["version"], before + 1);
    let events = server
        .get(&format!("/v1/games/{game}/events?from={}", before + 1))
        .await
        .json();
    assert_eq!(events["items"].as_array().unwrap().len(), 1);
    assert_eq!(events["items"][0], told["events"][0]);
    // Less, if less is wanted.
    let minimal = server
        .ask(
            as_admin(&server, &format!("/v1/games/{game}/commands"), &say("again"))
                .insert_header(("Prefer", "return=minimal")),
        )
        .await
        .is(200)
        .json();
    assert!(minimal.get("events").is_none() && minimal.get("now").is_none());
    assert_eq!(minimal["version"], before + 2);
}

#[actix_web::test]
async fn a_stale_version_changes_nothing_and_tells_the_present_one() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let commands = format!("/v1/games/{game}/commands");
    let etag = server
        .get_as(&server.admin, &format!("/v1/games/{game}/state"))
        .await
        .header("etag")
        .unwrap()
        .to_owned();
    let with = |etag: &str, text| {
        as_admin(&server, &commands, &say(text)).insert_header(("If-Match", etag.to_owned()))
    };
    let next = server
        .ask(with(&etag, "first"))
        .await
        .is(200)
        .header("etag")
        .unwrap()
        .to_owned();
    let stale = server
        .ask(with(&etag, "second"))
        .await
        .is_problem("stale-version");
    assert_eq!(stale.header("etag"), Some(next.as_str()));
    assert_eq!(tagged(&stale), stale.json()["version"]);
    server
        .ask(with(
            &format!("\"{}\"", stale.json()["version"]),
            "by the bare version",
        ))
        .await
        .is(200);
    let next = server
        .get_as(&server.admin, &format!("/v1/games/{game}/state"))
        .await
        .header("etag")
        .unwrap()
        .to_owned();
    server
        .ask(with(&etag, "stale still"))
        .await
        .is_problem("stale-version");
    let now = server
        .get_as(&server.admin, &format!("/v1/games/{game}/state"))
        .await;
    assert_eq!(now.header("etag"), Some(next.as_str()), "nothing was stored");
    server.ask(with(&next, "third")).await.is(200);
    server.ask(with("*", "fourth")).await.is(200);
    server
        .ask(with("\"soon\"", "fifth"))
        .await
        .is_problem("invalid-parameter");
}

#[actix_web::test]
async fn a_command_sent_again_under_its_key_is_done_once() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let commands = format!("/v1/games/{game}/commands");
    let keyed = |body: &Value| as_admin(&server, &commands, body).insert_header(("Idempotency-Key", "once"));
    let first = server.ask(keyed(&say("hello"))).await.is(200).json();
    server
        .post(&server.admin, &commands, &say("between"))
        .await
        .is(200);
    let again = server.ask(keyed(&say("hello"))).await.is(200);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    let again = again.json();
    assert_eq!(
        (&again["applied"][0]["first"], &again["applied"][0]["repeated"]),
        (&first["applied"][0]["first"], &json!(true))
    );
    assert_eq!(again["events"], first["events"]);
    server
        .ask(keyed(&say("another")))
        .await
        .is_problem("command-key-reused");
    let ada = server.token("ada", &[Scope::Admin]);
    let hers = TestRequest::post()
        .uri(&commands)
        .insert_header(("Authorization", format!("Bearer {ada}")))
        .insert_header(("Idempotency-Key", "once"))
        .set_json(say("hello"));
    server.ask(hers).await.is_problem("command-key-reused");
    // A stale If-Match does not matter to a command that is done already.
    server
        .ask(keyed(&say("hello")).insert_header(("If-Match", "\"1\"")))
        .await
        .is(200);
    let said = server.get(&format!("/v1/games/{game}/events")).await.json();
    let count = said["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["type"] == "said")
        .count();
    assert_eq!(count, 2);
    // So it is with creating games.
    let create = |title: &str| {
        as_admin(
            &server,
            "/v1/games",
            &json!({ "system": "before-battle", "title": title }),
        )
        .insert_header(("Idempotency-Key", "evening"))
    };
    let one = server.ask(create("x")).await.is(201).json()["card"]["id"].clone();
    assert_eq!(server.ask(create("x")).await.is(200).json()["card"]["id"], one);
    server.ask(create("y")).await.is_problem("command-key-reused");
}

#[actix_web::test]
async fn of_a_list_what_comes_before_a_refusal_stays() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let commands = format!("/v1/games/{game}/commands");
    let body =
        json!([say("one"), say("two"), { "type": "answer", "seat": "A", "accept": true }, say("never")]);
    let refused = server
        .post(&server.admin, &commands, &body)
        .await
        .is_problem("refused");
    let problem = refused.json();
    assert_eq!(problem["applied"], 2);
    assert_eq!(problem["rule"], "HS-DRAW-01");
    assert_eq!(problem["page"], "table");
    assert_eq!(problem["version"], tagged(&refused));
    let events = server.get(&format!("/v1/games/{game}/events")).await.json();
    assert_eq!(events["version"], problem["version"]);
    server
        .post(&server.admin, &commands, &json!([]))
        .await
        .is_problem("invalid-body");
}

#[actix_web::test]
async fn a_dry_run_answers_as_the_real_one_and_stores_nothing() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 8).await;
    let commands = format!("/v1/games/{game}/commands");
    let before = server.get(&format!("/v1/games/{game}/events")).await.json();
    let body = json!([say("one"), say("two")]);
    let dry = server
        .post(&server.admin, &format!("{commands}?dry_run=true"), &body)
        .await
        .is(200)
        .json();
    assert_eq!(dry["dry_run"], true);
    assert_eq!(
        server.get(&format!("/v1/games/{game}/events")).await.json(),
        before
    );
    let real = server.post(&server.admin, &commands, &body).await.is(200).json();
    assert_eq!(dry["version"], real["version"]);
    let bare = |answer: &Value| -> Vec<Value> {
        answer["events"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["event"].clone())
            .collect()
    };
    assert_eq!(bare(&dry), bare(&real));
}

/// A dry run is a rehearsal: whoever tries a thousand of them knows no more of the dice to come than before.
#[actix_web::test]
async fn a_dry_run_throws_dice_of_its_own_and_reveals_no_seed() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let id = game.parse().unwrap();
    let commands = format!("/v1/games/{game}/commands");
    let seat = json!({ "subject": "bob", "scopes": ["seat:B"], "game": game });
    let seat = server
        .post(&server.admin, "/v1/tokens", &seat)
        .await
        .is(201)
        .json();
    let seat = seat["secret"].as_str().unwrap();
    // An end that is only tried tells no seed, and opens nothing to the seat that tries it.
    let end = json!({ "type": "concede", "seat": "B" });
    for token in [seat, server.admin.as_str()] {
        let tried = server
            .post(token, &format!("{commands}?dry_run=true"), &end)
            .await
            .is(200);
        assert!(!tried.text().contains("seed_revealed"), "{}", tried.text());
        assert_eq!(
            tried.json()["events"].as_array().is_none_or(Vec::is_empty),
            token == seat
        );
        assert_eq!(tried.json()["now"].is_null(), token == seat);
    }
    // The faces of the same command, tried twice and then given: twelve dice and more agree by chance less than once
    // in a billion.
    let faces = |answer: &Value| -> Vec<Value> {
        let mut faces = Vec::new();
        let mut todo = vec![answer["events"].clone()];
        while let Some(value) = todo.pop() {
            match value {
                Value::Array(items) => todo.extend(items),
                Value::Object(fields) => {
                    faces.extend(
                        fields
                            .get("faces")
                            .and_then(Value::as_array)
                            .cloned()
                            .unwrap_or_default(),
                    );
                    todo.extend(fields.into_iter().map(|(_, value)| value));
                }
                _ => {}
            }
        }
        faces
    };
    let (mut tried, mut given) = ((Vec::new(), Vec::new()), Vec::new());
    let mut rng = bot_rng(11);
    while given.len() < 12 {
        let head = server.services.games.head(id).await.unwrap();
        let seat = head.game.info(Viewer::Everything).awaiting[0].seat;
        let command = head.game.choose(Bot::Greedy, seat, &mut rng).unwrap();
        let body = json!({ "type": "play", "seat": seat, "command": command });
        let dry = format!("{commands}?dry_run=true");
        let first = server.post(&server.admin, &dry, &body).await.is(200).json();
        let second = server.post(&server.admin, &dry, &body).await.is(200).json();
        let real = server.post(&server.admin, &commands, &body).await.is(200).json();
        tried.0.extend(faces(&first).into_iter().take(faces(&real).len()));
        tried.1.extend(faces(&second));
        given.extend(faces(&real));
    }
    assert_ne!(tried.0, given);
    assert_ne!(tried.0, tried.1);
}

/// Reads a live stream until so many events have come.
#[actix_web::test]
async fn a_live_stream_misses_nothing() {
    use actix_web::body::{BodySize, MessageBody};
    use actix_web::dev::Service;
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let start = server.play(&server.admin, &game, 2).await;
    let app =
        actix_web::test::init_service(hindsight_api::create_app(std::sync::Arc::clone(&server.services)))
            .await;
    let request = TestRequest::get()
        .uri(&format!("/v1/games/{game}/live"))
        .insert_header(("Accept", "text/event-stream"))
        .insert_header(("Last-Event-ID", (start - 1).to_string()))
        .to_request();
    let response = app.call(request).await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.headers().get("content-type").unwrap(),
        "text/event-stream"
    );
    let mut body = Box::pin(response.into_body());
    assert_eq!(body.size(), BodySize::Stream);
    let mut text = String::new();
    let mut told = false;
    while text.matches("\nid: ").count() < 3 {
        let chunk = std::future::poll_fn(|cx| body.as_mut().poll_next(cx)).await;
        let chunk = chunk.expect("the stream goes on").map_err(|_| "a chunk").unwrap();
        text.push_str(std::str::from_utf8(&chunk).unwrap());
        if text.contains("id: ") && !told {
            told = true;
            let body = json!([say("one"), say("two")]);
            server
                .post(&server.admin, &format!("/v1/games/{game}/commands"), &body)
                .await
                .is(200);
        }
    }
    let ids: Vec<u64> = text
        .lines()
        .filter_map(|line| line.strip_prefix("id: "))
        .map(|id| id.parse().unwrap())
        .collect();
    assert_eq!(ids, [start, start + 1, start + 2]);
    assert!(text.contains("event: said"));
    drop(body);
    assert_eq!(server.services.hub.followers(), 0);
    let wrong = TestRequest::get()
        .uri(&format!("/v1/games/{game}/live"))
        .insert_header(("Accept", "image/png"));
    server.ask(wrong).await.is_problem("not-acceptable");
}
