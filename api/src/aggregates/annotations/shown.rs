//! Layers and annotations as they are told.

use std::fmt;
use std::str::FromStr;

use hindsight_annotations::{Annotation, LayerStanding, Refused, Reply};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    AnnotationHistory, AnnotationLayer, AnnotationShown, GlyphShown, MarkShown, ReplyShown, RevisionShown,
};
use hindsight_store::StreamId;

use super::names::Names;
use super::{StoredLayer, html};
use crate::base::error::{ApiError, RELEASE};
use crate::base::time_text;

/// The id of an annotation: its layer's, a hyphen, its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnnotationId {
    /// The layer.
    pub layer: StreamId,
    /// The number.
    pub number: u32,
}

impl fmt::Display for AnnotationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.layer, self.number)
    }
}

impl FromStr for AnnotationId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (layer, number) = text.split_once('-').ok_or(())?;
        let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        if !plain {
            return Err(());
        }
        Ok(Self {
            layer: layer.parse().map_err(drop)?,
            number: number.parse().map_err(drop)?,
        })
    }
}

/// What was refused, as the problem that says so.
pub(crate) fn refused(refused: Refused) -> ApiError {
    let words = refused.message();
    match refused {
        Refused::Fault(fault) => ApiError::body(fault.path, fault.reason),
        Refused::Accepted(_) => ApiError::body("/does", words),
        Refused::NotYours => ApiError::new(ProblemKind::Forbidden, words),
        Refused::NoAnnotation(_) | Refused::NoReply(_) | Refused::Removed => {
            ApiError::new(ProblemKind::NoSuchAnnotation, words)
        }
        Refused::NothingToUndo | Refused::NotRemoved => ApiError::new(ProblemKind::NothingToUndo, words),
        Refused::Full { what, most } => {
            ApiError::new(ProblemKind::LimitReached, words).limit(&what.to_string(), most)
        }
    }
}

/// The tag of an annotation: its revision decides; its layer's version tells answers apart, and what all are called.
pub(crate) fn annotation_tag(sheet: &StoredLayer, annotation: &Annotation, names: &Names<'_>) -> String {
    format!(
        "\"{}.{}.{}-{RELEASE}\"",
        annotation.now().number,
        sheet.layer.version,
        &blake3::hash(names.fingerprint().as_bytes()).to_hex()[..8]
    )
}

/// A layer as it is told.
pub(crate) fn layer(sheet: &StoredLayer, names: &Names<'_>) -> AnnotationLayer {
    let told = names.author(sheet, &sheet.layer.author);
    let yours = told.you || names.reader.caller.is_admin();
    AnnotationLayer {
        id: sheet.id.to_string(),
        game: names.reader.head.id.to_string(),
        title: names.title(sheet),
        author: told,
        visibility: sheet.layer.visibility,
        readers: if yours {
            sheet
                .layer
                .readers
                .iter()
                .map(|reader| names.of(reader).to_owned())
                .collect()
        } else {
            Vec::new()
        },
        version: sheet.layer.version,
        annotations: sheet
            .layer
            .annotations()
            .filter(|annotation| !annotation.now().removed)
            .count(),
        from_text: sheet.from_text,
        created_at: time_text(sheet.layer.created_ms),
    }
}

/// An annotation as it is told.
pub(crate) fn annotation(
    sheet: &StoredLayer,
    annotation: &Annotation,
    standing: LayerStanding,
    names: &Names<'_>,
) -> AnnotationShown {
    let now = annotation.now();
    AnnotationShown {
        id: AnnotationId {
            layer: sheet.id,
            number: annotation.number,
        }
        .to_string(),
        layer: sheet.id.to_string(),
        number: annotation.number,
        revision: now.number,
        author: names.author(sheet, &sheet.layer.author),
        anchor: now.anchor.clone(),
        standing,
        html: html(&now.remark.text),
        text: now.remark.text.clone(),
        glyphs: now
            .remark
            .glyphs
            .iter()
            .map(|number| GlyphShown::of(*number))
            .collect(),
        marks: now.remark.marks.iter().map(|name| MarkShown::of(name)).collect(),
        drawings: now.remark.drawings.clone(),
        replies: annotation
            .replies
            .iter()
            .map(|said| reply(sheet, said, names))
            .collect(),
        created_at: time_text(annotation.first().at_ms),
        changed_at: time_text(now.at_ms),
        removed: now.removed,
    }
}

fn reply(sheet: &StoredLayer, said: &Reply, names: &Names<'_>) -> ReplyShown {
    let shown = |text: &str| {
        if said.removed {
            String::new()
        } else {
            text.to_owned()
        }
    };
    ReplyShown {
        number: said.number,
        to: said.to,
        depth: said.depth,
        author: (!said.removed).then(|| names.author(sheet, &said.by)),
        html: if said.removed {
            String::new()
        } else {
            html(&said.text)
        },
        text: shown(&said.text),
        created_at: time_text(said.at_ms),
        changed_at: said.edited_ms.map(time_text),
        removed: said.removed,
    }
}

/// An annotation's history as it is told.
pub(crate) fn history(
    sheet: &StoredLayer,
    id: AnnotationId,
    annotation: &Annotation,
    names: &Names<'_>,
) -> AnnotationHistory {
    AnnotationHistory {
        id: id.to_string(),
        items: annotation
            .revisions()
            .iter()
            .map(|revision| RevisionShown {
                revision: revision.number,
                change: revision.change,
                by: names.author(sheet, &revision.by),
                at: time_text(revision.at_ms),
                anchor: revision.anchor.clone(),
                text: revision.remark.text.clone(),
                glyphs: revision.remark.glyphs.clone(),
                marks: revision.remark.marks.clone(),
                drawings: revision.remark.drawings.clone(),
                removed: revision.removed,
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_as_it_is_written() {
        let id = "01KAG6Q2Y7M3V9XWZ4T5B8C0DA-12";
        assert_eq!(id.parse::<AnnotationId>().unwrap().to_string(), id);
        for wrong in [
            "",
            "12",
            "01KAG6Q2Y7M3V9XWZ4T5B8C0DA",
            "01KAG6Q2Y7M3V9XWZ4T5B8C0DA-",
            "01KAG6Q2Y7M3V9XWZ4T5B8C0DA-0",
            "01KAG6Q2Y7M3V9XWZ4T5B8C0DA-+1",
            "01KAG6Q2Y7M3V9XWZ4T5B8C0DA-99999999999",
        ] {
            assert!(wrong.parse::<AnnotationId>().is_err(), "{wrong}");
        }
    }
}
