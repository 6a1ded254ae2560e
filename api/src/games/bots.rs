//! Bots that play on: command by command, by the rules, until somebody else is asked or enough is played.

use hindsight_engine::{AnyGame, Batch, CommandError};
use hindsight_kernel::{Bot, Seat, Seeds, Viewer, rand_core};
use serde_json::json;

/// The bots that play, with what they play from.
#[allow(missing_debug_implementations, reason = "it holds functions")]
pub struct BotPlayers<'p> {
    /// The bot of a seat, if one sits there.
    pub bots: &'p dyn Fn(Seat) -> Option<Bot>,
    /// Where the dice come from.
    pub seeds: Seeds<'p>,
    /// What the bots choose by.
    pub rng: &'p mut dyn rand_core::Rng,
}

/// Why bots stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// The game is over.
    Over,
    /// Only seats without a bot are asked.
    Asked,
    /// As many commands were played as there were to be.
    Enough,
}

/// Why bots cannot go on: a fault of theirs or of the rules.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NoPlay {
    /// It is asked and finds nothing to do.
    #[error("the {} bot of seat {seat} has no choice", name(*.bot))]
    NoChoice {
        /// The bot.
        bot: Bot,
        /// Where it sits.
        seat: Seat,
    },
    /// What it chose was refused.
    #[error(transparent)]
    Refused(#[from] CommandError),
}

/// A bot's name.
pub const fn name(bot: Bot) -> &'static str {
    match bot {
        Bot::Random => "random",
        Bot::Greedy => "greedy",
    }
}

/// Plays on for as long as `go_on` says so, which is asked before each command, and hands every command to `lay`.
///
/// # Errors
/// Those of the bots, and of `lay`.
pub fn play_on<E: From<NoPlay>>(
    mut game: Box<dyn AnyGame>,
    players: BotPlayers<'_>,
    go_on: &mut dyn FnMut() -> bool,
    lay: &mut dyn FnMut(Batch, &dyn AnyGame) -> Result<(), E>,
) -> Result<(Box<dyn AnyGame>, Stopped), E> {
    let BotPlayers { bots, seeds, rng } = players;
    loop {
        let awaiting = game.info(Viewer::Everything).awaiting;
        if awaiting.is_empty() {
            return Ok((game, Stopped::Over));
        }
        let next = awaiting
            .iter()
            .find_map(|asked| Some((asked.seat, bots(asked.seat)?)));
        let Some((seat, bot)) = next else {
            return Ok((game, Stopped::Asked));
        };
        if !go_on() {
            return Ok((game, Stopped::Enough));
        }
        let command = game
            .choose(bot, seat, rng)
            .ok_or(NoPlay::NoChoice { bot, seat })?;
        let command = json!({ "type": "play", "seat": seat, "command": command });
        let decided = game.decide(command, None, Some(seeds)).map_err(NoPlay::Refused)?;
        game = decided.game;
        let batch = Batch {
            command: decided.command,
            events: decided.events,
        };
        lay(batch, game.as_ref())?;
    }
}
