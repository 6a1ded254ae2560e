//! Reading of annotations, by who may read them.

use std::collections::BTreeMap;

use hindsight_annotations::{AnchorKind, Annotation};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    AnnotationHistory, AnnotationLayer, AnnotationPage, AnnotationShown, LayerList,
};
use hindsight_store::StreamId;

use super::shown::{self, AnnotationId};
use super::{Annotations, Reach, Reader, StoredLayer, reach};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};

/// Annotations on one page if nothing is said.
const PAGE: usize = 200;

/// Annotations with so many bytes end a page, however few they are; the next page goes on behind them.
const PAGE_BYTES: usize = 1 << 20;

/// The filter of the annotations that are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    /// What speaks of this version, as it stands now.
    pub version: Option<u64>,
    /// What stands here or later.
    pub from: Option<u64>,
    /// What stands here or earlier.
    pub to: Option<u64>,
    /// Of this subject, or of the account of this name.
    pub author: Option<String>,
    /// Of this layer.
    pub layer: Option<StreamId>,
    /// What speaks of such a thing.
    pub kind: Option<AnchorKind>,
    /// What speaks of this unit.
    pub unit: Option<String>,
    /// One's own removed ones too.
    pub removed: bool,
    /// Behind this place.
    pub cursor: Option<(u64, AnnotationId)>,
    /// How many.
    pub limit: Option<usize>,
}

/// A page of annotations with the tag that changes when it does.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundAnnotations {
    /// The page.
    pub page: AnnotationPage,
    /// The tag.
    pub etag: String,
}

impl Annotations {
    /// The layers of a game that somebody may read: those of the lists, and one besides that is asked for by its id.
    pub(crate) async fn layers_read(
        &self,
        reader: Reader<'_>,
        asked: Option<StreamId>,
    ) -> ApiResult<Vec<StoredLayer>> {
        let mut sheets = self.sheets(reader).await?;
        sheets.retain(|sheet| match reach_of(reader, sheet) {
            Reach::None => false,
            Reach::ById => asked == Some(sheet.id),
            Reach::Listed => true,
        });
        Ok(sheets)
    }

    /// A layer that somebody may read.
    pub(crate) async fn layer_read(&self, reader: Reader<'_>, id: &str) -> ApiResult<StoredLayer> {
        let missing = || ApiError::new(ProblemKind::NoSuchLayer, text!("no-such-layer", id = quoted(id)));
        let layer: StreamId = id.parse().map_err(|_| missing())?;
        let sheets = self.layers_read(reader, Some(layer)).await?;
        sheets
            .into_iter()
            .find(|sheet| sheet.id == layer)
            .ok_or_else(missing)
    }

    /// An annotation that somebody may read, with its layer.
    pub(crate) async fn annotation_read(
        &self,
        reader: Reader<'_>,
        id: &str,
    ) -> ApiResult<(StoredLayer, AnnotationId)> {
        let missing = || {
            ApiError::new(
                ProblemKind::NoSuchAnnotation,
                text!("no-such-annotation", id = quoted(id)),
            )
        };
        let found: AnnotationId = id.parse().map_err(|()| missing())?;
        let sheet = self
            .layer_read(reader, &found.layer.to_string())
            .await
            .map_err(|error| {
                if error.kind() == ProblemKind::NoSuchLayer {
                    missing()
                } else {
                    error
                }
            })?;
        let own = reader.caller.is_admin() || wrote(reader, &sheet);
        let annotation = sheet.layer.annotation(found.number).ok_or_else(missing)?;
        let later = reader.head.delay.is_some() && annotation.now().anchor.to() > reader.head.version();
        if (annotation.now().removed && !own) || later {
            return Err(missing());
        }
        Ok((sheet, found))
    }

    /// The layers of a game.
    pub async fn layer_list(&self, reader: Reader<'_>) -> ApiResult<LayerList> {
        let sheets = self.layers_read(reader, None).await?;
        let names = self.names(reader, &sheets).await?;
        Ok(LayerList {
            game: reader.head.id.to_string(),
            items: sheets.iter().map(|sheet| shown::layer(sheet, &names)).collect(),
        })
    }

    /// One layer.
    pub async fn layer(&self, reader: Reader<'_>, id: &str) -> ApiResult<AnnotationLayer> {
        let sheet = self.layer_read(reader, id).await?;
        self.describe_layer(reader, &sheet).await
    }

    /// A layer as it is told.
    pub(crate) async fn describe_layer(
        &self,
        reader: Reader<'_>,
        sheet: &StoredLayer,
    ) -> ApiResult<AnnotationLayer> {
        let names = self.names(reader, std::slice::from_ref(sheet)).await?;
        Ok(shown::layer(sheet, &names))
    }

    /// One annotation with its tag.
    pub async fn annotation(&self, reader: Reader<'_>, id: &str) -> ApiResult<(AnnotationShown, String)> {
        let (sheet, id) = self.annotation_read(reader, id).await?;
        self.annotation_with_tag(reader, &sheet, id.number).await
    }

    /// An annotation of a layer as it is told, with its tag.
    pub(crate) async fn annotation_with_tag(
        &self,
        reader: Reader<'_>,
        sheet: &StoredLayer,
        number: u32,
    ) -> ApiResult<(AnnotationShown, String)> {
        let annotation = sheet
            .layer
            .annotation(number)
            .ok_or_else(|| ApiError::fault("telling an annotation", "it is not there"))?;
        let standing = self.standings(reader).await?.of(&annotation.now().anchor);
        let names = self.names(reader, std::slice::from_ref(sheet)).await?;
        let tag = shown::annotation_tag(sheet, annotation, &names);
        Ok((shown::annotation(sheet, annotation, standing, &names), tag))
    }

