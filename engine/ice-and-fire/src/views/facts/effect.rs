//! Facts of events of tactics cards, Orders and their effects.

use hindsight_kernel::Fact;

use super::{counted, spent};
use crate::model::event::EffectEvent;
use crate::model::state::State;

/// Tells the facts of an event of tactics cards, Orders and their effects.
pub(super) fn facts(before: &State, event: &EffectEvent, out: &mut Vec<Fact>) {
    match event {
        EffectEvent::CardPlayed { seat, card } => {
            out.push(spent(*seat, "card", crate::views::names::card(before, *card)));
            out.push(counted("cards_played", None, *seat, 1.0));
        }
        EffectEvent::OrderUsed { unit, order } => {
            out.push(spent(
                unit.seat(),
                "order",
                crate::views::names::order_name(before, *unit, *order),
            ));
            out.push(counted("orders_used", Some(*unit), unit.seat(), 1.0));
        }
        EffectEvent::TextShown { .. } | EffectEvent::EffectLost { .. } => {}
    }
}
