//! Sentences of events of activations, Continuity and Seizure, formation orders and command status.

use hindsight_kernel::Seat;
use hindsight_kernel::words::sentence::names;

use super::{leader_name, order_words, side_name, throw_words};
use crate::model::event::ActivationEvent;
use crate::model::names::LeaderId;
use crate::model::state::State;

/// Describes an event of activations, Continuity and Seizure, formation orders and command status in one sentence.
pub(super) fn describe(before: &State, event: &ActivationEvent) -> String {
    let leader = |id: LeaderId| leader_name(before, id);
    let side = |seat: Seat| side_name(before, seat);
    match event {
        ActivationEvent::ActivationStarted { seat, kind, command } => {
            let kind: &str = kind.into();
            format!("{}: Command {command} is activated ({kind}).", side(*seat))
        }
        ActivationEvent::StandardActivated { seat, standard, to } => match to {
            Some(to) => format!(
                "{}: the Standard of {standard} is activated to move to {to}.",
                side(*seat)
            ),
            None => format!(
                "{}: the Standard of {standard} is activated to rally.",
                side(*seat)
            ),
        },
        ActivationEvent::Passed { seat } => format!("{} passes.", side(*seat)),
        ActivationEvent::CommandNamed { seat, command } => {
            format!("{} names Command {command} to continue with.", side(*seat))
        }
        ActivationEvent::SeizureDeclared { seat, command } => {
            format!("{} tries to seize with Command {command}.", side(*seat))
        }
        ActivationEvent::SeizureDeclined { seat } => format!("{} does not seize.", side(*seat)),
        ActivationEvent::ContinuityRolled {
            command,
            throw,
            rating,
            success,
            ..
        } => {
            let verdict = if *success { "succeeds" } else { "fails" };
            format!(
                "Continuity with {command}: {} against {rating} {verdict}.",
                throw_words(throw)
            )
        }
        ActivationEvent::SeizureRolled {
            command,
            throw,
            rating,
            success,
            ..
        } => {
            let verdict = if *success { "succeeds" } else { "fails" };
            format!(
                "Seizure with {command}: {} against {rating} {verdict}.",
                throw_words(throw)
            )
        }
        ActivationEvent::FreeActivationGained { seat } => format!("{} has a Free Activation.", side(*seat)),
        ActivationEvent::LeaderReplaced { leader: id, hex } => {
            format!("The replacement of {} takes command on {hex}.", leader(*id))
        }
        ActivationEvent::FormationChanged { order, units, .. } => {
            format!("{} {}.", names(units, ToString::to_string), order_words(*order))
        }
        ActivationEvent::CommandStatusSet {
            command,
            out_of_command,
            ..
        } => {
            if out_of_command.is_empty() {
                format!("All units of {command} are in command.")
            } else {
                format!(
                    "Out of command of {command}: {}.",
                    names(out_of_command, ToString::to_string)
                )
            }
        }
    }
}
