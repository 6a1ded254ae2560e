//! The layer of a game that came in as a text: its comments, glyphs and marks, read in once.
//!
//! The record beside the game ([`Notes`]) is never written again. As long as nobody has changed the layer it is made from
//! that record whenever it is asked for; the first change stores it. Headers and variations stay in the record: they are
//! said of no event.

use hindsight_annotations::{Anchor, Layer, LayerEntry, LayerEvent, LayerVisibility, Remark};
use hindsight_kernel::Argument;
use hindsight_notation::{Comment, Document, Mark};
use hindsight_store::{EventStore, StreamId};

use super::{Reader, streams};
use crate::aggregates::cache::fold;
use crate::base::StoreHandle;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::{GameHistory, Notes, notes};

/// The most annotations that are read in: as many as one command may have events.
const MOST: usize = 9_000;

/// What the text of a game says, as the events of a layer; none if it came in otherwise, or says nothing.
pub(super) async fn read_in(store: &StoreHandle, reader: Reader<'_>) -> ApiResult<Vec<LayerEntry>> {
    let head = std::sync::Arc::clone(reader.head);
    store
        .work(move |store| {
            let Some(notes) = Notes::fetch(store, head.id)? else {
                return Ok(Vec::new());
            };
            let remarks = notes.remarks();
            if remarks.is_empty() {
                return Ok(Vec::new());
            }
            let past = GameHistory::load(store, head.id, head.system, head.version(), None)?;
            let begins = past.commands();
            let entry = |event| LayerEntry {
                at_ms: head.card.created_ms,
                by: head.card.owner.clone(),
                event,
            };
            let mut entries = vec![entry(LayerEvent::LayerCreated {
                game: head.id.to_string(),
                title: text!("layer-from-text").into(),
                visibility: LayerVisibility::Public,
            })];
            for (beside, remark) in remarks.into_iter().take(MOST) {
                let version = match beside {
                    0 => Some(1),
                    number => begins.get(number as usize - 1).copied(),
                };
                // A note beside a command that the game has not is nowhere in the text either.
                let Some(version) = version else { continue };
                entries.push(entry(LayerEvent::AnnotationAdded {
                    number: entries.len() as u32,
                    anchor: Anchor::Event { version },
                    remark,
                    beside: Some(beside),
                }));
            }
            Ok(entries)
        })
        .await
}

/// Lays what is said of a game over its text; `begins` is where its commands begin: the record beside the game, or the layer
/// made from it where that was changed since, and other layers, as far as everybody may read them. Blocks on the store.
///
/// # Errors
/// The store cannot be read.
pub fn overlaid(
    store: &dyn EventStore,
    game: StreamId,
    begins: &[u64],
    document: &mut Document,
) -> ApiResult<()> {
    let notes = Notes::fetch(store, game)?;
    let (mut stored, mut changed) = (false, None);
    let mut others = Vec::new();
    for id in streams::ids(store, game)? {
        let Some(layer) = fold::<Layer>(store, id)? else {
            continue;
        };
        if came_with_it(&layer) {
            stored = true;
            changed = Some(layer).filter(|layer| layer.visibility == LayerVisibility::Public);
        } else if layer.visibility == LayerVisibility::Public {
            others.push(layer);
        }
    }
    if let Some(notes) = notes {
        let notes = if stored { notes.without_remarks() } else { notes };
        notes.lay_over(document);
    }
    let mut missing = Missing::default();
    for layer in changed.iter().chain(&others) {
        lay(layer, begins, document, &mut missing)?;
    }
    if let Some(words) = missing.words() {
        document.more.retain(|(name, _)| name != NOT_IN_TEXT);
        document.more.push((NOT_IN_TEXT.to_owned(), words));
    }
    Ok(())
}

/// The header that says what a text leaves out.
const NOT_IN_TEXT: &str = "NotInThisText";

/// The parts of annotations that the text notation has no words for.
#[derive(Debug, Default)]
struct Missing {
    drawings: usize,
    answers: usize,
}

