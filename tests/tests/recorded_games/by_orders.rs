//! Recorded games in which units carry out their standing orders, one after the other.

use std::collections::BTreeMap;

use hindsight_engine::kernel::{OrdersAsked, OrdersEnd, Seat, Viewer};
use hindsight_engine::{AnyGame, AnyOrders, CommandRequest, RunCaller, TableCommand};
use serde_json::Value;

use crate::implied::present_line;
use crate::recorded::{GAMES, Recorded};

/// The keeper of a record.
const KEEPER: RunCaller = RunCaller {
    standing: Vec::new(),
    seats: None,
    viewer: Viewer::Everything,
};

/// Activations that were recorded one after the other, with nothing but passes between them.
struct Run {
    seat: Seat,
    units: Vec<String>,
    /// The activations and the passes between them.
    commands: Vec<CommandRequest>,
}

/// The unit of a command that activates one unit and reports no dice.
fn activated(request: &CommandRequest) -> Option<String> {
    let TableCommand::Play { command } = &request.command else {
        return None;
    };
    let units = command.get("units").and_then(Value::as_array)?;
    let plain = command["type"] == "activate" && units.len() == 1 && request.dice.is_empty();
    plain.then(|| units[0].as_str().map(ToOwned::to_owned))?
}

fn is_pass(request: &CommandRequest) -> bool {
    let TableCommand::Play { command } = &request.command else {
        return false;
    };
    command["type"] == "pass" && request.dice.is_empty()
}

/// The run that begins with the first of these commands.
fn run_of(commands: &[CommandRequest]) -> Option<Run> {
    let first = commands.first()?;
    let mut run = Run {
        seat: first.seat?,
        units: vec![activated(first)?],
        commands: vec![first.clone()],
    };
    let mut passes = Vec::new();
    for request in &commands[1..] {
        match activated(request) {
            Some(unit) if request.seat == Some(run.seat) => {
                run.units.push(unit);
                run.commands.append(&mut passes);
                run.commands.push(request.clone());
            }
            _ if is_pass(request) => passes.push(request.clone()),
            _ => break,
        }
    }
    Some(run)
}

fn decided(game: &dyn AnyGame, request: CommandRequest) -> Box<dyn AnyGame> {
    let words = request.to_value();
    game.decide_request(request, None, None)
        .unwrap_or_else(|why| panic!("{words}: {why}"))
        .game
}

fn commands_of(orders: &AnyOrders) -> Vec<CommandRequest> {
    let steps = orders.steps.iter();
    steps
        .flat_map(|step| step.passes.iter().chain([&step.given]).cloned())
        .collect()
}

fn after(game: &dyn AnyGame, commands: &[CommandRequest]) -> Box<dyn AnyGame> {
    commands.iter().fold(game.duplicate(), |game, request| {
        decided(game.as_ref(), request.clone())
    })
}

/// The corners and the heading of every unit.
fn places(game: &dyn AnyGame) -> BTreeMap<String, String> {
    let tokens = game.board(Viewer::Everything).tokens.into_iter();
    tokens
        .map(|token| (token.id, format!("{:?} {:?}", token.outline, token.facing)))
        .collect()
}

/// Counts of the runs of a game.
#[derive(Debug, Default)]
struct Counted {
    runs: usize,
    activations: usize,
    /// Runs of all units that lead to the recorded board, and to another.
    same: usize,
    other: usize,
    /// Runs of all units that stop before every unit of the record has acted, by their reason.
    stops: BTreeMap<String, usize>,
}

/// Holds a run of plain activations to what units do by their orders that are named as it was recorded, and a run of all units to what it
/// tells.
fn check(name: &str, game: &dyn AnyGame, run: &Run, counted: &mut Counted) {
    let asked = |units| OrdersAsked {
        seat: run.seat,
        units,
    };
    let orders = game.by_orders(&asked(Some(run.units.clone())), &KEEPER);
    assert_eq!(commands_of(&orders), run.commands, "{name}: {orders:?}");
    let recorded = after(game, &run.commands);
    let all = game.by_orders(&asked(None), &KEEPER);
    let now = after(game, &commands_of(&all));
    let board = now.board(Viewer::Everything);
    for step in &all.steps {
        let token = board.tokens.iter().find(|token| token.id == step.unit);
        assert_eq!(step.to.as_ref(), token, "{name}: {}", step.unit);
        assert!(
            step.words.to_string().contains(&step.unit),
            "{name}: {}",
            step.words
        );
    }
    if all.end == OrdersEnd::Done {
        assert_eq!(
            now.orders_due(run.seat, &KEEPER),
            [""; 0],
            "{name}: nobody is left"
        );
    }
    counted.runs += 1;
    counted.activations += run.units.len();
    let acted = |unit: &&String| all.steps.iter().any(|step| step.unit == **unit);
    let due = game.orders_due(run.seat, &KEEPER);
    if due
        .iter()
        .filter(|unit| run.units.contains(unit))
        .any(|unit| !acted(&unit))
    {
        let end = format!("{:?}", all.end);
        let kind = end.split([' ', '(']).next().unwrap_or_default().to_owned();
        *counted.stops.entry(kind).or_default() += 1;
    } else if places(now.as_ref()) == places(recorded.as_ref()) {
        counted.same += 1;
    } else {
        counted.other += 1;
    }
}

fn runs_of(recorded: &Recorded) -> Counted {
    let record = present_line(recorded);
    let commands: Vec<CommandRequest> = record.commands.into_iter().map(|(request, _)| request).collect();
    let (mut game, mut counted) = (record.begun, Counted::default());
    let mut checked = 0;
    for place in 0..commands.len() {
        let run = run_of(&commands[place..]).filter(|_| place >= checked);
        if let Some(run) = run {
            checked = place + run.commands.len();
            check(recorded.name, game.as_ref(), &run, &mut counted);
        }
        game = decided(game.as_ref(), commands[place].clone());
    }
    counted
}

#[test]
fn units_named_as_they_were_recorded_do_what_was_recorded() {
    let battleground = |game: &&Recorded| game.text.contains("[System \"battleground-");
    for recorded in GAMES.iter().filter(battleground) {
        let counted = runs_of(recorded);
        println!("{}: {counted:?}", recorded.name);
        assert!(counted.runs > 0, "{}", recorded.name);
    }
}
