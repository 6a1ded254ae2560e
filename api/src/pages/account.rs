//! The page of one's own account, and the page to make one. All of it is plain forms.

use hindsight_kernel::Message;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    AccountDeed, AccountForm, CreateAccount, CreateInvitation, CreateToken, Invitation, PatchOwnAccount,
    Role, SignUpForm, Token,
};
use hindsight_store::StreamId;
use maud::{Markup, html};

use super::house::{Page, day_of, wide};
use super::listing::own_listing;
use super::outcomes::{on_to, unkept, wrong};
use super::share::origin;
use crate::access::{AccountRecord, Scope, SessionRecord, roles};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::base::settings::SignUp;
use crate::http::{Answer, Ctx, Mounts, keep_session, no_session_cookie};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("signUpPage", |ctx| async move {
        let invitation = ctx.query.text("invitation").unwrap_or_default();
        Ok(unkept(sign_up_page(&ctx, "", invitation, None).answer(&ctx.req)))
    });
    mounts.on("signUp", sign_up);
    mounts.on("accountPage", account);
    mounts.on("changeAccount", change);
}

/// Whether a form is shown again with this error, rather than the error alone.
pub(super) fn is_for_the_form(error: &ApiError) -> bool {
    use ProblemKind as P;
    [
        P::InvalidBody,
        P::WrongPassword,
        P::NameTaken,
        P::SignUpClosed,
        P::NoSuchInvitation,
        P::Forbidden,
        P::TooManyRequests,
    ]
    .contains(&error.kind())
}

async fn sign_up(mut ctx: Ctx) -> Answer {
    ctx.same_origin()?;
    let SignUpForm {
        name,
        password,
        invitation,
    } = ctx.form().await?;
    let request = CreateAccount {
        role: None,
        name: name.clone(),
        password,
        invitation: invitation.clone(),
    };
    match ctx
        .services
        .membership
        .sign_up(&ctx.caller, ctx.client, request)
        .await
    {
        Ok(account) => {
            ctx.end_session().await?;
            let signed_in = ctx.services.sign_ins.begin_session(&account).await?;
            let mut answer = on_to("/account");
            keep_session(&mut answer, &ctx.services.settings, &signed_in);
            Ok(answer.finish())
        }
        Err(error) if is_for_the_form(&error) => {
            let invitation = invitation.unwrap_or_default();
            let page = sign_up_page(&ctx, &name, &invitation, Some(&error));
            Ok(page.answer_as(error.kind().status(), &ctx.req))
        }
        Err(error) => Err(error),
    }
}

fn sign_up_page(ctx: &Ctx, name: &str, invitation: &str, refused: Option<&ApiError>) -> Page<'static> {
    let mode = ctx.services.settings.sign_up;
    Page::plain(
        text!("account-make-account"),
        html! {
            div.sign {
                h1 { (text!("account-make-account")) }
                (wrong(refused))
                @if mode == SignUp::Closed {
                    p { (text!("account-accounts-server-made")) }
                } @else {
                    form.fields method="post" action="/signup" {
                        label {
                            span { (text!("account-name")) }
                            input type="text" name="name" value=(name) required minlength="2" maxlength="32"
                                pattern="[A-Za-z0-9][A-Za-z0-9._\\-]+" autocomplete="username" autocapitalize="none" spellcheck="false"
                                title=(text!("account-letters-digits-dots"));
                            span.quiet { (text!("account-everybody-sees-games")) }
                        }
                        label {
                            span { (text!("account-password")) }
                            input type="password" name="password" required minlength="10" maxlength="200" autocomplete="new-password";
                            span.quiet { (text!("account-least-10-characters")) }
                        }
                        label {
                            span { (text!("account-invitation", optional = mode == SignUp::Open)) }
                            input type="text" name="invitation" value=(invitation) required[mode == SignUp::Invitation]
                                maxlength="512" autocomplete="off" spellcheck="false";
                        }
                        button.main type="submit" { (text!("account-create-account")) }
                    }
                }
                p { (text!("account-you-have-one")) " " a href="/signin" { (text!("account-sign")) } }
            }
        },
    )
}

/// What is shown this once above the page.
struct Once {
    about: Message,
    secret: String,
}

