//! Whole battles of the greedy player.

use battleground::Battleground;
use hindsight_kernel::{Bot, RuleSet, Side, bot_rng};
use serde_json::json;

use crate::playout::{MOST_TURNS, Playout, each_of, games};
use crate::random_battles::watched;

#[test]
fn greedy_battles_of_2000_points_end_and_every_law_holds() {
    each_of(games(1, 4), |number| {
        let playout = watched(number, [Bot::Greedy; 2], Playout::begin(number, &json!({})));
        assert!(
            Battleground::outcome(&playout.state).is_some(),
            "greedy game {number} is not over in {MOST_TURNS} turns"
        );
    });
}

/// Plays two bots to the end, and only that.
fn battle(number: u64, bots: [Bot; 2]) -> Playout {
    let mut rng = bot_rng(number);
    let mut playout = Playout::begin(number, &json!({}));
    while !playout.is_over() {
        let seat = playout.asked().unwrap();
        let command = playout.choose(bots[seat.index()], seat, &mut rng);
        playout.play(seat, &command);
    }
    playout
}

#[test]
fn greedy_beats_random() {
    let numbers = games(3, 20);
    let all = numbers.end - numbers.start;
    let mut wins = 0;
    for number in numbers {
        let (bots, own) = if number % 2 == 0 {
            ([Bot::Greedy, Bot::Random], 1)
        } else {
            ([Bot::Random, Bot::Greedy], 2)
        };
        let playout = battle(number + 10_000, bots);
        let outcome = Battleground::outcome(&playout.state);
        let won = outcome.as_ref().and_then(|outcome| outcome.winner) == Some(Side(own));
        wins += u64::from(won);
        println!(
            "greedy as side {own} in game {number}: {won}, turn {}, {outcome:?}",
            playout.state.turn
        );
    }
    println!("greedy won {wins} of {all}");
    assert!(wins * 10 >= all * 9 - 9, "greedy won only {wins} of {all}");
}
