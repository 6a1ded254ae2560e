//! Commands with the passes before them, which the server finds by the rules and stores as one step.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_engine::{AnyGoal, AnyRun, CommandRequest, RunCaller, TableCommand, WireOffer};
use hindsight_kernel::{DiceKind, Message, RunEnd, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{AheadEnd, NextChoice, OffersAhead, PlaceAhead};
use serde_json::{Value, json};

use crate::access::GameAccess;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::requests::requested;
use crate::games::standing_answers::StandingAnswer;
use crate::games::unseen::closed_choices_decide_dice;
use crate::games::{Games, LiveGame};

/// A command of a request that implies passes.
pub(super) struct Implied {
    /// The passes, in their order.
    pub(super) passes: Vec<ImpliedCommand>,
    /// What is recorded behind them, and whether it is a pass itself.
    pub(super) last: Option<(ImpliedCommand, bool)>,
}

/// A command with those who give it.
#[derive(Debug)]
pub(super) struct ImpliedCommand {
    /// The command.
    pub(super) command: Value,
    /// Access of the seat that passes by its standing answer, and the actor who left that answer; nothing where the caller gives the
    /// command.
    pub(super) standing: Option<(GameAccess, String)>,
}

/// Commands found by a run, whoever gives them.
struct Found {
    passes: Vec<Value>,
    last: Option<(Value, bool)>,
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
        if closed_choices_decide_dice(head, viewer) {
            // A pass that is tried would tell what others have chosen: only what is asked for is decided, as any command is.
            return match goal {
                AnyGoal::Command(_) => Ok(Implied {
                    passes: Vec::new(),
                    last: Some((ImpliedCommand::own(request.to_value()), false)),
                }),
                AnyGoal::Dice(_) | AnyGoal::Furthest => Err(no_way(text!("imply-closed"))),
            };
        }
        let standing = self.standing_answers(head.id).await?;
        let caller = RunCaller {
            standing: standing.iter().map(|answer| answer.pass.clone()).collect(),
            ..caller(sight, viewer)
        };
        let run = self.run_on(head, goal.clone(), caller, under).await?;
        let server_rolls = matches!(head.game.info(Viewer::Public).dice, Some(DiceKind::Server { .. }));
        let Found { passes, last } = found(&goal, request, run, server_rolls)?;
        let with_giver = |command: Value| ImpliedCommand::given_by(command, sight, &standing);
        Ok(Implied {
            passes: passes.into_iter().map(with_giver).collect(),
            last: last.map(|(command, is_pass)| (with_giver(command), is_pass)),
        })
    }

    /// Runs a game on to a goal by the passes that a caller may give. Nothing is stored; a fault of the rules code is an error.
    pub(super) async fn run_on(
        &self,
        head: &Arc<LiveGame>,
        goal: AnyGoal,
        caller: RunCaller,
        under: &str,
    ) -> ApiResult<AnyRun> {
        let game = Arc::clone(head);
        self.store
            .work(move |_| {
                catch_unwind(AssertUnwindSafe(|| game.game.run_on(goal, &caller)))
                    .map_err(|_| ApiError::fault("running on", "the rules code panicked"))
            })
            .await?
            .map_err(|error| ApiError::command(error, head.system, under))
    }
}

impl ImpliedCommand {
    /// A command of the caller.
    const fn own(command: Value) -> Self {
        Self {
            command,
            standing: None,
        }
    }

    /// A command of the caller, or of a seat that they do not speak for and that left an answer standing.
    fn given_by(command: Value, sight: &GameAccess, standing: &[StandingAnswer]) -> Self {
        let seat = command.get("seat").and_then(Value::as_str);
        let left = standing.iter().find(|answer| {
            let of = answer.pass.seat;
            seat == Some(of.to_string().as_str()) && !sight.keeps && !sight.seats.contains(&of)
        });
        Self {
            standing: left.map(|answer| {
                let access = GameAccess {
                    seats: vec![answer.pass.seat],
                    ..sight.clone()
                };
                (access, answer.by.clone())
            }),
            command,
        }
    }
}

/// The caller of a run: a keeper speaks for every seat.
pub(super) fn caller(sight: &GameAccess, viewer: Viewer) -> RunCaller {
    RunCaller {
        seats: (!sight.keeps).then(|| sight.seats.clone()),
        viewer,
        standing: Vec::new(),
    }
}