async fn account(ctx: Ctx) -> Answer {
    if ctx.caller.token().is_none() {
        return Ok(on_to("/signin?next=%2Faccount").finish());
    }
    let page = account_page(&ctx, None, None, "").await?;
    Ok(unkept(page.answer(&ctx.req)))
}

async fn change(mut ctx: Ctx) -> Answer {
    let form: AccountForm = ctx.form().await?;
    let deed = form.does;
    let name = form.name.clone().unwrap_or_default();
    if deed == AccountDeed::MakeAccount {
        return match made(&ctx, form).await {
            Err(error) if is_for_the_form(&error) && ctx.caller.is_admin() => {
                let page = account_page(&ctx, None, Some(&error), &name).await?;
                Ok(unkept(page.answer_as(error.kind().status(), &ctx.req)))
            }
            other => other,
        };
    }
    match done(&ctx, form).await {
        Ok(once @ Some(_)) => {
            let page = account_page(&ctx, once.as_ref(), None, "").await?;
            Ok(unkept(page.answer(&ctx.req)))
        }
        Ok(None) if deed == AccountDeed::Delete => Ok(on_to("/")
            .insert_header(no_session_cookie(&ctx.services.settings))
            .finish()),
        Ok(None) => Ok(on_to("/account").finish()),
        Err(error) => {
            let on_the_page =
                is_for_the_form(&error) && (ctx.present_account().await.is_ok() || ctx.caller.is_admin());
            if !on_the_page {
                return Err(error);
            }
            let page = account_page(&ctx, None, Some(&error), "").await?;
            Ok(page.answer_as(error.kind().status(), &ctx.req))
        }
    }
}

/// Makes the account of an administrator who came in by a token, and signs the browser in by it.
async fn made(ctx: &Ctx, form: AccountForm) -> Answer {
    if !ctx.caller.is_admin() {
        return Err(ApiError::new(ProblemKind::Forbidden, text!("admin-token-needed")));
    }
    let missing = |field: &str| ApiError::body(format!("/{field}"), text!("needed-here"));
    let name = form.name.ok_or_else(|| missing("name"))?;
    let password = form.password.ok_or_else(|| missing("password"))?;
    let role = form.role.unwrap_or(Role::Admin);
    let services = &ctx.services;
    let account = services
        .accounts
        .create(&name, password, role, |_| Vec::new())
        .await?;
    ctx.end_session().await?;
    let signed_in = services.sign_ins.begin_session(&account).await?;
    let mut answer = on_to("/account");
    keep_session(&mut answer, &services.settings, &signed_in);
    Ok(answer.finish())
}

/// An invitation, with the address by which it is taken.
async fn invited(ctx: &Ctx, role: Role) -> ApiResult<Once> {
    let services = &ctx.services;
    let gives = services.membership.gives(&ctx.caller).await?;
    let request = CreateInvitation { role, days: None };
    let made = services
        .invitations
        .create(ctx.caller.actor(), gives, request)
        .await?;
    Ok(Once {
        about: text!("account-send-link-person"),
        secret: format!("{}{}", origin(ctx), made.link),
    })
}

