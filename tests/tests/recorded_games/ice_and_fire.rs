//! Features that the recorded games of Ice and Fire show between them.

use std::collections::BTreeSet;

use hindsight_engine::kernel::Viewer;
use serde_json::Value;

use crate::recorded::{GAMES, Recorded, replayed};

fn games() -> Vec<&'static Recorded> {
    let of_this_game = |game: &&Recorded| replayed(game).system.id() == "ice-and-fire";
    GAMES.iter().filter(of_this_game).collect()
}

/// The events of a game as JSON, with their names.
fn events(game: &Recorded) -> Vec<(String, Value)> {
    let replayed = replayed(game);
    let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
    let mut events = Vec::new();
    chronicle
        .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
            events.push((step.kind(), step.event()));
            true
        })
        .unwrap();
    events
}

/// The texts of a field in all events of a name.
fn all(games: &[Told], name: &str, field: &str) -> BTreeSet<String> {
    let events = games.iter().flat_map(|(_, events)| events);
    events
        .filter(|(kind, _)| kind == name)
        .filter_map(|(_, event)| Some(event[field].as_str()?.to_owned()))
        .collect()
}

/// A game with its events.
type Told = (&'static Recorded, Vec<(String, Value)>);

#[test]
fn they_show_every_zone_every_token_and_every_keyword() {
    let games: Vec<Told> = games().into_iter().map(|game| (game, events(game))).collect();
    assert_eq!(games.len(), 3);
    for (game, events) in &games {
        let one = [(*game, events.clone())];
        let zones = all(&one, "zone_claimed", "zone");
        assert_eq!(zones.len(), 5, "{}: {zones:?}", game.name);
        assert!(game.text.contains('+'), "{} has attachments", game.name);
    }
    let tokens: BTreeSet<String> = ["panicked", "vulnerable", "weakened"].map(str::to_owned).into();
    assert_eq!(all(&games, "token_placed", "token"), tokens);
    assert_eq!(all(&games, "token_expended", "token"), tokens);

    let mut keywords = BTreeSet::new();
    for (game, _) in &games {
        let state = replayed(game).game.state(Viewer::Everything);
        let cards = state["cards"]["terrain"].as_array().unwrap().clone();
        for piece in state["terrain"].as_array().unwrap() {
            let card = cards.iter().find(|card| card["id"] == piece["card"]).unwrap();
            let words = card["keywords"].as_array().unwrap().iter();
            keywords.extend(words.map(|word| word.as_str().unwrap().to_owned()));
        }
    }
    let every = [
        "blocks_line_of_sight",
        "cover",
        "dangerous",
        "destructible",
        "elevated",
        "fortified",
        "hindering",
        "horrific",
        "impassable",
        "inspiring",
        "rough",
    ];
    assert_eq!(keywords, every.map(str::to_owned).into());
    // What happens in them besides.
    let happened: BTreeSet<&str> = games
        .iter()
        .flat_map(|(_, events)| events.iter().map(|(kind, _)| kind.as_str()))
        .collect();
    for kind in [
        "charge_bonus_lost",
        "charge_fortified",
        "charger_hurt",
        "piece_removed",
        "retreat_rolled",
        "order_used",
        "panic_replaced",
        "unit_destroyed",
    ] {
        assert!(happened.contains(kind), "{kind}");
    }
    let failed = games.iter().flat_map(|(_, events)| events);
    let charges: BTreeSet<bool> = failed
        .filter(|(kind, _)| kind == "charge_rolled")
        .filter_map(|(_, event)| event["success"].as_bool())
        .collect();
    assert_eq!(charges.len(), 2, "charges succeed and fail");
}
