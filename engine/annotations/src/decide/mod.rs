//! Decisions on commands to a layer: what may be done to it, by whom, up to which limits.

use std::collections::BTreeSet;
use std::fmt;

use hindsight_kernel::plain_text::unfit_in_line;
use hindsight_kernel::{Message, Phrase, message, phrase};
use serde::Serialize;

use crate::anchor::Anchor;
use crate::layer::{Annotation, Layer, LayerEvent, LayerVisibility};
use crate::limits::{ANNOTATIONS, DEPTH, READER, READERS, REPLIES, REPLY, REVISIONS, SUGGESTIONS, TITLE};
use crate::messages::MESSAGES;
use crate::remark::{AnnotationFault, Remark, words};
use crate::suggestion::{Settled, Suggested};

/// A command to a layer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerCommand {
    /// Change its title, who may read it, its readers; what is left out stays.
    Change {
        /// A title.
        title: Option<String>,
        /// Who may read it.
        visibility: Option<LayerVisibility>,
        /// The readers, these and no others.
        readers: Option<BTreeSet<String>>,
    },
    /// Say something.
    Add {
        /// Of what.
        anchor: Anchor,
        /// What.
        remark: Remark,
    },
    /// Say it otherwise.
    Edit {
        /// Which.
        number: u32,
        /// Of what.
        anchor: Anchor,
        /// What.
        remark: Remark,
    },
    /// Take it away.
    Remove {
        /// Which.
        number: u32,
    },
    /// Bring it back.
    Restore {
        /// Which.
        number: u32,
    },
    /// Undo the last change of it.
    Undo {
        /// Which.
        number: u32,
    },
    /// Answer it.
    Reply {
        /// Which.
        number: u32,
        /// The reply that is answered, if not the annotation itself.
        to: Option<u32>,
        /// Markdown.
        text: String,
    },
    /// Say a reply otherwise.
    EditReply {
        /// Of which annotation.
        number: u32,
        /// Which.
        reply: u32,
        /// Markdown.
        text: String,
    },
    /// Take a reply away.
    RemoveReply {
        /// Of which annotation.
        number: u32,
        /// Which.
        reply: u32,
    },
    /// Make an annotation of a suggestion of the game's coach, as it is or said otherwise.
    Accept {
        /// Which suggestion.
        suggested: Suggested,
        /// What is said.
        remark: Remark,
    },
    /// Put a suggestion aside.
    Dismiss {
        /// Which.
        suggested: Suggested,
    },
    /// Take a suggestion up again that was put aside.
    Reopen {
        /// Which.
        suggested: Suggested,
    },
}

/// A command with who gives it, to a game of so many events.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    /// The subject who asks.
    pub by: &'r str,
    /// Keeps order: may take away and hide what others say.
    pub steward: bool,
    /// How many events the game has.
    pub events: u64,
}

/// The layers of one author, as [`Refused::Full`] names them.
pub const OWN_LAYERS: Phrase = phrase!(MESSAGES, "full-own-layers");
/// The layers of a game, as [`Refused::Full`] names them.
pub const ALL_LAYERS: Phrase = phrase!(MESSAGES, "full-layers");

/// Why nothing was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// A place of what was sent is wrong.
    Fault(AnnotationFault),
    /// Only the author may.
    NotYours,
    /// There is no such annotation.
    NoAnnotation(u32),
    /// There is no such reply.
    NoReply(u32),
    /// It was removed.
    Removed,
    /// It is not removed.
    NotRemoved,
    /// There is nothing before it.
    NothingToUndo,
    /// It became an annotation already.
    Accepted(u32),
    /// There are as many as there may be.
    Full {
        /// Of what.
        what: Phrase,
        /// How many.
        most: usize,
    },
}

impl std::error::Error for Refused {}

impl From<AnnotationFault> for Refused {
    fn from(fault: AnnotationFault) -> Self {
        Self::Fault(fault)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Refused {
    /// The reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Fault(fault) => fault.message(),
            Self::NotYours => message!(MESSAGES, "only-the-author"),
            Self::NoAnnotation(number) => message!(MESSAGES, "no-annotation", number),
            Self::NoReply(number) => message!(MESSAGES, "no-reply", number),
            Self::Removed => message!(MESSAGES, "removed"),
            Self::NotRemoved => message!(MESSAGES, "not-removed"),
            Self::NothingToUndo => message!(MESSAGES, "nothing-to-undo"),
            Self::Accepted(number) => message!(MESSAGES, "accepted-already", number),
            Self::Full { what, most } => message!(MESSAGES, "full", most, what = *what),
        }
    }
}

