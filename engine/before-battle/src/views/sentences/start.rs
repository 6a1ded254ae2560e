//! Sentences of the start roll.

use hindsight_kernel::{Message, message};

use crate::messages::{MESSAGES, right_word, seat_message};
use crate::model::event::StartEvent;

/// An event of the chapter in one sentence.
pub(super) fn sentence(event: &StartEvent) -> Message {
    match event {
        StartEvent::StartRolled { south, north, winner } => {
            let (south, north) = (south.total(), north.total());
            match winner {
                Some(winner) => {
                    message!(
                        MESSAGES,
                        "start-rolled",
                        south,
                        north,
                        seat = seat_message(*winner)
                    )
                }
                None => message!(MESSAGES, "start-tied", south, north),
            }
        }
        StartEvent::RightTaken { seat, right, .. } => {
            message!(
                MESSAGES,
                "right-taken",
                seat = seat_message(*seat),
                right = right_word(*right)
            )
        }
        StartEvent::DeployerNamed { seat, first } => {
            let (seat, first) = (seat_message(*seat), seat_message(*first));
            message!(MESSAGES, "deployer-named", seat, first)
        }
        StartEvent::FirstNamed { seat, first } => {
            let (seat, first) = (seat_message(*seat), seat_message(*first));
            message!(MESSAGES, "first-named", seat, first)
        }
    }
}
