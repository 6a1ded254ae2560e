//! Commands of callers who may not know everything: answers that must not depend on what is hidden from them.

use std::sync::Arc;

use hindsight_engine::{CommandRequest, lays_open};
use hindsight_kernel::{Seat, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::AppliedCommand;

use crate::access::GameAccess;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::Client;
use crate::base::messages::text;
use crate::games::standing_choices::ChoiceDigest;
use crate::games::{Games, LiveGame};

/// The answer to a command that is tried and whose consequences the caller may not know: that it would be taken. The number of its
/// events may depend on what is hidden, so it names one.
pub(super) fn taken_unseen(head: &LiveGame) -> AppliedCommand {
    AppliedCommand {
        first: head.version() + 1,
        last: head.version() + 1,
        repeated: false,
        implied: false,
    }
}

/// The refusal of commands behind one whose consequences the caller may not know.
pub(super) fn nothing_behind() -> ApiError {
    let why = text!("dry-run-ends");
    ApiError::new(ProblemKind::Refused, why)
}

/// Whether an error asks for other dice while choices are closed to a viewer: how many dice the rules roll may depend on them.
pub(super) fn asks_for_dice_of_sealed_choices(error: &ApiError, head: &LiveGame, viewer: Viewer) -> bool {
    let more = &error.problem().more;
    let asks = more.contains_key("needed") || more.contains_key("left_over");
    asks && closed_choices_decide_dice(head, viewer)
}

/// Whether the number of dice of a command may depend on choices that are closed to a viewer.
pub(super) fn closed_choices_decide_dice(head: &LiveGame, viewer: Viewer) -> bool {
    head.game.sealed_choices_decide_dice() && head.game.sealed_choices(viewer) > 0
}

/// The seats of a caller in a game, as a client whose refused dice are counted: each refusal tells them something of what is closed.
fn guesser(head: &LiveGame, access: &GameAccess) -> Client {
    Client::named(&format!("dice of {:?} in {}", access.seats, head.id))
}

/// The same refusal whether dice are missing or left over.
fn other_dice() -> ApiError {
    let why = text!("dice-hidden");
    ApiError::new(ProblemKind::Refused, why)
}

/// The refusal of another choice than the one that stands.
fn another_choice() -> ApiError {
    let why = text!("choice-stands");
    ApiError::new(ProblemKind::Refused, why)
}

impl Games {
    /// Refuses a command that is decided by the rules while the choices of others are closed to its seat, where the seat has
    /// chosen otherwise already, or had too many commands refused for their dice. Returns the choice that would stand if its dice
    /// do not fit.
    ///
    /// # Errors
    /// Another choice of the seat stands; or the limit is used up, whatever the dice of this command are.
    pub(super) fn check_dice_guesses(
        &self,
        head: &LiveGame,
        (access, viewer): (&GameAccess, Viewer),
        request: &CommandRequest,
    ) -> ApiResult<Option<(Seat, ChoiceDigest)>> {
        if !request.command.is_by_the_rules() || !closed_choices_decide_dice(head, viewer) {
            return Ok(None);
        }
        // RULING: the rules have everybody choose in secret at once and say nothing of dice that are reported one list at a time.
        // A refusal for the dice tells whether the closed choices ask for a roll (Battleground: whether two armies cost the same), so
        // the first choice that is refused for them is the choice of its seat, as if its card lay on the table. A player who misread
        // a die gives the same choice with other dice. Another choice needs whoever keeps the record, who sees everything, or a
        // take-back to which the other sides agree; the seat's own take-back is no way round it (`Games::may_go_back`).
        let choice = request.seat.zip(ChoiceDigest::new(request, head.system));
        let standing = request
            .seat
            .and_then(|seat| Some((seat, self.standing_choices.of_seat(head.id, seat)?)));
        if standing.is_some() && standing != choice {
            return Err(another_choice());
        }
        self.dice_guesses
            .check(guesser(head, access))
            .map_err(ApiError::too_fast)?;
        Ok(choice)
    }

    /// Counts a command that was refused for its dice while choices are closed to its seat, lets its choice stand, and tells the
    /// refusal.
    pub(super) fn refuse_other_dice(
        &self,
        head: &LiveGame,
        access: &GameAccess,
        choice: Option<(Seat, ChoiceDigest)>,
    ) -> ApiError {
        if let Some((seat, choice)) = choice {
            self.standing_choices.note(head.id, seat, choice);
        }
        match self.dice_guesses.pass(guesser(head, access)) {
            Ok(_) => other_dice(),
            Err(used_up) => ApiError::too_fast(used_up),
        }
    }

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
