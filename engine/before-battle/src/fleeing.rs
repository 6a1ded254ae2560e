//! Fleeing: resolve, the flee roll, the run. §Fleeing.

use hindsight_geometry::squares::Cell;
use hindsight_kernel::{Refusal, Table};

use crate::BeforeBattle;
use crate::actions::standing_cell;
use crate::attack::DIE;
use crate::event::Event;
use crate::names::UnitId;
use crate::state::State;

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

/// What the dice of a blocked run leave of a unit: each die below the target kills one model, and the first die is the
/// wounded model's. Gives models killed, models left, and wounds on the wounded one. Rule `BB-FLEE-05`.
pub fn flee_dice_losses(faces: &[u8], need: u8, wounded: u8) -> (u8, u8, u8) {
    let killed = faces.iter().filter(|&&face| flees(face, need)).count() as u8;
    let first_dies = faces.first().is_some_and(|&face| flees(face, need));
    let left = faces.len() as u8 - killed;
    (killed, left, if first_dies { 0 } else { wounded })
}

/// Rolls to flee for a unit of the loser. Rule `BB-FLEE-02`.
pub(crate) fn flee_roll(table: &mut Table<'_, BeforeBattle>, unit: UnitId) -> Result<(), Refusal> {
    let need = flee_need(table.state(), unit);
    let roll = table.roll("flee", unit.seat(), DIE, 1)?;
    let flees = roll.faces.iter().any(|&die| flees(die, need));
    table.emit(Event::FleeRolled {
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
        Some(_) => Some(table.roll("flee models", unit.seat(), DIE, usize::from(models))?),
        None => None,
    };
    let (killed, models_after, wounds_after) = dice.as_ref().map_or((0, models, wounded), |roll| {
        flee_dice_losses(&roll.faces, need, wounded)
    });
    table.emit(Event::UnitFled {
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
