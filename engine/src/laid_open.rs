//! Whether going on would show a viewer what is hidden from them: asked before a dry run is answered.

use hindsight_kernel::Viewer;
use serde_json::Value;

use crate::any_game::AnyGame;

/// Whether a viewer would learn something after a command that was hidden from them before it: the game ends, choices made in
/// secret are shown, or a part of the position is known that was not.
pub fn lays_open(before: &dyn AnyGame, after: &dyn AnyGame, viewer: Viewer) -> bool {
    if viewer == Viewer::Everything {
        return false;
    }
    let is_over = |game: &dyn AnyGame| game.info(Viewer::Public).outcome.is_some();
    if is_over(after) && !is_over(before) {
        return true;
    }
    if after.sealed_choices(viewer) < before.sealed_choices(viewer) {
        return true;
    }
    let hidden = |game: &dyn AnyGame| {
        let mut places = Vec::new();
        compare(
            &game.state(Viewer::Everything),
            &game.state(viewer),
            "",
            &mut places,
        );
        places
    };
    let still = hidden(after);
    hidden(before).iter().any(|place| !still.contains(place))
}

/// The places at which a position differs from what a viewer knows of it. A list of another length is one place.
fn compare(whole: &Value, known: &Value, place: &str, places: &mut Vec<String>) {
    match (whole, known) {
        (Value::Object(whole), Value::Object(known)) => {
            for name in whole
                .keys()
                .chain(known.keys().filter(|name| !whole.contains_key(*name)))
            {
                let member = |of: &serde_json::Map<String, Value>| of.get(name).cloned().unwrap_or_default();
                compare(&member(whole), &member(known), &format!("{place}/{name}"), places);
            }
        }
        (Value::Array(whole), Value::Array(known)) if whole.len() == known.len() => {
            for (number, (whole, known)) in whole.iter().zip(known).enumerate() {
                compare(whole, known, &format!("{place}/{number}"), places);
            }
        }
        _ if whole != known => places.push(place.to_owned()),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn hidden_places_are_named_and_a_shorter_list_is_one_place() {
        let whole = json!({ "hand": [3, 4], "deck": [1, 2], "round": 1, "list": { "units": ["a"] } });
        let known = json!({ "hand": [3, null], "deck": [1, 2, 4], "round": 1, "list": null });
        let mut places = Vec::new();
        compare(&whole, &known, "", &mut places);
        places.sort();
        assert_eq!(places, ["/deck", "/hand/1", "/list"]);
        let mut none = Vec::new();
        compare(&whole, &whole, "", &mut none);
        assert!(none.is_empty());
    }
}
