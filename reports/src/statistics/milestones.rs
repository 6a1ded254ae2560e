//! Milestones of a game, and shares of points destroyed: worked out from what was counted.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GameStatistics, Stage};

/// The turn that changed the difference of the sides' scores most.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TippingTurn {
    /// Round, from 1; 0 before the battle.
    pub round: u32,
    /// Turn over the whole game, from 1; 0 before the battle.
    pub turn: u32,
    /// The number of the side that scored most in it, from 1.
    pub side: u8,
    /// How much more it scored than the side that scored least.
    pub swing: f64,
}

/// How often something happened, and where first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Occurrences {
    /// How often.
    pub times: u32,
    /// The version at which it first happened.
    pub first: u64,
}

impl Occurrences {
    pub(super) fn add_at(&mut self, version: u64) {
        if self.times == 0 {
            self.first = version;
        }
        self.times = self.times.saturating_add(1);
    }
}

impl GameStatistics {
    /// When units first came into a fight.
    pub(super) fn first_engaged(&self) -> Option<Stage> {
        let all = self.units.values().filter_map(|unit| unit.first_engaged.as_ref());
        all.min_by_key(|stage| stage.turn).cloned()
    }

    /// The turn with the largest swing, the first of several; nothing where no side scored more than another.
    pub(super) fn tipping_turn(&self) -> Option<TippingTurn> {
        let sides: BTreeSet<u8> = self.scores.iter().map(|score| score.side).collect();
        let turns: BTreeSet<(u32, u32)> = self
            .scores
            .iter()
            .map(|score| (score.stage.round, score.stage.turn))
            .collect();
        let mut found: Option<TippingTurn> = None;
        for (round, turn) in turns {
            let scored = |side: u8| -> f64 {
                let own = self.scores.iter().filter(|score| score.side == side);
                let now = own.filter(|score| (score.stage.round, score.stage.turn) == (round, turn));
                now.map(|score| score.amount).sum()
            };
            let mut by_side: Vec<(u8, f64)> = sides.iter().map(|side| (*side, scored(*side))).collect();
            by_side.sort_by(|one, other| other.1.total_cmp(&one.1));
            let Some(&(side, most)) = by_side.first() else {
                continue;
            };
            // A side that has never scored has nothing.
            let least = by_side.get(1..).and_then(<[_]>::last).map_or(0.0, |last| last.1);
            let swing = most - least;
            if swing > found.as_ref().map_or(0.0, |known| known.swing) {
                found = Some(TippingTurn {
                    round,
                    turn,
                    side,
                    swing,
                });
            }
        }
        found
    }

