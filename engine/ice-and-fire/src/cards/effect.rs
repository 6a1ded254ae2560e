//! Effects of abilities, Orders, tactics cards and NCUs: a small typed vocabulary that packs are written in.
//!
//! A [`Trigger`] is the moment, a [`Condition`] says when, an [`Effect`] is one thing that happens. What the vocabulary
//! cannot say is written as [`Effect::ByRuling`]: the players read its text when its moment comes and settle it by a
//! ruling; nothing is left out in silence.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::units::{AttackAbility, UnitKind};
use super::{is_default, words};

words! {
    /// The moments at which cards and Orders may be used. Rule `IF-TIME-03`.
    pub enum Trigger {
        /// A round begins.
        RoundStart,
        /// A turn begins, before a unit is chosen.
        TurnStart,
        /// Target and heading of a charge are named, the die is not rolled. Rule `IF-CHG-04`.
        ChargeDeclared,
        /// The charger is aligned, its attack is not declared. Rule `IF-CHG-06`.
        ChargeContact,
        /// Target and attack are named. Rule `IF-ATK-01`.
        AttackDeclared,
        /// The attack dice lie on the table. Rule `IF-ATK-04`.
        AttackRolled,
        /// The defence dice lie on the table. Rule `IF-ATK-08`.
        DefenceRolled,
        /// A Panic Test is demanded and not rolled. Rule `IF-MOR-02`.
        PanicPending,
        /// The dice of a Panic Test lie on the table.
        PanicRolled,
        /// A combat unit was destroyed. Rule `IF-UNIT-07`.
        UnitDestroyed,
        /// An attack is complete. Rule `IF-ATK-11`.
        AttackCompleted,
        /// An NCU was placed on a zone. Rule `IF-TAC-02`.
        ZoneClaimed,
        /// A turn ends.
        TurnEnd,
        /// A round ends. Rule `IF-ROUND-07`.
        RoundEnd,
    }
}

impl Trigger {
    /// All of them in the order of rule `IF-TIME-03`.
    pub const ALL: [Self; 14] = [
        Self::RoundStart,
        Self::TurnStart,
        Self::ChargeDeclared,
        Self::ChargeContact,
        Self::AttackDeclared,
        Self::AttackRolled,
        Self::DefenceRolled,
        Self::PanicPending,
        Self::PanicRolled,
        Self::UnitDestroyed,
        Self::AttackCompleted,
        Self::ZoneClaimed,
        Self::TurnEnd,
        Self::RoundEnd,
    ];

    /// The units that take part in it: these roles alone can be filled from the trigger itself.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Self::ChargeDeclared
            | Self::ChargeContact
            | Self::AttackDeclared
            | Self::AttackRolled
            | Self::DefenceRolled
            | Self::AttackCompleted => &[Role::Attacker, Role::Defender],
            Self::PanicPending | Self::PanicRolled => &[Role::Tested, Role::Attacker],
            Self::UnitDestroyed => &[Role::Destroyed, Role::Attacker],
            Self::RoundStart | Self::TurnStart | Self::ZoneClaimed | Self::TurnEnd | Self::RoundEnd => &[],
        }
    }

    /// The name for people: `attack declared`.
    pub fn title(self) -> String {
        let word: &'static str = self.into();
        word.replace('_', " ")
    }
}

words! {
    /// The part a unit plays when an effect is used.
    pub enum Role {
        /// Who charges or attacks; at `panic_pending`, `panic_rolled` and `unit_destroyed` who made the attack behind it,
        /// if one did.
        Attacker,
        /// Who is charged or attacked.
        Defender,
        /// Who takes the Panic Test.
        Tested,
        /// Who was destroyed.
        Destroyed,
        /// The unit that has the ability, Order or attachment.
        ThisUnit,
        /// A unit of the user that they choose.
        FriendlyUnit,
        /// A unit of the opponent that the user chooses.
        EnemyUnit,
        /// Any unit that the user chooses.
        AnyUnit,
    }
}

