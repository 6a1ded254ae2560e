//! Javelins, Pila and Spears (pp. 92, 132-133).

use crate::model::cards::{Profile, RangedType, UnitType};
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::state::{State, Status, Unit};
use crate::procedures::attack::ammunition;

/// What Spears help against. Rule `BG4-EQUIP-07` (p. 133).
pub(crate) const SPEARS_AGAINST: [Keyword; 3] = [Keyword::Cavalry, Keyword::Large, Keyword::Colossal];

/// Whether a unit's ranged attack is a throw of Javelins or Pila. Rules `BG4-EQUIP-01`, `BG4-EQUIP-06` (pp. 92, 132, 133).
pub(crate) fn throws(card: &UnitType) -> bool {
    card.ranged.is_some() && card.is_any(&[Keyword::Javelins, Keyword::Pila])
}

/// How a unit's ranged attack finds its way: Javelins and Pila by Line of Sight. Rules `BG4-COMB-08`, `BG4-EQUIP-01` (pp. 91-93,
/// 132).
pub(crate) fn way(card: &UnitType) -> RangedType {
    if throws(card) {
        RangedType::LineOfSight
    } else {
        card.ranged.map_or(RangedType::Indirect, |ranged| ranged.way)
    }
}

/// The profile of a unit's ranged attack. Rules `BG4-EQUIP-01`, `BG4-EQUIP-06` (pp. 92, 132, 133).
pub(crate) fn ranged_profile(card: &UnitType) -> Profile {
    if card.is(Keyword::Pila) {
        return Profile {
            dice: 3,
            skill: card.attack.skill,
            power: 6,
        };
    }
    card.ranged
        .and_then(|ranged| ranged.profile)
        .unwrap_or(card.attack)
}

/// Whether a unit keeps its Javelins or Pila for the charge: on Close, if it is no Skirmisher. Rules `BG4-EQUIP-02`,
/// `BG4-SKIRM-07` (pp. 128, 132).
pub(crate) fn holds_its_throw(card: &UnitType, order: Order) -> bool {
    throws(card) && order == Order::Close && !card.is(Keyword::Skirmisher)
}

/// Whether a unit throws at the enemy it attacks in melee, because it is Charging toward it.
///
/// RULING: BG4-EQUIP-03, throw and melee attack go at the same enemy, and only while the unit is engaged with one that
/// it is Charging toward.
///
/// Rules `BG4-EQUIP-03`, `BG4-EQUIP-04`, `BG4-EQUIP-06`, `BG4-SKIRM-07` (pp. 128, 132, 133).
pub(crate) fn throws_on_the_charge(state: &State, unit: &Unit, target: UnitId) -> bool {
    throws(state.kind(unit))
        && matches!(unit.status, Status::Ready(_))
        && ammunition::has_ammo(state, unit)
        && crate::model::charging::charges_toward(state, unit.id, target)
}
