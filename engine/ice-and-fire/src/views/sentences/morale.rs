//! Sentences of events of Panic Tests and retreats.

use hindsight_kernel::{Argument, Message, message};

use super::faces;
use crate::messages::{MESSAGES, or_none};
use crate::model::event::MoraleEvent;
use crate::model::state::State;
use crate::views::names::{inches, signed, unit};

/// Describes an event of Panic Tests and retreats in one sentence.
pub(super) fn describe(before: &State, event: &MoraleEvent) -> Message {
    match event {
        MoraleEvent::PanicDemanded { test } => {
            message!(MESSAGES, "panic-demanded", unit = unit(before, test.unit))
        }
        MoraleEvent::PanicModified { by } => message!(MESSAGES, "panic-modified", by = signed(*by)),
        MoraleEvent::PanicReplaced { wounds } => message!(MESSAGES, "panic-replaced", wounds),
        MoraleEvent::PanicRolled {
            roll,
            modifier,
            morale,
        } => {
            let modifier = or_none((*modifier != 0).then(|| signed(*modifier)));
            match roll.faces.as_slice() {
                [one, two, three] => message!(
                    MESSAGES,
                    "panic-rolled-wounds",
                    faces = Argument::list([one, two]),
                    modifier,
                    morale,
                    third = three.div_ceil(2)
                ),
                _ => message!(MESSAGES, "panic-rolled", faces = faces(roll), modifier, morale),
            }
        }
        MoraleEvent::PanicResolved {
            unit: id,
            total,
            passed,
            wounds,
        } => {
            let unit = unit(before, *id);
            match (total, passed) {
                (Some(total), true) => message!(MESSAGES, "panic-passed", unit, total),
                (Some(total), false) => message!(MESSAGES, "panic-failed", unit, total, wounds),
                (None, _) => message!(MESSAGES, "panic-suffered", unit, wounds),
            }
        }
        MoraleEvent::PanicEnded => message!(MESSAGES, "panic-ended"),
        MoraleEvent::RetreatRolled {
            unit: id,
            roll,
            reach,
        } => message!(
            MESSAGES,
            "retreat-rolled",
            unit = unit(before, *id),
            faces = faces(roll),
            reach = inches(*reach)
        ),
    }
}
