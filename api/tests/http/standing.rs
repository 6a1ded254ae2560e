//! Standing answers: decisions that a seat passes until it says otherwise.

use std::collections::BTreeSet;

use hindsight_engine::kernel::{Seat, Viewer};
use hindsight_notation::bridge::replay;
use hindsight_notation::parse;
use serde_json::{Value, json};

use crate::implied::{BARROW, LEVY, Scene, WOLVES};
use crate::table::Heard;

/// A variation of a recorded game at which two players sit, each with a device of their own.
struct Table {
    scene: Scene,
    /// Tokens of seats A and B.
    tokens: [String; 2],
}

impl Table {
    async fn new(text: &str, place: usize) -> Self {
        let scene = Scene::new(text, place).await;
        let mut tokens = Vec::new();
        for seat in ["A", "B"] {
            let asked = json!({
                "subject": format!("player {seat}"),
                "scopes": [format!("seat:{seat}")],
                "game": scene.game,
            });
            let made = scene.server.post(&scene.server.admin, "/v1/tokens", &asked).await;
            tokens.push(made.is(201).json()["secret"].as_str().unwrap().to_owned());
        }
        Self {
            scene,
            tokens: tokens.try_into().unwrap(),
        }
    }

    fn token(&self, seat: Seat) -> &str {
        &self.tokens[seat.index()]
    }

    async fn leave(&self, token: &str, body: &Value) -> Heard {
        let path = format!("/v1/games/{}/standing", self.scene.game);
        self.scene.server.post(token, &path, body).await
    }

    async fn told(&self, token: &str) -> Value {
        let path = format!("/v1/games/{}/standing", self.scene.game);
        self.scene.server.get_as(token, &path).await.is(200).json()["items"].take()
    }

    async fn give(&self, token: &str, query: &str, command: &Value) -> Heard {
        let path = format!("/v1/games/{}/commands?{query}", self.scene.game);
        self.scene.server.post(token, &path, command).await
    }

    async fn asked(&self) -> Vec<(Seat, String)> {
        let offers = self.scene.offers("").await;
        let read = |asked: &Value| {
            let seat = asked["seat"].as_str().unwrap().parse().unwrap();
            (seat, asked["decision"].as_str().unwrap().to_owned())
        };
        offers["awaiting"].as_array().unwrap().iter().map(read).collect()
    }
}

/// A stretch of a recorded game from a place on in which seat B is asked for decisions and always declines them: its first command,
/// and those decisions. Ends of its own part of a turn are none, and at least one is declined without dice.
fn declined_by_b(text: &str, from: usize, count: usize) -> (usize, BTreeSet<String>) {
    let replayed = replay(&parse(text).unwrap(), &[]).unwrap();
    let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
    let given = crate::implied::commands_of(text);
    // What B decides: the place, the decision, whether it is declined, and whether without dice.
    let mut decided = Vec::new();
    for (place, (version, request, declines)) in given.iter().enumerate().skip(from) {
        let ends_part = request.to_value()["command"]["type"] == "end_phase";
        if ends_part || request.seat != Some(Seat::B) {
            continue;
        }
        let game = chronicle.game_at(*version, Viewer::Everything).unwrap();
        let awaiting = game.info(Viewer::Everything).awaiting;
        let own = awaiting.into_iter().find(|asked| asked.seat == Seat::B);
        let decision = own.map_or_else(String::new, |asked| asked.decision);
        decided.push((place, decision, *declines, request.dice.is_empty()));
    }
    (from..given.len() - count - TAIL)
        .find_map(|place| {
            let within = |count| {
                decided
                    .iter()
                    .filter(move |one| (place..place + count).contains(&one.0))
            };
            let taken: BTreeSet<&String> = within(count + TAIL)
                .filter(|one| !one.2)
                .map(|one| &one.1)
                .collect();
            let declined: BTreeSet<String> = within(count)
                .filter(|one| one.2 && one.3 && !taken.contains(&one.1))
                .map(|one| one.1.clone())
                .collect();
            (!declined.is_empty()).then_some((place, declined))
        })
        .unwrap()
}

/// Commands behind a stretch that may belong to it: it goes on to its next command that is no pass.
const TAIL: usize = 20;

/// Games whose rules have windows in the other side's turn, with a place in the midst of the battle and a number of commands.
const STRETCHES: [(&str, usize, usize); 3] = [(BARROW, 200, 70), (WOLVES, 300, 70), (LEVY, 60, 40)];