impl Missing {
    /// The same in words; empty where all is in the text.
    fn words(&self) -> Option<String> {
        let drawings = (self.drawings > 0).then(|| text!("text-drawings", count = self.drawings));
        let answers = (self.answers > 0).then(|| text!("text-answers", count = self.answers));
        let parts: Vec<_> = drawings.into_iter().chain(answers).collect();
        (!parts.is_empty()).then(|| text!("text-not-in-it", parts = Argument::list(parts)).into())
    }
}

/// The record beside a game as a copy of it may hold it: without what is said, once a layer was made of that, for the layer
/// may be hidden, and parts of it removed. Blocks on the store.
pub(crate) fn notes_to_carry(store: &dyn EventStore, game: StreamId) -> ApiResult<Option<String>> {
    let Some(notes) = Notes::fetch(store, game)? else {
        return Ok(None);
    };
    for id in streams::ids(store, game)? {
        if fold::<Layer>(store, id)?.is_some_and(|layer| came_with_it(&layer)) {
            return Ok(Some(notes.without_remarks().text()));
        }
    }
    Ok(notes::fetch_text(store, game)?)
}

/// Whether a layer is that of the text which the game came in with: it begins with what stood beside a command.
pub(super) fn came_with_it(layer: &Layer) -> bool {
    layer
        .annotations()
        .next()
        .is_some_and(|first| first.beside.is_some())
}

/// Lays what a layer says of events over the commands that they came from.
fn lay(layer: &Layer, begins: &[u64], document: &mut Document, missing: &mut Missing) -> ApiResult<()> {
    for annotation in layer.annotations() {
        let now = annotation.now();
        if now.removed {
            continue;
        }
        missing.drawings += now.remark.drawings.len();
        missing.answers += annotation.replies.iter().filter(|reply| !reply.removed).count();
        let beside = annotation
            .beside
            .filter(|_| now.anchor == annotation.first().anchor);
        // The command whose events the anchor's first one stands among; 0 before the first.
        let number = beside.map_or_else(
            || begins.partition_point(|begins| *begins <= now.anchor.from()),
            |number| number as usize,
        );
        let words = (!now.remark.text.trim().is_empty()).then(|| Comment::new(&now.remark.text));
        let text = match words {
            None => None,
            Some(Ok(text)) => Some(text),
            // Nothing that was checked before it was stored has control characters but those of lines.
            Some(Err(why)) => return Err(ApiError::fault("telling an annotation", why)),
        };
        match number.checked_sub(1) {
            None => document.line.comments.extend(text),
            Some(place) => {
                let Some(entry) = document.line.entries.get_mut(place) else {
                    continue;
                };
                add_new(&mut entry.glyphs, now.remark.glyphs.iter().copied());
                let marks = now.remark.marks.iter();
                add_new(
                    &mut entry.marks,
                    marks.filter_map(|mark| Mark::try_from(mark.clone()).ok()),
                );
                entry.comments.extend(text);
            }
        }
    }
    Ok(())
}

/// Two people may give the same sign; it stands in the text once.
fn add_new<T: PartialEq>(to: &mut Vec<T>, more: impl Iterator<Item = T>) {
    for item in more {
        if !to.contains(&item) {
            to.push(item);
        }
    }
}

impl Notes {
    /// What is said beside the commands, by their numbers, 0 before the first: glyphs and marks with the first comment,
    /// each further comment by itself.
    pub(super) fn remarks(&self) -> Vec<(u32, Remark)> {
        let mut remarks = Vec::new();
        for comment in self.comments() {
            let text = comment.as_str().to_owned();
            remarks.push((
                0,
                Remark {
                    text,
                    ..Remark::default()
                },
            ));
        }
        for (number, glyphs, marks, comments) in self.said() {
            let mut comments = comments.iter().map(|comment| comment.as_str().to_owned());
            let first = Remark {
                text: comments.next().unwrap_or_default(),
                glyphs: glyphs.to_vec(),
                marks: marks.iter().map(|mark| mark.as_str().to_owned()).collect(),
                drawings: Vec::new(),
            };
            if !first.is_empty() {
                remarks.push((number, first));
            }
            remarks.extend(comments.map(|text| {
                (
                    number,
                    Remark {
                        text,
                        ..Remark::default()
                    },
                )
            }));
        }
        remarks
    }
}
