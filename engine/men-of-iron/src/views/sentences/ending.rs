//! Sentences of events of Loss Checks, the end of an Activation and of the battle, and rulings.

use hindsight_kernel::Seat;

use super::side_name;
use crate::model::event::EndingEvent;
use crate::model::state::{EndReason, State};

/// Describes an event of Loss Checks, the end of an Activation and of the battle, and rulings in one sentence.
pub(super) fn describe(before: &State, event: &EndingEvent) -> String {
    let side = |seat: Seat| side_name(before, seat);
    match event {
        EndingEvent::LossChecked {
            seat,
            points,
            level,
            throw,
            fails,
        } => {
            let verdict = if *fails { "flees" } else { "stands" };
            match throw {
                Some(throw) => format!(
                    "Loss Check of {}: {} + {points} Flight Points against {level}, the army {verdict}.",
                    side(*seat),
                    throw.natural()
                ),
                None => format!(
                    "Loss Check of {}: {points} Flight Points against {level}, the army {verdict} without a roll.",
                    side(*seat)
                ),
            }
        }
        EndingEvent::ActivationEnded => "The Activation is complete.".to_owned(),
        EndingEvent::GameEnded { ending } => {
            let reason = match ending.reason {
                EndReason::LossCheck => "the other army flees",
                EndReason::BothFled => "both armies flee",
                EndReason::Passes => "nobody acts any more",
            };
            match ending.winner {
                Some(winner) => format!("{} wins: {reason}.", side(winner)),
                None => format!("The battle is drawn: {reason}."),
            }
        }
        EndingEvent::Patched { .. } => "A ruling changed the position.".to_owned(),
    }
}
