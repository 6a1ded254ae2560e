//! Commands that callers ask for, read with what they may give.

use hindsight_engine::{CommandRequest, TableCommand};
use hindsight_kernel::Message;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::UndoPolicy;
use serde_json::Value;

use crate::access::GameAccess;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::LiveGame;
use crate::games::card_fields::undo_policy;

/// What a seat may ask for whatever the game's undo policy; the rest is for who keeps the record.
const OF_A_SEAT: &[&str] = &[
    "play",
    "next",
    "set_up",
    "by_orders",
    "concede",
    "propose",
    "answer",
    "say",
];

/// Reads a command that a caller may give; a seat's token need not name its seat.
pub(super) fn requested(
    head: &LiveGame,
    sight: &GameAccess,
    command: Value,
    under: &str,
) -> ApiResult<CommandRequest> {
    let forbidden = |why: Message| ApiError::new(ProblemKind::Forbidden, why);
    if !sight.keeps && sight.seats.is_empty() {
        return Err(forbidden(text!("owner-or-seat-token-needed")));
    }
    let mut request = CommandRequest::parse(command)
        .map_err(|fault| ApiError::command(fault.into(), head.system, under))?;
    if sight.keeps {
        return Ok(request);
    }
    // Whether it may go back as it asks to is looked at after this.
    let goes_back = matches!(request.command, TableCommand::TakeBack { .. })
        && matches!(undo_policy(&head.card), UndoPolicy::OwnLast | UndoPolicy::Consent);
    let kind = request.command.kind();
    if !OF_A_SEAT.contains(&kind) && !goes_back {
        return Err(forbidden(text!(
            "command-not-of-seat",
            given = OF_A_SEAT.join(", ").clone(),
            kind = kind.to_string()
        )));
    }
    match request.seat {
        Some(seat) if !sight.seats.contains(&seat) => {
            return Err(forbidden(text!("command-other-seat", seat)));
        }
        Some(_) => {}
        None => request.seat = Some(sight.seats[0]),
    }
    Ok(request)
}
