//! Load: 200 follow one live game while 50 others step through recorded ones, against the program as it is started.
//!
//! `cargo test --release --test processes load -- --ignored --nocapture`. It says how long each event took to reach its followers and
//! each step its reader, and fails if anything was lost or refused. What it says of time is the machine's, and no test.
//! `LOAD_FOLLOWERS`, `LOAD_REVIEWERS`, `LOAD_EVENTS` and `LOAD_THINK_MS` (a reviewer's pause between steps) change its size. A second
//! one reads lists of games alone and beside eight clients that ask for packs without a pause (`LOAD_LISTS`).

#![allow(clippy::unwrap_used, reason = "a load that cannot go on fails")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Live streams that one client may have; followers share tokens in such groups.
const STREAMS_OF_A_TOKEN: usize = 16;
/// The longest that anything is waited for.
const PATIENCE: Duration = Duration::from_mins(1);
/// Between two events of the live game: players are no quicker.
const BETWEEN_EVENTS: Duration = Duration::from_millis(100);

/// A number that the environment may change.
fn sized(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| usize::from_str(&text).unwrap())
}

/// The program, over an empty store of its own with the sample games.
struct Server {
    process: Child,
    address: String,
    token: String,
    _home: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_hindsight"))
            .arg("--data-dir")
            .arg(home.path())
            .args(["--json", "serve", "--listen", "127.0.0.1:0", "--no-rate-limits"])
            .env("HINDSIGHT_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let text = |name: &str| told[name].as_str().unwrap().to_owned();
        Self {
            process,
            address: text("listening").trim_start_matches("http://").to_owned(),
            token: text("first_token"),
            _home: home,
        }
    }

    fn line(&self) -> Line {
        Line::to(&self.address)
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (status, body) = self.line().ask("POST", path, &self.token, &body.to_string());
        assert!(
            status < 300,
            "{path}: {status} {}",
            String::from_utf8_lossy(&body)
        );
        serde_json::from_slice(&body).unwrap()
    }

    fn get(&self, path: &str) -> Value {
        let (status, body) = self.line().ask("GET", path, &self.token, "");
        assert_eq!(status, 200, "{path}");
        serde_json::from_slice(&body).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A connection that is kept open.
struct Line {
    stream: BufReader<TcpStream>,
}

impl Line {
    fn to(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self {
            stream: BufReader::new(stream),
        }
    }

    fn send(&mut self, method: &str, path: &str, token: &str, body: &str) {
        let known = if token.is_empty() {
            String::new()
        } else {
            format!("Authorization: Bearer {token}\r\n")
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: here\r\n{known}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
    }

    /// The status of an answer, and how many bytes follow its head.
    fn head(&mut self) -> (u16, usize) {
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            let line = line.trim_end();
            if line.is_empty() {
                return (status, length);
            }
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap();
            }
        }
    }

    fn ask(&mut self, method: &str, path: &str, token: &str, body: &str) -> (u16, Vec<u8>) {
        self.send(method, path, token, body);
        let (status, length) = self.head();
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        (status, body)
    }
}

/// What was measured, and what went wrong.
#[derive(Default)]
struct Figures {
    took: Mutex<Vec<Duration>>,
    errors: Mutex<Vec<String>>,
}

impl Figures {
    fn took(&self, all: Vec<Duration>) {
        self.took.lock().unwrap().extend(all);
    }

    fn error(&self, what: String) {
        self.errors.lock().unwrap().push(what);
    }

