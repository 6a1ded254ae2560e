//! Variations and commands with other dice, of whichever system.

use hindsight_kernel::codec::{self, StoredEvent};
use hindsight_kernel::{Fact, GameEvent, PlayedCommand, Refusal, RuleSet, Seeds, ServerTray, fork};

use crate::any_game::{AnyGame, GameOf, store_all};
use crate::chronicle::{ChronicleOf, PastRecord};

/// A command as the store keeps it, with the events it caused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The command's stored bytes.
    pub command: Vec<u8>,
    /// The events to append, in order.
    pub events: Vec<StoredEvent>,
}

/// A variation, ready to be stored as a game of its own.
pub struct Forked {
    /// The version of the other game behind which it goes its own way.
    pub at: u64,
    /// How many of its own events it has from the other game.
    pub shared: u64,
    /// Its commands with their events, the opening first.
    pub batches: Vec<Batch>,
    /// The game after them.
    pub game: Box<dyn AnyGame>,
}

impl std::fmt::Debug for Forked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Forked")
            .field("at", &self.at)
            .field("shared", &self.shared)
            .finish_non_exhaustive()
    }
}

pub(crate) fn forked<R: RuleSet>(
    chronicle: &ChronicleOf<R>,
    records: &[PastRecord],
    version: u64,
    server_dice: bool,
    seeds: Seeds<'_>,
) -> Result<Forked, Refusal> {
    let made = fork::<R>(&chronicle.past, version, server_dice, seeds)?;
    // The stored opening remembers the setup that was asked for, which no event holds.
    let opening = records.first().and_then(|record| record.command.clone());
    let own = made
        .commands
        .last()
        .filter(|(_, events)| matches!(events[..], [GameEvent::Reseeded { .. }]));
    let own = own.map_or(0, |(_, events)| events.len() as u64);
    let batches = made
        .commands
        .iter()
        .enumerate()
        .map(|(place, (given, events))| Batch {
            command: opening
                .clone()
                .filter(|_| place == 0)
                .unwrap_or_else(|| codec::encode(given)),
            events: store_all::<R>(events),
        })
        .collect();
    Ok(Forked {
        at: made.at,
        shared: made.game.version() - own,
        batches,
        game: Box::new(GameOf(made.game)),
    })
}

/// A command that was played, whose dice can be thrown again.
pub trait Rethrow: Send + Sync {
    /// The version of its first event.
    fn first(&self) -> u64;
    /// The version of its last event.
    fn last(&self) -> u64;
    /// The number of dice that were thrown for it.
    fn dice(&self) -> usize;
    /// The facts that it recorded.
    fn recorded(&self) -> Vec<Fact>;
    /// The facts that it gives with the next dice of this tray; nothing is recorded.
    fn throw(&self, tray: &mut ServerTray) -> Result<Vec<Fact>, Refusal>;
}

impl<R: RuleSet> Rethrow for PlayedCommand<R> {
    fn first(&self) -> u64 {
        self.at
    }

    fn last(&self) -> u64 {
        self.last
    }

    fn dice(&self) -> usize {
        self.events()
            .flat_map(R::dice)
            .map(hindsight_kernel::Roll::dice)
            .sum()
    }

    fn recorded(&self) -> Vec<Fact> {
        facts::<R>(self.before().clone(), self.events())
    }

    fn throw(&self, tray: &mut ServerTray) -> Result<Vec<Fact>, Refusal> {
        let events = Self::throw(self, tray)?;
        Ok(facts::<R>(self.before().clone(), &events))
    }
}

/// The neutral story of events from a state on.
fn facts<'e, R: RuleSet>(mut state: R::State, events: impl IntoIterator<Item = &'e R::Event>) -> Vec<Fact> {
    let mut facts = Vec::new();
    for event in events {
        R::facts(&state, event, &mut facts);
        // The rules laid this event on this state just before: what does not fit ends the story.
        if R::evolve(&mut state, event).is_err() {
            break;
        }
    }
    facts
}
