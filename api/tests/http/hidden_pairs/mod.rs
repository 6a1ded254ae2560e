//! Two games that differ only in what one seat hides: every answer that others get is the same in both, word for word.
//!
//! The two stand on two servers with one secret, so that their ids and dice agree. Where the hiding seat has a choice that
//! nobody else may see, each game takes another.

use std::collections::BTreeSet;
use std::sync::Arc;

use actix_web::test::TestRequest;

use hindsight_engine::kernel::{Bot, Seat, Viewer, bot_rng};
use hindsight_openapi::{Method, operations};
use hindsight_store::{MemoryStore, SideRecords};
use serde_json::{Value, json};

use crate::table::Server;

const KEY: &str = "one-game-twice";

struct Pair {
    servers: [Server; 2],
    game: String,
    /// The token of the other seat, on each server.
    other: [String; 2],
    /// The same command with what it hides otherwise.
    otherwise: fn(&Value) -> Vec<Value>,
}

impl Pair {
    async fn new(create: Value, otherwise: fn(&Value) -> Vec<Value>) -> Self {
        let mut servers = Vec::new();
        let (mut games, mut others) = (BTreeSet::new(), Vec::new());
        for _ in 0..2 {
            let store = Arc::new(MemoryStore::new());
            store.keep("server", b"secret", &[9; 32]).unwrap();
            let server = Server::over(store, &Server::quiet());
            let request = TestRequest::post()
                .uri("/v1/games")
                .insert_header(("Authorization", format!("Bearer {}", server.admin)))
                .insert_header(("Idempotency-Key", KEY))
                .set_json(&create);
            let made = server.ask(request).await.is(201).json();
            let game = made["card"]["id"].as_str().unwrap().to_owned();
            let seat = json!({ "subject": "bob", "scopes": ["seat:B"], "game": game });
            let token = server
                .post(&server.admin, "/v1/tokens", &seat)
                .await
                .is(201)
                .json();
            others.push(token["secret"].as_str().unwrap().to_owned());
            games.insert(game);
            servers.push(server);
        }
        assert_eq!(games.len(), 1, "one id on both servers");
        Self {
            servers: servers.try_into().unwrap_or_else(|_| unreachable!()),
            game: games.pop_first().unwrap(),
            other: others.try_into().unwrap(),
            otherwise,
        }
    }

    async fn games(&self) -> [Arc<dyn hindsight_engine::AnyGame>; 2] {
        let id = self.game.parse().unwrap();
        let mut games = Vec::new();
        for server in &self.servers {
            games.push(Arc::clone(&server.services.games.head(id).await.unwrap().game));
        }
        games.try_into().unwrap_or_else(|_| unreachable!())
    }

