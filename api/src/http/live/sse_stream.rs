//! A live stream of server-sent events; what it sends comes from an [`SseSource`].

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header;
use bytes::Bytes;
use futures_util::stream;
use hindsight_openapi::ProblemKind;
use hindsight_store::StreamId;
use tokio::time::Instant;

use super::super::Ctx;
use super::rights::Rights;
use crate::base::Follower;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::LIVE_STREAMS;
use crate::base::messages::text;
use crate::base::work_pools::{Asker, Lane};
use crate::games::LiveGame;

/// What a source sends now.
pub(super) enum SseItem {
    /// Nothing new.
    Nothing,
    /// Messages.
    Said(String),
    /// Messages, and no more after them.
    Last(String),
}

/// Where a live stream gets its messages.
pub(super) trait SseSource: 'static {
    /// What was not said yet, of the game as it stands now.
    async fn next(&mut self, rights: &Rights, head: &Arc<LiveGame>) -> ApiResult<SseItem>;
}

struct SseStream<T> {
    asker: Asker,
    rights: Rights,
    follower: Follower,
    source: T,
    greeted: bool,
    /// When it last sent something.
    sent: Instant,
}

/// A place among those who follow something, if this client and the server have one left.
pub(super) fn follower(ctx: &Ctx, what: StreamId, version: u64) -> ApiResult<Follower> {
    ctx.services.hub.follow(what, ctx.client, version).ok_or_else(|| {
        ApiError::new(
            ProblemKind::TooManyRequests,
            text!("live-streams-most", most = LIVE_STREAMS),
        )
        .limit("live-streams", LIVE_STREAMS)
        .header("retry-after", "30")
    })
}

/// The answer that goes on.
pub(super) fn answer<T: SseSource>(ctx: &Ctx, rights: Rights, follower: Follower, source: T) -> HttpResponse {
    let live = SseStream {
        asker: Asker::new(ctx.client, Lane::Live),
        rights,
        follower,
        source,
        greeted: false,
        sent: Instant::now(),
    };
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header(("X-Accel-Buffering", "no"))
        .streaming(stream::unfold(Some(live), |live| async move {
            let live = live?;
            live.asker.scope(message(live)).await
        }))
}

/// The next message of a stream, and the stream after it; nothing when it ends.
async fn message<T: SseSource>(
    mut live: SseStream<T>,
) -> Option<(Result<Bytes, ApiError>, Option<SseStream<T>>)> {
    if !live.greeted {
        live.greeted = true;
        return Some((Ok(Bytes::from_static(b"retry: 2000\n: here\n\n")), Some(live)));
    }
    loop {
        // Before everything, a sign of life too: the stream ends with the right to it, and a new request will say why.
        let head = live.rights.still().await?;
        match live.source.next(&live.rights, &head).await.ok()? {
            SseItem::Nothing => {}
            SseItem::Said(text) => {
                live.sent = Instant::now();
                return Some((Ok(Bytes::from(text)), Some(live)));
            }
            SseItem::Last(text) => return Some((Ok(Bytes::from(text)), None)),
        }
        let settings = &live.rights.services.settings;
        let quiet = settings.live_heartbeat.saturating_sub(live.sent.elapsed());
        if quiet.is_zero() {
            live.sent = Instant::now();
            return Some((Ok(Bytes::from_static(b": still here\n\n")), Some(live)));
        }
        let poll_interval = settings.live_beat.min(quiet);
        if let Ok(false) = tokio::time::timeout(poll_interval, live.follower.grown()).await {
            return Some((Ok(Bytes::from_static(b"event: bye\ndata: {}\n\n")), None));
        }
    }
}
