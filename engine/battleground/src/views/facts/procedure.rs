//! Facts of the procedure itself: openings, questions, answers, rulings.

use hindsight_kernel::{Seat, Story as _, tell_noted, tell_ruling};

use super::{Story, after};
use crate::model::agenda::Step;
use crate::model::command::Patch;
use crate::model::event::{Event, ProcedureEvent};
use crate::model::state::{Cause, State};
use crate::system::Battleground;

/// The boxes that the unit of an id lost or regained between two states.
fn boxes_changed<'s>(before: &'s State, after: &'s State) -> impl Fn(&str) -> u32 + 's {
    let of = |state: &State, unit: &str| {
        let found = state.units.iter().find(|known| known.id.to_string() == unit);
        found.map_or(0, |unit| u32::from(unit.marked))
    };
    move |unit| of(before, unit).abs_diff(of(after, unit))
}

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
                self.ruled(event, patch);
            }
            ProcedureEvent::PositionNoted { .. } => {
                if let Some(after) = after(self.before, &Event::Procedure(event.clone())) {
                    let [before, now] = [self.before, &after].map(Battleground::units);
                    tell_noted(&before, &now, boxes_changed(self.before, &after), self.out);
                }
            }
            ProcedureEvent::Opened { .. }
            | ProcedureEvent::Placed { .. }
            | ProcedureEvent::Proceeded { .. }
            | ProcedureEvent::Asked { .. } => {}
        }
    }

    fn ruled(&mut self, event: &ProcedureEvent, patch: &Patch) {
        match patch {
            Patch::Destroy { unit } => self.destroyed(*unit, Cause::Ruling, None),
            Patch::Boxes { .. } => {
                if let Some(after) = after(self.before, &Event::Procedure(event.clone())) {
                    let [before, now] = [self.before, &after].map(Battleground::units);
                    tell_ruling(&before, &now, boxes_changed(self.before, &after), self.out);
                }
            }
            Patch::Place { .. }
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
