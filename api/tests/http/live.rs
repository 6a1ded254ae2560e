//! Following a game live: the stream ends with the right to see what it shows.

use std::pin::Pin;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::Service;
use actix_web::http::Method;
use actix_web::test::{self, TestRequest};
use hindsight_api::access::Scope;
use hindsight_api::{Settings, create_app};
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::people::{Account, PASSWORD};
use crate::table::Server;

/// A live stream that is being read.
pub struct Stream {
    body: Pin<Box<BoxBody>>,
}

impl Stream {
    /// The next message, or nothing when the stream has ended. Signs of life are left out.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            let piece = std::future::poll_fn(|cx| self.body.as_mut().poll_next(cx)).await?;
            let text = String::from_utf8(piece.unwrap().to_vec()).unwrap();
            if !text.starts_with(": ") {
                return Some(text);
            }
        }
    }

    /// Reads until so many are said to follow.
    pub async fn until_together(&mut self, followers: usize) -> String {
        let mut heard = String::new();
        loop {
            heard += &self.until("event: presence\n").await;
            let data = heard.lines().rev().find_map(|line| line.strip_prefix("data: "));
            let data: Value = serde_json::from_str(data.unwrap()).unwrap();
            if data["followers"] == followers {
                return heard;
            }
        }
    }

    /// Reads until this is said; all that was read.
    pub async fn until(&mut self, word: &str) -> String {
        let mut heard = String::new();
        while !heard.contains(word) {
            let piece = self.next().await;
            heard += &piece.unwrap_or_else(|| panic!("it ended before {word:?}: {heard}"));
        }
        heard
    }

    /// What comes until something that is said now.
    async fn until_said(&mut self, table: &Table, text: &str) -> String {
        table.keeper_posts("commands", &say(text)).await;
        self.until(text).await
    }

    /// The messages that still come until it ends.
    pub async fn rest(mut self) -> String {
        let mut heard = String::new();
        while let Some(piece) = self.next().await {
            heard += &piece;
        }
        heard
    }
}

impl Server {
    /// A server whose live streams look around often, so that nothing waits for long.
    pub fn lively() -> Self {
        Self::with(&lively())
    }

    /// Begins to read a live stream, as whoever this header shows.
    pub async fn listen(&self, path: &str, who: (&'static str, String)) -> Stream {
        let app = test::init_service(create_app(self.services.clone())).await;
        let request = TestRequest::get()
            .uri(path)
            .insert_header(("Accept", "text/event-stream"))
            .insert_header(who);
        let answer = app.call(request.to_request()).await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        let mut stream = Stream {
            body: Box::pin(answer.map_into_boxed_body().into_body()),
        };
        stream.until("retry: ").await;
        stream
    }
}

/// Settings of a server whose live streams look around often.
pub fn lively() -> Settings {
    Settings {
        rate_limits: false,
        live_heartbeat: Duration::from_millis(40),
        live_beat: Duration::from_millis(5),
        ..Settings::default()
    }
}

pub fn bearer(token: &str) -> (&'static str, String) {
    ("Authorization", format!("Bearer {token}"))
}

pub fn browser(account: &Account) -> (&'static str, String) {
    ("Cookie", account.cookie.clone())
}

/// Nobody who is known.
pub fn stranger() -> (&'static str, String) {
    ("X-Nobody", "yes".to_owned())
}

fn say(text: &str) -> Value {
    json!({ "type": "say", "text": text })
}

/// A private game of a keeper, with an account at seat B.
struct Table {
    server: Server,
    keeper: Account,
    sitter: Account,
    game: String,
}

impl Table {
    async fn new(visibility: &str) -> Self {
        let server = Server::lively();
        let keeper = server.account("keeper", Role::Player).await;
        let sitter = server.account("sitter", Role::Player).await;
        let asked = json!({ "system": "before-battle", "visibility": visibility });
        let made = server.browse_post(&keeper, "/v1/games", &asked).await.is(201);
        let game = made.json()["card"]["id"].as_str().unwrap().to_owned();
        let table = Self {
            server,
            keeper,
            sitter,
            game,
        };
        let offer = table.keeper_posts("claims", &json!({ "seat": "B" })).await;
        let taken = json!({ "secret": offer["secret"] });
        table
            .server
            .browse_post(&table.sitter, "/v1/claims", &taken)
            .await
            .is(200);
        table
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}/{rest}", self.game)
    }

    async fn keeper_posts(&self, rest: &str, body: &Value) -> Value {
        let heard = self
            .server
            .browse_post(&self.keeper, &self.path(rest), body)
            .await;
        assert!(heard.status < 300, "{}", heard.text());
        heard.json()
    }

