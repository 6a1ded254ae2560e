//! Stream files: good ones under ids of their own, and forged ones whose chain is right again, so that what is forged is
//! read by all that comes behind the chain.

use hindsight_kernel::codec;
use hindsight_store::{Header, RecordLine, StreamId};
use serde_json::Value;

use crate::base64::{base64, unbase64};
use crate::fields;
use crate::forge::{self, Forgery};

/// What becomes of the versions where a chain is made anew.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Versions {
    AsTheyAre,
    CountedAnew,
}

/// The digest of a record, as `store/src/chain.rs` has it.
pub(crate) fn digest(before: [u8; 32], stream: StreamId, line: &RecordLine) -> Option<[u8; 32]> {
    let mut fields = b"hindsight record 1\0".to_vec();
    fields.extend(before);
    fields.extend(stream.to_bytes());
    fields.extend(line.version.to_le_bytes());
    fields.extend(line.recorded_at_ms.to_le_bytes());
    fields.extend(line.batch.of.to_le_bytes());
    fields.extend(line.batch.index.to_le_bytes());
    fields.extend(line.schema.to_le_bytes());
    let mut bytes = |value: &[u8]| {
        fields.extend((value.len() as u64).to_le_bytes());
        fields.extend(value);
    };
    bytes(line.actor.as_bytes());
    bytes(line.command_id.as_bytes());
    bytes(line.kind.as_bytes());
    bytes(&unbase64(&line.body)?);
    if line.batch.index == 0 {
        let command = line.command.as_ref()?;
        bytes(command.rules.as_bytes());
        bytes(&unbase64(&command.body)?);
    }
    Some(*blake3::hash(&fields).as_bytes())
}

pub(crate) fn hexadecimal(digest: [u8; 32]) -> String {
    blake3::Hash::from_bytes(digest).to_hex().to_string()
}

/// A line in which the figure behind a name is another one; the rest stays as it is written.
pub(crate) fn with(line: &str, name: &str, new: &str) -> String {
    let begin = format!("\"{name}\":");
    let Some(at) = line.find(&begin) else {
        return line.to_owned();
    };
    let from = at + begin.len();
    let len = line[from..].find([',', '}']).unwrap_or(line.len() - from);
    format!("{}{new}{}", &line[..from], &line[from + len..])
}

/// A stream in the making: where its header stands, and how far its chain goes.
struct Chain {
    header: usize,
    stream: StreamId,
    records: u64,
    digest: [u8; 32],
}

/// The file with its chains made anew, of all lines that can be read.
pub(crate) fn chained(file: &[u8], versions: Versions) -> Vec<u8> {
    let text = String::from_utf8_lossy(file);
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut chain: Option<Chain> = None;
    for at in 0..lines.len() {
        if let Ok(header) = serde_json::from_str::<Header>(&lines[at]) {
            end(&mut lines, chain.take());
            chain = Some(Chain {
                header: at,
                stream: header.stream,
                records: 0,
                digest: [0; 32],
            });
        } else if let Some(chain) = &mut chain
            && let Ok(mut line) = serde_json::from_str::<RecordLine>(&lines[at])
        {
            chain.records += 1;
            if versions == Versions::CountedAnew {
                line.version = chain.records;
                lines[at] = with(&lines[at], "version", &chain.records.to_string());
            }
            if let Some(digest) = digest(chain.digest, chain.stream, &line) {
                chain.digest = digest;
                lines[at] = with(&lines[at], "digest", &format!("\"{}\"", hexadecimal(digest)));
            }
        }
    }
    end(&mut lines, chain);
    lines.join("\n").into_bytes()
}

fn end(lines: &mut [String], chain: Option<Chain>) {
    if let Some(chain) = chain {
        let header = with(&lines[chain.header], "records", &chain.records.to_string());
        lines[chain.header] = with(&header, "digest", &format!("\"{}\"", hexadecimal(chain.digest)));
    }
}

fn headers(file: &[u8]) -> impl Iterator<Item = Header> {
    file.split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
}

/// The ids of the streams of a file.
pub(crate) fn ids(file: &[u8]) -> Vec<String> {
    headers(file).map(|header| header.stream.to_string()).collect()
}

/// The same file, but of other streams: those with these numbers.
pub(crate) fn renewed(file: &[u8], serial: u64) -> Vec<u8> {
    let new = |place: usize| {
        let number = u128::from(serial) * 64 + place as u128;
        StreamId::new(1_700_000_000_000 + serial, number).to_string()
    };
    let ids: Vec<(String, String)> = ids(file)
        .into_iter()
        .enumerate()
        .map(|(place, old)| (old, new(place)))
        .collect();
    let renamed = |text: &str| {
        ids.iter()
            .fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
    };
    let in_body = |body: &str| {
        let mut bytes = unbase64(body).unwrap();
        for (old, new) in &ids {
            while let Some(at) = bytes
                .windows(old.len())
                .position(|window| window == old.as_bytes())
            {
                bytes[at..at + old.len()].copy_from_slice(new.as_bytes());
            }
        }
        base64(&bytes)
    };
    let mut lines = Vec::new();
    for line in String::from_utf8_lossy(file).lines() {
        lines.push(match serde_json::from_str::<RecordLine>(line) {
            Ok(mut record) => {
                record.body = in_body(&record.body);
                if let Some(command) = &mut record.command {
                    command.body = in_body(&command.body);
                }
                renamed(&serde_json::to_string(&record).unwrap())
            }
            Err(_) => renamed(line),
        });
    }
    lines.push(String::new());
    chained(lines.join("\n").as_bytes(), Versions::AsTheyAre)
}

