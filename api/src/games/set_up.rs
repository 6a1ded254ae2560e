//! The set-up of an earlier game, given again: its armies, deployment and orders as commands of a new game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_engine::{CommandRequest, RunCaller, TableCommand};
use hindsight_kernel::{Message, Seat, SetUpEnd, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_store::StreamId;
use serde_json::Value;

use crate::access::{Caller, GameAccess};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::implied::caller as runner;
use crate::games::requests::requested;
use crate::games::unseen::closed_choices_decide_dice;
use crate::games::{Games, LiveGame};

impl Games {
    /// The choices of the earlier game that a command names, as commands of this one; nothing for another command. Nothing is stored.
    ///
    /// Of a game that goes on a caller takes only what they see there: all of it where they keep the record, else their own seats'.
    pub(super) async fn set_up_choices(
        &self,
        head: &Arc<LiveGame>,
        (caller, sight, viewer): (&Caller, &GameAccess, Viewer),
        command: &Value,
        under: &str,
    ) -> ApiResult<Option<(StreamId, Vec<Value>)>> {
        if command.get("type").and_then(Value::as_str) != Some("set_up") {
            return Ok(None);
        }
        let request = requested(head, sight, command.clone(), under)?;
        let TableCommand::SetUp { game } = &request.command else {
            return Ok(None);
        };
        if !request.dice.is_empty() {
            return Err(ApiError::body(format!("{under}/dice"), text!("set-up-no-dice")));
        }
        if closed_choices_decide_dice(head, viewer) {
            return Err(refused(text!("set-up-closed-choices")));
        }
        let (earlier, there) = self
            .seen(caller, game)
            .await
            .map_err(|_| ApiError::body(format!("{under}/game"), text!("set-up-no-game")))?;
        if earlier.system.id() != head.system.id() {
            let (other, system) = (earlier.system.title(), head.system.title());
            return Err(ApiError::body(
                format!("{under}/game"),
                text!("set-up-other-system", other, system),
            ));
        }
        let run = RunCaller {
            seats: Some(seats_of(head, &earlier, (sight, &there), request.seat)?),
            ..runner(sight, viewer)
        };
        let (own, past) = (self.past(head).await?, self.past(&earlier).await?);
        let game = Arc::clone(head);
        let found = self
            .store
            .work(move |_| {
                let again = || {
                    game.game
                        .set_up_again(own.chronicle.as_ref(), past.chronicle.as_ref(), &run)
                };
                let found = catch_unwind(AssertUnwindSafe(again))
                    .map_err(|_| ApiError::fault("setting up again", "the rules code panicked"))?;
                Ok(found?)
            })
            .await?
            .ok_or_else(|| ApiError::fault("setting up again", "games of one system differ in type"))?;
        if !found.given.is_empty() {
            let choices = found.given.iter().map(CommandRequest::to_value).collect();
            return Ok(Some((earlier.id, choices)));
        }
        Err(match found.end {
            SetUpEnd::Refused(seat, refusal) => {
                ApiError::command(refusal.into(), head.system, under).with("seat", seat.to_string())
            }
            SetUpEnd::Roll(refusal) => ApiError::command(refusal.into(), head.system, under),
            SetUpEnd::Done => refused(text!("set-up-done")),
            SetUpEnd::Choice | SetUpEnd::Shows | SetUpEnd::TooFar => refused(text!("set-up-other-choice")),
        })
    }
}

/// The seats whose earlier choices a caller may make: those that they speak for here and see into there.
fn seats_of(
    head: &LiveGame,
    earlier: &LiveGame,
    (sight, there): (&GameAccess, &GameAccess),
    only: Option<Seat>,
) -> ApiResult<Vec<Seat>> {
    let eyes = there.through(None, earlier.over)?;
    let sees = |seat: Seat| match eyes {
        Viewer::Everything => true,
        Viewer::Seat(own) => own == seat || there.seats.contains(&seat),
        Viewer::Public => false,
    };
    let all = head
        .game
        .info(Viewer::Public)
        .seats
        .into_iter()
        .map(|info| info.seat);
    let speaks = |seat: Seat| sight.keeps || sight.seats.contains(&seat);
    let seats: Vec<Seat> = all
        .filter(|seat| sees(*seat) && speaks(*seat) && only.is_none_or(|only| only == *seat))
        .collect();
    if seats.is_empty() {
        return Err(refused(text!("set-up-not-seen")));
    }
    Ok(seats)
}

fn refused(why: Message) -> ApiError {
    ApiError::new(ProblemKind::Refused, why)
}
