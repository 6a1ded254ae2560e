//! The exact odds of an attack, from its declaration to the end of its Panic Test.
//!
//! [`Terms`] are the numbers of one attack, [`Terms::odds`] works them out without simulation. Who may roll dice again
//! does what is best for them die by die: an attacker rolls again what is worth less than a new die, the enemy what is
//! worth more, counted in expected wounds. A die is rolled again at most once (rule `IF-ATK-04`). `usable` gives the
//! odds of the attack on the table with and without each card, Order and token that could be used.

mod attack;
mod chances;
mod panic;
mod position;
mod usable;

use hindsight_kernel::Distribution;
use hindsight_kernel::odds::OddsError;

use crate::cards::{AttackAbility, UnitKind};

pub use self::position::{Alternative, ChargeProspect, Prospect, alternatives, under_way};
pub use self::usable::{Change, changed_by};

/// A set of attack abilities. Rule `IF-UNIT-09`: each counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Abilities(u8);

impl Abilities {
    /// Whether an ability is among them.
    pub const fn has(self, ability: AttackAbility) -> bool {
        self.0 & (1 << ability as u8) != 0
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, ability: AttackAbility) -> Self {
        Self(self.0 | 1 << ability as u8)
    }
}

impl FromIterator<AttackAbility> for Abilities {
    fn from_iter<I: IntoIterator<Item = AttackAbility>>(abilities: I) -> Self {
        abilities.into_iter().fold(Self::default(), Self::with)
    }
}

/// A die on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownDie {
    /// Its face.
    pub face: u8,
    /// Whether it was rolled again already: it is not rolled again once more. Rule `IF-ATK-04`.
    pub rerolled: bool,
}

/// The stage that an attack has reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// So many attack dice are to be rolled.
    Dice(u32),
    /// The attack dice lie on the table; they may still be rolled again.
    Rolled(Vec<ShownDie>),
    /// The hits are counted: so many allow a defence die, so many wounds allow none.
    Counted {
        /// Hits with a die.
        hits: u32,
        /// Wounds without one.
        precise: u32,
    },
    /// The defence dice lie on the table; they may still be rolled again.
    Saving {
        /// The dice.
        shown: Vec<ShownDie>,
        /// Wounds that allow none.
        precise: u32,
    },
    /// The wounds are dealt and taken from the defender; only the Panic Test is left.
    Wounded,
    /// The dice of the Panic Test lie on the table: two D6 and the value of the D3.
    Panicking([ShownDie; 3]),
    /// The attack is over, its Panic Test included: it costs nothing more. Rule `IF-ATK-11`.
    Over,
}

/// Everything the odds of one attack depend on.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a choice of its own that a player may take or leave"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// How far it has come.
    pub stage: Stage,
    /// The least face that hits.
    pub to_hit: u8,
    /// The attack's abilities, those from cards included.
    pub abilities: Abilities,
    /// Whether the attacker's player may roll any attack dice again: the Charge Bonus, a card, an Order.
    pub reroll_attack: bool,
    /// Whether the defender's player expends the attacker's Weakened token.
    pub weakened: bool,
    /// The defender's Defence save.
    pub save: u8,
    /// Added to each defence die, Flank, Rear and Fortified included, Sundering not.
    pub defence_mod: i32,
    /// Whether the attacker's player expends the defender's Vulnerable token.
    pub vulnerable: bool,
    /// Whether the defender's player may roll any defence dice again.
    pub reroll_defence: bool,
    /// What the defender is.
    pub kind: UnitKind,
    /// Its models alive.
    pub models: u8,
    /// Wounds that remove one model.
    pub wounds_per_model: u8,
    /// Wounds on the wounded model.
    pub wounded: u8,
    /// Its Morale number.
    pub morale: u8,
    /// Added to the Panic Test: Flank, Rear, terrain, abilities; Vicious not.
    pub panic_mod: i32,
    /// Whether the attacker's player expends the defender's Panicked token.
    pub panicked: bool,
    /// Wounds suffered instead of a Panic Test.
    pub replace_panic: Option<u8>,
}

