//! The sentences of the text notation, `messages/en.ftl`.

use hindsight_engine::kernel::MessageFile;

/// The sentences of the text notation.
pub static MESSAGES: MessageFile = MessageFile::new("notation", include_str!("../messages/en.ftl"));

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
        check_loose_sentences(env!("CARGO_MANIFEST_DIR"), &[]);
    }
}
