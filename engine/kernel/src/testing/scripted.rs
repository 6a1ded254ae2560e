//! A table whose dice are written down beforehand: every die must be asked for, and every die must be used.

use std::fmt::Debug;

use crate::{FoldError, Notation, Refusal, ReportedTray, Rules, Seat, Table};

/// Calls a rule on a table with these dice; what it gives, the position after it and the events.
///
/// # Panics
/// A die is left over, or an event does not follow.
pub fn at_table<R: Rules, T>(
    state: R::State,
    dice: &[u8],
    rule: impl FnOnce(&mut Table<'_, R>) -> T,
) -> (T, R::State, Vec<R::Event>) {
    let mut tray = ReportedTray::scripted(dice.iter().copied());
    let mut table = Table::<R>::new(state, &mut tray);
    let result = rule(&mut table);
    let (state, events) = table
        .finish()
        .unwrap_or_else(|refusal| panic!("every die is used and every event follows: {refusal}"));
    (result, state, events)
}

/// Decides commands one after the other with these dice; the position after them and all events.
///
/// # Errors
/// What the first command that is refused is refused for, or a die that is left over.
pub fn play<R: Rules>(
    state: R::State,
    commands: &[(Seat, R::Command)],
    dice: &[u8],
) -> Result<(R::State, Vec<R::Event>), Refusal> {
    let mut tray = ReportedTray::scripted(dice.iter().copied());
    let mut table = Table::<R>::new(state, &mut tray);
    for (seat, command) in commands {
        R::decide(&mut table, *seat, command)?;
    }
    table.finish()
}

/// Decides a command written as a line of the notation. What is refused changes nothing; what is accepted leaves a sound
/// position.
///
/// # Errors
/// What the command is refused for.
///
/// # Panics
/// The line is no command, or an invariant is broken afterwards.
pub fn give<R: Rules + Notation>(
    state: &mut R::State,
    seat: Seat,
    line: &str,
    dice: &[u8],
) -> Result<Vec<R::Event>, Refusal> {
    let command = R::parse(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    let (after, events) = play::<R>(state.clone(), &[(seat, command)], dice)?;
    R::invariants(&after).unwrap_or_else(|broken| panic!("{line}: {broken}"));
    *state = after;
    Ok(events)
}

/// The rule of a refusal.
///
/// # Panics
/// Nothing was refused.
pub fn rule_of<T: Debug>(result: Result<T, Refusal>) -> String {
    match result {
        Ok(accepted) => panic!("accepted: {accepted:?}"),
        Err(refusal) => refusal.rule.to_string(),
    }
}

/// Fails if an invariant is broken after any of the events that follow a position, and not only after the last.
///
/// # Panics
/// An invariant is broken, or an event does not follow.
pub fn assert_sound_throughout<R: Rules>(state: &R::State, events: &[R::Event]) {
    let mut now = state.clone();
    for (place, event) in events.iter().enumerate() {
        let sound: Result<(), FoldError> = R::evolve(&mut now, event);
        sound.unwrap_or_else(|error| panic!("event {place}, {event:?}: {error}"));
        R::invariants(&now).unwrap_or_else(|broken| panic!("after event {place}, {event:?}: {broken}"));
    }
}
