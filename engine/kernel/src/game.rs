//! A game in play: the system's state with what the table adds, folded from its stream.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::history::{self, PresentLine};
use crate::message;
use crate::{
    Commitment, DiceKind, EventOf, FoldError, GameEvent, GameOutcome, MESSAGES, NoteKind, Refusal, RuleSet,
    Seat, Seed, SideId, Table, Viewer, reported_faces,
};

/// A result that a seat has proposed and nobody has answered yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proposal {
    /// Who proposed it.
    pub seat: Seat,
    /// The winning side, or nothing for a draw.
    pub winner: Option<SideId>,
}

/// What holds over the whole stream, abandoned lines included.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct StreamTotals {
    /// The number of the server's next die.
    pub(crate) next_die: u64,
    /// How many times the seed was changed.
    pub(crate) generation: u64,
    /// The present commitment.
    pub(crate) commitment: Option<Commitment>,
    /// Whether the present seed is public.
    pub(crate) revealed: bool,
    /// How many take-backs the stream holds.
    pub(crate) take_backs: u32,
    /// How many corrections the stream holds.
    pub(crate) corrections: u32,
}

/// A game as its stream left it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Game<R: RuleSet> {
    version: u64,
    state: R::State,
    rules_version: String,
    dice: Option<DiceKind>,
    pub(crate) ledger: StreamTotals,
    proposal: Option<Proposal>,
    ending: Option<GameOutcome>,
    rulings: u32,
    notes: NoteCounts,
}

/// The numbers of positions that the present line of a game has noted beside the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NoteCounts {
    /// Those after play that was not recorded.
    pub gaps: u32,
    /// Those that set the record right.
    pub corrections: u32,
}

impl NoteCounts {
    const fn add(&mut self, kind: NoteKind) {
        match kind {
            NoteKind::Gap => self.gaps += 1,
            NoteKind::Correction => self.corrections += 1,
        }
    }

    /// All of them.
    pub const fn all(self) -> u32 {
        self.gaps + self.corrections
    }
}

/// The result of applying an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// The game stands after it.
    Done,
    /// The game went back to this version: fold the stream again.
    Rewound(u64),
}

/// A decided command: what to append, and the game after it.
#[derive(Debug, Clone)]
pub struct Decided<R: RuleSet> {
    /// The events, in order. The stream must stand at the version the command was decided at.
    pub events: Vec<EventOf<R>>,
    /// The game after them.
    pub game: Game<R>,
}

/// The source of the seeds of a game's dice.
pub trait SeedSource {
    /// The seed of a generation: 0 at the opening of the game, one more at each change.
    fn seed(&self, generation: u64) -> Seed;

    /// Whether this is a rehearsal: its dice are thrown from a seed that is not the game's, so that nobody learns from
    /// it what the game's own dice will show, and no seed is revealed at the end.
    fn rehearses(&self) -> bool {
        false
    }
}

impl<F: Fn(u64) -> Seed> SeedSource for F {
    fn seed(&self, generation: u64) -> Seed {
        self(generation)
    }
}

/// Dice for a decision that is not recorded, from a seed of its own.
#[derive(Debug, Clone)]
pub struct Rehearsal(pub Seed);

impl SeedSource for Rehearsal {
    fn seed(&self, _generation: u64) -> Seed {
        self.0.clone()
    }

    fn rehearses(&self) -> bool {
        true
    }
}

/// The seeds that a decision may use.
pub type Seeds<'s> = &'s dyn SeedSource;

impl<R: RuleSet> Default for Game<R> {
    fn default() -> Self {
        Self {
            version: 0,
            state: R::State::default(),
            rules_version: String::new(),
            dice: None,
            ledger: StreamTotals::default(),
            proposal: None,
            ending: None,
            rulings: 0,
            notes: NoteCounts::default(),
        }
    }
}

/// The beginning of a game.
#[derive(Debug, Clone, PartialEq)]
pub enum GameStart<S, P> {
    /// By the full procedure.
    Setup(S),
    /// From a position.
    Position(P),
}

