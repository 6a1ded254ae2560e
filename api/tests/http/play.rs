//! Playing over HTTP: versions, keys, lists, dry runs, corrections, transfer, following.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::service::Scope;
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

#[actix_web::test]
async fn time_travel_shows_each_version_as_it_was() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let mut states = Vec::new();
    for _ in 0..30 {
        let version = server.play(&server.admin, &game, 1).await;
        let state = server
            .get_as(&server.admin, &format!("/v1/games/{game}/state"))
            .await
            .is(200)
            .json();
        states.push((version, state));
    }
    server
        .post(
            &server.admin,
            &format!("/v1/games/{game}/commands"),
            &json!({ "type": "concede", "seat": "A" }),
        )
        .await
        .is(200);
    for (version, state) in states {
        let then = server
            .get_as(&server.admin, &format!("/v1/games/{game}/state?at={version}"))
            .await
            .is(200);
        assert_eq!(then.json(), state, "version {version}");
        assert!(
            then.header("cache-control").unwrap().contains("max-age=604800"),
            "a finished game does not change"
        );
    }
    let end = server.get(&format!("/v1/games/{game}/events")).await.json()["version"]
        .as_u64()
        .unwrap();
    server
        .get(&format!("/v1/games/{game}/state?at={}", end + 1))
        .await
        .is_problem("no-such-version");
}

#[actix_web::test]
async fn a_state_can_be_posted_as_a_position() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 40).await;
    let state = server
        .get_as(&server.admin, &format!("/v1/games/{game}/state"))
        .await
        .is(200)
        .json();
    let copy = server
        .game(
            &server.admin,
            json!({ "system": "before-battle", "position": state }),
        )
        .await;
    let copied = server
        .get_as(&server.admin, &format!("/v1/games/{copy}/state"))
        .await
        .is(200)
        .json();
    assert_eq!(copied, state);
    let both = json!({ "system": "before-battle", "position": state, "setup": {} });
    server
        .post(&server.admin, "/v1/games", &both)
        .await
        .is_problem("refused");
}

#[actix_web::test]
async fn taken_back_lines_stay_readable() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let commands = format!("/v1/games/{game}/commands");
    server.play(&server.admin, &game, 3).await;
    let events = server
        .get_as(&server.admin, &format!("/v1/games/{game}/events"))
        .await
        .json();
    let starts: Vec<u64> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["command"]["type"] == "play")
        .map(|event| event["version"].as_u64().unwrap())
        .collect();
    let back = starts[1] - 1;
    server
        .post(
            &server.admin,
            &commands,
            &json!({ "type": "take_back", "to": back, "reason": "a slip" }),
        )
        .await
        .is(200);
    let live = server
        .get_as(&server.admin, &format!("/v1/games/{game}/events"))
        .await
        .json();
    let all = server
        .get_as(&server.admin, &format!("/v1/games/{game}/events?lines=all"))
        .await
        .json();
    assert!(
        live["items"]
            .as_array()
            .unwrap()
            .iter()
            .all(|event| event["live"] == true)
    );
    assert_eq!(
        all["items"].as_array().unwrap().len() as u64,
        all["version"].as_u64().unwrap()
    );
    let dead: Vec<u64> = all["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["live"] == false && event["type"] != "taken_back")
        .map(|event| event["version"].as_u64().unwrap())
        .collect();
    assert_eq!(dead.first(), Some(&(back + 1)));
    let timeline = server
        .get_as(&server.admin, &format!("/v1/games/{game}/timeline"))
        .await
        .json();
    assert!(
        timeline["marks"]
            .as_array()
            .unwrap()
            .iter()
            .any(|mark| mark["kind"] == "taken_back")
    );
}

#[actix_web::test]
async fn an_exported_game_comes_in_again_whole() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 25).await;
    let file = server
        .get_as(&server.admin, &format!("/v1/games/{game}/export"))
        .await
        .is(200);
    let other = Server::new();
    let import = |server: &Server, body: Vec<u8>| {
        TestRequest::post()
            .uri("/v1/games/import")
            .insert_header(("Authorization", format!("Bearer {}", server.admin)))
            .insert_header(("Content-Type", "application/x-ndjson"))
            .set_payload(body)
    };
    let first = other.ask(import(&other, file.body.clone())).await.is(201).json();
    assert_eq!(first["card"]["id"], game.as_str());
    let again = other.ask(import(&other, file.body.clone())).await.is(200).json();
    assert_eq!(again["was_here"], true);
    let copy = other
        .get_as(&other.admin, &format!("/v1/games/{game}/export"))
        .await
        .is(200);
    let records = |body: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(body)
            .lines()
            .skip(1)
            .map(ToOwned::to_owned)
            .collect()
    };
    let bare = |lines: Vec<String>| -> Vec<Value> {
        lines
            .iter()
            .map(|line| {
                let mut record: Value = serde_json::from_str(line).unwrap();
                record.as_object_mut().unwrap().remove("position");
                record
            })
            .collect()
    };
    assert_eq!(bare(records(&copy.body)), bare(records(&file.body)));
    // A changed byte is found, and nothing of the file is kept.
    let mut forged = String::from_utf8(file.body.clone()).unwrap();
    let place = forged.rfind("\"kind\":\"").unwrap() + 8;
    forged.replace_range(place..=place, "x");
    let third = Server::new();
    third
        .ask(import(&third, forged.into_bytes()))
        .await
        .is_problem("invalid-import");
    third
        .get_as(&third.admin, &format!("/v1/games/{game}"))
        .await
        .is_problem("no-such-game");
    third
        .ask(import(&third, b"no file".to_vec()))
        .await
        .is_problem("invalid-import");
}

