//! Caches small event-sourced aggregates: each is one small stream of its own in the same store, read whole, folded, and kept
//! in memory as it stands.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hindsight_openapi::ProblemKind;
use hindsight_store::{
    Append, AppendError, Check, CommandStamp, EventStore, Expected, NewEvent, StreamCard, StreamId,
};
use moka::sync::Cache;

use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{said_elsewhere, text};
use crate::base::{StoreHandle, new_id, now_ms};

/// An aggregate that one small stream holds: a layer of annotations, a study.
pub(crate) trait Aggregate: Default + Clone + Send + Sync + 'static {
    /// What happens to it.
    type Event: Send + 'static;
    /// What people call it.
    const NAME: &'static str;
    /// What decided the events, in the place where games name their rules.
    const RULES: &'static str;

    /// Whether a card is that of such a stream.
    fn is_filed_as(card: &StreamCard) -> bool;
    /// How many events it has.
    fn version(&self) -> u64;
    /// About how much it holds, in bytes.
    fn bytes(&self) -> usize;
    /// The event behind its stored form, in words why not.
    fn load(schema: u16, body: &[u8]) -> Result<Self::Event, String>;
    /// An event as it is stored.
    fn stored(event: &Self::Event) -> NewEvent;
    /// Puts an event behind the others, in words why it cannot stand there.
    fn put(&mut self, at_ms: u64, by: &str, event: Self::Event) -> Result<(), String>;
}

/// Folds an aggregate; nothing if there is no such stream. Blocks on the store.
pub(crate) fn fold<P: Aggregate>(store: &dyn EventStore, id: StreamId) -> ApiResult<Option<P>> {
    if !store.card(id)?.is_some_and(|listed| P::is_filed_as(&listed.card)) {
        return Ok(None);
    }
    let mut aggregate = P::default();
    let mut misplaced = None;
    store.scan(id, 1, u64::MAX, Check::Continuity, &mut |record| {
        let put = P::load(record.schema, record.body)
            .and_then(|event| aggregate.put(record.recorded_at_ms, record.actor, event));
        match put {
            Ok(()) => ControlFlow::Continue(()),
            Err(why) => {
                misplaced = Some(why);
                ControlFlow::Break(())
            }
        }
    })?;
    match misplaced {
        None => Ok(Some(aggregate)),
        Some(why) => Err(ApiError::new(
            ProblemKind::CorruptGame,
            text!("aggregate-fault", named = P::NAME, id = id.to_string(), why),
        )),
    }
}

/// What is appended to an aggregate at once.
pub(crate) struct Entered<E> {
    /// Who wrote it.
    pub(crate) by: String,
    /// The name of the command: the same again is not stored again.
    pub(crate) name: String,
    /// What was asked for.
    pub(crate) body: Vec<u8>,
    /// What happened.
    pub(crate) events: Vec<E>,
}

/// The name of a command: that of its request, where it has a key.
pub(crate) fn command_name(by: &str, key: Option<&str>) -> String {
    match key {
        None => new_id().to_string(),
        // Two people may use the same key.
        Some(key) => blake3::hash(format!("{by}\n{key}").as_bytes()).to_hex()[..40].to_owned(),
    }
}

fn key_reused<P: Aggregate>() -> ApiError {
    ApiError::new(
        ProblemKind::CommandKeyReused,
        text!("key-reused", named = P::NAME),
    )
}

/// A cache of the aggregates of one kind: those asked for lately, as they stand.
pub(crate) struct AggregateCache<P> {
    store: StoreHandle,
    known: Cache<StreamId, Arc<P>>,
    /// How often something was forgotten: what was read before that is not remembered after it.
    forgotten: Arc<AtomicU64>,
}

impl<P> Clone for AggregateCache<P> {
    fn clone(&self) -> Self {
        Self {
            store: self.store.clone(),
            known: self.known.clone(),
            forgotten: Arc::clone(&self.forgotten),
        }
    }
}

impl<P: Aggregate> std::fmt::Debug for AggregateCache<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AggregateCache")
            .field("kind", &P::NAME)
            .field("known", &self.known.entry_count())
            .finish_non_exhaustive()
    }
}

impl<P: Aggregate> AggregateCache<P> {
    /// The aggregates of a store; about so many bytes of them are remembered.
    pub(crate) fn new(store: StoreHandle, bytes: u64) -> Self {
        let known = Cache::builder()
            .max_capacity(bytes)
            .weigher(|_, aggregate: &Arc<P>| u32::try_from(1_000 + aggregate.bytes()).unwrap_or(u32::MAX))
            .time_to_idle(Duration::from_hours(1))
            .build();
        Self {
            store,
            known,
            forgotten: Arc::default(),
        }
    }

