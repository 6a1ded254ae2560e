//! Faults of the server's own: each its own problem, with what would help, and nothing changed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use actix_web::test::TestRequest;
use hindsight_api::Settings;
use hindsight_store::conformance::behind_its_back;
use hindsight_store::{AppendError, EventLog, EventStore, Options, SledStore, StoreError, StreamId, Upkeep};
use serde_json::{Value, json};

use crate::faulty::{Faulty, Plan};
use crate::table::{Heard, Server};

fn calm() -> Settings {
    Settings {
        rate_limits: false,
        ..Settings::default()
    }
}

fn say(text: &str) -> Value {
    json!({ "type": "say", "seat": "A", "text": text })
}

async fn tell(server: &Server, game: &str, body: &Value) -> Heard {
    server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), body)
        .await
}

async fn seen(server: &Server, game: &str, view: &str) -> Heard {
    server
        .get_as(&server.admin, &format!("/v1/games/{game}{view}"))
        .await
}

async fn version(server: &Server, game: &str) -> u64 {
    seen(server, game, "").await.is(200).json()["card"]["version"]
        .as_u64()
        .unwrap()
}

/// A server whose store fails from now on, with a game that was there before.
async fn failing(error: AppendError) -> (Faulty, Server, String) {
    let store = Faulty::default();
    let server = Server::over(Arc::new(store.clone()), &calm());
    let game = server.plain_game(&server.admin).await;
    store.plan(Plan {
        appends: Some((0, error)),
        ..Plan::default()
    });
    (store, server, game)
}

/// A store that keeps no reserve on its disk.
fn open(dir: &Path) -> Result<SledStore, StoreError> {
    open_with(dir, 0)
}

fn open_with(dir: &Path, reserve_bytes: u64) -> Result<SledStore, StoreError> {
    let options = Options {
        cache_bytes: 16 << 20,
        reserve_bytes,
        ..Options::default()
    };
    SledStore::open(dir, &options).map(|(store, _)| store)
}

#[actix_web::test]
async fn already_here_names_the_version_from_which_the_game_differs() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let file = |server: &Server| {
        let (token, path) = (server.admin.clone(), format!("/v1/games/{game}/export"));
        (token, path)
    };
    let other = Server::new();
    let (token, path) = file(&server);
    let early = server.get_as(&token, &path).await.is(200).body;
    other.import("application/x-ndjson", early).await.is(201);
    let before = version(&server, &game).await;
    tell(&server, &game, &say("here")).await.is(200);
    tell(&other, &game, &say("there")).await.is(200);
    let (token, path) = file(&other);
    let differing = other.get_as(&token, &path).await.is(200).body;
    let here = seen(&server, &game, "/events").await.is(200).body;
    let problem = server
        .import("application/x-ndjson", differing)
        .await
        .is_problem("already-here")
        .json();
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.contains(&game) && detail.contains(&format!("version {}", before + 1)),
        "{detail}"
    );
    assert_eq!(
        seen(&server, &game, "/events").await.is(200).body,
        here,
        "nothing was changed"
    );
}

#[actix_web::test]
async fn busy_says_when_to_come_again_and_a_key_makes_that_safe() {
    let (store, server, game) = failing(AppendError::Busy).await;
    let (before, position) = (version(&server, &game).await, store.position());
    let send = || {
        TestRequest::post()
            .uri(&format!("/v1/games/{game}/commands"))
            .insert_header(("Authorization", format!("Bearer {}", server.admin)))
            .insert_header(("Idempotency-Key", "said-once"))
            .set_json(say("Good luck!"))
    };
    let busy = server.ask(send()).await.is_problem("busy");
    assert!(busy.header("retry-after").unwrap().parse::<u32>().unwrap() >= 1);
    assert!(busy.json()["detail"].as_str().unwrap().contains("queue is full"));
    assert_eq!(
        (version(&server, &game).await, store.position()),
        (before, position)
    );
    store.plan(Plan::default());
    server.ask(send()).await.is(200);
    assert_eq!(
        server.ask(send()).await.is(200).header("idempotency-replayed"),
        Some("true")
    );
    assert_eq!(version(&server, &game).await, before + 1);
}

