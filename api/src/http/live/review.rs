//! Following a review: what is shown, and who shows it.

use std::sync::Arc;

use super::super::{Answer, Ctx};
use super::line::{Talk, Word, answer, follower};
use super::rights::Rights;
use crate::base::error::{ApiError, Outcome};
use crate::games::Head;

/// What was told of a review.
struct Told {
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
    let told = Told {
        id: led.id.to_string(),
        known: String::new(),
    };
    Ok(answer(&ctx, rights, follower, told))
}

impl Talk for Told {
    async fn next(&mut self, rights: &Rights, head: &Arc<Head>) -> Outcome<Word> {
        let reader = rights.reader(head);
        let Ok(led) = rights.services.reviews.review(reader, &self.id) else {
            return Ok(Word::Last("event: ended\ndata: {}\n\n".to_owned()));
        };
        let review = rights.services.reviews.review_told(reader, &led).await?;
        let data = serde_json::to_string(&review).map_err(|why| ApiError::fault("writing a review", why))?;
        if data == self.known {
            return Ok(Word::Nothing);
        }
        let text = format!("event: review\ndata: {data}\n\n");
        self.known = data;
        Ok(Word::Said(text))
    }
}
