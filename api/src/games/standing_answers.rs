//! Standing answers: decisions that a seat passes until it says otherwise, such as "no red card until I say so".
//!
//! They are kept beside the games, in no stream, and only who speaks for the seat sees them. A pass is given where the rules offer one
//! for that decision, whatever the seat holds in secret, so that it tells no more than that the answer stands. A pass that ends the
//! seat's own part of a turn, or that rolls dice by itself, is never given so.

use std::sync::Arc;

use hindsight_engine::{AnyGoal, CommandRequest, RunCaller, StandingPass};
use hindsight_kernel::{Seat, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{LeaveStanding, SeatStanding, StandingAnswers, StandingDecision};
use hindsight_store::StreamId;
use serde::{Deserialize, Serialize};

use crate::access::{Caller, GameAccess};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::base::{new_id, now_ms};
use crate::games::command_keys::Names;
use crate::games::commands::{Throws, decide};
use crate::games::history::Stamp;
use crate::games::standing_choices::Freed;
use crate::games::storing::{HeldCommand, prepared};
use crate::games::{Games, LiveGame};

/// Standing answers by game and seat.
const TREE: &str = "standing-answers";
/// The most decisions that one seat passes so.
const MOST: usize = 32;
/// The most seats of a game.
const SEATS: usize = 26;
/// Characters of the name of a decision.
const NAME: usize = 60;

/// An answer that stands.
#[derive(Debug, Clone)]
pub(crate) struct StandingAnswer {
    /// The seat and the decisions that it passes.
    pub(super) pass: StandingPass,
    /// The same decisions with the questions that were open when they were left.
    decisions: Vec<StandingDecision>,
    /// Actor who left it, as records name one.
    pub(super) by: String,
}

/// A stored answer.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    decisions: Vec<StandingDecision>,
    by: String,
}

fn place(game: StreamId, seat: Seat) -> Vec<u8> {
    let mut place = game.to_bytes().to_vec();
    place.push(seat.index() as u8);
    place
}

impl Games {
    /// The standing answers of a game.
    pub(crate) async fn standing_answers(&self, game: StreamId) -> ApiResult<Vec<StandingAnswer>> {
        self.store
            .work(move |store| {
                let found = store.side_scan(TREE, &game.to_bytes(), None, SEATS)?;
                let read = |(key, value): &(Vec<u8>, Vec<u8>)| {
                    let seat = key.last().and_then(|seat| Seat::new(usize::from(*seat)));
                    let kept: Kept = serde_json::from_slice(value)
                        .map_err(|why| ApiError::fault("reading a standing answer", why))?;
                    Ok(seat.map(|seat| StandingAnswer {
                        pass: StandingPass {
                            seat,
                            decisions: names(&kept.decisions),
                        },
                        decisions: kept.decisions,
                        by: kept.by,
                    }))
                };
                found.iter().filter_map(|one| read(one).transpose()).collect()
            })
            .await
    }

    /// The same as [`standing_answers`](Self::standing_answers), without those who left them.
    pub(crate) async fn standing_passes(&self, game: StreamId) -> ApiResult<Vec<StandingPass>> {
        let answers = self.standing_answers(game).await?;
        Ok(answers.into_iter().map(|answer| answer.pass).collect())
    }

    /// The standing answers of the seats that a caller speaks for.
    ///
    /// # Errors
    /// They speak for none.
    pub async fn standing_of(&self, head: &LiveGame, sight: &GameAccess) -> ApiResult<StandingAnswers> {
        let seats = spoken_for(head, sight)?;
        let answers = self.standing_answers(head.id).await?;
        let decisions = |seat: Seat| {
            let own = answers.iter().find(|answer| answer.pass.seat == seat);
            own.map_or_else(Vec::new, |answer| answer.decisions.clone())
        };
        let items = seats.into_iter().map(|seat| SeatStanding {
            seat,
            decisions: decisions(seat),
        });
        Ok(StandingAnswers {
            game: head.id.to_string(),
            items: items.collect(),
        })
    }

    /// Leaves a standing answer in place of an earlier one, and passes at once where the seat is asked; without decisions the earlier
    /// one is withdrawn. It is durable when this returns.
    ///
    /// # Errors
    /// The caller does not speak for the seat, or a decision has no name.
    pub async fn leave_standing(
        &self,
        caller: &Caller,
        game: StreamId,
        sight: &GameAccess,
        asked: LeaveStanding,
    ) -> ApiResult<StandingAnswers> {
        let _turn = self.turn(game).await;
        let head = self.head(game).await?;
        let seat = own_seat(&head, sight, asked.seat)?;
        let names = checked_names(asked.decisions)?;
        let before = self.standing_answers(game).await?;
        let before = before.into_iter().find(|answer| answer.pass.seat == seat);
        let place = place(game, seat);
        let kept = Kept {
            decisions: with_questions(&head, seat, names, before.as_ref()),
            by: caller.actor(),
        };
        self.store
            .work(move |store| {
                if kept.decisions.is_empty() {
                    return Ok(store.remove(TREE, &place)?);
                }
                let value = serde_json::to_vec(&kept)
                    .map_err(|why| ApiError::fault("writing a standing answer", why))?;
                Ok(store.keep(TREE, &place, &value)?)
            })
            .await?;
        let head = self.with_standing_passes(head).await;
        self.standing_of(&head, sight).await
    }

