//! A game with its whole past: any version, step by step, with the words, facts and pictures of each event.

use std::any::Any;
use std::collections::BTreeSet;

use hindsight_kernel::codec::{self, StoredEvent};
use hindsight_kernel::{
    AuditReport, Awaiting, Board, EventOf, Fact, FoldError, Game, GameEvent, GameOutcome, LastChange,
    LensPage, LensReport, MESSAGES, Message, Moment, NoteKind, RecordedEvent, Refusal, Roll, RuleSet, Seat,
    SeatInfo, Seeds, SideId, Suggestion, Threat, UnitInfo, Viewer, audit, lens_named, live_line, message,
    played_command, redecide, wire,
};
use serde_json::Value;

use crate::any_game::{AnyGame, GameOf, wire_event};
use crate::coaching::coached;
use crate::forking::{Forked, Rethrow, forked};
use crate::given::{self, CommandRequest, TableCommand};
use crate::redacted::Redacted;

/// A stored event with the stored command that caused it, where it is the first of that command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastRecord {
    /// The event.
    pub event: StoredEvent,
    /// The command's stored bytes.
    pub command: Option<Vec<u8>>,
}

/// One event seen in its place, by one viewer.
pub trait FoldStep {
    /// Its version, from 1.
    fn version(&self) -> u64;
    /// Its type: `unit_moved`, `taken_back` ...
    fn kind(&self) -> String;
    /// Whether it is on the present line.
    fn live(&self) -> bool;
    /// Its wire form.
    fn event(&self) -> Value;
    /// The command that caused it, where it is the first of that command and may be seen.
    fn given(&self) -> Option<&CommandRequest>;
    /// That command in its wire form.
    fn command(&self) -> Option<Value> {
        self.given().map(CommandRequest::to_value)
    }
    /// Whether a command begins here, seen or not.
    fn begins_command(&self) -> bool;
    /// In one sentence.
    fn message(&self) -> Message;
    /// The sentence in English.
    fn words(&self) -> String {
        self.message().into()
    }
    /// The neutral story of it.
    fn facts(&self) -> Vec<Fact>;
    /// The dice in it.
    fn dice(&self) -> Vec<Roll>;
    /// The picture of it over the board after it.
    fn change(&self) -> LastChange;
    /// The board after it.
    fn board(&self) -> Board;
    /// The units after it.
    fn units(&self) -> Vec<UnitInfo>;
    /// The seats after it.
    fn seats(&self) -> Vec<SeatInfo>;
    /// The moment of the game in which it leaves the state.
    fn moment(&self) -> Moment;
    /// The number of the turn after it, as the game counts them for the coverage of a record: turns, rounds or Activations.
    fn counted_turn(&self) -> u32;
    /// Whether it is an event of the game's own, not one of the table.
    fn is_played(&self) -> bool;
    /// Whether the table sets the board by it and the events behind it; then whether the play before was not recorded.
    fn set_by_table(&self) -> Option<bool>;
    /// The decisions that are awaited before it.
    fn awaiting_before(&self) -> Vec<Awaiting>;
    /// Whether its seat declines and spends nothing by the command that begins here, so that it is no choice of theirs.
    fn declines(&self) -> bool;
    /// The threats of each seat before it, where the system tells.
    fn threats_before(&self) -> Option<Vec<Threat>>;
    /// The words in which the position before it is like others, for a seat.
    fn likeness_before(&self, seat: Seat) -> Vec<String>;
    /// Whether the state before it is one that a table can have, if somebody was asked there.
    fn sound_before(&self) -> Result<(), Message>;
}

/// One command of the present line as the text notation writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChronicleLine {
    /// The version of its first event.
    pub at: u64,
    /// Who spoke.
    pub seat: Option<Seat>,
    /// The command in the notation's words.
    pub words: String,
    /// The dice of it, roll by roll, as `(purpose, faces)`.
    pub dice: Vec<(String, Vec<u8>)>,
    /// The command in its wire form.
    pub command: Value,
}

