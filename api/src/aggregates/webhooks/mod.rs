//! Webhooks: accounts register addresses, and the server sends messages there about what happens in their games.
//!
//! Messages are made from the log of the store behind a place that is kept with them: both change in one batch of side
//! records, so a stop in between loses nothing and tells nothing twice. They wait beside the streams until they are sent,
//! so a restart loses none either. `growth` finds what has changed for whom, `queue` makes messages and sends those that
//! are due, `target` says where to, `signing` by what they are signed, `record` how all of it is kept; here webhooks are
//! registered, changed and shown.

mod growth;
mod queue;
mod record;
mod sending;
mod signing;
mod target;

use hindsight_kernel::plain_text::unfit_in_line;
use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    CreateWebhook, NewWebhook, PatchWebhook, Webhook, WebhookData, WebhookDelivery, WebhookEvent,
};
use hindsight_store::{EventStore, MAX_PAGE, Position, SideOp, StreamId};
use tokio::sync::{Mutex, MutexGuard};

use self::record::{DELIVERIES, DeliveryRecord, HOOKS, HookRecord, PLACE, PLACES, of_key};
use self::sending::Sender;
use super::annotations::Annotations;
use crate::access::Accounts;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{WEBHOOK_QUEUE, WEBHOOKS};
use crate::base::messages::{quoted, text};
use crate::base::settings::WebhookTargets;
use crate::base::{StoreHandle, new_id, now_ms};
use crate::games::Games;

use self::queue::UnderWay;

pub use queue::SentMessages;

/// How long a secret signs besides the one that took its place.
const FORMER_SECRET_MS: u64 = 24 * 60 * 60 * 1_000;

/// Webhooks over the store.
#[derive(Debug)]
pub struct Webhooks {
    store: StoreHandle,
    games: Arc<Games>,
    annotations: Arc<Annotations>,
    accounts: Arc<Accounts>,
    targets: WebhookTargets,
    sender: Sender,
    under_way: UnderWay,
    /// Read from the store when it is first wanted. Who changes anything holds it.
    state: Mutex<Option<State>>,
}

/// What is kept in memory of all webhooks.
#[derive(Debug, Default)]
struct State {
    hooks: BTreeMap<StreamId, HookRecord>,
    /// When each message that waits is due, by webhook and message.
    waiting: BTreeMap<(StreamId, StreamId), u64>,
    /// Up to where in the log messages were made; nothing before the first webhook.
    place: Option<Position>,
}

impl State {
    /// How many messages wait for a webhook.
    fn waiting_of(&self, hook: StreamId) -> usize {
        self.waiting.range(of_hook(hook)).count()
    }

    /// Reads all of it. Blocks on the store.
    fn read(store: &dyn EventStore) -> ApiResult<Self> {
        let mut state = Self::default();
        each(store, HOOKS, &mut |_, bytes| {
            let hook: HookRecord = record::read(bytes)?;
            state.hooks.insert(hook.id, hook);
            Ok(())
        })?;
        each(store, DELIVERIES, &mut |key, bytes| {
            let message: DeliveryRecord = record::read(bytes)?;
            if let (Some(place), Some(due)) = (of_key(key), message.due_ms) {
                state.waiting.insert(place, due);
            }
            Ok(())
        })?;
        let place = store.fetch(PLACES, PLACE)?;
        state.place = place
            .and_then(|bytes| bytes.try_into().ok())
            .map(Position::from_be_bytes);
        Ok(state)
    }
}

/// The messages of a webhook, as a range of keys.
fn of_hook(hook: StreamId) -> std::ops::RangeInclusive<(StreamId, StreamId)> {
    (hook, StreamId::ZERO)..=(hook, StreamId::from_bytes([u8::MAX; 16]))
}

/// Takes the key and the bytes of a record.
type SeeRecord<'s> = &'s mut dyn FnMut(&[u8], &[u8]) -> ApiResult<()>;

/// Shows every record of a tree. Blocks on the store.
fn each(store: &dyn EventStore, tree: &str, see: SeeRecord<'_>) -> ApiResult<()> {
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.side_scan(tree, b"", after.as_deref(), MAX_PAGE)?;
        let Some((last, _)) = page.last() else {
            return Ok(());
        };
        after = Some(last.clone());
        for (key, bytes) in &page {
            see(key, bytes)?;
        }
    }
}

/// The state of webhooks, read from the store.
struct Held<'w>(MutexGuard<'w, Option<State>>);

impl std::ops::Deref for Held<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        self.0.as_ref().expect("it was read when it was locked")
    }
}

impl std::ops::DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut State {
        self.0.as_mut().expect("it was read when it was locked")
    }
}

impl Webhooks {
    /// The webhooks of a store. Nothing is read yet.
    pub fn new(
        store: StoreHandle,
        games: Arc<Games>,
        annotations: Arc<Annotations>,
        accounts: Arc<Accounts>,
        targets: WebhookTargets,
    ) -> Self {
        Self {
            store,
            games,
            annotations,
            accounts,
            targets,
            sender: Sender::new(targets),
            under_way: UnderWay::default(),
            state: Mutex::new(None),
        }
    }

