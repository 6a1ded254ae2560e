//! Results of commands tried one by one, without storing any of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_engine::{AnyGame, CommandRequest, WireOffer};
use hindsight_kernel::{Board, Rehearsal, Seed, Viewer};
use serde_json::{Value, json};

use crate::base::error::{ApiError, ApiResult};
use crate::base::random;
use crate::games::commands::{Throws, decide};
use crate::games::{Games, LiveGame};

/// What a command that was tried leads to.
#[derive(Debug)]
pub struct TriedOutcome {
    /// The board, as a viewer would see it.
    pub board: Board,
    /// A digest of the state that the seat of the command would know, what it keeps secret from others among it: two commands
    /// with the same one do the same.
    pub state: [u8; 32],
}

impl Games {
    /// The outcome of each of these commands alone, as a viewer would see it. Nothing for a command that is refused, and
    /// nothing for one that rolls dice: what they will show is nobody's to know.
    pub async fn outcomes_of(
        &self,
        head: &Arc<LiveGame>,
        commands: Vec<Value>,
        viewer: Viewer,
    ) -> ApiResult<Vec<Option<TriedOutcome>>> {
        let head = Arc::clone(head);
        self.store
            .work(move |_| {
                let after = |command: Value| {
                    let request = CommandRequest::parse(command).ok()?;
                    let eyes = request.seat.map_or(viewer, Viewer::Seat);
                    let decided = decide(&head, request, None, Throws::Rehearsed, "").ok()?;
                    let mut rolled = false;
                    let told = head
                        .game
                        .show_command(&decided.command, &decided.events, &mut |step| {
                            rolled |= !step.dice().is_empty();
                        });
                    (told.ok()? && !rolled).then(|| TriedOutcome {
                        board: decided.game.board(viewer),
                        state: *blake3::hash(&decided.game.state_json(eyes)).as_bytes(),
                    })
                };
                Ok(commands.into_iter().map(after).collect())
            })
            .await
    }

    /// The commands that could be put in where a correction stops, so that more of the commands that it
    /// leaves out follow: every complete offer there, tried with `left_out` behind it, those that let most
    /// follow first. Nothing is stored.
    pub async fn repairs(
        &self,
        head: &Arc<LiveGame>,
        correction: Value,
        left_out: Vec<Value>,
    ) -> ApiResult<Vec<Repair>> {
        let past = self.past(head).await?;
        let head = Arc::clone(head);
        self.store
            .work(move |_| {
                let correction = CommandRequest::parse(correction)
                    .map_err(|fault| ApiError::command(fault.into(), head.system, ""))?;
                let corrected = decide(&head, correction, Some(&past), Throws::Rehearsed, "")?;
                let game = corrected.game.as_ref();
                let mut repairs: Vec<Repair> = Vec::new();
                for offer in offers_of_all(game, head.system.decides_quickly()) {
                    let Some(command) = &offer.command else { continue };
                    let command = json!({ "type": "play", "seat": offer.seat, "command": command });
                    let Some(mended) = after(game, command.clone()) else {
                        continue;
                    };
                    let redone = following(mended, &left_out);
                    if redone > 0 {
                        repairs.push(Repair {
                            command,
                            label: offer.label,
                            redone,
                        });
                    }
                }
                repairs.sort_by_key(|repair| std::cmp::Reverse(repair.redone));
                repairs.truncate(REPAIRS);
                Ok(repairs)
            })
            .await
    }
}

/// Repairs that are shown.
const REPAIRS: usize = 5;
/// Offers that are tried as repairs.
const TRIED: usize = 40;

/// A command that repairs a correction.
#[derive(Debug, Clone)]
pub struct Repair {
    /// It, as the API takes it.
    pub command: Value,
    /// It, in words.
    pub label: String,
    /// How many of the commands left out follow it.
    pub redone: usize,
}

/// What every seat may do in a game: of a system whose decisions take time only what is about no unit, which ends steps.
fn offers_of_all(game: &dyn AnyGame, quick: bool) -> Vec<WireOffer> {
    let mut offers = Vec::new();
    for info in game.info(Viewer::Everything).seats {
        offers.extend(game.offers(info.seat));
    }
    offers.retain(|offer| offer.command.is_some() && (quick || offer.unit.is_none()));
    // What ends a step is most often what is missing.
    offers.sort_by_key(|offer| offer.unit.is_some());
    offers.truncate(TRIED);
    offers
}

/// The game after a command, or nothing where it is refused.
fn after(game: &dyn AnyGame, command: Value) -> Option<Box<dyn AnyGame>> {
    let seeds = Rehearsal(Seed::new(random()));
    let decided = catch_unwind(AssertUnwindSafe(|| game.decide(command, None, Some(&seeds))));
    Some(decided.ok()?.ok()?.game)
}

/// How many of these commands follow one after the other.
fn following(mut game: Box<dyn AnyGame>, commands: &[Value]) -> usize {
    for (place, command) in commands.iter().enumerate() {
        match after(game.as_ref(), command.clone()) {
            Some(next) => game = next,
            None => return place,
        }
    }
    commands.len()
}
