//! Effects of cards, spells, abilities and unit cards: a small typed vocabulary that packs are written in.
//!
//! A [`Change`] alters numbers, a [`Condition`] says when, an [`Effect`] is one thing that a card, spell or ability
//! does, a [`Trigger`] is a special rule that answers a [`Happening`] with effects. What the vocabulary cannot say is
//! written as [`Effect::ByRuling`]: the players are asked when its moment comes, nothing is left out in silence.

mod condition;
mod trigger;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use hindsight_kernel::{Message, message};

use crate::messages::MESSAGES;

pub use condition::Condition;
pub use trigger::{Happening, Trigger, Whom};

/// Changes of a unit's numbers, each added: `(+1)+0/-1` is one die more and one power less; `def +1/+0` one defensive
/// skill more. Rule `BG4-CARDS-12` (p. 98).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Change {
    /// Attack dice.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = -12, max = 12))]
    pub dice: i8,
    /// Offensive skill.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = -12, max = 12))]
    pub skill: i8,
    /// Power.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = -12, max = 12))]
    pub power: i8,
    /// Defensive skill.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = -12, max = 12))]
    pub def_skill: i8,
    /// Toughness.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = -12, max = 12))]
    pub toughness: i8,
    /// Courage.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = -12, max = 12))]
    pub courage: i8,
    /// Rows of the Movement Category table.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = -12, max = 12))]
    pub mc: i8,
    /// Impact Hits.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = -12, max = 12))]
    pub impact_hits: i8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
const fn is_zero(number: &i8) -> bool {
    *number == 0
}

impl Change {
    /// Both together.
    #[must_use]
    pub const fn and(self, more: Self) -> Self {
        Self {
            dice: self.dice.saturating_add(more.dice),
            skill: self.skill.saturating_add(more.skill),
            power: self.power.saturating_add(more.power),
            def_skill: self.def_skill.saturating_add(more.def_skill),
            toughness: self.toughness.saturating_add(more.toughness),
            courage: self.courage.saturating_add(more.courage),
            mc: self.mc.saturating_add(more.mc),
            impact_hits: self.impact_hits.saturating_add(more.impact_hits),
        }
    }

    /// Whether it changes nothing.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// A size, type or equipment keyword, or `infantry` for a unit that is neither cavalry, skirmisher nor wheeled.
/// Rules `BG4-KEYW-01`, `BG4-KEYW-02`, `BG4-KEYW-05` (pp. 119-120, 122).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Keyword {
    /// The default size.
    Normal,
    /// Rule `BG4-KEYW-03` (p. 120).
    Large,
    /// Rules `BG4-COLOS-01` to `BG4-COLOS-09` (pp. 120-122).
    Colossal,
    /// The default type. Rule `BG4-KEYW-05` (p. 122).
    Infantry,
    /// Rules `BG4-KEYW-06`, `BG4-KEYW-07` (pp. 122-123).
    Cavalry,
    /// Rule `BG4-KEYW-08` (p. 123).
    Fearsome,
    /// Rule `BG4-KEYW-09` (p. 131).
    Terrifying,
    /// Rules `BG4-FLY-01` to `BG4-FLY-16` (pp. 31, 123-126).
    Flying,
    /// Rules `BG4-MERC-01` to `BG4-MERC-05` (pp. 126-127, 136).
    Mercenary,
    /// Rules `BG4-SKIRM-01` to `BG4-SKIRM-14` (pp. 97, 127-131).
    Skirmisher,
    /// Rule `BG4-KEYW-10` (p. 131).
    Wheeled,
    /// Rules `BG4-EQUIP-01` to `BG4-EQUIP-05` (pp. 92, 132).
    Javelins,
    /// Rule `BG4-EQUIP-06` (p. 133).
    Pila,
    /// Rule `BG4-EQUIP-07` (p. 133).
    Spears,
}