impl Role {
    /// Whether the user of the effect chooses the unit.
    pub const fn is_chosen(self) -> bool {
        matches!(self, Self::FriendlyUnit | Self::EnemyUnit | Self::AnyUnit)
    }
}

words! {
    /// A condition token. Rule `IF-COND-01`.
    pub enum ConditionToken {
        /// Morale Tests may be re-rolled. Rule `IF-COND-02`.
        Panicked,
        /// Defence dice may be re-rolled. Rule `IF-COND-03`.
        Vulnerable,
        /// Attack dice may be re-rolled. Rule `IF-COND-04`.
        Weakened,
    }
}

impl ConditionToken {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Panicked, Self::Vulnerable, Self::Weakened];

    /// The name on the sheet.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Panicked => "Panicked",
            Self::Vulnerable => "Vulnerable",
            Self::Weakened => "Weakened",
        }
    }
}

words! {
    /// A zone of the tactics board. Rule `IF-TAC-01`.
    pub enum ZoneName {
        /// An enemy takes a Panic Test. Rule `IF-TAC-03`.
        Crown,
        /// A friend restores wounds and loses a condition token. Rule `IF-TAC-04`.
        Wealth,
        /// Two cards and a condition token. Rule `IF-TAC-05`.
        Tactics,
        /// A free Attack. Rule `IF-TAC-06`.
        Combat,
        /// A free Maneuver or Retreat. Rule `IF-TAC-07`.
        Maneuver,
    }
}

impl ZoneName {
    /// All five in the order of the board.
    pub const ALL: [Self; 5] = [
        Self::Crown,
        Self::Wealth,
        Self::Tactics,
        Self::Combat,
        Self::Maneuver,
    ];

    /// The name on the board.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Crown => "Crown",
            Self::Wealth => "Wealth",
            Self::Tactics => "Tactics",
            Self::Combat => "Combat",
            Self::Maneuver => "Maneuver",
        }
    }
}

/// When an effect may be used or an ability holds. All conditions of an effect must hold together; one that asks about a
/// unit the trigger does not have does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// The unit in this role belongs to the user.
    Friendly(Role),
    /// The unit in this role belongs to the user's opponent.
    Enemy(Role),
    /// The unit in this role is the one that has the ability, Order or attachment.
    IsThisUnit(Role),
    /// The unit in this role is not engaged.
    Unengaged(Role),
    /// The unit in this role is engaged.
    Engaged(Role),
    /// The unit in this role still stands.
    Alive(Role),
    /// The unit in this role is of one of these kinds.
    OfKind(Role, Vec<UnitKind>),
    /// The unit in this role holds this token.
    HasToken(Role, ConditionToken),
    /// The unit in this role has at most so many remaining ranks.
    RanksAtMost(Role, u8),
    /// The unit in this role has at least so many remaining ranks.
    RanksAtLeast(Role, u8),
    /// The attack is a melee attack; at `unit_destroyed`: the unit was destroyed by one. Rule `IF-MOR-06`.
    Melee,
    /// The attack is a ranged attack.
    Ranged,
    /// The attack is the attack of a charge. Rule `IF-CHG-08`.
    OfACharge,
    /// The ranged attack was made without a shift.
    WithoutShift,
    /// The attack comes over the defender's front: over its front contact side (melee, charge), or the attacker's front
    /// point lies in its front arc (ranged).
    IntoFront,
    /// The attack comes over a flank or the rear of the defender.
    IntoFlankOrRear,
    /// The attack inflicted at least so many wounds, its Panic Test included.
    WoundsInflicted(u8),
    /// The turn is the user's own.
    OwnTurn,
    /// The turn is the opponent's.
    EnemyTurn,
    /// An NCU of the user stands on this zone.
    Controls(ZoneName),
    /// The zone that was claimed is this one.
    ClaimedZone(ZoneName),
}

