//! Sentences of events of tactics cards, Orders and their effects.

use hindsight_kernel::Seat;

use super::told;
use crate::model::agenda::Source;
use crate::model::event::EffectEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::names::{card, order_name, player, source, unit};

/// Describes an event of tactics cards, Orders and their effects in one sentence.
pub(super) fn describe(before: &State, event: &EffectEvent) -> String {
    let who = |seat: &Seat| player(before, *seat);
    let name = |id: &UnitId| unit(before, *id);
    match event {
        EffectEvent::CardPlayed { seat, card: played } => told(
            &format!("{} plays {}", who(seat), card(before, *played)),
            before,
            Source::Card { card: *played },
        ),
        EffectEvent::OrderUsed { unit, order } => told(
            &format!("{} uses {}", name(unit), order_name(before, *unit, *order)),
            before,
            Source::Order {
                unit: *unit,
                order: *order,
            },
        ),
        EffectEvent::TextShown { source: from, seat } => told(
            &format!("{} settles {}", who(seat), source(before, *from)),
            before,
            *from,
        ),
        EffectEvent::EffectLost { source: from, seat } => match from {
            Some(from) => format!("{} of {} has no effect.", source(before, *from), who(seat)),
            None => format!("The zone has no effect for {}.", who(seat)),
        },
    }
}
