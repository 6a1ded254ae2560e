//! Studies: chapters with words, each of a game, a moment, a variation or a position.

mod again;
mod chapters;
mod forms;
mod readers;
mod refused;
mod transfer;

use actix_web::http::Method;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::people::Account;
use crate::table::{Heard, Server};

/// An author, somebody else who writes, and a public game of some events.
struct Shelf {
    server: Server,
    ada: Account,
    bob: Account,
    game: String,
    version: u64,
}

impl Shelf {
    async fn new() -> Self {
        let server = Server::new();
        let ada = server.account("ada", Role::Player).await;
        let bob = server.account("bob", Role::Player).await;
        let game = server.plain_game(&server.admin).await;
        let version = server.play(&server.admin, &game, 8).await;
        Self {
            server,
            ada,
            bob,
            game,
            version,
        }
    }

    async fn make(&self, who: &Account, about: Value) -> String {
        let made = self.server.browse_post(who, "/v1/studies", &about).await.is(201);
        let id = made.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(
            made.header("location"),
            Some(format!("/v1/studies/{id}").as_str())
        );
        id
    }

    /// A study of ada's for everybody, with these chapters.
    async fn study(&self, chapters: &[(&str, Value)]) -> String {
        let id = self
            .make(&self.ada, json!({ "title": "Flanks", "visibility": "public" }))
            .await;
        for (title, shows) in chapters {
            self.add(&id, title, shows).await.is(201);
        }
        id
    }

    async fn add(&self, study: &str, title: &str, shows: &Value) -> Heard {
        let chapter = json!({ "title": title, "text": "See the *left*.", "shows": shows });
        let path = format!("/v1/studies/{study}/chapters");
        self.server.browse_post(&self.ada, &path, &chapter).await
    }

    fn moment(&self, version: u64) -> Value {
        json!({ "type": "moment", "game": self.game, "version": version })
    }

    async fn get(&self, study: &str) -> Value {
        self.server
            .browse_get(&self.ada, &format!("/v1/studies/{study}"))
            .await
            .is(200)
            .json()
    }

    async fn send(&self, who: &Account, method: Method, path: &str, body: Value) -> Heard {
        self.server.browse_send(who, method, path, &body).await
    }
}

fn titles(study: &Value) -> Vec<&str> {
    let chapters = study["chapters"].as_array().unwrap();
    chapters
        .iter()
        .map(|chapter| chapter["title"].as_str().unwrap())
        .collect()
}
