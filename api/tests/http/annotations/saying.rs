//! Annotations from outside: said, edited, undone, listed, and followed through corrections.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

use super::{Club, at};

#[actix_web::test]
async fn an_annotation_is_said_edited_undone_removed_and_brought_back() {
    let club = Club::new().await;
    let body = json!({
        "anchor": { "type": "span", "from": 3, "to": 6 },
        "text": "Too **early**.",
        "glyphs": [4, 16, 36],
        "marks": ["turning-point"],
        "drawings": [{ "type": "distance", "from": { "x": 0.0, "y": 0.0 }, "to": { "x": 3.0, "y": 4.0 } }]
    });
    let heard = club
        .server
        .post(&club.bob, &club.path("annotations"), &body)
        .await
        .is(201);
    let said = heard.json();
    let id = &said["id"];
    let address = club.path(&format!("annotations/{}", id.as_str().unwrap()));
    assert_eq!(heard.header("location"), Some(address.as_str()));
    assert_eq!(said["html"], "<p>Too <strong>early</strong>.</p>");
    assert_eq!(
        said["glyphs"][0],
        json!({ "number": 4, "sign": "??", "words": "blunder", "kind": "move" })
    );
    assert_eq!(said["marks"][0]["sign"], "◆");
    assert_eq!(said["drawings"][0]["length"], 5.0, "the server measures");
    assert_eq!(
        said["author"],
        json!({ "subject": "bob", "name": "bob", "you": true })
    );
    assert_eq!(said["standing"], json!({ "state": "here", "version": 3 }));
    let first_tag = heard.header("etag").unwrap().to_owned();

    let edited = club
        .patch(&club.bob, id, json!({ "text": "Far too early." }))
        .await
        .is(200);
    assert_eq!(edited.json()["glyphs"][0]["number"], 4, "what is left out stays");
    assert_eq!(edited.json()["revision"], 2);
    // Decided by what it was before.
    let stale = TestRequest::patch()
        .uri(&address)
        .insert_header(("Authorization", format!("Bearer {}", club.bob)))
        .insert_header(("If-Match", first_tag))
        .set_json(json!({ "text": "Lost." }));
    let stale = club.server.ask(stale).await.is_problem("stale-version").json();
    assert_eq!(stale["version"], 2);
    let undo = format!("{address}/undo");
    let undone = club
        .without_body(Method::POST, &club.bob, &undo)
        .await
        .is(200)
        .json();
    assert_eq!(undone["text"], "Too **early**.");
    club.without_body(Method::POST, &club.bob, &undo)
        .await
        .is_problem("nothing-to-undo");
    club.without_body(Method::DELETE, &club.bob, &address)
        .await
        .is(204);
    club.server.get(&address).await.is_problem("no-such-annotation");
    assert_eq!(club.texts(Some(&club.bob), "").await, Vec::<String>::new());
    assert_eq!(club.texts(Some(&club.bob), "?removed=true").await.len(), 1);
    assert_eq!(
        club.texts(Some(&club.ada), "?removed=true").await.len(),
        0,
        "it is bob's"
    );
    club.patch(&club.bob, id, json!({ "text": "x" }))
        .await
        .is_problem("no-such-annotation");
    club.patch(&club.bob, id, json!({ "removed": false }))
        .await
        .is(200);
    club.patch(&club.bob, id, json!({ "removed": false }))
        .await
        .is_problem("nothing-to-undo");
    let history = club
        .server
        .get(&format!("{address}/history"))
        .await
        .is(200)
        .json();
    let changes: Vec<&str> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["change"].as_str().unwrap())
        .collect();
    assert_eq!(changes, ["added", "edited", "undone", "removed", "restored"]);
    assert_eq!(history["items"][1]["text"], "Far too early.");
}

#[actix_web::test]
async fn a_request_sent_again_says_nothing_twice() {
    let club = Club::new().await;
    let send = |token: String, key: &'static str, body: Value| {
        let request = TestRequest::post()
            .uri(&club.path("annotations"))
            .insert_header(("Authorization", format!("Bearer {token}")))
            .insert_header(("Idempotency-Key", key))
            .set_json(body);
        club.server.ask(request)
    };
    let first = send(club.bob.clone(), "k", at(4, "one")).await.is(201);
    let again = send(club.bob.clone(), "k", at(4, "one")).await.is(200);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(first.json()["id"], again.json()["id"]);
    send(club.bob.clone(), "k", at(4, "two"))
        .await
        .is_problem("command-key-reused");
    // Somebody else's key is another key.
    send(club.eve.clone(), "k", at(4, "three")).await.is(201);
    assert_eq!(club.texts(None, "").await.len(), 2);
    let layer = |token: String, title: &'static str| {
        let request = TestRequest::post()
            .uri(&club.path("layers"))
            .insert_header(("Authorization", format!("Bearer {token}")))
            .insert_header(("Idempotency-Key", "layer"))
            .set_json(json!({ "title": title }));
        club.server.ask(request)
    };
    let made = layer(club.bob.clone(), "Second look").await.is(201).json();
    let again = layer(club.bob.clone(), "Second look").await.is(200).json();
    assert_eq!(made["id"], again["id"]);
    layer(club.bob.clone(), "Third look")
        .await
        .is_problem("command-key-reused");
}

