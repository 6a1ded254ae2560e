//! The turn of a drawn position: it begins, or it is in its Movement & Command Phase already.

use hindsight_kernel::Seat;

use super::Sketch;
use super::players::nobody_at;
use super::refusal::DrawnRefusal;
use super::units::ids;
use crate::editions::Edition;
use crate::model::agenda::Step;
use crate::model::names::{Team, UnitId, other};
use crate::model::refusal::Refusal;
use crate::model::state::{Phase, State};
use crate::rules::turn::gained_by;

/// The most command actions that are drawn as left.
const MOST_ACTIONS: u8 = 20;

/// A battle without anything on the table, at the end of the turn before this one.
pub(super) fn before(edition: Edition, turn: u16, active: Seat, seats: usize) -> Result<State, Refusal> {
    let Some(before) = turn.checked_sub(1) else {
        return Err(DrawnRefusal::TurnZero.into());
    };
    if active.index() >= seats {
        return Err(Refusal::from(nobody_at(active, seats, "take_turns")).with("path", "/active"));
    }
    // A team takes its turn together. Rule BG3-SCEN-03 (p. 26).
    let active = Team::of(active).lead();
    // Turns alternate, so who has an odd one had the first.
    let first = if before.is_multiple_of(2) {
        active
    } else {
        other(active)
    };
    let (phase, player) = match before {
        0 => (Phase::SetUp, None),
        _ => (edition.closing_phase(), Some(other(active))),
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
/// anything in it. Rules `BG4-TURN-01`, `BG4-TURN-03`, `BG4-TURN-04` (pp. 32-33).
///
/// RULING: BG4-TURN-04, a drawn unit that moved this turn made a normal move, so nobody makes a Final Rush any more; who is
/// engaged is engaged since an earlier turn.
pub(super) fn go_on(state: &mut State, sketch: &Sketch) -> Result<(), Refusal> {
    let ids = ids(&sketch.units)?;
    let Some(actions) = sketch.actions else {
        let idle = |unit: &super::Drawn| !unit.activated && !unit.moved;
        return match sketch.units.iter().position(|unit| !idle(unit)) {
            None => Ok(()),
            Some(place) => Err(DrawnRefusal::ActiveBefore(ids[place]).into()),
        };
    };
    let team = Team::of(sketch.active);
    let gained = gained_by(state, team);
    if let Some(seat) = sketch
        .partners
        .keys()
        .find(|seat| **seat == sketch.active || Team::of(**seat) != team)
    {
        let (seat, active) = (*seat, sketch.active);
        return Err(DrawnRefusal::NoPartner { seat, active }.into());
    }
    if let Some((seat, left)) = sketch.partners.iter().find(|(_, left)| **left > MOST_ACTIONS) {
        return Err(DrawnRefusal::TooManyActions {
            most: MOST_ACTIONS,
            left: *left,
            seat: *seat,
        }
        .into());
    }
    state.turn = sketch.turn;
    state.active = Some(team.lead());
    state.phase = Phase::MovementAndCommand;
    state.agenda = vec![Step::MovementAndCommand.into()];
    for (seat, gained) in gained {
        let left = if seat == sketch.active {
            actions
        } else {
            sketch.partners.get(&seat).copied().unwrap_or(gained)
        };
        let player = state.player_mut(seat);
        player.actions = left;
        player.gained = gained.max(left);
        player.spent_any = left < gained;
    }
    let engaged: Vec<UnitId> = state
        .engagements
        .iter()
        .flat_map(|pair| [pair.rusher, pair.rushed])
        .collect();
    for (place, (drawn, id)) in sketch.units.iter().zip(ids).enumerate() {
        if (drawn.activated || drawn.moved) && id.team() != team {
            return Err(DrawnRefusal::NotInItsTurn { unit: id, place }.into());
        }
        state.normal_moves |= drawn.moved;
        if let Some(unit) = state.unit_mut(id) {
            unit.turn.activated = drawn.activated || drawn.moved;
            unit.turn.moved = drawn.moved;
            unit.turn.began_engaged = engaged.contains(&id);
        }
    }
    Ok(())
}

/// Notes who flew when the turn began, where it has begun: whoever is drawn in the air. Their orders are given by then, for a unit that
/// began the turn in the air and is not there has landed. Rule `BG4-FLY-06` (pp. 124-125).
pub(super) fn note_flyers(state: &mut State, sketch: &Sketch) {
    if sketch.actions.is_some() {
        for unit in &mut state.units {
            unit.turn.began_flying = unit.airborne;
        }
    }
}
