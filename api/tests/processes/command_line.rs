//! The command line from outside: what each command says of itself, its exit codes, and that a bad file changes nothing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output};

use hindsight_store::conformance::behind_its_back;
use hindsight_store::{
    Append, CommandStamp, EventLog, Expected, NewEvent, Options, SledStore, StreamCard, StreamId,
    StreamIndex, Upkeep,
};
use hindsight_studies::{About, SCHEMA, StudyVisibility};
use serde_json::Value;

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");
const VERBS: &[&str] = &[
    "serve", "simulate", "import", "export", "verify", "pack", "rebuild", "audit", "render", "stats",
    "token", "account", "backup", "restore", "openapi",
];

pub(crate) fn command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command
        .arg("--data-dir")
        .arg(data)
        .args(arguments)
        .env_remove("HINDSIGHT_JSON");
    command
}

pub(crate) fn hindsight(data: &Path, arguments: &[&str]) -> Output {
    command(data, arguments).output().unwrap()
}

/// As [`hindsight`], with a line on standard input.
pub(crate) fn told(data: &Path, arguments: &[&str], line: &str) -> Output {
    let file = written(data, "line", line);
    let input = std::fs::File::open(file).unwrap();
    command(data, arguments).stdin(input).output().unwrap()
}

fn words(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[track_caller]
pub(crate) fn ends(output: &Output, code: i32) -> String {
    let words = words(output);
    assert_eq!(output.status.code(), Some(code), "{words}");
    words
}

/// The one JSON value of an answer.
#[track_caller]
pub(crate) fn json(output: &Output, code: i32) -> Value {
    let words = ends(output, code);
    serde_json::from_str(&words).unwrap_or_else(|why| panic!("{why}: {words}"))
}

pub(crate) fn written(dir: &Path, name: &str, text: &str) -> String {
    let file = dir.join(name);
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn every_command_explains_itself_with_examples() {
    let home = tempfile::tempdir().unwrap();
    let all = ends(&hindsight(home.path(), &["--help"]), 0);
    assert!(all.contains("Exit codes:"), "{all}");
    for verb in VERBS {
        assert!(
            all.contains(&format!("\n  {verb} ")),
            "{verb} is not listed: {all}"
        );
        let help = ends(&hindsight(home.path(), &[verb, "--help"]), 0);
        assert!(
            help.contains("Examples:") && help.contains(&format!("hindsight {verb}"))
                || help.contains(&format!(" {verb} ")),
            "{help}"
        );
        assert!(help.contains("--json"), "{help}");
    }
    assert!(
        std::fs::read_dir(home.path()).unwrap().next().is_none(),
        "help makes no store"
    );
}

/// Models are lost by damage alone, and each is its share of what its unit is worth, to the last one.
#[test]
fn figures_of_a_game_count_what_every_lost_model_was_worth() {
    let home = tempfile::tempdir().unwrap();
    let (data, text) = (home.path().join("data"), written(home.path(), "game.hgn", GAME));
    let told = json(&hindsight(&data, &["import", &text, "--json"]), 0);
    let game = told["games"][0]["game"].as_str().unwrap();
    let report = &json(&hindsight(&data, &["stats", game, "--json"]), 0)["report"];
    for seat in report["seats"].as_array().unwrap() {
        let lost: f64 = report["units"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|unit| unit["seat"] == seat["seat"])
            .map(|unit| {
                let figure = |name: &str| unit[name].as_f64().unwrap();
                figure("points") * (1.0 - figure("left") / figure("full"))
            })
            .sum();
        let worth = seat["taken"]["worth"].as_f64().unwrap();
        assert!(
            lost > 0.0 && (worth - lost).abs() < 1e-9,
            "{lost} lost, {worth} counted"
        );
    }
}

#[test]
fn a_text_goes_in_and_comes_out_the_same_in_every_form() {
    let home = tempfile::tempdir().unwrap();
    let (data, text) = (home.path().join("data"), written(home.path(), "game.hgn", GAME));
    let told = json(&hindsight(&data, &["import", &text, "--json"]), 0);
    let game = told["games"][0]["game"].as_str().unwrap().to_owned();
    assert_eq!(told["games"][0]["state"], "new");
    let again = json(&hindsight(&data, &["import", &text, "--json"]), 0);
    assert_eq!(
        (&again["games"][0]["game"], &again["games"][0]["state"]),
        (&Value::from(game.as_str()), &Value::from("already_there"))
    );
    assert_eq!(ends(&hindsight(&data, &["export", &game]), 0), GAME);
    // Through its JSON form and through the stream with its chain, into other stores.
    for (format, name) in [("json", "game.json"), ("ndjson", "game.ndjson")] {
        let file = home.path().join(name);
        let file = file.to_str().unwrap();
        ends(
            &hindsight(&data, &["export", &game, "--format", format, "--output", file]),
            0,
        );
        let other = home.path().join(format);
        let told = json(&hindsight(&other, &["import", file, "--json"]), 0);
        assert_eq!(told["games"][0]["state"], "new", "{format}");
        let id = told["games"][0]["game"].as_str().unwrap();
        assert_eq!(ends(&hindsight(&other, &["export", id]), 0), GAME, "{format}");
    }
    let verdict = json(&hindsight(&data, &["verify", "--json"]), 0);
    assert_eq!(
        (&verdict["sound"], &verdict["streams"]),
        (&Value::from(true), &Value::from(1))
    );
    assert_eq!(json(&hindsight(&data, &["audit", "--json"]), 0)["differ"], 0);
    let file = home.path().join("all.backup");
    let file = file.to_str().unwrap();
    ends(&hindsight(&data, &["backup", file]), 0);
    let restored = home.path().join("restored");
    ends(&hindsight(&restored, &["restore", file]), 0);
    assert_eq!(ends(&hindsight(&restored, &["export", &game]), 0), GAME);
}

#[test]
fn accounts_are_made_and_mended_where_the_store_lies() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path();
    let create = ["account", "create", "ada", "--role", "admin", "--json"];
    ends(&told(dir, &create, "short\n"), 2);
    let made = json(&told(dir, &create, "nine quiet hedgehogs\n"), 0);
    assert_eq!(made["account"]["role"], "admin");
    assert!(!made.to_string().contains("hedgehogs"));
    let taken = ["account", "create", "ADA"];
    assert!(ends(&told(dir, &taken, "seven loud badgers\n"), 2).contains("taken"));
    ends(&hindsight(dir, &["account", "role", "ada", "king"]), 2);
    ends(&hindsight(dir, &["account", "role", "nobody", "reader"]), 6);
    let coach = json(&hindsight(dir, &["account", "role", "ada", "coach", "--json"]), 0);
    assert_eq!(coach["account"]["role"], "coach");
    let list = json(&hindsight(dir, &["account", "list", "--json"]), 0);
    assert_eq!(list["accounts"].as_array().unwrap().len(), 1);
    ends(
        &told(
            dir,
            &["account", "reset-password", "nobody"],
            "seven loud badgers\n",
        ),
        6,
    );
    ends(
        &told(dir, &["account", "reset-password", "ada"], "seven loud badgers\n"),
        0,
    );
}

#[test]
fn a_bad_text_stores_nothing_and_says_where_it_is_bad() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let rows = [
        (GAME.replacen("44. A: move", "44. A move", 1), 3, "line 74"),
        (
            GAME.replacen("44. A: move A5 left 1", "44. A: move A5 left 7", 1),
            4,
            "line 74, command 44",
        ),
        ("no game at all".to_owned(), 3, "line 1"),
    ];
    for (text, code, place) in rows {
        let file = written(home.path(), "bad.hgn", &text);
        let told = ends(&hindsight(&data, &["import", &file]), code);
        assert!(told.contains(place) && told.contains("bad.hgn"), "{told}");
        let told = json(&hindsight(&data, &["import", &file, "--json"]), code);
        assert_eq!(told["exit_code"], code);
        assert!(told["error"].as_str().unwrap().contains(place), "{told}");
        let verdict = json(&hindsight(&data, &["verify", "--json"]), 0);
        assert_eq!(
            (&verdict["streams"], &verdict["records"]),
            (&Value::from(0), &Value::from(0))
        );
    }
}

