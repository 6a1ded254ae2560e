//! The forms of a study.

use hindsight_kernel::Message;
use hindsight_openapi::wire::{ChapterShown, StudyShown};
use hindsight_studies::{Shows, StudyVisibility};
use maud::{Markup, html};

use crate::base::messages::text;
use crate::base::new_id;
use crate::http::Ctx;
use crate::pages::form::Fields;
use crate::pages::share::origin;

/// Who may read a study, as the form names it.
pub(super) fn visibilities() -> [(StudyVisibility, &'static str, Message); 4] {
    [
        (
            StudyVisibility::Public,
            "public",
            text!("studies-visibility-public"),
        ),
        (
            StudyVisibility::Unlisted,
            "unlisted",
            text!("studies-visibility-unlisted"),
        ),
        (
            StudyVisibility::Readers,
            "readers",
            text!("studies-visibility-readers"),
        ),
        (
            StudyVisibility::Private,
            "private",
            text!("studies-visibility-private"),
        ),
    ]
}

/// How a study begins.
pub(super) fn begin() -> Markup {
    html! {
        form.study-form method="post" action="/studies" {
            h2 { (text!("studies-new")) }
            input type="hidden" name="key" value=(new_id());
            label { (text!("studies-field-title")) input type="text" name="title" required maxlength="100" autocomplete="off"; }
            button.main type="submit" { (text!("studies-create")) }
        }
    }
}

/// Taking a study along, as a file or as a copy.
pub(super) fn take_along(study: &StudyShown, copies: bool) -> Markup {
    html! {
        p.take-along {
            (text!("studies-as-file")) " " a href=(format!("/v1/studies/{}/export", study.id)) { "JSON" } ", "
            a href=(format!("/v1/studies/{}/export?format=md", study.id)) { (text!("studies-markdown")) }
        }
        @if copies {
            form.study-form method="post" action=(study.page) {
                input type="hidden" name="key" value=(new_id());
                button type="submit" name="does" value="clone" { (text!("studies-copy")) }
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
            summary { (text!("studies-embed")) }
            label { "HTML" input type="text" readonly value=(snippet); }
        }
    }
}

/// What stands in the fields of a chapter.
#[derive(Debug, Default)]
struct Written {
    title: String,
    address: String,
    system: Option<String>,
    position: Option<String>,
    text: String,
}

impl Written {
    /// As a chapter is.
    fn of(chapter: &ChapterShown) -> Self {
        let mut written = Self {
            title: chapter.title.clone(),
            text: chapter.text.clone(),
            ..Self::default()
        };
        match &chapter.shows {
            None => {}
            Some(Shows::Game { game } | Shows::Variation { game }) => written.address = format!("/g/{game}"),
            Some(Shows::Moment { game, version }) => written.address = format!("/g/{game}/{version}"),
            Some(Shows::Position { system, state }) => {
                written.system = Some(system.clone());
                written.position = Some(state.to_string());
            }
        }
        written
    }

    /// As a form was sent.
    fn sent(fields: &Fields) -> Self {
        Self {
            title: fields.text("title").unwrap_or_default().to_owned(),
            address: fields.text("address").unwrap_or_default().to_owned(),
            system: fields.text("system").map(ToOwned::to_owned),
            position: fields.text("position").map(ToOwned::to_owned),
            text: fields.written("text").unwrap_or_default().to_owned(),
        }
    }
}

/// A form that was refused, with what was written in it; nothing for what is only a button.
pub(super) fn again(page: &str, sent: &Fields) -> Option<Markup> {
    let does = sent.text("does")?;
    let words = match does {
        "add" => text!("studies-add"),
        "edit" | "change" => text!("studies-save"),
        _ => return None,
    };
    Some(html! {
        form.study-form method="post" action=(page) {
            input type="hidden" name="does" value=(does);
            @if let Some(chapter) = sent.text("chapter") { input type="hidden" name="chapter" value=(chapter); }
            @if does == "add" { input type="hidden" name="key" value=(new_id()); }
            @if does == "change" {
                label { (text!("studies-field-title")) input type="text" name="title" required maxlength="100" autocomplete="off" value=(sent.text("title").unwrap_or_default()); }
                label { (text!("studies-field-text")) textarea name="text" rows="6" maxlength="20000" { (sent.written("text").unwrap_or_default()) } }
                label { (text!("studies-field-visibility")) select name="visibility" {
                    @for (_, name, words) in visibilities() { option value=(name) selected[sent.text("visibility") == Some(name)] { (words) } }
                } }
                label { (text!("studies-field-readers")) input type="text" name="readers" autocomplete="off" value=(sent.text("readers").unwrap_or_default()); }
            } @else {
                (fields(&Written::sent(sent)))
            }
            button.main type="submit" { (words) }
            " " a href=(page) data-does="back" { (text!("studies-cancel")) }
        }
    })
}

/// The fields of a chapter.
fn fields(written: &Written) -> Markup {
    let Written {
        title,
        address,
        system,
        position,
        text,
    } = written;
    html! {
        label { (text!("studies-field-title")) input type="text" name="title" required maxlength="100" autocomplete="off" value=(title); }
        label { (text!("studies-field-link")) input type="text" name="address" maxlength="300" autocomplete="off" placeholder="/g/…/40" value=(address); }
        details open[position.is_some()] {
            summary { (text!("studies-or-position")) }
            label { (text!("studies-field-system")) input type="text" name="system" maxlength="64" value=[system.as_ref()]; }
            label { (text!("studies-field-position")) textarea name="position" rows="3" { @if let Some(position) = position { (position) } } }
        }
        label { (text!("studies-field-text")) textarea name="text" rows="6" maxlength="20000" { (text) } }
    }
}

/// Another chapter; `moment` is the address of what it is to show, where somebody came from there.
pub(super) fn add(study: &StudyShown, moment: Option<&str>) -> Markup {
    let written = Written {
        address: moment.unwrap_or_default().to_owned(),
        ..Written::default()
    };
    html! {
        details.study-form #add open[study.chapters.is_empty() || moment.is_some()] {
            summary { (text!("studies-add-chapter")) }
            form method="post" action=(study.page) {
                input type="hidden" name="does" value="add";
                input type="hidden" name="key" value=(new_id());
                (fields(&written))
                button.main type="submit" { (text!("studies-add")) }
            }
        }
    }
}

/// Another title, other words, other readers.
pub(super) fn change(study: &StudyShown) -> Markup {
    html! {
        details.study-form {
            summary { (text!("studies-edit")) }
            form method="post" action=(study.page) {
                input type="hidden" name="does" value="change";
                label { (text!("studies-field-title")) input type="text" name="title" required maxlength="100" autocomplete="off" value=(study.title); }
                label { (text!("studies-field-text")) textarea name="text" rows="6" maxlength="20000" { (study.text) } }
                label { (text!("studies-field-visibility"))
                    select name="visibility" {
                        @for (visibility, name, words) in visibilities() {
                            option value=(name) selected[visibility == study.visibility] { (words) }
                        }
                    }
                }
                label { (text!("studies-field-readers")) input type="text" name="readers" autocomplete="off" value=(study.readers.join(", ")); }
                button.main type="submit" { (text!("studies-save")) }
            }
        }
    }
}

/// A chapter otherwise, elsewhere, or gone.
pub(super) fn edit(study: &StudyShown, place: usize) -> Markup {
    let chapter = &study.chapters[place];
    html! {
        details.study-form {
            summary { (text!("studies-edit-chapter")) }
            form method="post" action=(study.page) {
                input type="hidden" name="chapter" value=(chapter.number);
                (fields(&Written::of(chapter)))
                div.actions {
                    button.main type="submit" name="does" value="edit" { (text!("studies-save")) }
                    @if place > 0 { button type="submit" name="does" value="earlier" { (text!("studies-move-up")) } }
                    @if place + 1 < study.chapters.len() { button type="submit" name="does" value="later" { (text!("studies-move-down")) } }
                    button type="submit" name="does" value="remove" { (text!("studies-delete-chapter")) }
                }
            }
        }
    }
}
