//! The handle on the store for async code: work that blocks is done on other threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_store::{Append, Appended, EventStore, SideOp, SideOutcome, StoreError};
use tokio::sync::oneshot;

use crate::base::blocking::{self, Done, given};
use crate::base::error::{ApiError, ApiResult};
use crate::base::locks::{Turn, Turns};
use crate::base::random;
use crate::base::work_pools::WorkPools;

const SERVER: &str = "server";
const SECRET: &[u8] = b"secret";

/// Work with the store, of any type.
type StoreWork = Box<dyn FnOnce(&dyn EventStore) -> Done + Send>;

/// The store, and the places at which work may be done that blocks or takes long.
#[derive(Clone)]
pub struct StoreHandle {
    store: Arc<dyn EventStore>,
    pools: Arc<WorkPools>,
    turns: Arc<Turns>,
}

impl std::fmt::Debug for StoreHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoreHandle")
            .field("durability", &self.store.durability())
            .finish_non_exhaustive()
    }
}

impl StoreHandle {
    /// A handle with pools for the cores of this machine.
    pub fn new(store: Arc<dyn EventStore>) -> Self {
        Self {
            store,
            pools: Arc::default(),
            turns: Arc::new(Turns::new()),
        }
    }

    /// Waits for the turn of somebody who makes one more of what is limited. A service that counts and then writes holds it
    /// meanwhile, so that requests at the same time do not all count the same.
    pub(crate) async fn turn_of(&self, name: &str) -> Turn<'_> {
        self.turns.of(name).await
    }

    /// The store itself, for callers that may block.
    pub fn events(&self) -> &Arc<dyn EventStore> {
        &self.store
    }

    /// Does work that blocks or takes long, on another thread, when it is the turn of who asks for it (see [`WorkPools`]).
    pub async fn work<T, F>(&self, work: F) -> ApiResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&dyn EventStore) -> ApiResult<T> + Send + 'static,
    {
        let work: StoreWork = Box::new(move |store| Box::new(work(store)));
        given::<ApiResult<T>>(self.run(work).await?)
    }

    /// [`Self::work`] of any type.
    async fn run(&self, work: StoreWork) -> ApiResult<Done> {
        let place = self.pools.enter().await?;
        let store = Arc::clone(&self.store);
        let placed = move || {
            let done = work(store.as_ref());
            drop(place);
            done
        };
        blocking::run(Box::new(placed))
            .await
            .map_err(|died| ApiError::fault("the work", died))
    }

    /// Does work so short that carrying it to another thread would take longer; a panic in it becomes a fault.
    pub(crate) fn quick<T>(work: impl FnOnce() -> ApiResult<T>) -> ApiResult<T> {
        catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|_| Err(ApiError::fault("the work", "it panicked")))
    }

    /// Appends a command; answers when it is durable.
    pub async fn append(&self, append: Append) -> ApiResult<Result<Appended, hindsight_store::AppendError>> {
        let appended = self.append_together(vec![append]).await?;
        let only = |mut places: Vec<Appended>| places.pop().ok_or(hindsight_store::AppendError::Empty);
        Ok(appended.and_then(only))
    }

    /// Appends commands of one stream together; answers when they are durable.
    pub async fn append_together(
        &self,
        appends: Vec<Append>,
    ) -> ApiResult<Result<Vec<Appended>, hindsight_store::AppendError>> {
        let (send, receive) = oneshot::channel();
        self.store
            .submit_together(appends, Box::new(move |done| drop(send.send(done))));
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
