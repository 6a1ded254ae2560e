//! Effects of a command action on the rest of its turn.

use super::*;
use crate::procedures::rush::targets;
use crate::scene::{begun, pose};

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
