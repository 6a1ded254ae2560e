//! Questions about situations: a field for the question, what came of it, and the guide to the language. All of it is links
//! and one form.

use hindsight_reports::situations::{ActionField, Cell, Field, SituationCount};
use maud::{Markup, html};

use super::chart::percent;
use super::form::in_words;
use super::house::{Colours, Page, picture, wide};
use super::links::{query, title_of};
use super::seen::RequestedView;
use crate::analysis::{FoundMoment, FoundSituations};
use crate::base::error::{ApiError, ApiResult};
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
        h1 { "Ask about situations" }
        p.lead { "Find moments in all public games: what happened, and how the field stood just before." }
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
        ..Page::plain("Ask about situations", body)
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
            label for="find" { "Question" }
            textarea #find name="find" rows="2" maxlength="1000" spellcheck="false" autocapitalize="none" required { (value("find")) }
            details open[more] {
                summary { "Which games" }
                div.fields {
                    label { span { "Game system" }
                        select name="system" {
                            option value="" { "All" }
                            @for system in hindsight_engine::systems() { option value=(system.id()) selected[value("system") == system.id()] { (system.title()) } }
                        }
                    }
                    label { span { "Played since" } input type="date" name="since" value=(value("since")); }
                    label { span { "As of (played until)" } input type="date" name="until" value=(value("until")); }
                    label.tick { input type="checkbox" name="bots" value="true" checked[value("bots") == "true"]; " Games by bots too" }
                }
            }
            button.main type="submit" { "Find" }
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

fn count(count: &SituationCount, counted: &str) -> String {
    let counted = if count.count == 1 {
        counted.trim_end_matches('s')
    } else {
        counted
    };
    format!("{} {counted}", count.count)
}

