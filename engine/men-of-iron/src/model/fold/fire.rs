//! Folding of events of Reaction, Active and Return Fire.

use hindsight_kernel::FoldError;

use crate::model::event::FireEvent;
use crate::model::piece::Reaction;
use crate::model::state::State;

impl State {
    /// Applies an event of Reaction, Active and Return Fire.
    pub(super) fn evolve_fire(&mut self, event: &FireEvent) -> Result<(), FoldError> {
        match event {
            FireEvent::ReactionFired { unit, target, on, .. } => {
                let acts = &mut self.unit_mut(*unit)?.acts;
                acts.acted = true;
                acts.reactions.push(Reaction { at: *target, on: *on });
            }
            FireEvent::ActiveFired { unit, .. } => {
                let acts = &mut self.unit_mut(*unit)?.acts;
                (acts.fired, acts.acted) = (true, true);
            }
            FireEvent::ReturnFired { unit, .. } => self.unit_mut(*unit)?.acts.acted = true,
        }
        Ok(())
    }
}
