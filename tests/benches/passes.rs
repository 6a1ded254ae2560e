//! Passes that a record leaves out, found again: forty of them, in runs as they stand in recorded games.
//!
//! The reference is the bound itself, 50 ms for forty passes, of which one row a game takes its share. A row: the runs of a recorded
//! game whose chains together are forty passes, each found with its goal, as a request with `imply` finds it.
//! `cargo bench -p hindsight-tests --bench passes`

#![allow(clippy::unwrap_used, reason = "a failed measurement should stop the program")]

mod measure;

use hindsight_engine::kernel::Viewer;
use hindsight_engine::{AnyGame, AnyGoal, CommandRequest, RunCaller};
use hindsight_notation::bridge::replay;
use hindsight_notation::parse;

use measure::{Bound, ROUNDS, Row, seconds, table};

/// Passes of a row.
const PASSES: usize = 40;
/// Seconds in which they are to be found.
const BOUND: f64 = 0.05;

const GAMES: [&str; 5] = [
    include_str!("../games/the-knights-at-the-barrow.hgn"),
    include_str!("../games/the-wolves-at-two-woods.hgn"),
    include_str!("../games/the-levy-that-came-back.hgn"),
    include_str!("../games/the-marshal-comes-late.hgn"),
    include_str!("../games/three-rounds-left.hgn"),
];

/// A run: the game before its passes, how many they are, and the command or the dice behind them.
struct Run {
    game: Box<dyn AnyGame>,
    passes: usize,
    goal: AnyGoal,
}

/// The longest runs of a recorded game that are forty passes together, or all that there are.
fn runs(text: &str) -> (&'static str, Vec<Run>) {
    let replayed = replay(&parse(text).unwrap(), &[]).unwrap();
    let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
    let mut given: Vec<(u64, CommandRequest, bool)> = Vec::new();
    chronicle
        .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
            if let Some(request) = step.given() {
                given.push((step.version() - 1, request.clone(), step.declines()));
            }
            true
        })
        .unwrap();
    let mut found: Vec<(u64, usize, AnyGoal)> = Vec::new();
    let mut chain: Option<(u64, usize)> = None;
    for (version, request, declines) in given {
        let (from, passes) = chain.unwrap_or((version, 0));
        chain = match (declines, request.dice.is_empty()) {
            (true, true) => Some((from, passes + 1)),
            (true, false) => {
                found.push((from, passes + 1, AnyGoal::Dice(request.dice)));
                None
            }
            (false, _) => {
                found.push((from, passes, AnyGoal::Command(request)));
                None
            }
        };
    }
    found.sort_by_key(|(_, passes, _)| std::cmp::Reverse(*passes));
    let mut left = PASSES;
    let runs = found.into_iter().filter(|(_, passes, _)| *passes > 0);
    let runs = runs
        .take_while(|(_, passes, _)| {
            let takes = left > 0;
            left = left.saturating_sub(*passes);
            takes
        })
        .map(|(from, passes, goal)| Run {
            game: chronicle.game_at(from, Viewer::Everything).unwrap(),
            passes,
            goal,
        })
        .collect();
    (replayed.system.id(), runs)
}

fn main() {
    let caller = RunCaller {
        seats: None,
        viewer: Viewer::Everything,
        standing: Vec::new(),
    };
    let mut rows = Vec::new();
    for text in GAMES {
        let (system, runs) = runs(text);
        let passes: usize = runs.iter().map(|run| run.passes).sum();
        let longest = runs.first().map_or(0, |run| run.passes);
        let all = || {
            for run in &runs {
                let found = run.game.run_on(run.goal.clone(), &caller).unwrap();
                std::hint::black_box(found.given.len());
            }
        };
        let ours: Vec<f64> = (0..ROUNDS)
            .map(|_| seconds(all) * PASSES as f64 / passes.max(1) as f64 * 1e3)
            .collect();
        rows.push(Row {
            what: format!(
                "{system}: {passes} passes in {} runs, the longest {longest}",
                runs.len()
            ),
            unit: "ms for 40 passes",
            reference: vec![BOUND * 1e3; ours.len()],
            ours,
            bound: Bound::AtMost(1.0),
        });
    }
    table("passes: forty that a record leaves out, against 50 ms", &rows);
}
