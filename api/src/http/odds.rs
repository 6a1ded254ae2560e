//! Exact odds of dice.

use actix_web::HttpResponse;

use super::{Answer, Ctx, Mounts};
use crate::analysis::odds::read_question;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("odds", odds);
}

async fn odds(mut ctx: Ctx) -> Answer {
    let question = read_question(ctx.value().await?)?;
    Ok(HttpResponse::Ok().json(ctx.services.odds.answer(question).await?))
}
