//! Basic services that everything else stands on: the clock, ids, limits, settings, the way to the store,
//! caches, queues and the one error type. Nothing here knows a game, a caller or a request.

mod answer_cache;
mod backup;
pub(crate) mod blocking;
pub mod clock;
pub mod compute_queue;
pub mod error;
mod ids;
pub mod limits;
pub(crate) mod links;
mod live_hub;
pub mod live_messages;
pub(crate) mod locks;
pub(crate) mod memo;
pub mod messages;
mod metrics;
pub mod rate_limiter;
pub(crate) mod secrets;
pub mod settings;
pub(crate) mod store_handle;
pub mod work_pools;

pub use answer_cache::{AnswerCache, AnswerKey};
pub use clock::{now_ms, time_text};
pub use ids::{new_id, random};
pub use live_hub::{Follower, LiveHub};
pub use metrics::Metrics;
pub use secrets::proof_of;
pub use store_handle::StoreHandle;
