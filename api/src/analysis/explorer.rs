//! The explorer of situations: what was done in positions like one, and what came of it.
//!
//! Which positions are alike the system says ([`hindsight_kernel::Analysis::likeness`]): in a few words, what matters most
//! first. Where too few positions have all of them, the last words are left out.

use std::collections::BTreeMap;

use hindsight_kernel::Seat;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{ExploredChoice, ExploredMoment, Explorer};
use hindsight_reports::community::{Rate, Verdict};
use hindsight_store::Listed;

use super::situations::{GamesAsked, Situations};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::game_card;

/// So many positions are enough to tell anything.
const ENOUGH: u64 = 20;
/// The moments that are shown of a choice.
const MOMENTS: usize = 3;

/// What was done in positions with the first so many words.
#[derive(Default)]
struct Level {
    positions: u64,
    games: u64,
    choices: BTreeMap<String, Choice>,
}

#[derive(Default)]
struct Choice {
    count: u64,
    won: f64,
    moments: Vec<ExploredMoment>,
}

impl Level {
    fn add(&mut self, listed: &Listed, version: u64, done: &str, verdict: Verdict) {
        self.positions += 1;
        let choice = self.choices.entry(done.to_owned()).or_default();
        choice.count += 1;
        choice.won += match verdict {
            Verdict::Won => 1.0,
            Verdict::Drawn => 0.5,
            Verdict::Lost => 0.0,
        };
        if choice.moments.len() < MOMENTS {
            choice.moments.push(ExploredMoment {
                game: listed.stream.to_string(),
                title: game_card(listed.stream, &listed.card, false).title,
                version,
                page: format!("/g/{}/{version}", listed.stream),
            });
        }
    }

    fn into_explorer(self, words: &[String], used: usize, looked: u64, more: bool) -> Explorer {
        let positions = self.positions;
        let mut choices: Vec<ExploredChoice> = self
            .choices
            .into_iter()
            .map(|(done, choice)| ExploredChoice {
                done,
                count: choice.count,
                share: choice.count as f64 / positions.max(1) as f64,
                won: Rate::of(choice.won, choice.count),
                moments: choice.moments,
            })
            .collect();
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.count));
        Explorer {
            likeness: words.to_vec(),
            used: used as u64,
            looked,
            more,
            positions,
            games: self.games,
            choices,
        }
    }
}

impl Situations {
    /// The actions in positions that have these words, by games of a system, from the latest on.
    ///
    /// # Errors
    /// Nothing makes the position like others: nobody is asked for anything.
    pub async fn explore(&self, words: Vec<String>, games: GamesAsked) -> ApiResult<Explorer> {
        if words.is_empty() {
            return Err(ApiError::new(
                ProblemKind::InvalidParameter,
                text!("position-alone"),
            ));
        }
        self.walk(games, None, move |walk| {
            let mut levels: Vec<Level> = (0..words.len()).map(|_| Level::default()).collect();
            let (looked, next) = walk.each(&mut |listed, told| {
                let mut met = vec![false; levels.len()];
                for made in &told.choices {
                    let same = words
                        .iter()
                        .zip(&made.likeness)
                        .take_while(|(one, other)| one == other)
                        .count();
                    for (level, met) in levels.iter_mut().zip(&mut met).take(same) {
                        level.add(listed, made.version, &made.done, made.verdict);
                        *met = true;
                    }
                }
                for (level, met) in levels.iter_mut().zip(met) {
                    level.games += u64::from(met);
                }
            })?;
            let enough = levels.iter().rposition(|level| level.positions >= ENOUGH);
            let used = enough.unwrap_or_default();
            let level = levels.swap_remove(used);
            Ok(level.into_explorer(&words, used + 1, looked, next.is_some()))
        })
        .await
    }
}

/// The seat whose decision is looked at: the one that is asked for, or else the first that the rules ask.
pub fn seat_asked(asked: Option<Seat>, awaiting: impl IntoIterator<Item = Seat>) -> Option<Seat> {
    asked.or_else(|| awaiting.into_iter().next())
}
