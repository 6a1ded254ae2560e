//! A server that really listens: what is answered below HTTP, and what a restart leaves.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hindsight_api::Settings;
use hindsight_api::app::Services;
use hindsight_api::server::Listening;
use hindsight_store::{EventStore, MemoryStore, Options, SledStore};
use serde_json::{Value, json};
use tokio::sync::oneshot;

const PATIENT: Duration = Duration::from_mins(1);
const IMPATIENT: Duration = Duration::from_secs(2);

/// A server at an address of its own.
struct Server {
    address: SocketAddr,
    token: Option<String>,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

impl Server {
    /// One that waits for heads and bodies for longer than any machine is slow.
    fn over(store: Arc<dyn EventStore>) -> Self {
        Self::waiting(store, PATIENT, PATIENT)
    }

    fn waiting(store: Arc<dyn EventStore>, for_heads: Duration, for_bodies: Duration) -> Self {
        let settings = Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            workers: Some(1),
            rate_limits: false,
            client_timeout: for_heads,
            body_timeout: for_bodies,
            shutdown_timeout: Duration::from_secs(2),
            ..Settings::default()
        };
        let services = Services::open(store, &settings).unwrap();
        let token = services.tokens.first().unwrap();
        let listening = Listening::bind(services).unwrap();
        let address = listening.address();
        let (stop, stopped) = oneshot::channel();
        let running = std::thread::spawn(move || {
            let until = async move { drop(stopped.await) };
            actix_web::rt::System::new()
                .block_on(listening.serve(until))
                .unwrap();
        });
        Self {
            address,
            token,
            stop: Some(stop),
            running: Some(running),
        }
    }

    fn connect(&self) -> TcpStream {
        let line = TcpStream::connect(self.address).unwrap();
        line.set_read_timeout(Some(PATIENT)).unwrap();
        line
    }

    /// Sends these bytes and reads until the server hangs up: status and the rest.
    fn raw(&self, bytes: &[u8]) -> (u16, String) {
        let mut line = self.connect();
        line.write_all(bytes).unwrap();
        heard(line)
    }

