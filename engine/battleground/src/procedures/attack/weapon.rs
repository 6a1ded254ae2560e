//! Ranged weapons and their targets: ranged attacks and the spells that aim as one, the enemy that is
//! ordered, engaged targets (pp. 31-32, 91-93, 134).

use battleground_geometry::Inches;

use crate::editions::Profile;
use crate::model::attack::AttackKind;
use crate::model::cards::{RangedAttack, RangedType, Spell, SpellKeyword, UnitType};
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::orders::Objective;
use crate::model::state::{State, Status, Unit};
use crate::procedures::attack::equipment;

/// What a unit may shoot with: a ranged attack of its card, or a spell with only the Attack keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weapon {
    /// The kind of attack that is made with it.
    pub(crate) kind: AttackKind,
    /// How it finds its way.
    pub(crate) way: RangedType,
    /// Its range.
    pub(crate) range: Inches,
}

impl Weapon {
    /// A spell of a card at this place.
    pub(crate) const fn of_spell(place: u8, spell: &Spell) -> Self {
        Self {
            kind: AttackKind::Spell { spell: place },
            way: spell.way,
            range: spell.reach().inches(),
        }
    }

    /// A ranged attack of a card.
    pub(crate) fn of_card(card: &UnitType, kind: AttackKind, ranged: RangedAttack) -> Self {
        let way = match kind {
            AttackKind::Ranged => equipment::way(card),
            _ => ranged.way,
        };
        let range = ranged.range.inches();
        Self { kind, way, range }
    }

    /// The place on the card of the spell by which a unit shoots; nothing for a ranged attack of the card.
    pub(crate) const fn spell(self) -> Option<u8> {
        match self.kind {
            AttackKind::Spell { spell } => Some(spell),
            _ => None,
        }
    }

    /// The spell by which a unit shoots; nothing for a ranged attack of its card.
    pub(crate) fn cast_by<'s>(self, state: &'s State, unit: &Unit) -> Option<&'s Spell> {
        let spells = &state.book.kind(unit.kind)?.spells;
        spells.get(usize::from(self.spell()?))
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

/// The spell with which an attack is made.
pub(crate) fn spell_of(state: &State, attacker: UnitId, kind: AttackKind) -> Option<&Spell> {
    match kind {
        AttackKind::Spell { spell } | AttackKind::Strike { spell } => {
            let unit = state.unit(attacker)?;
            state.kind(unit).spells.get(usize::from(spell))
        }
        AttackKind::Melee
        | AttackKind::Free
        | AttackKind::Ranged
        | AttackKind::OtherRanged { .. }
        | AttackKind::Thrown
        | AttackKind::Swoop
        | AttackKind::SwoopAnswer => None,
    }
}
