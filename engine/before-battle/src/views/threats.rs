//! Whom a unit could attack in its next action: with whom it would come into a fight, and whom it may shoot.

use hindsight_geometry::squares::{Cell, Facing, Hand};
use hindsight_kernel::{Seat, Threat};

use crate::field::combat::{combats, in_combat};
use crate::field::geometry::{faced_enemy, one_turn};
use crate::model::names::{UnitId, UnitSet};
use crate::model::state::{SEATS, State};
use crate::rules::actions::{check_move, check_sidestep};
use crate::rules::order_of_blows::silenced;
use crate::rules::shooting::legal_targets;

/// The threats of each player; nothing is known of them before the units are turned up.
pub fn threats(state: &State) -> Option<Vec<Threat>> {
    let begun = state.turned_up && state.active.is_some();
    begun.then(|| SEATS.map(|seat| threat_of(state, seat)).into())
}

fn threat_of(state: &State, seat: Seat) -> Threat {
    let reached = state.standing_of(seat).fold(UnitSet::default(), |reached, unit| {
        reached.union(in_reach(state, unit.id))
    });
    let enemies: Vec<UnitId> = state.standing_of(seat.opponent()).map(|unit| unit.id).collect();
    let names = |units: &mut dyn Iterator<Item = &UnitId>| units.map(ToString::to_string).collect();
    Threat {
        seat,
        in_reach: names(&mut enemies.iter().filter(|enemy| reached.contains(**enemy))),
        enemies: names(&mut enemies.iter()),
    }
}

/// The enemies that a unit could strike after one action, or shoot in it. Rules `BB-TURN-02`, `BB-ACT-01` to `-07`,
/// `BB-SHOOT-05`, `BB-ORD-01`, `-02`.
fn in_reach(state: &State, unit: UnitId) -> UnitSet {
    let struck = ends(state, unit)
        .into_iter()
        .filter_map(|(cell, facing)| struck_from(state, unit, cell, facing));
    let shot = [None, Some(Hand::Left), Some(Hand::Right)]
        .into_iter()
        .flat_map(|turn| legal_targets(state, unit, one_turn(state.unit(unit).facing, turn)))
        .map(|target| target.unit);
    struck.chain(shot).collect()
}

/// Where one action may leave a unit, and looking where; in combat it may only turn. A Hustle counts with its sure cells,
/// which a Move enters too.
fn ends(state: &State, unit: UnitId) -> Vec<(Cell, Facing)> {
    let Some(here) = state.cell(unit) else {
        return Vec::new();
    };
    let mut ends: Vec<(Cell, Facing)> = Facing::ALL.map(|facing| (here, facing)).into();
    if in_combat(state, unit) {
        return ends;
    }
    for turn in [None, Some(Hand::Left), Some(Hand::Right)] {
        let cells = 1..=state.gear(unit).speed();
        ends.extend(cells.filter_map(|cells| check_move(state, unit, turn, cells).ok()));
    }
    let facing = state.unit(unit).facing;
    let aside = Hand::ALL
        .into_iter()
        .filter_map(|hand| check_sidestep(state, unit, hand).ok());
    ends.extend(aside.map(|cell| (cell, facing)));
    ends
}

