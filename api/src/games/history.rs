//! The history of a game with what the store knows of each event.

use std::collections::BTreeSet;
use std::sync::Arc;

use hindsight_annotations::PastEvent;
use hindsight_engine::kernel::codec::{self, StoredEvent};
use hindsight_engine::{Chronicle, FoldStep, Forked, PastRecord, System};
use hindsight_kernel::{Refusal, Seeds, Viewer};
use hindsight_openapi::wire;
use hindsight_store::{EventStore, StreamId};
use serde::Deserialize;
use serde_json::Value;

use crate::base::error::{ApiError, ApiResult};
use crate::base::time_text;
use crate::games::command_keys::{is_implied, step_id};

/// The kind of the event from which server dice follow from another seed.
const RESEEDED: &str = "@reseeded";

/// Whether an event of this type is talk: it decides nothing and leaves an open request for an undo as it is.
pub(crate) fn is_talk(kind: &str) -> bool {
    matches!(kind, "@said" | "@proposed" | "@answered")
}

/// The data of an event that the store knows besides the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// When it was recorded.
    pub recorded_ms: u64,
    /// The key of its command.
    pub command_id: String,
}

/// The history of a game up to a version.
pub struct GameHistory {
    /// Every version of it.
    pub chronicle: Box<dyn Chronicle>,
    records: Vec<PastRecord>,
    stamps: Vec<Stamp>,
    live: BTreeSet<u64>,
}

impl std::fmt::Debug for GameHistory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameHistory")
            .field("version", &self.version())
            .finish_non_exhaustive()
    }
}

/// What the table's events say of the way of a stream.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Rewind {
    Redone { was: Option<u64> },
    TakenBack { to: u64 },
    Corrected { at: u64 },
}

/// The versions at which the commands of a past begin, in the order in which they were given: as texts number them, from 1.
pub fn commands_of(records: &[PastRecord]) -> Vec<u64> {
    (1..)
        .zip(records)
        .skip(1)
        .filter(|(_, record)| record.command.is_some() && record.event.kind != RESEEDED)
        .map(|(version, _)| version)
        .collect()
}

/// A range of events, and what to show of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventRange {
    /// The first version.
    pub from: u64,
    /// The last version.
    pub to: u64,
    /// Abandoned lines too.
    pub all_lines: bool,
    /// With the facts.
    pub facts: bool,
}

impl GameHistory {
    /// A past from records in order.
    pub fn new(system: &dyn System, records: Vec<PastRecord>, stamps: Vec<Stamp>) -> ApiResult<Self> {
        let chronicle = system.chronicle(&records)?;
        let live = chronicle.live().into_iter().collect();
        Ok(Self {
            chronicle,
            records,
            stamps,
            live,
        })
    }

    /// The past of a stream up to a version, beginning with what is known. Blocks on the store.
    pub fn load(
        store: &dyn EventStore,
        id: StreamId,
        system: &dyn System,
        version: u64,
        known: Option<Arc<Self>>,
    ) -> ApiResult<Self> {
        let (mut records, mut stamps) = match known {
            Some(known) if known.version() <= version => (known.records.clone(), known.stamps.clone()),
            _ => (Vec::new(), Vec::new()),
        };
        for record in store.read(id, records.len() as u64 + 1, version)? {
            stamps.push(Stamp {
                recorded_ms: record.recorded_at_ms,
                command_id: record.command_id,
            });
            records.push(PastRecord {
                event: StoredEvent {
                    kind: record.kind,
                    schema: record.schema,
                    body: record.body,
                },
                command: record.command.map(|command| command.body),
            });
        }
        Self::new(system, records, stamps)
    }

    /// This past with a command more, stored or not.
    pub fn grown(
        &self,
        system: &dyn System,
        command: Vec<u8>,
        events: &[StoredEvent],
        stamp: &Stamp,
    ) -> ApiResult<Self> {
        let (mut records, mut stamps) = (self.records.clone(), self.stamps.clone());
        let mut command = Some(command);
        for event in events {
            records.push(PastRecord {
                event: event.clone(),
                command: command.take(),
            });
            stamps.push(stamp.clone());
        }
        Self::new(system, records, stamps)
    }

    /// The data of its events, in order.
    pub fn stamps(&self) -> impl DoubleEndedIterator<Item = &Stamp> + ExactSizeIterator {
        self.stamps.iter()
    }

