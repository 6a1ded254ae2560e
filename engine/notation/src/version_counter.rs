//! Correspondence between the numbers of commands in a text and the versions of events in a stream.
//!
//! Commands are numbered from 1 in the order in which they were given; the opening has no number. A command decided
//! again by a correction keeps its number; one put in by a correction goes by the number of that correction.

use std::collections::HashMap;

use hindsight_engine::FoldStep;
use serde_json::Value;

/// The numbers of a stream, followed step by step.
#[derive(Debug, Clone, Default)]
pub(crate) struct VersionCounter {
    /// The commands of the present line: number, and version of the first event.
    line: Vec<(u32, u64)>,
    /// The versions of the present line.
    live: Vec<u64>,
    /// The number behind a version at which a command begins or began.
    numbers: HashMap<u64, u32>,
    last: u32,
    opened: bool,
}

/// What a step is to the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The opening or more of it.
    Opening,
    /// The first event of the command with this number.
    Begins(u32),
    /// A further event of the last command.
    Continues,
    /// A marker before a command that is decided again.
    Again,
    /// Something that the notation leaves out.
    Untold,
}

impl VersionCounter {
    /// Follows one step.
    pub(crate) fn follow(&mut self, step: &dyn FoldStep) -> Turn {
        let (version, kind) = (step.version(), step.kind());
        let event = matches!(kind.as_str(), "redone" | "taken_back" | "corrected").then(|| step.event());
        let field = |name: &str| {
            event
                .as_ref()
                .and_then(|event| event.get(name))
                .and_then(Value::as_u64)
        };
        match kind.as_str() {
            "redone" => {
                let number = field("was")
                    .and_then(|was| self.numbers.get(&was).copied())
                    .unwrap_or(self.last);
                self.numbers.insert(version, number);
                self.line.push((number, version));
                self.live.push(version);
                return Turn::Again;
            }
            "taken_back" => self.rewind(field("to").unwrap_or_default()),
            "corrected" => self.rewind(field("at").unwrap_or(1).saturating_sub(1)),
            _ => self.live.push(version),
        }
        if !self.opened {
            self.opened = true;
            return Turn::Opening;
        }
        if !step.begins_command() {
            return if self.last == 0 {
                Turn::Opening
            } else {
                Turn::Continues
            };
        }
        if kind == "reseeded" {
            return Turn::Untold;
        }
        self.last += 1;
        self.numbers.insert(version, self.last);
        if event.is_none() {
            self.line.push((self.last, version));
        }
        Turn::Begins(self.last)
    }

    fn rewind(&mut self, to: u64) {
        while self.live.last().is_some_and(|&version| version > to) {
            self.live.pop();
        }
        while self.line.last().is_some_and(|&(_, version)| version > to) {
            self.line.pop();
        }
    }

    /// Where the command with this number begins on the present line.
    pub(crate) fn begins(&self, number: u32) -> Option<u64> {
        self.line
            .iter()
            .find(|(known, _)| *known == number)
            .map(|(_, version)| *version)
    }

    /// The version to go back to so that the command with this number is taken back.
    pub(crate) fn before(&self, number: u32) -> Option<u64> {
        let begins = self.begins(number)?;
        self.live.iter().rev().copied().find(|&version| version < begins)
    }

    /// The number of the command of the present line that begins at this version.
    pub(crate) fn number_at(&self, version: u64) -> Option<u32> {
        self.line
            .iter()
            .find(|(_, begins)| *begins == version)
            .map(|(number, _)| *number)
    }

    /// The number of the first command of the present line behind this version.
    pub(crate) fn number_behind(&self, version: u64) -> Option<u32> {
        self.line
            .iter()
            .find(|(_, begins)| *begins > version)
            .map(|(number, _)| *number)
    }

    /// The numbers of the present line, in order.
    pub(crate) fn numbers(&self) -> Vec<u32> {
        self.line.iter().map(|(number, _)| *number).collect()
    }
}
