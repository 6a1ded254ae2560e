//! Following a game: server-sent events that miss nothing after a break.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header;
use bytes::Bytes;
use futures_util::stream;
use hindsight_openapi::ProblemKind;
use hindsight_store::StreamId;

use super::{Answer, Ctx, Mounts};
use crate::limits::LIVE_STREAMS;
use crate::problem::{ApiError, Outcome};
use crate::service::annotations::Reader;
use crate::service::{Caller, Follower, Look, Services};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("followGame", follow);
}

/// Events of one message.
const PIECE: usize = 200;

struct Line {
    services: Arc<Services>,
    caller: Caller,
    game: StreamId,
    next: u64,
    follower: Follower,
    greeted: bool,
    /// What was known of its annotations, and when: the layers with their versions, and how often something was said.
    layers: BTreeMap<StreamId, u64>,
    said: u64,
}

async fn follow(ctx: Ctx) -> Answer {
    ctx.accepted(&["text/event-stream"])?;
    let (head, _) = ctx.game().await?;
    let last = match ctx.header("Last-Event-ID")? {
        None => None,
        Some(text) => Some(text.trim().parse::<u64>().map_err(|_| {
            ApiError::parameter(
                "Last-Event-ID",
                "the `id` of the last event you have is expected: a version",
            )
        })?),
    };
    let next = match (last, ctx.query.number("from")) {
        (Some(last), _) => last.saturating_add(1),
        (None, Some(from)) => from,
        (None, None) => head.version() + 1,
    };
    let follower = ctx
        .services
        .hub
        .follow(head.id, ctx.client, head.version())
        .ok_or_else(|| {
            ApiError::new(
                ProblemKind::TooManyRequests,
                format!("at most {LIVE_STREAMS} live streams of one client at once"),
            )
            .with("limit", "live-streams")
            .header(header::RETRY_AFTER, "30")
        })?;
    let line = Line {
        services: Arc::clone(&ctx.services),
        caller: ctx.caller.clone(),
        game: head.id,
        next,
        follower,
        greeted: false,
        layers: BTreeMap::new(),
        said: 0,
    };
    let line = Line {
        said: line.follower.said(),
        layers: layers(&line).await?,
        ..line
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header(("X-Accel-Buffering", "no"))
        .streaming(stream::unfold(
            Some(line),
            |line| async move { message(line?).await },
        )))
}

/// The next message of a line, and the line after it; nothing when it ends.
async fn message(mut line: Line) -> Option<(Result<Bytes, ApiError>, Option<Line>)> {
    if !line.greeted {
        line.greeted = true;
        return Some((Ok(Bytes::from_static(b"retry: 2000\n: here\n\n")), Some(line)));
    }
    loop {
        match fresh(&mut line).await {
            Ok(Some(text)) => return Some((Ok(Bytes::from(text)), Some(line))),
            Ok(None) => {}
            // The game is gone or no longer for these eyes: the line ends, a new request will say why.
            Err(_) => return None,
        }
        let heartbeat = line.services.settings.live_heartbeat;
        match tokio::time::timeout(heartbeat, line.follower.grown()).await {
            Ok(true) => {}
            Ok(false) => return Some((Ok(Bytes::from_static(b"event: bye\ndata: {}\n\n")), None)),
            Err(_) => return Some((Ok(Bytes::from_static(b": still here\n\n")), Some(line))),
        }
    }
}

/// Events that the line has not sent yet.
async fn fresh(line: &mut Line) -> Outcome<Option<String>> {
    let (head, sight) = line
        .services
        .games
        .seen(&line.caller, &line.game.to_string())
        .await?;
    let said = line.follower.said();
    let remarks = if said == line.said {
        String::new()
    } else {
        line.said = said;
        remarks(line).await?
    };
    if head.version() < line.next {
        return Ok((!remarks.is_empty()).then_some(remarks));
    }
    let viewer = sight.through(None, head.over)?;
    let past = line.services.games.past(&head).await?;
    let look = Look {
        from: line.next,
        to: head.version(),
        all_lines: true,
        facts: false,
    };
    let events = line
        .services
        .vault
        .work(move |_| past.events(look, viewer, PIECE))
        .await?;
    let mut text = remarks;
    for event in &events {
        let data = serde_json::to_string(event).map_err(|why| ApiError::fault("writing an event", why))?;
        let _ = write!(
            text,
            "event: {}\nid: {}\ndata: {data}\n\n",
            event.kind, event.version
        );
        line.next = event.version + 1;
    }
    Ok((!text.is_empty()).then_some(text))
}

/// The layers of annotations that the follower may read, with their versions.
async fn layers(line: &Line) -> Outcome<BTreeMap<StreamId, u64>> {
    let (head, sight) = line
        .services
        .games
        .seen(&line.caller, &line.game.to_string())
        .await?;
    let reader = Reader {
        caller: &line.caller,
        head: &head,
        sight: &sight,
    };
    let sheets = line.services.layers_read(reader, None).await?;
    Ok(sheets
        .into_iter()
        .map(|sheet| (sheet.id, sheet.layer.version))
        .collect())
}

/// A message for each layer that says something else than the follower knows. It has no id: one that comes back asks for
/// the annotations anew.
async fn remarks(line: &mut Line) -> Outcome<String> {
    let now = layers(line).await?;
    let mut text = String::new();
    let gone = line
        .layers
        .keys()
        .filter(|id| !now.contains_key(*id))
        .map(|id| (id, 0));
    let changed = now
        .iter()
        .filter(|(id, version)| line.layers.get(*id) != Some(*version))
        .map(|(id, version)| (id, *version));
    for (layer, version) in changed.chain(gone) {
        let data = serde_json::json!({ "game": line.game.to_string(), "layer": layer.to_string(), "version": version });
        let _ = write!(text, "event: annotation\ndata: {data}\n\n");
    }
    line.layers = now;
    Ok(text)
}
