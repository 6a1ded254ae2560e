//! The packs of the server, and a form that takes one in: as JSON, or made of files from elsewhere.

use actix_web::HttpMessage;
use hindsight_engine::{System, systems};
use hindsight_incoming_text::without_mark;
use hindsight_kernel::{ImportFile, ImportedPack, PackImport, PackTitle, Taken};
use hindsight_openapi::wire::Pack;
use maud::{Markup, html};
use serde_json::Value;

use super::form::Fields;
use super::house::{Page, wide};
use super::links::query;
use super::outcomes::wrong;
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::PackRegistry;
use crate::games::packs::known_system;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, answered};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("packsPage", show);
    mounts.form::<UploadForm>("uploadPack");
}

async fn show(ctx: Ctx) -> Answer {
    let page = page(&ctx, None, &Fields::default(), None).await?;
    Ok(page.answer(&ctx.req))
}

/// The fields of the form.
const FIELDS: [&str; 6] = ["kind", "id", "name", "text", "more", "files"];

/// How many uploaded packs the page lists.
const LISTED: usize = 200;

/// A pack that came in, and what became of the files it was made of.
struct Came {
    pack: Pack,
    imported: Option<ImportedPack>,
}

/// The pack that was made of the files of a request, for the page that tells how much was taken over.
struct Made(ImportedPack);

/// The form by which a pack is uploaded. Its kind is a system, or a system and a form of files.
struct UploadForm;

impl PageForm for UploadForm {
    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::known(sent, &FIELDS)?;
        let kind = fields
            .text("kind")
            .ok_or_else(|| ApiError::body("/kind", text!("pack-kind")))?;
        let (system, form) = match kind.split_once('/') {
            Some((system, form)) => (system, Some(form)),
            None => (kind, None),
        };
        let system = known_system(system)?;
        let pack = if let Some(form) = form {
            made_of_files(ctx, system, form, &fields).await?
        } else {
            let text = fields
                .written("text")
                .ok_or_else(|| ApiError::body("/text", text!("pack-json")))?;
            serde_json::from_str(without_mark(text))
                .map_err(|why| ApiError::body("/text", text!("pack-json-fault", why = why.to_string())))?
        };
        Ok(FormRequest::json(&pack)?.query("system", system.id()))
    }

    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        match (outcome, Fields::known(sent, &FIELDS)) {
            (Ok(answer), _) => {
                let imported = ctx.req.extensions_mut().remove::<Made>();
                let came = Came {
                    pack: answered(answer).await?,
                    imported: imported.map(|Made(imported)| imported),
                };
                let page = page(&ctx, None, &Fields::default(), Some(&came)).await?;
                Ok(page.answer(&ctx.req))
            }
            (Err(error), Ok(fields))
                if (400..500).contains(&error.kind().status()) && error.kind().status() != 429 =>
            {
                let page = page(&ctx, Some(&error), &fields, None).await?;
                Ok(page.answer_as(error.kind().status(), &ctx.req))
            }
            (Err(error), _) => Err(error),
        }
    }
}

/// Makes a pack of the files that a form holds.
async fn made_of_files(
    ctx: &Ctx,
    system: &'static dyn System,
    form: &str,
    fields: &Fields,
) -> ApiResult<Value> {
    let id = fields.text("id").unwrap_or(form).to_owned();
    let named = PackTitle {
        name: fields.text("name").unwrap_or(&id).to_owned(),
        id,
    };
    let files = files(fields)?;
    let imported = ctx
        .services
        .packs
        .made_of_files(system, form.to_owned(), files, named)
        .await?;
    let pack = imported.pack.clone();
    ctx.req.extensions_mut().insert(Made(imported));
    Ok(pack)
}

/// The files that were chosen, or what was pasted.
fn files(fields: &Fields) -> ApiResult<Vec<ImportFile>> {
    let mut files = Vec::new();
    if let Some(chosen) = fields.written("files") {
        let expected = text!("pack-files");
        let Ok(Value::Object(chosen)) = serde_json::from_str(chosen) else {
            return Err(ApiError::body("/files", expected));
        };
        for (name, text) in chosen {
            let Value::String(text) = text else {
                return Err(ApiError::body("/files", expected));
            };
            files.push(ImportFile { name, text });
        }
    }
    for (field, name) in [("text", "first file"), ("more", "second file")] {
        if let Some(text) = fields.written(field) {
            files.push(ImportFile {
                name: name.to_owned(),
                text: text.to_owned(),
            });
        }
    }
    if files.is_empty() {
        return Err(ApiError::body("/files", text!("pack-file-needed")));
    }
    Ok(files)
}

async fn page(
    ctx: &Ctx,
    refused: Option<&ApiError>,
    entered: &Fields,
    came: Option<&Came>,
) -> ApiResult<Page<'static>> {
    let mut packs = PackRegistry::built_in(None);
    let (uploaded, _) = ctx.services.packs.uploaded(None, None, LISTED).await?;
    packs.extend(uploaded);
    let may = ctx.caller.has(Scope::PackWrite);
    let body = html! {
        h1 { (text!("packs-packs")) }
        p.lead { (text!("packs-pack-holds-units")) }
        @if let Some(came) = came { (what_came(came)) }
        (wrong(refused))
        (list(&packs))
        h2 #take { (text!("packs-upload-pack")) }
        @if may { (form(entered)) }
        @else { p.hint { (text!("packs-stewards-administrators-server")) " " a href="/signin?next=%2Fpacks" { (text!("packs-sign")) } } }
        p.quiet {
            (text!(
                "packs-for-programs";
                request = html! { code { "POST /v1/packs?system=…" } },
                command = html! { code { "hindsight pack import" } }
            ))
        }
    };
    Ok(Page {
        scripts: &["packs.js"],
        class: "text",
        ..Page::plain(text!("packs-packs"), body)
    })
}

