//! Shooting: lanes, range, obscured units, dice. §Shooting.

use hindsight_geometry::squares::{Facing, Hand, Lane};
use hindsight_kernel::{Argument, DiceNeed, Refusal, RefusalReason, RollAbout, Table, refusals};

use crate::BeforeBattle;
use crate::field::combat::in_combat;
use crate::field::geometry::one_turn;
use crate::messages::MESSAGES;
use crate::model::event::{ActionEvent, Blow};
use crate::model::gear::Attack;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::actions::{free_to_act, standing_cell};
use crate::rules::attack::{DIE, block_dice, losses};

/// A legal target of a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The lane it stands in.
    pub lane: Lane,
    /// Its place in the lane, from 1.
    pub distance: u8,
    /// Who.
    pub unit: UnitId,
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a shot, in the order in which they are judged.
    pub(crate) enum ShotRefusal {
        /// A unit without a ranged stat.
        NoRangedStat { unit: UnitId, name: String } = "BB-SHOOT-01", "§Shooting", name => asked(unit);
        /// A unit without a ranged weapon.
        NoRangedWeapon { unit: UnitId, name: String } = "BB-SHOOT-01", "§Shooting", name => asked(unit);
        /// A lane without a unit in range.
        LaneEmpty { lane: Lane, range: u8 } = "BB-SHOOT-05", "§Shooting", lane = Argument::text(lane), range;
        /// A lane with a friend in front.
        FriendNearest { lane: Lane, name: String } = "BB-SHOOT-05", "§Shooting", name, lane = Argument::text(lane);
        /// A target in combat.
        TargetInCombat { name: String } = "BB-SHOOT-05", "§Shooting", name;
        /// A unit that another obscures, or that is not in the lane.
        OtherTarget { lane: Lane, name: String, target: UnitId, aimed: UnitId } = "BB-SHOOT-04", "§Shooting", lane = Argument::text(lane), name
            => asked(target), allowed(aimed);
    }
}

/// A unit with a ranged stat and a ranged weapon that is not in combat may shoot; gives its range.
/// Rules `BB-SHOOT-01`, `BB-SHOOT-03` (§Shooting).
pub fn may_shoot(state: &State, unit: UnitId) -> Result<u8, Refusal> {
    standing_cell(state, unit)?;
    free_to_act(state, unit)?;
    let gear = state.gear(unit);
    if gear.card.ranged.is_none() {
        let name = state.name(unit);
        return Err(ShotRefusal::NoRangedStat { unit, name }.into());
    }
    if let Some(range) = gear.ranged_weapon(&state.cards).and_then(|weapon| weapon.range) {
        return Ok(range);
    }
    let name = state.name(unit);
    Err(ShotRefusal::NoRangedWeapon { unit, name }.into())
}

/// The nearest unit in a lane within range: it obscures every unit behind it. Rules `BB-SHOOT-02` to `BB-SHOOT-04`.
///
/// RULING: three parallel lanes along the facing.
pub fn nearest_in_lane(state: &State, unit: UnitId, facing: Facing, lane: Lane, range: u8) -> Option<Target> {
    let from = state.cell(unit)?;
    (1..=range)
        .zip(state.field().lane(from, facing, lane))
        .find_map(|(distance, cell)| {
            Some(Target {
                lane,
                distance,
                unit: state.at(cell)?.id,
            })
        })
}

/// The nearest unit of a lane if it is an enemy that is not in combat. Rule `BB-SHOOT-05` (§Shooting).
///
/// RULING: neither shooter nor target may be in combat, judged before the optional turn.
pub(crate) fn lane_target(
    state: &State,
    unit: UnitId,
    facing: Facing,
    lane: Lane,
    range: u8,
) -> Result<Target, ShotRefusal> {
    let near =
        nearest_in_lane(state, unit, facing, lane, range).ok_or(ShotRefusal::LaneEmpty { lane, range })?;
    let name = || state.name(near.unit);
    if near.unit.seat() == unit.seat() {
        return Err(ShotRefusal::FriendNearest { lane, name: name() });
    }
    if in_combat(state, near.unit) {
        return Err(ShotRefusal::TargetInCombat { name: name() });
    }
    Ok(near)
}