/// The event that a command to a layer that was made gives. Nothing, where it says what is already so.
///
/// # Errors
/// Why nothing is done.
pub fn decide(
    layer: &Layer,
    request: Request<'_>,
    command: LayerCommand,
) -> Result<Vec<LayerEvent>, Refused> {
    let asked = Asked { layer, request };
    match command {
        LayerCommand::Change {
            title,
            visibility,
            readers,
        } => asked.change(title, visibility, readers),
        LayerCommand::Add { anchor, remark } => asked.add(anchor, remark),
        LayerCommand::Edit {
            number,
            anchor,
            remark,
        } => asked.edit(number, anchor, remark),
        LayerCommand::Remove { number } => asked.remove(number),
        LayerCommand::Restore { number } => asked.restore(number),
        LayerCommand::Undo { number } => asked.undo(number),
        LayerCommand::Reply { number, to, text } => asked.reply(number, to, text),
        LayerCommand::EditReply { number, reply, text } => asked.edit_reply(number, reply, text),
        LayerCommand::RemoveReply { number, reply } => asked.remove_reply(number, reply),
        LayerCommand::Accept { suggested, remark } => asked.accept(suggested, remark),
        LayerCommand::Dismiss { suggested } => asked.dismiss(suggested),
        LayerCommand::Reopen { suggested } => asked.reopen(suggested),
    }
}

/// A layer with who asks for something.
#[derive(Clone, Copy)]
struct Asked<'r> {
    layer: &'r Layer,
    request: Request<'r>,
}

