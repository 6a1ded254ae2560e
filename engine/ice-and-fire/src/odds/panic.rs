//! The Panic Test at the end of an attack. Rules `IF-ATK-10`, `IF-MOR-02`, `IF-MOR-04`, `IF-MOR-05`, `IF-COND-02`.

use hindsight_kernel::Distribution;

use super::{ShownDie, Stage, Terms};
use crate::cards::AttackAbility;

/// The most wounds of a failed test.
pub(super) const MOST: i32 = 3;

/// What a Panic Test comes to.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PanicOdds {
    /// The chance that dice are rolled at all.
    pub(super) tested: f64,
    /// The chance that it fails.
    pub(super) fails: f64,
    /// Its wounds.
    pub(super) wounds: Distribution,
}

impl Terms {
    /// Whether a sum of two D6 fails the test. Rules `IF-MOR-02`, `IF-MOR-04`, `IF-ABIL-04`.
    fn fails(&self, sum: i32) -> bool {
        let vicious = if self.abilities.has(AttackAbility::Vicious) {
            2
        } else {
            0
        };
        (sum + self.panic_mod - vicious).max(0) < i32::from(self.morale)
    }

    /// The test of a unit that can still take `left` wounds.
    pub(super) fn panic_test(&self, left: i32) -> PanicOdds {
        if let (Some(wounds), false) = (self.replace_panic, matches!(self.stage, Stage::Panicking(_))) {
            return PanicOdds {
                tested: 0.0,
                fails: 0.0,
                wounds: Distribution::point(i32::from(wounds).min(left)),
            };
        }
        let mut fails = 0.0;
        let mut wounds = [0.0; 1 + MOST as usize];
        match self.stage {
            Stage::Panicking(dice) => self.read(dice, left, 1.0, &mut fails, &mut wounds),
            _ => {
                for one in 1..=6 {
                    for two in 1..=6 {
                        for three in 1..=3 {
                            let dice = [one, two, three].map(|face| ShownDie {
                                face,
                                rerolled: false,
                            });
                            self.read(dice, left, 1.0 / 108.0, &mut fails, &mut wounds);
                        }
                    }
                }
            }
        }
        PanicOdds {
            tested: 1.0,
            fails,
            // ERR: a test that is taken has results: their weights are never all none.
            wounds: Distribution::from_weights(0, wounds.to_vec()).unwrap_or_else(|_| Distribution::point(0)),
        }
    }

    /// Adds what a roll comes to, after the best use of a Panicked token: the dice are chosen so that the most wounds are
    /// to be expected. Rule `IF-COND-02`.
    fn read(&self, dice: [ShownDie; 3], left: i32, chance: f64, fails: &mut f64, wounds: &mut [f64]) {
        let faces = dice.map(|die| i32::from(die.face));
        let test = self.failing(dice, faces);
        let worth = |value: i32| f64::from(value.min(left));
        let new = (1..=MOST).map(worth).sum::<f64>() / f64::from(MOST);
        let again = self.panicked && !dice[2].rerolled && worth(faces[2]) < new - 1e-12;
        *fails += chance * test;
        wounds[0] += chance * (1.0 - test);
        for value in 1..=MOST {
            let share = match again {
                true => 1.0 / f64::from(MOST),
                false if value == faces[2] => 1.0,
                false => 0.0,
            };
            wounds[value.min(left).max(0) as usize] += chance * test * share;
        }
    }

    /// The chance that the two D6 of a roll fail in the end.
    fn failing(&self, dice: [ShownDie; 3], faces: [i32; 3]) -> f64 {
        let stays = if self.fails(faces[0] + faces[1]) { 1.0 } else { 0.0 };
        if !self.panicked {
            return stays;
        }
        let one = |kept: i32| (1..=6).filter(|new| self.fails(kept + new)).count() as f64 / 6.0;
        let both = || (1..=6).map(one).sum::<f64>() / 6.0;
        let mut best: f64 = stays;
        if !dice[0].rerolled {
            best = best.max(one(faces[1]));
        }
        if !dice[1].rerolled {
            best = best.max(one(faces[0]));
        }
        if !dice[0].rerolled && !dice[1].rerolled {
            best = best.max(both());
        }
        best
    }
}