/// Every legal target of a unit that looks to `facing`. Rule `BB-SHOOT-05`.
pub fn legal_targets(state: &State, unit: UnitId, facing: Facing) -> Vec<Target> {
    match may_shoot(state, unit) {
        Ok(range) => Lane::ALL
            .iter()
            // ERR: a lane without a legal target has none; a shot into it is refused with its reason.
            .filter_map(|&lane| lane_target(state, unit, facing, lane, range).ok())
            .collect(),
        Err(_) => Vec::new(),
    }
}

/// The least face that hits in shooting. Rule `BB-SHOOT-07` (§Shooting).
pub fn shooting_need(state: &State, unit: UnitId) -> Option<u8> {
    state.gear(unit).ranged_target()
}

/// One die for each model, at most the front rank. Rule `BB-SHOOT-06` (§Shooting).
pub const fn shooting_dice(models: u8, front_rank: u8) -> u8 {
    if models < front_rank { models } else { front_rank }
}

/// The least face with which a unit blocks a shot of another. Rule `BB-SHOOT-08`.
pub fn shot_block_need(state: &State, unit: UnitId, target: UnitId) -> u8 {
    let gear = state.gear(unit);
    state
        .gear(target)
        .block_target(Attack::Shooting, gear.ranged_weapon(&state.cards), gear.charged)
}

/// Shoot: an optional turn, a lane, a target, dice and losses. Rules `BB-ACT-05`, `BB-SHOOT-01` to `-09`.
///
/// Losses from shooting test nobody's resolve and count for no combat (`BB-SHOOT-09`).
pub(crate) fn shoot(
    table: &mut Table<'_, BeforeBattle>,
    unit: UnitId,
    turn: Option<Hand>,
    lane: Lane,
    target: UnitId,
) -> Result<(), Refusal> {
    let state = table.state();
    let range = may_shoot(state, unit)?;
    let facing = one_turn(state.unit(unit).facing, turn);
    let aimed = lane_target(state, unit, facing, lane, range).map_err(|reason| {
        let legal = target_names(state, unit, facing);
        reason.refusal().asked(target).allowed(legal)
    })?;
    if aimed.unit != target {
        let name = state.name(aimed.unit);
        return Err(ShotRefusal::OtherTarget {
            lane,
            name,
            target,
            aimed: aimed.unit,
        }
        .into());
    }
    let (gear, need) = (state.gear(unit), shooting_need(state, unit).unwrap_or(6));
    let dice = shooting_dice(state.unit(unit).models, gear.card.front_rank);
    let block_need = shot_block_need(state, unit, target);
    let about = RollAbout::of(&unit)
        .against(&target)
        .successes(DiceNeed::AtLeast(i32::from(need)), DIE);
    let attack = table.roll_about(about, "shoot", unit.seat(), DIE, usize::from(dice))?;
    let hits = attack.at_least(need) as u8;
    let block = block_dice(table, (target, unit), hits, block_need)?;
    let blocked = block.as_ref().map_or(0, |roll| roll.at_least(block_need) as u8);
    let after = losses(table.state(), target, hits - blocked);
    table.emit(ActionEvent::UnitShot {
        turn,
        facing,
        lane,
        distance: aimed.distance,
        blow: Blow {
            unit,
            target,
            attack,
            need,
            hits,
            block,
            block_need,
            blocked,
            wounds: after.wounds,
            surplus: after.surplus,
            models_after: after.models,
            wounds_after: after.wounded,
        },
    });
    Ok(())
}

fn target_names(state: &State, unit: UnitId, facing: Facing) -> Vec<String> {
    legal_targets(state, unit, facing)
        .iter()
        .map(|target| format!("lane {} at {}", target.lane, target.unit))
        .collect()
}

#[cfg(test)]
mod tests {
    use hindsight_geometry::squares::Cell;

    use super::*;
    use crate::model::cards::UnitCard;
    use crate::scene::{Scene, unit};

    fn archer(card: &mut UnitCard) {
        card.ranged = Some(4);
        card.innate_ranged = Some("bow-1".parse().unwrap());
    }

