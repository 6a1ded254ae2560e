//! Rights of roles and tokens.

use actix_web::http::Method;
use hindsight_api::access::roles::ROLES;
use hindsight_openapi::wire::Role;
use serde_json::json;

use crate::people::{Account, PASSWORD};
use crate::table::Server;

#[actix_web::test]
async fn roles_allow_what_their_table_says() {
    let server = Server::new();
    for row in &ROLES {
        let name = format!("the-{}", row.role.name());
        let who = server.account(&name, row.role).await;
        let session = server.browse_get(&who, "/v1/session").await.is(200).json();
        let scopes: Vec<String> = row.scopes.iter().map(ToString::to_string).collect();
        assert_eq!(session["scopes"], json!(scopes), "{name}");
        for role in Role::ALL {
            let asked = json!({ "role": role.name() });
            let answer = server.browse_post(&who, "/v1/invitations", &asked).await;
            assert_eq!(
                answer.status,
                if row.gives.contains(&role) { 201 } else { 403 },
                "{name} invites a {}",
                role.name()
            );
        }
        // Nobody lifts themselves.
        let own = format!("/v1/accounts/{}", who.id);
        if row.role != Role::Admin {
            server
                .browse_send(&who, Method::PATCH, &own, &json!({ "role": "admin" }))
                .await
                .is_problem("forbidden");
        }
    }
    let listed = server.get("/v1/roles").await.is(200).json();
    assert_eq!(listed["items"].as_array().unwrap().len(), ROLES.len());
    // A steward looks after those below, and after nobody else.
    let steward = server.account("stew", Role::Steward).await;
    let player = server.account("play", Role::Player).await;
    let admin = server.account("boss", Role::Admin).await;
    let path = |who: &Account| format!("/v1/accounts/{}", who.id);
    server
        .browse_send(
            &steward,
            Method::PATCH,
            &path(&player),
            &json!({ "role": "coach" }),
        )
        .await
        .is(200);
    for (who, role) in [(&player, "steward"), (&admin, "reader"), (&steward, "coach")] {
        server
            .browse_send(&steward, Method::PATCH, &path(who), &json!({ "role": role }))
            .await
            .is_problem("forbidden");
    }
    server
        .browse_send(
            &admin,
            Method::PATCH,
            &path(&steward),
            &json!({ "role": "reader" }),
        )
        .await
        .is(200);
    server
        .browse_get(&steward, "/v1/accounts")
        .await
        .is_problem("forbidden");
    let nobody = "/v1/accounts/01KAG6Q2Y7M3V9XWZ4T5B8C0DE";
    server
        .browse_send(&admin, Method::PATCH, nobody, &json!({ "role": "reader" }))
        .await
        .is_problem("no-such-account");
    let all = server
        .browse_get(&admin, "/v1/accounts?limit=3")
        .await
        .is(200)
        .json();
    assert_eq!(all["items"].as_array().unwrap().len(), 3);
    let next = format!("/v1/accounts?limit=200&cursor={}", all["next"].as_str().unwrap());
    assert_eq!(
        server.browse_get(&admin, &next).await.is(200).json()["items"]
            .as_array()
            .unwrap()
            .len(),
        5
    );
}

#[actix_web::test]
async fn a_token_of_an_account_has_never_more_rights_than_the_account() {
    let server = Server::new();
    let coach = server.account("coach", Role::Coach).await;
    let other = server.account("other", Role::Coach).await;
    let admin = server.account("boss", Role::Admin).await;
    let ask = |scopes: &[&str]| json!({ "label": "laptop", "scopes": scopes });
    for scopes in [&["admin"][..], &["pack:write"], &["game:read", "account:write"]] {
        server
            .browse_post(&coach, "/v1/tokens", &ask(scopes))
            .await
            .is_problem("forbidden");
    }
    let made = server
        .browse_post(
            &coach,
            "/v1/tokens",
            &ask(&["game:read", "game:write", "account:invite"]),
        )
        .await
        .is(201)
        .json();
    let (token, id) = (
        made["secret"].as_str().unwrap(),
        made["token"]["id"].as_str().unwrap(),
    );
    assert_eq!(made["token"]["subject"], coach.id);
    server.post(token, "/v1/invitations", &json!({})).await.is(201);
    // It makes no other tokens, and changes nothing about the account.
    server
        .post(token, "/v1/tokens", &ask(&["game:read"]))
        .await
        .is_problem("forbidden");
    server
        .post(
            token,
            "/v1/accounts/self/deletion",
            &json!({ "current_password": PASSWORD }),
        )
        .await
        .is_problem("forbidden");
    // A browser that signed in with it has its rights, and no account to change.
    let browser = Account {
        id: coach.id.clone(),
        cookie: server.sign_in(token).await,
    };
    server
        .browse_post(&browser, "/v1/tokens", &ask(&["game:read"]))
        .await
        .is_problem("forbidden");
    server
        .browse_post(
            &browser,
            "/v1/accounts/self/deletion",
            &json!({ "current_password": PASSWORD }),
        )
        .await
        .is_problem("forbidden");
    // The role goes, and the right with it, at once.
    server
        .browse_send(
            &admin,
            Method::PATCH,
            &format!("/v1/accounts/{}", coach.id),
            &json!({ "role": "reader" }),
        )
        .await
        .is(200);
    server
        .post(token, "/v1/invitations", &json!({}))
        .await
        .is_problem("forbidden");
    server
        .post(token, "/v1/games", &json!({ "system": "before-battle" }))
        .await
        .is_problem("forbidden");
    server.get_as(token, "/v1/tokens/self").await.is(200);
    // One's own are listed and revoked; another's do not exist.
    let path = format!("/v1/tokens/{id}");
    assert_eq!(
        server.browse_get(&other, "/v1/tokens").await.is(200).json()["items"],
        json!([])
    );
    server
        .browse_send(&other, Method::DELETE, &path, &json!({}))
        .await
        .is_problem("no-such-token");
    // A token takes itself away and those that may do no more than it; the account's data are for its password alone.
    let narrow = || async {
        let made = server
            .browse_post(&coach, "/v1/tokens", &ask(&["game:read"]))
            .await;
        let made = made.is(201).json();
        let path = format!("/v1/tokens/{}", made["token"]["id"].as_str().unwrap());
        (made["secret"].as_str().unwrap().to_owned(), path)
    };
    let (lost, own) = narrow().await;
    let (_, equal) = narrow().await;
    let away = async |token: &str, path: &str| server.send(Method::DELETE, token, path, &json!({})).await;
    away(&lost, &path).await.is_problem("forbidden");
    server.get_as(token, "/v1/tokens/self").await.is(200);
    away(&lost, &equal).await.is(204);
    server
        .get_as(token, "/v1/accounts/self/export")
        .await
        .is_problem("forbidden");
    away(&lost, &own).await.is(204);
    server
        .browse_send(&coach, Method::DELETE, &path, &json!({}))
        .await
        .is(204);
    server
        .get_as(token, "/v1/tokens/self")
        .await
        .is_problem("unauthorised");
}
