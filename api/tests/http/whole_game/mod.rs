//! One whole game as two people record it: each seat reads its own offers, chooses by a simple rule, throws its own dice
//! when the rules ask for them, and posts. Then the record is read back in every way.

mod checks;
mod recording;

use std::collections::BTreeMap;

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use crate::table::{Heard, Server};

/// Dice of the table: the same every time, and none of the server's.
struct Cup(u64);

impl Cup {
    fn throw(&mut self, count: u64) -> Vec<u8> {
        (0..count)
            .map(|_| {
                self.0 = self
                    .0
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                ((self.0 >> 33) % 6) as u8 + 1
            })
            .collect()
    }
}

/// A game being recorded.
struct Evening {
    server: Server,
    game: String,
    /// What South and North say who they are with.
    seats: BTreeMap<&'static str, String>,
    cup: Cup,
    /// The entity tag of the last answer: what the next command builds on.
    etag: String,
    commands: usize,
    /// Each command of the present line, with its seat and its dice.
    line: Vec<(&'static str, Value, Vec<u8>)>,
}

impl Evening {
    async fn begin() -> Self {
        let server = Server::new();
        let request = json!({
            "system": "before-battle", "title": "A whole evening", "dice": "reported",
            "players": { "A": "The south", "B": "The north" },
        });
        let game = server.game(&server.admin, request).await;
        let mut seats = BTreeMap::new();
        for seat in ["A", "B"] {
            let wish = json!({ "subject": seat, "scopes": [format!("seat:{seat}")], "game": game });
            let made = server
                .post(&server.admin, "/v1/tokens", &wish)
                .await
                .is(201)
                .json();
            seats.insert(seat, made["secret"].as_str().unwrap().to_owned());
        }
        let etag = server
            .get_as(&server.admin, &format!("/v1/games/{game}/state"))
            .await
            .is(200)
            .header("etag")
            .unwrap()
            .to_owned();
        Self {
            server,
            game,
            seats,
            cup: Cup(12),
            etag,
            commands: 0,
            line: Vec::new(),
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.game)
    }

    async fn read(&self, seat: &str, rest: &str) -> Value {
        self.server
            .get_as(&self.seats[seat], &self.path(rest))
            .await
            .is(200)
            .json()
    }

    async fn read_all(&self, rest: &str) -> Value {
        self.server
            .get_as(&self.server.admin, &self.path(rest))
            .await
            .is(200)
            .json()
    }

    async fn post(&self, token: &str, etag: &str, key: &str, body: &Value) -> Heard {
        let request = TestRequest::post()
            .uri(&self.path("/commands"))
            .insert_header(("Authorization", format!("Bearer {token}")))
            .insert_header(("If-Match", etag.to_owned()))
            .insert_header(("Idempotency-Key", key.to_owned()))
            .set_json(body);
        self.server.ask(request).await
    }

    /// Gives a command of a seat; where the rules ask for dice, they are thrown and the command is given again with them.
    async fn play(&mut self, seat: &'static str, command: &Value) -> Value {
        self.commands += 1;
        let key = format!("command-{}", self.commands);
        let mut dice: Vec<u8> = Vec::new();
        loop {
            let body = json!({ "type": "play", "seat": seat, "dice": dice, "command": command });
            let answer = self.post(&self.seats[seat], &self.etag, &key, &body).await;
            if answer.status == 200 {
                answer.header("etag").unwrap().clone_into(&mut self.etag);
                if self.commands.is_multiple_of(10) {
                    self.give_again(seat, &key, &body, &answer).await;
                }
                self.line.push((seat, command.clone(), dice));
                return answer.json();
            }
            assert_eq!(answer.status, 422, "{command}: {}", answer.text());
            let problem = answer.is_problem("refused").json();
            assert_eq!(problem["rule"], "HS-DICE-01", "{command}: {problem}");
            let missing = problem["needed"]["count"].as_u64().unwrap() - problem["left"].as_u64().unwrap();
            dice.extend(self.cup.throw(missing));
        }
    }

    /// The same command under the same key does nothing; under another key it comes too late.
    async fn give_again(&self, seat: &str, key: &str, body: &Value, first: &Heard) {
        let again = self.post(&self.seats[seat], "\"1\"", key, body).await.is(200);
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
        assert_eq!(
            again.json()["applied"][0]["first"],
            first.json()["applied"][0]["first"]
        );
        let late = self
            .post(&self.seats[seat], "\"1\"", &format!("{key}-late"), body)
            .await;
        let late = late.is_problem("stale-version");
        assert_eq!(
            late.header("etag"),
            Some(self.etag.as_str()),
            "nothing was stored"
        );
    }

    /// What a seat is offered now.
    async fn offers(&self, seat: &str) -> Vec<Value> {
        let told = self.read(seat, &format!("/offers?seat={seat}")).await;
        let items = told["items"].as_array().unwrap().clone();
        assert!(
            items.iter().all(|offer| offer["seat"] == seat),
            "only the offers of the seat that was asked for: {told}"
        );
        items
    }

    /// Whose decision the game waits for first.
    async fn asked(&self) -> Option<&'static str> {
        let told = self.read("A", "").await;
        let first = told["now"]["awaiting"].as_array().unwrap().first()?;
        Some(if first["seat"] == "A" { "A" } else { "B" })
    }