impl<R: RuleSet> Game<R> {
    /// Opens a game. The server's dice need `seeds`.
    pub fn open(
        start: GameStart<R::Setup, R::State>,
        server_dice: bool,
        reported: &[u8],
        seeds: Option<Seeds<'_>>,
    ) -> Result<Decided<R>, Refusal> {
        let dice = match (server_dice, seeds) {
            (true, Some(seeds)) => DiceKind::Server {
                commitment: seeds.seed(0).commitment(),
            },
            (true, None) => {
                return Err(Refusal::new(
                    "HS-DICE-02",
                    message!(MESSAGES, "table-without-seed"),
                ));
            }
            (false, _) => DiceKind::Reported,
        };
        let mut game = Self::default();
        let mut events = Vec::new();
        game.push(
            &mut events,
            GameEvent::Opened {
                system: R::ID.to_owned(),
                rules_version: R::RULES_VERSION.to_owned(),
                dice,
            },
        )?;
        let mut tray = game.tray(&reported_faces(reported.iter().copied()), seeds)?;
        let mut table = Table::<R>::new(R::State::default(), tray.as_mut());
        match start {
            GameStart::Setup(setup) => R::begin(&mut table, &setup)?,
            GameStart::Position(position) => R::begin_at(&mut table, position)?,
        }
        let (_, played) = table.finish()?;
        for event in played {
            game.push(&mut events, GameEvent::Played(event))?;
        }
        Ok(Decided { events, game })
    }

    /// The game after a whole stream.
    ///
    /// # Errors
    /// The first event that cannot follow those before it, with its version.
    pub fn fold(events: &[EventOf<R>]) -> Result<Self, FoldError> {
        let mut game = Self::default();
        if events.iter().all(|event| event.rewinds_to().is_none()) {
            for event in events {
                game.apply(event)?;
            }
            return Ok(game);
        }
        let live = history::live_line(events.iter().map(GameEvent::rewinds_to));
        let mut next = live.iter().peekable();
        for (place, event) in events.iter().enumerate() {
            if next.next_if(|&&live| live == place).is_some() {
                game.apply(event)?;
            } else {
                if let Some(to) = event.rewinds_to() {
                    refuse_bad_rewind(to, game.version + 1)?;
                }
                game.note(event);
                game.version += 1;
            }
        }
        Ok(game)
    }

    /// Applies one event.
    ///
    /// # Errors
    /// An error with the event's version; the game is then not to be used any more.
    pub fn apply(&mut self, event: &EventOf<R>) -> Result<Applied, FoldError> {
        let version = self.version + 1;
        if (version == 1) != matches!(event, GameEvent::Opened { .. }) {
            return Err(FoldError::NoOpening.at(version));
        }
        self.version = version;
        self.note(event);
        match event {
            GameEvent::Played(played) => {
                R::evolve(&mut self.state, played).map_err(|error| error.at(version))?;
            }
            GameEvent::Opened {
                system,
                rules_version,
                dice,
            } => {
                if system != R::ID {
                    return Err(FoldError::new(message!(
                        MESSAGES,
                        "fold-other-system",
                        system,
                        expected = R::ID
                    ))
                    .at(version));
                }
                self.rules_version.clone_from(rules_version);
                self.dice = Some(dice.clone());
            }
            GameEvent::TakenBack { .. } | GameEvent::Corrected { .. } => {
                let to = event.rewinds_to().unwrap_or_default();
                if to == 0 || to >= version {
                    return Err(FoldError::new(message!(MESSAGES, "fold-no-version", to)).at(version));
                }
                return Ok(Applied::Rewound(to));
            }
            GameEvent::Ruled { .. } => self.rulings += 1,
            GameEvent::Proposed { seat, winner } => {
                self.proposal = Some(Proposal {
                    seat: *seat,
                    winner: *winner,
                });
            }
            GameEvent::Answered { .. } => self.proposal = None,
            GameEvent::Ended { outcome } => {
                self.ending = Some(outcome.clone());
                self.proposal = None;
            }
            GameEvent::Noted { kind, .. } => self.notes.add(*kind),
            GameEvent::Redone { .. }
            | GameEvent::Conceded { .. }
            | GameEvent::Said { .. }
            | GameEvent::SeedRevealed { .. }
            | GameEvent::Reseeded { .. } => {}
        }
        Ok(Applied::Done)
    }

