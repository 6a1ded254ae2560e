//! Alignment of two records of one game, command by command.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use crate::Entry;

/// A stretch of two records.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordStretch {
    /// Commands that both have.
    Same(Vec<Entry>),
    /// Commands that differ between two that both have.
    Differs {
        /// Number of the first command there in the one record, from 1, and the commands.
        one: (usize, Vec<Entry>),
        /// The same of the other record.
        other: (usize, Vec<Entry>),
    },
}

/// Aligns the commands of two records. The cost grows with their length and no faster, whatever they share.
pub fn aligned(one: &[Entry], other: &[Entry]) -> Vec<RecordStretch> {
    // What is said of a command makes it no other command. ERR: a command that was read can be written.
    let key = |entry: &Entry| serde_json::to_string(&entry.given).unwrap_or_default();
    let mut input: InternedInput<String> = InternedInput::default();
    input.update_before(one.iter().map(key));
    input.update_after(other.iter().map(key));
    // Its work is bounded by heuristics, where the shortest difference of two records that share little takes the square of
    // their lengths; what it finds depends on the records alone, so that a choice names the same part when it is made.
    let mut found = Diff::compute(Algorithm::Myers, &input);
    found.postprocess_no_heuristic(&input);
    let same = |here: Range<usize>, there: Range<usize>| {
        let both = one[here].iter().zip(&other[there]);
        RecordStretch::Same(both.map(|(one, other)| together(one, other)).collect())
    };
    let mut stretches: Vec<RecordStretch> = Vec::new();
    let (mut here, mut there) = (0, 0);
    for hunk in found.hunks() {
        let [before, after] = [hunk.before, hunk.after].map(|part| part.start as usize..part.end as usize);
        if here < before.start {
            stretches.push(same(here..before.start, there..after.start));
        }
        (here, there) = (before.end, after.end);
        stretches.push(RecordStretch::Differs {
            one: (before.start + 1, one[before].to_vec()),
            other: (after.start + 1, other[after].to_vec()),
        });
    }
    if here < one.len() {
        stretches.push(same(here..one.len(), there..other.len()));
    }
    stretches
}

/// A command that both records have, with what is said of it in both.
fn together(one: &Entry, other: &Entry) -> Entry {
    let mut both = one.clone();
    let new = other
        .comments
        .iter()
        .filter(|comment| !one.comments.contains(comment));
    both.comments.extend(new.cloned());
    both
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::parse;

    /// A record of so many commands, of which every tenth is that of every other such record.
    fn record(name: char, commands: usize) -> Vec<Entry> {
        use std::fmt::Write;
        let mut text = "[Hindsight \"1\"]\n[System \"before-battle\"]\n\n".to_owned();
        for number in 1..=commands {
            let whose = if number % 10 == 0 { 'S' } else { name };
            writeln!(text, "{number}. A: move {whose}{number} 1").unwrap();
        }
        parse(&text).unwrap().line.entries
    }

    #[test]
    fn stretches_hold_every_command_of_both_records_in_order() {
        let (one, other) = (record('A', 2_000), record('B', 2_000));
        let (mut of_one, mut of_other) = (Vec::new(), Vec::new());
        for stretch in aligned(&one, &other) {
            match stretch {
                RecordStretch::Same(both) => {
                    of_one.extend(both.clone());
                    of_other.extend(both);
                }
                RecordStretch::Differs { one, other } => {
                    assert_eq!((one.0, other.0), (of_one.len() + 1, of_other.len() + 1));
                    of_one.extend(one.1);
                    of_other.extend(other.1);
                }
            }
        }
        assert_eq!((of_one, of_other), (one, other));
    }
}
