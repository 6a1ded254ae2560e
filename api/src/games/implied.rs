//! Commands with the passes before them, which the server finds by the rules and stores as one step.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_engine::{AnyGoal, AnyRun, CommandError, CommandRequest, RunCaller, TableCommand};
use hindsight_kernel::{DiceKind, Refusal, RunEnd, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{AheadEnd, OffersAhead, PlaceAhead};
use serde_json::Value;

use crate::access::GameAccess;
use crate::base::error::{ApiError, ApiResult};
use crate::games::commands::requested;
use crate::games::{Games, LiveGame};

/// A command of a request that implies passes.
pub(super) struct Implied {
    /// The passes, in their order.
    pub(super) passes: Vec<Value>,
    /// What is recorded behind them, and whether it is a pass itself.
    pub(super) last: Option<(Value, bool)>,
}

impl Games {
    /// Finds the passes before a command that stands at a place of a request. Nothing is stored.
    pub(super) async fn implied(
        &self,
        head: &Arc<LiveGame>,
        (sight, viewer): (&GameAccess, Viewer),
        command: Value,
        under: &str,
    ) -> ApiResult<Implied> {
        let request = requested(head, sight, command, under)?;
        let goal = goal(&request, under)?;
        let (game, caller, wanted) = (Arc::clone(head), caller(sight, viewer), goal.clone());
        let run = self
            .store
            .work(move |_| {
                catch_unwind(AssertUnwindSafe(|| game.game.run_on(wanted, &caller)))
                    .map_err(|_| ApiError::fault("running on", "the rules code panicked"))
            })
            .await?
            .map_err(|error| ApiError::command(error, head.system, under))?;
        let given: Vec<Value> = run.given.iter().map(CommandRequest::to_value).collect();
        found(head, &goal, &request, run, under).map_err(|error| error.with("implied", given))
    }
}

/// The caller of a run: a keeper speaks for every seat.
fn caller(sight: &GameAccess, viewer: Viewer) -> RunCaller {
    RunCaller {
        seats: (!sight.keeps).then(|| sight.seats.clone()),
        viewer,
    }
}

/// The goal of a run that is asked for.
fn goal(request: &CommandRequest, under: &str) -> ApiResult<AnyGoal> {
    match &request.command {
        TableCommand::Next {} if request.dice.is_empty() => Ok(AnyGoal::Furthest),
        TableCommand::Next {} => Ok(AnyGoal::Dice(request.dice.clone())),
        TableCommand::Play { .. } if request.seat.is_none() => Err(ApiError::body(
            format!("{under}/seat"),
            "with `imply` a command names its seat: which seat is asked changes on the way",
        )),
        _ => Ok(AnyGoal::Command(request.clone())),
    }
}

/// What is stored of a run; refused where it does not reach what was asked for.
fn found(
    head: &LiveGame,
    goal: &AnyGoal,
    request: &CommandRequest,
    run: AnyRun,
    under: &str,
) -> ApiResult<Implied> {
    let refused = |refusal: Refusal| ApiError::command(CommandError::Refused(refusal), head.system, under);
    let AnyRun { given, rolls, end } = run;
    let mut passes: Vec<Value> = given.iter().map(CommandRequest::to_value).collect();
    let server_rolls = matches!(head.game.info(Viewer::Public).dice, Some(DiceKind::Server { .. }));
    match (goal, end) {
        (AnyGoal::Command(_), RunEnd::Reached | RunEnd::Over) => Ok(Implied {
            passes,
            last: Some((request.to_value(), false)),
        }),
        (AnyGoal::Dice(_) | AnyGoal::Furthest, RunEnd::Reached) => Ok(Implied {
            last: passes.pop().map(|pass| (pass, true)),
            passes,
        }),
        (AnyGoal::Furthest, RunEnd::Roll(_)) if server_rolls => Ok(Implied {
            passes,
            last: rolls.map(|pass| (pass.to_value(), true)),
        }),
        (AnyGoal::Command(_), RunEnd::Roll(_)) if server_rolls => Err(no_way(
            "the server's dice are rolled before it can be given: go on to them with `next` first",
        )),
        (AnyGoal::Furthest, RunEnd::Choice(None) | RunEnd::Shows | RunEnd::Over) if !passes.is_empty() => {
            Ok(Implied {
                last: passes.pop().map(|pass| (pass, true)),
                passes,
            })
        }
        (_, RunEnd::Roll(refusal) | RunEnd::Choice(Some(refusal))) => Err(refused(refusal)),
        (_, RunEnd::Choice(None)) => Err(no_way(
            "somebody has to choose here, or another seat passes for itself",
        )),
        (_, RunEnd::Shows) => Err(no_way(
            "a pass on the way would show what is hidden from you: go on to it with `next` first",
        )),
        (_, RunEnd::Over) => Err(no_way("the game is over")),
        (_, RunEnd::TooFar) => Err(no_way("it is too far from here")),
    }
}

/// The refusal of a command that no passes lead to.
fn no_way(why: &str) -> ApiError {
    ApiError::new(ProblemKind::Refused, format!("passes do not lead to this: {why}"))
}

/// What can be recorded beyond the passes that a caller may leave out. Blocks.
pub(crate) fn offers_ahead(head: &LiveGame, caller: &RunCaller) -> OffersAhead {
    let (places, end) = head.game.ahead(caller);
    let places = places.into_iter().enumerate().map(|(passes, place)| PlaceAhead {
        passes,
        awaiting: place.awaiting,
        items: place
            .offers
            .into_iter()
            .filter(|offer| !offer.is_only_nothing())
            .collect(),
    });
    let needed = match &end {
        RunEnd::Roll(refusal) => refusal.details.get("needed"),
        _ => None,
    };
    OffersAhead {
        places: places.collect(),
        needed: needed.and_then(|needed| serde_json::from_value(needed.clone()).ok()),
        ends: match end {
            RunEnd::Roll(_) => AheadEnd::Roll,
            RunEnd::Choice(_) | RunEnd::Reached | RunEnd::TooFar => AheadEnd::Choice,
            RunEnd::Shows => AheadEnd::Shows,
            RunEnd::Over => AheadEnd::Over,
        },
    }
}
