//! Visibility: private games do not exist for others, and what is hidden never leaves before its time.

use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_engine::kernel::{Seat, Viewer};
use hindsight_openapi::operations;
use serde_json::json;

use crate::table::Server;

#[actix_web::test]
async fn a_private_game_does_not_exist_for_others() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    let bob = server.token("bob", &[Scope::GameRead, Scope::GameWrite]);
    let request = json!({ "system": "before-battle", "title": "hidden away", "visibility": "private" });
    let game = server.game(&ada, request).await;
    let nowhere = "01KAG6Q2Y7M3V9XWZ4T5B8C0DE";
    let mut asked = 0;
    for operation in operations()
        .iter()
        .filter(|operation| operation.path.contains("{game}"))
    {
        let path = |id: &str| {
            operation
                .path
                .replace("{game}", id)
                .replace("{version}", "1")
                .replace("{chart}", "luck")
        };
        let method = actix_web::http::Method::from_bytes(operation.method.name().as_bytes()).unwrap();
        let body = operation
            .body
            .as_ref()
            .and_then(|body| body.examples.first())
            .map_or_else(|| json!({}), |(_, example)| example.clone());
        let there = server
            .send(method.clone(), &bob, &path(&game), &body)
            .await
            .is_problem("no-such-game");
        let not_there = server
            .send(method, &bob, &path(nowhere), &body)
            .await
            .is_problem("no-such-game");
        let same = |text: String| text.replace(&game, "X").replace(nowhere, "X");
        assert_eq!(
            same(there.text()),
            same(not_there.text()),
            "{} tells them apart",
            operation.id
        );
        asked += 1;
    }
    assert!(asked > 20, "only {asked}");
    for (token, seen) in [(&bob, 0), (&ada, 1)] {
        assert_eq!(
            server.get_as(token, "/v1/games").await.json()["items"]
                .as_array()
                .unwrap()
                .len(),
            seen
        );
    }
    assert!(!server.get("/").await.text().contains("hidden away"));
    assert!(
        server
            .get_as(&ada, &format!("/v1/games/{game}"))
            .await
            .is(200)
            .json()["card"]["yours"]
            == true
    );
}

