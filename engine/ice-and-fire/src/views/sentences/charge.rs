//! Sentences of events of charges.

use hindsight_kernel::{Message, message};

use super::faces;
use crate::messages::{MESSAGES, or_none};
use crate::model::event::ChargeEvent;
use crate::model::state::State;
use crate::views::names::{inches, piece, signed, unit};

/// Describes an event of charges in one sentence.
pub(super) fn describe(before: &State, event: &ChargeEvent) -> Message {
    match event {
        ChargeEvent::ChargeDeclared { charge } => message!(
            MESSAGES,
            "charge-declared",
            unit = unit(before, charge.charger),
            side = charge.side.title(),
            target = unit(before, charge.target)
        ),
        ChargeEvent::ChargeModified { by } => message!(MESSAGES, "charge-modified", by = signed(*by)),
        ChargeEvent::ChargeBonusLost { piece: no } => match no {
            Some(no) => message!(MESSAGES, "charge-bonus-taken", piece = piece(before, *no)),
            None => message!(MESSAGES, "charge-bonus-lost"),
        },
        ChargeEvent::ChargeFortified { piece: no } => {
            message!(MESSAGES, "charge-fortified", piece = piece(before, *no))
        }
        ChargeEvent::ChargeRolled {
            roll,
            distance,
            needed,
            success,
        } => {
            let end = match (success, roll.faces.first()) {
                (true, Some(1)) => "disorderly",
                (true, _) => "success",
                (false, _) => "fails",
            };
            message!(
                MESSAGES,
                "charge-rolled",
                faces = faces(roll),
                distance = inches(*distance),
                needed = or_none(needed.map(inches)),
                end
            )
        }
        ChargeEvent::ChargeAligned { slot } => message!(MESSAGES, "charge-aligned", slot = slot.title()),
        ChargeEvent::ChargerHurt => message!(MESSAGES, "charger-hurt"),
        ChargeEvent::ChargeEnded => message!(MESSAGES, "charge-ended"),
    }
}
