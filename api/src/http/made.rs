//! Answers to requests that make something, and that may be sent again under the same key.

use actix_web::http::header;
use actix_web::{HttpResponse, HttpResponseBuilder};
use hindsight_openapi::wire::GameDetails;

use super::Ctx;
use super::conditional::tag;
use crate::base::error::{ApiError, ApiResult};
use crate::games::LiveGame;

/// It was made: 201; or it had been made by the same request before: 200, which says so.
pub(super) fn made(again: bool) -> HttpResponseBuilder {
    if !again {
        return HttpResponse::Created();
    }
    let mut answer = HttpResponse::Ok();
    replayed(&mut answer);
    answer
}

/// Says that the same request was answered before.
pub(super) fn replayed(answer: &mut HttpResponseBuilder) {
    answer.insert_header(("Idempotency-Replayed", "true"));
}

/// It was made, and stands at this address.
pub(super) fn made_at(address: String, again: bool) -> HttpResponseBuilder {
    let mut answer = made(again);
    answer.insert_header((header::LOCATION, address));
    answer
}

/// A game was made: the answer with its address and its tag, and the game as its maker sees it.
pub(super) fn made_game(
    ctx: &Ctx,
    head: &LiveGame,
    again: bool,
) -> ApiResult<(HttpResponseBuilder, GameDetails)> {
    let sight = ctx
        .caller
        .sight(head.id, &head.card)
        .ok_or_else(|| ApiError::fault("making the game", "its maker may not see it"))?;
    let mut answer = made_at(format!("/v1/games/{}", head.id), again);
    answer.insert_header((header::ETAG, tag(head.version(), sight.viewer)));
    Ok((answer, ctx.services.games.game_of(head, &sight)))
}
