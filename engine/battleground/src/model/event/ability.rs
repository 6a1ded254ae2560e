//! Events of special rules, abilities, spells and lasting effects.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::UnitId;
use crate::model::state::Lasting;
use crate::model::triggered::Triggered;

/// An event of special rules, abilities, spells and lasting effects.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum AbilityEvent {
    /// A special rule was triggered and waits for its turn.
    RuleTriggered {
        /// Which, on which unit.
        triggered: Box<Triggered>,
    },
    /// A special rule that was triggered is applied, or left.
    RuleSettled {
        /// Its place among those that wait, from 0.
        place: u16,
        /// Whether it is used.
        used: bool,
    },
    /// A faction ability was used.
    AbilityUsed {
        /// Who.
        seat: Seat,
        /// Its id.
        ability: String,
        /// On whom.
        on: Vec<UnitId>,
    },
    /// A spell was cast.
    SpellCast {
        /// By whom.
        unit: UnitId,
        /// Its place on the card.
        spell: u8,
        /// On whom.
        target: UnitId,
    },
    /// A lasting effect was put on a unit.
    LastingAdded {
        /// On whom.
        unit: UnitId,
        /// What.
        lasting: Lasting,
    },
    /// A lasting effect ended: the one at this place of the unit's list.
    LastingEnded {
        /// On whom.
        unit: UnitId,
        /// Its place, from 0.
        place: u8,
        /// Its name.
        name: String,
        /// The places of its effects that ended; without them all of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        effects: Vec<u8>,
    },
}
