//! From a moment of a game: a game of its own that goes another way, and the same command with other dice.

use crate::history::{LiveCommand, commands_of, live_line};
use crate::message;
use crate::{
    DiceKind, DiceTray, EventOf, FoldError, Game, GameEvent, GameOrder, Given, GivenOf, MESSAGES,
    RecordedEvent, Refusal, RuleSet, Seeds,
};

/// A game that goes its own way from a moment of another.
#[derive(Debug, Clone)]
pub struct Fork<R: RuleSet> {
    /// The version of the other game behind which it goes its own way: the last event of a command.
    pub at: u64,
    /// What was given in the other game on the way there, the opening first, each command with its events.
    pub commands: Vec<(GivenOf<R>, Vec<EventOf<R>>)>,
    /// The game after all of them.
    pub game: Game<R>,
}

/// Makes a game of its own of the line that led to `version`. Rule `HS-FORK-01`.
///
/// Its events are copied, so that the new stream stands by itself: it folds, is audited and travels without the other,
/// and nothing that becomes of the other can change it. Abandoned lines and the markers of corrections stay behind. A
/// command that is under way at `version` is taken whole, for a game goes on where a decision is awaited.
///
/// Dice of the other game stay as they were thrown. From there on a game with server dice has a seed of its own.
///
/// # Errors
/// A game that is over there has no decision to take otherwise.
pub fn fork<R: RuleSet>(
    past: &[RecordedEvent<R>],
    version: u64,
    server_dice: bool,
    seeds: Seeds<'_>,
) -> Result<Fork<R>, Refusal> {
    let at = end_of_command(past, version);
    let mut laid: Vec<(GivenOf<R>, Vec<EventOf<R>>)> = line_to(past, at)
        .into_iter()
        .filter(|command| !command.events.is_empty())
        .map(|command| (command.given, command.events))
        .collect();
    let had_server_dice = open_anew::<R>(&mut laid, server_dice, seeds);
    let mut game = Game::<R>::default();
    for event in laid.iter().flat_map(|(_, events)| events) {
        game.apply(event).map_err(|error| {
            Refusal::new(
                "HS-FAULT-01",
                message!(MESSAGES, "fold-fault", fault = error.to_string()),
            )
        })?;
    }
    if let Some(ending) = game.ending() {
        let last = before_the_end(past, at);
        return Err(Refusal::new(
            "HS-FORK-01",
            message!(MESSAGES, "fork-after-end", reason = ending.reason.clone()),
        )
        .asked(version)
        .allowed(format!("1 to {last}")));
    }
    if server_dice && had_server_dice {
        let reseed = Given {
            seat: None,
            order: GameOrder::Reseed,
            dice: Vec::new(),
        };
        let decided = game.decide(&reseed, &[], Some(seeds))?;
        laid.push((reseed, decided.events));
        game = decided.game;
    }
    Ok(Fork {
        at,
        commands: laid,
        game,
    })
}

/// Says in the first event where the dice will come from; whether they came from the server before.
fn open_anew<R: RuleSet>(
    laid: &mut [(GivenOf<R>, Vec<EventOf<R>>)],
    server_dice: bool,
    seeds: Seeds<'_>,
) -> bool {
    let opened = laid.first_mut().and_then(|(_, events)| events.first_mut());
    let Some(GameEvent::Opened { dice, .. }) = opened else {
        return false;
    };
    let had_server_dice = matches!(dice, DiceKind::Server { .. });
    if server_dice && !had_server_dice {
        *dice = DiceKind::Server {
            commitment: seeds.seed(0).commitment(),
        };
    } else if !server_dice && had_server_dice {
        *dice = DiceKind::Reported;
    }
    had_server_dice
}

/// The last version before the command that ended the game.
fn before_the_end<R: RuleSet>(past: &[RecordedEvent<R>], at: u64) -> u64 {
    let ends = |event: &EventOf<R>| matches!(event, GameEvent::Ended { .. });
    let over = line_to(past, at)
        .into_iter()
        .find(|command| command.events.iter().any(ends));
    over.map_or(0, |command| command.at - 1)
}

/// Whether a command begins with this event.
fn begins<R: RuleSet>(past: &RecordedEvent<R>) -> bool {
    past.given.is_some() || matches!(past.event, GameEvent::Redone { .. })
}

/// The version of the last event of the command that a version belongs to.
fn end_of_command<R: RuleSet>(past: &[RecordedEvent<R>], version: u64) -> u64 {
    let from = (version as usize).min(past.len());
    let more = past[from..].iter().take_while(|past| !begins(past)).count();
    (from + more) as u64
}

/// The commands of the line that led to a version.
pub(crate) fn line_to<R: RuleSet>(past: &[RecordedEvent<R>], version: u64) -> Vec<LiveCommand<R>> {
    let past = &past[..(version as usize).min(past.len())];
    commands_of(past, &live_line(past.iter().map(|past| past.event.rewinds_to())))
}

/// A command that was played, with everything it was decided by: its dice can be thrown again.
#[derive(Debug, Clone)]
pub struct PlayedCommand<R: RuleSet> {
    /// The version of its first event.
    pub at: u64,
    /// The version of its last event.
    pub last: u64,
    given: GivenOf<R>,
    before: Game<R>,
    events: Vec<EventOf<R>>,
}

/// The command that the event at `version` came of; nothing where it came of no command of the system.
///
/// # Errors
/// A stream that does not fold.
pub fn played_command<R: RuleSet>(
    past: &[RecordedEvent<R>],
    version: u64,
) -> Result<Option<PlayedCommand<R>>, FoldError> {
    let last = end_of_command(past, version);
    let Some(first) = past[..(version as usize).min(past.len())]
        .iter()
        .rposition(begins)
    else {
        return Ok(None);
    };
    let mut commands = line_to(past, last);
    let Some(command) = commands.pop().filter(|command| command.at == first as u64 + 1) else {
        return Ok(None);
    };
    if !matches!(command.given.order, GameOrder::Play { .. }) {
        return Ok(None);
    }
    let mut before = Game::<R>::default();
    for event in commands.iter().flat_map(|command| &command.events) {
        before.apply(event)?;
    }
    Ok(Some(PlayedCommand {
        at: command.at,
        last,
        given: Given {
            dice: Vec::new(),
            ..command.given
        },
        before,
        events: command.events,
    }))
}

impl<R: RuleSet> PlayedCommand<R> {
    /// The state in which it was given.
    pub const fn before(&self) -> &R::State {
        self.before.state()
    }

    /// The events of it.
    pub fn events(&self) -> impl Iterator<Item = &R::Event> {
        self.events.iter().filter_map(played)
    }

    /// The events that it would have given with the dice of this tray; nothing is recorded.
    ///
    /// # Errors
    /// The rules refuse it with these dice, or the tray has none.
    pub fn throw(&self, tray: &mut dyn DiceTray) -> Result<Vec<R::Event>, Refusal> {
        let decided = self.before.decide_with(&self.given, tray, None)?;
        Ok(decided.events.iter().filter_map(played).cloned().collect())
    }
}

const fn played<E, C, P>(event: &GameEvent<E, C, P>) -> Option<&E> {
    match event {
        GameEvent::Played(played) => Some(played),
        _ => None,
    }
}
