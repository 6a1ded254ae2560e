//! The past of a game: which line is live, taking back, correcting and deciding again.

use crate::deciding::said;
use crate::game::{Seeds, StreamTotals};
use crate::message;
use crate::{
    Correction, CorrectionChange, Decided, DiceTray, EventOf, FoldError, Game, GameEvent, GameOrder, GivenOf,
    MESSAGES, RecordedEvent, RecordedTray, Refusal, Roll, RuleSet, Stopped,
};

/// The places (0-based) of the events on the present line, from where each event of a stream sends the game back to
/// ([`GameEvent::rewinds_to`]): take-backs and corrections leave the events after that version abandoned.
pub fn live_line(rewinds: impl IntoIterator<Item = Option<u64>>) -> Vec<usize> {
    let mut live: Vec<usize> = Vec::new();
    for (place, rewind) in rewinds.into_iter().enumerate() {
        match rewind {
            Some(to) => live.truncate(live.partition_point(|&kept| (kept as u64) < to)),
            None => live.push(place),
        }
    }
    live
}

/// A whole stream with its present line.
pub(crate) struct PresentLine<'p, R: RuleSet> {
    past: &'p [RecordedEvent<R>],
    pub(crate) live: Vec<usize>,
    pub(crate) version: u64,
    pub(crate) ledger: StreamTotals,
}

/// One command of a line.
pub(crate) struct LiveCommand<R: RuleSet> {
    /// The version of its first event.
    pub(crate) at: u64,
    pub(crate) given: GivenOf<R>,
    pub(crate) rolls: Vec<Roll>,
    pub(crate) events: Vec<EventOf<R>>,
}

impl<'p, R: RuleSet> PresentLine<'p, R> {
    pub(crate) fn new(game: &Game<R>, past: &'p [RecordedEvent<R>]) -> Result<Self, Refusal> {
        if past.len() as u64 != game.version() {
            return Err(Refusal::new("HS-FAULT-01", message!(MESSAGES, "other-past")));
        }
        let live = live_line(past.iter().map(|past| past.event.rewinds_to()));
        Ok(Self {
            past,
            live,
            version: game.version(),
            ledger: game.ledger.clone(),
        })
    }

    /// The game after the live events up to `version`, ready to go on at the end of the stream.
    fn game_at(&self, version: u64) -> Result<Game<R>, FoldError> {
        let events = self.live.iter().take_while(|&&place| (place as u64) < version);
        Ok(replay(self.past, events.copied())?.resume(self))
    }

    /// The commands of the present line, in order; the opening is not one of them.
    pub(crate) fn commands(&self) -> Vec<LiveCommand<R>> {
        let mut commands = commands_of(self.past, &self.live);
        commands.retain(|command| !matches!(command.given.order, GameOrder::Open));
        commands
    }
}

/// A record that is decided again: the commands of its present line, and the table before the first of them.
pub(crate) struct Rerun<R: RuleSet> {
    /// The version of the rules that opened the game.
    pub(crate) opened_with: String,
    /// The commands after the opening, in order.
    pub(crate) commands: Vec<LiveCommand<R>>,
    /// The game as the opening left it.
    pub(crate) table: Game<R>,
}

impl<R: RuleSet> Rerun<R> {
    /// Folds a record up to its first command.
    ///
    /// # Errors
    /// A stream that does not fold.
    pub(crate) fn of(past: &[RecordedEvent<R>]) -> Result<Self, FoldError> {
        let events: Vec<EventOf<R>> = past.iter().map(|past| past.event.clone()).collect();
        let game = Game::<R>::fold(&events)?;
        let present = PresentLine::new(&game, past).map_err(|refusal| FoldError::new(refusal.message))?;
        let commands = present.commands();
        let opening = commands
            .first()
            .map_or(game.version(), |first| before(&present, first.at));
        let live = present.live.iter().copied();
        let table = replay(past, live.take_while(|&place| (place as u64) < opening))?;
        Ok(Self {
            opened_with: game.rules_version().to_owned(),
            commands,
            table,
        })
    }
}

