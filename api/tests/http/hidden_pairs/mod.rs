//! Two games that differ only in what one seat hides: every answer that others get is the same in both, word for word.
//!
//! The two stand on two servers with one secret, so that their ids and dice agree. Where the hiding seat has a choice that
//! nobody else may see, each game takes another; where cards are drawn by reported dice, the dice differ. A system that hides
//! something has a row in [`ROWS`], and a test fails where it has none.

mod otherwise;
mod pair;
mod questions;
mod telling;

use std::sync::Arc;

use hindsight_engine::AnyGame;
use hindsight_engine::kernel::{Seat, Viewer};
use serde_json::{Value, json};

use self::otherwise::{another_army, another_card, another_roster, by_dice};
use self::pair::Pair;
use crate::table::Server;

/// A kind of secret of a system, and how far two games are played with it.
struct Row {
    system: &'static str,
    /// The members of the request that makes the game, beside the system.
    create: fn() -> Value,
    /// The same command with what it hides otherwise.
    otherwise: fn(&Value) -> Vec<Value>,
    /// The fewest choices that must be hidden, and those after which the games end.
    choices: (usize, usize),
    /// The most commands.
    commands: usize,
    /// A check at the end, so that the row tests what it is there for.
    holds: fn(&[Arc<dyn AnyGame>; 2]),
}

const ROWS: &[Row] = &[
    Row {
        system: "before-battle",
        create: || json!({}),
        otherwise: another_army,
        choices: (2, 8),
        commands: 30,
        holds: |_| (),
    },
    Row {
        system: "battleground-4",
        create: || json!({ "setup": { "decks": "table" } }),
        otherwise: another_card,
        choices: (2, 1),
        commands: 150,
        holds: |_| (),
    },
    // Each card is drawn by a reported die.
    Row {
        system: "battleground-4",
        create: || json!({ "dice": "reported" }),
        otherwise: by_dice,
        choices: (1, 2),
        commands: 150,
        holds: |_| (),
    },
    // Rule BG4-ARMY-05: the order of the list differs, and with it which unit waits for deployment under which number.
    Row {
        system: "battleground-4",
        create: || json!({}),
        otherwise: another_army,
        choices: (1, 8),
        commands: 24,
        holds: some_units_are_deployed,
    },
    // Rule BG4-ARMY-05: kinds, points and cards bought differ, and only how many units there are is known.
    Row {
        system: "battleground-4",
        create: || json!({}),
        otherwise: another_roster,
        choices: (1, 1),
        commands: 10,
        holds: kinds_differ,
    },
    Row {
        system: "battleground-3",
        create: || json!({ "setup": { "decks": "table" } }),
        otherwise: another_card,
        // Every card that may be held is weighed in every window, so one hidden choice is compared; more are drawn in the next row.
        choices: (1, 0),
        commands: 60,
        holds: |_| (),
    },
    Row {
        system: "battleground-3",
        create: || json!({ "dice": "reported" }),
        otherwise: by_dice,
        choices: (1, 2),
        commands: 150,
        holds: |_| (),
    },
    Row {
        system: "battleground-3",
        create: || json!({}),
        otherwise: another_army,
        choices: (1, 8),
        commands: 24,
        holds: |_| (),
    },
    // The list of one player, while the other has not named theirs.
    Row {
        system: "ice-and-fire",
        create: || json!({}),
        otherwise: another_army,
        choices: (1, 8),
        commands: 10,
        holds: |_| (),
    },
    // Hands drawn by reported dice: rules IF-TIME-01, IF-CARD-03.
    Row {
        system: "ice-and-fire",
        create: || json!({ "dice": "reported" }),
        otherwise: by_dice,
        choices: (1, 8),
        commands: 160,
        holds: hands_differ,
    },
];

/// North knows some of South's units, and not yet the others.
fn some_units_are_deployed(games: &[Arc<dyn AnyGame>; 2]) {
    for game in games {
        let seen = game.state(Viewer::Seat(Seat::B));
        let ours = |unit: &&Value| unit["id"].as_str().is_some_and(|id| id.starts_with('A'));
        let known = seen["units"].as_array().unwrap().iter().filter(ours).count();
        let unknown = seen["players"][0]["unknown"].as_u64().unwrap_or_default();
        assert!(known >= 1 && unknown >= 1, "{known} known, {unknown} unknown");
    }
}

