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
        h1 { "Accounts" }
        p { a href="/moderation" { "Moderation (" (reports) " open)" } " · " a href="/account" { "Invitations are on the page of your account" } }
        (wrong(refused))
        @if accounts.is_empty() { p.quiet { "No accounts yet." } }
        @else { (wide("All accounts", &html! {
            table {
                thead { tr { th scope="col" { "Name" } th scope="col" { "Role" } th scope="col" { "State" } th scope="col" { "New password" } } }
                tbody { @for account in &accounts { (row(account, gives, ctx.caller.is_admin())) } }
            }
        })) }
        @if let Some(next) = next.map(|id| id.to_string()) { p { a rel="next" href=(format!("/accounts{}", query([("cursor", next.as_str())]))) { "More accounts" } } }
        @if ctx.caller.is_admin() { (server(&ctx.services.settings)) }
    };
    let page = Page {
        class: "text account",
        ..Page::plain("Accounts", body)
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
                        select name="role" aria-label=(format!("Role of {}", account.name)) {
                            @for role in gives { option value=(role.name()) selected[*role == account.role] { (role.name()) } }
                        }
                        button type="submit" { "Change" span.unseen { " the role of " (account.name) } }
                    }
                } @else { (account.role.name()) }
            }
            td { @if gone { "deleted" } @else if account.suspended_ms.is_some() { a href="/moderation" { "suspended" } } @else { "active" } }
            td {
                @if may && is_admin {
                    form.inline method="post" action="/accounts" {
                        input type="hidden" name="account" value=(id);
                        input type="password" name="password" required minlength="10" maxlength="200" autocomplete="new-password" aria-label=(format!("New password of {}", account.name));
                        button type="submit" { "Set" span.unseen { " the password of " (account.name) } }
                    }
                }
            }
        }
    }
}

/// How the server is set, each with the option that sets it otherwise at the next start.
fn server(settings: &Settings) -> Markup {
    let on = |yes: bool| if yes { "on" } else { "off" };
    let rows = [
        (
            "Who may make an account",
            match settings.sign_up {
                SignUp::Open => "everybody",
                SignUp::Invitation => "people with an invitation",
                SignUp::Closed => "nobody",
            }
            .to_owned(),
            "--sign-up",
        ),
        (
            "Spectators of games with hidden information are behind by",
            delay_in_words(settings.live_delay).into(),
            "--live-delay",
        ),
        (
            "Rate limits",
            on(settings.rate_limits).to_owned(),
            "--no-rate-limits",
        ),
        (
            "Cookies for https alone",
            on(settings.secure_cookies).to_owned(),
            "--secure-cookies",
        ),
        (
            "Webhooks are sent to",
            match settings.webhooks {
                WebhookTargets::Off => "nowhere",
                WebhookTargets::Https => "https addresses of the internet",
                WebhookTargets::Http => "addresses of the internet",
                WebhookTargets::Anywhere => "any address",
            }
            .to_owned(),
            "--webhooks",
        ),
        (
            "Connections for each thread",
            settings.max_connections.to_string(),
            "--max-connections",
        ),
    ];
    html! {
        section aria-labelledby="server" {
            h2 #server { "This server" }
            p.quiet { "Each game's visibility is set by its recorder. The rest is set when the server starts, by the option or its environment variable." }
            (wide("Settings of this server", &html! {
                table {
                    thead { tr { th scope="col" { "Setting" } th scope="col" { "Now" } th scope="col" { "Option" } } }
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
