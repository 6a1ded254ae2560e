//! Commands with what they hide changed.

use std::collections::BTreeSet;

use serde_json::Value;

/// Another order of the same units, or the same items on other units.
pub fn another_army(command: &Value) -> Vec<Value> {
    let mut others = Vec::new();
    for (field, part) in [("/list/units", ""), ("/weapons", "/item")] {
        let count = command
            .pointer(field)
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        for (one, other) in (0..count).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let mut changed = command.clone();
            let at = |place: usize| format!("{field}/{place}{part}");
            let (left, right) = (
                command.pointer(&at(one)).cloned(),
                command.pointer(&at(other)).cloned(),
            );
            *changed.pointer_mut(&at(one)).unwrap() = right.unwrap();
            *changed.pointer_mut(&at(other)).unwrap() = left.unwrap();
            others.push(changed);
        }
    }
    others
}

/// An army of as many units with another kind among them, and with more or fewer cards bought.
pub fn another_roster(command: &Value) -> Vec<Value> {
    let Some(units) = command.pointer("/list/units").and_then(Value::as_array) else {
        return Vec::new();
    };
    let cards = command
        .pointer("/list/cards")
        .and_then(Value::as_u64)
        .unwrap_or(0);
    let mut others = Vec::new();
    for (place, kind) in (0..units.len()).flat_map(|place| units.iter().map(move |kind| (place, kind))) {
        if units[place] == *kind {
            continue;
        }
        for bought in [cards + 1, cards.saturating_sub(1)] {
            let mut changed = command.clone();
            changed["list"]["units"][place] = kind.clone();
            changed["list"]["cards"] = bought.into();
            others.push(changed);
        }
    }
    others
}

/// A command as somebody gives it who knows what they hide, or several where they may know different things.
pub fn known(command: Value) -> Vec<Value> {
    if is_draw(&command) && command["card"].is_null() {
        return another_card(&command);
    }
    vec![command]
}

pub fn without_repeats(commands: &mut Vec<Value>) {
    let mut seen = BTreeSet::new();
    commands.retain(|command| seen.insert(command.to_string()));
}

/// A command card is drawn.
pub fn is_draw(command: &Value) -> bool {
    command["type"]
        .as_str()
        .is_some_and(|name| name.starts_with("draw"))
}

/// Another card drawn on the table.
pub fn another_card(command: &Value) -> Vec<Value> {
    if !is_draw(command) {
        return Vec::new();
    }
    (1..=30)
        .map(|card| {
            let mut other = command.clone();
            other["card"] = card.into();
            other
        })
        .collect()
}

/// No other command: what is hidden comes from the dice.
pub fn by_dice(_command: &Value) -> Vec<Value> {
    Vec::new()
}