#[actix_web::test]
async fn lists_are_paged_filtered_and_sorted() {
    let server = Server::new();
    for number in 0..5 {
        let request = json!({ "system": "before-battle", "title": format!("game {number}"), "tags": [format!("t{}", number % 2)] });
        server.game(&server.admin, request).await;
    }
    let titles = |page: &Value| -> Vec<String> {
        page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|card| card["title"].as_str().unwrap().to_owned())
            .collect()
    };
    let first = server.get("/v1/games?limit=2&sort=created").await.is(200);
    assert_eq!(titles(&first.json()), ["game 0", "game 1"]);
    let link = first.header("link").unwrap();
    let next = link.split(['<', '>']).nth(1).unwrap();
    let second = server.get(next).await.is(200).json();
    assert_eq!(titles(&second), ["game 2", "game 3"]);
    let tagged = server.get("/v1/games?tag=t1&sort=created").await.json();
    assert_eq!(titles(&tagged), ["game 1", "game 3"]);
    assert_eq!(
        titles(&server.get("/v1/games?q=GAME%204").await.json()),
        ["game 4"]
    );
    assert!(titles(&server.get("/v1/games?status=finished").await.json()).is_empty());
    server
        .get("/v1/games?cursor=here")
        .await
        .is_problem("invalid-parameter");
}

#[actix_web::test]
async fn a_card_is_changed_and_a_draft_deleted() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let path = format!("/v1/games/{game}");
    let before = server.get(&path).await.is(200);
    let patch = json!({ "title": "Another", "players": { "B": "North" }, "tags": ["x"] });
    let after = server
        .send(Method::PATCH, &server.admin, &path, &patch)
        .await
        .is(200)
        .json();
    assert_eq!(
        (&after["card"]["title"], &after["card"]["players"]),
        (&json!("Another"), &json!({ "B": "North" }))
    );
    assert_eq!(
        after["now"]["version"],
        before.json()["now"]["version"],
        "no event was recorded"
    );
    assert_ne!(
        server.get(&path).await.header("etag"),
        before.header("etag"),
        "another title is another answer"
    );
    let draft = server.plain_game(&server.admin).await;
    server
        .send(
            Method::DELETE,
            &server.admin,
            &format!("/v1/games/{draft}"),
            &json!({}),
        )
        .await
        .is(204);
    server
        .get_as(&server.admin, &format!("/v1/games/{draft}"))
        .await
        .is_problem("no-such-game");
    server.play(&server.admin, &game, 1).await;
    server
        .send(Method::DELETE, &server.admin, &path, &json!({}))
        .await
        .is_problem("not-a-draft");
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

#[actix_web::test]
async fn an_audit_finds_a_played_game_sound() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameWrite]);
    let game = server.plain_game(&ada).await;
    server.play(&ada, &game, 50).await;
    let report = server
        .get_as(&ada, &format!("/v1/games/{game}/audit"))
        .await
        .is(200)
        .json();
    assert_eq!(report["sound"], true, "{report}");
    assert!(report["report"]["commands"].as_u64().unwrap() > 20);
}

#[actix_web::test]
async fn odds_are_exact() {
    let server = Server::new();
    let ask = |body: Value| TestRequest::post().uri("/v1/odds").set_json(body);
    // Three dice under 12: 160 of 216.
    let sum = server
        .ask(ask(json!({ "type": "sum", "dice": 3, "sides": 6 })))
        .await
        .is(200)
        .json();
    let over = sum["at_least"][13 - 3].as_f64().unwrap();
    assert!((over - 56.0 / 216.0).abs() < 1e-12, "{over}");
    assert!((sum["mean"].as_f64().unwrap() - 10.5).abs() < 1e-12);
    // Eight dice on 4+, each hit saved on 5+: 8 * 1/2 * 2/3.
    let attack = json!({ "type": "attack", "dice": 8, "hits_on": 4, "saved_on": 5 });
    let attack = server.ask(ask(attack)).await.is(200).json();
    assert!((attack["mean"].as_f64().unwrap() - 8.0 / 3.0).abs() < 1e-12);
}
