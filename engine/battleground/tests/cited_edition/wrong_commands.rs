//! Commands and rulings that are mostly refused: offered ones with a wrong member, and those that nobody offers.

use battleground::model::agenda::Step;
use battleground::model::command::{Command, Patch};
use battleground::model::state::State;
use hindsight_kernel::rand_core::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::pick;

/// A value spoilt at one place: the name of another unit, another number, another word.
pub fn spoilt<T: Serialize + DeserializeOwned>(value: &T, rng: &mut dyn Rng) -> Option<T> {
    let mut value = serde_json::to_value(value).unwrap();
    let mut leaves = Vec::new();
    find_leaves(&value, "", &mut leaves);
    let place = leaves.get(pick(leaves.len(), rng))?;
    let leaf = value.pointer_mut(place)?;
    *leaf = match leaf {
        Value::Number(_) => {
            let numbers = [
                json!(0),
                json!(1),
                json!(-3),
                json!(7),
                json!(40),
                json!(255),
                json!(0.5),
                json!(90.0),
            ];
            numbers[pick(numbers.len(), rng)].clone()
        }
        Value::String(_) => {
            let words = [
                "A1", "A2", "A3", "B1", "B2", "B3", "A40", "C1", "left", "right", "red", "green", "blue",
                "hold", "close", "range", "A", "B", "nobody",
            ];
            json!(words[pick(words.len(), rng)])
        }
        Value::Bool(flag) => json!(!*flag),
        Value::Array(items) => match items.first() {
            Some(item) if pick(2, rng) == 0 => json!(vec![item.clone(); 2]),
            _ => json!([]),
        },
        Value::Null | Value::Object(_) => Value::Null,
    };
    serde_json::from_value(value).ok()
}

