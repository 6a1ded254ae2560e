//! Annotations from outside: who reads, who writes, what is kept, what is refused.

mod readers;
mod refused;
mod saying;
mod shown;
mod texts;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use serde_json::{Value, json};

use crate::table::{Heard, Server};

/// A server with a game that everybody may see, and people with tokens.
struct Club {
    server: Server,
    game: String,
    ada: String,
    bob: String,
    eve: String,
}

impl Club {
    async fn new() -> Self {
        let server = Server::new();
        let writes = [Scope::GameRead, Scope::GameWrite];
        let [ada, bob, eve] = ["ada", "bob", "eve"].map(|name| server.token(name, &writes));
        let game = server
            .game(&ada, json!({ "system": "before-battle", "visibility": "public" }))
            .await;
        server.play(&ada, &game, 30).await;
        Self {
            server,
            game,
            ada,
            bob,
            eve,
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}/{rest}", self.game)
    }

    async fn says(&self, token: &str, body: Value) -> Value {
        self.server
            .post(token, &self.path("annotations"), &body)
            .await
            .is(201)
            .json()
    }

    async fn layer(&self, token: &str, body: Value) -> String {
        let made = self.server.post(token, &self.path("layers"), &body).await.is(201);
        made.json()["id"].as_str().unwrap().to_owned()
    }

    async fn patch(&self, token: &str, id: &Value, body: Value) -> Heard {
        let path = self.path(&format!("annotations/{}", id.as_str().unwrap()));
        self.server.send(Method::PATCH, token, &path, &body).await
    }

    async fn texts(&self, token: Option<&str>, query: &str) -> Vec<String> {
        let path = self.path(&format!("annotations{query}"));
        let heard = match token {
            Some(token) => self.server.get_as(token, &path).await,
            None => self.server.get(&path).await,
        };
        let page = heard.is(200).json();
        let items = page["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["text"].as_str().unwrap().to_owned())
            .collect()
    }

    async fn without_body(&self, method: Method, token: &str, path: &str) -> Heard {
        self.server
            .ask(
                TestRequest::default()
                    .method(method)
                    .uri(path)
                    .insert_header(("Authorization", format!("Bearer {token}"))),
            )
            .await
    }
}

fn at(version: u64, text: &str) -> Value {
    json!({ "anchor": { "type": "event", "version": version }, "text": text })
}