    fn post(&self, token: &str, path: &str, key: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let (status, text) = self.raw(
            format!(
                "POST {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
                 Content-Type: application/json\r\nIdempotency-Key: {key}\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        );
        let (_, body) = text.split_once("\r\n\r\n").unwrap();
        (
            status,
            serde_json::from_str(body).unwrap_or_else(|why| panic!("{why}: {text}")),
        )
    }

    fn end(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
            self.running.take().unwrap().join().unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

fn heard(mut line: TcpStream) -> (u16, String) {
    let mut text = Vec::new();
    line.read_to_end(&mut text).unwrap();
    told(text)
}

/// The status of an answer, and all of it.
fn told(text: Vec<u8>) -> (u16, String) {
    let text = String::from_utf8(text).unwrap();
    let status = text
        .strip_prefix("HTTP/1.1 ")
        .and_then(|rest| rest.get(..3))
        .and_then(|digits| digits.parse().ok())
        .unwrap_or_else(|| panic!("no answer: {text:?}"));
    (status, text)
}

#[test]
fn what_is_no_http_gets_its_status_and_the_line_is_closed() {
    let server = Server::over(Arc::new(MemoryStore::new()));
    // As many bytes as the framework takes of a head, and no end of it: nothing is left unread when it hangs up.
    let begin = "GET / HTTP/1.1\r\nHost: here\r\nX-Long: ";
    let long = format!("{begin}{}", "x".repeat((128 << 10) - begin.len()));
    let rows = [
        (
            "GET / HTTP/1.1\r\nHost: here\r\nBad Header: x\r\n\r\n".to_owned(),
            400,
        ),
        ("no request at all\r\n\r\n".to_owned(), 400),
        (
            "POST /v1/games HTTP/1.1\r\nHost: here\r\nContent-Length: many\r\n\r\n".to_owned(),
            400,
        ),
        (long, 431),
    ];
    for (bytes, expected) in rows {
        let shown: String = bytes.chars().take(60).collect();
        let (status, text) = server.raw(bytes.as_bytes());
        assert_eq!(status, expected, "{shown}");
        // The framework answers before there is a request to speak of: the published document says so.
        assert!(
            text.to_ascii_lowercase().contains("content-length: 0\r\n"),
            "{text}"
        );
    }
    let alive = server.raw(b"GET /readyz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    assert_eq!(alive.0, 200, "{}", alive.1);
}

#[test]
fn a_head_that_does_not_come_is_given_up_and_a_body_that_does_not_come_is_a_problem() {
    let server = Server::waiting(Arc::new(MemoryStore::new()), IMPATIENT, PATIENT);
    let (status, _) = server.raw(b"GET /readyz HTTP/1.1\r\nHost: he");
    assert_eq!(status, 408);
    let server = Server::waiting(Arc::new(MemoryStore::new()), PATIENT, IMPATIENT);
    let token = server.token.clone().unwrap();
    let mut slow = server.connect();
    let head = format!(
        "POST /v1/games HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{{\"system\":"
    );
    slow.write_all(head.as_bytes()).unwrap();
    let (status, text) = heard(slow);
    assert_eq!(status, 400, "{text}");
    assert!(
        text.to_ascii_lowercase()
            .contains("content-type: application/problem+json"),
        "{text}"
    );
    assert!(text.contains("the body took too long to arrive"), "{text}");
}

/// Sends bytes one at a time, for as long as the server listens; what it says in the end.
fn trickle(server: &Server, head: &str, mut drops: impl FnMut() -> u8) -> (u16, String) {
    let mut line = server.connect();
    line.write_all(head.as_bytes()).unwrap();
    // The pace of the client: between two bytes it looks whether it has been answered.
    line.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
    let (mut text, mut piece) = (Vec::new(), [0; 4096]);
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < PATIENT / 4, "the server waits for ever: {head}");
        match line.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => {
                text.extend_from_slice(&piece[..count]);
                // It is answered; whether the line is closed at once is another matter.
                if text.ends_with(b"\r\n\r\n") || text.ends_with(b"}") {
                    break;
                }
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                // It may hang up while this is on its way; then there is an answer to read, or there was none.
                let _ = line.write_all(&[drops()]);
            }
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("{error}"),
        }
    }
    told(text)
}

#[test]
fn a_client_that_trickles_is_given_up_as_one_that_says_nothing() {
    let heads = Server::waiting(Arc::new(MemoryStore::new()), IMPATIENT, PATIENT);
    let bodies = Server::waiting(Arc::new(MemoryStore::new()), PATIENT, IMPATIENT);
    let token = bodies.token.clone().unwrap();
    std::thread::scope(|scope| {
        // Heads that never end: one long line, and a line after the other.
        for path in ["/", "/v1/games", "/g/01KAG6Q2Y7M3V9XWZ4T5B8C0DE/3"] {
            let heads = &heads;
            scope.spawn(move || {
                let head = format!("GET {path} HTTP/1.1\r\nHost: here\r\nX-Long: ");
                let (status, text) = trickle(heads, &head, || b'x');
                assert_eq!(status, 408, "{path}: {text}");
            });
            scope.spawn(move || {
                let mut lines = b"X-Short: x\r\n".iter().cycle();
                let head = format!("GET {path} HTTP/1.1\r\nHost: here\r\n");
                let (status, text) = trickle(heads, &head, || *lines.next().unwrap());
                assert_eq!(status, 408, "{path}: {text}");
            });
        }
        // Bodies that never end, of the API, of forms of pages, and in pieces of no announced length.
        for (path, media) in [
            ("/v1/games", "application/json"),
            ("/v1/games/import", "text/plain"),
            ("/v1/odds", "application/json"),
            ("/signin", "application/x-www-form-urlencoded"),
            ("/new", "application/x-www-form-urlencoded"),
        ] {
            let (bodies, token) = (&bodies, &token);
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
                 Sec-Fetch-Site: same-origin\r\nContent-Type: {media}\r\n"
            );
            let announced = format!("{head}Content-Length: 4000\r\n\r\n");
            let in_pieces = format!("{head}Transfer-Encoding: chunked\r\n\r\n");
            scope.spawn(move || {
                let (status, text) = trickle(bodies, &announced, || b'x');
                assert_eq!(status, 400, "{path}: {text}");
                assert!(
                    text.contains("the body took too long to arrive"),
                    "{path}: {text}"
                );
            });
            scope.spawn(move || {
                let mut piece = b"1\r\nx\r\n".iter().cycle();
                let (status, text) = trickle(bodies, &in_pieces, || *piece.next().unwrap());
                assert_eq!(status, 400, "{path} in pieces: {text}");
                assert!(
                    text.contains("the body took too long to arrive"),
                    "{path}: {text}"
                );
            });
        }
        // Nobody waits for them.
        for server in [&heads, &bodies] {
            let quick = b"GET /v1/systems HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
            assert_eq!(server.raw(quick).0, 200);
        }
    });
    let (status, listed) = bodies.raw(b"GET /v1/games HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    assert!(
        status == 200 && listed.contains("\"items\":[]"),
        "nothing was made: {listed}"
    );
}

