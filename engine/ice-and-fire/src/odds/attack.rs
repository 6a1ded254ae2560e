//! Attack dice, defence dice and the wounds between them. Rules `IF-ATK-03` to `IF-ATK-09`, `IF-ABIL-01` to `-03`, `-05`.

use hindsight_kernel::Distribution;
use hindsight_kernel::odds::{OddsError, SuccessRule};

use super::{ShownDie, Stage, Terms};
use crate::cards::AttackAbility;

/// The most dice of one roll that are worked out.
const MOST_DICE: u32 = 200;

/// What one attack die comes to, each with its chance: a miss, a hit, a 6 that hits.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Faces {
    miss: f64,
    hit: f64,
    six: f64,
}

/// What an attack die is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Miss,
    Hit,
    Six,
}

impl Faces {
    const fn of(mark: Mark) -> Self {
        let mut faces = Self {
            miss: 0.0,
            hit: 0.0,
            six: 0.0,
        };
        match mark {
            Mark::Miss => faces.miss = 1.0,
            Mark::Hit => faces.hit = 1.0,
            Mark::Six => faces.six = 1.0,
        }
        faces
    }

    fn plus(self, chance: f64, more: Self) -> Self {
        Self {
            miss: self.miss + chance * more.miss,
            hit: self.hit + chance * more.hit,
            six: self.six + chance * more.six,
        }
    }

    const NONE: Self = Self {
        miss: 0.0,
        hit: 0.0,
        six: 0.0,
    };
}

impl Terms {
    /// Hits that allow a die, while they are open, and the wounds of the attack, surplus included.
    pub(super) fn wounds_of_the_attack(&self) -> Result<(Option<Distribution>, Distribution), OddsError> {
        match &self.stage {
            Stage::Dice(dice) => {
                let each = self.fresh_die();
                let dice = (*dice).min(MOST_DICE);
                Ok((
                    Some(self.hits_of(each)?.times(dice)),
                    self.wounds_from(each)?.times(dice),
                ))
            }
            Stage::Rolled(shown) => {
                let mut hits = Distribution::point(0);
                let mut wounds = Distribution::point(0);
                for die in shown.iter().take(MOST_DICE as usize) {
                    let each = self.shown_die(*die);
                    hits = hits.convolve(&self.hits_of(each)?);
                    wounds = wounds.convolve(&self.wounds_from(each)?);
                }
                Ok((Some(hits), wounds))
            }
            Stage::Counted { hits, precise } => {
                let unblocked = Distribution::binomial((*hits).min(MOST_DICE), self.unblocked());
                Ok((None, unblocked.shift((*precise).min(MOST_DICE) as i32)))
            }
            Stage::Saving { shown, precise } => {
                let start = Distribution::point((*precise).min(MOST_DICE) as i32);
                let wounds = shown.iter().take(MOST_DICE as usize).fold(start, |wounds, die| {
                    wounds.convolve(&Distribution::bernoulli(self.shown_unblocked(*die)))
                });
                Ok((None, wounds))
            }
            Stage::Wounded | Stage::Panicking(_) | Stage::Over => Ok((None, Distribution::point(0))),
        }
    }

    /// How a defence die is read. Rule `IF-ATK-07`: the result is at most 6 and at least 0.
    fn save_rule(&self) -> SuccessRule {
        // Rule `IF-ABIL-03`.
        let sundering = i32::from(self.abilities.has(AttackAbility::Sundering));
        SuccessRule::at_least(i32::from(self.save))
            .modified(self.defence_mod - sundering)
            .results(0, 6)
    }

    /// The chance that a hit is not blocked in the end, tokens and re-rolls included. Rules `IF-ATK-06`, `IF-ATK-08`.
    fn unblocked(&self) -> f64 {
        let block = self.save_rule().chance();
        // The attacker's player rolls blocks again first, then the defender's player the dice that failed at once.
        let kept = if self.vulnerable { block * block } else { block };
        let again = if self.reroll_defence {
            (1.0 - block) * block
        } else {
            0.0
        };
        1.0 - kept - again
    }

