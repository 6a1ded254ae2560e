//! Annotations from outside: who reads, who writes, what is kept, what is refused.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::service::Scope;
use serde_json::{Value, json};

use crate::table::{Heard, Server};

/// A server with a game that everybody may see, and people with tokens.
struct Club {
    server: Server,
    game: String,
    ada: String,
    bob: String,
    eve: String,
}

impl Club {
    async fn new() -> Self {
        let server = Server::new();
        let writes = [Scope::GameRead, Scope::GameWrite];
        let [ada, bob, eve] = ["ada", "bob", "eve"].map(|name| server.token(name, &writes));
        let game = server
            .game(&ada, json!({ "system": "before-battle", "visibility": "public" }))
            .await;
        server.play(&ada, &game, 30).await;
        Self {
            server,
            game,
            ada,
            bob,
            eve,
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}/{rest}", self.game)
    }

    async fn says(&self, token: &str, body: Value) -> Value {
        self.server
            .post(token, &self.path("annotations"), &body)
            .await
            .is(201)
            .json()
    }

    async fn layer(&self, token: &str, body: Value) -> String {
        let made = self.server.post(token, &self.path("layers"), &body).await.is(201);
        made.json()["id"].as_str().unwrap().to_owned()
    }

    async fn patch(&self, token: &str, id: &Value, body: Value) -> Heard {
        let path = self.path(&format!("annotations/{}", id.as_str().unwrap()));
        self.server.send(Method::PATCH, token, &path, &body).await
    }

