//! Set-ups of earlier games, given again in a new one.

use actix_web::test::TestRequest;
use hindsight_notation::bridge::replay;
use hindsight_notation::parse;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::implied::{BARROW, LEVY, MARSHAL, ORSA, WOLVES, commands_of};
use crate::table::{Heard, Server};

/// A game of each system with a set-up of its own.
const GAMES: [&str; 5] = [BARROW, WOLVES, LEVY, MARSHAL, ORSA];

/// A server with a recorded game, and a new one of the same terms.
struct Scene {
    server: Server,
    earlier: String,
    new: String,
    /// The recorded commands that rolled dice before the battle.
    rolls: Vec<Value>,
}

impl Scene {
    async fn new(text: &str) -> Self {
        let server = Server::new();
        let earlier = server.brought(text).await;
        let replayed = replay(&parse(text).unwrap(), &[]).unwrap();
        let asked =
            json!({ "system": replayed.system.id(), "setup": replayed.request.setup, "dice": "reported" });
        let made = server
            .post(&server.admin, "/v1/games", &asked)
            .await
            .is(201)
            .json();
        let new = made["card"]["id"].as_str().unwrap().to_owned();
        let rolls = commands_of(text).into_iter().map(|(_, request, _)| request);
        let rolls = rolls
            .filter(|request| !request.dice.is_empty())
            .map(|request| request.to_value());
        Self {
            server,
            earlier,
            new,
            rolls: rolls.collect(),
        }
    }

    async fn give(&self, query: &str, command: &Value) -> Heard {
        let path = format!("/v1/games/{}/commands?{query}", self.new);
        self.server.post(&self.server.admin, &path, command).await
    }

    async fn set_up(&self) -> Heard {
        let command = json!({ "type": "set_up", "game": self.earlier });
        self.give("imply=true", &command).await
    }

    async fn read(&self, game: &str, what: &str) -> Value {
        let path = format!("/v1/games/{game}{what}");
        self.server.get_as(&self.server.admin, &path).await.is(200).json()
    }

    async fn round(&self) -> u64 {
        self.read(&self.new, "").await["now"]["moment"]["round"]
            .as_u64()
            .unwrap()
    }
}

#[actix_web::test]
async fn armies_deployment_and_orders_of_an_earlier_game_are_given_again() {
    for text in GAMES {
        let scene = Scene::new(text).await;
        let mut rolls = scene.rolls.iter();
        let mut steps = 0;
        while scene.round().await == 0 {
            let done = scene.set_up().await;
            if done.status == 200 {
                let done = done.json();
                assert!(done["step"].is_string(), "{done:#}");
                steps += 1;
            } else {
                done.is_problem("refused");
            }
            if scene.round().await == 0 {
                scene.give("", rolls.next().expect("a roll")).await.is(200);
            }
        }
        assert!(steps > 0, "{}", scene.earlier);
        let begins = |events: &Value| {
            let all = events["items"].as_array().unwrap();
            all.iter().filter(|event| event["command"].is_object()).count()
        };
        let events = scene.read(&scene.new, "/events?limit=1000").await;
        assert!(
            begins(&events) > steps,
            "{}: each choice is a command",
            scene.earlier
        );
        scene.set_up().await.is_problem("refused");
    }
}

#[actix_web::test]
async fn a_set_up_is_one_step_stored_once_under_its_key() {
    let scene = Scene::new(BARROW).await;
    let before = scene.read(&scene.new, "").await["card"]["version"].clone();
    let command = json!({ "type": "set_up", "game": scene.earlier });
    let keyed = |command: &Value| {
        TestRequest::post()
            .uri(&format!("/v1/games/{}/commands?imply=true", scene.new))
            .insert_header(("authorization", format!("Bearer {}", scene.server.admin)))
            .insert_header(("idempotency-key", "one"))
            .set_json(command)
    };
    // Tried first: nothing is stored.
    scene.give("imply=true&dry_run=true", &command).await.is(200);
    assert_eq!(scene.read(&scene.new, "").await["card"]["version"], before);
    let done = scene.server.ask(keyed(&command)).await.is(200).json();
    assert!(done["applied"].as_array().unwrap().len() > 10, "{done:#}");
    assert!(
        done["applied"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["implied"] != true)
    );
    let again = scene.server.ask(keyed(&command)).await.is(200).json();
    assert_eq!(again["version"], done["version"], "{again:#}");
    let other = json!({ "type": "set_up", "game": scene.new });
    scene
        .server
        .ask(keyed(&other))
        .await
        .is_problem("command-key-reused");
    let back = json!({ "type": "take_back", "to": before, "reason": "another army" });
    scene.give("", &back).await.is(200);
    scene.set_up().await.is(200);
}

