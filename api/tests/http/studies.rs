//! Studies: chapters with words, each of a game, a moment, a variation or a position.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::service::Scope;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::people::Account;
use crate::table::{Heard, Server};

/// An author, somebody else who writes, and a public game of some events.
struct Shelf {
    server: Server,
    ada: Account,
    bob: Account,
    game: String,
    version: u64,
}

impl Shelf {
    async fn new() -> Self {
        let server = Server::new();
        let ada = server.account("ada", Role::Player).await;
        let bob = server.account("bob", Role::Player).await;
        let game = server.plain_game(&server.admin).await;
        let version = server.play(&server.admin, &game, 8).await;
        Self {
            server,
            ada,
            bob,
            game,
            version,
        }
    }

    async fn make(&self, who: &Account, about: Value) -> String {
        let made = self.server.browse_post(who, "/v1/studies", &about).await.is(201);
        let id = made.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(
            made.header("location"),
            Some(format!("/v1/studies/{id}").as_str())
        );
        id
    }

    /// A study of ada's for everybody, with these chapters.
    async fn study(&self, chapters: &[(&str, Value)]) -> String {
        let id = self
            .make(&self.ada, json!({ "title": "Flanks", "visibility": "public" }))
            .await;
        for (title, shows) in chapters {
            self.add(&id, title, shows).await.is(201);
        }
        id
    }

    async fn add(&self, study: &str, title: &str, shows: &Value) -> Heard {
        let chapter = json!({ "title": title, "text": "See the *left*.", "shows": shows });
        let path = format!("/v1/studies/{study}/chapters");
        self.server.browse_post(&self.ada, &path, &chapter).await
    }

    fn moment(&self, version: u64) -> Value {
        json!({ "type": "moment", "game": self.game, "version": version })
    }

    async fn get(&self, study: &str) -> Value {
        self.server
            .browse_get(&self.ada, &format!("/v1/studies/{study}"))
            .await
            .is(200)
            .json()
    }

    async fn send(&self, who: &Account, method: Method, path: &str, body: Value) -> Heard {
        self.server.browse_send(who, method, path, &body).await
    }
}

