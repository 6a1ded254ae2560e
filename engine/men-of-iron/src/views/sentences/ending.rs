//! Sentences of events of Loss Checks, the end of an Activation and of the battle, and rulings.

use hindsight_kernel::{Message, message};

use crate::messages::{MESSAGES, side};
use crate::model::event::EndingEvent;
use crate::model::state::{EndReason, State};

/// Describes an event of Loss Checks, the end of an Activation and of the battle, and rulings in one sentence.
pub(super) fn describe(before: &State, event: &EndingEvent) -> Message {
    match event {
        EndingEvent::LossChecked {
            seat,
            points,
            level,
            throw,
            fails,
        } => {
            let side = side(before, *seat);
            match throw {
                Some(throw) => message!(
                    MESSAGES,
                    "loss-checked",
                    side,
                    die = throw.natural(),
                    points,
                    level,
                    fails
                ),
                None => message!(MESSAGES, "loss-checked-without-roll", side, points, level, fails),
            }
        }
        EndingEvent::ActivationEnded => message!(MESSAGES, "activation-ended"),
        EndingEvent::GameEnded { ending } => {
            let reason = match ending.reason {
                EndReason::LossCheck => "loss_check",
                EndReason::BothFled => "both_fled",
                EndReason::Passes => "passes",
            };
            match ending.winner {
                Some(winner) => message!(MESSAGES, "battle-won", side = side(before, winner), reason),
                None => message!(MESSAGES, "battle-drawn", reason),
            }
        }
        EndingEvent::PositionNoted {
            activation,
            active,
            units,
            leaders,
            standards,
        } => message!(
            MESSAGES,
            "position-noted",
            activation,
            side = side(before, *active),
            pieces = units.len() + leaders.len() + standards.len()
        ),
        EndingEvent::Patched { .. } => message!(MESSAGES, "position-patched"),
    }
}
