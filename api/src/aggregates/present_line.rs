//! The present line of a record as a text: its commands with what is said of them, and where each begins in the stream.

use hindsight_annotations::PastEvent;
use hindsight_engine::System;
use hindsight_kernel::ReportedDice;
use hindsight_notation::bridge::{Heading, write};
use hindsight_notation::{Act, Document, Entry};
use serde_json::{Value, json};

use crate::base::error::{ApiError, ApiResult};
use crate::games::GameHistory;

/// The present line of a record, command by command.
#[derive(Debug, Clone)]
pub(super) struct PresentLine {
    /// The record as a text without a trace of what was taken back or corrected.
    pub(super) document: Document,
    /// The commands, one for each entry of the text.
    pub(super) commands: Vec<LineCommand>,
}

/// A command of a present line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LineCommand {
    /// The version at which it begins.
    pub(super) at: u64,
    /// It as the API takes it, with its dice.
    pub(super) command: Value,
}

impl PresentLine {
    /// The present line of a record of which `whole` is the text with everything that was ever given.
    pub(super) fn of(past: &GameHistory, system: &dyn System, whole: Document) -> ApiResult<Self> {
        let straight = past.straightened(system)?;
        let written = write(system, straight.as_ref(), Heading::default())
            .map_err(|why| ApiError::fault("telling the present line in the notation", why))?;
        let mut given = Vec::new();
        straight.walk(1, u64::MAX, hindsight_kernel::Viewer::Everything, &mut |step| {
            if step.begins_command() && step.kind() != "reseeded" {
                given.extend(step.command());
            }
            true
        })?;
        let (begins, numbers) = (past.live_commands(), past.commands());
        let path: Vec<PastEvent> = past.path().collect();
        // The opening is no entry.
        given.drain(..given.len().min(1));
        if given.len() != written.line.entries.len() || given.len() != begins.len() {
            let why = format!(
                "{} commands, {} entries, {} beginnings",
                given.len(),
                written.line.entries.len(),
                begins.len()
            );
            return Err(ApiError::fault("aligning the present line with its text", why));
        }
        let said = |at: u64, entry: &mut Entry| {
            let number = numbers
                .iter()
                .position(|begins| *begins == first_given(&path, at));
            if let Some(known) = number.and_then(|place| whole.line.entries.get(place)) {
                entry.glyphs.clone_from(&known.glyphs);
                entry.marks.clone_from(&known.marks);
                entry.comments.clone_from(&known.comments);
                entry.variations.clone_from(&known.variations);
            }
        };
        let mut entries = written.line.entries;
        let mut commands = Vec::new();
        for ((entry, at), command) in entries.iter_mut().zip(begins).zip(given) {
            said(at, entry);
            commands.push(LineCommand {
                at,
                command: with_dice(command, entry),
            });
        }
        let mut document = whole;
        document.line.entries = entries;
        Ok(Self { document, commands })
    }
}

/// The version at which a command was first given: where corrections decided it again, long before.
fn first_given(path: &[PastEvent], mut at: u64) -> u64 {
    while let Some(was) = path.get(at as usize - 1).and_then(|event| event.was) {
        at = was;
    }
    at
}

/// A command with the dice that its entry has.
fn with_dice(mut command: Value, entry: &Entry) -> Value {
    if let Act::Play { dice, .. } = &entry.given.act
        && let Some(members) = command.as_object_mut()
    {
        let faces: Vec<&ReportedDice> = dice.iter().flat_map(|roll| &roll.faces).collect();
        if faces.is_empty() {
            members.remove("dice");
        } else {
            members.insert("dice".to_owned(), json!(faces));
        }
    }
    command
}