/// A game with its whole past.
pub trait Chronicle: Send + Sync {
    /// The number of events that it holds.
    fn len(&self) -> u64;
    /// Whether it holds none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The versions of the present line.
    fn live(&self) -> Vec<u64>;
    /// The game as it stood after a version, for a viewer who knows what may be known at the end of the past.
    fn game_at(&self, version: u64, viewer: Viewer) -> Result<Box<dyn AnyGame>, FoldError>;
    /// Shows each event from version `from` to `to` in its place to `look`, until that says stop (`false`).
    fn walk(
        &self,
        from: u64,
        to: u64,
        viewer: Viewer,
        look: &mut dyn FnMut(&dyn FoldStep) -> bool,
    ) -> Result<(), FoldError>;
    /// Decides every command of the present line again and says where record and rules part.
    fn audit(&self) -> Result<AuditReport, FoldError>;
    /// Decides every command of the present line by other rules ([`System::lenses`](crate::System::lenses)) and says where
    /// they part; refused where the system has no such lens. Nothing is stored.
    ///
    /// # Errors
    /// A stream that does not fold.
    fn laboratory(
        &self,
        rules: Option<&str>,
        page: LensPage,
    ) -> Result<Result<LensReport, Refusal>, FoldError>;
    /// The suggestions of the system's coach on the present line, to a viewer who knows what may be known at
    /// the end of the past, as long as `go_on` says so.
    fn suggestions(&self, viewer: Viewer, go_on: &dyn Fn() -> bool) -> Result<Vec<Suggestion>, FoldError>;
    /// A game of its own of the line that led to a version. `records` are those the chronicle was made of.
    fn fork(
        &self,
        records: &[PastRecord],
        version: u64,
        server_dice: bool,
        seeds: Seeds<'_>,
    ) -> Result<Forked, Refusal>;
    /// The command that the event of a version came of, to throw its dice again; nothing where it came of no command of
    /// the system.
    fn played(&self, version: u64) -> Result<Option<Box<dyn Rethrow>>, FoldError>;
    /// For the downcast to the system's own type.
    fn as_any(&self) -> &dyn Any;
}

pub(crate) struct ChronicleOf<R: RuleSet> {
    pub(crate) past: Vec<RecordedEvent<R>>,
}

impl<R: RuleSet> ChronicleOf<R> {
    pub(crate) fn load(records: &[PastRecord]) -> Result<Self, FoldError> {
        let past = records
            .iter()
            .enumerate()
            .map(|(place, record)| {
                let version = place as u64 + 1;
                let StoredEvent { kind, schema, body } = &record.event;
                let event = codec::load_event::<R>(kind, *schema, body).map_err(|error| error.at(version))?;
                let given = match &record.command {
                    None => None,
                    Some(bytes) => Some(codec::decode(bytes).map_err(|why| {
                        FoldError::Unreadable {
                            kind: "command".to_owned(),
                            why,
                        }
                        .at(version)
                    })?),
                };
                Ok(RecordedEvent { event, given })
            })
            .collect::<Result<_, FoldError>>()?;
        Ok(Self { past })
    }

    pub(crate) fn events(&self) -> Vec<EventOf<R>> {
        self.past.iter().map(|past| past.event.clone()).collect()
    }

    /// Whether a command was given in the position after a version, or given again by a correction.
    fn was_asked(&self, at: u64) -> bool {
        let (last, next) = (
            self.past.get((at as usize).wrapping_sub(1)),
            self.past.get(at as usize),
        );
        let is_redone = |recorded: &RecordedEvent<R>| matches!(recorded.event, GameEvent::Redone { .. });
        next.is_some_and(|next| next.given.is_some() || is_redone(next)) || last.is_some_and(is_redone)
    }
}

