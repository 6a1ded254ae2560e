//! Spells cast among the attacks of the Combat Phase (earlier edition: pp. 31-32). The later edition casts them when its units move.

use crate::editions::Edition;
use crate::model::attack::AttackKind;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::procedures::v3;

pub(crate) use super::v3::spells::{castable, refused};

/// Whether a choice of the Combat Phase is a spell without an attack, which rolls no dice. Rule `BG3-SPELL-01` (p. 31).
pub(crate) fn is_cast_without_attack(state: &State, caster: UnitId, kind: AttackKind) -> bool {
    match state.edition {
        Edition::V3 => v3::spells::is_cast_without_attack(state, caster, kind),
        Edition::V4 => false,
    }
}