    /// Plays a command in each game that leaves the same to be seen by others: two different ones, if there are such. Nothing
    /// if there are none at all; else whether they differ.
    async fn play(&self, seed: u64) -> Option<bool> {
        let mut rng = bot_rng(seed);
        let games = self.games().await;
        let info = games[0].info(Viewer::Everything);
        let seat = info.awaiting.first()?.seat;
        let shown = |game: &dyn hindsight_engine::AnyGame| {
            [Viewer::Seat(Seat::B), Viewer::Public].map(|viewer| game.state(viewer))
        };
        let id = self.game.parse().unwrap();
        let decided = |number: usize, command: &Value| {
            let given = json!({ "type": "play", "seat": seat, "command": command });
            let seeds = |generation| self.servers[number].services.games.seed(id, generation);
            games[number].decide(given, None, Some(&seeds)).ok()
        };
        let mut candidates: Vec<Value> = Vec::new();
        for game in &games {
            for _ in 0..10 {
                candidates.extend(
                    game.choose(Bot::Random, seat, &mut rng)
                        .into_iter()
                        .flat_map(known),
                );
            }
        }
        // Bots seldom draw a card.
        let offers = games[0]
            .offers(seat)
            .into_iter()
            .filter_map(|offer| offer.command);
        candidates.extend(offers.filter(is_draw).flat_map(known));
        without_repeats(&mut candidates);
        // What nobody else may know may be otherwise, too.
        let mut others: Vec<Value> = candidates
            .iter()
            .flat_map(|command| (self.otherwise)(command))
            .collect();
        without_repeats(&mut others);
        let plain = candidates.len();
        candidates.extend(others);
        let picked = [0, 1].map(|number| -> Vec<(&Value, [Value; 2])> {
            // The first game takes a choice as it is, the second another.
            let hidden = if number == 0 { &[] } else { &candidates[plain..] };
            let commands = candidates[..plain].iter().chain(hidden);
            let decided = commands.map(|command| (command, decided(number, command)));
            decided
                .filter_map(|(command, decided)| Some((command, shown(decided?.game.as_ref()))))
                .collect()
        });
        let pairs = || {
            let [ours, theirs] = &picked;
            ours.iter()
                .flat_map(move |one| theirs.iter().map(move |other| (one, other)))
        };
        let is_other = |one: &Value, other: &Value| one != other && (self.otherwise)(one).contains(other);
        let differing =
            pairs().find(|(one, other)| seat == Seat::A && is_other(one.0, other.0) && one.1 == other.1);
        let same = || pairs().find(|(one, other)| one.0 == other.0 && one.1 == other.1);
        let (one, other) = differing.or_else(same)?;
        for (server, (command, _)) in self.servers.iter().zip([one, other]) {
            let body = json!({ "type": "play", "seat": seat, "command": command });
            let request = TestRequest::post()
                .uri(&format!("/v1/games/{}/commands", self.game))
                .insert_header(("Authorization", format!("Bearer {}", server.admin)))
                // Else each command gets an id of its own, which all are told.
                .insert_header(("Idempotency-Key", format!("command-{seed}")))
                .set_json(body);
            server.ask(request).await.is(200);
        }
        let [one, other] = self.games().await;
        assert_eq!(
            one.version(),
            other.version(),
            "after {seat}: {:?}",
            candidates.first()
        );
        Some(differing.is_some())
    }

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
        for at in [1, version / 2, version] {
            for view in [
                "state",
                "board.svg",
                "stats",
                "units",
                "offers?seat=B",
                "awaiting",
            ] {
                let sign = if view.contains('?') { '&' } else { '?' };
                addresses.push(format!("/v1/games/{}/{view}{sign}at={at}", self.game));
            }
        }
        addresses
    }

    /// What others are told, as one of them asks: of both games, with what is different by nature left out.
    async fn told(&self, path: &str, with_token: bool) -> [String; 2] {
        let mut told = Vec::new();
        for (server, token) in self.servers.iter().zip(&self.other) {
            let heard = if with_token {
                server.get_as(token, path).await
            } else {
                server.get(path).await
            };
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
            let body = String::from_utf8_lossy(&heard.body).into_owned();
            told.push(timeless(&format!(
                "{}\n{}\n{body}",
                heard.status,
                headers.join("\n")
            )));
        }
        told.try_into().unwrap()
    }

    async fn compare(&self) -> usize {
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
        compared
    }
}

/// The text without what stands between two marks, and without the marks.
fn cut(text: &str, begin: &str, end: &str) -> String {
    let mut parts = text.split(begin);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| {
        told + part.split_once(end).map_or("", |(_, behind)| behind)
    })
}

/// The text without how long the players took: that differs between any two games, whatever they hide.
fn without_durations(text: &str) -> String {
    let mut text = text.to_owned();
    for (begin, end) in [
        (
            "<span class=\"quiet\" title=\"How long this decision took\">",
            "</span>",
        ),
        ("<section aria-labelledby=\"clock\">", "</section>"),
        // With the space behind it: a game without a millisecond of time used has no such link.
        ("<a href=\"#clock\">", "</a> "),
        ("\"timed\":", ","),
        ("\"longest_at\":", ","),
        ("\"longest_ms\":", ","),
    ] {
        text = cut(&text, begin, end);
    }
    for time in ["\"used_ms\":", "\"average_ms\":"] {
        let mut parts = text.split(time);
        let first = parts.next().unwrap_or_default().to_owned();
        text = parts.fold(first, |told, part| {
            told + part.trim_start_matches(|digit: char| digit.is_ascii_digit())
        });
    }
    text
}

