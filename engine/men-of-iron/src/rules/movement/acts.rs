//! Several acts of one unit's Move/Fire, ordered at once (§5.1, p. 4).

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::agenda::{Taken, proceed};
use hindsight_kernel::{Refusal, Seat, message};

use super::{ActingRefusal, check_acting, step};
use crate::messages::MESSAGES;
use crate::model::agenda::{Need, Step};
use crate::model::command::{Act, MOST_ACTS};
use crate::model::names::UnitId;
use crate::model::piece::Status;
use crate::model::state::Mover;
use crate::rules::asking::{BattleTable, then};
use crate::rules::{facing, fire, hobilars};

/// Orders several acts of the unit in a hex. Rules `MOI-MOVE-01`, `MOI-ACT-17` (p. 4).
pub(crate) fn order(table: &mut BattleTable<'_>, seat: Seat, from: Hex, acts: &[Act]) -> Result<(), Refusal> {
    let state = table.state();
    // Of two units in a hex the one that passes through the other is meant.
    let moving = match state.mover {
        Some(Mover::Unit(unit)) => state.unit(unit).filter(|unit| unit.hex() == Some(from)),
        Some(Mover::Leader(_)) | None => None,
    };
    let here = || state.units_at(from).find(|unit| unit.seat == seat);
    let unit = moving.or_else(here).ok_or(ActingRefusal::NoUnit)?;
    let (id, status) = (unit.id, unit.status);
    check_acting(state, seat, id)?;
    if acts.is_empty() || acts.len() > MOST_ACTS {
        let found = acts.len();
        let message = message!(MESSAGES, "acts-out-of-bounds", most = MOST_ACTS, found);
        return Err(Refusal::new("HS-FORM-01", message));
    }
    let left = Step::Acts {
        unit: id,
        status,
        acts: acts.to_vec(),
        asked: false,
    };
    proceed(table, 0, [left]);
    Ok(())
}

/// The next of several acts. One that is not allowed refuses the whole order; but once somebody was asked something in
/// between, the order has been given, and what is left of it is not done. Rule `MOI-MOVE-01` (p. 4).
///
/// RULING: a unit that was harmed by a reaction stops there, so that its player decides anew.
pub(crate) fn go_on_with(
    table: &mut BattleTable<'_>,
    id: UnitId,
    status: Status,
    acts: &[Act],
    asked: bool,
) -> Result<Taken, Need> {
    let Some((act, rest)) = acts.split_first() else {
        return Ok(then(table, []));
    };
    let seat = table.state().active;
    let harmed = table.state().unit(id).is_none_or(|unit| unit.status != status);
    if asked && harmed {
        return Ok(then(table, []));
    }
    let left = (!rest.is_empty()).then(|| Step::Acts {
        unit: id,
        status,
        acts: rest.to_vec(),
        asked,
    });
    let waits = u8::from(left.is_some());
    then(table, left);
    match perform(table, seat, id, act) {
        Ok(()) => Ok(Taken::Went),
        Err(_) if asked => {
            proceed(table, waits, []);
            Ok(Taken::Went)
        }
        Err(refusal) => Err(refusal.into()),
    }
}

fn perform(table: &mut BattleTable<'_>, seat: Seat, id: UnitId, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Step { to, facing, with } => step(table, seat, id, *to, *facing, with),
        Act::Turn { facing } => facing::turn(table, seat, id, *facing),
        Act::Fire { at } => {
            let target = table
                .state()
                .units_at(*at)
                .find(|unit| unit.seat != seat)
                .map(|unit| unit.id)
                .ok_or(fire::FireRefusal::NotATarget)?;
            fire::fire(table, seat, id, target)
        }
        Act::ChangeMount => hobilars::change(table, seat, id),
    }
}
