//! Folding of events of combat results, leader casualties, advances and Continued Attacks.

use hindsight_kernel::FoldError;

use crate::model::event::ResultEvent;
use crate::model::names::ClassId;
use crate::model::piece::{Formation, LeaderPlace, PiecePlace, Status};
use crate::model::state::State;

impl State {
    /// Applies an event of combat results, leader casualties, advances and Continued Attacks.
    pub(super) fn evolve_results(&mut self, event: &ResultEvent) -> Result<(), FoldError> {
        match event {
            ResultEvent::LeaderMoved { leader, to: hex, .. } => {
                self.leader_mut(*leader)?.place = LeaderPlace::On { hex: *hex };
            }
            ResultEvent::UnitRetreated {
                unit,
                to,
                facing,
                leaders,
                ..
            } => {
                self.go(*unit, *to, *facing, leaders)?;
                self.unit_mut(*unit)?.formation = Formation::Open;
            }
            ResultEvent::UnitAdvanced {
                unit,
                to,
                facing,
                leaders,
                ..
            } => self.go(*unit, *to, *facing, leaders)?,
            ResultEvent::UnitDisordered { unit } => self.unit_mut(*unit)?.status = Status::Disordered,
            ResultEvent::UnitRetired { unit, to, facing, .. } => {
                let unit = self.unit_mut(*unit)?;
                unit.put(*to, *facing);
                (unit.status, unit.formation) = (Status::Retired, Formation::Open);
            }
            ResultEvent::UnitUnhorsed { unit } => {
                let unit = self.unit_mut(*unit)?;
                (unit.class, unit.status) = (ClassId::UMAA, Status::Disordered);
            }
            ResultEvent::UnitEliminated { unit, .. } => {
                let unit = self.unit_mut(*unit)?;
                (unit.place, unit.formation) = (PiecePlace::Eliminated, Formation::Open);
            }
            ResultEvent::LeaderKilled { leader, .. } | ResultEvent::LeaderCaptured { leader, .. } => {
                let leader = self.leader_mut(*leader)?;
                leader.place = LeaderPlace::Lost;
                leader.losses = leader.losses.saturating_add(1);
            }
            ResultEvent::LeaderRemoved { leader } => self.leader_mut(*leader)?.place = LeaderPlace::Removed,
            ResultEvent::ContinuedAttackEarned { unit } => self.continuing.push(*unit),
            ResultEvent::RoundEnded => {
                self.attacks.clear();
                self.round = self.round.saturating_add(1);
            }
            ResultEvent::LeaderRolled { .. } => {}
        }
        Ok(())
    }
}
