//! Two games on two servers that differ only in what seat A hides.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use actix_web::test::TestRequest;
use hindsight_api::Settings;
use hindsight_engine::kernel::{Ask, Bot, DiceKind, Seat, Viewer, bot_rng};
use hindsight_engine::{AnyGame, CommandError};
use hindsight_store::{MemoryStore, SideRecords};
use serde_json::{Value, json};

use super::otherwise::{is_draw, known, without_repeats};
use crate::implied::{BARROW, LEVY, ORSA, WOLVES};
use crate::table::Server;

const KEY: &str = "one-game-twice";

pub struct Pair {
    pub servers: [Server; 2],
    pub game: String,
    /// The token of the other seat, on each server.
    pub other: [String; 2],
    /// A recorded game of the same rules, on each server, whose set-up the other seat tries.
    pub earlier: [String; 2],
    /// The same command with what it hides otherwise.
    otherwise: fn(&Value) -> Vec<Value>,
    /// The dice are reported with the commands.
    pub reported: bool,
    /// The version at which the first command begins by which the games differ.
    parted_at: Cell<Option<u64>>,
}

impl Pair {
    pub async fn new(create: Value, otherwise: fn(&Value) -> Vec<Value>) -> Self {
        let settings = Settings {
            live_heartbeat: Duration::from_millis(40),
            live_beat: Duration::from_millis(5),
            ..Server::quiet()
        };
        let mut servers = Vec::new();
        let (mut games, mut others, mut earlier) = (BTreeSet::new(), Vec::new(), Vec::new());
        for _ in 0..2 {
            let store = Arc::new(MemoryStore::new());
            store.keep("server", b"secret", &[9; 32]).unwrap();
            let server = Server::over(store, &settings);
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
            earlier.push(server.brought(recorded(&create["system"])).await);
            servers.push(server);
        }
        assert_eq!(games.len(), 1, "one id on both servers");
        Self {
            servers: servers.try_into().unwrap_or_else(|_| unreachable!()),
            game: games.pop_first().unwrap(),
            other: others.try_into().unwrap(),
            earlier: earlier.try_into().unwrap(),
            otherwise,
            reported: create["dice"] == "reported",
            parted_at: Cell::new(None),
        }
    }

    /// Whoever keeps the record corrects both games before the first command by which they differ, so that it and all later ones
    /// are decided again with their dice, and then takes back the last words.
    pub async fn correct(&self) {
        let at = self.parted_at.get().unwrap();
        let words = json!({ "type": "say", "seat": "A", "text": "Ready?" });
        let insert = json!({ "type": "insert", "command": words });
        let correction =
            json!({ "type": "correct", "at": at, "change": insert, "reason": "said at the table" });
        self.give("correction", &correction).await;
        let [one, _] = self.games().await;
        let end = one.version();
        self.give(
            "last-words",
            &json!({ "type": "say", "seat": "B", "text": "Wait." }),
        )
        .await;
        self.give(
            "take-back",
            &json!({ "type": "take_back", "to": end, "reason": "not said" }),
        )
        .await;
    }

    /// Gives a command of whoever keeps the record in both games.
    async fn give(&self, key: &str, command: &Value) {
        for server in &self.servers {
            let request = TestRequest::post()
                .uri(&format!("/v1/games/{}/commands", self.game))
                .insert_header(("Authorization", format!("Bearer {}", server.admin)))
                .insert_header(("Idempotency-Key", key.to_owned()))
                .set_json(command);
            server.ask(request).await.is(200);
        }
        let [one, other] = self.games().await;
        assert_eq!(one.version(), other.version(), "after {command}");
    }

    pub async fn games(&self) -> [Arc<dyn AnyGame>; 2] {
        let id = self.game.parse().unwrap();
        let mut games = Vec::new();
        for server in &self.servers {
            games.push(Arc::clone(&server.services.games.head(id).await.unwrap().game));
        }
        games.try_into().unwrap_or_else(|_| unreachable!())
    }

