//! Games from which passes are left out: run on from one input to the next they come to the same end.

use hindsight_engine::kernel::rand_core::Rng;
use hindsight_engine::kernel::{Bot, RunEnd, Seed, Viewer, below, bot_rng};
use hindsight_engine::{
    AnyDecided, AnyGame, AnyGoal, Batch, Chronicle, CommandError, CommandRequest, OpenRequest, PastRecord,
    RunCaller, System, TableCommand,
};
use serde_json::{Value, json};

use crate::recorded::{GAMES, Recorded, replayed};

/// The most commands of a simulated game; one that goes on so long is held as far as this.
const MOST_COMMANDS: usize = 4_000;

/// A game as somebody recorded it: where it began, each command with whether its seat declined by it, where it ended.
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) begun: Box<dyn AnyGame>,
    pub(crate) commands: Vec<(CommandRequest, bool)>,
    ended: Box<dyn AnyGame>,
}

/// The keeper of a record.
const KEEPER: RunCaller = RunCaller {
    standing: Vec::new(),
    seats: None,
    viewer: Viewer::Everything,
};

/// What a record needs to say.
#[derive(Debug, PartialEq)]
enum Input {
    Goal(AnyGoal),
    /// A ruling and the like, which is legal everywhere: it is given where it stands.
    Here(CommandRequest),
}

/// The record without its passes: their dice stay. A pass before something that is legal everywhere stays, too, and so do those at
/// its end, behind which no input tells that they were given.
fn stripped(commands: &[(CommandRequest, bool)]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for (place, (request, declines)) in commands.iter().enumerate() {
        let is_play = matches!(request.command, TableCommand::Play { .. });
        let next_is_play = commands[place + 1..]
            .iter()
            .find(|(next, declines)| !declines || !next.dice.is_empty())
            .is_some_and(|(next, _)| matches!(next.command, TableCommand::Play { .. }));
        inputs.push(match (is_play, declines) {
            (false, _) => Input::Here(request.clone()),
            (true, true) if !request.dice.is_empty() => Input::Goal(AnyGoal::Dice(request.dice.clone())),
            (true, true) if !next_is_play => Input::Here(request.clone()),
            (true, true) => continue,
            (true, false) => Input::Goal(AnyGoal::Command(request.clone())),
        });
    }
    inputs
}

fn decided(game: &dyn AnyGame, request: CommandRequest) -> Box<dyn AnyGame> {
    let words = request.to_value();
    game.decide_request(request, None, None)
        .unwrap_or_else(|why| panic!("{words}: {why}"))
        .game
}

/// Goes on with a game to the next input; counts the passes that were found.
fn on_to(game: Box<dyn AnyGame>, input: Input, found: &mut usize) -> Box<dyn AnyGame> {
    let goal = match input {
        Input::Here(request) => return decided(game.as_ref(), request),
        Input::Goal(goal) => goal,
    };
    let run = game.run_on(goal.clone(), &KEEPER).unwrap();
    assert_eq!(run.end, RunEnd::Reached, "{goal:?}");
    *found += run.given.len();
    let mut game = game;
    for pass in run.given {
        game = decided(game.as_ref(), pass);
    }
    match goal {
        AnyGoal::Command(request) => decided(game.as_ref(), request),
        AnyGoal::Dice(_) | AnyGoal::Furthest => game,
    }
}

/// Holds a record without its passes, run on, to the record; gives how many of its commands it needed and had.
fn check(record: Record) -> (usize, usize) {
    let all = record.commands.len();
    let inputs = stripped(&record.commands);
    let (needed, mut found) = (inputs.len(), 0);
    let mut game = record.begun;
    for input in inputs {
        game = on_to(game, input, &mut found);
    }
    let name = &record.name;
    assert!(
        game.state(Viewer::Everything) == record.ended.state(Viewer::Everything),
        "{name}: another position"
    );
    let outcome = |game: &dyn AnyGame| game.info(Viewer::Everything).outcome;
    assert_eq!(outcome(game.as_ref()), outcome(record.ended.as_ref()), "{name}");
    (needed, all)
}

/// The commands of a chronicle, each with the version before it, the dice that lie in its events, and whether its seat declines by it.
pub(crate) fn commands_of(chronicle: &dyn Chronicle) -> Vec<(u64, CommandRequest, bool)> {
    let mut commands: Vec<(u64, CommandRequest, bool)> = Vec::new();
    chronicle
        .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
            if let Some(given) = step.given() {
                let request = CommandRequest {
                    dice: Vec::new(),
                    ..given.clone()
                };
                commands.push((step.version() - 1, request, step.declines()));
            }
            let faces = step.dice().into_iter().flat_map(|roll| roll.reported());
            if let Some((_, request, _)) = commands.last_mut() {
                request.dice.extend(faces);
            }
            true
        })
        .unwrap();
    commands
}

pub(crate) fn records_of(batch: &Batch) -> impl Iterator<Item = PastRecord> + '_ {
    batch.events.iter().enumerate().map(|(place, event)| PastRecord {
        event: event.clone(),
        command: (place == 0).then(|| batch.command.clone()),
    })
}

