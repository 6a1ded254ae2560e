//! Sentences of events of movement, reinforcements, facing and hobilars.

use hindsight_kernel::{Argument, Message, message};

use super::{throw_named, with_leaders};
use crate::messages::{MESSAGES, leader, or_none, unit};
use crate::model::event::{MovementEvent, TurnBy};
use crate::model::names::UnitId;
use crate::model::state::State;

/// Describes an event of movement, reinforcements, facing and hobilars in one sentence.
pub(super) fn describe(before: &State, event: &MovementEvent) -> Message {
    let unit = |id: &UnitId| unit(before, *id);
    match event {
        MovementEvent::UnitBegan { unit: id, .. } => message!(MESSAGES, "unit-began", unit = unit(id)),
        MovementEvent::MoveFireEnded { unit: id } => {
            message!(MESSAGES, "move-fire-ended", unit = unit(id))
        }
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
        } => message!(
            MESSAGES,
            "unit-stepped",
            mover = with_leaders(before, *id, leaders),
            from = Argument::text(from),
            to = Argument::text(to),
            facing = Argument::text(facing),
            through = or_none(passing.as_ref()),
            cost = Argument::text(cost),
            stopped
        ),
        MovementEvent::ReinforcementEntered {
            unit: id,
            at,
            facing,
            leaders,
            ..
        } => message!(
            MESSAGES,
            "reinforcement-entered",
            mover = with_leaders(before, *id, leaders),
            at = Argument::text(at),
            facing = Argument::text(facing)
        ),
        MovementEvent::UnitTurned { unit: id, to, by, .. } => {
            let by = match by {
                TurnBy::Order => "order",
                TurnBy::Charge => "charge",
                TurnBy::CounterCharge => "counter_charge",
            };
            message!(
                MESSAGES,
                "unit-turned",
                unit = unit(id),
                to = Argument::text(to),
                by
            )
        }
        MovementEvent::HobilarChanged {
            unit: id, dismounted, ..
        } => message!(MESSAGES, "hobilar-changed", unit = unit(id), dismounted),
        MovementEvent::LeaderStepped {
            leader: id, from, to, ..
        } => message!(
            MESSAGES,
            "leader-stepped",
            leader = leader(before, *id),
            from = Argument::text(from),
            to = Argument::text(to)
        ),
        MovementEvent::PassThroughRolled {
            unit: id,
            through,
            throw,
            harmed,
        } => message!(
            MESSAGES,
            "pass-through-rolled",
            unit = unit(id),
            through,
            throw = throw_named(throw),
            harmed
        ),
    }
}
