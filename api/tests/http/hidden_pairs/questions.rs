//! Everything that others can ask of a game, and the answers of both.

use std::collections::BTreeSet;

use actix_web::test::TestRequest;
use hindsight_engine::RunCaller;
use hindsight_engine::kernel::{Seat, Viewer};
use hindsight_openapi::{Method, operations};
use serde_json::{Value, json};

use super::pair::Pair;
use super::telling::{first_difference, timeless};
use crate::live::{bearer, stranger};
use crate::table::Heard;

/// Decisions that the seat with secrets passes by its standing answer.
const PASSED: [&str; 6] = [
    "attack_card",
    "cards",
    "discard",
    "green_window",
    "surge",
    "window",
];
/// Commands that the other seat tries each time.
const TRIED: usize = 6;

impl Pair {
    /// Everything that can be read of the game, and the lists that it stands in.
    fn addresses(&self, version: u64, units: &[String], charts: &[String]) -> Vec<String> {
        let mut addresses = Vec::new();
        for operation in operations()
            .iter()
            .filter(|operation| operation.method == Method::Get)
        {
            if operation.path.ends_with("/live") {
                continue;
            }
            let path = operation
                .path
                .replace("{game}", &self.game)
                .replace("{other}", &self.game)
                .replace("{version}", &version.to_string());
            let of_game = operation.path.contains("{game}");
            let fills: Vec<String> = if path.contains("{unit}") {
                units.iter().map(|unit| path.replace("{unit}", unit)).collect()
            } else if path.contains("{chart}") {
                charts
                    .iter()
                    .map(|chart| path.replace("{chart}", chart))
                    .collect()
            } else {
                vec![path]
            };
            let plain = ["/", "/v1/games", "/v1/community/figures"].contains(&operation.path);
            addresses.extend(
                fills
                    .into_iter()
                    .filter(|path| (of_game || plain) && !path.contains('{')),
            );
        }
        addresses.push(format!("/v1/games/{}/offers?ahead=true", self.game));
        for at in [1, version / 2, version] {
            for view in ["state", "board.svg", "stats", "units"] {
                addresses.push(format!("/v1/games/{}/{view}?at={at}", self.game));
            }
        }
        addresses
    }

    /// The answers of both servers to one caller, without what differs by nature.
    async fn told(&self, path: &str, with_token: bool) -> [String; 2] {
        let mut told = Vec::new();
        for (server, token) in self.servers.iter().zip(&self.other) {
            let heard = if with_token {
                server.get_as(token, path).await
            } else {
                server.get(path).await
            };
            told.push(answer(&heard));
        }
        told.try_into().unwrap()
    }

    /// Answers to commands that the other seat tries, and to questions about positions.
    async fn asked(&self, method: &str, body: &Value, minimal: bool, with_token: bool) -> [String; 2] {
        let mut told = Vec::new();
        for (server, token) in self.servers.iter().zip(&self.other) {
            let mut request = TestRequest::post().uri(&format!("/v1/games/{}/{method}", self.game));
            if with_token {
                request = request.insert_header(("Authorization", format!("Bearer {token}")));
            }
            if minimal {
                request = request.insert_header(("Prefer", "return=minimal"));
            }
            let heard = server.ask(request.set_json(body)).await;
            assert!(heard.status < 500, "{method}: {}", heard.text());
            told.push(answer(&heard));
        }
        told.try_into().unwrap()
    }

    /// Tries the other seat's commands, and the dice of what comes next, with the passes before them filled in.
    async fn compare_implied(&self) -> usize {
        let games = self.games().await;
        let offers = games[0].offers(Seat::B);
        let whole = offers.iter().filter_map(|offer| offer.command.clone());
        let samples = offers.iter().filter_map(|offer| offer.samples.first().cloned());
        let play = |command| json!({ "type": "play", "seat": "B", "command": command });
        let mut bodies: Vec<Value> = samples.chain(whole).take(TRIED).map(play).collect();
        bodies.push(json!({ "type": "next", "seat": "B" }));
        let mut compared = 0;
        for body in &bodies {
            for dice in [&[][..], &[3], &[2, 5, 1, 4]]
                .iter()
                .take(if self.reported { 3 } else { 1 })
            {
                let mut body = body.clone();
                body["dice"] = json!(dice);
                let [ours, theirs] = self
                    .asked("commands?dry_run=true&imply=true", &body, false, true)
                    .await;
                // The dice of a dry run are thrown again each time.
                let rolled = |text: &str| !self.reported && text.contains("\"faces\"");
                if rolled(&ours) && rolled(&theirs) {
                    continue;
                }
                assert!(ours == theirs, "{body}: {ours}\n{theirs}");
                compared += 1;
            }
        }
        compared
    }

