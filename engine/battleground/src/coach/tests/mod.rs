mod command;
mod ends;
mod rushes;
mod shooting;

use hindsight_geometry::inches::Side;
use hindsight_kernel::{Coach, RuleSet, Seat, Suggestion, Watched};

use super::*;
use crate::state::{Engagement, RushKind};

/// What a coach says of events that follow a position.
fn watched(watcher: &mut Watcher, state: &State, events: &[Event]) -> Vec<Suggestion> {
    let (mut found, mut before) = (Vec::new(), state.clone());
    for (version, event) in (1..).zip(events) {
        let mut after = before.clone();
        crate::fold::evolve(&mut after, event).unwrap();
        let seen = Watched {
            version,
            before: &before,
            event,
            after: &after,
        };
        watcher.watch(&seen, &mut found);
        before = after;
    }
    found
}

/// The same of a coach who begins to watch there.
fn told(state: &State, events: &[Event]) -> Vec<Suggestion> {
    watched(&mut Watcher::default(), state, events)
}

/// The units that a detector points at; "" where it is about none.
fn of(found: &[Suggestion], detector: &str) -> Vec<String> {
    let known = DETECTORS.iter().find(|known| known.id == detector).unwrap();
    let hits: Vec<&Suggestion> = found.iter().filter(|one| one.detector == detector).collect();
    for one in &hits {
        assert!(!one.reason.is_empty() && !one.numbers.is_empty());
        assert!(one.numbers.iter().all(|proof| proof.value.is_finite()), "{one:?}");
        assert_eq!((one.glyph, one.name.as_str()), (known.glyph, known.name));
    }
    hits.into_iter()
        .map(|one| one.unit.clone().unwrap_or_default())
        .collect()
}

fn number(found: &[Suggestion], detector: &str, name: &str) -> f64 {
    let one = found.iter().find(|one| one.detector == detector).unwrap();
    one.numbers.iter().find(|proof| proof.name == name).unwrap().value
}

const NONE: [&str; 0] = [];

/// A1 rushes a side of B1 in this turn.
fn rush(state: &State, side: Side) -> Event {
    Event::FinalRushed {
        engagement: Engagement {
            rusher: crate::scene::id("A1"),
            rusher_side: Side::Front,
            rushed: crate::scene::id("B1"),
            rushed_side: side,
            kind: RushKind::Front,
            point: None,
            turn: state.turn,
            taken_over: false,
        },
        contact: crate::scene::inches(3.5),
    }
}

#[test]
fn every_detector_rests_on_rules_of_the_book_and_has_one_id() {
    for (place, one) in DETECTORS.iter().enumerate() {
        assert!(
            DETECTORS[..place].iter().all(|other| other.id != one.id),
            "{}",
            one.id
        );
        for rule in one.rules {
            assert!(Battleground::rulebook().get(rule).is_some(), "{}: {rule}", one.id);
        }
    }
    assert_eq!(DETECTORS.len(), 25, "all of the catalogue");
    assert_eq!(place(Seat::B), 1);
}
