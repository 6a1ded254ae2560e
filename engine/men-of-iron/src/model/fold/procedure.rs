//! Folding of events of the procedure itself: the opening position and the agenda.

use hindsight_kernel::FoldError;

use crate::model::event::ProcedureEvent;
use crate::model::state::State;

impl State {
    /// Applies an event of the procedure itself: the opening position and the agenda.
    pub(super) fn evolve_procedure(&mut self, event: &ProcedureEvent) -> Result<(), FoldError> {
        match event {
            ProcedureEvent::BattleSetOut { state } => *self = (**state).clone(),
            ProcedureEvent::Agenda { change } => self.fold_agenda(change)?,
        }
        Ok(())
    }
}