/// The goal of a run that is asked for.
fn goal(request: &CommandRequest, under: &str) -> ApiResult<AnyGoal> {
    match &request.command {
        TableCommand::Next {} if request.dice.is_empty() => Ok(AnyGoal::Furthest),
        TableCommand::Next {} => Ok(AnyGoal::Dice(request.dice.clone())),
        TableCommand::Play { .. } if request.seat.is_none() => {
            Err(ApiError::body(format!("{under}/seat"), text!("imply-names-seat")))
        }
        _ => Ok(AnyGoal::Command(request.clone())),
    }
}

/// The commands of a run, of which the last may still be refused: it is decided as any other command is, so that a refusal tells no
/// more here than there. Refused at once where nothing is left to decide.
fn found(goal: &AnyGoal, request: CommandRequest, run: AnyRun, server_rolls: bool) -> ApiResult<Found> {
    let AnyRun { given, rolls, end } = run;
    let mut passes: Vec<Value> = given.iter().map(CommandRequest::to_value).collect();
    let last = match (goal, end) {
        (AnyGoal::Command(_), RunEnd::Roll(_)) if server_rolls => {
            return Err(no_way(text!("imply-server-rolls-before")));
        }
        // The dice that are missing are asked for by the pass that rolls them.
        (AnyGoal::Command(_), RunEnd::Roll(_)) => {
            rolls.map_or_else(|| (request.to_value(), false), |pass| (pass.to_value(), true))
        }
        (AnyGoal::Command(_), RunEnd::Reached | RunEnd::Over | RunEnd::Choice(_)) => {
            (request.to_value(), false)
        }
        (AnyGoal::Dice(_) | AnyGoal::Furthest, RunEnd::Roll(refusal)) => {
            let Some(pass) = rolls else {
                return Err(no_way(refusal.message));
            };
            let dice = request.dice;
            (CommandRequest { dice, ..pass }.to_value(), true)
        }
        (_, RunEnd::Reached) | (AnyGoal::Furthest, RunEnd::Choice(None) | RunEnd::Shows | RunEnd::Over)
            if !passes.is_empty() =>
        {
            return Ok(Found {
                last: passes.pop().map(|pass| (pass, true)),
                passes,
            });
        }
        (_, RunEnd::Choice(_) | RunEnd::Reached) => {
            return Err(no_way(text!("imply-choice-here")));
        }
        (_, RunEnd::Shows) => {
            return Err(no_way(text!("imply-shows-hidden")));
        }
        (_, RunEnd::Over) => return Err(no_way(text!("imply-over"))),
        (_, RunEnd::TooFar) => return Err(no_way(text!("imply-too-far"))),
    };
    Ok(Found {
        passes,
        last: Some(last),
    })
}

/// The refusal of a command that no passes lead to.
fn no_way(why: Message) -> ApiError {
    ApiError::new(ProblemKind::Refused, text!("imply-no-way", why))
}

/// The choices to which these offers about a unit only lead, after the passes that a caller may leave out. Blocks.
pub(crate) fn next_choices<'o>(
    head: &LiveGame,
    offers: impl IntoIterator<Item = &'o WireOffer>,
    unit: &str,
    caller: &RunCaller,
) -> Vec<LaidOut> {
    if closed_choices_decide_dice(head, caller.viewer) {
        return Vec::new();
    }
    let found = |offer: &WireOffer| {
        let command = offer.command.as_ref()?;
        let first = json!({ "type": "play", "seat": offer.seat, "command": command });
        // ERR: a command that cannot be tried, or is refused, leads to nothing that could be laid out.
        let request = CommandRequest::parse(first.clone()).ok()?;
        let tried = catch_unwind(AssertUnwindSafe(|| head.game.leading_on(request, unit, caller)));
        let choice = tried.ok()?.ok()??;
        Some(LaidOut {
            state: choice.state,
            choice: NextChoice {
                first,
                passes: choice.passes,
                awaiting: choice.awaiting,
                items: choice.offers,
                whole_moves: choice.whole_moves,
            },
        })
    };
    let about = |offer: &&WireOffer| offer.leads_on && offer.unit.as_deref() == Some(unit);
    offers.into_iter().filter(about).filter_map(found).collect()
}

/// A choice to which a command only leads, with the position there as the caller would know it.
pub(crate) struct LaidOut {
    pub(crate) choice: NextChoice,
    pub(crate) state: Value,
}

/// The way past the passes that a caller may leave out, with the offers on it. Blocks.
pub(crate) fn offers_ahead(head: &LiveGame, caller: &RunCaller) -> OffersAhead {
    if closed_choices_decide_dice(head, caller.viewer) {
        return OffersAhead {
            places: Vec::new(),
            needed: None,
            ends: AheadEnd::Shows,
        };
    }
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
