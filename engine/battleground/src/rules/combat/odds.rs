//! The exact odds of an attack (p. 98, derived): whole distributions of hits, wounds and boxes with Overkill, Impact
//! Hits, rerolls and changes of damage.

use hindsight_kernel::odds::{
    Again, Chain, ChainStep, Distribution, OddsError, Pool, Reroll, RerollWhich, SuccessRule,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::targets;
use crate::field::Field;
use crate::model::attack::{Attack, AttackKind, AttackStage, Numbers};
use crate::model::effect::Dice;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::procedures::attack::modifiers::Situation;
use crate::procedures::attack::{hits_and_wounds, numbers};

/// The rule by which attack dice are read: at or under the target, 1s succeed, 6s fail, Overkill. Rules `BG4-ATK-11` to
/// `BG4-ATK-13` (p. 98).
pub const fn rule(target: i32) -> SuccessRule {
    SuccessRule::roll_under(target)
}

/// The stage that an attack has reached for certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// So many to-hit dice are still to be rolled.
    Dice(u32),
    /// So many hits were made, Impact Hits with them.
    Hits(u32),
    /// So many wounds were made, before anything changes them.
    Wounds(u32),
}

/// An attack as its odds are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospect {
    /// Where it begins.
    pub start: Start,
    /// The to-hit target number.
    pub to_hit: i32,
    /// Rerolls of the to-hit dice, in order: whose dice, at most so many.
    pub hit_rerolls: Vec<(Dice, Option<u8>)>,
    /// Changes of the number of hits that the dice make, in order, never below none.
    pub hits: Vec<i32>,
    /// Impact Hits.
    pub impact_hits: u32,
    /// The to-wound target number.
    pub to_wound: i32,
    /// Rerolls of the to-wound dice, in order.
    pub wound_rerolls: Vec<(Dice, Option<u8>)>,
    /// Changes of the wounds at the damage step, in order; more only where there is one.
    pub wounds: Vec<i32>,
    /// The least damage that is done whatever the dice show, before it is changed. Rule `BG3-KEY-06` (p. 30).
    pub least: u32,
    /// Unmarked boxes of the target.
    pub boxes: u32,
}

/// The exact odds of an attack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttackOdds {
    /// Hits, Impact Hits with them.
    pub hits: Distribution,
    /// Wounds after all changes.
    pub wounds: Distribution,
    /// Boxes marked.
    pub boxes: Distribution,
    /// The chance that the last box is marked.
    pub destroys: f64,
}

impl Prospect {
    /// An attack with these numbers from its first die, without further cards.
    pub fn of(numbers: &Numbers, boxes: u32) -> Self {
        Self {
            start: Start::Dice(numbers.dice.max(0) as u32),
            to_hit: numbers.to_hit,
            hit_rerolls: Vec::new(),
            hits: Vec::new(),
            impact_hits: numbers.impact_hits.max(0) as u32,
            to_wound: numbers.to_wound,
            wound_rerolls: Vec::new(),
            wounds: Vec::new(),
            least: 0,
            boxes,
        }
    }

    /// Its exact odds.
    ///
    /// Whoever may choose dice for a reroll takes the ones that serve them best.
    ///
    /// # Errors
    /// More dice than can be worked out exactly: never with the numbers of a unit card.
    pub fn odds(&self) -> Result<AttackOdds, OddsError> {
        let hits = match self.start {
            Start::Dice(dice) => self
                .hits
                .iter()
                .fold(
                    pool(self.to_hit, &self.hit_rerolls).successes(dice)?,
                    |hits, by| changed(&hits, *by),
                )
                .shift(i32::try_from(self.impact_hits).unwrap_or(i32::MAX)),
            Start::Hits(hits) => point(hits),
            Start::Wounds(wounds) => {
                return Ok(self.ended(point(wounds), &self.damage(Chain::dice(wounds))?));
            }
        };
        let chain = Chain::of(hits.clone()).roll("wounds", pool(self.to_wound, &self.wound_rerolls));
        let wounds = self.damage(chain)?;
        Ok(self.ended(hits, &wounds))
    }

    /// The wounds of a chain after the damage step: the least of a Colossal unit first, then the changes.
    fn damage(&self, chain: Chain) -> Result<Distribution, OddsError> {
        let made = chain.then("least", ChainStep::AtLeast { count: self.least });
        let changed = self.wounds.iter().fold(made, |chain, &change| {
            let step = match u32::try_from(change) {
                Ok(count) => ChainStep::AddIfAny { count },
                Err(_) => ChainStep::Add { count: change },
            };
            chain.then("damage", step)
        });
        Ok(changed.odds()?.total)
    }

