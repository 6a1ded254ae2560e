//! The greedy bot against the random one, and how long its games take.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::time::Instant;

use hindsight_kernel::testing::games;
use hindsight_kernel::{
    Bot, Game, GameOrder, GameStart, Given, Rules, Seat, Seed, Setups, SideId, bot_rng, choose,
};
use men_of_iron::MenOfIron;
use serde_json::json;

/// The battles of the sample pack.
const BATTLES: [&str; 4] = ["harrow-ford", "late-marshal", "brackwater", "osier-bank"];

/// Plays a whole game of two bots; gives the winner, and how many decisions it took.
fn play(first: Bot, second: Bot, number: u64) -> (Option<SideId>, u32) {
    let mut rng = bot_rng(number);
    let seeds = move |_| Seed::of_game(&[9; 32], &number.to_string());
    let battle = BATTLES[(number / 2) as usize % BATTLES.len()];
    let setup = MenOfIron::setup_from(&json!({ "battle": battle }), &[]).unwrap();
    let mut game = Game::<MenOfIron>::open(GameStart::Setup(setup), true, &[], Some(&seeds))
        .unwrap()
        .game;
    for decisions in 0..20_000 {
        if let Some(outcome) = game.ending() {
            return (outcome.winner, decisions);
        }
        let asked = MenOfIron::awaiting(game.state());
        let seat = asked.first().unwrap().seat;
        let bot = if seat == Seat::A { first } else { second };
        let command = choose::<MenOfIron>(bot, game.state(), seat, &mut rng)
            .unwrap_or_else(|| panic!("game {number}: {bot:?} finds nothing"));
        let given = Given {
            seat: Some(seat),
            order: GameOrder::Play {
                command: command.clone(),
            },
            dice: vec![],
        };
        game = match game.decide(&given, &[], Some(&seeds)) {
            Ok(decided) => decided.game,
            Err(refusal) => {
                panic!("game {number}, decision {decisions}: {command:?} is refused: {refusal:?}")
            }
        };
    }
    panic!("game {number} does not end");
}

#[test]
fn greedy_beats_random_in_at_least_90_of_100_games() {
    let all = games(100, 1);
    let count = all.end - all.start;
    let mut wins = 0;
    let mut lost = Vec::new();
    for number in all {
        let own = if number % 2 == 0 { SideId(1) } else { SideId(2) };
        let (winner, _) = if number % 2 == 0 {
            play(Bot::Greedy, Bot::Random, number)
        } else {
            play(Bot::Random, Bot::Greedy, number)
        };
        wins += u64::from(winner == Some(own));
        if winner != Some(own) {
            lost.push((number, BATTLES[(number / 2) as usize % BATTLES.len()], winner));
        }
    }
    println!("greedy won {wins} of {count}; not: {lost:?}");
    assert!(
        wins * 100 >= count * 90,
        "greedy won only {wins} of {count} games: {lost:?}"
    );
}

/// A genitor rode over a Standard towards a unit that was Retired to it, and was to shoot at it there.
#[test]
fn a_way_over_a_standard_ends_before_the_shot_is_thought_of() {
    let (winner, decisions) = play(Bot::Random, Bot::Greedy, 71);
    assert!(decisions > 33, "{winner:?}");
}

#[test]
fn greedy_games_end() {
    let begun = Instant::now();
    for number in 0..8 {
        let (winner, decisions) = play(Bot::Greedy, Bot::Greedy, number);
        println!(
            "game {number}: {winner:?} after {decisions} decisions, {:?} so far",
            begun.elapsed()
        );
    }
}
