//! Fleeing: resolve, the flee roll, the run. §Fleeing.

use hindsight_geometry::squares::Cell;
use hindsight_kernel::{DiceNeed, Refusal, RollAbout, Table};

use crate::BeforeBattle;
use crate::model::event::AftermathEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::actions::standing_cell;
use crate::rules::attack::DIE;

/// The least face with which a unit stands, from models alive and models at the start. Rule `BB-FLEE-01` (§Fleeing).
///
/// RULING: wounded models count as alive.
pub const fn resolve_target(alive: u8, start: u8) -> u8 {
    let (alive, start) = (alive as u16, start as u16);
    if 4 * alive <= start {
        6
    } else if 2 * alive <= start {
        4
    } else {
        2
    }
}

/// The flee target of a unit as it stands now. Rule `BB-FLEE-01`.
pub fn flee_need(state: &State, unit: UnitId) -> u8 {
    resolve_target(state.unit(unit).models, state.card(unit).models)
}

/// Whether a unit with this die flees. Rule `BB-FLEE-02` (§Fleeing).
pub const fn flees(die: u8, need: u8) -> bool {
    die < need
}

/// A roll to flee of a unit, for who throws it: each die must show the need or more to stand.
fn stands(unit: UnitId, need: u8) -> RollAbout {
    RollAbout::of(&unit).need(DiceNeed::AtLeast(i32::from(need)))
}

/// The way of a fleeing unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The last cell it reaches.
    pub to: Cell,
    /// Cells entered.
    pub entered: u8,
    /// Whether it leaves the board. Rule `BB-FLEE-04`.
    pub off_board: bool,
    /// Who stands in its way. Rule `BB-FLEE-05`.
    pub blocked_by: Option<UnitId>,
}

/// The full Speed straight to the owner's home edge, beyond it if the way is free, up to the first unit if not.
/// Rules `BB-FLEE-03` to `BB-FLEE-05` (§Fleeing).
///
/// RULING: a unit in the way saves the fleeing one from leaving the board.
pub fn run(state: &State, unit: UnitId, from: Cell) -> Run {
    let facing = State::homeward(unit.seat());
    let mut run = Run {
        to: from,
        entered: 0,
        off_board: false,
        blocked_by: None,
    };
    for _ in 0..state.gear(unit).speed() {
        let Some(next) = state.field().step(run.to, facing) else {
            run.off_board = true;
            break;
        };
        if let Some(other) = state.at(next) {
            run.blocked_by = Some(other.id);
            break;
        }
        run.to = next;
        run.entered += 1;
    }
    run
}

/// The models and wounds of a unit after the dice of a blocked run: models killed, models left, and wounds on
/// the wounded one. Rule `BB-FLEE-05`.
///
/// RULING: a model stands on what its unit stood on, and the first die is the wounded model's.
pub fn flee_dice_losses(faces: &[u8], need: u8, wounded: u8) -> (u8, u8, u8) {
    let killed = faces.iter().filter(|&&face| flees(face, need)).count() as u8;
    let first_dies = faces.first().is_some_and(|&face| flees(face, need));
    let left = faces.len() as u8 - killed;
    (killed, left, if first_dies { 0 } else { wounded })
}

/// Rolls to flee for a unit of the loser. Rule `BB-FLEE-02`.
pub(crate) fn flee_roll(table: &mut Table<'_, BeforeBattle>, unit: UnitId) -> Result<(), Refusal> {
    let need = flee_need(table.state(), unit);
    let roll = table.roll_about(stands(unit, need), "flee", unit.seat(), DIE, 1)?;
    let flees = roll.read().iter().any(|&die| flees(die, need));
    table.emit(AftermathEvent::FleeRolled {
        unit,
        need,
        roll,
        flees,
    });
    Ok(())
}

