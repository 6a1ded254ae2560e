//! The sentences of the game, `messages/en.ftl`, and the words that many of them need.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Argument, MessageFile, Rules, Seat, joined, message, text_arguments};

use crate::MenOfIron;
use crate::model::names::{CommandId, LeaderId, StandardId, UnitId};
use crate::model::state::State;

/// The sentences of Men of Iron.
pub static MESSAGES: MessageFile = MessageFile::new(MenOfIron::ID, include_str!("../messages/en.ftl"));

text_arguments!(CommandId, LeaderId, StandardId, UnitId);

/// The name of a side.
pub(crate) fn side(state: &State, seat: Seat) -> Argument {
    match state.battle.side.get(&seat) {
        Some(side) => Argument::from(&side.name),
        None => message!(MESSAGES, "side-unknown", seat).into(),
    }
}

/// The name of a leader.
pub(crate) fn leader(state: &State, leader: LeaderId) -> Argument {
    match state.battle.leader.get(&leader) {
        Some(card) => Argument::from(&card.name),
        None => leader.into(),
    }
}

/// A unit with its class: `A-LB1 (longbow)`.
pub(crate) fn unit(state: &State, id: UnitId) -> Argument {
    let class = state.unit(id).and_then(|unit| state.class_card(unit));
    match class {
        Some(card) => message!(MESSAGES, "unit", unit = id, class = &card.name).into(),
        None => id.into(),
    }
}

/// A place, a facing or a number by its text.
pub(crate) fn text(named: impl std::fmt::Display) -> Argument {
    Argument::text(named)
}

/// A text where there is one, or the word by which a message goes without.
pub(crate) fn or_none(named: Option<impl std::fmt::Display>) -> Argument {
    named.map_or_else(|| "none".into(), Argument::text)
}

/// Hexes of a path: `1307-1308`.
pub(crate) fn path(hexes: &[Hex]) -> Argument {
    joined!(MESSAGES, "path-next", hexes.iter().map(Argument::text))
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::testing::{check_loose_sentences, check_messages, check_printed_messages};

    use super::MESSAGES;

    #[test]
    fn every_message_is_in_the_file_with_its_arguments() {
        check_messages(&[env!("CARGO_MANIFEST_DIR")], &MESSAGES);
        check_printed_messages(env!("CARGO_MANIFEST_DIR"), &MESSAGES);
    }

    #[test]
    fn sentences_stand_in_the_message_file() {
        check_loose_sentences(
            env!("CARGO_MANIFEST_DIR"),
            &[
                ("odds/brute.rs", "a test"),
                ("system.rs", "the name of the game"),
                ("views/facts/", "keys of statistics"),
                ("views/notation/", "lines that a parser reads"),
            ],
        );
    }
}
