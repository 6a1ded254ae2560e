//! Events and questions in one sentence for the log.

use crate::agenda::Question;
use crate::event::Event;
use crate::state::State;

/// A question in words.
pub(crate) fn question(_state: &State, question: &Question) -> String {
    let topic: &str = question.topic.into();
    topic.replace('_', " ")
}

/// An event in one sentence.
pub(crate) fn tell(_before: &State, event: &Event) -> String {
    let name: &str = event.into();
    name.replace('_', " ")
}
