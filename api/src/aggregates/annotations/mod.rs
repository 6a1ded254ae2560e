//! Annotations of games: layers, each a stream of its own in the same store.
//!
//! One stream a layer, not one a game: a layer has one author, one visibility and one chain of digests, so what somebody
//! may not read is simply not read, an author's changes never meet another's, and a layer can be carried along with its
//! game whole and verifiable. The streams stand in the store under cards of a kind of their own
//! (`LAYER`), with the game's id as their label; no list of games shows them.
//!
//! `who` says who may read and write, `streams` loads and appends, `text` makes the layer of a game that came in as a
//! text, `reading` and `writing` are what handlers and pages ask for, `shown` is how it is told.

mod following;
mod markdown;
mod names;
mod reading;
pub(crate) mod shown;
mod streams;
mod text;
mod who;
mod writing;

use std::sync::Arc;
use std::time::Duration;

use hindsight_annotations::{Following, Layer};
use hindsight_store::StreamId;
use moka::sync::Cache;

pub use markdown::{html, in_markdown};
pub(crate) use reading::wrote;
pub use reading::{FoundAnnotations, Wanted};
pub use shown::AnnotationId;

pub use streams::StoredLayer;
pub(crate) use streams::{ids, layer_card};
pub(crate) use text::notes_to_carry;
pub use text::overlaid;
pub(crate) use who::{Reach, reach};
pub use writing::WrittenAnnotation;

use crate::access::{Accounts, Caller, GameAccess};
use crate::aggregates::cache::AggregateCache;
use crate::base::secrets::derived_id;
use crate::base::{LiveHub, StoreHandle};
use crate::games::{Games, LiveGame};

/// A game as somebody sees it who reads or writes annotations.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'r> {
    /// Who asks.
    pub caller: &'r Caller,
    /// The game.
    pub head: &'r Arc<LiveGame>,
    /// What they may see of it.
    pub sight: &'r GameAccess,
}

/// All annotations of the server.
pub struct Annotations {
    store: StoreHandle,
    games: Arc<Games>,
    accounts: Arc<Accounts>,
    secret: [u8; 32],
    hub: Arc<LiveHub>,
    layers: AggregateCache<Layer>,
    followings: Cache<StreamId, (u64, Arc<Following>)>,
}

impl std::fmt::Debug for Annotations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Annotations")
            .field("layers", &self.layers)
            .finish_non_exhaustive()
    }
}

impl Annotations {
    /// The annotations of a store.
    pub fn new(
        store: StoreHandle,
        secret: [u8; 32],
        hub: Arc<LiveHub>,
        games: Arc<Games>,
        accounts: Arc<Accounts>,
    ) -> Self {
        Self {
            games,
            accounts,
            secret,
            hub,
            layers: AggregateCache::new(store.clone(), 64 << 20),
            followings: Cache::builder()
                .max_capacity(1_000)
                .time_to_idle(Duration::from_mins(30))
                .build(),
            store,
        }
    }

    /// The layer of the text that a game came in with.
    fn text_layer(&self, game: StreamId) -> StreamId {
        derived_id(&self.secret, &format!("annotations\n{game}\ntext"))
    }

    /// Somebody's own first layer of a game.
    fn first_layer(&self, game: StreamId, subject: &str) -> StreamId {
        derived_id(&self.secret, &format!("annotations\n{game}\nof\n{subject}"))
    }

    /// Forgets what is kept folded: streams were written past us.
    pub(crate) fn forget_all(&self) {
        self.layers.forget_all();
    }
}
