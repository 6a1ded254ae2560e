//! The session of a browser as data: begun, looked at, ended.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{Session, SignIn};

use super::authority::{keep_session, no_session_cookie};
use super::{Answer, Ctx, Mounts};
use crate::access::{Caller, SessionRecord};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("createSession", begin);
    mounts.on("getSession", get);
    mounts.on("endSession", end);
}

async fn begin(mut ctx: Ctx) -> Answer {
    // A page elsewhere must not sign its readers in as somebody else.
    ctx.same_origin()?;
    let asked: SignIn = ctx.json().await?;
    let signed_in = ctx.services.sign_ins.sign_in(&ctx.browser(), asked).await?;
    ctx.end_session().await?;
    let session = &signed_in.session;
    let caller = ctx
        .services
        .sign_ins
        .caller_of(session)
        .await?
        .unwrap_or(Caller::Anyone);
    let mut answer = HttpResponse::Created();
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    keep_session(&mut answer, &ctx.services.settings, &signed_in);
    Ok(answer.json(shown(&ctx, session, &caller).await?))
}

async fn shown(ctx: &Ctx, session: &SessionRecord, caller: &Caller) -> ApiResult<Session> {
    let name = ctx.services.accounts.shown(&caller.actor()).await?;
    Ok(ctx.services.sign_ins.session_of(session, caller, &name))
}

async fn get(ctx: Ctx) -> Answer {
    let session = ctx
        .session
        .as_ref()
        .ok_or_else(|| ApiError::new(ProblemKind::Unauthorised, text!("nobody-signed-in")))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(shown(&ctx, session, &ctx.caller).await?))
}

async fn end(ctx: Ctx) -> Answer {
    ctx.end_session().await?;
    Ok(HttpResponse::NoContent()
        .insert_header(no_session_cookie(&ctx.services.settings))
        .finish())
}

impl Ctx {
    /// Ends the session of this request, if it has one.
    pub(crate) async fn end_session(&self) -> ApiResult<()> {
        if let Some(session) = &self.session {
            let holder = session.standing.holder();
            self.services.sessions.end(holder, session.id).await?;
        }
        Ok(())
    }
}
