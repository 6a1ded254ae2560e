//! Webhooks: addresses to which the server sends messages about what happens in an account's games.

use hindsight_kernel::{MessageData, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a webhook is told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum WebhookEvent {
    /// Something was recorded in a game, whatever it was.
    #[serde(rename = "game.recorded")]
    GameRecorded,
    /// Another turn has begun.
    #[serde(rename = "game.turn")]
    GameTurn,
    /// A seat is asked that was not asked before: of who keeps the game any, of who took seats one of theirs.
    #[serde(rename = "game.seat_asked")]
    SeatAsked,
    /// The game is over.
    #[serde(rename = "game.finished")]
    GameFinished,
    /// Somebody else said something of a game, or answered.
    #[serde(rename = "game.annotated")]
    GameAnnotated,
    /// Sent when its owner asks for a test; nothing has happened.
    #[serde(rename = "webhook.test")]
    Test,
}

impl WebhookEvent {
    /// Those that a webhook can be told of.
    pub const CHOSEN: [Self; 5] = [
        Self::GameRecorded,
        Self::GameTurn,
        Self::SeatAsked,
        Self::GameFinished,
        Self::GameAnnotated,
    ];
    /// Those that it is told of if nothing is said.
    pub const USUAL: [Self; 3] = [Self::SeatAsked, Self::GameFinished, Self::GameAnnotated];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::GameRecorded => "game.recorded",
            Self::GameTurn => "game.turn",
            Self::SeatAsked => "game.seat_asked",
            Self::GameFinished => "game.finished",
            Self::GameAnnotated => "game.annotated",
            Self::Test => "webhook.test",
        }
    }
}

/// A webhook to be registered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateWebhook {
    /// Where to send: `https`, and a public address; the server's operator may allow more.
    #[schemars(length(min = 1, max = 1000))]
    pub url: String,
    /// What to send; `game.seat_asked`, `game.finished` and `game.annotated` if left out.
    #[serde(default)]
    #[schemars(length(min = 1, max = 5))]
    pub events: Option<Vec<WebhookEvent>>,
    /// What it is for.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub label: Option<String>,
    /// A field of the message in which a sentence for people is put as well: `content` for Discord, `text` for Slack.
    #[serde(default)]
    #[schemars(length(max = 32), regex(pattern = "^[a-z_]*$"))]
    pub text_field: Option<String>,
}

/// What to change about a webhook; what is left out stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchWebhook {
    /// Another address.
    #[serde(default)]
    #[schemars(length(min = 1, max = 1000))]
    pub url: Option<String>,
    /// What to send.
    #[serde(default)]
    #[schemars(length(min = 1, max = 5))]
    pub events: Option<Vec<WebhookEvent>>,
    /// What it is for.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub label: Option<String>,
    /// The field of a sentence for people; empty for none.
    #[serde(default)]
    #[schemars(length(max = 32), regex(pattern = "^[a-z_]*$"))]
    pub text_field: Option<String>,
    /// Whether it is sent to. Turned on again, its count of failures begins anew.
    #[serde(default)]
    pub enabled: Option<bool>,
}

/// A webhook, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Webhook {
    /// Its id.
    pub id: String,
    /// Where it is sent to.
    pub url: String,
    /// What is sent.
    pub events: Vec<WebhookEvent>,
    /// What it is for.
    pub label: String,
    /// The field of a sentence for people, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_field: Option<String>,
    /// Whether it is sent to.
    pub enabled: bool,
    /// Why it is not, if the server or its owner stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled_because: Option<String>,
    /// When it was registered (RFC 3339).
    pub created_at: String,
    /// Attempts that failed since the last that succeeded.
    pub failures: u32,
    /// Messages that were not even queued since too many waited already.
    pub dropped: u64,
    /// Its last messages, the latest first: those that wait and the last 20 that do not.
    pub deliveries: Vec<WebhookDelivery>,
}

/// A message to a webhook and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookDelivery {
    /// Its id, the same in every attempt: the header `webhook-id`.
    pub id: String,
    /// What it tells.
    pub event: WebhookEvent,
    /// When that was noticed (RFC 3339).
    pub created_at: String,
    /// What became of it.
    pub state: DeliveryState,
    /// How often it was sent.
    pub attempts: u32,
    /// When it is sent next (RFC 3339), while it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<String>,
    /// What came of the last attempt: the status of the answer, or why there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// How long the last attempt took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    /// The message itself, as it is sent.
    pub body: String,
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// It is still to be sent, or sent again.
    Waiting,
    /// It was answered with a status of 200 to 299.
    Delivered,
    /// It was given up.
    GivenUp,
}

/// An account's webhooks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookList {
    /// Oldest first.
    pub items: Vec<Webhook>,
}

/// A webhook with its secret, which is shown this once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewWebhook {
    /// The secret by which messages are signed, as Standard Webhooks writes it: `whsec_` and base64.
    pub secret: String,
    /// The webhook.
    pub webhook: Webhook,
}

/// What is sent to a webhook, as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookMessage {
    /// What happened.
    #[serde(rename = "type")]
    pub event: WebhookEvent,
    /// When it was noticed (RFC 3339).
    pub timestamp: String,
    /// About which game, and how that stands; nothing in a test.
    pub data: WebhookData,
}

/// The game that a message is about, as far as the webhook's owner may know it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct WebhookData {
    /// In a sentence.
    pub text: String,
    /// Id and arguments of the sentence, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// How many events it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The address of its page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The turn, from 1; 0 before the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<Seat>,
    /// The seats that are asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Seat>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Who said something of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
}

/// What a form of the page of webhooks does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WebhookDeed {
    /// Registers a webhook.
    Create,
    /// Changes what is sent to the webhook `id`, and where to.
    Change,
    /// Sends it a test.
    Test,
    /// Gives it another secret.
    Rotate,
    /// Sends to it again.
    Enable,
    /// Sends nothing to it.
    Disable,
    /// Takes it away.
    Remove,
}

/// A form of the page of webhooks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookForm {
    /// What it does.
    pub does: WebhookDeed,
    /// The webhook.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub id: Option<String>,
    /// Where to send.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub url: Option<String>,
    /// What it is for.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub label: Option<String>,
    /// The field of a sentence for people.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub text_field: Option<String>,
    /// Send `game.recorded`.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub recorded: Option<String>,
    /// Send `game.turn`.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub turn: Option<String>,
    /// Send `game.seat_asked`.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub seat_asked: Option<String>,
    /// Send `game.finished`.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub finished: Option<String>,
    /// Send `game.annotated`.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub annotated: Option<String>,
}

impl WebhookForm {
    /// The events whose boxes are ticked.
    pub fn events(&self) -> Vec<WebhookEvent> {
        let ticked = [
            (&self.recorded, WebhookEvent::GameRecorded),
            (&self.turn, WebhookEvent::GameTurn),
            (&self.seat_asked, WebhookEvent::SeatAsked),
            (&self.finished, WebhookEvent::GameFinished),
            (&self.annotated, WebhookEvent::GameAnnotated),
        ];
        ticked
            .into_iter()
            .filter(|(field, _)| field.is_some())
            .map(|(_, event)| event)
            .collect()
    }
}