/// A directory of this test alone, gone at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hindsight-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn open(path: &Path) -> Arc<dyn EventStore> {
    Arc::new(SledStore::open(path, &Options::default()).unwrap().0)
}

#[test]
fn a_key_names_the_whole_request_also_after_a_restart() {
    let scratch = Scratch::new("keys");
    let mut server = Server::over(open(&scratch.0));
    let token = server.token.clone().unwrap();
    let (status, made) = server.post(&token, "/v1/games", "game", &json!({ "system": "before-battle" }));
    assert_eq!(status, 201, "{made}");
    let commands = format!("/v1/games/{}/commands", made["card"]["id"].as_str().unwrap());
    let say = |text: &str| json!({ "type": "say", "text": text });
    let full = json!({ "type": "say", "seat": "A", "text": "hello" });
    let list = json!([say("one"), say("two")]);
    let (status, first) = server.post(&token, &commands, "single", &full);
    assert_eq!(status, 200, "{first}");
    let (status, several) = server.post(&token, &commands, "several", &list);
    assert_eq!(status, 200, "{several}");
    let check = |server: &Server| {
        for (key, body, told) in [("single", &full, &first), ("several", &list, &several)] {
            let (status, again) = server.post(&token, &commands, key, body);
            assert_eq!(status, 200, "{again}");
            assert_eq!(again["version"], several["version"], "nothing was stored");
            assert_eq!(again["events"], told["events"]);
            assert_eq!(again["applied"][0]["repeated"], true);
        }
        // What reads the same is the same.
        for same in [
            json!({ "type": "say", "seat": "A", "text": "hello", "dice": [] }),
            json!([full.clone()]),
        ] {
            assert_eq!(server.post(&token, &commands, "single", &same).0, 200, "{same}");
        }
        let others = [
            ("single", say("hello")),
            ("single", json!({ "type": "say", "seat": "B", "text": "hello" })),
            (
                "single",
                json!({ "type": "say", "seat": "A", "text": "hello", "dice": [3] }),
            ),
            ("single", json!([full.clone(), say("more")])),
            ("several", json!([say("one")])),
            ("several", json!([say("one"), say("two"), say("three")])),
            ("several", json!([say("two"), say("one")])),
            ("several", say("one")),
        ];
        for (key, body) in others {
            let (status, problem) = server.post(&token, &commands, key, &body);
            assert_eq!(
                (status, &problem["type"]),
                (409, &json!("/problems/command-key-reused")),
                "{body}"
            );
        }
    };
    check(&server);
    server.end();
    let server = Server::over(open(&scratch.0));
    assert!(server.token.is_none(), "the store is the old one");
    check(&server);
}

/// A client that is told that its body is too large, or that nothing of the kind is taken, may send it all the same. A little
/// of it is read, lest the answer be lost, and after a second the line is closed. Others are answered meanwhile.
#[test]
fn a_body_that_was_refused_is_not_read_to_its_end() {
    let server = Server::over(Arc::new(MemoryStore::new()));
    let token = server.token.clone().unwrap();
    for (path, auth, expected) in [
        ("/v1/games", token.as_str(), 413),
        ("/v1/games", "hs_wrong", 401),
        ("/nothing/here", token.as_str(), 404),
    ] {
        let mut line = server.connect();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {auth}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            1_u64 << 50
        );
        line.write_all(head.as_bytes()).unwrap();
        let mut answer = [0; 12];
        line.read_exact(&mut answer).unwrap();
        assert_eq!(answer, format!("HTTP/1.1 {expected}").as_bytes(), "{path}");
        let (piece, begun, mut sent) = (vec![b' '; 64 << 10], Instant::now(), 0);
        while line.write_all(&piece).is_ok() {
            sent += piece.len();
            assert!(begun.elapsed() < PATIENT, "{path}: it is read for ever");
        }
        // 32 MiB are read; the rest is what the system holds of a line.
        assert!(sent < 56 << 20, "{path}: {sent} bytes were taken");
    }
    let other = Instant::now();
    let (status, _) = server.raw(b"GET /readyz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    assert!(status == 200 && other.elapsed() < PATIENT);
}