/// A status without its order. Rule `BG4-STATUS-01` (p. 23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusName {
    /// Has a standing order.
    Ready,
    /// Rule `BG4-STATUS-02` (pp. 23, 36-37, 101).
    Disrupted,
    /// Rule `BG4-STATUS-03` (pp. 23-24).
    Routing,
}

/// How long an effect lasts. Rules `BG4-CARDS-03`, `BG4-PRIN-03` (pp. 6, 18).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Duration {
    /// At once, nothing stays.
    Now,
    /// This attack.
    Attack,
    /// This courage check.
    Check,
    /// This phase.
    Phase,
    /// This turn.
    Turn,
    /// Until the unit passes a courage check.
    UntilCouragePassed,
    /// Until the unit fails a courage check.
    UntilCourageFailed,
    /// Until the unit's next Rout Check is resolved.
    UntilRoutCheck,
    /// Until the unit is the subject of a Healing spell.
    UntilHealed,
    /// Until the game ends or a rule removes it.
    Lasting,
}

/// Which dice a reroll takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dice {
    /// Dice that failed.
    Failed,
    /// Dice that succeeded.
    Successful,
    /// Dice that show this face. Rule `BG4-ATK-10` (pp. 97-98).
    Showing(u8),
}

/// On which units an effect falls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// The attacking unit of the attack at hand.
    Attacker,
    /// The defending unit of the attack at hand.
    Defender,
    /// The unit whose courage check it is.
    Checking,
    /// Units chosen by the player when the card is played.
    Chosen,
    /// All own units within so many inches of the chosen unit that meet the effect's conditions. Rule `BG4-GEO-19` (p. 12).
    OwnWithin(Distance),
    /// The player himself.
    Player,
}

/// A printed distance in thousandths of an inch, written in inches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "f64", into = "f64")]
#[schemars(with = "f64")]
pub struct Distance(pub u32);

impl Distance {
    /// The longest that is written.
    pub const FARTHEST: Self = Self(100_000);

    /// As a length.
    pub const fn inches(self) -> battleground_geometry::Inches {
        battleground_geometry::Inches::mils(self.0 as i32)
    }
}

impl TryFrom<f64> for Distance {
    type Error = Message;
    fn try_from(inches: f64) -> Result<Self, Message> {
        let mils = (inches * 1_000.0).round();
        if (0.0..=100_000.0).contains(&mils) {
            Ok(Self(mils as u32))
        } else {
            Err(message!(MESSAGES, "bounds-distance", inches))
        }
    }
}

impl From<Distance> for f64 {
    fn from(distance: Distance) -> Self {
        f64::from(distance.0) / 1_000.0
    }
}

