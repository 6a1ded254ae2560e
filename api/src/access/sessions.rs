//! Sessions: what a browser holds instead of a token. Only the hash of a session's secret is kept.

use std::sync::Arc;

use hindsight_store::{EventStore, SideOp, StreamId};
use serde::{Deserialize, Serialize};

use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{SESSION_DAYS, SESSIONS};
use crate::base::memo::Memo;
use crate::base::secrets::{Key, key_of, key_of_shaped, new_secret};
use crate::base::{StoreHandle, new_id, now_ms};

/// Records by the hash of the secret.
pub(super) const BY_SECRET: &str = "sessions";
/// Hashes of secrets by whom the session stands for, and by its own id.
pub(super) const BY_HOLDER: &str = "session-holders";
/// What every secret begins with.
const PREFIX: &str = "ss_";

/// Whose rights a session has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// Those of a token, as long as it is valid.
    Token {
        /// The token's id.
        id: StreamId,
        /// The hash of its secret.
        secret: Key,
    },
    /// Those of an account, as long as there is one.
    Account(StreamId),
}

impl Standing {
    /// Whom the session belongs to.
    pub fn holder(&self) -> StreamId {
        match self {
            Self::Token { id, .. } | Self::Account(id) => *id,
        }
    }
}

/// A session as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// Its id.
    pub id: StreamId,
    /// Whose rights it has.
    pub standing: Standing,
    /// When it began.
    pub created_ms: u64,
    /// When it ends.
    pub expires_ms: u64,
}

impl SessionRecord {
    pub(super) fn is_valid(&self) -> bool {
        now_ms() < self.expires_ms
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> ApiResult<Self> {
        serde_json::from_slice(bytes).map_err(|why| ApiError::fault("reading a session", why))
    }

    fn place(&self) -> Vec<u8> {
        [self.standing.holder().to_bytes(), self.id.to_bytes()].concat()
    }
}

/// All sessions of the server.
#[derive(Debug)]
pub struct Sessions {
    store: StoreHandle,
    known: Memo<Key, Option<Arc<SessionRecord>>>,
}

impl Sessions {
    /// The sessions in a store.
    pub fn new(store: StoreHandle) -> Self {
        let known = Memo::new();
        Self { store, known }
    }

    /// Begins a session, which ends at `until` at the latest; gives its secret. Whoever has too many loses the oldest.
    pub async fn begin(
        &self,
        standing: Standing,
        until: Option<u64>,
    ) -> ApiResult<(String, Arc<SessionRecord>)> {
        let created_ms = now_ms();
        let expires_ms = created_ms + u64::from(SESSION_DAYS) * 86_400_000;
        let record = SessionRecord {
            id: new_id(),
            standing,
            created_ms,
            expires_ms: until.map_or(expires_ms, |until| until.min(expires_ms)),
        };
        let secret = new_secret(PREFIX);
        let (key, kept) = (key_of(&secret), record.clone());
        self.store
            .work(move |store| {
                let value =
                    serde_json::to_vec(&kept).map_err(|why| ApiError::fault("writing a session", why))?;
                let others = of_holder(store, kept.standing.holder())?;
                let mut ops = Vec::new();
                for (place, key) in others.iter().take((others.len() + 1).saturating_sub(SESSIONS)) {
                    ops.extend(removal(place, key));
                }
                ops.push(put(BY_SECRET, key.to_vec(), value));
                ops.push(put(BY_HOLDER, kept.place(), key.to_vec()));
                store.side(ops)?;
                Ok(())
            })
            .await?;
        self.known.changed();
        Ok((secret, Arc::new(record)))
    }

    /// The session behind a secret, if it is valid.
    pub async fn find(&self, secret: &str) -> ApiResult<Option<Arc<SessionRecord>>> {
        let Some(key) = key_of_shaped(PREFIX, secret) else {
            return Ok(None);
        };
        let reading = self.store.work(move |store| {
            let bytes = store.fetch(BY_SECRET, &key)?;
            bytes
                .map(|bytes| SessionRecord::from_bytes(&bytes).map(Arc::new))
                .transpose()
        });
        let found = self.known.get(key, reading).await?;
        Ok(found.filter(|record| record.is_valid()))
    }

    /// Ends every session of a holder but this one; says how many.
    pub async fn end_others(&self, holder: StreamId, kept: Option<StreamId>) -> ApiResult<usize> {
        self.end_where(holder, move |session| Some(session) != kept).await
    }

    /// Ends one session of a holder; says whether there was one.
    pub async fn end(&self, holder: StreamId, session: StreamId) -> ApiResult<bool> {
        Ok(self.end_where(holder, move |other| other == session).await? > 0)
    }

    async fn end_where(
        &self,
        holder: StreamId,
        ends: impl Fn(StreamId) -> bool + Send + 'static,
    ) -> ApiResult<usize> {
        let ended = self
            .store
            .work(move |store| {
                let (mut ops, mut ended) = (Vec::new(), 0);
                for (place, key) in of_holder(store, holder)? {
                    let session = place.get(16..).and_then(|id| id.try_into().ok());
                    if session.map(StreamId::from_bytes).is_some_and(&ends) {
                        ops.extend(removal(&place, &key));
                        ended += 1;
                    }
                }
                if !ops.is_empty() {
                    store.side(ops)?;
                }
                Ok(ended)
            })
            .await?;
        self.known.changed();
        Ok(ended)
    }

    /// The valid sessions of a holder, oldest first.
    pub async fn list(&self, holder: StreamId) -> ApiResult<Vec<SessionRecord>> {
        self.store
            .work(move |store| {
                let mut sessions = Vec::new();
                for (_, key) in of_holder(store, holder)? {
                    if let Some(bytes) = store.fetch(BY_SECRET, &key)? {
                        sessions.push(SessionRecord::from_bytes(&bytes)?);
                    }
                }
                sessions.retain(SessionRecord::is_valid);
                Ok(sessions)
            })
            .await
    }

    /// Takes the records of sessions that ended out of the store.
    pub async fn forget_ended(&self) -> ApiResult<usize> {
        self.store
            .work(move |store| {
                let (mut after, mut forgotten) = (None::<Vec<u8>>, 0);
                loop {
                    let page = store.side_scan(BY_SECRET, &[], after.as_deref(), 500)?;
                    let Some((last, _)) = page.last() else {
                        return Ok(forgotten);
                    };
                    after = Some(last.clone());
                    let mut ops = Vec::new();
                    for (key, bytes) in &page {
                        let record = SessionRecord::from_bytes(bytes)?;
                        if !record.is_valid() {
                            ops.extend(removal(&record.place(), key));
                            forgotten += 1;
                        }
                    }
                    if !ops.is_empty() {
                        store.side(ops)?;
                    }
                }
            })
            .await
    }
}

fn put(tree: &str, key: Vec<u8>, value: Vec<u8>) -> SideOp {
    SideOp::Put {
        tree: tree.to_owned(),
        key,
        value,
    }
}

fn removal(place: &[u8], key: &[u8]) -> [SideOp; 2] {
    [(BY_HOLDER, place), (BY_SECRET, key)].map(|(tree, key)| SideOp::Remove {
        tree: tree.to_owned(),
        key: key.to_vec(),
    })
}

/// Places and hashes of a holder's sessions, oldest first.
fn of_holder(store: &dyn EventStore, holder: StreamId) -> ApiResult<Vec<(Vec<u8>, Vec<u8>)>> {
    Ok(store.side_scan(BY_HOLDER, &holder.to_bytes(), None, 2 * SESSIONS)?)
}
