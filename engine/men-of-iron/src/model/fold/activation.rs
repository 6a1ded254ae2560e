//! Folding of events of activations, Continuity and Seizure, formation orders and command status.

use hindsight_kernel::FoldError;

use crate::model::agenda::FormationOrder;
use crate::model::event::ActivationEvent;
use crate::model::piece::{Formation, LeaderPlace};
use crate::model::state::{Activated, Kind, State};

impl State {
    /// Applies an event of activations, Continuity and Seizure, formation orders and command status.
    pub(super) fn evolve_activation(&mut self, event: &ActivationEvent) -> Result<(), FoldError> {
        match event {
            ActivationEvent::ActivationStarted { seat, kind, command } => {
                self.begin_activation(*seat, *kind, Activated::Command(*command));
            }
            ActivationEvent::StandardActivated { seat, standard, .. } => {
                self.begin_activation(*seat, Kind::Free, Activated::Standard(*standard));
            }
            ActivationEvent::Passed { seat } => {
                self.player_mut(*seat).penalty = 0;
                self.passes = self.passes.saturating_add(1);
            }
            ActivationEvent::SeizureDeclared { .. } => {
                for player in &mut self.players {
                    player.penalty = 0;
                }
            }
            ActivationEvent::ContinuityRolled { seat, success, .. } => {
                let player = self.player_mut(*seat);
                player.penalty = if *success {
                    player.penalty.saturating_add(1)
                } else {
                    0
                };
            }
            ActivationEvent::FreeActivationGained { seat } => self.active = *seat,
            ActivationEvent::LeaderReplaced { leader, hex } => {
                let leader = self.leader_mut(*leader)?;
                (leader.place, leader.replaced) = (LeaderPlace::On { hex: *hex }, true);
            }
            ActivationEvent::FormationChanged { order, units, .. } => {
                for &unit in units {
                    self.unit_mut(unit)?.formation = match order {
                        FormationOrder::FormShieldWall => Formation::ShieldWall,
                        FormationOrder::FormSchiltron => Formation::Schiltron,
                        FormationOrder::LeaveShieldWall | FormationOrder::LeaveSchiltron => Formation::Open,
                    };
                }
            }
            ActivationEvent::CommandStatusSet {
                out_of_command,
                adjacent,
                in_zoc,
                ..
            } => {
                self.clear_acts();
                for &unit in out_of_command {
                    self.unit_mut(unit)?.acts.out_of_command = true;
                }
                for &unit in adjacent {
                    self.unit_mut(unit)?.acts.began_adjacent = true;
                }
                for entry in in_zoc {
                    self.unit_mut(entry.unit)?
                        .acts
                        .began_in_zoc_of
                        .clone_from(&entry.of);
                }
            }
            ActivationEvent::CommandNamed { .. }
            | ActivationEvent::SeizureDeclined { .. }
            | ActivationEvent::SeizureRolled { .. } => {}
        }
        Ok(())
    }
}
