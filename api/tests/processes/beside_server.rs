//! Commands, and programs of others, beside a running server: it holds the store and does what is asked.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hindsight_store::SledStore;
use serde_json::Value;

use crate::command_line::{Serving, ends, hindsight, json, told, written};

/// The program that shows how a bot plays over HTTP plays a whole game.
#[test]
fn the_example_of_an_external_bot_plays_a_whole_game() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(
            std::env::var_os("HINDSIGHT_REQUIRE_TOOLS").is_none(),
            "there is no python3 here"
        );
        println!("left out: there is no python3 here");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let (_serving, welcome) = Serving::start(&data);
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/bot.py");
    let (address, token) = (&welcome["listening"], &welcome["first_token"]);
    let (address, token) = (address.as_str().unwrap(), token.as_str().unwrap());
    let played = Command::new("python3")
        .args([bot, address, token, "--seed", "3"])
        .output()
        .unwrap();
    let told = json(&played, 0);
    assert!(
        told["commands"].as_u64().unwrap() > 20 && told["result"].is_string(),
        "{told}"
    );
    let game = told["game"].as_str().unwrap();
    let audit = json(&hindsight(&data, &["--json", "audit", game]), 0);
    assert_eq!(audit["differ"], 0);
    // A token that is none is told so.
    let wrong = Command::new("python3")
        .args([bot, address, "hs_0"])
        .output()
        .unwrap();
    assert!(!wrong.status.success());
}

/// The store is the server's: each command asks it, and what it does is seen by all others.
#[test]
fn commands_that_need_the_store_ask_the_server_that_holds_it() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let (_serving, _) = Serving::start(&data);
    // What reads.
    let verdict = json(&hindsight(&data, &["--json", "verify"]), 0);
    assert!(
        verdict["sound"] == true && verdict["records"].as_u64().unwrap() > 100,
        "{verdict}"
    );
    let stats = json(&hindsight(&data, &["--json", "stats"]), 0);
    let games = stats["games"].as_u64().unwrap();
    assert!(games > 0, "{stats}");
    let audit = json(&hindsight(&data, &["--json", "audit"]), 0);
    assert_eq!(
        (&audit["games"], &audit["differ"]),
        (&Value::from(games), &Value::from(0))
    );
    let folder = home.path().join("exported");
    let folder = folder.to_str().unwrap();
    let all = [
        "--json", "export", "--all", "--format", "ndjson", "--output", folder,
    ];
    assert_eq!(json(&hindsight(&data, &all), 0)["games"], games);
    // What writes: the same games as without a server, once.
    let simulate = ["--json", "simulate", "--games", "3", "--seed", "11"];
    let played = json(&hindsight(&data, &simulate), 0);
    assert_eq!(
        (&played["games"], &played["already_there"]),
        (&Value::from(3), &Value::from(0))
    );
    assert_eq!(json(&hindsight(&data, &simulate), 0)["already_there"], 3);
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/games/the-misread-die.hgn");
    let again = json(&hindsight(&data, &["--json", "import", sample]), 0);
    assert_eq!(
        again["games"][0]["state"], "already_there",
        "the samples came with the server"
    );
    let other = std::fs::read_to_string(sample)
        .unwrap()
        .replacen("[Title \"", "[Title \"Another: ", 1);
    let text = written(home.path(), "other.hgn", &other);
    let text = text.as_str();
    let import = [
        "--json",
        "import",
        text,
        "--owner",
        "ada",
        "--visibility",
        "public",
    ];
    let came = json(&hindsight(&data, &import), 0);
    let what_became = |came: &Value| came["games"][0]["state"].as_str().unwrap().to_owned();
    assert_eq!(what_became(&came), "new");
    assert_eq!(what_became(&json(&hindsight(&data, &import), 0)), "already_there");
    let id = came["games"][0]["game"].as_str().unwrap();
    let file = home.path().join("one.ndjson");
    let file = file.to_str().unwrap();
    ends(
        &hindsight(&data, &["export", id, "--format", "ndjson", "--output", file]),
        0,
    );
    let header = std::fs::read_to_string(file).unwrap();
    let card: Value = serde_json::from_str(header.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&card["card"]["owner"], &card["card"]["visibility"]),
        (&"ada".into(), &"public".into())
    );
    assert_eq!(
        what_became(&json(&hindsight(&data, &["--json", "import", file]), 0)),
        "already_there"
    );
    assert_eq!(
        json(&hindsight(&data, &["--json", "stats"]), 0)["games"],
        games + 4
    );
    // All games of an export at once are one file.
    let both = format!(
        "{header}{}",
        std::fs::read_to_string(std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path()).unwrap()
    );
    let both = written(home.path(), "both.ndjson", &both);
    let came = json(&hindsight(&data, &["--json", "import", &both]), 0);
    let became: Vec<&Value> = came["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["state"])
        .collect();
    assert_eq!(became, ["already_there", "already_there"]);
    // Accounts and tokens.
    let list = |what: &str| json(&hindsight(&data, &["--json", what, "list"]), 0);
    let made = json(
        &told(
            &data,
            &["--json", "account", "create", "ada", "--role", "admin"],
            "nine quiet hedgehogs\n",
        ),
        0,
    );
    assert_eq!(made["account"]["role"], "admin");
    ends(
        &told(&data, &["account", "create", "ada"], "nine quiet hedgehogs\n"),
        2,
    );
    assert_eq!(
        json(
            &hindsight(&data, &["--json", "account", "role", "ADA", "coach"]),
            0
        )["account"]["role"],
        "coach"
    );
    json(
        &told(
            &data,
            &["--json", "account", "reset-password", "ada"],
            "ten quiet hedgehogs\n",
        ),
        0,
    );
    ends(&hindsight(&data, &["account", "role", "nobody", "coach"]), 6);
    assert_eq!(list("account")["accounts"].as_array().unwrap().len(), 1);
    let tokens = list("token")["tokens"].as_array().unwrap().len();
    let token = json(
        &hindsight(
            &data,
            &[
                "--json",
                "token",
                "create",
                "--scope",
                "game:read",
                "--subject",
                "ada",
            ],
        ),
        0,
    );
    assert!(token["secret"].as_str().unwrap().starts_with("hs_"), "{token}");
    let all = list("token")["tokens"].as_array().unwrap().clone();
    assert_eq!(all.len(), tokens + 1);
    let id = all.iter().find(|token| token["subject"] == "ada").unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    ends(&hindsight(&data, &["token", "revoke", &id]), 0);
    ends(
        &hindsight(&data, &["token", "revoke", "01KAG6Q2Y7M3V9XWZ4T5B8C0DE"]),
        6,
    );
}

