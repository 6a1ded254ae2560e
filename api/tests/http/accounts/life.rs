//! An account changes and goes.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_openapi::wire::Role;
use serde_json::json;

use crate::people::PASSWORD;
use crate::table::Server;

#[actix_web::test]
async fn an_account_changes_its_name_and_goes_and_its_games_stay() {
    let server = Server::new();
    let ada = server.account("zenobia", Role::Player).await;
    let game = server
        .browse_post(
            &ada,
            "/v1/games",
            &json!({ "system": "before-battle", "title": "Kept" }),
        )
        .await
        .is(201)
        .json()["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/v1/games/{game}");
    let offer = server
        .browse_post(&ada, &format!("{path}/claims"), &json!({ "seat": "B" }))
        .await
        .is(201)
        .json();
    server
        .browse_post(&ada, "/v1/claims", &json!({ "secret": offer["secret"] }))
        .await
        .is(200);
    server
        .browse_post(
            &ada,
            &format!("{path}/commands"),
            &json!({ "type": "say", "seat": "B", "text": "Here." }),
        )
        .await
        .is(200);
    let token = server
        .browse_post(
            &ada,
            "/v1/tokens",
            &json!({ "label": "laptop", "scopes": ["game:read", "game:write"] }),
        )
        .await
        .is(201)
        .json();
    let token = token["secret"].as_str().unwrap();
    let record = server
        .get_as(&server.admin, &format!("{path}/export"))
        .await
        .is(200)
        .body;
    let events = || async { server.get(&format!("{path}/events")).await.is(200).body };
    let before = events().await;

    // Another name: only with the password, and the games show it at once.
    let own = "/v1/accounts/self";
    let rename = |name: &str, password: &str| json!({ "name": name, "current_password": password });
    server
        .browse_send(&ada, Method::PATCH, own, &rename("zenobia-q", "wrong password"))
        .await
        .is_problem("wrong-password");
    server
        .send(Method::PATCH, token, own, &rename("zenobia-q", PASSWORD))
        .await
        .is_problem("forbidden");
    server
        .browse_send(&ada, Method::PATCH, own, &rename("<b>zenobia</b>", PASSWORD))
        .await
        .is_problem("invalid-body");
    server
        .browse_send(&ada, Method::PATCH, own, &rename("zenobia-q", PASSWORD))
        .await
        .is(200);
    assert_eq!(
        server.get(&path).await.json()["card"]["players"]["B"],
        "zenobia-q"
    );
    // The old name leads to the same account still, and to no other.
    server.sign_in_as("zenobia", PASSWORD).await.is(201);
    let other = server
        .services
        .accounts
        .create("Zenobia", PASSWORD.to_owned(), Role::Player, |_| Vec::new())
        .await;
    assert!(other.is_err(), "another account took a name that she had");

    let data = server
        .browse_get(&ada, "/v1/accounts/self/export")
        .await
        .is(200)
        .json();
    assert_eq!(data["account"]["name"], "zenobia-q");
    assert_eq!(data["former_names"], json!(["zenobia"]));
    assert_eq!(data["games"][0]["title"], "Kept");
    assert_eq!(data["seats"][0]["seat"], "B");
    assert_eq!(data["tokens"][0]["label"], "laptop");

    // Gone: the name, the sessions, the tokens; not the games.
    let gone = "/v1/accounts/self/deletion";
    server
        .browse_post(&ada, gone, &json!({ "current_password": "wrong password" }))
        .await
        .is_problem("wrong-password");
    server
        .browse_post(&ada, gone, &json!({ "current_password": PASSWORD }))
        .await
        .is(204);
    server
        .browse_get(&ada, "/v1/session")
        .await
        .is_problem("unauthorised");
    server.get_as(token, &path).await.is_problem("unauthorised");
    server
        .sign_in_as("zenobia-q", PASSWORD)
        .await
        .is_problem("sign-in-refused");
    assert_eq!(events().await, before, "no event changed");
    let shown = server.get(&path).await.is(200).json()["card"]["players"]["B"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(shown.starts_with("former-player-"), "{shown}");
    let now = server
        .get_as(&server.admin, &format!("{path}/export"))
        .await
        .is(200)
        .body;
    assert!(
        String::from_utf8_lossy(&record).contains(&ada.id),
        "events name the id"
    );
    for text in [
        String::from_utf8_lossy(&now).into_owned(),
        server.get(&format!("/g/{game}")).await.is(200).text(),
        server.get("/").await.is(200).text(),
        server
            .get_as(&server.admin, &format!("{path}/export?format=hgn"))
            .await
            .is(200)
            .text(),
    ] {
        assert!(
            !text.to_lowercase().contains("zenobia"),
            "the name is still in {text}"
        );
    }
    // The name is free again.
    server.account("zenobia", Role::Reader).await;
}

#[actix_web::test]
async fn another_password_ends_every_other_session() {
    let server = Server::new();
    let here = server.account("ada", Role::Player).await;
    let there = server.sign_in_as("ada", PASSWORD).await.is(201).cookie();
    let token = json!({ "scopes": ["game:read"] });
    let token = server
        .browse_post(&here, "/v1/tokens", &token)
        .await
        .is(201)
        .json();
    let token = token["secret"].as_str().unwrap();
    let change = json!({ "current_password": PASSWORD, "password": "seven loud badgers" });
    server
        .browse_send(&here, Method::PATCH, "/v1/accounts/self", &change)
        .await
        .is(200);
    server.browse_get(&here, "/v1/session").await.is(200);
    server
        .browse(&there, TestRequest::get().uri("/v1/session"))
        .await
        .is_problem("unauthorised");
    server
        .sign_in_as("ada", PASSWORD)
        .await
        .is_problem("sign-in-refused");
    server.sign_in_as("ada", "seven loud badgers").await.is(201);
    // A token has nothing to do with the password: the form says that it stays valid.
    server.get_as(token, "/v1/tokens/self").await.is(200);
    let page = server.browse_get(&here, "/account").await.is(200).text();
    assert!(page.contains("Tokens stay valid"), "{page}");
}
