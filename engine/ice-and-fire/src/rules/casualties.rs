//! Wounds suffered and restored, and the destruction of units. Rules `IF-UNIT-04` to `-08`.

use hindsight_kernel::Roll;

use super::units::{strength, wounds_left, wounds_lost};
use super::{turns, victory};
use crate::cards::{AttackKind, Trigger};
use crate::model::agenda::{GameTable, Occasion};
use crate::model::event::{Cause, UnitEvent};
use crate::model::names::UnitId;
use crate::model::state::State;

/// A unit suffers wounds without defence dice; with its last one it is destroyed. Rules `IF-UNIT-04` to `-07`, `IF-VP-04`.
/// Gives how many it suffered: surplus is lost.
pub(crate) fn suffer(
    table: &mut GameTable<'_>,
    id: UnitId,
    wounds: u16,
    cause: Cause,
    roll: Option<Roll>,
) -> u16 {
    let state = table.state();
    let Some((unit, card)) = state.unit_and_card(id) else {
        return 0;
    };
    let left = wounds_left(unit, card);
    let suffered = wounds.min(left);
    if suffered == 0 && roll.is_none() {
        return 0;
    }
    let (models, wounded) = strength(left - suffered, card);
    table.emit(UnitEvent::WoundsSuffered {
        unit: id,
        wounds: suffered,
        cause,
        roll,
        models,
        wounded,
    });
    if models == 0 && suffered > 0 {
        destroy(table, id, cause);
    }
    victory::review(table);
    suffered
}

/// A unit is destroyed and removed at once with its tokens. Rules `IF-UNIT-07`, `IF-VP-02`, `IF-VP-04`.
fn destroy(table: &mut GameTable<'_>, id: UnitId, cause: Cause) {
    victory::lose_all(table, id);
    let at = destroyed_by(table.state(), id, cause);
    table.emit(UnitEvent::UnitDestroyed { unit: id, at, cause });
    victory::score_destroyed(table, id);
}

/// The trigger of a destruction: who made the attack behind it, and whether it was a melee attack. Rule `IF-MOR-06`.
fn destroyed_by(state: &State, id: UnitId, cause: Cause) -> Occasion {
    let of_attack = match cause {
        Cause::Attack => true,
        Cause::Panic => state.panics.last().is_some_and(|test| test.of_attack),
        Cause::Terrain | Cause::Effect => false,
    };
    let attack = state.attack.as_ref().filter(|_| of_attack);
    Occasion {
        subject: Some(id),
        attacker: attack.map(|attack| attack.attacker),
        by_melee: attack.is_some_and(|attack| attack.kind == AttackKind::Melee),
        ..Occasion::new(Trigger::UnitDestroyed, turns::active(state))
    }
}

/// A unit restores up to so many wounds: first the wounded model, then models that were removed. Rule `IF-UNIT-08`.
pub(crate) fn restore(table: &mut GameTable<'_>, id: UnitId, most: u16) {
    let Some((unit, card)) = table.state().unit_and_card(id) else {
        return;
    };
    let wounds = wounds_lost(unit, card).min(most);
    if wounds == 0 || !unit.is_alive() {
        return;
    }
    let (models, wounded) = strength(wounds_left(unit, card) + wounds, card);
    table.emit(UnitEvent::WoundsRestored {
        unit: id,
        wounds,
        models,
        wounded,
    });
    victory::review(table);
}
