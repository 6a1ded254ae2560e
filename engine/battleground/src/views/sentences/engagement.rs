//! Sentences of Final Rushes and engagements.

use crate::model::event::EngagementEvent;
use crate::model::names::UnitId;
use crate::model::state::{RushKind, State};
use crate::model::words::{count, inches, unit_name};

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &EngagementEvent) -> String {
    let name = |unit: &UnitId| unit_name(state, *unit);
    match event {
        EngagementEvent::FinalRushed { engagement, contact } => {
            let how = match engagement.kind {
                RushKind::Front => "",
                RushKind::Flank => " with a flank",
                RushKind::Corner => " at a corner",
            };
            format!(
                "{} is engaged{how} with the {} of {}, {} in contact",
                name(&engagement.rusher),
                crate::model::names::side_name(engagement.rushed_side),
                name(&engagement.rushed),
                inches(*contact)
            )
        }
        EngagementEvent::RoutingRushed { unit, target } => {
            format!("{} Final Rushes Routing {}", name(unit), name(target))
        }
        EngagementEvent::EngagementsChanged { engagements } => match engagements.len() {
            0 => "No unit is engaged any more".to_owned(),
            pairs => format!(
                "{} engaged",
                count(pairs as i64, "pair of units remains", "pairs of units remain")
            ),
        },
    }
}
