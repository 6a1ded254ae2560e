//! A position in which each detector speaks, and a near one in which it does not.

mod activations;
mod fights;
mod standing;

use hindsight_geometry::hexes::Facing;
use hindsight_kernel::coach::trial;
use hindsight_kernel::{Coach, Roll, RollSource, Seat, Suggestion, WatchedEvent};

use super::{DETECTORS, Watcher};
use crate::MenOfIron;
use crate::data::{Combat, CombatCell, Order, Outcome, Token};
use crate::field::sample::{hex, id, put, with};
use crate::model::attack::{Attack, Attacker, Course, Defender, Marker, Which};
use crate::model::drm::Throw;
use crate::model::event::{
    ActivationEvent, EndingEvent, Event, FireEvent, MovementEvent, RallyEvent, ResultEvent, ShockEvent, Shot,
};
use crate::model::names::{CommandId, UnitId};
use crate::model::piece::{LeaderPlace, Occasion, Status};
use crate::model::state::{Activated, Activation, Kind, State};

fn command(text: &str) -> CommandId {
    text.parse().unwrap()
}

fn throw(die: u8) -> Throw {
    Throw {
        roll: Roll {
            purpose: "test".into(),
            sides: 10,
            faces: vec![if die == 0 { 10 } else { die }],
            counted: Vec::new(),
            source: RollSource::Reported,
        },
        drms: Vec::new(),
    }
}

fn shot(result: &[Token]) -> Shot {
    Shot {
        range: 1,
        throw: throw(5),
        result: Outcome::of(result),
    }
}

/// Open ground, side B in an Activation of a Command.
fn scene(of: &str, units: &[(&str, &str, u8)]) -> State {
    let mut state = with(units);
    let battle = std::sync::Arc::make_mut(&mut state.battle);
    battle.map.hex.clear();
    battle.map.side.clear();
    state.active = Seat::B;
    state.activation = Some(Activation {
        kind: Kind::Free,
        of: Activated::Command(command(of)),
    });
    state
}

fn change(state: &mut State, unit: &str, change: impl FnOnce(&mut crate::model::piece::Unit)) {
    change(state.units.get_mut(&id(unit)).unwrap());
}

/// The same position with a unit in the middle of its Move/Fire.
fn begun(mut state: State, unit: &str) -> State {
    let turn = crate::rules::movement::beginning(&state, state.unit(id(unit)).unwrap());
    change(&mut state, unit, |unit| unit.acts.turn = Some(turn));
    state
}

/// What a coach says of events, each in the position before it: all of it proved, and each better choice weighed.
fn found(events: &[(&State, Event)]) -> Vec<Suggestion> {
    let mut coach = Watcher::default();
    let mut found = Vec::new();
    for (asked_at, (before, event)) in (0..).zip(events) {
        let mut after = (*before).clone();
        after.evolve(event).unwrap();
        let watched: WatchedEvent<'_, MenOfIron> = WatchedEvent {
            version: asked_at + 1,
            asked_at,
            before,
            event,
            after: &after,
        };
        coach.watch(&watched, &mut found);
    }
    for one in &found {
        assert!(trial::is_proved(one, DETECTORS), "{one:?}");
    }
    found
}

/// The detectors that speak.
fn said(events: &[(&State, Event)]) -> Vec<String> {
    let found = found(events).into_iter();
    found.map(|suggestion| suggestion.detector).collect()
}

/// The numbers by which a detector proves what it says.
fn counts(detector: &str, events: &[(&State, Event)], numbers: &[(&str, f64)]) {
    let found = found(events);
    for (name, value) in numbers {
        let number = trial::number(&found, detector, name).unwrap();
        assert!((number - value).abs() < 1e-9, "{detector}, {name}: {number}");
    }
}

/// A measure of what a detector says was done and of what it proposes.
fn weighs(detector: &str, events: &[(&State, Event)], what: &str, (done, better): (f64, f64)) {
    let measure = trial::weighed(&found(events), detector, what).unwrap();
    let near = (measure.0 - done).abs() < 1e-9 && (measure.1 - better).abs() < 1e-9;
    assert!(near, "{detector}, {what}: {measure:?}");
}

/// That the exchange which a detector proposes is better by at least a tenth of a Flight Point.
fn gains(detector: &str, events: &[(&State, Event)]) {
    let what = &super::exchange::EXCHANGE.to_string();
    let (done, better) = trial::weighed(&found(events), detector, what).unwrap();
    assert!(better >= done + 0.1 - 1e-9, "{detector}: {done} and {better}");
}

fn speaks(detector: &str, events: &[(&State, Event)]) {
    assert!(
        said(events).iter().any(|said| said == detector),
        "{detector}: {:?}",
        said(events)
    );
}

fn is_silent(detector: &str, events: &[(&State, Event)]) {
    assert!(
        !said(events).iter().any(|said| said == detector),
        "{detector} near twin"
    );
}

fn attack(state: &State, attackers: &[(&str, Option<&[&str]>)], defenders: &[&str]) -> Attack {
    Attack {
        attackers: attackers
            .iter()
            .map(|(unit, path)| {
                let unit = state.unit(id(unit)).unwrap();
                Attacker {
                    unit: unit.id,
                    class: unit.class,
                    at: unit.hex().unwrap(),
                    marker: if path.is_some() {
                        Marker::Charge
                    } else {
                        Marker::Shock
                    },
                    course: path.map(|path| Course {
                        path: path.iter().map(|label| hex(label)).collect(),
                        turn: None,
                    }),
                    rode: false,
                }
            })
            .collect(),
        defenders: defenders
            .iter()
            .map(|unit| Defender {
                unit: id(unit),
                at: state.unit(id(unit)).unwrap().hex().unwrap(),
            })
            .collect(),
        countered_by: Vec::new(),
        rolled: false,
        over: false,
    }
}

fn declared(state: &State, attackers: &[(&str, Option<&[&str]>)], defenders: &[&str]) -> Event {
    Event::Shock(ShockEvent::AttacksDeclared {
        attacks: vec![attack(state, attackers, defenders)],
    })
}

fn stepped(unit: &str, from: &str, to: &str, cost: u8, passing: Option<UnitId>) -> Event {
    Event::Movement(MovementEvent::UnitStepped {
        unit: id(unit),
        from: hex(from),
        to: hex(to),
        facing: Facing::One,
        cost,
        stopped: false,
        zocs_left: Vec::new(),
        leaders: Vec::new(),
        passing,
    })
}

fn status_set(of: &str, out: &[&str]) -> Event {
    Event::Activation(ActivationEvent::CommandStatusSet {
        command: command(of),
        out_of_command: out.iter().map(|unit| id(unit)).collect(),
        adjacent: Vec::new(),
        in_zoc: Vec::new(),
    })
}

fn continuity(of: &str, rating: u8, success: bool) -> Event {
    Event::Activation(ActivationEvent::ContinuityRolled {
        seat: Seat::B,
        command: command(of),
        throw: throw(3),
        rating,
        success,
    })
}

#[test]
fn all_25_of_the_catalogue_are_there() {
    assert_eq!(DETECTORS.len(), 25);
    let ids: std::collections::BTreeSet<&str> = DETECTORS.iter().map(|detector| detector.id).collect();
    assert_eq!(ids.len(), 25);
    let book = <MenOfIron as hindsight_kernel::Rules>::rulebook();
    for detector in DETECTORS {
        for rule in detector.rules {
            assert!(book.get(rule).is_some(), "{}: {rule}", detector.id);
        }
    }
}