    /// The chance that a hit whose defence die is seen is not blocked in the end.
    fn shown_unblocked(&self, die: ShownDie) -> f64 {
        let rule = self.save_rule();
        let fails = 1.0 - rule.chance();
        let blocks = rule.mark(i32::from(die.face)) != hindsight_kernel::odds::Mark::Miss;
        match (blocks, die.rerolled) {
            (true, false) if self.vulnerable => fails,
            (false, false) if self.reroll_defence => fails,
            (true, _) => 0.0,
            (false, _) => 1.0,
        }
    }

    /// What a face is. Rules `IF-ATK-03`, `IF-ATK-07`: effects that look for a 6 look at the face.
    const fn mark(&self, face: u8) -> Mark {
        if face < self.to_hit {
            Mark::Miss
        } else if face == 6 {
            Mark::Six
        } else {
            Mark::Hit
        }
    }

    /// What a die is worth, in wounds to be expected.
    fn worth(&self, mark: Mark) -> f64 {
        let through = self.unblocked();
        let critical = self.abilities.has(AttackAbility::CriticalBlow);
        let precision = self.abilities.has(AttackAbility::Precision);
        match mark {
            Mark::Miss => 0.0,
            Mark::Hit => through,
            // Rules `IF-ABIL-01`, `-02`, `-05`.
            Mark::Six => (if precision { 1.0 } else { through }) + if critical { through } else { 0.0 },
        }
    }

    /// A new die that nobody rolls again.
    fn plain(&self) -> Faces {
        (1..=6).fold(Faces::NONE, |faces, face| {
            faces.plus(1.0 / 6.0, Faces::of(self.mark(face)))
        })
    }

    /// What a new die is worth.
    fn worth_of_a_new_die(&self) -> f64 {
        (1..=6).map(|face| self.worth(self.mark(face))).sum::<f64>() / 6.0
    }

    /// A die that is seen and may be rolled again. Rule `IF-ATK-04`: first by its player, then by the enemy, once in all.
    fn shown_die(&self, die: ShownDie) -> Faces {
        let mark = self.mark(die.face);
        let (worth, new) = (self.worth(mark), self.worth_of_a_new_die());
        let better = self.reroll_attack && worth < new - 1e-12;
        let worse = self.weakened && worth > new + 1e-12;
        if !die.rerolled && (better || worse) {
            self.plain()
        } else {
            Faces::of(mark)
        }
    }

    /// A die that is still to be rolled.
    fn fresh_die(&self) -> Faces {
        (1..=6).fold(Faces::NONE, |faces, face| {
            let die = ShownDie {
                face,
                rerolled: false,
            };
            faces.plus(1.0 / 6.0, self.shown_die(die))
        })
    }

    /// The hits with a defence die that one attack die gives.
    fn hits_of(&self, faces: Faces) -> Result<Distribution, OddsError> {
        let critical = self.abilities.has(AttackAbility::CriticalBlow);
        let precision = self.abilities.has(AttackAbility::Precision);
        let of_six = usize::from(!precision) + usize::from(critical);
        let mut chances = [faces.miss, faces.hit, 0.0];
        chances[of_six] += faces.six;
        Distribution::from_weights(0, chances.to_vec())
    }

    /// The wounds that one attack die gives. Rules `IF-ATK-06`, `IF-ABIL-01`, `-02`, `-05`.
    fn wounds_from(&self, faces: Faces) -> Result<Distribution, OddsError> {
        let critical = self.abilities.has(AttackAbility::CriticalBlow);
        let precision = self.abilities.has(AttackAbility::Precision);
        let through = self.unblocked();
        let die = Distribution::bernoulli(through);
        let none = Distribution::point(0);
        let of_six = match (precision, critical) {
            (false, false) => die.clone(),
            (false, true) => Distribution::binomial(2, through),
            (true, false) => Distribution::point(1),
            (true, true) => die.shift(1),
        };
        Distribution::mixture([(faces.miss, &none), (faces.hit, &die), (faces.six, &of_six)])
    }
}
