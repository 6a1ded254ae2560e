//! Folding of events of Loss Checks, the end of an Activation and of the battle, and rulings.

use hindsight_kernel::FoldError;

use crate::model::event::EndingEvent;
use crate::model::state::State;

impl State {
    /// Applies an event of Loss Checks, the end of an Activation and of the battle, and rulings.
    pub(super) fn evolve_ending(&mut self, event: &EndingEvent) -> Result<(), FoldError> {
        match event {
            EndingEvent::ActivationEnded => {
                let last = self.active_command();
                self.player_mut(self.active).last = last;
                self.activation = None;
                self.clear_acts();
            }
            EndingEvent::GameEnded { ending } => {
                self.ending = Some(*ending);
                self.agenda.clear();
            }
            EndingEvent::Patched { patch } => self.patch(patch)?,
            EndingEvent::LossChecked { .. } => {}
        }
        Ok(())
    }
}