#[actix_web::test]
async fn what_is_no_earlier_set_up_is_refused_at_its_place() {
    let scene = Scene::new(BARROW).await;
    for (command, place) in [
        (json!({ "type": "set_up" }), "/game"),
        (json!({ "type": "set_up", "game": "nothing" }), "/game"),
        (json!({ "type": "set_up", "game": 3 }), "/game"),
        (
            json!({ "type": "set_up", "game": scene.earlier, "dice": [3] }),
            "/dice",
        ),
    ] {
        let problem = scene
            .give("imply=true", &command)
            .await
            .is_problem("invalid-body")
            .json();
        assert_eq!(problem["errors"][0]["path"], place, "{problem:#}");
    }
    let alone = json!({ "type": "set_up", "game": scene.earlier });
    let problem = scene.give("", &alone).await.is_problem("invalid-body").json();
    assert_eq!(problem["errors"][0]["path"], "/type", "{problem:#}");
    let other = scene.server.brought(LEVY).await;
    let other = json!({ "type": "set_up", "game": other });
    let problem = scene
        .give("imply=true", &other)
        .await
        .is_problem("invalid-body")
        .json();
    assert_eq!(problem["errors"][0]["path"], "/game", "{problem:#}");
}

/// A player with a token of their seat in the new game sets up their own side alone.
#[actix_web::test]
async fn a_seat_sets_up_its_own_side() {
    for text in [ORSA, BARROW, LEVY] {
        let scene = Scene::new(text).await;
        let seat = json!({ "subject": "bob", "scopes": ["seat:B"], "game": scene.new });
        let token = scene
            .server
            .post(&scene.server.admin, "/v1/tokens", &seat)
            .await
            .is(201)
            .json();
        let token = token["secret"].as_str().unwrap();
        let command = json!({ "type": "set_up", "game": scene.earlier });
        let path = format!("/v1/games/{}/commands?imply=true", scene.new);
        scene.server.post(token, &path, &command).await;
        let other = json!({ "type": "set_up", "game": scene.earlier, "seat": "A" });
        scene
            .server
            .post(token, &path, &other)
            .await
            .is_problem("forbidden");
        let events = scene.read(&scene.new, "/events?limit=1000").await;
        let seats: Vec<&Value> = events["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|event| event["command"].get("seat"))
            .collect();
        assert!(
            !seats.is_empty() && seats.iter().all(|seat| *seat == "B"),
            "{}: {seats:?}",
            scene.earlier
        );
    }
}

/// A stranger takes nothing of a hidden game, and no choices of a battle that goes on.
#[actix_web::test]
async fn players_take_what_they_may_see() {
    let scene = Scene::new(BARROW).await;
    let server = &scene.server;
    let private = json!({ "visibility": "private" });
    let path = format!("/v1/games/{}", scene.earlier);
    let patch = TestRequest::patch()
        .uri(&path)
        .insert_header(("authorization", format!("Bearer {}", server.admin)))
        .set_json(&private);
    server.ask(patch).await.is(200);
    let stranger = server.account("stranger", Role::Player).await;
    let new = server
        .browse_post(
            &stranger,
            "/v1/games",
            &json!({ "system": "battleground-4", "dice": "reported" }),
        )
        .await
        .is(201)
        .json()["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/v1/games/{new}/commands?imply=true");
    let hidden = json!({ "type": "set_up", "game": scene.earlier });
    let unknown = json!({ "type": "set_up", "game": "01J00000000000000000000000" });
    let (hidden, unknown) = (
        server
            .browse_post(&stranger, &path, &hidden)
            .await
            .is_problem("invalid-body")
            .json(),
        server
            .browse_post(&stranger, &path, &unknown)
            .await
            .is_problem("invalid-body")
            .json(),
    );
    assert_eq!(
        hidden["errors"], unknown["errors"],
        "a hidden game is as one that is not there"
    );
    // A battle under way of somebody else, in public: its choices are not taken.
    let open = json!({ "type": "set_up", "game": scene.new });
    scene.set_up().await.is(200);
    let refused = server
        .browse_post(&stranger, &path, &open)
        .await
        .is_problem("refused")
        .json();
    assert!(
        refused["detail"].as_str().unwrap().contains("you see no choices"),
        "{refused:#}"
    );
}
