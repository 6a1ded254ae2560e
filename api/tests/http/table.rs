//! A server for one test, and short ways to ask it.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::test::{self, TestRequest};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use hindsight_api::access::Scope;
use hindsight_api::app::Services;
use hindsight_api::{Settings, create_app};
use hindsight_engine::kernel::{Bot, bot_rng};
use hindsight_store::{EventStore, MemoryStore};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

/// An answer, read whole.
#[derive(Debug)]
pub struct Heard {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Heard {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(&self.body)))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The cookie that this answer sets, as a browser sends it back.
    pub fn cookie(&self) -> String {
        let set = self.header("set-cookie").expect("a cookie");
        set.split(';').next().unwrap().to_owned()
    }

    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        self
    }

    /// The answer is a problem of this name, with all that a problem has.
    #[track_caller]
    pub fn is_problem(self, name: &str) -> Self {
        let told = String::from_utf8_lossy(&self.body).into_owned();
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json"),
            "{told}"
        );
        let problem = self.json();
        assert_eq!(problem["type"], format!("/problems/{name}"), "{told}");
        assert_eq!(problem["status"], self.status, "{told}");
        let kind = hindsight_openapi::ProblemKind::named(name).unwrap();
        assert_eq!(self.status, kind.status());
        assert!(
            problem["detail"]
                .as_str()
                .is_some_and(|detail| !detail.is_empty())
        );
        self
    }
}

impl Heard {
    /// A form that is shown again on its page, with the problem for which it was refused.
    #[track_caller]
    pub fn is_form_again(self, name: &str) -> Self {
        let told = self.text();
        assert_eq!(
            self.header("content-type"),
            Some("text/html; charset=utf-8"),
            "{told}"
        );
        let kind = hindsight_openapi::ProblemKind::named(name).unwrap();
        assert_eq!(self.status, kind.status(), "{told}");
        assert!(
            told.contains(&format!("role=\"alert\" data-problem=\"{name}\"")),
            "{told}"
        );
        self
    }
}

/// Fields as a plain form sends them.
pub fn form(fields: &Value) -> String {
    let pairs: Vec<String> = fields
        .as_object()
        .expect("fields")
        .iter()
        .map(|(name, value)| {
            let value = value.as_str().expect("a form's fields are texts");
            let value = percent_encoding::utf8_percent_encode(value, percent_encoding::NON_ALPHANUMERIC);
            format!("{name}={value}")
        })
        .collect();
    pairs.join("&")
}

/// The way into an application.
type App = Box<dyn Fn(TestRequest) -> LocalBoxFuture<'static, ServiceResponse>>;

/// A server over an empty store in memory.
pub struct Server {
    pub services: Arc<Services>,
    pub admin: String,
    /// Made at the first request, and once: that takes longer than most answers.
    app: OnceCell<App>,
}

impl Server {
    pub fn new() -> Self {
        Self::with(&Self::quiet())
    }

    /// Settings without limits of rate.
    pub fn quiet() -> Settings {
        Settings {
            rate_limits: false,
            // What is hidden from whom is looked at here as it is at the table.
            live_delay: Duration::ZERO,
            ..Settings::default()
        }
    }

    pub fn with(settings: &Settings) -> Self {
        Self::over(Arc::new(MemoryStore::new()), settings)
    }

    /// A server over a store that has no token yet.
    pub fn over(store: Arc<dyn EventStore>, settings: &Settings) -> Self {
        let services = Services::open(store, settings).unwrap();
        let admin = services.tokens.first().unwrap().unwrap();
        Self {
            services,
            admin,
            app: OnceCell::new(),
        }
    }

    /// A server over a store, as it is started again.
    pub fn again(store: Arc<dyn EventStore>, admin: &str) -> Self {
        Self::over_again(store, &Self::quiet(), admin)
    }

    /// The same with these settings.
    pub fn over_again(store: Arc<dyn EventStore>, settings: &Settings, admin: &str) -> Self {
        Self {
            services: Services::open(store, settings).unwrap(),
            admin: admin.to_owned(),
            app: OnceCell::new(),
        }
    }

    /// Brings in a game as a text; its id.
    pub async fn brought(&self, text: &str) -> String {
        let told = self.import("text/plain", text).await.is(201).json();
        told["card"]["id"].as_str().unwrap().to_owned()
    }

    /// Brings in a file; a text that was brought before becomes another game.
    pub async fn import(&self, media: &str, file: impl Into<Vec<u8>>) -> Heard {
        self.ask(
            TestRequest::post()
                .uri("/v1/games/import?again=true")
                .insert_header(("Authorization", format!("Bearer {}", self.admin)))
                .insert_header(("Content-Type", media.to_owned()))
                .set_payload(file.into()),
        )
        .await
    }

    pub fn token(&self, subject: &str, scopes: &[Scope]) -> String {
        self.services
            .tokens
            .make(subject, "test", scopes.to_vec())
            .unwrap()
    }

