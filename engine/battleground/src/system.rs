//! The rule set's type, on which every trait of a rule set is implemented in the file of its subject: once for both editions.
//!
//! A system's id belongs to a type, and so each edition is one. What they answer differs by the edition that stands in the state; where
//! there is none yet (a pack, a setup, a drawing, the rule of an event), by the edition of the type.

/// Battleground Fantasy Warfare by the rules of an edition: 4 or 3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattlegroundOf<const EDITION: u8>;

/// Battleground Fantasy Warfare, V4.0.
pub type Battleground = BattlegroundOf<4>;

/// Battleground Fantasy Warfare, rules version 3.0.
pub type Battleground3 = BattlegroundOf<3>;
