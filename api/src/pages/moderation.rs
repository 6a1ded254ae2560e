//! Moderation as pages: the form to report a game; for those who look after the server, open reports, what can be done, and
//! the log. All of it is plain forms.

use hindsight_kernel::Message;
use hindsight_openapi::wire::{Moderate, Moderated, ModerationDeed, NewReport, Report};
use maud::{Markup, html};

use super::house::{Page, day_of, minute_of, wide};
use super::links::{query, title_of};
use super::outcomes::{on_to, unkept, wrong};
use super::seen::RequestedView;
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::PAGE;
use crate::base::messages::text;
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
fn words(does: ModerationDeed) -> Message {
    match does {
        ModerationDeed::Hide => text!("moderation-hide-game"),
        ModerationDeed::Show => text!("moderation-show-game-again"),
        ModerationDeed::Suspend => text!("moderation-suspend-account"),
        ModerationDeed::Reinstate => text!("moderation-reinstate-account"),
        ModerationDeed::Dismiss => text!("moderation-dismiss-reports"),
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
            || text!("moderation-game", id = &report.game).into(),
            |head| title_of(&game_card(head.id, &head.card, false)).to_owned(),
        ));
    }
    let name = |id: &str| {
        let known = names.iter().find(|(known, _)| known == id);
        known.map_or_else(|| id.to_owned(), |(_, name)| name.clone())
    };
    let body = html! {
        h1 { (text!("moderation-moderation")) }
        (wrong(refused.map(|(error, _)| error)))
        section aria-labelledby="reports" {
            h2 #reports { (text!("moderation-open-reports", count = reports.len())) }
            @if reports.is_empty() { p { (text!("moderation-no-open-reports")) } }
            ul.plain-games { @for (report, title) in reports.iter().zip(&titles) { li { (reported(report, title, &name(&report.by))) } } }
        }
        section aria-labelledby="do" {
            h2 #do { (text!("moderation-hide-game-suspend")) }
            p.quiet { (text!("moderation-hiding-game-also")) }
            (form(refused.map(|(_, asked)| asked)))
        }
        section aria-labelledby="log" {
            h2 #log { (text!("moderation-log")) }
            @if log.items.is_empty() { p { (text!("moderation-no-actions-yet")) } } @else { (wide(text!("moderation-log"), &html! {
                table {
                    thead { tr { th scope="col" { (text!("moderation-when")) } th scope="col" { (text!("moderation-who")) } th scope="col" { (text!("moderation-what")) } th scope="col" { (text!("moderation-what-2")) } th scope="col" { (text!("moderation-why")) } } }
                    tbody { @for entry in &log.items { (line(entry, &name(&entry.by))) } }
                }
            })) }
            @if let Some(next) = &log.next { p { a rel="next" href=(format!("/moderation{}", query([("cursor", next.as_str())]))) { (text!("moderation-older-entries")) } } }
        }
    };
    let page = Page {
        class: "text moderation",
        ..Page::plain(text!("moderation-moderation"), body)
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
            label { span { (text!("moderation-reason")) } input type="text" name="reason" required maxlength="1000" value=(report.reason.chars().take(200).collect::<String>()); }
            button type="submit" name="does" value="hide" { (text!("moderation-hide")) }
            button type="submit" name="does" value="dismiss" { (text!("moderation-dismiss")) }
        }
    }
}

fn form(asked: Option<&Moderate>) -> Markup {
    html! {
        form.fields method="post" action="/moderation" {
            label { span { (text!("moderation-what")) } select name="does" {
                @for does in DEEDS { option value=(does.word()) selected[asked.is_some_and(|asked| asked.does == does)] { (words(does)) } }
            } }
            label { span { (text!("moderation-game-id-account")) } input type="text" name="target" required maxlength="64" autocomplete="off" value=[asked.map(|asked| asked.target.as_str())]; }
            label { span { (text!("moderation-reason-logged")) } textarea name="reason" rows="3" required maxlength="1000" { @if let Some(asked) = asked { (asked.reason) } } }
            button.main type="submit" { (text!("moderation-apply")) }
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
        h1 { (text!("moderation-report-game")) }
        p.lead { a href=(format!("/g/{game}")) { (title) } }
        (wrong(refused))
        @if may {
            form.fields method="post" action=(format!("/g/{game}/problem")) {
                label { span { (text!("moderation-what-wrong-those")) } textarea name="reason" rows="4" required maxlength="1000" { (reason) } }
                button.main type="submit" { (text!("moderation-send")) }
            }
        } @else {
            p { (text!("moderation-sign-in-first"; sign_in = html! { a href=(format!("/signin{}", query([("next", format!("/g/{game}/problem").as_str())]))) { (text!("moderation-sign-in")) } })) }
        }
    };
    let status = refused.map_or(200, |error| error.kind().status());
    Ok(Page::plain(text!("moderation-report-game"), body).answer_as(status, &ctx.req))
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
                h1 { (text!("moderation-thank-you")) }
                p { (text!("moderation-your-report-was")) " " a href=(format!("/g/{}", ctx.path("game"))) { (text!("moderation-back-game")) } }
            };
            return Ok(unkept(
                Page::plain(text!("moderation-reported"), body).answer(&ctx.req),
            ));
        };
        match plain_form::<NewReport>(sent) {
            Ok(new) if error.kind().status() < 500 => report_page(&ctx, Some(&error), &new.reason).await,
            _ => Err(error),
        }
    }
}
