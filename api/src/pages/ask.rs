//! Questions about situations: a field for the question, what came of it, and the guide to the language. All of it is links
//! and one form.

use hindsight_kernel::{Argument, Message};
use hindsight_reports::situations::{ActionField, Cell, Counting, Field, Situation, SituationCount};
use maud::{Markup, html};

use super::chart::percent;
use super::form::in_words;
use super::house::{Colours, Page, picture, wide};
use super::links::{query, title_of};
use super::seen::RequestedView;
use super::words::{in_a_row, interval, interval_of};
use crate::analysis::{FoundMoment, FoundSituations};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::game_card;
use crate::http::situations::{FORM, explored, games, guide, question, wrong_word};
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("askPage", page);
    mounts.on("explorerPage", explorer);
}

/// Moments on a page.
const SHOWN: usize = 50;
/// Lines of a table of values.
const VALUES: usize = 40;

/// The fields of the form besides the question.
const KEPT: [&str; 4] = ["system", "bots", "since", "until"];

async fn page(ctx: Ctx) -> Answer {
    let asked = ctx.query.text("find").filter(|text| !text.trim().is_empty());
    let answered = match asked {
        None => None,
        Some(_) => match answered(&ctx).await {
            // What is wrong with the question is told on the page.
            Err(error) if error.kind().status() != 400 => return Err(error),
            answered => Some(answered),
        },
    };
    let status = match &answered {
        Some(Err(error)) => error.kind().status(),
        Some(Ok(_)) | None => 200,
    };
    let colours = Colours::of(ctx.req.headers());
    let body = html! {
        h1 { (text!("ask-title")) }
        p.lead { (text!("ask-lead")) }
        (form(&ctx))
        @match &answered {
            None => {},
            Some(Ok(found)) => (results(&ctx, found, colours)),
            Some(Err(error)) => (wrong(asked.unwrap_or_default(), error)),
        }
        (language(&ctx, asked.is_none()))
    };
    let page = Page {
        colours: Some(colours),
        class: "community ask",
        ..Page::plain(text!("ask-title"), body)
    };
    Ok(page.answer_as(status, &ctx.req))
}

async fn answered(ctx: &Ctx) -> ApiResult<FoundSituations> {
    let after = ctx.query.cursor()?;
    ctx.services
        .situations
        .ask(question(ctx)?, games(ctx), after, SHOWN)
        .await
}

fn form(ctx: &Ctx) -> Markup {
    let value = |name: &str| ctx.query.text(name).unwrap_or_default();
    let more = KEPT.iter().any(|name| !value(name).is_empty());
    html! {
        form.ask-form method="get" action="/ask" role="search" {
            label for="find" { (text!("ask-question")) }
            textarea #find name="find" rows="2" maxlength="1000" spellcheck="false" autocapitalize="none" required { (value("find")) }
            details open[more] {
                summary { (text!("ask-which-games")) }
                div.fields {
                    label { span { (text!("ask-system")) }
                        select name="system" {
                            option value="" { (text!("ask-system-any")) }
                            @for system in hindsight_engine::systems() { option value=(system.id()) selected[value("system") == system.id()] { (system.title()) } }
                        }
                    }
                    label { span { (text!("ask-since")) } input type="date" name="since" value=(value("since")); }
                    label { span { (text!("ask-until")) } input type="date" name="until" value=(value("until")); }
                    label.tick { input type="checkbox" name="bots" value="true" checked[value("bots") == "true"]; " " (text!("ask-with-bots")) }
                }
            }
            button.main type="submit" { (text!("ask-find")) }
        }
    }
}

/// This page's address with other fields.
fn address(ctx: &Ctx, path: &str, find: &str, more: Option<(&str, &str)>) -> String {
    let kept = KEPT
        .iter()
        .filter_map(|name| Some((*name, ctx.query.text(name)?)))
        .filter(|(_, value)| !value.is_empty());
    let fields = [("find", find)].into_iter().chain(kept).chain(more);
    format!("{path}{}", query(fields))
}

fn count(count: &SituationCount, counting: Counting) -> Message {
    text!("ask-count", count = count.count, counting = counting.word())
}

fn won(count: &SituationCount) -> Markup {
    html! {
        @match &count.won {
            None => span.quiet { "–" },
            Some(rate) => { (percent(rate.value)) " " small.quiet { (interval_of(percent(rate.low), percent(rate.high), rate.n)) } },
        }
    }
}

