//! Following a review: what is shown, and who shows it.

use std::sync::Arc;

use super::super::{Answer, Ctx};
use super::rights::Rights;
use super::sse_stream::{SseItem, SseSource, answer, follower};
use crate::base::error::{ApiError, ApiResult};
use crate::games::LiveGame;

/// What was told of a review.
struct ReviewNotice {
    id: String,
    /// What the follower knows of it, as it was written.
    known: String,
}

pub(super) async fn follow(ctx: Ctx) -> Answer {
    ctx.accepted(&["text/event-stream"])?;
    let (head, sight) = ctx.game().await?;
    let rights = Rights::of(&ctx, &head, sight);
    let led = ctx
        .services
        .reviews
        .review(rights.reader(&head), ctx.path("review"))?;
    let follower = follower(&ctx, led.id, 0)?;
    let told = ReviewNotice {
        id: led.id.to_string(),
        known: String::new(),
    };
    Ok(answer(&ctx, rights, follower, told))
}

impl SseSource for ReviewNotice {
    async fn next(&mut self, rights: &Rights, head: &Arc<LiveGame>) -> ApiResult<SseItem> {
        let reader = rights.reader(head);
        let Ok(led) = rights.services.reviews.review(reader, &self.id) else {
            return Ok(SseItem::Last("event: ended\ndata: {}\n\n".to_owned()));
        };
        let review = rights.services.reviews.describe_review(reader, &led).await?;
        let data = serde_json::to_string(&review).map_err(|why| ApiError::fault("writing a review", why))?;
        if data == self.known {
            return Ok(SseItem::Nothing);
        }
        let text = format!("event: review\ndata: {data}\n\n");
        self.known = data;
        Ok(SseItem::Said(text))
    }
}
