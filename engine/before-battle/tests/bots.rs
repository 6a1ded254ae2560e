//! The greedy bot against the random one.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use before_battle::BeforeBattle;
use hindsight_kernel::{
    Bot, Game, GameOrder, GameStart, Given, Rules, Seat, Seed, Setups, SideId, bot_rng, choose,
};
use serde_json::json;

/// Plays a game of two bots; gives the winner.
fn play(south: Bot, north: Bot, number: u64) -> Option<SideId> {
    let mut rng = bot_rng(number);
    let seeds = move |_| Seed::of_game(&[9; 32], &number.to_string());
    let setup = BeforeBattle::setup_from(&json!({}), &[]).unwrap();
    let mut game = Game::<BeforeBattle>::open(GameStart::Setup(setup), true, &[], Some(&seeds))
        .unwrap()
        .game;
    loop {
        if let Some(outcome) = game.ending() {
            return outcome.winner;
        }
        let asked = BeforeBattle::awaiting(game.state());
        let seat = asked.first().unwrap().seat;
        let bot = if seat == Seat::A { south } else { north };
        let command = choose::<BeforeBattle>(bot, game.state(), seat, &mut rng).unwrap();
        let given = Given {
            seat: Some(seat),
            order: GameOrder::Play { command },
            dice: vec![],
        };
        game = game.decide(&given, &[], Some(&seeds)).unwrap().game;
    }
}

#[test]
fn greedy_beats_random_in_at_least_90_of_100_games() {
    let mut wins = 0;
    for number in 0..100 {
        let greedy_south = number % 2 == 0;
        let winner = if greedy_south {
            play(Bot::Greedy, Bot::Random, number)
        } else {
            play(Bot::Random, Bot::Greedy, number)
        };
        let own = if greedy_south { SideId(1) } else { SideId(2) };
        wins += u32::from(winner == Some(own));
    }
    println!("greedy won {wins} of 100");
    assert!(wins >= 90, "greedy won only {wins} of 100 games");
}
