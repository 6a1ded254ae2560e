//! Campaign of the coaches: bots play games, and each better choice that a coach names is played on beside what was done, with
//! the same dice and the same players, many times. What is compared is the strength that both sides have a few turns later.
//!
//! `HINDSIGHT_COACH_GAMES=40 cargo test -p hindsight-tests --test recorded_games coach_campaign -- --ignored --nocapture`
//! plays so many games of each system and prints a line a detector. `HINDSIGHT_COACH_SYSTEMS` names systems,
//! `HINDSIGHT_COACH_DETECTORS` detectors (both separated by commas), `HINDSIGHT_COACH_EACH` bounds the suggestions of a detector,
//! `HINDSIGHT_COACH_PLAYOUTS` the playouts of each, and `HINDSIGHT_COACH_SECONDS` the time that a system takes.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use hindsight_engine::kernel::{Bot, Moment, Seat, Seed, Suggestion, Viewer, bot_rng};
use hindsight_engine::{AnyDecided, AnyGame, Chronicle, OpenRequest, PastRecord, System, systems};
use serde_json::{Value, json};

/// Commands after which a playout stops in any case.
const MOST_COMMANDS: usize = 400;
/// Events after which a recorded game is left undecided.
const MOST_EVENTS: u64 = 6_000;
/// Share of an army that a victory point is worth, in systems whose players score for more than enemies lost.
const POINT: f64 = 0.04;

fn number(variable: &str, usual: u64) -> u64 {
    let set = std::env::var(variable).ok().and_then(|text| text.parse().ok());
    set.unwrap_or(usual)
}

/// Whether a variable that lists names leaves this one.
fn is_asked_for(variable: &str, name: &str) -> bool {
    std::env::var(variable).map_or(true, |text| text.split(',').any(|asked| asked == name))
}

/// A command of a recorded game: the version after which it was given.
struct Line {
    at: u64,
    seat: Seat,
    command: Value,
}

/// A game that bots played.
struct Played {
    records: Vec<PastRecord>,
    lines: Vec<Line>,
}

impl Played {
    fn keep(&mut self, decided: AnyDecided) -> Box<dyn AnyGame> {
        let mut command = Some(decided.command);
        for event in decided.events {
            let command = command.take();
            self.records.push(PastRecord { event, command });
        }
        decided.game
    }
}

