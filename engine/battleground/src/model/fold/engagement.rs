//! Folding of events of Final Rushes and engagements.

use hindsight_kernel::FoldError;

use super::living;
use crate::model::effect::Keyword;
use crate::model::event::EngagementEvent;
use crate::model::state::State;

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &EngagementEvent) -> Result<(), FoldError> {
    match event {
        EngagementEvent::FinalRushed { engagement, .. } => {
            let line = !state.has(engagement.rusher, Keyword::Skirmisher);
            living(state, engagement.rusher, false)?.turn.rushed = true;
            let rushed = living(state, engagement.rushed, false)?;
            rushed.turn.rushed_by_line |= line;
            state.engagements.push(*engagement);
        }
        EngagementEvent::RoutingRushed { unit, .. } => living(state, *unit, false)?.turn.rushed = true,
        EngagementEvent::EngagementsChanged { engagements } => state.engagements.clone_from(engagements),
    }
    Ok(())
}
