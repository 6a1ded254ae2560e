//! A cache of the messages of live streams: each is made once for all who are told the same.

use std::sync::Arc;
use std::time::Duration;

use hindsight_kernel::Viewer;
use hindsight_store::StreamId;
use moka::future::Cache;

use crate::base::error::{ApiError, ApiResult};

/// Messages kept; each is asked for within moments by all who follow a game.
const KEPT: u64 = 512;
const FOR: Duration = Duration::from_secs(30);

/// The key of a message: the events of a game behind a version, as it stands at another, to a viewer; with a
/// delay or without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LiveMessageKey {
    /// The game.
    pub game: StreamId,
    /// The first event.
    pub from: u64,
    /// Where the game stands.
    pub version: u64,
    /// Through whose eyes.
    pub viewer: Viewer,
    /// It is told with a delay.
    pub is_behind: bool,
}

/// Some events, as a live stream sends them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveMessage {
    /// The text.
    pub text: String,
    /// The first event that is not in it.
    pub next: u64,
}

/// A cache of messages that were made lately.
#[derive(Debug)]
pub struct LiveMessages(Cache<LiveMessageKey, Arc<LiveMessage>>);

impl Default for LiveMessages {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(KEPT).time_to_live(FOR).build())
    }
}

impl LiveMessages {
    /// A message: one that was made before, or made now. Of many who ask at once one makes it.
    ///
    /// # Errors
    /// Those of making it.
    pub async fn get(
        &self,
        key: LiveMessageKey,
        make: impl Future<Output = ApiResult<LiveMessage>>,
    ) -> ApiResult<Arc<LiveMessage>> {
        let fresh = async { make.await.map(Arc::new) };
        let kept = self.0.try_get_with(key, fresh).await;
        kept.map_err(|error: Arc<ApiError>| (*error).clone())
    }
}