impl Condition {
    /// The role it asks about, if it asks about one.
    pub const fn role(&self) -> Option<Role> {
        match self {
            Self::Friendly(role)
            | Self::Enemy(role)
            | Self::IsThisUnit(role)
            | Self::Unengaged(role)
            | Self::Engaged(role)
            | Self::Alive(role)
            | Self::OfKind(role, _)
            | Self::HasToken(role, _)
            | Self::RanksAtMost(role, _)
            | Self::RanksAtLeast(role, _) => Some(*role),
            Self::Melee
            | Self::Ranged
            | Self::OfACharge
            | Self::WithoutShift
            | Self::IntoFront
            | Self::IntoFlankOrRear
            | Self::WoundsInflicted(_)
            | Self::OwnTurn
            | Self::EnemyTurn
            | Self::Controls(_)
            | Self::ClaimedZone(_) => None,
        }
    }
}

/// How many wounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Amount {
    /// So many.
    Fixed(u8),
    /// As many as a D3 shows. Rule `IF-MOR-05`.
    D3,
}

/// One thing that an ability, Order, card or NCU does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Added to each defence die against the attack (an ability: of every attack it holds for). Rule `IF-ATK-07`.
    ModDefence {
        /// How much.
        by: i8,
    },
    /// Added to the roll of one Panic Test: the pending one, or the one of the attack or zone. Rule `IF-MOR-04`.
    ModPanic {
        /// How much.
        by: i8,
    },
    /// Added to every Morale Test of this unit, Panic Tests included. Rule `IF-MOR-04`.
    ModMorale {
        /// How much.
        by: i8,
    },
    /// The attack has this ability too. Rule `IF-UNIT-09`.
    AddAbility {
        /// Which.
        ability: AttackAbility,
    },
    /// More attack dice. Rule `IF-ATK-02`.
    AddAttackDice {
        /// How many.
        dice: u8,
    },
    /// The attacker's player re-rolls any attack dice, each at most once. Rule `IF-ATK-04`.
    RerollAttack,
    /// The defender's player re-rolls any defence dice, each at most once. Rule `IF-ATK-08`.
    RerollDefence,
    /// A unit restores up to so many wounds. Rule `IF-UNIT-08`.
    Restore {
        /// Which unit.
        on: Role,
        /// How many wounds at most.
        wounds: u8,
    },
    /// A unit gains a condition token. Rule `IF-COND-01`.
    PlaceToken {
        /// Which unit.
        on: Role,
        /// Which token; the user chooses where none is named.
        #[serde(default, skip_serializing_if = "is_default")]
        token: Option<ConditionToken>,
    },
    /// A unit loses a condition token.
    RemoveToken {
        /// Which unit.
        on: Role,
        /// Which token; the user chooses where none is named.
        #[serde(default, skip_serializing_if = "is_default")]
        token: Option<ConditionToken>,
    },
    /// A unit shifts. Rule `IF-ACT-09`.
    Shift {
        /// Which unit.
        on: Role,
        /// Inches at most.
        inches: u8,
    },
    /// Added to the charge distance, in inches. Rule `IF-CHG-04`.
    ChargeMod {
        /// Inches.
        by: i8,
    },
    /// Added to the distance of a Maneuver or Retreat, in inches. Rule `IF-TAC-07`.
    MoveMod {
        /// Inches.
        by: i8,
    },
    /// A unit suffers wounds without defence dice. Rule `IF-UNIT-04`.
    Wounds {
        /// Which unit.
        on: Role,
        /// How many.
        wounds: Amount,
    },
    /// A unit takes a Panic Test. Rule `IF-MOR-02`.
    PanicTest {
        /// Which unit.
        on: Role,
        /// Added to its roll.
        #[serde(default, skip_serializing_if = "is_default")]
        by: i8,
    },
    /// The pending Panic Test is not taken; the unit suffers so many wounds instead.
    ReplacePanic {
        /// How many wounds.
        wounds: u8,
    },
    /// The user draws cards. Rule `IF-CARD-02`.
    Draw {
        /// How many.
        cards: u8,
    },
    /// The charger loses the Charge Bonus. Rule `IF-BON-01`.
    CancelChargeBonus,
    /// What the vocabulary cannot say: the players read the text and settle it by a ruling.
    ByRuling,
}

