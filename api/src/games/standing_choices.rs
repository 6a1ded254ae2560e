//! Choices that stand because their dice did not fit: with reported dice a seat does not choose again by what a refusal told it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hindsight_engine::{AnyGame, CommandRequest, System, TableCommand};
use hindsight_kernel::{Seat, Viewer};
use hindsight_store::StreamId;

use crate::access::GameAccess;

/// The commands that were refused for their dice while the choices of others were closed, the first of each seat, by game.
///
/// They are kept in memory alone: after a restart of the server a seat may choose once more.
#[derive(Debug, Default)]
pub(super) struct StandingChoices(Mutex<HashMap<StreamId, HashMap<Seat, ChoiceDigest>>>);

/// The digest of a command without its dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChoiceDigest([u8; 32]);

impl ChoiceDigest {
    /// The digest of a command in its plain form, so that another spelling of the same choice is the same. Nothing for one that the
    /// system cannot read: it is refused before its dice are looked at.
    pub(super) fn new(request: &CommandRequest, system: &dyn System) -> Option<Self> {
        let without_dice = CommandRequest {
            seat: request.seat,
            dice: Vec::new(),
            command: request.command.clone(),
        };
        // ERR: the decision tells the fault of a command that cannot be read.
        let plain = system.plain_command(without_dice).ok()?;
        Some(Self(*blake3::hash(plain.to_string().as_bytes()).as_bytes()))
    }
}

impl StandingChoices {
    /// The choice of a seat that stands, if one does.
    pub(super) fn of_seat(&self, game: StreamId, seat: Seat) -> Option<ChoiceDigest> {
        self.games().get(&game)?.get(&seat).copied()
    }

    /// Whether a choice of one of these seats stands.
    pub(super) fn has_one_of(&self, game: StreamId, seats: &[Seat]) -> bool {
        let games = self.games();
        games
            .get(&game)
            .is_some_and(|standing| seats.iter().any(|seat| standing.contains_key(seat)))
    }

    /// Notes a choice that was refused for its dice, unless one of its seat stands already.
    pub(super) fn note(&self, game: StreamId, seat: Seat, choice: ChoiceDigest) {
        self.games()
            .entry(game)
            .or_default()
            .entry(seat)
            .or_insert(choice);
    }

    /// Frees the seats that a stored command frees, and those from which nothing is hidden after it.
    pub(super) fn release(&self, game: StreamId, freed: Freed, next: &dyn AnyGame) {
        let mut games = self.games();
        let Some(standing) = games.get_mut(&game) else {
            return;
        };
        standing.retain(|seat, _| !freed.includes(*seat) && next.sealed_choices(Viewer::Seat(*seat)) > 0);
        if standing.is_empty() {
            games.remove(&game);
        }
    }

    /// Frees every seat of a game: it is no more, or all sides have agreed to go back.
    pub(super) fn release_all(&self, game: StreamId) {
        self.games().remove(&game);
    }

    fn games(&self) -> MutexGuard<'_, HashMap<StreamId, HashMap<Seat, ChoiceDigest>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The seats that a stored command frees.
#[derive(Debug, Clone, Copy)]
pub(super) enum Freed {
    /// No seat: talk, and a seat's own take-back.
    Nobody,
    /// The seat whose choice was taken.
    Seat(Seat),
    /// Every seat: whoever keeps the record has put something right.
    All,
}

impl Freed {
    /// The seats that a command frees once it is stored.
    pub(super) fn by(request: &CommandRequest, access: &GameAccess) -> Self {
        match (&request.command, request.seat) {
            (TableCommand::Play { .. }, Some(seat)) => Self::Seat(seat),
            (command, _) if access.keeps && (command.goes_back() || command.is_by_the_rules()) => Self::All,
            _ => Self::Nobody,
        }
    }

    fn includes(self, seat: Seat) -> bool {
        match self {
            Self::Nobody => false,
            Self::Seat(freed) => freed == seat,
            Self::All => true,
        }
    }
}
