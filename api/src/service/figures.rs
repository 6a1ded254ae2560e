//! The figures of one game, gathered from its present line.

use hindsight_engine::{Chronicle, Step};
use hindsight_kernel::{Misfit, Viewer};
use hindsight_reports::statistics::GameStatistics;

use super::Past;
use crate::problem::Outcome;

impl Past {
    /// The figures of the game as a viewer may know them.
    pub fn figures(&self, viewer: Viewer) -> Outcome<GameStatistics> {
        Ok(figures(self.chronicle.as_ref(), viewer, &mut |_| {})?)
    }
}

/// The figures of a game as a viewer may know them. Each event of the present line is shown to `also`, for what else
/// is wanted of it.
pub fn figures(
    chronicle: &dyn Chronicle,
    viewer: Viewer,
    also: &mut dyn FnMut(&dyn Step),
) -> Result<GameStatistics, Misfit> {
    let mut figures = GameStatistics::new();
    let mut last = Vec::new();
    chronicle.walk(1, u64::MAX, viewer, &mut |step| {
        if step.live() {
            last = step.units();
            figures.meet(&last);
            let moment = step.moment();
            for fact in step.facts() {
                figures.fact(step.version(), &moment, &fact);
            }
            also(step);
        }
        true
    })?;
    figures.absorb(&last);
    Ok(figures)
}
