//! Facts of the procedure itself: openings, questions, answers, rulings.

use hindsight_kernel::Seat;

use super::Story;
use crate::model::agenda::Step;
use crate::model::command::Patch;
use crate::model::event::ProcedureEvent;
use crate::model::state::Cause;

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_procedure(&mut self, event: &ProcedureEvent) {
        match event {
            ProcedureEvent::Answered { answered } => {
                let topic: &str = answered.topic.into();
                let choice = serde_json::to_string(&answered.answer).unwrap_or_default();
                if let Some(Step::Ask(question)) = self.before.agenda.last().map(|frame| &frame.step) {
                    self.decided(question.seat, topic, choice);
                }
            }
            ProcedureEvent::Ruled { patch, roll } => {
                if let Some(roll) = roll {
                    self.lot("a dispute", roll, Seat::A);
                }
                self.ruled(patch);
            }
            ProcedureEvent::Opened { .. }
            | ProcedureEvent::Placed { .. }
            | ProcedureEvent::Proceeded { .. }
            | ProcedureEvent::Asked { .. } => {}
        }
    }

    fn ruled(&mut self, patch: &Patch) {
        match patch {
            Patch::Destroy { unit } => self.destroyed(*unit, Cause::Ruling, None),
            Patch::Place { .. }
            | Patch::Boxes { .. }
            | Patch::Order { .. }
            | Patch::Disrupt { .. }
            | Patch::Rout { .. }
            | Patch::Actions { .. }
            | Patch::Disengage { .. }
            | Patch::RollOff { .. }
            | Patch::Dispute { .. }
            | Patch::Effect { .. } => {}
        }
    }
}
