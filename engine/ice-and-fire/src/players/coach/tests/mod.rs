//! Each detector in a position in which it fires, and in a near one in which it does not.

mod fights;
mod round;

use hindsight_kernel::coach::trial;
use hindsight_kernel::{Roll, RollSource, Seat, Sketches, Suggestion};
use serde_json::{Value, json};

use super::*;
use crate::cards::{ConditionToken, ZoneName};
use crate::field::{Pose, Side};
use crate::model::agenda::Occasion;
use crate::model::contests::{Attack, AttackEffects, Charge, Die, PanicTest};
use crate::model::event::{
    Again, AttackEvent, ChargeEvent, MovementEvent, ProcedureEvent, RollOf, RoundEvent, ScoringEvent,
    UnitEvent,
};
use crate::model::unit::Engagement;
use crate::odds::Prospect;

fn unit(text: &str) -> UnitId {
    text.parse().unwrap()
}

#[allow(clippy::needless_pass_by_value, reason = "drawings are written in place")]
fn drawn(units: Value, terrain: Value) -> State {
    let sketch = json!({ "round": 2, "units": units, "terrain": terrain });
    IceAndFire::sketched(&sketch, &[]).unwrap().state
}

fn tray(seat: &str, card: &str, x: f64, y: f64, heading: u16) -> Value {
    json!({ "seat": seat, "card": card, "x": x, "y": y, "heading": heading })
}

/// The same with more said of it.
#[allow(clippy::needless_pass_by_value, reason = "drawings are written in place")]
fn with(mut tray: Value, more: Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        tray[name] = value.clone();
    }
    tray
}

fn said(watcher: &mut Watcher, state: &State, events: &[Event]) -> Vec<Suggestion> {
    trial::watched(watcher, state, events).unwrap()
}

/// The units that a detector points at when events follow a position.
fn of(detector: &str, state: &State, events: &[Event]) -> Vec<String> {
    let found = said(&mut Watcher::default(), state, events);
    trial::about(&found, DETECTORS, detector)
}

/// A measure of what a detector says was done and of what it proposes.
fn weighs(found: &[Suggestion], detector: &str, what: &str, (done, better): (f64, f64)) {
    let measure = trial::weighed(found, detector, what).unwrap();
    let near = (measure.0 - done).abs() < 1e-9 && (measure.1 - better).abs() < 1e-9;
    assert!(near, "{detector}, {what}: {measure:?}");
}

/// The wounds of an attack on a unit that survives it: so many dice wound with this chance, and where one does the unit fails its Panic
/// Test with so many of 36 throws, which costs 2 on average.
fn of_attack(dice: i32, wounds: f64, panics: f64) -> f64 {
    f64::from(dice) * wounds + 2.0 * panics / 36.0 * (1.0 - (1.0 - wounds).powi(dice))
}

const NOBODY: [&str; 0] = [];

fn roll(faces: &[u8]) -> Roll {
    Roll {
        purpose: "test".into(),
        sides: 6,
        faces: faces.to_vec(),
        counted: Vec::new(),
        source: RollSource::Reported,
    }
}

fn charge(charger: &str, target: &str, side: Side, heading: u16) -> Charge {
    Charge {
        charger: unit(charger),
        target: unit(target),
        side,
        heading,
        weapon: None,
        path: Vec::new(),
        modifier: 0,
        die: None,
        hurt: false,
        bonus_lost: false,
        fortified: false,
        effects: AttackEffects::default(),
    }
}

fn declared(charge: &Charge) -> Event {
    Event::Charge(ChargeEvent::ChargeDeclared {
        charge: charge.clone(),
    })
}

/// An attack under way in a position.
fn attack(state: &State, attacker: &str, defender: &str) -> Attack {
    let prospect = Prospect {
        attacker: unit(attacker),
        defender: unit(defender),
        kind: crate::cards::AttackKind::Melee,
        weapon: 0,
        over: Side::Front,
        charge: None,
    };
    prospect.declared(state).attack.unwrap()
}

fn duel() -> State {
    drawn(
        json!([
            tray("A", "mw-shield", 24.0, 19.2, 0),
            tray("B", "ka-raid", 24.0, 24.0, 180)
        ]),
        json!([]),
    )
}

#[test]
fn every_detector_has_an_id_of_its_own_and_rests_on_rules() {
    assert_eq!(DETECTORS.len(), 20);
    let mut ids: Vec<&str> = DETECTORS.iter().map(|detector| detector.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 20);
    for detector in DETECTORS {
        assert!(!detector.rules.is_empty(), "{}", detector.id);
        for rule in detector.rules {
            assert!(crate::packs::rulebook().get(rule).is_some(), "{rule}");
        }
    }
}

/// A position at the trigger after the attack dice of A1 on B1, with a token on A1.
fn rolled(faces: &[u8], token: Option<ConditionToken>) -> State {
    let mut state = duel();
    let mut attack = attack(&state, "A1", "B1");
    attack.dice = faces.iter().map(|face| Die::thrown(*face)).collect();
    state.attack = Some(attack);
    state.units[0].tokens.extend(token);
    let at = Occasion {
        attacker: Some(unit("A1")),
        subject: Some(unit("B1")),
        ..Occasion::new(crate::cards::Trigger::AttackRolled, Seat::A)
    };
    state.agenda = vec![
        Step::RollDefence.into(),
        Step::Window {
            at,
            asked: Seat::B,
            used: false,
        }
        .into(),
    ];
    state
}

/// A position with NCUs of both players.
fn with_ncus(zones: [Option<ZoneName>; 6]) -> State {
    let mut state = duel();
    let ids = ["AN1", "AN2", "AN3", "BN1", "BN2", "BN3"];
    for (id, zone) in ids.into_iter().zip(zones) {
        let card = if id.starts_with('A') { "mw-iline" } else { "ka-ash" };
        state.ncus.push(crate::model::unit::NcuState {
            id: id.parse().unwrap(),
            card: card.parse().unwrap(),
            zone,
            activated: zone.is_some(),
        });
    }
    state
}
