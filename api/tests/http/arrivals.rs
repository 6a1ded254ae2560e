//! Games that come in from files: whole, or not at all, and with everything their text says.

use std::sync::Arc;

use hindsight_store::{AppendError, EventLog, StreamIndex};
use serde_json::Value;

use crate::faulty::{Faulty, Plan};
use crate::table::Server;
use hindsight_api::Settings;
use hindsight_api::games::samples::GAMES;

const TEXT: &str = "text/plain";
const NDJSON: &str = "application/x-ndjson";

/// The first of the sample games: those of `before-battle`.
fn samples() -> &'static [(&'static str, &'static str)] {
    &GAMES[..6]
}

/// An annotated game with two variations.
fn annotated() -> &'static str {
    samples()[5].1
}

async fn games(server: &Server) -> usize {
    let listed = server.get_as(&server.admin, "/v1/games").await.is(200).json();
    listed["items"].as_array().unwrap().len()
}

fn id(card: &Value) -> String {
    card["card"]["id"].as_str().unwrap().to_owned()
}

async fn exported(server: &Server, game: &str, format: &str) -> String {
    let path = format!("/v1/games/{game}/export?format={format}");
    server.get_as(&server.admin, &path).await.is(200).text()
}

#[actix_web::test]
async fn a_game_of_bots_says_so_in_its_text_and_stays_one() {
    let server = Server::new();
    let text = samples()[4]
        .1
        .replacen("[Position ", "[Played \"bots\"]\n[Position ", 1);
    assert!(text.contains("Played"));
    let of = |text: String| server.import(TEXT, text);
    let (bots, people) = (
        of(text.clone()).await.is(201),
        of(samples()[4].1.to_owned()).await.is(201),
    );
    let marks = |heard: &crate::table::Heard| heard.json()["card"]["marks"].clone();
    let is_bot = |marks: Value| marks.as_array().unwrap().iter().any(|mark| mark == "bot");
    assert!(is_bot(marks(&bots)) && !is_bot(marks(&people)));
    let again = exported(&server, &id(&bots.json()), "hgn").await;
    assert_eq!(again.matches("[Played \"bots\"]").count(), 1);
    // A text that is exported and comes in elsewhere keeps it.
    let other = Server::new();
    assert!(is_bot(marks(&other.import(TEXT, again).await.is(201))));
}

#[actix_web::test]
async fn a_text_goes_in_and_comes_out_the_same() {
    let server = Server::new();
    for (name, text) in samples() {
        let card = server.import(TEXT, *text).await.is(201).json();
        assert_eq!(exported(&server, &id(&card), "hgn").await, *text, "{name}");
    }
    assert_eq!(games(&server).await, samples().len());
    // Neither does it lose anything on the way from server to server.
    let first = server.import(TEXT, annotated()).await.is(201).json();
    let other = Server::new();
    let file = exported(&server, &id(&first), "ndjson").await;
    let card = other.import(NDJSON, file.clone()).await.is(201).json();
    assert_eq!(exported(&other, &id(&card), "hgn").await, annotated());
    assert_eq!(
        other.import(NDJSON, file).await.is(200).json()["already_existed"],
        true
    );
}

#[actix_web::test]
async fn notes_keep_their_places_when_the_game_goes_on() {
    let server = Server::new();
    let lines: Vec<&str> = annotated().lines().collect();
    let end = lines.iter().position(|line| line.starts_with("34. ")).unwrap();
    let text = lines[..end]
        .join("\n")
        .replace("[Result \"1\"]", "[Result \"*\"]")
        + "\n";
    let game = id(&server.import(TEXT, text.clone()).await.is(201).json());
    let said = serde_json::json!({ "type": "say", "seat": "A", "text": "Well played." });
    server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &said)
        .await
        .is(200);
    assert_eq!(
        exported(&server, &game, "hgn").await,
        format!("{text}34. A: @say \"Well played.\"\n")
    );
}