    /// Says what was measured; the number of errors.
    fn say(&self, what: &str, over: Duration) -> usize {
        let mut took = self.took.lock().unwrap().clone();
        took.sort_unstable();
        let at = |share: f64| {
            let place = ((took.len() as f64 * share).ceil() as usize).clamp(1, took.len()) - 1;
            took[place].as_secs_f64() * 1_000.0
        };
        let errors = self.errors.lock().unwrap();
        if took.is_empty() {
            println!("{what}: nothing was measured, {} errors", errors.len());
        } else {
            println!(
                "{what}: {} in {:.1} s, p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms, longest {:.1} ms, {} errors",
                took.len(),
                over.as_secs_f64(),
                at(0.5),
                at(0.95),
                at(0.99),
                at(1.0),
                errors.len()
            );
        }
        for error in errors.iter().take(5) {
            println!("  {error}");
        }
        errors.len()
    }
}

/// Follows the live game until its last event: how long each took from being sent to being read.
fn follow(
    address: &str,
    path: &str,
    token: &str,
    sent: &[Mutex<Option<Instant>>],
    ready: &Barrier,
    figures: &Figures,
) {
    let mut line = Line::to(address);
    line.send("GET", path, token, "");
    let (status, _) = line.head();
    ready.wait();
    if status != 200 {
        return figures.error(format!("a follower was answered {status}"));
    }
    let mut took = Vec::with_capacity(sent.len());
    let mut text = String::new();
    while took.len() < sent.len() {
        text.clear();
        match line.stream.read_line(&mut text) {
            Ok(0) => break,
            Ok(_) => {}
            Err(why) => {
                figures.error(format!("a follower's line broke: {why}"));
                break;
            }
        }
        let Some(data) = text.strip_prefix("data: ") else {
            continue;
        };
        let Ok(event) = serde_json::from_str::<Value>(data) else {
            continue;
        };
        let number = event["event"]["text"]
            .as_str()
            .and_then(|text| text.parse::<usize>().ok());
        let Some(number) = number else { continue };
        if number != took.len() {
            figures.error(format!("event {number} came where {} was expected", took.len()));
        }
        let begun = sent[number].lock().unwrap().expect("it was sent");
        took.push(begun.elapsed());
    }
    if took.len() < sent.len() {
        figures.error(format!(
            "a follower heard {} of {} events",
            took.len(),
            sent.len()
        ));
    }
    figures.took(took);
}

/// Steps through recorded games until told to stop: how long each step took.
fn review(
    address: &str,
    first: usize,
    games: &[(String, u64)],
    think: Duration,
    stop: &AtomicBool,
    figures: &Figures,
) {
    let mut line = Line::to(address);
    let mut took = Vec::new();
    let (game, end) = &games[first % games.len()];
    let mut version = 1 + (first as u64 * 7) % end;
    while !stop.load(Ordering::Relaxed) {
        let begun = Instant::now();
        let path = format!("/g/{game}/{version}/frame");
        line.send("GET", &path, "", "");
        let (status, length) = line.head();
        let mut body = vec![0; length];
        if let Err(why) = line.stream.read_exact(&mut body) {
            figures.error(format!("{path}: {why}"));
            break;
        }
        if status == 200 {
            took.push(begun.elapsed());
        } else {
            figures.error(format!("{path}: {status}"));
        }
        version = version % end + 1;
        thread::sleep(think);
    }
    figures.took(took);
}

#[test]
#[ignore = "a measurement: see the README"]
fn two_hundred_follow_and_fifty_step() {
    let followers = sized("LOAD_FOLLOWERS", 200);
    let reviewers = sized("LOAD_REVIEWERS", 50);
    let events = sized("LOAD_EVENTS", 200);
    let think = Duration::from_millis(sized("LOAD_THINK_MS", 100) as u64);
    let server = Server::start();
    let made = server.post(
        "/v1/games",
        &json!({ "system": "before-battle", "title": "Load" }),
    );
    let game = made["card"]["id"].as_str().unwrap().to_owned();
    let recorded: Vec<(String, u64)> = server.get("/v1/games?status=finished&limit=50")["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| {
            (
                card["id"].as_str().unwrap().to_owned(),
                card["version"].as_u64().unwrap(),
            )
        })
        .collect();
    assert!(!recorded.is_empty(), "the samples are there");
    let tokens: Vec<String> = (0..followers.div_ceil(STREAMS_OF_A_TOKEN))
        .map(|number| {
            let asked = json!({ "subject": format!("follower {number}"), "scopes": ["game:read"] });
            server.post("/v1/tokens", &asked)["secret"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let sent: Arc<Vec<Mutex<Option<Instant>>>> = Arc::new((0..events).map(|_| Mutex::new(None)).collect());
    let (following, stepping, stop) = (Figures::default(), Figures::default(), AtomicBool::new(false));
    let ready = Barrier::new(followers + 1);
    let given = AtomicUsize::new(0);
    let path = format!("/v1/games/{game}/live");
    let begun = Instant::now();
    thread::scope(|scope| {
        let small = || thread::Builder::new().stack_size(256 << 10);
        for number in 0..followers {
            let token = &tokens[number / STREAMS_OF_A_TOKEN];
            let (address, path, sent) = (&server.address, &path, Arc::clone(&sent));
            let (ready, following) = (&ready, &following);
            small()
                .spawn_scoped(scope, move || {
                    follow(address, path, token, &sent, ready, following);
                })
                .unwrap();
        }
        ready.wait();
        for number in 0..reviewers {
            let (address, recorded, stop, stepping) = (&server.address, &recorded, &stop, &stepping);
            small()
                .spawn_scoped(scope, move || {
                    review(address, number, recorded, think, stop, stepping);
                })
                .unwrap();
        }
        let mut line = server.line();
        let commands = format!("/v1/games/{game}/commands");
        for (number, place) in sent.iter().enumerate() {
            let body = json!({ "type": "say", "text": number.to_string() }).to_string();
            *place.lock().unwrap() = Some(Instant::now());
            let (status, answer) = line.ask("POST", &commands, &server.token, &body);
            if status == 200 {
                given.fetch_add(1, Ordering::Relaxed);
            } else {
                following.error(format!(
                    "a command: {status} {}",
                    String::from_utf8_lossy(&answer)
                ));
            }
            thread::sleep(BETWEEN_EVENTS);
        }
        stop.store(true, Ordering::Relaxed);
    });
    let over = begun.elapsed();
    println!(
        "{followers} followers, {reviewers} reviewers with {} ms between steps, {} events",
        think.as_millis(),
        given.load(Ordering::Relaxed)
    );
    let errors = following.say("events at followers", over) + stepping.say("steps of reviewers", over);
    assert_eq!(errors, 0, "nothing is lost or refused");
    let heard = following.took.lock().unwrap().len();
    assert_eq!(heard, followers * events, "every follower heard every event");
}

/// Asks for an address so many times, one after the other: how long each answer took.
fn asked(server: &Server, path: &str, times: usize, figures: &Figures) {
    let mut line = server.line();
    let mut took = Vec::with_capacity(times);
    for _ in 0..times {
        let begun = Instant::now();
        let (status, _) = line.ask("GET", path, "", "");
        if status == 200 {
            took.push(begun.elapsed());
        } else {
            figures.error(format!("{path}: {status}"));
        }
    }
    figures.took(took);
}

#[test]
#[ignore = "a measurement: see the README"]
fn a_list_is_read_beside_eight_clients_of_packs() {
    let server = Server::start();
    let times = sized("LOAD_LISTS", 300);
    let (alone, beside, packs) = (Figures::default(), Figures::default(), Figures::default());
    // Both are asked for once before: the first answer of a server checks what the later ones find.
    asked(&server, "/v1/packs", 1, &Figures::default());
    asked(&server, "/v1/games", 20, &Figures::default());
    let begun = Instant::now();
    asked(&server, "/v1/games", times, &alone);
    let alone_took = begun.elapsed();
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    asked(&server, "/v1/packs", 1, &packs);
                }
            });
        }
        asked(&server, "/v1/games", times, &beside);
        stop.store(true, Ordering::Relaxed);
    });
    let beside_took = begun.elapsed();
    let errors = alone.say("lists alone", alone_took)
        + beside.say("lists beside eight clients of packs", beside_took)
        + packs.say("packs", beside_took);
    assert_eq!(errors, 0, "something was refused");
}