impl Effect {
    /// The role of the unit it happens to, if it names one.
    pub const fn role(&self) -> Option<Role> {
        match self {
            Self::Restore { on, .. }
            | Self::PlaceToken { on, .. }
            | Self::RemoveToken { on, .. }
            | Self::Shift { on, .. }
            | Self::Wounds { on, .. }
            | Self::PanicTest { on, .. } => Some(*on),
            Self::ModDefence { .. }
            | Self::ModPanic { .. }
            | Self::ModMorale { .. }
            | Self::AddAbility { .. }
            | Self::AddAttackDice { .. }
            | Self::RerollAttack
            | Self::RerollDefence
            | Self::ChargeMod { .. }
            | Self::MoveMod { .. }
            | Self::ReplacePanic { .. }
            | Self::Draw { .. }
            | Self::CancelChargeBonus
            | Self::ByRuling => None,
        }
    }

    /// Whether it can happen at a trigger.
    pub const fn fits(&self, trigger: Trigger) -> bool {
        match self {
            Self::ModDefence { .. } => matches!(trigger, Trigger::AttackDeclared | Trigger::ChargeContact),
            Self::ModPanic { .. } => matches!(
                trigger,
                Trigger::PanicPending | Trigger::AttackDeclared | Trigger::ChargeContact
            ),
            // The one is an ability's alone, for it lasts; the other an NCU's, added to the free action of a zone.
            Self::ModMorale { .. } | Self::MoveMod { .. } => false,
            Self::AddAbility { .. } | Self::AddAttackDice { .. } => {
                matches!(trigger, Trigger::AttackDeclared | Trigger::ChargeContact)
            }
            Self::RerollAttack => matches!(trigger, Trigger::AttackRolled),
            Self::RerollDefence => matches!(trigger, Trigger::DefenceRolled),
            Self::ChargeMod { .. } => matches!(trigger, Trigger::ChargeDeclared),
            Self::ReplacePanic { .. } => matches!(trigger, Trigger::PanicPending),
            Self::CancelChargeBonus => matches!(trigger, Trigger::ChargeDeclared | Trigger::ChargeContact),
            Self::Restore { .. }
            | Self::PlaceToken { .. }
            | Self::RemoveToken { .. }
            | Self::Shift { .. }
            | Self::Wounds { .. }
            | Self::PanicTest { .. }
            | Self::Draw { .. }
            | Self::ByRuling => true,
        }
    }
}

/// An ability that is always in force. Rule `IF-UNIT-09`: the same named ability counts once on a unit.
///
/// Of the vocabulary it may have `mod_defence` (this unit defends), `mod_panic` (the Panic Test of an attack this unit
/// makes), `mod_morale` (this unit's tests), `add_ability` and `add_attack_dice` (attacks this unit makes), `charge_mod`
/// (its charges), `cancel_charge_bonus` (of those who charge it) and `by_ruling`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// What people call it.
    pub name: String,
    /// When it holds; always, where nothing is said. `this_unit` is the bearer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<Condition>,
    /// What it does.
    #[serde(default, skip_serializing_if = "is_default")]
    pub effects: Vec<Effect>,
    /// Its text for people.
    #[serde(default, skip_serializing_if = "is_default")]
    pub text: String,
}

/// An Order: an ability with a trigger, used once per round. Rule `IF-ORD-01`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// What people call it.
    pub name: String,
    /// When it may be used.
    pub trigger: Trigger,
    /// What must hold besides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<Condition>,
    /// What it does, in this order.
    pub effects: Vec<Effect>,
    /// Its text for people.
    #[serde(default, skip_serializing_if = "is_default")]
    pub text: String,
}