fn find_leaves(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                find_leaves(
                    field,
                    &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")),
                    found,
                );
            }
        }
        Value::Array(items) => {
            found.push(at.to_owned());
            for (place, item) in items.iter().enumerate() {
                find_leaves(item, &format!("{at}/{place}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => found.push(at.to_owned()),
    }
}

/// Commands that mostly nobody offers, one of each kind and more.
pub fn strangers() -> Vec<Command> {
    let order = json!({ "order": "hold", "objective": null, "cap": null, "airborne": false });
    [
        json!({ "choose_faction": { "allegiance": { "faction": "nobody" } } }),
        json!({ "propose_budget": { "points": 3 } }),
        json!({ "propose_scenario": { "agreed": { "budget": null, "scenario": "none", "map": "none" } } }),
        json!("accept_proposal"),
        json!({ "build_army": { "list": { "units": [], "cards": 40 } } }),
        json!({ "name": { "seat": "B" } }),
        json!({ "deploy": { "unit": "A1", "pose": { "x": 1.0, "y": 1.0, "heading": 0.0 } } }),
        json!({ "assign_order": { "unit": "A1", "order": order } }),
        json!("assign_defaults"),
        json!({ "choose": { "answer": { "unit": "B1" } } }),
        json!({ "choose": { "answer": "decline" } }),
        json!({ "play_card": { "card": 1, "colour": "green", "on": [] } }),
        json!({ "play_card": { "card": 7, "colour": "green", "on": ["A1"] } }),
        json!({ "play_card": { "card": 25, "colour": "red", "on": ["B1"] } }),
        json!("pass"),
        json!("claim_reroll"),
        json!("pass_phase"),
        json!({ "use_ability": { "ability": "none", "on": ["A1"] } }),
        json!({ "change_order": { "unit": "A1", "order": order } }),
        json!({ "direct_control": { "unit": "B1" } }),
        json!({ "draw_card": {} }),
        json!({ "draw_card": { "card": 3 } }),
        json!({ "rally": { "unit": "A1", "heading": 0.0 } }),
        json!({ "pay_to_shoot": { "unit": "A1" } }),
        json!({ "fly_off": { "unit": "A1" } }),
        json!({ "reload": { "unit": "A1" } }),
        json!({ "reorganize": { "unit": "A1", "order": order } }),
        json!({ "sound_the_charge": { "charge": [], "rally": [], "reorganize": [] } }),
        json!({ "recall": { "units": ["A1"] } }),
        json!({ "cast": { "unit": "A1", "spell": 0, "target": "B1" } }),
        json!({ "activate": { "units": [] } }),
        json!({ "activate": { "units": ["A1", "A1"] } }),
        json!({ "activate": { "units": ["A1", "A2"] } }),
        json!({ "activate": { "units": ["B1"] } }),
        json!({ "submit_legs": { "legs": [] } }),
        json!({ "submit_legs_together": { "moves": [] } }),
        json!({ "report_move": { "unit": "A1", "pose": { "x": 18.0, "y": 15.0, "heading": 0.0 } } }),
        json!("end_phase"),
    ]
    .into_iter()
    .map(|command| serde_json::from_value(command).unwrap())
    .collect()
}

/// Commands about some units of a position, whether they may be given or not: every order, action and target, cards and spells, and
/// answers of every kind where a question is open.
pub fn tries(state: &State, rng: &mut dyn Rng) -> Vec<Command> {
    let names: Vec<String> = state.units.iter().map(|unit| unit.id.to_string()).collect();
    let mut tried = Vec::new();
    for _ in 0..3 {
        let (Some(unit), Some(other)) = (
            names.get(pick(names.len(), rng)),
            names.get(pick(names.len(), rng)),
        ) else {
            break;
        };
        if matches!(state.agenda.last().map(|frame| &frame.step), Some(Step::Ask(_))) {
            tried.extend(
                answers(unit, other)
                    .into_iter()
                    .map(|answer| json!({ "choose": { "answer": answer } })),
            );
            continue;
        }
        for order in ["close", "hold", "range", "short", "long", "follow"] {
            tried.push(json!({ "change_order": { "unit": unit, "order": { "order": order } } }));
            tried.push(json!({ "assign_order": { "unit": unit, "order": { "order": order, "cap": 3.5 } } }));
        }
        for objective in [
            json!({ "enemy": other }),
            json!({ "friend": other }),
            json!({ "location": 1 }),
        ] {
            let order = json!({ "order": "hold", "objective": objective, "airborne": true });
            tried.push(json!({ "change_order": { "unit": unit, "order": order } }));
            let order =
                json!({ "order": "close", "objective": objective, "token_at": { "x": 3.0, "y": 50.0 } });
            tried.push(json!({ "reorganize": { "unit": unit, "order": order } }));
        }
        tried.extend([
            json!({ "direct_control": { "unit": unit } }),
            json!({ "rally": { "unit": unit, "heading": 45.0, "airborne": true } }),
            json!({ "rally": { "unit": unit, "heading": 0.0 } }),
            json!({ "pay_to_shoot": { "unit": unit } }),
            json!({ "fly_off": { "unit": unit } }),
            json!({ "reload": { "unit": unit } }),
            json!({ "recall": { "units": [unit, other] } }),
            json!({ "cast": { "unit": unit, "spell": 0, "target": other } }),
            json!({ "activate": { "units": [unit] } }),
            json!({ "report_move": { "unit": unit, "pose": { "x": 18.0, "y": 15.0, "heading": 45.0 } } }),
            json!({ "deploy": { "unit": unit, "pose": { "x": 18.0, "y": 15.0, "heading": 0.0 } } }),
            json!({ "deploy": { "unit": unit, "pose": { "x": 35.5, "y": 2.0, "heading": 0.0 } } }),
            json!({ "submit_legs": { "legs": ["about_face"], "nearest": other } }),
            json!({ "submit_legs": { "legs": [{ "shift": { "way": "forward", "inches": 30.0 } }] } }),
            json!({ "submit_legs": { "legs": [{ "reform": { "heading": 77.0 } }], "land": 0.0 } }),
            json!({ "submit_legs": { "legs": [{ "turn": { "hand": "left", "angle": 170.0, "inches": 1.0 } }] } }),
        ]);
        let rally = json!([{ "unit": unit, "heading": 0.0 }]);
        let charge = json!([{ "unit": other, "order": { "order": "close" } }]);
        tried.push(json!({ "sound_the_charge": { "charge": charge, "rally": rally, "reorganize": [] } }));
        for colour in ["red", "blue", "green"] {
            let card = 1 + pick(30, rng);
            tried.push(json!({ "play_card": { "card": card, "colour": colour, "on": [unit] } }));
        }
    }
    let read = |command| serde_json::from_value(command).unwrap();
    tried.into_iter().map(read).collect()
}

/// Answers of every kind.
fn answers(unit: &str, other: &str) -> Vec<Value> {
    let mut answers = vec![
        json!("accept"),
        json!({ "unit": unit }),
        json!({ "side": "rear" }),
        json!({ "hand": "left" }),
        json!({ "number": 99 }),
        json!({ "shift": { "hand": "left", "inches": 40.0 } }),
        json!({ "shift": { "hand": "right", "inches": 0.4 } }),
        json!({ "heading": 77.0 }),
        json!({ "card": 3 }),
        json!({ "dice": [0, 0, 1] }),
        json!({ "order": { "order": "range" } }),
    ];
    for kind in [
        json!("melee"),
        json!("ranged"),
        json!("swoop"),
        json!("free"),
        json!("swoop_answer"),
        json!({ "spell": { "spell": 0 } }),
        json!({ "strike": { "spell": 1 } }),
    ] {
        answers.push(json!({ "attack": { "by": unit, "kind": kind, "on": other } }));
    }
    answers
}

/// Rulings, sound and not.
pub fn rulings() -> Vec<Patch> {
    [
        json!({ "place": { "unit": "A1", "pose": { "x": 99.0, "y": 1.0, "heading": 0.0 } } }),
        json!({ "boxes": { "unit": "A1", "damage": 1, "ammo": 1 } }),
        json!({ "boxes": { "unit": "A1", "damage": 99 } }),
        json!({ "order": { "unit": "A1", "order": { "order": "range", "objective": { "enemy": "B1" } } } }),
        json!({ "disrupt": { "unit": "A1" } }),
        json!({ "rout": { "unit": "A1" } }),
        json!({ "destroy": { "unit": "B1" } }),
        json!({ "actions": { "seat": "A", "count": 99 } }),
        json!({ "disengage": { "unit": "A1", "from": "B1" } }),
        json!({ "roll_off": { "dispute": "sight", "south": 1, "north": 1 } }),
        json!({ "roll_off": { "dispute": "sight", "south": 1, "north": 9 } }),
        json!({ "dispute": { "dispute": "sight", "low": "yes", "high": "no", "die": 9 } }),
        json!({ "dispute": { "dispute": "sight", "low": "yes", "high": "no" } }),
        json!({ "effect": { "unit": "A1", "name": "Fog", "effects": [] } }),
    ]
    .into_iter()
    .map(|patch| serde_json::from_value(patch).unwrap())
    .collect()
}
