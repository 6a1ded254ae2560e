//! Standards: moved, captured; and lone leaders whose hex an enemy enters (§13.2, §15.5, pp. 12, 14).

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::agenda::Taken;
use hindsight_kernel::{DiceNeed, RollAbout, Seat};

use super::asking::{BattleTable, ask_unless_single, roll, then};
use super::leaders::{move_to, refuges};
use super::measure;
use super::results::eliminate_without_rolls;
use crate::field::Walker;
use crate::model::agenda::{Frame, Need, Step, Topic};
use crate::model::drm::{Drm, sum};
use crate::model::event::{RallyEvent, ResultEvent};
use crate::model::names::{StandardId, UnitId};
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::tables::standard_check;

/// Whether a Standard may be moved to a hex: no enemy combat unit, leader or Standard in it, and not impassable to all units.
/// Rule `MOI-STD-03` (p. 12).
pub fn may_stand(state: &State, seat: Seat, hex: Hex) -> bool {
    state.battle.may_stand(hex, Walker::Leader)
        && !state.units_at(hex).any(|unit| unit.seat != seat)
        && !state.enemy_leader_or_standard_at(hex, seat)
}

/// The Retired units of a Standard in its hex and around it. Rules `MOI-RALLY-02`, `MOI-STD-04` (p. 12).
pub fn retired_near(state: &State, standard: StandardId) -> Vec<UnitId> {
    let Some(hex) = state.standard(standard).and_then(|standard| standard.hex) else {
        return Vec::new();
    };
    measure::units_of_standard(state, standard)
        .filter(|unit| unit.is_retired() && unit.hex().is_some_and(|at| at.distance_to(hex) <= 1))
        .map(|unit| unit.id)
        .collect()
}

/// The modifiers of a Retired unit's roll when its Standard moves. Rule `MOI-STD-04` (p. 12).
fn check_drms(state: &State, unit: &Unit) -> Vec<Drm> {
    vec![Drm::new("MOI-STD-04", i32::from(state.values_of(unit).sdd_dis))]
}

/// The chance that a Retired unit is eliminated when its Standard moves. Rule `MOI-STD-04` (p. 12).
pub fn chance_of_loss(state: &State, unit: &Unit) -> f64 {
    let drms = sum(&check_drms(state, unit));
    (0..10).filter(|die| standard_check(die + drms)).count() as f64 / 10.0
}

/// Moves a Standard: Retired units next to it roll first. Rules `MOI-STD-03`, `MOI-STD-04` (p. 12).
pub(crate) fn move_standard(
    table: &mut BattleTable<'_>,
    standard: StandardId,
    to: Hex,
) -> Result<Taken, Need> {
    let seat = table.state().active;
    for id in retired_near(table.state(), standard) {
        let state = table.state();
        let drms = state
            .unit(id)
            .map_or_else(Vec::new, |unit| check_drms(state, unit));
        let most = (0..10).filter(|die| !standard_check(die + sum(&drms))).max();
        let about = RollAbout::of(&id).need(DiceNeed::AtMost(most.unwrap_or(-1)));
        let throw = roll(table, about, "standard moves", seat, drms)?;
        let eliminated = standard_check(throw.total());
        table.emit(RallyEvent::StandardCheckRolled {
            unit: id,
            throw,
            eliminated,
        });
        if eliminated {
            eliminate_without_rolls(table, id)?;
        }
    }
    let from = table.state().standard(standard).and_then(|standard| standard.hex);
    table.emit(RallyEvent::StandardMoved { standard, from, to });
    Ok(then(table, []))
}

/// What a hex does to lone enemy pieces when a combat unit has entered it: Standards are captured, leaders escape or are
/// captured. Rules `MOI-MOVE-17`, `MOI-STACK-03`, `MOI-STD-07`, `MOI-STD-08`, `MOI-LEAD-10` (pp. 7, 12-14).
pub(crate) fn displace(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    hex: Hex,
    by: Seat,
) -> Result<Taken, Need> {
    let state = table.state();
    let entered = state.units_at(hex).any(|unit| unit.seat == by);
    let guarded = state.units_at(hex).any(|unit| unit.seat != by);
    if !entered || guarded {
        return Ok(then(table, []));
    }
    let taken: Vec<StandardId> = state
        .standards_at(hex)
        .filter(|standard| standard.seat != by)
        .map(|standard| standard.id)
        .collect();
    if !taken.is_empty() {
        for standard in taken {
            capture(table, standard, hex)?;
        }
        return Ok(then(table, [Step::Displace { hex, by }]));
    }
    let Some(leader) = state.leaders_at(hex).find(|leader| leader.seat != by) else {
        return Ok(then(table, []));
    };
    let id = leader.id;
    let options = refuges(state, leader, hex);
    if state.leaders_are_captured(hex, leader.seat) || options.is_empty() {
        table.emit(ResultEvent::LeaderCaptured { leader: id, hex });
        return Ok(then(table, [Step::Displace { hex, by }]));
    }
    let with = ask_unless_single(
        frame,
        leader.seat,
        Topic::LeaderPlacement,
        "MOI-LEAD-10",
        None,
        options,
    )?;
    move_to(table, id, hex, &with);
    Ok(then(table, [Step::Displace { hex, by }]))
}

/// Captures a Standard: the Retired units that use it are eliminated. Rule `MOI-STD-08` (p. 12).
fn capture(
    table: &mut BattleTable<'_>,
    standard: StandardId,
    hex: Hex,
) -> Result<(), hindsight_kernel::Refusal> {
    table.emit(RallyEvent::StandardCaptured { standard, hex });
    let retired: Vec<UnitId> = measure::units_of_standard(table.state(), standard)
        .filter(|unit| unit.is_retired() && unit.hex().is_some())
        .map(|unit| unit.id)
        .collect();
    for unit in retired {
        eliminate_without_rolls(table, unit)?;
    }
    Ok(())
}
