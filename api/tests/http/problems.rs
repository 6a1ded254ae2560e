//! Each problem, from the outside.

use std::sync::Arc;

use actix_web::dev::Service;
use actix_web::http::Method;
use actix_web::test::{self, TestRequest};
use hindsight_api::access::Scope;
use hindsight_api::base::limits::Client;
use hindsight_api::{Settings, create_app};
use serde_json::{Value, json};

use crate::table::{Server, heard};

const NOWHERE: &str = "01KAG6Q2Y7M3V9XWZ4T5B8C0DE";

fn bearer(token: &str) -> (&'static str, String) {
    ("Authorization", format!("Bearer {token}"))
}

#[actix_web::test]
async fn bodies_that_are_wrong_are_told_where_and_change_nothing() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let commands = format!("/v1/games/{game}/commands");
    let raw = |path: &str, media: &'static str, body: &'static str| {
        TestRequest::post()
            .uri(path)
            .insert_header(bearer(&server.admin))
            .insert_header(("Content-Type", media))
            .set_payload(body)
    };
    let rows: &[(&str, &'static str, &'static str, &str, &str)] = &[
        ("/v1/games", "application/json", "{\"system\":", "not-json", ""),
        ("/v1/games", "application/json", "\u{1}", "not-json", ""),
        ("/v1/games", "application/json", "[]", "invalid-body", ""),
        ("/v1/games", "application/json", "{}", "invalid-body", ""),
        (
            "/v1/games",
            "application/json",
            "{\"system\":7}",
            "invalid-body",
            "/system",
        ),
        (
            "/v1/games",
            "application/json",
            "{\"system\":\"before-battle\",\"tilte\":\"x\"}",
            "unknown-field",
            "/tilte",
        ),
        (
            "/v1/games",
            "application/json",
            "{\"system\":\"before-battle\",\"tags\":[\"\"]}",
            "invalid-body",
            "/tags/0",
        ),
        (
            "/v1/games",
            "application/json",
            "{\"system\":\"before-battle\",\"players\":{\"AA\":\"x\"}}",
            "invalid-body",
            "",
        ),
        (
            "/v1/games",
            "application/json",
            "{\"system\":\"chess\"}",
            "no-such-system",
            "",
        ),
        ("/v1/games", "text/plain", "{}", "unsupported-media-type", ""),
        (&commands, "application/json", "7", "invalid-body", ""),
        (
            &commands,
            "application/json",
            "{\"type\":\"dance\"}",
            "invalid-body",
            "/type",
        ),
        (
            &commands,
            "application/json",
            "{\"type\":\"say\",\"seat\":\"A\"}",
            "invalid-body",
            "/text",
        ),
        (
            &commands,
            "application/json",
            "{\"type\":\"say\",\"seat\":\"A\",\"text\":\"x\",\"loud\":true}",
            "unknown-field",
            "/loud",
        ),
        (
            &commands,
            "application/json",
            "[{\"type\":\"say\",\"seat\":5,\"text\":\"x\"}]",
            "invalid-body",
            "/0/seat",
        ),
        (
            &commands,
            "application/json",
            "{\"type\":\"play\",\"seat\":\"A\",\"command\":{\"type\":\"fly\"}}",
            "invalid-body",
            "/command/type",
        ),
    ];
    for (path, media, body, name, place) in rows {
        let heard = server.ask(raw(path, media, body)).await.is_problem(name);
        if !place.is_empty() {
            assert_eq!(
                heard.json()["errors"][0]["path"],
                *place,
                "{body}: {}",
                heard.text()
            );
        }
    }
    assert_eq!(
        server.get("/v1/games").await.json()["items"]
            .as_array()
            .unwrap()
            .len(),
        1,
        "nothing was made"
    );
    let version = server.get(&format!("/v1/games/{game}")).await.json()["now"]["version"].clone();
    assert_eq!(
        server.get(&format!("/v1/games/{game}")).await.json()["card"]["version"],
        version
    );
}

#[actix_web::test]
async fn what_the_rules_refuse_cites_the_rule() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let commands = format!("/v1/games/{game}/commands");
    let refused = server
        .post(
            &server.admin,
            &commands,
            &json!({ "type": "concede", "seat": "Q" }),
        )
        .await
        .is_problem("refused")
        .json();
    assert_eq!(
        (&refused["rule"], &refused["page"]),
        (&json!("HS-SEAT-01"), &json!("table"))
    );
    assert_eq!(refused["allowed"], json!(["A", "B"]));
    assert_eq!(refused["instance"], commands.as_str());
}