fn list(packs: &[Pack]) -> Markup {
    let title =
        |id: &str| known_system(id).map_or_else(|_| id.to_owned(), |system| system.title().to_owned());
    wide(
        text!("packs-all-packs"),
        &html! {
            table {
                thead { tr { th { (text!("packs-pack")) } th { (text!("packs-system")) } th { (text!("packs-version")) } th { (text!("packs-from")) } th { (text!("packs-play")) } } }
                tbody {
                    @for pack in packs {
                        tr {
                            th scope="row" { a href=(format!("/v1/packs/{}", pack.hash)) { (pack.name) } }
                            td { a href=(format!("/systems/{}", pack.system)) { (title(&pack.system)) } }
                            td { (pack.version) }
                            td.one-line { @if pack.built_in { (text!("packs-built")) } @else { (text!("packs-uploaded")) } }
                            td.one-line { (play(pack)) }
                        }
                    }
                }
            }
        },
    )
}

/// The form of a new game, which offers the packs of its system.
fn play(pack: &Pack) -> Markup {
    let mut with = vec![("system", &*pack.system)];
    if !pack.built_in {
        with.push(("pack", &*pack.hash));
    }
    html! { a href=(format!("/new{}", query(with))) { (text!("packs-new-game")) } }
}

/// All that the form takes: packs of each system as they are, and files that packs are made of.
fn kinds() -> Vec<(&'static dyn System, Option<PackImport>)> {
    let forms = systems().iter().flat_map(|system| {
        system
            .pack_imports()
            .into_iter()
            .map(|form| (*system, Some(form)))
    });
    forms
        .chain(systems().iter().map(|system| (*system, None)))
        .collect()
}

fn form(entered: &Fields) -> Markup {
    let was = |name: &str| entered.text(name);
    html! {
        form.fields.import method="post" action="/packs" {
            label { span { (text!("packs-format")) }
                select name="kind" {
                    @for (system, form) in kinds() {
                        @let value = form.map_or_else(|| system.id().to_owned(), |form| format!("{}/{}", system.id(), form.id));
                        option value=(value) selected[was("kind") == Some(&*value)] {
                            (system.title()) ": " (form.map_or("a pack as JSON", |form| form.name))
                        }
                    }
                }
            }
            @for (_, form) in kinds() {
                @if let Some(form) = form { p.quiet { b { (form.name) } ": " (form.about) } }
            }
            label { span { (text!("packs-id")) " " span.quiet { (text!("packs-files-made-lower")) } }
                input type="text" name="id" maxlength="32" autocomplete="off" value=[was("id")]; }
            label { span { (text!("packs-name")) " " span.quiet { (text!("packs-optional")) } }
                input type="text" name="name" maxlength="80" autocomplete="off" value=[was("name")]; }
            label hidden data-does="choose-files" { span { (text!("packs-files")) } input type="file" accept=".json,application/json" multiple; }
            p.quiet hidden data-does="chosen-files" role="status" {}
            input type="hidden" name="files" value="";
            label { span { (text!("packs-pasted")) " " span.quiet { (text!("packs-pack-one-files")) } }
                textarea name="text" rows="8" spellcheck="false" autocomplete="off" { (entered.written("text").unwrap_or_default()) } }
            label { span { (text!("packs-pasted-another")) " " span.quiet { (text!("packs-optional")) } }
                textarea name="more" rows="3" spellcheck="false" autocomplete="off" { (entered.written("more").unwrap_or_default()) } }
            button.main type="submit" { (text!("packs-upload")) }
        }
    }
}

/// What came in, and how much of the files is live and how much is text.
fn what_came(came: &Came) -> Markup {
    html! {
        section.once aria-labelledby="came" {
            h2 #came { (text!("packs-is-here", name = &came.pack.name)) }
            p { (text!("packs-play-with"; play = play(&came.pack), json = html! { a href=(format!("/v1/packs/{}", came.pack.hash)) { (text!("packs-json")) } })) }
            @if let Some(imported) = &came.imported {
                (wide(text!("packs-what-was-taken"), &taken_over(&imported.taken)))
                p.quiet { (text!("packs-engine-follows-what")) }
                @if !imported.notes.is_empty() {
                    details {
                        summary { (text!("packs-left-out", count = imported.notes.len())) }
                        ul { @for note in &imported.notes { li { (note.to_string()) } } }
                    }
                }
            }
        }
    }
}

fn taken_over(all: &[Taken]) -> Markup {
    html! {
        table {
            thead { tr { th { (text!("packs-kind")) } th { (text!("packs-all")) } th { (text!("packs-live")) } th { (text!("packs-part")) } th { (text!("packs-as-text")) } } }
            tbody {
                @for taken in all {
                    tr {
                        th scope="row" { (taken.what) }
                        td { (taken.all) }
                        @for share in [taken.live, taken.partly, taken.text] {
                            td { @if let Some(share) = share { (share) } @else { "–" } }
                        }
                    }
                }
            }
        }
    }
}
