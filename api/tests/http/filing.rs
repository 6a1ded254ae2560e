//! Games as they are filed: carried from server to server, listed, renamed, put away.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

use crate::table::Server;

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
    assert_eq!(again["already_existed"], true);
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

#[actix_web::test]
async fn lists_find_how_a_game_ended_and_who_won_it() {
    let server = Server::new();
    let players = json!({ "A": "Ada", "B": "Bob" });
    for (title, conceding) in [("won by Bob", "A"), ("won by Ada", "B")] {
        let request = json!({ "system": "before-battle", "title": title, "players": players });
        let game = server.game(&server.admin, request).await;
        let concede = json!({ "type": "concede", "seat": conceding });
        let commands = format!("/v1/games/{game}/commands");
        server.post(&server.admin, &commands, &concede).await.is(200);
    }
    let drawn = json!({ "system": "before-battle", "title": "a draw", "players": players });
    let drawn = server.game(&server.admin, drawn).await;
    for command in [
        json!({ "type": "propose", "seat": "A", "winner": null }),
        json!({ "type": "answer", "seat": "B", "accept": true }),
    ] {
        let commands = format!("/v1/games/{drawn}/commands");
        server.post(&server.admin, &commands, &command).await.is(200);
    }
    let open = json!({ "system": "before-battle", "title": "going on", "players": players });
    server.game(&server.admin, open).await;
    let rows = [
        ("result=won", vec!["won by Bob", "won by Ada"]),
        ("result=draw", vec!["a draw"]),
        ("winner=Ada", vec!["won by Ada"]),
        ("winner=Ada&result=draw", vec![]),
        ("winner=Nobody", vec![]),
        (
            "player=Ada",
            vec!["won by Bob", "won by Ada", "a draw", "going on"],
        ),
    ];
    for (query, titles) in rows {
        let page = server
            .get(&format!("/v1/games?sort=created&{query}"))
            .await
            .is(200)
            .json();
        let found: Vec<&str> = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|card| card["title"].as_str().unwrap())
            .collect();
        assert_eq!(found, titles, "{query}");
    }
    // A winner by another name is found under that one.
    let won = server.get("/v1/games?winner=Ada").await.json();
    let path = won["items"][0]["links"]["self"].as_str().unwrap().to_owned();
    let patch = json!({ "players": { "A": "Ada Lovelace" } });
    server
        .send(Method::PATCH, &server.admin, &path, &patch)
        .await
        .is(200);
    let found = |page: Value| page["items"].as_array().unwrap().len();
    assert_eq!(found(server.get("/v1/games?winner=Ada").await.json()), 0);
    assert_eq!(
        found(server.get("/v1/games?winner=Ada%20Lovelace").await.json()),
        1
    );
    server
        .get("/v1/games?result=lost")
        .await
        .is_problem("invalid-parameter");
}

#[actix_web::test]
async fn lists_find_a_name_in_either_spelling_and_a_title_whatever_its_spaces() {
    let server = Server::new();
    let (composed, apart) = ("Zo\u{eb}", "Zoe\u{308}");
    let request = |title: &str, player: &str| json!({ "system": "before-battle", "title": title, "players": { "A": player }, "visibility": "public" });
    let first = server
        .game(&server.admin, request("two  spaces   here", composed))
        .await;
    // A name that another server filed in the other spelling.
    let elsewhere = Server::new();
    let brought = elsewhere.game(&elsewhere.admin, request("Hill", "Zoey")).await;
    let file = elsewhere
        .get_as(&elsewhere.admin, &format!("/v1/games/{brought}/export"))
        .await
        .is(200)
        .text();
    let file = file.replace("Zoey", apart);
    assert!(file.contains(apart));
    server.import("application/x-ndjson", file).await.is(201);
    let found = async |query: &[(&str, &str)]| {
        let coded: Vec<String> = query
            .iter()
            .map(|(name, value)| {
                let value = percent_encoding::utf8_percent_encode(value, percent_encoding::NON_ALPHANUMERIC);
                format!("{name}={value}")
            })
            .collect();
        let path = format!("/v1/games?{}", coded.join("&"));
        let list = server.get_as(&server.admin, &path).await.is(200).json();
        list["items"].as_array().unwrap().len()
    };
    for text in ["zoe", composed, "ZOE\u{308}", "Zoe"] {
        assert_eq!(found(&[("q", text)]).await, 2, "{text:?}");
    }
    for player in [composed, apart] {
        assert_eq!(found(&[("player", player)]).await, 2, "{player:?}");
    }
    assert_eq!(found(&[("q", "two spaces here")]).await, 1);
    let card = server
        .get_as(&server.admin, &format!("/v1/games/{first}"))
        .await
        .json();
    assert_eq!(card["card"]["players"]["A"], composed);
}
