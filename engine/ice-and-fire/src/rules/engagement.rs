//! Engagements: contact sides, slots, change of facing and shift in a melee Attack. Rules `IF-ENG-01` to `-07`.

use hindsight_kernel::{Refusal, refusals};

use super::{dangerous, terrain};
use crate::field::{Pose, Side, Slot, contact_sides, free_slots, slot_pose};
use crate::messages::MESSAGES;
use crate::model::agenda::GameTable;
use crate::model::event::MovementEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::unit::Engagement;

refusals! {
    messages = MESSAGES;
    /// Reasons why a unit may not turn or shift along its enemy.
    pub enum NoSlot {
        Several = "IF-ENG-05", "§Sheet, Unit actions; condition outside the sheet";
        NotEngagedWith { target: UnitId } = "IF-ENG-05", "§Sheet, Unit actions; condition outside the sheet", target;
        Taken { slot: &'static str } = "IF-ENG-03", "§Outside the sheet", slot;
    }
}

/// The free slots on a side of an enemy for a unit whose own side touches it; the unit's own present place does not count
/// as taken. Rules `IF-ENG-03`, `IF-ENG-04`, `IF-ENG-05`.
pub fn slots(state: &State, id: UnitId, enemy: UnitId, side: Side, own_side: Side) -> Vec<(Slot, Pose)> {
    let (Some(own), Some(target)) = (terrain::tray(state, id), terrain::tray(state, enemy)) else {
        return Vec::new();
    };
    let ground = terrain::ground(state, id);
    free_slots(&target, side, own.size, own_side, &ground)
}

/// The pose of a unit after a change of facing or a shift in its melee Attack, if it makes one. Rules
/// `IF-ENG-05`, `IF-ENG-06`.
pub fn check_turn(
    state: &State,
    id: UnitId,
    target: UnitId,
    facing: bool,
    slot: Option<Slot>,
) -> Result<Option<Pose>, NoSlot> {
    if !facing && slot.is_none() {
        return Ok(None);
    }
    if state.engaged_with(id).count() > 1 {
        return Err(NoSlot::Several);
    }
    let Some((own, _, side)) = state.engaged_with(id).find(|(_, enemy, _)| *enemy == target) else {
        return Err(NoSlot::NotEngagedWith { target });
    };
    let own = if facing { Side::Front } else { own };
    let slot = slot.unwrap_or(Slot::Centre);
    let word: &'static str = slot.into();
    slots(state, id, target, side, own)
        .into_iter()
        .find(|(free, _)| *free == slot)
        .map(|(_, pose)| Some(pose))
        .ok_or(NoSlot::Taken { slot: word })
}

/// The pose of a unit aligned by its front to a slot, taken or not. Rule `IF-ENG-03`.
pub fn aligned(state: &State, id: UnitId, enemy: UnitId, side: Side, slot: Slot) -> Option<Pose> {
    let (own, target) = (terrain::tray(state, id)?, terrain::tray(state, enemy)?);
    Some(slot_pose(&target, side, slot, own.size, Side::Front))
}

/// A unit is engaged no more with anybody. Rule `IF-ENG-01`. Gives whom it was engaged with.
pub(crate) fn disengage(table: &mut GameTable<'_>, id: UnitId) -> Vec<UnitId> {
    let pairs: Vec<Engagement> = table
        .state()
        .engagements
        .iter()
        .filter(|pair| pair.involves(id))
        .copied()
        .collect();
    for pair in &pairs {
        table.emit(MovementEvent::Disengaged { a: pair.a, b: pair.b });
    }
    pairs
        .iter()
        .filter_map(|pair| Some(pair.seen_by(id)?.1))
        .collect()
}

/// A unit placed in a slot is engaged with every enemy it touches along a stretch. Rules `IF-ENG-01`, `IF-ENG-02`,
/// `IF-ENG-07`.
pub(crate) fn engage(table: &mut GameTable<'_>, id: UnitId) {
    let state = table.state();
    let Some(own) = terrain::tray(state, id) else {
        return;
    };
    let found: Vec<Engagement> = state
        .on_table()
        .map(|(unit, _)| unit.id)
        .filter(|other| other.seat() != id.seat())
        .filter_map(|other| {
            let (side, other_side) = contact_sides(&own, &terrain::tray(state, other)?)?;
            Some(Engagement::between(id, side, other, other_side))
        })
        .collect();
    for engagement in found {
        table.emit(MovementEvent::Engaged { engagement });
    }
}

/// A unit turns or shifts along its enemy into a slot. Rules `IF-ENG-05` to `-07`, `IF-MOVE-07`.
///
/// RULING (`IF-ENG-06`): the placing is measured where it ends, not along the way.
pub(crate) fn turn(table: &mut GameTable<'_>, id: UnitId, pose: Pose) -> Result<(), Refusal> {
    let Some(tray) = terrain::tray(table.state(), id).filter(|tray| tray.pose != pose) else {
        return Ok(());
    };
    place(table, id, &tray.pose, pose, false)
}

/// A unit is placed in a slot: it leaves its engagements, stands there, is engaged with whom it touches; then the move
/// ends. `path` is where it stood before; terrain is entered by the place alone.
pub(crate) fn place(
    table: &mut GameTable<'_>,
    id: UnitId,
    from: &Pose,
    to: Pose,
    in_charge: bool,
) -> Result<(), Refusal> {
    disengage(table, id);
    let state = table.state();
    let Some(tray) = terrain::tray(state, id) else {
        return Ok(());
    };
    // The two poses differ in their heading or are not joined by a straight move: only where they lie counts.
    let before = terrain::under(state, &tray.at(*from).outline(), crate::cards::Keyword::Dangerous);
    let entered: Vec<_> = terrain::under(state, &tray.at(to).outline(), crate::cards::Keyword::Dangerous)
        .into_iter()
        .filter(|piece| !before.contains(piece))
        .collect();
    if to != tray.pose {
        super::victory::leave(table, id, to);
        table.emit(MovementEvent::UnitMoved {
            unit: id,
            kind: crate::model::event::MoveKind::Alignment,
            from: vec![tray.pose],
            to,
        });
    }
    engage(table, id);
    super::victory::review(table);
    dangerous::hurt(table, id, &entered, in_charge)?;
    super::victory::claim(table, id);
    Ok(())
}
