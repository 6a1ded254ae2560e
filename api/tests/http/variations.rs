//! Variations: a game of its own from any moment, made by hand or played on by bots.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_openapi::describe::FORM;
use serde_json::{Value, json};

use crate::table::{Heard, Server};

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");

/// A server with a recorded game that is over; its id.
async fn recorded() -> (Server, String) {
    let server = Server::new();
    let game = server.brought(GAME).await;
    (server, game)
}

async fn fork(server: &Server, token: &str, game: &str, asked: &Value) -> Heard {
    server
        .post(token, &format!("/v1/games/{game}/variations"), asked)
        .await
}

fn id(made: &Value) -> String {
    made["game"]["card"]["id"].as_str().unwrap().to_owned()
}

/// The events of a game with their versions, without what tells when and by which command they were recorded.
async fn events(server: &Server, game: &str, to: u64) -> Vec<Value> {
    let path = format!("/v1/games/{game}/events?limit=1000");
    let page = server.get_as(&server.admin, &path).await.is(200).json();
    let items = page["items"].as_array().unwrap();
    items
        .iter()
        .take_while(|item| item["version"].as_u64().unwrap() <= to)
        .map(|item| item["event"].clone())
        .collect()
}

#[actix_web::test]
async fn a_variation_is_a_game_of_its_own_from_that_moment() {
    let (server, game) = recorded().await;
    let before = events(&server, &game, u64::MAX).await;
    let made = fork(&server, &server.admin, &game, &json!({ "version": 40 }))
        .await
        .is(201);
    let made_at = made.header("location").unwrap().to_owned();
    let made = made.json();
    let (other, of) = (id(&made), &made["of"]);
    assert_eq!(made_at, format!("/v1/games/{other}"));
    assert_eq!((&of["game"], made.get("bots")), (&json!(game), None));
    let (at, shared) = (of["version"].as_u64().unwrap(), of["shared"].as_u64().unwrap());
    assert!(at >= 40, "a command under way is taken whole");
    assert_eq!(made["game"]["card"]["version"], shared);
    assert_eq!(
        made["game"]["card"]["status"], "draft",
        "nothing of its own was played"
    );
    assert!(
        made["game"]["card"]["marks"]
            .as_array()
            .unwrap()
            .contains(&json!("variation"))
    );
    assert_eq!(
        events(&server, &other, shared).await,
        events(&server, &game, at).await
    );
    let state = |game: &str, at: u64| format!("/v1/games/{game}/state?at={at}");
    assert_eq!(
        server.get(&state(&other, shared)).await.is(200).json(),
        server.get(&state(&game, at)).await.is(200).json()
    );
    // Both ways: the game lists it, and it says where it comes from.
    let listed = server
        .get(&format!("/v1/games/{game}/variations"))
        .await
        .is(200)
        .json();
    assert_eq!(listed["items"][0]["card"]["id"], json!(other));
    assert_eq!(
        (&listed["items"][0]["version"], listed.get("of")),
        (&json!(at), None)
    );
    let back = server
        .get(&format!("/v1/games/{other}/variations"))
        .await
        .is(200)
        .json();
    assert_eq!((&back["of"], &back["items"]), (of, &json!([])));
    // It is played on like any game, and the other one stays as it is.
    let commands = format!("/v1/games/{other}/commands");
    let said = json!({ "type": "say", "seat": "A", "text": "Otherwise, then." });
    server.post(&server.admin, &commands, &said).await.is(200);
    let now = server.get(&format!("/v1/games/{other}")).await.json();
    assert_eq!(now["card"]["status"], "running");
    assert_eq!(events(&server, &game, u64::MAX).await, before);
}

#[actix_web::test]
async fn a_variation_in_which_nothing_was_played_can_be_put_away() {
    let (server, game) = recorded().await;
    let made = fork(&server, &server.admin, &game, &json!({ "version": 30 }))
        .await
        .is(201)
        .json();
    let path = format!("/v1/games/{}", id(&made));
    server
        .send(Method::DELETE, &server.admin, &path, &json!({}))
        .await
        .is(204);
    let listed = server.get(&format!("/v1/games/{game}/variations")).await.json();
    assert_eq!(listed["items"], json!([]));
}

