//! Words of refusals, questions and offers.
//!
//! A refusal knows its units by their ids and its cards by their numbers: [`by_id`], [`card_of`]. Where it leaves the game, [`named`]
//! puts in their names.

use battleground_geometry::Inches;
use hindsight_kernel::{Argument, Message, Seat, message};

pub(crate) use crate::messages::{
    card as card_named, colour as colour_named, inches, order as order_named, seat as player,
    side as card_side, unit as unit_named, units_or_none as units_named,
};

use crate::messages::MESSAGES;
use crate::model::attack::AttackStage;
use crate::model::cards::TerrainType;
use crate::model::names::{CardNo, UnitId};
use crate::model::state::State;

/// The message that stands for a unit until it is named.
const UNNAMED_UNIT: &str = "ask-unit-unnamed";
/// The message that stands for a card until it is named.
const UNNAMED_CARD: &str = "ask-card-unnamed";

/// A unit of a refusal, by its id.
pub(crate) fn by_id(unit: UnitId) -> Argument {
    message!(MESSAGES, "ask-unit-unnamed", unit).into()
}

/// A command card of a player by its number.
pub(crate) fn card_of(seat: Seat, card: CardNo) -> Argument {
    message!(MESSAGES, "ask-card-unnamed", seat, card).into()
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
                let seat: Seat = text("seat")?.parse().ok()?;
                card_named(state, seat, CardNo(text("card")?.parse().ok()?)).into()
            }
            _ => return None,
        };
        match named {
            Argument::Message(named) => Some(*named),
            _ => None,
        }
    })
}

/// A length as the rulebook prints it: `3.5"`.
pub(crate) fn length(length: Inches) -> Argument {
    Argument::text(length)
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
