//! The forms of a study.

use hindsight_openapi::wire::{ChapterShown, StudyShown};
use hindsight_studies::{Shows, StudyVisibility};
use maud::{Markup, html};

use crate::base::new_id;
use crate::http::Ctx;
use crate::pages::share::origin;

/// Who may read a study, as the form names it.
pub(super) const VISIBILITIES: [(StudyVisibility, &str, &str); 4] = [
    (StudyVisibility::Public, "public", "Everybody"),
    (StudyVisibility::Unlisted, "unlisted", "Who has the address"),
    (StudyVisibility::Readers, "readers", "Named readers"),
    (StudyVisibility::Private, "private", "Only you"),
];

/// How a study begins.
pub(super) fn begin() -> Markup {
    html! {
        form.study-form method="post" action="/studies" {
            h2 { "Begin a study" }
            input type="hidden" name="key" value=(new_id());
            label { "Title" input type="text" name="title" required maxlength="100" autocomplete="off"; }
            button.main type="submit" { "Begin" }
        }
    }
}

/// Taking a study along, as a file or as a copy.
pub(super) fn take_along(study: &StudyShown, copies: bool) -> Markup {
    html! {
        p.take-along {
            "As a file: " a href=(format!("/v1/studies/{}/export", study.id)) { "JSON" } ", "
            a href=(format!("/v1/studies/{}/export?format=md", study.id)) { "Markdown" }
        }
        @if copies {
            form.study-form method="post" action=(study.page) {
                input type="hidden" name="key" value=(new_id());
                button type="submit" name="does" value="clone" { "Copy this study" }
            }
        }
    }
}

/// What stands in another page to show a chapter.
pub(super) fn embed(ctx: &Ctx, study: &StudyShown, chapter: &ChapterShown) -> Markup {
    let address = format!("{}/embed/s/{}/{}", origin(ctx), study.id, chapter.number);
    let snippet =
        format!("<iframe src=\"{address}\" width=\"600\" height=\"700\" title=\"Hindsight\"></iframe>");
    html! {
        details.embed-chapter {
            summary { "Put this chapter into another page" }
            label { "HTML" input type="text" readonly value=(snippet); }
        }
    }
}

/// The fields of a chapter.
fn fields(chapter: Option<&ChapterShown>) -> Markup {
    let (mut address, mut system, mut position) = (String::new(), None, None);
    match chapter.and_then(|chapter| chapter.shows.as_ref()) {
        None => {}
        Some(Shows::Game { game } | Shows::Variation { game }) => address = format!("/g/{game}"),
        Some(Shows::Moment { game, version }) => address = format!("/g/{game}/{version}"),
        Some(Shows::Position { system: of, state }) => {
            system = Some(of.clone());
            position = Some(state.to_string());
        }
    }
    html! {
        label { "Title" input type="text" name="title" required maxlength="100" autocomplete="off" value=[chapter.map(|chapter| &chapter.title)]; }
        label { "What it shows: the address of a game or of a moment" input type="text" name="address" maxlength="300" autocomplete="off" placeholder="/g/…/40" value=(address); }
        details open[position.is_some()] {
            summary { "Or a position" }
            label { "System" input type="text" name="system" maxlength="64" value=[system]; }
            label { "Position, as JSON" textarea name="position" rows="3" { @if let Some(position) = position { (position) } } }
        }
        label { "Words (Markdown)" textarea name="text" rows="6" maxlength="20000" { @if let Some(chapter) = chapter { (chapter.text) } } }
    }
}

/// Another chapter.
pub(super) fn add(study: &StudyShown) -> Markup {
    html! {
        details.study-form open[study.chapters.is_empty()] {
            summary { "Add a chapter" }
            form method="post" action=(study.page) {
                input type="hidden" name="does" value="add";
                input type="hidden" name="key" value=(new_id());
                (fields(None))
                button.main type="submit" { "Add" }
            }
        }
    }
}

/// Another title, other words, other readers.
pub(super) fn change(study: &StudyShown) -> Markup {
    html! {
        details.study-form {
            summary { "Change the study" }
            form method="post" action=(study.page) {
                input type="hidden" name="does" value="change";
                label { "Title" input type="text" name="title" required maxlength="100" autocomplete="off" value=(study.title); }
                label { "Words (Markdown)" textarea name="text" rows="6" maxlength="20000" { (study.text) } }
                label { "Who may read it"
                    select name="visibility" {
                        @for (visibility, name, words) in VISIBILITIES {
                            option value=(name) selected[visibility == study.visibility] { (words) }
                        }
                    }
                }
                label { "Readers, separated by commas" input type="text" name="readers" autocomplete="off" value=(study.readers.join(", ")); }
                button.main type="submit" { "Change" }
            }
        }
    }
}

/// A chapter otherwise, elsewhere, or gone.
pub(super) fn edit(study: &StudyShown, place: usize) -> Markup {
    let chapter = &study.chapters[place];
    html! {
        details.study-form {
            summary { "Change this chapter" }
            form method="post" action=(study.page) {
                input type="hidden" name="chapter" value=(chapter.number);
                (fields(Some(chapter)))
                div.actions {
                    button.main type="submit" name="does" value="edit" { "Change" }
                    @if place > 0 { button type="submit" name="does" value="earlier" { "One place earlier" } }
                    @if place + 1 < study.chapters.len() { button type="submit" name="does" value="later" { "One place later" } }
                    button type="submit" name="does" value="remove" { "Take it out" }
                }
            }
        }
    }
}
