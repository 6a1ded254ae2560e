//! Serialized form of cards in a state.

use serde_json::{Value, json};

use super::*;
use crate::model::state::State;
use crate::scene::{line, mc, scene};

#[test]
fn a_state_says_move_and_fly_and_those_of_older_releases_are_read_with_movement_and_flying() {
    let flyer = UnitType {
        flying: Some(mc(8.5)),
        ..line()
    };
    let state = scene()
        .unit("A1", flyer, (18.0, 10.0, 0.0))
        .unit("A2", line(), (8.0, 10.0, 0.0))
        .state();
    let written = serde_json::to_value(&state).unwrap();
    let kinds = written["book"]["kinds"].as_array().unwrap();
    let moves = |card: &Value| ["move", "fly", "movement", "flying"].map(|name| card.get(name).cloned());
    assert_eq!(moves(&kinds[0]), [Some(json!(3.5)), Some(json!(8.5)), None, None]);
    assert_eq!(moves(&kinds[1]), [Some(json!(3.5)), None, None, None]);
    assert_eq!(serde_json::from_value::<State>(written.clone()).unwrap(), state);
    // As release 0.1.0 wrote it.
    let mut older = written.clone();
    for card in older["book"]["kinds"].as_array_mut().unwrap() {
        let card = card.as_object_mut().unwrap();
        for (now, before) in [("move", "movement"), ("fly", "flying")] {
            if let Some(value) = card.remove(now) {
                card.insert(before.to_owned(), value);
            }
        }
    }
    let card = &older["book"]["kinds"][0];
    assert_eq!(moves(card), [None, None, Some(json!(3.5)), Some(json!(8.5))]);
    assert_eq!(serde_json::from_value::<State>(older.clone()).unwrap(), state);
    // Not both at once.
    older["book"]["kinds"][0]["move"] = json!(3.5);
    let fault = serde_json::from_value::<State>(older).unwrap_err();
    assert!(fault.to_string().contains("duplicate field `move`"), "{fault}");
}
