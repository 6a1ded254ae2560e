//! Browsers: signing in with a token, what the cookie allows, and that nothing but our own pages can use it.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::Settings;
use hindsight_api::access::Scope;
use serde_json::json;

use crate::table::{Server, form};

fn sign_in_form(fields: &serde_json::Value) -> TestRequest {
    TestRequest::post()
        .uri("/signin")
        .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
        .insert_header(("Sec-Fetch-Site", "same-origin"))
        .set_payload(form(fields))
}

#[actix_web::test]
async fn a_browser_acts_with_the_rights_of_the_token_it_signed_in_with() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    let private = json!({ "system": "before-battle", "visibility": "private" });
    let game = server.game(&ada, private).await;
    let path = format!("/v1/games/{game}");
    server.get(&path).await.is_problem("no-such-game");

    let cookie = server.sign_in(&ada).await;
    let seen = server
        .browse(&cookie, TestRequest::get().uri(&path))
        .await
        .is(200);
    assert_eq!(seen.json()["card"]["yours"], true);
    assert!(seen.header("vary").is_some_and(|vary| vary.contains("Cookie")));
    let page = server
        .browse(&cookie, TestRequest::get().uri(&format!("/g/{game}")))
        .await
        .is(200)
        .text();
    assert!(
        page.contains("ada</summary>") && page.contains("action=\"/signout\""),
        "{page}"
    );
    let patched = server
        .browse(
            &cookie,
            TestRequest::patch()
                .uri(&path)
                .set_json(json!({ "title": "By cookie" })),
        )
        .await
        .is(200);
    assert_eq!(patched.json()["card"]["title"], "By cookie");
    let session = server
        .browse(&cookie, TestRequest::get().uri("/v1/session"))
        .await
        .is(200)
        .json();
    assert_eq!(session["subject"], "ada");
    assert_eq!(session["scopes"], json!(["game:read", "game:write"]));
    // It has not more rights than the token.
    server
        .browse(&cookie, TestRequest::get().uri("/v1/tokens"))
        .await
        .is_problem("forbidden");
    // A token that is sent counts before the cookie.
    let admin = server
        .ask(
            TestRequest::get()
                .uri("/v1/tokens")
                .insert_header(("Cookie", cookie.as_str()))
                .insert_header(("Authorization", format!("Bearer {}", server.admin))),
        )
        .await
        .is(200);
    // The session ends with the token.
    let token = admin.json()["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|token| token["subject"] == "ada")
        .unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    server
        .send(
            Method::DELETE,
            &server.admin,
            &format!("/v1/tokens/{token}"),
            &json!({}),
        )
        .await
        .is(204);
    server
        .browse(&cookie, TestRequest::get().uri(&path))
        .await
        .is_problem("no-such-game");
    server
        .browse(&cookie, TestRequest::get().uri("/v1/session"))
        .await
        .is_problem("unauthorised");
}

#[actix_web::test]
async fn nothing_is_changed_by_cookie_from_another_site() {
    let server = Server::new();
    let cookie = server.sign_in(&server.admin).await;
    let game = server.plain_game(&server.admin).await;
    let path = format!("/v1/games/{game}");
    let change = || {
        TestRequest::patch()
            .uri(&path)
            .insert_header(("Cookie", cookie.as_str()))
            .insert_header(("Host", "desk.example"))
            .set_json(json!({ "title": "Forged" }))
    };
    let rows: &[&[(&str, &str)]] = &[
        &[],
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Sec-Fetch-Site", "none")],
        &[("Origin", "https://evil.example")],
        &[("Origin", "null")],
        &[
            ("Origin", "http://desk.example"),
            ("Sec-Fetch-Site", "cross-site"),
        ],
    ];
    for headers in rows {
        let mut request = change();
        for header in *headers {
            request = request.insert_header(*header);
        }
        server.ask(request).await.is_problem("cross-site");
    }
    assert_eq!(server.get(&path).await.json()["card"]["title"], "A test");
    let plain = server
        .ask(change().insert_header(("Origin", "http://desk.example")))
        .await
        .is(200);
    assert_eq!(plain.json()["card"]["title"], "Forged", "our own origin is heard");
    // Reading is no change; what it gives cannot be read by another site without our leave.
    server
        .ask(
            TestRequest::get()
                .uri(&path)
                .insert_header(("Cookie", cookie.as_str()))
                .insert_header(("Sec-Fetch-Site", "cross-site")),
        )
        .await
        .is(200);
    // Nobody is signed in or out from elsewhere either.
    let token = json!({ "token": server.admin });
    server
        .ask(TestRequest::post().uri("/v1/session").set_json(&token))
        .await
        .is_problem("cross-site");
    server
        .ask(sign_in_form(&token).insert_header(("Sec-Fetch-Site", "cross-site")))
        .await
        .is_problem("cross-site");
    server
        .ask(
            TestRequest::post()
                .uri("/signout")
                .insert_header(("Cookie", cookie.as_str()))
                .insert_header(("Sec-Fetch-Site", "cross-site")),
        )
        .await
        .is_problem("cross-site");
}