/// What a command with these events does to a game, step by step, for somebody who may know everything; nothing, and
/// `false`, if one of them goes back in the past.
pub(crate) fn show_command<R: RuleSet>(
    game: &Game<R>,
    command: &[u8],
    events: &[StoredEvent],
    look: &mut dyn FnMut(&dyn FoldStep),
) -> Result<bool, FoldError> {
    let unreadable = |why| FoldError::Unreadable {
        kind: "command".to_owned(),
        why,
    };
    let first = game.version() + 1;
    let mut loaded = Vec::with_capacity(events.len());
    for (version, StoredEvent { kind, schema, body }) in (first..).zip(events) {
        let event: EventOf<R> =
            codec::load_event::<R>(kind, *schema, body).map_err(|error| error.at(version))?;
        if event.rewinds_to().is_some() {
            return Ok(false);
        }
        loaded.push(event);
    }
    let given = codec::decode(command).map_err(|why| unreadable(why).at(first))?;
    let mut given = Some(given::request::<R>(&given));
    let mut game = game.clone();
    for (version, event) in (first..).zip(&loaded) {
        let before = game.state().clone();
        game.apply(event)?;
        let given = given.take();
        look(&StepOf::<R> {
            version,
            live: true,
            before: &before,
            after: game.state(),
            event,
            begins: given.is_some() || matches!(event, GameEvent::Redone { .. }),
            given,
        });
    }
    Ok(true)
}

struct StepOf<'w, R: RuleSet> {
    version: u64,
    live: bool,
    before: &'w R::State,
    after: &'w R::State,
    event: &'w EventOf<R>,
    given: Option<CommandRequest>,
    begins: bool,
}

impl<R: RuleSet> StepOf<'_, R> {
    /// What a seat is called at this table: `South`.
    fn seat_name(&self, seat: Seat) -> String {
        R::seats(self.before)
            .into_iter()
            .find(|info| info.seat == seat)
            .map_or_else(|| format!("Seat {seat}"), |info| info.name)
    }

    /// What a side is called: its seats' names.
    fn side_name(&self, side: SideId) -> String {
        let seats = R::seats(self.before);
        let names: Vec<&str> = seats
            .iter()
            .filter(|info| info.side == side)
            .map(|info| info.name.as_str())
            .collect();
        match names.as_slice() {
            [] => format!("side {}", side.0),
            names => names.join(" and "),
        }
    }

    fn ended(&self, outcome: &GameOutcome) -> Message {
        // A stored outcome has the sentence of its reason alone.
        let reason = R::outcome(self.before)
            .map(|by_rules| by_rules.reason)
            .filter(|reason| *reason == outcome.reason)
            .unwrap_or_else(|| outcome.reason.clone());
        match outcome.winner {
            Some(side) => message!(MESSAGES, "won", side = self.side_name(side), reason),
            None => message!(MESSAGES, "drawn", reason),
        }
    }
}

