//! Movement of units, hex by hex, and of leaders alone (§5.1-§5.2, §7.2, §8.0, pp. 4-6).

mod acts;
mod leaders;
mod walk;

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::agenda::proceed;
use hindsight_kernel::{DiceNeed, Refusal, RollAbout, Seat, refusals};

pub(crate) use acts::{go_on_with, order};
pub(crate) use leaders::step_leader;
pub use leaders::{LeaderStepRefusal, check_leader_step};
pub use walk::{Priced, StepRefusal, Walk};

use super::asking::{BattleTable, roll, then};
use crate::data::{Outcome, Token};
use crate::messages::MESSAGES;
use crate::model::agenda::{Cause, Hit, Step};
use crate::model::event::MovementEvent;
use crate::model::names::{LeaderId, UnitId};
use crate::model::piece::{MoveFire, Occasion, Status, Unit};
use crate::model::state::{Mover, State};
use crate::tables::MAX_PASS_THROUGH;

refusals! {
    messages = MESSAGES;
    /// Reasons why a unit may not act in the Move/Fire Phase, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum ActingRefusal {
        NoUnit = "MOI-COMP-12", "§5.1, §8.0, §15.0 p. 5, 7, 13";
        NotActive = "MOI-COMP-09", "§2.4 p. 3";
        NotNow = "MOI-ACT-06", "§3.1, §4.1 p. 4";
        Finished = "MOI-ACT-17", "§5.1, ESP-B p. 4, 16";
        Passing = "MOI-MOVE-14", "§8.0 p. 6";
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons why leaders may not ride along, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum RiderRefusal {
        NotHere = "MOI-MOVE-07", "§5.1 p. 5";
        Underway = "MOI-MOVE-07", "§5.1 p. 5";
        Moved = "MOI-MOVE-07", "§5.1 p. 5";
    }
}

/// Whether the Move/Fire Phase is open: its step lies on top, or what is left of several acts that were ordered in it.
pub fn is_open(state: &State) -> bool {
    matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::MoveFire | Step::Acts { .. })
    )
}

/// A unit that may act in the Move/Fire Phase. Rules `MOI-COMP-09`, `MOI-ACT-06`, `MOI-ACT-17` (pp. 3-4).
pub fn check_acting(state: &State, seat: Seat, unit: UnitId) -> Result<&Unit, ActingRefusal> {
    let unit = state.unit(unit).ok_or(ActingRefusal::NoUnit)?;
    if unit.seat != seat || seat != state.active || state.active_command() != Some(unit.command) {
        return Err(ActingRefusal::NotActive);
    }
    if !is_open(state) {
        return Err(ActingRefusal::NotNow);
    }
    if unit.acts.finished {
        return Err(ActingRefusal::Finished);
    }
    if passing_unit(state).is_some_and(|passing| passing != unit.id) {
        return Err(ActingRefusal::Passing);
    }
    Ok(unit)
}

/// The unit that stands in the hex of a friendly missile unit and must go on. Rule `MOI-MOVE-14` (p. 6).
pub fn passing_unit(state: &State) -> Option<UnitId> {
    let Some(Mover::Unit(id)) = state.mover else {
        return None;
    };
    let unit = state.unit(id)?;
    let shares = unit
        .hex()
        .is_some_and(|hex| state.units_at(hex).any(|other| other.id != id));
    shares.then_some(id)
}

/// A unit's Move/Fire as it would begin now. Rules `MOI-ZOC-05`, `MOI-HOBI-03` (pp. 6, 13).
pub fn beginning(state: &State, unit: &Unit) -> MoveFire {
    let values = state.values_of(unit);
    let in_zoc_of = unit
        .hex()
        .map(|hex| state.enemy_zocs(hex, unit.seat))
        .unwrap_or_default();
    MoveFire {
        facing: unit.facing().unwrap_or(Facing::One),
        in_zoc_of,
        allowance: [values.ma, values.ma_dis],
        spent: 0,
        left: false,
        stopped: false,
        zocs_left: Vec::new(),
        riders: Vec::new(),
        changed: false,
        passing: None,
    }
}

/// A unit's Move/Fire: as begun, or as it would begin now.
pub fn turn_of(state: &State, unit: &Unit) -> MoveFire {
    unit.acts.turn.clone().unwrap_or_else(|| beginning(state, unit))
}

/// Begins a unit's Move/Fire if it has not begun; whoever moved before is finished. Rule `MOI-ACT-17` (p. 4).
pub(crate) fn begin(table: &mut BattleTable<'_>, unit: UnitId) {
    let state = table.state();
    let Some(acting) = state.unit(unit) else {
        return;
    };
    if acting.acts.turn.is_none() {
        let turn = beginning(state, acting);
        table.emit(MovementEvent::UnitBegan { unit, turn });
    }
}

