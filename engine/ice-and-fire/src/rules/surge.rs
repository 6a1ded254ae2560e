//! Surge Forth. Rules `IF-SURGE-01` to `-04`.

use crate::cards::AttackKind;
use crate::model::agenda::{GameTable, Need, Step, Taken, proceed};
use crate::model::state::State;

/// Whether the attacker may make its free Maneuver: it destroyed the enemy by a melee attack, stands and is unengaged.
/// Rules `IF-SURGE-01`, `IF-SURGE-03`.
///
/// RULING (`IF-SURGE-01`): an attacker that another enemy still engages has no Maneuver, for a Maneuver is for unengaged
/// units.
pub fn may_surge(state: &State) -> bool {
    state.attack.as_ref().is_some_and(|attack| {
        let stands = state
            .unit(attack.attacker)
            .is_some_and(|unit| unit.is_alive() && unit.pose.is_some());
        attack.destroyed && attack.kind == AttackKind::Melee && stands && !state.is_engaged(attack.attacker)
    })
}

/// Surge Forth waits where the attacker may make its Maneuver. Rules `IF-SURGE-01`, `IF-SURGE-04`.
pub(crate) fn surge(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    if may_surge(table.state()) {
        return Ok(Taken::Waits);
    }
    let after = after(table.state());
    proceed(table, 1, after);
    Ok(Taken::Went)
}

/// What follows the attacker's Maneuver: other friends that were engaged with the destroyed enemy may pivot. Rules
/// `IF-SURGE-02`, `IF-SURGE-03`.
pub(crate) fn after(state: &State) -> Vec<Step> {
    let friends = state
        .attack
        .as_ref()
        .filter(|attack| attack.destroyed && attack.kind == AttackKind::Melee)
        .map(|attack| Step::FreePivots {
            seat: attack.attacker.seat(),
            units: attack.partners.clone(),
        });
    friends.into_iter().chain([Step::EndAttack]).collect()
}