#[test]
fn each_exit_code_means_what_the_help_says() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    // 6: there is no store, no game.
    ends(&hindsight(&data, &["verify"]), 6);
    let simulate = [
        "simulate",
        "--games",
        "2",
        "--seed",
        "7",
        "--threads",
        "1",
        "--json",
    ];
    let told = json(&hindsight(&data, &simulate), 0);
    assert_eq!(
        (&told["games"], &told["already_there"]),
        (&Value::from(2), &Value::from(0))
    );
    assert_eq!(json(&hindsight(&data, &simulate), 0)["already_there"], 2);
    ends(&hindsight(&data, &["export", "01KAG6Q2Y7M3V9XWZ4T5B8C0DE"]), 6);
    // 2: the command line.
    for wrong in [
        &["fly"][..],
        &["export"],
        &["export", "not-an-id"],
        &["simulate", "--games", "0"],
        &["simulate", "--system", "chess"],
        &["verify", "--loud"],
    ] {
        ends(&hindsight(&data, wrong), 2);
    }
    // 3: a file.
    ends(&hindsight(&data, &["import", "/nowhere/game.hgn"]), 3);
    ends(&hindsight(&data, &["restore", "/nowhere/all.backup"]), 3);
    // 5: the store is in use.
    let options = Options {
        cache_bytes: 16 << 20,
        ..Options::default()
    };
    let (store, _) = SledStore::open(&data, &options).unwrap();
    let told = ends(&hindsight(&data, &["verify"]), 5);
    assert!(told.contains("in use"), "{told}");
    let first = store.log(0, 1).unwrap().remove(0);
    let batch = u64::from(first.batch_len);
    store.close().unwrap();
    drop(store);
    // 1: done, and something was found.
    tamper(&data, first.stream, batch + 1);
    let verdict = json(&hindsight(&data, &["verify", "--json"]), 1);
    assert_eq!(verdict["sound"], false);
    assert_eq!(verdict["first_fault"]["version"], batch + 1);
    // 0: figures and pictures of what is whole.
    let whole = home.path().join("whole");
    ends(&hindsight(&whole, &simulate), 0);
    ends(&hindsight(&whole, &["stats", "--json"]), 0);
    let token = json(
        &hindsight(
            &whole,
            &[
                "token",
                "create",
                "--scope",
                "admin",
                "--subject",
                "root",
                "--json",
            ],
        ),
        0,
    );
    assert!(token.to_string().contains("hs_"), "{token}");
    assert!(!ends(&hindsight(&whole, &["token", "list"]), 0).contains("hs_"));
}