/// The commands of a line, in order, the opening first; the markers of corrections are no part of them.
pub(crate) fn commands_of<R: RuleSet>(past: &[RecordedEvent<R>], line: &[usize]) -> Vec<LiveCommand<R>> {
    let mut commands: Vec<LiveCommand<R>> = Vec::new();
    for &place in line {
        let RecordedEvent { event, given } = &past[place];
        let starts = match (event, given) {
            (GameEvent::Redone { given, .. }, _) | (_, Some(given)) => Some(given),
            _ => None,
        };
        if let Some(given) = starts {
            commands.push(LiveCommand {
                at: place as u64 + 1,
                given: given.clone(),
                rolls: Vec::new(),
                events: Vec::new(),
            });
        }
        if matches!(event, GameEvent::Redone { .. }) {
            continue;
        }
        if let Some(command) = commands.last_mut() {
            if let GameEvent::Played(played) = event {
                command.rolls.extend(R::dice(played).into_iter().cloned());
            }
            command.events.push(event.clone());
        }
    }
    commands
}

/// The game after the events at these places.
pub(crate) fn replay<R: RuleSet>(
    past: &[RecordedEvent<R>],
    places: impl Iterator<Item = usize>,
) -> Result<Game<R>, FoldError> {
    let mut game = Game::<R>::default();
    for place in places {
        game.apply(&past[place].event)?;
    }
    Ok(game)
}

fn fault(error: &FoldError) -> Refusal {
    Refusal::new(
        "HS-FAULT-01",
        message!(MESSAGES, "fold-fault", fault = error.message()),
    )
}

/// Goes back to an earlier version of the present line. Rule `HS-BACK-01`.
pub(crate) fn take_back<R: RuleSet>(
    game: &Game<R>,
    past: &[RecordedEvent<R>],
    to: u64,
    reason: Option<&str>,
    seeds: Option<Seeds<'_>>,
) -> Result<Decided<R>, Refusal> {
    let line = PresentLine::new(game, past)?;
    // A decision is awaited at the last live event before each live command.
    let stops: Vec<u64> = line
        .commands()
        .iter()
        .map(|command| before(&line, command.at))
        .collect();
    if !stops.contains(&to) {
        return Err(Refusal::new(
            "HS-BACK-01",
            message!(MESSAGES, "nothing-at-version", version = to),
        )
        .asked(to)
        .allowed(stops));
    }
    let reason = reason
        .map(|text| said(text, "HS-BACK-01", message!(MESSAGES, "take-back-reason-empty")))
        .transpose()?;
    let mut after = line.game_at(to).map_err(|error| fault(&error))?;
    let mut events = vec![GameEvent::TakenBack { to, reason }];
    after = rewound(after, &events[0]);
    if after.ledger.revealed {
        let commitment = after.fresh_commitment(seeds)?;
        after.push(&mut events, GameEvent::Reseeded { commitment })?;
    }
    Ok(Decided { events, game: after })
}

/// The version of the last live event before the command that begins at `at`.
pub(crate) fn before<R: RuleSet>(line: &PresentLine<'_, R>, at: u64) -> u64 {
    line.live
        .iter()
        .take_while(|&&place| (place as u64) + 1 < at)
        .last()
        .map_or(0, |&place| place as u64 + 1)
}

/// Counts the rewinding event itself on a game already folded to where it goes.
fn rewound<R: RuleSet>(mut game: Game<R>, event: &EventOf<R>) -> Game<R> {
    // `apply` only counts the event here: the state already stands where it goes back to.
    let applied = game.apply(event);
    debug_assert!(applied.is_ok());
    game
}

