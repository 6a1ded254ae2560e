//! Rounds and turns. Rules `IF-ROUND-01` to `-08`, `IF-SETUP-10`.

use hindsight_kernel::{Refusal, Seat, refusals};

use super::{board, setup};
use crate::cards::Trigger;
use crate::field::Pose;
use crate::messages::MESSAGES;
use crate::model::agenda::{Frame, GameTable, Need, Occasion, Step, Taken, proceed};
use crate::model::event::RoundEvent;
use crate::model::names::UnitId;
use crate::model::state::{Activated, State};

refusals! {
    messages = MESSAGES;
    /// Reasons why a unit in reserve may not come to the table.
    pub enum NoArrival {
        NotNow = "IF-ROUND-02", "§Outside the sheet";
        NotInReserve { unit: UnitId } = "IF-SETUP-10", "§Outside the sheet", unit;
        Activated { unit: UnitId } = "IF-ROUND-04", "§Outside the sheet", unit;
    }
}

/// The combat units on the table that a player may activate. Rule `IF-ROUND-02`.
pub fn ready_units(state: &State, seat: Seat) -> Vec<UnitId> {
    state
        .on_table()
        .map(|(unit, _)| unit)
        .filter(|unit| unit.id.seat() == seat && !unit.activated)
        .map(|unit| unit.id)
        .collect()
}

/// The units in reserve that a player may place now, each with a legal place. Rule `IF-SETUP-10`.
pub fn arrivals(state: &State, seat: Seat) -> Vec<(UnitId, Pose)> {
    state
        .alive_of(seat)
        .filter(|unit| unit.reserve && !unit.activated)
        .filter_map(|unit| Some((unit.id, setup::some_place(state, unit.id, true)?)))
        .collect()
}

/// Whether an NCU of a player can be activated: one waits and a zone is empty. Rule `IF-ROUND-06`.
pub fn can_claim(state: &State, seat: Seat) -> bool {
    let waits = state
        .ncus
        .iter()
        .any(|ncu| ncu.id.seat() == seat && !ncu.activated);
    waits && !board::empty_zones(state).is_empty()
}

/// Whether a player has something that can be activated. Rule `IF-ROUND-03`.
pub fn can_activate(state: &State, seat: Seat) -> bool {
    let on_table = state
        .on_table()
        .any(|(unit, _)| unit.id.seat() == seat && !unit.activated);
    on_table || can_claim(state, seat) || !arrivals(state, seat).is_empty()
}

/// A unit is chosen only while there is one; an effect may have left none. Rule `IF-ROUND-03`.
pub(crate) fn choose_unit(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::ChooseUnit { seat } = frame.step else {
        return Ok(Taken::Waits);
    };
    if can_activate(table.state(), seat) {
        return Ok(Taken::Waits);
    }
    proceed(table, 1, []);
    Ok(Taken::Went)
}

fn window(trigger: Trigger, seat: Seat) -> Step {
    Step::Window {
        at: Occasion::new(trigger, seat),
        asked: seat,
        used: false,
    }
}

/// A round begins: the trigger, then the first player's turn. Rules `IF-ROUND-01`, `IF-ROUND-02`, `IF-ROUND-08`.
pub(crate) fn begin(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let named = state.first.unwrap_or(Seat::A);
    let first = if state.round == 0 { named } else { named.opponent() };
    let round = state.round.saturating_add(1);
    table.emit(RoundEvent::RoundBegan { round, first });
    proceed(
        table,
        1,
        [window(Trigger::RoundStart, first), Step::Turn { seat: first }],
    );
    Ok(Taken::Went)
}

/// The next turn: of this player, of the other if this one has nothing to activate, or the end of the phase. Rules
/// `IF-ROUND-02`, `IF-ROUND-03`.
pub(crate) fn turn(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Turn { seat } = frame.step else {
        return Ok(Taken::Waits);
    };
    let state = table.state();
    if can_activate(state, seat) {
        table.emit(RoundEvent::TurnBegan { seat });
        proceed(
            table,
            1,
            [
                window(Trigger::TurnStart, seat),
                Step::ChooseUnit { seat },
                window(Trigger::TurnEnd, seat),
                Step::EndTurn { seat },
            ],
        );
        return Ok(Taken::Went);
    }
    if can_activate(state, seat.opponent()) {
        table.emit(RoundEvent::TurnPassed { seat });
        proceed(
            table,
            1,
            [Step::Turn {
                seat: seat.opponent(),
            }],
        );
        return Ok(Taken::Went);
    }
    let first = state.first.unwrap_or(Seat::A);
    proceed(table, 1, [window(Trigger::RoundEnd, first), Step::Score]);
    Ok(Taken::Went)
}

/// A turn ends: the activation token is placed, the other player is next. Rules `IF-ROUND-02`, `IF-ROUND-04`.
pub(crate) fn end_turn(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::EndTurn { seat } = frame.step else {
        return Ok(Taken::Waits);
    };
    table.emit(RoundEvent::TurnEnded { seat });
    proceed(
        table,
        1,
        [Step::Turn {
            seat: seat.opponent(),
        }],
    );
    Ok(Taken::Went)
}

/// Whether a unit in reserve may be placed. Rule `IF-SETUP-10`.
///
/// # Errors
/// The rule that forbids it.
pub fn check_arrival(state: &State, seat: Seat, id: UnitId, pose: Pose) -> Result<(), Refusal> {
    if !matches!(state.step(), Some(Step::ChooseUnit { seat: asked }) if *asked == seat) {
        return Err(NoArrival::NotNow.into());
    }
    let unit = state
        .unit(id)
        .filter(|unit| unit.id.seat() == seat && unit.reserve && unit.is_alive())
        .ok_or(NoArrival::NotInReserve { unit: id })?;
    if unit.activated {
        return Err(NoArrival::Activated { unit: id }.into());
    }
    setup::check_place(state, id, pose, true)?;
    Ok(())
}

/// A unit in reserve comes to the table as its activation. Rule `IF-SETUP-10`.
pub(crate) fn arrive(table: &mut GameTable<'_>, seat: Seat, id: UnitId, pose: Pose) -> Result<(), Refusal> {
    check_arrival(table.state(), seat, id, pose)?;
    table.emit(RoundEvent::UnitActivated {
        activated: Activated::Unit(id),
    });
    table.emit(RoundEvent::Arrived { unit: id, pose });
    proceed(table, 1, []);
    Ok(())
}

/// The round is over: the first-player marker passes on, the next round begins. Rules `IF-ROUND-07`, `IF-ROUND-08`.
pub(crate) fn end(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    proceed(table, 1, [Step::BeginRound]);
    Ok(Taken::Went)
}