fn results(ctx: &Ctx, found: &FoundSituations, colours: Colours) -> Markup {
    let whole = found.found.whole();
    let asked = found.found.question();
    let counted = asked.counted.word();
    let find = asked.to_string();
    let groups = found.found.groups();
    let on_map = found.field.is_some()
        && found
            .moments
            .iter()
            .any(|moment| moment.at.number(Field::UnitX).is_some());
    html! {
        section aria-labelledby="answer" {
            h2 #answer { (count(&whole, asked.counted)) }
            p.quiet { (text!("ask-looked", games = whole.games, looked = found.looked; question = html! { code { (find) } })) }
            dl.tiles {
                div { dt { (text!("ask-moments")) } dd { (whole.moments) } }
                div { dt { (text!("ask-games")) } dd { (whole.games) } }
                div { dt { (text!("ask-side-won")) } dd { (won(&whole)) } }
            }
            @if let Some(by) = asked.by {
                (wide(text!("ask-by-value"), &html! {
                    table {
                        caption { (text!("ask-by-field", field = by.word())) }
                        thead { tr { th scope="col" { (by.word()) } th.number scope="col" { (counted) } th.number scope="col" { (text!("ask-column-games")) } th scope="col" { (text!("ask-column-side-won")) } } }
                        tbody { @for group in groups.iter().take(VALUES) {
                            tr { th scope="row" { (group.value.as_deref().unwrap_or_default()) } td.number { (group.count) } td.number { (group.games) } td { (won(group)) } }
                        } }
                    }
                }))
                @if groups.len() > VALUES || found.found.has_more_values() { p.quiet { (text!("ask-more-values", count = VALUES)) } }
            }
            @if on_map && ctx.query.text("system").unwrap_or_default().is_empty() {
                h3 { (text!("ask-map")) }
                p { (text!("ask-map-needs-system")) }
            } @else if on_map {
                h3 { (text!("ask-map")) }
                figure { (picture(colours, &address(ctx, "/v1/situations.svg", &find, None), text!("ask-map-alt"), (580, 604))) }
            }
            @if found.moments.is_empty() {
                div.nothing { p {
                    @if ctx.query.flag("bots") { (text!("ask-none")) }
                    @else { (text!("ask-none-of-people"; look = html! { a href=(address(ctx, "/ask", &find, Some(("bots", "true")))) { (text!("ask-look-in-bots")) } })) }
                } }
            } @else {
                h3 { (text!("ask-moments")) }
                ul.plain-games { @for moment in &found.moments { li { (line(moment)) } } }
                @if whole.moments > found.moments.len() as u64 { p.quiet { (text!("ask-more-moments", shown = found.moments.len(), moments = whole.moments)) } }
            }
            p {
                (text!(
                    "ask-download";
                    facts = html! { a href=(address(ctx, "/v1/situations.ndjson", &find, None)) { (text!("ask-facts")) } },
                    json = html! { a href=(address(ctx, "/v1/situations", &find, None)) { "JSON" } }
                ))
            }
            @if let Some(next) = &found.next {
                nav.pages aria-label=(text!("ask-pages")) { a rel="next" href=(address(ctx, "/ask", &find, Some(("cursor", &next.to_string())))) { (text!("ask-older")) } }
            }
        }
    }
}

/// A moment as a line: what happened to whom, when, in which game.
fn line(moment: &FoundMoment) -> Markup {
    use hindsight_reports::situations::Field as F;
    let FoundMoment { game, at } = moment;
    let card = game_card(game.stream, &game.card, false);
    let word = |field| at.word(field).unwrap_or_default();
    let detail = match at.deed {
        ActionField::Engaged => word(F::Direction),
        ActionField::Destroyed | ActionField::Damaged | ActionField::Restored => word(F::Cause),
        ActionField::Moved | ActionField::Tested | ActionField::Attacked => word(F::Kind),
        ActionField::Acted | ActionField::Ordered => word(F::Action),
        ActionField::Rolled => word(F::Purpose),
        _ => word(F::Of),
    };
    html! {
        a href=(format!("/g/{}/{}", game.stream, at.version)) { (headline(at)) }
        p.quiet {
            @if !detail.is_empty() { (detail) " · " }
            @if let Some(round) = at.get(F::Round) { (text!("ask-round", round = round.to_string())) " · " }
            (title_of(&card))
            @if let Some(Cell::Word(result)) = at.get(F::Result) { " · " (text!("ask-result", result = result.clone())) }
        }
    }
}

/// The kind of event, the unit that it happened to, and the unit that did it.
fn headline(at: &Situation) -> Message {
    use hindsight_reports::situations::Field as F;
    let word = |field| at.word(field).unwrap_or_default().to_owned();
    let (unit, other) = (word(F::UnitName), word(F::OtherName));
    let deed = text!("ask-deed", deed = at.deed.word());
    let strength = at.number(F::UnitLeft).zip(at.number(F::UnitFull));
    let what: Argument = match strength {
        _ if unit.is_empty() => deed.into(),
        Some((left, full)) => text!("ask-moment-of-strength", unit, left, full, deed).into(),
        None => text!("ask-moment", unit, deed).into(),
    };
    match at.deed {
        _ if other.is_empty() => text!("ask-headline", what),
        ActionField::Destroyed | ActionField::Damaged => text!("ask-headline-by", what, other),
        ActionField::Attacked | ActionField::Fought | ActionField::Rolled => {
            text!("ask-headline-against", what, other)
        }
        _ => text!("ask-headline-with", what, other),
    }
}

/// Events that are looked at for the next decision.
const NEAR: u64 = 60;