/// Does what a form says; gives what is to be shown once.
async fn done(ctx: &Ctx, form: AccountForm) -> ApiResult<Option<Once>> {
    let services = &ctx.services;
    // Who came in by an administrator's token has no account, and invites all the same.
    if ctx.caller.is_admin() && ctx.present_account().await.is_err() {
        match form.does {
            AccountDeed::Invite => return invited(ctx, form.role.unwrap_or_default()).await.map(Some),
            AccountDeed::Withdraw => {
                let id = form.id.as_deref().and_then(|id| id.parse().ok());
                let id = id.ok_or_else(|| ApiError::body("/id", text!("id-expected")))?;
                services.invitations.withdraw(&ctx.caller.actor(), id).await?;
                return Ok(None);
            }
            AccountDeed::Rename
            | AccountDeed::ChangePassword
            | AccountDeed::MakeToken
            | AccountDeed::RevokeToken
            | AccountDeed::EndSessions
            | AccountDeed::MakeAccount
            | AccountDeed::LeaveLeaderboards
            | AccountDeed::JoinLeaderboards
            | AccountDeed::Delete => {}
        }
    }
    let account = ctx.present_account().await?;
    let session = ctx.session.as_ref().map_or(StreamId::ZERO, |session| session.id);
    let AccountForm {
        does,
        current_password,
        name,
        password,
        label,
        scope,
        role,
        id,
    } = form;
    let current_password = current_password.unwrap_or_default();
    let missing = |field: &str| ApiError::body(format!("/{field}"), text!("needed-here"));
    let id = || -> ApiResult<StreamId> {
        let id = id.as_deref().ok_or_else(|| missing("id"))?;
        id.parse()
            .map_err(|_| ApiError::body("/id", text!("id-expected")))
    };
    match does {
        AccountDeed::Rename => {
            let change = PatchOwnAccount {
                current_password,
                name: Some(name.ok_or_else(|| missing("name"))?),
                password: None,
                off_leaderboards: None,
            };
            services
                .membership
                .change_account(&account, session, change)
                .await?;
        }
        AccountDeed::ChangePassword => {
            let change = PatchOwnAccount {
                current_password,
                name: None,
                password: Some(password.ok_or_else(|| missing("password"))?),
                off_leaderboards: None,
            };
            services
                .membership
                .change_account(&account, session, change)
                .await?;
        }
        AccountDeed::MakeToken => {
            let scopes = scope.ok_or_else(|| missing("scope"))?;
            let request = CreateToken {
                subject: None,
                label,
                scopes: scopes.split_whitespace().map(ToOwned::to_owned).collect(),
                game: None,
                days: Some(365),
            };
            let made = services.tokens.create(&ctx.caller, request, None).await?;
            return Ok(Some(Once {
                about: text!("account-your-new-token"),
                secret: made.secret,
            }));
        }
        AccountDeed::RevokeToken => services.tokens.revoke(id()?, Some(account.id), None).await?,
        AccountDeed::EndSessions => {
            services.sessions.end_others(account.id, Some(session)).await?;
        }
        AccountDeed::Invite => {
            return invited(ctx, role.unwrap_or_default()).await.map(Some);
        }
        AccountDeed::Withdraw => {
            services
                .invitations
                .withdraw(&account.id.to_string(), id()?)
                .await?;
        }
        // Who is seen where is no matter for a password.
        AccountDeed::LeaveLeaderboards => {
            services.accounts.set_off_leaderboards(account.id, true).await?;
        }
        AccountDeed::JoinLeaderboards => {
            services.accounts.set_off_leaderboards(account.id, false).await?;
        }
        AccountDeed::Delete => {
            services
                .membership
                .delete_account(&account, current_password)
                .await?;
            services.webhooks.remove_all(account.id).await?;
        }
        // It was done before.
        AccountDeed::MakeAccount => {}
    }
    Ok(None)
}

/// The pages of those who look after the server.
fn looking_after(ctx: &Ctx) -> Markup {
    html! {
        @if ctx.caller.has(Scope::Accounts) {
            p.ways-in { a href="/moderation" { (text!("account-moderation")) } a href="/accounts" { (text!("account-accounts-settings-server")) } }
        }
    }
}

fn shown_once(once: Option<&Once>) -> Markup {
    html! {
        @if let Some(once) = once {
            div.once role="status" {
                p { (once.about) }
                p { code { (once.secret) } }
            }
        }
    }
}

/// The page; `name` is what was entered for a new account.
async fn account_page(
    ctx: &Ctx,
    once: Option<&Once>,
    refused: Option<&ApiError>,
    name: &str,
) -> ApiResult<Page<'static>> {
    let services = &ctx.services;
    let Ok(account) = ctx.present_account().await else {
        let gives = services.membership.gives(&ctx.caller).await?;
        let invitations = services.invitations.list(&ctx.caller.actor()).await?;
        let body = html! {
            (by_token(ctx))
            (looking_after(ctx))
            (wrong(refused))
            (shown_once(once))
            @if ctx.caller.is_admin() {
                (first_account(name))
                (invitation_part(&invitations, gives))
            }
        };
        return Ok(Page {
            class: "text account",
            ..Page::plain(text!("account-signed-token"), body)
        });
    };
    // What was changed by this request shows at once.
    let account = services.accounts.get(account.id).await?.unwrap_or(account);
    let tokens = services.tokens.of_account(account.id).await?;
    let sessions = services.sessions.list(account.id).await?;
    let gives = services.membership.gives(&ctx.caller).await?;
    let invitations = services.invitations.list(&account.id.to_string()).await?;
    let body = html! {
        h1 { (account.name) }
        p.lead { (text!("account-role-of"; role = html! { b { (account.role.name()) } })) " " ((roles::row(account.role).about)()) }
        (wrong(refused))
        (looking_after(ctx))
        (shown_once(once))
        (name_and_password(&account))
        (token_part(&account, &tokens))
        (session_part(&sessions, ctx.session.as_ref().map(|session| session.id)))
        @if !gives.is_empty() { (invitation_part(&invitations, gives)) }
        section aria-labelledby="webhooks" {
            h2 #webhooks { (text!("account-webhooks")) }
            p { a href="/account/webhooks" { (text!("account-send-messages-about")) } }
        }
        (own_listing(&account))
        (leaving(&account))
    };
    Ok(Page {
        class: "text account",
        ..Page::plain(text!("account-your-account"), body)
    })
}

