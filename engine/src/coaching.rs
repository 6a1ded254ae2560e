//! A coach watches the present line of a game.

use hindsight_kernel::{EventOf, FoldError, GameEvent, RuleSet, Suggestion, WatchedEvent};

/// What the system's coach says of the events of these versions, in order, as long as `go_on` says so.
pub(crate) fn coached<R: RuleSet>(
    events: &[EventOf<R>],
    live: &[u64],
    go_on: &dyn Fn() -> bool,
) -> Result<Vec<Suggestion>, FoldError> {
    let mut found = Vec::new();
    let Some(mut coach) = R::coach() else {
        return Ok(found);
    };
    let mut state = R::State::default();
    for &version in live {
        let event = match events.get(version as usize - 1) {
            Some(GameEvent::Played(event)) => event,
            Some(GameEvent::Ended { .. }) => {
                coach.over(&state, &mut found);
                continue;
            }
            _ => continue,
        };
        if !go_on() {
            break;
        }
        let before = state.clone();
        R::evolve(&mut state, event).map_err(|error| error.at(version))?;
        let watched = WatchedEvent {
            version,
            before: &before,
            event,
            after: &state,
        };
        coach.watch(&watched, &mut found);
    }
    Ok(found)
}
