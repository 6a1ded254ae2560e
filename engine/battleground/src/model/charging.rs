//! Charging units, and the enemies that they charge toward (pp. 58, 66).

use battleground_geometry::Side;

use crate::model::attack::AttackKind;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::state::{Declared, Engagement, RushKind, State, Status};

/// Whether a unit is Charging toward an enemy: it became engaged with it by a Final Rush this turn, as the rusher, or
/// on its own front on the order Close without having been engaged when the turn began. Rules `BG4-RUSH-18`,
/// `BG4-ENG-09` (pp. 58, 83, 103-104).
pub(crate) fn charges_toward(state: &State, unit: UnitId, enemy: UnitId) -> bool {
    state
        .engagements
        .iter()
        .any(|engagement| engagement.has(enemy) && is_charge(state, engagement, unit))
}

/// Whether an engagement is one in which a unit charges.
pub(crate) fn is_charge(state: &State, engagement: &Engagement, unit: UnitId) -> bool {
    let Some(this) = state.unit(unit) else {
        return false;
    };
    let Status::Ready(orders) = this.status else {
        return false; // Rule BG4-STATUS-04: a Disrupted unit is never Charging.
    };
    let fresh = engagement.turn == state.turn && !engagement.taken_over;
    if !state.profile().rushers_always_charge {
        // On Close, free when the turn began, against what is on its front or what it rushed with a flank. Rules BG3-MOD-07
        // (p. 19), BG3-MOD-08 (p. 14).
        let on_close = orders.is_some_and(|orders| orders.order == Order::Close) && !this.turn.controlled;
        let ahead = engagement
            .seen_by(unit)
            .is_some_and(|(_, own, _)| own == Side::Front);
        let by_flank = engagement.rusher == unit && engagement.kind == RushKind::Flank;
        return fresh && on_close && !this.turn.began_engaged && (ahead || by_flank);
    }
    fresh
        && (engagement.rusher == unit
            || (engagement.rushed == unit
                && engagement.rushed_side == Side::Front
                && orders.is_some_and(|orders| orders.order == Order::Close)
                && !this.turn.began_engaged))
}

/// Whether a unit charged another this turn and routs since: it rushed it. Rules `BG3-MOD-06`, `BG3-MOD-07` (p. 19).
pub(crate) fn charged_and_routs(state: &State, rusher: UnitId, rushed: UnitId) -> bool {
    let fresh = |one: &Engagement| one.turn == state.turn && !one.taken_over;
    let rushes = |one: &Engagement| one.rusher == rusher && one.rushed == rushed;
    state
        .unit(rusher)
        .is_some_and(|unit| unit.status == Status::Routing)
        && state.engagements.iter().any(|one| rushes(one) && fresh(one))
}

/// Whether a unit is in the state of Charging, whoever attacks it.
///
/// RULING: BG4-MODS-21, a unit that Final Rushed is Charging all turn, even if its enemy is gone, except after a
/// replacement; one that was Final Rushed if the enemy it has chosen is on its front, and before targets are chosen if
/// any enemy is.
pub(crate) fn is_charging(state: &State, unit: UnitId, chosen: Option<UnitId>) -> bool {
    let Some(this) = state.unit(unit) else {
        return false;
    };
    let own_rush = |engagement: &&Engagement| engagement.rusher == unit && engagement.turn == state.turn;
    if this.turn.rushed && matches!(this.status, Status::Ready(_)) {
        return !state
            .engagements
            .iter()
            .filter(own_rush)
            .any(|engagement| engagement.taken_over);
    }
    match chosen {
        Some(enemy) => charges_toward(state, unit, enemy),
        None => state
            .engagements
            .iter()
            .any(|engagement| is_charge(state, engagement, unit)),
    }
}

/// The enemy that a unit has chosen for its melee attack of the Combat Phase. Rule `BG4-COMB-04` (p. 91).
pub(crate) fn chosen_in(declared: &[Declared], unit: UnitId) -> Option<UnitId> {
    declared
        .iter()
        .map(|declared| &declared.attack)
        .find(|attack| {
            attack.attacker == unit
                && matches!(
                    attack.kind,
                    AttackKind::Melee | AttackKind::SwoopAnswer | AttackKind::Strike { .. }
                )
        })
        .map(|attack| attack.target)
}
