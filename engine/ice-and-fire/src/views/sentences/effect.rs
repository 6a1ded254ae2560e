//! Sentences of events of tactics cards, Orders and their effects.

use hindsight_kernel::{Argument, Message, Seat, message};

use crate::messages::{MESSAGES, or_none};
use crate::model::agenda::Source;
use crate::model::event::EffectEvent;
use crate::model::state::State;
use crate::views::names::{card, order_name, player, source, source_text, unit};

/// Describes an event of tactics cards, Orders and their effects in one sentence.
pub(super) fn describe(before: &State, event: &EffectEvent) -> Message {
    let who = |seat: &Seat| player(before, *seat);
    match event {
        EffectEvent::CardPlayed { seat, card: played } => {
            let text = text(before, Source::Card { card: *played });
            message!(
                MESSAGES,
                "card-played",
                player = who(seat),
                card = card(before, *played),
                text
            )
        }
        EffectEvent::OrderUsed { unit: id, order } => message!(
            MESSAGES,
            "order-used",
            unit = unit(before, *id),
            order = order_name(before, *id, *order),
            text = text(
                before,
                Source::Order {
                    unit: *id,
                    order: *order
                }
            )
        ),
        EffectEvent::TextShown { source: from, seat } => {
            let text = text(before, *from);
            message!(
                MESSAGES,
                "text-settled",
                player = who(seat),
                source = source(before, *from),
                text
            )
        }
        EffectEvent::EffectLost { source: from, seat } => match from {
            Some(from) => {
                message!(
                    MESSAGES,
                    "effect-lost",
                    source = source(before, *from),
                    player = who(seat)
                )
            }
            None => message!(MESSAGES, "zone-effect-lost", player = who(seat)),
        },
    }
}

/// The text of a card, an Order or an NCU.
fn text(before: &State, from: Source) -> Argument {
    let text = source_text(before, from);
    or_none((!text.is_empty()).then_some(text))
}