    /// The answer to a request, its body not read yet.
    pub async fn answer(&self, request: TestRequest) -> ServiceResponse {
        let make = || async {
            let app = test::init_service(create_app(Arc::clone(&self.services))).await;
            let app = Rc::new(app);
            let call: App = Box::new(move |request| {
                let app = Rc::clone(&app);
                async move {
                    let answer = app.call(request.to_request()).await.unwrap();
                    answer.map_into_boxed_body()
                }
                .boxed_local()
            });
            call
        };
        self.app.get_or_init(make).await(request).await
    }

    pub async fn ask(&self, request: TestRequest) -> Heard {
        heard(self.answer(request).await).await
    }

    /// Signs a browser in with a token; the cookie it then sends.
    pub async fn sign_in(&self, token: &str) -> String {
        let told = self
            .ask(
                TestRequest::post()
                    .uri("/v1/session")
                    .insert_header(("Sec-Fetch-Site", "same-origin"))
                    .set_json(json!({ "token": token })),
            )
            .await
            .is(201);
        told.cookie()
    }

    /// Asks as a browser that is signed in, from a page of the server.
    pub async fn browse(&self, cookie: &str, request: TestRequest) -> Heard {
        self.ask(
            request
                .insert_header(("Cookie", cookie))
                .insert_header(("Sec-Fetch-Site", "same-origin")),
        )
        .await
    }

    pub async fn get(&self, path: &str) -> Heard {
        self.ask(TestRequest::get().uri(path)).await
    }

    pub async fn get_as(&self, token: &str, path: &str) -> Heard {
        self.ask(
            TestRequest::get()
                .uri(path)
                .insert_header(("Authorization", format!("Bearer {token}"))),
        )
        .await
    }

    pub async fn send(&self, method: Method, token: &str, path: &str, body: &Value) -> Heard {
        self.ask(
            TestRequest::default()
                .method(method)
                .uri(path)
                .insert_header(("Authorization", format!("Bearer {token}")))
                .set_json(body),
        )
        .await
    }

    pub async fn post(&self, token: &str, path: &str, body: &Value) -> Heard {
        self.send(Method::POST, token, path, body).await
    }

    /// A new game; its id.
    pub async fn game(&self, token: &str, request: Value) -> String {
        let made = self.post(token, "/v1/games", &request).await.is(201);
        made.json()["card"]["id"].as_str().unwrap().to_owned()
    }

    /// A new game of `before-battle` with server dice.
    pub async fn plain_game(&self, token: &str) -> String {
        self.game(token, json!({ "system": "before-battle", "title": "A test" }))
            .await
    }

    /// Shows a game to others, or hides it.
    pub async fn show(&self, game: &str, visibility: &str) {
        let shown = json!({ "visibility": visibility });
        self.send(Method::PATCH, &self.admin, &format!("/v1/games/{game}"), &shown)
            .await
            .is(200);
    }

    /// An annotation of a game, said, said otherwise and answered, so that it can be changed and undone; its id.
    pub async fn annotated(&self, game: &str) -> String {
        let all = format!("/v1/games/{game}/annotations");
        let said =
            json!({ "anchor": { "type": "event", "version": 4 }, "text": "Well timed.", "glyphs": [1] });
        let said = self.post(&self.admin, &all, &said).await.is(201).json();
        let id = said["id"].as_str().unwrap().to_owned();
        let other = json!({ "text": "Very well timed." });
        self.send(Method::PATCH, &self.admin, &format!("{all}/{id}"), &other)
            .await
            .is(200);
        let reply = json!({ "text": "Was it?" });
        self.post(&self.admin, &format!("{all}/{id}/replies"), &reply)
            .await
            .is(201);
        id
    }

    /// Lets bots play at most so many commands.
    pub async fn play(&self, token: &str, game: &str, commands: usize) -> u64 {
        let mut rng = bot_rng(7);
        let id = game.parse().unwrap();
        for _ in 0..commands {
            let head = self.services.games.head(id).await.unwrap();
            let info = head.game.info(hindsight_engine::kernel::Viewer::Everything);
            let Some(awaiting) = info.awaiting.first() else {
                break;
            };
            let command = head
                .game
                .choose(Bot::Random, awaiting.seat, &mut rng)
                .expect("an offer");
            let body = json!({ "type": "play", "seat": awaiting.seat, "command": command });
            self.post(token, &format!("/v1/games/{game}/commands"), &body)
                .await
                .is(200);
        }
        self.services.games.head(id).await.unwrap().version()
    }
}

pub async fn heard<B: MessageBody>(response: ServiceResponse<B>) -> Heard {
    let status: StatusCode = response.status();
    let headers = response
        .headers()
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()))
        .collect();
    let body = actix_web::body::to_bytes(response.into_body())
        .await
        .map_err(|_| "the body")
        .unwrap()
        .to_vec();
    Heard {
        status: status.as_u16(),
        headers,
        body,
    }
}
