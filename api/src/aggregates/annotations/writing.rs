//! Saying something of a game, saying it otherwise, answering.

use std::collections::BTreeSet;

use hindsight_annotations::decide::{checked_readers, checked_title};
use hindsight_annotations::{Anchor, Layer, LayerCommand, LayerVisibility, Remark};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    AnnotationLayer, AnnotationShown, NewAnnotation, NewLayer, NewReply, PatchAnnotation, PatchLayer,
};

use super::names::first_title;
use super::shown::refused;
use super::{Annotations, Reader, StoredLayer};
use crate::base::error::{ApiError, ApiResult, Versioned};
use crate::base::limits::LAYERS;
use crate::base::messages::{quoted, text};
use crate::base::new_id;
use crate::base::secrets::derived_id;
use crate::games::IfMatch;

/// An annotation that was written, with its tag.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenAnnotation {
    /// The annotation.
    pub annotation: AnnotationShown,
    /// Its tag.
    pub etag: String,
    /// The request had been answered before.
    pub repeated: bool,
}

/// Whether an annotation is still in the state that was decided by.
fn unchanged(layer: &Layer, number: u32, if_match: Option<&IfMatch>) -> ApiResult<()> {
    match (if_match, layer.annotation(number)) {
        (Some(known), Some(annotation)) => {
            known.check(Versioned::Annotation, u64::from(annotation.now().number))
        }
        (None, _) | (_, None) => Ok(()),
    }
}

impl Annotations {
    /// Says something of a game, in a layer of one's own.
    pub async fn annotate(
        &self,
        reader: Reader<'_>,
        new: NewAnnotation,
        key: Option<&str>,
    ) -> ApiResult<WrittenAnnotation> {
        let by = &reader.writer()?;
        let remark = Remark {
            text: new.text,
            glyphs: new.glyphs,
            marks: new.marks,
            drawings: new.drawings,
        };
        // Before a layer is made for it.
        let fault = |fault| refused(hindsight_annotations::Refused::Fault(fault));
        new.anchor.check(reader.head.version()).map_err(fault)?;
        remark.check().map_err(fault)?;
        self.check_unit(reader, &new.anchor).await?;
        let sheet = match &new.layer {
            Some(id) => self.own_layer(reader, by, id).await?,
            None => self.first_layer_of(reader, by).await?,
        };
        let command = LayerCommand::Add {
            anchor: new.anchor,
            remark,
        };
        self.write(reader, &sheet, by, command, key, None).await
    }

    /// Says it otherwise, or brings it back.
    pub async fn edit_annotation(
        &self,
        reader: Reader<'_>,
        id: &str,
        patch: PatchAnnotation,
        if_match: Option<&IfMatch>,
    ) -> ApiResult<WrittenAnnotation> {
        let by = &reader.writer()?;
        let (sheet, id) = self.annotation_read(reader, id).await?;
        let number = id.number;
        let PatchAnnotation {
            anchor,
            text,
            glyphs,
            marks,
            drawings,
            removed,
        } = patch;
        let says =
            anchor.is_some() || text.is_some() || glyphs.is_some() || marks.is_some() || drawings.is_some();
        match removed {
            Some(true) => {
                return Err(ApiError::body("/removed", text!("annotation-remove")));
            }
            Some(false) if says => {
                return Err(ApiError::body("/removed", text!("annotation-bring-back")));
            }
            Some(false) => {
                let command = LayerCommand::Restore { number };
                return self.write(reader, &sheet, by, command, None, if_match).await;
            }
            None if !says => return Err(ApiError::body("", text!("annotation-no-change"))),
            None => {}
        }
        if let Some(anchor) = &anchor {
            anchor
                .check(reader.head.version())
                .map_err(|fault| refused(hindsight_annotations::Refused::Fault(fault)))?;
            self.check_unit(reader, anchor).await?;
        }
        let annotation = sheet.layer.annotation(number);
        let now = annotation
            .ok_or_else(|| ApiError::fault("editing an annotation", "it is not there"))?
            .now();
        let command = LayerCommand::Edit {
            number,
            anchor: anchor.unwrap_or_else(|| now.anchor.clone()),
            remark: Remark {
                text: text.unwrap_or_else(|| now.remark.text.clone()),
                glyphs: glyphs.unwrap_or_else(|| now.remark.glyphs.clone()),
                marks: marks.unwrap_or_else(|| now.remark.marks.clone()),
                drawings: drawings.unwrap_or_else(|| now.remark.drawings.clone()),
            },
        };
        // What was left out is as it was read: a change in between would be undone by it.
        let read = IfMatch::Versions(vec![u64::from(now.number)]);
        let if_match = match if_match {
            Some(IfMatch::Versions(known)) => IfMatch::Versions(known.clone()),
            Some(IfMatch::Any) | None => read,
        };
        self.write(reader, &sheet, by, command, None, Some(&if_match))
            .await
    }

