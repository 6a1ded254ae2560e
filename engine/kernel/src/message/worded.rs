//! Fields of JSON objects that are a message with its id and arguments beside it.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Message, MessageData, SentenceData};

/// A caption with its id and arguments: `#[serde(flatten, with = "caption")]`.
pub(crate) mod caption {
    use super::{Caption, Deserialize, Deserializer, Message, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
        let caption = Caption {
            caption: message.to_string(),
            message: message.data(),
        };
        caption.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
        Caption::deserialize(deserializer).map(|read| Message::stored(read.caption))
    }
}

/// A sentence with its id and arguments: `#[serde(flatten, with = "text")]`, with the schema of [`SentenceData`].
pub(crate) mod text {
    use super::{Deserialize, Deserializer, Message, SentenceData, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
        SentenceData::from(message.clone()).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
        SentenceData::deserialize(deserializer).map(|read| Message::stored(read.text))
    }
}

/// The place in the game, in words.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Caption {
    /// The place in the game in words: `Round 2 · South · Combat phase`.
    caption: String,
    /// Id and arguments of the caption, where its sentence has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<MessageData>,
}
