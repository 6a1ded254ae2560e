//! Checks that are demanded, forced, or left over.

use serde_json::{Value, json};

use super::*;
use crate::model::agenda::{GreenAt, go_on};
use crate::model::event::DamageEvent;
use crate::model::state::{Cause, Demanded};

fn effect(written: Value) -> Effect {
    serde_json::from_value(written).unwrap()
}

fn demanded(failed: Vec<Effect>) -> Demanded {
    Demanded {
        name: "Dread".to_owned(),
        by: Seat::B,
        failed,
    }
}

/// A1, of whom this is demanded, in step 6 of the Post-Combat Courage Phase; the enemy is far.
fn step_6(card: UnitType, demands: Vec<Demanded>) -> State {
    let made = scene()
        .unit("A1", card, (18.0, 6.0, 0.0))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .order("B1", Order::Hold)
        .change("A1", |unit| unit.pending.other = demands);
    courage_phase(made, false, CourageStep::Other)
}

/// Goes on until a player is asked for their next action.
fn on_to_the_next_turn(state: State, dice: &[u8]) -> (State, Vec<Event>) {
    let (result, state, events) = at_table(state, dice, go_on);
    result.unwrap();
    (state, events)
}

#[test]
fn bg4_cour_07_what_a_check_of_step_6_demands_waits_for_the_next_courage_phase() {
    // Whoever passes a check must take another: not in the same step for ever.
    let restless = UnitType {
        triggers: vec![
            serde_json::from_value(json!({
                "name": "restless", "at": "courage_passed",
                "effects": [{ "courage_check": { "failed": ["disrupt"] } }]
            }))
            .unwrap(),
        ],
        ..line()
    };
    let demands = vec![demanded(vec![effect(json!("disrupt"))])];
    let (state, events) = on_to_the_next_turn(step_6(restless, demands), &[1, 1, 1]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Other, true)]);
    let pending = &state.unit(id("A1")).unwrap().pending;
    assert_eq!(pending.other.len(), 1, "it is still demanded");
    assert!(!pending.other_checked, "and due in the next Courage Phase");
}

#[test]
fn bg4_cour_07_several_demands_are_one_check_with_what_each_of_them_brings() {
    let demands = || {
        vec![
            demanded(vec![effect(json!("disrupt"))]),
            demanded(vec![effect(json!({ "damage": { "wounds": 1 } }))]),
        ]
    };
    // 18 fails at 12: both befall it.
    let (state, events) = on_to_the_next_turn(step_6(line(), demands()), &[6, 6, 6]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Other, false)]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!((unit.status, unit.marked), (Status::Disrupted, 1));
    assert!(unit.pending.other.is_empty());
    // 3 passes: neither.
    let (state, _) = on_to_the_next_turn(step_6(line(), demands()), &[1, 1, 1]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.marked, 0);
    assert!(matches!(unit.status, Status::Ready(_)));
}

#[test]
fn bg4_cour_25_a_routing_unit_is_rid_of_its_forced_fear_check() {
    let made = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.pending.fear = true;
        });
    let (state, events) = run(courage_phase(made, true, CourageStep::Fear), &[]);
    assert!(courage_checks(&events).is_empty());
    assert!(
        !state.unit(id("A1")).unwrap().pending.fear,
        "Rallied, it would check for it"
    );
}

#[test]
fn bg4_cour_25_a_check_does_not_outlive_its_unit() {
    // A card in the window before the roll destroys the unit that checks. North still holds a card; nobody is asked for
    // it, and no dice are thrown.
    let window = |at| Step::GreenWindow {
        at,
        asked: Seat::B,
        passed: false,
        passes: 0,
    };
    let state = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .set(|state| {
            state.phase = Phase::PostCombatCourage;
            state.players[1].hand = vec![None];
            state.check = Some(Check {
                unit: id("A1"),
                kind: CheckKind::Rout,
                roll: None,
                target: 0,
                cards: Vec::new(),
                demanded: Vec::new(),
            });
            state.agenda = [
                Step::MovementAndCommand,
                Step::SettleCheck,
                window(GreenAt::AfterCheck),
                Step::RollCheck,
                window(GreenAt::BeforeCheck),
            ]
            .map(Into::into)
            .into();
        })
        .state();
    let (result, state, events) = at_table(state, &[], |table| {
        table.emit(Event::Damage(DamageEvent::UnitDestroyed {
            unit: id("A1"),
            cause: Cause::Damage,
            by: None,
        }));
        go_on(table)
    });
    result.unwrap();
    assert!(state.check.is_none() && courage_checks(&events).is_empty());
    assert_eq!(state.agenda.len(), 1);
}