fn by_token(ctx: &Ctx) -> Markup {
    let token = ctx.caller.token();
    html! {
        h1 { (text!("account-signed-token")) }
        @if let Some(token) = token {
            p { (text!("account-acts-as"; subject = html! { b { (token.subject) } })) " "
                @for scope in &token.scopes { code { (scope) } " " } }
        }
        @if !ctx.caller.is_admin() {
            p { (text!("account-to-have-name"; account = html! { a href="/signup" { (text!("account-make-account-2")) } })) }
        }
    }
}

/// The form by which the first administrator makes an account.
fn first_account(name: &str) -> Markup {
    html! {
        section aria-labelledby="first" {
            h2 #first { (text!("account-make-your-administrator")) }
            p { (text!("account-you-sign-name")) }
            form.fields method="post" action="/account" {
                (deed("make-account"))
                label { span { (text!("account-name")) }
                    input type="text" name="name" value=(name) required minlength="2" maxlength="32" pattern="[A-Za-z0-9][A-Za-z0-9._\\-]+"
                        autocomplete="username" autocapitalize="none" spellcheck="false" title=(text!("account-letters-digits-dots"));
                    span.quiet { (text!("account-letters-digits-dots-hyphens")) }
                }
                label { span { (text!("account-password")) }
                    input type="password" name="password" required minlength="10" maxlength="200" autocomplete="new-password";
                    span.quiet { (text!("account-least-10-characters")) }
                }
                input type="hidden" name="role" value="admin";
                button.main type="submit" { (text!("account-create-account")) }
            }
        }
    }
}

fn present_password() -> Markup {
    html! {
        label {
            span { (text!("account-current-password")) }
            input type="password" name="current_password" required maxlength="200" autocomplete="current-password";
        }
    }
}

/// For who keeps passwords: whose they are. It is not sent, and stands before every password of its form.
fn whose(account: &AccountRecord) -> Markup {
    html! { input type="text" value=(account.name) autocomplete="username" hidden readonly tabindex="-1"; }
}

fn deed(deed: &str) -> Markup {
    html! { input type="hidden" name="does" value=(deed); }
}

fn name_and_password(account: &AccountRecord) -> Markup {
    html! {
        section.two aria-label=(text!("account-name-password")) {
            form.fields method="post" action="/account" {
                h2 { (text!("account-name")) }
                (deed("rename"))
                label {
                    span { (text!("account-new-name")) }
                    input type="text" name="name" value=(account.name) required minlength="2" maxlength="32" autocomplete="username" spellcheck="false";
                    span.quiet { (text!("account-your-games-show")) }
                }
                (present_password())
                button type="submit" { (text!("account-change-name")) }
            }
            form.fields method="post" action="/account" {
                h2 { (text!("account-password")) }
                (deed("change-password"))
                (whose(account))
                label {
                    span { (text!("account-new-password")) }
                    input type="password" name="password" required minlength="10" maxlength="200" autocomplete="new-password";
                    span.quiet { (text!("account-every-other-browser")) }
                }
                (present_password())
                button type="submit" { (text!("account-change-password")) }
            }
        }
    }
}

