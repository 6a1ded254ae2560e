//! The sentences of pictures, charts and statistics, `messages/en.ftl`, and the macro by which the code says them.

use hindsight_kernel::MessageFile;

/// The sentences of pictures, charts and statistics.
pub static MESSAGES: MessageFile = MessageFile::new("reports", include_str!("../messages/en.ftl"));

/// Makes a [`Message`](hindsight_kernel::Message) of this package's file: the id and the arguments by name, as in `message!`.
macro_rules! text {
    ($id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        ::hindsight_kernel::message!($crate::messages::MESSAGES, $id $(, $name $(= $value)?)*)
    };
}

pub(crate) use text;

#[cfg(test)]
mod tests {
    use hindsight_kernel::testing::{check_loose_sentences, check_messages, check_printed_messages};

    use super::MESSAGES;

    #[test]
    fn every_message_is_in_the_file_with_its_arguments_and_is_used() {
        check_messages(&[env!("CARGO_MANIFEST_DIR")], &MESSAGES);
        check_printed_messages(env!("CARGO_MANIFEST_DIR"), &MESSAGES);
    }

    #[test]
    fn sentences_stand_in_the_message_file() {
        let exceptions = [(
            "community/row.rs",
            "names of counts, which are keys of the answer and of its filters",
        )];
        check_loose_sentences(env!("CARGO_MANIFEST_DIR"), &exceptions);
    }
}