#[actix_web::test]
async fn an_unlisted_game_is_found_by_its_address_alone() {
    let server = Server::new();
    let game = server
        .game(
            &server.admin,
            json!({ "system": "before-battle", "visibility": "unlisted" }),
        )
        .await;
    server.get(&format!("/v1/games/{game}")).await.is(200);
    assert!(
        server.get("/v1/games").await.json()["items"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

/// A seat's token plays its seat, and nothing else.
#[actix_web::test]
async fn a_seat_speaks_for_itself() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    let game = server
        .game(
            &ada,
            json!({ "system": "before-battle", "visibility": "private" }),
        )
        .await;
    let other = server
        .game(
            &ada,
            json!({ "system": "before-battle", "visibility": "private" }),
        )
        .await;
    let make = |game: &str, scopes: serde_json::Value| json!({ "scopes": scopes, "game": game });
    let b = server
        .post(&ada, "/v1/tokens", &make(&game, json!(["seat:B"])))
        .await
        .is(201)
        .json();
    let b = b["secret"].as_str().unwrap();
    let commands = format!("/v1/games/{game}/commands");
    let said = server
        .post(b, &commands, &json!({ "type": "say", "text": "hi" }))
        .await
        .is(200)
        .json();
    assert_eq!(said["events"][0]["event"]["seat"], "B");
    server
        .post(b, &commands, &json!({ "type": "say", "seat": "A", "text": "hi" }))
        .await
        .is_problem("forbidden");
    server
        .post(b, &commands, &json!({ "type": "take_back", "to": 1 }))
        .await
        .is_problem("forbidden");
    server
        .post(
            b,
            &commands,
            &json!({ "type": "rule", "reason": "x", "patch": {} }),
        )
        .await
        .is_problem("forbidden");
    server
        .get_as(b, &format!("/v1/games/{other}"))
        .await
        .is_problem("no-such-game");
    server
        .post(b, "/v1/games", &json!({ "system": "before-battle" }))
        .await
        .is_problem("forbidden");
    // An owner gives away seats of the own game, never more.
    for (game, scopes) in [(&game, json!(["admin"])), (&game, json!(["game:write"]))] {
        server
            .post(&ada, "/v1/tokens", &make(game, scopes))
            .await
            .is_problem("forbidden");
    }
    server
        .post(&ada, "/v1/tokens", &json!({ "scopes": ["game:read"] }))
        .await
        .is_problem("forbidden");
    let bob = server.token("bob", &[Scope::GameWrite]);
    server
        .post(&bob, "/v1/tokens", &make(&game, json!(["seat:A"])))
        .await
        .is_problem("no-such-game");
    // Nobody else writes into a public game.
    let public = server.plain_game(&ada).await;
    let said = json!({ "type": "say", "seat": "A", "text": "x" });
    let path = format!("/v1/games/{public}/commands");
    server.post(&bob, &path, &said).await.is_problem("forbidden");
}

#[actix_web::test]
async fn what_is_hidden_stays_hidden_in_every_view_of_before_battle() {
    what_is_hidden_stays_hidden("before-battle", 60, 1).await;
}

#[actix_web::test]
async fn what_is_hidden_stays_hidden_in_every_view_of_battleground_4() {
    what_is_hidden_stays_hidden("battleground-4", 36, 6).await;
}

/// After every so many commands of a game with secrets, every view of it is the viewer's: each seat's and the public's.
async fn what_is_hidden_stays_hidden(system: &str, looks: usize, commands: usize) {
    let server = Server::new();
    let game = server.game(&server.admin, json!({ "system": system })).await;
    let id = game.parse().unwrap();
    let b = server
        .post(
            &server.admin,
            "/v1/tokens",
            &json!({ "subject": "bob", "scopes": ["seat:B"], "game": game }),
        )
        .await
        .is(201)
        .json()["secret"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut secret_versions = 0;
    for _ in 0..looks {
        let before = server.services.games.head(id).await.unwrap().version();
        let version = server.play(&server.admin, &game, commands).await;
        if version == before {
            break;
        }
        let head = server.services.games.head(id).await.unwrap();
        if head.over || !head.secrets {
            continue;
        }
        secret_versions += 1;
        for (token, viewer) in [(None, Viewer::Public), (Some(&b), Viewer::Seat(Seat::B))] {
            let path = format!("/v1/games/{game}/state");
            let seen = match token {
                None => server.get(&path).await,
                Some(token) => server.get_as(token, &path).await,
            };
            assert_eq!(seen.is(200).json(), head.game.state(viewer), "version {version}");
        }
        server
            .get(&format!("/v1/games/{game}/export"))
            .await
            .is_problem("hidden-until-the-end");
        server
            .get(&format!("/v1/games/{game}/audit"))
            .await
            .is_problem("hidden-until-the-end");
        server
            .get_as(&b, &format!("/v1/games/{game}/export"))
            .await
            .is_problem("hidden-until-the-end");
        server
            .get_as(&b, &format!("/v1/games/{game}/state?seat=A"))
            .await
            .is_problem("forbidden");
        server
            .get_as(&b, &format!("/v1/games/{game}/offers?seat=A"))
            .await
            .is_problem("forbidden");
        server
            .get(&format!("/v1/games/{game}/board.svg?seat=A"))
            .await
            .is_problem("forbidden");
        // The events of the public fold to the public's state: nothing of them tells more.
        let past = server.services.games.past(&head).await.unwrap();
        let public = past.chronicle.game_at(version, Viewer::Public).unwrap();
        assert_eq!(
            public.state(Viewer::Everything),
            head.game.state(Viewer::Public),
            "version {version}"
        );
    }
    assert!(
        secret_versions > 0,
        "the game never held a secret, so this test showed nothing"
    );
    // Another viewer's copy is no copy of mine.
    let etag = server
        .get(&format!("/v1/games/{game}/state"))
        .await
        .header("etag")
        .unwrap()
        .to_owned();
    let mine = TestRequest::get()
        .uri(&format!("/v1/games/{game}/state"))
        .insert_header(("Authorization", format!("Bearer {}", server.admin)))
        .insert_header(("If-None-Match", etag));
    let head = server.services.games.head(id).await.unwrap();
    assert_eq!(server.ask(mine).await.status, if head.over { 304 } else { 200 });
}

/// While a game runs a seat has a tag of its own; once it is over all see the same, and it has the same tag everywhere.
#[actix_web::test]
async fn the_tags_of_one_version_agree_also_when_a_seat_ends_the_game() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let seat = json!({ "subject": "bob", "scopes": ["seat:B"], "game": game });
    let seat = server
        .post(&server.admin, "/v1/tokens", &seat)
        .await
        .is(201)
        .json();
    let seat = seat["secret"].as_str().unwrap();
    let commands = format!("/v1/games/{game}/commands");
    for command in [
        json!({ "type": "say", "seat": "B", "text": "it was close" }),
        json!({ "type": "concede", "seat": "B" }),
    ] {
        let over = command["type"] == "concede";
        let done = server.post(seat, &commands, &command).await.is(200);
        let tag = done.header("etag").unwrap().to_owned();
        for view in ["state", "events", "timeline"] {
            let seen = server
                .get_as(seat, &format!("/v1/games/{game}/{view}"))
                .await
                .is(200);
            assert_eq!(seen.header("etag"), Some(tag.as_str()), "{view} after {command}");
            let public = server.get(&format!("/v1/games/{game}/{view}")).await.is(200);
            assert_eq!(
                public.header("etag") == Some(tag.as_str()),
                over,
                "{view} after {command}"
            );
        }
        // What comes too late is answered with it too.
        let late = server
            .ask(
                TestRequest::post()
                    .uri(&commands)
                    .insert_header(("Authorization", format!("Bearer {seat}")))
                    .insert_header(("If-Match", "\"1\""))
                    .set_json(json!({ "type": "say", "seat": "B", "text": "late" })),
            )
            .await
            .is_problem("stale-version");
        assert_eq!(late.header("etag"), Some(tag.as_str()), "late after {command}");
    }
}
