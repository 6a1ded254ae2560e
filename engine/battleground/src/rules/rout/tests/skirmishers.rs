//! Rout moves of Skirmishers: who is Recalled, and who is alarmed by them.

use battleground_geometry::{Hand, Inches};

use super::*;
use crate::model::agenda::Answer;
use crate::model::effect::Keyword;
use crate::model::state::Phase;

#[test]
fn bg4_skirm_03_a_recalled_skirmisher_routs() {
    let state = scene()
        .unit(
            "A1",
            with_keywords(&[Keyword::Normal, Keyword::Skirmisher]),
            (18.0, 15.0, 0.0),
        )
        .set(|state| {
            state.players[0].actions = 1;
        })
        .state();
    let recall = crate::model::command::Command::Recall {
        units: vec![id("A1")],
    };
    let (state, _) = crate::scene::play(state, &[(Seat::A, recall)], &[]).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Routing);
    assert_eq!(unit.pose, Some(pose(18.0, 11.5, 180.0)));
    assert!(unit.turn.activated, "this is its activation");
}

#[test]
fn bg4_skirm_03_a_recalled_skirmisher_passes_friends_and_alarms_only_skirmishers() {
    let skirmisher = || with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    for (friend, causes) in [(line(), vec![]), (skirmisher(), vec![RoutCause::MovedThrough])] {
        let state = scene()
            .unit("A1", skirmisher(), (18.0, 16.0, 0.0))
            .unit("A2", friend, (18.0, 12.5, 0.0))
            .set(|state| state.players[0].actions = 1)
            .state();
        let commands = [
            crate::model::command::Command::Recall {
                units: vec![id("A1")],
            },
            crate::model::command::Command::Choose {
                answer: Answer::Shift {
                    hand: Hand::Left,
                    inches: Inches::ZERO,
                },
            },
        ]
        .map(|command| (Seat::A, command));
        let (state, _) = crate::scene::play(state, &commands, &[]).unwrap();
        // 1 inch to contact, no shift, and 5 on to the far side, where it ends.
        let recalled = state.unit(id("A1")).unwrap();
        assert_eq!(recalled.status, Status::Routing);
        assert_eq!(recalled.pose, Some(pose(18.0, 10.0, 180.0)));
        let passed = &state.unit(id("A2")).unwrap().pending;
        assert_eq!((&passed.rout, passed.passed_by.len()), (&causes, 0));
    }
}

#[test]
fn bg4_skirm_12_a_skirmisher_alarms_only_skirmishers() {
    let checks = |through: &UnitType| {
        let state = scene()
            .unit(
                "A1",
                with_keywords(&[Keyword::Normal, Keyword::Skirmisher]),
                (18.0, 16.0, 180.0),
            )
            .unit("A2", through.clone(), (18.0, 12.5, 180.0))
            .change("A1", |unit| unit.status = Status::Routing)
            .set(|state| {
                state.phase = Phase::PostCombatCourage;
                state.agenda.push(Frame {
                    step: Step::RoutMove {
                        unit: id("A1"),
                        initial: true,
                    },
                    answers: vec![answer(Hand::Left, 0.0)],
                });
            })
            .state();
        let ((), state, _) = at_table(state, &[], |table| {
            let frame = table.state().agenda.last().cloned().unwrap();
            rout_move(table, &frame).unwrap();
        });
        state.unit(id("A2")).unwrap().pending.passed_by.len()
    };
    assert_eq!(checks(&line()), 0);
    assert_eq!(checks(&with_keywords(&[Keyword::Normal, Keyword::Skirmisher])), 1);
}
