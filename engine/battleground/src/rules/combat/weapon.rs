//! Ranged weapons and their targets: ranged attacks and the spells that aim as one, the enemy that is
//! ordered, engaged targets (pp. 31-32, 91-93, 134).

use battleground_geometry::Inches;

use crate::editions::Profile;
use crate::model::cards::{RangedType, Spell, SpellKeyword};
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::orders::Objective;
use crate::model::state::{State, Status, Unit};

/// What a unit may shoot with: its ranged attack, or a spell with only the Attack keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weapon {
    /// The place of the spell on the card; without it the ranged attack of the card.
    pub(crate) spell: Option<u8>,
    /// How it finds its way.
    pub(crate) way: RangedType,
    /// Its range.
    pub(crate) range: Inches,
}

impl Weapon {
    /// A spell of a card at this place.
    pub(crate) const fn of_spell(place: u8, spell: &Spell) -> Self {
        Self {
            spell: Some(place),
            way: spell.way,
            range: spell.reach().inches(),
        }
    }

    /// The spell by which a unit shoots; nothing for the ranged attack of its card.
    pub(crate) fn cast_by<'s>(self, state: &'s State, unit: &Unit) -> Option<&'s Spell> {
        let spells = &state.book.kind(unit.kind)?.spells;
        spells.get(usize::from(self.spell?))
    }
}

/// Whether a spell aims as a ranged attack in the Combat Phase: in the later edition only one that is nothing but an attack.
/// Rules `BG3-SPELL-02`, `BG3-SPELL-06` (pp. 31-32), `BG4-SPELL-01` (p. 134).
pub(crate) fn is_shot(profile: &Profile, spell: &Spell) -> bool {
    if profile.spells_in_combat {
        spell.is(SpellKeyword::Attack) && !spell.is_engaged_attack()
    } else {
        spell.is_pure_attack()
    }
}

/// The enemy that a unit's order aims at. Rule `BG4-ORDER-13` (pp. 29-30).
pub(crate) fn enemy_objective(unit: &Unit) -> Option<UnitId> {
    match unit.status {
        Status::Ready(Some(orders)) => match orders.objective {
            Some(Objective::Enemy(enemy)) => Some(enemy),
            Some(Objective::Location(_) | Objective::Friend(_)) | None => None,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => None,
    }
}

/// Whether a target counts as engaged for Low Arc attacks: not while it towers over all its enemies. Rules
/// `BG4-COMB-11`, `BG4-KEYW-04`, `BG4-COLOS-07` (pp. 92-93, 116-120, 122).
pub(crate) fn is_engaged_for_low_arc(state: &State, target: UnitId) -> bool {
    let below = |enemy: UnitId| {
        let has = |keyword| state.has(enemy, keyword);
        if state.has(target, Keyword::Colossal) {
            !has(Keyword::Colossal)
        } else if state.has(target, Keyword::Large) {
            !has(Keyword::Large) && !has(Keyword::Colossal)
        } else {
            false
        }
    };
    state.engaged_with(target).any(|(enemy, _, _)| !below(enemy))
}
