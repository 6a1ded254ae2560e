//! Folding of events of rallying and Standards.

use hindsight_kernel::FoldError;

use crate::model::event::RallyEvent;
use crate::model::state::State;

impl State {
    /// Applies an event of rallying and Standards.
    pub(super) fn evolve_rally(&mut self, event: &RallyEvent) -> Result<(), FoldError> {
        match event {
            RallyEvent::StandardMoved {
                standard, to: hex, ..
            } => {
                self.standard_mut(*standard)?.hex = Some(*hex);
            }
            RallyEvent::UnitRallied { unit, to } => self.unit_mut(*unit)?.status = *to,
            RallyEvent::StandardCaptured { standard, .. } => {
                let standard = self.standard_mut(*standard)?;
                (standard.hex, standard.captured) = (None, true);
            }
            RallyEvent::StandardCheckRolled { .. } => {}
        }
        Ok(())
    }
}
