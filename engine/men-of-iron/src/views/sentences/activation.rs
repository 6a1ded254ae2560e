//! Sentences of events of activations, Continuity and Seizure, formation orders and command status.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Argument, Message, Seat, message};

use super::throw_named;
use crate::messages::{MESSAGES, leader, side, text};
use crate::model::event::ActivationEvent;
use crate::model::names::{CommandId, StandardId, UnitId};
use crate::model::state::State;

/// Describes an event of activations, Continuity and Seizure, formation orders and command status in one sentence.
pub(super) fn describe(before: &State, event: &ActivationEvent) -> Message {
    let side = |seat: &Seat| side(before, *seat);
    match event {
        ActivationEvent::ActivationStarted { seat, kind, command } => {
            let kind: &'static str = kind.into();
            message!(MESSAGES, "command-activated", side = side(seat), command, kind)
        }
        ActivationEvent::StandardActivated { seat, standard, to } => {
            standard_activated(side(seat), *standard, *to)
        }
        ActivationEvent::Passed { seat } => message!(MESSAGES, "passed", side = side(seat)),
        ActivationEvent::CommandNamed { seat, command } => {
            message!(MESSAGES, "command-named", side = side(seat), command)
        }
        ActivationEvent::SeizureDeclared { seat, command } => {
            message!(MESSAGES, "seizure-declared", side = side(seat), command)
        }
        ActivationEvent::SeizureDeclined { seat } => {
            message!(MESSAGES, "seizure-declined", side = side(seat))
        }
        ActivationEvent::ContinuityRolled {
            command,
            throw,
            rating,
            success,
            ..
        } => {
            let throw = throw_named(throw);
            message!(MESSAGES, "continuity-rolled", command, throw, rating, success)
        }
        ActivationEvent::SeizureRolled {
            command,
            throw,
            rating,
            success,
            ..
        } => {
            let throw = throw_named(throw);
            message!(MESSAGES, "seizure-rolled", command, throw, rating, success)
        }
        ActivationEvent::FreeActivationGained { seat } => {
            message!(MESSAGES, "free-activation-gained", side = side(seat))
        }
        ActivationEvent::LeaderReplaced { leader: id, hex } => {
            let (leader, hex) = (leader(before, *id), text(hex));
            message!(MESSAGES, "leader-replaced", leader, hex)
        }
        ActivationEvent::FormationChanged { order, units, .. } => {
            let (units, order) = (Argument::list(units), <&str>::from(*order));
            message!(MESSAGES, "formation-changed", units, order)
        }
        ActivationEvent::CommandStatusSet {
            command,
            out_of_command: units,
            ..
        } => command_status(*command, units),
    }
}

fn standard_activated(side: Argument, standard: StandardId, to: Option<Hex>) -> Message {
    match to.map(text) {
        Some(to) => message!(MESSAGES, "standard-activated-to-move", side, standard, to),
        None => message!(MESSAGES, "standard-activated-to-rally", side, standard),
    }
}

fn command_status(command: CommandId, out_of_command: &[UnitId]) -> Message {
    if out_of_command.is_empty() {
        return message!(MESSAGES, "all-in-command", command);
    }
    let units = Argument::list(out_of_command);
    message!(MESSAGES, "out-of-command", command, units)
}
