//! Links, combats and their order. §Actions, §Combat.

use crate::field::geometry::faces;
use crate::model::names::{UnitId, UnitSet};
use crate::model::state::State;

/// Whether two units are enemies, adjacent, and at least one faces the other. Rule `BB-CMB-01` (§Combat).
pub fn linked(state: &State, one: UnitId, other: UnitId) -> bool {
    one.seat() != other.seat() && (faces(state, one, other) || faces(state, other, one))
}

/// Whether a unit is in combat where everybody stands now. Rule `BB-ACT-06` (§Actions).
pub fn in_combat(state: &State, unit: UnitId) -> bool {
    state.cell(unit).is_some()
        && state
            .standing_of(unit.seat().opponent())
            .any(|other| linked(state, unit, other.id))
}

/// Every link on the board, the southern unit first. Rule `BB-CMB-01`.
pub fn links(state: &State) -> Vec<(UnitId, UnitId)> {
    let mut links = Vec::new();
    for one in state.standing_of(hindsight_kernel::Seat::A) {
        for other in state.standing_of(hindsight_kernel::Seat::B) {
            if linked(state, one.id, other.id) {
                links.push((one.id, other.id));
            }
        }
    }
    links
}

/// The combats on the board, each a maximal set of linked units, in the order in which they are fought: by the first cell
/// of each, row 1 first and column a first. Rules `BB-CMB-02`, `BB-CMB-03`, `BB-CMB-05` (§Combat).
///
/// RULING: the fixed order by cell.
pub fn combats(state: &State) -> Vec<UnitSet> {
    let mut groups: Vec<UnitSet> = Vec::new();
    for (one, other) in links(state) {
        let mut joined = UnitSet::from_iter([one, other]);
        groups.retain(|group| {
            let touches = group.contains(one) || group.contains(other);
            if touches {
                joined = joined.union(*group);
            }
            !touches
        });
        groups.push(joined);
    }
    groups.sort_by_key(|group| group.iter().filter_map(|unit| state.cell(unit)).min());
    groups
}

