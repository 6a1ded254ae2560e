//! The exact wounds that attacks and charges of a position are expected to deal.

use super::reach::charge_ways;
use crate::cards::AttackKind;
use crate::field::Side;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::odds::{ChargeProspect, Prospect};
use crate::rules::{activation, attack};

/// The wounds of a melee attack over a side of an enemy; nothing without such an attack.
pub(super) fn melee(state: &State, unit: UnitId, enemy: UnitId, over: Side) -> Option<f64> {
    struck(state, (unit, enemy), over, (None, None))
}

/// The wounds of the attack of a charge that has made contact with a side of an enemy.
pub(super) fn charge(
    state: &State,
    (unit, enemy): (UnitId, UnitId),
    over: Side,
    (weapon, way): (Option<u8>, ChargeProspect),
) -> Option<f64> {
    struck(state, (unit, enemy), over, (weapon, Some(way)))
}

fn struck(
    state: &State,
    (attacker, defender): (UnitId, UnitId),
    over: Side,
    (weapon, charge): (Option<u8>, Option<ChargeProspect>),
) -> Option<f64> {
    // ERR: a unit without a melee attack deals no wounds by one.
    let (weapon, _) = attack::weapon_of(state, attacker, AttackKind::Melee, weapon).ok()?;
    let prospect = Prospect {
        attacker,
        defender,
        kind: AttackKind::Melee,
        weapon,
        over,
        charge,
    };
    // ERR: more dice than can be worked out exactly have no odds.
    Some(prospect.terms(state)?.odds().ok()?.wounds.mean())
}

/// The chance that a charge which needs this die succeeds. Rule `IF-CHG-05`.
pub(super) fn chance_of(needed: i32) -> f64 {
    f64::from((7 - needed.max(1)).clamp(0, 6)) / 6.0
}

/// A charge that could be made: its chance, the side that it comes over, and the wounds that it is expected to deal, misses counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct LikelyCharge {
    pub(super) chance: f64,
    pub(super) over: Side,
    pub(super) wounds: f64,
}

/// The charges on a unit by enemies of whom `may` is true, the best heading on each side.
pub(super) fn charges_on(state: &State, unit: UnitId, may: impl Fn(UnitId) -> bool) -> Vec<LikelyCharge> {
    let enemies = activation::enemies(state, unit.seat()).into_iter();
    let free = enemies.filter(|enemy| !state.is_engaged(*enemy) && may(*enemy));
    let likely = |enemy: UnitId| {
        charge_ways(state, enemy, unit)
            .into_iter()
            .filter_map(move |(needed, over, path)| {
                let way = ChargeProspect::by(state, &path.pieces);
                let chance = chance_of(needed);
                let wounds = chance * charge(state, (enemy, unit), over, (None, way))?;
                Some(LikelyCharge { chance, over, wounds })
            })
    };
    free.flat_map(likely).collect()
}

/// The wounds of the charge of these that is expected to deal most; none without one.
pub(super) fn worst(charges: &[LikelyCharge]) -> f64 {
    charges.iter().map(|charge| charge.wounds).fold(0.0, f64::max)
}
