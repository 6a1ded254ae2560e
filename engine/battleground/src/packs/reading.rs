//! Reading the form of a pack: every fault is noted, the place is mended from a sound sample, and reading goes on.

use hindsight_kernel::pack::Faults;
use hindsight_kernel::wire;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::form::{Pack, PackFaction, PackMap, PackPiece};
use super::{MOST_IN_A_LIST, SAMPLE};

/// Reads a value of a type. Where its form is wrong the fault is noted, the field is taken from `sample`, and reading
/// goes on; nothing comes back only where that does not help.
fn read_mended<T: DeserializeOwned>(
    value: &Value,
    sample: &Value,
    path: &str,
    faults: &mut Faults,
) -> Option<T> {
    let Value::Object(_) = value else {
        faults.add(path, "an object is expected");
        return serde_json::from_value(sample.clone()).ok();
    };
    let mut mended = value.clone();
    for _ in 0..=64 {
        let wrong = match wire::read::<T>(mended.clone()) {
            Ok(read) => return Some(read),
            Err(wrong) => wrong,
        };
        faults.add(format!("{path}{}", wrong.path), wrong.reason.clone());
        let fields = mended.as_object_mut()?;
        let named = wrong
            .path
            .trim_start_matches('/')
            .split('/')
            .next()
            .unwrap_or_default();
        // A missing field is named in the reason, an unknown or mistyped one by the path.
        let quoted = wrong.reason.split('`').nth(1).unwrap_or_default();
        let missing = wrong.reason.contains("missing field") && !fields.contains_key(quoted);
        if missing && let Some(usual) = sample.get(quoted) {
            fields.insert(quoted.to_owned(), usual.clone());
        } else if fields.contains_key(named) {
            mend(fields, named, sample);
        } else if fields.contains_key(quoted) {
            mend(fields, quoted, sample);
        } else {
            return serde_json::from_value(sample.clone()).ok();
        }
    }
    None
}

fn mend(fields: &mut Map<String, Value>, name: &str, sample: &Value) {
    match sample.get(name) {
        Some(usual) if fields.get(name) != Some(usual) => {
            fields.insert(name.to_owned(), usual.clone());
        }
        Some(_) | None => {
            fields.remove(name);
        }
    }
}

/// Reads the elements of a list one by one.
fn read_list<T: DeserializeOwned + Serialize>(
    owner: &Value,
    name: &str,
    sample: &Value,
    path: &str,
    faults: &mut Faults,
) -> Vec<T> {
    let path = format!("{path}/{name}");
    match owner.get(name) {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(items)) if items.len() <= MOST_IN_A_LIST => items
            .iter()
            .enumerate()
            .filter_map(|(place, item)| read_mended(item, sample, &format!("{path}/{place}"), faults))
            .collect(),
        Some(Value::Array(_)) => {
            faults.add(path, format!("a list has at most {MOST_IN_A_LIST} entries"));
            Vec::new()
        }
        Some(_) => {
            faults.add(path, "a list is expected");
            Vec::new()
        }
    }
}

/// Reads the form of a pack, list by list.
pub(super) fn read_form(value: &Value, faults: &mut Faults) -> Option<Pack> {
    let Value::Object(fields) = value else {
        faults.add("", "an object is expected");
        return None;
    };
    let sample: Value = serde_json::from_str(SAMPLE).ok()?;
    let like = |path: &str| sample.pointer(path).cloned().unwrap_or(Value::Null);
    // Everything but the lists, which are read below entry by entry.
    let lists = ["common_cards", "factions", "maps", "scenarios", "armies"];
    let head: Map<String, Value> = fields
        .iter()
        .filter(|(name, _)| !lists.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let usual = json!({ "system": "battleground-4", "id": "own", "name": "Own", "version": "1" });
    let mut pack: Pack = read_mended(&Value::Object(head), &usual, "", faults)?;
    pack.common_cards = read_list(value, "common_cards", &like("/common_cards/0"), "", faults);
    pack.scenarios = read_list(value, "scenarios", &like("/scenarios/0"), "", faults);
    pack.armies = read_list(value, "armies", &like("/armies/0"), "", faults);
    for (place, map) in list_of(value, "maps", faults) {
        let path = format!("/maps/{place}");
        let usual = json!({ "id": "own", "name": "Own", "pieces": [] });
        if let Some(read) = read_mended::<PackMap>(&without(map, &["pieces"]), &usual, &path, faults) {
            let pieces = read_list::<PackPiece>(map, "pieces", &like("/maps/1/pieces/1"), &path, faults);
            pack.maps.push(PackMap { pieces, ..read });
        }
    }
    for (place, faction) in list_of(value, "factions", faults) {
        let path = format!("/factions/{place}");
        let usual = json!({ "id": "own", "name": "Own", "units": [], "cards": [], "abilities": [] });
        let head = without(faction, &["units", "cards", "abilities"]);
        if let Some(read) = read_mended::<PackFaction>(&head, &usual, &path, faults) {
            pack.factions.push(PackFaction {
                units: read_list(faction, "units", &like("/factions/0/units/1"), &path, faults),
                cards: read_list(faction, "cards", &like("/factions/0/cards/0"), &path, faults),
                abilities: read_list(
                    faction,
                    "abilities",
                    &like("/factions/0/abilities/0"),
                    &path,
                    faults,
                ),
                ..read
            });
        }
    }
    Some(pack)
}

fn list_of<'v>(owner: &'v Value, name: &str, faults: &mut Faults) -> Vec<(usize, &'v Value)> {
    match owner.get(name) {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(items)) if items.len() <= 100 => items.iter().enumerate().collect(),
        Some(_) => {
            faults.add(format!("/{name}"), "a list of at most 100 entries is expected");
            Vec::new()
        }
    }
}

fn without(value: &Value, names: &[&str]) -> Value {
    let mut value = value.clone();
    if let Some(fields) = value.as_object_mut() {
        for name in names {
            // The lists are read entry by entry; here they only must not be missing.
            fields.insert((*name).to_owned(), json!([]));
        }
    }
    value
}