#[actix_web::test]
async fn a_key_makes_one_variation_however_often_it_is_sent() {
    let (server, game) = recorded().await;
    let ask = |asked: Value| {
        server.ask(
            TestRequest::post()
                .uri(&format!("/v1/games/{game}/variations"))
                .insert_header(("Authorization", format!("Bearer {}", server.admin)))
                .insert_header(("Idempotency-Key", "evening"))
                .set_json(asked),
        )
    };
    let bots = json!({ "version": 150, "dice": "server", "bots": { "seats": { "A": "random", "B": "random" }, "commands": 2 } });
    let (first, second) = futures_util::future::join(ask(bots.clone()), ask(bots.clone())).await;
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201], "{}", second.text());
    assert_eq!(first.json(), second.json());
    let third = ask(bots).await.is(200);
    assert_eq!(third.header("idempotency-replayed"), Some("true"));
    assert_eq!(third.json(), first.json());
    ask(json!({ "version": 151 }))
        .await
        .is_problem("command-key-reused");
    let listed = server.get(&format!("/v1/games/{game}/variations")).await.json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn bots_play_on_to_the_end_and_what_they_play_is_sound() {
    let (server, game) = recorded().await;
    let few = json!({ "version": 60, "dice": "server", "bots": { "seats": { "A": "greedy", "B": "random" }, "commands": 3 } });
    let made = fork(&server, &server.admin, &game, &few).await.is(201).json();
    assert_eq!(made["bots"], json!({ "commands": 3, "stopped": "commands" }));
    assert_eq!(
        made["game"]["card"]["players"],
        json!({ "A": "greedy bot", "B": "random bot" })
    );
    let all =
        json!({ "version": 150, "dice": "server", "bots": { "seats": { "A": "greedy", "B": "greedy" } } });
    let made = fork(&server, &server.admin, &game, &all).await.is(201).json();
    assert_eq!(made["bots"]["stopped"], "over", "{made}");
    assert_eq!(made["game"]["card"]["status"], "finished");
    let audit = server
        .get(&format!("/v1/games/{}/audit", id(&made)))
        .await
        .is(200)
        .json();
    assert_eq!(audit["report"]["differences"], json!([]), "{audit}");
    assert_eq!(audit["report"]["dice_fault"], Value::Null);
    assert!(
        audit["report"]["dice_checked"]
            .as_u64()
            .is_some_and(|dice| dice > 0)
    );
    // One seat by a bot: it stops where the other is asked.
    let one = json!({ "version": 60, "dice": "server", "bots": { "seats": { "A": "greedy" } } });
    let made = fork(&server, &server.admin, &game, &one).await.is(201).json();
    assert_eq!(made["bots"]["stopped"], "asked", "{made}");
    let awaiting = made["game"]["now"]["awaiting"].as_array().unwrap();
    assert!(awaiting.iter().all(|asked| asked["seat"] == "B"), "{awaiting:?}");
}

#[actix_web::test]
async fn what_is_wrong_with_a_request_is_told_with_its_place_and_nothing_is_made() {
    let (server, game) = recorded().await;
    let end = server.get(&format!("/v1/games/{game}")).await.json()["card"]["version"]
        .as_u64()
        .unwrap();
    let bots = |bots: Value| json!({ "version": 150, "dice": "server", "bots": bots });
    let rows = [
        (json!({}), "invalid-body", ""),
        (json!({ "version": 1, "versoin": 2 }), "unknown-field", "/versoin"),
        (json!({ "version": -1 }), "invalid-body", "/version"),
        (json!({ "version": 0 }), "no-such-version", ""),
        (json!({ "version": end + 1 }), "no-such-version", ""),
        (json!({ "version": end }), "refused", ""),
        (
            json!({ "version": 40, "title": "x".repeat(201) }),
            "invalid-body",
            "/title",
        ),
        (
            json!({ "version": 40, "dice": "loaded" }),
            "invalid-body",
            "/dice",
        ),
        (bots(json!({ "seats": {} })), "invalid-body", "/bots/seats"),
        (
            bots(json!({ "seats": { "Q": "greedy" } })),
            "invalid-body",
            "/bots/seats/Q",
        ),
        (
            bots(json!({ "seats": { "A": "clever" } })),
            "invalid-body",
            "/bots/seats/A",
        ),
        (
            bots(json!({ "seats": { "A": "greedy" }, "commands": 0 })),
            "invalid-body",
            "/bots/commands",
        ),
        (
            bots(json!({ "seats": { "A": "greedy" }, "commands": 2001 })),
            "invalid-body",
            "/bots/commands",
        ),
        (
            json!({ "version": 150, "dice": "reported", "bots": { "seats": { "A": "greedy" } } }),
            "invalid-body",
            "/dice",
        ),
    ];
    for (asked, problem, place) in rows {
        let told = fork(&server, &server.admin, &game, &asked)
            .await
            .is_problem(problem)
            .json();
        if !place.is_empty() {
            assert_eq!(told["errors"][0]["path"], place, "{asked}: {told}");
        }
        if problem == "refused" {
            assert_eq!(told["rule"], "HS-FORK-01");
        }
    }
    let listed = server.get(&format!("/v1/games/{game}/variations")).await.json();
    assert_eq!(listed["items"], json!([]));
    server
        .get(&format!("/v1/games/{game}/variations?cursor=nonsense"))
        .await
        .is_problem("invalid-parameter");
}

