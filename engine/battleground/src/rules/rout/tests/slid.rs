//! Rout moves of a Colossal unit whose front card was slid under its enemy.

use battleground_geometry::{Hand, Inches};

use super::*;
use crate::field::Field;
use crate::model::state::{Cause, Phase, State};
use crate::verbs::routing::begin_rout;

/// A1, Colossal, whose front card lies under B1, fails its check.
fn slid_and_routing(distance: f64) -> State {
    let giant = UnitType {
        movement: mc(distance),
        ..colossal()
    };
    let state = scene()
        .unit("A1", giant, (18.0, 13.75, 0.0))
        .change("A1", |unit| unit.slid = true)
        .unit("B1", moving(3.5), (18.0, 15.0, 180.0))
        .engaged("A1", "B1", Side::Front)
        .state();
    at_table(state, &[], |table| begin_rout(table, id("A1"), "test")).1
}

#[test]
fn bg4_colos_05_a_slid_unit_routs_out_from_under_its_enemy() {
    let state = slid_and_routing(3.5);
    // About Face leaves its two cards where they are: the one outside lies from 11.25 to 13.75.
    let field = Field::of(&state);
    assert_eq!(field.body(id("A1")).unwrap().pose(), pose(18.0, 12.5, 180.0));
    // RULING: what it lies under does not stop it; where it ends the whole of it counts.
    let plan = run(&state, true, &[]);
    assert!(at(plan.end, 18.0, 10.25), "{plan:?}");
    assert_eq!((plan.fate, plan.distance), (None, Inches::mils(3_500)));
    assert_eq!(
        run(&slid_and_routing(2.5), true, &[]).fate,
        Some(Cause::RoutIntoEnemy),
        "its rear still touches the enemy"
    );
    let moved = |state: State| {
        let state = Scene::from(state)
            .set(|state| {
                state.phase = Phase::PreCombatCourage;
                let step = Step::RoutMove {
                    unit: id("A1"),
                    initial: true,
                };
                state.agenda.push(step.into());
            })
            .state();
        let ((), after, events) = at_table(state.clone(), &[], |table| {
            let frame = table.state().agenda.last().cloned().unwrap();
            rout_move(table, &frame).unwrap();
        });
        crate::scene::assert_sound_throughout(&state, &events);
        after
    };
    // What still lies under the enemy lies there in no event.
    let stuck = moved(slid_and_routing(1.25));
    assert_eq!(
        stuck.unit(id("A1")).unwrap().destroyed,
        Some(Cause::RoutIntoEnemy)
    );
    let state = moved(state);
    let unit = state.unit(id("A1")).unwrap();
    assert!(!unit.slid && unit.destroyed.is_none());
    let field = Field::of(&state);
    assert_eq!(field.body(id("A1")), field.card(id("A1")));
}

#[test]
fn bg4_colos_05_a_slid_unit_routs_off_a_wall_that_its_front_card_lies_on() {
    let wall = |top: f64| {
        let outline = [(19.75, 13.75), (20.5, 13.75), (20.5, top), (19.75, top)];
        ground(TerrainType::FortificationWall, &outline)
    };
    // It rushed half an inch beside the middle of B1's front, and its front card came to lie on the wall beside B1.
    let state = Scene::from(slid_and_routing(3.5))
        .change("A1", |unit| unit.pose = Some(pose(18.5, 13.75, 180.0)))
        .terrain(wall(16.0))
        .state();
    let plan = run(&state, true, &[]);
    assert!(at(plan.end, 18.5, 10.25), "{plan:?}");
    assert_eq!((plan.fate, plan.distance), (None, Inches::mils(3_500)));
    // What its front card does not lie on stands in its way as ever.
    let before_it = [(16.0, 9.0), (21.0, 9.0), (21.0, 9.5), (16.0, 9.5)];
    let barred = Scene::from(state)
        .terrain(ground(TerrainType::FortificationWall, &before_it))
        .state();
    let plan = run(&barred, true, &[answer(Hand::Left, 0.0)]);
    assert_eq!(plan.distance, Inches::mils(1_750), "{plan:?}");
}

/// Greedy battle 49 and others: it is Routing before it has turned about, and until then its rear card lies outside.
#[test]
fn bg4_colos_05_a_slid_unit_lies_on_nobody_while_it_turns_about() {
    let state = scene()
        .unit("A1", colossal(), (18.0, 13.75, 0.0))
        .change("A1", |unit| unit.slid = true)
        .unit("B1", line(), (18.0, 15.0, 180.0))
        .engaged("A1", "B1", Side::Front)
        .state();
    let ((), after, events) = at_table(state.clone(), &[], |table| begin_rout(table, id("A1"), "test"));
    crate::scene::assert_sound_throughout(&state, &events);
    assert!(
        after.unit(id("A1")).unwrap().turn.just_routed,
        "it has still to move"
    );
}
