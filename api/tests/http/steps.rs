//! Steps: lists of commands that are stored, shown and taken back as one.

use actix_web::test::TestRequest;
use hindsight_engine::kernel::{Bot, Viewer, bot_rng};
use serde_json::{Value, json};

use crate::table::{Heard, Server};

fn say(text: &str) -> Value {
    json!({ "type": "say", "seat": "A", "text": text })
}

/// A server with a game of its own dice.
struct Scene {
    server: Server,
    game: String,
}

impl Scene {
    async fn new() -> Self {
        let server = Server::new();
        let game = server.plain_game(&server.admin).await;
        Self { server, game }
    }

    /// Gives commands as one step.
    async fn together(&self, commands: &Value) -> Heard {
        let path = format!("/v1/games/{}/commands?atomic=true", self.game);
        self.server.post(&self.server.admin, &path, commands).await
    }

    async fn give(&self, command: &Value) -> Heard {
        let path = format!("/v1/games/{}/commands", self.game);
        self.server.post(&self.server.admin, &path, command).await
    }

    async fn events(&self) -> Value {
        let path = format!("/v1/games/{}/events", self.game);
        self.server.get(&path).await.is(200).json()
    }

    async fn version(&self) -> u64 {
        self.events().await["version"].as_u64().unwrap()
    }

    /// What who is asked would play.
    async fn next(&self, number: u64) -> Value {
        let games = &self.server.services.games;
        let head = games.head(self.game.parse().unwrap()).await.unwrap();
        let seat = head.game.info(Viewer::Everything).awaiting[0].seat;
        let command = head.game.choose(Bot::Greedy, seat, &mut bot_rng(number)).unwrap();
        json!({ "type": "play", "seat": seat, "command": command })
    }
}

#[actix_web::test]
async fn a_step_is_stored_as_a_whole_or_not_at_all() {
    let scene = Scene::new().await;
    let before = scene.events().await;
    // Nobody has proposed anything.
    let answer = json!({ "type": "answer", "seat": "A", "accept": true });
    let refused = scene
        .together(&json!([say("one"), say("two"), answer, say("never")]))
        .await
        .is_problem("refused")
        .json();
    assert_eq!(
        (&refused["applied"], &refused["item"], &refused["rule"]),
        (&json!(0), &json!(2), &json!("HS-DRAW-01"))
    );
    assert_eq!(scene.events().await, before, "nothing was stored");
    let done = scene
        .together(&json!([say("one"), say("two"), say("three")]))
        .await
        .is(200)
        .json();
    let first = before["version"].as_u64().unwrap() + 1;
    let places: Vec<&Value> = done["applied"]
        .as_array()
        .unwrap()
        .iter()
        .map(|at| &at["first"])
        .collect();
    assert_eq!(places, [&json!(first), &json!(first + 1), &json!(first + 2)]);
    let step = done["step"].as_str().unwrap();
    let after = scene.events().await;
    assert_eq!(after["version"], first + 2);
    for told in [&done["events"], &after["items"]] {
        let of_step = told
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["step"] == step);
        assert_eq!(of_step.count(), 3);
    }
    // A list that is no step has none.
    let done = scene
        .give(&json!([say("four"), say("five")]))
        .await
        .is(200)
        .json();
    assert!(done.get("step").is_none());
    assert!(done["events"][0].get("step").is_none());
}

#[actix_web::test]
async fn a_step_sent_again_under_its_key_is_done_once() {
    let scene = Scene::new().await;
    let keyed = |query: &str, body: &Value| {
        TestRequest::post()
            .uri(&format!("/v1/games/{}/commands{query}", scene.game))
            .insert_header(("Authorization", format!("Bearer {}", scene.server.admin)))
            .insert_header(("Idempotency-Key", "once"))
            .set_json(body)
    };
    let body = json!([say("one"), say("two")]);
    let first = scene
        .server
        .ask(keyed("?atomic=true", &body))
        .await
        .is(200)
        .json();
    assert_eq!(first["step"], "once");
    let end = scene.version().await;
    let again = scene.server.ask(keyed("?atomic=true", &body)).await.is(200);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(
        (&again.json()["events"], &again.json()["step"]),
        (&first["events"], &json!("once"))
    );
    let longer = json!([say("one"), say("two"), say("three")]);
    for (query, other) in [("", &body), ("", &say("one")), ("?atomic=true", &longer)] {
        let reused = scene.server.ask(keyed(query, other)).await;
        reused.is_problem("command-key-reused");
    }
    assert_eq!(scene.version().await, end);
}

#[actix_web::test]
async fn a_step_is_taken_back_as_a_whole() {
    let scene = Scene::new().await;
    scene.give(&say("before")).await.is(200);
    let before = scene.version().await;
    scene
        .together(&json!([say("one"), say("two"), say("three")]))
        .await
        .is(200);
    let back = |to: u64| json!({ "type": "take_back", "to": to });
    for inside in [before + 1, before + 2] {
        let refused = scene.give(&back(inside)).await.is_problem("refused").json();
        assert_eq!(refused["to"], before);
    }
    // The recorder's page shows it as one step, with one way back.
    let cookie = scene.server.sign_in(&scene.server.admin).await;
    let page = TestRequest::get().uri(&format!("/g/{}/record", scene.game));
    let page = scene.server.browse(&cookie, page).await.is(200).text();
    let ways = |to: u64| page.matches(&format!("&quot;to&quot;:{to},")).count();
    assert!(ways(before) >= 1, "{page}");
    assert_eq!((ways(before + 1), ways(before + 2)), (0, 0));
    scene.give(&back(before)).await.is(200);
}

