//! Reading the form of a pack: every fault is noted, its place is mended, and reading goes on.

use hindsight_kernel::pack::Faults;
use hindsight_kernel::wire;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Pack, SAMPLE};

/// The most entries of a list of a pack.
const MOST_IN_A_LIST: usize = 2_000;
/// The most faults of one entry that are looked for.
const MOST_IN_AN_ENTRY: usize = 32;

/// The lists of a pack, which are read entry by entry.
const LISTS: [&str; 7] = [
    "factions",
    "units",
    "attachments",
    "ncus",
    "tactics",
    "terrain",
    "armies",
];

/// Reads the form of a pack; nothing only where it is no object at all.
pub(super) fn read_form(value: &Value, faults: &mut Faults) -> Option<Pack> {
    let Value::Object(fields) = value else {
        faults.add("", "an object is expected");
        return None;
    };
    let sample: Value = serde_json::from_str(SAMPLE).ok()?;
    let head: Map<String, Value> = fields
        .iter()
        .filter(|(name, _)| !LISTS.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let usual = json!({ "system": "ice-and-fire", "id": "own", "name": "Own", "version": "1" });
    let mut pack: Pack = read_mended(&Value::Object(head), &usual, "", faults)?;
    pack.factions = read_list(value, "factions", &sample, faults);
    pack.units = read_list(value, "units", &sample, faults);
    pack.attachments = read_list(value, "attachments", &sample, faults);
    pack.ncus = read_list(value, "ncus", &sample, faults);
    pack.tactics = read_list(value, "tactics", &sample, faults);
    pack.terrain = read_list(value, "terrain", &sample, faults);
    pack.armies = read_list(value, "armies", &sample, faults);
    Some(pack)
}

/// Reads the entries of a list one by one. An entry that cannot be mended is put in its place from the sample, so that
/// the places of the others stay what they are.
fn read_list<T: DeserializeOwned>(pack: &Value, name: &str, sample: &Value, faults: &mut Faults) -> Vec<T> {
    let usual = sample
        .pointer(&format!("/{name}/0"))
        .cloned()
        .unwrap_or(Value::Null);
    match pack.get(name) {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(entries)) if entries.len() <= MOST_IN_A_LIST => entries
            .iter()
            .enumerate()
            .filter_map(|(place, entry)| read_mended(entry, &usual, &format!("/{name}/{place}"), faults))
            .collect(),
        Some(Value::Array(_)) => {
            faults.add(
                format!("/{name}"),
                format!("a list has at most {MOST_IN_A_LIST} entries"),
            );
            Vec::new()
        }
        Some(_) => {
            faults.add(format!("/{name}"), "a list is expected");
            Vec::new()
        }
    }
}

/// Reads a value. Where its form is wrong the fault is noted, the outermost field it lies in is taken from `usual` or
/// left out, and reading goes on.
fn read_mended<T: DeserializeOwned>(
    value: &Value,
    usual: &Value,
    path: &str,
    faults: &mut Faults,
) -> Option<T> {
    let Value::Object(fields) = value else {
        faults.add(path, "an object is expected");
        return serde_json::from_value(usual.clone()).ok();
    };
    let mut mended = fields.clone();
    for _ in 0..MOST_IN_AN_ENTRY {
        let wrong = match wire::read::<T>(Value::Object(mended.clone())) {
            Ok(read) => return Some(read),
            Err(wrong) => wrong,
        };
        faults.add(format!("{path}{}", wrong.path), wrong.reason.clone());
        let within = wrong.path.split('/').nth(1).unwrap_or_default();
        let quoted = wrong.reason.split('`').nth(1).unwrap_or_default();
        let name = if mended.contains_key(within) {
            within
        } else {
            quoted
        };
        match (usual.get(name), mended.get(name)) {
            (Some(right), there) if there != Some(right) => {
                mended.insert(name.to_owned(), right.clone());
            }
            (_, Some(_)) => {
                mended.remove(name);
            }
            (_, None) => break,
        }
    }
    serde_json::from_value(usual.clone()).ok()
}
