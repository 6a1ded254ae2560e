//! Commands of callers who may not know everything: answers that must not depend on what is hidden from them.

use std::sync::Arc;

use hindsight_engine::lays_open;
use hindsight_kernel::Viewer;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::AppliedCommand;

use crate::base::error::{ApiError, ApiResult};
use crate::games::{Games, LiveGame};

/// The answer to a command that is tried and whose consequences the caller may not know: that it would be taken. The number of its
/// events may depend on what is hidden, so it names one.
pub(super) fn taken_unseen(head: &LiveGame) -> AppliedCommand {
    AppliedCommand {
        first: head.version() + 1,
        last: head.version() + 1,
        repeated: false,
    }
}

/// The refusal of commands behind one whose consequences the caller may not know.
pub(super) fn nothing_behind() -> ApiError {
    let why =
        "the command before this one would show what others have chosen in secret, so a dry run ends there";
    ApiError::new(ProblemKind::Refused, why)
}

/// Whether an error asks for other dice while choices are closed to a viewer: how many dice the rules roll may depend on them.
pub(super) fn asks_for_dice_of_sealed_choices(error: &ApiError, head: &LiveGame, viewer: Viewer) -> bool {
    let more = &error.problem().more;
    let asks = more.contains_key("needed") || more.contains_key("left_over");
    asks && head.game.sealed_choices_decide_dice() && head.game.sealed_choices(viewer) > 0
}

/// The same refusal whether dice are missing or left over.
pub(super) fn other_dice() -> ApiError {
    let why = "these dice are not those that the rules roll once everybody has chosen; how many that are depends on what is \
               hidden from you, so whoever keeps the record gives the command with its dice";
    ApiError::new(ProblemKind::Refused, why)
}

impl Games {
    /// Whether a command that is tried would show a viewer what is hidden from them before it.
    pub(super) async fn would_lay_open(
        &self,
        (head, next): (&Arc<LiveGame>, &Arc<LiveGame>),
        viewer: Viewer,
    ) -> ApiResult<bool> {
        if viewer == Viewer::Everything || !head.secrets {
            return Ok(next.over && !head.over && viewer != Viewer::Everything);
        }
        let (head, next) = (Arc::clone(head), Arc::clone(next));
        self.store
            .work(move |_| Ok(lays_open(head.game.as_ref(), next.game.as_ref(), viewer)))
            .await
    }
}
