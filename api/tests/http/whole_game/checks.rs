//! Checks of a finished game: result, course, dice, figures, and the way to another server.

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use super::Evening;
use crate::table::Server;

/// Units of a seat that are lost, and what they were worth: 1 for a Core card, 2 for an Elite, 3 for the General.
fn losses(state: &Value, seat: &str) -> (u64, u64) {
    let class = |unit: &Value| {
        let cards = state["cards"]["units"].as_array().unwrap();
        let card = cards.iter().find(|card| card["id"] == unit["card"]).unwrap();
        match card["class"].as_str().unwrap() {
            "core" => 1,
            "elite" => 2,
            _ => 3,
        }
    };
    state["units"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|unit| unit["id"].as_str().unwrap().starts_with(seat) && !unit["lost"].is_null())
        .fold((0, 0), |(count, points), unit| (count + 1, points + class(unit)))
}

/// The state tells who won and why; it is counted again from its units.
pub fn check_result(state: &Value, game: &Value) {
    assert_eq!(state["stage"], "over");
    assert_eq!(game["card"]["status"], "finished");
    let (south, north) = (losses(state, "A"), losses(state, "B"));
    let ending = &state["ending"];
    assert_eq!(
        ending["points"],
        json!([north.1, south.1]),
        "points are what the enemy lost"
    );
    let winner = match (ending["reason"].as_str().unwrap(), north.1.cmp(&south.1)) {
        ("all_units_lost", _) => json!(if south.0 == 6 { "B" } else { "A" }),
        ("points", std::cmp::Ordering::Greater) => json!("A"),
        ("points", std::cmp::Ordering::Less) => json!("B"),
        (_, std::cmp::Ordering::Equal) => ending["winner"].clone(),
        (reason, order) => panic!("{reason} although {order:?}"),
    };
    assert_eq!(ending["winner"], winner);
    let scores = &game["now"]["outcome"]["scores"];
    assert_eq!(
        (scores[0][1].as_f64(), scores[1][1].as_f64()),
        (Some(north.1 as f64), Some(south.1 as f64))
    );
}

/// Rounds and turns follow each other without a gap, and what stands out is marked.
pub fn check_timeline(timeline: &Value, state: &Value) {
    let entries = timeline["entries"].as_array().unwrap();
    let number = |entry: &Value, name: &str| entry[name].as_u64().unwrap();
    for pair in entries.windows(2) {
        assert!(number(&pair[0], "to") < number(&pair[1], "from"));
        assert!(number(&pair[0], "round") <= number(&pair[1], "round"));
        let turns = (number(&pair[0], "turn"), number(&pair[1], "turn"));
        assert!(turns.1 == turns.0 || turns.1 == turns.0 + 1, "{turns:?}");
    }
    let ending = entries.last().unwrap();
    assert_eq!(ending["round"], state["round"]);
    assert_eq!(timeline["version"], ending["to"]);
    let marks = |kind: &str| {
        timeline["marks"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|mark| mark["kind"] == kind)
            .count() as u64
    };
    assert_eq!(marks("taken_back"), 1);
    let lost = losses(state, "A").0 + losses(state, "B").0;
    // One event may destroy several units, so there are no more marks than losses.
    assert!(
        marks("destroyed") <= lost && (lost == 0) == (marks("destroyed") == 0),
        "{lost} units were lost"
    );
}

