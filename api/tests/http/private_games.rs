//! A private game is the same as no game: who may not see it is answered alike of both on every route, byte for byte but
//! for the id that they asked for themselves.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_openapi::describe::FORM;
use hindsight_openapi::wire::Role;
use hindsight_openapi::{Operation, operations};
use serde_json::{Value, json};

use crate::pages::between;
use crate::people::Account;
use crate::permissions::place::{Makers, Place};
use crate::table::{Heard, Server};

/// An id of no game.
const NOWHERE: &str = "01KAG6Q2Y7M3V9XWZ4T5B8C0DE";
/// A word of the title of the private game, and of what is said of it.
const SECRET: &str = "Ambuscade";

/// A server with a private game, in which there is all that a path may name, and those from whom it is hidden.
struct Hidden {
    server: Server,
    place: Place,
    /// A game that everybody sees.
    open: String,
    /// A study of the stranger's own.
    study: String,
    stranger: Account,
    guests: Vec<Guest>,
}

/// Somebody who may not see the game.
struct Guest {
    name: &'static str,
    header: Option<(&'static str, String)>,
    /// Signed in with a role that writes, so that nothing but the game stands in the way.
    writes: bool,
}

impl Hidden {
    async fn new() -> Self {
        let server = Server::new();
        let makers = Makers::come(&server).await;
        let coach = server.account(makers.named, Role::Coach).await;
        let stranger = server.account("a-stranger", Role::Player).await;
        let game = makers.game(&server, "private").await;
        let titled = json!({ "title": SECRET });
        server
            .browse_send(
                &makers.keeper,
                Method::PATCH,
                &format!("/v1/games/{game}"),
                &titled,
            )
            .await
            .is(200);
        let place = makers.place(&server, ("private", "public"), &game, None).await;
        let said = json!({ "anchor": { "type": "event", "version": 3 }, "text": SECRET });
        server
            .browse_post(&makers.author, &format!("/v1/games/{game}/annotations"), &said)
            .await
            .is(201);
        let study = server
            .browse_post(&stranger, "/v1/studies", &json!({ "title": "Mine" }))
            .await
            .is(201)
            .json();
        let cookie = |account: &Account| Some(("Cookie", account.cookie.clone()));
        let token = server.token("eve", &[Scope::GameRead, Scope::GameWrite]);
        let guest = |name, header, writes| Guest { name, header, writes };
        let guests = vec![
            guest("nobody", None, false),
            guest("a stranger", cookie(&stranger), true),
            // Who reads the layers of the game, were it not private.
            guest("a named reader", cookie(&coach), true),
            guest(
                "a program",
                Some(("Authorization", format!("Bearer {token}"))),
                true,
            ),
        ];
        Self {
            open: server.plain_game(&server.admin).await,
            study: study["id"].as_str().unwrap().to_owned(),
            server,
            place,
            stranger,
            guests,
        }
    }

    async fn asked(&self, guest: &Guest, accept: &str, request: TestRequest) -> Heard {
        let mut request = request
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .insert_header(("Accept", accept));
        if let Some(header) = &guest.header {
            request = request.insert_header((header.0, header.1.as_str()));
        }
        self.server.ask(request).await
    }