/// Turns a unit home and runs it. Rules `BB-FLEE-03` to `BB-FLEE-06`.
pub(crate) fn flee(table: &mut Table<'_, BeforeBattle>, unit: UnitId) -> Result<(), Refusal> {
    let state = table.state();
    let from = standing_cell(state, unit)?;
    let (models, wounded, need) = (
        state.unit(unit).models,
        state.unit(unit).wounds,
        flee_need(state, unit),
    );
    let facing = State::homeward(unit.seat());
    let Run {
        to,
        entered,
        off_board,
        blocked_by,
    } = run(state, unit, from);
    let dice = match blocked_by {
        Some(_) => Some(table.roll_about(
            stands(unit, need),
            "flee models",
            unit.seat(),
            DIE,
            usize::from(models),
        )?),
        None => None,
    };
    let (killed, models_after, wounds_after) = dice.as_ref().map_or((0, models, wounded), |roll| {
        flee_dice_losses(&roll.read(), need, wounded)
    });
    table.emit(AftermathEvent::UnitFled {
        unit,
        from,
        to,
        facing,
        entered,
        off_board,
        blocked_by,
        dice,
        need,
        killed,
        models_after,
        wounds_after,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::combat::in_combat;
    use crate::model::event::{CombatEvent, Event};
    use crate::model::state::Loss;
    use crate::scene::{Scene, cell, unit};
    use hindsight_kernel::Seat;

    #[test]
    fn bb_flee_01_resolve_by_remaining_strength() {
        let rows = [
            (8, (8, 5), (4, 3), (2, 1)),
            (9, (9, 5), (4, 3), (2, 1)),
            (10, (10, 6), (5, 3), (2, 1)),
            (5, (5, 3), (2, 2), (1, 1)),
        ];
        for (start, firm, shaken, few) in rows {
            for ((most, least), need) in [(firm, 2), (shaken, 4), (few, 6)] {
                for alive in least..=most {
                    assert_eq!(resolve_target(alive, start), need, "{alive} of {start}");
                }
            }
        }
        assert_eq!(resolve_target(1, 1), 2);
        // A wounded model counts as alive.
        let scene = Scene::new("A1 d4 N")
            .card("A1", |card| (card.models, card.wounds_per_model) = (4, 3))
            .models("A1", 3)
            .wounds("A1", 2);
        assert_eq!(flee_need(&scene.state, unit("A1")), 2);
    }

    #[test]
    fn bb_flee_02_a_die_below_the_target_flees() {
        for (die, need, away) in [
            (4, 4, false),
            (3, 4, true),
            (1, 2, true),
            (2, 2, false),
            (5, 6, true),
            (6, 6, false),
        ] {
            assert_eq!(flees(die, need), away, "{die} against {need}+");
        }
    }

    #[test]
    fn bb_flee_03_it_turns_home_and_runs_its_full_speed() {
        let scene = Scene::new("A1 e3 E, B1 d5 S");
        let south = run(&scene.state, unit("A1"), cell("e3"));
        assert_eq!(
            (south.to, south.off_board, south.blocked_by),
            (cell("e1"), false, None)
        );
        let north = run(&scene.state, unit("B1"), cell("d5"));
        assert_eq!((north.to, north.entered), (cell("d7"), 2));
        // In play: B1 loses and flees from d5 to d7, facing north.
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N").card("B1", |card| card.block = 7);
        scene
            .play("end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
            .unwrap();
        assert_eq!(scene.place("B1"), "d7 N");
    }

    #[test]
    fn bb_flee_04_a_unit_that_runs_off_its_edge_is_destroyed() {
        let off = |units: &str, name: &str, speed: u8| {
            let scene = Scene::new(units).card(name, |card| card.speed = speed);
            let from = scene.state.cell(unit(name)).unwrap();
            let run = run(&scene.state, unit(name), from);
            (run.off_board, run.to.to_string())
        };
        assert_eq!(off("A1 c2 N", "A1", 2), (true, "c1".to_owned()));
        assert_eq!(off("A1 c3 N", "A1", 2), (false, "c1".to_owned()));
        assert!(off("B1 f8 S", "B1", 1).0);
        let mut scene = Scene::new("A1 c6 N, A2 a1 N, B1 c7 S, B2 h8 N").card("B1", |card| card.block = 7);
        scene
            .play("end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
            .unwrap();
        assert_eq!(
            (scene.place("B1"), scene.state.unit(unit("B1")).lost),
            (String::new(), Some(Loss::OffBoard))
        );
    }

    #[test]
    fn bb_flee_05_a_blocked_run_costs_models() {
        // North unit of 5 (start 9) on d5, friend on d7: it stops on d6; dice 1 2 3 6 1: two models die.
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 d7 N")
            .card("B1", |card| (card.models, card.block, card.attacks) = (9, 7, 1))
            .models("B1", 6);
        // A1 hits once: 5 models are left (2+). It rolls 1 and flees.
        scene
            .play("end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 6, 1])
            .unwrap();
        assert_eq!((scene.place("B1"), scene.models_of("B1")), ("d6 N".to_owned(), 3));
        // A friend on the home row, an enemy directly behind: no cell is run, and it does not leave the board.
        for units in ["A1 c2 N, A2 c1 N", "A1 c4 N, B1 c3 E"] {
            let scene = Scene::new(units);
            let from = scene.state.cell(unit("A1")).unwrap();
            let run = run(&scene.state, unit("A1"), from);
            assert_eq!(
                (run.entered, run.off_board, run.blocked_by.is_some()),
                (0, false, true),
                "{units}"
            );
        }
        // The first die belongs to the wounded model.
        assert_eq!(flee_dice_losses(&[2, 5], 4, 1), (1, 1, 0)); // It dies; one whole model is left.
        assert_eq!(flee_dice_losses(&[5, 2], 4, 1), (1, 1, 1)); // The wounded model is left.
        assert_eq!(flee_dice_losses(&[1, 2, 3, 6, 1], 2, 0), (2, 3, 0));
        assert_eq!(flee_dice_losses(&[1, 1], 2, 0), (2, 0, 0));
    }

    #[test]
    fn bb_flee_06_a_fled_unit_stays_and_acts_again() {
        // B1 flees from d5 to d7, before A3 on d8 that faces it: in combat, but neither fights now nor may B1 reform.
        let mut scene = Scene::new("A1 d4 N, A3 d8 S, B1 d5 S, B2 h8 N").card("B1", |card| card.block = 7);
        let events = scene
            .play("end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
            .unwrap();
        assert_eq!(
            events
                .iter()
                .filter(|event| matches!(event, Event::Combat(CombatEvent::TierFought { .. })))
                .count(),
            1
        );
        assert!(in_combat(&scene.state, unit("B1")));
        assert_eq!(crate::rules::reforming::may_reform(&scene.state, Seat::B), []);
        scene.give(Seat::A, "reform A1 N", &[]).unwrap();
        assert_eq!(scene.state.active, Some(Seat::B));
        assert!(crate::rules::turn::may_be_picked(&scene.state, Seat::B, unit("B1")).is_ok());
    }
}
