//! All that a store holds, for comparing.

use std::collections::BTreeMap;
use std::path::Path;

use hindsight_store::{Options, SledStore, Upkeep};
use serde_json::Value;

/// What a store holds: streams with their records and cards, and side records.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Content {
    /// Of each stream its records, without their places in the store, and its card.
    pub(crate) streams: BTreeMap<String, Vec<String>>,
    /// Side records by tree and key.
    pub(crate) side: BTreeMap<String, String>,
}

/// Reads all that a store holds.
///
/// # Errors
/// It does not open, or is not sound.
pub(crate) fn content(dir: &Path) -> Result<Content, String> {
    let options = Options {
        cache_bytes: 16 << 20,
        ..Options::default()
    };
    let (store, _) =
        SledStore::open(dir, &options).map_err(|why| format!("the store does not open: {why}"))?;
    let verdict = store
        .verify(&mut |_| {})
        .map_err(|why| format!("the store cannot be verified: {why}"))?;
    if let Some(fault) = verdict.first_fault {
        return Err(format!("the store is not sound: {fault}"));
    }
    let mut file = Vec::new();
    store
        .backup(&mut file, &mut |_, _| {})
        .map_err(|why| format!("the store cannot be read: {why}"))?;
    store
        .close()
        .map_err(|why| format!("the store cannot be closed: {why}"))?;
    Ok(of_backup(&lines_of(&file)))
}

/// The lines of a backup.
pub(crate) fn lines_of(backup: &[u8]) -> String {
    String::from_utf8(zstd::decode_all(backup).unwrap()).unwrap()
}

fn of_backup(lines: &str) -> Content {
    let mut content = Content::default();
    let mut stream = String::new();
    for line in lines.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        if let Some(id) = value["stream"]["id"].as_str() {
            id.clone_into(&mut stream);
        } else if let Some(record) = value["record"].as_object() {
            let mut record = record.clone();
            record.remove("position");
            let records = content.streams.entry(stream.clone()).or_default();
            records.push(Value::Object(record).to_string());
        } else if let Some(card) = value["card"].as_object() {
            let id = card["stream"].as_str().unwrap_or_default().to_owned();
            content
                .streams
                .entry(id)
                .or_default()
                .push(Value::Object(card.clone()).to_string());
        } else if let Some(side) = value["side"].as_object() {
            let place = format!("{} {}", side["tree"], side["key"]);
            content.side.insert(place, side["value"].to_string());
        }
    }
    content
}
