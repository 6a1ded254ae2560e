//! `hindsight simulate`: games that bots play, the same ones for the same seed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Args;
use hindsight_api::games::bots::{BotPlayers, NoPlay, Stopped, name, play_on};
use hindsight_api::games::import::{Arrival, Rest, arrive};
use hindsight_api::games::notation::BOT;
use hindsight_engine::kernel::{Bot, Seed, bot_rng};
use hindsight_engine::{Batch, OpenRequest, System};
use hindsight_store::{StreamCard, StreamId, Upkeep};
use serde_json::{Value, json};

use super::data::Opened;
use super::filing::{self, Clock, Shown};
use super::outcome::{Code, CommandOutput, Failure};
use super::progress::Progress;
use super::{Done, Shared};

/// A game that goes on for longer than this is a defect of a bot or of the rules.
const MOST_COMMANDS: usize = 20_000;
const DAY_MS: u64 = 86_400_000;

/// Arguments of `simulate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight simulate --games 100
  hindsight simulate --system before-battle --games 10000 --seed 7
  hindsight simulate --games 500 --bots greedy,random --threads 1 --data-dir trial

Every game follows from the seed and its number: dice, choices, id and dates.
Run again, games that are here already are left alone. All carry the mark `bot`.
Where a server runs on the directory, the games are sent to it.")]
pub(crate) struct SimulateArgs {
    /// The system to play
    #[arg(long, default_value = "before-battle")]
    system: String,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// What all of them follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The bot of each seat, in order: `greedy` or `random`
    #[arg(long, value_delimiter = ',', default_value = "greedy,greedy")]
    bots: Vec<Bot>,
    /// The setup of each game, as JSON; the system's usual one without it
    #[arg(long, value_name = "JSON", value_parser = json_object)]
    setup: Option<Value>,
    /// The day of the first game
    #[arg(long, default_value = "2025-01-01", value_parser = filing::date)]
    from: u64,
    /// Over how many days the games are spread
    #[arg(long, default_value_t = 365, value_parser = clap::value_parser!(u64).range(1..=36_500))]
    days: u64,
    /// Threads that play; one per core without it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Who may see the games
    #[arg(long, value_enum, default_value = "public")]
    visibility: Shown,
}

fn json_object(text: &str) -> Result<Value, String> {
    match serde_json::from_str(text) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err("a JSON object is expected".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// What all threads count.
#[derive(Default)]
struct Count {
    next: AtomicU64,
    played: AtomicU64,
    there: AtomicU64,
    events: AtomicU64,
    stop: AtomicBool,
    failure: Mutex<Option<Failure>>,
}

pub(crate) fn run(shared: &Shared, args: &SimulateArgs) -> Done {
    let system = filing::system(&args.system)?;
    let store = shared.data.open_new_or_running()?;
    let started = Instant::now();
    let threads = args.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    let bar = Progress::new(shared, "Playing", args.games);
    let count = Count::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(usize::try_from(args.games).unwrap_or(usize::MAX)) {
            scope.spawn(|| {
                while !count.stop.load(Ordering::Relaxed) {
                    let number = count.next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.games {
                        break;
                    }
                    match play(&store, system, args, number) {
                        Ok(Some(events)) => {
                            count.played.fetch_add(1, Ordering::Relaxed);
                            count.events.fetch_add(events, Ordering::Relaxed);
                        }
                        Ok(None) => {
                            count.there.fetch_add(1, Ordering::Relaxed);
                        }
                        Err(failure) => {
                            count.stop.store(true, Ordering::Relaxed);
                            let about = failure.about(format!("game {number} of seed {}", args.seed));
                            count
                                .failure
                                .lock()
                                .unwrap_or_else(PoisonError::into_inner)
                                .get_or_insert(about);
                        }
                    }
                    bar.step();
                }
            });
        }
    });
    drop(bar);
    if let Opened::Store(store) = &store {
        store.close()?;
    }
    if let Some(failure) = count.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    let (played, there, events) = (
        count.played.into_inner(),
        count.there.into_inner(),
        count.events.into_inner(),
    );
    let seconds = started.elapsed().as_secs_f64();
    let text = format!(
        "{played} games with {events} events in {seconds:.1} s ({:.0} games/s); {there} were here already.",
        played as f64 / seconds.max(1e-9)
    );
    let json = json!({
        "system": system.id(), "seed": args.seed, "games": played, "already_there": there, "events": events,
        "seconds": seconds,
    });
    Ok(CommandOutput::new(text, json))
}