/// A server that is killed leaves its address behind. Another program may listen there by now, and who asks for a directory
/// that is in use must not tell it anything.
#[test]
fn command_sends_nothing_secret_to_another_program_on_the_port_of_a_killed_server() {
    const PASSWORD: &str = "nine quiet hedgehogs";
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let (serving, _) = Serving::start(&data);
    drop(serving);
    let left = std::fs::read_to_string(data.join("server.json")).unwrap();
    let left: Value = serde_json::from_str(&left).unwrap();
    let token = left["token"].as_str().unwrap().to_owned();
    let listener = TcpListener::bind(left["address"].as_str().unwrap()).unwrap();
    let heard = Arc::new(Mutex::new(String::new()));
    let notes = Arc::clone(&heard);
    std::thread::spawn(move || {
        for line in listener.incoming() {
            let (mut line, notes) = (line.unwrap(), Arc::clone(&notes));
            std::thread::spawn(move || {
                let mut piece = [0; 4096];
                while let Ok(length @ 1..) = line.read(&mut piece) {
                    let text = String::from_utf8_lossy(&piece[..length]).into_owned();
                    // Gives back whatever it was told, in the hope that it passes for a proof.
                    let said = text.to_lowercase();
                    let challenge = said.split("hindsight-challenge: ").nth(1);
                    let challenge = challenge.and_then(|rest| rest.lines().next()).unwrap_or("");
                    notes.lock().unwrap().push_str(&text);
                    let answer = format!(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nHindsight-Proof: {challenge}\r\n\
                         Content-Length: 2\r\n\r\n{{}}"
                    );
                    if line.write_all(answer.as_bytes()).is_err() {
                        return;
                    }
                }
            });
        }
    });
    // Another process holds the directory, and is no server.
    let _held = SledStore::hold(&data, Duration::from_secs(10)).unwrap();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/games/the-misread-die.hgn");
    let backup = home.path().join("all.backup");
    for arguments in [
        &["account", "create", "mallory", "--role", "admin"][..],
        &["account", "reset-password", "ada"],
        &["token", "create", "--scope", "admin", "--subject", "root"],
        &["import", sample],
        &["backup", backup.to_str().unwrap()],
        &["verify"],
    ] {
        let answer = told(&data, arguments, &format!("{PASSWORD}\n"));
        let words = ends(&answer, 5);
        assert!(words.contains("does not prove"), "{arguments:?}: {words}");
    }
    let heard = heard.lock().unwrap();
    assert!(heard.to_lowercase().contains("hindsight-challenge: "), "{heard}");
    assert!(!heard.contains(PASSWORD) && !heard.contains(&token), "{heard}");
}

#[test]
fn facts_of_a_month_are_asked_in_the_language_of_situations() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let simulate = [
        "simulate",
        "--games",
        "3",
        "--seed",
        "5",
        "--from",
        "2026-03-02",
        "--days",
        "2",
        "--quiet",
    ];
    ends(&hindsight(&data, &simulate), 0);
    let file = home.path().join("facts.ndjson.zst");
    let file = file.to_str().unwrap();
    let dump = [
        "--json", "dump", "--month", "2026-03", "--facts", "--output", file,
    ];
    let dumped = json(&hindsight(&data, &dump), 0);
    assert_eq!(dumped["games"], 3);
    let asked = |question: &str| json(&hindsight(&data, &["--json", "ask", question, file]), 0);
    let all = asked("anything");
    assert_eq!(
        (&all["looked"], &all["whole"]["moments"]),
        (&Value::from(3), &dumped["moments"])
    );
    let lost = asked("destroyed by round");
    let groups = lost["groups"].as_array().unwrap();
    let sum: u64 = groups.iter().map(|group| group["count"].as_u64().unwrap()).sum();
    assert!(sum > 0 && lost["whole"]["count"] == sum, "{lost}");
    let words = ends(&hindsight(&data, &["ask", "destroyed where rond = 1", file]), 2);
    assert!(words.contains("rond") && words.contains("round"), "{words}");
    let text = written(home.path(), "none.ndjson", "no json\n");
    ends(&hindsight(&data, &["ask", "anything", &text]), 3);
    ends(
        &hindsight(&data, &["ask", "anything", "/nowhere/facts.ndjson"]),
        3,
    );
}