#[actix_web::test]
async fn a_text_with_a_fault_in_its_middle_leaves_nothing_behind() {
    let store = Faulty::default();
    let server = Server::over(
        Arc::new(store.clone()),
        &Settings {
            rate_limits: false,
            ..Settings::default()
        },
    );
    let before = store.position();
    // A line that is no command, a command that the rules refuse, dice that nobody rolls.
    for (right, wrong, line) in [
        ("34. A: reform A5 E", "34. A reform A5 E", "line 59"),
        (
            "44. A: move A5 left 1",
            "44. A: move A5 left 7",
            "line 74, command 44",
        ),
        (
            "48. A: reform A5 N",
            "48. A: reform A5 N [hustle 3]",
            "command 48",
        ),
    ] {
        assert!(annotated().contains(right), "{right}");
        let heard = server.import(TEXT, annotated().replacen(right, wrong, 1)).await;
        let problem = heard.is_problem("invalid-import").json();
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(line), "{wrong}: {detail}");
        assert_eq!(store.position(), before, "nothing was stored");
    }
    assert_eq!(games(&server).await, 0);
}

#[actix_web::test]
async fn a_text_cut_short_at_any_append_is_never_seen_in_part() {
    let commands = annotated()
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .count() as u64;
    for appends in [0, 1, 2, 30, commands - 1, commands] {
        let store = Faulty::default();
        let settings = Settings {
            rate_limits: false,
            ..Settings::default()
        };
        let server = Server::over(Arc::new(store.clone()), &settings);
        store.plan(Plan {
            appends: Some((appends, AppendError::Closed)),
            ..Plan::default()
        });
        server.import(TEXT, annotated()).await.is_problem("read-only");
        assert_eq!(games(&server).await, 0, "after {appends} appends");
        assert_eq!(store.position() > 0, appends > 0, "so many were stored");
        // Nor is it there when the server comes again, for anybody.
        store.plan(Plan::default());
        let again = Server::again(Arc::new(store.clone()), &server.admin);
        assert_eq!(games(&again).await, 0, "after {appends} appends and a start");
        if appends > 0 {
            let stream = store.inner.log(0, 1).unwrap()[0].stream;
            let path = format!("/v1/games/{stream}");
            again.get_as(&again.admin, &path).await.is_problem("no-such-game");
            assert!(store.card(stream).unwrap().unwrap().deleted, "it was put away");
        }
        // The same text comes in whole.
        let game = id(&again.import(TEXT, annotated()).await.is(201).json());
        assert_eq!(exported(&again, &game, "hgn").await, annotated());
        assert_eq!(games(&again).await, 1);
    }
}

#[actix_web::test]
async fn a_stream_file_cut_short_is_gone_on_with_by_the_same_file() {
    let first = Server::new();
    let game = id(&first.import(TEXT, annotated()).await.is(201).json());
    let file = exported(&first, &game, "ndjson").await;
    for appends in [1, 20, 60] {
        let store = Faulty::default();
        let settings = Settings {
            rate_limits: false,
            ..Settings::default()
        };
        let server = Server::over(Arc::new(store.clone()), &settings);
        store.plan(Plan {
            appends: Some((appends, AppendError::Closed)),
            ..Plan::default()
        });
        server.import(NDJSON, file.clone()).await.is_problem("read-only");
        store.plan(Plan::default());
        let again = Server::again(Arc::new(store.clone()), &server.admin);
        assert_eq!(games(&again).await, 0);
        let path = format!("/v1/games/{game}");
        again.get_as(&again.admin, &path).await.is_problem("no-such-game");
        let there = again.import(NDJSON, file.clone()).await.is(201).json();
        assert_eq!(there["already_existed"], false);
        assert_eq!(exported(&again, &game, "hgn").await, annotated());
        assert_eq!(
            exported(&again, &game, "ndjson").await.lines().skip(1).count(),
            file.lines().skip(1).count()
        );
        assert_eq!(games(&again).await, 1);
    }
}

#[actix_web::test]
async fn a_busy_store_only_makes_an_import_wait() {
    let store = Faulty::default();
    let server = Server::over(
        Arc::new(store.clone()),
        &Settings {
            rate_limits: false,
            ..Settings::default()
        },
    );
    store.plan(Plan {
        appends: Some((7, AppendError::Busy)),
        ..Plan::default()
    });
    let free = store.clone();
    let relief = std::thread::spawn(move || {
        while free.refused() == 0 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        free.plan(Plan::default());
    });
    let game = id(&server.import(TEXT, annotated()).await.is(201).json());
    relief.join().unwrap();
    assert_eq!(exported(&server, &game, "hgn").await, annotated());
}
