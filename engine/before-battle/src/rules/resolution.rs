//! Combat resolution: who won, and who rolls to flee. §Combat resolution.

use hindsight_kernel::{Seat, Table};

use crate::BeforeBattle;
use crate::field::combat::linked;
use crate::model::event::CombatEvent;
use crate::model::names::{UnitId, UnitSet};
use crate::model::state::State;

/// Whether a link of a combat is left between survivors of both sides. Rule `BB-RES-01` (§Combat resolution).
///
/// RULING: units that no longer touch an enemy of that combat are not fighting.
pub fn still_fighting(state: &State, combat: UnitSet) -> bool {
    combat
        .iter()
        .any(|one| combat.iter().any(|other| linked(state, one, other)))
}

/// The seat that inflicted more wounds. Rules `BB-RES-02`, `BB-RES-03`.
///
/// RULING: wounds beyond a unit's last model do not count; if both did equally many, nobody has lost.
pub fn combat_winner(wounds: [u16; 2]) -> Option<Seat> {
    match wounds[0].cmp(&wounds[1]) {
        std::cmp::Ordering::Greater => Some(Seat::A),
        std::cmp::Ordering::Less => Some(Seat::B),
        std::cmp::Ordering::Equal => None,
    }
}

/// The loser's surviving units of a combat. Rule `BB-RES-04` (§Combat resolution).
///
/// RULING: nearest to their own board edge first, then by column.
pub fn flee_order(state: &State, combat: UnitSet, loser: Seat) -> Vec<UnitId> {
    let mut units: Vec<_> = combat
        .iter()
        .filter(|unit| unit.seat() == loser)
        .filter_map(|unit| {
            let cell = state.cell(unit)?;
            Some((state.rows_to_home(loser, cell), cell.col(), unit))
        })
        .collect();
    units.sort_unstable();
    units.into_iter().map(|(_, _, unit)| unit).collect()
}