    /// Takes it away.
    pub async fn remove_annotation(
        &self,
        reader: Reader<'_>,
        id: &str,
        if_match: Option<&IfMatch>,
    ) -> ApiResult<()> {
        let by = &reader.writer()?;
        let (sheet, id) = self.annotation_read(reader, id).await?;
        let command = LayerCommand::Remove { number: id.number };
        self.write(reader, &sheet, by, command, None, if_match)
            .await
            .map(drop)
    }

    /// Undoes the last change of it.
    pub async fn undo_annotation(
        &self,
        reader: Reader<'_>,
        id: &str,
        if_match: Option<&IfMatch>,
    ) -> ApiResult<WrittenAnnotation> {
        let by = &reader.writer()?;
        let (sheet, id) = self.annotation_read(reader, id).await?;
        let command = LayerCommand::Undo { number: id.number };
        self.write(reader, &sheet, by, command, None, if_match).await
    }

    /// Answers an annotation.
    pub async fn reply(
        &self,
        reader: Reader<'_>,
        id: &str,
        new: NewReply,
        key: Option<&str>,
    ) -> ApiResult<WrittenAnnotation> {
        let by = &reader.writer()?;
        let (sheet, id) = self.annotation_read(reader, id).await?;
        let command = LayerCommand::Reply {
            number: id.number,
            to: new.to,
            text: new.text,
        };
        self.write(reader, &sheet, by, command, key, None).await
    }

    /// Says an answer otherwise.
    pub async fn edit_reply(
        &self,
        reader: Reader<'_>,
        id: &str,
        reply: u32,
        text: String,
    ) -> ApiResult<WrittenAnnotation> {
        let by = &reader.writer()?;
        let (sheet, id) = self.annotation_read(reader, id).await?;
        let command = LayerCommand::EditReply {
            number: id.number,
            reply,
            text,
        };
        self.write(reader, &sheet, by, command, None, None).await
    }

    /// Takes an answer away.
    pub async fn remove_reply(&self, reader: Reader<'_>, id: &str, reply: u32) -> ApiResult<()> {
        let by = &reader.writer()?;
        let (sheet, id) = self.annotation_read(reader, id).await?;
        let command = LayerCommand::RemoveReply {
            number: id.number,
            reply,
        };
        self.write(reader, &sheet, by, command, None, None)
            .await
            .map(drop)
    }

    /// Makes a layer; the flag says that it had been made before.
    pub async fn create_layer(
        &self,
        reader: Reader<'_>,
        new: NewLayer,
        key: Option<&str>,
    ) -> ApiResult<(AnnotationLayer, bool)> {
        let by = &reader.writer()?;
        let fault = |fault| refused(hindsight_annotations::Refused::Fault(fault));
        let title = checked_title(&new.title).map_err(fault)?;
        checked_readers(&new.readers).map_err(fault)?;
        let readers = self.accounts.subjects_named(&new.readers).await?;
        let _turn = self.store.turn_of(by).await;
        self.room_for_a_layer(reader, by).await?;
        let id = key.map_or_else(new_id, |key| {
            let name = format!("annotations\n{}\nlayer\n{by}\n{key}", reader.head.id);
            derived_id(&self.secret, &name)
        });
        let given = self
            .make(reader, id, by, (&title, new.visibility, readers))
            .await?;
        let told = self.describe_layer(reader, &given.sheet).await?;
        Ok((told, given.repeated))
    }

    /// Changes a layer.
    pub async fn change_layer(
        &self,
        reader: Reader<'_>,
        id: &str,
        patch: PatchLayer,
    ) -> ApiResult<AnnotationLayer> {
        let by = &reader.writer()?;
        let sheet = self.layer_read(reader, id).await?;
        let readers = match &patch.readers {
            None => None,
            Some(readers) => {
                checked_readers(readers)
                    .map_err(|fault| refused(hindsight_annotations::Refused::Fault(fault)))?;
                Some(self.accounts.subjects_named(readers).await?)
            }
        };
        let command = LayerCommand::Change {
            title: patch.title,
            visibility: patch.visibility,
            readers,
        };
        let given = self.give(reader, &sheet, by, command, None, |_| Ok(())).await?;
        self.describe_layer(reader, &given.sheet).await
    }