/// A change of one line, after which the chain is made anew.
fn of_line(what: String, at: usize, change: impl Fn(&str) -> String + 'static) -> Forgery {
    Forgery::new(what, move |good| {
        let text = String::from_utf8_lossy(good);
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        lines[at] = change(&lines[at]);
        chained(lines.join("\n").as_bytes(), Versions::AsTheyAre)
    })
}

/// A change of the event, or of the command, of a line.
fn of_body(
    what: String,
    at: usize,
    is_command: bool,
    change: impl Fn(&[u8]) -> Vec<u8> + 'static,
) -> Forgery {
    of_line(what, at, move |line| {
        let mut record: RecordLine = serde_json::from_str(line).unwrap();
        match (&mut record.command, is_command) {
            (Some(command), true) => command.body = base64(&change(&unbase64(&command.body).unwrap())),
            _ => record.body = base64(&change(&unbase64(&record.body).unwrap())),
        }
        serde_json::to_string(&record).unwrap()
    })
}

/// Bytes that no encoder wrote: lengths beyond the end, depths beyond every stack.
fn noise() -> Vec<(&'static str, Vec<u8>)> {
    let deep = |byte: u8, depth: usize| [vec![1], vec![byte; depth], vec![0xc0]].concat();
    vec![
        ("nothing", Vec::new()),
        ("its format alone", vec![1]),
        ("another format", vec![2, 0xc0]),
        ("nil", vec![1, 0xc0]),
        ("a list of four billion", vec![1, 0xdd, 0xff, 0xff, 0xff, 0xff]),
        ("a map of four billion", vec![1, 0xdf, 0xff, 0xff, 0xff, 0xff]),
        ("a text of four billion", vec![1, 0xdb, 0xff, 0xff, 0xff, 0xff]),
        ("bytes of four billion", vec![1, 0xc6, 0xff, 0xff, 0xff, 0xff]),
        ("an extension", vec![1, 0xc9, 0, 0, 0, 1, 5, 7]),
        ("a million lists in each other", deep(0x91, 1 << 20)),
        ("a million maps in each other", deep(0x81, 1 << 20)),
        ("500 lists in each other", deep(0x91, 500)),
        (
            "a megabyte",
            [vec![1, 0xc6, 0, 0x10, 0, 0], vec![7; 1 << 20]].concat(),
        ),
    ]
}

/// Changes of what a stream file like this one says, with its chain made anew.
pub(crate) fn changes(like: &[u8], seed: u64) -> Vec<Forgery> {
    let text = String::from_utf8_lossy(like);
    let mut all = Vec::new();
    let mut kinds = std::collections::BTreeSet::new();
    let (mut known, mut stream) = (0, String::new());
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let value: Value = serde_json::from_str(line).unwrap();
        let Ok(record) = serde_json::from_str::<RecordLine>(line) else {
            stream = value["stream"].to_string();
            known = 0;
            for field in fields::changes(&value) {
                let what = format!("header in line {number}: {}", field.what);
                all.push(of_line(what, at, move |line| {
                    field.text(&serde_json::from_str(line).unwrap())
                }));
            }
            continue;
        };
        // The first record of a batch has fields of its own.
        known += 1;
        if known <= 2 {
            for field in fields::changes(&value) {
                let what = format!("line {number}: {}", field.what);
                all.push(of_line(what, at, move |line| {
                    field.text(&serde_json::from_str(line).unwrap())
                }));
            }
        }
        if kinds.insert((stream.clone(), record.kind.clone())) {
            bodies(&record, at, seed, &mut all);
        }
    }
    let structure = forge::lines(like);
    all.extend(
        structure
            .into_iter()
            .map(|forgery| forgery.then("chained anew", |file| chained(&file, Versions::CountedAnew))),
    );
    all
}

/// Changes of the event of a record, and of its command.
fn bodies(record: &RecordLine, at: usize, seed: u64, all: &mut Vec<Forgery>) {
    let command = record.command.as_ref().map(|command| command.body.clone());
    for (is_command, body) in [(false, Some(record.body.clone())), (true, command)] {
        let Some(body) = body.and_then(|body| unbase64(&body)) else {
            continue;
        };
        let which = if is_command { "command" } else { "event" };
        let what = format!("{which} of {} in line {}", record.kind, at + 1);
        // What is no value is forged as bytes alone.
        if let Ok(value) = codec::decode::<Value>(&body) {
            for field in fields::changes(&value).into_iter().filter(fields::Field::is_json) {
                all.push(of_body(
                    format!("{what}: {}", field.what),
                    at,
                    is_command,
                    move |body| {
                        let good: Value = codec::decode(body).unwrap();
                        let forged: Value = serde_json::from_str(&field.text(&good)).unwrap_or_default();
                        codec::encode(&forged)
                    },
                ));
            }
        }
        for (name, bytes) in noise() {
            all.push(of_body(format!("{what} = {name}"), at, is_command, move |_| {
                bytes.clone()
            }));
        }
        for forgery in forge::at_random(seed + at as u64, 6) {
            all.push(of_body(
                format!("{what}: {}", forgery.what),
                at,
                is_command,
                move |body| forgery.of(body),
            ));
        }
    }
}
