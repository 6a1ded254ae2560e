//! Sentences of Final Rushes and engagements.

use hindsight_kernel::{Message, message};

use crate::messages::{MESSAGES, inches, side, unit};
use crate::model::event::EngagementEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &EngagementEvent) -> Message {
    let unit = |id: &UnitId| unit(state, *id);
    match event {
        EngagementEvent::FinalRushed { engagement, contact } => {
            let rush: &str = engagement.kind.into();
            message!(
                MESSAGES,
                "final-rushed",
                unit = unit(&engagement.rusher),
                rush,
                side = side(engagement.rushed_side),
                enemy = unit(&engagement.rushed),
                contact = inches(*contact)
            )
        }
        EngagementEvent::RoutingRushed { unit: id, target } => {
            message!(MESSAGES, "routing-rushed", unit = unit(id), enemy = unit(target))
        }
        EngagementEvent::EngagementsChanged { engagements } => {
            message!(MESSAGES, "engagements-changed", pairs = engagements.len())
        }
    }
}
