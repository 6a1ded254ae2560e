//! The figures of one game, gathered from its present line.

use hindsight_engine::{Chronicle, FoldStep};
use hindsight_kernel::{FoldError, Moment, Viewer};
use hindsight_reports::statistics::{Covered, GameStatistics};

use crate::base::error::ApiResult;
use crate::games::GameHistory;

impl GameHistory {
    /// The figures of the game as a viewer may know them.
    pub fn figures(&self, viewer: Viewer) -> ApiResult<GameStatistics> {
        Ok(figures_with_threat(self.chronicle.as_ref(), viewer)?)
    }
}

/// The figures of a game as a viewer may know them, all but the threat, which takes longest and is no figure of many games.
/// Each event of the present line is shown to `also`, for what else is wanted of it.
pub fn figures(
    chronicle: &dyn Chronicle,
    viewer: Viewer,
    also: &mut dyn FnMut(&dyn FoldStep),
) -> Result<GameStatistics, FoldError> {
    folded(chronicle, viewer, &mut |step, _| also(step))
}

/// All figures of a game as a viewer may know them.
pub fn figures_with_threat(chronicle: &dyn Chronicle, viewer: Viewer) -> Result<GameStatistics, FoldError> {
    let mut turn = TurnAtHand::default();
    folded(chronicle, viewer, &mut |step, figures| turn.meets(step, figures))
}

/// Folds the events of the present line; `look` sees each of them with the figures before it.
fn folded(
    chronicle: &dyn Chronicle,
    viewer: Viewer,
    look: &mut dyn FnMut(&dyn FoldStep, &mut GameStatistics),
) -> Result<GameStatistics, FoldError> {
    let mut figures = GameStatistics::new();
    let mut last = Vec::new();
    chronicle.walk(1, u64::MAX, viewer, &mut |step| {
        figures.counted_to(step.version());
        if step.live() {
            figures.coverage.meets(step.counted_turn(), covered(step));
            figures.is_over |= step.kind() == "ended";
            look(step, &mut figures);
            last = step.units();
            figures.meet(&last);
            let moment = step.moment();
            for fact in step.facts() {
                figures.fact(step.version(), &moment, &fact);
            }
        }
        true
    })?;
    figures.absorb(&last);
    Ok(figures)
}

/// An event as the coverage of the record counts it.
fn covered(step: &dyn FoldStep) -> Covered {
    match step.set_by_table() {
        Some(gap) => Covered::Set { gap },
        None if step.is_played() => Covered::Played {
            begins: step.begins_command(),
        },
        None => Covered::Beside,
    }
}

/// The turn in which the last event left the game.
#[derive(Default)]
struct TurnAtHand {
    version: u64,
    moment: Moment,
}

impl TurnAtHand {
    /// A turn has ended where the next event leaves the game in another one, or is its end. What was threatened then is
    /// asked of the position before that event.
    fn meets(&mut self, step: &dyn FoldStep, figures: &mut GameStatistics) {
        let now = step.moment();
        let begun = self.moment.turn > 0;
        if begun
            && (now.turn != self.moment.turn || step.kind() == "ended")
            && let Some(threats) = step.threats_before()
        {
            figures.turn_ended(self.version, &self.moment, &threats);
        }
        (self.version, self.moment) = (step.version(), now);
    }
}