impl<R: RuleSet> FoldStep for StepOf<'_, R> {
    fn version(&self) -> u64 {
        self.version
    }

    fn kind(&self) -> String {
        match self.event {
            GameEvent::Played(played) => R::event_name(played).to_owned(),
            table => table.table_name().unwrap_or_default().to_owned(),
        }
    }

    fn live(&self) -> bool {
        self.live
    }

    fn event(&self) -> Value {
        wire_event::<R>(self.event)
    }

    fn given(&self) -> Option<&CommandRequest> {
        self.given.as_ref()
    }

    fn begins_command(&self) -> bool {
        self.begins
    }

    fn message(&self) -> Message {
        match self.event {
            GameEvent::Played(played) => R::describe(self.before, played),
            GameEvent::Opened { .. } => message!(MESSAGES, "opened", title = R::TITLE),
            GameEvent::TakenBack { to, reason } => match reason {
                Some(reason) => message!(MESSAGES, "taken-back-because", to, reason),
                None => message!(MESSAGES, "taken-back", to),
            },
            GameEvent::Corrected {
                at,
                reason,
                redone,
                stopped,
            } => match stopped {
                None => message!(MESSAGES, "corrected", at, reason, redone),
                Some(stopped) => message!(
                    MESSAGES,
                    "corrected-and-stopped",
                    at,
                    reason,
                    redone,
                    stopped_at = stopped.at,
                    refusal = stopped.refusal.message.clone(),
                    dropped = stopped.dropped
                ),
            },
            GameEvent::Redone { was: Some(was), .. } => message!(MESSAGES, "redone", was),
            GameEvent::Redone { was: None, .. } => message!(MESSAGES, "inserted"),
            GameEvent::Ruled { reason, .. } => message!(MESSAGES, "ruled", reason),
            GameEvent::Noted {
                kind, reason: None, ..
            } => message!(MESSAGES, "noted", kind = note_kind(*kind)),
            GameEvent::Noted {
                kind,
                reason: Some(reason),
                ..
            } => message!(MESSAGES, "noted-because", kind = note_kind(*kind), reason),
            GameEvent::Conceded { seat } => {
                message!(MESSAGES, "conceded", seat = self.seat_name(*seat))
            }
            GameEvent::Proposed {
                seat,
                winner: Some(winner),
            } => {
                let (seat, side) = (self.seat_name(*seat), self.side_name(*winner));
                message!(MESSAGES, "win-proposed", seat, side)
            }
            GameEvent::Proposed { seat, winner: None } => {
                message!(MESSAGES, "draw-proposed", seat = self.seat_name(*seat))
            }
            GameEvent::Answered { seat, accept: true } => {
                message!(MESSAGES, "accepted", seat = self.seat_name(*seat))
            }
            GameEvent::Answered { seat, accept: false } => {
                message!(MESSAGES, "declined", seat = self.seat_name(*seat))
            }
            GameEvent::Said {
                seat: Some(seat),
                text,
            } => message!(MESSAGES, "said-by", seat = self.seat_name(*seat), text),
            GameEvent::Said { seat: None, text } => message!(MESSAGES, "said", text),
            GameEvent::Ended { outcome } => self.ended(outcome),
            GameEvent::SeedRevealed { .. } => message!(MESSAGES, "seed-revealed"),
            GameEvent::Reseeded { .. } => message!(MESSAGES, "reseeded"),
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let GameEvent::Played(played) = self.event {
            R::facts(self.before, played, &mut facts);
        }
        facts
    }

    fn dice(&self) -> Vec<Roll> {
        match self.event {
            GameEvent::Played(played) => R::dice(played).into_iter().cloned().collect(),
            _ => Vec::new(),
        }
    }

    fn change(&self) -> LastChange {
        match self.event {
            GameEvent::Played(played) => R::last_change(self.before, played),
            _ => LastChange {
                words: self.message(),
                ..LastChange::default()
            },
        }
    }

    fn board(&self) -> Board {
        R::board(self.after)
    }

    fn units(&self) -> Vec<UnitInfo> {
        R::units(self.after)
    }

    fn seats(&self) -> Vec<SeatInfo> {
        R::seats(self.after)
    }

    fn moment(&self) -> Moment {
        R::moment(self.after)
    }

    fn counted_turn(&self) -> u32 {
        R::counted_turn(self.after)
    }

    fn is_played(&self) -> bool {
        matches!(self.event, GameEvent::Played(_))
    }

    fn set_by_table(&self) -> Option<bool> {
        match self.event {
            GameEvent::Ruled { .. } => Some(false),
            GameEvent::Noted { kind, .. } => Some(*kind == NoteKind::Gap),
            _ => None,
        }
    }

    fn awaiting_before(&self) -> Vec<Awaiting> {
        R::awaiting(self.before)
    }

    fn declines(&self) -> bool {
        let Some(CommandRequest {
            seat,
            command: TableCommand::Play { command },
            ..
        }) = &self.given
        else {
            return false;
        };
        let asked = R::awaiting(self.before);
        let seat = seat.or_else(|| asked.first().map(|asked| asked.seat));
        let nothing = seat.and_then(|seat| R::nothing(self.before, seat));
        nothing.is_some_and(|nothing| wire::to_value(&nothing) == *command)
    }

    fn threats_before(&self) -> Option<Vec<Threat>> {
        R::threats(self.before)
    }

    fn likeness_before(&self, seat: Seat) -> Vec<String> {
        R::likeness(self.before, seat)
    }

    fn sound_before(&self) -> Result<(), Message> {
        R::sound(self.before)
    }
}

