//! Connections that end before the answer to a write: it is done to its end, and everybody who looks next
//! knows of it.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Service;
use actix_web::http::Method;
use actix_web::test::{self, TestRequest};
use hindsight_api::create_app;
use serde_json::{Value, json};

use crate::faulty::{Faulty, Plan};
use crate::table::Server;

/// A server over a store whose answers can be held back.
fn holding() -> (Faulty, Server) {
    let store = Faulty::default();
    let server = Server::over(Arc::new(store.clone()), &Server::quiet());
    (store, server)
}

/// Sends a request and goes away when the store has done what it asks for and has not said so.
async fn hang_up(server: &Server, store: &Faulty, method: Method, path: &str, key: &str, body: &Value) {
    store.plan(Plan {
        holds: true,
        ..Plan::default()
    });
    let app = test::init_service(create_app(Arc::clone(&server.services))).await;
    let request = TestRequest::default()
        .method(method)
        .uri(path)
        .insert_header(("Authorization", format!("Bearer {}", server.admin)))
        .insert_header(("Idempotency-Key", key.to_owned()))
        .set_json(body);
    let held = async {
        while store.held() == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = app.call(request.to_request()) => panic!("it is answered before the store has answered"),
        () = held => {}
    }
    store.plan(Plan::default());
    store.let_go();
}

async fn keyed(server: &Server, path: &str, key: &str, body: &Value) -> crate::table::Heard {
    let request = TestRequest::post()
        .uri(path)
        .insert_header(("Authorization", format!("Bearer {}", server.admin)))
        .insert_header(("Idempotency-Key", key.to_owned()))
        .set_json(body);
    server.ask(request).await
}

/// Waits until something is so that will be so without anybody doing more.
async fn until<F: Future<Output = bool>>(what: &str, is_so: impl Fn() -> F) {
    let long = tokio::time::Instant::now() + Duration::from_secs(20);
    while !is_so().await {
        assert!(tokio::time::Instant::now() < long, "never: {what}");
        tokio::task::yield_now().await;
    }
}

#[actix_web::test]
async fn a_command_is_known_to_all_and_is_not_given_twice() {
    let (store, server) = holding();
    let game = server.plain_game(&server.admin).await;
    let path = format!("/v1/games/{game}");
    let commands = format!("{path}/commands");
    let say = json!({ "type": "say", "seat": "A", "text": "Ready?" });
    let version = || async {
        server.get(&path).await.is(200).json()["card"]["version"]
            .as_u64()
            .unwrap()
    };
    let before = version().await;
    hang_up(&server, &store, Method::POST, &commands, "first", &say).await;
    until("the command is in the game", || async {
        version().await == before + 1
    })
    .await;
    let again = keyed(&server, &commands, "first", &say).await.is(200);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.json()["applied"][0]["repeated"], true);
    assert_eq!(version().await, before + 1);
}

#[actix_web::test]
async fn a_game_made_private_is_gone_for_others() {
    let (store, server) = holding();
    let asked = json!({ "system": "before-battle", "visibility": "public" });
    let game = server.game(&server.admin, asked).await;
    let path = format!("/v1/games/{game}");
    server.get(&path).await.is(200);
    let hidden = json!({ "visibility": "private" });
    hang_up(&server, &store, Method::PATCH, &path, "hide", &hidden).await;
    until("the game is hidden", || async {
        server.get(&path).await.status == 404
    })
    .await;
}

#[actix_web::test]
async fn a_variation_is_made_once() {
    let (store, server) = holding();
    let game = server
        .brought(include_str!("../../../tests/games/orsa-takes-the-axes.hgn"))
        .await;
    let path = format!("/v1/games/{game}/variations");
    let asked = json!({ "version": 40 });
    hang_up(&server, &store, Method::POST, &path, "what-if", &asked).await;
    let made = keyed(&server, &path, "what-if", &asked).await.is(200).json();
    let id = made["game"]["card"]["id"].as_str().unwrap();
    assert_eq!(
        made["game"]["card"]["version"].as_u64().unwrap(),
        made["of"]["shared"].as_u64().unwrap()
    );
    server.get(&format!("/v1/games/{id}")).await.is(200);
    let listed = server.get(&path).await.is(200).json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
}