    /// The points of destroyed units by those who damaged them, each in proportion to the wounds that it dealt. Units that
    /// nobody of another seat damaged are nobody's.
    pub(super) fn points_by_share(&self) -> BTreeMap<&str, f64> {
        let mut shares = BTreeMap::new();
        for (lost, of) in &self.units {
            let Some(ending) = &of.ending else { continue };
            let enemies = self.matrix.iter().filter_map(|(by, row)| {
                let seat = self.units.get(by).and_then(|unit| unit.seat);
                let wounds = row.get(lost).map_or(0, |damage| damage.wounds);
                (seat != of.seat && wounds > 0).then_some((by.as_str(), f64::from(wounds)))
            });
            let enemies: Vec<(&str, f64)> = enemies.collect();
            let whole: f64 = enemies.iter().map(|(_, wounds)| wounds).sum();
            for (by, wounds) in enemies {
                *shares.entry(by).or_default() += ending.points * wounds / whole;
            }
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{DamageDealt, Fact, Moment, Seat, SideId};

    use super::super::CsvTable;
    use super::*;

    fn at(turn: u32) -> Moment {
        Moment {
            round: turn.div_ceil(2),
            turn,
            ..Moment::default()
        }
    }

    fn game(facts: &[(u32, Fact)]) -> GameStatistics {
        let mut game = GameStatistics::new();
        for (version, (turn, fact)) in (1..).zip(facts) {
            game.fact(version, &at(*turn), fact);
        }
        game
    }

    fn scored(side: u8, amount: f64) -> Fact {
        Fact::Scored {
            side: SideId(side),
            amount,
            total: amount,
            reason: "destroyed".to_owned(),
        }
    }

    fn damaged(unit: &str, seat: Seat, by: &str, wounds: u32) -> Fact {
        Fact::DamageDealt(DamageDealt {
            unit: unit.to_owned(),
            seat,
            by: Some(by.to_owned()),
            cause: "melee".to_owned(),
            wounds,
            models: wounds,
            share: 0.1,
        })
    }

    fn acts(unit: &str, seat: Seat) -> Fact {
        Fact::Activated {
            unit: unit.to_owned(),
            seat,
            action: "march".to_owned(),
        }
    }

    #[test]
    fn the_tipping_turn_is_that_of_the_largest_difference_of_scores() {
        // Turn 3: 200 against 150, a swing of 50. Turn 4: 120 against nothing. Turn 6: 120 again.
        let facts = [
            (3, scored(1, 200.0)),
            (3, scored(2, 150.0)),
            (4, scored(2, 70.0)),
            (4, scored(2, 50.0)),
            (6, scored(1, 120.0)),
        ];
        let found = game(&facts).report().tipping_turn.unwrap();
        assert_eq!((found.turn, found.side, found.swing), (4, 2, 120.0));
        assert_eq!(game(&[]).report().tipping_turn, None);
        let one = game(&[(2, scored(1, 30.0))]).report().tipping_turn.unwrap();
        assert_eq!((one.turn, one.side, one.swing), (2, 1, 30.0));
    }

    #[test]
    fn points_of_a_lost_unit_are_shared_by_the_wounds_of_its_enemies() {
        let destroyed = Fact::Destroyed {
            unit: "B1".to_owned(),
            seat: Seat::B,
            points: 120.0,
            cause: "melee".to_owned(),
            by: Some("A1".to_owned()),
        };
        // A1 dealt 1 of 4 wounds, A2 3; what B2 did to its friend counts for nobody, and B3 lives.
        let facts = [
            (1, acts("A1", Seat::A)),
            (1, acts("A2", Seat::A)),
            (1, acts("B2", Seat::B)),
            (2, damaged("B1", Seat::B, "A2", 3)),
            (2, damaged("B1", Seat::B, "B2", 5)),
            (2, damaged("B3", Seat::B, "A2", 5)),
            (3, damaged("B1", Seat::B, "A1", 1)),
            (3, destroyed),
        ];
        let report = game(&facts).report();
        let share = |id: &str| {
            let unit = report.units.iter().find(|unit| unit.unit == id).unwrap();
            unit.points_by_share
        };
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(near(share("A1"), 30.0) && near(share("A2"), 90.0) && near(share("B2"), 0.0));
        assert!(near(report.seats[0].points_by_share, 120.0));
        let last_blow = report.units[0].figures.points_destroyed;
        assert!(near(last_blow, 120.0), "the last blow was A1's");
    }

    #[test]
    fn first_fights_and_the_first_break_are_noted_with_their_turns() {
        let engaged = |unit: &str, with: &str| Fact::Engaged {
            unit: unit.to_owned(),
            seat: Seat::A,
            with: with.to_owned(),
            direction: "front".to_owned(),
            charge: true,
        };
        let broken = |seat, unit: &str| Fact::Broken {
            unit: unit.to_owned(),
            seat,
        };
        let facts = [
            (5, engaged("A1", "B1")),
            (7, engaged("A2", "B1")),
            (8, broken(Seat::B, "B1")),
            (9, broken(Seat::A, "A1")),
        ];
        let report = game(&facts).report();
        let turn = |id: &str| {
            let unit = report.units.iter().find(|unit| unit.unit == id);
            let stage = unit.and_then(|unit| unit.figures.first_engaged.as_ref());
            stage.map(|stage| stage.turn)
        };
        assert_eq!(["A1", "A2", "B1"].map(turn), [Some(5), Some(7), Some(5)]);
        assert_eq!(report.first_engaged.map(|stage| stage.turn), Some(5));
        assert_eq!(report.first_break.map(|stage| stage.turn), Some(8));
    }

    #[test]
    fn orders_are_counted_by_turn_and_those_that_were_kept() {
        let ordered = |unit: &str, order: &str| Fact::OrderGiven {
            unit: unit.to_owned(),
            seat: Seat::A,
            order: order.to_owned(),
        };
        let facts = [
            (0, ordered("A1", "Close")),
            (0, ordered("A2", "Hold")),
            (3, ordered("A2", "Close")),
        ];
        let game = game(&facts);
        let report = game.report();
        assert_eq!(report.seats[0].orders_kept, 1, "A1 has had one order");
        let orders: Vec<(u32, u32)> = report
            .periods
            .iter()
            .map(|period| (period.turn, period.seats[&Seat::A].orders))
            .collect();
        assert_eq!(orders, [(0, 2), (3, 1)]);
    }

    #[test]
    fn an_order_that_a_unit_lost_has_not_lasted_all_game() {
        let unit = |name: &str| name.to_owned();
        let ordered = |name: &str| Fact::OrderGiven {
            unit: unit(name),
            seat: Seat::A,
            order: "Close".to_owned(),
        };
        let broken = |name: &str| Fact::Broken {
            unit: unit(name),
            seat: Seat::A,
        };
        let destroyed = |name: &str| Fact::Destroyed {
            unit: unit(name),
            seat: Seat::A,
            points: 100.0,
            cause: "in combat".to_owned(),
            by: None,
        };
        let passed = |name: &str, without_order| Fact::TurnPassed {
            unit: unit(name),
            seat: Seat::A,
            in_combat: false,
            without_order,
        };
        let kept = |facts: &[Fact]| {
            let facts: Vec<(u32, Fact)> = facts.iter().map(|fact| (3, fact.clone())).collect();
            game(&facts).report().seats[0].orders_kept
        };
        assert_eq!(kept(&[ordered("A1"), passed("A1", false)]), 1, "to the end");
        assert_eq!(kept(&[ordered("A1"), destroyed("A1")]), 1, "lost with its order");
        assert_eq!(kept(&[ordered("A1"), broken("A1"), destroyed("A1")]), 0);
        assert_eq!(kept(&[ordered("A1"), broken("A1")]), 0, "it has none at the end");
        assert_eq!(kept(&[ordered("A1"), passed("A1", true)]), 0, "Disrupted");
        assert_eq!(kept(&[ordered("A1"), broken("A1"), ordered("A1")]), 0, "rallied");
        assert_eq!(kept(&[passed("A1", false)]), 0, "it never had any");
    }

    #[test]
    fn counters_of_units_players_and_the_game_are_lines_of_a_table() {
        let counted = |unit: Option<&str>, seat, amount| Fact::Counted {
            counter: "turns_idle".to_owned(),
            unit: unit.map(str::to_owned),
            seat,
            amount,
        };
        let facts = [
            (1, counted(Some("A1"), Some(Seat::A), 1.0)),
            (2, counted(Some("A1"), Some(Seat::A), 1.0)),
            (2, counted(None, Some(Seat::B), 4.0)),
            (2, counted(None, None, 7.0)),
        ];
        let text = game(&facts).csv(CsvTable::Counters);
        let expected = "counter,unit,seat,amount\nturns_idle,A1,A,2\nturns_idle,,B,4\nturns_idle,,,7\n";
        assert_eq!(text, expected);
    }
}