fn titles(study: &Value) -> Vec<&str> {
    let chapters = study["chapters"].as_array().unwrap();
    chapters
        .iter()
        .map(|chapter| chapter["title"].as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn a_study_has_chapters_of_games_moments_variations_and_positions() {
    let shelf = Shelf::new().await;
    let recorded = shelf
        .server
        .brought(include_str!("../../../tests/games/orsa-takes-the-axes.hgn"))
        .await;
    let variation = shelf
        .server
        .browse_post(
            &shelf.ada,
            &format!("/v1/games/{recorded}/variations"),
            &json!({ "version": 40 }),
        )
        .await
        .is(201)
        .json()["game"]["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let position = shelf
        .server
        .get(&format!("/v1/games/{recorded}/state?at=150"))
        .await
        .is(200)
        .json();
    let study = shelf
        .study(&[
            ("The moment", shelf.moment(4)),
            ("The game", json!({ "type": "game", "game": shelf.game })),
            ("The other way", json!({ "type": "variation", "game": variation })),
            (
                "A position",
                json!({ "type": "position", "system": "before-battle", "state": position }),
            ),
        ])
        .await;
    let told = shelf.get(&study).await;
    assert_eq!(
        titles(&told),
        ["The moment", "The game", "The other way", "A position"]
    );
    assert_eq!(told["author"]["name"], "ada");
    assert_eq!(told["chapters"][0]["shows"], shelf.moment(4));
    assert!(
        told["chapters"][0]["html"]
            .as_str()
            .unwrap()
            .contains("<em>left</em>")
    );
    for number in 1..=4 {
        let page = shelf
            .server
            .get(&format!("/s/{study}/{number}"))
            .await
            .is(200)
            .text();
        assert!(
            page.contains("class=\"board\"") && page.contains("<em>left</em>"),
            "chapter {number}"
        );
        let framed = shelf
            .server
            .get(&format!("/embed/s/{study}/{number}"))
            .await
            .is(200);
        assert_eq!(framed.header("x-frame-options"), None);
        let policy = framed.header("content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors *"), "{policy}");
        assert!(framed.text().contains("class=\"board\""));
    }
    let file = shelf
        .server
        .get(&format!("/v1/studies/{study}/export"))
        .await
        .is(200)
        .json();
    assert_eq!(file["chapters"].as_array().unwrap().len(), 4);
    assert_eq!(file["chapters"][3]["shows"]["state"], position);
    let text = shelf
        .server
        .get(&format!("/v1/studies/{study}/export?format=md"))
        .await
        .is(200);
    assert!(text.header("content-type").unwrap().starts_with("text/markdown"));
    let text = text.text();
    assert!(
        text.starts_with("# Flanks\n") && text.contains(&format!("/g/{}/4.svg", shelf.game)),
        "{text}"
    );
}

#[actix_web::test]
async fn chapters_are_changed_moved_and_taken_out_and_keep_their_numbers() {
    let shelf = Shelf::new().await;
    let study = shelf
        .study(&[
            ("one", shelf.moment(1)),
            ("two", shelf.moment(2)),
            ("three", shelf.moment(3)),
        ])
        .await;
    let at = format!("/v1/studies/{study}");
    shelf
        .send(
            &shelf.ada,
            Method::POST,
            &format!("{at}/order"),
            json!({ "order": [3, 1, 2] }),
        )
        .await
        .is(200);
    shelf
        .send(&shelf.ada, Method::DELETE, &format!("{at}/chapters/1"), json!({}))
        .await
        .is(204);
    let edited = shelf
        .send(
            &shelf.ada,
            Method::PATCH,
            &format!("{at}/chapters/2"),
            json!({ "title": "second" }),
        )
        .await
        .is(200);
    assert_eq!(edited.json()["text"], "See the *left*.", "what is left out stays");
    assert_eq!(
        shelf.add(&study, "four", &shelf.moment(4)).await.is(201).json()["number"],
        4
    );
    let told = shelf.get(&study).await;
    assert_eq!(titles(&told), ["three", "second", "four"]);
    for gone in ["1", "9", "0", "01", "x"] {
        shelf
            .server
            .get(&format!("/s/{study}/{gone}"))
            .await
            .is_problem("no-such-chapter");
    }
    for order in [json!([3, 2]), json!([3, 2, 4, 4]), json!([3, 2, 1])] {
        shelf
            .send(
                &shelf.ada,
                Method::POST,
                &format!("{at}/order"),
                json!({ "order": order }),
            )
            .await
            .is_problem("invalid-body");
    }
    // A change is decided by what its author saw.
    let seen = told["version"].as_u64().unwrap();
    let by = |version: u64| {
        TestRequest::patch()
            .uri(&at)
            .insert_header(("If-Match", format!("\"{version}\"")))
            .set_json(json!({ "title": "Wings" }))
    };
    shelf
        .server
        .browse(&shelf.ada.cookie, by(seen - 1))
        .await
        .is_problem("stale-version");
    let now = shelf
        .server
        .browse(&shelf.ada.cookie, by(seen))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&now["title"], &now["version"]),
        (&json!("Wings"), &json!(seen + 1))
    );
}

