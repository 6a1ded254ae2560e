//! The events that figures of a game count: each figure leads to the one that says most about it.

use std::collections::BTreeMap;

use hindsight_kernel::Seat;
use hindsight_reports::statistics::{AttackEntry, GameStatistics, RollEntry};
use maud::{Markup, html};

use super::Figures;

/// The events of a game that figures lead to.
pub(super) struct CountedEvents {
    dice: Vec<RollEntry>,
    attacks: Vec<AttackEntry>,
    /// The least likely morale test of each seat.
    tests: BTreeMap<Seat, u64>,
    /// Lost units: whose, what they were worth, when.
    losses: Vec<(Seat, f64, u64)>,
}

impl CountedEvents {
    pub(super) fn of(figures: &GameStatistics) -> Self {
        Self {
            dice: figures.dice.clone(),
            attacks: figures.attacks.clone(),
            tests: figures
                .seats
                .iter()
                .filter_map(|(seat, of)| Some((*seat, of.unlikeliest_test?.version)))
                .collect(),
            losses: figures
                .units
                .values()
                .filter_map(|unit| Some((unit.seat?, unit.points, unit.ending.as_ref()?.version)))
                .collect(),
        }
    }

    /// The least likely of the rolls that count, the first of several.
    pub(super) fn roll(&self, counts: impl Fn(&RollEntry) -> bool) -> Option<u64> {
        let rolls = self.dice.iter().rev().filter(|entry| counts(entry));
        rolls
            .max_by(|one, other| super::extreme(one).total_cmp(&super::extreme(other)))
            .map(|entry| entry.version)
    }

    /// Of the attacks that count the one that is the most by a figure of it, the first of several; none where it is 0.
    pub(super) fn attack(
        &self,
        counts: impl Fn(&AttackEntry) -> bool,
        figure: impl Fn(&AttackEntry) -> u32,
    ) -> Option<u64> {
        let attacks = self.attacks.iter().rev();
        attacks
            .filter(|entry| counts(entry) && figure(entry) > 0)
            .max_by_key(|entry| figure(entry))
            .map(|entry| entry.version)
    }

    /// The least likely morale test of a seat.
    pub(super) fn test(&self, seat: Seat) -> Option<u64> {
        self.tests.get(&seat).copied()
    }

    /// The most valuable unit lost by seats that count, the first of several.
    pub(super) fn loss(&self, counts: impl Fn(Seat) -> bool) -> Option<u64> {
        let losses = self.losses.iter().filter(|(seat, ..)| counts(*seat));
        losses
            .max_by(|one, other| one.1.total_cmp(&other.1).then(other.2.cmp(&one.2)))
            .map(|(.., version)| *version)
    }
}

impl Figures {
    /// A figure that leads to an event that it counts, where there is one.
    pub(super) fn leading(&self, to: Option<u64>, title: &str, figure: &Markup) -> Markup {
        match to {
            Some(version) => {
                html! { a href=(format!("/g/{}/{version}", self.game)) title=(title) { (figure) } }
            }
            None => figure.clone(),
        }
    }

    /// Whether two seats play on different sides.
    pub(super) fn are_enemies(&self, one: Seat, other: Seat) -> bool {
        self.sides.get(&one) != self.sides.get(&other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_loss_is_that_of_the_most_points() {
        let events = CountedEvents {
            dice: Vec::new(),
            attacks: Vec::new(),
            tests: BTreeMap::from([(Seat::B, 9)]),
            losses: vec![
                (Seat::A, 4.0, 31),
                (Seat::A, 6.0, 52),
                (Seat::A, 6.0, 44),
                (Seat::B, 9.0, 60),
            ],
        };
        assert_eq!(events.loss(|seat| seat == Seat::A), Some(44));
        assert_eq!(events.loss(|_| true), Some(60));
        assert_eq!(events.loss(|_| false), None);
        assert_eq!((events.test(Seat::A), events.test(Seat::B)), (None, Some(9)));
    }
}
