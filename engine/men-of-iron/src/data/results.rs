//! Results of the Fire, Shock and Charge Tables (§9.3, §12.0, pp. 7-12).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::charts::Column;

/// One part of a combat result, in the order in which parts are applied. Rules `MOI-RES-15`, `MOI-RES-17` (pp. 11-12).
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
pub enum Token {
    /// Turned to its Disordered side. Rule `MOI-RES-02`.
    Disordered,
    /// Unhorsed. Rule `MOI-RES-12`.
    Unhorsed,
    /// Retreats one hex. Rule `MOI-RES-04`.
    Retreat1,
    /// Unhorsed if men-at-arms on horses, else Retired.
    RetiredOrUnhorsed,
    /// Retired. Rule `MOI-RES-08`.
    Retired,
    /// Eliminated. Rule `MOI-RES-13`.
    Eliminated,
}

impl Token {
    /// All, in the order in which they are applied.
    pub const ALL: [Self; 6] = [
        Self::Disordered,
        Self::Unhorsed,
        Self::Retreat1,
        Self::RetiredOrUnhorsed,
        Self::Retired,
        Self::Eliminated,
    ];
}

/// The parts of one combat result for one side: none is "no effect". Written as a list of [`Token`]s.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, JsonSchema)]
#[schemars(with = "Vec<Token>")]
pub struct Outcome(u8);

impl Outcome {
    /// No effect.
    pub const NONE: Self = Self(0);

    /// The result with these parts.
    pub fn of(tokens: &[Token]) -> Self {
        Self(tokens.iter().fold(0, |set, &token| set | 1 << token as u8))
    }

    /// Whether it has no part.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether a part is in it.
    pub const fn has(self, token: Token) -> bool {
        self.0 & (1 << token as u8) != 0
    }

    /// Whether a unit may have to Retreat a hex for it: men on foot who are Unhorsed do. Rules `MOI-RES-04`, `MOI-RES-12`.
    pub const fn goes_back(self) -> bool {
        self.has(Token::Retreat1) || self.has(Token::Unhorsed)
    }

    /// The parts of both. Rule `MOI-SHOCK-09`.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The parts in the order in which they are applied. Rule `MOI-RES-15`.
    pub fn tokens(self) -> impl Iterator<Item = Token> {
        Token::ALL.into_iter().filter(move |&token| self.has(token))
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tokens()).finish()
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.tokens())
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Token>::deserialize(deserializer).map(|tokens| Self::of(&tokens))
    }
}

/// Which of two columns a target is read in: Retired counts as Disordered. Rule `MOI-RES-01` (p. 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Normal.
    Normal,
    /// Disordered or Retired.
    Disordered,
}

/// A row of the Fire Table (§9.3, p. 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireRow {
    /// The adjusted die roll that this row begins with.
    #[schemars(range(min = -20, max = 40))]
    pub dr: i8,
    /// For a Normal target on foot.
    pub foot_normal: Outcome,
    /// For a Disordered or Retired target on foot.
    pub foot_disordered: Outcome,
    /// For a Normal mounted target.
    pub mounted_normal: Outcome,
    /// For a Disordered or Retired mounted target.
    pub mounted_disordered: Outcome,
}

impl FireRow {
    /// The result in a column. Rule `MOI-FIRE-18` (p. 7).
    pub const fn result(&self, column: Column, order: Order) -> Outcome {
        match (column, order) {
            (Column::Foot, Order::Normal) => self.foot_normal,
            (Column::Foot, Order::Disordered) => self.foot_disordered,
            (Column::Mounted, Order::Normal) => self.mounted_normal,
            (Column::Mounted, Order::Disordered) => self.mounted_disordered,
        }
    }
}

/// Which of the two combat tables is used. Rule `MOI-SHOCK-07` (p. 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Combat {
    /// The Shock Table.
    Shock,
    /// The Charge Table.
    Charge,
}

/// A cell of the Shock or the Charge Table.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct CombatCell {
    /// What happens to every attacker.
    #[serde(default)]
    pub att: Outcome,
    /// What happens to the defender.
    #[serde(default)]
    pub def: Outcome,
    /// Whether a Continued Attack is earned. Rule `MOI-CONT-01`.
    #[serde(default)]
    pub ca: bool,
}

/// A row of the Shock or the Charge Table (§12.0, p. 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatRow {
    /// The adjusted die roll that this row begins with.
    #[schemars(range(min = -20, max = 40))]
    pub dr: i8,
    /// Against a Normal defender.
    pub normal: CombatCell,
    /// Against a Disordered or Retired defender.
    pub disordered: CombatCell,
}

impl CombatRow {
    /// The cell of a column. Rule `MOI-RES-01` (p. 11).
    pub const fn cell(&self, order: Order) -> CombatCell {
        match order {
            Order::Normal => self.normal,
            Order::Disordered => self.disordered,
        }
    }
}

/// The row of a table in which an adjusted die roll is read: beyond its ends the end row. Rule `MOI-COMP-10` (p. 3).
pub(crate) fn row<R>(rows: &[R], adjusted: i32, begins: impl Fn(&R) -> i8) -> Option<&R> {
    rows.iter()
        .rev()
        .find(|row| i32::from(begins(row)) <= adjusted)
        .or_else(|| rows.first())
}