#[actix_web::test]
async fn a_study_is_for_whom_its_author_says() {
    let shelf = Shelf::new().await;
    let eve = shelf.server.account("eve", Role::Reader).await;
    for (visibility, listed, by_address, for_named) in [
        ("public", true, true, true),
        ("unlisted", false, true, true),
        ("readers", false, false, true),
        ("private", false, false, false),
    ] {
        let about =
            json!({ "title": format!("A {visibility} one"), "visibility": visibility, "readers": ["eve"] });
        let study = shelf.make(&shelf.ada, about).await;
        let at = format!("/v1/studies/{study}");
        let lists = |heard: Heard| heard.is(200).text().contains(&study);
        assert_eq!(
            lists(shelf.server.get("/v1/studies").await),
            listed,
            "{visibility}"
        );
        assert_eq!(lists(shelf.server.get("/studies").await), listed, "{visibility}");
        assert!(lists(
            shelf
                .server
                .browse_get(&shelf.ada, "/v1/studies?yours=true")
                .await
        ));
        assert!(!lists(
            shelf
                .server
                .browse_get(&shelf.bob, "/v1/studies?yours=true")
                .await
        ));
        shelf.add(&study, "one", &shelf.moment(4)).await.is(201);
        for path in [
            at.clone(),
            format!("{at}/export"),
            format!("/s/{study}"),
            format!("/s/{study}/1"),
            format!("/embed/s/{study}/1"),
        ] {
            let stranger = shelf.server.get(&path).await;
            assert_eq!(stranger.status == 200, by_address, "{visibility} {path}");
            let named = shelf.server.browse_get(&eve, &path).await;
            assert_eq!(named.status == 200, for_named, "{visibility} {path}");
            let other = shelf.server.browse_get(&shelf.bob, &path).await;
            assert_eq!(other.status == 200, by_address, "{visibility} {path}");
            if !by_address {
                // As if there were none.
                let nowhere = "01KAG6Q2Y7M3V9XWZ4T5B8C0DE";
                let none = shelf
                    .server
                    .browse_get(&shelf.bob, &path.replace(&study, nowhere))
                    .await;
                assert_eq!(
                    none.text().replace(nowhere, "X"),
                    other.text().replace(&study, "X")
                );
            }
            shelf.server.browse_get(&shelf.ada, &path).await.is(200);
        }
        let copied = shelf
            .send(&shelf.bob, Method::POST, &format!("{at}/clones"), json!({}))
            .await;
        assert_eq!(copied.status == 201, by_address, "{visibility}");
        // Nobody else writes in it: as if there were none, where they may not read it.
        let refusal = if by_address { "forbidden" } else { "no-such-study" };
        let chapter = json!({ "title": "Mine", "shows": shelf.moment(1) });
        for (method, path, body) in [
            (Method::PATCH, at.clone(), json!({ "title": "Mine" })),
            (Method::POST, format!("{at}/chapters"), chapter),
            (
                Method::PATCH,
                format!("{at}/chapters/1"),
                json!({ "title": "Mine" }),
            ),
            (Method::DELETE, format!("{at}/chapters/1"), json!({})),
            (Method::POST, format!("{at}/order"), json!({ "order": [1] })),
        ] {
            shelf
                .send(&shelf.bob, method, &path, body)
                .await
                .is_problem(refusal);
        }
        // Its readers are told to its author alone.
        if by_address {
            assert_eq!(shelf.server.get(&at).await.json()["readers"], json!([]));
        }
        assert_eq!(shelf.get(&study).await["readers"], json!(["eve"]));
    }
    // No list of games shows one, and none is a game.
    let study = shelf.study(&[]).await;
    let games = shelf
        .server
        .browse_get(&shelf.ada, "/v1/games?limit=200")
        .await
        .is(200);
    assert!(!games.text().contains(&study));
    shelf
        .server
        .browse_get(&shelf.ada, &format!("/v1/games/{study}"))
        .await
        .is_problem("no-such-game");
    shelf
        .server
        .get(&format!("/v1/studies/{}", shelf.game))
        .await
        .is_problem("no-such-study");
}

#[actix_web::test]
async fn a_chapter_shows_nobody_a_game_that_they_may_not_see() {
    let shelf = Shelf::new().await;
    let asked = json!({ "system": "before-battle", "visibility": "private", "title": "Secret plans" });
    let made = shelf
        .server
        .browse_post(&shelf.ada, "/v1/games", &asked)
        .await
        .is(201);
    let private = made.json()["card"]["id"].as_str().unwrap().to_owned();
    let hidden = json!({ "type": "game", "game": private });
    let study = shelf
        .study(&[("Hidden", hidden.clone()), ("Open", shelf.moment(2))])
        .await;
    assert_eq!(shelf.get(&study).await["chapters"][0]["shows"], hidden);
    for path in [
        format!("/v1/studies/{study}"),
        format!("/s/{study}"),
        format!("/s/{study}/1"),
        format!("/embed/s/{study}/1"),
        format!("/v1/studies/{study}/export"),
        format!("/v1/studies/{study}/export?format=md"),
    ] {
        for told in [
            shelf.server.get(&path).await,
            shelf.server.browse_get(&shelf.bob, &path).await,
        ] {
            let text = told.is(200).text();
            assert!(
                !text.contains(&private) && !text.contains("Secret plans"),
                "{path}"
            );
        }
    }
    // It stays behind in a copy, which is its maker's own.
    let copied = shelf
        .send(
            &shelf.bob,
            Method::POST,
            &format!("/v1/studies/{study}/clones"),
            json!({}),
        )
        .await
        .is(201)
        .json();
    assert_eq!(titles(&copied), ["Open"]);
    assert_eq!(
        (
            &copied["author"]["name"],
            &copied["visibility"],
            &copied["copy_of"]
        ),
        (&json!("bob"), &json!("private"), &json!(study))
    );
    // What one may not see cannot be put in.
    let theirs = format!("/v1/studies/{}/chapters", copied["id"].as_str().unwrap());
    let chapter = json!({ "title": "x", "shows": hidden });
    shelf
        .send(&shelf.bob, Method::POST, &theirs, chapter)
        .await
        .is_problem("no-such-game");
}