    /// The state, for who reads and changes it.
    async fn held(&self) -> ApiResult<Held<'_>> {
        let mut state = self.state.lock().await;
        if state.is_none() {
            *state = Some(self.store.work(State::read).await?);
        }
        Ok(Held(state))
    }

    /// Whether this server sends any messages.
    pub fn are_sent(&self) -> bool {
        self.targets != WebhookTargets::Off
    }

    /// Refuses where this server sends no messages.
    fn may_send(&self) -> ApiResult<()> {
        if self.are_sent() {
            return Ok(());
        }
        Err(ApiError::new(ProblemKind::Forbidden, text!("webhooks-off")))
    }

    /// Registers a webhook of an account; `origin` is the address of this server as its owner reached it.
    pub async fn create(
        &self,
        account: StreamId,
        origin: String,
        request: CreateWebhook,
    ) -> ApiResult<NewWebhook> {
        self.may_send()?;
        let CreateWebhook {
            url,
            events,
            label,
            text_field,
        } = request;
        let url = target::checked(&url, self.targets, "/url")?;
        let hook = HookRecord {
            id: new_id(),
            account,
            url,
            events: chosen(events)?.unwrap_or_else(|| WebhookEvent::USUAL.to_vec()),
            label: labelled(label)?.unwrap_or_default(),
            text_field: field(text_field)?.filter(|name| !name.is_empty()),
            origin,
            secret: signing::new_secret(),
            former_secret: None,
            created_ms: now_ms(),
            since: self.store.events().position(),
            failures: 0,
            disabled: None,
            dropped: 0,
        };
        let mut state = self.held().await?;
        let own = state.hooks.values().filter(|known| known.account == account);
        if own.count() >= WEBHOOKS {
            return Err(
                ApiError::new(ProblemKind::LimitReached, text!("webhooks-most", most = WEBHOOKS))
                    .limit("webhooks", WEBHOOKS),
            );
        }
        let mut ops = vec![hook.put()?];
        // Nobody was told of anything before the first webhook, so the log need not be read from its beginning.
        let place = if state.hooks.is_empty() {
            ops.push(put_place(hook.since));
            Some(hook.since)
        } else {
            state.place
        };
        self.write(ops).await?;
        state.place = place;
        let made = NewWebhook {
            secret: hook.secret.clone(),
            webhook: hook.shown(Vec::new()),
        };
        state.hooks.insert(hook.id, hook);
        Ok(made)
    }

    /// The webhooks of an account, oldest first.
    pub async fn list(&self, account: StreamId) -> ApiResult<Vec<Webhook>> {
        let own: Vec<HookRecord> = {
            let state = self.held().await?;
            let own = state.hooks.values().filter(|hook| hook.account == account);
            own.cloned().collect()
        };
        let mut shown = Vec::new();
        for hook in own {
            shown.push(self.shown(hook).await?);
        }
        Ok(shown)
    }

    /// One of an account's webhooks.
    pub async fn get(&self, account: StreamId, id: &str) -> ApiResult<Webhook> {
        let hook = {
            let state = self.held().await?;
            own(&state, account, id)?.clone()
        };
        self.shown(hook).await
    }

    /// Changes one of an account's webhooks.
    pub async fn change(&self, account: StreamId, id: &str, patch: PatchWebhook) -> ApiResult<Webhook> {
        let mut state = self.held().await?;
        let mut hook = own(&state, account, id)?.clone();
        let PatchWebhook {
            url,
            events,
            label,
            text_field,
            enabled,
        } = patch;
        if let Some(url) = url {
            hook.url = target::checked(&url, self.targets, "/url")?;
        }
        hook.events = chosen(events)?.unwrap_or(hook.events);
        hook.label = labelled(label)?.unwrap_or(hook.label);
        if let Some(name) = field(text_field)? {
            hook.text_field = Some(name).filter(|name| !name.is_empty());
        }
        match enabled {
            Some(true) => (hook.disabled, hook.failures) = (None, 0),
            Some(false) => hook.disabled = Some(text!("webhook-stopped-by-owner").to_string()),
            None => {}
        }
        self.keep(&mut state, hook.clone(), Vec::new()).await?;
        drop(state);
        self.shown(hook).await
    }

    /// Gives one of an account's webhooks another secret.
    pub async fn rotate(&self, account: StreamId, id: &str) -> ApiResult<NewWebhook> {
        let mut state = self.held().await?;
        let mut hook = own(&state, account, id)?.clone();
        let former = std::mem::replace(&mut hook.secret, signing::new_secret());
        hook.former_secret = Some((former, now_ms() + FORMER_SECRET_MS));
        self.keep(&mut state, hook.clone(), Vec::new()).await?;
        drop(state);
        Ok(NewWebhook {
            secret: hook.secret.clone(),
            webhook: self.shown(hook).await?,
        })
    }

    /// Takes one of an account's webhooks away, with the messages that wait.
    pub async fn remove(&self, account: StreamId, id: &str) -> ApiResult<()> {
        let mut state = self.held().await?;
        let hook = own(&state, account, id)?.id;
        self.forget(&mut state, hook).await
    }

    /// Takes all webhooks of an account away.
    pub async fn remove_all(&self, account: StreamId) -> ApiResult<()> {
        let mut state = self.held().await?;
        let own = state.hooks.values().filter(|hook| hook.account == account);
        for hook in own.map(|hook| hook.id).collect::<Vec<_>>() {
            self.forget(&mut state, hook).await?;
        }
        Ok(())
    }

    async fn forget(&self, state: &mut State, hook: StreamId) -> ApiResult<()> {
        self.store
            .work(move |store| {
                // The webhook goes first: messages of none are sent nowhere.
                store.remove(HOOKS, &hook.to_bytes())?;
                for (key, _) in store.side_scan(DELIVERIES, &hook.to_bytes(), None, MAX_PAGE)? {
                    store.remove(DELIVERIES, &key)?;
                }
                Ok(())
            })
            .await?;
        state.hooks.remove(&hook);
        state.waiting.retain(|(of, _), _| *of != hook);
        Ok(())
    }

    /// Queues a message that says only that it is a test.
    pub async fn test(&self, account: StreamId, id: &str) -> ApiResult<WebhookDelivery> {
        self.may_send()?;
        let mut state = self.held().await?;
        let hook = own(&state, account, id)?.clone();
        if state.waiting_of(hook.id) >= WEBHOOK_QUEUE {
            return Err(ApiError::new(
                ProblemKind::LimitReached,
                text!("webhook-queue", most = WEBHOOK_QUEUE),
            )
            .limit("webhook-queue", WEBHOOK_QUEUE));
        }
        let text = text!("webhook-test");
        let data = WebhookData {
            message: text.data(),
            text: text.into(),
            ..WebhookData::default()
        };
        let (message, id) = (queue::message(&hook, WebhookEvent::Test, data)?, new_id());
        self.write(vec![message.put(hook.id, id)?]).await?;
        state.waiting.insert((hook.id, id), message.created_ms);
        Ok(message.shown(id))
    }

    /// A webhook with its last messages.
    async fn shown(&self, hook: HookRecord) -> ApiResult<Webhook> {
        let prefix = hook.id.to_bytes();
        let deliveries = self
            .store
            .work(move |store| {
                let mut shown = Vec::new();
                for (key, bytes) in store.side_scan(DELIVERIES, &prefix, None, MAX_PAGE)? {
                    if let Some((_, id)) = of_key(&key) {
                        shown.push(record::read::<DeliveryRecord>(&bytes)?.shown(id));
                    }
                }
                shown.reverse();
                Ok(shown)
            })
            .await?;
        Ok(hook.shown(deliveries))
    }

    /// Keeps a webhook as it is now, with other changes.
    async fn keep(&self, state: &mut State, hook: HookRecord, mut ops: Vec<SideOp>) -> ApiResult<()> {
        ops.push(hook.put()?);
        self.write(ops).await?;
        state.hooks.insert(hook.id, hook);
        Ok(())
    }

    async fn write(&self, ops: Vec<SideOp>) -> ApiResult<()> {
        self.store.work(move |store| Ok(store.side(ops).map(drop)?)).await
    }
}

