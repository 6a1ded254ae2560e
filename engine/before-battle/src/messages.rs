//! The sentences of the game, `messages/en.ftl`, and the words that many of them need.

use hindsight_geometry::squares::{Facing, Hand};
use hindsight_kernel::{Argument, Message, MessageFile, Rules, Seat, message, text_arguments};

use crate::BeforeBattle;
use crate::model::names::UnitId;
use crate::model::state::{Right, State};

/// The sentences of Before Battle.
pub static MESSAGES: MessageFile = MessageFile::new(BeforeBattle::ID, include_str!("../messages/en.ftl"));

text_arguments!(UnitId);

/// The name of a player.
pub(crate) fn seat_message(seat: Seat) -> Message {
    if seat == Seat::A {
        message!(MESSAGES, "seat-south")
    } else {
        message!(MESSAGES, "seat-north")
    }
}

/// A facing as a word.
pub(crate) fn facing_message(facing: Facing) -> Message {
    match facing {
        Facing::N => message!(MESSAGES, "facing-north"),
        Facing::E => message!(MESSAGES, "facing-east"),
        Facing::S => message!(MESSAGES, "facing-south"),
        Facing::W => message!(MESSAGES, "facing-west"),
    }
}

/// The name of a unit, by its card where that is known.
pub(crate) fn unit_name(state: &State, unit: UnitId) -> Argument {
    match state.known_card(unit) {
        Some(card) => Argument::from(&card.name),
        None => message!(MESSAGES, "unit-unknown", unit).into(),
    }
}

/// The word by which a message chooses a right.
pub(crate) const fn right_word(right: Right) -> &'static str {
    match right {
        Right::Deployment => "deployment",
        Right::FirstTurn => "first_turn",
    }
}

/// The word by which a message chooses: `left`, `right` or `none`.
pub(crate) const fn turn_word(turn: Option<Hand>) -> &'static str {
    match turn {
        Some(Hand::Left) => "left",
        Some(Hand::Right) => "right",
        None => "none",
    }
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
                ("views/facts/", "keys of statistics"),
                ("views/notation.rs", "lines that a parser reads"),
            ],
        );
    }
}