fn seed(number: u64, of: u8) -> Seed {
    let mut bytes = [of; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::new(bytes)
}

fn order(seat: Seat, command: &Value) -> Value {
    json!({ "type": "play", "seat": seat, "command": command })
}

/// The next command of a bot, by the first seat that is asked.
fn chosen(
    game: &dyn AnyGame,
    bot: Bot,
    rng: &mut dyn hindsight_engine::kernel::rand_core::Rng,
) -> Option<(Seat, Value)> {
    let info = game.info(Viewer::Everything);
    let seat = info.awaiting.first()?.seat;
    Some((seat, game.choose(bot, seat, rng)?))
}

fn recorded(system: &dyn System, game_number: u64) -> Played {
    let bot = if game_number.is_multiple_of(2) {
        Bot::Greedy
    } else {
        Bot::Random
    };
    let seeds = move |_| seed(game_number, 21);
    let request = OpenRequest {
        setup: None,
        position: None,
        server_dice: true,
    };
    let mut played = Played {
        records: Vec::new(),
        lines: Vec::new(),
    };
    let opened = system
        .open(&request, &system.sample_packs(), Some(&seeds))
        .unwrap();
    let (mut game, mut rng) = (played.keep(opened), bot_rng(game_number));
    while game.version() < MOST_EVENTS {
        let Some((seat, command)) = chosen(game.as_ref(), bot, &mut rng) else {
            break;
        };
        played.lines.push(Line {
            at: game.version(),
            seat,
            command: command.clone(),
        });
        let decided = game.decide(order(seat, &command), None, Some(&seeds)).unwrap();
        game = played.keep(decided);
    }
    played
}

/// Whether a playout that began at one moment has gone on long enough: own turn, the enemy's, and the own one after it; where a
/// turn is one activation, to the end of the next round, or six of them.
fn is_enough(system: &str, begun: &Moment, now: &Moment) -> bool {
    match system {
        "ice-and-fire" => now.round >= begun.round + 2,
        "men-of-iron" => now.turn >= begun.turn + 6,
        _ => now.turn >= begun.turn + 3,
    }
}

/// The strength of a side less that of the others, as a share of all points, with what was scored besides.
fn standing(game: &dyn AnyGame, seat: Seat) -> f64 {
    let seats = game.info(Viewer::Everything).seats;
    let side = |seat: Seat| seats.iter().find(|info| info.seat == seat).map(|info| info.side);
    let (mut balance, mut whole) = (0.0, 0.0);
    for unit in game.units(Viewer::Everything) {
        let sign = if side(unit.seat) == side(seat) { 1.0 } else { -1.0 };
        balance += sign * unit.points * unit.share();
        whole += unit.points / 2.0;
    }
    let state = game.state(Viewer::Everything);
    let scored = |place: usize| state["players"][place]["points"].as_f64().unwrap_or(0.0);
    let own = seat.index().min(1);
    balance / f64::max(whole, 1.0) + POINT * (scored(own) - scored(1 - own))
}

/// Plays on from a moment of a game: these commands first, all of which must be accepted, then those as far as they are, then
/// whatever the heuristic players choose.
fn played_on(
    chronicle: &dyn Chronicle,
    records: &[PastRecord],
    (at, playout): (u64, u64),
    (first, then): (&[(Seat, &Value)], &[&Line]),
    seat: Seat,
) -> Option<f64> {
    let seeds = |generation: u64| seed(playout * 1_000 + generation, 37);
    let mut game = chronicle.fork(records, at, true, &seeds).ok()?.game;
    let begun = game.info(Viewer::Everything).moment;
    for (seat, command) in first {
        game = game.decide(order(*seat, command), None, Some(&seeds)).ok()?.game;
    }
    for line in then {
        if let Ok(decided) = game.decide(order(line.seat, &line.command), None, Some(&seeds)) {
            game = decided.game;
        }
    }
    let mut rng = bot_rng(playout);
    for _ in 0..MOST_COMMANDS {
        let info = game.info(Viewer::Everything);
        if info.outcome.is_some() || is_enough(&info.system, &begun, &info.moment) {
            break;
        }
        let Some((seat, command)) = chosen(game.as_ref(), Bot::Greedy, &mut rng) else {
            break;
        };
        game = game.decide(order(seat, &command), None, Some(&seeds)).ok()?.game;
    }
    Some(standing(game.as_ref(), seat))
}

/// How much better a choice is than what was done: the mean over playouts and its standard error.
fn judged(played: &Played, chronicle: &dyn Chronicle, one: &Suggestion, playouts: u64) -> Option<(f64, f64)> {
    let better = one.better.as_ref()?;
    let lines = || {
        played
            .lines
            .iter()
            .filter(|line| (better.at..one.version).contains(&line.at))
    };
    let done: Vec<&Line> = lines().collect();
    let first = *done.first()?;
    if first.at != better.at {
        return None;
    }
    let proposed: Vec<(Seat, &Value)> = better
        .commands
        .iter()
        .map(|command| (one.seat, command))
        .collect();
    let given = [(first.seat, &first.command)];
    let mut differences = Vec::new();
    for playout in 0..playouts {
        let on = |first: &[(Seat, &Value)]| {
            let moment = (better.at, playout);
            played_on(chronicle, &played.records, moment, (first, &done[1..]), one.seat)
        };
        differences.push(on(&proposed)? - on(&given)?);
    }
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let variance = differences
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / (count - 1.0).max(1.0);
    Some((mean, (variance / count).sqrt()))
}

/// The judgements of one detector.
#[derive(Default)]
struct Verdicts {
    named: u64,
    better: u64,
    same: u64,
    worse: u64,
    above: u64,
    sum: f64,
}

impl Verdicts {
    fn add(&mut self, mean: f64, error: f64) {
        self.sum += mean;
        self.above += u64::from(mean > 1e-9);
        match mean {
            mean if mean > 2.0 * error + 1e-9 => self.better += 1,
            mean if mean < -2.0 * error - 1e-9 => self.worse += 1,
            _ => self.same += 1,
        }
    }

    fn judged(&self) -> u64 {
        self.better + self.same + self.worse
    }
}

fn campaign(system: &dyn System) -> BTreeMap<String, Verdicts> {
    let (games, each) = (
        number("HINDSIGHT_COACH_GAMES", 4),
        number("HINDSIGHT_COACH_EACH", 20),
    );
    let playouts = number("HINDSIGHT_COACH_PLAYOUTS", 12);
    let time = Duration::from_secs(number("HINDSIGHT_COACH_SECONDS", 300));
    let (begun, mut verdicts) = (Instant::now(), BTreeMap::<String, Verdicts>::new());
    for game_number in 0..games {
        if begun.elapsed() > time {
            println!("{}: out of time after {game_number} games", system.id());
            break;
        }
        let played = recorded(system, game_number);
        let chronicle = system.chronicle(&played.records).unwrap();
        let found = chronicle.suggestions(Viewer::Everything, &|| true).unwrap();
        for one in &found {
            if !is_asked_for("HINDSIGHT_COACH_DETECTORS", &one.detector) {
                continue;
            }
            let of = verdicts.entry(one.detector.clone()).or_default();
            of.named += 1;
            if of.judged() >= each || one.better.is_none() || begun.elapsed() > time {
                continue;
            }
            if let Some((mean, error)) = judged(&played, chronicle.as_ref(), one, playouts) {
                of.add(mean, error);
            }
        }
    }
    verdicts
}

#[test]
#[ignore = "a campaign: minutes a system"]
fn coach_campaign_proposals_are_better_in_nine_of_ten() {
    let mut worse = Vec::new();
    for system in systems() {
        if !is_asked_for("HINDSIGHT_COACH_SYSTEMS", system.id()) {
            continue;
        }
        for (detector, of) in campaign(*system) {
            let decided = of.better + of.worse;
            println!(
                "{:<16} {detector:<30} fired {:>4} judged {:>3}: better {:>3} same {:>3} worse {:>3}; above {:>3}; mean {:+.4}",
                system.id(),
                of.named,
                of.judged(),
                of.better,
                of.same,
                of.worse,
                of.above,
                of.sum / of.judged().max(1) as f64,
            );
            if decided >= 10 && of.better * 10 < decided * 9 {
                worse.push(format!("{} {detector}: {} of {decided}", system.id(), of.better));
            }
        }
    }
    assert!(worse.is_empty(), "proposals that are not better: {worse:#?}");
}
