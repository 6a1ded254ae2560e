//! Evolution of a layer: each event changes its state and no rule is looked at.

use hindsight_kernel::message;

use super::{Annotation, Layer, LayerChange, LayerEntry, LayerEvent, LayerMisplaced, Reply};
use crate::anchor::Anchor;
use crate::messages::MESSAGES;
use crate::remark::Remark;

impl Layer {
    /// Takes in the next event.
    ///
    /// # Errors
    /// It cannot follow those before it.
    #[allow(clippy::needless_pass_by_value, reason = "an event is taken in once")]
    pub fn evolve(&mut self, entry: LayerEntry) -> Result<(), LayerMisplaced> {
        let begins = matches!(entry.event, LayerEvent::LayerCreated { .. });
        if begins != (self.version == 0) {
            return Err(LayerMisplaced(message!(
                MESSAGES,
                "layer-misplaced",
                kind = entry.event.kind(),
                number = self.version + 1
            )));
        }
        self.version += 1;
        match &entry.event {
            LayerEvent::LayerCreated {
                game,
                title,
                visibility,
            } => {
                self.game.clone_from(game);
                self.title.clone_from(title);
                self.visibility = *visibility;
                self.author.clone_from(&entry.by);
                self.created_ms = entry.at_ms;
            }
            LayerEvent::LayerTitled { title } => self.title.clone_from(title),
            LayerEvent::VisibilityChanged { visibility } => self.visibility = *visibility,
            LayerEvent::ReadersNamed { readers } => self.readers.clone_from(readers),
            LayerEvent::AnnotationAdded {
                number,
                anchor,
                remark,
                beside,
            } => self.annotation_added(&entry, *number, (anchor, remark), *beside)?,
            LayerEvent::AnnotationEdited {
                number,
                anchor,
                remark,
            } => self.annotation_edited(&entry, *number, (anchor, remark))?,
            LayerEvent::AnnotationReplaced {
                number,
                revision,
                anchor,
                remark,
                removed,
            } => self.annotation_replaced(&entry, *number, *revision, (anchor, remark, *removed))?,
            LayerEvent::AnnotationRemoved { number } => self.show(*number, &entry, LayerChange::Removed)?,
            LayerEvent::AnnotationRestored { number } => self.show(*number, &entry, LayerChange::Restored)?,
            LayerEvent::Replied {
                number,
                reply,
                to,
                text,
            } => self.replied(&entry, *number, (*reply, *to), text)?,
            LayerEvent::ReplyEdited { number, reply, text } => {
                let reply = self.known_reply(*number, *reply)?;
                reply.text.clone_from(text);
                reply.edited_ms = Some(entry.at_ms);
            }
            LayerEvent::ReplyRemoved { number, reply } => {
                let reply = self.known_reply(*number, *reply)?;
                reply.removed = true;
                reply.edited_ms = Some(entry.at_ms);
            }
            LayerEvent::SuggestionSettled { suggested, settled } => {
                self.settled.retain(|(known, _)| known != suggested);
                self.settled.push((suggested.clone(), *settled));
            }
            LayerEvent::SuggestionReopened { suggested } => {
                self.settled.retain(|(known, _)| known != suggested);
            }
        }
        Ok(())
    }

    fn annotation_added(
        &mut self,
        entry: &LayerEntry,
        number: u32,
        (anchor, remark): (&Anchor, &Remark),
        beside: Option<u32>,
    ) -> Result<(), LayerMisplaced> {
        if number as usize != self.annotations.len() + 1 {
            return Err(LayerMisplaced(message!(
                MESSAGES,
                "layer-annotation-number",
                number
            )));
        }
        let mut annotation = Annotation {
            number,
            revisions: Vec::new(),
            replies: Vec::new(),
            beside,
        };
        annotation.revise(
            entry,
            LayerChange::Added,
            (anchor.clone(), remark.clone(), false),
            None,
        );
        self.annotations.insert(number, annotation);
        Ok(())
    }

    fn annotation_edited(
        &mut self,
        entry: &LayerEntry,
        number: u32,
        (anchor, remark): (&Anchor, &Remark),
    ) -> Result<(), LayerMisplaced> {
        let annotation = self.known(number)?;
        let removed = annotation.now().removed;
        annotation.revise(
            entry,
            LayerChange::Edited,
            (anchor.clone(), remark.clone(), removed),
            None,
        );
        Ok(())
    }

    fn annotation_replaced(
        &mut self,
        entry: &LayerEntry,
        number: u32,
        revision: u32,
        (anchor, remark, removed): (&Anchor, &Remark, bool),
    ) -> Result<(), LayerMisplaced> {
        let annotation = self.known(number)?;
        let stands_for = revision
            .checked_sub(1)
            .and_then(|place| annotation.revisions.get(place as usize))
            .ok_or_else(|| LayerMisplaced(message!(MESSAGES, "layer-no-revision", number, revision)))?
            .stands_for;
        let state = (anchor.clone(), remark.clone(), removed);
        annotation.revise(entry, LayerChange::Undone, state, Some(stands_for));
        Ok(())
    }

    fn replied(
        &mut self,
        entry: &LayerEntry,
        number: u32,
        (reply, to): (u32, Option<u32>),
        text: &str,
    ) -> Result<(), LayerMisplaced> {
        let annotation = self.known(number)?;
        if reply as usize != annotation.replies.len() + 1 {
            return Err(LayerMisplaced(message!(MESSAGES, "layer-reply-number", reply)));
        }
        let depth = match to {
            None => 0,
            Some(to) => {
                let answered = annotation.reply(to);
                answered
                    .ok_or_else(|| LayerMisplaced(message!(MESSAGES, "layer-no-answered-reply", reply, to)))?
                    .depth
                    + 1
            }
        };
        annotation.replies.push(Reply {
            number: reply,
            to,
            depth,
            by: entry.by.clone(),
            at_ms: entry.at_ms,
            edited_ms: None,
            text: text.to_owned(),
            removed: false,
        });
        Ok(())
    }

    fn show(&mut self, number: u32, entry: &LayerEntry, change: LayerChange) -> Result<(), LayerMisplaced> {
        let annotation = self.known(number)?;
        let now = annotation.now();
        let state = (
            now.anchor.clone(),
            now.remark.clone(),
            change == LayerChange::Removed,
        );
        annotation.revise(entry, change, state, None);
        Ok(())
    }

    fn known(&mut self, number: u32) -> Result<&mut Annotation, LayerMisplaced> {
        self.annotations
            .get_mut(&number)
            .ok_or_else(|| LayerMisplaced(message!(MESSAGES, "layer-no-annotation", number)))
    }

    fn known_reply(&mut self, number: u32, reply: u32) -> Result<&mut Reply, LayerMisplaced> {
        let place = reply.wrapping_sub(1) as usize;
        self.known(number)?
            .replies
            .get_mut(place)
            .ok_or_else(|| LayerMisplaced(message!(MESSAGES, "layer-no-reply", number, reply)))
    }
}
