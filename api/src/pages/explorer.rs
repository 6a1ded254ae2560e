//! The page about the API: a guide of five minutes, then every operation, from the list that also makes the routes.

use hindsight_openapi::{Access, Operation, operations};
use maud::{Markup, html};

use super::house::Page;
use super::share::origin;
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
        h1 { "API" }
        p.lead { "Everything that the pages do, programs can do: JSON over HTTP, described by an " a href="/openapi.json" { "OpenAPI 3.1 document" } "." }
        (guide(here))
        section aria-labelledby="operations" {
            h2 #operations { "All operations" }
            label.filter hidden { "Filter " input type="search" data-does="filter-operations" autocomplete="off" placeholder="board, annotations, /v1/games …"; }
            p.quiet { "Public games need no token. Where one is needed, send " code { "Authorization: Bearer hs_…" } "; make one on the page of your " a href="/account" { "account" } ". Errors are problem documents (RFC 9457); " a href="/problems" { "all kinds" } "." }
            @for (tag, of) in &chapters { (chapter(tag, of)) }
        }
    };
    Page {
        scripts: &["docs.js"],
        class: "text docs",
        ..Page::plain("API", body)
    }
}

/// From a token to a picture, as commands to be pasted.
fn guide(here: &str) -> Markup {
    let steps: [(&str, String); 6] = [
        (
            "Make a token on the page of your account (it begins with hs_), and keep it in a variable.",
            "TOKEN=hs_…".to_owned(),
        ),
        (
            "Create a game of ready armies and dice of the table. The answer has its id.",
            format!(
                "curl -s {here}/v1/games -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\\n  -d '{{\"system\": \"before-battle\", \"title\": \"My first\", \"dice\": \"reported\", \"setup\": {{\"armies\": \"sample\"}}}}'\nGAME=…"
            ),
        ),
        (
            "Ask what may be done now.",
            format!("curl -s {here}/v1/games/$GAME/offers -H \"Authorization: Bearer $TOKEN\""),
        ),
        (
            "Record one of the offers: its command, the seat that gives it, and the dice that were thrown for it. Here the first of this game, the roll for who chooses.",
            format!(
                "curl -s {here}/v1/games/$GAME/commands -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\\n  -d '{{\"type\": \"play\", \"seat\": \"A\", \"command\": {{\"type\": \"roll_start\"}}, \"dice\": [5, 3]}}'"
            ),
        ),
        (
            "Read what happened, in words and as facts.",
            format!(
                "curl -s \"{here}/v1/games/$GAME/events?facts=true\" -H \"Authorization: Bearer $TOKEN\""
            ),
        ),
        (
            "Take a picture of it.",
            format!(
                "curl -s {here}/v1/games/$GAME/board.png -H \"Authorization: Bearer $TOKEN\" -o board.png"
            ),
        ),
    ];
    html! {
        section aria-labelledby="guide" {
            h2 #guide { "Five minutes" }
            ol.guide { @for (words, command) in &steps { li { p { (words) } pre tabindex="0" { code { (command) } } } } }
            p { "Whole games go in and out as text, too. The words of the commands: "
                @for (place, system) in hindsight_engine::systems().iter().enumerate() { @if place > 0 { ", " } a href=(format!("/systems/{}/notation", system.id())) { (system.title()) } }
                "."
            }
            p { "A bot of your own plays by the same four requests: a game, its offers, a command, again. " code { "examples/bot.py" } " in the source plays a whole one." }
        }
    }
}

fn chapter(tag: &str, of: &[&Operation]) -> Markup {
    html! {
        details.chapter id=(format!("tag-{tag}")) {
            summary { h3 { (capital(tag)) } " " span.quiet { (of.len()) } }
            @for operation in of { (one(operation)) }
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

fn one(operation: &Operation) -> Markup {
    html! {
        details.operation #(operation.id) {
            summary { code.method { (operation.method.name()) } " " code { (operation.path) } " " span { (operation.summary) } }
            @if !operation.about.is_empty() { p { (operation.about) } }
            p.quiet { "For: " (access(operation.access)) " · name: " code { (operation.id) } }
            @if !operation.parameters.is_empty() {
                dl {
                    @for parameter in &operation.parameters {
                        dt { code { (parameter.name) } @if parameter.required { " (required)" } @if parameter.place == "header" { " (header)" } }
                        dd { (parameter.about) @if let Some(words) = parameter.schema.get("enum") { " One of " code { (words) } "." } }
                    }
                }
            }
            @if let Some(body) = &operation.body {
                p { "Body: " code { (body.media) } @for other in &body.also { " or " code { (other) } } ", at most " (body.limit >> 10) " KiB." }
                @if let Some((name, example)) = body.examples.first() {
                    pre tabindex="0" aria-label=(format!("Example: {name}")) { code { (serde_json::to_string_pretty(example).unwrap_or_default()) } }
                }
            }
            dl {
                @for answer in &operation.answers {
                    dt { (answer.status) }
                    dd { (answer.about) @for (media, _) in &answer.content { " " code { (media) } } }
                }
            }
            @if !operation.problems.is_empty() {
                p.quiet { "Its own problems: " @for (place, kind) in operation.problems.iter().enumerate() { @if place > 0 { ", " } a href=(kind.address()) { (kind.name()) } } }
            }
        }
    }
}

fn access(access: Access) -> String {
    match access {
        Access::Open => "everybody".to_owned(),
        Access::Public => "everybody, of what is public; a token shows more".to_owned(),
        Access::Scope("any") => "any token".to_owned(),
        Access::Scope(scope) => format!("a token with {scope}"),
        Access::Player => "the game's owner, or the seat that speaks".to_owned(),
        Access::Owner => "the game's owner".to_owned(),
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