/// One thing that a card, spell or ability does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Numbers change on the units of `on` while `when` holds.
    Change {
        /// Which units.
        on: Target,
        /// By how much.
        change: Change,
        /// When it counts, judged whenever the number is needed.
        #[serde(default)]
        when: Vec<Condition>,
        /// How long.
        lasts: Duration,
    },
    /// Dice of the last roll are rolled again at once, chosen by the player of the card.
    Reroll {
        /// Which.
        dice: Dice,
        /// At most so many; all of them without it.
        #[serde(default)]
        most: Option<u8>,
    },
    /// The failed courage check at hand is rolled again. A change of courage that stands before it and lasts for the `check`
    /// counts in this roll.
    RerollCourage,
    /// The courage check at hand is passed: without a roll, or although its roll failed.
    PassCourage {
        /// What this costs the unit, once the check is over.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(max = 20))]
        then: Vec<Effect>,
    },
    /// Hits of the attack change, besides its Impact Hits: played before the to-wound roll, never below none.
    Hits {
        /// By how many.
        #[schemars(range(min = -12, max = 12))]
        by: i8,
    },
    /// Wounds of the attack change; more only if there is at least one.
    Wounds {
        /// By how many.
        #[schemars(range(min = -12, max = 12))]
        by: i8,
    },
    /// Wounds of the attack are marked on another unit than the one attacked: one of the same owner that touches it, chosen when
    /// the card is played.
    MoveWounds {
        /// At most so many.
        #[schemars(range(min = 1, max = 12))]
        most: u8,
        /// What that unit must meet.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(max = 10))]
        to: Vec<Condition>,
    },
    /// One damage box of the attacking unit is marked at Attack Resolution.
    BoxOnAttacker {
        /// Only after a melee attack.
        #[serde(default)]
        melee_only: bool,
    },
    /// These modifiers do not count in this attack.
    Ignore {
        /// By the rulebook's names, in snake case: `long_range`, `extreme_range`, `move_and_shoot`, `impact_hits` ...
        #[schemars(length(max = 20))]
        modifiers: Vec<IgnoredModifier>,
    },
    /// The unit may have no red, no blue or neither kind of card, this turn where nothing else is said. Rule `BG4-CARDS-06` (pp.
    /// 19-20).
    NoCards {
        /// When.
        while_: Ban,
        /// How long.
        #[serde(default = "this_turn", skip_serializing_if = "is_this_turn")]
        lasts: Duration,
    },
    /// The player gains command actions.
    GainCommandActions {
        /// So many.
        #[schemars(range(min = 0, max = 15))]
        count: u8,
    },
    /// The player draws command cards.
    DrawCards {
        /// So many.
        #[schemars(range(min = 0, max = 15))]
        count: u8,
    },
    /// Marked ammo boxes are erased.
    EraseAmmo {
        /// At most so many.
        #[schemars(range(min = 0, max = 20))]
        most: u8,
    },
    /// Disrupted, unengaged units become Ready with an order of the owner's choice. Rule `BG4-CMD-12` (p. 37).
    Reorganize,
    /// Ready, unengaged units get another order of the owner's choice, without a command action. Rule `BG4-CMD-05` (pp. 35-36).
    ChangeOrder,
    /// Routing units that have not activated are Rallied. Rule `BG4-CMD-10` (pp. 36-37, 44).
    Rally {
        /// Which.
        on: Target,
    },
    /// The unit takes a Fear Check in the next Pre-Combat Courage Phase.
    FearCheck,
    /// Damage boxes are erased, the last marked first. Rule `BG4-SPELL-06` (p. 135).
    Heal {
        /// So many.
        #[schemars(range(min = 0, max = 27))]
        boxes: u8,
    },
    /// Damage without an attack, from the damage step on. Rule `BG4-ATK-18` (p. 135).
    Damage {
        /// So many wounds.
        #[schemars(range(min = 0, max = 27))]
        wounds: u8,
    },
    /// The attack at hand ends here without hits; a ranged attack still marks an ammo box. Rule `BG4-ATK-07` (pp. 96-97).
    SpoilAttack,
    /// The units have Soft or Hard Cover; with cover of the same kind from elsewhere it counts once. Rule `BG4-MODS-07` (p. 103).
    Cover {
        /// Which.
        cover: Cover,
        /// How long.
        lasts: Duration,
    },
    /// The units take a courage check in step 6 of the next Courage Phase. Rule `BG4-COUR-23` (p. 89).
    CourageCheck {
        /// What befalls a unit that fails it.
        #[schemars(length(max = 20))]
        failed: Vec<Effect>,
    },
    /// Ready, unengaged units lose their order and become Disrupted. Rule `BG4-STATUS-02` (pp. 23, 36-37, 101).
    Disrupt,
    /// The units have this special rule as long as it lasts.
    Trigger {
        /// The rule.
        trigger: Box<Trigger>,
        /// How long.
        lasts: Duration,
    },
    /// Something that the vocabulary cannot say: when its moment comes the player is asked to carry out these words,
    /// with rulings where the position changes.
    ByRuling {
        /// What the card says, in words of one's own.
        #[schemars(length(min = 1, max = 500))]
        text: String,
    },
}

/// Where and when an effect works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Works {
    /// On units, as long as it lasts.
    Lasting,
    /// In the attack at hand.
    InAttack,
    /// On the dice that lie there.
    OnDice,
    /// Once, when its turn comes.
    AtOnce,
}

