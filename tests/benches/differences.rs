//! Differences of two records of a game that share little, against two of a quarter of the length in the same run.
//!
//! Two people record the same long campaign: 40,000 commands each, of which every tenth is the same. A way that looks for the
//! shortest difference takes the square of the length, four times as long for each command; this one may take twice as long.
//! The second row tells how long the differences take against writing both records as text, which a reader of them waits for too.
//! `cargo bench -p hindsight-tests --bench differences`

#![allow(clippy::unwrap_used, reason = "a failed measurement should stop the program")]

mod measure;

use std::fmt::Write;

use hindsight_notation::{Document, aligned, parse, print};

use measure::{Bound, Row, in_turn, seconds, table};

/// The most commands of a record that a server compares.
const COMMANDS: usize = 40_000;
/// How many times shorter the records of the reference are.
const SHORTER: usize = 4;

/// A record of so many commands, of which every tenth is that of every other such record.
fn record(name: char, commands: usize) -> Document {
    let mut text = "[Hindsight \"1\"]\n[System \"before-battle\"]\n\n".to_owned();
    for number in 1..=commands {
        let whose = if number % 10 == 0 { 'S' } else { name };
        writeln!(text, "{number}. A: move {whose}{number} 1").unwrap();
    }
    parse(&text).unwrap()
}

fn main() {
    let long = [record('A', COMMANDS), record('B', COMMANDS)];
    let short = [record('A', COMMANDS / SHORTER), record('B', COMMANDS / SHORTER)];
    let differences = |[one, other]: &[Document; 2]| {
        let (one, other) = (&one.line.entries, &other.line.entries);
        seconds(|| aligned(one, other)) / one.len() as f64
    };
    let (ours, reference) = in_turn(|| differences(&long), || differences(&short));
    let growth = Row {
        what: format!("{COMMANDS} commands / {}", COMMANDS / SHORTER),
        unit: "s a command",
        ours,
        reference,
        bound: Bound::AtMost(2.0),
    };
    let written = || seconds(|| long.iter().map(print).collect::<Vec<_>>()) / COMMANDS as f64;
    let (ours, reference) = in_turn(|| differences(&long), written);
    let beside_text = Row {
        what: format!("{COMMANDS} commands / both as text"),
        unit: "s a command",
        ours,
        reference,
        bound: Bound::None,
    };
    table(
        "differences: two records of which every tenth command is the same",
        &[growth, beside_text],
    );
}
