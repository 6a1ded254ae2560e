//! The page about the API: a guide of five minutes, then every operation, from the list that also makes the routes.

use hindsight_kernel::Message;
use hindsight_openapi::{Access, Operation, operations};
use maud::{Markup, html};

use super::house::Page;
use super::share::origin;
use crate::base::messages::text;
use crate::http::Mounts;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("explorer", |ctx| async move {
        let here = origin(&ctx);
        Ok(page(&here).answer(&ctx.req))
    });
}

/// The chapter of the pages themselves: they are for people and not for programs.
const PAGES: &str = "pages";

fn page(here: &str) -> Page<'static> {
    let mut chapters: Vec<(&str, Vec<&Operation>)> = Vec::new();
    for operation in operations().iter().filter(|operation| operation.tag != PAGES) {
        match chapters.iter_mut().find(|(tag, _)| *tag == operation.tag) {
            Some((_, of)) => of.push(operation),
            None => chapters.push((operation.tag, vec![operation])),
        }
    }
    let body = html! {
        h1 { (text!("docs-title")) }
        p.lead { (text!("docs-lead"; document = html! { a href="/openapi.json" { (text!("docs-openapi")) } })) }
        (guide(here))
        section aria-labelledby="operations" {
            h2 #operations { (text!("docs-operations")) }
            label.filter hidden { (text!("docs-filter")) " " input type="search" data-does="filter-operations" autocomplete="off" placeholder=(text!("docs-filter-examples")); }
            p.quiet {
                (text!(
                    "docs-tokens";
                    header = html! { code { "Authorization: Bearer hs_…" } },
                    account = html! { a href="/account" { (text!("docs-account")) } },
                    problems = html! { a href="/problems" { (text!("docs-problems")) } }
                ))
             }
            @for (tag, of) in &chapters { (chapter(tag, of)) }
        }
    };
    Page {
        scripts: &["docs.js"],
        class: "text docs",
        ..Page::plain(text!("docs-title"), body)
    }
}

/// From a token to a picture, as commands to be pasted.
fn guide(here: &str) -> Markup {
    let steps: [(Message, String); 6] = [
        (text!("docs-step-token"), "TOKEN=hs_…".to_owned()),
        (
            text!("docs-step-create"),
            format!(
                "curl -s {here}/v1/games -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\\n  -d '{{\"system\": \"before-battle\", \"title\": \"My first\", \"dice\": \"reported\", \"setup\": {{\"armies\": \"sample\"}}}}'\nGAME=…"
            ),
        ),
        (
            text!("docs-step-offers"),
            format!("curl -s {here}/v1/games/$GAME/offers -H \"Authorization: Bearer $TOKEN\""),
        ),
        (
            text!("docs-step-command"),
            format!(
                "curl -s {here}/v1/games/$GAME/commands -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\\n  -d '{{\"type\": \"play\", \"seat\": \"A\", \"command\": {{\"type\": \"roll_start\"}}, \"dice\": [5, 3]}}'"
            ),
        ),
        (
            text!("docs-step-events"),
            format!(
                "curl -s \"{here}/v1/games/$GAME/events?facts=true\" -H \"Authorization: Bearer $TOKEN\""
            ),
        ),
        (
            text!("docs-step-picture"),
            format!(
                "curl -s {here}/v1/games/$GAME/board.png -H \"Authorization: Bearer $TOKEN\" -o board.png"
            ),
        ),
    ];
    let systems = html! {
        @for (place, system) in hindsight_engine::systems().iter().enumerate() { @if place > 0 { ", " } a href=(format!("/systems/{}/notation", system.id())) { (system.title()) } }
    };
    html! {
        section aria-labelledby="guide" {
            h2 #guide { (text!("docs-guide")) }
            ol.guide { @for (words, command) in &steps { li { p { (words) } pre tabindex="0" { code { (command) } } } } }
            p { (text!("docs-notation"; systems = systems)) }
            p { (text!("docs-bot"; example = html! { code { "examples/bot.py" } })) }
        }
    }
}

fn chapter(tag: &'static str, of: &[&Operation]) -> Markup {
    html! {
        details.chapter id=(format!("tag-{tag}")) {
            summary { h3 { (text!("docs-chapter", tag)) } " " span.quiet { (of.len()) } }
            @for operation in of { (one(operation)) }
        }
    }
}

fn one(operation: &Operation) -> Markup {
    html! {
        details.operation #(operation.id) {
            summary { code.method { (operation.method.name()) } " " code { (operation.path) } " " span { (operation.summary) } }
            @if !operation.about.is_empty() { p { (operation.about) } }
            p.quiet { (text!("docs-for", access = access(operation.access); name = html! { code { (operation.id) } })) }
            @if !operation.parameters.is_empty() {
                dl {
                    @for parameter in &operation.parameters {
                        dt { code { (parameter.name) } @if parameter.required { " " (text!("docs-required")) } @if parameter.place == "header" { " " (text!("docs-header")) } }
                        dd { (parameter.about) @if let Some(words) = parameter.schema.get("enum") { " " (text!("docs-one-of"; words = html! { code { (words) } })) } }
                    }
                }
            }
            @if let Some(body) = &operation.body {
                @let first = html! { code { (body.media) } };
                @let media = body.also.iter().fold(first, |before, other| text!("docs-or"; before = before, next = html! { code { (other) } }));
                p { (text!("docs-body", limit = body.limit >> 10; media = media)) }
                @if let Some((name, example)) = body.examples.first() {
                    pre tabindex="0" aria-label=(text!("docs-example", name = (*name).to_owned())) { code { (serde_json::to_string_pretty(example).unwrap_or_default()) } }
                }
            }
            dl {
                @for answer in &operation.answers {
                    dt { (answer.status) }
                    dd { (answer.about) @for (media, _) in &answer.content { " " code { (media) } } }
                }
            }
            @if !operation.problems.is_empty() {
                p.quiet {
                    (text!(
                        "docs-own-problems";
                        problems = html! { @for (place, kind) in operation.problems.iter().enumerate() { @if place > 0 { ", " } a href=(kind.address()) { (kind.name()) } } }
                    ))
                 }
            }
        }
    }
}

fn access(access: Access) -> Message {
    match access {
        Access::Open => text!("docs-access-open"),
        Access::Public => text!("docs-access-public"),
        Access::Scope("any") => text!("docs-access-any-token"),
        Access::Scope(scope) => text!("docs-access-scope", scope),
        Access::Player => text!("docs-access-player"),
        Access::Owner => text!("docs-access-owner"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_lists_every_operation_but_the_pages() {
        let page = page("http://localhost:8080");
        let text = page.body.0;
        assert!(text.len() < 300 << 10, "{} bytes", text.len());
        for operation in operations() {
            let named = text.contains(&format!("id=\"{}\"", operation.id));
            assert_eq!(named, operation.tag != PAGES, "{}", operation.id);
        }
    }
}