/// The version from a moment on in which somebody is asked for a decision; the moment itself where nobody is soon.
async fn next_decision(ctx: &Ctx, seen: &RequestedView) -> ApiResult<u64> {
    let last = seen.head.version().min(seen.version + NEAR);
    for version in seen.version..=last {
        let games = &ctx.services.games;
        let then = games.at(&seen.head, Some(version), seen.viewer).await?;
        if !then.info(seen.viewer).awaiting.is_empty() {
            return Ok(version);
        }
    }
    Ok(seen.version)
}

/// What was done in positions like one of a game.
async fn explorer(ctx: Ctx) -> Answer {
    let seen = RequestedView::at_path(&ctx).await?;
    let asked_at = next_decision(&ctx, &seen).await?;
    let explored = explored(&ctx, Some(asked_at)).await?;
    let (game, version) = (seen.head.id, seen.version);
    let used = usize::try_from(explored.used)
        .unwrap_or(usize::MAX)
        .min(explored.likeness.len());
    let here = format!("/g/{game}/{version}/explorer");
    let body = html! {
        h1 { (text!("explorer-title")) }
        p.lead { a href=(format!("/g/{game}/{version}")) { (text!("explorer-event-of", version, game = title_of(&game_card(game, &seen.head.card, false)).to_owned())) } }
        @if seen.version != asked_at { p.quiet { (text!("explorer-next-decision")) } }
        p {
            @let compared = html! { b { (in_a_row(&explored.likeness[..used])) } };
            @if used < explored.likeness.len() { (text!("explorer-compared-in-part", left_out = in_a_row(&explored.likeness[used..]); compared = compared)) }
            @else { (text!("explorer-compared"; compared = compared)) }
        }
        p.quiet {
            (text!("explorer-counted", positions = explored.positions, games = explored.games, looked = explored.looked, cut = explored.more)) " "
            @if !ctx.query.flag("bots") { a href=(format!("{here}?bots=true")) { (text!("explorer-count-bots")) } }
        }
        @if explored.choices.is_empty() {
            div.nothing { p { (text!("explorer-none")) } }
        } @else {
            (wide(text!("explorer-done"), &html! {
                table {
                    thead { tr { th scope="col" { (text!("explorer-done")) } th.number scope="col" { (text!("explorer-times")) } th.number scope="col" { (text!("explorer-share")) } th scope="col" { (text!("explorer-side-won")) } th scope="col" { (text!("explorer-see")) } } }
                    tbody { @for choice in &explored.choices {
                        tr {
                            th scope="row" { (in_words(&choice.done)) } td.number { (choice.count) } td.number { (percent(choice.share)) }
                            td { @match &choice.won { None => "–", Some(rate) => { (percent(rate.value)) " " small.quiet { (interval(percent(rate.low), percent(rate.high))) } } } }
                            td.see { @for (place, moment) in choice.moments.iter().enumerate() { a href=(moment.page) title=(moment.title) { (place + 1) } " " } }
                        }
                    } }
                }
            }))
            p.quiet { (text!("explorer-intervals")) }
        }
        p { a href="/ask" { (text!("ask-title")) } }
    };
    let page = Page {
        class: "text community",
        ..Page::plain(text!("explorer-title"), body)
    };
    Ok(page.answer(&ctx.req))
}

/// The question with its wrong word marked.
fn wrong(asked: &str, error: &ApiError) -> Markup {
    let marked = wrong_word(error).filter(|(at, word)| asked.get(*at..at + word.len()) == Some(word));
    html! {
        (super::outcomes::wrong(Some(error)))
        @if let Some((at, word)) = marked {
            p.marked { code { (asked[..at]) mark { @if word.is_empty() { "…" } @else { (word) } } (asked[at + word.len()..]) } }
        }
    }
}

fn language(ctx: &Ctx, open: bool) -> Markup {
    let guide = guide();
    let rows = |words: &[hindsight_openapi::wire::SituationWord]| {
        html! {
            dl.guide-words { @for word in words { div { dt { code { (word.word) } @if let Some(holds) = &word.holds { " " span.quiet { (holds) } } } dd { (word.means) } } } }
        }
    };
    html! {
        section aria-labelledby="guide" {
            h2 #guide { (text!("ask-guide")) }
            p { code { (FORM) } }
            ul.examples { @for example in &guide.examples {
                li { a href=(address(ctx, "/ask", &example.word, None)) { (example.means) } br; code { (example.word) } }
            } }
            details open[open] {
                summary { (text!("ask-guide-deeds")) }
                (rows(&guide.deeds))
            }
            details {
                summary { (text!("ask-guide-fields")) }
                p { (text!("ask-guide-conditions"; one_of = html! { code { "in (a, b)" } }, part_of = html! { code { "contains" } })) }
                (rows(&guide.fields))
            }
            p.quiet {
                (text!("ask-guide-programs"; http = html! { a href="/docs#findSituations" { "/v1/situations" } }, command = html! { code { "hindsight ask" } })) " "
                a href="/community" { (text!("ask-guide-community")) }
            }
        }
    }
}
