//! Seats that accounts take in recorded games.

use actix_web::http::Method;
use hindsight_openapi::wire::Role;
use serde_json::json;

use crate::people::Account;
use crate::table::Server;

#[actix_web::test]
async fn a_seat_is_taken_once_by_link_and_shows_the_accounts_name() {
    let server = Server::new();
    let keeper = server.account("keeper", Role::Player).await;
    let (ada, bob) = (
        server.account("ada", Role::Player).await,
        server.account("bob", Role::Player).await,
    );
    let reader = server.account("reader", Role::Reader).await;
    let request = json!({
        "system": "before-battle", "visibility": "private", "players": { "A": "Somebody", "B": "Another" }
    });
    let game = server
        .browse_post(&keeper, "/v1/games", &request)
        .await
        .is(201)
        .json()["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let (path, claims) = (format!("/v1/games/{game}"), format!("/v1/games/{game}/claims"));
    server.browse_get(&ada, &path).await.is_problem("no-such-game");
    server
        .browse_post(&ada, &claims, &json!({ "seat": "A" }))
        .await
        .is_problem("no-such-game");
    server
        .browse_post(&keeper, &claims, &json!({ "seat": "Z" }))
        .await
        .is_problem("invalid-body");
    let offer = server
        .browse_post(&keeper, &claims, &json!({ "seat": "A" }))
        .await
        .is(201)
        .json();
    let take = json!({ "secret": offer["secret"] });
    let page = server
        .browse_get(&ada, offer["link"].as_str().unwrap())
        .await
        .is(200)
        .text();
    assert!(page.contains("Take the seat as ada"), "{page}");
    server
        .browse_post(&reader, "/v1/claims", &take)
        .await
        .is_problem("forbidden");
    server
        .post(&server.admin, "/v1/claims", &take)
        .await
        .is_problem("no-such-account");
    let seat = server.browse_post(&ada, "/v1/claims", &take).await.is(200).json();
    assert_eq!(seat, json!({ "game": game, "seat": "A", "account": ada.id }));
    server
        .browse_post(&bob, "/v1/claims", &take)
        .await
        .is_problem("no-such-claim");

    // The account sees the game through its own seat, and may play it, and no other.
    let seen = server.browse_get(&ada, &path).await.is(200).json();
    assert_eq!(seen["card"]["players"], json!({ "A": "ada", "B": "Another" }));
    let say = |seat: &str| json!({ "type": "say", "seat": seat, "text": "Good luck!" });
    let commands = format!("{path}/commands");
    server.browse_post(&ada, &commands, &say("A")).await.is(200);
    server
        .browse_post(&ada, &commands, &say("B"))
        .await
        .is_problem("forbidden");
    server
        .browse_send(&ada, Method::PATCH, &path, &json!({ "title": "Mine" }))
        .await
        .is_problem("forbidden");
    server.browse_get(&bob, &path).await.is_problem("no-such-game");
    // The name is the account's now.
    let mut rename = json!({ "players": { "A": "Impostor" } });
    server
        .browse_send(&keeper, Method::PATCH, &path, &rename)
        .await
        .is_problem("invalid-body");
    rename = json!({ "players": { "B": "Bob of the club" } });
    server
        .browse_send(&keeper, Method::PATCH, &path, &rename)
        .await
        .is(200);
    server
        .browse_post(&keeper, &claims, &json!({ "seat": "A" }))
        .await
        .is_problem("seat-taken");

    // What it passes by itself ends with it.
    let (standing, left) = (format!("{path}/standing"), json!({ "decisions": ["reform"] }));
    server.browse_post(&ada, &standing, &left).await.is(200);

    // It is freed by who took it, or by the keeper, and by nobody else.
    let taken = format!("{claims}/A");
    server
        .browse_send(&bob, Method::DELETE, &taken, &json!({}))
        .await
        .is_problem("no-such-game");
    server
        .browse_send(&ada, Method::DELETE, &taken, &json!({}))
        .await
        .is(204);
    server.browse_get(&ada, &path).await.is_problem("no-such-game");
    let seen = server.browse_get(&keeper, &path).await.is(200).json();
    assert_eq!(seen["card"]["players"], json!({ "B": "Bob of the club" }));
    let told = server.browse_get(&keeper, &standing).await.is(200).json();
    assert_eq!(told["items"][0], json!({ "seat": "A", "decisions": [] }));
    server
        .browse_send(&keeper, Method::DELETE, &taken, &json!({}))
        .await
        .is_problem("no-such-claim");
}

/// The server stops after an account was renamed and before its games show it: the next start makes it good.
#[actix_web::test]
async fn a_change_of_name_that_was_broken_off_is_gone_on_with() {
    let server = Server::new();
    let ada = server.account("ada", Role::Player).await;
    let game = server.plain_game(&server.admin).await;
    let claims = format!("/v1/games/{game}/claims");
    let offer = server
        .post(&server.admin, &claims, &json!({ "seat": "A" }))
        .await
        .is(201)
        .json();
    server
        .browse_post(&ada, "/v1/claims", &json!({ "secret": offer["secret"] }))
        .await
        .is(200);
    // The account's own change alone, without what follows it.
    let id = ada.id.parse().unwrap();
    server.services.accounts.rename(id, "ada-l").await.unwrap();
    let path = format!("/v1/games/{game}");
    assert_eq!(server.get(&path).await.json()["card"]["players"]["A"], "ada");
    let store = std::sync::Arc::clone(server.services.store.events());
    let again = Server::again(store, &server.admin);
    again.services.seat_names.show_new_names().await.unwrap();
    assert_eq!(again.get(&path).await.json()["card"]["players"]["A"], "ada-l");
}

/// A name is put onto a seat by what is true when the game's turn comes, not by what was when the change began.
#[actix_web::test]
async fn a_name_that_comes_late_is_not_put_onto_a_seat_that_another_has_now() {
    let server = Server::new();
    let (ada, ben) = (
        server.account("ada", Role::Player).await,
        server.account("ben", Role::Player).await,
    );
    let game = server.plain_game(&server.admin).await;
    let path = format!("/v1/games/{game}");
    let claims = format!("{path}/claims");
    let player = || async { server.get(&path).await.json()["card"]["players"]["A"].clone() };
    let take = async |who: &Account| {
        let offer = server
            .post(&server.admin, &claims, &json!({ "seat": "A" }))
            .await
            .is(201)
            .json();
        server
            .browse_post(who, "/v1/claims", &json!({ "secret": offer["secret"] }))
            .await
            .is(200);
    };
    take(&ada).await;
    server
        .browse_send(&ada, Method::DELETE, &format!("{claims}/A"), &json!({}))
        .await
        .is(204);
    let (id, seat) = (ada.id.parse().unwrap(), "A".parse().unwrap());
    let show = || {
        server
            .services
            .seat_names
            .show_name(id, game.parse().unwrap(), seat)
    };
    show().await.unwrap();
    assert_ne!(player().await, "ada", "the seat is free");
    take(&ben).await;
    show().await.unwrap();
    assert_eq!(player().await, "ben");
}
