//! Parts of events.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cards::{AttackAbility, words};

words! {
    /// What an opposed roll decides.
    pub enum Opposed {
        /// Who places the first terrain piece. Rule `IF-SETUP-02`.
        FirstPiece,
        /// Who says which player picks a side. Rule `IF-SETUP-04`.
        Sides,
    }
}

words! {
    /// How a unit moved.
    pub enum MoveKind {
        /// Rule `IF-ACT-02`; also Surge Forth and the Maneuver zone.
        Maneuver,
        /// Rule `IF-ACT-03`.
        March,
        /// A charge up to the contact. Rule `IF-CHG-05`.
        Charge,
        /// A charge that failed. Rule `IF-CHG-07`.
        FailedCharge,
        /// The placing in a slot. Rules `IF-CHG-06`, `IF-ENG-05`, `IF-ENG-06`.
        Alignment,
        /// Rule `IF-ACT-09`.
        Shift,
        /// Rule `IF-RET-01`.
        Retreat,
        /// Rules `IF-RET-03`, `IF-SURGE-02`.
        FreePivot,
    }
}

words! {
    /// What wounds come from.
    pub enum Cause {
        /// Unblocked hits and Precision. Rule `IF-ATK-09`.
        Attack,
        /// A failed Panic Test. Rule `IF-MOR-02`.
        Panic,
        /// A Dangerous piece. Rule `IF-TERR-04`.
        Terrain,
        /// A card, an Order or an NCU.
        Effect,
    }
}

words! {
    /// What victory points are scored for.
    pub enum Scored {
        /// Objective tokens at the end of a round. Rule `IF-VP-03`.
        Objectives,
        /// A destroyed enemy combat unit. Rule `IF-VP-04`.
        Destroyed,
    }
}

words! {
    /// Which roll dice were rolled again of.
    pub enum RollOf {
        /// Attack dice.
        Attack,
        /// Defence dice.
        Defence,
        /// The dice of a Panic Test.
        Panic,
    }
}

words! {
    /// Why dice were rolled again.
    pub enum Again {
        /// The Charge Bonus. Rule `IF-BON-01`.
        ChargeBonus,
        /// A condition token. Rules `IF-COND-02` to `-04`.
        Token,
        /// A card or an Order.
        Effect,
    }
}

/// A change of the attack under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AttackChange {
    /// More attack dice.
    Dice {
        /// How many.
        dice: u8,
    },
    /// One more ability.
    Ability {
        /// Which.
        ability: AttackAbility,
    },
    /// Added to each defence die.
    Defence {
        /// How much.
        by: i8,
    },
    /// Added to the Panic Test.
    Panic {
        /// How much.
        by: i8,
    },
}