    /// A live stream of this reader, who has heard what was said at the table.
    async fn hearing(&self, who: (&'static str, String)) -> Stream {
        let mut stream = self.server.listen(&self.path("live"), who).await;
        self.keeper_posts("commands", &say("before")).await;
        stream.until("before").await;
        stream
    }

    /// The stream has ended, and nothing that happened since was told; that of the keeper goes on.
    async fn is_over(&self, stream: Stream) {
        let mut keeper = self
            .server
            .listen(&self.path("live"), browser(&self.keeper))
            .await;
        self.keeper_posts("commands", &say("afterwards")).await;
        let rest = stream.rest().await;
        assert!(!rest.contains("afterwards"), "{rest}");
        keeper.until("afterwards").await;
    }
}

#[actix_web::test]
async fn a_stream_ends_with_its_session() {
    let table = Table::new("private").await;
    let stream = table.hearing(browser(&table.sitter)).await;
    let other = table.hearing(browser(&table.keeper)).await;
    table
        .server
        .browse(&table.sitter.cookie, TestRequest::delete().uri("/v1/session"))
        .await
        .is(204);
    table.is_over(stream).await;
    drop(other);
    assert_eq!(table.server.services.hub.followers(), 0);
}

#[actix_web::test]
async fn a_stream_ends_with_its_token() {
    let table = Table::new("public").await;
    let secret = table.server.token("ada", &[Scope::GameRead]);
    let stream = table.hearing(bearer(&secret)).await;
    let token = table
        .server
        .get_as(&secret, "/v1/tokens/self")
        .await
        .is(200)
        .json();
    let path = format!("/v1/tokens/{}", token["id"].as_str().unwrap());
    table
        .server
        .send(Method::DELETE, &table.server.admin, &path, &json!({}))
        .await
        .is(204);
    // Though everybody may see this game: who sends a token that is good no more is told so by the next request.
    table.is_over(stream).await;
}

#[actix_web::test]
async fn a_stream_ends_with_its_account() {
    let table = Table::new("private").await;
    let stream = table.hearing(browser(&table.sitter)).await;
    let password = json!({ "current_password": PASSWORD });
    table
        .server
        .browse_post(&table.sitter, "/v1/accounts/self/deletion", &password)
        .await
        .is(204);
    table.is_over(stream).await;
}

#[actix_web::test]
async fn a_stream_ends_with_the_seat_it_was_seen_from() {
    for visibility in ["private", "public"] {
        let table = Table::new(visibility).await;
        let stream = table.hearing(browser(&table.sitter)).await;
        table
            .server
            .browse_send(&table.keeper, Method::DELETE, &table.path("claims/B"), &json!({}))
            .await
            .is(204);
        table.is_over(stream).await;
        // Where the game is public they go on as anybody does, by another stream.
        let again = table
            .server
            .browse_get(&table.sitter, &format!("/v1/games/{}", table.game))
            .await;
        assert_eq!(again.status, if visibility == "public" { 200 } else { 404 });
    }
}

#[actix_web::test]
async fn a_stream_ends_when_the_game_is_made_private() {
    let table = Table::new("public").await;
    let stream = table.hearing(stranger()).await;
    let hidden = json!({ "visibility": "private" });
    let path = format!("/v1/games/{}", table.game);
    table
        .server
        .browse_send(&table.keeper, Method::PATCH, &path, &hidden)
        .await
        .is(200);
    table.is_over(stream).await;
}

/// A stream that waits for something to happen ends too, though nothing does.
#[actix_web::test]
async fn a_quiet_stream_ends_as_well() {
    let table = Table::new("private").await;
    let stream = table.hearing(browser(&table.sitter)).await;
    let waiting = actix_web::rt::spawn(stream.rest());
    table
        .server
        .browse(&table.sitter.cookie, TestRequest::delete().uri("/v1/session"))
        .await
        .is(204);
    let rest = waiting.await.unwrap();
    assert!(!rest.contains("id: "), "{rest}");
    assert_eq!(table.server.services.hub.followers(), 0);
}

#[actix_web::test]
async fn followers_are_told_how_many_they_are_and_nothing_else_of_each_other() {
    let table = Table::new("public").await;
    let path = table.path("live");
    let mut one = table.server.listen(&path, stranger()).await;
    let mut heard = one.until_together(1).await;
    let mut two = table.server.listen(&path, browser(&table.sitter)).await;
    two.until_together(2).await;
    heard += &one.until_together(2).await;
    let card = format!("/v1/games/{}", table.game);
    let told = table.server.get(&card).await.is(200);
    assert_eq!(told.json()["live"]["followers"], 2);
    let tag = told.header("etag").unwrap().to_owned();
    // It falls when a connection goes, without a word of who it was.
    drop(two);
    heard += &one.until_together(1).await;
    let told = table
        .server
        .ask(
            TestRequest::get()
                .uri(&card)
                .insert_header(("If-None-Match", tag)),
        )
        .await
        .is(200);
    assert_eq!(told.json()["live"]["followers"], 1);
    // Another game has its own count.
    let other = table.server.plain_game(&table.server.admin).await;
    let told = table.server.get(&format!("/v1/games/{other}")).await.is(200);
    assert_eq!(told.json()["live"]["followers"], 0);
    heard += &one.until_said(&table, "done").await;
    assert!(
        !heard.contains(&table.sitter.id) && !heard.contains("sitter"),
        "{heard}"
    );
    drop(one);
    assert_eq!(table.server.services.hub.followers(), 0);
}
