//! Studies: the list, a study with its chapters, a chapter with its board, and the forms of who writes.
//!
//! All of it works without a script; chapters lead to one another by links.

mod chapter;
mod forms;
mod post;

use hindsight_kernel::Message;
use hindsight_openapi::wire::{StudyCard, StudyPage, StudyShown};
use maud::{Markup, PreEscaped, html};

use super::house::{Page, day_of};
use super::links::query;
use super::share::StudyPreview;
use crate::base::limits::PAGE;
use crate::base::messages::text;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this room.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("studiesPage", list);
    mounts.on("studyPage", study);
    mounts.on("chapterPage", chapter::page);
    mounts.on("embedChapter", chapter::embed);
    mounts.form::<post::CreateForm>("createStudy");
    mounts.form::<post::ChangeForm>("changeStudy");
}

async fn list(ctx: Ctx) -> Answer {
    let text = ctx.query.text("q");
    let cursor = ctx.query.cursor()?;
    let asked = (text.map(ToOwned::to_owned), false);
    let page = ctx
        .services
        .studies
        .studies_listed(&ctx.caller, asked, cursor, PAGE)
        .await?;
    let writes = ctx.caller.writes_studies().is_some();
    let add = ctx.query.text("add").filter(|add| add.starts_with("/g/"));
    Ok(Page::plain(text!("studies-title-all"), all(&page, text, writes, add)).answer(&ctx.req))
}

fn all(page: &StudyPage, text: Option<&str>, writes: bool, add: Option<&str>) -> Markup {
    html! {
        h1 { @if add.is_some() { (text!("studies-title-add")) } @else { (text!("studies-title-all")) } }
        @if add.is_some() {
            p.lead { (text!("studies-add-hint")) }
        } @else {
            p.quiet { (text!("studies-lead")) }
        }
        form.find-studies method="get" action="/studies" role="search" {
            label { (text!("studies-find-by-title")) " " input type="search" name="q" value=[text] maxlength="200"; }
            button type="submit" { (text!("studies-find")) }
        }
        @if page.items.is_empty() {
            p { (text!("studies-none")) }
        } @else {
            ul.studies { @for study in &page.items { (card(study, add)) } }
        }
        @if let Some(next) = &page.next {
            @let fields = [text.map(|text| ("q", text)), Some(("cursor", next.as_str()))];
            p { a rel="next" href=(format!("/studies{}", query(fields.into_iter().flatten()))) { (text!("studies-more")) } }
        }
        @if writes { (forms::begin()) } @else {
            p.hint { (text!("studies-sign-in-first"; sign_in = html! { a href="/signin?next=%2Fstudies" { (text!("studies-sign-in")) } })) }
        }
    }
}

fn card(study: &StudyCard, add: Option<&str>) -> Markup {
    html! {
        li {
            a href=(study.page) { (study.title) }
            @if let Some(add) = add.filter(|_| study.author.you) {
                " " a.button href=(format!("{}{}#add", study.page, query([("add", add)]))) { (text!("studies-add-here")) }
            }
            " " span.quiet { (study.author.name) " · " (text!("studies-chapters", count = study.chapters)) " · " (day_of(&study.changed_at)) }
        }
    }
}

async fn study(ctx: Ctx) -> Answer {
    let bound = ctx.services.studies.study(&ctx.caller, ctx.path("study")).await?;
    let study = ctx.services.studies.describe_study(&ctx.caller, &bound).await?;
    let writes = ctx
        .services
        .studies
        .own_study(&ctx.caller, &study.id)
        .await
        .is_ok();
    let copies = ctx.caller.writes_studies().is_some();
    let body = html! {
        (head(&study))
        div.words { (PreEscaped(&study.html)) }
        (contents(&study, None))
        (forms::take_along(&study, copies))
        @if writes { (forms::add(&study, ctx.query.text("add"))) (forms::change(&study)) }
    };
    let preview = StudyPreview {
        page: &study.page,
        title: study.title.clone(),
        text: &study.text,
        shows: study.chapters.first().and_then(|chapter| chapter.shows.as_ref()),
    };
    let page = Page {
        head: preview.described(&ctx),
        class: "text study",
        ..Page::plain(&study.title, body)
    };
    Ok(page.answer(&ctx.req))
}

/// What every page of a study begins with.
fn head(study: &StudyShown) -> Markup {
    html! {
        h1 { a href=(study.page) { (study.title) } }
        p.quiet {
            (study.author.name) " · " (day_of(&study.changed_at)) " · " (who_reads(study))
            @if let Some(other) = &study.copy_of { " · " a href=(format!("/s/{other}")) { (text!("studies-copied")) } }
        }
    }
}

fn who_reads(study: &StudyShown) -> Message {
    use hindsight_studies::StudyVisibility::{Private, Public, Readers, Unlisted};
    match study.visibility {
        Public => text!("studies-read-public"),
        Unlisted => text!("studies-read-unlisted"),
        Readers => text!("studies-read-readers"),
        Private => text!("studies-read-private"),
    }
}

/// The chapters in their order.
fn contents(study: &StudyShown, now: Option<u32>) -> Markup {
    html! {
        @if study.chapters.is_empty() {
            p.hint { (text!("studies-no-chapter")) }
        } @else {
            nav.chapters aria-label=(text!("studies-contents")) {
                ol {
                    @for chapter in &study.chapters {
                        li { a href=(chapter.page) aria-current=[(now == Some(chapter.number)).then_some("page")] { (chapter.title) } }
                    }
                }
            }
        }
    }
}
