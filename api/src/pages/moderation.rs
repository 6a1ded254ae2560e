//! Moderation as pages: the form to report a game; for those who look after the server, open reports, what can be done, and
//! the log. All of it is plain forms.

use hindsight_openapi::wire::{Moderate, Moderated, ModerationDeed, NewReport, Report};
use maud::{Markup, html};

use super::house::{Page, day_of, minute_of, wide};
use super::links::{query, title_of};
use super::outcomes::{on_to, unkept, wrong};
use super::seen::RequestedView;
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::PAGE;
use crate::games::game_card;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, plain_form};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("moderationPage", |ctx| async move { page(&ctx, None).await });
    mounts.form::<ModerateForm>("moderate");
    mounts.on("reportGamePage", |ctx| async move {
        report_page(&ctx, None, "").await
    });
    mounts.form::<ReportForm>("reportGame");
}

/// What a moderator does to what, in words.
fn words(does: ModerationDeed) -> &'static str {
    match does {
        ModerationDeed::Hide => "Hide the game",
        ModerationDeed::Show => "Show the game again",
        ModerationDeed::Suspend => "Suspend the account",
        ModerationDeed::Reinstate => "Reinstate the account",
        ModerationDeed::Dismiss => "Dismiss the reports",
    }
}

const DEEDS: [ModerationDeed; 5] = [
    ModerationDeed::Hide,
    ModerationDeed::Show,
    ModerationDeed::Dismiss,
    ModerationDeed::Suspend,
    ModerationDeed::Reinstate,
];

async fn page(ctx: &Ctx, refused: Option<(&ApiError, &Moderate)>) -> Answer {
    let reports = ctx.services.moderation.reports().await?;
    let log = ctx.services.moderation.log(ctx.query.cursor()?, PAGE).await?;
    let mut names = Vec::new();
    for by in reports
        .iter()
        .map(|report| &report.by)
        .chain(log.items.iter().map(|entry| &entry.by))
    {
        names.push((by.clone(), ctx.services.accounts.shown(by).await?));
    }
    let mut titles = Vec::new();
    for report in &reports {
        let head = match Ctx::id(&report.game) {
            Some(id) => ctx.services.games.head(id).await.ok(),
            None => None,
        };
        titles.push(head.map_or_else(
            || format!("Game {}", report.game),
            |head| title_of(&game_card(head.id, &head.card, false)).to_owned(),
        ));
    }
    let name = |id: &str| {
        let known = names.iter().find(|(known, _)| known == id);
        known.map_or_else(|| id.to_owned(), |(_, name)| name.clone())
    };
    let body = html! {
        h1 { "Moderation" }
        (wrong(refused.map(|(error, _)| error)))
        section aria-labelledby="reports" {
            h2 #reports { "Open reports (" (reports.len()) ")" }
            @if reports.is_empty() { p { "No open reports." } }
            ul.plain-games { @for (report, title) in reports.iter().zip(&titles) { li { (reported(report, title, &name(&report.by))) } } }
        }
        section aria-labelledby="do" {
            h2 #do { "Hide a game, suspend an account" }
            p.quiet { "Hiding a game also hides its new variations and copies, and the log below shows them. A copy with other commands stays visible. To stop an account from bringing a game back, suspend the account." }
            (form(refused.map(|(_, asked)| asked)))
        }
        section aria-labelledby="log" {
            h2 #log { "Log" }
            @if log.items.is_empty() { p { "No actions yet." } } @else { (wide("Log", &html! {
                table {
                    thead { tr { th scope="col" { "When" } th scope="col" { "Who" } th scope="col" { "What" } th scope="col" { "To what" } th scope="col" { "Why" } } }
                    tbody { @for entry in &log.items { (line(entry, &name(&entry.by))) } }
                }
            })) }
            @if let Some(next) = &log.next { p { a rel="next" href=(format!("/moderation{}", query([("cursor", next.as_str())]))) { "Older entries" } } }
        }
    };
    let page = Page {
        class: "text moderation",
        ..Page::plain("Moderation", body)
    };
    let status = refused.map_or(200, |(error, _)| error.kind().status());
    Ok(unkept(page.answer_as(status, &ctx.req)))
}