    async fn write(
        &self,
        reader: Reader<'_>,
        sheet: &StoredLayer,
        by: &str,
        command: LayerCommand,
        key: Option<&str>,
        if_match: Option<&IfMatch>,
    ) -> ApiResult<WrittenAnnotation> {
        let spoken_of = number_of(&command);
        let check = |layer: &Layer| match spoken_of {
            Some(number) => unchanged(layer, number, if_match),
            None => Ok(()),
        };
        let given = self.give(reader, sheet, by, command, key, check).await?;
        let number = given
            .number
            .or(spoken_of)
            .ok_or_else(|| ApiError::fault("annotating", "nothing was said"))?;
        let (annotation, etag) = self.annotation_with_tag(reader, &given.sheet, number).await?;
        Ok(WrittenAnnotation {
            annotation,
            etag,
            repeated: given.repeated,
        })
    }

    /// A layer in which somebody may write.
    pub(crate) async fn own_layer(&self, reader: Reader<'_>, by: &str, id: &str) -> ApiResult<StoredLayer> {
        let sheet = self.layer_read(reader, id).await?;
        if sheet.layer.author == by {
            return Ok(sheet);
        }
        Err(ApiError::new(ProblemKind::Forbidden, text!("layer-of-other")))
    }

    /// Somebody's first layer of a game, made if there is none.
    pub(crate) async fn first_layer_of(&self, reader: Reader<'_>, by: &str) -> ApiResult<StoredLayer> {
        let id = self.first_layer(reader.head.id, by);
        let sheets = self.sheets(reader).await?;
        if let Some(sheet) = sheets.into_iter().find(|sheet| sheet.id == id) {
            return Ok(sheet);
        }
        let _turn = self.store.turn_of(by).await;
        self.room_for_a_layer(reader, by).await?;
        let title = String::from(first_title(self.accounts.name_of(by).await?));
        let title: String = title.chars().take(hindsight_annotations::limits::TITLE).collect();
        let made = (title.as_str(), LayerVisibility::Public, BTreeSet::new());
        let given = self.make(reader, id, by, made).await?;
        Ok(given.sheet)
    }

    async fn room_for_a_layer(&self, reader: Reader<'_>, by: &str) -> ApiResult<()> {
        let sheets = self.sheets(reader).await?;
        let own = sheets.iter().filter(|sheet| sheet.layer.author == by).count();
        for (count, most, whose) in [
            (own, LAYERS, hindsight_annotations::decide::OWN_LAYERS),
            (
                sheets.len(),
                LAYERS_OF_A_GAME,
                hindsight_annotations::decide::ALL_LAYERS,
            ),
        ] {
            if count >= most {
                return Err(refused(hindsight_annotations::Refused::Full {
                    what: whose,
                    most,
                }));
            }
        }
        Ok(())
    }

    /// Whether the unit that an anchor names is one that its author may know of.
    async fn check_unit(&self, reader: Reader<'_>, anchor: &Anchor) -> ApiResult<()> {
        let Some(unit) = anchor.unit() else { return Ok(()) };
        let known = self
            .games
            .units_known(reader.head, reader.sight, anchor.from())
            .await?;
        if known.iter().any(|known| known == unit) {
            return Ok(());
        }
        Err(ApiError::body("/anchor/unit", text!("no-such-unit-then", unit = quoted(unit))).allowed(known))
    }
}

/// Layers of one game: as many as a list of streams holds.
const LAYERS_OF_A_GAME: usize = 500;

fn number_of(command: &LayerCommand) -> Option<u32> {
    match command {
        LayerCommand::Change { .. }
        | LayerCommand::Add { .. }
        | LayerCommand::Accept { .. }
        | LayerCommand::Dismiss { .. }
        | LayerCommand::Reopen { .. } => None,
        LayerCommand::Edit { number, .. }
        | LayerCommand::Remove { number }
        | LayerCommand::Restore { number }
        | LayerCommand::Undo { number }
        | LayerCommand::Reply { number, .. }
        | LayerCommand::EditReply { number, .. }
        | LayerCommand::RemoveReply { number, .. } => Some(*number),
    }
}