#[actix_web::test]
async fn read_only_goes_on_reading_and_keeps_the_inside_of_its_cause() {
    let why = "writing /var/lib/somewhere/db: the cable was pulled".to_owned();
    let poisoned = AppendError::Disk(StoreError::Poisoned { why });
    for (error, words) in [
        (poisoned, "its log has the cause"),
        (AppendError::Closed, "closed"),
    ] {
        let (store, server, game) = failing(error).await;
        let (before, position) = (version(&server, &game).await, store.position());
        let problem = tell(&server, &game, &say("too late"))
            .await
            .is_problem("read-only")
            .json();
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(words) && !detail.contains("/var"), "{problem}");
        for path in ["/healthz", "/readyz"] {
            let heard = server.get(path).await.is(503);
            assert!(!heard.text().contains("/var"), "{}", heard.text());
        }
        assert_eq!(server.get("/healthz").await.json()["status"], "read_only");
        assert_eq!(server.get("/readyz").await.json()["ready"], false);
        assert_eq!(problem["instance"], format!("/v1/games/{game}/commands"));
        for (path, body) in [
            ("/v1/games", json!({ "system": "before-battle" })),
            ("/v1/tokens", json!({ "subject": "eve", "scopes": ["game:read"] })),
        ] {
            server
                .post(&server.admin, path, &body)
                .await
                .is_problem("read-only");
        }
        let rename = json!({ "title": "Another" });
        let path = format!("/v1/games/{game}");
        server
            .send(actix_web::http::Method::PATCH, &server.admin, &path, &rename)
            .await
            .is_problem("read-only");
        assert_eq!(
            (version(&server, &game).await, store.position()),
            (before, position)
        );
        assert_eq!(seen(&server, &game, "").await.json()["card"]["title"], "A test");
        seen(&server, &game, "/state").await.is(200);
        seen(&server, &game, "/board.svg").await.is(200);
    }
}

/// A small file system of its own, gone with the value.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(at: PathBuf) -> Option<Self> {
        std::fs::create_dir_all(&at).unwrap();
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=6m", "tmpfs"])
            .arg(&at)
            .status();
        mount.is_ok_and(|status| status.success()).then_some(Self(at))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("-l").arg(&self.0).status());
    }
}

/// Fills a disk but for little more than half a megabyte.
fn leave_little(ballast: &Path) {
    use std::io::Write;
    let mut file = std::fs::File::create(ballast).unwrap();
    let piece = vec![1_u8; 64 << 10];
    let mut length = 0;
    while file.write_all(&piece).is_ok() {
        length += piece.len() as u64;
    }
    file.set_len(length - (600 << 10)).unwrap();
}

#[actix_web::test]
async fn a_disk_at_its_reserve_refuses_writes_and_takes_them_again_when_there_is_room() {
    let home = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(home.path().join("disk")) else {
        eprintln!("SKIPPED: this user may not mount a small file system, so no disk was filled");
        return;
    };
    let store = Arc::new(open_with(&disk.0.join("store"), 1 << 20).unwrap());
    let server = Server::over(Arc::clone(&store) as Arc<dyn EventStore>, &calm());
    let game = server.plain_game(&server.admin).await;
    let (before, position) = (version(&server, &game).await, store.position());
    let ballast = disk.0.join("ballast");
    leave_little(&ballast);
    let problem = tell(&server, &game, &say("no room"))
        .await
        .is_problem("disk-full")
        .json();
    assert!(
        problem["detail"].as_str().unwrap().contains("kept in reserve"),
        "{problem}"
    );
    assert_eq!(
        (version(&server, &game).await, store.position()),
        (before, position),
        "nothing was changed"
    );
    let health = server.get("/healthz").await.is(200).json();
    assert_eq!(health["status"], "disk_full");
    let ready = server.get("/readyz").await.is(503).json();
    assert_eq!(ready["ready"], false);
    std::fs::remove_file(ballast).unwrap();
    server.get("/readyz").await.is(200);
    assert_eq!(server.get("/healthz").await.json()["status"], "ok");
    tell(&server, &game, &say("room again")).await.is(200);
    assert_eq!(version(&server, &game).await, before + 1);
}

