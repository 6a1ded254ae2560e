//! Facts of events of the procedure itself: the opening position and the agenda.

use hindsight_kernel::agenda::AgendaChange;
use hindsight_kernel::{Fact, Seat};

use super::counted;
use super::counts::activations_of;
use crate::model::agenda::{Answer, Step, Topic};
use crate::model::event::ProcedureEvent;
use crate::model::names::UnitId;
use crate::model::state::{SEATS, State};

/// Tells the facts of an event of the procedure itself: the opening position and the agenda.
pub(super) fn facts(before: &State, event: &ProcedureEvent, out: &mut Vec<Fact>) {
    counts(before, event, out);
}

/// Tells the catalogue's own counts of an event.
fn counts(before: &State, event: &ProcedureEvent, out: &mut Vec<Fact>) {
    let mut count = |counter: &str, seat: Option<Seat>, unit: Option<UnitId>, amount: f64| {
        out.push(counted(counter, seat, unit, amount));
    };
    match event {
        ProcedureEvent::Agenda { change } => {
            if let AgendaChange::Asked { question } = change {
                let offered = match question.topic {
                    Topic::ReactionFire => "reaction fire offered",
                    Topic::ReturnFire => "return fire offered",
                    Topic::CounterCharge | Topic::CounterChargeFire => "counter-charges offered",
                    Topic::RetreatBeforeShock => "retreats before shock offered",
                    _ => return,
                };
                count(offered, Some(question.seat), None, 1.0);
            }
            if let AgendaChange::Answered { answered } = change
                && answered.answer == Answer::No
            {
                let declined = match answered.topic {
                    Topic::ReactionFire => "reaction fire declined",
                    Topic::ReturnFire => "return fire declined",
                    Topic::CounterCharge | Topic::CounterChargeFire => "counter-charges declined",
                    Topic::RetreatBeforeShock => "retreats before shock declined",
                    _ => return,
                };
                let seat = before.agenda.last().and_then(|frame| match &frame.step {
                    Step::Ask(question) => Some(question.seat),
                    _ => None,
                });
                count(declined, seat, None, 1.0);
            }
        }
        // Commands never used are those of which no more than this is counted.
        ProcedureEvent::BattleSetOut { state } => {
            for seat in SEATS {
                for command in state.battle.commands_of(seat) {
                    count(&activations_of(command), Some(seat), None, 0.0);
                }
            }
        }
    }
}