fn put_place(place: Position) -> SideOp {
    SideOp::Put {
        tree: PLACES.to_owned(),
        key: PLACE.to_vec(),
        value: place.to_be_bytes().to_vec(),
    }
}

/// The webhook of this id, if it is the account's.
fn own<'s>(state: &'s State, account: StreamId, id: &str) -> ApiResult<&'s HookRecord> {
    let found = id.parse().ok().and_then(|id| state.hooks.get(&id));
    found.filter(|hook| hook.account == account).ok_or_else(|| {
        ApiError::new(
            ProblemKind::NoSuchWebhook,
            text!("no-such-webhook", id = quoted(id)),
        )
    })
}

/// The events that were chosen, each once and in order.
fn chosen(events: Option<Vec<WebhookEvent>>) -> ApiResult<Option<Vec<WebhookEvent>>> {
    let Some(mut events) = events else {
        return Ok(None);
    };
    events.sort_unstable();
    events.dedup();
    if events.is_empty() || events.contains(&WebhookEvent::Test) {
        let words = WebhookEvent::CHOSEN.map(WebhookEvent::word).join(", ");
        return Err(ApiError::body(
            "/events",
            text!("webhook-events", words = words.clone()),
        ));
    }
    Ok(Some(events))
}

fn labelled(label: Option<String>) -> ApiResult<Option<String>> {
    let is_right = |label: &String| label.chars().count() <= 100 && unfit_in_line(label).is_none();
    if label.as_ref().is_none_or(is_right) {
        return Ok(label);
    }
    Err(ApiError::body("/label", text!("webhook-label")))
}

/// The name of a field of the message; an empty one for none.
fn field(name: Option<String>) -> ApiResult<Option<String>> {
    let is_right = |name: &String| {
        let shaped = name.len() <= 32 && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        shaped && !["type", "timestamp", "data"].contains(&name.as_str())
    };
    if name.as_ref().is_none_or(is_right) {
        return Ok(name);
    }
    Err(ApiError::body("/text_field", text!("webhook-field")))
}