/// Every die of the present line is in the ledger and in the figures, as it was thrown.
pub fn check_dice(evening: &Evening, ledger: &Value, figures: &Value) {
    let thrown: Vec<u64> = evening
        .line
        .iter()
        .flat_map(|(_, _, dice)| dice)
        .map(|&face| u64::from(face))
        .collect();
    let live = || {
        ledger["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["live"] == true)
    };
    let recorded: Vec<u64> = live()
        .flat_map(|entry| entry["roll"]["faces"].as_array().unwrap())
        .map(|face| face.as_u64().unwrap())
        .collect();
    assert_eq!(recorded, thrown);
    assert!(live().all(|entry| entry["roll"]["source"] == "reported"));
    let mut faces = [0_u64; 6];
    for seat in figures["seats"].as_array().unwrap() {
        for (face, count) in faces.iter_mut().zip(seat["faces"]["6"].as_array().unwrap()) {
            *face += count.as_u64().unwrap();
        }
    }
    let counted: Vec<u64> = (1..=6)
        .map(|face| thrown.iter().filter(|&&die| die == face).count() as u64)
        .collect();
    assert_eq!(faces[..], counted[..]);
}

/// The figures say what the state and the commands say.
fn worth_of_losses(state: &Value, seat: &str) -> f64 {
    let cards = state["cards"]["units"].as_array().unwrap();
    let of_seat = state["units"].as_array().unwrap().iter();
    of_seat
        .filter(|unit| unit["id"].as_str().unwrap().starts_with(seat))
        .map(|unit| {
            let card = cards.iter().find(|card| card["id"] == unit["card"]).unwrap();
            let class = card["class"].as_str().unwrap();
            let points = state["cards"]["board"]["vp"][class].as_f64().unwrap();
            let (left, start) = (unit["models"].as_f64().unwrap(), card["models"].as_f64().unwrap());
            points * (start - left) / start
        })
        .sum()
}

pub fn check_figures(evening: &Evening, figures: &Value, state: &Value) {
    let models = |seat: &str| -> (u64, u64) {
        let cards = state["cards"]["units"].as_array().unwrap();
        let units = state["units"].as_array().unwrap();
        units
            .iter()
            .filter(|unit| unit["id"].as_str().unwrap().starts_with(seat))
            .map(|unit| {
                let card = cards.iter().find(|card| card["id"] == unit["card"]).unwrap();
                (unit["models"].as_u64().unwrap(), card["models"].as_u64().unwrap())
            })
            .fold((0, 0), |sum, unit| (sum.0 + unit.0, sum.1 + unit.1))
    };
    for (place, seat) in ["A", "B"].into_iter().enumerate() {
        let told = &figures["seats"][place];
        assert_eq!(told["seat"], seat);
        assert_eq!(
            (&told["units"], &told["lost"]),
            (&json!(6), &json!(losses(state, seat).0))
        );
        let (left, start) = models(seat);
        assert_eq!(told["taken"]["models"], json!(start - left), "models of {seat}");
        // BB-WIN-02: a unit is worth the victory points of its class; each model is its share of them.
        let worth = told["taken"]["worth"].as_f64().unwrap();
        assert!(
            (worth - worth_of_losses(state, seat)).abs() < 1e-9,
            "{worth} for {seat}"
        );
        let acts = ["move", "hustle", "turn", "sidestep", "shoot"];
        let acted = evening
            .line
            .iter()
            .filter(|(by, command, _)| *by == seat && acts.contains(&command["type"].as_str().unwrap()));
        assert_eq!(told["activations"], json!(acted.count()), "actions of {seat}");
    }
}

/// A file of the game is the game, at another server too.
pub async fn check_transfer(evening: &Evening, state: &Value, figures: &Value, timeline: &Value) {
    let file = evening.server.get(&evening.path("/export")).await.is(200);
    let other = Server::new();
    let bring = |server: &Server, media: &str, body: Vec<u8>| {
        TestRequest::post()
            .uri("/v1/games/import")
            .insert_header(("Authorization", format!("Bearer {}", server.admin)))
            .insert_header(("Content-Type", media.to_owned()))
            .set_payload(body)
    };
    let ndjson = "application/x-ndjson";
    other.ask(bring(&other, ndjson, file.body.clone())).await.is(201);
    let again = other
        .ask(bring(&other, ndjson, file.body.clone()))
        .await
        .is(200)
        .json();
    assert_eq!(again["already_existed"], true);
    for (rest, known) in [("/state", state), ("/stats", figures), ("/timeline", timeline)] {
        assert_eq!(
            other
                .get_as(&other.admin, &evening.path(rest))
                .await
                .is(200)
                .json(),
            *known,
            "{rest}"
        );
    }
    let audit = other
        .get_as(&other.admin, &evening.path("/audit"))
        .await
        .is(200)
        .json();
    assert_eq!(audit["sound"], true, "{audit}");
    // As people write it down, too: the present line played again gives the same end.
    let text = evening
        .server
        .get(&evening.path("/export?format=hgn"))
        .await
        .is(200);
    let third = Server::new();
    let made = third
        .ask(bring(&third, "text/plain", text.body))
        .await
        .is(201)
        .json();
    let id = made["card"]["id"].as_str().unwrap();
    let heard = third
        .get_as(&third.admin, &format!("/v1/games/{id}/state"))
        .await
        .is(200)
        .json();
    assert_eq!(heard, *state);
}