#[actix_web::test]
async fn what_cannot_be_a_study_or_a_chapter_is_refused_and_changes_nothing() {
    let shelf = Shelf::new().await;
    let study = shelf.study(&[("one", shelf.moment(1))]).await;
    let before = shelf.get(&study).await;
    for (about, problem) in [
        (json!({}), "invalid-body"),
        (json!({ "title": "" }), "invalid-body"),
        (json!({ "title": "x".repeat(101) }), "invalid-body"),
        (
            json!({ "title": "x", "text": "x".repeat(20_001) }),
            "invalid-body",
        ),
        (json!({ "title": "x", "visibility": "secret" }), "invalid-body"),
        (json!({ "title": "x", "chapters": [] }), "unknown-field"),
        (
            json!({ "title": "x", "readers": (0..101).map(|n| n.to_string()).collect::<Vec<_>>() }),
            "invalid-body",
        ),
    ] {
        shelf
            .send(&shelf.ada, Method::POST, "/v1/studies", about)
            .await
            .is_problem(problem);
    }
    let later = shelf.version + 1;
    for (shows, problem) in [
        (
            json!({ "type": "moment", "game": shelf.game, "version": later }),
            "no-such-version",
        ),
        (
            json!({ "type": "moment", "game": shelf.game, "version": 0 }),
            "invalid-body",
        ),
        (
            json!({ "type": "moment", "game": "nothing", "version": 1 }),
            "no-such-game",
        ),
        (json!({ "type": "game", "game": study }), "no-such-game"),
        (json!({ "type": "variation", "game": shelf.game }), "invalid-body"),
        (
            json!({ "type": "position", "system": "chess", "state": {} }),
            "no-such-system",
        ),
        (
            json!({ "type": "position", "system": "before-battle", "state": { "no": "position" } }),
            "",
        ),
        (json!({ "type": "picture" }), "invalid-body"),
    ] {
        let told = shelf.add(&study, "x", &shows).await;
        if problem.is_empty() {
            assert!((400..500).contains(&told.status), "{shows}: {}", told.text());
        } else {
            told.is_problem(problem);
        }
    }
    assert_eq!(shelf.get(&study).await, before);
    // Without the right to write, or with a token for one game alone, there is no study.
    let reading = shelf.server.token("carl", &[Scope::GameRead]);
    let new = json!({ "title": "x" });
    shelf
        .server
        .post(&reading, "/v1/studies", &new)
        .await
        .is_problem("forbidden");
    let one_game = json!({ "subject": "dora", "scopes": ["game:write"], "game": shelf.game });
    let one_game = shelf
        .server
        .post(&shelf.server.admin, "/v1/tokens", &one_game)
        .await
        .is(201)
        .json();
    shelf
        .server
        .post(one_game["secret"].as_str().unwrap(), "/v1/studies", &new)
        .await
        .is_problem("forbidden");
}

#[actix_web::test]
async fn a_request_sent_again_makes_no_second_study() {
    let shelf = Shelf::new().await;
    let ask = |who: &Account, title: &str| {
        let request = TestRequest::post()
            .uri("/v1/studies")
            .insert_header(("Idempotency-Key", "once"))
            .set_json(json!({ "title": title }));
        let (server, cookie) = (&shelf.server, who.cookie.clone());
        async move { server.browse(&cookie, request).await }
    };
    let first = ask(&shelf.ada, "Flanks").await.is(201).json();
    let again = ask(&shelf.ada, "Flanks").await.is(200);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.json()["id"], first["id"]);
    ask(&shelf.ada, "Wings").await.is_problem("command-key-reused");
    assert_ne!(ask(&shelf.bob, "Flanks").await.is(201).json()["id"], first["id"]);
}

