//! Suggestions of the coaches in the recorded battles: always with reason, numbers and rules, and what the stories beside
//! the battles lead one to expect; better choices that the rules accept where they could have been made.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_engine::kernel::coach::trial::is_proved;
use hindsight_engine::kernel::{Seed, Suggestion, Viewer};
use hindsight_engine::{AnyGame, system};
use serde_json::json;

use crate::recorded::{GAMES, replayed};

/// The battles of an edition, each with how many events it has and what the coach says of it.
fn coached(edition: &str) -> Vec<(&'static str, u64, Vec<Suggestion>)> {
    GAMES
        .iter()
        .map(|game| (game.name, replayed(game)))
        .filter(|(_, replayed)| replayed.system.id() == edition)
        .map(|(name, replayed)| {
            let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
            let found = chronicle.suggestions(Viewer::Everything, &|| true).unwrap();
            (name, chronicle.len(), found)
        })
        .collect()
}

#[test]
fn whatever_is_said_is_proved_and_rests_on_rules_of_the_book() {
    for (edition, battles) in [("battleground-4", 3), ("battleground-3", 3)] {
        let battleground = system(edition).unwrap();
        let coached = coached(edition);
        assert_eq!(coached.len(), battles, "{edition}");
        for (name, events, found) in coached {
            assert!(!found.is_empty(), "{name}");
            let mut places = BTreeSet::new();
            for one in &found {
                assert!(is_proved(one, battleground.detectors()), "{name}: {one:?}");
                for rule in &one.rules {
                    assert!(battleground.rulebook().get(&rule.0).is_some(), "{name}: {rule}");
                }
                assert!((1..=events).contains(&one.version), "{name}: {one:?}");
                // An answer names detector, version and unit.
                let place = (&one.detector, one.version, &one.unit);
                assert!(places.insert(place), "{name}: told twice: {one:?}");
            }
        }
    }
}

/// What a story tells, by the versions of the events that it links to, and what the coach makes of it.
#[test]
fn the_coach_sees_what_the_stories_tell() {
    let coached = coached("battleground-4");
    let told = |battle: &str, detector: &str, unit: &str| -> Vec<u64> {
        let (_, _, found) = coached.iter().find(|(name, ..)| *name == battle).unwrap();
        let hits = found.iter();
        hits.filter(|one| one.detector == detector && one.unit.as_deref() == Some(unit))
            .map(|one| one.version)
            .collect()
    };
    let knights = "the-knights-at-the-barrow";
    // The coven itself rushed the front of knights, and did not outlive the turn.
    assert_eq!(told(knights, "overreach_rush", "B10"), vec![737_u64]);
    // The Lancers routed through the screen without shaking it.
    assert!(told(knights, "rout_lane_not_free", "A9").is_empty());
    // On turn 7 the colossus came to the right flank of the League Swords: they had offered it after turn 5.
    let offered = told("the-colossus-on-the-tor", "flank_offered", "B2");
    assert!(
        offered.iter().any(|at| (1_248..2_154).contains(at)),
        "{offered:?}"
    );
}

/// What a coach would have had done is weighed against what was done, and can be done: in a game that goes its own way from there, with the dice of a seed, every
/// command is accepted as if a player had given it.
#[test]
fn better_choices_are_accepted_where_they_could_have_been_made() {
    let seeds = |_| Seed::new([9; 32]);
    let mut systems: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for game in GAMES {
        let replayed = replayed(game);
        let (system, records) = (replayed.system, replayed.records());
        let chronicle = system.chronicle(&records).unwrap();
        let found = chronicle.suggestions(Viewer::Everything, &|| true).unwrap();
        for one in &found {
            let place = format!("{}: {one:?}", game.name);
            // Reason, numbers and rules; and with a better choice measures of both that favour it.
            assert!(is_proved(one, system.detectors()), "{place}");
            let Some(better) = &one.better else { continue };
            assert!(better.at < one.version && !better.words.is_empty(), "{place}");
            let before = chronicle.game_at(better.at, Viewer::Everything).unwrap();
            let awaits = |game: &dyn AnyGame| {
                let info = game.info(Viewer::Everything);
                info.awaiting.iter().any(|asked| asked.seat == one.seat)
            };
            assert!(awaits(before.as_ref()), "{place}");
            let drawn = before.without_dice(one.seat, &better.commands, Viewer::Everything);
            assert!(drawn.is_ok(), "{place}: {drawn:?}");
            let forked = chronicle.fork(&records, better.at, true, &seeds).unwrap();
            assert_eq!(forked.at, better.at, "{place}: a decision was awaited there");
            let mut played = forked.game;
            for command in &better.commands {
                let command = json!({ "type": "play", "seat": one.seat, "command": command });
                let decided = played.decide(command, None, Some(&seeds));
                played = decided
                    .unwrap_or_else(|refused| panic!("{place}: {refused}"))
                    .game;
            }
            systems
                .entry(system.id())
                .or_default()
                .insert(one.detector.clone());
        }
    }
    println!("{systems:#?}");
    // What the coach tells of the recorded games of Before Battle and Men of Iron are observations: their own tests have those with
    // better choices.
    for system in ["battleground-3", "battleground-4", "ice-and-fire"] {
        assert!(systems.contains_key(system), "{system}: {systems:?}");
    }
}
