//! Coming in: invitations, signing in, guessing.

use std::time::Instant;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::Settings;
use hindsight_api::base::limits::SIGN_INS_BY_NAME_AND_ADDRESS;
use hindsight_api::base::settings::SignUp;
use hindsight_openapi::wire::Role;
use serde_json::json;

use super::{open_server, sign_up};
use crate::people::PASSWORD;
use crate::table::Server;

#[actix_web::test]
async fn people_come_in_by_an_invitation_which_is_good_once() {
    let server = Server::new();
    let coach = server.account("coach", Role::Coach).await;
    let asked = json!({ "name": "grace", "password": PASSWORD });
    sign_up(&server, &asked).await.is_problem("sign-up-closed");

    let made = server
        .browse_post(&coach, "/v1/invitations", &json!({ "role": "reader" }))
        .await
        .is(201)
        .json();
    let secret = made["secret"].as_str().unwrap();
    assert!(
        made["link"]
            .as_str()
            .unwrap()
            .starts_with("/signup?invitation=hi_")
    );
    let by = |name: &str, secret: &str| json!({ "name": name, "password": PASSWORD, "invitation": secret });
    let forged = format!("hi_{}", "0".repeat(64));
    sign_up(&server, &by("grace", &forged))
        .await
        .is_problem("no-such-invitation");
    // A wrong name or password does not use it up.
    sign_up(&server, &by("no good name", secret))
        .await
        .is_problem("invalid-body");
    let short = json!({ "name": "grace", "password": "short", "invitation": secret });
    sign_up(&server, &short).await.is_problem("invalid-body");
    sign_up(&server, &by("COACH", secret))
        .await
        .is_problem("name-taken");
    let account = sign_up(&server, &by("grace", secret)).await.is(201).json();
    assert_eq!(
        (&account["name"], &account["role"]),
        (&json!("grace"), &json!("reader"))
    );
    assert!(!account.to_string().contains("hedgehogs") && account.get("password").is_none());
    sign_up(&server, &by("heidi", secret))
        .await
        .is_problem("no-such-invitation");
    let list = server.browse_get(&coach, "/v1/invitations").await.is(200).json();
    assert_eq!(list["items"][0]["taken_by"], account["id"]);
    assert!(!list.to_string().contains(secret), "the secret is shown once");

    // One that is withdrawn is worth nothing; another's cannot be withdrawn.
    let made = server
        .browse_post(&coach, "/v1/invitations", &json!({}))
        .await
        .is(201)
        .json();
    let path = format!("/v1/invitations/{}", made["invitation"]["id"].as_str().unwrap());
    let other = server.account("other", Role::Steward).await;
    server
        .browse_send(&other, Method::DELETE, &path, &json!({}))
        .await
        .is_problem("no-such-invitation");
    server
        .browse_send(&coach, Method::DELETE, &path, &json!({}))
        .await
        .is(204);
    sign_up(&server, &by("ivan", made["secret"].as_str().unwrap()))
        .await
        .is_problem("no-such-invitation");

    let closed = Server::with(&Settings {
        rate_limits: false,
        sign_up: SignUp::Closed,
        ..Settings::default()
    });
    sign_up(&closed, &by("grace", secret))
        .await
        .is_problem("sign-up-closed");
    sign_up(&open_server(), &asked).await.is(201);
}

#[actix_web::test]
async fn who_may_make_accounts_needs_no_role_and_no_invitation() {
    let closed = Server::with(&Settings {
        rate_limits: false,
        sign_up: SignUp::Closed,
        ..Settings::default()
    });
    for server in [&Server::new(), &closed] {
        let asked = json!({ "name": "grace", "password": PASSWORD });
        let account = server
            .post(&server.admin, "/v1/accounts", &asked)
            .await
            .is(201)
            .json();
        assert_eq!(account["role"], "player");
        // A token that gives no roles is nobody's right to make accounts.
        let token = server.token("eve", &[hindsight_api::access::Scope::GameWrite]);
        let asked = json!({ "name": "heidi", "password": PASSWORD });
        server
            .post(&token, "/v1/accounts", &asked)
            .await
            .is_problem("sign-up-closed");
    }
}

