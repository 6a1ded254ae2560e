//! Folding of events of movement, reinforcements, facing and hobilars.

use hindsight_kernel::FoldError;

use crate::model::event::{MovementEvent, TurnBy};
use crate::model::piece::LeaderPlace;
use crate::model::state::{Mover, State};

impl State {
    /// Applies an event of movement, reinforcements, facing and hobilars.
    pub(super) fn evolve_movement(&mut self, event: &MovementEvent) -> Result<(), FoldError> {
        match event {
            MovementEvent::UnitBegan { unit, turn } => {
                self.end_move_fire()?;
                self.unit_mut(*unit)?.acts.turn = Some(turn.clone());
                self.mover = Some(Mover::Unit(*unit));
            }
            MovementEvent::MoveFireEnded { unit } => {
                self.unit_mut(*unit)?.acts.finished = true;
                if self.mover == Some(Mover::Unit(*unit)) {
                    self.mover = None;
                }
            }
            MovementEvent::UnitStepped {
                unit,
                to,
                facing,
                cost,
                stopped,
                zocs_left,
                leaders,
                passing,
                ..
            } => {
                self.go(*unit, *to, *facing, leaders)?;
                let turn = self.turn_mut(*unit, *cost, *stopped, leaders)?;
                turn.left = true;
                turn.zocs_left.extend_from_slice(zocs_left);
                turn.passing = *passing;
            }
            MovementEvent::ReinforcementEntered {
                unit,
                at,
                facing,
                cost,
                stopped,
                leaders,
            } => {
                self.go(*unit, *at, *facing, leaders)?;
                self.turn_mut(*unit, *cost, *stopped, leaders)?.left = true;
            }
            MovementEvent::UnitTurned { unit, to, by, .. } => {
                let unit = self.unit_mut(*unit)?;
                unit.turn_to(*to);
                unit.acts.acted |= *by == TurnBy::Order;
            }
            MovementEvent::HobilarChanged {
                unit,
                dismounted,
                cost,
            } => {
                let unit = self.unit_mut(*unit)?;
                (unit.dismounted, unit.acts.acted) = (*dismounted, true);
                if let Some(turn) = &mut unit.acts.turn {
                    (turn.spent, turn.changed) = (turn.spent.saturating_add(*cost), true);
                }
            }
            MovementEvent::LeaderStepped { leader, to, cost, .. } => {
                if self.mover != Some(Mover::Leader(*leader)) {
                    self.end_move_fire()?;
                    self.mover = Some(Mover::Leader(*leader));
                }
                let leader = self.leader_mut(*leader)?;
                (leader.place, leader.moved) = (LeaderPlace::On { hex: *to }, true);
                leader.spent = leader.spent.saturating_add(*cost);
            }
            MovementEvent::PassThroughRolled { .. } => {}
        }
        Ok(())
    }
}
