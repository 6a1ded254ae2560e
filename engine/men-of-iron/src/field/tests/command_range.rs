//! Command range. Section CMD of the catalogue.

use super::super::sample::{empty, hex, id, opening, put, with};
use crate::model::names::CommandId;
use crate::model::piece::{LeaderPlace, PiecePlace};
use crate::model::state::State;

#[test]
fn moi_cmd_01_command_range_by_open_paths() {
    let state = opening();
    let command: CommandId = "A1".parse().unwrap();
    let leader = state.leader_of(command).unwrap();
    let reach = state.command_reach(leader);
    assert_eq!(reach.to(hex("0812")), Some(0));
    assert_eq!(reach.to(hex("0515")), Some(4));
    assert!(reach.hexes.iter().all(|&(_, length)| length <= 4));
    // Everybody begins in command.
    for command in state.battle.command.keys() {
        let held = state.units_in_command(*command);
        assert_eq!(held, state.battle.units_of(*command).collect(), "{command}");
    }
    let mut far = opening();
    for (label, inside) in [("1212", true), ("1312", false)] {
        put(&mut far, "A-HB1", label, 1);
        // Nobody of the Command near it: the range alone counts.
        for unit in ["A-LB1", "A-LB2", "A-DM1"] {
            far.units.get_mut(&id(unit)).unwrap().place = PiecePlace::Eliminated;
        }
        assert_eq!(
            far.units_in_command(command).contains(&id("A-HB1")),
            inside,
            "{label}"
        );
    }
}

/// Hale in 1008 with a range of 4, a longbow of the Command somewhere.
fn led(range: u8, units: &[(&str, &str, u8)]) -> State {
    let mut state = with(units);
    let battle = std::sync::Arc::make_mut(&mut state.battle);
    battle.map.hex.clear();
    battle.map.side.clear();
    battle.leader.get_mut(&"Hale".parse().unwrap()).unwrap().range = range;
    state.leaders.get_mut(&"Hale".parse().unwrap()).unwrap().place = LeaderPlace::On { hex: hex("1008") };
    state
}

#[test]
fn moi_cmd_02_enemy_zocs_block_the_path_unless_a_friend_is_there() {
    let command: CommandId = "A1".parse().unwrap();
    let held = |state: &State| state.units_in_command(command).contains(&id("A-LB1"));
    // The longbow three hexes north, the only path of that length in front of a crossbow; a detour of four is free.
    let barred = [("A-LB1", "1005", 1), ("B-CB1", "0906", 3)];
    let state = led(3, &barred);
    assert_eq!(
        state
            .command_reach(state.leader_of(command).unwrap())
            .to(hex("1006")),
        None
    );
    assert!(!held(&state));
    assert!(held(&led(4, &barred)));
    // A friend of another Command in the ZOC hex opens the way.
    let mut friend = led(3, &barred);
    put(&mut friend, "A-PK1", "1006", 1);
    assert!(held(&friend));
    // Only an enemy leader in the way does not matter.
    let mut leader = led(3, &[("A-LB1", "1005", 1)]);
    leader.leaders.get_mut(&"Maran".parse().unwrap()).unwrap().place = LeaderPlace::On { hex: hex("1006") };
    assert!(held(&leader));
}

#[test]
fn moi_cmd_03_the_chain() {
    let command: CommandId = "A1".parse().unwrap();
    let chain = led(
        4,
        &[("A-LB1", "1004", 1), ("A-LB2", "1003", 1), ("A-LB3", "1002", 1)],
    );
    assert_eq!(chain.units_in_command(command).len(), 3);
    let gap = led(4, &[("A-LB1", "1004", 1), ("A-LB2", "1002", 1)]);
    let held: Vec<_> = gap.units_in_command(command).into_iter().collect();
    assert_eq!(held, [id("A-LB1")]);
    // A neighbour of another Command is no link.
    let other = led(4, &[("A-PK1", "1004", 1), ("A-LB2", "1003", 1)]);
    assert!(other.units_in_command(command).is_empty());
}

#[test]
fn moi_cmd_08_units_off_the_map() {
    let command: CommandId = "B3".parse().unwrap();
    let leader = "Vey".parse().unwrap();
    let mut state = empty();
    let battle = super::super::sample::battle("late-marshal");
    state.battle = battle;
    for unit in state.battle.units_of(command).collect::<Vec<_>>() {
        state.units.get_mut(&unit).unwrap().place = PiecePlace::Due;
    }
    state.leaders.get_mut(&leader).unwrap().place = LeaderPlace::Due;
    let all = state.battle.units_of(command).count();
    assert_eq!(state.units_in_command(command).len(), all);
    put(&mut state, "B-MM4", "1902", 7);
    assert!(!state.units_in_command(command).contains(&id("B-MM4")));
    // Three hexes from the nearest entry hex, range 4.
    for (label, held) in [("1904", true), ("1905", false)] {
        state.leaders.get_mut(&leader).unwrap().place = LeaderPlace::On { hex: hex(label) };
        assert_eq!(
            state.units_in_command(command).contains(&id("B-MM5")),
            held,
            "{label}"
        );
    }
}
