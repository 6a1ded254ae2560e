//! Sentences of events of wounds, destruction and condition tokens of units.

use hindsight_kernel::{Message, message};

use super::faces;
use crate::messages::{MESSAGES, or_none};
use crate::model::event::{Cause, UnitEvent};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::names::{player, unit};

/// Describes an event of wounds, destruction and condition tokens of units in one sentence.
pub(super) fn describe(before: &State, event: &UnitEvent) -> Message {
    let name = |id: &UnitId| unit(before, *id);
    match event {
        UnitEvent::WoundsSuffered {
            unit,
            wounds,
            cause,
            roll,
            models,
            ..
        } => {
            let cause = match cause {
                Cause::Attack => "attack",
                Cause::Panic => "panic",
                Cause::Terrain => "terrain",
                Cause::Effect => "effect",
            };
            let faces = or_none(roll.as_ref().map(faces));
            message!(
                MESSAGES,
                "wounds-suffered",
                unit = name(unit),
                wounds,
                cause,
                faces,
                models
            )
        }
        UnitEvent::WoundsRestored {
            unit, wounds, models, ..
        } => message!(MESSAGES, "wounds-restored", unit = name(unit), wounds, models),
        UnitEvent::UnitDestroyed { unit, .. } => message!(MESSAGES, "unit-destroyed", unit = name(unit)),
        UnitEvent::TokenPlaced { unit, token } => {
            message!(MESSAGES, "token-placed", unit = name(unit), token = token.title())
        }
        UnitEvent::TokenRemoved { unit, token } => {
            message!(
                MESSAGES,
                "token-removed",
                unit = name(unit),
                token = token.title()
            )
        }
        UnitEvent::TokenExpended { seat, unit, token } => message!(
            MESSAGES,
            "token-expended",
            player = player(before, *seat),
            token = token.title(),
            unit = name(unit)
        ),
    }
}