#[actix_web::test]
async fn a_private_game_has_private_variations_and_no_variation_names_it_to_others() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    let bob = server.token("bob", &[Scope::GameRead, Scope::GameWrite]);
    let asked = json!({ "system": "before-battle", "title": "Secret plans", "visibility": "private" });
    let game = server.game(&ada, asked).await;
    server.play(&ada, &game, 6).await;
    fork(&server, &bob, &game, &json!({ "version": 3 }))
        .await
        .is_problem("no-such-game");
    let made = fork(&server, &ada, &game, &json!({ "version": 3 }))
        .await
        .is(201)
        .json();
    let other = id(&made);
    assert_eq!(made["game"]["card"]["visibility"], "private");
    let path = format!("/v1/games/{other}");
    server.get_as(&bob, &path).await.is_problem("no-such-game");
    // Its owner shows it to everybody: of what it is a variation stays between those who may see that.
    let public = json!({ "visibility": "public", "title": "What if" });
    server.send(Method::PATCH, &ada, &path, &public).await.is(200);
    let said = json!({ "type": "concede", "seat": "A" });
    server
        .post(&ada, &format!("{path}/commands"), &said)
        .await
        .is(200);
    let page = format!("/g/{other}");
    for (token, knows) in [(&bob, false), (&ada, true)] {
        let listed = server
            .get_as(token, &format!("{path}/variations"))
            .await
            .is(200)
            .json();
        assert_eq!(listed.get("of").is_some(), knows);
        let looks = [
            server.get_as(token, &path).await.is(200).text(),
            server
                .get_as(token, &format!("{path}/export"))
                .await
                .is(200)
                .text(),
            server.get_as(token, "/v1/games").await.is(200).text(),
            server.get_as(token, &page).await.is(200).text(),
        ];
        for (place, look) in looks.iter().enumerate() {
            assert!(look.contains(&other), "{place}");
            if !knows {
                assert!(
                    !look.contains(&game) && !look.contains("Secret plans"),
                    "{place}: {look}"
                );
            }
        }
        assert_eq!(looks[3].contains("Variation of"), knows);
    }
}

/// A copy that is played on soon hides nothing more, and would tell everybody what the game still hides.
#[actix_web::test]
async fn a_variation_of_a_game_with_secrets_is_its_owners_until_they_show_it() {
    let server = Server::new();
    let asked = json!({ "system": "before-battle", "visibility": "public" });
    let game = server.game(&server.admin, asked).await;
    let version = server.play(&server.admin, &game, 6).await;
    let head = server.services.games.head(game.parse().unwrap()).await.unwrap();
    assert!(head.secrets && !head.over, "the test needs a game with secrets");
    let asked = json!({ "version": version, "dice": "server", "bots": { "seats": { "A": "greedy", "B": "greedy" } } });
    let made = fork(&server, &server.admin, &game, &asked).await.is(201).json();
    assert_eq!(made["game"]["card"]["visibility"], "private");
    let path = format!("/v1/games/{}", id(&made));
    server.get(&path).await.is_problem("no-such-game");
    let public = json!({ "visibility": "public" });
    server
        .send(Method::PATCH, &server.admin, &path, &public)
        .await
        .is(200);
    server.get(&path).await.is(200);
    // Which games branch off one is asked of that game alone, by those who may see it.
    for query in [format!("mark=of:{game}"), format!("mark=of:{game}&owner=me")] {
        let listed = server
            .get_as(&server.admin, &format!("/v1/games?{query}"))
            .await
            .is(200)
            .json();
        assert_eq!(listed["items"], json!([]));
    }
}