    /// The request of an operation on a game of this id, with all else that it names.
    fn request(&self, operation: &Operation, id: &str) -> TestRequest {
        let at = |text: &str| text.replace(&self.place.game, id);
        let request = TestRequest::default()
            .method(Method::from_bytes(operation.method.name().as_bytes()).unwrap())
            .uri(&at(&self.place.address(operation)));
        match self.place.body(operation) {
            Some((media, body)) => request
                .insert_header(("Content-Type", media))
                .set_payload(at(&body)),
            None => request,
        }
    }
}

/// Status, headers and body of an answer, without the id that was asked for.
fn told(heard: &Heard, id: &str) -> (u16, Vec<(String, String)>, String) {
    let mut headers: Vec<(String, String)> = heard
        .headers
        .iter()
        .map(|(name, value)| (name.clone(), value.replace(id, "ID")))
        .collect();
    headers.sort();
    (heard.status, headers, heard.text().replace(id, "ID"))
}

#[actix_web::test]
async fn every_route_of_a_game_answers_of_a_private_one_as_of_none() {
    let hidden = Hidden::new().await;
    let game = hidden.place.game.clone();
    let mut tried = 0;
    for operation in operations().iter().filter(|operation| {
        let asked = hidden.place.address(operation);
        asked.contains(&game)
    }) {
        for guest in &hidden.guests {
            for accept in ["*/*", "text/html,*/*"] {
                let at = format!("{} for {} as {accept}", operation.id, guest.name);
                let mut answers = Vec::new();
                for id in [game.as_str(), NOWHERE] {
                    let request = hidden.request(operation, id);
                    let heard = hidden.asked(guest, accept, request).await;
                    // Nobody is asked for a token before anything is looked for.
                    let is_refused = heard.status == 404 || (!guest.writes && heard.status == 401);
                    assert!(is_refused, "{at}: {} {}", heard.status, heard.text());
                    answers.push(told(&heard, id));
                }
                assert_eq!(answers[0], answers[1], "{at}");
                assert!(!answers[0].2.contains(SECRET), "{at}");
                tried += 1;
            }
        }
    }
    assert!(tried > 400, "only {tried} were tried");
}

/// Where a game is named by a query or in a body, and where its id is taken for that of something else.
#[actix_web::test]
async fn what_names_a_game_answers_of_a_private_one_as_of_none() {
    let hidden = Hidden::new().await;
    let (open, study) = (&hidden.open, &hidden.study);
    let get = |path: String| (Method::GET, path, None);
    let post = |path: &str, body: Value| (Method::POST, path.to_owned(), Some(body));
    let chapter = |shows: Value| json!({ "title": "One", "shows": shows });
    let chapters = format!("/v1/studies/{study}/chapters");
    let rows: Vec<(Method, String, Option<Value>)> = vec![
        get(format!("/g/{open}/with/ID")),
        get(format!("/v1/games/{open}/compare?with=ID")),
        get("/oembed?url=http://localhost:8080/g/ID".to_owned()),
        get("/oembed?url=http://localhost:8080/g/ID/3".to_owned()),
        get("/new?from=ID&at=3".to_owned()),
        get("/v1/studies/ID".to_owned()),
        get("/s/ID".to_owned()),
        post(&chapters, chapter(json!({ "type": "game", "game": "ID" }))),
        post(
            &chapters,
            chapter(json!({ "type": "moment", "game": "ID", "version": 3 })),
        ),
        post(&chapters, chapter(json!({ "type": "variation", "game": "ID" }))),
        post(
            "/v1/tokens",
            json!({ "subject": "mallory", "scopes": ["game:read"], "days": 1, "game": "ID" }),
        ),
    ];
    let guest = &hidden.guests[1];
    for (method, path, body) in rows {
        let mut answers = Vec::new();
        for id in [hidden.place.game.as_str(), NOWHERE] {
            let mut request = TestRequest::default()
                .method(method.clone())
                .uri(&path.replace("ID", id));
            if let Some(body) = &body {
                request = request
                    .insert_header(("Content-Type", "application/json"))
                    .set_payload(body.to_string().replace("ID", id));
            }
            let heard = hidden.asked(guest, "*/*", request).await;
            assert_eq!(heard.status, 404, "{path}: {}", heard.text());
            answers.push(told(&heard, id));
        }
        assert_eq!(answers[0], answers[1], "{path}");
    }
    let form = |id: &str| {
        TestRequest::post()
            .uri(&format!("/s/{study}"))
            .insert_header(("Content-Type", FORM))
            .set_payload(format!("does=add&title=One&address=/g/{id}"))
    };
    let mut answers = Vec::new();
    for id in [hidden.place.game.as_str(), NOWHERE] {
        let (status, headers, text) = told(&hidden.asked(guest, "*/*", form(id)).await, id);
        // Each form that is shown again has a key of its own, which says nothing of the game.
        let key = between(&text, "name=\"key\" value=\"", "\"").concat();
        answers.push((
            status,
            headers,
            if key.is_empty() {
                text
            } else {
                text.replace(&key, "KEY")
            },
        ));
    }
    assert_eq!(answers[0].0, 404, "{}", answers[0].2);
    assert_eq!(answers[0], answers[1]);
}

#[actix_web::test]
async fn no_list_shows_a_private_game_to_others() {
    let hidden = Hidden::new().await;
    for path in [
        "/".to_owned(),
        format!("/?q={SECRET}"),
        "/v1/games".to_owned(),
        format!("/v1/games?q={SECRET}"),
        "/v1/games?visibility=private".to_owned(),
        "/v1/games?player=the-author".to_owned(),
        "/v1/community/games".to_owned(),
        "/community/games".to_owned(),
        "/v1/community/players/the-author".to_owned(),
        "/players/the-author".to_owned(),
        "/v1/studies".to_owned(),
    ] {
        let heard = hidden.server.browse_get(&hidden.stranger, &path).await;
        let listed = heard.is(200).text();
        assert!(!listed.contains(&hidden.place.game), "{path}");
        // A page repeats what was asked of it.
        assert!(path.contains(SECRET) || !listed.contains(SECRET), "{path}");
    }
}