#[actix_web::test]
async fn what_is_not_there_is_told_apart() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let rows = [
        ("/v1/gmaes".to_owned(), "no-such-route"),
        ("/nothing/here".to_owned(), "no-such-route"),
        ("/docs/none".to_owned(), "no-such-route"),
        (format!("/v1/games/{NOWHERE}"), "no-such-game"),
        ("/v1/games/not-an-id".to_owned(), "no-such-game"),
        (format!("/g/{NOWHERE}/3"), "no-such-game"),
        (format!("/g/{NOWHERE}.svg"), "no-such-game"),
        ("/v1/systems/chess".to_owned(), "no-such-system"),
        (
            "/v1/systems/before-battle/rules/BB-NONE-99".to_owned(),
            "no-such-rule",
        ),
        (format!("/v1/packs/{}", "0".repeat(64)), "no-such-pack"),
        (format!("/v1/games/{game}/board.svg?at=9999"), "no-such-version"),
        (format!("/v1/games/{game}/replay.gif?to=9999"), "no-such-version"),
        (format!("/g/{game}/9999"), "no-such-version"),
        (format!("/g/{game}/soon"), "invalid-parameter"),
        (format!("/v1/games/{game}/charts/pie.svg"), "no-such-chart"),
        (
            format!("/v1/games/{game}/board.svg?overlays=inspect:Z99"),
            "no-such-unit",
        ),
        (
            format!("/v1/games/{game}/board.svg?overlays=fog"),
            "invalid-parameter",
        ),
        (
            format!("/v1/games/{game}/board.png?width=100000"),
            "invalid-parameter",
        ),
        ("/problems/bad-luck".to_owned(), "no-such-problem"),
    ];
    for (path, name) in rows {
        let heard = server.get(&path).await;
        assert_eq!(
            heard.header("content-type"),
            Some("application/problem+json"),
            "{path}"
        );
        heard.is_problem(name);
    }
    server
        .send(
            Method::DELETE,
            &server.admin,
            &format!("/v1/tokens/{NOWHERE}"),
            &json!({}),
        )
        .await
        .is_problem("no-such-token");
}

#[actix_web::test]
async fn who_may_not_is_told_what_would_allow_it() {
    let server = Server::new();
    let bob = server.token("bob", &[Scope::GameRead]);
    let create = json!({ "system": "before-battle" });
    let nobody = server
        .ask(TestRequest::post().uri("/v1/games").set_json(&create))
        .await
        .is_problem("unauthorised");
    assert!(nobody.header("www-authenticate").unwrap().starts_with("Bearer"));
    for wrong in ["hs_0", "", &format!("hs_{}", "0".repeat(64))] {
        server.get_as(wrong, "/v1/games").await.is_problem("unauthorised");
    }
    server
        .ask(
            TestRequest::get()
                .uri("/v1/games")
                .insert_header(("Authorization", "Basic YTpi")),
        )
        .await
        .is_problem("unauthorised");
    let forbidden = server
        .post(&bob, "/v1/games", &create)
        .await
        .is_problem("forbidden");
    assert_eq!(forbidden.json()["scope"], "game:write");
    server.get_as(&bob, "/v1/tokens").await.is_problem("forbidden");
    // A revoked token is a token no more.
    let made = server
        .post(
            &server.admin,
            "/v1/tokens",
            &json!({ "subject": "eve", "scopes": ["game:read"] }),
        )
        .await
        .is(201)
        .json();
    let (secret, id) = (
        made["secret"].as_str().unwrap(),
        made["token"]["id"].as_str().unwrap(),
    );
    assert_eq!(
        server.get_as(secret, "/v1/tokens/self").await.is(200).json()["subject"],
        "eve"
    );
    server
        .send(
            Method::DELETE,
            &server.admin,
            &format!("/v1/tokens/{id}"),
            &json!({}),
        )
        .await
        .is(204);
    server
        .get_as(secret, "/v1/tokens/self")
        .await
        .is_problem("unauthorised");
    let listed = server.get_as(&server.admin, "/v1/tokens").await.is(200).text();
    assert!(listed.contains(id) && !listed.contains(secret) && !listed.contains(&server.admin));
}