#[actix_web::test]
async fn a_seat_learns_nothing_hidden_by_forking() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let id = game.parse().unwrap();
    let sitter = server
        .post(
            &server.admin,
            "/v1/tokens",
            &json!({ "subject": "bob", "scopes": ["seat:B", "game:write"], "game": game }),
        )
        .await
        .is(201)
        .json()["secret"]
        .as_str()
        .unwrap()
        .to_owned();
    let stranger = server.token("eve", &[Scope::GameWrite]);
    let mut refused = 0;
    for _ in 0..12 {
        let version = server.play(&server.admin, &game, 3).await;
        let head = server.services.games.head(id).await.unwrap();
        if head.over || !head.secrets {
            continue;
        }
        for token in [&sitter, &stranger] {
            for version in [1, version] {
                fork(&server, token, &game, &json!({ "version": version }))
                    .await
                    .is_problem("hidden-until-the-end");
            }
        }
        refused += 1;
    }
    assert!(refused > 0, "no moment had secrets");
    let concede = json!({ "type": "concede", "seat": "A" });
    server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &concede)
        .await
        .is(200);
    fork(&server, &stranger, &game, &json!({ "version": 3 }))
        .await
        .is(201);
}

#[actix_web::test]
async fn the_page_lists_variations_and_its_form_makes_them() {
    let (server, game) = recorded().await;
    let cookie = server.sign_in(&server.admin).await;
    let send = |fields: &'static str| {
        let post = TestRequest::post()
            .uri(&format!("/g/{game}/variations"))
            .insert_header(("Content-Type", FORM))
            .insert_header(("Accept", "text/html"))
            .set_payload(fields);
        server.browse(&cookie, post)
    };
    let by_hand = send("version=41&title=%3Cscript%3Ealert(1)%3C/script%3E&bot-A=&bot-B=&key=one")
        .await
        .is(303);
    let to = by_hand.header("location").unwrap().to_owned();
    let recorder = server.browse(&cookie, TestRequest::get().uri(&to)).await.is(200);
    assert!(
        recorder.text().contains("&lt;script&gt;alert(1)"),
        "it opens for recording"
    );
    let again = send("version=41&title=%3Cscript%3Ealert(1)%3C/script%3E&bot-A=&bot-B=&key=one")
        .await
        .is(303);
    assert_eq!(
        again.header("location"),
        Some(to.as_str()),
        "sent twice, made once"
    );
    let instead = send("version=41&instead=true&key=one").await.is(303);
    assert_ne!(instead.header("location"), Some(to.as_str()));
    let bots = send("version=150&bot-A=greedy&bot-B=greedy&commands=4")
        .await
        .is(303);
    let (_, other) = bots.header("location").unwrap().rsplit_once('/').unwrap();
    let other = other.strip_suffix("?step=0").expect("where they part");
    let page = &format!("/g/{other}");
    let shown = server
        .browse(&cookie, TestRequest::get().uri(page))
        .await
        .is(200)
        .text();
    assert!(shown.contains("Variation of"), "it says where it comes from");
    let listed = server.get(&format!("/v1/games/{game}/variations")).await.json();
    let versions: Vec<u64> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["version"].as_u64().unwrap())
        .collect();
    let [_, before, at] = versions[..] else {
        panic!("{versions:?}")
    };
    assert!(before < 41 && at >= 41, "{versions:?}");
    let replay = server.get(&format!("/g/{game}/{at}")).await.is(200).text();
    assert!(!replay.contains("<script>alert"), "what people write is escaped");
    assert!(replay.contains("&lt;script&gt;alert(1)") && replay.contains("from event"));
    assert!(
        replay.contains("to try another move from here"),
        "who may not make games is told how"
    );
    let wrong = send("version=soon").await.is(400);
    assert!(wrong.header("content-type").unwrap().starts_with("text/html"));
}
