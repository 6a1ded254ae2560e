//! Requests from the forms of the annotations.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_annotations::{Anchor, Drawing, LayerVisibility};
use hindsight_kernel::BoardPoint;
use hindsight_openapi::wire::{
    AnnotationForm, NewAnnotation, NewLayer, NewReply, PatchAnnotation, PatchLayer,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::aggregates::annotations::Reader;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, said_elsewhere, text};
use crate::games::IfMatch;
use crate::http::{Answer, Ctx};
use crate::pages::form::Fields;
use crate::pages::seen::RequestedView;

/// Does what a form says, then leads back to the moment.
pub(super) async fn post(mut ctx: Ctx) -> Answer {
    // A game that is not for these eyes or this hand comes first, whatever is sent to it.
    ctx.annotated_game().await?;
    let (_, body) = ctx.body().await?;
    let form = Fields::of::<AnnotationForm>(&body)?;
    let seen = RequestedView::at_path(&ctx).await?;
    let reader = seen.reader(&ctx);
    let services = &ctx.services;
    let if_match = form
        .number::<u64>("revision")?
        .map(|revision| IfMatch::Versions(vec![revision]));
    match form.needed("does")? {
        "annotate" => {
            services
                .annotations
                .annotate(reader, annotation(&form, seen.version)?, None)
                .await?;
        }
        "edit" => {
            let patch = PatchAnnotation {
                text: Some(form.written("text").unwrap_or_default().to_owned()),
                glyphs: Some(glyphs(&form)?),
                marks: Some(marks(&form)),
                ..PatchAnnotation::default()
            };
            let id = form.needed("annotation")?;
            services
                .annotations
                .edit_annotation(reader, id, patch, if_match.as_ref())
                .await?;
        }
        "undo" => {
            let id = form.needed("annotation")?;
            services
                .annotations
                .undo_annotation(reader, id, if_match.as_ref())
                .await?;
        }
        "remove" => {
            let id = form.needed("annotation")?;
            services
                .annotations
                .remove_annotation(reader, id, if_match.as_ref())
                .await?;
        }
        "reply" => {
            let new = NewReply {
                text: form.written("text").unwrap_or_default().to_owned(),
                to: form.number("to")?,
            };
            services
                .annotations
                .reply(reader, form.needed("annotation")?, new, None)
                .await?;
        }
        "remove-reply" => {
            let reply = form.number("reply")?.unwrap_or_default();
            services
                .annotations
                .remove_reply(reader, form.needed("annotation")?, reply)
                .await?;
        }
        "layer" => layer(&ctx, reader, &form).await?,
        other => {
            let known = [
                "annotate",
                "edit",
                "undo",
                "remove",
                "reply",
                "remove-reply",
                "layer",
            ];
            let reason = text!(
                "one-of-not",
                words = known.join(", ").clone(),
                other = quoted(other)
            );
            return Err(ApiError::body("/does", reason));
        }
    }
    let back = format!("{}#annotations", seen.address(seen.version));
    Ok(HttpResponse::SeeOther()
        .insert_header((header::LOCATION, back))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish())
}

async fn layer(ctx: &Ctx, reader: Reader<'_>, form: &Fields) -> ApiResult<()> {
    let title = form.text("title").unwrap_or_default().to_owned();
    let visibility: LayerVisibility =
        read(&json!(form.text("visibility").unwrap_or("public")), "/visibility")?;
    let readers: BTreeSet<String> = form
        .text("readers")
        .unwrap_or_default()
        .split(',')
        .map(|reader| reader.trim().to_owned())
        .filter(|reader| !reader.is_empty())
        .collect();
    if let Some(id) = form.text("layer") {
        let patch = PatchLayer {
            title: Some(title),
            visibility: Some(visibility),
            readers: Some(readers),
        };
        ctx.services.annotations.change_layer(reader, id, patch).await?;
    } else {
        let new = NewLayer {
            title,
            visibility,
            readers,
        };
        ctx.services.annotations.create_layer(reader, new, None).await?;
    }
    Ok(())
}

fn annotation(form: &Fields, version: u64) -> ApiResult<NewAnnotation> {
    let anchor = match form.text("about").unwrap_or("event") {
        "event" => Anchor::Event { version },
        "span" => Anchor::Span {
            from: version,
            to: form.needed_number("to")?,
        },
        "unit" => Anchor::Unit {
            version,
            unit: form.needed("unit")?.to_owned(),
        },
        "place" => Anchor::Place {
            version,
            at: point(form, "x", "y")?,
        },
        other => {
            let reason = text!("annotation-about", other = quoted(other));
            return Err(ApiError::body("/about", reason));
        }
    };
    let mut drawings: Vec<Drawing> = match form.text("drawings") {
        None => Vec::new(),
        Some(text) => {
            let value: Value =
                serde_json::from_str(text).map_err(|why| ApiError::body("/drawings", said_elsewhere(why)))?;
            read(&value, "/drawings")?
        }
    };
    drawings.extend(drawing(form)?);
    Ok(NewAnnotation {
        layer: form.text("layer").map(ToOwned::to_owned),
        anchor,
        text: form.written("text").unwrap_or_default().to_owned(),
        glyphs: glyphs(form)?,
        marks: marks(form),
        drawings,
    })
}

fn point(form: &Fields, x: &str, y: &str) -> ApiResult<BoardPoint> {
    Ok(BoardPoint::new(form.needed_number(x)?, form.needed_number(y)?))
}

fn read<T: DeserializeOwned>(value: &Value, path: &str) -> ApiResult<T> {
    T::deserialize(value).map_err(|why| ApiError::body(path, said_elsewhere(why)))
}

fn glyphs(form: &Fields) -> ApiResult<Vec<u8>> {
    ["glyph", "position", "observation"]
        .into_iter()
        .flat_map(|name| form.all(name).map(move |text| (name, text)))
        .map(|(name, text)| {
            text.parse()
                .map_err(|_| ApiError::body(format!("/{name}"), text!("glyph-number")))
        })
        .collect()
}

fn marks(form: &Fields) -> Vec<String> {
    form.all("mark").map(ToOwned::to_owned).collect()
}

/// The drawing that was given by numbers.
fn drawing(form: &Fields) -> ApiResult<Option<Drawing>> {
    let Some(kind) = form.text("draw") else {
        return Ok(None);
    };
    let colour = read(&json!(form.text("colour").unwrap_or("plain")), "/colour")?;
    let label = form.text("label").map(ToOwned::to_owned);
    let (from, to) = (point(form, "x1", "y1")?, point(form, "x2", "y2")?);
    Ok(Some(match kind {
        "arrow" => Drawing::Arrow {
            from,
            to,
            colour,
            label,
        },
        "circle" => Drawing::Circle {
            centre: from,
            radius: (to.x - from.x).hypot(to.y - from.y),
            colour,
            label,
        },
        "area" => Drawing::Area {
            outline: vec![
                from,
                BoardPoint::new(to.x, from.y),
                to,
                BoardPoint::new(from.x, to.y),
            ],
            colour,
            label,
        },
        "distance" => Drawing::Distance {
            from,
            to,
            length: 0.0,
            colour,
            label,
        },
        other => {
            let reason = text!("annotation-draws", other = quoted(other));
            return Err(ApiError::body("/draw", reason));
        }
    }))
}