impl Effect {
    /// Where and when it works. Every kind of effect is named here, and here alone.
    pub(crate) const fn works(&self) -> Works {
        match self {
            Self::Change { .. } | Self::NoCards { .. } | Self::Cover { .. } | Self::Trigger { .. } => {
                Works::Lasting
            }
            Self::Wounds { .. }
            | Self::Hits { .. }
            | Self::BoxOnAttacker { .. }
            | Self::Ignore { .. }
            | Self::SpoilAttack => Works::InAttack,
            Self::Reroll { .. } => Works::OnDice,
            // What is moved to whom is asked first.
            Self::MoveWounds { .. }
            | Self::RerollCourage
            | Self::PassCourage { .. }
            | Self::ChangeOrder
            | Self::GainCommandActions { .. }
            | Self::DrawCards { .. }
            | Self::EraseAmmo { .. }
            | Self::Reorganize
            | Self::Rally { .. }
            | Self::FearCheck
            | Self::Heal { .. }
            | Self::Damage { .. }
            | Self::CourageCheck { .. }
            | Self::Disrupt
            | Self::ByRuling { .. } => Works::AtOnce,
        }
    }

    /// How long it holds once it was put on a unit. Rules `BG4-CARDS-03`, `BG4-CARDS-06`, `BG4-PRIN-03` (pp. 6, 18, 19-20).
    pub(crate) const fn lasts(&self) -> Duration {
        match self {
            Self::Change { lasts, .. }
            | Self::Trigger { lasts, .. }
            | Self::Cover { lasts, .. }
            | Self::NoCards { lasts, .. } => *lasts,
            // Where a Blessing or Curse has written it down. Rules BG3-SPELL-04 (p. 32), BG4-SPELL-04 (pp. 134-135).
            Self::ByRuling { .. } => Duration::Lasting,
            _ => Duration::Now,
        }
    }

    /// Whether a unit under it may have no cards of a colour. Rule `BG4-CARDS-06` (pp. 19-20).
    pub(crate) const fn bars(&self, colour: crate::model::cards::Colour) -> bool {
        use crate::model::cards::Colour;
        match self {
            Self::NoCards { while_, .. } => matches!(
                (while_, colour),
                (Ban::Attacking | Ban::AttackingOrDefending, Colour::Red)
                    | (Ban::Defending | Ban::AttackingOrDefending, Colour::Blue)
            ),
            _ => false,
        }
    }
}

const fn this_turn() -> Duration {
    Duration::Turn
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_this_turn(lasts: &Duration) -> bool {
    *lasts == Duration::Turn
}

/// A kind of cover. Rule `BG4-MODS-07` (p. 103).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// Defensive skill +1.
    Soft,
    /// Defensive skill +2.
    Hard,
}

/// A modifier that a card may set aside. Rule `BG4-MODS-03` (p. 101).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IgnoredModifier {
    /// -1 skill beyond 7 inches.
    LongRange,
    /// -2 skill beyond 14 inches.
    ExtremeRange,
    /// -1 skill for a shooter that moves.
    MoveAndShoot,
    /// -1 skill against a fast target.
    FastMovingTarget,
    /// -1 skill against cavalry.
    CavalryTarget,
    /// -1 skill against another than the nearest enemy.
    NotNearestEnemy,
    /// Soft Cover of the target.
    SoftCover,
    /// Hard Cover of the target.
    HardCover,
    /// The attacker's Impact Hits. Rule `BG4-MODS-13` (pp. 105-106).
    ImpactHits,
}

/// In which role a unit may have no command cards. Rule `BG4-CARDS-06` (pp. 19-20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ban {
    /// No Red cards on it.
    Attacking,
    /// No Blue cards on it.
    Defending,
    /// Neither.
    AttackingOrDefending,
}

/// A number that a unit card changes by itself. Rule `BG4-MODS-21` (p. 109).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// By how much.
    pub change: Change,
    /// When it counts.
    #[serde(default)]
    pub when: Vec<Condition>,
}
