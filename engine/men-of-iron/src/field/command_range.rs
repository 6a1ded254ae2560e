//! Command ranges, and the units in command (§15.2, p. 13).

use std::collections::{BTreeSet, VecDeque};

use hindsight_geometry::hexes::Hex;

use super::{Occupants, Walker, ZocMap};
use crate::model::names::{CommandId, UnitId};
use crate::model::piece::{Leader, LeaderPlace, PiecePlace, Unit};
use crate::model::state::State;

/// The reach of a leader's command: each hex with the length of the shortest open path to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandReach {
    /// The hexes in order of their distance.
    pub hexes: Vec<(Hex, u32)>,
}

impl CommandReach {
    /// The length of the path to a hex, if one is short enough.
    pub fn to(&self, hex: Hex) -> Option<u32> {
        self.hexes
            .iter()
            .find(|(reached, _)| *reached == hex)
            .map(|&(_, length)| length)
    }
}

impl State {
    /// The leader of a Command. Rule `MOI-COMP-08` (p. 3).
    pub fn leader_of(&self, command: CommandId) -> Option<&Leader> {
        self.leaders.get(&self.battle.command.get(&command)?.leader)
    }

    /// The hexes to which a path of a leader's Command Range runs. Rules `MOI-CMD-01`, `MOI-CMD-02` (pp. 3, 13).
    pub fn command_reach(&self, leader: &Leader) -> CommandReach {
        let mut hexes = Vec::new();
        let (Some(start), Some(side)) = (leader.hex(), self.leader_side(leader)) else {
            return CommandReach { hexes };
        };
        let (occupants, zocs) = (Occupants::of(self), ZocMap::against(self, leader.seat));
        let mut seen = BTreeSet::from([start]);
        let mut next = VecDeque::from([(start, 0)]);
        while let Some((hex, length)) = next.pop_front() {
            hexes.push((hex, length));
            if length == u32::from(side.range) {
                continue;
            }
            for (_, neighbour) in self.battle.map.extent().neighbours(hex) {
                let open = !occupants.enemy_at(neighbour, leader.seat)
                    && (!zocs.has(neighbour) || occupants.friend_at(neighbour, leader.seat))
                    // Impassable to all unit types, by hex and hexside, is what a leader could not walk either.
                    && self.battle.may_step(hex, neighbour, Walker::Leader);
                if open && seen.insert(neighbour) {
                    next.push_back((neighbour, length + 1));
                }
            }
        }
        CommandReach { hexes }
    }

    /// The units of a Command that are in command: by the leader's range, or next to one that is. Rules `MOI-CMD-01`,
    /// `MOI-CMD-03`, `MOI-CMD-08` (pp. 5, 13).
    pub fn units_in_command(&self, command: CommandId) -> BTreeSet<UnitId> {
        let units: Vec<&Unit> = self
            .units
            .values()
            .filter(|unit| unit.command == command)
            .collect();
        let Some(leader) = self.leader_of(command) else {
            return BTreeSet::new();
        };
        let due = units.iter().filter(|unit| unit.place == PiecePlace::Due);
        // RULING: off the map with their leader all are in command; units on the map without him are not.
        if leader.place == LeaderPlace::Due {
            return due.map(|unit| unit.id).collect();
        }
        let reach = self.command_reach(leader);
        let mut held: BTreeSet<UnitId> = units
            .iter()
            .filter(|unit| unit.hex().is_some_and(|hex| reach.to(hex).is_some()))
            .map(|unit| unit.id)
            .collect();
        // RULING: a link of the chain is plain adjacency to a unit of the same Command.
        loop {
            let linked: Vec<UnitId> = units
                .iter()
                .filter(|unit| !held.contains(&unit.id))
                .filter(|unit| {
                    unit.hex().is_some_and(|hex| {
                        units.iter().any(|other| {
                            held.contains(&other.id) && other.hex().is_some_and(|at| at.is_adjacent_to(hex))
                        })
                    })
                })
                .map(|unit| unit.id)
                .collect();
            if linked.is_empty() {
                break;
            }
            held.extend(linked);
        }
        // RULING: the area off the map is one hex next to every entry hex.
        let range = self.leader_side(leader).map_or(0, |side| u32::from(side.range));
        let entered = self
            .battle
            .map
            .entries(command)
            .filter_map(|hex| reach.to(hex))
            .any(|length| length < range);
        if entered {
            held.extend(due.map(|unit| unit.id));
        }
        held
    }
}