    /// Plays a command in each game that leaves the same to be seen by others: two different ones, or with different dice, if there
    /// are such. Nothing if there are none at all; else whether they differ.
    pub async fn play(&self, seed: u64) -> Option<bool> {
        let games = self.games().await;
        let seat = games[0].info(Viewer::Everything).awaiting.first()?.seat;
        let candidates = candidates(&games, seat, seed, if self.reported { 3 } else { 10 });
        let given = |command: &Value| json!({ "type": "play", "seat": seat, "command": command });
        let (bodies, differ) = if self.reported {
            let both = candidates.iter().find_map(|command| {
                let one = with_dice(games[0].as_ref(), given(command), 0, seed)?;
                let other = with_dice(games[1].as_ref(), given(command), 1, seed)?;
                (shown(one.0.as_ref()) == shown(other.0.as_ref())).then_some([one.1, other.1])
            })?;
            let differ = both[0] != both[1];
            (both, differ)
        } else {
            let ([one, other], differ) = self.picked(&games, seat, candidates)?;
            ([given(&one), given(&other)], differ)
        };
        if differ && self.parted_at.get().is_none() {
            self.parted_at.set(Some(games[0].version() + 1));
        }
        for (server, body) in self.servers.iter().zip(&bodies) {
            let request = TestRequest::post()
                .uri(&format!("/v1/games/{}/commands", self.game))
                .insert_header(("Authorization", format!("Bearer {}", server.admin)))
                // Else each command gets an id of its own, which all are told.
                .insert_header(("Idempotency-Key", format!("command-{seed}")))
                .set_json(body);
            server.ask(request).await.is(200);
        }
        let [one, other] = self.games().await;
        assert_eq!(one.version(), other.version(), "after {}", bodies[0]);
        let awaited = |game: &dyn AnyGame| game.info(Viewer::Public).awaiting;
        assert_eq!(
            awaited(one.as_ref()),
            awaited(other.as_ref()),
            "after {} and {}",
            bodies[0],
            bodies[1]
        );
        Some(differ)
    }

    /// A command for each game that leaves the same to be seen by others, and whether they differ.
    fn picked(
        &self,
        games: &[Arc<dyn AnyGame>; 2],
        seat: Seat,
        mut candidates: Vec<Value>,
    ) -> Option<([Value; 2], bool)> {
        let id = self.game.parse().unwrap();
        let decided = |number: usize, command: &Value| {
            let given = json!({ "type": "play", "seat": seat, "command": command });
            let seeds = |generation| self.servers[number].services.games.seed(id, generation);
            games[number].decide(given, None, Some(&seeds)).ok()
        };
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
        Some(([one.0.clone(), other.0.clone()], differing.is_some()))
    }
}

/// A recorded game of a system, set-up and all.
fn recorded(system: &Value) -> &'static str {
    match system.as_str().unwrap() {
        "before-battle" => ORSA,
        "battleground-4" => BARROW,
        "battleground-3" => WOLVES,
        "ice-and-fire" => LEVY,
        other => panic!("{other} hides nothing"),
    }
}

/// A position as the other seat and the public see it.
fn shown(game: &dyn AnyGame) -> [Value; 2] {
    [Viewer::Seat(Seat::B), Viewer::Public].map(|viewer| game.state(viewer))
}

/// Commands that a seat may give in one of the games: those of bots, and all draws, which bots seldom make.
fn candidates(games: &[Arc<dyn AnyGame>; 2], seat: Seat, seed: u64, of_bots: usize) -> Vec<Value> {
    let mut rng = bot_rng(seed);
    let offers = games[0].offers(seat);
    let draws = offers
        .into_iter()
        .filter_map(|offer| offer.command)
        .filter(is_draw);
    let mut candidates: Vec<Value> = Vec::new();
    for game in games {
        for _ in 0..of_bots {
            candidates.extend(game.choose(Bot::Random, seat, &mut rng));
        }
    }
    // Where cards are drawn by dice a draw comes first, so that hands come to differ.
    if games[0].info(Viewer::Everything).dice == Some(DiceKind::Reported) {
        candidates = draws.chain(candidates).collect();
        // What both can do whatever they hold.
        let last = games[0]
            .offers(seat)
            .into_iter()
            .filter_map(|offer| offer.command);
        candidates.extend(last.filter(|command| command["type"] == "pass"));
    } else {
        candidates = candidates.into_iter().chain(draws).flat_map(known).collect();
    }
    without_repeats(&mut candidates);
    candidates
}

/// The most dice of one command here.
const MOST_DICE: usize = 400;

/// A command with the dice that the rules ask for, and the game after it. In the second game the dice by which seat A draws cards
/// show other faces.
fn with_dice(
    game: &dyn AnyGame,
    mut given: Value,
    number: u8,
    seed: u64,
) -> Option<(Box<dyn AnyGame>, Value)> {
    let mut dice: Vec<u8> = Vec::new();
    while dice.len() < MOST_DICE {
        given["dice"] = json!(dice);
        match game.decide(given.clone(), None, None) {
            Ok(decided) => return Some((decided.game, given)),
            Err(CommandError::Refused(refusal)) if refusal.details.contains_key("needed") => {
                let ask: Ask = serde_json::from_value(refusal.details["needed"].clone()).unwrap();
                let hidden = ask.seat == Seat::A && ask.purpose.starts_with("draw a");
                let by_game = if hidden { number } else { 0 };
                for _ in 0..ask.count {
                    let turn = dice.len() as u64 * 7 + seed * 13 + dice.len() as u64 / 3;
                    let face = (turn + u64::from(by_game)) % u64::from(ask.sides);
                    dice.push(u8::try_from(face).unwrap() + 1);
                }
            }
            Err(_) => return None,
        }
    }
    None
}