/// The text without times, and without ids made for the answer: they differ between any two games.
fn timeless(text: &str) -> String {
    let text = without_durations(text);
    let bytes = text.as_bytes();
    let is_time = |at: usize| {
        let Some(piece) = bytes.get(at..at + 20) else {
            return false;
        };
        let digit = |place: usize| piece[place].is_ascii_digit();
        (0..4).all(digit) && piece[4] == b'-' && piece[7] == b'-' && piece[10] == b'T' && piece[13] == b':'
    };
    let is_id = |at: usize| {
        let Some(piece) = bytes.get(at..at + 26) else {
            return false;
        };
        let is_upper = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
        let alone =
            bytes.get(at + 26).is_none_or(|next| !is_upper(next)) && (at == 0 || !is_upper(&bytes[at - 1]));
        alone && piece.starts_with(b"01") && piece.iter().all(is_upper)
    };
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            // Both begin with a digit.
            out.push(bytes[at]);
            at += 1;
        } else if is_id(at) {
            out.extend_from_slice(b"(id)");
            at += 26;
        } else if is_time(at) {
            out.extend_from_slice(b"(time)");
            at += bytes[at..]
                .iter()
                .position(|byte| *byte == b'Z')
                .map_or(20, |end| end + 1);
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap()
}

fn first_difference(one: &str, other: &str) -> String {
    let at = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    let around = |text: &str| {
        let from = (0..=at.saturating_sub(80))
            .rev()
            .find(|place| text.is_char_boundary(*place))
            .unwrap_or(0);
        text[from..].chars().take(200).collect::<String>()
    };
    format!("  {}\n  {}", around(one), around(other))
}

async fn nothing_is_told(
    create: Value,
    otherwise: fn(&Value) -> Vec<Value>,
    (least_choices, most_choices): (usize, usize),
    commands: usize,
) -> Pair {
    let pair = Pair::new(create, otherwise).await;
    let (mut choices, mut compared) = (0, 0);
    for number in 0..commands {
        match pair.play(number as u64).await {
            None => break,
            Some(hidden) => {
                choices += usize::from(hidden);
                if hidden || number.is_multiple_of(40) && choices > 0 {
                    compared += pair.compare().await;
                }
            }
        }
        if choices > most_choices {
            break;
        }
    }
    let [one, other] = pair.games().await;
    assert_ne!(
        one.state(Viewer::Everything),
        other.state(Viewer::Everything),
        "they hide different things"
    );
    compared += pair.compare().await;
    println!("{choices} choices were hidden, {compared} answers compared");
    assert!(choices >= least_choices, "only {choices} choices were hidden");
    pair
}

/// Another order of the same units, or the same items on other units.
fn another_army(command: &Value) -> Vec<Value> {
    let mut others = Vec::new();
    for (field, part) in [("/list/units", ""), ("/weapons", "/item")] {
        let count = command
            .pointer(field)
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        for (one, other) in (0..count).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let mut changed = command.clone();
            let at = |place: usize| format!("{field}/{place}{part}");
            let (left, right) = (
                command.pointer(&at(one)).cloned(),
                command.pointer(&at(other)).cloned(),
            );
            *changed.pointer_mut(&at(one)).unwrap() = right.unwrap();
            *changed.pointer_mut(&at(other)).unwrap() = left.unwrap();
            others.push(changed);
        }
    }
    others
}