/// The odds of an attack.
#[derive(Debug, Clone, PartialEq)]
pub struct AttackOdds {
    /// Hits that allow a defence die, while they are not counted yet.
    pub hits: Option<Distribution>,
    /// Wounds of the attack itself, surplus left out.
    pub attack_wounds: Distribution,
    /// The chance that a Panic Test is taken.
    pub tested: f64,
    /// The chance that it is taken and failed.
    pub panics: f64,
    /// Wounds of the Panic Test, surplus left out.
    pub panic_wounds: Distribution,
    /// All wounds together, surplus left out.
    pub wounds: Distribution,
    /// Models lost.
    pub models: Distribution,
    /// Ranks lost.
    pub ranks: Distribution,
    /// The chance that the defender is destroyed.
    pub destroyed: f64,
}

impl Terms {
    /// Wounds the defender can still take. Rule `IF-UNIT-05`.
    pub const fn wounds_left(&self) -> u32 {
        (self.models as u32 * self.wounds_per_model as u32).saturating_sub(self.wounded as u32)
    }

    /// Models alive after so many more wounds. Rules `IF-UNIT-04`, `IF-UNIT-05`.
    pub const fn models_after(&self, wounds: u32) -> u8 {
        let per_model = if self.wounds_per_model == 0 {
            1
        } else {
            self.wounds_per_model as u32
        };
        let gone = (self.wounded as u32 + wounds) / per_model;
        self.models
            .saturating_sub(if gone > 255 { 255 } else { gone as u8 })
    }

    /// The exact odds of the attack.
    ///
    /// # Errors
    /// [`OddsError`] for more dice than any attack has.
    pub fn odds(&self) -> Result<AttackOdds, OddsError> {
        let left = self.wounds_left() as i32;
        let (hits, dealt) = self.wounds_of_the_attack()?;
        let attack_wounds = dealt.cap(left);
        // For each number of wounds that the attack takes: what the Panic Test then takes.
        let mut tested = 0.0;
        let mut panics = 0.0;
        let mut panic_parts: Vec<(f64, Distribution)> = Vec::new();
        let mut total_parts: Vec<(f64, Distribution)> = Vec::new();
        let mut by_cap: Vec<(i32, panic::PanicOdds)> = Vec::new();
        for (wounds, chance) in attack_wounds.iter().filter(|(_, chance)| *chance > 0.0) {
            let takes_test = match self.stage {
                Stage::Wounded | Stage::Panicking(_) => left > 0,
                Stage::Over => false,
                _ => wounds > 0 && wounds < left,
            };
            if !takes_test {
                panic_parts.push((chance, Distribution::point(0)));
                total_parts.push((chance, Distribution::point(wounds)));
                continue;
            }
            // Beyond the most that a test takes it is the same test.
            let most = self.replace_panic.map_or(panic::MOST, i32::from).max(panic::MOST);
            let cap = (left - wounds).min(most);
            let known = by_cap.iter().find(|(known, _)| *known == cap);
            let odds = known.map_or_else(|| self.panic_test(cap), |(_, odds)| odds.clone());
            if known.is_none() {
                by_cap.push((cap, odds.clone()));
            }
            tested += chance * odds.tested;
            panics += chance * odds.fails;
            total_parts.push((chance, odds.wounds.shift(wounds)));
            panic_parts.push((chance, odds.wounds));
        }
        let mixed = |parts: &[(f64, Distribution)]| {
            Distribution::mixture(parts.iter().map(|(chance, part)| (*chance, part)))
        };
        let wounds = mixed(&total_parts)?;
        let models = wounds.map(|wounds| i32::from(self.models - self.models_after(wounds as u32)));
        let full = i32::from(self.kind.remaining_ranks(self.models));
        let ranks = wounds
            .map(|wounds| full - i32::from(self.kind.remaining_ranks(self.models_after(wounds as u32))));
        Ok(AttackOdds {
            hits,
            attack_wounds,
            tested,
            panics,
            panic_wounds: mixed(&panic_parts)?,
            destroyed: wounds.at_least(left),
            wounds,
            models,
            ranks,
        })
    }
}

#[cfg(test)]
mod chances_tests;
#[cfg(test)]
mod enumerated;
#[cfg(test)]
mod tests;