#[actix_web::test]
async fn a_request_sent_again_makes_no_second_chapter_and_no_second_copy() {
    let shelf = Shelf::new().await;
    let study = shelf.study(&[]).await;
    let at = format!("/v1/studies/{study}");
    let ask = |who: &Account, path: String, body: &Value| {
        let request = TestRequest::post()
            .uri(&path)
            .insert_header(("Idempotency-Key", "once"))
            .set_json(body);
        let (server, cookie) = (&shelf.server, who.cookie.clone());
        async move { server.browse(&cookie, request).await }
    };
    let chapter = json!({ "title": "one", "shows": shelf.moment(1) });
    let chapters = || format!("{at}/chapters");
    let first = ask(&shelf.ada, chapters(), &chapter).await.is(201);
    shelf.add(&study, "two", &shelf.moment(2)).await.is(201);
    let again = ask(&shelf.ada, chapters(), &chapter).await.is(200);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.header("location"), first.header("location"));
    assert_eq!(again.json()["number"], 1);
    assert_eq!(titles(&shelf.get(&study).await), ["one", "two"]);
    let other = json!({ "title": "other", "shows": shelf.moment(1) });
    ask(&shelf.ada, chapters(), &other)
        .await
        .is_problem("command-key-reused");

    let clones = || format!("{at}/clones");
    let copy = ask(&shelf.bob, clones(), &json!({})).await.is(201).json();
    // It is the same copy, though the study went on.
    shelf.add(&study, "three", &shelf.moment(3)).await.is(201);
    let again = ask(&shelf.bob, clones(), &json!({})).await.is(200).json();
    assert_eq!((&again["id"], titles(&again)), (&copy["id"], vec!["one", "two"]));
    ask(&shelf.bob, clones(), &json!({ "title": "Mine" }))
        .await
        .is_problem("command-key-reused");
}

#[actix_web::test]
async fn a_study_is_written_by_the_forms_of_its_pages() {
    let shelf = Shelf::new().await;
    let made = shelf
        .server
        .browse_form(&shelf.ada, "/studies", &json!({ "title": "<b>Flanks</b>" }))
        .await
        .is(303);
    let page = made.header("location").unwrap().to_owned();
    let forms = |fields: Value| {
        let page = page.clone();
        let (server, ada) = (&shelf.server, &shelf.ada);
        async move { server.browse_form(ada, &page, &fields).await }
    };
    let address = format!("http://localhost:8080/g/{}/4?flip=true", shelf.game);
    for title in ["First", "Second"] {
        forms(
            json!({ "does": "add", "title": title, "text": "<script>alert(1)</script>", "address": address }),
        )
        .await
        .is(303);
    }
    let whole = format!("/g/{}", shelf.game);
    let edit =
        json!({ "does": "edit", "chapter": "2", "title": "Second", "text": "Words.", "address": whole });
    forms(edit).await.is(303);
    forms(json!({ "does": "earlier", "chapter": "2" })).await.is(303);
    forms(
        json!({ "does": "change", "title": "<b>Flanks</b>", "visibility": "readers", "readers": "bob, eve" }),
    )
    .await
    .is(303);
    let id = page.strip_prefix("/s/").unwrap();
    let told = shelf.get(id).await;
    assert_eq!(titles(&told), ["Second", "First"]);
    assert_eq!(
        told["chapters"][0]["shows"],
        json!({ "type": "game", "game": shelf.game })
    );
    assert_eq!(told["chapters"][1]["shows"], shelf.moment(4));
    assert_eq!(
        (&told["visibility"], &told["readers"]),
        (&json!("readers"), &json!(["bob", "eve"]))
    );
    for path in [page.clone(), format!("{page}/1"), format!("/embed{page}/1")] {
        let text = shelf.server.browse_get(&shelf.bob, &path).await.is(200).text();
        assert!(
            !text.contains("<b>Flanks") && !text.contains("<script>alert"),
            "{path}"
        );
        assert!(!text.contains("Change the study"), "it is not bob's");
    }
    forms(json!({ "does": "remove", "chapter": "1" })).await.is(303);
    for (fields, problem) in [
        (json!({ "does": "dance" }), "invalid-body"),
        (json!({ "does": "remove", "chapter": "1" }), "no-such-chapter"),
        (
            json!({ "does": "add", "title": "x", "address": "elsewhere" }),
            "invalid-body",
        ),
        (
            json!({ "does": "add", "title": "x", "position": "{", "system": "before-battle" }),
            "invalid-body",
        ),
        (
            json!({ "does": "change", "visibility": "secret" }),
            "invalid-body",
        ),
    ] {
        forms(fields).await.is_problem(problem);
    }
    let copy = shelf
        .server
        .browse_form(&shelf.bob, &page, &json!({ "does": "clone" }))
        .await
        .is(303);
    assert_ne!(copy.header("location").unwrap(), page);
    shelf
        .server
        .browse_form(&shelf.bob, &page, &json!({ "does": "remove", "chapter": "2" }))
        .await
        .is_problem("forbidden");
}
