//! All accounts with their roles, for those who look after the server, and how the server is set.

use hindsight_openapi::wire::{AccountChange, PatchAccount, Role};
use maud::{Markup, html};

use super::house::{Page, wide};
use super::links::query;
use super::outcomes::{on_to, unkept, wrong};
use crate::access::{AccountRecord, no_such_account};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::PAGE;
use crate::base::messages::text;
use crate::base::settings::{Settings, SignUp, WebhookTargets};
use crate::games::delay_in_words;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, plain_form};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("accountsPage", |ctx| async move { page(&ctx, None).await });
    mounts.form::<ChangeForm>("patchAccount");
}

async fn page(ctx: &Ctx, refused: Option<&ApiError>) -> Answer {
    let after = match ctx.query.text("cursor") {
        None => None,
        Some(text) => Some(
            text.parse()
                .map_err(|_| ApiError::parameter("cursor", text!("cursor-of-page-before")))?,
        ),
    };
    let (accounts, next) = ctx.services.accounts.list(after, PAGE).await?;
    let gives = ctx.services.membership.gives(&ctx.caller).await?;
    let reports = ctx.services.moderation.reports().await?.len();
    let body = html! {
        h1 { (text!("accounts-accounts")) }
        p { a href="/moderation" { (text!("accounts-moderation", reports)) } " · " a href="/account" { (text!("accounts-invitations-page-your")) } }
        (wrong(refused))
        @if accounts.is_empty() { p.quiet { (text!("accounts-no-accounts-yet")) } }
        @else { (wide(text!("accounts-all-accounts"), &html! {
            table {
                thead { tr { th scope="col" { (text!("accounts-name")) } th scope="col" { (text!("accounts-role")) } th scope="col" { (text!("accounts-state")) } th scope="col" { (text!("accounts-new-password")) } } }
                tbody { @for account in &accounts { (row(account, gives, ctx.caller.is_admin())) } }
            }
        })) }
        @if let Some(next) = next.map(|id| id.to_string()) { p { a rel="next" href=(format!("/accounts{}", query([("cursor", next.as_str())]))) { (text!("accounts-more-accounts")) } } }
        @if ctx.caller.is_admin() { (server(&ctx.services.settings)) }
    };
    let page = Page {
        class: "text account",
        ..Page::plain(text!("accounts-accounts"), body)
    };
    let status = refused.map_or(200, |error| error.kind().status());
    Ok(unkept(page.answer_as(status, &ctx.req)))
}

fn row(account: &AccountRecord, gives: &[Role], is_admin: bool) -> Markup {
    let id = account.id.to_string();
    let gone = account.deleted_ms.is_some();
    let may = !gone && gives.contains(&account.role);
    html! {
        tr class=[gone.then_some("gone")] {
            th scope="row" { a href=(format!("/players/{id}")) { (account.name) } }
            td {
                @if may {
                    form.inline method="post" action="/accounts" {
                        input type="hidden" name="account" value=(id);
                        select name="role" aria-label=(text!("accounts-role-of", name = &account.name)) {
                            @for role in gives { option value=(role.name()) selected[*role == account.role] { (role.name()) } }
                        }
                        button type="submit" { (text!("accounts-change")) span.unseen { " " (text!("accounts-change-role-of", name = &account.name)) } }
                    }
                } @else { (account.role.name()) }
            }
            td { @if gone { (text!("accounts-deleted")) } @else if account.suspended_ms.is_some() { a href="/moderation" { (text!("accounts-suspended")) } } @else { (text!("accounts-active")) } }
            td {
                @if may && is_admin {
                    form.inline method="post" action="/accounts" {
                        input type="hidden" name="account" value=(id);
                        input type="password" name="password" required minlength="10" maxlength="200" autocomplete="new-password" aria-label=(text!("accounts-new-password-of", name = &account.name));
                        button type="submit" { (text!("accounts-set")) span.unseen { " " (text!("accounts-set-password-of", name = &account.name)) } }
                    }
                }
            }
        }
    }
}

/// How the server is set, each with the option that sets it otherwise at the next start.
fn server(settings: &Settings) -> Markup {
    let on = |yes: bool| {
        if yes {
            text!("accounts-on")
        } else {
            text!("accounts-off")
        }
    };
    let rows = [
        (
            text!("accounts-who-may-make"),
            match settings.sign_up {
                SignUp::Open => text!("accounts-sign-up-open"),
                SignUp::Invitation => text!("accounts-sign-up-invitation"),
                SignUp::Closed => text!("accounts-sign-up-closed"),
            },
            "--sign-up",
        ),
        (
            text!("accounts-spectators-games-hidden"),
            delay_in_words(settings.live_delay),
            "--live-delay",
        ),
        (
            text!("accounts-rate-limits"),
            on(settings.rate_limits),
            "--no-rate-limits",
        ),
        (
            text!("accounts-cookies-https-alone"),
            on(settings.secure_cookies),
            "--secure-cookies",
        ),
        (
            text!("accounts-webhooks-sent"),
            match settings.webhooks {
                WebhookTargets::Off => text!("accounts-webhooks-off"),
                WebhookTargets::Https => text!("accounts-webhooks-https"),
                WebhookTargets::Http => text!("accounts-webhooks-http"),
                WebhookTargets::Anywhere => text!("accounts-webhooks-anywhere"),
            },
            "--webhooks",
        ),
        (
            text!("accounts-connections-each-thread"),
            text!("accounts-connections", count = settings.max_connections),
            "--max-connections",
        ),
    ];
    html! {
        section aria-labelledby="server" {
            h2 #server { (text!("accounts-server")) }
            p.quiet { (text!("accounts-each-games-visibility")) }
            (wide(text!("accounts-settings-server"), &html! {
                table {
                    thead { tr { th scope="col" { (text!("accounts-setting")) } th scope="col" { (text!("accounts-now")) } th scope="col" { (text!("accounts-option")) } } }
                    tbody { @for (name, now, option) in &rows { tr { th scope="row" { (name) } td { (now) } td.one-line { code { (option) } } } } }
                }
            }))
        }
    }
}

/// The forms by which an account is given another role or password.
struct ChangeForm;

impl PageForm for ChangeForm {
    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let asked: AccountChange = plain_form(sent)?;
        let accounts = &ctx.services.accounts;
        let named = match Ctx::id(&asked.account) {
            Some(id) => Some(id),
            None => accounts.named(&asked.account).await?.map(|account| account.id),
        };
        let id = named.ok_or_else(|| no_such_account(&asked.account))?;
        let change = PatchAccount {
            role: asked.role,
            password: asked.password,
        };
        Ok(FormRequest::json(&change)?.path("account", id.to_string()))
    }

    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let Err(error) = outcome else {
            return Ok(on_to("/accounts").finish());
        };
        match plain_form::<AccountChange>(sent) {
            Ok(_) if error.kind().status() < 500 => page(&ctx, Some(&error)).await,
            _ => Err(error),
        }
    }
}