    async fn texts(&self, token: Option<&str>, query: &str) -> Vec<String> {
        let path = self.path(&format!("annotations{query}"));
        let heard = match token {
            Some(token) => self.server.get_as(token, &path).await,
            None => self.server.get(&path).await,
        };
        let page = heard.is(200).json();
        let items = page["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["text"].as_str().unwrap().to_owned())
            .collect()
    }

    async fn without_body(&self, method: Method, token: &str, path: &str) -> Heard {
        self.server
            .ask(
                TestRequest::default()
                    .method(method)
                    .uri(path)
                    .insert_header(("Authorization", format!("Bearer {token}"))),
            )
            .await
    }
}

fn at(version: u64, text: &str) -> Value {
    json!({ "anchor": { "type": "event", "version": version }, "text": text })
}

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

/// Who may read a layer, and what is written there, by its visibility: one table.
#[actix_web::test]
async fn who_reads_and_who_writes_what() {
    let club = Club::new().await;
    let admin = club.server.admin.clone();
    let elsewhere = club
        .server
        .game(&club.ada, json!({ "system": "before-battle" }))
        .await;
    let guest = |scopes: &[&str], subject: &str, game: &str| json!({ "subject": subject, "label": "guest", "scopes": scopes, "days": 1, "game": game });
    let mut made = Vec::new();
    for request in [
        guest(&["seat:B"], "zoe", &club.game),
        guest(&["game:read"], "bob", &elsewhere),
        guest(&["game:read"], "eve", &club.game),
    ] {
        let heard = club.server.post(&admin, "/v1/tokens", &request).await.is(201);
        made.push(heard.json()["secret"].as_str().unwrap().to_owned());
    }
    let packs = club.server.token("bob", &[Scope::PackWrite]);
    // The author, the owner of the game, one named, one not named, a seat, a token of another game, one that only reads
    // this game, one for packs, an admin, nobody.
    let people: [(&str, Option<&str>); 10] = [
        ("bob, the author", Some(&club.bob)),
        ("ada, whose game it is", Some(&club.ada)),
        ("eve, who is named", Some(&club.eve)),
        (
            "mia, who is not",
            Some(&club.server.token("mia", &[Scope::GameRead, Scope::GameWrite])),
        ),
        ("zoe, at seat B", Some(&made[0])),
        ("bob, elsewhere", Some(&made[1])),
        ("eve, reading here", Some(&made[2])),
        ("bob, for packs", Some(&packs)),
        ("an admin", Some(&admin)),
        ("nobody", None),
    ]
    .map(|(name, token)| {
        (
            name,
            token.map(|token| Box::leak(token.to_owned().into_boxed_str()) as &str),
        )
    });
    // L: in lists and by its id; I: by its id alone; -: not there.
    let table = [
        ("public", "LLLLLLLLLL"),
        ("unlisted", "LIIIIIIILI"),
        ("readers", "L-L---L-L-"),
        ("private", "L-------L-"),
    ];
    // W: writes there; R: may answer what is read; S: may answer and hide, but not say it otherwise; -: nothing of it.
    let writing = [
        ("public", "WRRRR---S-"),
        ("unlisted", "WRRRR---S-"),
        ("readers", "W-R-----S-"),
        ("private", "W-------S-"),
    ];
    for ((visibility, reads), (_, writes)) in table.into_iter().zip(writing) {
        let layer = club
            .layer(
                &club.bob,
                json!({ "title": visibility, "visibility": visibility, "readers": ["eve"] }),
            )
            .await;
        let mut body = at(4, visibility);
        body["layer"] = json!(layer);
        let said = club.says(&club.bob, body.clone()).await;
        let id = said["id"].as_str().unwrap();
        for (place, (name, token)) in people.iter().enumerate() {
            let who = format!("{name} and a layer that is {visibility}");
            let get = async |path: String| match token {
                Some(token) => club.server.get_as(token, &path).await,
                None => club.server.get(&path).await,
            };
            let letter = &reads[place..=place];
            let listed = get(club.path("layers")).await.is(200);
            assert_eq!(listed.text().contains(&layer), letter == "L", "{who}");
            let all = get(club.path("annotations")).await.is(200);
            assert_eq!(all.text().contains(id), letter == "L", "{who}");
            for (path, problem) in [
                (format!("layers/{layer}"), "no-such-layer"),
                (format!("annotations?layer={layer}"), "no-such-layer"),
                (format!("annotations/{id}"), "no-such-annotation"),
                (format!("annotations/{id}/history"), "no-such-annotation"),
            ] {
                let heard = get(club.path(&path)).await;
                if letter == "-" {
                    let told = heard.is_problem(problem).text();
                    assert!(!told.contains(visibility), "{who}: {told}");
                } else {
                    heard.is(200);
                }
            }
            let named = get(club.path(&format!("layers/{layer}"))).await;
            let tells_readers = named.status == 200 && named.json()["readers"] == json!(["eve"]);
            assert_eq!(tells_readers, matches!(place, 0 | 8), "{who}");
            let Some(token) = token else {
                for path in ["annotations", "layers"] {
                    let asked = TestRequest::post().uri(&club.path(path)).set_json(&body);
                    club.server.ask(asked).await.is_problem("unauthorised");
                }
                continue;
            };
            let letter = &writes[place..=place];
            let wrote = club.server.post(token, &club.path("annotations"), &body).await;
            assert_eq!(wrote.status == 201, letter == "W", "{who}: {}", wrote.text());
            let changed = club
                .server
                .send(
                    Method::PATCH,
                    token,
                    &club.path(&format!("layers/{layer}")),
                    &json!({ "title": format!("{visibility} {place}") }),
                )
                .await;
            assert_eq!(
                changed.status == 200,
                matches!(letter, "W" | "S"),
                "{who}: {}",
                changed.text()
            );
            let answered = club
                .server
                .post(
                    token,
                    &club.path(&format!("annotations/{id}/replies")),
                    &json!({ "text": "Why?" }),
                )
                .await;
            assert_eq!(
                answered.status == 201,
                letter != "-",
                "{who}: {}",
                answered.text()
            );
            let edited = club
                .server
                .send(
                    Method::PATCH,
                    token,
                    &club.path(&format!("annotations/{id}")),
                    &json!({ "text": format!("{visibility} {place}") }),
                )
                .await;
            assert_eq!(edited.status == 200, letter == "W", "{who}: {}", edited.text());
        }
    }
}

#[actix_web::test]
async fn of_a_private_game_nothing_is_there() {
    let club = Club::new().await;
    let said = club.says(&club.bob, at(4, "hidden words")).await;
    let id = said["id"].as_str().unwrap();
    let layer = said["layer"].as_str().unwrap();
    let hide = json!({ "visibility": "private" });
    club.server
        .send(
            Method::PATCH,
            &club.ada,
            &format!("/v1/games/{}", club.game),
            &hide,
        )
        .await
        .is(200);
    for path in [
        "annotations".to_owned(),
        format!("annotations/{id}"),
        format!("annotations/{id}/history"),
        "layers".to_owned(),
        format!("layers/{layer}"),
    ] {
        club.server
            .get_as(&club.bob, &club.path(&path))
            .await
            .is_problem("no-such-game");
        club.server.get_as(&club.ada, &club.path(&path)).await.is(200);
    }
    club.server
        .post(&club.bob, &club.path("annotations"), &at(4, "more"))
        .await
        .is_problem("no-such-game");
    // The layer itself is no game, for nobody.
    for path in [
        format!("/v1/games/{layer}"),
        format!("/v1/games/{layer}/events"),
        format!("/g/{layer}"),
    ] {
        club.server
            .get_as(&club.server.admin, &path)
            .await
            .is_problem("no-such-game");
    }
    let all = club
        .server
        .get_as(&club.server.admin, "/v1/games?limit=200")
        .await
        .is(200);
    assert!(!all.text().contains(layer));
    // Another game's address does not lead to it either.
    let other = club
        .server
        .game(&club.bob, json!({ "system": "before-battle" }))
        .await;
    club.server
        .get_as(&club.bob, &format!("/v1/games/{other}/annotations/{id}"))
        .await
        .is_problem("no-such-annotation");
}

#[actix_web::test]
async fn what_is_wrong_is_told_where_and_nothing_is_stored() {
    let club = Club::new().await;
    let point = |x: f64| json!({ "x": x, "y": 1.0 });
    let with = |name: &str, value: Value| {
        let mut body = at(4, "x");
        body[name] = value;
        body
    };
    let rows = [
        (json!({ "text": "x" }), "invalid-body", ""),
        (
            json!({ "anchor": { "type": "event", "version": 4 } }),
            "invalid-body",
            "",
        ),
        (at(0, "x"), "invalid-body", "/anchor/version"),
        (at(100_000, "x"), "invalid-body", "/anchor/version"),
        (
            with("anchor", json!({ "type": "span", "from": 6, "to": 4 })),
            "invalid-body",
            "/anchor/to",
        ),
        (
            with("anchor", json!({ "type": "unit", "version": 4, "unit": "Z9" })),
            "invalid-body",
            "/anchor/unit",
        ),
        (with("anchor", json!({ "type": "dream" })), "invalid-body", ""),
        (with("anchor", json!([4])), "invalid-body", ""),
        (with("glyphs", json!([1, 2])), "invalid-body", "/glyphs/1"),
        (with("glyphs", json!([200])), "invalid-body", "/glyphs/0"),
        (with("glyphs", json!([256])), "invalid-body", "/glyphs/0"),
        (with("marks", json!(["sad"])), "invalid-body", "/marks/0"),
        (
            with(
                "drawings",
                json!([{ "type": "circle", "centre": point(1.0), "radius": -1.0 }]),
            ),
            "invalid-body",
            "/drawings/0/radius",
        ),
        (
            with("drawings", json!([{ "type": "area", "outline": [point(1.0)] }])),
            "invalid-body",
            "/drawings/0/outline",
        ),
        (
            with(
                "drawings",
                json!([{ "type": "arrow", "from": point(1.0), "to": point(2e9) }]),
            ),
            "invalid-body",
            "/drawings/0/to",
        ),
        (
            with(
                "drawings",
                json!(vec![
                    json!({ "type": "arrow", "from": point(1.0), "to": point(2.0) });
                    33
                ]),
            ),
            "invalid-body",
            "/drawings",
        ),
        (with("text", json!("x".repeat(10_001))), "invalid-body", "/text"),
        (with("text", json!("bell \u{7}")), "invalid-body", "/text"),
        (with("colour", json!("red")), "unknown-field", "/colour"),
        (with("layer", json!("nothing")), "no-such-layer", ""),
        (
            with("layer", json!("01KAG6Q2Y7M3V9XWZ4T5B8C0DA")),
            "no-such-layer",
            "",
        ),
        (with("layer", json!(club.game)), "no-such-layer", ""),
    ];
    for (body, problem, place) in rows {
        let heard = club
            .server
            .post(&club.bob, &club.path("annotations"), &body)
            .await
            .is_problem(problem);
        if !place.is_empty() {
            assert_eq!(heard.json()["errors"][0]["path"], place, "{body}");
        }
    }
    // Larger than any body may be, and deeper than any JSON is.
    let raw = |text: String| {
        TestRequest::post()
            .uri(&club.path("annotations"))
            .insert_header(("Authorization", format!("Bearer {}", club.bob)))
            .insert_header(("Content-Type", "application/json"))
            .set_payload(text)
    };
    let large = format!("{{\"text\":\"{}\"}}", "x".repeat(200_000));
    club.server.ask(raw(large)).await.is_problem("too-large");
    let deep = format!("{{\"anchor\":{}4{}}}", "[".repeat(50_000), "]".repeat(50_000));
    club.server.ask(raw(deep)).await.is_problem("not-json");
    let listed = club.server.get(&club.path("annotations")).await.is(200).json();
    assert_eq!(
        (listed["items"].clone(), listed["layers"].clone()),
        (json!([]), json!([]))
    );
    let said = club.says(&club.bob, at(4, "x")).await;
    for body in [
        json!({}),
        json!({ "removed": true }),
        json!({ "removed": false, "text": "y" }),
        json!({ "glyphs": [1, 2] }),
    ] {
        club.patch(&club.bob, &said["id"], body)
            .await
            .is_problem("invalid-body");
    }
    for (path, body) in [
        ("layers", json!({ "title": "" })),
        ("layers", json!({ "title": "x", "readers": [""] })),
        ("layers", json!({ "title": "x", "visibility": "secret" })),
        ("layers", json!({ "title": "x".repeat(101) })),
    ] {
        club.server
            .post(&club.bob, &club.path(path), &body)
            .await
            .is_problem("invalid-body");
    }
    for query in [
        "?version=0",
        "?kind=dream",
        "?limit=501",
        "?cursor=x",
        "?cursor=4-x-1",
        "?layer=x",
        "?colour=red",
    ] {
        let heard = club.server.get(&club.path(&format!("annotations{query}"))).await;
        assert!(
            heard.status == 400 || heard.status == 404,
            "{query}: {}",
            heard.text()
        );
    }
}

#[actix_web::test]
async fn layers_and_answers_have_an_end() {
    let club = Club::new().await;
    for count in 0..20 {
        club.layer(&club.bob, json!({ "title": format!("Layer {count}") }))
            .await;
    }
    let one_more = json!({ "title": "One more" });
    let heard = club.server.post(&club.bob, &club.path("layers"), &one_more).await;
    assert_eq!(heard.is_problem("limit-reached").json()["limit"]["value"], 20);
    club.layer(&club.eve, one_more).await;
    let said = club.says(&club.eve, at(4, "x")).await;
    let replies = club.path(&format!("annotations/{}/replies", said["id"].as_str().unwrap()));
    for depth in 0..8_u32 {
        let to = (depth > 0).then_some(depth);
        let body = json!({ "text": format!("{depth}"), "to": to });
        let heard = club.server.post(&club.bob, &replies, &body).await.is(201);
        assert_eq!(heard.json()["replies"][depth as usize]["depth"], depth);
    }
    club.server
        .post(&club.bob, &replies, &json!({ "text": "too deep", "to": 8 }))
        .await
        .is_problem("limit-reached");
    club.server
        .post(&club.bob, &replies, &json!({ "text": "to nobody", "to": 99 }))
        .await
        .is_problem("no-such-annotation");
    // Its author edits it; the layer's author may take it away, and its words are gone from sight.
    let one = format!("{replies}/1");
    let other = json!({ "text": "other words" });
    club.server
        .send(Method::PATCH, &club.eve, &one, &other)
        .await
        .is_problem("forbidden");
    club.server
        .send(Method::PATCH, &club.bob, &one, &other)
        .await
        .is(200);
    club.without_body(Method::DELETE, &club.ada, &one)
        .await
        .is_problem("forbidden");
    club.without_body(Method::DELETE, &club.eve, &one).await.is(204);
    let listed = club.server.get(&club.path("annotations")).await.is(200);
    assert!(!listed.text().contains("other words"));
    let left = &listed.json()["items"][0]["replies"];
    assert_eq!(
        (left[0]["removed"].clone(), left[1]["removed"].clone()),
        (json!(true), json!(false))
    );
    for wrong in ["0", "9", "x", "4294967296"] {
        let path = format!("{replies}/{wrong}");
        let heard = club.server.send(Method::PATCH, &club.bob, &path, &other).await;
        heard.is_problem("no-such-annotation");
    }
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

const TOLD: &str = "[Hindsight \"1\"]\n[System \"before-battle\"]\n[Title \"A greeting\"]\n\n\
{Before anything.} {And again.}\n1. A: @say \"Good luck!\" $2 $16 %lucky %my-own {First.} {Second.}\n2. B: @say \"Thanks.\"\n";

/// What a text says beside its commands is the game's first layer; the text comes out as it came in.
#[actix_web::test]
async fn the_notes_of_a_text_are_the_first_annotations() {
    let server = Server::new();
    let heard = server.import("text/plain", TOLD).await.is(201).json();
    let game = heard["card"]["id"].as_str().unwrap().to_owned();
    let export = format!("/v1/games/{game}/export?format=hgn");
    let before = server.get(&export).await.is(200).text();
    let path = format!("/v1/games/{game}/annotations");
    let page = server.get(&path).await.is(200).json();
    let items = page["items"].as_array().unwrap();
    let told: Vec<(u64, &str)> = items
        .iter()
        .map(|item| {
            (
                item["standing"]["version"].as_u64().unwrap(),
                item["text"].as_str().unwrap(),
            )
        })
        .collect();
    let said = told[2].0;
    assert_eq!(
        told,
        [
            (1, "Before anything."),
            (1, "And again."),
            (said, "First."),
            (said, "Second.")
        ]
    );
    let signs: Vec<&str> = items[2]["glyphs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|glyph| glyph["sign"].as_str().unwrap())
        .collect();
    assert_eq!(signs, ["?", "±"]);
    assert_eq!(
        items[2]["marks"][1],
        json!({ "name": "my-own", "sign": "%", "words": "my own" })
    );
    assert_eq!(page["layers"][0]["from_text"], true);
    assert_eq!(
        server.get(&export).await.is(200).text(),
        before,
        "asking changes nothing"
    );
    // An answer stores the layer; the text says the same as before.
    let id = items[2]["id"].as_str().unwrap();
    let reply = json!({ "text": "I see." });
    server
        .post(&server.admin, &format!("{path}/{id}/replies"), &reply)
        .await
        .is(201);
    assert_eq!(server.get(&export).await.is(200).text(), before, "byte for byte");
    let again = server.get(&path).await.is(200).json();
    assert_eq!(again["items"][3], items[3]);
    assert_eq!(again["items"][2]["replies"][0]["text"], "I see.");
    // What is edited since, and what others say, is in the text too.
    let edit = json!({ "text": "First, but better.", "marks": [], "glyphs": [1, 16] });
    server
        .send(Method::PATCH, &server.admin, &format!("{path}/{id}"), &edit)
        .await
        .is(200);
    let bob = server.token("bob", &[Scope::GameRead, Scope::GameWrite]);
    let said_of = json!({ "anchor": { "type": "event", "version": said }, "text": "Mine\ntoo.", "glyphs": [1, 36], "marks": ["unlucky"] });
    server.post(&bob, &path, &said_of).await.is(201);
    let hidden = json!({ "title": "Mine", "visibility": "private" });
    let layer = server
        .post(&bob, &format!("/v1/games/{game}/layers"), &hidden)
        .await
        .is(201)
        .json();
    let secret =
        json!({ "layer": layer["id"], "anchor": { "type": "event", "version": said }, "text": "Secret." });
    server.post(&bob, &path, &secret).await.is(201);
    let after = server.get(&export).await.is(200).text();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (was, is) = (
        "? $16 %lucky %my-own {First.} {Second.}",
        "! $16 $36 %unlucky {First, but better.} {Second.} {Mine too.}",
    );
    assert!(words(&before).contains(was), "{before}");
    assert_eq!(words(&after), words(&before).replace(was, is));
}

/// The text of a game that hides something is read by those alone who may know all of it.
#[actix_web::test]
async fn a_text_tells_no_secrets() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    let text = "[Hindsight \"1\"]\n[System \"before-battle\"]\n\n{The Lancers hide on the left.}\n1. A: @say \"Ready?\"\n";
    let request = TestRequest::post()
        .uri("/v1/games/import")
        .insert_header(("Authorization", format!("Bearer {ada}")))
        .insert_header(("Content-Type", "text/plain"))
        .set_payload(text);
    let game = server.ask(request).await.is(201).json()["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let head = server.services.games.head(game.parse().unwrap()).await.unwrap();
    let path = format!("/v1/games/{game}/annotations");
    let own = server.get_as(&ada, &path).await.is(200).json();
    assert_eq!(own["items"][0]["text"], "The Lancers hide on the left.");
    let items = server.get(&path).await.is(200).json()["items"].clone();
    assert_eq!(items.as_array().unwrap().is_empty(), head.secrets);
}

#[actix_web::test]
async fn nothing_that_is_said_becomes_a_tag() {
    let club = Club::new().await;
    let evil = "So: <script>alert(1)</script> <img src=x onerror=alert(2)> [x](javascript:alert(3)) ![y](https://example.org/y.png)";
    let mut body = at(4, evil);
    body["drawings"] = json!([{ "type": "circle", "centre": { "x": 1.0, "y": 1.0 }, "radius": 1.0, "label": "</svg><script>" }]);
    let said = club.says(&club.bob, body).await;
    let html = said["html"].as_str().unwrap();
    assert!(
        !html.contains("<script") && !html.contains("<img") && !html.contains("href=\"javascript"),
        "{html}"
    );
    assert!(
        html.contains("&lt;script&gt;")
            && html.contains("<a href=\"https://example.org/y.png\" rel=\"nofollow noopener ugc\">y</a>")
    );
}

/// The page works without a script: what its forms send is done, and what is said stands on it.
#[actix_web::test]
async fn the_page_annotates_without_a_script() {
    let club = Club::new().await;
    let page = format!("/g/{}/4", club.game);
    let send = |token: String, fields: String| {
        let request = TestRequest::post()
            .uri(&format!("{page}/annotations"))
            .insert_header(("Authorization", format!("Bearer {token}")))
            .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
            .set_payload(fields);
        club.server.ask(request)
    };
    let fields = "does=annotate&glyph=4&position=16&observation=32&observation=36&mark=unlucky&about=place&x=2&y=3.5\
                  &text=Too+%3Cb%3Eearly%3C%2Fb%3E&draw=circle&colour=bad&x1=1&y1=1&x2=1&y2=3&unit=&to=&label=here";
    let done = send(club.bob.clone(), fields.to_owned()).await.is(303);
    assert_eq!(
        done.header("location"),
        Some(format!("{page}#annotations").as_str())
    );
    let shown = club.server.get_as(&club.bob, &page).await.is(200).text();
    for part in [
        "class=\"glyph g4\"",
        "Too &lt;b&gt;early&lt;/b&gt;",
        "class=\"notes\"",
        "here: a circle of 2 cells around (1, 1)",
        "unlucky dice",
        "class=\"remark-line\"",
    ] {
        assert!(shown.contains(part), "{part}");
    }
    assert!(!shown.contains("<b>early"));
    let said = club.server.get(&club.path("annotations")).await.json()["items"][0].clone();
    assert_eq!(
        said["anchor"],
        json!({ "type": "place", "version": 4, "at": { "x": 2.0, "y": 3.5 } })
    );
    assert_eq!(said["glyphs"].as_array().unwrap().len(), 4);
    let id = said["id"].as_str().unwrap();
    let steps = [
        ("edit", "text=Other+words&glyph=2&revision=1".to_owned()),
        ("undo", "revision=2".to_owned()),
        ("reply", "text=Why%3F".to_owned()),
        ("remove-reply", "reply=1".to_owned()),
        ("remove", "revision=3".to_owned()),
    ];
    for (does, more) in steps {
        send(club.bob.clone(), format!("does={does}&annotation={id}&{more}"))
            .await
            .is(303);
    }
    assert_eq!(club.texts(None, "").await, Vec::<String>::new());
    let layer = "does=layer&title=For+the+club&visibility=readers&readers=ada%2C+eve%2C";
    send(club.bob.clone(), layer.to_owned()).await.is(303);
    let layers = club.server.get_as(&club.bob, &club.path("layers")).await.json();
    assert_eq!(layers["items"][1]["readers"], json!(["ada", "eve"]));
    let wrong = [
        ("does=dance", "invalid-body"),
        ("text=x", "invalid-body"),
        ("does=annotate", "invalid-body"),
        ("does=annotate&text=x&about=place&x=1", "invalid-body"),
        ("does=annotate&text=x&glyph=first", "invalid-body"),
        (
            "does=annotate&text=x&draw=star&x1=1&y1=1&x2=2&y2=2",
            "invalid-body",
        ),
        (
            "does=annotate&text=x&draw=arrow&x1=1&y1=1&x2=inf&y2=2",
            "invalid-body",
        ),
        ("does=annotate&text=x&drawings=%5B", "invalid-body"),
        ("does=annotate&text=x&drawings=%7B%7D", "invalid-body"),
        ("does=annotate&text=%ff", "invalid-body"),
        ("does=undo&annotation=x", "no-such-annotation"),
        ("does=layer&title=x&visibility=secret", "invalid-body"),
    ];
    for (fields, problem) in wrong {
        send(club.bob.clone(), fields.to_owned())
            .await
            .is_problem(problem);
    }
    let request = TestRequest::post()
        .uri(&format!("{page}/annotations"))
        .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
        .set_payload("does=annotate&text=x");
    club.server.ask(request).await.is_problem("unauthorised");
    let anybody = club.server.get(&page).await.is(200).text();
    assert!(
        !anybody.contains("data-form="),
        "who may not write is given no form"
    );
}

/// What people drew lies on the pictures of the moment, where it is asked for.
#[actix_web::test]
async fn pictures_show_what_was_drawn() {
    let club = Club::new().await;
    let mut body = at(4, "x");
    body["drawings"] = json!([{ "type": "arrow", "from": { "x": 1.0, "y": 1.0 }, "to": { "x": 4.0, "y": 4.0 }, "label": "this way" }]);
    let path = |version: u64, rest: &str| club.path(&format!("board.svg?at={version}&overlays=none{rest}"));
    let before = club.server.get(&path(4, "&annotations=true")).await.is(200);
    assert!(!before.text().contains("this way"));
    club.says(&club.bob, body).await;
    let after = club.server.get(&path(4, "&annotations=true")).await.is(200);
    assert!(after.text().contains("this way") && after.text().contains("class=\"notes\""));
    assert_ne!(before.header("etag"), after.header("etag"));
    for plain in [path(4, ""), path(5, "&annotations=true")] {
        assert!(
            !club.server.get(&plain).await.is(200).text().contains("this way"),
            "{plain}"
        );
    }
}

/// Annotations travel with their game: the layers of who exports it (an admin: all), taken in whole by an admin, else those
/// of who brings them.
#[actix_web::test]
async fn annotations_travel_with_their_game() {
    let club = Club::new().await;
    club.says(&club.bob, at(4, "public words")).await;
    let private = club
        .layer(&club.bob, json!({ "title": "Mine", "visibility": "private" }))
        .await;
    let mut secret = at(5, "private words");
    secret["layer"] = json!(private);
    club.says(&club.bob, secret).await;
    let export = club.path("export");
    let read_by = async |token: &str| club.server.get_as(token, &export).await.is(200).text();
    let (of_bob, of_ada) = (read_by(&club.bob).await, read_by(&club.ada).await);
    assert_eq!(of_bob.matches("{\"hindsight\":\"stream\"").count(), 3);
    // A stream holds what was taken back too, so nobody carries another's away.
    assert_eq!(of_ada.matches("{\"hindsight\":\"stream\"").count(), 1);
    let texts = async |server: &Server, token: &str| -> Vec<String> {
        let page = server
            .get_as(token, &club.path("annotations"))
            .await
            .is(200)
            .json();
        let items = page["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["text"].as_str().unwrap().to_owned())
            .collect()
    };
    let other = Server::new();
    other.import("application/x-ndjson", of_bob.clone()).await.is(201);
    assert_eq!(
        texts(&other, &other.admin).await,
        ["public words", "private words"]
    );
    other.import("application/x-ndjson", of_bob.clone()).await.is(200);
    assert_eq!(texts(&other, &other.admin).await.len(), 2);
    let again = other
        .get_as(&other.admin, &club.path("export"))
        .await
        .is(200)
        .text();
    let lines = |text: &str| {
        text.lines()
            .filter(|line| line.contains("\"annotation_added\""))
            .map(ToOwned::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&again), lines(&of_bob));
    // Somebody else brings the file: nobody's words are put into another's mouth.
    for (subject, expected) in [("bob", 2), ("mia", 0)] {
        let third = Server::new();
        let token = third.token(subject, &[Scope::GameRead, Scope::GameWrite]);
        let request = TestRequest::post()
            .uri("/v1/games/import")
            .insert_header(("Authorization", format!("Bearer {token}")))
            .insert_header(("Content-Type", "application/x-ndjson"))
            .set_payload(of_bob.clone());
        third.ask(request).await.is(201);
        assert_eq!(texts(&third, &third.admin).await.len(), expected, "{subject}");
    }
    // A file that was tampered with brings nothing, the game neither.
    let fourth = Server::new();
    let at = of_bob.rfind("\"digest\"").unwrap();
    let mut broken = of_bob.clone();
    broken.replace_range(at + 11..at + 13, "zz");
    fourth
        .import("application/x-ndjson", broken)
        .await
        .is_problem("invalid-import");
    fourth
        .get_as(&fourth.admin, &format!("/v1/games/{}", club.game))
        .await
        .is_problem("no-such-game");
}

/// Who follows the game hears of what is said of it, as far as they may read it, and of nothing else.
#[actix_web::test]
async fn followers_hear_what_is_said() {
    use actix_web::body::MessageBody;
    use actix_web::dev::Service;
    let club = Club::new().await;
    let services = std::sync::Arc::clone(&club.server.services);
    let app = actix_web::test::init_service(hindsight_api::create_app(services)).await;
    let request = TestRequest::get()
        .uri(&club.path("live"))
        .insert_header(("Accept", "text/event-stream"))
        .insert_header(("Authorization", format!("Bearer {}", club.eve)))
        .to_request();
    let mut body = Box::pin(app.call(request).await.unwrap().into_body());
    let mut text = String::new();
    let mut shown = String::new();
    let mut begun = false;
    while text.matches("event: annotation").count() < 2 {
        let chunk = std::future::poll_fn(|cx| body.as_mut().poll_next(cx)).await;
        let chunk = chunk.expect("the stream goes on").map_err(|_| "a chunk").unwrap();
        text.push_str(std::str::from_utf8(&chunk).unwrap());
        if !begun {
            begun = true;
            let private = json!({ "title": "Mine", "visibility": "private" });
            let private = club.layer(&club.bob, private).await;
            let mut secret = at(4, "secret");
            secret["layer"] = json!(private);
            club.says(&club.bob, secret).await;
            shown = club.says(&club.bob, at(4, "shown")).await["layer"]
                .as_str()
                .unwrap()
                .to_owned();
        } else if text.contains(&shown) && text.matches("event: annotation").count() == 1 {
            // Hidden again, it is gone from this follower's sight.
            let hide = json!({ "visibility": "private" });
            let path = club.path(&format!("layers/{shown}"));
            club.server
                .send(Method::PATCH, &club.bob, &path, &hide)
                .await
                .is(200);
        }
    }
    let told: Vec<Value> = text
        .split("event: annotation\n")
        .skip(1)
        .filter_map(|said| said.lines().next()?.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    assert_eq!(told.len(), 2, "{text}");
    assert!(told.iter().all(|said| said["layer"] == shown.as_str()), "{text}");
    assert_eq!(told[1]["version"], 0);
    assert!(!text.contains("id: "), "no id of a game's event: {text}");
}
