//! A coach watches the present line of a game.

use hindsight_kernel::coach::trial::check_better;
use hindsight_kernel::{EventOf, FoldError, GameEvent, RuleSet, Suggestion, WatchedEvent};

/// What the system's coach says of the events of these versions, in order, as long as `go_on` says so. `was_asked` says
/// whether a command was given in the position after a version.
pub(crate) fn coached<R: RuleSet>(
    events: &[EventOf<R>],
    live: &[u64],
    was_asked: &dyn Fn(u64) -> bool,
    go_on: &dyn Fn() -> bool,
) -> Result<Vec<Suggestion>, FoldError> {
    let mut found = Vec::new();
    let Some(mut coach) = R::coach() else {
        return Ok(found);
    };
    let mut asked_at = 0;
    follow::<R>(events, live, |version, before, happened| {
        if was_asked(version - 1) {
            asked_at = version - 1;
        }
        match happened {
            Happened::Played { event, after } => coach.watch(
                &WatchedEvent {
                    version,
                    asked_at,
                    before,
                    event,
                    after,
                },
                &mut found,
            ),
            Happened::Ended => coach.over(before, &mut found),
        }
        go_on()
    })?;
    keep_playable::<R>(events, live, was_asked, &mut found)?;
    Ok(found)
}

/// What a coach sees.
enum Happened<'h, R: RuleSet> {
    /// An event, and the position after it.
    Played {
        event: &'h R::Event,
        after: &'h R::State,
    },
    /// The game is over.
    Ended,
}

/// Shows the events of these versions to `look`, each with the position before it, until that says stop.
fn follow<R: RuleSet>(
    events: &[EventOf<R>],
    live: &[u64],
    mut look: impl FnMut(u64, &R::State, Happened<'_, R>) -> bool,
) -> Result<(), FoldError> {
    let mut state = R::State::default();
    for &version in live {
        match events.get(version as usize - 1) {
            Some(GameEvent::Played(event)) => {
                let before = state.clone();
                R::evolve(&mut state, event).map_err(|error| error.at(version))?;
                if !look(version, &before, Happened::Played { event, after: &state }) {
                    return Ok(());
                }
            }
            Some(GameEvent::Ended { .. }) => {
                look(version, &state, Happened::Ended);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Takes away the better choices that the rules refuse, or that lie where no command was given: a coach sees single events,
/// and a viewer who may not know everything another position than the players had.
fn keep_playable<R: RuleSet>(
    events: &[EventOf<R>],
    live: &[u64],
    was_asked: &dyn Fn(u64) -> bool,
    found: &mut [Suggestion],
) -> Result<(), FoldError> {
    let at = |one: &Suggestion| one.better.as_ref().map(|better| better.at);
    let mut open: Vec<&mut Suggestion> = found.iter_mut().filter(|one| one.better.is_some()).collect();
    if open.is_empty() {
        return Ok(());
    }
    open.sort_by_key(|one| at(one));
    let mut open = open.into_iter().peekable();
    follow::<R>(events, live, |version, before, _| {
        while let Some(one) = open.next_if(|one| at(one).is_some_and(|at| at < version)) {
            if !at(one).is_some_and(was_asked) || check_better::<R>(one, before).is_err() {
                one.forget_better();
            }
        }
        open.peek().is_some()
    })?;
    open.for_each(Suggestion::forget_better);
    Ok(())
}