#[actix_web::test]
async fn signing_in_by_the_page_needs_no_script_and_leads_where_one_wanted_to_go() {
    let server = Server::new();
    let page = server
        .get("/signin?next=%2Fsystems%2Fbefore-battle")
        .await
        .is(200);
    assert!(page.text().contains("value=\"/systems/before-battle\""));
    let elsewhere = server.get("/signin?next=https%3A%2F%2Fevil.example").await.text();
    assert!(!elsewhere.contains("evil"), "{elsewhere}");

    let fields = json!({ "token": server.admin, "next": "/systems/before-battle" });
    let done = server.ask(sign_in_form(&fields)).await.is(303);
    assert_eq!(done.header("location"), Some("/systems/before-battle"));
    let set = done.header("set-cookie").unwrap().to_owned();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax"), "{set}");
    let cookie = done.cookie();
    server
        .browse(&cookie, TestRequest::get().uri("/v1/session"))
        .await
        .is(200);

    let fields = json!({ "token": server.admin, "next": "//evil.example/" });
    let done = server.ask(sign_in_form(&fields)).await.is(303);
    assert_eq!(done.header("location"), Some("/"));

    let out = server
        .browse(&cookie, TestRequest::post().uri("/signout"))
        .await
        .is(303);
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
    server
        .browse(&cookie, TestRequest::get().uri("/v1/session"))
        .await
        .is_problem("unauthorised");
}

#[actix_web::test]
async fn who_signs_in_gets_a_session_of_the_servers_own_making() {
    let server = Server::new();
    // What a stranger planted before is neither taken over nor kept.
    let planted = format!("hindsight=ss_{}", "ab".repeat(32));
    let fields = json!({ "token": server.admin });
    let done = server
        .ask(sign_in_form(&fields).insert_header(("Cookie", planted.as_str())))
        .await
        .is(303);
    let first = done.cookie();
    assert_ne!(first, planted);
    // Signing in again makes another session and ends the one before.
    let again = server
        .ask(sign_in_form(&fields).insert_header(("Cookie", first.as_str())))
        .await
        .is(303);
    assert_ne!(again.cookie(), first);
    server
        .browse(&first, TestRequest::get().uri("/v1/session"))
        .await
        .is_problem("unauthorised");
    // A cookie is not worth more than it is: no token, no other cookie's name, nothing guessed.
    for wrong in [
        planted.clone(),
        format!("hindsight={}", server.admin),
        "hindsight=".to_owned(),
        again.cookie().replace("hindsight=", "hindsight2="),
        again.cookie().to_uppercase(),
    ] {
        server
            .browse(&wrong, TestRequest::get().uri("/v1/session"))
            .await
            .is_problem("unauthorised");
    }
    let bearer = again.cookie().replace("hindsight=", "");
    server
        .get_as(&bearer, "/v1/tokens/self")
        .await
        .is_problem("unauthorised");
}

#[actix_web::test]
async fn guessing_is_refused_and_slowed_down() {
    let server = Server::with(&Settings::default());
    let guess = |token: String| {
        TestRequest::post()
            .uri("/v1/session")
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .set_json(json!({ "token": token }))
    };
    let mut told = std::collections::BTreeSet::new();
    for token in [
        String::new(),
        "hs_".to_owned(),
        format!("hs_{}", "00".repeat(32)),
        "\u{0}".repeat(500),
    ] {
        let refused = server.ask(guess(token)).await.is_problem("sign-in-refused");
        assert!(refused.header("set-cookie").is_none());
        told.insert(refused.text());
    }
    assert_eq!(told.len(), 1, "every wrong token is answered alike");
    let mut slowed = false;
    for _ in 0..30 {
        let answer = server.ask(guess(format!("hs_{}", "11".repeat(32)))).await;
        if answer.status == 429 {
            assert_eq!(answer.json()["limit"], "sign-ins");
            assert!(answer.header("retry-after").is_some());
            slowed = true;
            break;
        }
    }
    assert!(slowed, "thirty guesses at once were all heard");
}

#[actix_web::test]
async fn what_is_sent_to_sign_in_is_bounded_and_read_strictly() {
    let server = Server::new();
    let send = |path: &str, media: &'static str, body: String| {
        TestRequest::post()
            .uri(path)
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .insert_header(("Content-Type", media))
            .set_payload(body)
    };
    let (json, plain_form) = ("application/json", "application/x-www-form-urlencoded");
    let long = "a".repeat(64 << 10);
    let deep = "[".repeat(1_500);
    for (path, media, body, name) in [
        (
            "/v1/session",
            json,
            format!("{{\"token\":\"{long}\"}}"),
            "too-large",
        ),
        (
            "/v1/accounts",
            json,
            format!("{{\"name\":\"{long}\"}}"),
            "too-large",
        ),
        ("/v1/session", json, format!("{{\"token\":{deep}"), "not-json"),
        ("/v1/accounts", json, format!("{{\"name\":{deep}"), "not-json"),
        ("/v1/session", json, "{\"token\":7}".to_owned(), "invalid-body"),
        (
            "/v1/session",
            json,
            "{\"token\":\"x\",\"admin\":true}".to_owned(),
            "unknown-field",
        ),
        ("/signin", plain_form, format!("token={long}"), "too-large"),
        (
            "/signin",
            plain_form,
            "token=a&token=b".to_owned(),
            "invalid-body",
        ),
        ("/signin", plain_form, "token=%ff".to_owned(), "invalid-body"),
        (
            "/signin",
            plain_form,
            "token=a&admin=1".to_owned(),
            "unknown-field",
        ),
        ("/signin", json, "{}".to_owned(), "unsupported-media-type"),
    ] {
        server.ask(send(path, media, body)).await.is_problem(name);
    }
    let cookies = format!("hindsight=ss_{}", "0".repeat(5_000));
    server
        .browse(&cookies, TestRequest::get().uri("/v1/session"))
        .await
        .is_problem("headers-too-large");
}
