//! Folding of events of turns, phases and the end of the battle.

use hindsight_kernel::FoldError;

use crate::model::effect::Duration;
use crate::model::event::TurnEvent;
use crate::model::names::Team;
use crate::model::state::{Phase, State, TurnMarks};

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &TurnEvent) -> Result<(), FoldError> {
    match event {
        TurnEvent::VictoryChecked { .. } => {}
        TurnEvent::Finished { seat } => state.player_mut(*seat).finished = true,
        TurnEvent::TurnBegan {
            turn,
            active,
            actions,
            engaged,
            flying,
        } => {
            state.turn = *turn;
            state.active = Some(*active);
            state.phase = Phase::MovementAndCommand;
            state.normal_moves = false;
            let player = state.player_mut(*active);
            player.actions = *actions;
            player.gained = *actions;
            player.spent_any = false;
            for seat in state.seats_of(Team::of(*active)).filter(|seat| seat != active) {
                let partner = state.player_mut(seat);
                (partner.actions, partner.gained, partner.spent_any) = (0, 0, false);
            }
            for player in &mut state.players {
                player.played.clear();
                player.passing = false;
                player.finished = false;
            }
            for unit in &mut state.units {
                unit.turn = TurnMarks {
                    began_engaged: engaged.contains(&unit.id),
                    began_flying: flying.contains(&unit.id),
                    ..TurnMarks::default()
                };
            }
        }
        TurnEvent::PhaseBegan { phase } => {
            state.phase = *phase;
            for player in &mut state.players {
                player.played.clear();
                player.passing = false;
                player.finished = false;
            }
            for unit in &mut state.units {
                unit.pending.other_checked = false;
            }
            crate::model::lasting::end_with(state, Duration::Phase);
        }
        TurnEvent::TurnEnded => {
            state.snapshot.clear();
            state.declared.clear();
            let turn = state.turn;
            for unit in &mut state.units {
                unit.turn = TurnMarks::default();
                // The turn in which it could be used is over. Rule BG3-ORD-16 (p. 8).
                unit.held = unit.held.filter(|held| held.turn.saturating_add(2) > turn);
            }
            crate::model::lasting::end_with(state, Duration::Turn);
        }
        TurnEvent::SnapshotTaken { glimpses } => state.snapshot.clone_from(glimpses),
        TurnEvent::FliersWaited { seat, turns } => state.player_mut(*seat).waited_aloft = *turns,
        TurnEvent::BattleEnded { ending } => {
            state.ending = Some(ending.clone());
            state.phase = Phase::Over;
            state.agenda.clear();
        }
    }
    Ok(())
}
