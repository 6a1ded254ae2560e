//! Weapons of a unit that shoots, and its targets (pp. 26, 91-93; earlier edition: pp. 8, 16-17).

use crate::editions::profile::{LinesOfFire, Throws};
use crate::field::Field;
use crate::model::agenda::{Answered, Need};
use crate::model::attack::AttackKind;
use crate::model::cards::{RangedAttack, Spell};
use crate::model::names::{UnitId, are_foes};
use crate::model::state::{Status, Unit};
use crate::procedures::attack::weapon::{Weapon, is_shot};
use crate::procedures::attack::{ammunition, equipment};
use crate::procedures::{v3, v4};

pub(crate) use super::v4::shooting::is_way_free;

/// What a unit could shoot with now if it had a target.
///
/// Rules `BG3-CARD-07` (pp. 3, 6), `BG3-SPELL-01` (p. 31), `BG4-COMB-06`, `BG4-COMB-13`, `BG4-EQUIP-02`, `BG4-SPELL-01`,
/// `BG4-SPELL-02`, `BG4-SPELL-08`, `BG4-TERR-24` (pp. 91, 132-134).
pub(crate) fn weapons(field: &Field<'_>, unit: &Unit) -> Vec<Weapon> {
    let state = field.state();
    let card = state.kind(unit);
    let Status::Ready(Some(orders)) = unit.status else {
        return Vec::new(); // Rule BG4-COMB-06: only Ready units.
    };
    // Only the active player's units shoot in the earlier edition, and none that a routing friend ran through. Rules
    // BG3-COMB-06 (p. 16), BG3-ROUT-11 (p. 24).
    let waits = !state.profile().passive_shoots
        && state
            .active
            .is_some_and(|active| are_foes(active, unit.id.seat()));
    if waits || unit.turn.run_through {
        return Vec::new();
    }
    let engaged = state.is_engaged(unit.id);
    if unit.turn.cast || unit.turn.rallied || !ammunition::has_ammo(state, unit) {
        return Vec::new();
    }
    if field.ground_forbids_shooting(unit.id) {
        return Vec::new();
    }
    let keeps =
        state.profile().throws == Throws::WhenCharging && equipment::holds_its_throw(card, orders.order);
    let shoots = |(_, ranged): &(AttackKind, RangedAttack)| {
        let is_held = engaged || keeps || ranged.no_move_and_shoot && unit.turn.moved;
        !is_held && (ranged.cost == 0 || unit.turn.paid)
    };
    let mut found: Vec<Weapon> = card
        .ranged_attacks()
        .filter(shoots)
        .map(|(kind, ranged)| Weapon::of_card(card, kind, ranged))
        .collect();
    // Engaged it casts only what says that it may be cast then. Rule BG3-SPELL-01 (p. 31).
    let casts = |spell: &Spell| is_shot(state.profile(), spell) && (!engaged || spell.while_engaged);
    let spells = (0..=u8::MAX).zip(&card.spells);
    found.extend(
        spells
            .filter(|(_, spell)| casts(spell))
            .map(|(place, spell)| Weapon::of_spell(place, spell)),
    );
    found
}

/// The enemies that a unit may shoot with a weapon: none, the one that the rules name, or under Direct Control all that
/// are legal.
///
/// # Errors
/// [`Need::Ask`] where its owner must choose a Facing Side or between tied enemies.
///
/// Rules `BG4-COMB-06`, `BG4-COMB-07`, `BG4-COMB-09` to `BG4-COMB-11`, `BG4-ORDER-13` (pp. 30, 91-93).
pub(crate) fn targets(
    field: &Field<'_>,
    unit: &Unit,
    weapon: Weapon,
    answers: &[Answered],
) -> Result<Vec<UnitId>, Need> {
    if field.profile().lines_of_fire == LinesOfFire::ByHeight {
        v3::shooting::targets(field, unit, weapon, answers)
    } else {
        v4::shooting::targets(field, unit, weapon, answers)
    }
}