/// A body that ends soon is read to its end, so that the answer is not lost to a client that reads only after it has sent all.
#[test]
fn answer_to_a_refused_body_that_ends_soon_arrives_whole() {
    let server = Server::over(Arc::new(MemoryStore::new()));
    let body = " ".repeat(8 << 20);
    for (path, expected) in [("/v1/games", 401), ("/nothing/here", 404)] {
        let (status, told) = server.raw(
            format!(
                "POST {path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer hs_wrong\r\nAccept-Encoding: gzip\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        );
        assert_eq!(status, expected, "{told}");
        let problem = told.split_once("\r\n\r\n").unwrap().1;
        let problem: Value = serde_json::from_str(problem).unwrap();
        assert_eq!(problem["status"], expected);
    }
}

/// A server that has a whole game.
fn with_a_whole_game() -> (Server, String) {
    let server = Server::over(Arc::new(MemoryStore::new()));
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/games/the-knights-at-the-barrow.hgn"
    ))
    .unwrap();
    let token = server.token.clone().unwrap();
    let (status, told) = server.raw(
        format!(
            "POST /v1/games/import HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: text/plain\r\nContent-Length: {}\r\n\r\n{text}",
            text.len()
        )
        .as_bytes(),
    );
    assert_eq!(status, 201, "{told}");
    let told: Value = serde_json::from_str(told.split_once("\r\n\r\n").unwrap().1).unwrap();
    (server, told["card"]["id"].as_str().unwrap().to_owned())
}

/// Twelve lines that ask for moving pictures leave lists as quick as they were: the lists are answered before most of the
/// pictures are.
#[test]
fn lists_do_not_wait_for_the_pictures_that_others_ask_for() {
    let (server, game) = with_a_whole_game();
    let drawn = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for number in 0..12 {
            let (server, game, drawn) = (&server, &game, &drawn);
            scope.spawn(move || {
                // Another width each, so that each is drawn.
                let width = 480 + number;
                let (status, told) = asked(
                    server,
                    &format!("/v1/games/{game}/replay.gif?to=400&width={width}"),
                );
                // A client that asks for too many at once may be told so.
                assert!(
                    matches!(status, 200 | 429 | 503),
                    "{}",
                    String::from_utf8_lossy(&told)
                );
                if status == 200 {
                    drawn.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        std::thread::sleep(Duration::from_millis(200));
        for _ in 0..10 {
            for path in ["/v1/games", "/", &format!("/v1/games/{game}")] {
                assert_eq!(asked(&server, path).0, 200, "{path}");
            }
        }
        let before = drawn.load(Ordering::SeqCst);
        assert!(before <= 6, "lists waited for {before} pictures of 12");
    });
    assert!(drawn.load(Ordering::SeqCst) > 0);
}

/// What an address answers: status, and the bytes of it.
fn asked(server: &Server, path: &str) -> (u16, Vec<u8>) {
    let mut line = server.connect();
    line.write_all(format!("GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").as_bytes())
        .unwrap();
    let mut bytes = Vec::new();
    line.read_to_end(&mut bytes).unwrap();
    let status = std::str::from_utf8(&bytes[9..12]).unwrap().parse().unwrap();
    (status, bytes)
}

/// The request that makes a game, sent eight times at once while the game is played on: one game, and no reader is shown
/// less than was acknowledged before they asked.
#[test]
fn a_game_made_by_eight_requests_at_once_never_goes_back() {
    let server = Server::over(Arc::new(MemoryStore::new()));
    let token = server.token.clone().unwrap();
    for round in 0..25 {
        let (key, acknowledged) = (format!("round-{round}"), AtomicU64::new(0));
        let made: Vec<String> = std::thread::scope(|scope| {
            let creators: Vec<_> = (0..8)
                .map(|number| {
                    let (server, token, key, acknowledged) = (&server, &token, &key, &acknowledged);
                    scope.spawn(move || {
                        let create = json!({ "system": "before-battle" });
                        let (status, made) = server.post(token, "/v1/games", key, &create);
                        assert!(matches!(status, 200 | 201), "{made}");
                        let game = made["card"]["id"].as_str().unwrap().to_owned();
                        for said in 0..4 {
                            let say = json!({ "type": "say", "text": format!("{number}, {said}") });
                            let path = format!("/v1/games/{game}/commands");
                            let own = format!("{key}-{number}-{said}");
                            let (status, told) = server.post(token, &path, &own, &say);
                            assert_eq!(status, 200, "{told}");
                            acknowledged.fetch_max(told["version"].as_u64().unwrap(), Ordering::SeqCst);
                            let known = acknowledged.load(Ordering::SeqCst);
                            let (_, answer) = asked(server, &format!("/v1/games/{game}"));
                            let answer = String::from_utf8(answer).unwrap();
                            let card: Value =
                                serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
                            let shown = card["card"]["version"].as_u64().unwrap();
                            assert!(shown >= known, "version {shown} is shown after {known}");
                        }
                        game
                    })
                })
                .collect();
            creators
                .into_iter()
                .map(|creator| creator.join().unwrap())
                .collect()
        });
        assert!(made.iter().all(|game| *game == made[0]), "one game: {made:?}");
    }
}
