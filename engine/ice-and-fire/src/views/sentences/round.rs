//! Sentences of events of rounds, turns, draws of cards and zones of the tactics board.

use hindsight_kernel::Seat;

use crate::model::event::RoundEvent;
use crate::model::names::UnitId;
use crate::model::state::{Activated, State};
use crate::views::names::{card, ncu, player, pose, unit};

/// Describes an event of rounds, turns, draws of cards and zones of the tactics board in one sentence.
pub(super) fn describe(before: &State, event: &RoundEvent) -> String {
    let who = |seat: &Seat| player(before, *seat);
    let name = |id: &UnitId| unit(before, *id);
    match event {
        RoundEvent::CardDrawn {
            seat, card: drawn, ..
        } => match drawn {
            Some(drawn) => format!("{} draws {}.", who(seat), card(before, *drawn)),
            None => format!("{} draws a tactics card.", who(seat)),
        },
        RoundEvent::RoundBegan { round, first } => {
            format!("Round {round} begins; {} is first player.", who(first))
        }
        RoundEvent::TurnBegan { seat } => format!("{} takes a turn.", who(seat)),
        RoundEvent::TurnPassed { seat } => format!("{} has nothing to activate and passes.", who(seat)),
        RoundEvent::UnitActivated { activated } => match activated {
            Activated::Unit(id) => format!("{} is activated.", name(id)),
            Activated::Ncu(id) => format!("{} is activated.", ncu(before, *id)),
        },
        RoundEvent::Arrived { unit, pose: at } => {
            format!("{} arrives from reserve at {}.", name(unit), pose(*at))
        }
        RoundEvent::TurnEnded { seat } => format!("{} ends the turn.", who(seat)),
        RoundEvent::ZoneClaimed { ncu: id, zone } => format!("{} claims {}.", ncu(before, *id), zone.title()),
    }
}