#[test]
fn all_of_a_store_goes_out_with_its_studies_and_comes_in_again() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let text = written(home.path(), "game.hgn", GAME);
    ends(&hindsight(&data, &["import", &text]), 0);
    let study: StreamId = "01KAG6Q2Y7M3V9XWZ4T5B8C0DE".parse().unwrap();
    let (store, _) = SledStore::open(&data, &Options::default()).unwrap();
    let created = hindsight_studies::begin(About {
        title: "Flanks".to_owned(),
        text: String::new(),
        visibility: StudyVisibility::Public,
        readers: [].into(),
        copy_of: None,
    })
    .unwrap();
    let event = NewEvent {
        kind: created.kind().to_owned(),
        schema: SCHEMA,
        body: created.store(),
    };
    let command = CommandStamp {
        id: "one".to_owned(),
        actor: "ada".to_owned(),
        rules: "studies".to_owned(),
        body: b"{}".to_vec(),
    };
    let card = StreamCard {
        system: "study".to_owned(),
        title: "Flanks".to_owned(),
        marks: vec!["study".to_owned()],
        ..StreamCard::default()
    };
    store
        .append(Append {
            stream: study,
            expected: Expected::New,
            recorded_at_ms: 1_700_000_000_000,
            command,
            events: vec![event],
            card: Some(card),
        })
        .unwrap();
    store.close().unwrap();
    drop(store);
    let exported = home.path().join("exported");
    let all = |data: &Path, to: &Path| {
        let to = to.to_str().unwrap();
        json(
            &hindsight(
                data,
                &["export", "--all", "--format", "ndjson", "--output", to, "--json"],
            ),
            0,
        )
    };
    let told = all(&data, &exported);
    assert_eq!(
        (&told["games"], &told["studies"]),
        (&Value::from(1), &Value::from(1))
    );
    // Commands with their dice are what a text holds: a study is none.
    let texts = home.path().join("texts");
    let texts = texts.to_str().unwrap();
    let told = json(
        &hindsight(&data, &["export", "--all", "--output", texts, "--json"]),
        0,
    );
    assert_eq!(
        (&told["games"], &told["studies"]),
        (&Value::from(1), &Value::from(0))
    );
    let other = home.path().join("other");
    let file = exported.join(format!("{study}.ndjson"));
    let import = ["import", file.to_str().unwrap(), "--json"];
    let dry = [&import[..], &["--dry-run"]].concat();
    assert_eq!(json(&hindsight(&other, &dry), 0)["studies"][0]["state"], "sound");
    for state in ["new", "already_there"] {
        let told = json(&hindsight(&other, &import), 0);
        assert_eq!(told["studies"][0]["study"], study.to_string(), "{told}");
        assert_eq!(told["studies"][0]["state"], state, "{told}");
        assert_eq!(told["games"], Value::Array(Vec::new()));
    }
    let again = home.path().join("again");
    all(&other, &again);
    let read = |dir: &Path| std::fs::read_to_string(dir.join(format!("{study}.ndjson"))).unwrap();
    let records = |text: String| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(records(read(&again)), records(read(&exported)));
    // A tampered one is refused (3) and nothing of it is kept.
    let mut lines: Vec<String> = read(&exported).lines().map(str::to_owned).collect();
    let mut record: Value = serde_json::from_str(&lines[1]).unwrap();
    assert_eq!(record["recorded_at_ms"], 1_700_000_000_000_u64);
    record["recorded_at_ms"] = Value::from(1_700_000_000_001_u64);
    lines[1] = record.to_string();
    let tampered = written(home.path(), "tampered.ndjson", &lines.join("\n"));
    let third = home.path().join("third");
    ends(&hindsight(&third, &["import", &tampered]), 3);
}