fn won(count: &SituationCount) -> Markup {
    html! {
        @match &count.won {
            None => span.quiet { "–" },
            Some(rate) => { (percent(rate.value)) " " small.quiet { (percent(rate.low)) " to " (percent(rate.high)) ", n\u{a0}" (rate.n) } },
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
            h2 #answer { (count(&whole, counted)) }
            p.quiet { "In " (whole.games) " of " (found.looked) " games looked at. Understood as: " code { (find) } }
            dl.tiles {
                div { dt { "Moments" } dd { (whole.moments) } }
                div { dt { "Games" } dd { (whole.games) } }
                div { dt { "That side won" } dd { (won(&whole)) } }
            }
            @if let Some(by) = asked.by {
                (wide("By value", &html! {
                    table {
                        caption { "By " (by.word()) }
                        thead { tr { th scope="col" { (by.word()) } th.number scope="col" { (counted) } th.number scope="col" { "games" } th scope="col" { "that side won" } } }
                        tbody { @for group in groups.iter().take(VALUES) {
                            tr { th scope="row" { (group.value.as_deref().unwrap_or_default()) } td.number { (group.count) } td.number { (group.games) } td { (won(group)) } }
                        } }
                    }
                }))
                @if groups.len() > VALUES || found.found.has_more_values() { p.quiet { "Only the first " (VALUES) " values are shown; the data has more." } }
            }
            @if on_map && ctx.query.text("system").unwrap_or_default().is_empty() {
                h3 { "Where it happened" }
                p { "Tables of different games are of different sizes: choose a system under “Which games” for a map." }
            } @else if on_map {
                h3 { "Where it happened" }
                figure { (picture(colours, &address(ctx, "/v1/situations.svg", &find, None), "Map: darker squares where more of these moments were", (580, 604))) }
            }
            @if found.moments.is_empty() {
                div.nothing { p { "No moment is like that"
                    @if ctx.query.flag("bots") { "." } @else { " in games of people. " a href=(address(ctx, "/ask", &find, Some(("bots", "true")))) { "Look in games by bots too" } }
                } }
            } @else {
                h3 { "Moments" }
                ul.plain-games { @for moment in &found.moments { li { (line(moment)) } } }
                @if whole.moments > found.moments.len() as u64 { p.quiet { "The first " (found.moments.len()) " of " (whole.moments) "; all of them are in the file below." } }
            }
            p {
                "Download: " a href=(address(ctx, "/v1/situations.ndjson", &find, None)) { "facts (NDJSON)" } " · "
                a href=(address(ctx, "/v1/situations", &find, None)) { "JSON" }
            }
            @if let Some(next) = &found.next {
                nav.pages aria-label="Older games" { a rel="next" href=(address(ctx, "/ask", &find, Some(("cursor", &next.to_string())))) { "Ask the same of older games" } }
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
    let strength = match (at.number(F::UnitLeft), at.number(F::UnitFull)) {
        (Some(left), Some(full)) => format!(" ({left} of {full})"),
        _ => String::new(),
    };
    html! {
        a href=(format!("/g/{}/{}", game.stream, at.version)) {
            @if word(F::UnitName).is_empty() { (at.deed.word()) } @else { (word(F::UnitName)) (strength) " " (at.deed.word()) }
            @if !word(F::OtherName).is_empty() { (match at.deed { ActionField::Destroyed | ActionField::Damaged => " by ", ActionField::Attacked | ActionField::Fought | ActionField::Rolled => " against ", _ => " – " }) (word(F::OtherName)) }
        }
        p.quiet {
            @if !detail.is_empty() { (detail) " · " }
            @if let Some(round) = at.get(F::Round) { "round " (round) " · " }
            (title_of(&card))
            @if let Some(Cell::Word(result)) = at.get(F::Result) { " · " @match result.as_str() { "won" => "that side won the game", "lost" => "that side lost the game", _ => "the game was drawn" } }
        }
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
    let used = usize::try_from(explored.used).unwrap_or(usize::MAX);
    let here = format!("/g/{game}/{version}/explorer");
    let body = html! {
        h1 { "Positions like this one" }
        p.lead { a href=(format!("/g/{game}/{version}")) { "Event " (version) " of " (title_of(&game_card(game, &seen.head.card, false))) } }
        @if seen.version != asked_at { p.quiet { "Nobody is asked for a decision there: these are positions like the next one in which somebody is." } }
        p { "Compared by: " b { (explored.likeness.iter().take(used).cloned().collect::<Vec<_>>().join(", ")) }
            @if used < explored.likeness.len() { ". Not enough games for: " (explored.likeness[used..].join(", ")) }
            "."
        }
        p.quiet { (explored.positions) " positions in " (explored.games) " of " (explored.looked) " games looked at"
            @if explored.more { ", the latest ones" } ". "
            @if !ctx.query.flag("bots") { a href=(format!("{here}?bots=true")) { "Count games by bots too" } }
        }
        @if explored.choices.is_empty() {
            div.nothing { p { "No other game had such a position yet." } }
        } @else {
            (wide("What was done", &html! {
                table {
                    thead { tr { th scope="col" { "What was done" } th.number scope="col" { "Times" } th.number scope="col" { "Share" } th scope="col" { "That side won" } th scope="col" { "See it" } } }
                    tbody { @for choice in &explored.choices {
                        tr {
                            th scope="row" { (in_words(&choice.done)) } td.number { (choice.count) } td.number { (percent(choice.share)) }
                            td { @match &choice.won { None => "–", Some(rate) => { (percent(rate.value)) " " small.quiet { (percent(rate.low)) " to " (percent(rate.high)) } } } }
                            td.see { @for (place, moment) in choice.moments.iter().enumerate() { a href=(moment.page) title=(moment.title) { (place + 1) } " " } }
                        }
                    } }
                }
            }))
            p.quiet { "Several such moments may be of one game, so the intervals are too narrow rather than too wide." }
        }
        p { a href="/ask" { "Ask about situations" } }
    };
    let page = Page {
        class: "text community",
        ..Page::plain("Positions like this one", body)
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
            h2 #guide { "How to ask" }
            p { code { (FORM) } }
            ul.examples { @for example in &guide.examples {
                li { a href=(address(ctx, "/ask", &example.word, None)) { (example.means) } br; code { (example.word) } }
            } }
            details open[open] {
                summary { "What may have happened" }
                (rows(&guide.deeds))
            }
            details {
                summary { "Fields for where and by" }
                p { "Numbers are compared with = != < <= > >=, words with = and != in any case of their letters; " code { "in (a, b)" } " is one of several, " code { "contains" } " a part of a text. A field that says yes or no stands alone. Conditions are joined by and, or, not and brackets. A moment that has not the field does not pass a test of it." }
                (rows(&guide.fields))
            }
            p.quiet { "The same over HTTP: " a href="/docs#findSituations" { "/v1/situations" } "; with " code { "hindsight ask" } " over a file of facts. " a href="/community" { "Statistics of all games" } }
        }
    }
}