impl<R: RuleSet> Chronicle for ChronicleOf<R> {
    fn len(&self) -> u64 {
        self.past.len() as u64
    }

    fn live(&self) -> Vec<u64> {
        let rewinds = self.past.iter().map(|past| past.event.rewinds_to());
        live_line(rewinds)
            .into_iter()
            .map(|place| place as u64 + 1)
            .collect()
    }

    fn game_at(&self, version: u64, viewer: Viewer) -> Result<Box<dyn AnyGame>, FoldError> {
        let Redacted {
            events, now, viewer, ..
        } = self.seen_by(viewer)?;
        if version >= now.version() && viewer == Viewer::Everything {
            return Ok(Box::new(GameOf(now)));
        }
        let upto = (version as usize).min(events.len());
        Ok(Box::new(GameOf(Game::<R>::fold(&events[..upto])?)))
    }

    fn walk(
        &self,
        from: u64,
        to: u64,
        viewer: Viewer,
        look: &mut dyn FnMut(&dyn FoldStep) -> bool,
    ) -> Result<(), FoldError> {
        let seen = self.seen_by(viewer)?;
        let events = &seen.events;
        let live: BTreeSet<u64> = self.live().into_iter().collect();
        let mut game = Game::<R>::default();
        for (place, event) in events.iter().enumerate() {
            let version = place as u64 + 1;
            if version > to {
                break;
            }
            let shown = version >= from;
            let before = shown.then(|| game.state().clone());
            if event.rewinds_to().is_some() {
                game = Game::<R>::fold(&events[..=place])?;
            } else {
                game.apply(event)?;
            }
            let Some(before) = before else { continue };
            let step = StepOf::<R> {
                version,
                live: live.contains(&version),
                before: &before,
                after: game.state(),
                event,
                given: self.shown_given(&seen, place),
                begins: self.past[place].given.is_some() || matches!(event, GameEvent::Redone { .. }),
            };
            if !look(&step) {
                break;
            }
        }
        Ok(())
    }

    fn audit(&self) -> Result<AuditReport, FoldError> {
        audit::<R>(&self.past)
    }

    fn laboratory(
        &self,
        rules: Option<&str>,
        page: LensPage,
    ) -> Result<Result<LensReport, Refusal>, FoldError> {
        match lens_named::<R>(rules) {
            Ok(lens) => redecide(&self.past, &lens, page).map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    fn suggestions(&self, viewer: Viewer, go_on: &dyn Fn() -> bool) -> Result<Vec<Suggestion>, FoldError> {
        let seen = self.seen_by(viewer)?;
        coached::<R>(&seen.events, &self.live(), &|at| self.was_asked(at), go_on)
    }

    fn fork(
        &self,
        records: &[PastRecord],
        version: u64,
        server_dice: bool,
        seeds: Seeds<'_>,
    ) -> Result<Forked, Refusal> {
        forked(self, records, version, server_dice, seeds)
    }

    fn played(&self, version: u64) -> Result<Option<Box<dyn Rethrow>>, FoldError> {
        let command = played_command::<R>(&self.past, version)?;
        Ok(command.map(|command| Box::new(command) as Box<dyn Rethrow>))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The kind of a noted position as messages read it.
const fn note_kind(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Gap => "gap",
        NoteKind::Correction => "correction",
    }
}
