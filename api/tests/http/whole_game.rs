//! One whole game as two people record it: each seat reads its own offers, chooses by a simple rule, throws its own dice
//! when the rules ask for them, and posts. Then the record is read back in every way.

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
fn check_result(state: &Value, game: &Value) {
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
fn check_timeline(timeline: &Value, state: &Value) {
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
fn check_dice(evening: &Evening, ledger: &Value, figures: &Value) {
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

fn check_figures(evening: &Evening, figures: &Value, state: &Value) {
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
async fn check_transfer(evening: &Evening, state: &Value, figures: &Value, timeline: &Value) {
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
    assert_eq!(again["was_here"], true);
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

#[actix_web::test]
async fn a_whole_game_is_recorded_from_the_lists_to_the_result() {
    let mut evening = Evening::begin().await;
    let (south, armed) = muster(&mut evening).await;
    let mut taken_back = false;
    loop {
        let before = (evening.etag.clone(), evening.line.len());
        let Some(answer) = evening.step().await else { break };
        assert!(evening.commands < 400, "the game goes on and on");
        let moment = &answer["now"]["moment"];
        if !taken_back && moment["round"] == 2 && moment["phase"] == "Actions phase" {
            // A slip: the game's owner goes back over it, for both; the dice of it are thrown anew.
            let to: u64 = before
                .0
                .trim_matches('"')
                .split('-')
                .next()
                .unwrap()
                .parse()
                .unwrap();
            let back = json!({ "type": "take_back", "to": to, "reason": "the wrong unit" });
            for seat in ["A", "B"] {
                let refused = evening
                    .post(&evening.seats[seat], &evening.etag, "back", &back)
                    .await;
                refused.is_problem("forbidden");
            }
            let done = evening
                .post(&evening.server.admin, &evening.etag, "back", &back)
                .await
                .is(200);
            evening.etag = done.header("etag").unwrap().to_owned();
            evening.line.truncate(before.1);
            taken_back = true;
        }
    }
    assert!(taken_back);
    let state = evening.read_all("/state").await;
    let game = evening.read_all("").await;
    check_result(&state, &game);
    // What was secret is open now, to everybody.
    let open = evening.server.get(&evening.path("/state")).await.is(200).json();
    assert_eq!(open, state);
    assert_eq!(open["players"][0]["list"]["known"], south["list"]);
    assert_eq!(open["players"][0]["weapons"]["known"], armed["weapons"]);
    let timeline = evening.read_all("/timeline").await;
    check_timeline(&timeline, &state);
    let figures = evening.read_all("/stats").await;
    check_dice(&evening, &evening.read_all("/dice").await, &figures);
    check_figures(&evening, &figures, &state);
    // The game was one: blows were struck, somebody fled, somebody shot.
    let events = evening.read_all("/events?limit=1000").await;
    let happened = |kind: &str| {
        events["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["type"] == kind)
            .count()
    };
    for kind in [
        "tier_fought",
        "flee_rolled",
        "unit_hustled",
        "unit_shot",
        "armies_turned_up",
        "battle_ended",
    ] {
        assert!(happened(kind) > 0, "no {kind} in this game");
    }
    let audit = evening.read_all("/audit").await;
    assert_eq!(audit["sound"], true, "{audit}");
    check_transfer(&evening, &state, &figures, &timeline).await;
}
