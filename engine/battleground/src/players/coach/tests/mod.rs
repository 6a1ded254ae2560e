mod command;
mod earlier;
mod ends;
mod hands;
mod memory;
mod recorded;
mod rushes;
mod shooting;

use crate::model::event::EngagementEvent;
use battleground_geometry::Side;
use hindsight_kernel::coach::trial;
use hindsight_kernel::{Coach, Roll, RollSource, Seat, Suggestion};

use super::history::Lost;
use super::watched::place;
use super::*;
use crate::Battleground3;
use crate::model::agenda::Step;
use crate::model::attack::AttackKind;
use crate::model::orders::Order;
use crate::model::state::{Check, CheckKind, Engagement, RushKind};
use crate::scene::id;
use crate::system::Battleground;

/// A coach who remembers this.
fn remembering(history: History) -> Watcher {
    Watcher {
        history,
        ..Watcher::default()
    }
}

/// Command actions that were lost: the turn, and how many.
fn actions_lost(lost: Option<(u16, u8)>) -> Option<Lost> {
    lost.map(|(turn, count)| Lost { turn, count, at: 0 })
}

/// What a coach says of events that follow a position.
fn watched(watcher: &mut Watcher, state: &State, events: &[Event]) -> Vec<Suggestion> {
    trial::watched::<Battleground>(watcher, state, events).unwrap()
}

/// The same of a coach who begins to watch there.
fn told(state: &State, events: &[Event]) -> Vec<Suggestion> {
    watched(&mut Watcher::default(), state, events)
}

/// The units that a detector points at; "" where it is about none.
fn of(found: &[Suggestion], detector: &str) -> Vec<String> {
    trial::about(found, Battleground::detectors(), detector)
}

fn number(found: &[Suggestion], detector: &str, name: &str) -> f64 {
    trial::number(found, detector, name).unwrap()
}

/// A measure of what a detector says was done and of what it proposes.
fn weighs(found: &[Suggestion], detector: &str, what: &str, (done, better): (f64, f64)) {
    let measure = trial::weighed(found, detector, what).unwrap();
    let near = (measure.0 - done).abs() < 1e-9 && (measure.1 - better).abs() < 1e-9;
    assert!(near, "{detector}, {what}: {measure:?}");
}

const NONE: [&str; 0] = [];

/// A Rout Check of A1 against Courage 12: these faces were thrown, or none yet.
fn rout_check(faces: &[u8]) -> Check {
    Check {
        unit: id("A1"),
        kind: CheckKind::Rout,
        roll: (!faces.is_empty()).then(|| Roll {
            purpose: "courage".into(),
            sides: 6,
            faces: faces.to_vec(),
            counted: Vec::new(),
            source: RollSource::Reported,
        }),
        target: 12,
        cards: Vec::new(),
        demanded: Vec::new(),
    }
}

/// A1 rushes a side of B1 in this turn.
fn rush(state: &State, side: Side) -> Event {
    rush_by(state, "A1", side)
}

/// This unit rushes a side of B1 in this turn.
fn rush_by(state: &State, rusher: &str, side: Side) -> Event {
    Event::Engagement(EngagementEvent::FinalRushed {
        engagement: Engagement {
            rusher: id(rusher),
            rusher_side: Side::Front,
            rushed: id("B1"),
            rushed_side: side,
            kind: RushKind::Front,
            point: None,
            turn: state.turn,
            taken_over: false,
        },
        contact: crate::scene::inches(3.5),
    })
}

/// Every detector has an id of its own and rests on rules of its edition.
fn check_detectors<R: Coaching>(prefix: &str) {
    let detectors = R::detectors();
    for (place, one) in detectors.iter().enumerate() {
        assert!(
            detectors[..place].iter().all(|other| other.id != one.id),
            "{}",
            one.id
        );
        for rule in one.rules {
            assert!(rule.starts_with(prefix), "{}: {rule}", one.id);
            assert!(R::rulebook().get(rule).is_some(), "{}: {rule}", one.id);
        }
    }
}

#[test]
fn every_detector_rests_on_rules_of_its_edition_and_has_one_id() {
    check_detectors::<Battleground>("BG4-");
    check_detectors::<Battleground3>("BG3-");
    assert_eq!(Battleground::detectors().len(), 25, "all of the catalogue");
}

#[test]
fn what_is_remembered_of_a_player_lies_at_the_place_of_his_seat() {
    assert_eq!([Seat::A, Seat::B].map(place), [0, 1]);
}