/// The enemy that a unit would strike from there: the one it would face, unless an enemy behind it keeps it from striking.
/// Rules `BB-ORD-01`, `-02`.
fn struck_from(state: &State, unit: UnitId, cell: Cell, facing: Facing) -> Option<UnitId> {
    let ahead = state.field().step(cell, facing)?;
    state.at(ahead).filter(|other| other.id.seat() != unit.seat())?;
    let mut there = state.clone();
    let moved = &mut there.units[unit.index()];
    (moved.cell, moved.facing) = (Some(cell), facing);
    let enemy = faced_enemy(&there, unit)?;
    let combat = combats(&there).into_iter().find(|combat| combat.contains(unit))?;
    (!silenced(&there, combat, unit)).then_some(enemy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    /// The ids of those whom a player threatens.
    fn threatened(scene: &Scene, seat: Seat) -> Vec<String> {
        let threats = threats(&scene.state).unwrap();
        threats
            .into_iter()
            .find(|threat| threat.seat == seat)
            .unwrap()
            .in_reach
    }

    #[test]
    fn a_unit_threatens_whom_one_action_brings_before_it() {
        // Speed 2: the last cell of the way must lie beside the enemy, and the unit look there.
        for (units, reached) in [
            // BB-ACT-01: two cells ahead bring it before d7, not before d8.
            ("A1 d4 N, B1 d7 S", true),
            ("A1 d4 N, B1 d8 S", false),
            // One turn, then two cells: f4 lies before g4, not before h4.
            ("A1 d4 N, B1 g4 S", true),
            ("A1 d4 N, B1 h4 S", false),
            // Behind it: a turn by 180 degrees is an action of its own, so only the cell behind is reached (BB-ACT-03).
            ("A1 d4 N, B1 d3 N", true),
            ("A1 d4 N, B1 d2 N", false),
            // BB-ACT-04: a sidestep to e4 keeps the facing, so e5 is met and e6 is not.
            ("A1 d4 N, B1 e5 S", true),
            ("A1 d4 N, B1 e6 S", false),
        ] {
            let expected: &[&str] = if reached { &["B1"] } else { &[] };
            assert_eq!(threatened(&Scene::new(units), Seat::A), expected, "{units}");
        }
    }

    #[test]
    fn bb_geo_05_a_friend_in_the_way_shields_the_enemy() {
        // A2 looks south: to go north it would have to turn twice, which is an action by itself.
        let scene = Scene::new("A1 d4 N, A2 d5 S, B1 d7 S");
        assert_eq!(threatened(&scene, Seat::A), [""; 0]);
        // B1 goes to d6 and faces A2; A1 stands behind it.
        assert_eq!(threatened(&scene, Seat::B), ["A2"]);
    }

    #[test]
    fn bb_act_07_a_unit_in_combat_threatens_its_neighbours_alone() {
        let scene = Scene::new("A1 d4 N, B1 d5 S, B2 e4 N, B3 g4 S");
        assert_eq!(threatened(&scene, Seat::A), ["B1", "B2"]);
        // Without B1 and B2 it would reach B3 by a turn and two cells.
        assert_eq!(threatened(&Scene::new("A1 d4 N, B3 g4 S"), Seat::A), ["B3"]);
    }

    #[test]
    fn bb_ord_02_a_unit_attacked_in_the_rear_strikes_nobody() {
        // Whichever of the two it faces, the other attacks its rear.
        let scene = Scene::new("A1 d4 N, B1 d5 S, B2 d3 N");
        assert_eq!(threatened(&scene, Seat::A), [""; 0]);
        // B1 looks away: A1 may turn south and strike B2.
        let scene = Scene::new("A1 d4 N, B1 d5 N, B2 d3 N");
        assert_eq!(threatened(&scene, Seat::A), ["B2"]);
    }

    #[test]
    fn bb_shoot_03_a_shooter_threatens_as_far_as_its_bow_reaches_and_sees() {
        let archer = |units: &str| {
            Scene::new(units).card("A1", |card| {
                card.ranged = Some(4);
                card.innate_ranged = Some("bow-3".parse().unwrap());
            })
        };
        // A bow of range 5; on foot it would come before the third cell at most.
        for (units, expected) in [
            ("A1 a1 N, B1 a6 S", &["B1"][..]),
            ("A1 a1 N, B1 a7 S", &[]),
            // It may turn first: the lanes to the east (BB-ACT-05).
            ("A1 a1 N, B1 f2 S", &["B1"]),
            // A friend that looks away obscures what stands behind it in the lane (BB-SHOOT-04).
            ("A1 a1 N, A2 a3 S, B1 a6 S", &[]),
            // The nearest enemy of the lane alone is shot (BB-SHOOT-04).
            ("A1 a1 N, B1 a5 S, B2 a6 S", &["B1"]),
        ] {
            assert_eq!(threatened(&archer(units), Seat::A), expected, "{units}");
        }
    }

    #[test]
    fn all_enemies_on_the_board_are_told_and_nothing_before_the_units_are_turned_up() {
        let scene = Scene::new("A1 a1 N, A2 b1 N, B1 h8 S, B2 g8 S, B3 f8 S").lost("B3");
        let [south, north] = &threats(&scene.state).unwrap()[..] else {
            panic!("two players")
        };
        assert_eq!((south.seat, north.seat), (Seat::A, Seat::B));
        assert_eq!(south.enemies, ["B1", "B2"]);
        assert_eq!(north.enemies, ["A1", "A2"]);
        let mut hidden = scene.state;
        hidden.turned_up = false;
        assert_eq!(threats(&hidden), None);
    }
}