#[actix_web::test]
async fn a_game_goes_on_past_the_windows_of_a_seat_that_left_its_answer() {
    for (text, from, count) in STRETCHES {
        let (place, decisions) = declined_by_b(text, from, count);
        let table = Table::new(text, place).await;
        let scene = &table.scene;
        let left = json!({ "decisions": decisions });
        let told = table.leave(table.token(Seat::B), &left).await.is(200).json();
        let named = told["items"][0]["decisions"].as_array().unwrap().iter();
        let named: BTreeSet<String> = named
            .map(|one| one["decision"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(
            (&told["items"][0]["seat"], named),
            (&json!("B"), decisions.clone())
        );
        let end = (count..scene.behind.len())
            .find(|end| !scene.behind[*end].2)
            .unwrap()
            + 1;
        let mut by_themselves = 0;
        for (_, request, declines) in &scene.behind[..end] {
            let seat = request.seat.unwrap();
            let of_b = seat == Seat::B;
            // B answers for themselves where the decision at hand is none of those.
            let asks_b = table
                .asked()
                .await
                .iter()
                .any(|(asked, decision)| *asked == Seat::B && !decisions.contains(decision));
            let (token, command) = match (*declines, request.dice.is_empty()) {
                (true, true) if of_b && asks_b => (table.token(Seat::B), request.to_value()),
                (true, true) => {
                    by_themselves += usize::from(of_b);
                    continue;
                }
                // The dice of a pass are reported by the other player.
                (true, false) => {
                    let by = if of_b && asks_b { Seat::B } else { Seat::A };
                    (table.token(by), json!({ "type": "next", "dice": request.dice }))
                }
                (false, _) if of_b => (scene.server.admin.as_str(), request.to_value()),
                (false, _) => (table.token(Seat::A), request.to_value()),
            };
            let mut heard = table.give(token, "imply=true", &command).await;
            // A's passes come first, then a question that B left no answer to, which they pass themselves.
            for seat in [Seat::A, Seat::B, Seat::A, Seat::B] {
                if heard.status == 200 {
                    break;
                }
                let on = json!({ "type": "next" });
                table.give(table.token(seat), "imply=true", &on).await;
                let by = if command["type"] == "next" {
                    table.token(seat)
                } else {
                    token
                };
                heard = table.give(by, "imply=true", &command).await;
            }
            assert_eq!(heard.status, 200, "{}: {command}: {}", scene.of, heard.text());
        }
        assert!(by_themselves > 0, "{}: B passed nothing by themselves", scene.of);
        let now = scene.state(&scene.game, None).await;
        let then = scene.state(&scene.of, Some(scene.behind[end].0)).await;
        assert!(now == then, "{}: the positions are the same", scene.of);
    }
}

/// A table at which seat B is asked whether to play a card in an attack, and the decision.
async fn asked_for_a_card() -> (Table, String) {
    let all = crate::implied::commands_of(BARROW);
    let place = (200..all.len())
        .find(|place| {
            let (_, request, declines) = &all[*place];
            // A pass that rolls dice waits for them.
            let rolls_nothing = request.dice.is_empty();
            *declines
                && rolls_nothing
                && request.seat == Some(Seat::B)
                && request.to_value()["command"]["type"] == "pass"
        })
        .unwrap();
    let table = Table::new(BARROW, place).await;
    let asked = table.asked().await;
    let (_, decision) = asked.into_iter().find(|asked| asked.0 == Seat::B).unwrap();
    (table, decision)
}

#[actix_web::test]
async fn an_answer_that_is_left_while_the_seat_is_asked_is_given_at_once() {
    let (table, decision) = asked_for_a_card().await;
    let (scene, b) = (&table.scene, table.token(Seat::B));
    let before = scene.events().await.len();
    table
        .leave(b, &json!({ "seat": "B", "decisions": [decision] }))
        .await
        .is(200);
    let events = scene.events().await;
    assert!(events.len() > before, "the pass is recorded");
    let commands: Vec<&Value> = events[before..]
        .iter()
        .filter(|event| event.get("command").is_some())
        .collect();
    assert!(
        commands.iter().all(|event| event["implied"] == true),
        "{commands:#?}"
    );
    assert!(
        commands.iter().all(|event| event["step"] == commands[0]["step"]),
        "it is one step"
    );
    assert!(!table.asked().await.contains(&(Seat::B, decision.clone())));
    // Taken back, the seat is asked again, though its answer stands: talk does not give it either.
    let to = events[before]["version"].as_u64().unwrap() - 1;
    let back = json!({ "type": "take_back", "to": to, "reason": "a card after all" });
    table.give(&scene.server.admin, "", &back).await.is(200);
    let say = json!({ "type": "say", "seat": "B", "text": "Wait." });
    table.give(b, "", &say).await.is(200);
    assert!(table.asked().await.contains(&(Seat::B, decision.clone())));
    // Withdrawn, it is given no more.
    let withdrawn = table.leave(b, &json!({ "seat": "B", "decisions": [] })).await;
    assert_eq!(
        withdrawn.is(200).json()["items"],
        json!([{ "seat": "B", "decisions": [] }])
    );
    assert!(table.asked().await.contains(&(Seat::B, decision)));
}

#[actix_web::test]
async fn nobody_else_is_told_of_a_standing_answer() {
    let (table, _) = asked_for_a_card().await;
    let [a, b] = [Seat::A, Seat::B].map(|seat| table.token(seat));
    let left = json!({ "seat": "B", "decisions": ["b_card", "a_card", "b_card"] });
    table.leave(b, &left).await.is(200);
    let own = json!([{ "seat": "B", "decisions": [{ "decision": "a_card" }, { "decision": "b_card" }] }]);
    assert_eq!(table.told(b).await, own);
    assert_eq!(table.told(a).await, json!([{ "seat": "A", "decisions": [] }]));
    let all = json!([{ "seat": "A", "decisions": [] }, own[0]]);
    assert_eq!(table.told(&table.scene.server.admin).await, all);
    let path = format!("/v1/games/{}/standing", table.scene.game);
    table.scene.server.get(&path).await.is_problem("unauthorised");
    // It stands in no event.
    let events = Value::Array(table.scene.events().await).to_string();
    assert!(!events.contains("b_card"));
}

#[actix_web::test]
async fn what_is_no_standing_answer_is_refused_at_its_place() {
    let (table, _) = asked_for_a_card().await;
    let [a, b] = [Seat::A, Seat::B].map(|seat| table.token(seat));
    table
        .leave(a, &json!({ "seat": "B", "decisions": [] }))
        .await
        .is_problem("forbidden");
    let admin = table.scene.server.admin.clone();
    let at = |heard: Heard| heard.json()["errors"][0]["path"].as_str().map(ToOwned::to_owned);
    let unseated = table.leave(&admin, &json!({ "decisions": [] })).await;
    assert_eq!(at(unseated.is_problem("invalid-body")).as_deref(), Some("/seat"));
    let nobody = table
        .leave(&admin, &json!({ "seat": "Q", "decisions": [] }))
        .await;
    assert_eq!(at(nobody.is_problem("invalid-body")).as_deref(), Some("/seat"));
    for name in ["", "Red card", "über", &"x".repeat(61)] {
        let heard = table.leave(b, &json!({ "decisions": ["a_card", name] })).await;
        assert_eq!(
            at(heard.is_problem("invalid-body")).as_deref(),
            Some("/decisions/1"),
            "{name}"
        );
    }
    let many: Vec<String> = (0..33).map(|number| format!("card_{number}")).collect();
    let heard = table.leave(b, &json!({ "decisions": many })).await;
    assert_eq!(
        at(heard.is_problem("invalid-body")).as_deref(),
        Some("/decisions")
    );
    assert_eq!(table.told(b).await, json!([{ "seat": "B", "decisions": [] }]));
}

#[actix_web::test]
async fn the_page_of_a_player_offers_to_pass_from_now_on() {
    let (table, decision) = asked_for_a_card().await;
    let server = &table.scene.server;
    let path = format!("/g/{}/record", table.scene.game);
    let page = server.get_as(table.token(Seat::B), &path).await.is(200).text();
    assert!(page.contains("Pass here until I say so"), "{page}");
    let page = server.get_as(table.token(Seat::A), &path).await.is(200).text();
    assert!(!page.contains("Pass here until I say so"));
    table
        .leave(table.token(Seat::B), &json!({ "decisions": [decision] }))
        .await
        .is(200);
    // The page tells it by the question that was open, in the game's words.
    let told = table.told(table.token(Seat::B)).await;
    let question = told[0]["decisions"][0]["question"].as_str().unwrap();
    assert!(question.contains("card") && !question.contains('_'), "{question}");
    let page = server.get_as(table.token(Seat::B), &path).await.is(200).text();
    assert!(
        page.contains("Ask me again") && page.contains(question),
        "{question}: {page}"
    );
}
