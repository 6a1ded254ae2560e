//! Sentences of rulings.

use hindsight_kernel::{Argument, Message, message};

use crate::messages::{self, MESSAGES, none, orders, place, unit};
use crate::model::command::Patch;
use crate::model::state::State;

/// A change by ruling in one sentence.
pub(super) fn patch(state: &State, patch: &Patch) -> Message {
    let unit = |id| unit(state, id);
    let status = |id, status: &'static str| message!(MESSAGES, "ruled-status", unit = unit(id), status);
    match patch {
        Patch::Place { unit: id, pose } => {
            message!(MESSAGES, "ruled-place", unit = unit(*id), place = place(*pose))
        }
        Patch::Boxes {
            unit: id,
            damage,
            ammo,
        } => {
            let damage = damage.map(|boxes| message!(MESSAGES, "damage-boxes", boxes));
            let ammo = ammo.map(|ammo| message!(MESSAGES, "ammo-boxes", ammo));
            let boxes = Argument::list(damage.into_iter().chain(ammo));
            message!(MESSAGES, "ruled-boxes", unit = unit(*id), boxes)
        }
        Patch::Order { unit: id, order } => {
            message!(
                MESSAGES,
                "ruled-order",
                unit = unit(*id),
                orders = orders(state, order)
            )
        }
        Patch::Disrupt { unit } => status(*unit, "disrupted"),
        Patch::Rout { unit } => status(*unit, "routing"),
        Patch::Destroy { unit } => status(*unit, "destroyed"),
        Patch::Actions { seat, count } => message!(
            MESSAGES,
            "ruled-actions",
            seat = messages::seat(*seat),
            actions = count
        ),
        Patch::Disengage { unit: id, from } => {
            message!(MESSAGES, "ruled-disengage", unit = unit(*id), enemy = unit(*from))
        }
        Patch::RollOff {
            dispute,
            south,
            north,
        } => {
            let prevails = crate::positions::rulings::prevails(*south, *north);
            let seat = prevails.map_or_else(none, |seat| messages::seat(seat).into());
            message!(MESSAGES, "ruled-roll-off", south, north, dispute, seat)
        }
        Patch::Dispute {
            dispute, die: None, ..
        } => message!(MESSAGES, "ruled-die-due", dispute),
        Patch::Dispute {
            dispute,
            low,
            high,
            die: Some(die),
        } => {
            let reading = if *die <= 3 { low } else { high };
            message!(MESSAGES, "ruled-die", die, dispute, reading)
        }
        Patch::Effect { unit: id, name, .. } => {
            message!(MESSAGES, "ruled-effect", unit = unit(*id), effect = name)
        }
    }
}
