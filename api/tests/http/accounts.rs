//! Accounts from the outside: coming in, names and passwords, roles, tokens, seats, going.

use std::time::Instant;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::Settings;
use hindsight_api::limits::{Client, SIGN_INS_BY_NAME};
use hindsight_api::service::roles::ROLES;
use hindsight_api::settings::SignUp;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::people::{Account, PASSWORD};
use crate::table::{Heard, Server};

fn open_server() -> Server {
    Server::with(&Settings {
        rate_limits: false,
        sign_up: SignUp::Open,
        ..Settings::default()
    })
}

async fn sign_up(server: &Server, body: &Value) -> Heard {
    server
        .ask(TestRequest::post().uri("/v1/accounts").set_json(body))
        .await
}

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
async fn passwords_are_guessed_slowly_whatever_the_settings_say_of_other_limits() {
    let server = Server::new();
    server.account("ada", Role::Player).await;
    for name in ["ada", "nobody"] {
        let begun = Instant::now();
        for guess in 0..3 {
            server
                .sign_in_as(name, &format!("guess number {guess}"))
                .await
                .is_problem("sign-in-refused");
        }
        let mut left = 0;
        while server.services.sign_ins_by_name.pass(Client::named(name)).is_ok() {
            left += 1;
        }
        // However slowly this machine hashes, no more comes back than the rate gives.
        let back = u32::try_from(begun.elapsed().as_secs()).unwrap() * SIGN_INS_BY_NAME.per_minute / 60 + 1;
        assert!(
            left <= SIGN_INS_BY_NAME.burst - 3 + back,
            "{name}: {left} guesses are left"
        );
        // Now not even the right one is heard.
        let slowed = server.sign_in_as(name, PASSWORD).await;
        assert_eq!(slowed.status, 429, "{}", slowed.text());
        assert_eq!(slowed.json()["limit"], "sign-ins-by-name");
        assert!(slowed.header("retry-after").is_some());
    }
    // Nobody else is kept out by it.
    server.account("bob", Role::Player).await;
}

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
}

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
    server
        .browse_send(&coach, Method::DELETE, &path, &json!({}))
        .await
        .is(204);
    server
        .get_as(token, "/v1/tokens/self")
        .await
        .is_problem("unauthorised");
}

#[actix_web::test]
async fn the_pages_do_all_of_it_by_plain_forms() {
    let server = Server::new();
    let coach = server.account("coach", Role::Coach).await;
    let page = server.browse_get(&coach, "/account").await.is(200).text();
    for part in [
        "Change the name",
        "Change the password",
        "Make a token",
        "Invite somebody",
    ] {
        assert!(page.contains(part), "{part} is not on the page");
    }
    assert_eq!(
        server.get("/account").await.is(303).header("location"),
        Some("/signin?next=%2Faccount")
    );
    let invited = server
        .browse_form(&coach, "/account", &json!({ "does": "invite", "role": "player" }))
        .await
        .is(200)
        .text();
    let secret = format!(
        "hi_{}",
        &invited.split("invitation=hi_").nth(1).expect("a link")[..64]
    );
    let page = server
        .get(&format!("/signup?invitation={secret}"))
        .await
        .is(200)
        .text();
    assert!(page.contains(&secret));
    let nobody = Account {
        id: String::new(),
        cookie: String::new(),
    };
    let wrong = json!({ "name": "grace", "password": "grace12345", "invitation": secret });
    let again = server
        .browse_form(&nobody, "/signup", &wrong)
        .await
        .is(400)
        .text();
    assert!(
        again.contains("role=\"alert\"") && again.contains("value=\"grace\""),
        "{again}"
    );
    assert!(!again.contains("grace12345"), "a password is not sent back");
    let right = json!({ "name": "grace", "password": PASSWORD, "invitation": secret });
    let done = server.browse_form(&nobody, "/signup", &right).await.is(303);
    let grace = Account {
        id: String::new(),
        cookie: done.cookie(),
    };
    let page = server.browse_get(&grace, "/account").await.is(200).text();
    assert!(
        page.contains("grace</h1>") && !page.contains("Invite somebody"),
        "{page}"
    );

    let made = json!({ "does": "make-token", "label": "<script>", "scope": "game:read game:write" });
    let page = server.browse_form(&grace, "/account", &made).await.is(200);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let page = page.text();
    assert!(page.contains("hs_") && page.contains("&lt;script&gt;"), "{page}");
    assert!(!page.contains("<td><script>"));
    let rename =
        |password: &str| json!({ "does": "rename", "name": "grace-h", "current_password": password });
    server
        .browse_form(&grace, "/account", &rename("wrong password"))
        .await
        .is(403);
    server
        .browse_form(&grace, "/account", &rename(PASSWORD))
        .await
        .is(303);
    for (fields, name) in [
        (json!({ "does": "fly" }), "invalid-body"),
        (json!({ "does": "rename", "colour": "red" }), "unknown-field"),
        (json!({ "does": "revoke-token", "id": "../../x" }), "invalid-body"),
    ] {
        let heard = server.browse_form(&grace, "/account", &fields).await;
        assert!(heard.status == 400, "{name}: {}", heard.text());
    }
    server
        .ask(
            TestRequest::post()
                .uri("/account")
                .insert_header(("Cookie", grace.cookie.as_str()))
                .insert_header(("Origin", "https://evil.example"))
                .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
                .set_payload("does=end-sessions"),
        )
        .await
        .is_problem("cross-site");
    let gone = json!({ "does": "delete", "current_password": PASSWORD });
    server.browse_form(&grace, "/account", &gone).await.is(303);
    server
        .sign_in_as("grace-h", PASSWORD)
        .await
        .is_problem("sign-in-refused");
}