#[actix_web::test]
async fn a_full_disk_is_told_and_what_was_acknowledged_stays() {
    let home = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(home.path().join("disk")) else {
        assert!(
            std::env::var("HINDSIGHT_REQUIRE_TOOLS").is_err(),
            "mount is needed and does not work here"
        );
        eprintln!("SKIPPED: this user may not mount a small file system, so no disk was filled");
        return;
    };
    let server = Server::over(Arc::new(open(&disk.0.join("store")).unwrap()), &calm());
    let game = server.plain_game(&server.admin).await;
    let mut acknowledged = version(&server, &game).await;
    leave_little(&disk.0.join("ballast"));
    let full = loop {
        let text: String = (0..2_000_u32)
            .map(|n| char::from_u32(0x1_F300 + (n * n + acknowledged as u32 * 31) % 600).unwrap())
            .collect();
        let heard = tell(&server, &game, &say(&text)).await;
        if heard.status != 200 {
            break heard;
        }
        acknowledged = heard.json()["version"].as_u64().unwrap();
        assert!(acknowledged < 10_000, "the disk never fills");
    };
    let problem = full.is_problem("disk-full").json();
    assert!(
        problem["detail"].as_str().unwrap().contains("disk is full"),
        "{problem}"
    );
    assert_eq!(version(&server, &game).await, acknowledged, "nothing was changed");
    let problem = tell(&server, &game, &say("once more"))
        .await
        .is_problem("read-only")
        .json();
    assert!(
        problem["detail"].as_str().unwrap().contains("started again"),
        "{problem}"
    );
    let health = server.get("/healthz").await;
    assert_eq!(
        (health.status, &health.json()["status"]),
        (503, &json!("read_only"))
    );
    let fault = health.json()["fault"].as_str().unwrap().to_owned();
    assert!(
        fault.contains("a write failed") && !fault.contains(home.path().to_str().unwrap()),
        "{fault}"
    );
    server.get("/readyz").await.is(503);
}

/// A store on disk with two games of some events; the ids of both.
async fn two_games(dir: &Path) -> (String, [String; 2]) {
    let store = Arc::new(open(dir).unwrap());
    let server = Server::over(Arc::clone(&store) as Arc<dyn EventStore>, &calm());
    let games = [
        server.plain_game(&server.admin).await,
        server.plain_game(&server.admin).await,
    ];
    for game in &games {
        for text in ["one apple", "two apples", "three apples"] {
            tell(&server, game, &say(text)).await.is(200);
        }
    }
    let admin = server.admin.clone();
    store.close().unwrap();
    (admin, games)
}

/// Changes the item of a batch behind the store's back.
fn tamper(dir: &Path, game: &str, version: u64, change: impl FnOnce(Vec<u8>) -> Option<Vec<u8>>) {
    let id: StreamId = game.parse().unwrap();
    let key = [&b"e"[..], &id.to_bytes(), &version.to_be_bytes()].concat();
    behind_its_back(dir, |db| {
        let item = db.remove(&key).unwrap().unwrap().to_vec();
        if let Some(changed) = change(item) {
            db.insert(&key, changed).unwrap();
        }
    });
}

