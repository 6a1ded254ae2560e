//! The figures of one game, gathered from its present line.

use hindsight_engine::Step;
use hindsight_kernel::Viewer;
use hindsight_reports::statistics::GameStatistics;

use super::{Look, Past};
use crate::problem::Outcome;

/// The figures of a game as a viewer may know them.
pub fn figures(past: &Past, viewer: Viewer) -> Outcome<GameStatistics> {
    figures_and(past, viewer, &mut |_| {})
}

/// The same in one fold with something else: each event is shown to `also`.
pub(super) fn figures_and(
    past: &Past,
    viewer: Viewer,
    also: &mut dyn FnMut(&dyn Step),
) -> Outcome<GameStatistics> {
    let mut figures = GameStatistics::new();
    let mut begun = false;
    let mut last = Vec::new();
    let look = Look {
        from: 1,
        to: u64::MAX,
        all_lines: false,
        facts: false,
    };
    past.walk(look, viewer, &mut |step| {
        let units = step.units();
        if !begun && !units.is_empty() {
            figures.absorb(&units);
            begun = true;
        }
        let moment = step.moment();
        for fact in step.facts() {
            figures.fact(step.version(), &moment, &fact);
        }
        also(step);
        last = units;
        true
    })?;
    figures.absorb(&last);
    Ok(figures)
}