    /// An archer, its friends and foes, and a friend and a foe far off.
    fn scene(units: &str) -> Scene {
        Scene::new(&format!("{units}, A6 h1 S, B6 h8 N")).card("A1", archer)
    }

    fn lane(scene: &Scene, lane: Lane) -> String {
        let unit = scene.state.unit(unit("A1"));
        let cells: Vec<Cell> = scene
            .state
            .field()
            .lane(unit.cell.unwrap(), unit.facing, lane)
            .take(3)
            .collect();
        cells
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("-")
    }

    /// The cells at which a unit would be a target: those not obscured.
    fn open_cells(scene: &Scene) -> Vec<String> {
        let here = scene.state.unit(unit("A1"));
        let mut open = Vec::new();
        for lane in Lane::ALL {
            for cell in scene
                .state
                .field()
                .lane(here.cell.unwrap(), here.facing, lane)
                .take(3)
            {
                open.push(cell.to_string());
                if scene.state.at(cell).is_some() {
                    break;
                }
            }
        }
        open
    }

    #[test]
    fn bb_shoot_01_ranged_stat_and_ranged_weapon_and_no_combat() {
        let plain = Scene::new("A1 d2 N, A6 h1 S, B1 d4 S");
        assert_eq!(plain.refused("shoot A1 lane centre at B1"), "BB-SHOOT-01"); // Neither stat nor weapon.
        let bare = plain.clone().card("A1", |card| card.ranged = Some(4));
        assert_eq!(bare.refused("shoot A1 lane centre at B1"), "BB-SHOOT-01"); // No weapon.
        let item = bare.items("A1", "bow-2");
        assert_eq!(may_shoot(&item.state, unit("A1")), Ok(4));
        assert_eq!(
            may_shoot(&scene("A1 d2 N").items("A1", "bow-3").state, unit("A1")),
            Ok(5)
        ); // Replaces the printed bow.
        assert_eq!(may_shoot(&scene("A1 d2 N").state, unit("A1")), Ok(3));
        let fighting = scene("A1 d2 N, B1 d3 S");
        assert_eq!(fighting.refused("shoot A1 lane centre at B1"), "BB-ACT-07");
    }

    #[test]
    fn bb_shoot_02_three_parallel_lanes() {
        let lanes = |at: &str| Lane::ALL.map(|each| lane(&scene(at), each));
        assert_eq!(lanes("A1 d2 N"), ["c3-c4-c5", "d3-d4-d5", "e3-e4-e5"]);
        assert_eq!(lanes("A1 d4 E"), ["e5-f5-g5", "e4-f4-g4", "e3-f3-g3"]);
        assert_eq!(lanes("A1 a2 N"), ["", "a3-a4-a5", "b3-b4-b5"]);
    }

    #[test]
    fn bb_shoot_03_the_place_in_the_lane_is_the_distance() {
        let target = |at: &str, which: Lane| {
            let scene = scene(&format!("A1 d2 N, B1 {at} S"));
            lane_target(&scene.state, unit("A1"), Facing::N, which, 3)
                .ok()
                .map(|target| target.distance)
        };
        assert_eq!(target("d5", Lane::Centre), Some(3));
        assert_eq!(target("d6", Lane::Centre), None);
        assert_eq!(target("c5", Lane::Left), Some(3));
        assert_eq!(target("c6", Lane::Left), None);
        assert!(Lane::ALL.into_iter().all(|which| target("b4", which).is_none()));
    }

    #[test]
    fn bb_shoot_04_the_nearest_unit_obscures_the_others() {
        // The example of the book: range 3, one unit in the second cell of a lane, 8 cells can be shot at.
        let open = open_cells(&scene("A1 d2 N, A2 e4 N"));
        assert_eq!(open, ["c3", "c4", "c5", "d3", "d4", "d5", "e3", "e4"]);
        assert_eq!(open_cells(&scene("A1 d2 N, A2 e3 N")).len(), 7);
        assert_eq!(open_cells(&scene("A1 d2 N, A2 e5 N")).len(), 9);
        let behind = scene("A1 d2 N, B1 d4 S, B2 d5 S");
        assert_eq!(behind.refused("shoot A1 lane centre at B2"), "BB-SHOOT-04");
        let other_lane = scene("A1 d2 N, B1 d4 E, B2 e5 S"); // Units in other lanes never obscure.
        assert_eq!(legal_targets(&other_lane.state, unit("A1"), Facing::N).len(), 2);
    }