    /// Withdraws the standing answer of a seat whose player leaves it.
    pub(super) async fn withdraw_standing(&self, game: StreamId, seat: Seat) -> ApiResult<()> {
        let place = place(game, seat);
        self.store
            .work(move |store| Ok(store.remove(TREE, &place)?))
            .await
    }

    /// Gives the passes of seats that left answers standing, as one step, and returns the game behind them. The turn is the caller's.
    ///
    /// A command before them that was acknowledged stays so: where the passes cannot be given, that is logged, and the seats are asked.
    pub(super) async fn with_standing_passes(&self, head: Arc<LiveGame>) -> Arc<LiveGame> {
        match self.pass_on(&head).await {
            Ok(next) => next.unwrap_or(head),
            Err(error) => {
                tracing::warn!(game = %head.id, "standing answers are not given: {}", error.detail());
                head
            }
        }
    }

    async fn pass_on(&self, head: &Arc<LiveGame>) -> ApiResult<Option<Arc<LiveGame>>> {
        let standing = self.standing_answers(head.id).await?;
        if standing.is_empty() || head.over {
            return Ok(None);
        }
        let caller = RunCaller {
            seats: Some(Vec::new()),
            viewer: Viewer::Everything,
            standing: standing.iter().map(|answer| answer.pass.clone()).collect(),
        };
        let run = self.run_on(head, AnyGoal::Furthest, caller, "").await?;
        let names = Names::new(new_id().to_string(), 1, true);
        let (mut next, mut passes) = (Arc::clone(head), Vec::new());
        let count = run.given.len();
        for (number, pass) in run.given.into_iter().enumerate() {
            let by = left_by(&standing, &pass);
            let decided = decide(&next, pass, None, Throws::OfTheGame(self.secret), "")?;
            let stamp = Stamp {
                recorded_ms: now_ms(),
                command_id: if number + 1 == count {
                    names.of_dice(0)
                } else {
                    names.implied(0, number)
                },
            };
            let (after, append) = prepared(by, &next, decided, stamp);
            passes.push(HeldCommand {
                append,
                freed: Freed::Nobody,
            });
            next = Arc::new(after);
        }
        if passes.is_empty() {
            return Ok(None);
        }
        let next = LiveGame::clone(&next);
        self.store(next, head.version(), passes).await.map(Some)
    }
}

fn names(decisions: &[StandingDecision]) -> Vec<String> {
    decisions.iter().map(|one| one.decision.clone()).collect()
}

/// Decisions with their questions: the one that the seat is asked now, or the one of an earlier answer.
fn with_questions(
    head: &LiveGame,
    seat: Seat,
    names: Vec<String>,
    before: Option<&StandingAnswer>,
) -> Vec<StandingDecision> {
    let awaiting = head.game.info(Viewer::Seat(seat)).awaiting;
    let question = |name: &String| {
        let now = awaiting
            .iter()
            .find(|asked| asked.seat == seat && asked.decision == *name);
        let earlier = || before?.decisions.iter().find(|one| one.decision == *name);
        now.map(|asked| asked.question.to_string())
            .or_else(|| earlier()?.question.clone())
    };
    names
        .into_iter()
        .map(|decision| StandingDecision {
            question: question(&decision),
            decision,
        })
        .collect()
}

/// Actor who left the answer by which a seat passes.
fn left_by(standing: &[StandingAnswer], pass: &CommandRequest) -> String {
    let left = standing.iter().find(|answer| Some(answer.pass.seat) == pass.seat);
    left.map_or_else(String::new, |answer| answer.by.clone())
}

/// The seats of a game that a caller speaks for; refused to who speaks for none.
pub(crate) fn spoken_for(head: &LiveGame, sight: &GameAccess) -> ApiResult<Vec<Seat>> {
    let info = head.game.info(Viewer::Public);
    let seats = info.seats.into_iter().map(|info| info.seat);
    let own: Vec<Seat> = seats
        .filter(|seat| sight.keeps || sight.seats.contains(seat))
        .collect();
    if own.is_empty() {
        return Err(ApiError::new(
            ProblemKind::Forbidden,
            text!("owner-or-seat-token-needed"),
        ));
    }
    Ok(own)
}

/// The seat that a standing answer is for: the one that is named, or the only one that the caller speaks for.
fn own_seat(head: &LiveGame, sight: &GameAccess, named: Option<Seat>) -> ApiResult<Seat> {
    let own = spoken_for(head, sight)?;
    match (named, &own[..]) {
        (Some(seat), own) if own.contains(&seat) => Ok(seat),
        (Some(seat), _) if sight.keeps => Err(ApiError::body("/seat", text!("no-seat-here", seat))),
        (Some(seat), _) => Err(ApiError::new(
            ProblemKind::Forbidden,
            text!("command-other-seat", seat),
        )),
        (None, [only]) => Ok(*only),
        (None, _) => Err(ApiError::body("/seat", text!("field-needed"))),
    }
}

/// The names of decisions in alphabetical order, each once.
fn checked_names(mut names: Vec<String>) -> ApiResult<Vec<String>> {
    if names.len() > MOST {
        return Err(ApiError::body("/decisions", text!("standing-most", most = MOST)));
    }
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let is_name = |name: &String| (1..=NAME).contains(&name.len()) && name.bytes().all(is_letter);
    if let Some(at) = names.iter().position(|name| !is_name(name)) {
        return Err(ApiError::body(format!("/decisions/{at}"), text!("standing-name")));
    }
    names.sort();
    names.dedup();
    Ok(names)
}