impl Asked<'_> {
    fn is_author(self) -> bool {
        self.layer.author == self.request.by
    }

    /// Whether they may remove and hide: a steward may, but puts no words into another's mouth.
    fn keeps(self) -> bool {
        self.is_author() || self.request.steward
    }

    fn only_author(self) -> Result<(), Refused> {
        if self.is_author() {
            Ok(())
        } else {
            Err(Refused::NotYours)
        }
    }

    fn only_keeper(self) -> Result<(), Refused> {
        if self.keeps() {
            Ok(())
        } else {
            Err(Refused::NotYours)
        }
    }

    /// Changes the title, the readers and the visibility of the layer.
    fn change(
        self,
        title: Option<String>,
        visibility: Option<LayerVisibility>,
        readers: Option<BTreeSet<String>>,
    ) -> Result<Vec<LayerEvent>, Refused> {
        self.only_keeper()?;
        let mut events = Vec::new();
        if let Some(title) = title.filter(|title| *title != self.layer.title) {
            events.push(LayerEvent::LayerTitled {
                title: checked_title(&title)?,
            });
        }
        if let Some(readers) = readers.filter(|readers| *readers != self.layer.readers) {
            events.push(LayerEvent::ReadersNamed {
                readers: {
                    checked_readers(&readers)?;
                    readers
                },
            });
        }
        if let Some(visibility) = visibility.filter(|visibility| *visibility != self.layer.visibility) {
            events.push(LayerEvent::VisibilityChanged { visibility });
        }
        Ok(events)
    }

    /// Adds an annotation.
    fn add(self, anchor: Anchor, remark: Remark) -> Result<Vec<LayerEvent>, Refused> {
        self.only_author()?;
        anchor.check(self.request.events)?;
        remark.check()?;
        full(
            phrase!(MESSAGES, "full-annotations"),
            self.layer.count(),
            ANNOTATIONS,
        )?;
        Ok(vec![LayerEvent::AnnotationAdded {
            number: self.layer.count() as u32 + 1,
            anchor,
            remark: remark.settled(),
            beside: None,
        }])
    }

    /// Changes what an annotation says, or of what it says it.
    fn edit(self, number: u32, anchor: Anchor, remark: Remark) -> Result<Vec<LayerEvent>, Refused> {
        self.only_author()?;
        let annotation = changeable(self.layer, number)?;
        let now = annotation.now();
        if now.removed {
            return Err(Refused::Removed);
        }
        let remark = remark.settled();
        if anchor == now.anchor && remark == now.remark {
            return Ok(Vec::new());
        }
        anchor.check(self.request.events)?;
        remark.check()?;
        Ok(vec![LayerEvent::AnnotationEdited {
            number,
            anchor,
            remark,
        }])
    }

    /// Removes an annotation.
    fn remove(self, number: u32) -> Result<Vec<LayerEvent>, Refused> {
        self.only_keeper()?;
        // Whatever the layer is full of, it can be cleared.
        if known(self.layer, number)?.now().removed {
            return Ok(Vec::new());
        }
        Ok(vec![LayerEvent::AnnotationRemoved { number }])
    }

    /// Restores an annotation that was removed.
    fn restore(self, number: u32) -> Result<Vec<LayerEvent>, Refused> {
        self.only_keeper()?;
        if !changeable(self.layer, number)?.now().removed {
            return Err(Refused::NotRemoved);
        }
        Ok(vec![LayerEvent::AnnotationRestored { number }])
    }

    /// Undoes the last change of an annotation.
    fn undo(self, number: u32) -> Result<Vec<LayerEvent>, Refused> {
        self.only_author()?;
        let before = changeable(self.layer, number)?
            .before()
            .ok_or(Refused::NothingToUndo)?;
        Ok(vec![LayerEvent::AnnotationReplaced {
            number,
            revision: before.number,
            anchor: before.anchor.clone(),
            remark: before.remark.clone(),
            removed: before.removed,
        }])
    }

    /// Adds a reply to an annotation or to another reply.
    fn reply(self, number: u32, to: Option<u32>, text: String) -> Result<Vec<LayerEvent>, Refused> {
        let annotation = known(self.layer, number)?;
        if annotation.now().removed {
            return Err(Refused::Removed);
        }
        full_stream(self.layer)?;
        full(
            phrase!(MESSAGES, "full-replies"),
            annotation.replies.len(),
            REPLIES,
        )?;
        if let Some(to) = to {
            let answered = annotation.reply(to).ok_or(Refused::NoReply(to))?;
            if answered.removed {
                return Err(Refused::Removed);
            }
            full(phrase!(MESSAGES, "full-depth"), answered.depth + 1, DEPTH)?;
        }
        Ok(vec![LayerEvent::Replied {
            number,
            reply: annotation.replies.len() as u32 + 1,
            to,
            text: checked_reply(text)?,
        }])
    }

    /// Changes what a reply says.
    fn edit_reply(self, number: u32, reply: u32, text: String) -> Result<Vec<LayerEvent>, Refused> {
        let said = known(self.layer, number)?
            .reply(reply)
            .ok_or(Refused::NoReply(reply))?;
        // Nobody puts words into another's mouth, whatever else they may do.
        if said.by != self.request.by {
            return Err(Refused::NotYours);
        }
        if said.removed {
            return Err(Refused::Removed);
        }
        if said.text == text {
            return Ok(Vec::new());
        }
        full_stream(self.layer)?;
        Ok(vec![LayerEvent::ReplyEdited {
            number,
            reply,
            text: checked_reply(text)?,
        }])
    }

    /// Removes a reply.
    fn remove_reply(self, number: u32, reply: u32) -> Result<Vec<LayerEvent>, Refused> {
        let said = known(self.layer, number)?
            .reply(reply)
            .ok_or(Refused::NoReply(reply))?;
        // The author of a layer may clear it of what others wrote there.
        if said.by != self.request.by && !self.keeps() {
            return Err(Refused::NotYours);
        }
        if said.removed {
            return Ok(Vec::new());
        }
        Ok(vec![LayerEvent::ReplyRemoved { number, reply }])
    }

    /// Makes an annotation of a suggestion.
    fn accept(self, suggested: Suggested, remark: Remark) -> Result<Vec<LayerEvent>, Refused> {
        self.only_author()?;
        if let Some(Settled::Accepted { number }) = answer_to(self.layer, &suggested) {
            return Err(Refused::Accepted(number));
        }
        suggested.check(self.request.events)?;
        remark.check()?;
        full(
            phrase!(MESSAGES, "full-annotations"),
            self.layer.count(),
            ANNOTATIONS,
        )?;
        room_for_an_answer(self.layer)?;
        let number = self.layer.count() as u32 + 1;
        Ok(vec![
            LayerEvent::AnnotationAdded {
                number,
                anchor: suggested.anchor.clone(),
                remark: remark.settled(),
                beside: None,
            },
            LayerEvent::SuggestionSettled {
                suggested,
                settled: Settled::Accepted { number },
            },
        ])
    }

    /// Puts a suggestion aside.
    fn dismiss(self, suggested: Suggested) -> Result<Vec<LayerEvent>, Refused> {
        self.only_author()?;
        match answer_to(self.layer, &suggested) {
            Some(Settled::Accepted { number }) => return Err(Refused::Accepted(number)),
            Some(Settled::Dismissed) => return Ok(Vec::new()),
            None => {}
        }
        suggested.check(self.request.events)?;
        room_for_an_answer(self.layer)?;
        Ok(vec![LayerEvent::SuggestionSettled {
            suggested,
            settled: Settled::Dismissed,
        }])
    }

    /// Takes a suggestion up again that was put aside.
    fn reopen(self, suggested: Suggested) -> Result<Vec<LayerEvent>, Refused> {
        self.only_author()?;
        match answer_to(self.layer, &suggested) {
            Some(Settled::Accepted { number }) => return Err(Refused::Accepted(number)),
            Some(Settled::Dismissed) => {}
            None => return Ok(Vec::new()),
        }
        full_stream(self.layer)?;
        Ok(vec![LayerEvent::SuggestionReopened { suggested }])
    }
}

