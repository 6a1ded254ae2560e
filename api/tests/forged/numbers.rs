//! Every number of every event, forged: a file that says so is refused, or every view of the game answers within its time
//! and its memory.
//!
//! Events come from the recorded games of every system; of each number of each kind of event the first is taken, and set
//! to the ends of what a number can be. `HINDSIGHT_FORGED` is how many of them (70), `all` in the long campaign;
//! `HINDSIGHT_FORGED_SITE=block_need,points` tries again only numbers of that name.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use hindsight_kernel::codec;
use hindsight_openapi::{Method, operations};
use hindsight_store::{
    Append, CommandStamp, EventLog, Expected, MemoryStore, NewEvent, Record, StreamCard, StreamId,
    StreamIndex, export, import,
};
use serde_json::{Number, Value};

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Memory of the server, in KiB.
const MEMORY: u64 = 1 << 20;

/// The ends of what a number can be, and what lies around them.
fn ends() -> Vec<Number> {
    let whole = [
        i64::MIN,
        i64::from(i32::MIN),
        -1_000_000,
        -1,
        0,
        1,
        7,
        255,
        1_000,
        65_535,
        1_000_000,
        i64::from(i32::MAX),
        1 << 31,
        u32::MAX.into(),
        i64::MAX,
    ];
    let mut ends: Vec<Number> = whole.into_iter().map(Number::from).collect();
    ends.push(u64::MAX.into());
    ends.extend(
        [1e300, -1e9, 0.5, 99_999.5]
            .into_iter()
            .filter_map(Number::from_f64),
    );
    ends
}

/// Where a number stands: the system, the kind of event, and the way to it with the places of lists left out.
type Site = (String, String, String);

/// A number of a recorded stream.
struct Found {
    /// Which stream.
    stream: usize,
    version: u64,
    /// A JSON pointer.
    pointer: String,
}

fn streams() -> Vec<(StreamCard, Vec<Record>)> {
    let mut streams = Vec::new();
    let frozen = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/frozen/0.1.0");
    let mut files: Vec<_> = std::fs::read_dir(frozen)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ndjson"))
        .collect();
    files.sort();
    for file in files {
        let store = MemoryStore::new();
        import(&store, &mut BufReader::new(std::fs::File::open(file).unwrap())).unwrap();
        let log = store.log(0, usize::MAX).unwrap();
        let card = store.card(log[0].stream).unwrap().unwrap().card;
        streams.push(((*card).clone(), log));
    }
    streams
}