    #[test]
    fn bb_shoot_05_an_enemy_in_the_lane_that_is_not_in_combat() {
        assert_eq!(
            scene("A1 d2 N, A2 d3 N, B1 d4 E").refused("shoot A1 lane centre at B1"),
            "BB-SHOOT-05"
        ); // A friend.
        assert_eq!(
            scene("A1 d2 N, A2 e4 W, B1 d4 S").refused("shoot A1 lane centre at B1"),
            "BB-SHOOT-05"
        ); // In combat.
        assert_eq!(
            scene("A1 d2 N, B1 d7 S").refused("shoot A1 lane centre at B1"),
            "BB-SHOOT-05"
        ); // Nobody there.
        assert_eq!(
            scene("A1 a2 N, B1 a4 S").refused("shoot A1 lane left at B1"),
            "BB-SHOOT-05"
        ); // No such lane.
        let fair = scene("A1 d2 N, B1 d4 S");
        let targets = legal_targets(&fair.state, unit("A1"), Facing::N);
        assert_eq!(
            targets,
            [Target {
                lane: Lane::Centre,
                distance: 2,
                unit: unit("B1")
            }]
        );
    }

    #[test]
    fn bb_shoot_06_one_die_a_model_up_to_the_front_rank() {
        for (models, front_rank, dice) in [(8, 6, 6), (4, 6, 4)] {
            assert_eq!(shooting_dice(models, front_rank), dice);
        }
        // 8 models, front rank 6, 2 attacks each: still 6 dice.
        let mut scene = scene("A1 d2 N, B1 d4 S").card("A1", |card| {
            (card.models, card.front_rank, card.attacks) = (8, 6, 2);
        });
        assert!(
            scene
                .play("shoot A1 lane centre at B1", &[1, 1, 1, 1, 1, 1])
                .is_ok()
        );
    }

    #[test]
    fn bb_shoot_07_the_ranged_number_or_more_hits() {
        let mut scene = scene("A1 d2 N, B1 d4 S")
            .card("A1", |card| (card.models, card.front_rank) = (6, 6))
            .card("B1", |card| (card.models, card.block) = (9, 7));
        scene
            .play("shoot A1 lane centre at B1", &[1, 3, 4, 4, 6, 2])
            .unwrap();
        assert_eq!(scene.models_of("B1"), 6); // Ranged 4+: 3 hits.
    }

    #[test]
    fn bb_shoot_08_the_target_blocks_each_hit() {
        let shot = |block: u8, dice: &[u8]| {
            let mut scene = scene("A1 d2 N, B1 d4 S")
                .card("A1", |card| (card.models, card.front_rank) = (3, 6))
                .card("B1", |card| (card.models, card.block) = (9, block));
            scene.play("shoot A1 lane centre at B1", dice).unwrap();
            9 - scene.models_of("B1")
        };
        assert_eq!(shot(5, &[4, 4, 4, 5, 2, 4]), 2); // 3 hits, block 5+: 1 blocked.
        assert_eq!(shot(7, &[4, 4, 4]), 3); // No block dice.
    }

    fn scene_of_a_last_model() -> Scene {
        scene("A1 d2 N, B1 d4 S")
            .card("A1", |card| card.models = 2)
            .models("B1", 1)
    }

    #[test]
    fn bb_shoot_09_no_flee_roll_and_a_unit_without_models_is_gone() {
        let mut scene = scene("A1 d2 N, B1 d4 S")
            .card("A1", |card| (card.models, card.front_rank) = (7, 7))
            .card("B1", |card| (card.models, card.block) = (9, 7));
        let events = scene.play("shoot A1 lane centre at B1", &[6; 7]).unwrap();
        assert_eq!((scene.models_of("B1"), events.len()), (2, 1)); // 9 models fall to 2: no roll.
        let mut last = scene_of_a_last_model();
        last.play("shoot A1 lane centre at B1", &[6, 6, 1, 1]).unwrap();
        assert_eq!(last.place("B1"), "");
    }
}
