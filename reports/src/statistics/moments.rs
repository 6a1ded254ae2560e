//! The events of a game that say most about its figures: the least likely roll and test, the greatest attack and loss.

use hindsight_kernel::Seat;

use super::{AttackEntry, GameStatistics, RollEntry};

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
    use super::super::{Ending, Stage, UnlikeliestTest};
    use super::*;

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