fn kinds_differ(games: &[Arc<dyn AnyGame>; 2]) {
    let [one, other] = games.each_ref().map(|game| {
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

fn hands_differ(games: &[Arc<dyn AnyGame>; 2]) {
    let [one, other] = games
        .each_ref()
        .map(|game| game.state(Viewer::Everything)["players"][0]["hand"].clone());
    assert_ne!(one, other);
}

/// Choices laid out after the first hidden choice that are compared.
const MOST_LAID_OUT: usize = 40;

async fn nothing_is_told(row: &Row, visibility: &str) {
    let mut create = (row.create)();
    create["system"] = row.system.into();
    create["visibility"] = visibility.into();
    let pair = Pair::new(create, row.otherwise).await;
    let (mut choices, mut compared, mut laid_out) = (0, 0, 0);
    for number in 0..row.commands {
        match pair.play(number as u64).await {
            None => break,
            Some(hidden) => {
                choices += usize::from(hidden);
                // Public games are asked everything after the first choices and now and then, others at the end alone. What is
                // awaited and the number of events are compared after each command of both.
                let now = hidden && choices <= 2 || number.is_multiple_of(80) && choices > 0;
                if now && visibility == "public" {
                    compared += pair.compare().await;
                }
                if choices > 0 && laid_out < MOST_LAID_OUT && visibility == "public" {
                    laid_out += pair.compare_next_choices().await;
                }
            }
        }
        if choices > row.choices.1 {
            break;
        }
    }
    let games = pair.games().await;
    assert_ne!(
        games[0].state(Viewer::Everything),
        games[1].state(Viewer::Everything),
        "they hide different things"
    );
    compared += pair.compare().await;
    if pair.reported && visibility == "public" {
        // Commands that a correction decides again have their reported dice in markers of their own.
        pair.correct().await;
        compared += pair.compare().await;
    }
    compared += pair.compare_live().await;
    println!(
        "{} {visibility}: {choices} choices were hidden, {compared} answers and {laid_out} choices laid out compared",
        row.system
    );
    if row.system == "ice-and-fire" && pair.reported && visibility == "public" {
        assert!(laid_out > 0, "some of B's units lead on to a choice");
    }
    assert!(choices >= row.choices.0, "only {choices} choices were hidden");
    (row.holds)(&games);
}

/// A test of each row, so that they run side by side.
macro_rules! rows_are_told_alike {
    ($($name:ident = $place:literal)+) => {
        const _: () = assert!(ROWS.len() == [$($place),+].len(), "each row has a test");

        $(
            #[actix_web::test]
            async fn $name() {
                for visibility in ["public", "unlisted"] {
                    nothing_is_told(&ROWS[$place], visibility).await;
                }
            }
        )+
    };
}

rows_are_told_alike! {
    games_with_other_secrets_are_told_alike_0 = 0
    games_with_other_secrets_are_told_alike_1 = 1
    games_with_other_secrets_are_told_alike_2 = 2
    games_with_other_secrets_are_told_alike_3 = 3
    games_with_other_secrets_are_told_alike_4 = 4
    games_with_other_secrets_are_told_alike_5 = 5
    games_with_other_secrets_are_told_alike_6 = 6
    games_with_other_secrets_are_told_alike_7 = 7
    games_with_other_secrets_are_told_alike_8 = 8
    games_with_other_secrets_are_told_alike_9 = 9
}

#[actix_web::test]
async fn every_system_that_hides_something_has_a_row() {
    let server = Server::new();
    for system in hindsight_engine::systems() {
        let game = server.game(&server.admin, json!({ "system": system.id() })).await;
        let id = game.parse().unwrap();
        let mut hides = false;
        for _ in 0..40 {
            server.play(&server.admin, &game, 1).await;
            hides |= server.services.games.head(id).await.unwrap().secrets;
        }
        let has_row = ROWS.iter().any(|row| row.system == system.id());
        assert_eq!(hides, has_row, "{}", system.id());
    }
}