/// A correction decides the commands behind it again; those of a step belong to it as before.
#[actix_web::test]
async fn a_corrected_step_stays_one_step() {
    let scene = Scene::new().await;
    scene.give(&say("before")).await.is(200);
    let before = scene.version().await;
    let done = scene
        .together(&json!([say("one"), say("two"), say("three")]))
        .await
        .is(200)
        .json();
    let second = done["applied"][1]["first"].as_u64().unwrap();
    let path = format!("/v1/games/{}/corrections", scene.game);
    let correction = json!({
        "at": second, "change": { "type": "replace", "command": say("2") }, "reason": "misheard"
    });
    let server = &scene.server;
    server.post(&server.admin, &path, &correction).await.is(200);
    let events = scene.events().await;
    let live = |text: &str| {
        let items = events["items"].as_array().unwrap().iter();
        let mut said = items.filter(|event| event["live"] == true && event["event"]["text"] == text);
        said.next().unwrap().clone()
    };
    assert_eq!(live("one")["step"], done["step"]);
    let third = live("three");
    assert_eq!(third["step"], done["step"]);
    assert!(
        third["version"].as_u64().unwrap() > second + 1,
        "decided again: {third}"
    );
    // Nobody goes back to between the first command and the others.
    let inside = json!({ "type": "take_back", "to": before + 1 });
    let refused = scene.give(&inside).await.is_problem("refused").json();
    assert_eq!(refused["to"], before);
    scene
        .give(&json!({ "type": "take_back", "to": before }))
        .await
        .is(200);
}

/// A player who could see what a step leads to before it is stored would try out dice until they please.
#[actix_web::test]
async fn dice_of_the_server_are_rolled_by_the_last_command_of_a_step_alone() {
    let scene = Scene::new().await;
    let mut rolled = 0;
    for number in 0..400 {
        if rolled == 3 {
            return;
        }
        let (play, before) = (scene.next(number).await, scene.version().await);
        let tried = scene.together(&json!([play, say("and")])).await;
        if tried.status == 200 {
            continue;
        }
        let refused = tried.is_problem("refused").json();
        assert!(
            refused["detail"]
                .as_str()
                .unwrap()
                .contains("rolls the server's dice"),
            "{refused}"
        );
        assert_eq!((&refused["applied"], scene.version().await), (&json!(0), before));
        let done = scene.together(&json!([say("now"), play])).await.is(200).json();
        assert!(done["events"].to_string().contains("\"faces\""), "{done}");
        rolled += 1;
    }
    panic!("no dice in 400 commands");
}

/// The player who chooses last in secret would see the others' choices by a step whose end is refused, and choose otherwise.
#[actix_web::test]
async fn what_was_hidden_is_shown_by_the_last_command_of_a_step_alone() {
    let scene = Scene::new().await;
    let seat = json!({ "subject": "bob", "scopes": ["seat:B"], "game": scene.game });
    let made = scene.server.post(&scene.server.admin, "/v1/tokens", &seat).await;
    let bob = made.is(201).json()["secret"].as_str().unwrap().to_owned();
    let path = format!("/v1/games/{}/commands?atomic=true", scene.game);
    let word = json!({ "type": "say", "seat": "B", "text": "so that is it" });
    // Both choose their armies, each not knowing the other's.
    let first = scene.next(1).await;
    assert_eq!(first["seat"], "A");
    scene.give(&first).await.is(200);
    let (own, before) = (scene.next(2).await, scene.version().await);
    assert_eq!(own["seat"], "B");
    let tried = scene.server.post(&bob, &path, &json!([own, word])).await;
    let refused = tried.is_problem("refused").json();
    let detail = refused["detail"].as_str().unwrap();
    assert!(detail.contains("shows what was hidden from you"), "{refused}");
    assert_eq!((&refused["item"], scene.version().await), (&json!(1), before));
    let done = scene.server.post(&bob, &path, &json!([word, own])).await;
    assert!(done.is(200).json()["version"].as_u64().unwrap() > before + 1);
}

#[actix_web::test]
async fn no_step_takes_back_or_corrects() {
    let scene = Scene::new().await;
    scene.give(&say("before")).await.is(200);
    let end = scene.version().await;
    let back = json!({ "type": "take_back", "to": end - 1 });
    let correct = json!({
        "type": "correct", "at": end, "change": { "type": "remove" }, "reason": "said elsewhere"
    });
    for command in [back, correct] {
        let refused = scene
            .together(&json!([say("one"), command]))
            .await
            .is_problem("refused")
            .json();
        assert!(
            refused["detail"]
                .as_str()
                .unwrap()
                .contains("takes back or corrects"),
            "{refused}"
        );
    }
    assert_eq!(scene.version().await, end);
}
