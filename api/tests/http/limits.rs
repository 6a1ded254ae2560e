//! Limits on studies, annotations and reviews: one more is refused, with how many there may be, changes
//! nothing, and takes no room from others.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::Settings;
use hindsight_api::base::limits::{Client, REPORTS};
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::pages::between;
use crate::people::Account;
use crate::table::{Heard, Server, heard};

/// Two people who write, and a game that everybody sees.
struct Full {
    server: Server,
    ada: Account,
    bob: Account,
    game: String,
}

impl Full {
    async fn new() -> Self {
        let server = Server::new();
        let ada = server.account("ada", Role::Player).await;
        let bob = server.account("bob", Role::Player).await;
        let game = server.plain_game(&server.admin).await;
        server.play(&server.admin, &game, 4).await;
        Self {
            server,
            ada,
            bob,
            game,
        }
    }

    async fn send(&self, who: &Account, path: &str, body: Value) -> Heard {
        self.server.browse_post(who, path, &body).await
    }

    async fn made(&self, who: &Account, path: &str, body: Value) -> Value {
        self.send(who, path, body).await.is(201).json()
    }

    async fn read(&self, path: &str) -> Value {
        self.server.browse_get(&self.ada, path).await.is(200).json()
    }

    /// A limit as the server publishes it.
    async fn published(&self, name: &str) -> usize {
        let limits = self.read("/v1/limits").await;
        let mut all = limits["items"].as_array().unwrap().iter();
        let limit = all.find(|limit| limit["name"] == name).unwrap();
        usize::try_from(limit["value"].as_u64().unwrap()).unwrap()
    }

    fn chapter(&self, text: &str) -> Value {
        json!({ "title": "One", "text": text, "shows": { "type": "game", "game": self.game } })
    }

    fn of_game(&self, rest: &str) -> String {
        format!("/v1/games/{}/{rest}", self.game)
    }

    /// An annotation of ada's.
    async fn said(&self) -> String {
        let said = json!({ "anchor": { "type": "event", "version": 2 }, "text": "One." });
        let said = self.made(&self.ada, &self.of_game("annotations"), said).await;
        self.of_game(&format!("annotations/{}", said["id"].as_str().unwrap()))
    }
}

/// The refusal says how much there may be.
#[track_caller]
fn refused(heard: Heard, most: usize) {
    let problem = heard.is_problem("limit-reached").json();
    let detail = problem["detail"].as_str().unwrap();
    let mut numbers = detail.split(|letter: char| !letter.is_ascii_digit());
    assert!(numbers.any(|number| number == most.to_string()), "{problem}");
    assert!(problem["limit"].is_string(), "{problem}");
    assert_eq!(problem["most"], most, "{problem}");
}

