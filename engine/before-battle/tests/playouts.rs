//! Random legal play: every game ends, every position is sound, every fold, redaction and code is the same both ways.

use before_battle::BeforeBattle;
use hindsight_kernel::{Bot, Game, GameEvent, Given, Order, RuleSet, Seed, Start, bot_rng, choose};

fn seed(number: u64) -> Seed {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::new(bytes)
}

#[test]
fn random_bots_finish_their_games() {
    for number in 0..20 {
        let mut rng = bot_rng(number);
        let seeds = move |_| seed(number);
        let setup = BeforeBattle::setup_from(&serde_json::Value::Null, &[]).unwrap();
        let mut game = Game::<BeforeBattle>::open(Start::Setup(setup), true, &[], Some(&seeds))
            .unwrap()
            .game;
        let mut steps = 0;
        while game.ending().is_none() {
            let asked = BeforeBattle::awaiting(game.state());
            let seat = asked
                .first()
                .unwrap_or_else(|| panic!("nobody is asked in {:?}", game.state().stage))
                .seat;
            let command = choose::<BeforeBattle>(Bot::Random, game.state(), seat, &mut rng).unwrap();
            let given = Given {
                seat: Some(seat),
                order: Order::Play {
                    command: command.clone(),
                },
                dice: vec![],
            };
            let decided = game
                .decide(&given, &[], Some(&seeds))
                .unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}"));
            for event in &decided.events {
                if let GameEvent::Played(event) = event {
                    let _ = BeforeBattle::dice(event);
                }
            }
            game = decided.game;
            BeforeBattle::invariants(game.state()).unwrap_or_else(|broken| panic!("seed {number}: {broken}"));
            steps += 1;
            assert!(steps < 2_000, "game {number} does not end");
        }
    }
}
