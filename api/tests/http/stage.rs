//! Data that the document's own requests name, so that a server of a test can answer them: tokens, sessions
//! ...

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_openapi::describe::FORM;
use hindsight_openapi::wire::Role;
use hindsight_openapi::{Operation, SMALL_TEXT, SOME_CLAIM, SOME_ID, SOME_INVITATION, SOME_SECRET};
use serde_json::{Value, json};

use crate::people::Account;
use crate::table::{Server, form};

/// The data of a server to which the document's requests are sent.
pub struct Stage {
    admin: String,
    /// The browser of an account, where a request is for who has one.
    browser: Account,
    invitation: String,
    claim: String,
    /// The game that chapters of studies show.
    game: String,
}

/// Requests that an account's own browser makes.
const BY_ACCOUNT: &[&str] = &[
    "getSession",
    "getOwnAccount",
    "patchOwnAccount",
    "deleteOwnAccount",
    "exportOwnAccount",
    "takeSeat",
    "accountPage",
    "changeAccount",
    "claim",
    "createWebhook",
    "listWebhooks",
    "getWebhook",
    "patchWebhook",
    "deleteWebhook",
    "rotateWebhookSecret",
    "testWebhook",
    "webhooksPage",
    "answerUndo",
];

/// A form whose fields follow from the game, so that the document has no example of it.
fn form_of(operation: &Operation) -> &'static str {
    match operation.id {
        "chooseCompared" => "other=01KAG6Q2Y7M3V9XWZ4T5B8C0DE",
        _ => "system=before-battle&title=Tuesday+evening&player-A=South&dice=reported",
    }
}

impl Stage {
    /// A stage on a server with a game whose seat A nobody has taken.
    pub async fn new(server: &Server, game: &str) -> Self {
        let browser = server.account("ada", Role::Coach).await;
        let invited = server
            .post(&server.admin, "/v1/invitations", &json!({ "role": "player" }))
            .await
            .is(201)
            .json();
        let offered = server
            .post(
                &server.admin,
                &format!("/v1/games/{game}/claims"),
                &json!({ "seat": "A" }),
            )
            .await
            .is(201)
            .json();
        let secret = |made: &Value| made["secret"].as_str().unwrap().to_owned();
        Self {
            admin: server.admin.clone(),
            browser,
            invitation: secret(&invited),
            claim: secret(&offered),
            game: game.to_owned(),
        }
    }

    /// A text with what is good on this server in the place of the document's secrets.
    pub fn known(&self, text: &str) -> String {
        text.replace(SOME_SECRET, &self.admin)
            .replace(SOME_INVITATION, &self.invitation)
            .replace(SOME_CLAIM, &self.claim)
            .replace(SOME_ID, &self.game)
    }

    /// A path with the account, the invitation, the offer that it speaks of.
    pub async fn address(&self, server: &Server, path: &str) -> String {
        let mut path = path
            .replace("{account}", &self.browser.id)
            .replace("{player}", "ada")
            .replace("{claim}", &self.claim);
        if path.contains("{invitation}") {
            let list = server.get_as(&self.admin, "/v1/invitations").await.json();
            path = path.replace("{invitation}", list["items"][0]["id"].as_str().unwrap());
        }
        if path.contains("{webhook}") {
            let asked = json!({ "url": "https://example.org/hook" });
            let made = server
                .browse_post(&self.browser, "/v1/webhooks", &asked)
                .await
                .is(201)
                .json();
            path = path.replace("{webhook}", made["webhook"]["id"].as_str().unwrap());
        }
        if path.contains("{study}") {
            let about = json!({ "title": "A study", "visibility": "public" });
            let study = server
                .post(&self.admin, "/v1/studies", &about)
                .await
                .is(201)
                .json();
            let study = study["id"].as_str().unwrap();
            let chapters = format!("/v1/studies/{study}/chapters");
            for title in ["One", "Two"] {
                let shows = json!({ "type": "game", "game": self.game });
                let chapter = json!({ "title": title, "text": "Look at the *left*.", "shows": shows });
                server.post(&self.admin, &chapters, &chapter).await.is(201);
            }
            path = path.replace("{study}", study).replace("{chapter}", "2");
        }
        if path.contains("{review}") {
            let game = path.split('/').nth(3).unwrap();
            let reviews = format!("/v1/games/{game}/reviews");
            let begun = server
                .post(&self.admin, &reviews, &json!({}))
                .await
                .is(201)
                .json();
            path = path.replace("{review}", begun["id"].as_str().unwrap());
        }
        if path.contains("/claims/{seat}") {
            self.takes_seat(server).await;
        }
        path.replace("{seat}", "A")
    }

    /// The administrator asks for an undo to which the account, that takes seat A, has to agree.
    pub async fn asks_undo(&self, server: &Server) {
        let path = format!("/v1/games/{}", self.game);
        let policy = json!({ "undo": "consent" });
        server
            .send(Method::PATCH, &self.admin, &path, &policy)
            .await
            .is(200);
        let say = json!({ "type": "say", "seat": "B", "text": "Ready." });
        let said = server
            .post(&self.admin, &format!("{path}/commands"), &say)
            .await
            .is(200)
            .json();
        self.takes_seat(server).await;
        let back = said["applied"][0]["first"].as_u64().unwrap() - 1;
        server
            .post(&self.admin, &format!("{path}/undo"), &json!({ "to": back }))
            .await
            .is(200);
    }

    /// The account takes the seat that was offered.
    pub async fn takes_seat(&self, server: &Server) {
        let secret = json!({ "secret": self.claim });
        server
            .browse_post(&self.browser, "/v1/claims", &secret)
            .await
            .is(200);
    }

    /// The request of an operation, by who may make it, from a page of the server.
    pub fn request(&self, operation: &Operation, path: &str, body: Option<&Value>) -> TestRequest {
        let request = TestRequest::default()
            .method(Method::from_bytes(operation.method.name().as_bytes()).unwrap())
            .uri(path)
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .insert_header(if BY_ACCOUNT.contains(&operation.id) {
                ("Cookie", self.browser.cookie.clone())
            } else {
                ("Authorization", format!("Bearer {}", self.admin))
            });
        let known = |body: &Value| -> Value { serde_json::from_str(&self.known(&body.to_string())).unwrap() };
        let is_form = operation.body.as_ref().is_some_and(|body| body.media == FORM);
        match body {
            Some(body) if is_form => request
                .insert_header(("Content-Type", FORM))
                .set_payload(form(&known(body))),
            Some(body) => request.set_json(known(body)),
            None if is_form => request
                .insert_header(("Content-Type", FORM))
                .set_payload(form_of(operation)),
            None if operation.body.is_some() => request
                .insert_header(("Content-Type", "text/plain"))
                .set_payload(SMALL_TEXT),
            None => request,
        }
    }
}
