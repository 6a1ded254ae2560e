//! The turn of a drawn position: it begins, or it is in its Movement & Command Phase already.

use hindsight_kernel::{Refusal, Seat};

use super::units::ids;
use super::{Sketch, refused};
use crate::model::agenda::Step;
use crate::model::names::{UnitId, other};
use crate::model::state::{Phase, State};
use crate::rules::turn::actions_gained;

/// A battle without anything on the table, at the end of the turn before this one.
pub(super) fn before(turn: u16, active: Seat) -> Result<State, Refusal> {
    let Some(before) = turn.checked_sub(1) else {
        return Err(refused("turns are counted from 1").asked(0));
    };
    if active.index() > 1 {
        return Err(refused("only South and North take turns").asked(active));
    }
    // Turns alternate, so who has an odd one had the first.
    let first = if before.is_multiple_of(2) {
        active
    } else {
        other(active)
    };
    let (phase, player) = match before {
        0 => (Phase::SetUp, None),
        _ => (Phase::EndOfTurn, Some(other(active))),
    };
    Ok(State {
        agenda: vec![Step::BeginTurn.into()],
        turn: before,
        active: player,
        first: Some(first),
        phase,
        ..State::default()
    })
}

/// Lets the turn be in its Movement & Command Phase, if so many command actions are left in it; else no unit can have done
/// anything in it. Rules `BG4-TURN-01`, `-03`, `-04` (pp. 32-33).
///
/// RULING: BG4-TURN-04, a drawn unit that moved this turn made a normal move, so nobody makes a Final Rush any more; who is
/// engaged is engaged since an earlier turn.
pub(super) fn go_on(state: &mut State, sketch: &Sketch) -> Result<(), Refusal> {
    let ids = ids(&sketch.units)?;
    let Some(actions) = sketch.actions else {
        let idle = |unit: &super::Drawn| !unit.activated && !unit.moved;
        return match sketch.units.iter().position(|unit| !idle(unit)) {
            None => Ok(()),
            Some(place) => Err(refused(format!(
                "{} was active in a turn that has not begun; say how many command actions are left in it",
                ids[place]
            ))
            .with("path", "/actions")),
        };
    };
    let gained = actions_gained(state);
    state.turn = sketch.turn;
    state.active = Some(sketch.active);
    state.phase = Phase::MovementAndCommand;
    state.agenda = vec![Step::MovementAndCommand.into()];
    let player = state.player_mut(sketch.active);
    player.actions = actions;
    player.gained = gained.max(actions);
    player.spent_any = actions < gained;
    let engaged: Vec<UnitId> = state
        .engagements
        .iter()
        .flat_map(|pair| [pair.rusher, pair.rushed])
        .collect();
    for (place, (drawn, id)) in sketch.units.iter().zip(ids).enumerate() {
        if (drawn.activated || drawn.moved) && id.seat() != sketch.active {
            return Err(refused(format!("{id} is activated in its own turn only"))
                .asked(id)
                .with("path", format!("/units/{place}/activated")));
        }
        let flies = drawn.order.is_some_and(|order| order.airborne);
        state.normal_moves |= drawn.moved;
        if let Some(unit) = state.unit_mut(id) {
            unit.turn.activated = drawn.activated || drawn.moved;
            unit.turn.moved = drawn.moved;
            unit.turn.began_engaged = engaged.contains(&id);
            unit.turn.began_flying = flies;
        }
    }
    Ok(())
}
