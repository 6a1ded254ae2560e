//! The sentences of the server, `api/messages/en.ftl`, and the macro by which the code says them.

use std::fmt;

use hindsight_kernel::{Message, MessageFile};
use maud::{Markup, PreEscaped, Render as _};

/// The sentences of the server.
pub static MESSAGES: MessageFile = MessageFile::new("house", include_str!("../../messages/en.ftl"));

/// Makes a [`Message`] of the server's file: the id and the arguments by name, as in `message!`. After a semicolon stand arguments
/// that are markup, such as links inside a sentence; the result is then markup, with everything else escaped.
macro_rules! text {
    ($id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        ::hindsight_kernel::message!($crate::base::messages::MESSAGES, $id $(, $name $(= $value)?)*)
    };
    ($id:literal $(, $name:ident $(= $value:expr)?)* ; $($part:ident = $markup:expr),+ $(,)?) => {
        $crate::base::messages::with_markup(|places| {
            let mut places = places.iter().copied();
            ::hindsight_kernel::message!(
                $crate::base::messages::MESSAGES,
                $id
                $(, $name $(= $value)?)*
                $(, $part = places.next().unwrap_or_default())+
            )
        }, &[$(::maud::html! { ($markup) }),+])
    };
}

pub(crate) use text;

/// A sentence that another package or a library says, where it has no message.
pub(crate) fn said_elsewhere(words: impl fmt::Display) -> Message {
    text!("said-elsewhere", words = words.to_string())
}

/// A text as it stands between the quotation marks of a message: its own marks and control characters are escaped.
pub(crate) fn quoted(text: impl AsRef<str>) -> String {
    let debug = format!("{:?}", text.as_ref());
    debug[1..debug.len() - 1].to_owned()
}

/// Stand-ins for markup in a sentence that is escaped: characters for private use, which no sentence of the file has.
const PLACES: [&str; 8] = [
    "\u{f8f0}", "\u{f8f1}", "\u{f8f2}", "\u{f8f3}", "\u{f8f4}", "\u{f8f5}", "\u{f8f6}", "\u{f8f7}",
];

/// A sentence with markup in it. The sentence is escaped first, so that no text in it becomes markup.
pub(crate) fn with_markup(sentence: impl FnOnce(&[&'static str]) -> Message, parts: &[Markup]) -> Markup {
    let mut escaped = sentence(&PLACES).to_string().render().into_string();
    for (place, part) in PLACES.iter().zip(parts) {
        escaped = escaped.replace(place, &part.0);
    }
    PreEscaped(escaped)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hindsight_kernel::testing::{check_messages, check_printed_messages, loose_sentences};
    use maud::html;

    use super::*;

    #[test]
    fn every_message_is_in_the_file_with_its_arguments_and_is_used() {
        check_messages(&[env!("CARGO_MANIFEST_DIR")], &MESSAGES);
        check_printed_messages(env!("CARGO_MANIFEST_DIR"), &MESSAGES);
    }

    /// Texts that no reader meets as a sentence: the file, a part of the text, and the reason.
    const NOT_SENTENCES: [(&str, &str, &str); 8] = [
        (
            "base/secrets.rs",
            "hindsight proves itself to",
            "what is hashed for a proof",
        ),
        ("games/unseen.rs", "dice of", "what a seed is made of"),
        (
            "games/notes.rs",
            "the notes of",
            "damage of the store, which is logged",
        ),
        ("pages/explorer.rs", "curl -s", "a command of the shell"),
        ("http/", "has none", "a fault of the server, which is logged"),
        (
            "http/",
            "no operation does",
            "a fault of the server, which is logged",
        ),
        (
            "http/",
            "is not mounted",
            "a fault of the server, which is logged",
        ),
        (
            "http/",
            "no parameter {name} is known",
            "a fault of the server, which is logged",
        ),
    ];

    #[test]
    fn sentences_stand_in_the_message_file() {
        // The command line and the log speak to the operator.
        let is_shown =
            |name: &String| !name.starts_with("cli/") && !name.starts_with("layers/") && name != "main.rs";
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let mut is_no_sentence = |name: &str, text: &str| {
            let found = NOT_SENTENCES
                .iter()
                .find(|(file, part, _)| name.starts_with(file) && text.contains(part));
            used.extend(found.map(|(_, part, _)| *part));
            found.is_some()
        };
        let mut loose = Vec::new();
        for (name, texts) in loose_sentences(env!("CARGO_MANIFEST_DIR")) {
            if is_shown(&name) {
                let of_file = texts.into_iter().filter(|text| !is_no_sentence(&name, text));
                loose.extend(of_file.map(|text| format!("{name}, {text}")));
            }
        }
        assert!(
            loose.is_empty(),
            "sentences outside of messages/en.ftl: {loose:#?}"
        );
        assert_eq!(
            used.len(),
            NOT_SENTENCES.len(),
            "exceptions that nothing needs: {used:?}"
        );
    }

    #[test]
    fn texts_in_sentences_with_markup_are_escaped() {
        let sentence = with_markup(
            |places| said_elsewhere(format!("<b> & {}", places[0])),
            &[html! { a href="/new" { "here" } }],
        );
        assert_eq!(sentence.0, "&lt;b&gt; &amp; <a href=\"/new\">here</a>");
    }

    #[test]
    fn quoted_texts_read_as_their_debug_form() {
        assert_eq!(quoted("a\"b\n"), "a\\\"b\\n");
    }
}