#[actix_web::test]
async fn lists_are_filtered_and_paged() {
    let club = Club::new().await;
    for version in 2..12 {
        club.says(&club.bob, at(version, &format!("v{version}"))).await;
    }
    let unit =
        json!({ "anchor": { "type": "place", "version": 5, "at": { "x": 1.0, "y": 1.0 } }, "text": "place" });
    club.says(&club.eve, unit).await;
    let span = json!({ "anchor": { "type": "span", "from": 3, "to": 9 }, "text": "span" });
    club.says(&club.eve, span).await;
    let rows: [(&str, &[&str]); 5] = [
        ("?kind=place", &["place"]),
        ("?author=eve", &["span", "place"]),
        ("?version=9", &["span", "v9"]),
        ("?from=10&to=11", &["v10", "v11"]),
        ("?author=mia", &[]),
    ];
    for (query, expected) in rows {
        assert_eq!(club.texts(None, query).await, expected, "{query}");
    }
    let (mut path, mut seen) = (club.path("annotations?limit=5&author=bob"), Vec::new());
    loop {
        let heard = club.server.get(&path).await.is(200);
        for item in heard.json()["items"].as_array().unwrap() {
            seen.push(item["text"].as_str().unwrap().to_owned());
        }
        let Some(link) = heard.header("link") else { break };
        path = link.split(['<', '>']).nth(1).unwrap().to_owned();
    }
    let expected: Vec<String> = (2..12).map(|version| format!("v{version}")).collect();
    assert_eq!(seen, expected);
    // A copy is good until something is said.
    let tag = club
        .server
        .get(&club.path("annotations"))
        .await
        .header("etag")
        .unwrap()
        .to_owned();
    let again = || {
        let request = TestRequest::get()
            .uri(&club.path("annotations"))
            .insert_header(("If-None-Match", tag.clone()));
        club.server.ask(request)
    };
    again().await.is(304);
    club.says(&club.bob, at(4, "more")).await;
    again().await.is(200);
}

/// A correction takes along what was said of what it lays anew; what it does away with keeps it and says so.
#[actix_web::test]
async fn annotations_follow_their_events_through_corrections() {
    let club = Club::new().await;
    let game = club
        .server
        .game(
            &club.ada,
            json!({ "system": "before-battle", "visibility": "public", "dice": "reported" }),
        )
        .await;
    let commands = format!("/v1/games/{game}/commands");
    let mut versions = Vec::new();
    for (seat, text) in [("A", "Ready?"), ("B", "Redy."), ("A", "Good luck!")] {
        let said = json!({ "type": "say", "seat": seat, "text": text });
        let done = club.server.post(&club.ada, &commands, &said).await.is(200).json();
        versions.push(done["applied"][0]["first"].as_u64().unwrap());
    }
    let annotations = format!("/v1/games/{game}/annotations");
    for (version, text) in versions.iter().zip(["first", "second", "third"]) {
        club.server
            .post(&club.bob, &annotations, &at(*version, text))
            .await
            .is(201);
    }
    let correction = json!({
        "at": versions[1],
        "change": { "type": "replace", "command": { "type": "say", "seat": "B", "text": "Ready." } },
        "reason": "misspelt"
    });
    club.server
        .post(&club.ada, &format!("/v1/games/{game}/corrections"), &correction)
        .await
        .is(200);
    let page = club.server.get(&annotations).await.is(200).json();
    let standing = |text: &str| {
        let items = page["items"].as_array().unwrap();
        items.iter().find(|item| item["text"] == text).unwrap()["standing"].clone()
    };
    assert_eq!(
        standing("first"),
        json!({ "state": "here", "version": versions[0] })
    );
    // The corrected command stands where the wrong one stood: what was said of that goes with it.
    assert_eq!(standing("second")["state"], "moved");
    let moved = standing("third");
    assert_eq!(moved["state"], "moved");
    let path = format!("/v1/games/{game}/events?from={}&limit=1", moved["version"]);
    let events = club.server.get(&path);
    let event = events.await.is(200).json()["items"][0].clone();
    assert_eq!(
        (event["type"].clone(), event["live"].clone()),
        (json!("said"), json!(true))
    );
    assert_eq!(event["event"]["text"], "Good luck!");
    let found = club
        .server
        .get(&format!("{annotations}?version={}", moved["version"]))
        .await;
    assert_eq!(found.is(200).json()["items"][0]["text"], "third");
    // Taken back, all of it is gone from the present line.
    let back = json!({ "type": "take_back", "to": versions[0] });
    club.server.post(&club.ada, &commands, &back).await.is(200);
    let page = club.server.get(&annotations).await.is(200).json();
    let states: Vec<&str> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["standing"]["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["here", "gone", "gone"]);
}