/// What became of a suggestion, if the author of the layer has answered it.
fn answer_to(layer: &Layer, suggested: &Suggested) -> Option<Settled> {
    layer
        .settled()
        .find(|(known, _)| known == suggested)
        .map(|(_, settled)| *settled)
}

fn room_for_an_answer(layer: &Layer) -> Result<(), Refused> {
    full_stream(layer)?;
    full(
        phrase!(MESSAGES, "full-answers"),
        layer.settled().count(),
        SUGGESTIONS,
    )
}

/// The most events of one layer, so that changes to and fro have an end.
const EVENTS: usize = 50_000;

fn full_stream(layer: &Layer) -> Result<(), Refused> {
    full(phrase!(MESSAGES, "full-events"), layer.version as usize, EVENTS)
}

fn full(what: Phrase, count: usize, most: usize) -> Result<(), Refused> {
    if count < most {
        return Ok(());
    }
    Err(Refused::Full { what, most })
}

fn known(layer: &Layer, number: u32) -> Result<&Annotation, Refused> {
    layer.annotation(number).ok_or(Refused::NoAnnotation(number))
}

/// An annotation that may get another state.
fn changeable(layer: &Layer, number: u32) -> Result<&Annotation, Refused> {
    let annotation = known(layer, number)?;
    full_stream(layer)?;
    full(
        phrase!(MESSAGES, "full-changes"),
        annotation.revisions().len(),
        REVISIONS,
    )?;
    Ok(annotation)
}

/// A title that a layer may have.
///
/// # Errors
/// What is wrong with it.
pub fn checked_title(title: &str) -> Result<String, AnnotationFault> {
    let title = title.trim().to_owned();
    if title.is_empty() || title.chars().count() > TITLE || unfit_in_line(&title).is_some() {
        let reason = message!(MESSAGES, "title-unfit", title = TITLE);
        return Err(AnnotationFault::new("/title", reason));
    }
    Ok(title)
}

/// Readers that a layer may have.
///
/// # Errors
/// What is wrong with them.
pub fn checked_readers(readers: &BTreeSet<String>) -> Result<(), AnnotationFault> {
    if readers.len() > READERS {
        return Err(AnnotationFault::new(
            "/readers",
            message!(MESSAGES, "too-many-readers", readers = READERS),
        ));
    }
    for (place, reader) in readers.iter().enumerate() {
        if reader.is_empty() || reader.chars().count() > READER || unfit_in_line(reader).is_some() {
            let reason = message!(MESSAGES, "reader-unfit", reader = READER);
            return Err(AnnotationFault::new(format!("/readers/{place}"), reason));
        }
    }
    Ok(())
}

fn checked_reply(text: String) -> Result<String, AnnotationFault> {
    if text.trim().is_empty() {
        return Err(AnnotationFault::new("/text", message!(MESSAGES, "text-missing")));
    }
    words(&text, "/text", REPLY)?;
    Ok(text)
}

#[cfg(test)]
mod tests;
