//! A month's rows as a file for everybody: a line a game, without a name.
//!
//! The file is NDJSON, packed by zstd with a checksum: a header with the licence, the games in the order in which they
//! ended, and a last line that says how many there are. Accounts stand under pseudonyms: the same in every month, told
//! by no page, and made from a key that never leaves the store.

use std::io::Write;

use hindsight_engine::kernel::codec;
use hindsight_reports::community::{FIGURES_LICENCE, GamePlace, GameRow, ROW_SCHEMA};
use hindsight_store::{EventStore, MAX_PAGE, StreamId};
use serde_json::{Value, json};

use super::Shared;
use super::following::ROWS;
use super::row::{StoredRow, counts};
use crate::base::error::ApiResult;
use crate::base::random;

/// The key of the pseudonyms.
const KEYS: &str = "community-pseudonyms";
const KEY: &[u8] = b"key";
/// How hard zstd packs.
const LEVEL: i32 = 9;
const IN_MEMORY: &str = "packing into memory does not fail";

/// A month's games, packed.
#[derive(Debug)]
pub struct Dump {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many games are in it.
    pub games: u64,
}

/// The games of a month (`2026-03`) as a file, after all rows were brought up to date. Blocks on the store.
///
/// # Errors
/// The store's.
pub fn dump(store: &dyn EventStore, month: &str) -> ApiResult<Dump> {
    let shared = Shared::default();
    while !shared.catch_up(store)? {}
    as_counted(store, &shared, month)
}

/// The games of a month as a file, as far as their rows are made.
pub(super) fn as_counted(store: &dyn EventStore, shared: &Shared, month: &str) -> ApiResult<Dump> {
    let key = pseudonym_key(store)?;
    let header = json!({
        "hindsight": "community",
        "schema": ROW_SCHEMA,
        "month": month,
        "licence": FIGURES_LICENCE,
    });
    let mut games = 0_u64;
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL).expect(IN_MEMORY);
    encoder.include_checksum(true).expect(IN_MEMORY);
    writeln!(encoder, "{header}").expect(IN_MEMORY);
    for (_, game) in places(store, month)? {
        let game = StreamId::from_bytes(game);
        // What was made private since its row was made is in no file, and each battle is there once.
        if shared.read().counts(game)
            && let Some(row) = row(store, game)?
            && store.card(game)?.is_some_and(|listed| counts(&listed))
        {
            writeln!(encoder, "{}", line(&key, game, &row)).expect(IN_MEMORY);
            games += 1;
        }
    }
    writeln!(encoder, "{}", json!({ "games": games })).expect(IN_MEMORY);
    Ok(Dump {
        bytes: encoder.finish().expect(IN_MEMORY),
        games,
    })
}

/// The games whose rows tell of this month, in the order in which they ended. Rows are read again when their turn comes,
/// so that a month of many games takes no more memory than their ids and its file.
fn places(store: &dyn EventStore, month: &str) -> ApiResult<Vec<GamePlace>> {
    let mut places = Vec::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.side_scan(ROWS, b"", after.as_deref(), MAX_PAGE)?;
        let Some((last, _)) = page.last() else { break };
        after = Some(last.clone());
        let rows = page.iter().filter_map(|(_, bytes)| read(bytes));
        places.extend(
            rows.filter(|row| row.month() == month)
                .map(|row| (row.ended_ms, row.game)),
        );
    }
    places.sort_unstable();
    Ok(places)
}

/// The stored row of a game.
pub(super) fn row(store: &dyn EventStore, game: StreamId) -> ApiResult<Option<GameRow>> {
    let bytes = store.fetch(ROWS, &game.to_bytes())?;
    Ok(bytes.and_then(|bytes| read(&bytes)))
}

fn read(bytes: &[u8]) -> Option<GameRow> {
    let stored: StoredRow = codec::decode(bytes).ok()?;
    (stored.schema == ROW_SCHEMA).then_some(stored.row)
}

/// A game's line: its row with its id as it stands in addresses, and pseudonyms in the place of accounts.
fn line(key: &[u8; 32], game: StreamId, row: &GameRow) -> String {
    let mut row = serde_json::to_value(row).expect("a row is plain data");
    row["game"] = Value::String(game.to_string());
    for side in row["sides"].as_array_mut().into_iter().flatten() {
        if let Some(account) = side["account"].as_str() {
            let hash = blake3::keyed_hash(key, account.as_bytes());
            side["account"] = Value::String(format!("p{}", &hash.to_hex()[..16]));
        }
    }
    row.to_string()
}

/// The key of the pseudonyms, made when it is first wanted.
fn pseudonym_key(store: &dyn EventStore) -> ApiResult<[u8; 32]> {
    if let Some(key) = store.fetch(KEYS, KEY)?.and_then(|bytes| bytes.try_into().ok()) {
        return Ok(key);
    }
    let key = random();
    store.keep(KEYS, KEY, &key)?;
    Ok(key)
}
