//! Folding of events of placing of pieces before the battle.

use hindsight_kernel::FoldError;

use crate::model::event::SetupEvent;
use crate::model::piece::LeaderPlace;
use crate::model::state::State;

impl State {
    /// Applies an event of placing of pieces before the battle.
    pub(super) fn evolve_setup(&mut self, event: &SetupEvent) -> Result<(), FoldError> {
        match event {
            SetupEvent::UnitPlaced { unit, hex, facing } => self.unit_mut(*unit)?.put(*hex, *facing),
            SetupEvent::LeaderPlaced { leader, hex } => {
                self.leader_mut(*leader)?.place = LeaderPlace::On { hex: *hex };
            }
            SetupEvent::StandardPlaced { standard, hex } => {
                self.standard_mut(*standard)?.hex = Some(*hex);
            }
        }
        Ok(())
    }
}