/// The units of a combat that still stand, by cell: row 1 first, within a row column a first.
pub fn by_cell(state: &State, combat: UnitSet) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = combat.iter().filter(|&unit| state.cell(unit).is_some()).collect();
    units.sort_by_key(|&unit| state.cell(unit));
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::event::{AftermathEvent, CombatEvent, Event};
    use crate::scene::{Scene, unit};
    use hindsight_kernel::Seat;

    fn set(names: &str) -> UnitSet {
        names.split_whitespace().map(unit).collect()
    }

    #[test]
    fn bb_cmb_01_adjacent_enemies_are_linked_when_one_faces_the_other() {
        // Three enemies around a unit: only B1 faces it, and it faces B2.
        let scene = Scene::new("A1 d4 E, B1 d5 S, B2 e4 N, B3 c4 N");
        assert_eq!(
            links(&scene.state),
            [(unit("A1"), unit("B1")), (unit("A1"), unit("B2"))]
        );
        assert!(!linked(&scene.state, unit("B1"), unit("B2")));
    }

    #[test]
    fn bb_cmb_02_a_combat_is_everything_joined_by_links() {
        // A1 and B1 face each other, A2 faces the flank of B1, B2 the flank of A2.
        let scene = Scene::new("A1 d4 N, B1 d5 S, A2 c5 E, B2 c6 S");
        assert_eq!(combats(&scene.state), [set("A1 A2 B1 B2")]);
        let scene = Scene::new("A1 b4 N, B1 b5 S, A2 f4 N, B2 f5 S");
        assert_eq!(combats(&scene.state), [set("A1 B1"), set("A2 B2")]);
    }

    #[test]
    fn bb_cmb_03_every_combat_is_fought_in_every_turn_by_both_sides() {
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 S").turn_of(Seat::A, 2);
        for seat in [Seat::A, Seat::B] {
            assert_eq!(scene.state.active, Some(seat));
            let events = scene.play("end actions", &[1; 10]).unwrap();
            let struck: usize = events
                .iter()
                .map(|event| {
                    if let Event::Combat(CombatEvent::TierFought { blows, .. }) = event {
                        blows.len()
                    } else {
                        0
                    }
                })
                .sum();
            assert_eq!(struck, 2, "both strike in the turn of {seat}");
            let (own, other) = if seat == Seat::A {
                ("A1 N", "B1 S")
            } else {
                ("B1 S", "A1 N")
            };
            scene.give(seat, &format!("reform {own}"), &[]).unwrap();
            scene
                .give(seat.opponent(), &format!("reform {other}"), &[])
                .unwrap();
        }
        assert_eq!(scene.state.round, 3);
    }

    #[test]
    fn bb_cmb_04_a_fresh_enemy_met_by_reforming_is_not_fought_now() {
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 e4 N");
        scene.play("end actions", &[1; 10]).unwrap();
        let events = scene.give(Seat::A, "reform A1 E", &[]).unwrap();
        assert!(
            !events
                .iter()
                .any(|event| matches!(event, Event::Combat(CombatEvent::TierFought { .. })))
        );
        assert!(in_combat(&scene.state, unit("B2")) && in_combat(&scene.state, unit("A1")));
    }

    #[test]
    fn bb_cmb_04_units_of_other_combats_neither_silence_nor_are_struck() {
        // First combat: A1 against B1 (row 2). B1 flees north and stops behind A2, facing it; A2 fights B2 in the second.
        let mut scene = Scene::new("A1 c2 N, B1 c3 S, A2 c6 N, B2 c7 S, B3 h8 S")
            .card("B1", |card| (card.block, card.speed) = (7, 2))
            .card("B2", |card| card.block = 7);
        // A1: 5 dice, 1 hit, 1 wound; B1 5 dice miss. B1 (4 of 5, 2+) rolls 1 and flees two cells to c5.
        let events = scene
            .play("end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
            .unwrap();
        assert_eq!(scene.place("B1"), "c5 N");
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::Aftermath(AftermathEvent::UnitFled { .. })))
        );
        let events = scene
            .give(Seat::A, "reform A1 N", &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
            .unwrap();
        // A2 (5 dice) and B2 (5 dice) both strike: B1 in A2's rear cell is of another combat.
        let Some(Event::Combat(CombatEvent::CombatOrderSet { strikes, silenced })) = events
            .iter()
            .find(|event| matches!(event, Event::Combat(CombatEvent::CombatOrderSet { .. })))
        else {
            panic!("{events:?}")
        };
        assert_eq!(strikes.len(), 2);
        assert!(silenced.is_empty());
    }

    #[test]
    fn bb_cmb_04_a_fled_unit_in_the_empty_front_cell_of_another_combat_is_not_struck() {
        // A1 fights B1 (row 2). B1 flees to c5, the empty front cell of A2 (facing W), whose flank B2 attacks.
        let mut scene =
            Scene::new("A1 c2 N, B1 c3 S, A2 d5 W, B2 d6 S, B3 h8 S").card("B1", |card| card.block = 7);
        scene
            .play("end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
            .unwrap();
        assert_eq!(scene.place("B1"), "c5 N");
        let events = scene.give(Seat::A, "reform A1 N", &[1, 1, 1, 1, 1]).unwrap(); // Only B2 rolls.
        let Some(Event::Combat(CombatEvent::CombatOrderSet { strikes, .. })) = events
            .iter()
            .find(|event| matches!(event, Event::Combat(CombatEvent::CombatOrderSet { .. })))
        else {
            panic!("{events:?}")
        };
        assert_eq!(
            strikes.iter().map(|strike| strike.unit).collect::<Vec<_>>(),
            [unit("B2")]
        );
    }

    #[test]
    fn bb_cmb_05_combats_are_fought_by_their_first_cell() {
        let scene = Scene::new("A1 d4 N, B1 d5 S, A2 g3 E, B2 h3 W");
        assert_eq!(combats(&scene.state), [set("A2 B2"), set("A1 B1")]); // Row 3 before row 4.
        let scene = Scene::new("A1 g3 N, B1 g4 S, A2 b3 N, B2 b4 S");
        assert_eq!(combats(&scene.state), [set("A2 B2"), set("A1 B1")]); // Column b before g.
    }
}