/// Changes a past command and decides every later one again. Rule `HS-CORR-01`.
pub(crate) fn correct<R: RuleSet>(
    game: &Game<R>,
    past: &[RecordedEvent<R>],
    correction: &Correction<R::Command, R::Patch>,
    seeds: Option<Seeds<'_>>,
) -> Result<Decided<R>, Refusal> {
    let line = PresentLine::new(game, past)?;
    let reason = said(
        &correction.reason,
        "HS-CORR-01",
        message!(MESSAGES, "correction-reason-missing"),
    )?;
    let commands = line.commands();
    let Some(first) = commands.iter().position(|command| command.at == correction.at) else {
        let allowed: Vec<u64> = commands.iter().map(|command| command.at).collect();
        return Err(Refusal::new(
            "HS-CORR-01",
            message!(MESSAGES, "no-command-at", version = correction.at),
        )
        .asked(correction.at)
        .allowed(allowed));
    };
    let base = line
        .game_at(before(&line, correction.at))
        .map_err(|error| fault(&error))?;
    let marker = |redone, stopped| GameEvent::Corrected {
        at: correction.at,
        reason: reason.clone(),
        redone,
        stopped,
    };
    let mut after = rewound(base, &marker(0, None));
    let mut events = Vec::new();
    if after.ledger.revealed {
        let commitment = after.fresh_commitment(seeds)?;
        after.push(&mut events, GameEvent::Reseeded { commitment })?;
    }
    let (given, later) = match &correction.change {
        CorrectionChange::Replace { given } => {
            (Some((given, &commands[first].rolls[..])), &commands[first + 1..])
        }
        CorrectionChange::Insert { given } => (Some((given, &[][..])), &commands[first..]),
        CorrectionChange::Remove => (None, &commands[first + 1..]),
    };
    if let Some((given, rolls)) = given {
        let was = matches!(correction.change, CorrectionChange::Replace { .. }).then_some(correction.at);
        let step = if given.dice.is_empty() {
            decide_again(&after, given, rolls, seeds)?
        } else {
            // Refused where the server rolls: a correction is no way to choose its dice. Rule HS-DICE-02.
            let mut tray = after.tray(&given.dice, seeds)?;
            after.decide_with(given, tray.as_mut(), seeds)?
        };
        lay(&mut after, &mut events, was, given, step)?;
    }
    let mut redone = 0;
    let mut stopped = None;
    for (done, command) in later.iter().enumerate() {
        match decide_again(&after, &command.given, &command.rolls, seeds) {
            Ok(step) => {
                lay(&mut after, &mut events, Some(command.at), &command.given, step)?;
                redone += 1;
            }
            Err(refusal) => {
                stopped = Some(Stopped {
                    at: command.at,
                    dropped: (later.len() - done) as u32,
                    refusal,
                });
                break;
            }
        }
    }
    events.insert(0, marker(redone, stopped));
    Ok(Decided { events, game: after })
}

/// Lays a command decided again, behind its marker, on the game.
fn lay<R: RuleSet>(
    game: &mut Game<R>,
    events: &mut Vec<EventOf<R>>,
    was: Option<u64>,
    given: &GivenOf<R>,
    step: Decided<R>,
) -> Result<(), Refusal> {
    game.push(
        events,
        GameEvent::Redone {
            was,
            given: given.clone(),
        },
    )?;
    for event in step.events {
        game.push(events, event)?;
    }
    Ok(())
}

/// Decides a command with the dice it had, and with fresh ones of the game's own tray beyond them.
fn decide_again<R: RuleSet>(
    game: &Game<R>,
    given: &GivenOf<R>,
    rolls: &[Roll],
    seeds: Option<Seeds<'_>>,
) -> Result<Decided<R>, Refusal> {
    let mut beyond: Box<dyn DiceTray> = game.tray(&[], seeds)?;
    let mut tray = RecordedTray::new(rolls.iter().cloned(), Some(beyond.as_mut()));
    game.decide_with(given, &mut tray, seeds)
}
