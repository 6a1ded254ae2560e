//! Games of the bots from their set-up.

use battleground::model::state::State;
use hindsight_kernel::testing::Playout;
use hindsight_kernel::{Bot, bot_rng};
use serde_json::Value;

use crate::Edition;
use crate::citations::Citations;
use crate::wrong_commands::spoilt;

/// Walks games of the bots from their set-up.
pub fn walk_games<R: Edition>(citations: &mut Citations, requests: &[Value]) {
    let packs = R::sample_packs();
    for (number, request) in (0..).zip(requests) {
        let mut rng = bot_rng(number);
        for _ in 0..12 {
            if let Some(request) = spoilt(request, &mut rng)
                && let Err(refusal) = R::setup_from(&request, &packs)
            {
                citations.value("refusal", &refusal);
            }
        }
        let mut playout = Playout::<R>::begin(number, request, &packs);
        citations.events::<R>(&State::default(), &playout.events);
        for command in 0..150 {
            let Some(seat) = playout.asked_first() else {
                break;
            };
            if command % 9 == 0 {
                citations.position::<R>(&playout.state, 2, &mut rng);
            }
            let before = playout.state.clone();
            let bot = if command % 3 == 0 {
                Bot::Random
            } else {
                Bot::Greedy
            };
            let command = playout.choose(bot, seat, &mut rng);
            let first = playout.play(seat, &command);
            citations.events::<R>(&before, &playout.events[first..]);
        }
        citations.coach::<R>(&playout.events);
    }
}