#[actix_web::test]
async fn a_corrupt_game_names_the_first_bad_event_and_no_other_game_suffers() {
    for forged in [true, false] {
        let home = tempfile::tempdir().unwrap();
        let (admin, [bad, good]) = two_games(home.path()).await;
        let last = {
            let server = Server::again(Arc::new(open(home.path()).unwrap()), &admin);
            version(&server, &bad).await
        };
        // The second of three sentences: forged, or gone.
        let place = last - 1;
        tamper(home.path(), &bad, place, |mut item| {
            let at = item
                .windows(10)
                .position(|window| window == b"two apples")
                .unwrap();
            item[at..at + 3].copy_from_slice(b"six");
            forged.then_some(item)
        });
        let store = Arc::new(open(home.path()).unwrap());
        let server = Server::again(Arc::clone(&store) as Arc<dyn EventStore>, &admin);
        let position = store.position();
        for view in ["/audit", "/events", "/export"] {
            let heard = seen(&server, &bad, view).await;
            let problem = heard.is_problem("corrupt-game").json();
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains(&format!("version {place}")), "{view}: {detail}");
            assert_eq!(problem["instance"], format!("/v1/games/{bad}{view}"));
        }
        if !forged {
            tell(&server, &bad, &say("four apples"))
                .await
                .is_problem("corrupt-game");
            assert_eq!(store.position(), position, "nothing was changed");
        }
        for view in ["", "/audit", "/events", "/export"] {
            seen(&server, &good, view).await.is(200);
        }
        tell(&server, &good, &say("four apples")).await.is(200);
    }
}

#[actix_web::test]
async fn a_fault_of_the_server_is_logged_and_its_inside_stays_inside() {
    let store = Faulty::default();
    let first = Server::over(Arc::new(store.clone()), &calm());
    let game = first.plain_game(&first.admin).await;
    // Started again, so that the game is read from the store.
    let server = Server::again(Arc::new(store.clone()), &first.admin);
    store.plan(Plan {
        panics: true,
        ..Plan::default()
    });
    let position = store.position();
    let heard = seen(&server, &game, "/state").await.is_problem("internal-fault");
    let problem = heard.json();
    assert!(
        problem["request"].as_str().unwrap().parse::<StreamId>().is_ok(),
        "{problem}"
    );
    assert!(
        problem["detail"]
            .as_str()
            .unwrap()
            .contains(problem["request"].as_str().unwrap())
    );
    assert!(!heard.text().contains("inside of the store"), "{problem}");
    assert_eq!(store.position(), position);
    store.plan(Plan::default());
    seen(&server, &game, "/state").await.is(200);
}

/// The caller may retry: neither is the request at fault, nor does a change of it help.
#[actix_web::test]
async fn reads_of_a_disk_that_fails_are_unavailable_and_its_inside_stays_inside() {
    let store = Faulty::default();
    let first = Server::over(Arc::new(store.clone()), &calm());
    let game = first.plain_game(&first.admin).await;
    let why = "Input/output error (os error 5)".to_owned();
    for error in [
        StoreError::Io {
            doing: "reading /var/lib/somewhere/db".to_owned(),
            why: why.clone(),
        },
        StoreError::Library { why },
    ] {
        let server = Server::again(Arc::new(store.clone()), &first.admin);
        store.plan(Plan {
            reads: Some(error),
            ..Plan::default()
        });
        let heard = seen(&server, &game, "/state").await.is_problem("busy");
        assert_eq!((heard.status, heard.header("retry-after")), (503, Some("1")));
        assert!(
            !heard.text().contains("os error") && !heard.text().contains("/var"),
            "{}",
            heard.text()
        );
        let page = server.get_as(&server.admin, &format!("/g/{game}")).await.is(503);
        assert!(!page.text().contains("os error"), "{}", page.text());
        store.plan(Plan::default());
        seen(&server, &game, "/state").await.is(200);
    }
}

#[actix_web::test]
async fn a_committer_that_died_is_told_by_every_health_check() {
    let home = tempfile::tempdir().unwrap();
    let store = Arc::new(open(home.path()).unwrap());
    let server = Server::over(Arc::clone(&store) as Arc<dyn EventStore>, &calm());
    let game = server.plain_game(&server.admin).await;
    server.get("/readyz").await.is(200);
    store.break_committer();
    assert_eq!(server.get("/healthz").await.is(503).json()["status"], "read_only");
    server.get("/readyz").await.is(503);
    tell(&server, &game, &say("too late"))
        .await
        .is_problem("read-only");
    seen(&server, &game, "/state").await.is(200);
}
