//! Accounts, invitations, and the seats that accounts take, as data.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_kernel::Seat;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    AccountList, CreateAccount, CreateClaim, CreateInvitation, DeleteAccount, InvitationList, PatchAccount,
    PatchOwnAccount, TakeSeat,
};
use hindsight_store::StreamId;

use super::authority::no_session_cookie;
use super::{Answer, Ctx, Mounts};
use crate::access::{AccountRecord, no_such_account, roles};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("listRoles", |_| async move {
        Ok(HttpResponse::Ok().json(roles::roles()))
    });
    mounts.on("createAccount", create);
    mounts.on("listAccounts", list);
    mounts.on("patchAccount", patch);
    mounts.on("getOwnAccount", own);
    mounts.on("patchOwnAccount", patch_own);
    mounts.on("deleteOwnAccount", delete_own);
    mounts.on("exportOwnAccount", export_own);
    mounts.on("createInvitation", invite);
    mounts.on("listInvitations", invitations);
    mounts.on("withdrawInvitation", withdraw);
    mounts.on("offerSeat", offer_seat);
    mounts.on("takeSeat", take_seat);
    mounts.on("freeSeat", free_seat);
}

impl Ctx {
    /// The account that the request's session or token belongs to.
    pub(crate) async fn account(&self) -> ApiResult<std::sync::Arc<AccountRecord>> {
        let missing = || ApiError::new(ProblemKind::NoSuchAccount, text!("no-account-of-token"));
        let id = self.caller.account().ok_or_else(missing)?;
        self.services.accounts.get(id).await?.ok_or_else(missing)
    }

    /// The account that is signed in by its own password: what a token may not do is done with this.
    pub(crate) async fn present_account(&self) -> ApiResult<std::sync::Arc<AccountRecord>> {
        let standing = self.session.as_ref().map(|session| &session.standing);
        self.services.membership.own_account(standing).await
    }
}

fn fresh(mut answer: actix_web::HttpResponseBuilder) -> actix_web::HttpResponseBuilder {
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    answer
}

async fn create(mut ctx: Ctx) -> Answer {
    let request: CreateAccount = ctx.json().await?;
    let account = ctx
        .services
        .membership
        .sign_up(&ctx.caller, ctx.client, request)
        .await?;
    Ok(fresh(HttpResponse::Created()).json(account.shown()))
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
    let (accounts, next) = ctx.services.accounts.list(after, limit).await?;
    let next = next.map(|id| id.to_string());
    let mut answer = fresh(HttpResponse::Ok());
    if let Some(next) = &next {
        answer.insert_header((header::LINK, ctx.next_page(next)));
    }
    let items = accounts.iter().map(AccountRecord::shown).collect();
    Ok(answer.json(AccountList { items, next }))
}

async fn patch(mut ctx: Ctx) -> Answer {
    let text = ctx.path("account").to_owned();
    let request: PatchAccount = ctx.json().await?;
    let id = Ctx::id(&text).ok_or_else(|| no_such_account(&text))?;
    let account = ctx
        .services
        .membership
        .change_other(&ctx.caller, id, request)
        .await?;
    Ok(fresh(HttpResponse::Ok()).json(account.shown()))
}

async fn own(ctx: Ctx) -> Answer {
    let account = ctx.account().await?;
    Ok(fresh(HttpResponse::Ok()).json(account.shown()))
}

async fn patch_own(mut ctx: Ctx) -> Answer {
    let account = ctx.present_account().await?;
    let change: PatchOwnAccount = ctx.json().await?;
    let session = ctx.session.as_ref().map_or(StreamId::ZERO, |session| session.id);
    let account = ctx
        .services
        .membership
        .change_account(&account, session, change)
        .await?;
    Ok(fresh(HttpResponse::Ok()).json(account.shown()))
}

async fn delete_own(mut ctx: Ctx) -> Answer {
    let account = ctx.present_account().await?;
    let request: DeleteAccount = ctx.json().await?;
    ctx.services
        .membership
        .delete_account(&account, request.current_password)
        .await?;
    ctx.services.webhooks.remove_all(account.id).await?;
    Ok(HttpResponse::NoContent()
        .insert_header(no_session_cookie(&ctx.services.settings))
        .finish())
}

async fn export_own(ctx: Ctx) -> Answer {
    let account = ctx.present_account().await?;
    let mut data = ctx.services.membership.own_data(&account).await?;
    data.webhooks = ctx.services.webhooks.list(account.id).await?;
    let name = format!("attachment; filename=\"hindsight-{}.json\"", account.id);
    Ok(fresh(HttpResponse::Ok())
        .insert_header((header::CONTENT_DISPOSITION, name))
        .json(data))
}

async fn invite(mut ctx: Ctx) -> Answer {
    let request: CreateInvitation = ctx.json().await?;
    let gives = ctx.services.membership.gives(&ctx.caller).await?;
    let made = ctx
        .services
        .invitations
        .create(ctx.caller.actor(), gives, request)
        .await?;
    Ok(fresh(HttpResponse::Created()).json(made))
}

async fn invitations(ctx: Ctx) -> Answer {
    let items = ctx.services.invitations.list(&ctx.caller.actor()).await?;
    Ok(fresh(HttpResponse::Ok()).json(InvitationList { items }))
}

async fn withdraw(ctx: Ctx) -> Answer {
    let text = ctx.path("invitation");
    let id = Ctx::id(text).ok_or_else(|| {
        ApiError::new(
            ProblemKind::NoSuchInvitation,
            text!("invitation-not-yours", id = quoted(text)),
        )
    })?;
    ctx.services.invitations.withdraw(&ctx.caller.actor(), id).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn offer_seat(mut ctx: Ctx) -> Answer {
    let (head, _) = ctx.own_game().await?;
    let request: CreateClaim = ctx.json().await?;
    let made = ctx.services.games.offer_seat(&head, request.seat).await?;
    Ok(fresh(HttpResponse::Created()).json(made))
}

async fn take_seat(mut ctx: Ctx) -> Answer {
    let account = ctx.account().await?;
    let request: TakeSeat = ctx.json().await?;
    let seat = ctx
        .services
        .games
        .take_seat(&ctx.services.accounts, account.id, request.secret.trim())
        .await?;
    Ok(fresh(HttpResponse::Ok()).json(seat))
}

async fn free_seat(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let text = ctx.path("seat");
    let seat: Seat = text
        .parse()
        .map_err(|_| ApiError::parameter("seat", text!("seat-letter")))?;
    let mine = ctx
        .caller
        .account()
        .is_some_and(|account| head.took(seat, account));
    if !sight.keeps && !mine {
        return Err(ApiError::new(ProblemKind::Forbidden, text!("seat-freed-by")));
    }
    ctx.services.games.free_seat(head.id, seat).await?;
    Ok(HttpResponse::NoContent().finish())
}
