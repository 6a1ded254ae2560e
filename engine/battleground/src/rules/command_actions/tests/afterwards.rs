//! Effects of a command action on the rest of its turn.

use super::*;
use crate::model::agenda::Answer;
use crate::model::cards::RangedType;
use crate::model::event::{CombatEvent, Event};
use crate::procedures::rush::targets;
use crate::scene::{begun, pose, shooting};

fn activate(unit: &str) -> Command {
    Command::Activate {
        units: vec![id(unit)],
    }
}

fn of_south(commands: &[Command]) -> Vec<(Seat, Command)> {
    commands
        .iter()
        .map(|command| (Seat::A, command.clone()))
        .collect()
}

/// Archers on Close, 10 inches before B1; B2 is farther, and aside.
fn archers() -> State {
    scene()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 22.5, 180.0))
        .unit("B2", line(), (24.0, 23.0, 180.0))
        .order("B1", Order::Hold)
        .order("B2", Order::Hold)
        .set(|state| state.players[0].actions = 1)
        .state()
}

#[test]
fn bg4_cmd_06_after_its_move_direct_control_frees_the_choice_of_target_only() {
    let control = Command::DirectControl { unit: id("A1") };
    let shot = |events: &[Event]| -> Vec<(UnitId, UnitId)> {
        let shot = |event: &Event| match event {
            Event::Combat(CombatEvent::AttackResolved { attacker, target, .. }) => Some((*attacker, *target)),
            _ => None,
        };
        events.iter().filter_map(shot).collect()
    };
    // It has moved, and moves no more.
    let (state, _) = play(archers(), &of_south(&[activate("A1"), control.clone()]), &[]).unwrap();
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 13.5, 0.0)));
    assert_eq!(state.player(Seat::A).actions, 0);
    assert_eq!(refused(state.clone(), activate("A1")), "BG4-TURN-05");
    let offers = crate::offers::offers(&state, Seat::A);
    assert!(
        offers
            .iter()
            .flat_map(hindsight_kernel::Offer::commands)
            .all(|command| {
                !matches!(
                    command,
                    Command::Activate { .. } | Command::SubmitLegs { .. } | Command::ReportMove { .. }
                )
            })
    );
    // Its owner names the farther enemy; without the action the Nearest Enemy is shot and nobody is asked.
    let named = [
        Command::EndPhase,
        Command::Choose {
            answer: Answer::Number(1),
        },
    ];
    let (_, events) = play(state, &of_south(&named), &[6; 5]).unwrap();
    assert_eq!(shot(&events), [(id("A1"), id("B2"))]);
    let (_, events) = play(
        archers(),
        &of_south(&[activate("A1"), Command::EndPhase]),
        &[6; 5],
    )
    .unwrap();
    assert_eq!(shot(&events), [(id("A1"), id("B1"))]);
}

#[test]
fn bg4_cmd_12_reorganized_to_close_it_may_rush() {
    let state = begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.status = Status::Disrupted)
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .set(|state| state.players[0].actions = 2),
    );
    let reorganize = Command::Reorganize {
        unit: id("A1"),
        order: WrittenOrder::plain(Order::Close),
    };
    assert!(!targets::must_rush(&state, id("A1")));
    let (after, _) = play(state, &of_south(&[reorganize, activate("A1")]), &[]).unwrap();
    let unit = after.unit(id("A1")).unwrap();
    assert_eq!((unit.pose, unit.turn.rushed), (Some(pose(18.0, 12.5, 0.0)), true));
    let fights: Vec<_> = after.engaged_with(id("A1")).map(|(enemy, _, _)| enemy).collect();
    assert_eq!(fights, [id("B1")]);
}