#[test]
fn a_game_of_bots_stays_one_as_a_text() {
    let home = tempfile::tempdir().unwrap();
    let (data, other) = (home.path().join("data"), home.path().join("other"));
    let simulate = ["simulate", "--games", "1", "--seed", "7", "--threads", "1"];
    ends(&hindsight(&data, &simulate), 0);
    let text = ends(&hindsight(&data, &["export", "--all"]), 0);
    assert!(text.contains("[Played \"bots\"]"), "{text}");
    let file = written(home.path(), "bots.hgn", &text);
    ends(&hindsight(&other, &["import", &file]), 0);
    let bots = |data: &Path| {
        json(&hindsight(data, &["stats", "--json"]), 0)["systems"]["before-battle"]["bot"].clone()
    };
    assert_eq!((bots(&data), bots(&other)), (Value::from(1), Value::from(1)));
    // What another server rolled is reported here.
    let told = text.replace("[Dice \"server\"]", "[Dice \"reported\"]");
    assert_eq!(ends(&hindsight(&other, &["export", "--all"]), 0), told);
    // Without the header it is a game of people.
    let people = written(home.path(), "people.hgn", &text.replace("[Played \"bots\"]", ""));
    let third = home.path().join("third");
    ends(&hindsight(&third, &["import", &people]), 0);
    assert_eq!(bots(&third), Value::from(0));
}

#[test]
fn finished_games_are_packed_and_stay_what_they_were() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    ends(&hindsight(&data, &["pack"]), 6);
    let text = written(home.path(), "game.hgn", GAME);
    ends(&hindsight(&data, &["import", &text]), 0);
    let export = ["export", "--all", "--format", "text"];
    let before = ends(&hindsight(&data, &export), 0);
    let told = json(&hindsight(&data, &["pack", "--json"]), 0);
    let bytes = |name: &str| told[name].as_u64().unwrap();
    assert_eq!(bytes("games"), 1);
    assert!(bytes("bytes_after") * 2 < bytes("bytes_before"), "{told}");
    assert_eq!(ends(&hindsight(&data, &export), 0), before);
    let again = ends(&hindsight(&data, &["pack"]), 0);
    assert!(again.contains("Nothing to pack"), "{again}");
    ends(&hindsight(&data, &["verify"]), 0);
}

