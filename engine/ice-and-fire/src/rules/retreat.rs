//! Retreats and the free pivots after them. Rules `IF-RET-01` to `-04`, `IF-SURGE-02`.

use hindsight_kernel::{Refusal, RollAbout, Seat, refusals};

use super::{engagement, movement, terrain};
use crate::field::{Side, Turning, farthest, farthest_turning};
use crate::messages::{MESSAGES, inches};
use crate::model::agenda::{Frame, GameTable, Need, Step, Taken, proceed};
use crate::model::event::{MoraleEvent, MoveKind};
use crate::model::names::{UnitId, Way};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a unit may not retreat so, or pivot freely.
    pub enum NoRetreat {
        Unengaged = "IF-ACT-01", "§Sheet, Unit actions";
        NoWayOut = "IF-RET-02", "§Outside the sheet";
        NotNow = "IF-RET-01", "§Sheet, Unit actions; direction outside the sheet";
        NoForward = "IF-RET-01", "§Sheet, Unit actions; direction outside the sheet";
        NoDistance = "IF-RET-02", "§Outside the sheet";
        TooFar { distance: i32, most: i32 } = "IF-RET-01", "§Sheet, Unit actions; direction outside the sheet", most = inches(*most), distance = inches(*distance);
        NoPivot { unit: UnitId } = "IF-RET-03", "§Outside the sheet", unit;
    }
}

/// The ways in which a unit may retreat: forward only if no enemy is in contact with its front. Rule `IF-RET-01`.
pub fn ways(state: &State, id: UnitId) -> Vec<Way> {
    let front = state.engaged_with(id).any(|(own, _, _)| own == Side::Front);
    Way::ALL
        .into_iter()
        .filter(|way| *way != Way::Forward || !front)
        .collect()
}

/// A way in which a unit can end a retreat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WayOut {
    /// The way.
    pub way: Way,
    /// The farthest distance without a last pivot, in thousandths of an inch, if some distance may end so.
    pub straight: Option<i32>,
    /// The farthest distance with the last pivot that it needs.
    pub farthest: Turning,
}

/// The ways in which a unit can end a retreat of so many thousandths of an inch, Rough pieces not yet taken off. Rules
/// `IF-RET-01`, `IF-RET-02`, `IF-TERR-12`.
///
/// RULING (`IF-RET-02`): a direction could end legally if it could with some last pivot, for the pivot belongs to the
/// Retreat and the inch before an enemy is asked of its end (`IF-MOVE-03`).
pub fn ways_out(state: &State, id: UnitId, reach: i32) -> Vec<WayOut> {
    let Some(tray) = terrain::tray(state, id) else {
        return Vec::new();
    };
    let ground = terrain::ground(state, id);
    ways(state, id)
        .into_iter()
        .filter_map(|way| {
            let direction = (tray.pose.heading + way.turn()) % 360;
            Some(WayOut {
                way,
                straight: farthest(&ground, &tray, direction, reach),
                farthest: farthest_turning(&ground, &tray, direction, reach)?,
            })
        })
        .collect()
}

/// Whether a unit may choose to retreat. Rules `IF-ACT-01`, `IF-RET-02`. `bonus` is in inches.
pub fn check(state: &State, id: UnitId, bonus: i8) -> Result<(), NoRetreat> {
    if !state.is_engaged(id) {
        return Err(NoRetreat::Unengaged);
    }
    let highest = movement::speed(state, id) + (6 + i32::from(bonus)) * 1_000;
    if ways_out(state, id, highest).is_empty() {
        return Err(NoRetreat::NoWayOut);
    }
    Ok(())
}

/// The die of a retreat is rolled; then the move is named. Rule `IF-RET-01`.
pub(crate) fn begin(table: &mut GameTable<'_>, id: UnitId, bonus: i8) -> Result<Taken, Need> {
    let speed = movement::speed(table.state(), id);
    let roll = table.roll_about(RollAbout::of(&id), "retreat", id.seat(), 6, 1)?;
    let die = i32::from(roll.faces.first().copied().unwrap_or(1));
    let reach = (speed + (die + i32::from(bonus)) * 1_000).max(0);
    table.emit(MoraleEvent::RetreatRolled {
        unit: id,
        roll,
        reach,
    });
    proceed(table, 1, [Step::RetreatMove { unit: id, reach }]);
    Ok(Taken::Went)
}

