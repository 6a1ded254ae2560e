//! Folding of events of movement, orders and marks of units.

use battleground_geometry::{Inches, Pose};
use hindsight_kernel::{FoldError, message};

use super::living;
use crate::messages::MESSAGES;
use crate::model::event::{MoveKind, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::state::{ReachedObjective, State, Unit};

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &MovementEvent) -> Result<(), FoldError> {
    match event {
        MovementEvent::UnitMoved {
            unit,
            kind,
            to,
            distance,
            shown,
            ..
        } => {
            if let Some(shown) = shown {
                show(state, *unit, shown)?;
            }
            come_to(state, *unit, *kind, *to, *distance)?;
        }
        MovementEvent::UnitsMoved { kind, moves } => {
            for one in moves {
                come_to(state, one.unit, one.kind.unwrap_or(*kind), one.to, one.distance)?;
            }
        }
        MovementEvent::UnitTurned {
            unit,
            heading,
            kind,
            from,
        } => {
            let unit = living(state, *unit, false)?;
            if let Some(pose) = &mut unit.pose {
                pose.heading = heading.heading();
            }
            // Not before it has turned: until then the card that lies outside is the rear one. Rule BG4-COLOS-05.
            if *kind == MoveKind::RoutTurn {
                unit.turn.just_routed = true;
                unit.turn.fled_from.clone_from(from);
            }
        }
        MovementEvent::FlightChanged { unit, airborne } => living(state, *unit, true)?.airborne = *airborne,
        MovementEvent::SlidUnder { unit, slid } => living(state, *unit, false)?.slid = *slid,
        MovementEvent::StatusChanged { unit, status, .. } => living(state, *unit, true)?.status = *status,
        MovementEvent::TokenPlaced { token, seat, at } => match at {
            Some(at) => {
                state.tokens.insert(*token, (*seat, *at));
            }
            None => {
                state.tokens.remove(token);
            }
        },
        MovementEvent::Marked { unit, mark } => {
            let marks = &mut living(state, *unit, true)?.turn;
            match mark {
                TurnMark::Activated => marks.activated = true,
                TurnMark::NoRush => marks.no_rush = true,
                TurnMark::Controlled => marks.controlled = true,
                TurnMark::NamedEnemy(enemy) => marks.named_enemy = Some(*enemy),
                TurnMark::Rallied => marks.rallied = true,
                TurnMark::Frightened => marks.frightened = true,
                TurnMark::Terrified => marks.terrified = true,
                TurnMark::Outreached => marks.outreached = true,
                TurnMark::BeganEngaged => marks.began_engaged = true,
                TurnMark::FearChecked => marks.fear_checked = true,
                TurnMark::Cast => marks.cast = true,
                TurnMark::Healed => marks.healed = true,
                TurnMark::TookOff => marks.took_off = true,
                TurnMark::HealedFrom(marked) => marks.healed_from = marks.healed_from.or(Some(*marked)),
                TurnMark::SpelledFrom(written) => {
                    marks.spelled_from.get_or_insert_with(|| written.clone());
                }
                TurnMark::Lands(lands) => marks.lands = *lands,
                TurnMark::Shifted => marks.shifted = true,
                TurnMark::Paid => marks.paid = true,
                TurnMark::RiddenDown => marks.ridden_down = true,
                TurnMark::RunThrough => marks.run_through = true,
                TurnMark::Beyond(enemies) => marks.beyond.clone_from(enemies),
                TurnMark::Touched(friends) => marks.touched = Some(friends.clone()),
                TurnMark::RalliedAfterRunning => marks.rallied_after_running = true,
                TurnMark::Threw => marks.threw = true,
                TurnMark::RangedMode(mode) => marks.ranged_mode = Some(*mode),
                TurnMark::FacingSide(enemy, side) => marks.diagonals.push((*enemy, *side)),
                TurnMark::RushDeclined(enemy) => marks.rushes_declined.push(*enemy),
                TurnMark::PathNotPast(enemy) => marks.path_not_past.push(*enemy),
                TurnMark::Terrain(steps) => {
                    marks.terrain = Some(marks.terrain.map_or(*steps, |old| old.min(*steps)));
                }
            }
        }
        MovementEvent::PointHeld { unit, at } => {
            let turn = state.turn;
            living(state, *unit, false)?.held = Some(ReachedObjective { at: *at, turn });
        }
    }
    Ok(())
}

/// A unit of a concealed army is laid open; where the army is known it is there already.
fn show(state: &mut State, id: UnitId, shown: &Unit) -> Result<(), FoldError> {
    if state.unit(id).is_some() {
        return Ok(());
    }
    if shown.id != id || state.book.kind(shown.kind).is_none() {
        return Err(FoldError::new(message!(MESSAGES, "fold-unit-of-no-list")));
    }
    let player = state.player_mut(id.seat());
    player.unknown = player
        .unknown
        .checked_sub(1)
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-unit", id)))?;
    state.units.push(shown.clone());
    state.units.sort_by_key(|unit| unit.id);
    Ok(())
}

/// A unit lies somewhere else now, so far along its way.
fn come_to(
    state: &mut State,
    unit: UnitId,
    kind: MoveKind,
    to: Pose,
    distance: Inches,
) -> Result<(), FoldError> {
    let normal = matches!(kind, MoveKind::Ordered | MoveKind::Controlled);
    let unit = living(state, unit, kind == MoveKind::Deployed)?;
    let changed = unit.pose != Some(to);
    unit.pose = Some(to);
    if changed && (normal || kind == MoveKind::Rush) {
        unit.turn.moved = true;
    }
    if changed && normal && unit.airborne {
        unit.turn.flown = Some(unit.turn.flown.unwrap_or_default() + distance);
    }
    if kind == MoveKind::Rush {
        unit.turn.rushed = true;
    }
    if kind == MoveKind::Rout {
        unit.turn.just_routed = false;
        unit.turn.fled_from.clear();
    }
    if normal && changed {
        state.normal_moves = true;
    }
    Ok(())
}