/// 32 bytes that follow from the seed, the game's number and a purpose.
fn derived(args: &SimulateArgs, number: u64, purpose: &str) -> [u8; 32] {
    let bots: Vec<&str> = args.bots.iter().map(|bot| name(*bot)).collect();
    let setup = args.setup.as_ref().map(Value::to_string).unwrap_or_default();
    let from = format!(
        "{}\n{}\n{}\n{setup}\n{number}\n{purpose}",
        args.system,
        args.seed,
        bots.join(",")
    );
    blake3::derive_key("hindsight simulate 1", from.as_bytes())
}

impl From<NoPlay> for Failure {
    fn from(why: NoPlay) -> Self {
        let code = match &why {
            NoPlay::NoChoice { .. } => Code::Defect,
            NoPlay::Refused(_) => Code::Refused,
        };
        Self::new(code, why.to_string())
    }
}

/// Plays one game and files it, whole or not at all; nothing if it is here already.
fn play(
    store: &Opened,
    system: &'static dyn System,
    args: &SimulateArgs,
    number: u64,
) -> Result<Option<u64>, Failure> {
    let start =
        args.from + (u128::from(number) * u128::from(args.days * DAY_MS) / u128::from(args.games)) as u64;
    let id_bytes = derived(args, number, "id");
    let id = StreamId::new(
        start,
        u128::from_le_bytes(std::array::from_fn(|place| id_bytes[place])),
    );
    // One that a stopped run left half is gone on with: its id says that it is the same.
    if store.has(id)? {
        return Ok(None);
    }
    let seeds = |generation: u64| Seed::new(derived(args, number, &format!("dice {generation}")));
    let mut rng = bot_rng(u64::from_le_bytes(std::array::from_fn(|place| {
        derived(args, number, "bots")[place]
    })));
    let request = OpenRequest {
        setup: args.setup.clone(),
        position: None,
        server_dice: true,
    };
    let error = |error: hindsight_engine::CommandError| Failure::new(Code::Refused, error.to_string());
    let opened = system
        .open(&request, &system.sample_packs(), Some(&seeds))
        .map_err(error)?;
    let card = StreamCard {
        title: format!("Bot game {number} of seed {}", args.seed),
        players: args
            .bots
            .iter()
            .map(|bot| format!("{} bot", name(*bot)))
            .collect(),
        tags: vec![format!("seed-{}", args.seed)],
        visibility: args.visibility.name().to_owned(),
        owner: "simulate".to_owned(),
        marks: vec![BOT.to_owned()],
        created_ms: start,
        ..StreamCard::default()
    };
    let mut batches = vec![Batch {
        command: opened.command,
        events: opened.events,
    }];
    let players = BotPlayers {
        bots: &|seat| {
            let place = seat.index() % args.bots.len().max(1);
            Some(args.bots.get(place).copied().unwrap_or(Bot::Greedy))
        },
        seeds: &seeds,
        rng: &mut rng,
    };
    let mut left = MOST_COMMANDS;
    let mut go_on = || {
        let go_on = left > 0;
        left = left.saturating_sub(1);
        go_on
    };
    let (game, stopped) = play_on::<Failure>(opened.game, players, &mut go_on, &mut |batch, _| {
        batches.push(batch);
        Ok(())
    })?;
    if stopped != Stopped::Over {
        return Err(Failure::new(
            Code::Defect,
            format!("not over after {MOST_COMMANDS} commands"),
        ));
    }
    let clock = Clock::From(start);
    store.put(id, |store| {
        let arrival = Arrival {
            id,
            system,
            batches: batches.iter().collect(),
            game: game.as_ref(),
            card,
            notes: None,
            actor: "simulate",
            clock: &|command| clock.at(command),
            rest: Rest::GoneOnWith,
        };
        Ok(arrive(store, arrival).map(drop)?)
    })?;
    Ok(Some(game.version()))
}
