//! The sentences of the game, `messages/en.ftl`.

use hindsight_kernel::{MessageFile, text_arguments};

use crate::model::names::UnitId;

/// The sentences of both editions of Battleground.
pub static MESSAGES: MessageFile = MessageFile::new("battleground", include_str!("../messages/en.ftl"));

text_arguments!(UnitId);

#[cfg(test)]
mod tests {
    use hindsight_kernel::testing::check_printed_messages;

    use super::MESSAGES;

    #[test]
    fn every_message_is_in_the_file_with_its_arguments() {
        assert_eq!(MESSAGES.faults(), Vec::<String>::new());
        check_printed_messages(env!("CARGO_MANIFEST_DIR"), &MESSAGES);
    }
}
