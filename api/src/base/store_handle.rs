//! The way to the store: nothing here blocks an async worker.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_store::{Append, Appended, EventStore, SideOp, SideOutcome, StoreError};
use tokio::sync::oneshot;

use crate::base::error::{ApiError, Outcome};
use crate::base::random;
use crate::base::work_pools::Pools;

const SERVER: &str = "server";
const SECRET: &[u8] = b"secret";

/// The store, and the places at which work may be done that blocks or takes long.
#[derive(Clone)]
pub struct Vault {
    store: Arc<dyn EventStore>,
    pools: Arc<Pools>,
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vault")
            .field("durability", &self.store.durability())
            .finish_non_exhaustive()
    }
}

impl Vault {
    /// A vault with pools for the cores of this machine.
    pub fn new(store: Arc<dyn EventStore>) -> Self {
        Self {
            store,
            pools: Arc::default(),
        }
    }

    /// The store itself, for callers that may block.
    pub fn store(&self) -> &Arc<dyn EventStore> {
        &self.store
    }

    /// Does work that blocks or takes long, on another thread, when it is the turn of who asks for it (see [`Pools`]).
    pub async fn work<T, F>(&self, work: F) -> Outcome<T>
    where
        T: Send + 'static,
        F: FnOnce(&dyn EventStore) -> Outcome<T> + Send + 'static,
    {
        let place = self.pools.enter().await?;
        let store = Arc::clone(&self.store);
        tokio::task::spawn_blocking(move || {
            let done = work(store.as_ref());
            drop(place);
            done
        })
        .await
        .unwrap_or_else(|died| Err(ApiError::fault("the work", died)))
    }

    /// Does work so short that carrying it to another thread would take longer; a panic in it becomes a fault.
    pub(crate) fn quick<T>(work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|_| Err(ApiError::fault("the work", "it panicked")))
    }

    /// Appends a command; answers when it is durable.
    pub async fn append(&self, append: Append) -> Outcome<Result<Appended, hindsight_store::AppendError>> {
        let (send, receive) = oneshot::channel();
        self.store
            .submit(append, Box::new(move |done| drop(send.send(done))));
        receive
            .await
            .map_err(|lost| ApiError::fault("the committer", lost))
    }

    /// The server's secret, made once.
    pub(crate) fn secret(&self) -> Result<[u8; 32], StoreError> {
        if let Some(found) = known_secret(self.store.as_ref())? {
            return Ok(found);
        }
        let secret: [u8; 32] = random();
        let op = SideOp::PutNew {
            tree: SERVER.to_owned(),
            key: SECRET.to_vec(),
            value: secret.to_vec(),
        };
        match self.store.side(vec![op])? {
            SideOutcome::Done => Ok(secret),
            SideOutcome::Exists { value, .. } => read_secret(value),
        }
    }
}

/// The secret of the server whose store this is, if it has one yet.
pub(crate) fn known_secret(store: &dyn EventStore) -> Result<Option<[u8; 32]>, StoreError> {
    store.fetch(SERVER, SECRET)?.map(read_secret).transpose()
}

fn read_secret(bytes: Vec<u8>) -> Result<[u8; 32], StoreError> {
    bytes.try_into().map_err(|_| StoreError::CorruptDatabase {
        why: "the server's secret is cut".to_owned(),
    })
}
