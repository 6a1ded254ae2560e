//! Moderation: games are reported and hidden, accounts suspended, and all of it stands in a log.

use actix_web::test::TestRequest;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::community::FINISHED;
use crate::people::{Account, PASSWORD};
use crate::table::Server;

const ACTIONS: &str = "/v1/moderation/actions";

fn deed(does: &str, target: &str) -> Value {
    json!({ "does": does, "target": target, "reason": "An advertisement." })
}

#[actix_web::test]
async fn a_reported_game_is_hidden_and_shown_again() {
    let server = Server::new();
    let (ada, eve) = (
        server.account("ada", Role::Player).await,
        server.account("eve", Role::Steward).await,
    );
    let game = server.recorded(FINISHED[0]).await;
    let reports = format!("/v1/games/{game}/reports");
    // Two reports of one person are one.
    for reason in ["Spam", "An advertisement"] {
        server
            .browse_post(&ada, &reports, &json!({ "reason": reason }))
            .await
            .is(201);
    }
    let open = server
        .browse_get(&eve, "/v1/moderation/reports")
        .await
        .is(200)
        .json();
    assert_eq!(open["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        (
            &open["items"][0]["game"],
            &open["items"][0]["reason"],
            &open["items"][0]["by"]
        ),
        (&json!(game), &json!("An advertisement"), &json!(ada.id))
    );
    server.get(&format!("/v1/games/{game}")).await.is(200);
    let counted = async || server.get("/v1/community/games").await.json()["total"].as_u64();
    assert_eq!(counted().await, Some(1));
    server
        .browse_post(&eve, ACTIONS, &deed("hide", &game))
        .await
        .is(201);
    server
        .get(&format!("/v1/games/{game}"))
        .await
        .is_problem("no-such-game");
    server.browse_get(&ada, &format!("/g/{game}")).await.is(404);
    assert_eq!(counted().await, Some(0), "it counts for nobody");
    // Its keeper sees it, and cannot show it.
    let shown = json!({ "visibility": "public" });
    server
        .get_as(&server.admin, &format!("/v1/games/{game}"))
        .await
        .is(200);
    server
        .send(
            actix_web::http::Method::PATCH,
            &server.admin,
            &format!("/v1/games/{game}"),
            &shown,
        )
        .await
        .is_problem("forbidden");
    let open = server.browse_get(&eve, "/v1/moderation/reports").await.json();
    assert_eq!(open["items"], json!([]), "what is dealt with is closed");
    server
        .browse_post(&eve, ACTIONS, &deed("hide", &game))
        .await
        .is(201);
    server
        .browse_post(&eve, ACTIONS, &deed("show", &game))
        .await
        .is(201);
    let card = server.get(&format!("/v1/games/{game}")).await.is(200).json();
    assert_eq!(card["card"]["visibility"], "public", "as it was shown before");
    // A report that is dismissed leaves the game as it is.
    server
        .browse_post(&ada, &reports, &json!({ "reason": "Again" }))
        .await
        .is(201);
    server
        .browse_post(&eve, ACTIONS, &deed("dismiss", &game))
        .await
        .is(201);
    let log = server.browse_get(&eve, "/v1/moderation/log").await.is(200).json();
    let done: Vec<&str> = log["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["does"].as_str().unwrap())
        .collect();
    assert_eq!(done, ["dismiss", "show", "hide", "hide"]);
    let page = server.browse_get(&eve, "/v1/moderation/log?limit=3").await.json();
    let next = page["next"].as_str().unwrap();
    let rest = server
        .browse_get(&eve, &format!("/v1/moderation/log?limit=3&cursor={next}"))
        .await
        .json();
    assert_eq!(
        (rest["items"].as_array().unwrap().len(), &rest["next"]),
        (1, &Value::Null)
    );
}

#[actix_web::test]
async fn a_suspended_account_lets_nobody_in() {
    let server = Server::new();
    let (ada, eve) = (
        server.account("ada", Role::Player).await,
        server.account("eve", Role::Steward).await,
    );
    let token = server
        .browse_post(&ada, "/v1/tokens", &json!({ "scopes": ["game:read"] }))
        .await
        .is(201)
        .json();
    let secret = token["secret"].as_str().unwrap();
    server.get_as(secret, "/v1/tokens/self").await.is(200);
    server
        .browse_post(&eve, ACTIONS, &deed("suspend", "ada"))
        .await
        .is(201);
    server
        .browse_get(&ada, "/v1/accounts/self")
        .await
        .is_problem("unauthorised");
    server
        .get_as(secret, "/v1/tokens/self")
        .await
        .is_problem("unauthorised");
    let sign_in = |password: &str| {
        actix_web::test::TestRequest::post()
            .uri("/v1/session")
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .set_json(json!({ "name": "ada", "password": password }))
    };
    let told = server
        .ask(sign_in(PASSWORD))
        .await
        .is_problem("sign-in-refused")
        .text();
    assert!(told.contains("suspended"), "{told}");
    let wrong = server
        .ask(sign_in("another password"))
        .await
        .is_problem("sign-in-refused")
        .text();
    assert!(!wrong.contains("suspended"), "nobody else is told: {wrong}");
    server
        .browse_post(&eve, ACTIONS, &deed("reinstate", &ada.id))
        .await
        .is(201);
    // Their token is valid again; their sessions ended, so they sign in again.
    server.get_as(secret, "/v1/tokens/self").await.is(200);
    server
        .browse_get(&ada, "/v1/accounts/self")
        .await
        .is_problem("unauthorised");
    server.ask(sign_in(PASSWORD)).await.is(201);
    // Nobody suspends those who may do as much.
    server.account("root", Role::Admin).await;
    for name in ["root", "eve"] {
        server
            .browse_post(&eve, ACTIONS, &deed("suspend", name))
            .await
            .is_problem("forbidden");
    }
}

#[actix_web::test]
async fn what_cannot_be_moderated_is_refused() {
    let server = Server::new();
    let (ada, eve) = (
        server.account("ada", Role::Player).await,
        server.account("eve", Role::Steward).await,
    );
    let game = server.recorded(FINISHED[0]).await;
    for (does, target, problem) in [
        ("hide", "nothing", "no-such-game"),
        ("hide", "01KAG6Q2Y7M3V9XWZ4T5B8C0DE", "no-such-game"),
        ("suspend", "nobody", "no-such-account"),
        ("dance", &game, "invalid-body"),
    ] {
        server
            .browse_post(&eve, ACTIONS, &deed(does, target))
            .await
            .is_problem(problem);
    }
    for reason in ["", "  ", "\u{7}", &"x".repeat(1_001)] {
        let asked = json!({ "does": "hide", "target": game, "reason": reason });
        server
            .browse_post(&eve, ACTIONS, &asked)
            .await
            .is_problem("invalid-body");
        let report = json!({ "reason": reason });
        server
            .browse_post(&ada, &format!("/v1/games/{game}/reports"), &report)
            .await
            .is_problem("invalid-body");
    }
    assert_eq!(
        server.browse_get(&eve, "/v1/moderation/log").await.json()["items"],
        json!([])
    );
    // A private game is its keeper's alone.
    server.show(&game, "private").await;
    server
        .browse_post(&eve, ACTIONS, &deed("hide", &game))
        .await
        .is_problem("no-such-game");
    server
        .browse_post(
            &ada,
            &format!("/v1/games/{game}/reports"),
            &json!({ "reason": "x" }),
        )
        .await
        .is_problem("no-such-game");
}

#[actix_web::test]
async fn somebody_has_so_many_open_reports() {
    let server = Server::new();
    let ada = server.account("ada", Role::Player).await;
    let mut last = String::new();
    for number in 0..=20 {
        let request = json!({ "system": "before-battle", "title": "A test", "visibility": "public" });
        let game = server.game(&server.admin, request).await;
        let told = server
            .browse_post(
                &ada,
                &format!("/v1/games/{game}/reports"),
                &json!({ "reason": "Spam" }),
            )
            .await;
        if number < 20 {
            told.is(201);
        } else {
            let problem = told.is_problem("limit-reached").json();
            assert_eq!(problem["most"], 20);
        }
        last = game;
    }
    assert!(!last.is_empty());
}

#[actix_web::test]
async fn the_pages_do_the_same_by_forms() {
    let server = Server::new();
    let (ada, eve) = (
        server.account("ada", Role::Player).await,
        server.account("eve", Role::Steward).await,
    );
    let game = server.recorded(FINISHED[0]).await;
    let form = format!("/g/{game}/problem");
    let replay = server
        .browse_get(&ada, &format!("/g/{game}"))
        .await
        .is(200)
        .text();
    assert!(replay.contains(&form), "{replay}");
    assert!(server.get(&form).await.is(200).text().contains("/signin?next="));
    let hostile = "<script>alert(1)</script>";
    let sent = server
        .browse_form(&ada, &form, &json!({ "reason": hostile }))
        .await
        .is(200)
        .text();
    assert!(sent.contains("Thank you"), "{sent}");
    let page = server.browse_get(&eve, "/moderation").await.is(200).text();
    assert!(page.contains(&game) && !page.contains(hostile), "{page}");
    server.browse_get(&ada, "/moderation").await.is(403);
    let wrong = server
        .browse_form(&eve, "/moderation", &deed("suspend", "nobody"))
        .await
        .is_form_again("no-such-account")
        .text();
    assert!(
        wrong.contains("value=\"nobody\"") && wrong.contains("An advertisement."),
        "{wrong}"
    );
    server
        .browse_form(&eve, "/moderation", &deed("hide", &game))
        .await
        .is(303);
    let page = server.browse_get(&eve, "/moderation").await.is(200).text();
    assert!(
        page.contains("No open reports") && page.contains("Hide the game"),
        "{page}"
    );
}

/// A game of a player's own that moderators have hidden, with its text.
async fn hidden_game(server: &Server, keeper: &Account, steward: &Account) -> (String, String) {
    let brought = server
        .browse(
            &keeper.cookie,
            TestRequest::post()
                .uri("/v1/games/import")
                .insert_header(("Content-Type", "text/plain"))
                .set_payload(FINISHED[0]),
        )
        .await
        .is(201)
        .json();
    let game = brought["card"]["id"].as_str().unwrap().to_owned();
    let text = server
        .browse_get(keeper, &format!("/v1/games/{game}/export?format=hgn"))
        .await
        .is(200)
        .text();
    server
        .browse_post(steward, ACTIONS, &deed("hide", &game))
        .await
        .is(201);
    (game, text)
}

/// The game is hidden: its keeper cannot show it, and the log of moderation names it.
async fn is_hidden_again(server: &Server, keeper: &Account, steward: &Account, game: &str, original: &str) {
    server
        .get(&format!("/v1/games/{game}"))
        .await
        .is_problem("no-such-game");
    let shown = TestRequest::patch()
        .uri(&format!("/v1/games/{game}"))
        .set_json(json!({ "visibility": "public" }));
    server.browse(&keeper.cookie, shown).await.is_problem("forbidden");
    let log = server.browse_get(steward, "/v1/moderation/log").await.json();
    let latest = &log["items"][0];
    assert_eq!(
        (&latest["does"], &latest["target"]),
        (&json!("hide"), &json!(game))
    );
    assert!(latest["reason"].as_str().unwrap().contains(original), "{latest}");
}

#[actix_web::test]
async fn a_variation_of_a_hidden_game_is_hidden() {
    let server = Server::new();
    let (ada, eve) = (
        server.account("ada", Role::Player).await,
        server.account("eve", Role::Steward).await,
    );
    let (game, _) = hidden_game(&server, &ada, &eve).await;
    let made = server
        .browse_post(
            &ada,
            &format!("/v1/games/{game}/variations"),
            &json!({ "version": 20 }),
        )
        .await
        .is(201)
        .json();
    let variation = made["game"]["card"]["id"].as_str().unwrap();
    is_hidden_again(&server, &ada, &eve, variation, &game).await;
    // Moderators show it again as the game was shown.
    server
        .browse_post(&eve, ACTIONS, &deed("show", variation))
        .await
        .is(201);
    server.get(&format!("/v1/games/{variation}")).await.is(200);
}

#[actix_web::test]
async fn a_copy_of_a_hidden_game_is_hidden_and_another_game_is_not() {
    let server = Server::new();
    let (ada, eve) = (
        server.account("ada", Role::Player).await,
        server.account("eve", Role::Steward).await,
    );
    let import = async |text: &str, media: &str| {
        let request = TestRequest::post()
            .uri("/v1/games/import?again=true")
            .insert_header(("Content-Type", media.to_owned()))
            .set_payload(text.to_owned());
        let made = server.browse(&ada.cookie, request).await.is(201).json();
        made["card"]["id"].as_str().unwrap().to_owned()
    };
    let (game, text) = hidden_game(&server, &ada, &eve).await;
    let copy = import(&text, "text/plain").await;
    is_hidden_again(&server, &ada, &eve, &copy, &game).await;
    let other = import(FINISHED[1], "text/plain").await;
    server.get(&format!("/v1/games/{other}")).await.is(200);
    // What moderators show again may be brought again.
    server
        .browse_post(&eve, ACTIONS, &deed("show", &game))
        .await
        .is(201);
    server
        .browse_post(&eve, ACTIONS, &deed("show", &copy))
        .await
        .is(201);
    let shown = import(&text, "text/plain").await;
    server.get(&format!("/v1/games/{shown}")).await.is(200);
}

#[actix_web::test]
async fn records_merged_from_a_hidden_game_are_hidden() {
    let server = Server::new();
    let (ada, eve) = (
        server.account("ada", Role::Player).await,
        server.account("eve", Role::Steward).await,
    );
    let (game, _) = hidden_game(&server, &ada, &eve).await;
    let made = server
        .browse_post(
            &ada,
            &format!("/v1/games/{game}/merge/{game}"),
            &json!({ "title": "Merged" }),
        )
        .await;
    assert!(made.status < 300, "{}", made.text());
    let merged = made.json()["card"]["id"].as_str().unwrap().to_owned();
    server
        .get(&format!("/v1/games/{merged}"))
        .await
        .is_problem("no-such-game");
}