#[actix_web::test]
async fn too_much_is_refused_with_the_name_of_the_limit() {
    let server = Server::new();
    let long = format!("/v1/games?q={}", "x".repeat(9_000));
    assert_eq!(
        server.get(&long).await.is_problem("address-too-long").json()["limit"],
        "address"
    );
    let header = TestRequest::get()
        .uri("/v1/games")
        .insert_header(("X-Long", "x".repeat(5_000)));
    assert_eq!(
        server.ask(header).await.is_problem("headers-too-large").json()["limit"],
        "header"
    );
    let large = TestRequest::post()
        .uri("/v1/odds")
        .insert_header(("Content-Type", "application/json"))
        .set_payload(vec![b' '; (16 << 10) + 1]);
    assert_eq!(
        server.ask(large).await.is_problem("too-large").json()["limit"],
        "odds-body"
    );
    let listed = server.get("/v1/limits").await.is(200).text();
    for name in ["\"address\"", "\"header\"", "\"odds-body\"", "\"requests\""] {
        assert!(listed.contains(name), "{name} is not on the page of limits");
    }
}

#[actix_web::test]
async fn too_fast_is_told_when_to_come_again() {
    let server = Server::with(&Settings::default());
    let app = test::init_service(create_app(Arc::clone(&server.services))).await;
    let ask = async || {
        let request = TestRequest::get().uri("/v1/games").to_request();
        heard(app.call(request).await.unwrap()).await
    };
    let first = ask().await.is(200);
    assert_eq!(first.header("ratelimit-limit"), Some("300"));
    assert_eq!(first.header("ratelimit-remaining"), Some("299"));
    // A request of a test has no address; all such are one client.
    let nowhere = Client::at([0, 0, 0, 0].into());
    // A place is free again every 20 ms. A machine so slow that one is before the request is counted asks again.
    let mut tries = 0;
    let fast = loop {
        while server.services.requests.pass(nowhere).is_ok() {}
        let heard = ask().await;
        tries += 1;
        if heard.status == 429 || tries == 2_000 {
            break heard.is_problem("too-many-requests");
        }
    };
    assert_eq!(fast.json()["limit"], "requests");
    assert!(fast.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    assert_eq!(fast.header("ratelimit-remaining"), Some("0"));
    server.get("/healthz").await.is(200);
    // A token has a count of its own.
    server.get_as(&server.admin, "/v1/games").await.is(200);
}

#[actix_web::test]
async fn packs_are_checked_and_kept_by_their_content() {
    let server = Server::new();
    let faulty = server
        .post(
            &server.admin,
            "/v1/packs?system=before-battle",
            &json!({ "id": 7 }),
        )
        .await
        .is_problem("invalid-pack");
    assert!(!faulty.json()["errors"].as_array().unwrap().is_empty());
    server
        .post(&server.admin, "/v1/packs", &json!({}))
        .await
        .is_problem("invalid-parameter");
    let hash = server.get("/v1/packs").await.json()["items"][0]["hash"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut pack = server.get(&format!("/v1/packs/{hash}")).await.is(200).json();
    let same = server
        .post(&server.admin, "/v1/packs?system=before-battle", &pack)
        .await
        .is(200)
        .json();
    assert_eq!((&same["hash"], &same["built_in"]), (&json!(hash), &json!(true)));
    pack["version"] = json!("99.0.0");
    let new = server
        .post(&server.admin, "/v1/packs?system=before-battle", &pack)
        .await
        .is(201)
        .json();
    assert_ne!(new["hash"], json!(hash));
    let back = server
        .get(&format!("/v1/packs/{}", new["hash"].as_str().unwrap()))
        .await
        .is(200)
        .json();
    assert_eq!(back, pack);
    server
        .post(&server.admin, "/v1/packs?system=before-battle", &pack)
        .await
        .is(200);
}

#[actix_web::test]
async fn all_faults_of_a_pack_are_answered_at_once_with_their_paths() {
    let server = Server::new();
    let changes: [(&str, &[(&str, Value)]); 2] = [
        (
            "before-battle",
            &[
                ("/board/cols", json!(3)),
                ("/units/1/melee", json!("4+")),
                ("/units/2/name", json!("")),
                ("/items/1/id", json!("Sword 2")),
                ("/items/2/order", json!("always_first")),
                ("/units/6/cost", json!(2)),
            ],
        ),
        (
            "battleground-4",
            &[
                ("/name", json!("")),
                ("/common_cards/0/sides/0/colour", json!("pink")),
                ("/factions/0/units/2/courage", json!("high")),
                ("/factions/1/units/9/attack/dice", json!(13)),
                ("/scenarios/0/width", json!(5_000)),
                ("/maps/1/pieces/0/level", json!(4)),
            ],
        ),
    ];
    for (system, changes) in changes {
        let listed = server.get(&format!("/v1/packs?system={system}")).await.json();
        let hash = listed["items"][0]["hash"].as_str().unwrap().to_owned();
        let mut pack = server.get(&format!("/v1/packs/{hash}")).await.is(200).json();
        for (path, value) in changes {
            if let Some(field) = pack.pointer_mut(path) {
                *field = value.clone();
            } else {
                let (owner, name) = path.rsplit_once('/').unwrap();
                pack.pointer_mut(owner).unwrap()[name] = value.clone();
            }
        }
        let refused = server
            .post(&server.admin, &format!("/v1/packs?system={system}"), &pack)
            .await
            .is_problem("invalid-pack")
            .json();
        let errors = refused["errors"].as_array().unwrap();
        for (path, _) in changes {
            let fault = errors.iter().find(|fault| fault["path"] == *path);
            let fault = fault.unwrap_or_else(|| panic!("{path} is missing in {errors:#?}"));
            let reason = fault["reason"].as_str().unwrap();
            assert!(!reason.is_empty() && !reason.contains("invalid type"), "{reason}");
        }
        assert_eq!(errors.len(), changes.len(), "{errors:#?}");
    }
}

#[actix_web::test]
async fn every_answer_carries_its_safety_headers() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let page = server.get(&format!("/g/{game}")).await.is(200);
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("x-frame-options"), Some("DENY"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"));
    assert!(!policy.contains("unsafe"));
    let api = server.get("/v1/games").await;
    assert_eq!(api.header("access-control-allow-origin"), Some("*"));
    // Data and pictures that are opened by themselves run and load nothing, in a page of no origin.
    for path in [
        "/v1/games".to_owned(),
        format!("/v1/games/{game}/board.svg"),
        format!("/v1/games/{game}/stats.csv?of=units"),
        "/openapi.json".to_owned(),
    ] {
        let data = server.get(&path).await.is(200);
        assert_eq!(
            data.header("content-security-policy"),
            Some("default-src 'none'; sandbox"),
            "{path}"
        );
    }
    let preflight = TestRequest::default()
        .method(Method::OPTIONS)
        .uri(&format!("/v1/games/{game}/commands"));
    let preflight = server.ask(preflight).await.is(204);
    assert!(
        preflight
            .header("access-control-allow-methods")
            .unwrap()
            .contains("POST")
    );
    let explorer = server.get("/docs").await.is(200).text();
    assert!(
        explorer.contains("id=\"createGame\"") && !explorer.contains("id=\"startPage\""),
        "pages are left out"
    );
    assert!(explorer.len() < 300 << 10, "{} bytes", explorer.len());
    // Addresses stand in examples; nothing is loaded from elsewhere, and nothing leads there.
    assert!(!explorer.contains("src=\"http") && !explorer.contains("href=\"http"));
}

#[actix_web::test]
async fn what_the_framework_refuses_is_a_problem_too() {
    let server = Server::new();
    let coded = TestRequest::get()
        .uri("/v1/games")
        .insert_header(("Accept-Encoding", "identity;q=0, x-none"));
    server.ask(coded).await.is_problem("not-acceptable");
    let ndjson = TestRequest::get()
        .uri("/problems")
        .insert_header(("Accept", "image/png"));
    server.ask(ndjson).await.is_problem("not-acceptable");
}

#[actix_web::test]
async fn names_from_people_stay_text_on_pages() {
    let server = Server::new();
    let title = "<img src=x onerror=alert(1)>\"'&";
    let request = json!({ "system": "before-battle", "title": title, "players": { "A": "<b>A</b>" } });
    let game = server.game(&server.admin, request).await;
    for path in ["/".to_owned(), format!("/g/{game}")] {
        let page = server.get(&path).await.is(200).text();
        assert!(
            !page.contains("<img src=x") && !page.contains("<b>A</b>"),
            "{path}"
        );
        assert!(page.contains("&lt;img src=x"), "{path}");
    }
}