/// Records the result of the present combat. Rules `BB-RES-01` to `BB-RES-04`.
pub(crate) fn resolve(table: &mut Table<'_, BeforeBattle>, combat: UnitSet) {
    let state = table.state();
    let wounds = state.combat.inflicted;
    let fighting = still_fighting(state, combat);
    let winner = if fighting { combat_winner(wounds) } else { None };
    let tests = winner.map_or_else(Vec::new, |winner| flee_order(state, combat, winner.opponent()));
    table.emit(CombatEvent::CombatResolved {
        wounds,
        fighting,
        winner,
        tests,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::event::Event;
    use crate::scene::{Scene, unit};

    fn result(scene: &mut Scene, dice: &[u8]) -> (bool, Option<Seat>, [u16; 2], Vec<String>) {
        let events = scene.play("end actions", dice).unwrap();
        let Some(Event::Combat(CombatEvent::CombatResolved {
            wounds,
            fighting,
            winner,
            tests,
        })) = events
            .iter()
            .find(|event| matches!(event, Event::Combat(CombatEvent::CombatResolved { .. })))
        else {
            panic!("{events:?}")
        };
        (
            *fighting,
            *winner,
            *wounds,
            tests.iter().map(UnitId::to_string).collect(),
        )
    }

    #[test]
    fn bb_res_01_no_result_when_nobody_fights_on() {
        // All units of one side destroyed.
        let mut scene = Scene::new("A1 c5 E, A2 a1 N, B1 d5 S, B2 h8 N")
            .card("B1", |card| (card.models, card.block) = (1, 7));
        assert_eq!(
            result(&mut scene, &[6, 6, 6, 6, 6]),
            (false, None, [1, 0], vec![])
        );
        // Two survivors that are no longer linked: B1 linked A1 and A2; it dies, A1 and B2 stay apart.
        let mut scene = Scene::new("A1 c5 E, A2 d4 N, A6 a1 N, B1 d5 S, B2 e4 W, B6 h8 N")
            .card("B1", |card| (card.models, card.block) = (1, 7))
            .card("B2", |card| card.melee = 2)
            .card("A2", |card| (card.models, card.block) = (1, 7));
        // Tier 1: c5 strikes B1, e4 strikes A2; both die. A1 and B2 survive without a link.
        let (fighting, winner, _, tests) = result(&mut scene, &[6; 10]);
        assert_eq!((fighting, winner, tests), (false, None, vec![]));
    }

    #[test]
    fn bb_res_02_the_sum_of_wounds_decides_and_overkill_does_not_count() {
        // A's front inflicts 2, A's flank 3, B's unit 4: A wins 5 : 4.
        let mut scene = Scene::new("A1 d4 N, A2 c5 E, A6 a1 N, B1 d5 S, B6 h8 N")
            .card("A1", |card| (card.models, card.block) = (9, 7))
            .card("A2", |card| card.models = 3)
            .card("B1", |card| {
                (card.models, card.block, card.front_rank) = (10, 7, 6);
            });
        // Tier 1: c5 3 dice. Tier 4: d4 5 dice (front rank 5), d5 6 dice. B1 then stands on 4+.
        let dice = [6, 6, 6, 6, 6, 1, 1, 1, 6, 6, 6, 6, 1, 1, 6];
        assert_eq!(
            result(&mut scene, &dice),
            (true, Some(Seat::A), [5, 4], vec!["B1".to_owned()])
        );
        // A unit with 2 models left suffers 5 unsaved hits: counts 2. B2 keeps the combat going.
        let mut scene = Scene::new("A1 c5 E, A2 d4 N, A6 a1 N, B1 d5 S, B2 d3 N, B6 h8 N")
            .card("B1", |card| (card.models, card.block) = (2, 7))
            .card("B2", |card| card.melee = 6);
        // Tier 1 by cell: d3 strikes A2's rear (5 dice miss), c5 strikes B1 (5 hits). A2 is silenced.
        let (fighting, winner, wounds, _) = result(&mut scene, &[1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6]);
        assert_eq!((fighting, winner, wounds), (true, Some(Seat::A), [2, 0]));
    }

    #[test]
    fn bb_res_03_equal_wounds_have_no_loser() {
        assert_eq!(combat_winner([3, 3]), None);
        assert_eq!(combat_winner([0, 0]), None);
        assert_eq!(combat_winner([5, 4]), Some(Seat::A));
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
        let even = [6, 6, 6, 1, 1, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1];
        assert_eq!(result(&mut scene, &even), (true, None, [3, 3], vec![]));
    }

    #[test]
    fn bb_res_04_every_survivor_of_the_loser_rolls_nearest_to_its_edge_first() {
        // North loses with two units: d5 (row 5) and c6 (row 6, nearer to North's edge).
        let scene = Scene::new("A1 d4 N, A2 c5 E, B1 d5 S, B2 c6 S");
        let combat = crate::field::combat::combats(&scene.state)[0];
        assert_eq!(
            flee_order(&scene.state, combat, Seat::B),
            [unit("B2"), unit("B1")]
        );
        assert_eq!(
            flee_order(&scene.state, combat, Seat::A),
            [unit("A1"), unit("A2")]
        );
        // Ties by column.
        let scene = Scene::new("A1 d4 N, B1 e4 W, B2 c4 E");
        let combat = crate::field::combat::combats(&scene.state)[0];
        assert_eq!(
            flee_order(&scene.state, combat, Seat::B),
            [unit("B2"), unit("B1")]
        );
        // Two separate rolls: B2 and B1 flank A1, miss, and lose to nobody; A1 faces B1's front.
        let mut scene =
            Scene::new("A1 d4 E, A6 a1 N, B1 e4 W, B2 c4 E, B6 h8 N").card("B1", |card| card.block = 7);
        // c4 strikes A1's rear, so A1 is silenced and cannot wound: let the flank do it instead.
        scene.state.units[unit("B2").index()].facing = hindsight_geometry::squares::Facing::S;
        let combat = crate::field::combat::combats(&scene.state)[0];
        assert_eq!(combat.len(), 2, "B2 faces nobody now");
        let (_, winner, _, tests) = result(&mut scene, &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6]);
        assert_eq!((winner, tests), (Some(Seat::A), vec!["B1".to_owned()]));
    }
}