    /// Every state that an annotation had.
    pub async fn annotation_history(&self, reader: Reader<'_>, id: &str) -> ApiResult<AnnotationHistory> {
        let (sheet, id) = self.annotation_read(reader, id).await?;
        let annotation = sheet.layer.annotation(id.number);
        let annotation = annotation
            .ok_or_else(|| ApiError::fault("telling an annotation's history", "it is not there"))?;
        let names = self.names(reader, std::slice::from_ref(&sheet)).await?;
        Ok(shown::history(&sheet, id, annotation, &names))
    }

    /// A page of what is said of a game.
    pub async fn annotations_found(
        &self,
        reader: Reader<'_>,
        wanted: &Wanted,
    ) -> ApiResult<FoundAnnotations> {
        let sheets = self.layers_read(reader, wanted.layer).await?;
        if let Some(layer) = wanted.layer
            && !sheets.iter().any(|sheet| sheet.id == layer)
        {
            return Err(ApiError::new(
                ProblemKind::NoSuchLayer,
                text!("no-such-layer-id", layer = layer.to_string()),
            ));
        }
        let standings = self.standings(reader).await?;
        let names = self.names(reader, &sheets).await?;
        let author = match &wanted.author {
            Some(name) => Some(self.accounts.subject_named(name).await?),
            None => None,
        };
        let mut found: BTreeMap<(u64, AnnotationId), (&StoredLayer, &Annotation)> = BTreeMap::new();
        for sheet in &sheets {
            let own = reader.caller.is_admin() || wrote(reader, sheet);
            if wanted.layer.is_some_and(|layer| layer != sheet.id) {
                continue;
            }
            for annotation in sheet.layer.annotations() {
                let id = AnnotationId {
                    layer: sheet.id,
                    number: annotation.number,
                };
                let (from, to) = standings.stretch(&annotation.now().anchor);
                let hidden = annotation.now().removed && !(wanted.removed && own);
                // Nobody is found by a name that the layer does not tell.
                let is_told = |author: &String| {
                    *author == sheet.layer.author
                        && (wrote(reader, sheet) || names.unnamed(sheet, author).is_none())
                };
                let theirs = author.as_ref().is_none_or(is_told);
                // Who is behind the table does not hear what is said there of what they have not seen.
                let later = reader.head.delay.is_some() && to > reader.head.version();
                if !hidden && !later && theirs && wanted.fits(annotation, (from, to)) {
                    found.insert((from, id), (sheet, annotation));
                }
            }
        }
        let limit = wanted.limit.unwrap_or(PAGE);
        let behind = |key: &(u64, AnnotationId)| wanted.cursor.is_none_or(|cursor| *key > cursor);
        let mut rest = found.iter().filter(|(key, _)| behind(key));
        let mut items = Vec::new();
        let mut last = None;
        let mut room = PAGE_BYTES;
        for (key, (sheet, annotation)) in rest.by_ref().take(limit) {
            let standing = standings.of(&annotation.now().anchor);
            room = room.saturating_sub(annotation.bytes());
            items.push(shown::annotation(sheet, annotation, standing, &names));
            last = Some(key);
            if room == 0 {
                break;
            }
        }
        let next = rest.next().and(last).map(|(from, id)| format!("{from}-{id}"));
        let layers = sheets.iter().map(|sheet| shown::layer(sheet, &names)).collect();
        let page = AnnotationPage {
            game: reader.head.id.to_string(),
            version: reader.head.version(),
            layers,
            items,
            next,
        };
        let mut hasher = blake3::Hasher::new();
        let whom = reader.caller.subject().unwrap_or_default();
        hasher.update(format!("{whom}\n{wanted:?}\n{}", reader.head.version()).as_bytes());
        hasher.update(names.fingerprint().as_bytes());
        for sheet in &sheets {
            hasher.update(format!("\n{} {}", sheet.id, sheet.layer.version).as_bytes());
        }
        let etag = format!(
            "\"a{}-{}\"",
            &hasher.finalize().to_hex()[..16],
            crate::base::error::RELEASE
        );
        Ok(FoundAnnotations { page, etag })
    }
}

/// Whether a layer is the reader's own.
pub(crate) fn wrote(reader: Reader<'_>, sheet: &StoredLayer) -> bool {
    reader.caller.reads_annotations(reader.head.id).as_deref() == Some(sheet.layer.author.as_str())
}

fn reach_of(reader: Reader<'_>, sheet: &StoredLayer) -> Reach {
    // The text of a game that hides something is for those alone who may know all of it.
    let open = !sheet.from_text
        || reader.head.over
        || !reader.head.secrets
        || reader.sight.viewer == hindsight_kernel::Viewer::Everything;
    reach(&sheet.layer, reader.head.id, reader.caller, open)
}

impl Wanted {
    fn fits(&self, annotation: &Annotation, (from, to): (u64, u64)) -> bool {
        let anchor = &annotation.now().anchor;
        self.version.is_none_or(|version| (from..=to).contains(&version))
            && self.from.is_none_or(|least| from >= least)
            && self.to.is_none_or(|most| from <= most)
            && self.kind.is_none_or(|kind| kind == anchor.kind())
            && self
                .unit
                .as_deref()
                .is_none_or(|unit| anchor.unit() == Some(unit))
    }
}
