//! A live stream: what it says is another matter.

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
use crate::base::error::{ApiError, Outcome};
use crate::base::limits::LIVE_STREAMS;
use crate::base::work_pools::{Asker, Lane};
use crate::games::Head;

/// What a line has to say now.
pub(super) enum Word {
    /// Nothing new.
    Nothing,
    /// Messages.
    Said(String),
    /// Messages, and no more after them.
    Last(String),
}

/// What a live stream says.
pub(super) trait Talk: 'static {
    /// What was not said yet, of the game as it stands now.
    async fn next(&mut self, rights: &Rights, head: &Arc<Head>) -> Outcome<Word>;
}

struct Line<T> {
    asker: Asker,
    rights: Rights,
    follower: Follower,
    talk: T,
    greeted: bool,
    /// When it last sent something.
    sent: Instant,
}

/// A place among those who follow something, if this client and the server have one left.
pub(super) fn follower(ctx: &Ctx, what: StreamId, version: u64) -> Outcome<Follower> {
    ctx.services.hub.follow(what, ctx.client, version).ok_or_else(|| {
        ApiError::new(
            ProblemKind::TooManyRequests,
            format!("at most {LIVE_STREAMS} live streams of one client at once"),
        )
        .limit("live-streams", LIVE_STREAMS)
        .header("retry-after", "30")
    })
}

/// The answer that goes on.
pub(super) fn answer<T: Talk>(ctx: &Ctx, rights: Rights, follower: Follower, talk: T) -> HttpResponse {
    let line = Line {
        asker: Asker::new(ctx.client, Lane::Live),
        rights,
        follower,
        talk,
        greeted: false,
        sent: Instant::now(),
    };
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header(("X-Accel-Buffering", "no"))
        .streaming(stream::unfold(Some(line), |line| async move {
            let line = line?;
            line.asker.scope(message(line)).await
        }))
}

/// The next message of a line, and the line after it; nothing when it ends.
async fn message<T: Talk>(mut line: Line<T>) -> Option<(Result<Bytes, ApiError>, Option<Line<T>>)> {
    if !line.greeted {
        line.greeted = true;
        return Some((Ok(Bytes::from_static(b"retry: 2000\n: here\n\n")), Some(line)));
    }
    loop {
        // Before everything, a sign of life too: the line ends with the right to it, and a new request will say why.
        let head = line.rights.still().await?;
        match line.talk.next(&line.rights, &head).await.ok()? {
            Word::Nothing => {}
            Word::Said(text) => {
                line.sent = Instant::now();
                return Some((Ok(Bytes::from(text)), Some(line)));
            }
            Word::Last(text) => return Some((Ok(Bytes::from(text)), None)),
        }
        let settings = &line.rights.services.settings;
        let quiet = settings.live_heartbeat.saturating_sub(line.sent.elapsed());
        if quiet.is_zero() {
            line.sent = Instant::now();
            return Some((Ok(Bytes::from_static(b": still here\n\n")), Some(line)));
        }
        let beat = settings.live_beat.min(quiet);
        if let Ok(false) = tokio::time::timeout(beat, line.follower.grown()).await {
            return Some((Ok(Bytes::from_static(b"event: bye\ndata: {}\n\n")), None));
        }
    }
}
