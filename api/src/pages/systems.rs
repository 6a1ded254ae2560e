//! A page a system: its rules, chapter by chapter, each at an address of its own.

use hindsight_engine::System;
use hindsight_kernel::{Rule, RuleId, Rulebook, table_rules};
use maud::{Markup, html};

use super::house::Page;
use super::links::query;
use crate::base::messages::text;
use crate::http::systems::known;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("systemPage", page);
}

/// Rules of one chapter: those whose ids share all but the number.
struct Chapter<'r> {
    id: &'r str,
    title: &'r str,
    rules: Vec<&'r Rule>,
}

fn chapters(book: &Rulebook) -> Vec<Chapter<'_>> {
    let mut chapters: Vec<Chapter<'_>> = Vec::new();
    for rule in book.rules() {
        let id = rule.chapter();
        match chapters.iter_mut().find(|chapter| chapter.id == id) {
            Some(chapter) => chapter.rules.push(rule),
            None => chapters.push(Chapter {
                id,
                title: book.chapter_title(id),
                rules: vec![rule],
            }),
        }
    }
    chapters
}

async fn page(ctx: Ctx) -> Answer {
    let system = known(ctx.path("system"))?;
    let own = chapters(system.rulebook());
    let table = chapters(table_rules());
    let body = html! {
        h1 { (system.title()) }
        p.lead {
            (text!("systems-rules", rules = system.rulebook().rules().len())) " "
            a href=(format!("/{}#games", query([("system", system.id())]))) { (text!("systems-browse-games")) } " · "
            a href="/packs" { (text!("systems-packs")) } " · "
            a href=(format!("/systems/{}/notation", system.id())) { (text!("systems-text-notation")) } " · "
            a href=(format!("/v1/systems/{}/rules", system.id())) { "JSON" }
        }
        label.filter hidden { (text!("systems-find-rule")) " " input type="search" data-does="find-rule" autocomplete="off" placeholder=(found_by(&own)); }
        nav.chapters aria-label=(text!("systems-chapters")) {
            ul {
                @for chapter in own.iter().chain(&table) {
                    li { a href=(format!("#{}", chapter.id)) { (chapter.title) " " span.quiet { (chapter.rules.len()) } } }
                }
            }
        }
        h2 { (text!("systems-game")) }
        @for chapter in &own { (one_chapter(chapter)) }
        h2 { (text!("systems-every-game")) }
        p { (text!("systems-what-holds-whatever")) }
        @for chapter in &table { (one_chapter(chapter)) }
    };
    let heading = text!("systems-rules-of", system = system.title());
    let page = Page {
        scripts: &["rules.js"],
        class: "text rules",
        ..Page::plain(heading, body)
    };
    Ok(page.answer(&ctx.req))
}

/// What one may look for among rules, for example: a word that stands in one of them, and where they begin.
fn found_by(chapters: &[Chapter<'_>]) -> String {
    let on_charges = |chapter: &&Chapter<'_>| {
        let mut titles = chapter.rules.iter().map(|rule| rule.title.to_lowercase());
        titles.any(|title| title.contains("charge"))
    };
    match (chapters.iter().find(on_charges), chapters.first()) {
        (Some(chapter), _) => format!("charge, {} …", chapter.id),
        (None, Some(chapter)) => format!("{} …", chapter.id),
        (None, None) => String::new(),
    }
}

fn one_chapter(chapter: &Chapter<'_>) -> Markup {
    html! {
        section aria-labelledby=(chapter.id) {
            h3 #(chapter.id) { (chapter.title) " " span.quiet { (chapter.id) } }
            dl {
                @for rule in &chapter.rules {
                    div.rule #(rule.id) {
                        dt { a href=(format!("#{}", rule.id)) { (rule.id) } " " strong { (rule.title) } " " span.quiet { (rule.page) } }
                        dd { (rule.sentence) }
                    }
                }
            }
        }
    }
}

/// A rule as other pages cite it: its id, which leads to it, and its place in the book.
pub(super) fn cited(system: &dyn System, rule: &RuleId) -> Markup {
    let id = rule.0.as_ref();
    html! {
        (linked(system, id))
        @if let Some(known) = rule_named(system, id) { " " span.quiet { (known.page) } }
    }
}

/// A rule by its id alone, which leads to its words.
pub(super) fn linked(system: &dyn System, id: &str) -> Markup {
    let title = rule_named(system, id).map(|rule| rule.title.as_str());
    html! { a.rule href=(format!("/systems/{}#{id}", system.id())) title=[title] { (id) } }
}

/// Rules by their ids, each leading to its words.
pub(super) fn all_linked(system: &dyn System, rules: &[RuleId]) -> Markup {
    html! {
        @for (place, rule) in rules.iter().enumerate() {
            @if place > 0 { ", " }
            (linked(system, &rule.0))
        }
    }
}

fn rule_named(system: &dyn System, id: &str) -> Option<&'static Rule> {
    system.rulebook().get(id).or_else(|| table_rules().get(id))
}
