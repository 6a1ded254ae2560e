//! Words of refusals, questions and offers.
//!
//! A refusal knows its units by their ids and its cards by their numbers: [`by_id`], [`card_of`]. Where it leaves the game, [`named`]
//! puts in their names.

use battleground_geometry::{Inches, Side};
use hindsight_kernel::{Argument, Message, Seat, message};

use crate::messages::MESSAGES;
use crate::model::attack::AttackStage;
use crate::model::cards::{Colour, TerrainType};
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::Order;
use crate::model::state::State;

/// The message that stands for a unit until it is named.
const UNNAMED_UNIT: &str = "ask-unit-unnamed";
/// The message that stands for a card until it is named.
const UNNAMED_CARD: &str = "ask-card-unnamed";

/// A unit of a refusal, by its id.
pub(crate) fn by_id(unit: UnitId) -> Argument {
    message!(MESSAGES, "ask-unit-unnamed", unit).into()
}

/// A unit with its name: `League Swords (A1)`.
pub(crate) fn unit_named(state: &State, unit: UnitId) -> Argument {
    match state.unit(unit) {
        Some(there) => {
            let name = &state.kind(there).name;
            message!(MESSAGES, "ask-unit", name, unit).into()
        }
        None => by_id(unit),
    }
}

/// Several units with their names, or the word by which a message goes without them.
pub(crate) fn units_named(state: &State, units: &[UnitId]) -> Argument {
    if units.is_empty() {
        return "none".into();
    }
    Argument::list(units.iter().map(|unit| unit_named(state, *unit)))
}

/// A command card with its name: `Force (3)`.
pub(crate) fn card_named(state: &State, seat: Seat, card: CardNo) -> Argument {
    let printed = state.faction(seat).and_then(|faction| faction.card(card));
    match printed {
        Some(printed) => message!(MESSAGES, "ask-card", name = &printed.name, card = card.0).into(),
        None => message!(MESSAGES, "ask-card-unknown", card = card.0).into(),
    }
}

/// A command card of a player by its number.
pub(crate) fn card_of(seat: Seat, card: CardNo) -> Argument {
    message!(MESSAGES, "ask-card-unnamed", seat = seat.index(), card = card.0).into()
}

/// A message with the names of the units and cards in it.
pub(crate) fn named(state: &State, message: Message) -> Message {
    message.with_others(&|inner| {
        let arguments = inner.arguments();
        let text = |name: &str| {
            let (_, argument) = arguments.iter().find(|(other, _)| *other == name)?;
            Some(argument.to_string())
        };
        let named = match inner.name() {
            UNNAMED_UNIT => unit_named(state, text("unit")?.parse().ok()?),
            UNNAMED_CARD => {
                let seat = Seat::new(text("seat")?.parse().ok()?)?;
                card_named(state, seat, CardNo(text("card")?.parse().ok()?))
            }
            _ => return None,
        };
        match named {
            Argument::Message(named) => Some(*named),
            _ => None,
        }
    })
}

/// The name of a player.
pub(crate) fn player(seat: Seat) -> Message {
    message!(MESSAGES, "ask-player", seat = seat.index())
}

/// A side of a unit.
pub(crate) fn card_side(side: Side) -> Message {
    let side = match side {
        Side::Front => "front",
        Side::Right => "right",
        Side::Rear => "rear",
        Side::Left => "left",
    };
    message!(MESSAGES, "ask-side", side)
}

/// A length as the rulebook prints it: `3.5"`.
pub(crate) fn length(length: Inches) -> Argument {
    Argument::text(length)
}

/// A length in words: `1 inch`, `3.5 inches`.
pub(crate) fn inches(length: Inches) -> Message {
    let inches = crate::model::words::hundredths(length);
    message!(MESSAGES, "ask-inches", inches)
}

/// The name of an order.
pub(crate) fn order_named(order: Order) -> Message {
    let order = match order {
        Order::Close => "close",
        Order::Hold => "hold",
        Order::Range => "range",
        Order::Short => "short",
        Order::Long => "long",
        Order::Follow => "follow",
    };
    message!(MESSAGES, "ask-order", order)
}

/// The colour of a card.
pub(crate) fn colour_named(colour: Colour) -> Message {
    let colour = match colour {
        Colour::Red => "red",
        Colour::Blue => "blue",
        Colour::Green => "green",
    };
    message!(MESSAGES, "ask-colour", colour)
}

/// A step of an attack, as the end of a sentence.
pub(crate) fn stage_named(stage: AttackStage) -> Message {
    let stage = match stage {
        AttackStage::BeforeHit => "before_hit",
        AttackStage::AfterHit => "after_hit",
        AttackStage::BeforeWound => "before_wound",
        AttackStage::AfterWound => "after_wound",
        AttackStage::Damage => "damage",
        AttackStage::Resolution => "resolution",
    };
    message!(MESSAGES, "ask-stage", stage)
}

/// A kind of terrain.
pub(crate) fn terrain_named(kind: TerrainType) -> Argument {
    crate::model::words::terrain(kind).into()
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::RefusalReason as _;

    use super::*;
    use crate::rules::command_cards::CardRefusal;
    use crate::scene::{id, line, scene};

    #[test]
    fn units_of_a_refusal_are_named_in_a_battle() {
        let state = scene().unit("A1", line(), (18.0, 10.0, 0.0)).state();
        let why = CardRefusal::Frightened(id("A1")).message();
        assert!(why.starts_with("A1 is Frightened"), "{why}");
        let why = named(&state, why);
        assert!(why.starts_with("Line (A1) is Frightened"), "{why}");
        let unknown = named(&state, CardRefusal::Frightened(id("B9")).message());
        assert!(unknown.starts_with("B9 is Frightened"), "{unknown}");
    }
}
