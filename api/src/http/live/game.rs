//! Following a game: its events, what is said of it, how many follow.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use hindsight_openapi::wire::LiveInfo;
use hindsight_store::StreamId;

use super::super::{Answer, Ctx};
use super::rights::Rights;
use super::sse_stream::{SseItem, SseSource, answer, follower};
use crate::base::error::{ApiError, ApiResult};
use crate::base::live_messages::{LiveMessage, LiveMessageKey};
use crate::base::messages::text;
use crate::games::{EventRange, LiveGame};

/// Events of one message.
const PIECE: usize = 200;

/// What was told of a game.
struct GameNotice {
    game: StreamId,
    /// The first version that was not told yet.
    next: u64,
    /// Its annotations: the layers with their versions, and how often something was said when they were looked at.
    layers: BTreeMap<StreamId, u64>,
    said: u64,
    /// How it is followed.
    live: Option<LiveInfo>,
}

pub(super) async fn follow(ctx: Ctx) -> Answer {
    ctx.accepted(&["text/event-stream"])?;
    let (head, sight) = ctx.game().await?;
    let last = match ctx.header("Last-Event-ID")? {
        None => None,
        Some(text) => Some(
            text.trim()
                .parse::<u64>()
                .map_err(|_| ApiError::parameter("Last-Event-ID", text!("last-event-expected")))?,
        ),
    };
    let next = match (last, ctx.query.number("from")) {
        (Some(last), _) => last.saturating_add(1),
        (None, Some(from)) => from,
        (None, None) => head.version() + 1,
    };
    let follower = follower(&ctx, head.id, head.version())?;
    let said = ctx.services.hub.said(head.id);
    let rights = Rights::of(&ctx, &head, sight);
    let told = GameNotice {
        game: head.id,
        next,
        layers: layers(&rights, &head).await?,
        said,
        live: None,
    };
    Ok(answer(&ctx, rights, follower, told))
}

impl SseSource for GameNotice {
    async fn next(&mut self, rights: &Rights, head: &Arc<LiveGame>) -> ApiResult<SseItem> {
        let mut text = self.presence(rights, head);
        text += &self.remarks(rights, head).await?;
        text += &self.events(rights, head).await?;
        Ok(if text.is_empty() {
            SseItem::Nothing
        } else {
            SseItem::Said(text)
        })
    }
}

impl GameNotice {
    /// Events that were not told yet.
    async fn events(&mut self, rights: &Rights, head: &LiveGame) -> ApiResult<String> {
        if head.version() < self.next {
            return Ok(String::new());
        }
        let key = LiveMessageKey {
            game: head.id,
            from: self.next,
            version: head.version(),
            viewer: rights.sight.through(None, head.over)?,
            is_behind: head.delay.is_some(),
        };
        let message = rights
            .services
            .messages
            .get(key, events(rights, head, key))
            .await?;
        self.next = message.next;
        Ok(message.text.clone())
    }

    /// How the game is followed, where that is not known yet. Nothing wakes a line for it, so that many who come at once
    /// are told of once.
    fn presence(&mut self, rights: &Rights, head: &LiveGame) -> String {
        let live = rights.services.games.live_of(head);
        if self.live == Some(live) {
            return String::new();
        }
        self.live = Some(live);
        let LiveInfo {
            followers,
            delay_seconds,
        } = live;
        let game = self.game.to_string();
        let data =
            serde_json::json!({ "game": game, "followers": followers, "delay_seconds": delay_seconds });
        format!("event: presence\ndata: {data}\n\n")
    }

    /// A message for each layer that says something else than is known. It has no id: one that comes back asks for the
    /// annotations anew.
    async fn remarks(&mut self, rights: &Rights, head: &Arc<LiveGame>) -> ApiResult<String> {
        let mut text = String::new();
        let said = rights.services.hub.said(self.game);
        if said == self.said {
            return Ok(text);
        }
        self.said = said;
        let now = layers(rights, head).await?;
        let gone = self
            .layers
            .keys()
            .filter(|id| !now.contains_key(*id))
            .map(|id| (id, 0));
        let changed = now
            .iter()
            .filter(|(id, version)| self.layers.get(*id) != Some(*version))
            .map(|(id, version)| (id, *version));
        for (layer, version) in changed.chain(gone) {
            let data = serde_json::json!({ "game": self.game.to_string(), "layer": layer.to_string(), "version": version });
            let _ = write!(text, "event: annotation\ndata: {data}\n\n");
        }
        self.layers = now;
        Ok(text)
    }
}

/// The events of a message.
async fn events(rights: &Rights, head: &LiveGame, key: LiveMessageKey) -> ApiResult<LiveMessage> {
    let past = rights.services.games.past(head).await?;
    let look = EventRange {
        from: key.from,
        to: key.version,
        all_lines: true,
        facts: false,
    };
    let events = rights
        .services
        .store
        .work(move |_| past.events(look, key.viewer, PIECE))
        .await?;
    let mut message = LiveMessage {
        text: String::new(),
        next: key.from,
    };
    for event in &events {
        let data = serde_json::to_string(event).map_err(|why| ApiError::fault("writing an event", why))?;
        let _ = write!(
            message.text,
            "event: {}\nid: {}\ndata: {data}\n\n",
            event.kind, event.version
        );
        message.next = event.version + 1;
    }
    Ok(message)
}

/// The layers of annotations that the follower may read, with their versions.
async fn layers(rights: &Rights, head: &Arc<LiveGame>) -> ApiResult<BTreeMap<StreamId, u64>> {
    let sheets = rights
        .services
        .annotations
        .layers_read(rights.reader(head), None)
        .await?;
    Ok(sheets
        .into_iter()
        .map(|sheet| (sheet.id, sheet.layer.version))
        .collect())
}