/// A retreating unit without a legal move stays where it is; the action ends. Rule `IF-RET-02`.
pub(crate) fn retreat_move(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::RetreatMove { unit, reach } = frame.step else {
        return Ok(Taken::Waits);
    };
    if ways_out(table.state(), unit, reach).is_empty() {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    Ok(Taken::Waits)
}

/// Whether a retreating unit may move so: gives its movement. Rules `IF-RET-01`, `IF-RET-02`.
pub fn check_move(
    state: &State,
    id: UnitId,
    reach: i32,
    way: Way,
    distance: i32,
    last: Option<u16>,
) -> Result<movement::Plan, Refusal> {
    if !ways(state, id).contains(&way) {
        return Err(NoRetreat::NoForward.into());
    }
    if distance == 0 {
        return Err(NoRetreat::NoDistance.into());
    }
    if distance > reach {
        return Err(NoRetreat::TooFar {
            distance,
            most: reach,
        }
        .into());
    }
    let tray = terrain::tray(state, id).ok_or(NoRetreat::NotNow)?;
    let direction = (tray.pose.heading + way.turn()) % 360;
    let ground = terrain::ground(state, id);
    let allowance = movement::Allowance::Shift(reach);
    Ok(movement::plan(
        &ground,
        &tray,
        None,
        Some(direction),
        distance,
        last,
        allowance,
    )?)
}

/// A retreating unit moves; enemies that nobody engages any more may pivot. Rules `IF-RET-01` to `-04`.
pub(crate) fn move_back(
    table: &mut GameTable<'_>,
    seat: Seat,
    way: Way,
    distance: i32,
    last: Option<u16>,
) -> Result<(), Refusal> {
    let state = table.state();
    let Some(&Step::RetreatMove { unit, reach }) = state.step() else {
        return Err(NoRetreat::NotNow.into());
    };
    if unit.seat() != seat {
        return Err(NoRetreat::NotNow.into());
    }
    let plan = check_move(state, unit, reach, way, distance, last)?;
    let enemies = engagement::disengage(table, unit);
    movement::travel(table, unit, MoveKind::Retreat, &plan, false)?;
    super::victory::review(table);
    let pivots = Step::FreePivots {
        seat: seat.opponent(),
        units: enemies,
    };
    proceed(table, 1, [pivots]);
    Ok(())
}

/// Those of some units that may pivot freely now: alive, on the table and unengaged. Rules `IF-RET-03`, `IF-SURGE-02`.
pub fn may_pivot(state: &State, units: &[UnitId]) -> Vec<UnitId> {
    units
        .iter()
        .copied()
        .filter(|id| {
            state
                .unit(*id)
                .is_some_and(|unit| unit.is_alive() && unit.pose.is_some())
        })
        .filter(|id| !state.is_engaged(*id))
        .collect()
}

/// Free pivots wait as long as some unit may make one. Rules `IF-RET-03`, `IF-SURGE-02`.
pub(crate) fn free_pivots(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::FreePivots { units, .. } = &frame.step else {
        return Ok(Taken::Waits);
    };
    if may_pivot(table.state(), units).is_empty() {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    Ok(Taken::Waits)
}

/// A unit pivots freely; the others may still. Rules `IF-RET-03`, `IF-SURGE-02`.
pub(crate) fn free_pivot(
    table: &mut GameTable<'_>,
    seat: Seat,
    id: UnitId,
    heading: u16,
) -> Result<(), Refusal> {
    let state = table.state();
    let Some(Step::FreePivots { seat: asked, units }) = state.step().cloned() else {
        return Err(NoRetreat::NoPivot { unit: id }.into());
    };
    if asked != seat || !may_pivot(state, &units).contains(&id) {
        return Err(NoRetreat::NoPivot { unit: id }.into());
    }
    let plan = movement::check_pivot(state, id, heading)?;
    movement::travel(table, id, MoveKind::FreePivot, &plan, false)?;
    let units = units.into_iter().filter(|other| *other != id).collect();
    proceed(table, 1, [Step::FreePivots { seat, units }]);
    Ok(())
}
