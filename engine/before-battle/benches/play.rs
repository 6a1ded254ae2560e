//! Benchmark of playing games and folding streams. Run with `cargo bench -p before-battle`.

use std::time::Instant;

use before_battle::BeforeBattle;
use before_battle::model::state::State;
use hindsight_kernel::{
    Bot, EventOf, Game, GameEvent, GameOrder, GameStart, Given, Rules, Seed, Setups, bot_rng, choose, codec,
};

/// A whole game of one bot against itself: its events.
fn play(bot: Bot, number: u64) -> Vec<EventOf<BeforeBattle>> {
    let mut rng = bot_rng(number);
    let seeds = move |_| Seed::of_game(&[3; 32], &number.to_string());
    let setup = BeforeBattle::setup_from(&serde_json::Value::Null, &[]).expect("the sample setup");
    let opened = Game::<BeforeBattle>::open(GameStart::Setup(setup), true, &[], Some(&seeds)).expect("opens");
    let (mut game, mut events) = (opened.game, opened.events);
    while game.ending().is_none() {
        let seat = BeforeBattle::awaiting(game.state())[0].seat;
        let command =
            choose::<BeforeBattle>(bot, game.state(), seat, &mut rng).expect("something is offered");
        let given = Given {
            seat: Some(seat),
            order: GameOrder::Play { command },
            dice: vec![],
        };
        let decided = game
            .decide(&given, &[], Some(&seeds))
            .expect("an offer is accepted");
        game = decided.game;
        events.extend(decided.events);
    }
    events
}

fn main() {
    for (bot, name, games) in [(Bot::Random, "random", 400), (Bot::Greedy, "greedy", 60)] {
        let start = Instant::now();
        let events: usize = (0..games).map(|number| play(bot, number).len()).sum();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name} against {name}: {:.0} games/s, {:.0} events a game",
            games as f64 / seconds,
            events as f64 / games as f64
        );
    }
    let stored: Vec<Vec<codec::StoredEvent>> = (0..100)
        .map(|number| {
            play(Bot::Greedy, number)
                .iter()
                .map(codec::store_event::<BeforeBattle>)
                .collect()
        })
        .collect();
    let count: usize = stored.iter().map(Vec::len).sum();
    let bytes: usize = stored.iter().flatten().map(|event| event.body.len()).sum();
    let start = Instant::now();
    let mut checks = 0_usize;
    for _ in 0..5 {
        for stream in &stored {
            let events = stream.iter().map(|event| {
                codec::load_event::<BeforeBattle>(&event.kind, event.schema, &event.body).expect("decodes")
            });
            checks += fold(events).round as usize;
        }
    }
    let rate = |seconds: f64| 5.0 * count as f64 / seconds / 1e6;
    println!(
        "decode and fold: {:.2} M events/s, {} bytes an event ({checks})",
        rate(start.elapsed().as_secs_f64()),
        bytes / count
    );
    let decoded: Vec<Vec<EventOf<BeforeBattle>>> = stored
        .iter()
        .map(|stream| {
            stream
                .iter()
                .map(|event| {
                    codec::load_event::<BeforeBattle>(&event.kind, event.schema, &event.body)
                        .expect("decodes")
                })
                .collect()
        })
        .collect();
    let start = Instant::now();
    for _ in 0..5 {
        for stream in &decoded {
            let state = Game::<BeforeBattle>::fold(stream).expect("folds");
            checks += state.state().round as usize;
        }
    }
    println!(
        "fold alone: {:.2} M events/s ({checks})",
        rate(start.elapsed().as_secs_f64())
    );
}

fn fold(events: impl Iterator<Item = EventOf<BeforeBattle>>) -> State {
    let mut state = State::default();
    for event in events {
        if let GameEvent::Played(played) = event {
            BeforeBattle::evolve(&mut state, &played).expect("follows");
        }
    }
    state
}
