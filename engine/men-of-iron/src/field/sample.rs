//! Positions of the sample battle for tests.

use std::sync::Arc;

use hindsight_geometry::hexes::{Facing, Hex};

use crate::data::{Battle, Start};
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::{Leader, LeaderPlace, PiecePlace, Standard, Unit};
use crate::model::state::State;

/// A hex by its label.
pub(crate) fn hex(label: &str) -> Hex {
    label.parse().unwrap()
}

/// A unit's id.
pub(crate) fn id(unit: &str) -> UnitId {
    unit.parse().unwrap()
}

/// The battle of the sample pack with this id.
pub(crate) fn battle(id: &str) -> Arc<Battle> {
    let pack = crate::packs::read_pack(&serde_json::from_str(crate::packs::SAMPLE).unwrap()).unwrap();
    Arc::new(pack.battle(id).unwrap())
}

/// Harrow Ford with nobody on the map.
pub(crate) fn empty() -> State {
    let battle = battle("harrow-ford");
    let mut state = State {
        battle: Arc::clone(&battle),
        ..State::default()
    };
    for (&unit, card) in &battle.unit {
        state.units.insert(
            unit,
            Unit {
                id: unit,
                seat: battle.side_of(card.command).unwrap(),
                command: card.command,
                class: card.class,
                place: PiecePlace::Eliminated,
                status: crate::model::piece::Status::Normal,
                formation: crate::model::piece::Formation::Open,
                dismounted: false,
                acts: crate::model::piece::Acts::default(),
            },
        );
    }
    for &leader in battle.leader.keys() {
        let place = LeaderPlace::Removed;
        let seat = battle.side_of_leader(leader).unwrap();
        state.leaders.insert(
            leader,
            Leader {
                id: leader,
                seat,
                place,
                replaced: false,
                losses: 0,
                moved: false,
                spent: 0,
            },
        );
    }
    for &standard in battle.standard.keys() {
        let seat = battle.side_of_standard(standard).unwrap();
        state.standards.insert(
            standard,
            Standard {
                id: standard,
                seat,
                hex: None,
                captured: false,
            },
        );
    }
    state
}

/// Harrow Ford as it begins.
pub(crate) fn opening() -> State {
    let mut state = empty();
    let battle = Arc::clone(&state.battle);
    for (unit, card) in &battle.unit {
        if let Start::At(hex) = card.hex {
            state.units.get_mut(unit).unwrap().place = PiecePlace::On {
                hex,
                facing: card.facing,
            };
        }
    }
    for (leader, card) in &battle.leader {
        if let Start::At(hex) = card.hex {
            state.leaders.get_mut(leader).unwrap().place = LeaderPlace::On { hex };
        }
    }
    for (standard, card) in &battle.standard {
        state.standards.get_mut(standard).unwrap().hex = card.hex.hex();
    }
    state
}

/// Puts a unit on a hex.
pub(crate) fn put(state: &mut State, unit: &str, label: &str, facing: u8) {
    let place = PiecePlace::On {
        hex: hex(label),
        facing: Facing::of_hour(facing).unwrap(),
    };
    state.units.get_mut(&id(unit)).unwrap().place = place;
}

/// Harrow Ford with only these units on the map: id, hex, facing.
pub(crate) fn with(units: &[(&str, &str, u8)]) -> State {
    let mut state = empty();
    for &(unit, label, facing) in units {
        put(&mut state, unit, label, facing);
    }
    state
}

/// Makes a unit one of another class, with the values of some unit of it.
pub(crate) fn as_class(state: &mut State, unit: &str, class: ClassId) {
    let battle = Arc::make_mut(&mut state.battle);
    if let Some(like) = battle.unit.values().find(|card| card.class == class).cloned() {
        let card = battle.unit.get_mut(&id(unit)).unwrap();
        (card.ma, card.ma_dis, card.sdd, card.sdd_dis) = (like.ma, like.ma_dis, like.sdd, like.sdd_dis);
        card.class = class;
        card.dismounted = like.dismounted;
    }
    state.units.get_mut(&id(unit)).unwrap().class = class;
}
