//! The events of a game that say most about its figures: the least likely roll and test, the greatest attack and loss.

use std::collections::BTreeMap;

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AttackEntry, GameStatistics, RollEntry};

/// The event of which most of a sum came.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GreatestAmount {
    /// Its version.
    pub version: u64,
    /// How much.
    pub amount: f64,
}

impl GreatestAmount {
    /// Notes an amount at a version if none of its name was greater before.
    pub(super) fn note(known: &mut BTreeMap<String, Self>, name: &str, version: u64, amount: f64) {
        let is_less = known.get(name).is_none_or(|known| known.amount < amount);
        if amount > 0.0 && is_less {
            known.insert(name.to_owned(), Self { version, amount });
        }
    }
}

/// A morale test whose result was unlikely.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnlikeliestTest {
    /// Its version.
    pub version: u64,
    /// The chance of what came of it, 0 to 1.
    pub chance: f64,
}

impl UnlikeliestTest {
    /// The less likely of two, this one if they are equals.
    pub(super) fn or_less_likely(self, other: Self) -> Self {
        if other.chance < self.chance { other } else { self }
    }
}

impl GameStatistics {
    /// The version of the least likely of the rolls that count, lucky or unlucky; the first of several.
    pub fn least_likely_roll(&self, counts: impl Fn(&RollEntry) -> bool) -> Option<u64> {
        let rolls = self.dice.iter().rev().filter(|entry| counts(entry));
        rolls
            .max_by(|one, other| one.from_middle().total_cmp(&other.from_middle()))
            .map(|entry| entry.version)
    }

    /// The version of the least likely morale test of a seat; the first of several.
    pub fn least_likely_test(&self, seat: Seat) -> Option<u64> {
        Some(self.seats.get(&seat)?.unlikeliest_test?.version)
    }

    /// The version of the least likely morale test of a kind that a unit took; the first of several.
    pub fn least_likely_test_of(&self, unit: &str, kind: &str) -> Option<u64> {
        let test = self.units.get(unit)?.unlikeliest_tests.get(kind)?;
        Some(test.version)
    }

    /// The version at which a seat spent most of a kind at once; the first of several.
    pub fn greatest_spending(&self, seat: Seat, of: &str) -> Option<u64> {
        Some(self.seats.get(&seat)?.spent_at.get(of)?.version)
    }

    /// The version at which a counter of a seat or of one of its units rose most; the first of several.
    pub fn greatest_count(&self, seat: Seat, counter: &str) -> Option<u64> {
        let of_seat = self.seats.get(&seat).map(|whose| &whose.counted_at);
        let units = self.units.values().filter(|unit| unit.seat == Some(seat));
        let all = of_seat.into_iter().chain(units.map(|unit| &unit.counted_at));
        all.filter_map(|counted| counted.get(counter))
            .max_by(|one, other| {
                one.amount
                    .total_cmp(&other.amount)
                    .then(other.version.cmp(&one.version))
            })
            .map(|greatest| greatest.version)
    }

    /// The version at which a counter of a unit rose most; the first of several.
    pub fn greatest_count_of(&self, unit: &str, counter: &str) -> Option<u64> {
        Some(self.units.get(unit)?.counted_at.get(counter)?.version)
    }

    /// The version of the attack with the highest `figure` of those that count, the first of several; nothing where it is 0.
    pub fn greatest_attack(
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

    /// The version at which the unit of most points was lost, of those of seats that count; the first of several.
    pub fn greatest_loss(&self, counts: impl Fn(Seat) -> bool) -> Option<u64> {
        let units = self.units.values();
        let lost = units.filter(|unit| unit.seat.is_some_and(&counts));
        lost.filter_map(|unit| Some((unit.points, unit.ending.as_ref()?.version)))
            .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))
            .map(|(_, version)| version)
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{Fact, Moment};

    use super::super::{Ending, Stage};
    use super::*;

    #[test]
    fn tests_spending_and_counters_lead_to_the_event_that_says_most() {
        let mut game = GameStatistics::default();
        let moment = Moment::default();
        let test = |unit: &str, passed, chance| Fact::MoraleChecked {
            unit: unit.to_owned(),
            seat: Seat::A,
            kind: "rout".to_owned(),
            need: 7,
            rolled: 7,
            passed,
            chance,
        };
        // Failed although 0.9 would pass: 0.1. Passed with 0.25, and failed with as much.
        game.fact(3, &moment, &test("A1", true, 0.5));
        game.fact(4, &moment, &test("A1", false, 0.9));
        game.fact(5, &moment, &test("A2", true, 0.25));
        game.fact(6, &moment, &test("A2", false, 0.75));
        let of = |unit| game.least_likely_test_of(unit, "rout");
        assert_eq!([of("A1"), of("A2"), of("B1")], [Some(4), Some(5), None]);
        assert_eq!(game.least_likely_test_of("A1", "fear"), None);
        assert_eq!(game.least_likely_test(Seat::A), Some(4));

        let spent = |amount| Fact::Spent {
            seat: Seat::B,
            of: "actions".to_owned(),
            on: String::new(),
            amount,
        };
        for (version, amount) in [(7, 1.0), (8, 2.0), (9, 2.0), (10, 0.0)] {
            game.fact(version, &moment, &spent(amount));
        }
        assert_eq!(game.greatest_spending(Seat::B, "actions"), Some(8));
        assert_eq!(game.greatest_spending(Seat::A, "actions"), None);

        let counted = |unit: Option<&str>, amount| Fact::Counted {
            counter: "orders".to_owned(),
            unit: unit.map(ToOwned::to_owned),
            seat: Some(Seat::B),
            amount,
        };
        game.fact(11, &moment, &counted(None, 1.0));
        game.fact(12, &moment, &counted(Some("B1"), 3.0));
        game.fact(13, &moment, &counted(Some("B2"), 3.0));
        assert_eq!(game.greatest_count(Seat::B, "orders"), Some(12));
        assert_eq!(game.greatest_count_of("B2", "orders"), Some(13));
        assert_eq!(game.greatest_count(Seat::A, "orders"), None);
    }

    #[test]
    fn the_greatest_loss_is_that_of_the_most_points() {
        let mut game = GameStatistics::default();
        let lost = [
            ("A1", Seat::A, 4.0, 31),
            ("A2", Seat::A, 6.0, 52),
            ("A3", Seat::A, 6.0, 44),
            ("B1", Seat::B, 9.0, 60),
        ];
        for (id, seat, points, version) in lost {
            let unit = game.unit(id, seat);
            unit.points = points;
            unit.ending = Some(Ending {
                version,
                stage: Stage::default(),
                cause: "melee".to_owned(),
                by: None,
                points,
            });
        }
        game.unit("A4", Seat::A).points = 99.0;
        game.seat(Seat::B).unlikeliest_test = Some(UnlikeliestTest {
            version: 9,
            chance: 0.1,
        });
        assert_eq!(game.greatest_loss(|seat| seat == Seat::A), Some(44));
        assert_eq!(game.greatest_loss(|_| true), Some(60));
        assert_eq!(game.greatest_loss(|_| false), None);
        let tests = [Seat::A, Seat::B].map(|seat| game.least_likely_test(seat));
        assert_eq!(tests, [None, Some(9)]);
    }
}