#[actix_web::test]
async fn an_unknown_name_and_a_wrong_password_are_answered_alike() {
    let server = Server::new();
    server.account("ada", Role::Player).await;
    let wrong = server
        .sign_in_as("ada", "not her password")
        .await
        .is_problem("sign-in-refused");
    let unknown = server
        .sign_in_as("nobody", "not her password")
        .await
        .is_problem("sign-in-refused");
    assert_eq!(wrong.text(), unknown.text());
    assert_eq!(wrong.header("set-cookie"), None);
    // Case makes no difference between names, and all between passwords.
    server.sign_in_as("ADA", PASSWORD).await.is(201);
    server
        .sign_in_as("ada", &PASSWORD.to_uppercase())
        .await
        .is_problem("sign-in-refused");
    for (name, password) in [
        ("", ""),
        ("ada", ""),
        ("' OR 1=1 --", PASSWORD),
        ("ada\u{0}", PASSWORD),
    ] {
        server
            .sign_in_as(name, password)
            .await
            .is_problem("sign-in-refused");
    }
    for body in [
        json!({}),
        json!({ "name": "ada" }),
        json!({ "token": "x", "name": "ada", "password": PASSWORD }),
    ] {
        server
            .browse("", TestRequest::post().uri("/v1/session").set_json(&body))
            .await
            .is_problem("invalid-body");
    }
}

#[actix_web::test]
async fn passwords_are_guessed_slowly_and_no_guesser_keeps_the_owner_out() {
    let behind_a_proxy = Settings {
        trusted_proxies: vec!["0.0.0.0/0".parse().unwrap()],
        rate_limits: false,
        ..Settings::default()
    };
    let server = Server::with(&behind_a_proxy);
    let ada = server.account("ada", Role::Player).await;
    let sign_in = async |name: &str, password: &str, from: &str, cookie: &str| {
        let body = json!({ "name": name, "password": password });
        let request = TestRequest::post()
            .uri("/v1/session")
            .peer_addr("127.0.0.1:9".parse().unwrap())
            .insert_header(("X-Forwarded-For", from.to_owned()))
            .set_json(body);
        server.browse(cookie, request).await
    };
    for name in ["ada", "nobody"] {
        let begun = Instant::now();
        let mut heard = 0;
        let refused = loop {
            let guess = sign_in(name, "a guess that is wrong", "9.9.9.9", "").await;
            if guess.status == 429 {
                break guess;
            }
            guess.is_problem("sign-in-refused");
            heard += 1;
        };
        // However slowly this machine hashes, no more comes back than the rate gives.
        let rate = SIGN_INS_BY_NAME_AND_ADDRESS;
        let back = u32::try_from(begun.elapsed().as_secs()).unwrap() * rate.per_minute / 60 + 1;
        assert!(
            (rate.burst..=rate.burst + back).contains(&heard),
            "{name}: {heard} guesses"
        );
        assert_eq!(refused.json()["limit"], "sign-ins-by-name-and-address");
        assert!(refused.header("retry-after").is_some());
    }
    // The owner is heard from elsewhere, and in a browser that is known even from the guesser's address.
    sign_in("ada", PASSWORD, "1.2.3.4", "").await.is(201);
    let known = sign_in("ada", PASSWORD, "1.2.3.4", "").await.is(201);
    let device = known
        .headers
        .iter()
        .find_map(|(_, cookie)| cookie.split(';').next()?.strip_prefix("hindsight-device="))
        .expect("a browser that signed in is remembered");
    let cookie = format!("hindsight-device={device}");
    sign_in("ada", PASSWORD, "9.9.9.9", &cookie).await.is(201);
    // Who is signed in may still show once more who they are.
    server
        .browse_send(
            &ada,
            Method::PATCH,
            "/v1/accounts/self",
            &json!({ "current_password": PASSWORD, "name": "ada2" }),
        )
        .await
        .is(200);
    // Nobody else is kept out by it.
    server.account("bob", Role::Player).await;
}