    /// Plays what the rule of thumb says; nothing when nobody is asked any more.
    async fn step(&mut self) -> Option<Value> {
        let seat = self.asked().await?;
        let offers = self.offers(seat).await;
        let command = choose(seat, &offers, self.commands);
        Some(self.play(seat, &command).await)
    }
}

const fn ahead(seat: &str) -> &'static str {
    if matches!(seat.as_bytes(), b"A") { "N" } else { "S" }
}

/// The rule of thumb. South takes a list of Rivermark, North one of Ashfell, those with most shooters, and all the weapons they can. Units are placed
/// up front looking ahead. In battle: shoot, else hustle, else move as far ahead as can be; units in combat stand.
fn choose(seat: &str, offers: &[Value], number: usize) -> Value {
    let first = &offers[0];
    let samples = first["samples"].as_array();
    let forward = |facing: &Value| *facing == ahead(seat);
    match first["decision"].as_str().unwrap() {
        "build" => {
            let (roster, shooters) = if seat == "A" {
                ("rm-", "rm-bows")
            } else {
                ("af-", "af-slings")
            };
            let ours = |list: &&Value| list["list"]["units"][0].as_str().unwrap().starts_with(roster);
            let shots = |list: &&Value| {
                let units = list["list"]["units"].as_array().unwrap();
                units.iter().filter(|unit| **unit == shooters).count()
            };
            samples
                .unwrap()
                .iter()
                .filter(ours)
                .max_by_key(shots)
                .unwrap()
                .clone()
        }
        "weapons" => {
            let count = |weapons: &&Value| weapons["weapons"].as_array().unwrap().len();
            samples.unwrap().iter().max_by_key(count).unwrap().clone()
        }
        "deploy" => {
            let front = if seat == "A" { '2' } else { '7' };
            let fit: Vec<&Value> = offers
                .iter()
                .map(|offer| &offer["command"])
                .filter(|command| {
                    forward(&command["facing"]) && command["cell"].as_str().unwrap().ends_with(front)
                })
                .collect();
            fit[0].clone()
        }
        "action" => {
            let rank = |command: &Value| match (command["type"].as_str().unwrap(), command.get("turn")) {
                ("shoot", None) => 40,
                ("shoot", Some(_)) => 30,
                ("hustle", _) => 20,
                ("move", None) => 10 + command["cells"].as_u64().unwrap(),
                ("end_actions", _) => 5,
                _ => 0,
            };
            let commands = offers.iter().map(|offer| &offer["command"]);
            commands.max_by_key(|command| rank(command)).unwrap().clone()
        }
        "reform" => {
            let keeps = |offer: &&Value| {
                offer["command"]["facings"]
                    .as_array()
                    .is_some_and(|facings| facings.iter().all(|reformed| forward(&reformed["facing"])))
            };
            match (offers.iter().find(keeps), samples) {
                (Some(offer), _) => offer["command"].clone(),
                (None, Some(samples)) => samples[0].clone(),
                (None, None) => first["command"].clone(),
            }
        }
        _ => offers[number % offers.len()]["command"].clone(),
    }
}

/// What a seat is told of South's choices, in the state and in the events: North's own may name the same items.
async fn seen(evening: &Evening, seat: &str) -> String {
    let state = evening.read(seat, "/state").await;
    let events = evening.read(seat, "/events").await;
    let told: Vec<&Value> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["type"] != "game_set" && event["version"] != 1 && event["version"] != 2)
        .filter(|event| event["event"]["seat"] != "B")
        .collect();
    json!([state["players"][0], told]).to_string()
}

/// Both lists are chosen in secret, then shown mixed; both choices of weapons stay secret until the cards are up.
async fn muster(evening: &mut Evening) -> (Value, Value) {
    let south = choose("A", &evening.offers("A").await, 0);
    evening.play("A", &south).await;
    assert!(!seen(evening, "B").await.contains("rm-"), "the list is secret");
    assert!(seen(evening, "A").await.contains("rm-"), "not for its owner");
    let offered = evening.read("B", "/offers").await;
    let offered = offered["items"].as_array().unwrap();
    assert!(!offered.is_empty());
    assert!(
        offered.iter().all(|offer| offer["seat"] == "B"),
        "while there are secrets a seat sees no offers but its own"
    );
    let peeped = evening.path("/offers?seat=A");
    let refused = evening.server.get_as(&evening.seats["B"], &peeped).await;
    refused.is_problem("forbidden");
    let north = choose("B", &evening.offers("B").await, 0);
    evening.play("B", &north).await;
    let cards = |list: &Value| {
        list["list"]["units"].as_array().unwrap().len()
            + list["list"]["distractions"].as_array().unwrap().len()
    };
    let state = evening.read("B", "/state").await;
    assert_eq!(
        state["players"][0]["shown"].as_array().unwrap().len(),
        cards(&south)
    );
    assert_eq!(state["players"][0]["list"], "unknown");
    let armed = choose("A", &evening.offers("A").await, 0);
    evening.play("A", &armed).await;
    let item = armed["weapons"][0]["item"].as_str().unwrap();
    let named = format!("\"{item}\"");
    assert!(!seen(evening, "B").await.contains(&named), "{item} is secret");
    assert!(seen(evening, "A").await.contains(&named), "not for its owner");
    let refused = evening
        .server
        .get_as(&evening.seats["B"], &evening.path("/export"))
        .await;
    refused.is_problem("hidden-until-the-end");
    let north_armed = choose("B", &evening.offers("B").await, 0);
    evening.play("B", &north_armed).await;
    (south, armed)
}
