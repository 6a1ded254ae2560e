//! What is said of games, kept beside them: each paper one small stream of its own in the same store, read whole, folded,
//! and remembered as it stands.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hindsight_openapi::ProblemKind;
use hindsight_store::{
    Append, AppendError, Check, CommandStamp, EventStore, Expected, NewEvent, StreamCard, StreamId,
};
use moka::sync::Cache;

use crate::base::error::{ApiError, Outcome};
use crate::base::{Vault, new_id, now_ms};

/// A thing that one small stream holds: a layer of annotations, a study.
pub(crate) trait Paper: Default + Clone + Send + Sync + 'static {
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

/// Folds a paper; nothing if there is no such stream. Blocks on the store.
pub(crate) fn fold<P: Paper>(store: &dyn EventStore, id: StreamId) -> Outcome<Option<P>> {
    if !store.card(id)?.is_some_and(|listed| P::is_filed_as(&listed.card)) {
        return Ok(None);
    }
    let mut paper = P::default();
    let mut misplaced = None;
    store.scan(id, 1, u64::MAX, Check::Continuity, &mut |record| {
        let put = P::load(record.schema, record.body)
            .and_then(|event| paper.put(record.recorded_at_ms, record.actor, event));
        match put {
            Ok(()) => ControlFlow::Continue(()),
            Err(why) => {
                misplaced = Some(why);
                ControlFlow::Break(())
            }
        }
    })?;
    match misplaced {
        None => Ok(Some(paper)),
        Some(why) => Err(ApiError::new(
            ProblemKind::CorruptGame,
            format!("{} {id}: {why}", P::NAME),
        )),
    }
}

/// What is written to a paper at once.
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

fn key_reused<P: Paper>() -> ApiError {
    ApiError::new(
        ProblemKind::CommandKeyReused,
        format!(
            "this key was used before for another {0}, or for something else in this {0}",
            P::NAME
        ),
    )
}

/// All papers of a kind, those asked for lately as they stand.
pub(crate) struct Shelf<P> {
    vault: Vault,
    known: Cache<StreamId, Arc<P>>,
    /// How often something was forgotten: what was read before that is not remembered after it.
    forgotten: Arc<AtomicU64>,
}

impl<P> Clone for Shelf<P> {
    fn clone(&self) -> Self {
        Self {
            vault: self.vault.clone(),
            known: self.known.clone(),
            forgotten: Arc::clone(&self.forgotten),
        }
    }
}

impl<P: Paper> std::fmt::Debug for Shelf<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shelf")
            .field("kind", &P::NAME)
            .field("known", &self.known.entry_count())
            .finish_non_exhaustive()
    }
}

impl<P: Paper> Shelf<P> {
    /// The papers of a store; about so many bytes of them are remembered.
    pub(crate) fn new(vault: Vault, bytes: u64) -> Self {
        let known = Cache::builder()
            .max_capacity(bytes)
            .weigher(|_, paper: &Arc<P>| u32::try_from(1_000 + paper.bytes()).unwrap_or(u32::MAX))
            .time_to_idle(Duration::from_hours(1))
            .build();
        Self {
            vault,
            known,
            forgotten: Arc::default(),
        }
    }

    /// A paper if it is remembered.
    pub(crate) fn remembered(&self, id: StreamId) -> Option<Arc<P>> {
        self.known.get(&id)
    }

    /// Remembers a paper, unless a later state of it is remembered already: who read it before a change in between may
    /// come after who made that change.
    pub(crate) fn remember(&self, id: StreamId, paper: &Arc<P>) {
        self.known
            .entry(id)
            .and_upsert_with(|kept| match kept.map(moka::Entry::into_value) {
                Some(kept) if kept.version() > paper.version() => kept,
                Some(_) | None => Arc::clone(paper),
            });
    }

    /// Forgets a paper whose stream was written past us.
    pub(crate) fn forget(&self, id: StreamId) {
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        self.known.invalidate(&id);
    }

    /// Forgets all: streams were written past us.
    pub(crate) fn forget_all(&self) {
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        self.known.invalidate_all();
    }

    /// A paper as it stands now; nothing if there is none. Blocks on the store.
    pub(crate) fn read(&self, store: &dyn EventStore, id: StreamId) -> Outcome<Option<Arc<P>>> {
        if let Some(paper) = self.known.get(&id) {
            return Ok(Some(paper));
        }
        let began = self.forgotten.load(Ordering::SeqCst);
        let paper = fold(store, id)?.map(Arc::new);
        if let Some(paper) = &paper
            && self.forgotten.load(Ordering::SeqCst) == began
        {
            self.remember(id, paper);
        }
        Ok(paper)
    }

    /// A paper as it stands now; nothing if there is none.
    pub(crate) async fn present(&self, id: StreamId) -> Outcome<Option<Arc<P>>> {
        if let Some(paper) = self.known.get(&id) {
            return Ok(Some(paper));
        }
        let this = self.clone();
        self.vault.work(move |store| this.read(store, id)).await
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
    ) -> Outcome<Option<P::Event>> {
        let (name, by, body) = (name.to_owned(), by.to_owned(), body.to_vec());
        self.vault
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
                    .map_err(|why| ApiError::new(ProblemKind::CorruptGame, why))
            })
            .await
    }

    /// Writes to a paper as its writer knew it; the paper after that, and whether the same had been written before.
    ///
    /// # Errors
    /// It is at another version by now, its name stands for something else, or the store takes no more.
    pub(crate) async fn write(
        &self,
        id: StreamId,
        mut paper: P,
        entered: Entered<P::Event>,
        card: impl FnOnce(&P) -> Option<StreamCard>,
    ) -> Outcome<(Arc<P>, bool)> {
        let (before, at_ms) = (paper.version(), now_ms());
        let stored = entered.events.iter().map(P::stored).collect();
        for event in entered.events {
            paper
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
            card: card(&paper),
        };
        let appended = match self.vault.append(append).await? {
            Err(AppendError::CommandReused { .. }) => return Err(key_reused::<P>()),
            appended => appended?,
        };
        if appended.repeated {
            self.forget(id);
            let paper = self.present(id).await?;
            let paper =
                paper.ok_or_else(|| ApiError::fault("reading what was written", "it is not there"))?;
            return Ok((paper, true));
        }
        let paper = Arc::new(paper);
        self.remember(id, &paper);
        Ok((paper, false))
    }
}