/// The leaders that move with a unit's next step. Rule `MOI-MOVE-07` (p. 5).
pub fn riders(state: &State, unit: &Unit, with: &[LeaderId]) -> Result<Vec<LeaderId>, RiderRefusal> {
    let turn = unit.acts.turn.as_ref();
    // Who fell on the way does not ride on.
    let still = |id: &&LeaderId| {
        state
            .leader(**id)
            .is_some_and(|leader| leader.hex().is_some() && leader.hex() == unit.hex())
    };
    let begun = turn.map_or(&[][..], |turn| turn.riders.as_slice());
    let mut all: Vec<LeaderId> = begun.iter().filter(still).copied().collect();
    for &id in with {
        if all.contains(&id) {
            continue;
        }
        let leader = state
            .leader(id)
            .filter(|leader| leader.seat == unit.seat && leader.hex().is_some() && leader.hex() == unit.hex())
            .ok_or(RiderRefusal::NotHere)?;
        if turn.is_some_and(|turn| turn.left) {
            return Err(RiderRefusal::Underway);
        }
        if leader.moved {
            return Err(RiderRefusal::Moved);
        }
        all.push(id);
    }
    Ok(all)
}

/// Moves a unit one hex. Rule `MOI-MOVE-03` (pp. 4-5).
pub(crate) fn step(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: UnitId,
    to: Hex,
    facing: Option<Facing>,
    with: &[LeaderId],
) -> Result<(), Refusal> {
    let state = table.state();
    let unit = check_acting(state, seat, id)?;
    let walk = Walk::of(state, unit).ok_or(StepRefusal::OffMap)?;
    let priced = walk.price(state, to)?;
    let leaders = riders(state, unit, with)?;
    let (from, own) = (walk.at, unit.facing().unwrap_or(Facing::One));
    begin(table, id);
    table.emit(MovementEvent::UnitStepped {
        unit: id,
        from,
        to,
        facing: facing.unwrap_or(own),
        cost: priced.cost,
        stopped: priced.stopped,
        zocs_left: priced.zocs_left,
        leaders,
        passing: priced.passing,
    });
    let mut ahead = Vec::new();
    if let Some(through) = priced.passing {
        ahead.extend(pass_through(table, id, through)?);
    }
    ahead.extend(entered(id, to, seat, Occasion::Move));
    proceed(table, 0, ahead);
    Ok(())
}

/// What a hex does to a unit that enters it: lone enemy leaders and Standards first, then Reaction Fire.
/// Rule `MOI-FIRE-11` (p. 7).
pub(crate) fn entered(unit: UnitId, hex: Hex, by: Seat, on: Occasion) -> [Step; 2] {
    [Step::Displace { hex, by }, Step::Reaction { unit, hex, on }]
}

/// The roll for a missile unit through which mounted men-at-arms pass: 0 to 4 harms it. Rule `MOI-MOVE-15` (p. 6).
fn pass_through(table: &mut BattleTable<'_>, unit: UnitId, through: UnitId) -> Result<Option<Step>, Refusal> {
    let seat = table.state().active;
    let about = RollAbout::of(&through).need(DiceNeed::AtLeast(MAX_PASS_THROUGH + 1));
    let throw = roll(table, about, "pass through", seat, Vec::new())?;
    let harmed = throw.total() <= MAX_PASS_THROUGH;
    table.emit(MovementEvent::PassThroughRolled {
        unit,
        through,
        throw,
        harmed,
    });
    Ok(harmed.then(|| Step::Suffer(ridden_down(table.state(), through, Cause::PassedThrough))))
}

/// What a missile unit suffers by friends that go through it: Disordered, or Retired if it is Disordered already.
/// Rules `MOI-MOVE-15`, `MOI-RES-06` (pp. 6, 11).
pub(crate) fn ridden_down(state: &State, unit: UnitId, cause: Cause) -> Hit {
    let normal = state.unit(unit).is_some_and(|unit| unit.status == Status::Normal);
    let token = if normal { Token::Disordered } else { Token::Retired };
    Hit {
        unit,
        outcome: Outcome::of(&[token]),
        cause,
        from: Vec::new(),
    }
}

/// Ends all movement and fire: S5 to S7. Rule `MOI-ACT-06` (p. 4).
pub(crate) fn end(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let state = table.state();
    if !is_open(state) {
        return Err(ActingRefusal::NotNow.into());
    }
    if seat != state.active {
        return Err(ActingRefusal::NotActive.into());
    }
    if passing_unit(state).is_some() {
        return Err(ActingRefusal::Passing.into());
    }
    end_of_unit(table);
    then(table, [Step::DeclareAttacks]);
    Ok(())
}

/// Ends the Move/Fire of whoever is in the middle of it.
pub(crate) fn end_of_unit(table: &mut BattleTable<'_>) {
    if let Some(Mover::Unit(unit)) = table.state().mover {
        table.emit(MovementEvent::MoveFireEnded { unit });
    }
}

/// Ends the Move/Fire of a unit if it is in the middle of it: it was displaced. Rule `MOI-MOVE-18` (pp. 4, 7-8).
pub(crate) fn cut_short(table: &mut BattleTable<'_>, unit: UnitId) {
    if table.state().mover == Some(Mover::Unit(unit)) {
        table.emit(MovementEvent::MoveFireEnded { unit });
    }
}
