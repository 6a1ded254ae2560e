//! Suggestions of Battleground's coach in the recorded battles: always with reason, numbers and rules, and
//! what the stories beside the battles lead one to expect.

use std::collections::BTreeSet;

use hindsight_engine::kernel::coach::trial::is_proved;
use hindsight_engine::kernel::{Suggestion, Viewer};
use hindsight_engine::system;

use crate::recorded::{GAMES, replayed};

/// The battles, each with how many events it has and what the coach says of it.
fn coached() -> Vec<(&'static str, u64, Vec<Suggestion>)> {
    GAMES
        .iter()
        .map(|game| (game.name, replayed(game)))
        .filter(|(_, replayed)| replayed.system.id() == "battleground-4")
        .map(|(name, replayed)| {
            let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
            let found = chronicle.suggestions(Viewer::Everything, &|| true).unwrap();
            (name, chronicle.len(), found)
        })
        .collect()
}

#[test]
fn whatever_is_said_is_proved_and_rests_on_rules_of_the_book() {
    let battleground = system("battleground-4").unwrap();
    let coached = coached();
    assert_eq!(coached.len(), 3);
    for (name, events, found) in coached {
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

/// What a story tells, by the versions of the events that it links to, and what the coach makes of it.
#[test]
fn the_coach_sees_what_the_stories_tell() {
    let coached = coached();
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
