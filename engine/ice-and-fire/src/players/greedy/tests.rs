//! The greedy player against the random one.

use hindsight_kernel::testing::Playout;
use hindsight_kernel::{Bot, Rules, Seat, SideId, bot_rng};
use serde_json::json;

use crate::IceAndFire;

/// Games that the greedy player wins of so many against the random one, seats taken in turn; and the longest game.
fn wins(games: std::ops::Range<u64>) -> (u64, usize) {
    let (mut won, mut longest) = (0, 0);
    for number in games {
        let greedy = if number % 2 == 0 { Seat::A } else { Seat::B };
        let mut rng = bot_rng(number);
        let mut game = Playout::<IceAndFire>::begin(number, &json!({ "armies": "sample" }), &[]);
        while let Some(seat) = game.asked_first() {
            let bot = if seat == greedy { Bot::Greedy } else { Bot::Random };
            let command = game.choose(bot, seat, &mut rng);
            game.play(seat, &command);
        }
        let winner = IceAndFire::outcome(&game.state).and_then(|outcome| outcome.winner);
        won += u64::from(winner == Some(SideId::of_seat(greedy)));
        longest = longest.max(game.commands.len());
    }
    (won, longest)
}

#[test]
fn the_greedy_player_beats_the_random_one() {
    let (won, longest) = wins(0..10);
    assert!(won >= 9, "{won} of 10 games, the longest {longest} commands");
}

#[test]
#[ignore = "a hundred whole games"]
fn the_greedy_player_wins_90_of_100_games() {
    let (won, longest) = wins(100..200);
    assert!(won >= 90, "{won} of 100 games, the longest {longest} commands");
}