/// The present line of a recorded game as a game of its own: what was taken back or corrected is not in it.
pub(crate) fn present_line(recorded: &Recorded) -> Record {
    let replayed = replayed(recorded);
    let records = replayed.records();
    let whole = replayed.system.chronicle(&records).unwrap();
    // Nobody is asked anything where the game is over, so the line leads to the position before its last command.
    let (at, last, declines) = commands_of(whole.as_ref()).pop().unwrap();
    let seeds = |_| Seed::new([0; 32]);
    let fork = whole.fork(&records, at, false, &seeds).unwrap();
    let opening = fork.batches[0].events.len() as u64;
    let records: Vec<PastRecord> = fork.batches.iter().flat_map(records_of).collect();
    let line = replayed.system.chronicle(&records).unwrap();
    let played = commands_of(line.as_ref()).into_iter().skip(1);
    let mut commands: Vec<_> = played.map(|(_, request, declines)| (request, declines)).collect();
    commands.push((last.clone(), declines));
    Record {
        name: recorded.name.to_owned(),
        begun: line.game_at(opening, Viewer::Everything).unwrap(),
        commands,
        ended: decided(fork.game.as_ref(), last),
    }
}

#[test]
fn recorded_games_without_their_passes_come_to_the_same_end() {
    for recorded in GAMES {
        let (needed, all) = check(present_line(recorded));
        println!("{}: {needed} of {all} commands", recorded.name);
    }
}

/// A command decided with as many dice as it needs.
fn thrown(
    game: &dyn AnyGame,
    mut request: CommandRequest,
    rng: &mut dyn Rng,
) -> (CommandRequest, AnyDecided) {
    loop {
        match game.decide_request(request.clone(), None, None) {
            Ok(decided) => return (request, decided),
            Err(CommandError::Refused(refusal)) if refusal.details.contains_key("needed") => {
                let number = |of: &Value| usize::try_from(of.as_u64().unwrap_or_default()).unwrap();
                let needed = &refusal.details["needed"];
                for _ in number(&refusal.details["left"])..number(&needed["count"]) {
                    let face = below(rng, number(&needed["sides"])).unwrap();
                    request.dice.push((u8::try_from(face).unwrap() + 1).into());
                }
            }
            Err(why) => panic!("{}: {why}", request.to_value()),
        }
    }
}

/// A game of bots with dice of the table.
fn simulated(system: &'static dyn System, bot: Bot, number: u64) -> Record {
    let setup = match system.id() {
        "men-of-iron" => json!({ "battle": "harrow-ford" }),
        _ => json!({}),
    };
    let request = OpenRequest {
        setup: Some(setup),
        position: None,
        server_dice: false,
    };
    let begun = system.open(&request, &system.sample_packs(), None).unwrap().game;
    let (mut game, mut rng) = (begun.duplicate(), bot_rng(number));
    let mut commands = Vec::new();
    while commands.len() < MOST_COMMANDS {
        let info = game.info(Viewer::Everything);
        let Some(seat) = info.awaiting.first().map(|asked| asked.seat) else {
            break;
        };
        let command = game.choose(bot, seat, &mut rng).unwrap();
        let declines = game.nothing(seat).as_ref() == Some(&command);
        let request = CommandRequest {
            seat: Some(seat),
            dice: Vec::new(),
            command: TableCommand::Play { command },
        };
        let (request, decided) = thrown(game.as_ref(), request, &mut rng);
        commands.push((request, declines));
        game = decided.game;
    }
    Record {
        name: format!("{} {number} of {bot:?}", system.id()),
        begun,
        commands,
        ended: game,
    }
}

/// The number of games of a system: `HINDSIGHT_PLAYOUTS` plays more.
fn games() -> u64 {
    let asked = std::env::var("HINDSIGHT_PLAYOUTS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// Games of bots of a system: every tenth is a random one, whose choices nobody would make.
pub(crate) fn simulated_games_of(system: &str) -> impl Iterator<Item = Record> {
    let system = hindsight_engine::system(system).unwrap();
    (0..games()).map(move |number| {
        let bot = if number % 10 == 1 {
            Bot::Random
        } else {
            Bot::Greedy
        };
        simulated(system, bot, number)
    })
}

fn simulated_games(system: &str) {
    let (mut needed, mut all) = (0, 0);
    for record in simulated_games_of(system) {
        let (some, whole) = check(record);
        (needed, all) = (needed + some, all + whole);
    }
    println!("{system}: {needed} of {all} commands");
}

#[test]
fn before_battle_runs_on() {
    simulated_games("before-battle");
}

#[test]
fn battleground_4_runs_on() {
    simulated_games("battleground-4");
}

#[test]
fn battleground_3_runs_on() {
    simulated_games("battleground-3");
}

#[test]
fn men_of_iron_runs_on() {
    simulated_games("men-of-iron");
}

#[test]
fn ice_and_fire_runs_on() {
    simulated_games("ice-and-fire");
}
