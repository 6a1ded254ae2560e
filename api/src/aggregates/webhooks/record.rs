//! Webhooks and their messages as they are kept: side records beside the streams, JSON, whose fields may grow.

use hindsight_openapi::wire::{DeliveryState, Webhook, WebhookDelivery, WebhookEvent};
use hindsight_store::{Position, SideOp, StreamId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::base::error::{ApiError, ApiResult};
use crate::base::time_text;

/// Webhooks by their id.
pub(super) const HOOKS: &str = "webhooks";
/// Messages by the webhook's id and their own.
pub(super) const DELIVERIES: &str = "webhook-deliveries";
/// Up to where in the log messages were made.
pub(super) const PLACES: &str = "webhook-place";
pub(super) const PLACE: &[u8] = b"place";

/// A webhook as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct HookRecord {
    pub(super) id: StreamId,
    /// Whose it is.
    pub(super) account: StreamId,
    pub(super) url: String,
    pub(super) events: Vec<WebhookEvent>,
    #[serde(default)]
    pub(super) label: String,
    #[serde(default)]
    pub(super) text_field: Option<String>,
    /// The address of this server as its owner reached it.
    #[serde(default)]
    pub(super) origin: String,
    pub(super) secret: String,
    /// The secret before, and until when it signs as well.
    #[serde(default)]
    pub(super) former_secret: Option<(String, u64)>,
    pub(super) created_ms: u64,
    /// It is told of nothing that stands in the log up to here.
    pub(super) since: Position,
    /// Attempts that failed since the last that succeeded.
    #[serde(default)]
    pub(super) failures: u32,
    /// Why nothing is sent to it.
    #[serde(default)]
    pub(super) disabled: Option<String>,
    /// Messages that found the queue full.
    #[serde(default)]
    pub(super) dropped: u64,
}

/// A message as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DeliveryRecord {
    pub(super) event: WebhookEvent,
    pub(super) body: String,
    pub(super) created_ms: u64,
    #[serde(default)]
    pub(super) attempts: u32,
    /// When it is sent next; nothing once it is not to be sent any more.
    #[serde(default)]
    pub(super) due_ms: Option<u64>,
    /// It was taken.
    #[serde(default)]
    pub(super) delivered: bool,
    /// What came of the last attempt.
    #[serde(default)]
    pub(super) outcome: Option<String>,
    #[serde(default)]
    pub(super) took_ms: Option<u64>,
}

impl HookRecord {
    pub(super) fn put(&self) -> ApiResult<SideOp> {
        put(HOOKS, self.id.to_bytes().to_vec(), self)
    }

    /// As its owner sees it.
    pub(super) fn shown(&self, deliveries: Vec<WebhookDelivery>) -> Webhook {
        Webhook {
            id: self.id.to_string(),
            url: self.url.clone(),
            events: self.events.clone(),
            label: self.label.clone(),
            text_field: self.text_field.clone(),
            enabled: self.disabled.is_none(),
            disabled_because: self.disabled.clone(),
            created_at: time_text(self.created_ms),
            failures: self.failures,
            dropped: self.dropped,
            deliveries,
        }
    }
}

impl DeliveryRecord {
    pub(super) fn new(event: WebhookEvent, body: String, created_ms: u64) -> Self {
        Self {
            event,
            body,
            created_ms,
            attempts: 0,
            due_ms: Some(created_ms),
            delivered: false,
            outcome: None,
            took_ms: None,
        }
    }

    pub(super) fn put(&self, hook: StreamId, id: StreamId) -> ApiResult<SideOp> {
        put(DELIVERIES, delivery_key(hook, id), self)
    }

    /// As its owner sees it.
    pub(super) fn shown(&self, id: StreamId) -> WebhookDelivery {
        let state = match (self.delivered, self.due_ms) {
            (true, _) => DeliveryState::Delivered,
            (false, Some(_)) => DeliveryState::Waiting,
            (false, None) => DeliveryState::GivenUp,
        };
        WebhookDelivery {
            id: id.to_string(),
            event: self.event,
            created_at: time_text(self.created_ms),
            state,
            attempts: self.attempts,
            next_attempt_at: self.due_ms.map(time_text),
            outcome: self.outcome.clone(),
            took_ms: self.took_ms,
            body: self.body.clone(),
        }
    }
}

/// The key of a message.
pub(super) fn delivery_key(hook: StreamId, id: StreamId) -> Vec<u8> {
    [hook.to_bytes(), id.to_bytes()].concat()
}

/// The webhook and the id of the message that a key names.
pub(super) fn of_key(key: &[u8]) -> Option<(StreamId, StreamId)> {
    let hook = <[u8; 16]>::try_from(key.get(..16)?).ok()?;
    let id = <[u8; 16]>::try_from(key.get(16..)?).ok()?;
    Some((StreamId::from_bytes(hook), StreamId::from_bytes(id)))
}

pub(super) fn put(tree: &str, key: Vec<u8>, value: &impl Serialize) -> ApiResult<SideOp> {
    Ok(SideOp::Put {
        tree: tree.to_owned(),
        key,
        value: serde_json::to_vec(value).map_err(|why| ApiError::fault("writing a webhook", why))?,
    })
}

pub(super) fn remove(tree: &str, key: Vec<u8>) -> SideOp {
    SideOp::Remove {
        tree: tree.to_owned(),
        key,
    }
}

pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> ApiResult<T> {
    serde_json::from_slice(bytes).map_err(|why| ApiError::fault("reading a webhook", why))
}