#[test]
fn a_rebuild_makes_index_and_snapshots_anew_and_leaves_every_stream_as_it_was() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    // 6: there is nothing to rebuild.
    ends(&hindsight(&data, &["rebuild"]), 6);
    let text = written(home.path(), "game.hgn", GAME);
    let told = json(&hindsight(&data, &["import", &text, "--json"]), 0);
    let game: StreamId = told["games"][0]["game"].as_str().unwrap().parse().unwrap();
    let simulate = ["simulate", "--games", "2", "--seed", "7", "--threads", "1"];
    ends(&hindsight(&data, &simulate), 0);
    let card = || {
        let (store, _) = SledStore::open(&data, &Options::default()).unwrap();
        let card = store.card(game).unwrap().unwrap().card;
        store.close().unwrap();
        card
    };
    let before = card();
    assert_eq!(before.status, "finished");
    // Nothing is wrong: nothing is mended, and the long games have their snapshots again.
    let told = json(&hindsight(&data, &["rebuild", "--json"]), 0);
    assert_eq!(
        (&told["streams"], &told["games"], &told["mended"], &told["cards"]),
        (&Value::from(3), &Value::from(3), &Value::from(0), &Value::from(0)),
        "{told}"
    );
    assert!(told["snapshots"].as_u64().unwrap() > 0, "{told}");
    assert_eq!(card(), before);
    // A card that says what the game does not: its own words stay, the game's words are the game's again.
    {
        let (store, _) = SledStore::open(&data, &Options::default()).unwrap();
        let wrong = hindsight_store::StreamCard {
            status: "running".to_owned(),
            result: None,
            rounds: 99,
            terms: [("faction".to_owned(), vec!["Nobody".to_owned()])].into(),
            ..(*before).clone()
        };
        store.set_card(game, wrong).unwrap();
        store.close().unwrap();
    }
    let told = json(&hindsight(&data, &["rebuild", "--json"]), 0);
    assert_eq!(told["cards"], 1, "{told}");
    assert_eq!(card(), before);
    // A card that does not read: the store opens for nobody else (5) until it is rebuilt.
    let key = [&b"c"[..], &game.to_bytes()].concat();
    behind_its_back(&data, |db| {
        let whole = db.get(&key).unwrap().unwrap();
        db.insert(&key, &whole[..whole.len() / 2]).unwrap();
    });
    assert!(ends(&hindsight(&data, &["verify"]), 5).contains("index card"));
    let told = json(&hindsight(&data, &["rebuild", "--json"]), 0);
    assert_eq!(told["damaged"][0], game.to_string(), "{told}");
    let after = card();
    assert_eq!(
        (
            &after.system,
            &after.status,
            &after.result,
            after.rounds,
            after.events
        ),
        (
            &before.system,
            &before.status,
            &before.result,
            before.rounds,
            before.events
        )
    );
    assert_eq!(after.extra.get("opened"), before.extra.get("opened"));
    assert_ne!(after.visibility, "public", "nobody said that all may see it");
    assert_eq!(json(&hindsight(&data, &["verify", "--json"]), 0)["sound"], true);
    assert_eq!(json(&hindsight(&data, &["audit", "--json"]), 0)["differ"], 0);
    // A game that does not fold is named (1), and the others are rebuilt all the same.
    let opened: u64 = before.extra["opened"].parse().unwrap();
    tamper(&data, game, opened + 1);
    let told = json(&hindsight(&data, &["rebuild", "--json"]), 1);
    assert_eq!(told["unfit"][0]["game"], game.to_string(), "{told}");
    assert_eq!(told["unfit"].as_array().unwrap().len(), 1);
}

/// Takes a batch out of a stream behind the store's back.
fn tamper(dir: &Path, stream: StreamId, version: u64) {
    let key = [&b"e"[..], &stream.to_bytes(), &version.to_be_bytes()].concat();
    behind_its_back(dir, |db| {
        assert!(
            db.remove(&key).unwrap().is_some(),
            "there is a batch at version {version}"
        );
    });
}

/// A server on a data directory, killed with the value.
pub(crate) struct Serving(std::process::Child);

impl Serving {
    pub(crate) fn start(data: &Path) -> (Self, Value) {
        let mut serve = command(
            data,
            &["--json", "serve", "--listen", "127.0.0.1:0", "--log", "error"],
        );
        let mut child = serve.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        (Self(child), serde_json::from_str(&line).unwrap())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn room_is_given_back_when_it_is_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    ends(
        &hindsight(&data, &["simulate", "--games", "6", "--seed", "3", "--quiet"]),
        0,
    );
    let verified = json(&hindsight(&data, &["--json", "verify"]), 0);
    let packed = json(&hindsight(&data, &["--json", "pack", "--shrink"]), 0);
    let bytes = |name: &str| packed[name].as_u64().unwrap();
    assert!(bytes("disk_after") < bytes("disk_before"), "{packed}");
    assert_eq!(json(&hindsight(&data, &["--json", "verify"]), 0), verified);
    ends(&hindsight(&data, &["audit"]), 0);
}

#[test]
fn what_was_lost_is_named_and_can_be_given_up() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let (serving, welcome) = Serving::start(&data);
    assert!(welcome["first_token"].is_string());
    drop(serving);
    let ahead = data.join("ahead");
    assert!(ahead.metadata().unwrap().len() > 0, "the kill left commits in it");
    std::fs::write(&ahead, b"").unwrap();
    let refused = ends(&hindsight(&data, &["verify"]), 5);
    assert!(refused.contains("rebuild --give-up-lost"), "{refused}");
    ends(&hindsight(&data, &["rebuild"]), 5);
    ends(&hindsight(&data, &["rebuild", "--give-up-lost"]), 0);
    ends(&hindsight(&data, &["verify"]), 0);
}