    /// The setup the game was opened with, if it was opened by one.
    pub fn opening_setup(&self, _system: &dyn System) -> Option<serde_json::Value> {
        let command = self.records.first()?.command.as_ref()?;
        hindsight_engine::opening_setup(command)
    }

    /// The data of each event that following it through take-backs and corrections needs.
    pub fn path(&self) -> impl Iterator<Item = PastEvent> + '_ {
        self.records.iter().map(|record| {
            let kind = record.event.kind.clone();
            let said = codec::rewinds(&kind) || kind == "@redone";
            // Its own system reads the event too; here the little that every system's table says is enough.
            let tale: Option<Rewind> = said.then(|| codec::decode(&record.event.body).ok()).flatten();
            let (was, rewinds_to) = match tale {
                None => (None, None),
                Some(Rewind::Redone { was }) => (was, None),
                Some(Rewind::TakenBack { to }) => (None, Some(to)),
                Some(Rewind::Corrected { at }) => (None, Some(at.saturating_sub(1))),
            };
            PastEvent {
                begins: record.command.is_some() || kind == "@redone",
                kind,
                was,
                rewinds_to,
            }
        })
    }

    /// The versions at which commands begin, in the order in which they were given: as texts number them, from 1.
    pub fn commands(&self) -> Vec<u64> {
        commands_of(&self.records)
    }

    /// The versions at which the commands of the present line begin, in order; the opening is not one of them.
    pub fn live_commands(&self) -> Vec<u64> {
        let begins = |version: &u64| {
            let record = &self.records[*version as usize - 1];
            let kind = record.event.kind.as_str();
            kind == "@redone" || (record.command.is_some() && kind != RESEEDED)
        };
        let live = self.live.iter().copied().filter(|version| *version > 1);
        live.filter(begins).collect()
    }

    /// The present line as a record of its own, without a trace of what was taken back or corrected.
    pub fn straightened(&self, system: &dyn System) -> ApiResult<Box<dyn Chronicle>> {
        let mut records: Vec<PastRecord> = Vec::new();
        // A command decided again stands in the marker before its events.
        let mut again = None;
        for version in &self.live {
            let record = &self.records[*version as usize - 1];
            if record.event.kind == "@redone" {
                let marker: Value = codec::decode(&record.event.body)
                    .map_err(|why| ApiError::fault("reading a command that was decided again", why))?;
                again = Some(codec::encode(&marker["redone"]["given"]));
                continue;
            }
            records.push(PastRecord {
                event: record.event.clone(),
                command: again.take().or_else(|| record.command.clone()),
            });
        }
        Ok(system.chronicle(&records)?)
    }

    /// Whether its server dice ever went on from another seed.
    pub fn was_reseeded(&self) -> bool {
        self.records.iter().any(|record| record.event.kind == RESEEDED)
    }

    /// When an event was recorded, milliseconds of Unix time.
    pub fn recorded_ms(&self, version: u64) -> Option<u64> {
        let place = usize::try_from(version).ok()?.checked_sub(1)?;
        self.stamps.get(place).map(|stamp| stamp.recorded_ms)
    }

    /// When the last decision of the present line was recorded, milliseconds of Unix time.
    pub fn last_decided_ms(&self) -> Option<u64> {
        let kind = |version: u64| self.records[version as usize - 1].event.kind.as_str();
        let last = self.live.iter().rev().find(|version| !is_talk(kind(**version)))?;
        self.recorded_ms(*last)
    }

    /// The time for which the decision was thought over that an event came of, in milliseconds: from the
    /// decision before it on the present line. Nothing for what is no decision, was decided again by a
    /// correction, or came after a break of more than `break_after` milliseconds.
    pub fn took_ms(&self, version: u64, break_after: u64) -> Option<u64> {
        let kind = |version: u64| self.records[version as usize - 1].event.kind.as_str();
        let begins = self.command_of(version);
        if kind(begins).starts_with('@') {
            return None;
        }
        let before = (1..begins)
            .rev()
            .find(|other| self.is_live(*other) && !is_talk(kind(*other)))?;
        let took = self.recorded_ms(begins)?.checked_sub(self.recorded_ms(before)?)?;
        (took <= break_after).then_some(took)
    }

    /// A game of its own of the line that led to a version.
    pub fn fork(&self, version: u64, server_dice: bool, seeds: Seeds<'_>) -> Result<Forked, Refusal> {
        self.chronicle.fork(&self.records, version, server_dice, seeds)
    }

    /// The version of the first event of the command that an event came of.
    pub fn command_of(&self, version: u64) -> u64 {
        let upto = &self.records[..(version as usize).min(self.records.len())];
        let begins = |record: &PastRecord| record.command.is_some() || record.event.kind == "@redone";
        upto.iter().rposition(begins).map_or(1, |place| place as u64 + 1)
    }

    /// The version at which the command was given that an event came of; of one that a correction decided again, that of the
    /// command before it was corrected.
    fn given_at(&self, version: u64) -> u64 {
        let begins = self.command_of(version);
        let event = &self.records[begins as usize - 1].event;
        if event.kind != "@redone" {
            return begins;
        }
        match codec::decode(&event.body) {
            Ok(Rewind::Redone { was: Some(was) }) if was < begins => self.given_at(was),
            _ => begins,
        }
    }

    /// The id of the step of several commands that an event belongs to.
    pub fn step_id(&self, version: u64) -> Option<&str> {
        step_id(self.command_id(version)?)
    }

    /// Whether the server gave the command of an event by itself, between two that were recorded.
    pub fn is_implied(&self, version: u64) -> bool {
        self.command_id(version).is_some_and(is_implied)
    }

    /// The id under which the command of an event was stored first.
    fn command_id(&self, version: u64) -> Option<&str> {
        let place = usize::try_from(self.given_at(version)).ok()?.checked_sub(1)?;
        self.stamps.get(place).map(|stamp| stamp.command_id.as_str())
    }

    /// The version of the first event of the step of the present line that an event belongs to: of one command, or of several
    /// that were given together.
    pub fn step_of(&self, version: u64) -> u64 {
        let mut begins = self.command_of(version);
        let Some(step) = self.step_id(begins) else {
            return begins;
        };
        while let Some(before) = (1..begins).rev().find(|version| self.is_live(*version)) {
            if self.step_id(before) != Some(step) {
                break;
            }
            begins = self.command_of(before);
        }
        begins
    }

    /// The number of events that it holds.
    pub fn version(&self) -> u64 {
        self.records.len() as u64
    }

    /// Whether a version is on the present line.
    pub fn is_live(&self, version: u64) -> bool {
        self.live.contains(&version)
    }

    /// Shows events to `look`, as a viewer may know them, until it says stop.
    pub fn walk(
        &self,
        look: EventRange,
        viewer: Viewer,
        see: &mut dyn FnMut(&dyn FoldStep) -> bool,
    ) -> ApiResult<()> {
        self.chronicle
            .walk(look.from, look.to.min(self.version()), viewer, &mut |step| {
                if step.live() || look.all_lines {
                    see(step)
                } else {
                    true
                }
            })?;
        Ok(())
    }

    /// Events in their wire form.
    pub fn events(&self, look: EventRange, viewer: Viewer, most: usize) -> ApiResult<Vec<wire::Event>> {
        let mut events = Vec::new();
        if most > 0 {
            self.walk(look, viewer, &mut |step| {
                events.push(self.event(step, look.facts));
                events.len() < most
            })?;
        }
        Ok(events)
    }

    /// An event in its wire form.
    pub fn event(&self, step: &dyn FoldStep, facts: bool) -> wire::Event {
        let version = step.version();
        wire::Event {
            step: self.step_id(version).map(ToOwned::to_owned),
            implied: self.is_implied(version),
            ..event(step, self.stamps.get(version as usize - 1), facts)
        }
    }
}

/// An event in its wire form, with what the store knows of it.
pub(crate) fn event(step: &dyn FoldStep, stamp: Option<&Stamp>, facts: bool) -> wire::Event {
    let sentence = step.message();
    wire::Event {
        version: step.version(),
        kind: step.kind(),
        live: step.live(),
        recorded_at: stamp.map_or_else(String::new, |stamp| time_text(stamp.recorded_ms)),
        command_id: stamp.map_or_else(String::new, |stamp| stamp.command_id.clone()),
        step: stamp.and_then(|stamp| step_id(&stamp.command_id).map(ToOwned::to_owned)),
        implied: stamp.is_some_and(|stamp| is_implied(&stamp.command_id)),
        command: step.command(),
        event: step.event(),
        message: sentence.data(),
        words: sentence.into(),
        facts: facts.then(|| step.facts()),
    }
}
