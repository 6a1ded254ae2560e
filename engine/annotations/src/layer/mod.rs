//! A layer: one author's annotations of one game, folded from its events.
//!
//! Every state of an annotation is kept as a [`Revision`], so its history can be read and any step undone. A layer is
//! nothing but its stream: who did what and when is what the store knows of each event.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::{Message, codec, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::anchor::Anchor;
use crate::messages::MESSAGES;
use crate::remark::Remark;
use crate::suggestion::{Settled, Suggested};

mod evolving;

/// The schema of layers' events in this release.
pub const SCHEMA: u16 = 1;

/// Who may read a layer, among those who may see its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LayerVisibility {
    /// Everybody; it stands in the list of the game's layers.
    #[default]
    Public,
    /// Everybody who has its id; it stands in no list but its author's.
    Unlisted,
    /// Its author and the readers named.
    Readers,
    /// Its author alone. For all others it does not exist.
    Private,
}

/// Something happened to a layer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerEvent {
    /// The layer was made.
    LayerCreated {
        /// The game it speaks of.
        game: String,
        /// A title for people.
        title: String,
        /// Who may read it.
        visibility: LayerVisibility,
    },
    /// It got another title.
    LayerTitled {
        /// The title.
        title: String,
    },
    /// Others may read it now.
    VisibilityChanged {
        /// Who.
        visibility: LayerVisibility,
    },
    /// Its readers were named; these and no others.
    ReadersNamed {
        /// The subjects.
        readers: BTreeSet<String>,
    },
    /// Something was said.
    AnnotationAdded {
        /// Its number in the layer, from 1.
        number: u32,
        /// Of what.
        anchor: Anchor,
        /// What.
        remark: Remark,
        /// The command of the text that it stood beside, 0 before the first; for what came in with a text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<u32>,
    },
    /// It says something else now.
    AnnotationEdited {
        /// Which.
        number: u32,
        /// Of what.
        anchor: Anchor,
        /// What.
        remark: Remark,
    },
    /// It is as it was in an earlier state again: what came after that was undone.
    AnnotationReplaced {
        /// Which.
        number: u32,
        /// The state it has again.
        revision: u32,
        /// Of what.
        anchor: Anchor,
        /// What.
        remark: Remark,
        /// Whether it was removed in that state.
        removed: bool,
    },
    /// It is shown no more.
    AnnotationRemoved {
        /// Which.
        number: u32,
    },
    /// It is shown again.
    AnnotationRestored {
        /// Which.
        number: u32,
    },
    /// Somebody answered.
    Replied {
        /// What is answered.
        number: u32,
        /// The reply's number, from 1.
        reply: u32,
        /// The reply that it answers, if not the annotation itself.
        to: Option<u32>,
        /// Markdown.
        text: String,
    },
    /// A reply says something else now.
    ReplyEdited {
        /// Of which annotation.
        number: u32,
        /// Which.
        reply: u32,
        /// Markdown.
        text: String,
    },
    /// A reply is shown no more.
    ReplyRemoved {
        /// Of which annotation.
        number: u32,
        /// Which.
        reply: u32,
    },
    /// A suggestion of the game's coach became an annotation, or was put aside.
    SuggestionSettled {
        /// Which suggestion.
        suggested: Suggested,
        /// What became of it.
        settled: Settled,
    },
    /// A suggestion that was put aside waits for an answer again.
    SuggestionReopened {
        /// Which suggestion.
        suggested: Suggested,
    },
}

impl LayerEvent {
    /// The type under which it is stored.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::LayerCreated { .. } => "layer_created",
            Self::LayerTitled { .. } => "layer_titled",
            Self::VisibilityChanged { .. } => "visibility_changed",
            Self::ReadersNamed { .. } => "readers_named",
            Self::AnnotationAdded { .. } => "annotation_added",
            Self::AnnotationEdited { .. } => "annotation_edited",
            Self::AnnotationReplaced { .. } => "annotation_replaced",
            Self::AnnotationRemoved { .. } => "annotation_removed",
            Self::AnnotationRestored { .. } => "annotation_restored",
            Self::Replied { .. } => "replied",
            Self::ReplyEdited { .. } => "reply_edited",
            Self::ReplyRemoved { .. } => "reply_removed",
            Self::SuggestionSettled { .. } => "suggestion_settled",
            Self::SuggestionReopened { .. } => "suggestion_reopened",
        }
    }

    /// The annotation that it speaks of.
    pub const fn number(&self) -> Option<u32> {
        match self {
            Self::LayerCreated { .. }
            | Self::LayerTitled { .. }
            | Self::VisibilityChanged { .. }
            | Self::ReadersNamed { .. }
            | Self::SuggestionSettled { .. }
            | Self::SuggestionReopened { .. } => None,
            Self::AnnotationAdded { number, .. }
            | Self::AnnotationEdited { number, .. }
            | Self::AnnotationReplaced { number, .. }
            | Self::AnnotationRemoved { number }
            | Self::AnnotationRestored { number }
            | Self::Replied { number, .. }
            | Self::ReplyEdited { number, .. }
            | Self::ReplyRemoved { number, .. } => Some(*number),
        }
    }

    /// As it is stored.
    pub fn store(&self) -> Vec<u8> {
        codec::encode(self)
    }

    /// The event behind its stored form.
    ///
    /// # Errors
    /// A schema of a newer release, or a damaged body.
    pub fn load(schema: u16, body: &[u8]) -> Result<Self, LayerMisplaced> {
        if schema > SCHEMA {
            return Err(LayerMisplaced(message!(
                MESSAGES,
                "layer-schema",
                schema,
                wanted = SCHEMA
            )));
        }
        codec::decode(body).map_err(LayerMisplaced)
    }
}