/// An army of as many units with another kind among them, and with more or fewer cards bought.
fn another_roster(command: &Value) -> Vec<Value> {
    let Some(units) = command.pointer("/list/units").and_then(Value::as_array) else {
        return Vec::new();
    };
    let cards = command
        .pointer("/list/cards")
        .and_then(Value::as_u64)
        .unwrap_or(0);
    let mut others = Vec::new();
    for (place, kind) in (0..units.len()).flat_map(|place| units.iter().map(move |kind| (place, kind))) {
        if units[place] == *kind {
            continue;
        }
        for bought in [cards + 1, cards.saturating_sub(1)] {
            let mut changed = command.clone();
            changed["list"]["units"][place] = kind.clone();
            changed["list"]["cards"] = bought.into();
            others.push(changed);
        }
    }
    others
}

/// A command as somebody gives it who knows what they hide, or several where they may know different things.
fn known(command: Value) -> Vec<Value> {
    if is_draw(&command) && command["card"].is_null() {
        return another_card(&command);
    }
    vec![command]
}

fn without_repeats(commands: &mut Vec<Value>) {
    let mut seen = BTreeSet::new();
    commands.retain(|command| seen.insert(command.to_string()));
}

/// A command card is drawn.
fn is_draw(command: &Value) -> bool {
    command["type"]
        .as_str()
        .is_some_and(|name| name.starts_with("draw"))
}

/// Another card drawn on the table.
fn another_card(command: &Value) -> Vec<Value> {
    if !is_draw(command) {
        return Vec::new();
    }
    (1..=30)
        .map(|card| {
            let mut other = command.clone();
            other["card"] = card.into();
            other
        })
        .collect()
}

#[actix_web::test]
async fn two_games_of_before_battle_with_other_lists_are_told_alike() {
    for visibility in ["public", "unlisted"] {
        let create = json!({ "system": "before-battle", "visibility": visibility });
        nothing_is_told(create, another_army, (2, 8), 30).await;
    }
}

#[actix_web::test]
async fn two_games_of_battleground_4_with_other_hands_are_told_alike() {
    for visibility in ["public", "unlisted"] {
        let create = json!({
            "system": "battleground-4",
            "visibility": visibility,
            "setup": { "decks": "table" },
        });
        nothing_is_told(create, another_card, (2, 1), 150).await;
    }
}

/// Rule `BG4-ARMY-05`: the order of the list differs, and with it which unit waits for deployment under which number.
#[actix_web::test]
async fn two_games_of_battleground_4_with_other_armies_are_told_alike() {
    for visibility in ["public", "unlisted"] {
        let create = json!({ "system": "battleground-4", "visibility": visibility });
        let pair = nothing_is_told(create, another_army, (1, 8), 24).await;
        // They came as far as the deployment: North knows some of South's units, and not yet the others.
        for game in pair.games().await {
            let seen = game.state(Viewer::Seat(Seat::B));
            let ours = |unit: &&Value| unit["id"].as_str().is_some_and(|id| id.starts_with('A'));
            let known = seen["units"].as_array().unwrap().iter().filter(ours).count();
            let unknown = seen["players"][0]["unknown"].as_u64().unwrap_or_default();
            assert!(known >= 1 && unknown >= 1, "{known} known, {unknown} unknown");
        }
    }
}

/// Rule `BG4-ARMY-05`: kinds, points and cards bought differ, and only how many units there are is known.
#[actix_web::test]
async fn two_games_of_battleground_4_with_other_kinds_of_units_are_told_alike() {
    for visibility in ["public", "unlisted"] {
        let create = json!({ "system": "battleground-4", "visibility": visibility });
        let pair = nothing_is_told(create, another_roster, (1, 1), 10).await;
        let [one, other] = pair.games().await.map(|game| {
            let state = game.state(Viewer::Everything);
            let mut kinds: Vec<String> = state["units"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|unit| unit["id"].as_str().is_some_and(|id| id.starts_with('A')))
                .map(|unit| unit["kind"].to_string())
                .collect();
            kinds.sort();
            kinds
        });
        assert!(one.len() == other.len() && one != other, "{one:?} and {other:?}");
    }
}