fn id(made: &Value) -> String {
    made["id"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn an_account_has_so_many_tokens_and_invitations() {
    let full = Full::new().await;
    let coach = full.server.account("grace", Role::Coach).await;
    for (limit, path, asked, made) in [
        (
            "account-tokens",
            "/v1/tokens",
            json!({ "scopes": ["game:read"] }),
            "token",
        ),
        (
            "invitations",
            "/v1/invitations",
            json!({ "role": "player" }),
            "invitation",
        ),
    ] {
        let most = full.published(limit).await;
        let mut last = String::new();
        for _ in 0..most {
            last = id(&full.made(&coach, path, asked.clone()).await[made]);
        }
        refused(full.send(&coach, path, asked.clone()).await, most);
        let withdrawn = format!("{path}/{last}");
        let browser = &full.server;
        browser
            .browse_send(&coach, Method::DELETE, &withdrawn, &json!({}))
            .await
            .is(204);
        full.made(&coach, path, asked).await;
    }
}

#[actix_web::test]
async fn an_author_has_so_many_studies() {
    let full = Full::new().await;
    let most = full.published("studies").await;
    let mut first = String::new();
    for number in 0..most {
        let study = json!({ "title": format!("Study {number}"), "visibility": "public" });
        first = id(&full.made(&full.ada, "/v1/studies", study).await);
    }
    let more = || json!({ "title": "One more" });
    refused(full.send(&full.ada, "/v1/studies", more()).await, most);
    let copy = format!("/v1/studies/{first}/clones");
    refused(full.send(&full.ada, &copy, json!({})).await, most);
    refused(
        full.server.browse_form(&full.ada, "/studies", &more()).await,
        most,
    );
    let page = format!("/s/{first}");
    let does = json!({ "does": "clone" });
    refused(full.server.browse_form(&full.ada, &page, &does).await, most);
    let found = full.read("/v1/studies?q=One+more").await;
    assert_eq!(found["items"], json!([]), "none was made");
    full.made(&full.bob, "/v1/studies", more()).await;
    full.made(&full.bob, &copy, json!({})).await;
}

#[actix_web::test]
async fn a_study_has_so_many_chapters() {
    let full = Full::new().await;
    let study = id(&full
        .made(&full.ada, "/v1/studies", json!({ "title": "Long" }))
        .await);
    let chapters = format!("/v1/studies/{study}/chapters");
    for _ in 0..64 {
        full.made(&full.ada, &chapters, full.chapter("")).await;
    }
    let before = full.read(&format!("/v1/studies/{study}")).await;
    refused(full.send(&full.ada, &chapters, full.chapter("")).await, 64);
    let form = json!({ "does": "add", "title": "x", "address": format!("/g/{}", full.game) });
    let page = format!("/s/{study}");
    let again = full.server.browse_form(&full.ada, &page, &form).await;
    let again = again.is_form_again("limit-reached").text();
    let alert = between(&again, "data-problem=\"limit-reached\"", "</p>")[0];
    let mut numbers = alert.split(|letter: char| !letter.is_ascii_digit());
    assert!(numbers.any(|number| number == "64"), "{alert}");
    assert!(
        again.contains("value=\"x\"") && again.contains(&format!("value=\"/g/{}\"", full.game)),
        "what was written is kept: {again}"
    );
    assert_eq!(full.read(&format!("/v1/studies/{study}")).await, before);
    // What is taken out makes room.
    full.server
        .browse_send(&full.ada, Method::DELETE, &format!("{chapters}/1"), &json!({}))
        .await
        .is(204);
    assert_eq!(
        full.made(&full.ada, &chapters, full.chapter("")).await["number"],
        65
    );
}

#[actix_web::test]
async fn a_study_is_so_long() {
    let full = Full::new().await;
    let study = id(&full
        .made(&full.ada, "/v1/studies", json!({ "title": "Long" }))
        .await);
    let chapters = format!("/v1/studies/{study}/chapters");
    // As many characters as a chapter may have, of four bytes each: fewer chapters than there may be fill it.
    let words = "🎲".repeat(20_000);
    let mut bytes = 0;
    let heard = loop {
        let heard = full.send(&full.ada, &chapters, full.chapter(&words)).await;
        if heard.status != 201 {
            break heard;
        }
        bytes += words.len();
        assert!(bytes <= 4 << 20, "{bytes} bytes were taken");
    };
    refused(heard, 4 << 20);
    assert!(
        bytes + words.len() + 10_000 > 4 << 20,
        "{bytes} bytes are no reason to refuse"
    );
    let study = full.read(&format!("/v1/studies/{study}")).await;
    assert_eq!(study["chapters"].as_array().unwrap().len() * words.len(), bytes);
    full.made(&full.ada, &chapters, full.chapter("A few words."))
        .await;
}

#[actix_web::test]
async fn a_layer_has_so_many_annotations() {
    let full = Full::new().await;
    let first = full.said().await;
    let layer = full.read(&first).await["layer"].clone();
    let all = full.of_game("annotations");
    let said = json!({ "anchor": { "type": "event", "version": 2 }, "text": "Again.", "layer": layer });
    for _ in 1..1_000 {
        full.made(&full.ada, &all, said.clone()).await;
    }
    let before = full.read(&full.of_game("annotations?limit=500")).await;
    refused(full.send(&full.ada, &all, said).await, 1_000);
    let form = json!({ "does": "annotate", "text": "Again." });
    let page = format!("/g/{}/2/annotations", full.game);
    refused(full.server.browse_form(&full.ada, &page, &form).await, 1_000);
    assert_eq!(full.read(&full.of_game("annotations?limit=500")).await, before);
    // Another layer has room, and what stands in this one is still changed and taken away.
    full.server
        .browse_send(&full.ada, Method::PATCH, &first, &json!({ "text": "Otherwise." }))
        .await
        .is(200);
    full.server
        .browse_send(&full.ada, Method::DELETE, &first, &json!({}))
        .await
        .is(204);
    let said = json!({ "anchor": { "type": "event", "version": 2 }, "text": "Me too." });
    full.made(&full.bob, &all, said).await;
}

#[actix_web::test]
async fn an_annotation_has_so_many_answers() {
    let full = Full::new().await;
    let said = full.said().await;
    let replies = format!("{said}/replies");
    let reply = || json!({ "text": "Why?" });
    for number in 0..200 {
        let who = if number % 2 == 0 { &full.ada } else { &full.bob };
        full.made(who, &replies, reply()).await;
    }
    let before = full.read(&said).await;
    refused(full.send(&full.bob, &replies, reply()).await, 200);
    assert_eq!(full.read(&said).await, before);
    let other = full.said().await;
    full.made(&full.bob, &format!("{other}/replies"), reply()).await;
}

#[actix_web::test]
async fn an_annotation_changes_so_often() {
    let full = Full::new().await;
    let said = full.said().await;
    let edit = |number: usize| json!({ "text": format!("Words {number}.") });
    for number in 1..200 {
        full.server
            .browse_send(&full.ada, Method::PATCH, &said, &edit(number))
            .await
            .is(200);
    }
    let before = full.read(&said).await;
    for (method, path) in [
        (Method::PATCH, said.clone()),
        (Method::POST, format!("{said}/undo")),
    ] {
        let heard = full.server.browse_send(&full.ada, method, &path, &edit(0)).await;
        refused(heard, 200);
    }
    assert_eq!(full.read(&said).await, before);
    // It is not stuck: whatever it is full of, it can be taken away.
    full.server
        .browse_send(&full.ada, Method::DELETE, &said, &json!({}))
        .await
        .is(204);
}

#[actix_web::test]
async fn somebody_leads_so_many_reviews() {
    let full = Full::new().await;
    let most = full.published("reviews").await;
    let reviews = full.of_game("reviews");
    for _ in 0..most {
        full.made(&full.ada, &reviews, json!({})).await;
    }
    let before = full.read(&reviews).await;
    refused(full.send(&full.ada, &reviews, json!({})).await, most);
    let page = format!("/g/{}/2/reviews", full.game);
    let begin = json!({ "does": "begin" });
    refused(full.server.browse_form(&full.ada, &page, &begin).await, most);
    assert_eq!(full.read(&reviews).await, before);
    full.made(&full.bob, &reviews, json!({})).await;
    // One that has ended makes room.
    let ended = format!("{reviews}/{}", before["items"][0]["id"].as_str().unwrap());
    full.server
        .browse_send(&full.ada, Method::DELETE, &ended, &json!({}))
        .await
        .is(204);
    full.made(&full.ada, &reviews, json!({})).await;
}

/// The subject of an account's tokens, as a client whose requests are counted.
fn client_of(account: &Account) -> Client {
    Client::subject(&account.id)
}

/// Asks as one of the holders of a client's allowance while it is used up; a place is free again every 20 ms, so a machine so slow
/// that one is before the request is counted asks again.
async fn asked_when_used_up(server: &Server, client: Client, holder: (&'static str, String)) -> Heard {
    for _ in 0..2_000 {
        while server.services.requests.pass(client).is_ok() {}
        let request = TestRequest::get()
            .uri("/v1/tokens/self")
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .insert_header(holder.clone());
        let heard = server.ask(request).await;
        if heard.status == 429 {
            return heard;
        }
    }
    panic!("nothing is refused: {} has an allowance of its own", holder.0);
}

fn bearer(secret: &str) -> (&'static str, String) {
    ("Authorization", format!("Bearer {secret}"))
}

#[actix_web::test]
async fn tokens_and_sessions_of_one_account_share_one_allowance() {
    let server = Server::with(&Settings::default());
    let (ada, bob) = (
        server.account("ada", Role::Player).await,
        server.account("bob", Role::Player).await,
    );
    let token = async |asked: Value| {
        let made = server
            .browse_post(&ada, "/v1/tokens", &asked)
            .await
            .is(201)
            .json();
        made["secret"].as_str().unwrap().to_owned()
    };
    let mut holders = vec![("Cookie", ada.cookie.clone())];
    for _ in 0..2 {
        holders.push(bearer(&token(json!({ "scopes": ["game:read"] })).await));
    }
    let mut guests = Vec::new();
    for title in ["One", "Two"] {
        let made = json!({ "system": "before-battle", "title": title });
        let made = server.browse_post(&ada, "/v1/games", &made).await.is(201).json();
        let seat = json!({ "scopes": ["seat:A"], "game": made["card"]["id"] });
        guests.push(bearer(&token(seat).await));
    }
    for holder in holders {
        let refused = asked_when_used_up(&server, client_of(&ada), holder).await;
        assert_eq!(
            refused.is_problem("too-many-requests").json()["limit"],
            "requests"
        );
    }
    server.browse_get(&bob, "/v1/games").await.is(200);
    // Guests of one keeper are one client, in whichever game they sit.
    let of_ada = Client::subject(&format!("guest of {}", ada.id));
    for guest in guests {
        let refused = asked_when_used_up(&server, of_ada, guest).await;
        assert_eq!(
            refused.is_problem("too-many-requests").json()["limit"],
            "requests"
        );
    }
    server.browse_get(&bob, "/v1/games").await.is(200);
}

#[actix_web::test]
async fn live_streams_of_all_tokens_of_an_account_count_together() {
    let full = Full::new().await;
    let most = full.published("live-streams").await;
    let mut holders = vec![("Cookie", full.ada.cookie.clone())];
    for _ in 0..2 {
        let asked = json!({ "scopes": ["game:read"] });
        let made = full.made(&full.ada, "/v1/tokens", asked).await;
        holders.push(bearer(made["secret"].as_str().unwrap()));
    }
    let listen = async |holder: &(&'static str, String)| {
        let request = TestRequest::get()
            .uri(&full.of_game("live"))
            .insert_header(("Accept", "text/event-stream"))
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .insert_header(holder.clone());
        full.server.answer(request).await
    };
    let mut streams = Vec::new();
    for holder in holders.iter().cycle().take(most) {
        let stream = listen(holder).await;
        assert_eq!(stream.status(), 200);
        streams.push(stream);
    }
    for holder in &holders {
        let refused = heard(listen(holder).await).await;
        let refused = refused.is_problem("too-many-requests").json();
        assert_eq!(refused["limit"], "live-streams", "{refused:#}");
    }
    let other = listen(&("Cookie", full.bob.cookie.clone())).await;
    assert_eq!(other.status(), 200);
}

#[actix_web::test]
async fn a_game_has_so_many_tokens() {
    let full = Full::new().await;
    let mine = json!({ "system": "before-battle", "title": "Mine" });
    let game = full.made(&full.ada, "/v1/games", mine).await["card"]["id"].clone();
    let asked = json!({ "scopes": ["seat:A"], "game": game });
    let most = full.published("game-tokens").await;
    let mut last = String::new();
    for _ in 0..most {
        last = id(&full.made(&full.ada, "/v1/tokens", asked.clone()).await["token"]);
    }
    refused(full.send(&full.ada, "/v1/tokens", asked.clone()).await, most);
    let withdrawn = format!("/v1/tokens/{last}");
    full.server
        .send(Method::DELETE, &full.server.admin, &withdrawn, &json!({}))
        .await
        .is(204);
    full.made(&full.ada, "/v1/tokens", asked).await;
}

/// The path and the body of a request by its number.
type Request<'g> = dyn Fn(usize) -> (String, Value) + 'g;

/// How many requests at once are sent where a few more may be made: less than may wait for their turn.
const AT_ONCE: usize = 15;

#[actix_web::test]
async fn requests_at_once_make_no_more_than_the_limit() {
    let full = Full::new().await;
    let coach = full.server.account("grace", Role::Coach).await;
    let mut games = Vec::new();
    for _ in 0..REPORTS + AT_ONCE {
        games.push(full.server.plain_game(&full.server.admin).await);
    }
    let report = |number: usize| {
        (
            format!("/v1/games/{}/reports", games[number]),
            json!({ "reason": "Spam" }),
        )
    };
    let same = |path: &'static str, body: Value| move |_: usize| (path.to_owned(), body.clone());
    let rows: [(usize, &Request<'_>); 4] = [
        (
            full.published("account-tokens").await,
            &same("/v1/tokens", json!({ "scopes": ["game:read"] })),
        ),
        (
            full.published("invitations").await,
            &same("/v1/invitations", json!({ "role": "player" })),
        ),
        (
            full.published("studies").await,
            &same("/v1/studies", json!({ "title": "One more" })),
        ),
        (REPORTS, &report),
    ];
    let free = 5;
    for (most, request) in rows {
        let (full, coach) = (&full, &coach);
        let send = |number: usize| {
            let (path, body) = request(number);
            async move {
                let heard = full.send(coach, &path, body).await;
                (path, heard)
            }
        };
        for number in 0..most - free {
            send(number).await.1.is(201);
        }
        let at_once = (most - free..most - free + AT_ONCE).map(send);
        let heard = futures_util::future::join_all(at_once).await;
        let made = heard.iter().filter(|(_, heard)| heard.status == 201).count();
        assert_eq!(made, free, "{}", heard[0].0);
        for (_, heard) in heard.into_iter().filter(|(_, heard)| heard.status != 201) {
            refused(heard, most);
        }
    }
}