fn reported(report: &Report, title: &str, by: &str) -> Markup {
    html! {
        a href=(format!("/g/{}", report.game)) { (title) }
        p { (report.reason) }
        p.quiet { (by) " · " (day_of(&report.at)) }
        form.inline method="post" action="/moderation" {
            input type="hidden" name="target" value=(report.game);
            label { span { "Reason" } input type="text" name="reason" required maxlength="1000" value=(report.reason.chars().take(200).collect::<String>()); }
            button type="submit" name="does" value="hide" { "Hide" }
            button type="submit" name="does" value="dismiss" { "Dismiss" }
        }
    }
}

fn form(asked: Option<&Moderate>) -> Markup {
    html! {
        form.fields method="post" action="/moderation" {
            label { span { "What" } select name="does" {
                @for does in DEEDS { option value=(does.word()) selected[asked.is_some_and(|asked| asked.does == does)] { (words(does)) } }
            } }
            label { span { "Game (id) or account (name or id)" } input type="text" name="target" required maxlength="64" autocomplete="off" value=[asked.map(|asked| asked.target.as_str())]; }
            label { span { "Reason (logged)" } textarea name="reason" rows="3" required maxlength="1000" { @if let Some(asked) = asked { (asked.reason) } } }
            button.main type="submit" { "Apply" }
        }
    }
}

fn line(entry: &Moderated, by: &str) -> Markup {
    html! {
        tr {
            td { (minute_of(&entry.at)) }
            td { (by) }
            td { (words(entry.does)) }
            td { @if entry.does.is_of_account() { a href=(format!("/players/{}", entry.target)) { (entry.target) } } @else { a href=(format!("/g/{}", entry.target)) { (entry.target) } } }
            td { (entry.reason) }
        }
    }
}

/// The form by which a moderator acts.
struct ModerateForm;

impl PageForm for ModerateForm {
    async fn request(_: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        FormRequest::json(&plain_form::<Moderate>(sent)?)
    }

    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let Err(error) = outcome else {
            return Ok(on_to("/moderation").finish());
        };
        match plain_form::<Moderate>(sent) {
            Ok(asked) if error.kind().status() < 500 => page(&ctx, Some((&error, &asked))).await,
            _ => Err(error),
        }
    }
}

async fn report_page(ctx: &Ctx, refused: Option<&ApiError>, reason: &str) -> Answer {
    let seen = RequestedView::of(ctx, None).await?;
    let game = seen.head.id;
    let title = title_of(&game_card(game, &seen.head.card, false)).to_owned();
    let may = ctx.caller.has(Scope::GameWrite);
    let body = html! {
        h1 { "Report a game" }
        p.lead { a href=(format!("/g/{game}")) { (title) } }
        (wrong(refused))
        @if may {
            form.fields method="post" action=(format!("/g/{game}/problem")) {
                label { span { "What is wrong with it? Those who look after this server read it." } textarea name="reason" rows="4" required maxlength="1000" { (reason) } }
                button.main type="submit" { "Send" }
            }
        } @else {
            p { "To report it, " a href=(format!("/signin{}", query([("next", format!("/g/{game}/problem").as_str())]))) { "sign in" } " first." }
        }
    };
    let status = refused.map_or(200, |error| error.kind().status());
    Ok(Page::plain("Report a game", body).answer_as(status, &ctx.req))
}

/// The form by which a game is reported.
struct ReportForm;

impl PageForm for ReportForm {
    async fn request(_: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        FormRequest::json(&plain_form::<NewReport>(sent)?)
    }

    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let Err(error) = outcome else {
            let body = html! {
                h1 { "Thank you" }
                p { "Your report was sent. " a href=(format!("/g/{}", ctx.path("game"))) { "Back to the game" } }
            };
            return Ok(unkept(Page::plain("Reported", body).answer(&ctx.req)));
        };
        match plain_form::<NewReport>(sent) {
            Ok(new) if error.kind().status() < 500 => report_page(&ctx, Some(&error), &new.reason).await,
            _ => Err(error),
        }
    }
}