    /// Keeps what an event says of the whole stream, whichever line it is on.
    fn note(&mut self, event: &EventOf<R>) {
        match event {
            GameEvent::Played(played) => {
                for roll in R::dice(played) {
                    if let crate::RollSource::Server { first } = roll.source {
                        let after = first.saturating_add(roll.dice() as u64);
                        self.ledger.next_die = self.ledger.next_die.max(after);
                    }
                }
            }
            GameEvent::Opened {
                dice: DiceKind::Server { commitment },
                ..
            } => {
                self.ledger.commitment = Some(commitment.clone());
            }
            GameEvent::Reseeded { commitment } => {
                self.ledger.commitment = Some(commitment.clone());
                self.ledger.generation += 1;
                self.ledger.revealed = false;
            }
            GameEvent::SeedRevealed { .. } => self.ledger.revealed = true,
            GameEvent::TakenBack { .. } => self.ledger.take_backs += 1,
            GameEvent::Corrected { .. } => self.ledger.corrections += 1,
            GameEvent::Opened { .. }
            | GameEvent::Redone { .. }
            | GameEvent::Ruled { .. }
            | GameEvent::Noted { .. }
            | GameEvent::Conceded { .. }
            | GameEvent::Proposed { .. }
            | GameEvent::Answered { .. }
            | GameEvent::Said { .. }
            | GameEvent::Ended { .. } => {}
        }
    }

    /// The number of events that the stream holds.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The system's state.
    pub const fn state(&self) -> &R::State {
        &self.state
    }

    /// Takes the fixed part out of the state, which is then no position until it is put back.
    pub fn take_fixed(&mut self) -> Option<Arc<R::Fixed>> {
        R::fixed(&mut self.state).map(std::mem::take)
    }

    /// Puts the fixed part back.
    pub fn put_fixed(&mut self, fixed: Arc<R::Fixed>) {
        if let Some(place) = R::fixed(&mut self.state) {
            *place = fixed;
        }
    }

    /// The version of the rules that opened the game.
    pub fn rules_version(&self) -> &str {
        &self.rules_version
    }

    /// The source of the dice.
    pub const fn dice(&self) -> Option<&DiceKind> {
        self.dice.as_ref()
    }

    /// The outcome of the game, if it has ended.
    pub const fn ending(&self) -> Option<&GameOutcome> {
        self.ending.as_ref()
    }

    /// The result on the table, if one is proposed.
    pub const fn proposal(&self) -> Option<&Proposal> {
        self.proposal.as_ref()
    }

    /// The number of rulings that the present line holds.
    pub const fn rulings(&self) -> u32 {
        self.rulings
    }

    /// The numbers of positions that the present line has noted beside the table.
    pub const fn notes(&self) -> NoteCounts {
        self.notes
    }

    /// The numbers of take-backs and of corrections that the stream holds.
    pub const fn rewinds(&self) -> (u32, u32) {
        (self.ledger.take_backs, self.ledger.corrections)
    }

    /// The viewer that a viewer counts as: after the end everybody sees everything.
    pub const fn viewer(&self, viewer: Viewer) -> Viewer {
        if self.ending.is_some() {
            Viewer::Everything
        } else {
            viewer
        }
    }

    /// Sets the numbers that hold over the whole stream on a game folded from a part of it.
    pub(crate) fn resume(mut self, line: &PresentLine<'_, R>) -> Self {
        self.version = line.version;
        self.ledger = line.ledger.clone();
        self
    }
}

/// A game goes back to a version after its opening and before the event that says so.
fn refuse_bad_rewind(to: u64, version: u64) -> Result<(), FoldError> {
    if to == 0 || to >= version {
        return Err(FoldError::new(message!(MESSAGES, "fold-no-version", to)).at(version));
    }
    Ok(())
}
