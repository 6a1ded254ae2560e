//! Contests under way in the middle of an action: a charge, an attack, a Panic Test.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::UnitId;
use crate::cards::{AttackAbility, AttackKind, is_default};
use crate::field::Side;

/// A charge from its declaration to the end of its action. Rules `IF-CHG-01` to `IF-CHG-09`.
#[allow(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    /// Who charges.
    pub charger: UnitId,
    /// Who is charged.
    pub target: UnitId,
    /// The target's side on which a successful charge ends. Rule `IF-CHG-02`.
    pub side: Side,
    /// The heading of the pivot, in degrees. Rule `IF-CHG-03`.
    pub heading: u16,
    /// Which of several melee attacks of its card the charger makes; none is the first. Rule `IF-ATK-01`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub weapon: Option<u8>,
    /// Where the charger stood before and after its pivot, once it has made contact.
    #[serde(default, skip_serializing_if = "is_default")]
    pub path: Vec<crate::field::Pose>,
    /// Inches that effects add to the charge distance. Rule `IF-CHG-04`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub modifier: i8,
    /// The charge distance die, once it is rolled.
    #[serde(default, skip_serializing_if = "is_default")]
    pub die: Option<u8>,
    /// Whether the charger has suffered from a Dangerous piece in this charge. Rule `IF-TERR-04`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hurt: bool,
    /// Whether a Hindering piece or an effect has taken the Charge Bonus. Rules `IF-TERR-08`, `IF-BON-01`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bonus_lost: bool,
    /// Whether a Fortified piece lay on the path. Rule `IF-TERR-07`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fortified: bool,
    /// What effects add to the attack of the charge before it is declared.
    #[serde(default, skip_serializing_if = "is_default")]
    pub effects: AttackEffects,
}

impl Charge {
    /// Whether the die shows 1. Rule `IF-CHG-09`.
    pub fn is_disorderly(&self) -> bool {
        self.die == Some(1)
    }

    /// Whether the attack of this charge has the Charge Bonus. Rules `IF-BON-01`, `IF-CHG-09`.
    pub fn has_bonus(&self) -> bool {
        !self.bonus_lost && !self.is_disorderly()
    }
}

/// What cards, Orders and rulings add to an attack; abilities, terrain and the contact side come on top.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackEffects {
    /// Added to each defence die. Rule `IF-ATK-07`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub defence: i8,
    /// Added to the Panic Test. Rule `IF-MOR-04`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub panic: i8,
    /// Abilities. Rule `IF-UNIT-09`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub abilities: Vec<AttackAbility>,
    /// Attack dice. Rule `IF-ATK-02`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dice: u8,
}

/// An attack from its declaration to the end of its action. Rules `IF-ATK-01` to `IF-ATK-11`.
#[allow(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Who attacks.
    pub attacker: UnitId,
    /// Who is attacked.
    pub defender: UnitId,
    /// Melee or ranged.
    pub kind: AttackKind,
    /// The attack's place on the attacker's card.
    pub weapon: u8,
    /// Whether it is the attack of a charge. Rule `IF-CHG-08`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub of_a_charge: bool,
    /// Whether the unit shifted before it. Rules `IF-ACT-05`, `IF-ACT-06`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub shifted: bool,
    /// The defender's side it comes over: its contact side in melee, the arc of the attacker's front point otherwise.
    pub over: Side,
    /// Whether the Charge Bonus is in force and unused. Rule `IF-BON-01`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bonus: bool,
    /// What effects add to it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub effects: AttackEffects,
    /// The attack dice, once they are rolled.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dice: Vec<Die>,
    /// Hits that allow a defence die. Rule `IF-ATK-05`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hits: u16,
    /// Wounds that allow none. Rule `IF-ABIL-02`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub precise: u16,
    /// The defence dice, once they are rolled.
    #[serde(default, skip_serializing_if = "is_default")]
    pub defence_dice: Vec<Die>,
    /// Wounds it inflicted, its Panic Test included.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wounds: u16,
    /// Whether the wounds were dealt and no longer wait for dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub struck: bool,
    /// Whether it destroyed the defender, its Panic Test included. Rule `IF-MOR-06`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub destroyed: bool,
    /// Other friends of the attacker that were engaged with the destroyed defender. Rule `IF-SURGE-02`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub partners: Vec<UnitId>,
}

/// A die on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Die {
    /// What it shows; of a die that was counted the least that it may show.
    #[schemars(range(min = 1, max = 6))]
    pub face: u8,
    /// The greatest face that a die may show that was counted.
    #[schemars(range(min = 1, max = 6))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub up_to: Option<u8>,
    /// Whether it was rolled again in this roll. Rule `IF-ATK-04`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub again: bool,
}

impl Die {
    /// A die as it was thrown first.
    pub const fn thrown(face: u8) -> Self {
        Self {
            face,
            up_to: None,
            again: false,
        }
    }

    /// A die that showed a face of a range.
    pub fn between((face, to): (u8, u8)) -> Self {
        Self {
            up_to: (face != to).then_some(to),
            ..Self::thrown(face)
        }
    }

    /// Whether it is known to show a face or more, or known to show less.
    pub fn tells(&self, least: u8) -> bool {
        self.face >= least || self.up_to.unwrap_or(self.face) < least
    }
}

/// A Panic Test under way. Rules `IF-MOR-02`, `IF-MOR-04`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PanicTest {
    /// Who takes it.
    pub unit: UnitId,
    /// Whether it belongs to the attack under way. Rule `IF-ATK-10`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub of_attack: bool,
    /// Added to the roll by what demanded it and by effects.
    #[serde(default, skip_serializing_if = "is_default")]
    pub modifier: i8,
    /// Wounds suffered instead of the test.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replaced: Option<u8>,
    /// The two D6 and then the D3, thrown as a D6, once they are rolled. Rule `IF-MOR-05`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dice: Vec<Die>,
}

impl PanicTest {
    /// A test that waits for its dice.
    pub const fn demanded(unit: UnitId, of_attack: bool, modifier: i8) -> Self {
        Self {
            unit,
            of_attack,
            modifier,
            replaced: None,
            dice: Vec::new(),
        }
    }
}
