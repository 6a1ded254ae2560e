//! Players without a person: uniformly random over the offers, or the system's own heuristic.

use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Argument, MESSAGES, Message, RuleSet, Seat, message};

/// Which bot plays a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bot {
    /// Uniform over the offers.
    Random,
    /// The system's heuristic.
    Greedy,
}

impl FromStr for Bot {
    type Err = Message;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            other => Err(message!(MESSAGES, "no-such-bot", other = Argument::quoted(other))),
        }
    }
}

/// A repeatable source of bot choices.
pub fn bot_rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A number below `limit`, or nothing when there is none.
pub fn below(rng: &mut dyn Rng, limit: usize) -> Option<usize> {
    (limit > 0).then(|| ((u128::from(rng.next_u64()) * limit as u128) >> 64) as usize)
}

/// The bot's command for a seat that is asked, or nothing if nothing is offered.
pub fn choose<R: RuleSet>(bot: Bot, state: &R::State, seat: Seat, rng: &mut dyn Rng) -> Option<R::Command> {
    match bot {
        Bot::Greedy => R::greedy(state, seat, rng),
        Bot::Random => {
            let offers = R::offers(state, seat);
            let pick = below(rng, offers.len())?;
            R::complete(state, offers.get(pick)?, rng)
        }
    }
}