    fn ended(&self, hits: Distribution, wounds: &Distribution) -> AttackOdds {
        let boxes = i32::try_from(self.boxes).unwrap_or(i32::MAX);
        AttackOdds {
            hits,
            destroys: wounds.at_least(boxes),
            boxes: wounds.cap(boxes),
            wounds: wounds.clone(),
        }
    }
}

/// Hits after a change of their number.
pub(super) fn changed(hits: &Distribution, by: i32) -> Distribution {
    hits.shift(by).clamp(0, i32::MAX)
}

fn point(count: u32) -> Distribution {
    Distribution::point(i32::try_from(count).unwrap_or(i32::MAX))
}

/// Dice at a target number with rerolls, a die once per card.
fn pool(target: i32, rerolls: &[(Dice, Option<u8>)]) -> Pool {
    let start = Pool::new(rule(target)).again(Again::OncePerReroll);
    rerolls.iter().fold(start, |pool, &(dice, most)| {
        let which = match (dice, most) {
            (Dice::Failed, _) => RerollWhich::Misses,
            (Dice::Successful, Some(_)) => RerollWhich::Successes,
            (Dice::Successful, None) => RerollWhich::EverySuccess,
            (Dice::Showing(face), _) => RerollWhich::Face(i32::from(face)),
        };
        pool.reroll(Reroll {
            which,
            most: most.map(u32::from),
        })
    })
}

/// Successes of dice that lie, kept together with others still to be thrown, at a target number. Rules `BG4-ATK-11` to
/// `BG4-ATK-13` (p. 98).
pub(crate) fn successes_with(target: i32, kept: &[u8], thrown: u32) -> Distribution {
    let limit = target.clamp(1, 5);
    let fives = kept.iter().filter(|&&face| i32::from(face) <= limit).count() as i32;
    let sixes: i32 = kept.iter().map(|face| i32::from(*face == 6)).sum();
    let saved = (target - 5).max(0);
    // How many of the new dice show a six, and of the others how many succeed.
    Distribution::binomial(thrown, 1.0 / 6.0).bind(|new| {
        let rest = thrown.saturating_sub(new.max(0) as u32);
        Distribution::binomial(rest, f64::from(limit) / 5.0).shift(fives + (sixes + new).min(saved))
    })
}

/// The numbers and odds of an attack that could be made now; nothing without the two units.
pub(crate) fn preview(
    state: &State,
    attacker: UnitId,
    target: UnitId,
    kind: AttackKind,
) -> Option<(Numbers, AttackOdds)> {
    let field = Field::of(state);
    let attack = targets::prepared(&Situation::of(&field), attacker, target, kind);
    // ERR: more dice than can be worked out exactly have no odds, and none are told.
    let odds = prospect(state, &attack)?.odds().ok()?;
    Some((attack.numbers, odds))
}

/// The odds of the attack at hand from where it stands, with the cards played so far.
pub(crate) fn now(state: &State) -> Option<AttackOdds> {
    // ERR: more dice than can be worked out exactly have no odds, and none are told.
    prospect(state, state.attack.as_deref()?)?.odds().ok()
}

/// The same with the numbers that the cards played so far have made.
pub(crate) fn now_with_numbers(state: &State) -> Option<(Numbers, AttackOdds)> {
    let attack = state.attack.as_deref()?;
    Some((numbers::numbers_now(state, attack), now(state)?))
}

/// An attack from where it stands.
pub(crate) fn prospect(state: &State, attack: &Attack) -> Option<Prospect> {
    let target = state.unit(attack.target)?;
    let left = state.boxes_left(target);
    let numbers = numbers::numbers_now(state, attack);
    let start = match attack.stage {
        AttackStage::BeforeHit => Start::Dice(numbers.dice.max(0) as u32),
        AttackStage::AfterHit | AttackStage::BeforeWound => {
            Start::Hits(hits_and_wounds::hits(attack, &numbers))
        }
        AttackStage::AfterWound | AttackStage::Damage | AttackStage::Resolution => {
            Start::Wounds(hits_and_wounds::wounds_before_changes(state, attack, &numbers))
        }
    };
    Some(Prospect {
        start,
        hits: hits_and_wounds::hit_changes(attack).collect(),
        wounds: hits_and_wounds::wound_changes(attack)
            .into_iter()
            .map(|(_, by)| by)
            .collect(),
        least: hits_and_wounds::least_damage(state, attack),
        ..Prospect::of(&numbers, u32::from(left))
    })
}

/// The hits of an attack as its dice lie, Impact Hits with them.
pub(crate) fn hits_now(state: &State, attack: &Attack) -> u32 {
    hits_and_wounds::hits(attack, &numbers::numbers_now(state, attack))
}
