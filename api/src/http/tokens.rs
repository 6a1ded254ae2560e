//! Tokens.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{CreateToken, TokenList};

use super::{Answer, Ctx, Mounts};
use crate::access::Standing;
use crate::base::error::ApiError;
use crate::base::messages::{quoted, text};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("createToken", create);
    mounts.on("listTokens", list);
    mounts.on("getOwnToken", own);
    mounts.on("revokeToken", revoke);
}

async fn create(mut ctx: Ctx) -> Answer {
    let request: CreateToken = ctx.json().await?;
    // A token that somebody found must not make others that outlive it.
    if request.game.is_none() && ctx.caller.account().is_some() {
        ctx.present_account().await?;
    }
    let game = match &request.game {
        None => None,
        Some(id) => {
            let (head, sight) = ctx.services.games.seen(&ctx.caller, id).await?;
            if !sight.keeps {
                return Err(ApiError::new(ProblemKind::Forbidden, text!("tokens-by-owner")));
            }
            Some(head.id)
        }
    };
    let made = ctx.services.tokens.create(&ctx.caller, request, game).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(made))
}

async fn list(ctx: Ctx) -> Answer {
    let after = match ctx.query.text("cursor") {
        None => None,
        Some(text) => Some(
            text.parse()
                .map_err(|_| ApiError::parameter("cursor", text!("cursor-of-page-before")))?,
        ),
    };
    let limit = ctx.query.page_size();
    if !ctx.caller.is_admin() {
        let account = ctx
            .caller
            .account()
            .ok_or_else(|| ApiError::new(ProblemKind::Forbidden, text!("admin-or-account-needed")))?;
        let items = ctx.services.tokens.of_account(account).await?;
        return Ok(HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .json(TokenList { items, next: None }));
    }
    let (items, next) = ctx.services.tokens.list(after, limit).await?;
    let next = next.map(|id| id.to_string());
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        answer.insert_header((header::LINK, ctx.next_page(next)));
    }
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(answer.json(TokenList { items, next }))
}

async fn own(ctx: Ctx) -> Answer {
    let token = ctx
        .caller
        .token()
        .ok_or_else(|| ApiError::new(ProblemKind::Unauthorised, text!("no-token-sent")))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(token.shown()))
}

async fn revoke(ctx: Ctx) -> Answer {
    let text = ctx.path("token");
    let id = Ctx::id(text).ok_or_else(|| {
        ApiError::new(
            ProblemKind::NoSuchToken,
            text!("no-such-token-named", text = quoted(text)),
        )
    })?;
    let own = if ctx.caller.is_admin() {
        None
    } else {
        Some(
            ctx.caller
                .account()
                .ok_or_else(|| ApiError::new(ProblemKind::Forbidden, text!("admin-or-account-needed")))?,
        )
    };
    // A token that is lost takes none with it that may do more.
    let by_password = ctx
        .session
        .as_ref()
        .is_some_and(|session| matches!(session.standing, Standing::Account(_)));
    let within = ctx
        .caller
        .token()
        .filter(|token| own.is_some() && !by_password && token.id != id)
        .map(|token| token.scopes.as_slice());
    ctx.services.tokens.revoke(id, own, within).await?;
    Ok(HttpResponse::NoContent().finish())
}