    /// An aggregate if it is remembered.
    pub(crate) fn remembered(&self, id: StreamId) -> Option<Arc<P>> {
        self.known.get(&id)
    }

    /// Remembers an aggregate, unless a later state of it is remembered already: who read it before a change in between may
    /// come after who made that change.
    pub(crate) fn remember(&self, id: StreamId, aggregate: &Arc<P>) {
        self.known
            .entry(id)
            .and_upsert_with(|kept| match kept.map(moka::Entry::into_value) {
                Some(kept) if kept.version() > aggregate.version() => kept,
                Some(_) | None => Arc::clone(aggregate),
            });
    }

    /// Forgets an aggregate whose stream was written past us.
    pub(crate) fn forget(&self, id: StreamId) {
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        self.known.invalidate(&id);
    }

    /// Forgets all: streams were written past us.
    pub(crate) fn forget_all(&self) {
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        self.known.invalidate_all();
    }

    /// An aggregate as it stands now; nothing if there is none. Blocks on the store.
    pub(crate) fn read(&self, store: &dyn EventStore, id: StreamId) -> ApiResult<Option<Arc<P>>> {
        if let Some(aggregate) = self.known.get(&id) {
            return Ok(Some(aggregate));
        }
        let began = self.forgotten.load(Ordering::SeqCst);
        let aggregate = fold(store, id)?.map(Arc::new);
        if let Some(aggregate) = &aggregate
            && self.forgotten.load(Ordering::SeqCst) == began
        {
            self.remember(id, aggregate);
        }
        Ok(aggregate)
    }

    /// An aggregate as it stands now; nothing if there is none.
    pub(crate) async fn present(&self, id: StreamId) -> ApiResult<Option<Arc<P>>> {
        if let Some(aggregate) = self.known.get(&id) {
            return Ok(Some(aggregate));
        }
        let this = self.clone();
        self.store.work(move |store| this.read(store, id)).await
    }

    /// The first event that a command of this name brought about before, if it was the same command.
    ///
    /// # Errors
    /// The name stands for something else.
    pub(crate) async fn written_before(
        &self,
        id: StreamId,
        name: &str,
        by: &str,
        body: &[u8],
    ) -> ApiResult<Option<P::Event>> {
        let (name, by, body) = (name.to_owned(), by.to_owned(), body.to_vec());
        self.store
            .work(move |store| {
                let Some(stored) = store.command(id, &name)? else {
                    return Ok(None);
                };
                let records = store.read(id, stored.first, stored.first)?;
                let same = records.first().filter(|record| {
                    record.actor == by
                        && record
                            .command
                            .as_ref()
                            .is_some_and(|command| command.body == body)
                });
                let record = same.ok_or_else(key_reused::<P>)?;
                P::load(record.schema, &record.body)
                    .map(Some)
                    .map_err(|why| ApiError::new(ProblemKind::CorruptGame, said_elsewhere(why)))
            })
            .await
    }

    /// Writes to an aggregate as its writer knew it; the aggregate after that, and whether the same had been written before.
    ///
    /// # Errors
    /// It is at another version by now, its name stands for something else, or the store takes no more.
    pub(crate) async fn write(
        &self,
        id: StreamId,
        mut aggregate: P,
        entered: Entered<P::Event>,
        card: impl FnOnce(&P) -> Option<StreamCard>,
    ) -> ApiResult<(Arc<P>, bool)> {
        let (before, at_ms) = (aggregate.version(), now_ms());
        let stored = entered.events.iter().map(P::stored).collect();
        for event in entered.events {
            aggregate
                .put(at_ms, &entered.by, event)
                .map_err(|why| ApiError::fault("writing what was decided", why))?;
        }
        let append = Append {
            stream: id,
            expected: Expected::Exactly(before),
            recorded_at_ms: at_ms,
            command: CommandStamp {
                id: entered.name,
                actor: entered.by,
                rules: P::RULES.to_owned(),
                body: entered.body,
            },
            events: stored,
            card: card(&aggregate),
        };
        let appended = match self.store.append(append).await? {
            Err(AppendError::CommandReused { .. }) => return Err(key_reused::<P>()),
            appended => appended?,
        };
        if appended.repeated {
            self.forget(id);
            let aggregate = self.present(id).await?;
            let aggregate =
                aggregate.ok_or_else(|| ApiError::fault("reading what was written", "it is not there"))?;
            return Ok((aggregate, true));
        }
        let aggregate = Arc::new(aggregate);
        self.remember(id, &aggregate);
        Ok((aggregate, false))
    }
}
