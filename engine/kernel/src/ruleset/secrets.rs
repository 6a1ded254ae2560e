//! The trait of hidden information: what is hidden from whom.

use super::Rules;
use crate::{Seat, Viewer};

/// Hidden information. The defaults are those of a game in which everything lies open.
pub trait Secrets: Rules {
    /// The state as a viewer may know it: hidden things become unknown. Folding an event as
    /// [`Secrets::redact`]ed gives this same state.
    fn view(state: &Self::State, _viewer: Viewer) -> Self::State {
        state.clone()
    }

    /// An event as a viewer may know it when the game stands at `now`.
    fn redact(event: &Self::Event, _now: &Self::State, _viewer: Viewer) -> Self::Event {
        event.clone()
    }

    /// A command as a viewer may know it when the game stands at `now`, or nothing if it must stay unseen.
    fn redact_command(
        command: &Self::Command,
        _seat: Seat,
        _now: &Self::State,
        _viewer: Viewer,
    ) -> Option<Self::Command> {
        Some(command.clone())
    }

    /// The number of choices that seats have made in secret and that a viewer may not know before everybody has chosen. A dry run
    /// that leaves fewer of them would show that viewer what they choose against.
    fn sealed_choices(_state: &Self::State, _viewer: Viewer) -> usize {
        0
    }

    /// Whether the number of dice that the rules roll once everybody has chosen may depend on what was chosen in secret. Where it
    /// does, the seat that chooses last is not told how many there are.
    fn sealed_choices_decide_dice() -> bool {
        true
    }

    /// Whether anything in this state is hidden from somebody.
    fn has_secrets(_state: &Self::State) -> bool {
        false
    }
}
