//! Packs with one value exchanged: each is refused with its faults, or battles of it can be set out, looked at and played.

use hindsight_kernel::testing::Playout;
use hindsight_kernel::{Bot, Inspect, InspectRequest, Pictures, Setups, bot_rng};
use serde_json::{Value, json};

use super::{SAMPLE, read_pack};
use crate::MenOfIron;

/// The pointers of all values of a document that hold no others.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                leaves(field, &format!("{path}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                leaves(item, &format!("{path}/{place}"), found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

fn forgeries(old: &Value) -> Vec<Value> {
    let mut all = vec![json!(null), json!({}), json!("")];
    match old {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            all.extend(
                [0, -1, 1, 9, 20, 99, 127, 255, -128, i64::MAX, number + 1].map(|number| json!(number)),
            );
            all.push(json!("NA"));
        }
        Value::String(_) => all.extend([
            json!("0101"),
            json!("9999"),
            json!("off"),
            json!("area"),
            json!("A1"),
            json!("MMAA"),
            json!(7),
        ]),
        Value::Bool(old) => all.push(json!(!old)),
        _ => all.extend([json!([]), json!(3)]),
    }
    all
}

/// Sets a battle out, looks at it from all sides, and plays on a little.
fn is_played(pack: &Value, battle: &str, number: u64) {
    let request = json!({ "battle": battle });
    let packs = [pack.clone()];
    if MenOfIron::setup_from(&request, &packs).is_err() {
        return;
    }
    let mut playout = Playout::<MenOfIron>::begin(number, &request, &packs);
    let mut rng = bot_rng(number);
    for _ in 0..12 {
        let Some(seat) = playout.asked_first() else {
            break;
        };
        let bot = if number.is_multiple_of(2) {
            Bot::Greedy
        } else {
            Bot::Random
        };
        let command = playout.choose(bot, seat, &mut rng);
        playout.play(seat, &command);
    }
    assert!(!MenOfIron::board(&playout.state).caption.is_empty());
    if let Some(unit) = playout.state.units.keys().nth(number as usize % 5) {
        let question = InspectRequest {
            unit: unit.to_string(),
            target: None,
            about: serde_json::Map::new(),
        };
        MenOfIron::inspect(&playout.state, &question).unwrap();
    }
}

/// One of some dozens in every run; `HINDSIGHT_FORGED=all` tries every value.
#[test]
fn moi_setup_01_forged_packs_are_refused_or_played() {
    let sample: Value = serde_json::from_str(SAMPLE).unwrap();
    let mut places = Vec::new();
    leaves(&sample, "", &mut places);
    let all = std::env::var("HINDSIGHT_FORGED").is_ok_and(|wanted| wanted == "all");
    let stride = if all { 1 } else { 397 };
    let (mut refused, mut played) = (0, 0);
    for (number, place) in (0..).zip(places.iter().step_by(stride)) {
        let old = sample.pointer(place).unwrap().clone();
        for forged in forgeries(&old) {
            let mut pack = sample.clone();
            *pack.pointer_mut(place).unwrap() = forged.clone();
            match read_pack(&pack) {
                Err(faults) => {
                    assert!(!faults.is_empty(), "{place}: {forged}");
                    refused += 1;
                }
                Ok(sound) => {
                    // The battle that was changed, or one with little in it.
                    let of_battle = place
                        .strip_prefix("/battles/")
                        .and_then(|rest| rest.split('/').next()?.parse::<usize>().ok());
                    let battle = of_battle.unwrap_or(4);
                    if let Some(battle) = sound.pack.battles.get(battle) {
                        is_played(&pack, &battle.id, number);
                    }
                    played += 1;
                }
            }
        }
    }
    assert!(refused > 10 && played > 10, "{refused} refused, {played} played");
}