    /// Goes on past the windows of a seat with secrets that left a standing answer, unless it is asked just now: it would be given.
    async fn compare_standing(&self) -> usize {
        let games = self.games().await;
        let awaiting = games[0].info(Viewer::Everything).awaiting;
        if awaiting.iter().any(|asked| asked.seat == Seat::A) {
            return 0;
        }
        let mut compared = 0;
        for decisions in [&PASSED[..], &[]] {
            for server in &self.servers {
                let path = format!("/v1/games/{}/standing", self.game);
                let left = json!({ "seat": "A", "decisions": decisions });
                server.post(&server.admin, &path, &left).await.is(200);
            }
            if decisions.is_empty() {
                break;
            }
            compared += self.compare_implied().await;
            let [ours, theirs] = self
                .told(&format!("/v1/games/{}/offers?ahead=true", self.game), true)
                .await;
            assert!(
                ours == theirs,
                "past a standing answer, what A hides is told:\n{}",
                first_difference(&ours, &theirs)
            );
            compared += 1;
        }
        compared
    }

    /// Asks for the choices to which commands of the other seat only lead; tells how many of the answers lay one out.
    pub async fn compare_next_choices(&self) -> usize {
        let games = self.games().await;
        let caller = RunCaller {
            seats: Some(vec![Seat::B]),
            viewer: Viewer::Seat(Seat::B),
            standing: Vec::new(),
        };
        let (places, _) = games[0].ahead(&caller);
        let offers = places.iter().flat_map(|place| &place.offers);
        let leading = offers.filter(|offer| offer.leads_on);
        let units: BTreeSet<&str> = leading.filter_map(|offer| offer.unit.as_deref()).collect();
        let mut laid_out = 0;
        for unit in units {
            for path in [
                format!("/v1/games/{}/offers?unit={unit}&ahead=true", self.game),
                format!("/g/{}/record?unit={unit}", self.game),
            ] {
                let [ours, theirs] = self.told(&path, true).await;
                assert!(
                    ours == theirs,
                    "{path} tells what A hides:\n{}",
                    first_difference(&ours, &theirs)
                );
                laid_out += usize::from(ours.contains("\"leads_to\"") || ours.contains("name=\"first\""));
            }
        }
        laid_out
    }

    /// Tries what units of the other seat do by their orders: all of them, and the last one alone.
    async fn compare_by_orders(&self) -> usize {
        let games = self.games().await;
        let caller = RunCaller {
            seats: Some(vec![Seat::B]),
            viewer: Viewer::Seat(Seat::B),
            standing: Vec::new(),
        };
        let last = games[0].orders_due(Seat::B, &caller).pop();
        let mut bodies = vec![json!({ "type": "by_orders", "seat": "B" })];
        bodies.extend(last.map(|unit| json!({ "type": "by_orders", "seat": "B", "units": [unit] })));
        for body in &bodies {
            let [ours, theirs] = self
                .asked("commands?dry_run=true&imply=true", body, false, true)
                .await;
            assert!(
                ours == theirs,
                "{body} tells what A hides:\n{}",
                first_difference(&ours, &theirs)
            );
        }
        bodies.len()
    }

    /// Tries to set up the other seat as in a recorded game.
    async fn compare_set_up(&self) -> usize {
        let mut told = Vec::new();
        for ((server, token), earlier) in self.servers.iter().zip(&self.other).zip(&self.earlier) {
            let path = format!("/v1/games/{}/commands?dry_run=true&imply=true", self.game);
            let body = json!({ "type": "set_up", "seat": "B", "game": earlier });
            let heard = server.post(token, &path, &body).await;
            assert!(heard.status < 500, "{}", heard.text());
            told.push(answer(&heard).replace(earlier, "the earlier game"));
        }
        assert!(
            told[0] == told[1],
            "setting up as in an earlier game tells what A hides:\n{}",
            first_difference(&told[0], &told[1])
        );
        1
    }

    /// Tries to note positions as the other seat, which keeps no record, and as nobody.
    async fn compare_noted(&self) -> usize {
        let noted = |pieces: Value| {
            let position = json!({ "turn": 1, "active": "B", "pieces": pieces });
            json!({ "type": "position", "kind": "gap", "reason": "we noted it", "position": position })
        };
        let bodies = [
            noted(json!([])),
            noted(json!([{ "piece": "A1", "at": { "x": 1.0, "y": 1.0 } }])),
        ];
        for body in &bodies {
            for with_token in [true, false] {
                let [ours, theirs] = self.asked("commands?dry_run=true", body, false, with_token).await;
                assert!(
                    ours == theirs,
                    "{body} tells what A hides:\n{}",
                    first_difference(&ours, &theirs)
                );
                // Who keeps no record is refused as that, not for a body that cannot be read.
                assert!(ours.starts_with("403") || ours.starts_with("401"), "{ours}");
            }
        }
        bodies.len() * 2
    }