fn numbers(value: &Value, pointer: &mut String, way: &mut String, found: &mut dyn FnMut(&str, &str)) {
    let (before, walked) = (pointer.len(), way.len());
    let mut step = |name: &str, in_way: &str, item: &Value, pointer: &mut String, way: &mut String| {
        pointer.push('/');
        pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
        way.push('/');
        way.push_str(in_way);
        numbers(item, pointer, way, found);
        pointer.truncate(before);
        way.truncate(walked);
    };
    match value {
        Value::Number(_) => found(pointer, way),
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                step(&place.to_string(), "*", item, pointer, way);
            }
        }
        Value::Object(fields) => {
            for (name, item) in fields {
                step(name, name, item, pointer, way);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// The first number of each site.
fn sites(streams: &[(StreamCard, Vec<Record>)]) -> BTreeMap<Site, Found> {
    let mut sites = BTreeMap::new();
    for (stream, (card, records)) in streams.iter().enumerate() {
        for record in records {
            let body: Value = codec::decode(&record.body).unwrap();
            numbers(
                &body,
                &mut String::new(),
                &mut String::new(),
                &mut |pointer, way| {
                    let site = (card.system.clone(), record.kind.clone(), way.to_owned());
                    sites.entry(site).or_insert_with(|| Found {
                        stream,
                        version: record.version,
                        pointer: pointer.to_owned(),
                    });
                },
            );
        }
    }
    sites
}

/// The stream up to the command with this number, which says something else, as a file of a new game.
fn forge(
    (card, records): &(StreamCard, Vec<Record>),
    found: &Found,
    number: &Number,
    serial: u64,
) -> Vec<u8> {
    let id = StreamId::new(1_700_000_000_000 + serial, u128::from(serial));
    let store = MemoryStore::new();
    let mut rest = records.as_slice();
    while let Some(first) = rest.first() {
        let (batch, later) = rest.split_at(usize::from(first.batch_len));
        rest = later;
        let events = batch.iter().map(|record| NewEvent {
            kind: record.kind.clone(),
            schema: record.schema,
            body: if record.version == found.version {
                let mut body: Value = codec::decode(&record.body).unwrap();
                *body.pointer_mut(&found.pointer).unwrap() = Value::Number(number.clone());
                codec::encode(&body)
            } else {
                record.body.clone()
            },
        });
        let command = first.command.as_ref().unwrap();
        store
            .append(Append {
                stream: id,
                expected: Expected::Exactly(first.version - 1),
                recorded_at_ms: first.recorded_at_ms,
                command: CommandStamp {
                    id: first.command_id.clone(),
                    actor: "admin".to_owned(),
                    rules: command.rules.clone(),
                    body: command.body.clone(),
                },
                events: events.collect(),
                card: (first.version == 1).then(|| card.clone()),
            })
            .unwrap();
        if batch.iter().any(|record| record.version == found.version) {
            break;
        }
    }
    let mut file = Vec::new();
    export(&store, id, &mut file).unwrap();
    file
}

/// A server of its own process.
struct Server {
    child: Child,
    address: String,
    token: String,
    agent: ureq::Agent,
}

impl Server {
    fn start(dir: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hindsight"))
            .arg("--data-dir")
            .arg(dir)
            .args([
                "--durability",
                "process-crash",
                "--json",
                "serve",
                "--listen",
                "127.0.0.1:0",
            ])
            .args(["--no-rate-limits", "--no-samples", "--log", "off"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let welcome: Value = serde_json::from_str(&line).unwrap();
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build()
            .new_agent();
        Self {
            child,
            address: welcome["listening"].as_str().unwrap().to_owned(),
            token: welcome["first_token"].as_str().unwrap().to_owned(),
            agent,
        }
    }

    fn import(&self, file: &[u8]) -> (u16, Value) {
        let heard = self
            .agent
            .post(format!("{}/v1/games/import", self.address))
            .header("Authorization", format!("Bearer {}", self.token))
            .header("Content-Type", "application/x-ndjson")
            .send(file)
            .unwrap_or_else(|why| panic!("the import of a file: {why}"));
        let status = heard.status().as_u16();
        let body = heard.into_body().read_to_vec().unwrap();
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    /// Status and bytes of an answer, if it came in time.
    fn get(&self, path: &str) -> Result<(u16, Vec<u8>), String> {
        let heard = self
            .agent
            .get(format!("{}{path}", self.address))
            .header("Authorization", format!("Bearer {}", self.token))
            .call()
            .map_err(|why| why.to_string())?;
        let status = heard.status().as_u16();
        let mut body = Vec::new();
        let mut reader = heard.into_body().into_reader().take(64 << 20);
        reader.read_to_end(&mut body).map_err(|why| why.to_string())?;
        Ok((status, body))
    }

    /// Memory that the server holds now, in KiB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().split(' ').next()?.parse().ok())
            .unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The addresses of everything that is read of a game.
fn views(game: &str, version: u64, unit: &str, charts: &[String]) -> Vec<String> {
    let mut views = Vec::new();
    for operation in operations() {
        let of_game = operation.path.contains("{game}") && operation.method == Method::Get;
        if !of_game || operation.path.ends_with("/live") {
            continue;
        }
        let path = operation
            .path
            .replace("{game}", game)
            .replace("{version}", &version.to_string())
            .replace("{other}", game)
            .replace("{unit}", unit);
        if path.contains("{chart}") {
            views.extend(charts.iter().map(|chart| path.replace("{chart}", chart)));
        } else if !path.contains('{') {
            views.push(path);
        }
    }
    views
}

#[test]
fn a_forged_number_is_refused_or_every_view_answers() {
    let streams = streams();
    let mut sites = sites(&streams);
    if let Ok(only) = std::env::var("HINDSIGHT_FORGED_SITE") {
        sites.retain(|(system, kind, pointer), _| {
            let site = format!("{system} {kind}{pointer}");
            only.split(',').any(|part| site.contains(part))
        });
    }
    let forged: Vec<(&Site, &Found, Number)> = sites
        .iter()
        .flat_map(|(site, found)| ends().into_iter().map(move |number| (site, found, number)))
        .collect();
    let wanted = std::env::var("HINDSIGHT_FORGED").unwrap_or_else(|_| "70".to_owned());
    let mut step = match wanted.parse::<usize>() {
        Ok(wanted) => (forged.len() / wanted.max(1)).max(1),
        Err(_) => 1,
    };
    // Each end comes up, not always the same few.
    while step > 1 && (step % 2 == 0 || step % 5 == 0) {
        step -= 1;
    }
    println!(
        "{} numbers of {} streams, {} forged ones, every {step}th",
        sites.len(),
        streams.len(),
        forged.len()
    );
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path());
    let (mut taken, mut refused, mut views_asked) = (0, 0, 0);
    // All of what is wrong is told at once: the campaign takes long.
    let mut wrong = Vec::new();
    let mut by_status: BTreeMap<u16, u64> = BTreeMap::new();
    for (serial, (site, found, number)) in forged.iter().enumerate().skip(step / 2).step_by(step) {
        let file = forge(&streams[found.stream], found, number, serial as u64);
        let what = format!("{site:?} = {number}");
        let (status, told) = server.import(&file);
        if status != 201 {
            if !matches!(status, 400 | 422) {
                wrong.push(format!("{what}: {status} {told}"));
            }
            refused += 1;
            continue;
        }
        taken += 1;
        let (game, version) = (
            told["card"]["id"].as_str().unwrap(),
            told["card"]["version"].as_u64().unwrap(),
        );
        let list = |path: &str| -> Value {
            match server.get(&format!("/v1/games/{game}/{path}")) {
                Ok((200, body)) => serde_json::from_slice(&body).unwrap(),
                Ok(_) | Err(_) => Value::Null,
            }
        };
        let charts: Vec<String> = serde_json::from_value(list("charts")).unwrap_or_default();
        let figures = list("stats");
        let unit = figures["units"][0]["unit"].as_str().unwrap_or("A1");
        for view in views(game, version, unit, &charts) {
            match server.get(&view) {
                Ok((status, _)) => {
                    if status >= 500 {
                        wrong.push(format!("{what}: {view}: {status}"));
                    }
                    *by_status.entry(status).or_default() += 1;
                }
                Err(why) => wrong.push(format!("{what}: {view}: {why}")),
            }
            views_asked += 1;
        }
        let memory = server.memory();
        assert!(memory < MEMORY, "{what}: {memory} KiB");
    }
    println!(
        "{refused} refused, {taken} taken, {views_asked} views: {by_status:?}; {} KiB",
        server.memory()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(refused > 0, "nothing was refused");
    assert!(
        taken > 0 || std::env::var("HINDSIGHT_FORGED_SITE").is_ok(),
        "nothing was taken"
    );
    assert_eq!(server.get("/healthz").unwrap().0, 200);
}