fn token_part(account: &AccountRecord, tokens: &[Token]) -> Markup {
    let scopes = roles::row(account.role).scopes;
    html! {
        section aria-labelledby="tokens" {
            h2 #tokens { (text!("account-tokens")) }
            p.quiet { (text!("account-programs-act-your")) }
            @if !tokens.is_empty() {
                (wide(text!("account-your-tokens"), &html! {
                    table {
                        thead { tr { th { (text!("account-label")) } th { (text!("account-scopes")) } th { (text!("account-made")) } th { (text!("account-expires")) } th { span.unseen { (text!("account-revoke")) } } } }
                        tbody {
                            @for token in tokens {
                                tr {
                                    td { (token.label) }
                                    td { @for scope in &token.scopes { code { (scope) } " " } }
                                    td { (day_of(&token.created_at)) }
                                    td { @if let Some(end) = &token.expires_at { (day_of(end)) } @else { (text!("account-you-revoke")) } }
                                    td {
                                        form method="post" action="/account" {
                                            (deed("revoke-token"))
                                            input type="hidden" name="id" value=(token.id);
                                            button type="submit" { (text!("account-revoke")) span.unseen { " " (token.label) } }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }))
            }
            form.fields.row method="post" action="/account" {
                (deed("make-token"))
                label { span { (text!("account-label")) } input type="text" name="label" required maxlength="100" autocomplete="off" placeholder=(text!("account-laptop")); }
                label {
                    span { (text!("account-scopes")) }
                    select name="scope" {
                        @for scope in scopes { option value=(scope.to_string()) { (scope.to_string()) } }
                        @if scopes.len() > 1 {
                            @let all = scopes.iter().map(ToString::to_string).collect::<Vec<_>>();
                            option value=(all.join(" ")) { (text!("account-all-these")) }
                        }
                    }
                }
                button type="submit" { (text!("account-make-token")) }
            }
        }
    }
}

fn session_part(sessions: &[SessionRecord], this: Option<StreamId>) -> Markup {
    html! {
        section aria-labelledby="sessions" {
            h2 #sessions { (text!("account-sessions")) }
            ul {
                @for session in sessions {
                    li {
                        (text!(
                            "account-session";
                            since = day_of(&crate::base::time_text(session.created_ms)),
                            until = day_of(&crate::base::time_text(session.expires_ms))
                        ))
                        @if this == Some(session.id) { " " (text!("account-one")) }
                    }
                }
            }
            @if sessions.len() > 1 {
                form method="post" action="/account" {
                    (deed("end-sessions"))
                    button type="submit" { (text!("account-sign-out-all")) }
                }
            }
        }
    }
}

fn invitation_part(invitations: &[Invitation], gives: &[Role]) -> Markup {
    html! {
        section aria-labelledby="invitations" {
            h2 #invitations { (text!("account-invitations")) }
            @if !invitations.is_empty() {
                ul.plain {
                    @for invitation in invitations {
                        li {
                            @let made = day_of(&invitation.created_at);
                            @if let Some(account) = &invitation.taken_by {
                                (text!(
                                    "account-invitation-taken",
                                    role = invitation.role.name();
                                    made = made,
                                    account = html! { code { (account) } }
                                ))
                            } @else {
                                (text!(
                                    "account-invitation-open",
                                    role = invitation.role.name();
                                    made = made,
                                    until = day_of(&invitation.expires_at)
                                ))
                                " "
                                form method="post" action="/account" {
                                    (deed("withdraw"))
                                    input type="hidden" name="id" value=(invitation.id);
                                    button type="submit" { (text!("account-withdraw")) }
                                }
                            }
                        }
                    }
                }
            }
            form.fields.row method="post" action="/account" {
                (deed("invite"))
                label {
                    span { (text!("account-role")) }
                    select name="role" {
                        @for role in gives {
                            option value=(role.name()) selected[*role == Role::Player] { (role.name()) }
                        }
                    }
                }
                button type="submit" { (text!("account-invite-somebody")) }
            }
        }
    }
}

fn leaving(account: &AccountRecord) -> Markup {
    html! {
        section aria-labelledby="data" {
            h2 #data { (text!("account-your-data")) }
            p { a href="/v1/games/export" { (text!("account-download-all-my")) } " " (text!("account-ndjson")) }
            p { a href="/v1/accounts/self/export" download=(format!("hindsight-{}.json", account.id)) { (text!("account-download-my-data")) } " " (text!("account-json")) }
            details {
                summary { (text!("account-delete-account")) }
                p { (text!("account-name-password-tokens")) }
                form.fields method="post" action="/account" {
                    (deed("delete"))
                    (whose(account))
                    (present_password())
                    button.danger type="submit" { (text!("account-delete-named", name = &account.name)) }
                }
            }
        }
    }
}