    /// Tries the other seat's commands, whole and by their answer alone, one and two at a time, with and without dice.
    async fn compare_dry_runs(&self) -> usize {
        let games = self.games().await;
        let offers = games[0].offers(Seat::B);
        let whole = offers.iter().filter_map(|offer| offer.command.clone());
        let samples = offers
            .iter()
            .flat_map(|offer| offer.samples.iter().take(3).cloned());
        let commands: Vec<Value> = samples.chain(whole).take(TRIED).collect();
        let mut compared = 0;
        for command in &commands {
            let dice: &[&[u8]] = if self.reported {
                &[&[], &[3], &[2, 5, 1, 4]]
            } else {
                &[&[]]
            };
            for dice in dice {
                let one = json!({ "type": "play", "seat": "B", "command": command, "dice": dice });
                let say = json!({ "type": "say", "seat": "B", "text": "and then" });
                for body in [one.clone(), json!([one.clone(), say])] {
                    for minimal in [false, true] {
                        let [ours, theirs] = self.asked("commands?dry_run=true", &body, minimal, true).await;
                        // The dice of a dry run are thrown again each time.
                        let rolled = |text: &str| !self.reported && text.contains("\"faces\"");
                        if rolled(&ours) && rolled(&theirs) {
                            continue;
                        }
                        // In a minimal answer dice show in the number of events alone.
                        if minimal && !self.reported && self.rolls(&body).await {
                            continue;
                        }
                        assert!(
                            ours == theirs,
                            "trying {body} (minimal: {minimal}) tells what A hides:\n{}",
                            first_difference(&ours, &theirs)
                        );
                        compared += 1;
                    }
                }
            }
        }
        compared
    }

    /// Whether the whole answer to a command that is tried shows dice.
    async fn rolls(&self, body: &Value) -> bool {
        let told = self.asked("commands?dry_run=true", body, false, true).await;
        told.iter().any(|text| text.contains("\"faces\""))
    }

    /// Asks about positions, as the other seat and as nobody.
    async fn compare_inspections(&self, units: &[String]) -> usize {
        let mut compared = 0;
        for unit in units {
            for with_token in [true, false] {
                let question = json!({ "unit": unit });
                let [one, other] = self.asked("inspect", &question, false, with_token).await;
                assert!(
                    one == other,
                    "asked about {unit}, it tells what A hides:\n{}",
                    first_difference(&one, &other)
                );
                compared += 1;
            }
        }
        compared
    }

    /// The live stream from the first event on, for the other seat and for nobody.
    pub async fn compare_live(&self) -> usize {
        let version = self.games().await[0].version();
        let path = format!("/v1/games/{}/live?from=1", self.game);
        for with_token in [true, false] {
            let mut told = Vec::new();
            for (server, token) in self.servers.iter().zip(&self.other) {
                let who = if with_token { bearer(token) } else { stranger() };
                let mut stream = server.listen(&path, who).await;
                let heard = stream.until(&format!("\nid: {version}\n")).await;
                let events: Vec<&str> = heard
                    .split("\n\n")
                    .filter(|message| message.contains("\nid: "))
                    .collect();
                told.push(timeless(&events.join("\n\n")));
            }
            assert!(
                told[0] == told[1],
                "the live stream (seat B: {with_token}) tells what A hides:\n{}",
                first_difference(&told[0], &told[1])
            );
        }
        2
    }

    pub async fn compare(&self) -> usize {
        let games = self.games().await;
        let version = games[0].version();
        assert_eq!(version, games[1].version());
        let units: Vec<String> = games[0]
            .units(Viewer::Public)
            .iter()
            .take(3)
            .map(|unit| unit.id.clone())
            .collect();
        let server = &self.servers[0];
        let charts = server
            .get(&format!("/v1/games/{}/charts", self.game))
            .await
            .is(200)
            .json();
        let charts: Vec<String> = serde_json::from_value(charts).unwrap();
        let mut compared = 0;
        for address in self.addresses(version, &units, &charts) {
            for with_token in [true, false] {
                let [one, other] = self.told(&address, with_token).await;
                assert!(
                    one == other,
                    "{address} (seat B: {with_token}) at version {version} tells what A hides:\n{}",
                    first_difference(&one, &other)
                );
                compared += 1;
            }
        }
        compared += self.compare_dry_runs().await;
        compared += self.compare_implied().await;
        compared += self.compare_standing().await;
        compared += self.compare_set_up().await;
        compared += self.compare_by_orders().await;
        compared += self.compare_noted().await;
        compared += self.compare_inspections(&units).await;
        compared
    }
}

/// An answer as it is compared: its status, its headers without the date, its body without times.
fn answer(heard: &Heard) -> String {
    let mut headers: Vec<String> = heard
        .headers
        .iter()
        .filter(|(name, _)| name != "date")
        // A tag may be made from the answer, with its times.
        .map(|(name, value)| match value.rsplit_once('.') {
            Some((tag, hash)) if name == "etag" && hash.len() == 9 => format!("{name}: {tag}"),
            _ => format!("{name}: {value}"),
        })
        .collect();
    headers.sort();
    let body = String::from_utf8_lossy(&heard.body);
    timeless(&format!("{}\n{}\n{body}", heard.status, headers.join("\n")))
}
