//! Coverage of a record: the turns that were recorded whole, of those that were played.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The turns of a game by how they were recorded.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Coverage {
    /// Turns in which commands were recorded.
    pub played: BTreeSet<u32>,
    /// Turns of which something was not recorded: the board was set as it was noted behind them.
    pub gaps: BTreeSet<u32>,
    /// The last turn that the record has come to; 0 before the first.
    pub last: u32,
    /// The turn in which a gap that is being noted begins.
    noting: Option<u32>,
    /// What happens now is set by the table, not played.
    is_set: bool,
}

/// The part of a game that a record tells: figures of dice, luck and decisions are those of `recorded` turns of `turns`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct RecordedTurns {
    /// Turns that were played, as far as the record has come: rounds or Activations, where the game counts those.
    pub turns: u32,
    /// Those of them that were recorded whole.
    pub recorded: u32,
}

impl RecordedTurns {
    /// Whether something of the battle was not recorded.
    pub const fn has_gaps(self) -> bool {
        self.recorded < self.turns
    }
}

/// An event as the coverage of a record counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Covered {
    /// An event of the game, at the beginning of a command or behind it.
    Played {
        /// Whether a command begins with it.
        begins: bool,
    },
    /// The table sets the board: as it was noted behind a gap, or otherwise.
    Set {
        /// Whether what lies before was not recorded.
        gap: bool,
    },
    /// Anything else of the table.
    Beside,
}

impl Coverage {
    /// Takes the next event of the present line. `turn` is the one in which it leaves the game, as the game counts them.
    pub fn meets(&mut self, turn: u32, event: Covered) {
        match event {
            Covered::Set { gap } => {
                self.close();
                self.is_set = true;
                self.noting = gap.then_some(self.last);
            }
            Covered::Played { begins } => {
                if begins {
                    self.close();
                    self.is_set = false;
                }
                if !self.is_set && turn > 0 {
                    self.played.insert(turn);
                }
            }
            Covered::Beside => {}
        }
        self.last = self.last.max(turn);
    }

    /// A gap that was noted reaches to where the record goes on.
    fn close(&mut self) {
        if let Some(from) = self.noting.take() {
            let to = self.last.saturating_sub(1).max(from);
            self.gaps.extend((from..=to).filter(|turn| *turn > 0));
        }
    }

    /// The turns that were played and those recorded whole. A game that `is_over` goes on nowhere behind its last gap.
    pub fn recorded(&self, is_over: bool) -> RecordedTurns {
        let mut whole = self.clone();
        if is_over && let Some(from) = whole.noting.take() {
            whole.gaps.extend(from.max(1)..=whole.last);
        }
        whole.close();
        // The turn that begins behind a gap has not been played yet.
        let begun = whole.is_set
            && !is_over
            && !whole.played.contains(&whole.last)
            && !whole.gaps.contains(&whole.last);
        let turns = whole.last - u32::from(begun && whole.last > 0);
        let known = (1..=turns).filter(|turn| whole.played.contains(turn) && !whole.gaps.contains(turn));
        RecordedTurns {
            turns,
            recorded: known.count() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMAND: Covered = Covered::Played { begins: true };
    const EVENT: Covered = Covered::Played { begins: false };
    const GAP: Covered = Covered::Set { gap: true };

    fn covered(events: &[(u32, Covered)], is_over: bool) -> [u32; 2] {
        let mut coverage = Coverage::default();
        for (turn, event) in events {
            coverage.meets(*turn, *event);
        }
        let known = coverage.recorded(is_over);
        [known.recorded, known.turns]
    }

    #[test]
    fn turns_with_commands_are_recorded() {
        assert_eq!(
            covered(&[(0, COMMAND), (1, EVENT), (1, COMMAND), (2, COMMAND)], true),
            [2, 2]
        );
        assert_eq!(covered(&[], false), [0, 0]);
    }

    #[test]
    fn a_gap_takes_the_turn_in_which_it_begins_and_those_it_passes_over() {
        // Turns 1 and 2 played, the rest of turn 2 and turns 3 and 4 not, turn 5 played: 2 of 5.
        let events = [
            (1, COMMAND),
            (2, COMMAND),
            (2, GAP),
            (4, EVENT),
            (5, EVENT),
            (5, COMMAND),
        ];
        assert_eq!(covered(&events, true), [2, 5]);
    }

    #[test]
    fn a_battle_noted_turn_by_turn_is_not_recorded() {
        let events = [(1, COMMAND), (1, GAP), (2, EVENT), (2, GAP), (3, EVENT)];
        assert_eq!(covered(&events, false), [0, 2], "the third turn begins");
        assert_eq!(covered(&events, true), [0, 3], "the battle is over");
    }

    #[test]
    fn a_record_set_right_leaves_no_gap() {
        let events = [
            (1, COMMAND),
            (1, Covered::Set { gap: false }),
            (2, EVENT),
            (2, COMMAND),
        ];
        assert_eq!(covered(&events, true), [2, 2]);
    }
}
