//! The sentences of the game, `messages/en.ftl`.

use hindsight_kernel::{Argument, MessageFile, Rules, text_arguments};

use crate::IceAndFire;
use crate::model::names::{NcuId, PieceNo, UnitId};

/// The sentences of Ice and Fire.
pub static MESSAGES: MessageFile = MessageFile::new(IceAndFire::ID, include_str!("../messages/en.ftl"));

text_arguments!(NcuId, PieceNo, UnitId);

/// A text where there is one, or the word by which a message goes without.
pub(crate) fn or_none(named: Option<impl Into<Argument>>) -> Argument {
    named.map_or_else(|| "none".into(), Into::into)
}

/// Thousandths of an inch as inches.
pub(crate) fn inches(mils: i32) -> f64 {
    f64::from(mils) / 1_000.0
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
                ("cards/terrain.rs", "a keyword as the sheet prints it"),
                ("packs/import/mod.rs", "a constant about files from elsewhere"),
                ("rules/dangerous.rs", "the purpose of a roll, stored with it"),
                ("system.rs", "the name of the game"),
                ("views/compared.rs", "keys of statistics"),
                ("views/notation.rs", "lines that a parser reads"),
            ],
        );
    }
}
