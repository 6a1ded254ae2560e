//! Benchmark of the balance of armies: every pairing of the sample armies on both sides, one bot against
//! itself. Run with `cargo bench -p before-battle --bench balance`; `HINDSIGHT_GAMES` sets the games of each
//! pairing (200 if it is not set).
//!
//! The mirrored pairings tell a side from an army: what stays with South when the armies change places is the side's, what
//! goes with the army is the army's.

use before_battle::BeforeBattle;
use before_battle::model::state::EndReason;
use hindsight_kernel::{Bot, Game, GameOrder, GameStart, Given, Rules, Seat, Seed, Setups, bot_rng, choose};
use serde_json::json;

/// What became of some games.
#[derive(Default)]
struct Tally {
    games: u32,
    /// Won by South, by North, by nobody.
    sides: [u32; 3],
    /// Won by who had the first turn, by the other.
    turns: [u32; 2],
    /// Won by who deployed first, by the other.
    deployments: [u32; 2],
    /// Games that ended before the last round was over.
    early: u32,
}

impl Tally {
    fn add(&mut self, game: &Game<BeforeBattle>) {
        let state = game.state();
        let ending = state.ending.expect("the game is over");
        self.games += 1;
        self.early += u32::from(ending.reason == EndReason::AllUnitsLost);
        let Some(winner) = ending.winner else {
            self.sides[2] += 1;
            return;
        };
        self.sides[winner.index()] += 1;
        self.turns[usize::from(state.start.first_turn != Some(winner))] += 1;
        self.deployments[usize::from(state.start.first_deployer != Some(winner))] += 1;
    }

    fn told(&self, name: &str) -> String {
        let share = |count: u32| 100.0 * f64::from(count) / f64::from(self.games);
        format!(
            "{name}: South {:.1} %, North {:.1} %, draws {:.1} %; first turn {:.1} %, second {:.1} %; deployed first {:.1} \
             %, second {:.1} %; {:.1} % ended early",
            share(self.sides[0]),
            share(self.sides[1]),
            share(self.sides[2]),
            share(self.turns[0]),
            share(self.turns[1]),
            share(self.deployments[0]),
            share(self.deployments[1]),
            share(self.early)
        )
    }
}

fn play(bot: Bot, armies: Option<[&str; 2]>, number: u64) -> Game<BeforeBattle> {
    let mut rng = bot_rng(number);
    let seeds = move |_| Seed::of_game(&[5; 32], &number.to_string());
    let request = match armies {
        Some([south, north]) => json!({ "options": { "ready_armies": { "A": south, "B": north } } }),
        None => json!({}),
    };
    let setup = BeforeBattle::setup_from(&request, &[]).expect("the sample pack has these armies");
    let mut game = Game::<BeforeBattle>::open(GameStart::Setup(setup), true, &[], Some(&seeds))
        .expect("opens")
        .game;
    while game.ending().is_none() {
        // Where both are asked, either may answer first.
        let asked = BeforeBattle::awaiting(game.state());
        let seat: Seat = asked[number as usize % asked.len()].seat;
        let command =
            choose::<BeforeBattle>(bot, game.state(), seat, &mut rng).expect("something is offered");
        let given = Given {
            seat: Some(seat),
            order: GameOrder::Play { command },
            dice: vec![],
        };
        game = game
            .decide(&given, &[], Some(&seeds))
            .expect("an offer is accepted")
            .game;
    }
    game
}

fn main() {
    let games: u64 = std::env::var("HINDSIGHT_GAMES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(200);
    let pairings = [
        ("rivermark : ashfell", Some(["rivermark", "ashfell"])),
        ("ashfell : rivermark", Some(["ashfell", "rivermark"])),
        ("rivermark : rivermark", Some(["rivermark", "rivermark"])),
        ("ashfell : ashfell", Some(["ashfell", "ashfell"])),
        ("armies of their own", None),
    ];
    for (bot, name) in [(Bot::Greedy, "greedy"), (Bot::Random, "random")] {
        for (pairing, armies) in pairings {
            let mut tally = Tally::default();
            for number in 0..games {
                tally.add(&play(bot, armies, number));
            }
            println!("{}", tally.told(&format!("{name}, {pairing}, {games} games")));
        }
    }
}
