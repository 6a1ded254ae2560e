//! Sentences of events of movement, reinforcements, facing and hobilars.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::{Argument, Message, message};

use super::{throw_named, with_leaders};
use crate::messages::{MESSAGES, leader, or_none, text, unit};
use crate::model::event::{MovementEvent, TurnBy};
use crate::model::names::UnitId;
use crate::model::state::State;

/// Describes an event of movement, reinforcements, facing and hobilars in one sentence.
pub(super) fn describe(before: &State, event: &MovementEvent) -> Message {
    let unit = |id: &UnitId| unit(before, *id);
    match event {
        MovementEvent::UnitBegan { unit: id, .. } => message!(MESSAGES, "unit-began", unit = unit(id)),
        MovementEvent::MoveFireEnded { unit: id } => message!(MESSAGES, "move-fire-ended", unit = unit(id)),
        MovementEvent::UnitStepped {
            unit: id,
            from,
            to,
            facing,
            cost,
            stopped,
            leaders,
            passing,
            ..
        } => {
            let (mover, through) = (with_leaders(before, *id, leaders), or_none(passing.as_ref()));
            stepped(mover, (*from, *to, *facing), through, text(cost), *stopped)
        }
        MovementEvent::ReinforcementEntered {
            unit: id,
            at,
            facing,
            leaders,
            ..
        } => {
            let (mover, at, facing) = (with_leaders(before, *id, leaders), text(at), text(facing));
            message!(MESSAGES, "reinforcement-entered", mover, at, facing)
        }
        MovementEvent::UnitTurned { unit: id, to, by, .. } => {
            let (to, by) = (text(to), turned_by(*by));
            message!(MESSAGES, "unit-turned", unit = unit(id), to, by)
        }
        MovementEvent::HobilarChanged {
            unit: id, dismounted, ..
        } => message!(MESSAGES, "hobilar-changed", unit = unit(id), dismounted),
        MovementEvent::LeaderStepped {
            leader: id, from, to, ..
        } => {
            let (leader, from, to) = (leader(before, *id), text(from), text(to));
            message!(MESSAGES, "leader-stepped", leader, from, to)
        }
        MovementEvent::PassThroughRolled {
            unit: id,
            through,
            throw,
            harmed,
        } => {
            let (unit, throw) = (unit(id), throw_named(throw));
            message!(MESSAGES, "pass-through-rolled", unit, through, throw, harmed)
        }
    }
}

fn stepped(
    mover: Argument,
    (from, to, facing): (Hex, Hex, Facing),
    through: Argument,
    cost: Argument,
    stopped: bool,
) -> Message {
    let (from, to, facing) = (text(from), text(to), text(facing));
    message!(
        MESSAGES,
        "unit-stepped",
        mover,
        from,
        to,
        facing,
        through,
        cost,
        stopped
    )
}

/// The cause of a turn in place, as messages select by it.
fn turned_by(by: TurnBy) -> &'static str {
    match by {
        TurnBy::Order => "order",
        TurnBy::Charge => "charge",
        TurnBy::CounterCharge => "counter_charge",
    }
}
