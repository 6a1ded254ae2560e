//! Sentences of the start roll.

use crate::model::event::StartEvent;
use crate::model::state::{Right, seat_name};

/// An event of the chapter in one sentence.
pub(super) fn sentence(event: &StartEvent) -> String {
    match event {
        StartEvent::StartRolled { south, north, winner } => {
            let result = winner.map_or_else(
                || "a tie, both roll again".to_owned(),
                |winner| format!("{} chooses a right", seat_name(winner)),
            );
            format!(
                "Start roll: South {}, North {}; {result}",
                south.total(),
                north.total()
            )
        }
        StartEvent::RightTaken { seat, right, .. } => {
            let right = match right {
                Right::Deployment => "the deployment right",
                Right::FirstTurn => "the first-turn right",
            };
            format!("{} takes {right}", seat_name(*seat))
        }
        StartEvent::DeployerNamed { seat, first } => {
            format!("{} names {} to deploy first", seat_name(*seat), seat_name(*first))
        }
        StartEvent::FirstNamed { seat, first } => {
            format!(
                "{} names {} to take the first turn",
                seat_name(*seat),
                seat_name(*first)
            )
        }
    }
}