/// An event that cannot follow those before it: the stream is damaged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a layer of annotations: {0}")]
pub struct LayerMisplaced(pub Message);

/// An event with what the store knows of it.
#[derive(Debug, Clone, PartialEq)]
pub struct LayerEntry {
    /// When it was recorded, milliseconds of Unix time.
    pub at_ms: u64,
    /// The subject who did it.
    pub by: String,
    /// What happened.
    pub event: LayerEvent,
}

/// What made a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LayerChange {
    /// It was said.
    Added,
    /// It was said otherwise.
    Edited,
    /// Later changes were undone.
    Undone,
    /// It was taken away.
    Removed,
    /// It was brought back.
    Restored,
}

/// A state of an annotation.
#[derive(Debug, Clone, PartialEq)]
pub struct Revision {
    /// Its number, from 1.
    pub number: u32,
    /// When.
    pub at_ms: u64,
    /// By whom.
    pub by: String,
    /// How it came to be.
    pub change: LayerChange,
    /// Of what it speaks.
    pub anchor: Anchor,
    /// What it says.
    pub remark: Remark,
    /// Whether it is not shown.
    pub removed: bool,
    /// The revision whose state this is: itself, or the one that an undoing went back to.
    pub stands_for: u32,
}

/// Something said, with its history and the answers to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// Its number in the layer, from 1.
    pub number: u32,
    /// Its states, the present one last; never empty.
    revisions: Vec<Revision>,
    /// The answers, in the order in which they came.
    pub replies: Vec<Reply>,
    /// The command of the text that it stood beside, if it came in with one.
    pub beside: Option<u32>,
}

impl Annotation {
    /// Its states, oldest first.
    pub fn revisions(&self) -> &[Revision] {
        &self.revisions
    }

    /// Its present state.
    ///
    /// # Panics
    /// Never: an annotation begins with a revision and none is taken away.
    pub fn now(&self) -> &Revision {
        self.revisions.last().expect("an annotation has a revision")
    }

    /// Its first state.
    pub fn first(&self) -> &Revision {
        &self.revisions[0]
    }

    /// The state that undoing the last change goes back to.
    pub fn before(&self) -> Option<&Revision> {
        let before = self.now().stands_for.checked_sub(2)?;
        self.revisions.get(before as usize)
    }

    /// About how many bytes it takes with all its states and answers.
    pub fn bytes(&self) -> usize {
        let states: usize = self
            .revisions
            .iter()
            .map(|revision| 300 + revision.remark.text.len() + 100 * revision.remark.drawings.len())
            .sum();
        let answers: usize = self.replies.iter().map(|reply| 200 + reply.text.len()).sum();
        states + answers
    }

    /// A reply by its number.
    pub fn reply(&self, number: u32) -> Option<&Reply> {
        let place = number.checked_sub(1)?;
        self.replies.get(place as usize)
    }

    fn revise(
        &mut self,
        entry: &LayerEntry,
        change: LayerChange,
        state: (Anchor, Remark, bool),
        stands_for: Option<u32>,
    ) {
        let number = self.revisions.len() as u32 + 1;
        let (anchor, remark, removed) = state;
        self.revisions.push(Revision {
            number,
            at_ms: entry.at_ms,
            by: entry.by.clone(),
            change,
            anchor,
            remark,
            removed,
            stands_for: stands_for.unwrap_or(number),
        });
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Its number, from 1.
    pub number: u32,
    /// The reply that it answers, if not the annotation itself.
    pub to: Option<u32>,
    /// How many replies lie between it and the annotation.
    pub depth: usize,
    /// Who said it.
    pub by: String,
    /// When.
    pub at_ms: u64,
    /// When it was last changed.
    pub edited_ms: Option<u64>,
    /// Markdown.
    pub text: String,
    /// Whether it is not shown; answers to it stay.
    pub removed: bool,
}

/// One author's annotations of one game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layer {
    /// How many events it was folded from; 0 before it is made.
    pub version: u64,
    /// The game it speaks of.
    pub game: String,
    /// A title for people.
    pub title: String,
    /// Whose it is.
    pub author: String,
    /// When it was made.
    pub created_ms: u64,
    /// Who may read it.
    pub visibility: LayerVisibility,
    /// The readers named.
    pub readers: BTreeSet<String>,
    annotations: BTreeMap<u32, Annotation>,
    /// The suggestions of the game's coach that were answered.
    settled: Vec<(Suggested, Settled)>,
}

impl Layer {
    /// The layer after these events.
    ///
    /// # Errors
    /// The first event that cannot follow those before it.
    pub fn fold(entries: impl IntoIterator<Item = LayerEntry>) -> Result<Self, LayerMisplaced> {
        let mut layer = Self::default();
        for entry in entries {
            layer.evolve(entry)?;
        }
        Ok(layer)
    }

    /// Its annotations by number, removed ones included.
    pub fn annotations(&self) -> impl DoubleEndedIterator<Item = &Annotation> {
        self.annotations.values()
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.annotations().map(Annotation::bytes).sum::<usize>() + 150 * self.settled.len()
    }

    /// The number of annotations, removed ones included.
    pub fn count(&self) -> usize {
        self.annotations.len()
    }

    /// An annotation by its number.
    pub fn annotation(&self, number: u32) -> Option<&Annotation> {
        self.annotations.get(&number)
    }

    /// The suggestions of the game's coach that its author has answered, oldest first. One whose annotation was removed
    /// waits for an answer again.
    pub fn settled(&self) -> impl Iterator<Item = &(Suggested, Settled)> {
        self.settled.iter().filter(|(_, settled)| match settled {
            Settled::Accepted { number } => self
                .annotation(*number)
                .is_some_and(|annotation| !annotation.now().removed),
            Settled::Dismissed => true,
        })
    }
}

#[cfg(test)]
mod tests;
