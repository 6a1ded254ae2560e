//! Sentences of events of rallying and Standards.

use super::{throw_words, unit_name};
use crate::model::event::RallyEvent;
use crate::model::names::UnitId;
use crate::model::piece::Status;
use crate::model::state::State;

/// Describes an event of rallying and Standards in one sentence.
pub(super) fn describe(before: &State, event: &RallyEvent) -> String {
    let unit = |id: UnitId| unit_name(before, id);
    match event {
        RallyEvent::UnitRallied { unit: id, to } => {
            let to = match to {
                Status::Normal => "Normal",
                Status::Disordered => "Disordered",
                Status::Retired => "Retired",
            };
            format!("{} rallies and is {to}.", unit(*id))
        }
        RallyEvent::StandardCheckRolled {
            unit: id,
            throw,
            eliminated,
        } => {
            let verdict = if *eliminated { "is lost" } else { "holds out" };
            format!(
                "Its Standard leaves {}: {}, it {verdict}.",
                unit(*id),
                throw_words(throw)
            )
        }
        RallyEvent::StandardMoved { standard, to, .. } => {
            format!("The Standard of {standard} moves to {to}.")
        }
        RallyEvent::StandardCaptured { standard, hex } => {
            format!("The Standard of {standard} is captured in {hex}.")
        }
    }
}
