//! Sentences of events of rounds, turns, draws of cards and zones of the tactics board.

use hindsight_kernel::{Message, Seat, message};

use crate::messages::MESSAGES;
use crate::model::event::RoundEvent;
use crate::model::state::{Activated, State};
use crate::views::names::{card, ncu, player, pose, unit};

/// Describes an event of rounds, turns, draws of cards and zones of the tactics board in one sentence.
pub(super) fn describe(before: &State, event: &RoundEvent) -> Message {
    let who = |seat: &Seat| player(before, *seat);
    match event {
        RoundEvent::CardDrawn {
            seat, card: drawn, ..
        } => match drawn {
            Some(drawn) => {
                message!(
                    MESSAGES,
                    "card-drawn",
                    player = who(seat),
                    card = card(before, *drawn)
                )
            }
            None => message!(MESSAGES, "card-drawn-hidden", player = who(seat)),
        },
        RoundEvent::RoundBegan { round, first } => {
            message!(MESSAGES, "round-began", round, player = who(first))
        }
        RoundEvent::TurnBegan { seat } => message!(MESSAGES, "turn-began", player = who(seat)),
        RoundEvent::TurnPassed { seat } => message!(MESSAGES, "turn-passed", player = who(seat)),
        RoundEvent::UnitActivated { activated } => {
            let unit = match activated {
                Activated::Unit(id) => unit(before, *id),
                Activated::Ncu(id) => ncu(before, *id),
            };
            message!(MESSAGES, "unit-activated", unit)
        }
        RoundEvent::Arrived { unit: id, pose: at } => {
            message!(
                MESSAGES,
                "unit-arrived",
                unit = unit(before, *id),
                pose = pose(*at)
            )
        }
        RoundEvent::TurnEnded { seat } => message!(MESSAGES, "turn-ended", player = who(seat)),
        RoundEvent::ZoneClaimed { ncu: id, zone } => {
            message!(
                MESSAGES,
                "zone-claimed",
                ncu = ncu(before, *id),
                zone = zone.title()
            )
        }
    }
}
